"""Strategies for property searches with hypothesis: matrices, tokens, weights, whole systems; valid by construction."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
