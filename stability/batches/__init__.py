"""Many systems at once: fast steps, statistics, certified early exit, simulations and sweeps."""
