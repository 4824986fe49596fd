"""`python -m attnverify` is the program `attnverify`."""

from __future__ import annotations

import sys
from io import TextIOWrapper

from attnverify.rooms import own_rooms


def main() -> None:
    """The command line, with attnverify's own packages behind it."""
    own_rooms()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # formulas are printed in Unicode, wherever that goes
    from verify.cli import main as commands

    commands(prog_name="attnverify")


if __name__ == "__main__":
    if not sys.flags.safe_path:
        # The folder it is called in comes last, for worker processes too: a module `verify` there is not this one.
        sys.path.append(sys.path.pop(0))
    main()
