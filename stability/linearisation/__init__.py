"""Jacobians, their reduction by symmetry, spectra and step sizes, exact or enclosed."""
