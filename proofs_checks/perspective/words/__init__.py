"""What the paper says, claim by claim, in words; what no statement in proof form decides is OPEN, with the reason.

n tokens x_1, ..., x_n are unit vectors in R^d, P_x v = v - <x, v> x, and beta is the inverse temperature. SA is the
flow x_i' = P_{x_i} sum_j A_ij x_j with A_ij = e^{beta <x_i, x_j>}/Z_i, Z_i = sum_k e^{beta <x_i, x_k>}; USA has 1/n in
the place of 1/Z_i. The energy is E_beta = sum_ij e^{beta <x_i, x_j>}/(2 beta n^2).
"""

from __future__ import annotations

import sys

from proofs_checks.perspective import PAPER
from verify.claim import Source
from verify.registry import recorded

LATER = "no proof and no check yet"


class Part:
    """The claims of one part of the paper: `text` where its words fix the formula, `rebuilt` where it had to be"
    " rebuilt."""

    def __init__(self, module: str) -> None:
        self.module = module

    def text(self, id: str, title: str, label: str, kind: str, statement: str, open: str = LATER, **more: str) -> None:
        """Record a claim whose surviving words fix it."""
        self._say(id, title, Source(PAPER, label), kind, statement, open, more, sys._getframe(1).f_lineno)

    def rebuilt(
        self, id: str, title: str, label: str, kind: str, statement: str, open: str = LATER, **more: str
    ) -> None:
        """Record a claim whose formula was lost and rebuilt."""
        source = Source(PAPER, label, reconstructed=True)
        self._say(id, title, source, kind, statement, open, more, sys._getframe(1).f_lineno)

    def _say(
        self,
        id: str,
        title: str,
        source: Source,
        kind: str,
        statement: str,
        open: str,
        more: dict[str, str],
        line: int,
    ) -> None:
        recorded(
            id,
            title=title,
            statement=statement,
            source=source,
            kind=kind,
            undecided=open,
            reading=more.get("reading", ""),
            role=more.get("role", ""),
            repairs=more.get("repairs", ""),
            module=self.module,
            line=line,
        )
