"""`attnverify export`: the derivation of a claim, and its statement, as files of the core."""

from __future__ import annotations

from pathlib import Path

import click

from .claims import BadInput, all_claims, one_claim
from .output_files import write_text


@click.command()
@click.argument("id", metavar="ID")
@click.option("--derivation", type=click.Path(path_type=Path), metavar="FILE.der", help="With all that it cites.")
@click.option("--statement", type=click.Path(path_type=Path), metavar="FILE", help="What the core has to be shown.")
def export(id: str, derivation: Path | None, statement: Path | None) -> None:
    """Write the derivation by which the core accepts the claim ID, and its statement.

    `attnverify recheck FILE.der --challenge FILE` then checks both anywhere, and so does the core alone.
    """
    from ..derivations.stored import Asked, Store, closed, texts_of
    from ..derivations.writing import statement_text

    claims = all_claims(links=False)
    claim = one_claim(id, claims)
    if claim.formal is None or (text := claim.formal.text) is None:
        raise BadInput(f"{claim.id}: stands in no text; exported is what is proved or refuted there")
    wanted = Asked.of(claim.id, text, claim.formal.statement, claim.expected).statement
    if wanted is None:
        raise BadInput(f"{claim.id}: the core has no words for its statement yet")
    if statement:
        write_text(statement, statement_text(wanted))
    if not derivation:
        return
    store = Store(texts_of(claims.values()).values())
    section = store.section(text, wanted)
    if section is None:
        raise BadInput(f"{claim.id}: no derivation lies beside its text, or none that the core accepts")
    lines = [line.decode() for part in closed(section, store.checker) for line in part.lines]
    write_text(derivation, "\n".join(lines) + "\n")
