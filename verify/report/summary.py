"""A run in brief: a Markdown summary for the job pages of continuous integration, and a badge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from ..counting import counted
from ..ledger import fault
from ..referee.tracked import counts, truths_text, twin_word
from ..verdict import Verdict

# Light and dark enough to be read as white text's ground, for each verdict in the order of the ledger's counts.
_GROUNDS = {
    "PROVED": "#17694a", "CERTIFIED": "#1c5d86", "ARGUED": "#3f6212", "TESTED": "#7a5a00",
    "REFUTED": "#a3262a", "ARGUED FALSE": "#9a3412", "OPEN": "#5f5a6b",
}  # fmt: skip
_CHARACTER = 6.4
_PADDING = 12


def summary(ledger: Mapping[str, Any]) -> str:
    """The ledger in Markdown: counts by paper and verdict, what is not as pinned, what is open, what was refuted."""
    return "\n".join(_summary(ledger)) + "\n"


def _summary(ledger: Mapping[str, Any]) -> Iterator[str]:
    entries = ledger["claims"]
    tally = counts(ledger)
    yield f"## attnverify: {counted(len(entries), 'claim')}"
    yield ""
    yield _row(["paper", *tally])
    yield _row(["---", *(["---:"] * len(tally))])
    for paper in ledger["papers"]:
        own = counts({"claims": [entry for entry in entries if entry["paper"] == paper["name"]]})
        yield _row([paper["name"], *map(str, own.values())])
    words = Counter(twin_word(entry) for entry in entries)
    yield ""
    yield f"As {truths_text(entries) or 'printed: none'}."
    yield f"False twins: {', '.join(f'{count} {word}' for word, count in sorted(words.items())) or 'none'}."
    unexpected = [entry for entry in entries if fault(entry)]
    yield ""
    yield f"**{len(unexpected)} not as pinned**" if unexpected else "Every verdict is as pinned."
    for entry in unexpected:
        yield f"- `{entry['id']}`: {_text(fault(entry))}"
    opened = [entry for entry in entries if entry["verdict"] == "OPEN"]
    refuted = [entry for entry in entries if Verdict(entry["verdict"]).fails]
    if opened:
        lines = [f"- `{entry['id']}` {_text(entry['title'])}: {_text(entry['reason'])}" for entry in opened]
        yield from _folded(f"{len(opened)} open", lines)
    if refuted:
        lines = [
            f"- `{entry['id']}` {_text(entry['title'])}"
            + (f" → `{entry['repaired_by']}`" if entry["repaired_by"] else "")
            for entry in refuted
        ]
        yield from _folded(f"{len(refuted)} false", lines)


def _folded(title: str, lines: Sequence[str]) -> Iterator[str]:
    yield from ("", f"<details><summary>{title}</summary>", "", *lines, "", "</details>")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(text: str) -> str:
    """One line in which nothing is read as HTML or as emphasis."""
    line = " ".join(text.split()).replace("&", "&amp;").replace("<", "&lt;")
    return "".join(f"\\{c}" if c in "\\*_`[]|" else c for c in line)


def badge(ledger: Mapping[str, Any]) -> str:
    """An SVG badge: the name, and how many claims reached each verdict."""
    cells = [("attnverify", "#3b3f46")]
    cells += [(f"{count} {verdict.lower()}", _GROUNDS[verdict]) for verdict, count in counts(ledger).items() if count]
    label = ", ".join(text for text, _ in cells[1:]) or "no claims"
    left, drawn = 0, []
    for text, ground in cells:
        width = round(len(text) * _CHARACTER + _PADDING)
        drawn.append(
            Markup('<rect x="{}" width="{}" height="20" fill="{}"/><text x="{}" y="14">{}</text>').format(
                left, width, ground, left + width / 2, text
            )
        )
        left += width
    image = Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="20" role="img" aria-label="attnverify: {1}">'
        '<title>attnverify: {1}</title><clipPath id="r{0}"><rect width="{0}" height="20" rx="4"/></clipPath>'
        '<g clip-path="url(#r{0})" fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"'
        ' text-anchor="middle">{2}</g></svg>\n'
    ).format(left, label, Markup("").join(drawn))
    return str(image)
