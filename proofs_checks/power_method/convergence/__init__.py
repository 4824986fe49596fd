"""Where trajectories go: Lyapunov functions, almost all initial states, basins, causal attention, experiments."""
