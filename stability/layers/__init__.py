"""Layers of a transformer: their matrices, normalisation, indicators, steering."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
