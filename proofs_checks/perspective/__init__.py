"""A mathematical perspective on Transformers (arXiv 2312.10794; Bulletin of the AMS, 2025)."""

from attnverify.verify.claim import Paper

PAPER = Paper(name="perspective", title="A mathematical perspective on Transformers", arxiv="2312.10794")
