"""Consensus is all you get: the role of attention in transformers (ICML 2025)."""

from attnverify.verify.claim import Paper

PAPER = Paper(
    name="consensus", title="Consensus is all you get: the role of attention in transformers (ICML 2025, PMLR 267)"
)
