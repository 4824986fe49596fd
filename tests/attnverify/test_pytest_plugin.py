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

    def run(*arguments: str, folder: str = ".") -> pytest.RunResult:
        monkeypatch.chdir(pytester.path / folder)
        return pytester.runpytest_inprocess(*PLUGIN, *arguments)

    return run


def test_without_the_options_nothing_changes(run):
    run().assert_outcomes(passed=1)


def test_a_file_of_claims_is_added(run, own_file):
    path = own_file('declare("OWN-1")(square)\ndeclare("OWN-2", rests_on=["OWN-1"])(square)\n')
    result = run("--claims-file", str(path), "-v")
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*claims::OWN-2 PASSED*"])


@pytest.mark.parametrize(("arguments", "passed"), [(("own/test_own.py",), 4), (("claims::OWN-1",), 1)])
def test_files_of_one_name_and_test_modules_are_files_of_claims(run, own_file, tmp_path, arguments, passed):
    names = ["a/claims.py", "b/claims.py", "test_own.py"]
    files = [own_file(f'declare("OWN-{k}")(square)\ndef test_it(): pass\n', name) for k, name in enumerate(names)]
    options = [option for file in files for option in ("--claims-file", str(file))]
    run(*options, *(arg.replace("own/", f"{tmp_path}/own/") for arg in arguments)).assert_outcomes(passed=passed)


