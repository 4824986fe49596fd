"""The public face, in a process that knows nothing else."""

import subprocess
import sys

import pytest

import attnverify
import attnverify.verify.registry


def python(code, cwd, *arguments):
    return subprocess.run(
        [sys.executable, *(arguments or ("-c", code))], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_every_public_name_is_there():
    assert attnverify.claim is attnverify.verify.registry.claim
    assert all(getattr(attnverify, name) is not None for name in attnverify.__all__)
    assert set(attnverify.__all__) < set(dir(attnverify))
    assert attnverify.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="no attribute 'Theorem'"):
        attnverify.Theorem  # noqa: B018


def test_importing_it_imports_nothing_else(tmp_path):
    code = "import sys, attnverify; assert not {'attnverify.verify', 'sympy', 'numpy', 'click'} & set(sys.modules)"
    assert python(code, tmp_path).stderr == ""


def test_a_terminal_without_greek_letters_is_no_obstacle(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    shown = python("", tmp_path, "-m", "attnverify", "show", "POW-L4.stable")
    assert shown.returncode == 0
    assert r"\u03bb\u2081 > 0" in shown.stdout


NAMES = ("verify", "stability", "proofs_checks")


@pytest.fixture
def project(tmp_path):
    """The folder of a project that has modules called as the packages behind the face."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text("MINE = True\n")
    return tmp_path


@pytest.mark.parametrize("order", ["attnverify, verify, stability", "verify, stability, attnverify"])
def test_a_project_s_own_modules_of_these_names_and_attnverify_s_do_not_meet(project, order):
    uses = "verify.MINE, stability.MINE, attnverify.Verdict.PROVED.value, attnverify.stability.__name__"
    found = python(f"import {order}; print({uses})", project)
    assert (found.stdout, found.stderr) == ("True True PROVED attnverify.stability\n", "")
    assert python("", project, "-m", "attnverify", "--help").stdout.startswith("Usage: attnverify ")


def test_importing_attnverify_imports_nothing_under_these_names(tmp_path):
    code = (
        f"import sys, attnverify; attnverify.claim, attnverify.stability.Flow; print({{*{NAMES}}} & set(sys.modules))"
    )
    assert python(code, tmp_path).stdout == "set()\n"


def test_its_tests_run_beside_the_plugin(project):
    (project / "test_it.py").write_text("import verify\ndef test_it(): assert verify.MINE\n")
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "1 passed" in python("", project, *plain).stdout
    assert "unheard-of" in python("", project, *plain, "--claims-paper", "unheard-of").stderr


def test_a_script_asks_for_verdicts(tmp_path, monkeypatch):
    monkeypatch.setenv("ATTNVERIFY_CACHE", str(tmp_path / "cache"))
    (tmp_path / "lemma.toml").write_text('show = ["x^2 >= 0"]\n[letters]\nx = "real"\n')
    (tmp_path / "ask.py").write_text(
        "import attnverify as av, sympy\n"
        "print(av.verdict('lem-tangent-velocities') is av.Verdict.PROVED, av.decide('lemma.toml').verdict)\n"
        "n = sympy.Symbol('n', integer=True, positive=True)\n"
        "av.decide(n**2 >= n)  # which is false at 1/2\n"
    )
    found = python("", tmp_path, "ask.py")
    assert found.stdout == "True PROVED\n"
    assert found.stderr.splitlines()[-1].startswith("ValueError: of the symbol n more is assumed than 'positive'")
