"""Section 4.1: auto-regressive attention with identity value matrices, Theorem 4.2 and what is left of it."""
