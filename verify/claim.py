"""A claim: a statement of a paper (or of a user) together with the check that decides it."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .argument import Argument
from .evidence import REACHED, Evidence
from .formal import Formal
from .roles import OF_THE_PAPER, ROLES, derived_role
from .verdict import Verdict

Check = Callable[..., Evidence]

_ID = re.compile(r"[A-Z][A-Z0-9]*-[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
# What sort of statement it is, in the words of its paper: inequality, spectrum, rank collapse.
_KIND = re.compile(r"[a-z][a-z0-9 -]{,38}[a-z0-9]")


class DeclarationError(ValueError):
    """A claim is malformed; the message names the claim, the field, the value and what is allowed."""


@dataclass(frozen=True)
class Paper:
    """A source of claims. `name` selects it on the command line, `arxiv` identifies it."""

    name: str
    title: str
    arxiv: str = ""


@dataclass(frozen=True)
class Source:
    """Where a statement stands: paper, label, and whether its formula had to be rebuilt from the surrounding words."""

    paper: Paper
    label: str
    reconstructed: bool = False

    def __str__(self) -> str:
        where = f"arXiv {self.paper.arxiv}, {self.label}" if self.paper.arxiv else self.label
        return f"{where} (formula reconstructed)" if self.reconstructed else where


@dataclass(frozen=True)
class Twin:
    """A false variant of a claim: the same check with a wrong constant, sign or index, which it must leave open.

    says : what was changed, in words.
    changes : keyword arguments passed to the check instead of its defaults.
    """

    says: str
    changes: Mapping[str, Any]


@dataclass(frozen=True)
class Claim:
    """A statement with everything needed to decide it. See `claim` for the fields and their rules.

    One of four tells the verdict:
    formal : the statement and proof that the kernel judges.
    argument : the words that join the claims of `rests_on` to the statement; the claim is ARGUED where these hold.
    check : what computes or draws, worth ARGUED or TESTED at most.
    undecided : why nothing decides the claim; it is OPEN.
    """

    id: str
    title: str
    statement: str
    source: Source
    kind: str
    twin: Twin
    expected: Verdict
    check: Check | None
    reading: str = ""
    rests_on: tuple[str, ...] = ()
    repairs: str = ""
    no_repair: str = ""
    role: str = ""
    formal: Formal | None = None
    undecided: str = ""
    argument: Argument | None = None
    module: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)
    file: str = field(default="", compare=False)

    @property
    def form(self) -> str:
        """ "proof", "argued", "computed" or "open"."""
        if self.formal is not None:
            return "proof"
        return "argued" if self.argument else "computed" if self.check else "open"

    def _repr_html_(self) -> str:
        from .report.cell import declared_cell

        return declared_cell(self)

    def __post_init__(self) -> None:
        if not self.role:
            object.__setattr__(self, "role", derived_role(self.id, self.repairs, self.source.reconstructed))


class ProofClaim(Claim):
    """A claim in proof form: what it rests on, its twin and, where its words say nothing, its statement are its data's.

    They are read when they are asked for, so that a list of claims reads no proofs.
    """

    def __init__(self, **fields: Any) -> None:
        for name, given in {**_DEFAULTS, **fields}.items():
            object.__setattr__(self, name, given)
        self.__post_init__()

    @cached_property
    def statement(self) -> str:
        """What is shown, as formulas."""
        assert self.formal is not None
        show = self.formal.statement["show"]
        return show if isinstance(show, str) else "; ".join(show)

    @cached_property
    def rests_on(self) -> tuple[str, ...]:
        """The claims that the proof cites."""
        assert self.formal is not None
        return self.formal.cites()

    @cached_property
    def twin(self) -> Twin:
        """The false twin, by its texts."""
        assert self.formal is not None
        twin = self.formal.twin
        return Twin(twin.says, dict(twin.replace)) if twin else Twin("none", {})


_DEFAULTS: Mapping[str, Any] = {
    "check": None, "reading": "", "repairs": "", "no_repair": "", "role": "",
    "undecided": "", "argument": None, "module": "", "line": 0, "file": "",
}  # fmt: skip


def validate(claim: Claim) -> Claim:
    """Return `claim`, or raise DeclarationError with one line that says what is wrong with its declaration."""

    def fail(where: str, value: object, allowed: str) -> DeclarationError:
        return _fault(claim, where, value, allowed)

    if not _ID.fullmatch(claim.id):
        raise fail("id", claim.id, "allowed is a form such as POW-L3.class2")
    for name in ("title", "statement") if claim.formal is None else ("title",):
        if not getattr(claim, name).strip():
            raise fail(name, getattr(claim, name), "a sentence is needed")
    if not claim.source.label.strip():
        raise fail("source", claim.source.label, "name the place in the paper")
    if claim.role not in ROLES:
        raise fail("role", claim.role, f"allowed are {', '.join(ROLES)}")
    if claim.role in OF_THE_PAPER and (claim.role == "reconstructed") != claim.source.reconstructed:
        raise fail("role", claim.role, "reconstructed is what a source says whose label ends in it")
    if not _KIND.fullmatch(str(claim.kind)):
        raise fail("kind", claim.kind, "allowed is a word or two in small letters, such as inequality or rank collapse")
    if not isinstance(claim.expected, Verdict):
        raise fail("expected", claim.expected, "give a Verdict")
    if claim.formal is None and claim.id in claim.rests_on:
        raise fail("rests_on", claim.rests_on, "a claim cannot rest on itself")
    if claim.no_repair and not claim.expected.fails and not claim.undecided:
        raise fail("no_repair", claim.no_repair, "only a refuted claim can be without a repair")
    if sum(bool(told) for told in (claim.formal, claim.argument, claim.check, claim.undecided)) != 1:
        raise fail("undecided", claim.undecided, "one is needed of a proof, an argument, a check and this, why")
    if claim.check is not None:
        _validate_parameters(claim.check, fail)
        _validate_twin(claim, claim.check, fail)
        if claim.expected not in REACHED:
            allowed = ", ".join(verdict.value for verdict in REACHED)
            raise fail("expected", claim.expected.value, f"a computation reaches {allowed}")
    return claim


def _fault(claim: Claim, where: str, value: object, allowed: str) -> DeclarationError:
    return DeclarationError(f"claim {claim.id!r}: {where} is {value!r}; {allowed}")


def _validate_parameters(check: Check, fail: Callable[[str, object, str], DeclarationError]) -> None:
    for name, parameter in inspect.signature(check).parameters.items():
        if parameter.default is inspect.Parameter.empty:
            raise fail("check parameter", name, "every parameter of a check needs the claimed value as its default")


def _validate_twin(claim: Claim, check: Check, fail: Callable[[str, object, str], DeclarationError]) -> None:
    if not claim.twin.says.strip() or not claim.twin.changes:
        raise fail("twin", claim.twin, "say what is changed and give the changed arguments")
    parameters = inspect.signature(check).parameters
    for name, changed in claim.twin.changes.items():
        if name not in parameters:
            raise fail("twin", name, f"allowed are the parameters of the check: {', '.join(parameters) or 'none'}")
        if changed == parameters[name].default:
            raise fail("twin", {name: changed}, "the twin must differ from the claim")
