"""The core: accepts explicit derivations and does nothing else; docs/core.md is its description."""
