"""The command line: `attnverify`, with one module per command.

Nothing here imports a computer algebra system or a printing library at its own import, and a command only what it
needs, so that help and lists are there at once.
"""

from __future__ import annotations

import builtins
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

import click

from ..referee.streams import DEFECT, OutputError, printing
from .stopping import INTERRUPTED, ending_in_order

# The line in the help and an example of every command, in the order of the help; a command is imported when it is asked
# for, from the module of its name or from another one, and the help asks for none.
_COMMANDS = {
    "run": ("Decide claims and compare with the pinned verdicts.", "POW-L4.stable --require PROVED"),
    "list": ("List the claims with their pinned verdicts, paper by paper, in the paper's order.", "--paper consensus"),
    "show": ("Show one claim whole, with its evidence; decide it first, if need be.", "CON-T4.2"),
    "recheck": ("Let the referee and the core re-decide a JSON ledger, or the core derivations.",
        "ledger.json --against LEDGER.md"),
    "export": ("Write the derivation of a claim, and its statement, for the core.",
        "CON-T3.2.a --derivation T32.der --statement T32.core"),
    "report": ("Write the report of a JSON ledger: a site that needs no server and no network.", "ledger.json report"),
    "impact": ("List the claims that rest on a claim or a rule, however deep.", "CON-T4.2.a"),
    "audit": ("Look whether a statement is empty, broken at the smallest sizes, or too easy.", "examples/lemma.toml"),
    "diff": ("Say what differs between two JSON ledgers, claim by claim.", "old.json new.json"),
    "decide": ("Decide a lemma of your own, from a TOML or .proof file.", "examples/lemma.toml --json lemma.json"),
    "check": ("Decide claims of your own, from a .proof or Python file.", "examples/my_claims.py"),
    "find": ("Find rules, lemmas and claims whose conclusions look like FORMULA, the nearest first.",
        '"norm(a + b) <= R"'),
    "format": ("Lay out the texts of theories, or write their locks anew.", "claims.proof"),
    "new": ("Start the package of a paper's claims.", "mypaper"),
    "analyse": ("Analyse your own matrices: equilibria, spectra, stability, step sizes.",
        "--value V.csv --attention P.csv --tokens 6 --step 0.1"),
    "simulate": ("Follow the tokens of one system or of many, in layers or in continuous time.", ""),
    "sweep": ("A statistic over a grid of parameters times seeds: a table and a phase diagram.", ""),
    "model": ("Measure a transformer's weights: layer matrices, alignment, loops, steering.", ""),
}  # fmt: skip
_ELSEWHERE = {"list": "listing", "impact": "compare", "audit": "compare", "diff": "compare"}


@contextmanager
def _one_line() -> Iterator[None]:
    """Takes from an error what click would print above its line."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = None
        raise


class _Commands(click.Group):
    """The commands. Bad input and an interruption are answered with one line, without usage text or traceback.

    The exit code 1 speaks about a statement, so nothing else may end with it: neither a reader that has gone, nor a
    full disk, nor a defect of this program.
    """

    def main(  # type: ignore[override]  # as click's, without its overloads
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        if not standalone_mode:
            return super().main(args, prog_name, standalone_mode=False, **extra)
        try:
            with printing():
                code = self._code(args, prog_name, **extra)
        except OutputError as ended:
            code = ended.code
            with suppress(OSError):
                click.echo(ended.line, err=True, nl=bool(ended.line))
        sys.exit(code)

    def _code(self, args: Sequence[str] | None, prog_name: str | None, **extra: Any) -> int:
        try:
            found = super().main(args, prog_name, standalone_mode=False, **extra)
        except click.ClickException as error:
            error.show()
            return error.exit_code
        except (KeyboardInterrupt, click.Abort):
            click.echo("interrupted", err=True)
            return INTERRUPTED
        except OutputError:
            raise
        except Exception:
            traceback.print_exc()
            click.echo("this is a defect of attnverify, and says nothing about any statement", err=True)
            return DEFECT
        return found if isinstance(found, int) else 0

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        line, example = _COMMANDS[cmd_name]
        module = import_module(f"attnverify.verify.cli.{_ELSEWHERE.get(cmd_name, cmd_name)}")
        name = f"{cmd_name}_" if cmd_name in dir(builtins) else cmd_name
        found: click.Command = getattr(module, name)
        found.short_help = line
        if example:  # the others have their own
            found.epilog = f"\b\nFor instance: attnverify {cmd_name} {example}"
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (line, _) in _COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        with _one_line(), printing():
            return super().parse_args(ctx, args or ["--help"])

    def invoke(self, ctx: click.Context) -> Any:
        with ending_in_order():
            try:
                with _one_line(), printing():
                    return super().invoke(ctx)
            except KeyboardInterrupt:
                click.echo("interrupted", err=True)
                ctx.exit(INTERRUPTED)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="attnverify")
def main() -> None:
    """Verify theorems about the dynamics of self-attention, and say how far the evidence reaches.

    Exit codes: 0 as expected; 1 a verdict differs from its pinned one, the ledger is stale, a recheck failed, or a
    statement is refuted; 2 bad input, or output that cannot be written; 3 undecided (`decide`); 130 interrupted (143
    by SIGTERM, 129 by SIGHUP); 141 nobody reads the output; 70 a defect of this program.
    """
