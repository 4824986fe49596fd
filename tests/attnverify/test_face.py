"""The public face, in a process that knows nothing else."""

import subprocess
import sys

import pytest

import attnverify
import verify.registry


def python(code, cwd, *arguments):
    return subprocess.run(
        [sys.executable, *(arguments or ("-c", code))], cwd=cwd, capture_output=True, text=True, check=False
    )


def test_every_public_name_is_there():
    assert attnverify.claim is verify.registry.claim
    assert all(getattr(attnverify, name) is not None for name in attnverify.__all__)
    assert set(attnverify.__all__) < set(dir(attnverify))
    assert attnverify.__version__.count(".") == 2
    with pytest.raises(AttributeError, match="no attribute 'Theorem'"):
        attnverify.Theorem  # noqa: B018


def test_importing_it_imports_nothing_else(tmp_path):
    code = "import sys, attnverify; assert not {'verify', 'stability', 'sympy', 'numpy', 'click'} & set(sys.modules)"
    assert python(code, tmp_path).stderr == ""


def test_a_terminal_without_greek_letters_is_no_obstacle(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "latin-1")
    shown = python("", tmp_path, "-m", "attnverify", "show", "POW-L4.stable")
    assert shown.returncode == 0
    assert r"\u03bb\u2081 > 0" in shown.stdout


@pytest.fixture
def project(tmp_path):
    """The folder of a project that has a module `verify` of its own."""
    (tmp_path / "verify.py").write_text("MINE = True\n")
    return tmp_path


def test_a_project_with_its_own_verify_is_not_in_the_way(project):
    code = "import attnverify as av; print(av.Verdict.PROVED.value, av.stability.__name__)"
    assert python(code, project).stdout == "PROVED stability\n"
    help_ = python("", project, "-m", "attnverify", "--help")
    assert help_.stdout.startswith("Usage: attnverify ")


def test_attnverify_does_not_take_the_place_of_a_project_s_own_verify(project):
    assert python("import attnverify, verify; print(verify.MINE)", project).stdout == "True\n"
    late = python("import verify, attnverify\nattnverify.claim", project)
    assert f"{project / 'verify.py'} is imported under that name" in late.stderr.splitlines()[-1]


def test_its_tests_run_beside_the_plugin(project):
    (project / "test_it.py").write_text("import verify\ndef test_it(): assert verify.MINE\n")
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert "1 passed" in python("", project, *plain).stdout
    asked = python("", project, *plain, "--claims-paper", "unheard-of")
    assert asked.returncode == pytest.ExitCode.USAGE_ERROR
    assert "is imported under that name" in asked.stderr
