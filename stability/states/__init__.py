"""Equilibria: constructors, searches, certified existence."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .clusters import (
        Candidate, ClusterEnclosure, ClusterJacobian, certified_stable, certify_clusters, characteristic_coefficients,
        cluster_equations, cluster_equations_jacobian, cluster_jacobian, cluster_scalars, enclosed_jacobian, equilibria,
        power_weights, schur_stable,
    )  # fmt: skip
    from .equilibrium import (
        GroupWeights, Nature, NotAnEquilibriumError, Outcome, State, Step, bipartite, consensus, examine,
    )  # fmt: skip
    from .polygonal import (
        antipodal, balanced, gram_velocity, is_exactly_zero, polygon, require_attention_balance, simplex, square,
    )  # fmt: skip

__getattr__, __dir__, __all__ = attach(__name__, __file__)
