"""Lemmas about time, extrema, exponentially small quantities and softmax rows, derived from the two axioms of time."""
