"""Section 3 of the paper: full attention with U = I, Theorem 3.2, its rates, its map, and what its hypotheses do."""
