"""Supplement D.1 and D.2: the multi-agent Oja map, its equilibria, Jacobian and their stability."""
