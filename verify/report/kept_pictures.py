"""Pictures that were drawn before, valid while nothing that draws them has changed."""

from __future__ import annotations

import hashlib
import json
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from ..cache_folder import cache_folder, read_kept, write_kept
from ..fingerprint import engine_digest, package_digest, versions
from . import pictures
from .pictures import Picture


class KeptPictures:
    """SVG elements, one file per picture, in the cache folder."""

    def __init__(self) -> None:
        self._folder = cache_folder()
        style = hashlib.sha256(Path(pictures.__file__).read_bytes()).hexdigest()
        self._common = [engine_digest(), style, versions(), version("matplotlib")]

    def svg(self, item: Picture) -> str:
        """The picture as `pictures.svg` draws it. Only a function that its module has by name can be known again.

        Raises PictureError.
        """
        name = item.draw.__name__
        if getattr(sys.modules.get(item.draw.__module__), name, None) is not item.draw:
            return pictures.svg(item)
        key = self._key(item)
        file = self._folder / f"{item.claims[0]}.{name}.picture"
        with suppress(OSError, ValueError, TypeError, KeyError):
            data = read_kept(file)
            if data["key"] == key and isinstance(data["svg"], str):
                return str(data["svg"])
        drawn = pictures.svg(item)
        with suppress(OSError):
            write_kept(file, {"key": key, "svg": drawn})
        return drawn

    def _key(self, item: Picture) -> str:
        """A digest of all that the drawing depends on."""
        module = item.draw.__module__
        content = [*self._common, package_digest(module), module, item.draw.__name__, item.claims[0]]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
