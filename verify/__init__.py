"""What is needed to state a claim and to decide it: claims, verdicts, evidence and the registry.

The deciders are in `verify.deciders`, the independent checker of certificates in `verify.referee`.
"""

from attnverify.verify.claim import Claim, DeclarationError, Paper, Source, Twin
from attnverify.verify.evidence import Combined, Evidence, combine, conjunction, open_
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Rung, Verdict

__all__ = [
    "Claim",
    "Combined",
    "DeclarationError",
    "Evidence",
    "Paper",
    "Rung",
    "Source",
    "Twin",
    "Verdict",
    "claim",
    "combine",
    "conjunction",
    "lazy",
    "open_",
]
