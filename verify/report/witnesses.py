"""What refutes a claim of a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def refuting_instance(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The instance at which a claim in proof form is false; empty for a motion, a negation, or a claim that is not."""
    refuted = entry["proof"]["data"].get("refuted") if "proof" in entry else None
    return (refuted or {}).get("instance") or {}
