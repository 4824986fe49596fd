"""What refutes a claim of a ledger: the instance of its proof form, or the witness of a refuting step."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def refuting_instance(entry: Mapping[str, Any]) -> Mapping[str, Any]:
    """The instance at which a claim in proof form is false; empty for a motion, a negation, or a claim that is not."""
    refuted = entry["proof"]["data"].get("refuted") if "proof" in entry else None
    return (refuted or {}).get("instance") or {}


def witness(entry: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The witness nearest to the surface of the first refuting step; None where there is none."""
    refuting = next((item["certificate"] for item in entry["evidence"] if item["rung"] == "refuted"), None)
    waiting = [refuting]
    while waiting:
        part: Mapping[str, Any] = waiting.pop(0) or {}
        if part.get("kind") == "witness":
            return part
        waiting.extend(step["certificate"] for step in part.get("steps", ()))
    return None
