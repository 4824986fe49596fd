"""Supplement D.3: the self-attention map, its Jacobian, and its bipartite and polygonal equilibria."""
