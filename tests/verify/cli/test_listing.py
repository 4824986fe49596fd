import json
import subprocess
import sys

import pytest

HEAVY = ("sympy", "numpy", "scipy", "flint", "z3", "hypothesis", "mpmath", "rich")


@pytest.mark.usefixtures("squares")
def test_one_line_per_claim(attnverify):
    result = attnverify("list")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[2] == "TST-3  ARGUED FALSE  A square | TST-3"
    assert len(result.stdout.splitlines()) == 3
    assert [item["id"] for item in json.loads(attnverify("list", "--json").stdout)] == ["TST-1", "TST-2", "TST-3"]
    assert attnverify("list", "--paper", "testing").exit_code == 0
    assert attnverify("list", "--paper", "other").exit_code == 2


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["run", "--help"]])
def test_nothing_heavy_is_imported(arguments):
    script = (
        "import sys, types\nfrom verify.cli import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit as stop: code = stop.code\n"
        # a lazily imported module is in sys.modules before it is loaded, but is no plain module yet
        f"heavy = [name for name in {HEAVY} if type(sys.modules.get(name)) is types.ModuleType]\n"
        "print(code, heavy)\n"
    )
    result = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "0 []"


def test_a_list_does_without_the_kernel():
    script = (
        "import sys\nfrom verify.cli import main\n"
        "try: main(['list'])\nexcept SystemExit: pass\n"
        "print([name for name in ('verify.kernel.terms', 'verify.tactics.completion') if name in sys.modules])\n"
    )
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
