"""Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed."""

from stability.reading import attach

__getattr__, __dir__, __all__ = attach(__name__, __file__)
