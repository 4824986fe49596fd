"""The command line: `attnverify`, with one module per command.

Nothing here imports a computer algebra system or a printing library at its own import, and a command only what it
needs, so that help and lists are there at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

# The module and the name in it of every command, in the order of the help; each is imported when it is asked for.
_COMMANDS = {
    "run": ("run", "run"),
    "list": ("listing", "list_"),
    "show": ("show", "show"),
    "recheck": ("recheck", "recheck"),
    "report": ("report", "report"),
    "decide": ("decide", "decide"),
    "check": ("check", "check"),
    "new": ("new", "new"),
    "analyse": ("analyse", "analyse"),
    "simulate": ("simulate", "simulate"),
    "sweep": ("sweep", "sweep"),
    "model": ("model", "model"),
}


@contextmanager
def _one_line() -> Iterator[None]:
    """Takes from an error what click would print above its line."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = None
        raise


class _Commands(click.Group):
    """The commands. Bad input and an interruption are answered with one line, without usage text or traceback."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        module, name = _COMMANDS[cmd_name]
        found: click.Command = getattr(import_module(f"verify.cli.{module}"), name)
        return found

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _one_line():
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _one_line():
                return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("interrupted", err=True)
            ctx.exit(130)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="attnverify")
def main() -> None:
    """Verify theorems about the dynamics of self-attention, and say how far the evidence reaches.

    Exit codes: 0 as expected; 1 a verdict differs from its pinned one, the ledger is stale, a recheck failed, or a
    statement is refuted; 2 bad input; 3 undecided (`decide`); 130 interrupted.
    """
