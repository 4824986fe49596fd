"""Finders of proofs. Nothing here is trusted: what a tactic finds is data that the kernel checks."""
