"""The help of every command, with an example that it takes."""

import re
import shlex

import click
import pytest

from attnverify.verify.cli import _COMMANDS, main


@pytest.mark.parametrize("name", _COMMANDS)
def test_every_help_has_an_example_that_the_command_takes(attnverify, name):
    shown = attnverify(name, "--help").output
    examples = re.findall(rf"attnverify {name} ([^\n]*)", shown.partition("\n")[2])
    assert examples
    command = main.get_command(click.Context(main), name)
    for example in examples:
        assert command.make_context(name, shlex.split(example)).params
