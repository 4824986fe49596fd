"""What a command prints, and a reader that stops reading: no failure to print may look like a verdict."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

CLOSED_PIPE = 141  # what a shell reports of a program that SIGPIPE ended
UNWRITABLE = 2
DEFECT = 70  # of this program, as sysexits has it


class OutputError(Exception):
    """Nothing more can be printed; `code` is the exit code, `line` what to say on stderr, if anything."""

    def __init__(self, code: int, line: str = "") -> None:
        super().__init__(line)
        self.code, self.line = code, line


@contextmanager
def printing() -> Iterator[None]:
    """What is printed inside has reached its reader at the end of the block, whichever way the block is left.

    Raises OutputError where the reader has closed the pipe, the disk is full, the output was closed before the program
    began, or another file cannot be used.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # for as long as the program runs
    if sys.stdout is None:
        raise OutputError(UNWRITABLE, "error: the output: is closed")
    try:
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
    except BrokenPipeError as error:
        _discard()
        raise OutputError(CLOSED_PIPE) from error
    except OSError as error:
        if error.filename is None:
            _discard()
        said = f"{error.filename or 'the output'}: {error.strerror or error}"
        raise OutputError(UNWRITABLE, f"error: {said}") from error


def _discard() -> None:
    """Let what is still buffered go nowhere, so that Python does not try again at its end."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
