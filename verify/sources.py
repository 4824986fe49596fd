"""The sources that a claim is decided by: each file read once, what it imports known by its content."""

import ast
import hashlib
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from attnverify.verify.cache_folder import read_kept, write_kept
from attnverify.verify.registry import package_of

# Level, module and names of one import statement.
Imports = list[tuple[int, str, list[str]]]


class Sources:
    """Files as they were when first asked for. What a file imports is looked up by its content in the file `memory`.

    memory : written by `keep`; without one, or where it is damaged or of another `engine`, every file is parsed.
    engine : the digest of the code that reads imports.
    """

    def __init__(self, memory: Path | None = None, engine: str = "") -> None:
        self._memory, self._engine = memory, engine
        self._imports = _remembered(memory, engine)
        self._new = False
        self._files: dict[str, Path | None] = {}
        self._digests: dict[str, str] = {}
        self._next: dict[str, list[str]] = {}

    def digest(self, module: str) -> str:
        """A digest of the sources of `module` and of everything it imports from its own package, however deep."""
        seen: set[str] = set()
        waiting = _with_packages(module)
        while waiting:
            name = waiting.pop()
            if name not in seen and self._file(name) is not None:
                seen.add(name)
                waiting.extend(self._imported(name))
        whole = hashlib.sha256()
        for name in sorted(seen):
            whole.update(f"{name}\0{self._digests[name]}\0".encode())
        return whole.hexdigest()

    def keep(self) -> None:
        """Write what was parsed to the memory, if there is anything new; raises OSError where that is not possible."""
        if self._memory is None or not self._new:
            return
        write_kept(self._memory, {"engine": self._engine, "imports": self._imports})
        self._new = False

    def _file(self, module: str) -> Path | None:
        if module not in self._files:
            self._files[module] = _file(module)
        return self._files[module]

    def _imported(self, module: str) -> list[str]:
        """The modules of its own package that a module may import, those that are no files among them."""
        if module not in self._next:
            path = self._files[module]
            assert path is not None
            content = path.read_bytes()
            key = self._digests[module] = hashlib.sha256(content).hexdigest()
            if key not in self._imports:
                self._imports[key] = list(_import_statements(content))
                self._new = True
            package = package_of(module)
            names = dict.fromkeys(_named(module, path, self._imports[key]))
            self._next[module] = [name for name in names if package_of(name) == package]
        return self._next[module]


def _remembered(memory: Path | None, engine: str) -> dict[str, Imports]:
    try:
        data = read_kept(memory) if memory else None
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict) or data.get("engine") != engine or not isinstance(data.get("imports"), dict):
        return {}
    found = data["imports"]
    return found if all(_well_formed(item) for item in found.values()) else {}


def _well_formed(statements: Any) -> bool:
    return isinstance(statements, list) and all(
        isinstance(item, list)
        and len(item) == 3
        and isinstance(item[0], int)
        and isinstance(item[1], str)
        and isinstance(item[2], list)
        and all(isinstance(name, str) for name in item[2])
        for item in statements
    )


def _file(module: str) -> Path | None:
    loaded = sys.modules.get(module)
    if loaded is not None:
        origin = getattr(loaded, "__file__", None)
    else:
        try:
            spec = find_spec(module)
        except (ImportError, ValueError):
            return None
        origin = spec.origin if spec else None
    return Path(origin) if origin and Path(origin).is_file() else None


def _import_statements(source: bytes) -> Iterator[tuple[int, str, list[str]]]:
    """Level, module and names of every import in `source`, inside functions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield 0, "", [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or "", [alias.name for alias in node.names]


def _named(module: str, path: Path, statements: Imports) -> Iterator[str]:
    """The modules that `path` may import, with every package they lie in; names of attributes do no harm."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for level, base, names in statements:
        above = package[: len(package) - level + 1] if level else []
        start = ".".join([*above, *([base] if base else [])])
        for name in names:
            yield from _with_packages(f"{start}.{name}" if start else name)


def _with_packages(module: str) -> list[str]:
    parts = module.split(".")
    return [".".join(parts[:length]) for length in range(1, len(parts) + 1)]
