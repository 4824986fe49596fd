"""`pytest --claims` in a project of a user."""

import subprocess
import sys

import pytest

pytest_plugins = "pytester"

PLUGIN = ("-p", "attnverify.pytest_plugin", "-p", "no:cacheprovider")


@pytest.fixture
def run(pytester: pytest.Pytester, own_file, monkeypatch):
    """Run pytest on a project with one ordinary test, with the plugin, in this process."""
    pytester.makepyfile("def test_ordinary(): pass")
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return lambda *arguments: pytester.runpytest_inprocess(*PLUGIN, *arguments)


def test_without_the_options_nothing_changes(run):
    run().assert_outcomes(passed=1)


def test_a_file_of_claims_is_added(run, own_file):
    path = own_file('declare("OWN-1")(square)\ndeclare("OWN-2", rests_on=["OWN-1"])(square)\n')
    result = run("--claims-file", str(path), "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*claims::OWN-2 PASSED*"])


def test_a_wrong_verdict_fails_with_its_reason(run, own_file):
    text = "def same(constant=1):\n    yield from square(1)\n"
    text += 'declare("OWN-1", Verdict.TESTED)(square)\ndeclare("OWN-2")(same)\n'
    result = run("--claims-file", str(own_file(text)))
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["OWN-1: ARGUED, expected TESTED: A square*", "OWN-2: OPEN, expected ARGUED: A square*", "*cannot fail*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_installed_claims_are_added_and_selected(run, project, pytester):
    project('declare("TST-1")(square)\ndeclare("TST-2", rests_on=["TST-1"])(square)\n')
    tests = str(pytester.path)
    run(tests, "--claims").assert_outcomes(passed=3)
    run(tests, "--claims", "-k", "TST-2").assert_outcomes(passed=1, deselected=2)
    run(tests, "--claims-paper", "testing").assert_outcomes(passed=3)


def test_mistakes_are_usage_errors(run, own_file):
    for option, value, says in (
        ("--claims-paper", "unheard-of", "unknown paper"),
        ("--claims-file", "none.py", "no such file"),
        ("--claims-file", str(own_file("1/0\n")), "ZeroDivisionError"),
    ):
        result = run(option, value)
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        result.stderr.fnmatch_lines([f"*{says}*"])


def test_warnings_of_a_check_do_not_decide_it(run, own_file):
    text = 'import warnings\ndef loud(constant=1):\n    warnings.warn("hm")\n    yield from square(constant)\n'
    path = own_file(text + 'declare("OWN-1")(loud)\n')
    run("--claims-file", str(path), "-W", "error").assert_outcomes(passed=2)


def test_an_ordinary_run_imports_nothing_heavy():
    code = (
        "import sys, attnverify.pytest_plugin\n"
        "assert not {'sympy', 'numpy', 'z3', 'flint', 'scipy', 'rich', 'click'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
