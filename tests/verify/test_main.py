import subprocess
import sys

import click

from attnverify.verify.cli import _COMMANDS, main


def test_the_help_says_of_every_command_what_the_command_says_of_itself():
    for name, (_, _, line, _) in _COMMANDS.items():
        command = main.get_command(click.Context(main), name)
        assert command is not None
        assert command.name == name
        assert command.get_short_help_str(200) == line


def test_the_module_is_the_program():
    result = subprocess.run([sys.executable, "-m", "attnverify", "--help"], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("Usage: attnverify ")
    for command in ("run", "list", "show", "recheck"):
        assert f"  {command} " in result.stdout


def test_an_unknown_command_is_bad_input():
    command = [sys.executable, "-m", "attnverify", "prove"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2
