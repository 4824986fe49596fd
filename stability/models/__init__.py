"""The dynamics: discrete maps, flows on ellipsoids, matrices that depend on time."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .ellipsoid import (
        gram, inner, is_positive_definite, onto_ellipsoid, require_metric, require_on_ellipsoid, tangent,
    )  # fmt: skip
    from .flow import Flow, drive, flow_step, head_weights, velocity
    from .maps import (
        attention_map, attention_step, attention_weights, logits, mixed_values, normalise, normalise_rows, oja_map,
        oja_step, softmax, token_mean, uniform_weights,
    )  # fmt: skip
    from .schedules import (
        Modulated, Schedule, as_schedule, knots_of, modulated, nearest_linear, piece_of, sampled, switched, timed,
    )  # fmt: skip
    from .sphere_flow import (
        SphereFlow, circle_velocity, difference_velocity, free_velocity, kuramoto_velocity, on_circle,
        rescaled_velocity, singular_velocity, sphere_step,
    )  # fmt: skip

__getattr__, __dir__, __all__ = attach(__name__, __file__)
