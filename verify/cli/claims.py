"""The claims a command speaks about, with every mistake of the user turned into one line and exit code 2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from verify.claim import Claim, DeclarationError
from verify.import_errors import place
from verify.registry import find, load


class BadInput(click.ClickException):
    """One clear line on stderr, exit code 2."""

    exit_code = 2


def all_claims(*, instances: bool = True) -> dict[str, Claim]:
    """Every registered claim, by id; see `verify.registry.load` for `instances`."""
    try:
        return load(instances=instances)
    except DeclarationError as error:
        raise BadInput(str(error)) from error
    except Exception as error:
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInput(f"the claims cannot be imported: {said}, in {place(error)}") from error


def one_claim(id: str, claims: dict[str, Claim]) -> Claim:
    """The claim `id`; BadInput suggests near ids when there is none, first those that `id` begins."""
    if id not in claims:
        begun = [known for known in claims if known.lower().startswith(id.lower())]
        if begun:
            more = ", ..." if len(begun) > 5 else ""
            raise BadInput(f"unknown claim id {id!r}; did you mean {', '.join(begun[:5])}{more}?")
        try:
            return find(id)
        except KeyError as error:
            raise BadInput(error.args[0]) from error
    return claims[id]


def select(claims: dict[str, Claim], ids: Sequence[str], paper: str | None) -> list[Claim]:
    """The claims named by `ids`, all of them when there are none, restricted to `paper`."""
    chosen = [one_claim(id, claims) for id in dict.fromkeys(ids)] if ids else list(claims.values())
    if paper is None:
        return chosen
    known_paper(paper, (claim.source.paper.name for claim in claims.values()))
    return [claim for claim in chosen if claim.source.paper.name == paper]


def known_paper(paper: str, names: Iterable[str]) -> None:
    """Raises BadInput where `paper` is none of the names."""
    papers = sorted(set(names))
    if paper not in papers:
        raise BadInput(f"unknown paper {paper!r}; allowed are {', '.join(papers) or 'none, there are no claims'}")
