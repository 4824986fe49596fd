"""A pytest plugin: `pytest --claims` turns registered claims into test items.

Without the options nothing is imported and nothing changes. A claim passes when its verdict is the pinned one; a test
with the mark `claim("CON-T4.2", verdict="REFUTED")` runs only where the claim has that verdict, and fails otherwise.
`pytest claims::CON-T4.2` is one claim alone, as the reports name it.
"""

from __future__ import annotations

import difflib
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from attnverify.verify.cache import Cache
    from attnverify.verify.claim import Claim
    from attnverify.verify.decision import Decision

_SEED = 0
# As reports name a claim, -v from inside a folder too.
_NODE = re.compile(r"(?:\.\./)*claims::(.*)")
_GROUP = pytest.StashKey["ClaimGroup"]()


class ClaimError(Exception):
    """A verdict is not the pinned one; the message is what the report prints."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("attnverify", "claims about the dynamics of self-attention")
    group.addoption("--claims", action="store_true", help="add every registered claim to the tests")
    group.addoption(
        "--claims-paper", action="append", default=[], metavar="NAME", help="add the claims of this paper; repeatable"
    )
    group.addoption(
        "--claims-file",
        action="append",
        default=[],
        metavar="FILE",
        help="add the claims that this file declares, here or in the root folder; a Python file is run; repeatable",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Keep `claims::ID` arguments, which pytest would take for files, and look at what the options were meant for."""
    config.addinivalue_line(
        "markers", "claim(id, verdict=...): the test is about a claim, which must have this verdict"
    )
    option = config.option
    if not hasattr(option, "claims_chosen"):  # a worker process of pytest-xdist is told
        option.claims_chosen = [found[1] for found in map(_NODE.fullmatch, config.args) if found]
        typed = [str(arg) for arg in config.invocation_params.args]
        asked = option.claims_chosen or any(arg.startswith("--claims") for arg in typed)
        selected = config.args_source is pytest.Config.ArgsSource.ARGS
        # Options in a configuration file are about the whole suite: who names other tests wants only those.
        option.claims_wanted = asked or not selected
        if option.claims_chosen:
            config.args[:] = [arg for arg in config.args if not _NODE.fullmatch(arg)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the chosen claims behind the tests, early enough for -k and --deselect to see them."""
    option = config.option
    marked = [item for item in items if any(item.iter_markers("claim"))]
    asked = option.claims or option.claims_paper or option.claims_file or option.claims_chosen
    if not marked and not (asked and option.claims_wanted):
        return
    group = _group(session, alone=not items)
    for item in marked:
        for mark in item.iter_markers("claim"):
            group.wanted(mark)
    if asked and option.claims_wanted:
        report = group.ihook.pytest_make_collect_report(collector=group)
        group.ihook.pytest_collectreport(report=report)
        items.extend(report.result)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Fail a test marked `claim` whose claim has another verdict than the mark demands, or one not to be trusted."""
    for mark in item.iter_markers("claim"):
        from attnverify.verify.ledger import untrusted

        group = _group(item.session)
        claim, wanted = group.wanted(mark)
        entry = group.entry(claim)
        item.user_properties.append((f"verdict of {claim.id}", entry["verdict"]))
        if entry["verdict"] != wanted or untrusted(entry):
            pytest.fail("\n".join(explained(entry, wanted)), pytrace=False)


@pytest.fixture
def claim_verdict(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The verdict of a claim by its id, such as "PROVED"; raises KeyError for an id that no claim has."""
    group = _group(request.session)
    from attnverify.verify.registry import named

    return lambda id: str(group.entry(group.claims[named(id, group.claims) or id])["verdict"])


def _group(session: pytest.Session, *, alone: bool = False) -> ClaimGroup:
    """The claims of the session, loaded when they are first asked for. alone : no test of another kind asks for one."""
    if _GROUP not in session.stash:
        group = ClaimGroup.from_parent(session, name="claims", nodeid="claims")
        session.stash[_GROUP] = group
        if not (alone and group.recall()):
            group.known.clear()
            group.load()
    return session.stash[_GROUP]


class ClaimGroup(pytest.Collector):
    """The claims that the options choose, with the decisions they share."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.claims: dict[str, Claim] = {}
        self.own: dict[str, Claim] = {}
        self.decisions: dict[str, Decision] = {}
        self.cache: Cache | None = None
        self.known: dict[str, dict[str, Any]] = {}
        self.since = time()

    def recall(self) -> bool:
        """Whether all that is to be tested is known from before, so that no claim has to be loaded."""
        from attnverify.verify.cli import kept
        from attnverify.verify.cli.kept_run import also

        option = self.config.option
        if option.claims or option.claims_paper or option.claims_file:
            return False
        found = [
            kept.read(f"{id.lower()}.tested", also(_SEED, ()))
            for id in option.claims_chosen
            if id.isprintable() and "/" not in id
        ]
        self.known = {one["entry"]["id"]: one for one in found if one}
        return bool(found) and len(self.known) == len(set(option.claims_chosen))

    def keep(self, claim: Claim, entry: dict[str, Any], place: tuple[Any, ...]) -> None:
        """Keep what a claim of an installed package came to, until a source changes."""
        from attnverify.verify.cli import kept
        from attnverify.verify.cli.kept_run import also

        crashed = any(one.crashed or one.twin.crashed for one in self.decisions.values())
        if self.config.option.claims_chosen and not crashed and not self.own:
            found = {"entry": entry, "place": [str(place[0]), *place[1:]]}
            kept.keep(f"{claim.id.lower()}.tested", found, self.claims.values(), self.since, also(_SEED, ()))

    def load(self) -> None:
        """Every installed claim and those of the files; UsageError with one line where that is impossible."""
        from attnverify.verify.claim import DeclarationError
        from attnverify.verify.registry import load, named
        from attnverify.verify.user_file import load_file

        option = self.config.option
        try:
            self.claims = load(links=False)
            for file in dict.fromkeys(self._place(name) for name in option.claims_file):
                found = {claim.id: claim for claim in load_file(file)}
                self.own.update(found)
                self.claims.update(found)
        except DeclarationError as error:
            raise pytest.UsageError(str(error)) from error
        papers = {claim.source.paper.name for claim in self.claims.values()}
        for what, names, allowed in (
            ("paper", option.claims_paper, papers),
            ("claim", option.claims_chosen, self.claims),
        ):
            for name in names:
                if not named(name, allowed):
                    near = difflib.get_close_matches(name, allowed, n=5, cutoff=0.0)
                    raise pytest.UsageError(f"unknown {what} {name!r}; allowed are, among others, {', '.join(near)}")

    def _place(self, name: str) -> Path:
        """A file named on the command line is meant from there, one in a configuration file from the root folder."""
        folders = (self.config.invocation_params.dir, self.config.rootpath)
        return next(((folder / name).resolve() for folder in folders if (folder / name).is_file()), Path(name))

    def collect(self) -> Iterator[ClaimItem]:
        """One item per chosen claim, in the order of declaration."""
        from attnverify.verify.registry import named

        for id, one in self.known.items():
            yield ClaimItem.from_parent(self, name=id, known=one, claim=None)
        if not self.claims:
            return
        option = self.config.option
        chosen = {named(id, self.claims) for id in option.claims_chosen}
        of_papers = {claim.source.paper.name: claim for claim in self.claims.values()}
        papers = {named(name, of_papers) for name in option.claims_paper}
        for id, claim in self.claims.items():
            listed = option.claims or id in self.own or claim.source.paper.name in papers
            if id in chosen if chosen else listed:
                yield ClaimItem.from_parent(self, name=id, known=None, claim=claim)

    def wanted(self, mark: pytest.Mark) -> tuple[Claim, str]:
        """The claim and the verdict that a mark names; UsageError where there is no such claim or verdict."""
        from attnverify.verify.registry import named
        from attnverify.verify.verdict import Verdict

        id, verdict = (*mark.args, "", "")[:2]
        id = named(str(id), self.claims)
        verdict = str(mark.kwargs.get("verdict", verdict))
        allowed = [one.value for one in Verdict]
        if id not in self.claims or verdict not in allowed or set(mark.kwargs) - {"verdict"} or len(mark.args) > 2:
            said = ", ".join([*map(repr, mark.args), *(f"{name}={value!r}" for name, value in mark.kwargs.items())])
            raise pytest.UsageError(
                f"@pytest.mark.claim({said}): needed are the id of a claim and verdict=, one of {', '.join(allowed)}"
            )
        return self.claims[id], verdict

    def decided(self, claim: Claim) -> Decision:
        """The decision of a claim, made once per session; one of an installed package may come from the cache."""
        from attnverify.verify.cache import Cache
        from attnverify.verify.decision import decide

        if claim.id not in self.decisions:
            self.cache = self.cache or Cache(_SEED)
            known = self.cache.get(claim) if claim.id not in self.own else None
            found = known or decide(claim, _SEED)
            if not known and claim.id not in self.own:
                self.cache.put(claim, found)
            self.decisions[claim.id] = found
        return self.decisions[claim.id]

    def entry(self, claim: Claim) -> dict[str, Any]:
        """The claim as in the ledger, decided together with what it rests on."""
        from attnverify.verify.ledger import build
        from attnverify.verify.registry import with_premises

        needed = with_premises([claim.id], self.claims)
        with warnings.catch_warnings():  # a verdict does not depend on what the project's tests make of warnings
            warnings.simplefilter("ignore")
            decisions = {one.id: self.decided(one) for one in needed}
        entries: list[dict[str, Any]] = build(needed, decisions, _SEED)["claims"]
        return next(item for item in entries if item["id"] == claim.id)


class ClaimItem(pytest.Item):
    """One claim as a test: it is decided together with what it rests on, and compared with its pinned verdict."""

    def __init__(self, *, claim: Claim | None, known: dict[str, Any] | None, **more: Any) -> None:
        super().__init__(**more)
        self.claim, self.known = claim, known

    def runtest(self) -> None:
        """Decide the claim; raises ClaimError when the verdict differs."""
        from attnverify.verify.ledger import fault

        group = self.parent
        assert isinstance(group, ClaimGroup)
        if self.claim is None:
            assert self.known is not None
            entry = self.known["entry"]
        else:
            entry = group.entry(self.claim)
            group.keep(self.claim, entry, self.reportinfo())
        self.user_properties.append(("verdict", entry["verdict"]))
        if fault(entry):
            raise ClaimError("\n".join(explained(entry, entry["expected"])))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *arguments: Any) -> Any:
        """The verdict and its reason; a traceback only for a defect of the plugin itself."""
        return str(excinfo.value) if isinstance(excinfo.value, ClaimError) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Where the claim is declared."""
        if self.claim is None:
            assert self.known is not None
            file, line, name = self.known["place"]
            return file, line, name
        formal = self.claim.formal
        if formal is not None:
            source = getattr(sys.modules.get(formal.module), "__file__", None)
            return str(source or formal.module), formal.line - 1, f"claim {self.claim.id}"
        if self.claim.check is None:
            return str(getattr(sys.modules.get(self.claim.module), "__file__", None)), None, f"claim {self.claim.id}"
        code = self.claim.check.__code__
        return code.co_filename, code.co_firstlineno - 1, f"claim {self.claim.id}"


def explained(entry: dict[str, Any], wanted: str) -> Iterator[str]:
    """What a claim came to, against what was wanted, and why."""
    from attnverify.verify.cli.plain_text import plain
    from attnverify.verify.cli.proof_text import counterexample

    yield f"{entry['id']}: {entry['verdict']}, expected {wanted}: {entry['title']}"
    yield from counterexample(entry, "  ")
    if entry["reason"]:
        yield f"  because: {entry['reason']}"
    if entry["twin"]["fault"]:
        yield f"  false twin: {entry['twin']['fault']}"
    if entry["evidence"]:
        yield f"  by {entry['evidence']['method']}: {entry['evidence']['scope']}"
    yield f"  statement: {plain(entry['statement'])}"
    yield f"  source: {entry['source']}"
