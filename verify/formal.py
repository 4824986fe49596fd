"""Claims in proof form: a statement, its proof, an instance and a false twin, all plain data that the kernel judges."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .verdict import Verdict

if TYPE_CHECKING:
    from .kernel.claims import Library

Tree = Any
WORDS = ("title", "sentence", "source", "kind", "role", "reading", "repairs", "no_repair")
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
    """A claim in proof form. Its words (title, sentence, source) are those of the argued claim of the same id, if any.

    statement : spaces, groups, letters, where, maps, flows, states, given, show (`verify.kernel.statements`).
    proof : the proof tree, or a list of them, one for each goal; None where the claim is refuted.
    instance : values at which everything given holds, and what is shown where it can be evaluated.
    also : further instances, at which what is shown under other assumptions about motions is seen not to be vacuous.
    unseen : why some of these assumptions hold at no instance, where that is so.
    refuted : {"instance": values} at which everything given holds and what is shown fails, {"motion": functions of
        time} at which that is proved (`verify.kernel.motions`), or {"proof": tree} of the negation, with "case":
        formulas that single out where it is proved; everything given and these hold at `instance`.
    expected : the pinned verdict. title, words, source, kind, role, reading, repairs : as in `verify.registry.claim`.
    """

    id: str
    statement: Mapping[str, Any]
    proof: Tree = None
    instance: Mapping[str, Any] | None = None
    twin: Variant | None = None
    refuted: Mapping[str, Any] | None = None
    also: Sequence[Mapping[str, Any]] = ()
    unseen: str = ""
    expected: Verdict = Verdict.PROVED
    words: Mapping[str, Any] = field(default_factory=dict)
    module: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    @property
    def file(self) -> str:
        """The text that it stands in, as it is shown; none where Python declares it."""
        return ""

    @property
    def text(self) -> Path | None:
        """The file of that text."""
        return None

    def data(self) -> dict[str, Any]:
        """What the kernel judges, as plain data."""
        twin = None if self.twin is None else vars(self.twin)
        return {
            "statement": self.statement,
            "proof": self.proof,
            "instance": self.instance,
            "twin": twin,
            "refuted": self.refuted,
            **({"also": list(self.also)} if self.also else {}),
            **({"unseen": self.unseen} if self.unseen else {}),
        }

    def cites(self) -> tuple[str, ...]:
        """The ids of the claims that the proof uses as lemmas, in order."""
        return self._cites

    @cached_property
    def _cites(self) -> tuple[str, ...]:
        return cites(self.refuted, self.proof)


def cites(*trees: Tree) -> tuple[str, ...]:
    """The ids of the claims that trees use as lemmas, in order, those of the last tree first."""
    found: dict[str, None] = {}
    waiting: list[Any] = list(trees)
    while waiting:
        tree = waiting.pop()
        if isinstance(tree, str):  # which most parts are
            continue
        if isinstance(tree, Mapping):
            if isinstance(tree.get("lemma"), str):
                found[tree["lemma"]] = None
            waiting.extend(reversed(list(tree.values())))
        elif isinstance(tree, (list, tuple)):
            waiting.extend(reversed(tree))
    return tuple(found)


def formal(
    id: str,
    *,
    statement: Mapping[str, Any],
    proof: Tree = None,
    instance: Mapping[str, Any] | None = None,
    twin: Variant | None = None,
    refuted: Mapping[str, Any] | None = None,
    expected: Verdict | None = None,
    **words: Any,
) -> Formal:
    """Declare a claim in proof form; see `Formal` for the fields.

    Raises ValueError where the id has one already, or a field of `words` is none that a claim has.
    """
    frame = sys._getframe(1)
    unknown = sorted(set(words) - set(WORDS))
    if unknown:
        raise ValueError(f"claim {id!r}: no field {unknown[0]!r}; allowed are {', '.join(WORDS)}")
    usual = Verdict.PROVED if proof is not None else Verdict.REFUTED
    pinned = usual if expected is None else expected
    module = str(frame.f_globals.get("__name__", ""))
    claim = Formal(
        id, statement, proof, instance, twin, refuted, expected=pinned, words=words, module=module, line=frame.f_lineno
    )
    return add(claim)


def add(claim: Formal) -> Formal:
    """Make a claim in proof form known; raises ValueError where its id has one already."""
    if claim.id in _CLAIMS:
        raise ValueError(f"claim {claim.id!r} has two statements: {_CLAIMS[claim.id].module} and {claim.module}")
    _CLAIMS[claim.id] = claim
    return claim


def all_formal() -> Mapping[str, Formal]:
    """Every claim in proof form that was imported."""
    return _CLAIMS


def library() -> Library:
    """The kernel's view of the claims in proof form."""
    from .kernel.claims import Library

    return Library(lambda id: {"statement": _CLAIMS[id].statement, "proof": _CLAIMS[id].proof})
