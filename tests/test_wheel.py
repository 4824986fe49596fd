"""The wheel, built and used outside the repository: it holds what it needs, and harms nobody."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]


def run(*command, cwd, **environment):
    done = subprocess.run(
        [sys.executable, *command], cwd=cwd, env=environment or None, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder into which the wheel is unpacked, as an installer does."""
    folder = tmp_path_factory.mktemp("wheel")
    run("-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (wheel,) = folder.glob("*.whl")
    with ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


@pytest.fixture
def attnverify(installed, tmp_path):
    """Run the program of the wheel in a project that has a module `verify` of its own."""
    project = tmp_path / "project"
    project.mkdir()
    (project / "verify.py").write_text("1/0\n")
    environment = {"PYTHONPATH": str(installed), "HOME": str(tmp_path), "PATH": ""}
    return lambda *words: run("-m", "attnverify", *words, cwd=project, **environment)


def test_it_brings_one_package_and_no_others(installed):
    names = {path.name for path in installed.iterdir()}
    assert {name for name in names if "dist-info" not in name} == {"attnverify"}
    assert {path.name for path in (installed / "attnverify").iterdir()} >= {"verify", "stability", "proofs_checks"}
    points = next(installed.glob("*.dist-info/entry_points.txt")).read_text()
    assert "attnverify.pytest_plugin" in points
    assert not list(installed.glob("**/test_*.py"))


def test_its_program_runs(attnverify):
    assert "POW-L4.stable" in attnverify("list", "--paper", "power-method")
    assert "PROVED" in attnverify("run", "POW-L4.stable", "--jobs", "2")
    assert "PROVED" in attnverify("decide", str(ROOT / "examples" / "lemma.toml"))
