"""Analogies between Transformer Layers and Power Method (Li, Altafini; arXiv 2605.25619)."""

from attnverify.verify.claim import Paper

PAPER = Paper(name="power-method", title="Analogies between Transformer Layers and Power Method", arxiv="2605.25619")
