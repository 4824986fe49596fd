"""Trajectories, floating-point and rigorous, and where they end."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .attention_field import AttentionField
    from .ball_calculus import Enclosure, EnclosureError, balls, jacobian, log_norm_bound, spectral_norm_bound
    from .ball_flow import Segment, enclose_flow
    from .ball_map import AttentionLayer, enclose_map
    from .rescaled import exponent_bound
    from .sampled_limits import Limit, limits, settle, settled_clusters
    from .span_flow import SpanTrajectory, span_coordinates, span_trajectory
    from .trajectories import Trajectory, trajectory

__getattr__, __dir__, __all__ = attach(__name__, __file__)
