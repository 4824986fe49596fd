"""A claim in proof form as text: its statement, its proof in numbered steps, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_FIELDS = ("spaces", "groups", "letters", "where", "maps", "flows", "states", "given", "show")


def statement_lines(statement: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The statement, field by field, as the kernel reads it."""
    for name in _FIELDS:
        found = statement.get(name) or []
        for position, text in enumerate([found] if isinstance(found, str) else found):
            yield f"{indent}{name if position == 0 else '':8} {text}"


def proof_lines(proof: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """What the kernel found: axioms, lemmas, what could not be evaluated at the instance, and the steps."""
    yield f"{indent}from     {', '.join(proof['axioms']) or 'logic and arithmetic alone'}"
    if proof["lemmas"]:
        yield f"{indent}lemmas   {', '.join(proof['lemmas'])}"
    for position, text in enumerate(proof["undecided"]):
        yield f"{indent}{'not evaluated at the instance' if position == 0 else '':8} {text}"
    refuted = proof["data"].get("refuted") or {}
    if "instance" in refuted:
        yield f"{indent}the counterexample"
        for name, value in refuted["instance"].items():
            yield f"{indent}  {name} = {_value(value)}"
    if "motion" in refuted:
        motion = refuted["motion"]
        counts = f"{motion.get('tokens', 1)} tokens, {motion.get('heads', 1)} heads"
        yield f"{indent}the motion, {counts}, orthonormal frame {', '.join(motion['frame'])}"
        yield from (f"{indent}  {text}" for text in motion.get("where", ()))
        for name, value in motion["letters"].items():
            yield f"{indent}  {name} = {_value(value)}"
    if proof["steps"]:
        yield ""
        yield from steps_lines(proof["steps"], indent)


def steps_lines(steps: Sequence[Mapping[str, Any]], indent: str = "") -> Iterator[str]:
    """The numbered steps of a proof, each with its reason."""
    for step in steps:
        reason = f"   [{step['reason']}]" if step.get("reason") else ""
        yield f"{indent}{step['number']}  {step['says']}{reason}"
        yield from steps_lines(step.get("steps", ()), indent + "  ")


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"({', '.join(_value(item) for item in value)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_value(item)}" for name, item in value.items()) + "}"
    return str(value)
