"""Whether a ledger holds everything that a report shows: a foreign file gives one clear line, never half a site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..referee.records import RecordError, text_fields, verdict

_CLAIM = (
    "id", "paper", "title", "statement", "reading", "source", "label", "kind", "repairs", "repaired_by", "no_repair",
    "role", "as_printed", "scope", "reason", "checked_by", "statement_digest", "digest",
)  # fmt: skip
# Ids and papers' names become names of files and parts of addresses.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]{0,99}")


def require_complete(ledger: Mapping[str, Any]) -> None:
    """Raises RecordError, naming the first field that a report needs and that is missing or malformed in the claims.

    ledger : what `referee.files.read` returned.
    """
    papers = {paper["name"] for paper in ledger["papers"]}
    for paper in sorted(papers):
        if not _ID.fullmatch(paper):
            raise RecordError(
                f"paper {paper!r}: the name is no file name; allowed are letters, digits, dots and hyphens"
            )
    ids = set()
    for number, claim in enumerate(ledger["claims"], start=1):
        fields = text_fields(claim, _CLAIM, f"claim {number}")
        where = f"claim {fields['id']!r}"
        if not _ID.fullmatch(fields["id"]):
            raise RecordError(f"{where}: the id is no file name; allowed are letters, digits, dots and hyphens")
        if fields["id"] in ids:
            raise RecordError(f"{where}: the id occurs twice")
        ids.add(fields["id"])
        if fields["paper"] not in papers:
            raise RecordError(f"{where}: 'paper' is {fields['paper']!r}; 'papers' lists {', '.join(sorted(papers))}")
        if not isinstance(claim.get("reconstructed"), bool):
            raise RecordError(f"{where}: 'reconstructed' is {claim.get('reconstructed')!r}; allowed are true and false")
        twin = claim.get("twin")
        if not isinstance(twin, dict) or not _texts_by_name(twin.get("changes")):
            raise RecordError(f"{where}: the twin's 'changes' must be an object of texts")
        verdict(twin, where)


def _texts_by_name(data: Any) -> bool:
    return isinstance(data, dict) and all(isinstance(text, str) for text in data.values())
