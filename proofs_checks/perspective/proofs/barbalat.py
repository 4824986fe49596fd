"""Lemma 6.6: a number with a bounded rate whose size has a finite integral tends to zero."""

from __future__ import annotations

from proofs_checks.lemmas.barbalat import INTEGRAL
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, enter, have, leaf, lemma, obtain

_ROOM = "exists m in number: m <= 2*L*K and tends(2*L*J, m) and tends(f*f, 0) and always(f*f <= m - 2*L*J)"

formal(
    "PER-L6.6",
    reading="the integral of |f| is a number J with the rate |f| that stays below some K; f has a bounded rate almost"
    " everywhere, which a differentiable function with a bounded derivative has",
    statement={**INTEGRAL, "show": ["tends(f, 0)"]},
    proof=have(
        [(_ROOM, lemma("LEM-barbalat.square"))],
        obtain(
            _ROOM,
            "m",
            have(
                [("tends(abs(f), 0)", lemma("LEM-tends.root", KNOWN, enter("every", KNOWN), r="abs(f)"))],
                lemma("LEM-tends.below", KNOWN, leaf("1:"), enter("every", leaf()), z="f", r="abs(f)", c="1"),
            ),
        ),
    ),
    instance={"letters": {"f": 0, "J": 1, "K": 2, "L": 3}},
    twin=Variant(
        "an integral of 0", {"rate(J) == abs(f)": "rate(J) == 0"}, {"letters": {"f": 1, "J": 0, "K": 0, "L": 0}}
    ),
)
