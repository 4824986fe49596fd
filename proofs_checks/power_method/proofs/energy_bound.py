"""Lemma 7: the step bound, for the true increment of W and under other scalings of the map."""

from __future__ import annotations