def test_a_wrong_verdict_fails_with_its_reason(run, own_file):
    text = "def same(constant=1):\n    return square(1)\n"
    text += 'declare("OWN-1", Verdict.ARGUED)(square)\ndeclare("OWN-2")(same)\n'
    result = run("--claims-file", str(own_file(text)))
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines(
        ["OWN-1: TESTED, expected ARGUED: A square*", "OWN-2: OPEN, expected TESTED: A square*", "*cannot fail*"]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_the_installed_claims_are_added_and_selected(run, project, pytester):
    project('declare("TST-1")(square)\ndeclare("TST-2", rests_on=["TST-1"])(square)\n')
    tests = str(pytester.path)
    run(tests, "--claims").assert_outcomes(passed=3)
    run(tests, "--claims", "-k", "TST-2").assert_outcomes(passed=1, deselected=2)
    for paper in ("testing", "Testing"):
        run(tests, "--claims-paper", paper).assert_outcomes(passed=3)
    run(tests, "--claims", "-k", "not TST-1", "--deselect", "claims::TST-2").assert_outcomes(passed=1, deselected=2)


@pytest.mark.parametrize(("arguments", "says"), [
    (("--claims-paper", "unheard-of"), "unknown paper"), (("--claims-file", "none.py"), "no such file"),
    (("--claims-file", "wrong.py"), "ZeroDivisionError"),
    (("claims::TST-9",), "unknown claim 'TST-9'; allowed are, among others, TST-1"),
    (("test_marked.py",), "needed are the id of a claim and verdict="),
    (("test_unknown.py",), "claim('TST-8', verdict='PROVED')"),
    (("test_more.py",), "needed are the id of a claim and verdict="), (("claims::",), "unknown claim ''"),
    (("claims::TST-1[x]",), "unknown claim 'TST-1[x]'"), (("--claims-file", "exits.py"), "SystemExit: 3"),
    (("--claims-file", "stops.py"), "KeyboardInterrupt"), (("--claims-file", "."), "is a folder"),
])  # fmt: skip
def test_mistakes_are_usage_errors(run, project, pytester, arguments, says):
    project('declare("TST-1")(square)\n')
    mark = "import pytest\n@pytest.mark.claim({})\ndef test_it(): pass\n".format
    files = {"wrong": "1/0", "test_marked": mark("'TST-1', verdict='TRUE'"), "exits": "raise SystemExit(3)"}
    files |= {"stops": "raise KeyboardInterrupt", "test_more": mark("'TST-1', verdict='ARGUED', papr='x'")}
    pytester.makepyfile(**files, test_unknown=mark("'TST-8', verdict='PROVED'"))
    result = run(*arguments)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert says in result.stderr.str()


def test_warnings_of_a_check_do_not_decide_it(run, own_file):
    text = 'import warnings\ndef loud(constant=1):\n    warnings.warn("hm")\n    return square(constant)\n'
    path = own_file(text + 'declare("OWN-1")(loud)\n')
    of_editable = "ignore:Module already imported so cannot be rewritten:pytest.PytestAssertRewriteWarning"
    run("--claims-file", str(path), "-W", "error", "-W", of_editable).assert_outcomes(passed=2)


def test_an_ordinary_run_imports_nothing_heavy():
    code = (
        "import sys, attnverify.pytest_plugin\n"
        "assert not {'sympy', 'numpy', 'z3', 'flint', 'scipy', 'rich', 'click'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_node_id_is_run_again_alone(run, project):
    project('declare("TST-1")(square)\ndeclare("TST-2", rests_on=["TST-1"])(square)\n')
    result = run("claims::TST-2", "-v")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*collected 1 item", "*claims::TST-2 PASSED*"])


def test_the_count_of_what_is_collected_has_the_claims(run, project):
    project('declare("TST-1")(square)\n')
    run("--claims").stdout.fnmatch_lines(["collected 2 items"])


def test_a_mark_demands_a_verdict(run, project, pytester):
    project('declare("TST-1")(square)\n')
    pytester.makepyfile(
        test_marks="""
        import pytest

        @pytest.mark.claim("TST-1", verdict="TESTED")
        def test_as_it_is(claim_verdict):
            assert claim_verdict("TST-1") == "TESTED"

        @pytest.mark.claim("TST-1", verdict="PROVED")
        def test_more_than_it_is():
            raise AssertionError("never run")

        def test_no_such_claim(claim_verdict):
            with pytest.raises(KeyError):
                claim_verdict("TST-9")
        """
    )
    result = run("test_marks.py")
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["TST-1: TESTED, expected PROVED: A square*"])
    result.stdout.no_fnmatch_line("*never run*")


@pytest.mark.parametrize(("arguments", "passed"), [
    ((), 2), (("test_other.py",), 1), (("claims::OWN-1",), 1), (("../claims::OWN-1",), 1),
])  # fmt: skip
def test_a_file_is_meant_from_the_root_folder_too(run, own_file, pytester, arguments, passed):
    """An option of a configuration file is about the whole suite: who names other tests wants only those."""
    own_file('declare("OWN-1")(square)\n').rename(pytester.path / "own_claims_moved.py")
    pytester.makeini("[pytest]\naddopts = --claims-file own_claims_moved.py\n")
    (pytester.path / "below").mkdir()
    (pytester.path / "below" / "test_other.py").write_text("def test_other(): pass\n")
    run(*arguments, folder="below").assert_outcomes(passed=passed)


def test_the_verdict_stands_in_the_report_for_machines(run, project, pytester):
    project('declare("TST-1")(square)\n')
    run("claims::TST-1", "--junit-xml", "found.xml")
    assert '<property name="verdict" value="TESTED"' in (pytester.path / "found.xml").read_text()


def test_a_claim_decided_before_is_not_loaded_again(tmp_path):
    """What it came to is kept while no source changes: neither texts nor the kernel are imported."""
    node = "claims::lem-same-gap"
    command = (sys.executable, "-X", "importtime", "-m", "pytest", "-p", "no:cacheprovider", node, "--junit-xml")
    runs = [
        subprocess.run((*command, f"{k}.xml"), cwd=tmp_path, capture_output=True, text=True, check=True)
        for k in range(2)
    ]
    assert ["attnverify.verify.theory" in run.stderr for run in runs] == [True, False]
    for k in range(2):
        assert '<property name="verdict" value="PROVED"' in (tmp_path / f"{k}.xml").read_text()
