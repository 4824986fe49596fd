"""Trajectories, floating-point and rigorous, and where they end."""
