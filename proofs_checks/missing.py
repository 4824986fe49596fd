"""What a claim that is argued says of a proof that the kernel would accept: the rules that it lacks."""

from __future__ import annotations


def missing(*rules: str) -> str:
    """The end of a statement: the rules that a proof lacks; none where it is only unwritten."""
    if not rules:
        return " (No rule is missing for a proof; it is not written yet.)"
    return f" (Missing for a proof: {'; '.join(rules)}.)"
