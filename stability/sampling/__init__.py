"""Random data: exact instances, uniform tokens. Strategies for property searches are in `stability.strategies`."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
