import subprocess
import sys


def test_the_module_is_the_program():
    result = subprocess.run([sys.executable, "-m", "verify", "--help"], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("Usage: attnverify ")
    for command in ("run", "list", "show", "recheck"):
        assert f"  {command} " in result.stdout


def test_an_unknown_command_is_bad_input():
    command = [sys.executable, "-m", "verify", "prove"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
