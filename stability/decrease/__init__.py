"""Functions that decrease, gains and regions: Lyapunov functions, cascades, hemispheres, basins."""
