"""Many systems at once: fast steps, statistics, certified early exit, simulations and sweeps."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
