import importlib
import json
import subprocess
import sys
from fractions import Fraction

from verify.fingerprint import code_digest, declaration, engine_digest, versions


def test_a_declaration_is_plain_data(make):
    data = declaration(make(instance={"x": Fraction(1, 3), "M": [[Fraction(1, 2), 1]]}))
    assert json.loads(json.dumps(data)) == data
    assert data["instance"] == {"x": "1/3", "M": [["1/2", 1]]}


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
    digest = code_digest("digested.part.claims")
    assert digest == code_digest("digested.part.claims")
    (package / "other.py").write_text("unused = 2\n")
    assert code_digest("digested.part.claims") == digest
    for name in ("deep.py", "base.py", "part/__init__.py", "__init__.py", "part/claims.py"):
        (package / name).write_text((package / name).read_text() + "# changed\n")
        changed = code_digest("digested.part.claims")
        assert changed != digest, name
        digest = changed
    assert "digested" in sys.modules  # find_spec of a submodule imports its packages, which are light


def test_versions_are_read_without_importing_the_libraries():
    script = (
        "import sys\nfrom verify.fingerprint import engine_digest, versions\n"
        "engine_digest(); found = versions()\n"
        "print(found['sympy'], [name for name in ('sympy', 'numpy', 'scipy', 'flint', 'z3') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.split() == [versions()["sympy"], "[]"]
    assert len(engine_digest()) == 64
