"""The referee: re-decides a certificate without search, on the standard library alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attnverify.verify.referee.eigensystem import eigensystem
from attnverify.verify.referee.findings import Finding, MalformedError, Status, field, texts, worst
from attnverify.verify.referee.grammar import holds
from attnverify.verify.referee.positivity import positivity, split
from attnverify.verify.referee.rational import Field

__all__ = ["Finding", "Status", "recheck"]


def recheck(certificate: object) -> Finding:
    """Re-decide a certificate: CONFIRMED, a tool's WORD, SAMPLED, or FAILED with a line saying what is wrong.

    A conjunction is as good as its worst part. Never raises: malformed data is FAILED.

    >>> square = {"says": "binomial", "left": "(x + 1)**2", "right": "x**2 + 2*x + 1"}
    >>> recheck({"kind": "identity", "variables": ["x"], "pairs": [square]}).status.name
    'CONFIRMED'
    """
    try:
        if not isinstance(certificate, Mapping):
            raise MalformedError(f"a certificate is an object, got {str(certificate)[:40]!r}")
        kind = field(certificate, "kind", str)
        if kind not in _KINDS:
            raise MalformedError(f"'kind' is {kind[:40]!r}; allowed are {', '.join(_KINDS)}")
        _closed(certificate, kind)
        return _KINDS[kind](certificate)
    except (MemoryError, RecursionError) as error:
        return Finding(Status.FAILED, f"too large or too deeply nested ({type(error).__name__})")
    except Exception as error:  # whatever hostile data provokes is a failed certificate, never a crash
        return Finding(Status.FAILED, " ".join(str(error).split()) or type(error).__name__)


def _closed(certificate: Mapping[str, Any], kind: str) -> None:
    """Raise MalformedError where a certificate, or an object in it, has a key that its kind does not have."""
    shape = _SHAPES[kind]
    _only(certificate, ("kind", *shape), f"the kind {kind!r}")
    for name, found in certificate.items():
        allowed = shape.get(name, "").split()
        for part in found if isinstance(found, list) else [found]:
            if allowed and isinstance(part, Mapping):
                _only(part, allowed, f"{name!r} of the kind {kind!r}")
            elif kind == "split" and isinstance(part, Mapping) and part.get("kind") in ("split", "positivity"):
                _closed(part, part["kind"])


def _only(found: Mapping[str, Any], allowed: Sequence[str], what: str) -> None:
    for key in found:
        if key not in allowed:
            raise MalformedError(f"{what} has no key {str(key)[:40]!r}; allowed are {', '.join(allowed)}")


def _identity(certificate: Mapping[str, Any]) -> Finding:
    """Every left - right vanishes as a rational function modulo the relations."""
    relations = [
        (field(relation, "power", str), field(relation, "equals", str))
        for relation in field({"relations": [], **certificate}, "relations", list)
    ]
    rational = Field(texts(certificate, "variables"), relations)
    pairs = field(certificate, "pairs", list)
    if not pairs:
        raise MalformedError("'pairs' is empty; an identity needs at least one pair")
    for pair in pairs:
        left, right = rational.read(field(pair, "left", str)), rational.read(field(pair, "right", str))
        difference = rational.add(left, right, -1)
        if not rational.is_defined(difference):
            return Finding(Status.FAILED, f"defined nowhere: {field(pair, 'says', str)[:200]}")
        if not rational.is_zero(difference):
            return Finding(Status.FAILED, f"not an identity: {field(pair, 'says', str)[:200]}")
    return Finding(Status.CONFIRMED, f"{len(pairs)} identities expanded to zero")


def _all(certificate: Mapping[str, Any]) -> Finding:
    """A conjunction; a step without a certificate is only the word of the tool."""
    steps = field(certificate, "steps", list)
    if not steps:
        raise MalformedError("'steps' is empty; a conjunction needs at least one step")
    findings = []
    for step in steps:
        says = field(step, "says", str)[:200]
        if "certificate" not in step:
            raise MalformedError(f"the step {says!r} has no 'certificate'")
        if step["certificate"] is None:
            findings.append(Finding(Status.WORD, f"no certificate for: {says}"))
            continue
        found = recheck(step["certificate"])
        findings.append(Finding(found.status, f"{says}: {found.detail}"))
    bad = worst(findings)
    return bad if bad.status is not Status.CONFIRMED else Finding(bad.status, f"{len(steps)} steps confirmed")


def _witness(certificate: Mapping[str, Any]) -> Finding:
    """All hypotheses and all violating relations hold at the values."""
    values = field(certificate, "values", dict)
    hypotheses, violates = texts(certificate, "hypotheses"), texts(certificate, "violates")
    if not violates:
        raise MalformedError("'violates' is empty; a witness violates something")
    for relation in (*hypotheses, *violates):
        truth = holds(relation, values)
        if truth is not True:
            found = "false" if truth is False else "undecided"
            return Finding(Status.FAILED, f"at the witness {relation[:200]!r} is {found}")
    return Finding(Status.CONFIRMED, f"{len(hypotheses)} hypotheses and {len(violates)} violations hold exactly")


def _example(certificate: Mapping[str, Any]) -> Finding:
    """All the relations hold at the values: such a point exists, and nothing is said of any other."""
    values, relations = field(certificate, "values", dict), texts(certificate, "holds")
    if not relations:
        raise MalformedError("'holds' is empty; an example shows something")
    for relation in relations:
        truth = holds(relation, values)
        if truth is not True:
            found = "false" if truth is False else "undecided"
            return Finding(Status.FAILED, f"at the example {relation[:200]!r} is {found}")
    return Finding(Status.CONFIRMED, f"{len(relations)} relations hold exactly at the example")


def _sample(certificate: Mapping[str, Any]) -> Finding:
    """How many examples a search tried."""
    examples, discarded = field(certificate, "examples", int), field(certificate, "discarded", int)
    field(certificate, "seed", int)
    if examples < 1 or discarded < 0:
        raise MalformedError(f"{examples} examples and {discarded} discards; at least one example is needed")
    return Finding(Status.SAMPLED, f"{examples} examples, {discarded} discarded")


_KINDS: dict[str, Callable[[Mapping[str, Any]], Finding]] = {
    "identity": _identity,
    "positivity": positivity,
    "all": _all,
    "split": split,
    "witness": _witness,
    "example": _example,
    "eigensystem": eigensystem,
    "sample": _sample,
}

# The keys that the certificates of each kind have, with those of the objects in them; where none are, none are read.
_POSITIVITY = {"hypotheses": "expr sign", "goal": "expr sign"}
_SHAPES: dict[str, dict[str, str]] = {
    "identity": {"variables": "", "pairs": "says left right", "relations": "power equals", "where": ""},
    "positivity": {**_POSITIVITY, "variables": "", "multiplier": "", "terms": "coefficient factors squares cofactor"},
    "all": {"steps": "says certificate"},
    "split": {**_POSITIVITY, "on": "", "nonnegative": "", "negative": ""},
    "witness": dict.fromkeys(("values", "hypotheses", "violates"), ""),
    "example": dict.fromkeys(("values", "holds"), ""),
    "eigensystem": {
        **dict.fromkeys(("matrix", "names", "values", "defines", "logits"), ""),
        "factors": "polynomial multiplicity shift roots",
        "relations": "says holds",
        "lines": "name eigenvalue direction near inverse",
    },
    "sample": dict.fromkeys(("examples", "discarded", "seed", "worst_margin", "worst"), ""),
}
