import importlib
import sys

import pytest

from attnverify.verify import sources
from attnverify.verify.sources import Sources


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of one's own that is not imported yet."""
    folder = tmp_path / "remembered"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "claims.py").write_text("from remembered import base\n")
    (folder / "base.py").write_text("f = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == "remembered"]:
        del sys.modules[name]


def test_the_digest_follows_imports_inside_the_package(tmp_path, monkeypatch):
    package = tmp_path / "digested"
    (package / "part").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "part" / "__init__.py").write_text("LEVEL = 1\n")
    (package / "part" / "claims.py").write_text("def check():\n    from ..base import f\n")
    (package / "base.py").write_text("import digested.deep as deep\nf = deep.g\n")
    (package / "deep.py").write_text("g = 1\n")
    (package / "other.py").write_text("unused = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    digest = Sources().digest("digested.part.claims")
    assert digest == Sources().digest("digested.part.claims")
    (package / "other.py").write_text("unused = 2\n")
    assert Sources().digest("digested.part.claims") == digest
    for name in ("deep.py", "base.py", "part/__init__.py", "__init__.py", "part/claims.py"):
        (package / name).write_text((package / name).read_text() + "# changed\n")
        changed = Sources().digest("digested.part.claims")
        assert changed != digest, name
        digest = changed
    assert "digested" in sys.modules  # find_spec of a submodule imports its packages, which are light


def test_what_is_remembered_is_not_parsed_again(package, tmp_path, monkeypatch):
    memory = tmp_path / "memory"
    first = Sources(memory, "engine")
    digest = first.digest("remembered.claims")
    first.keep()
    monkeypatch.setattr(sources, "_import_statements", lambda source: pytest.fail("parsed"))
    assert Sources(memory, "engine").digest("remembered.claims") == digest
    (package / "base.py").write_text("f = 2\n")
    with pytest.raises(pytest.fail.Exception):
        Sources(memory, "engine").digest("remembered.claims")


def test_a_memory_changes_no_digest(package, tmp_path):
    memory = tmp_path / "memory"
    for text in ("f = 1\n", "import remembered.other\n", "from . import other\n"):
        (package / "base.py").write_text(text)
        (package / "other.py").write_text(f"said = {text!r}\n")
        with_memory = Sources(memory, "engine")
        assert with_memory.digest("remembered.claims") == Sources().digest("remembered.claims"), text
        with_memory.keep()


@pytest.mark.parametrize(
    "text", ["", "[]", '{"engine": "another", "imports": {}}', '{"engine": "engine", "imports": {"SHA": [3]}}']
)
def test_a_damaged_or_old_memory_is_not_there(package, tmp_path, text):
    memory = tmp_path / "memory"
    Sources().digest("remembered.claims")
    memory.write_text(text)
    assert Sources(memory, "engine").digest("remembered.claims") == Sources().digest("remembered.claims")
