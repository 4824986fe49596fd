"""Pictures of what the analyses find; they need the optional extra `pictures` (matplotlib)."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
