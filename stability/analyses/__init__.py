"""Everything about one system of a user: its structured equilibria with certified verdicts."""

from typing import TYPE_CHECKING

from ..reading import attach

if TYPE_CHECKING:
    from .analysis import Analysis, System, analyse
    from .bipartite_analysis import bipartite_ranges, bipartite_record, pair_record, pattern_records
    from .cluster_analysis import cluster_records
    from .consensus_analysis import consensus_flip, consensus_record, step_size_bound
    from .equilibrium_record import EquilibriumRecord, SpectralValue, middle

__getattr__, __dir__, __all__ = attach(__name__, __file__)
