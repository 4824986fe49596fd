"""Remark 2.2: standard layer normalisation in the place of the projection onto an ellipsoid."""
