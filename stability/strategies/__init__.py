"""Strategies for property searches with hypothesis: matrices, tokens, weights, whole systems; valid by construction."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
