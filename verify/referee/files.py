"""Reading a ledger's file: strict JSON of a limited size, or one line that says why it is no ledger."""

import json
from pathlib import Path
from typing import Any

FORMAT = "attnverify-ledger"
VERSION = 3
MAX_BYTES = 24 * 2**20
MAX_CLAIMS = 20_000
_KEYS = {"format", "version", "seed", "versions", "papers", "claims", "seal"}
_PAPER = {"name", "title", "arxiv"}
_SHOWN = 200


class LedgerError(ValueError):
    """The file is no ledger of this program; one line says why."""


def read(path: Path) -> dict[str, Any]:
    """The ledger in the file `path`; raises LedgerError when there is none.

    It has the keys that this program writes and no other one. Its seal covers them all; the numbers are written as this
    program writes them, so that no digit can change without changing the number.
    """
    ledger, odd = load(path)
    if not isinstance(ledger, dict) or ledger.get("format") != FORMAT:
        raise LedgerError(f"{path}: is not a ledger of attnverify; its 'format' must be {FORMAT!r}")
    if ledger.get("version") != VERSION:
        raise LedgerError(f"{path}: {_version_fault(ledger.get('version'))}")
    if not isinstance(ledger.get("claims"), list):
        raise LedgerError(f"{path}: 'claims' must be a list")
    if not ledger["claims"]:
        raise LedgerError(f"{path}: holds no claims; nothing can be said of it")
    if len(ledger["claims"]) > MAX_CLAIMS:
        raise LedgerError(f"{path}: holds {len(ledger['claims'])} claims; at most {MAX_CLAIMS} are rechecked")
    missing, more = sorted(_KEYS - ledger.keys()), sorted(ledger.keys() - _KEYS)
    if missing:
        raise LedgerError(f"{path}: lacks the key {missing[0]!r}")
    if more:
        raise LedgerError(f"{path}: has the key {more[0][:40]!r}, which no ledger has")
    if type(ledger["seed"]) is not int or not _texts_only(ledger["versions"]):
        raise LedgerError(f"{path}: 'seed' is a whole number and 'versions' an object of texts")
    papers = ledger["papers"]
    if not isinstance(papers, list) or not all(_texts_only(paper) and set(paper) == _PAPER for paper in papers):
        raise LedgerError(f"{path}: 'papers' is a list of objects with the texts {', '.join(sorted(_PAPER))}")
    if odd:
        raise LedgerError(f"{path}: the number {odd[0][:40]} was changed; written would be {float(odd[0])!r}")
    return ledger


def _texts_only(found: Any) -> bool:
    return isinstance(found, dict) and all(isinstance(text, str) for text in found.values())


def load(path: Path) -> tuple[Any, list[str]]:
    """What the JSON file `path` holds, and the numbers in it that this program writes otherwise.

    A key may not occur twice in an object, and a number may not be NaN or infinite: programs disagree about what such
    a file says. Raises LedgerError.
    """
    odd: list[str] = []

    def number(text: str) -> float:
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise ValueError(f"the number {text[:40]} is too large")
        if repr(value) != text:
            odd.append(text)
        return value

    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise LedgerError(f"{path}: has more than {MAX_BYTES} bytes; no ledger is that long")
        text = content.decode("utf-8")
        found = json.loads(text, parse_float=number, parse_constant=_constant, object_pairs_hook=_object)
    except OSError as error:
        raise LedgerError(f"{path}: cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise LedgerError(f"{path}: is not JSON that can be read: it is nested too deeply") from error
    except LedgerError:
        raise
    except ValueError as error:
        raise LedgerError(f"{path}: is not JSON: {str(error)[:_SHOWN]}") from error
    return found, odd


def read_tracked(path: Path) -> tuple[str, str]:
    """The texts of a tracked table and of the lock beside it; raises LedgerError when one cannot be read."""
    return _text(path), _text(path.with_suffix(".lock"))


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES).decode("utf-8")
    except OSError as error:
        raise LedgerError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise LedgerError(f"{path}: is not a text in UTF-8") from error


def _version_fault(found: Any) -> str:
    if found == 1 and not isinstance(found, bool):
        return "is a ledger of format 1, of an earlier version of attnverify; write it again with `run --json`"
    return f"'version' is {str(found)[:40]!r}; allowed is {VERSION}"


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in found if keys.count(key) > 1)
        raise ValueError(f"the key {twice[:40]!r} occurs twice in one object")
    return found
