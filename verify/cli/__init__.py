"""The command line: `attnverify`, with one module per command.

Nothing here imports a computer algebra system or a printing library at its own import, so that help and lists are there
at once.
"""

from __future__ import annotations

from typing import Any

import click

from verify.cli.analyse import analyse
from verify.cli.check import check
from verify.cli.decide import decide
from verify.cli.listing import list_
from verify.cli.model import model
from verify.cli.recheck import recheck
from verify.cli.report import report
from verify.cli.run import run
from verify.cli.show import show
from verify.cli.simulate import simulate
from verify.cli.sweep import sweep


class _OneLineErrors(click.Group):
    """A group that answers bad input and an interruption with one line, without usage text or traceback."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            error.ctx = None
            raise
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(130)


@click.group(cls=_OneLineErrors, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="attnverify")
def main() -> None:
    """Verify theorems about the dynamics of self-attention, and say how far the evidence reaches.

    Exit codes: 0 as expected; 1 a verdict differs from its pinned one, the ledger is stale, a recheck failed, or a
    statement is refuted; 2 bad input; 3 undecided (`decide`); 130 interrupted.
    """


for _command in (run, list_, show, recheck, report, decide, check, analyse, simulate, sweep, model):
    main.add_command(_command)
