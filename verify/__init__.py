"""What is needed to state a claim and to decide it: claims, verdicts, evidence and the registry."""

from . import draws
from .claim import Claim, DeclarationError, Paper, Source, Twin
from .evidence import Combined, Evidence, conjunction, open_
from .lazy import lazy
from .registry import claim
from .verdict import Verdict

__all__ = [
    "Claim", "Combined", "DeclarationError", "Evidence", "Paper", "Source", "Twin", "Verdict", "claim", "conjunction",
    "draws", "lazy", "open_",
]  # fmt: skip
