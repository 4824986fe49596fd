"""The deciders: each takes SymPy expressions and returns Evidence."""

from lazy_loader import attach_stub

# Names are listed once, in __init__.pyi, and loaded at first use: declaring a claim starts no solver.
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
