"""Looks for the proof or the counterexample of a user's lemma; the kernel judges whatever is found."""
