"""Claims in proof form: a statement, its proof, an instance and a false twin, all plain data that the kernel judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from verify.kernel.claims import Library
from verify.kernel.terms import Rejected

Tree = Any
_CLAIMS: dict[str, Formal] = {}


@dataclass(frozen=True)
class Variant:
    """The false twin of a statement: texts of it replaced, and an instance at which it fails.

    says : what is changed, in words.
    replace : pairs of a text that occurs in the statement and what stands there instead.
    instance : values at which the hypotheses of the twin hold and its conclusion does not.
    """

    says: str
    replace: Mapping[str, str]
    instance: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Formal:
    """The formal side of the claim `id`.

    statement : spaces, groups, letters, where, maps, flows, states, given, show (`verify.kernel.statements`).
    proof : the proof tree, or a list of them, one for each goal; None where the claim is refuted by an instance.
    instance : values at which everything given holds, and what is shown where it can be evaluated.
    refuted : values at which everything given holds and what is shown fails, or {"proof": tree of the negation}.
    """

    id: str
    statement: Mapping[str, Any]
    proof: Tree = None
    instance: Mapping[str, Any] | None = None
    twin: Variant | None = None
    refuted: Mapping[str, Any] | None = None
    place: str = field(default="", compare=False)


def formal(
    id: str,
    *,
    statement: Mapping[str, Any],
    proof: Tree = None,
    instance: Mapping[str, Any] | None = None,
    twin: Variant | None = None,
    refuted: Mapping[str, Any] | None = None,
) -> Formal:
    """Declare the formal side of a claim; raises ValueError where the id has one already."""
    import sys

    frame = sys._getframe(1)
    if id in _CLAIMS:
        raise ValueError(f"claim {id!r} has two statements: {_CLAIMS[id].place} and {frame.f_code.co_filename}")
    made = Formal(id, statement, proof, instance, twin, refuted, f"{frame.f_globals.get('__name__', '')}:{frame.f_lineno}")
    _CLAIMS[id] = made
    return made


def model(*parts: Mapping[str, Any]) -> dict[str, Any]:
    """Parts of statements joined, field by field, in order; the shared models of a paper are such parts."""
    joined: dict[str, Any] = {}
    for part in parts:
        for name, texts in part.items():
            joined.setdefault(name, []).extend([texts] if isinstance(texts, str) else texts)
    return joined


def all_formal() -> Mapping[str, Formal]:
    """Every claim in proof form that was imported."""
    return _CLAIMS


def library() -> Library:
    """The kernel's view of the claims in proof form; a claim is completed by tactics when it is first asked for."""
    from verify.tactics.completion import Completer

    completer = Completer(lambda id: _CLAIMS[id])
    return Library(completer.data)


def check(ids: Sequence[str]) -> Iterator[tuple[str, str]]:
    """For each id what the kernel says of its proof: for authors at work."""
    kernel = library()
    for id in ids:
        try:
            proof = kernel.proof(id)
            yield id, f"PROVED, from {', '.join(sorted(kernel.axioms(id))) or 'logic alone'} (work {proof.work})"
        except Rejected as error:
            yield id, f"not accepted: {error}"
