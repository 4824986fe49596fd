"""A command line's numbers: finite ones only, which the ranges of click do not ask for."""

from __future__ import annotations

import math
from typing import Any

import click


class Finite(click.FloatRange):
    """A finite number, within a range if one is given: `nan` compares as false with every bound and would pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        found = super().convert(value, param, ctx)
        if not math.isfinite(found):
            self.fail(f"{value} is not finite; allowed are finite numbers.", param, ctx)
        return found

    def _describe_range(self) -> str:
        return super()._describe_range() if (self.min, self.max) != (None, None) else ""  # click: "x<=None"
