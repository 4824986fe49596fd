"""The dynamics: discrete maps, flows on ellipsoids, matrices that depend on time."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
