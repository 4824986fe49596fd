"""Layers of a transformer: their matrices, normalisation, indicators, steering."""
