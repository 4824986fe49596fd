"""The dynamics: discrete maps, flows on ellipsoids, matrices that depend on time."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
