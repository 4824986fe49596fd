"""Being told to end: SIGTERM and SIGHUP end a command as Ctrl-C does, with an exit code of their own."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

INTERRUPTED = 130
_ENDING = ("SIGTERM", "SIGHUP")  # the latter is not known everywhere


@contextmanager
def ending_in_order() -> Iterator[None]:
    """SIGTERM and SIGHUP inside the block are KeyboardInterrupt; the exit code is then 128 and the signal's number.

    A signal that is ignored, as under nohup, or that somebody else handles, is left alone.
    """
    told: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        told.append(number)
        raise KeyboardInterrupt

    mine = [number for name in _ENDING if (number := getattr(signal, name, None)) and _is_free(number)]
    for number in mine:
        signal.signal(number, end)
    try:
        yield
    except click.exceptions.Exit as stop:
        if told and stop.exit_code == INTERRUPTED:
            raise click.exceptions.Exit(128 + told[0]) from stop
        raise
    finally:
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _is_free(number: int) -> bool:
    return threading.current_thread() is threading.main_thread() and signal.getsignal(number) == signal.SIG_DFL
