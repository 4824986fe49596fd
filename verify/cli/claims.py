"""The claims a command speaks about, with every mistake of the user turned into one line and exit code 2."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from ..claim import Claim, DeclarationError
from ..import_errors import place
from ..registry import find, load, named, with_premises


class BadInput(click.ClickException):
    """One clear line on stderr, exit code 2."""

    exit_code = 2


def all_claims(*, links: bool = True) -> dict[str, Claim]:
    """Every registered claim, by id; see `verify.registry.load` for `links`."""
    try:
        return load(links=links)
    except DeclarationError as error:
        raise BadInput(str(error)) from error
    except Exception as error:
        said = f"{type(error).__name__}: {error}".splitlines()[0]
        raise BadInput(f"the claims cannot be imported: {said}, in {place(error)}") from error


def one_claim(id: str, claims: dict[str, Claim]) -> Claim:
    """The claim `id`, in any case; BadInput suggests near ids when there is none, first those that `id` begins."""
    id = named(id, claims) or id
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


def with_what_they_rest_on(ids: Iterable[str], claims: dict[str, Claim]) -> list[Claim]:
    """The claims `ids` and all claims they rest on; BadInput where one of these is none, or rests on itself."""
    try:
        return with_premises(ids, claims)
    except DeclarationError as error:
        raise BadInput(str(error)) from error


def select(claims: dict[str, Claim], ids: Sequence[str], papers: Sequence[str]) -> list[Claim]:
    """The claims named by `ids`, all of them when there are none, restricted to those of `papers` if there are any."""
    chosen = (
        list({claim.id: claim for claim in (one_claim(id, claims) for id in ids)}.values())
        if ids
        else list(claims.values())
    )
    known_papers(papers, (claim.source.paper.name for claim in claims.values()))
    return [claim for claim in chosen if not papers or claim.source.paper.name in papers]


def known_papers(papers: Sequence[str], names: Iterable[str]) -> None:
    """Raises BadInput where one of `papers` is none of the names."""
    allowed = sorted(set(names))
    for paper in papers:
        if paper not in allowed:
            raise BadInput(f"unknown paper {paper!r}; allowed are {', '.join(allowed) or 'none, there are no claims'}")
