"""Softmax at low temperature: what the weights leave to the logits below the greatest one vanishes."""

from verify.formal import formal
from verify.tactics.build import KNOWN, have, intro, leaf, obtain, rule, split, take, witness

_CHOSEN = "forall j: (l[j] == M and chi[j] == 1) or (l[j] < M and chi[j] == 0)"
_AT = "(l[q] == M and chi[q] == 1) or (l[q] < M and chi[q] == 0)"
_SMALL = "forall b in number: b > {1} => exp(b*(l[{0}] - M)) - chi[{0}] <= s".format
_GAP = "b*(M - l[q])"
_FAR = f"{_GAP}*s > 1"
_EACH = f"forall s in number: s > 0 => (exists B in number: forall j: {_SMALL('j', 'B')})"
_BOUND = f"exists B in number: forall j: {_SMALL('j', 'B').replace('<= s', '<= r/sum(k: 1)')}"

formal(
    "LEM-greatest-logits",
    title="What softmax leaves to the logits below the greatest is as small as one likes at low temperature",
    statement={
        "letters": ["l[token], chi[token]: number; M, r: number"],
        "given": [_CHOSEN, "r > 0"],
        "show": ["exists B in number: forall b in number: b > B => sum(j: exp(b*(l[j] - M)) - chi[j]) <= r"],
    },
    proof=have(
        [
            (
                _EACH,
                intro(
                    ["s", ""],
                    rule(
                        "common bound",
                        have(
                            [_AT],
                            split(
                                _AT,
                                witness(
                                    "0", intro(["b", ""], leaf("1: s > 0", "eq -1: chi[q] == 1", use=["l[q] == M"]))
                                ),
                                witness(
                                    "1/((M - l[q])*s)",
                                    intro(
                                        ["b", ""],
                                        have(
                                            [
                                                ("M - l[q] > 0", leaf("1: l[q] < M")),
                                                (_FAR, leaf("1: M - l[q] > 0; s > 0; b > 1/((M - l[q])*s)")),
                                                (f"1 + {_GAP} <= exp({_GAP})", rule("exp tangent", a=_GAP)),
                                            ],
                                            leaf(
                                                f"1: s > 0; exp(-{_GAP}) > 0; 1 + {_GAP} <= exp({_GAP})",
                                                f"1: {_FAR}; exp(-{_GAP}) > 0",
                                                f"1: s > 0; exp(-{_GAP}) > 0",
                                                "eq -1: chi[q] == 0",
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                        ),
                        intro(["b", ""], have([("b > c", leaf("1: b > t", "1: c <= t"))], KNOWN)),
                        P=f"fn(j, B in number: {_SMALL('j', 'B')})",
                        new={"x": "q", "s": "c", "t": "t"},
                    ),
                ),
            ),
        ],
        take(
            _EACH,
            ["r/sum(j: 1)"],
            have(
                [("r/sum(j: 1) > 0", leaf("1: r > 0; 1/sum(j: 1) > 0")), _BOUND],
                obtain(
                    _BOUND,
                    "B",
                    witness(
                        "B",
                        intro(
                            ["b", ""],
                            have(
                                [
                                    (
                                        "sum(j: r/sum(k: 1) - (exp(b*(l[j] - M)) - chi[j])) >= 0",
                                        rule(
                                            "positive sum",
                                            have(
                                                ["exp(b*(l[q] - M)) - chi[q] <= r/sum(k: 1)"],
                                                leaf("1: exp(b*(l[q] - M)) - chi[q] <= r/sum(k: 1)"),
                                            ),
                                            e="fn(j: r/sum(k: 1) - (exp(b*(l[j] - M)) - chi[j]))",
                                            new={"x": "q"},
                                        ),
                                    )
                                ],
                                leaf("1: sum(j: r/sum(k: 1) - (exp(b*(l[j] - M)) - chi[j])) >= 0"),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
