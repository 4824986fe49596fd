"""Where an import of claims or a check stopped, for the one line that says so."""

import traceback
from pathlib import Path


def place(error: BaseException, preferred: Path | None = None) -> str:
    """File and line of the innermost source that raised `error`, the import system apart.

    preferred : where frames of this file are among them, the innermost of those.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")]
    inside = [frame for frame in frames if Path(frame.filename) == preferred] or frames
    return f"{inside[-1].filename}, line {inside[-1].lineno}"
