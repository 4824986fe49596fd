"""POW-L7.conv.tangent: along a trajectory of the Oja map the tangent parts of the pull tend to zero."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.energy_sum import GAIN, HERE, ORBIT
from proofs_checks.power_method.proofs.models import OJA, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, obtain, rule, take, witness

RISES = f"forall n in step: {GAIN('n')}"
SUMMED = "forall n in size: sum(k in 0..n: squares(k)) <= N*norm_of_V/gain"
BOTH = (f"({RISES}) and ({SUMMED})", lemma("POW-L7.conv.sum"))
SMALL = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => squares(n) < e)"
LATE = "exists s in size: forall n in size: n >= s => squares(n) < {}".format
VANISH = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => (forall i: norm(t(n, i)) < e))"
ALL = "squares(k) >= dot(t(k, j), t(k, j))"
STANDING = Variant(
    "tokens that stand still where the map moves them",
    {"value(oja, fn(h: x[n, h]), i)": "x[n, i]"},
    {**HERE, "letters": {**HERE["letters"], "x": {"always": [["3/5", "4/5"]] * 2}}},
)

formal(
    "POW-L7.conv.tangent",
    title="Along a trajectory of the Oja map the tangent parts of the pull tend to zero",
    role="extension",
    sentence=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ every trajectory of the Oja map satisfies $\sum_t\sum_i\|t_i\|^2"
        r" \le N\|V\|/(\alpha(1 - 2\alpha\|V\|))$, $t_i = \Pi_is$; hence all $t_i$ tend to zero."
    ),
    kind="convergence",
    source=Source(PAPER, "Lemma 7", reconstructed=True),
    reading="of POW-L7.conv: the sum and the tangent parts; not decided here: that the states come near the equilibria",
    statement=model(
        V,
        OJA,
        ORBIT,
        {
            "show": [
                RISES,
                SUMMED,
                VANISH,
            ]
        },
    ),
    proof=[
        have([BOTH], KNOWN),
        have([BOTH], KNOWN),
        have(
            [
                BOTH,
                (
                    SMALL,
                    lemma(
                        "LEM-terms-vanish",
                        intro(
                            "k",
                            rule(
                                "positive sum",
                                leaf("1: sq norm(t(k, j))"),
                                e="fn(i: dot(t(k, i), t(k, i)))",
                                new={"x": "j"},
                            ),
                        ),
                        KNOWN,
                        a="fn(n in size: squares(n))",
                        B="N*norm_of_V/gain",
                    ),
                ),
            ],
            intro(
                "r,",
                take(
                    SMALL,
                    ["r^2"],
                    have(
                        [("r^2 > 0", leaf("1: r > 0; r > 0")), LATE("r^2")],
                        obtain(
                            LATE("r^2"),
                            "s",
                            witness(
                                "s",
                                intro(
                                    "k,,j",
                                    have(
                                        [
                                            (
                                                "squares(k) < r^2",
                                                take("forall n in size: n >= s => squares(n) < r^2", ["k"], KNOWN),
                                            ),
                                            (
                                                ALL,
                                                rule(
                                                    "term of a positive sum",
                                                    leaf("1: sq norm(t(k, h))"),
                                                    e="fn(i: dot(t(k, i), t(k, i)))",
                                                    y="j",
                                                    new={"x": "h"},
                                                ),
                                            ),
                                        ],
                                        rule(
                                            "strictly below the square",
                                            KNOWN,
                                            leaf("1: squares(k) < r^2", f"1: {ALL}"),
                                            a="norm(t(k, j))",
                                            b="r",
                                        ),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=STANDING,
)
