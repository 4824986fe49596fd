"""Many systems at once: fast steps, statistics, certified early exit, simulations and sweeps."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
