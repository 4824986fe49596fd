"""Section 2: the ellipsoid, the discrete model (1), the continuous model (6), and how they are related."""
