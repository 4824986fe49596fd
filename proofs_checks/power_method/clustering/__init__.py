"""Remarks 5 to 7, Proposition 1 and Lemma 9: clustering equilibria of the attention map."""
