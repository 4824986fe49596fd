"""What was typeset or evaluated for a page before, valid while no code that writes pages has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path

from markupsafe import Markup

from ..cache_folder import cache_folder, read_kept, write_kept
from ..fingerprint import engine_digest

_known: dict[str, Markup] = {}


def remembered(write: Callable[[str], Markup]) -> Callable[[str], Markup]:
    """`write`, called once for each text."""

    @wraps(write)
    def known(text: str) -> Markup:
        found = _known.get(text)
        if found is None:
            found = _known[text] = write(text)
        return found

    return known


@contextmanager
def kept() -> Iterator[None]:
    """Inside, formulas that an earlier run wrote are at hand; afterwards, all are kept in the cache folder.

    Where it cannot be read or written, every formula is written anew.
    """
    file, key = cache_folder() / "formulas.memory", _key()
    with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
        data = read_kept(file)
        if data["key"] == key:
            _known.update({text: Markup(written) for text, written in data["formulas"].items()})
    before = len(_known)
    yield
    if len(_known) > before:
        with suppress(OSError):
            write_kept(file, {"key": key, "formulas": _known})


def _key() -> str:
    """A digest of the language's reader and of all that writes pages."""
    digest = hashlib.sha256(engine_digest().encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
