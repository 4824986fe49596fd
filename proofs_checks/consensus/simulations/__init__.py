"""Sections 5.1, 5.2 and equation (9): the misalignment, the printed simulations, and what is said of trained models."""
