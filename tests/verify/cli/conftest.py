"""Running the command line inside the test process."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from verify.cli import main

SQUARES = """
declare("TST-1")(square)
declare("TST-2", rests_on=["TST-1"])(square)
def false(constant=1):
    yield from square(3 - constant)
declare("TST-3", Verdict.ARGUED_FALSE, no_repair="none is possible")(false)
"""


@pytest.fixture
def squares(project: Callable[[str], None]) -> None:
    """A project with two proofs, one resting on the other, and a refutation."""
    project(SQUARES)


@pytest.fixture
def attnverify() -> Callable[..., Result]:
    """Run a command line; exceptions other than a clean exit are failures."""

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, catch_exceptions=False)

    return call
