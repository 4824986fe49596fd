"""`attnverify report`: the static site of a JSON ledger."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from ..counting import counted
from ..referee.files import LedgerError, read
from ..referee.records import RecordError
from ..report import pictures
from ..report.reading import require_complete
from .claims import BadInput, all_claims
from .confirmed import unconfirmed


@click.command(short_help="Write the report of a JSON ledger: a site that needs no server and no network.")
@click.argument("ledger", type=click.Path(path_type=Path))
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
def report(ledger: Path, folder: Path) -> None:
    """Write the report of the JSON ledger LEDGER into the folder DIR; open DIR/index.html in a browser.

    The referee decides every certificate again first, unless it confirmed this very ledger before: a ledger that it
    does not confirm gets no report.
    """
    data = complete(ledger)
    failed = unconfirmed(data)
    if failed:
        more = f" (and {len(failed) - 1} more; `attnverify recheck {ledger}` lists them)" if len(failed) > 1 else ""
        raise BadInput(f"{ledger}: the referee does not confirm {failed[0].id}: {failed[0].detail}{more}")
    all_claims()  # registers the pictures of the installed papers
    click.echo(write_report(data, folder))


def complete(ledger: Path) -> Mapping[str, Any]:
    """The JSON ledger in a file, with all that its claims need to be shown; BadInput for anything else."""
    try:
        data = read(ledger)
        require_complete(data)
    except LedgerError as error:
        raise BadInput(str(error)) from error
    except RecordError as error:
        raise BadInput(f"{ledger}: {error}") from error
    return data


def write_report(ledger: Mapping[str, Any], folder: Path) -> str:
    """Write the report of a complete ledger into `folder`, with the registered pictures; returns one line about it."""
    from ..report import kept_formulas, site
    from ..report.kept_pictures import KeptPictures

    ids = [entry["id"] for entry in ledger["claims"]]
    known = pictures.registered()
    try:
        if pictures.available():
            images, missing = pictures.drawn(known, ids, KeptPictures().svg if known else pictures.svg), []
        else:
            images, missing = {}, [id for item in known for id in item.claims]
        with kept_formulas.kept():
            site.write(folder, site.pages(ledger, images, missing))
    except (site.FolderError, pictures.PictureError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"{folder}: cannot be written: {error.strerror}") from error
    left_out = "; pictures were left out, they need matplotlib: pip install 'attnverify[pictures]'" if missing else ""
    return f"{folder / 'index.html'}: the report of {counted(len(ids), 'claim')}{left_out}"
