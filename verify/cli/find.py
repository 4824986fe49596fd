"""`attnverify find`: what could be cited for a formula."""

from __future__ import annotations

import click

from .claims import BadInput, all_claims

_MOST = 5


@click.command()
@click.argument("formula")
@click.option("--most", type=click.IntRange(min=1), default=8, show_default=True, help="How many to print.")
def find(formula: str, most: int) -> None:
    """Find rules, lemmas and claims whose conclusions look like FORMULA, the nearest first.

    FORMULA is written as in a proof, with any letters: attnverify find "norm(sum(j: w[j]*x[j])) <= R".
    A proof cites what is found by the name in the first column.
    """
    from ..formal import all_formal
    from ..kernel.terms import Rejected
    from ..theory.nearest import nearest

    try:
        all_claims(links=False)
        found = nearest(formula, all_formal(), most)
    except (Rejected, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else error
        raise BadInput(f"the formula cannot be read: {why}") from error
    if not found:
        click.echo("nothing has an operation in common with this formula", err=True)
    for entry in found:
        asked = [*entry.given[:_MOST], *([f"and {len(entry.given) - _MOST} more"] if len(entry.given) > _MOST else [])]
        click.echo(f"{entry.cited}  {entry.title}".rstrip())
        click.echo("".join(f"    given {text}\n" for text in asked) + f"    show  {entry.show}")
