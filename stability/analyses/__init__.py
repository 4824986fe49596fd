"""Everything about one system of a user: its structured equilibria with certified verdicts."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
