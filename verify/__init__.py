"""What is needed to state a claim and to decide it: claims, verdicts, evidence and the registry."""

from attnverify.verify import draws
from attnverify.verify.claim import Claim, DeclarationError, Paper, Source, Twin
from attnverify.verify.evidence import Combined, Evidence, conjunction, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

__all__ = [
    "Claim", "Combined", "DeclarationError", "Evidence", "Paper", "Source", "Twin", "Verdict", "claim", "conjunction",
    "draws", "lazy", "open_",
]  # fmt: skip
