"""Equilibria: constructors, searches, certified existence."""

from typing import TYPE_CHECKING

from attnverify.stability.reading import attach

if TYPE_CHECKING:
    from .cluster_search import Candidate, cluster_equations, cluster_equations_jacobian, equilibria
    from .clustering import ClusterJacobian, cluster_jacobian, cluster_scalars, power_weights
    from .equilibrium import Nature, NotAnEquilibriumError, Outcome, State, Step, bipartite, consensus, examine
    from .group_weights import GroupWeights
    from .krawczyk import (
        ClusterEnclosure,
        certified_stable,
        certify_clusters,
        characteristic_coefficients,
        enclosed_jacobian,
        schur_stable,
    )
    from .polygonal import antipodal, balanced, is_exactly_zero, polygon, require_attention_balance, simplex, square
    from .simplex_equilibrium import gram_velocity, simplex_gram, simplex_modes, simplex_threshold, simplex_weight

__getattr__, __dir__, __all__ = attach(__name__, __file__)
