"""A pytest plugin: `pytest --claims` turns registered claims into test items.

Without the option nothing is imported and nothing changes. A claim passes when its verdict is the pinned one.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from attnverify.rooms import own_rooms

if TYPE_CHECKING:
    from verify.claim import Claim
    from verify.decision import Decision

_SEED = 0


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
        metavar="FILE.py",
        help="run this file and add the claims it declares; repeatable",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the chosen claims behind the tests, early enough for -k and --deselect to see them."""
    if config.option.claims or config.option.claims_paper or config.option.claims_file:
        try:
            own_rooms()
        except ImportError as error:
            raise pytest.UsageError(str(error)) from error
        group = ClaimGroup.from_parent(session, name="claims", nodeid="claims")
        items.extend(group.collect())


class ClaimGroup(pytest.Collector):
    """The claims that the options choose, with the decisions they share."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.claims: dict[str, Claim] = {}
        self.decisions: dict[str, Decision] = {}
        self.cached: set[str] = set()

    def collect(self) -> Iterator[ClaimItem]:
        """One item per chosen claim, in the order of declaration."""
        from verify.claim import DeclarationError
        from verify.registry import load
        from verify.user_file import load_file

        option = self.config.option
        try:
            self.claims = load()
            self.cached = set(self.claims)
            own = {claim.id: claim for file in option.claims_file for claim in load_file(Path(file))}
            self.claims.update(own)
        except DeclarationError as error:
            raise pytest.UsageError(str(error)) from error
        papers = {claim.source.paper.name for claim in self.claims.values()}
        unknown = [name for name in option.claims_paper if name not in papers]
        if unknown:
            raise pytest.UsageError(f"unknown paper {unknown[0]!r}; allowed are {', '.join(sorted(papers)) or 'none'}")
        for id, claim in self.claims.items():
            if option.claims or id in own or claim.source.paper.name in option.claims_paper:
                yield ClaimItem.from_parent(self, name=id, claim=claim)

    def decided(self, claim: Claim) -> Decision:
        """The decision of a claim, made once per session; one of an installed package may come from the cache."""
        from verify.cache import Cache
        from verify.decision import decide

        if claim.id not in self.decisions:
            known = Cache(_SEED).get(claim) if claim.id in self.cached else None
            self.decisions[claim.id] = known or decide(claim, _SEED)
        return self.decisions[claim.id]


class ClaimItem(pytest.Item):
    """One claim as a test: it is decided together with what it rests on, and compared with its pinned verdict."""

    def __init__(self, *, claim: Claim, **more: Any) -> None:
        super().__init__(**more)
        self.claim = claim

    def runtest(self) -> None:
        """Decide the claim; raises ClaimError when the verdict differs."""
        from verify.ledger import build, fault
        from verify.runner import with_premises

        group = self.parent
        assert isinstance(group, ClaimGroup)
        needed = with_premises([self.claim.id], group.claims)
        with warnings.catch_warnings():  # a verdict does not depend on what the project's tests make of warnings
            warnings.simplefilter("ignore")
            decisions = {claim.id: group.decided(claim) for claim in needed}
        entries = build(needed, decisions, _SEED)["claims"]
        entry = next(item for item in entries if item["id"] == self.claim.id)
        if fault(entry):
            raise ClaimError("\n".join(_explained(entry)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *arguments: Any) -> Any:
        """The verdict and its reason; a traceback only for a defect of the plugin itself."""
        return str(excinfo.value) if isinstance(excinfo.value, ClaimError) else super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Where the claim is declared."""
        formal = self.claim.formal
        if formal is not None:
            file = getattr(sys.modules.get(formal.module), "__file__", None)
            return str(file or formal.module), formal.line - 1, f"claim {self.claim.id}"
        if self.claim.check is None:
            return str(getattr(sys.modules.get(self.claim.module), "__file__", None)), None, f"claim {self.claim.id}"
        code = self.claim.check.__code__
        return code.co_filename, code.co_firstlineno - 1, f"claim {self.claim.id}"


def _explained(entry: dict[str, Any]) -> Iterator[str]:
    from verify.cli.certificate_text import counterexample
    from verify.cli.plain_text import plain

    yield f"{entry['id']}: {entry['verdict']}, expected {entry['expected']}: {entry['title']}"
    yield from counterexample(entry, "  ")
    if entry["reason"]:
        yield f"  because: {entry['reason']}"
    if entry["twin"]["fault"]:
        yield f"  false twin: {entry['twin']['fault']}"
    for item in entry["evidence"]:
        yield f"  step: {item['rung']} by {item['method']}: {item['reason'] or item['scope']}"
    yield f"  statement: {plain(entry['statement'])}"
    yield f"  source: {entry['source']}"
