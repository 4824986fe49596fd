"""Random data: exact instances, uniform tokens. Strategies for property searches are in `stability.strategies`."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
