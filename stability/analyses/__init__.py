"""Everything about one system of a user: its structured equilibria with certified verdicts."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
