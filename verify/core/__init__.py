"""The core: accepts explicit derivations and does nothing else. It imports the standard library only.

`python -m attnverify.verify.core FILE...`; docs/core.md is its description.
"""
