"""The tangential parts of two vectors at two points of the sphere differ by what vectors and points differ by."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import enter, have, leaf, rule

_UNITS = ["dot(y, y) == 1", "dot(z, z) == 1"]
_GAP = "(dot(z, G)*z - dot(y, G)*y)"
_PART = "(F - G - dot(y, F - G)*y)"
_OFF, _REST = "(y - dot(y, z)*z)", "(G - dot(z, G)*z)"
_ALONG = f"dot({_OFF}, {_REST}) <= norm{_OFF}*norm{_REST}"
_AGAINST = f"dot({_OFF}, -{_REST}) <= norm{_OFF}*norm(-{_REST})"

formal(
    "LEM-tangent-parts",
    title="How far the tangential parts of two vectors at two points of the sphere are apart",
    statement={
        "letters": ["y, z, F, G: measurable vector"],
        "given": [f"almost_always({' and '.join(_UNITS)})"],
        "show": [
            "almost_always(norm((F - dot(y, F)*y) - (G - dot(z, G)*z)) <= norm(F - G) + norm(y - z)*norm(G))",
        ],
    },
    proof=enter(
        "ae",
        have(
            [
                *_UNITS,
                (
                    f"norm{_PART} <= norm(F - G)",
                    rule(
                        "below the square",
                        leaf("1: norm(F - G) >= 0"),
                        leaf("1: sq dot(y, F - G)", use=_UNITS),
                        a=f"norm{_PART}",
                        b="norm(F - G)",
                    ),
                ),
                (_ALONG, rule("Cauchy-Schwarz", u=_OFF, w=_REST)),
                (_AGAINST, rule("Cauchy-Schwarz", u=_OFF, w=f"-{_REST}")),
                (
                    f"norm(-{_REST}) <= norm{_REST}",
                    rule(
                        "below the square", leaf(f"1: norm{_REST} >= 0"), leaf(), a=f"norm(-{_REST})", b=f"norm{_REST}"
                    ),
                ),
                (
                    f"-dot({_OFF}, {_REST}) <= norm{_OFF}*norm{_REST}",
                    leaf(f"1: {_AGAINST}", f"1: norm{_OFF} >= 0; norm(-{_REST}) <= norm{_REST}"),
                ),
                (
                    f"norm{_GAP} <= norm(y - z)*norm(G)",
                    rule(
                        "below the square",
                        leaf("1: norm(y - z) >= 0; norm(G) >= 0"),
                        leaf(
                            f"1: {_ALONG}; -dot({_OFF}, {_REST}) <= norm{_OFF}*norm{_REST}",
                            "1: sq norm(G)*(1 - dot(y, z))",
                            use=_UNITS,
                        ),
                        a=f"norm{_GAP}",
                        b="norm(y - z)*norm(G)",
                    ),
                ),
                (f"norm({_PART} + {_GAP}) <= norm{_PART} + norm{_GAP}", rule("triangle", u=_PART, w=_GAP)),
            ],
            leaf(
                f"1: norm({_PART} + {_GAP}) <= norm{_PART} + norm{_GAP}",
                f"1: norm{_PART} <= norm(F - G)",
                f"1: norm{_GAP} <= norm(y - z)*norm(G)",
            ),
        ),
    ),
)
