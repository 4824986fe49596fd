"""Pictures of what the analyses find; they need the optional extra `pictures` (matplotlib)."""

from lazy_loader import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
