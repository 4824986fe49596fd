"""What was taken out of a proof, as short texts: a proof and its removals give the shorter proof back.

A removal is a path into the proof and what happens there: ``/by known`` (a node becomes `KNOWN`), ``/then*3 then`` (a
step goes, what follows takes its place), ``/then/use 0 2`` (parts of a list go), ``/norms gone`` (a field goes).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import Any

from verify.tactics.build import KNOWN

FILE = "removals.json"
_GONE = object()
_THENS = re.compile(r"(?:/then){2,}")
_COUNT = re.compile(r"/then\*(\d{1,4})")


class _OtherError(Exception):
    """One of two trees did not come from the other by removals."""


def removals(before: Any, after: Any) -> list[str] | None:
    """The removals that make `after` of `before`, both plain data; None where `after` is no shorter `before`."""
    try:
        found = [_THENS.sub(_counted, text) for text in _found(before, after, "")]
        return found if shortened(before, found) == after else None
    except _OtherError:
        return None


def _counted(thens: re.Match[str]) -> str:
    return f"/then*{len(thens[0]) // len('/then')}"


def _found(before: Any, after: Any, path: str) -> Iterator[str]:
    if before == after:
        return
    if after == KNOWN:
        yield f"{path} known"
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        try:
            yield from list(_fields(before, after, path))
        except _OtherError:
            if "then" not in before:
                raise
            yield f"{path} then"
            yield from _found(before["then"], after, f"{path}/then")
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(before, after, path)
    else:
        raise _OtherError


def _fields(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[str]:
    for name in [*before, *(name for name in after if name not in before)]:
        if name in after:
            yield from _found(before.get(name, _GONE), after[name], f"{path}/{name}")
        else:
            yield f"{path}/{name} gone"


def _items(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[str]:
    left, dropped, inside = list(after), [], []
    for number, item in enumerate(before):
        try:
            if not left:
                raise _OtherError
            inside += list(_found(item, left[0], f"{path}/{number}"))
            del left[0]
        except _OtherError:
            dropped.append(str(number))
    if left:
        raise _OtherError
    if dropped:
        yield f"{path} {' '.join(dropped)}"
    yield from inside


def shortened(proof: Any, removed: Sequence[str]) -> Any:
    """`proof` without what the removals name; a removal of a place that it does not have changes nothing."""
    full = (_COUNT.sub(lambda found: "/then" * int(found[1]), text) for text in removed)
    happens = {path: what for path, _, what in (text.partition(" ") for text in full)}

    def made(tree: Any, path: str) -> Any:
        what = happens.get(path, "")
        if what in ("known", "gone"):
            return KNOWN if what == "known" else _GONE
        if isinstance(tree, Mapping):
            if what == "then" and "then" in tree:
                return made(tree["then"], f"{path}/then")
            names = [*tree, *(name for name in ("by",) if name not in tree and f"{path}/{name}" in happens)]
            parts = {name: made(tree.get(name, _GONE), f"{path}/{name}") for name in names}
            return {name: part for name, part in parts.items() if part is not _GONE}
        if isinstance(tree, list):
            dropped = what.split()
            return [made(item, f"{path}/{i}") for i, item in enumerate(tree) if str(i) not in dropped]
        return tree

    return made(proof, "")


def digest(*parts: Any) -> str:
    """16 hexadecimal digits that tell plain data from any other."""
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]


@cache
def recorded(package: str) -> Mapping[str, Sequence[str]]:
    """The record in `package`, a file ``removals.json``: for an id the digest of a proof, then its removals.

    It only saves a search. What is not there, or not as it should be, counts as not recorded.
    """
    try:
        found = json.loads((resources.files(package) / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, TypeError, ImportError):
        return {}
    entries = found.items() if isinstance(found, dict) else ()
    return {id: entry for id, entry in entries if isinstance(entry, list) and all(isinstance(t, str) for t in entry)}


def record_text(entries: Mapping[str, Sequence[str]]) -> str:
    """The file of a record, one claim a line: for each id the digest of its proof, then the removals."""
    lines = (f"{json.dumps(id)}: {json.dumps(list(entry))}" for id, entry in sorted(entries.items()) if entry)
    return "{\n" + ",\n".join(lines) + "\n}\n"
