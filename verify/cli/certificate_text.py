"""Certificates for a human reader."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from attnverify.verify.cli.proof_text import instance_texts
from attnverify.verify.report.witnesses import refuting_instance, witness


def lines(certificate: Any, indent: str = "") -> Iterator[str]:
    """The certificate as indented lines: witnesses value by value, products as sums, the rest as JSON.

    Of a solver's word only the answer is written: there is nothing in it that a reader could check.
    """
    if certificate is None:
        yield f"{indent}(no certificate)"
        return
    writer = _WRITERS.get(certificate.get("kind"), _as_json)
    yield from writer(certificate, indent)


def counterexample(entry: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """What refutes the claim of a ledger, as indented lines: its instance in proof form, or the witness of the first
    refuting step; nothing where there is none."""
    instance = refuting_instance(entry)
    if instance:
        yield f"{indent}witness:"
        yield from (f"{indent}  {text}" for text in instance_texts(instance))
        return
    found = witness(entry)
    if found is not None:
        yield from _witness(found, indent)


def _all(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    for step in certificate["steps"]:
        yield f"{indent}- {step['says']}"
        yield from lines(step["certificate"], indent + "    ")


def _split(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    for side, sign in (("nonnegative", ">="), ("negative", "<")):
        yield f"{indent}if {certificate['on']} {sign} 0:"
        yield from lines(certificate[side], indent + "    ")


def _witness(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield f"{indent}witness:"
    for name, value in certificate["values"].items():
        yield f"{indent}  {name} = {value_text(value)}"
    for relation in certificate.get("hypotheses", ()):
        yield f"{indent}  satisfies {relation}"
    yield f"{indent}  against the claim:"
    for relation in certificate["violates"]:
        yield f"{indent}    {relation}"


def value_text(value: Any) -> str:
    """A number or a matrix of an instance or a witness.

    >>> value_text([["1/2", 0], (1, 2)])
    '[[1/2, 0], [1, 2]]'
    """
    return f"[{', '.join(map(value_text, value))}]" if isinstance(value, (list, tuple)) else str(value)


def _example(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    yield f"{indent}example:"
    for name, value in certificate["values"].items():
        yield f"{indent}  {name} = {value_text(value)}"
    for relation in certificate["holds"]:
        yield f"{indent}  satisfies {relation}"


def _identity(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    for pair in certificate["pairs"]:
        yield f"{indent}{pair['says']}: {pair['left']} == {pair['right']}"
    for relation in certificate.get("relations", ()):
        yield f"{indent}  where {relation['power']} = {relation['equals']}"


def _positivity(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    signs = {"positive": "> 0", "nonnegative": ">= 0", "zero": "= 0"}
    goal = certificate["goal"]
    yield f"{indent}{goal['expr']} {signs[goal['sign']]}, because with"
    for number, hypothesis in enumerate(certificate["hypotheses"]):
        yield f"{indent}  h{number} = {hypothesis['expr']} {signs[hypothesis['sign']]}"
    left = "*".join(["goal", *(f"h{number}" for number in certificate.get("multiplier", ()))])
    yield f"{indent}  {left} = {' + '.join(_term(term) for term in certificate['terms']) or '0'}"


def _term(term: Mapping[str, Any]) -> str:
    factors = [f"h{number}" for number in term.get("factors", ())]
    squares = [f"({square})**2" for square in term.get("squares", ())]
    cofactor = [f"({term['cofactor']})"] if "cofactor" in term else []
    return "*".join([str(term["coefficient"]), *cofactor, *factors, *squares])


def _sample(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    drawn = f"{certificate['examples']} examples, {certificate['discarded']} discarded, seed {certificate['seed']}"
    yield f"{indent}{drawn}, worst margin {certificate['worst_margin']}"


def _as_json(certificate: Mapping[str, Any], indent: str) -> Iterator[str]:
    for line in json.dumps(certificate, indent=2).splitlines():
        yield f"{indent}{line}"


_WRITERS = {
    "all": _all,
    "split": _split,
    "witness": _witness,
    "example": _example,
    "identity": _identity,
    "positivity": _positivity,
    "sample": _sample,
}
