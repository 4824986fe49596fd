"""A claim in proof form as text: its statement, its proof in numbered steps, and what it rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..counting import counted
from ..kernel.judging import NO_INSTANCE
from ..kernel.statements import FIELDS
from ..report.witnesses import refuting_instance


def statement_lines(statement: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The statement, field by field, as the kernel reads it."""
    for name in FIELDS:
        found = statement.get(name) or []
        for position, text in enumerate([found] if isinstance(found, str) else found):
            yield f"{indent}{name if position == 0 else '':8} {text}"


def counterexample(entry: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """The instance at which the claim of a ledger is false, as indented lines; nothing where there is none."""
    instance = refuting_instance(entry)
    if instance:
        yield f"{indent}witness:"
        yield from (f"{indent}  {text}" for text in instance_texts(instance))


def proof_lines(proof: Mapping[str, Any], width: int, *, certificates: bool = False) -> Iterator[str]:
    """What the kernel found: axioms, lemmas, what could not be evaluated at the instance, and the steps.

    certificates : whether the sums that prove arithmetic steps are written out.
    """
    yield f"rests on    {', '.join([*proof['axioms'], *proof['lemmas']]) or 'logic and arithmetic alone'}"
    if proof["undecided"] == [NO_INSTANCE]:
        yield "instance    none is given: that everything given can hold is for the reader to see"
    else:
        for position, text in enumerate(proof["undecided"]):
            yield f"{'instance' if position == 0 else '':11} not evaluated there: {text}"
    motion = (proof["data"].get("refuted") or {}).get("motion")
    if motion:
        counts = ", ".join(counted(motion.get(f"{word}s", 1), word) for word in ("token", "head"))
        yield f"the motion, {counts}, orthonormal frame {', '.join(motion['frame'])}"
        yield from (f"  {text}" for text in motion.get("where", ()))
        yield from (f"  {name} = {value}" for name, value in motion["letters"].items())
    if proof["steps"]:
        shown = "that the motion is a counterexample" if motion else "of the negation"
        yield f"\nProof {shown}:" if proof["data"].get("refuted") else "\nProof:"
        yield from steps_lines(proof["steps"], width, certificates=certificates)
        if not certificates and _certified(proof["steps"]):
            yield "(--certificates writes out what was added up in the arithmetic steps.)"


def steps_lines(
    steps: Sequence[Mapping[str, Any]], width: int, indent: str = "  ", *, certificates: bool = False
) -> Iterator[str]:
    """The numbered steps of a proof, each with its reason."""
    for step in steps:
        reason = f"   [{step['reason']}]" if step.get("reason") else ""
        start = f"{indent}{step['number']}  "
        yield filled(start, f"{step['says']}{reason}".replace("`", ""), max(width, len(start) + 50))
        if certificates and step.get("certificate"):
            yield from (f"{' ' * len(start)}{line}" for line in certificate_lines(step["certificate"]))
        yield from steps_lines(step.get("steps", ()), width, indent + "  ", certificates=certificates)


def filled(start: str, text: str, width: int) -> str:
    """The text after `start`, broken between words at the width; further lines are indented alike."""
    indents: dict[str, Any] = {"initial_indent": start, "subsequent_indent": " " * len(start)}
    return textwrap.fill(text, width, **indents, break_long_words=False, break_on_hyphens=False)


def certificate_lines(certificate: Mapping[str, Any]) -> Iterator[str]:
    """The sum that proves an arithmetic step, one term in a line."""
    for position, term in enumerate(certificate.get("terms", ())):
        sign = "= " if position == 0 else "+ "
        if "eq" in term:
            yield f"{sign}({term.get('by', '1')}) * [{term['eq']}]"
            continue
        factors = [f"[{fact}]" for fact in term.get("facts", ())]
        factors += [f"({square})^2" for square in term.get("squares", ())]
        yield sign + " * ".join([str(term.get("c", "1")), *factors])
    for name, said in (("times", "after multiplication by"), ("norms", "lengths")):
        if certificate.get(name):
            yield f"{said} {', '.join(map(str, certificate[name]))}"


def _certified(steps: Sequence[Mapping[str, Any]]) -> bool:
    return any(step.get("certificate", {}).get("terms") or _certified(step.get("steps", ())) for step in steps)


def instance_texts(instance: Mapping[str, Any]) -> Iterator[str]:
    """The values of an instance in proof form, the letters without their heading.

    >>> list(instance_texts({"tokens": 2, "letters": {"v": ("3/5", "4/5")}}))
    ['tokens = 2', 'v = (3/5, 4/5)']
    """
    for name, value in instance.items():
        if name == "letters" and isinstance(value, Mapping):
            yield from instance_texts(value)
        else:
            yield f"{name} = {_value(value)}"


def _value(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"({', '.join(_value(item) for item in value)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{name}: {_value(item)}" for name, item in value.items()) + "}"
    return str(value)
