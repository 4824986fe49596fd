"""A short way to ask for the truth of formulas at an instance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from verify.kernel.refutation import judge_instance
from verify.kernel.statements import read

Judge = Callable[..., list[bool | None]]


@pytest.fixture
def truths() -> Judge:
    """`truths(formulas, letters, values, tokens=..., dim=..., maps=...)`: the truth of every formula."""

    def judge(
        formulas: Sequence[str] | str,
        letters: str = "",
        values: dict[str, Any] | None = None,
        *,
        statement: dict[str, Any] | None = None,
        **sizes: Any,
    ) -> list[bool | None]:
        shown = [formulas] if isinstance(formulas, str) else list(formulas)
        made = read({"letters": [letters] if letters else [], "show": shown, **(statement or {})})
        return [truth for _, truth in judge_instance(made, {"letters": values or {}, **sizes}).show]

    return judge
