"""Strategies for property searches with hypothesis: matrices, tokens, weights, whole systems; valid by construction."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .draws import (
        Instance, Wave, hemisphere_instances, logit_schedules, matrices, metric_roots, symmetric, systems,
        theorem_4_2_instances, theorem_4_5_instances, tokens, weights,
    )  # fmt: skip

__getattr__, __dir__, __all__ = attach(__name__, __file__)
