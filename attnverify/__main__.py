"""`python -m attnverify` is the program `attnverify`."""

import sys
from io import TextIOWrapper


def main() -> None:
    """The command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # formulas are printed in Unicode, wherever that goes
    from attnverify.verify.cli import main as commands

    commands(prog_name="attnverify")


if __name__ == "__main__":
    main()
