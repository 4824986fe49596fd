"""Functions that decrease, gains and regions: Lyapunov functions, cascades, hemispheres, basins."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
