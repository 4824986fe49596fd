"""The registry: what texts declare and what is marked `@claim`, which complains at the declaration."""

from __future__ import annotations

import difflib
import gc
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .argument import Argument
from .claim import Check, Claim, DeclarationError, Paper, ProofClaim, Source, Twin, validate
from .formal import Formal, add, all_formal
from .roles import derived_role
from .verdict import Verdict

if TYPE_CHECKING:
    from .theory.claims import Section, TextClaim

_CLAIMS: dict[str, Claim] = {}
ENTRY_POINT_GROUP = "attnverify.claims"
_THEORIES: dict[Path, list[Section]] = {}
_LEMMAS = Paper("lemmas", "Lemmas that several proofs use")


def claim(
    id: str,
    *,
    title: str,
    statement: str,
    source: Source,
    kind: str,
    twin: Twin,
    expected: Verdict,
    reading: str = "",
    rests_on: Sequence[str] = (),
    repairs: str = "",
    no_repair: str = "",
    role: str = "",
) -> Callable[[Check], Check]:
    """Register the decorated check as the claim `id`.

    id : permanent, such as ``POW-L3.class2``; a repaired statement is ``<id>.repaired``, reading k of an ambiguous one
        ``<id>.Rk`` (the plain id carries the most charitable reading and says which in `reading`).
    statement : the statement in words and TeX.
    kind : what sort of statement it is, in a word or two: inequality, stability, spectrum, or one of the paper's own.
    twin : a false variant that the same check must leave open.
    expected : the pinned verdict: TESTED for draws, at best ARGUED, for an enclosure by a tool that is taken at its
        word; worse or better fails `attnverify run --check`.
    rests_on : ids of the claims that the check uses.
    repairs : for a repaired statement, the id of the refuted one.
    no_repair : for a refuted claim without a repaired one, why there is none.
    role : what the claim has to do with the paper: printed, reading, dropped (a hypothesis left out on purpose), repair
        or extension. By default a repaired claim is a repair, ``<id>.Rk`` a reading, and any other one printed.
    The check is a function without required arguments that returns `Evidence`; every claimed constant is a parameter
    whose default is the claimed value, so that the twin runs through the same code.
    Raises DeclarationError with one line when the declaration is malformed or the id is taken.
    """
    line = sys._getframe(1).f_lineno
    if isinstance(rests_on, str):
        raise DeclarationError(f"claim {id!r}: rests_on is the text {rests_on!r}; a list of texts is needed")

    def register(check: Check) -> Check:
        declared = Claim(
            id, title, statement, source, kind, twin, expected, check, reading, tuple(rests_on), repairs, no_repair,
            role, module=check.__module__, line=line,
        )  # fmt: skip
        _add(validate(declared))
        return check

    return register


def recorded(id: str, *, argument: Argument | None = None, **fields: Any) -> None:
    """Register a claim in words: nothing decides it yet, and it is OPEN, or it is argued from other claims.

    argument : what it is argued by. fields : the others of `Claim`, such as `undecided`: why it is open.
    Raises DeclarationError with one line when the declaration is malformed or the id is taken.
    """
    rests_on = argument.rests_on if argument else ()
    words = {"check": None, "twin": Twin("none", {}), "expected": Verdict.OPEN, "rests_on": rests_on, **fields}
    _add(validate(Claim(id=id, argument=argument, **words)))


def _add(declared: Claim) -> None:
    other = _CLAIMS.setdefault(declared.id, declared)
    if other is not declared:
        raise DeclarationError(f"claim {declared.id!r}: the id is taken, by {other.module}; choose another")


def theories(folder: str | Path, package: str) -> None:
    """Register the claims of all `.proof` files below `folder`, for a package's entry point; once for each folder.

    Raises DeclarationError, with file, line and column, where the entries of a file cannot be read.
    """
    from .theory.claims import load as read_texts
    from .theory.text import Fault

    root = Path(folder).resolve()
    if root in _THEORIES:
        return
    try:
        _THEORIES[root] = texts = read_texts(root, package)
        declared = [claim for section in texts for claim in section.claims.values()]
    except Fault as error:
        raise DeclarationError("\n".join(error.lines(error.file))) from error
    for claim in declared:
        register(claim)


def registered_section(file: Path) -> Section | None:
    """The text of a file that a package has registered; None for any other file."""
    path = file.resolve()
    return next((section for texts in _THEORIES.values() for section in texts if section.path == path), None)


def register(declared: TextClaim) -> None:
    """Register a claim of a text; raises DeclarationError where its id is taken."""
    if not declared.in_words:
        try:
            add(declared)
        except ValueError as error:
            raise DeclarationError(str(error)) from error
        return
    words = {name: text for name, text in declared.words.items() if name != "sentence"}
    said = {"statement": declared.words.get("sentence", ""), "undecided": declared.open}
    recorded(declared.id, argument=declared.argument, **said, **_fields(declared, words))


def load(*, links: bool = True) -> dict[str, Claim]:
    """Every claim of the installed entry points, by id, in the order of declaration.

    links : whether it is looked at what claims rest on, for which all proofs are read.
    Raises DeclarationError when `rests_on` or `repairs` names a claim that does not exist, when the claims rest on each
    other in a circle, or when a refuted claim has neither a repaired one nor a reason for having none.
    """
    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        entry_point.load()()
    for formal in all_formal().values():
        known = _CLAIMS.get(formal.id)
        if known is None or known.formal is not formal:
            _CLAIMS[formal.id] = _in_proof_form(formal)
    if links:
        require_links(_CLAIMS.values())
    return dict(_CLAIMS)


def packages() -> list[str]:
    """The packages of the entry points, where `load` finds claims."""
    found = entry_points(group=ENTRY_POINT_GROUP)
    return sorted({package_of(entry_point.module) for entry_point in found})


def package_of(module: str) -> str:
    """The package that a module of claims lies in, the whole of one working copy: the first part of its name.

    Of attnverify itself it is the second as well: its three packages are read and digested apart.
    """
    parts = module.split(".")
    return ".".join(parts[: 2 if parts[0] == "attnverify" else 1])


def registered() -> bool:
    """Whether any claim is registered in this process."""
    return bool(_CLAIMS or all_formal())


def _in_proof_form(declared: Formal) -> Claim:
    """The claim that `declared` states; a lemma without a number in any paper says what its statement says.

    A step of a claim, whose id goes on from it, is of its title, place and kind where it says none.
    """
    words = dict(declared.words)
    if "sentence" in words:
        words["statement"] = words.pop("sentence")
    if declared.id.startswith("LEM-"):
        name = declared.id.removeprefix("LEM-")
        words = {"title": name, "source": Source(_LEMMAS, name), "kind": "lemma", "role": "extension", **words}
    whole = _CLAIMS.get(declared.id.rpartition(".")[0])
    if whole is not None and "source" not in words:
        step, role = declared.id.rpartition(".")[2], derived_role(declared.id, words.get("repairs", ""))
        role = "extension" if role == "printed" else role
        words = {"title": f"{whole.title}: {step}", "source": whole.source, "kind": whole.kind, "role": role, **words}
    words = _fields(declared, words)
    other = _CLAIMS.get(declared.id)
    if other is not None and other.formal is None:
        raise DeclarationError(f"claim {declared.id!r}: the id is taken, by {other.module}; choose another")
    return validate(ProofClaim(id=declared.id, check=None, formal=declared, undecided="", **words))


def _fields(declared: Formal, words: Mapping[str, Any]) -> dict[str, Any]:
    """What the words of a claim say, what is expected of it, and where it stands; DeclarationError where one lacks."""
    missing = [name for name in ("title", "source", "kind") if name not in words]
    if missing:
        raise DeclarationError(f"claim {declared.id!r}: {missing[0]!r} is missing")
    return {**words, **{name: getattr(declared, name) for name in ("expected", "module", "line", "file")}}


def find(id: str) -> Claim:
    """The claim `id` among those loaded, in any case; raises KeyError with one line that suggests near ids."""
    known = named(id, _CLAIMS)
    if known:
        return _CLAIMS[known]
    near = difflib.get_close_matches(id, _CLAIMS, n=3, cutoff=0.5)
    hint = f"did you mean {', '.join(near)}?" if near else "`attnverify list` prints all ids"
    raise KeyError(f"unknown claim id {id!r}; {hint}")


def named(id: str, known: Iterable[str]) -> str:
    """The id among the known ones that is written like `id`, or else differs from it by case alone; empty for none."""
    known = list(known)
    return id if id in known else next((other for other in known if other.casefold() == id.casefold()), "")


def repairs() -> dict[str, str]:
    """For every registered claim that is repaired, the id of the claim that repairs it."""
    return {declared.repairs: declared.id for declared in _CLAIMS.values() if declared.repairs}


def require_links(claims: Collection[Claim]) -> None:
    """Read what these loaded claims rest on, for which all their proofs are read.

    Raises DeclarationError where a proof cannot be read, when `rests_on` or `repairs` names a claim that does not
    exist, when claims rest on each other in a circle, or when a refuted claim has neither a repaired one nor a reason
    for having none.
    """
    with _without_collecting():
        unread = [line for claim in claims if claim.formal is not None for line in _faults(claim.formal)]
    if unread:
        raise DeclarationError("\n".join(unread))
    repaired = repairs()
    for declared in claims:
        for link in (*declared.rests_on, *((declared.repairs,) if declared.repairs else ())):
            if link not in _CLAIMS:
                raise DeclarationError(f"claim {declared.id!r}: names {link!r}, which is not a claim")
        if declared.expected.fails and declared.id not in repaired and not declared.no_repair:
            raise DeclarationError(f"claim {declared.id!r}: refuted, but no claim repairs it and no_repair is empty")
    with_premises([claim.id for claim in claims], _CLAIMS)


def with_premises(ids: Iterable[str], claims: Mapping[str, Claim]) -> list[Claim]:
    """The claims `ids` and all claims they rest on, in the order of `claims`.

    Raises DeclarationError where one of these is none, or rests on itself.
    """
    done: set[str] = set()
    for id in ids:
        _walk(id, (), done, claims)
    return [claim for name, claim in claims.items() if name in done]


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Reading all texts makes a million objects that stay; looking for garbage among them takes as long again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if enabled:
            gc.enable()


def _faults(declared: Formal) -> Iterator[str]:
    """What is wrong with the text of a claim, so that it cannot be read."""
    from .theory.claims import TextClaim
    from .theory.text import Fault

    if isinstance(declared, TextClaim):
        try:
            declared.data()
        except Fault as error:
            yield from error.lines(declared.file)


def _walk(id: str, path: tuple[str, ...], done: set[str], claims: Mapping[str, Claim]) -> None:
    if id in done:
        return
    if id not in claims:
        raise DeclarationError(f"claim {path[-1]!r}: names {id!r}, which is not a claim")
    if id in path:
        raise DeclarationError(f"claim {id!r}: rests on itself through {' -> '.join((*path, id))}")
    for premise in claims[id].rests_on:
        _walk(premise, (*path, id), done, claims)
    done.add(id)
