"""Full attention with an eigenvalue below -lambda (CON-B3.sharp): a mirrored pair that parts towards u and -u.

One U for all heads, or one for each, with U u = -K lam u, K > 1, and P = -b I: the odds O = exp(2 b s^2) of the other
token exceed (K + 1)/(K - 1) at first, and then for ever.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.mirrored_pairs import BASIC, NEVER, PLACES, SLOPE, pair, wide
from proofs_checks.lemmas.mirrored import MIRRORED, PAIR
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, enter, have, intro, leaf, lemma, obtain, rule, witness

_SHARP: dict[str, Any] = {
    **MIRRORED,
    "letters": [*MIRRORED["letters"], "K, b: number"],
    "where": [*MIRRORED["where"], "O := exp(2*b*s^2)", "J := O*(K - 1) - (K + 1)", "L := sum(h in heads: lam[h])"],
}
_BELOW = "forall h in heads: lam[h] > 0 and mu[h] == -K*lam[h]"
_LOGITS = "almost_always(forall h in heads: beta[h] == -b)"
_SHARED = "pull(s) == L*J/((1 + O)*root)"
_TERM = "(1 - odds({0}, s))/(1 + odds({0}, s))*mu[{0}] - lam[{0}]".format
_SAME = (
    f"sum(h in heads: {_TERM('h')}) == sum(h in heads: lam[h]*J/(1 + O))",
    rule(
        "equal sums, heads",
        have(
            ["mu[q] == -K*lam[q]", "beta[q] == -b"],
            leaf(use=["mu[q] == -K*lam[q]", "beta[q] == -b"]),
        ),
        e=f"fn(h in heads: {_TERM('h')})",
        f="fn(h in heads: lam[h]*J/(1 + O))",
        new={"x": "q"},
    ),
)
_SUM = (
    "L > 0",
    rule("strictly positive sum, heads", have(["lam[q] > 0"], KNOWN), e="fn(h in heads: lam[h])", new={"x": "q"}),
)
_FACTORS = "L > 0; J > 0; 1/(1 + O) > 0; 1/root > 0"
_STAYS = (
    "always(J > 0)",
    lemma(
        "LEM-positive",
        enter("start", leaf("1: O*(K - 1) > K + 1")),
        enter(
            "ae",
            intro(
                "",
                leaf(
                    f"4: b > 0; K > 1; O > 0; {_FACTORS}; sq s*c",
                    f"eq -4*b*(K - 1)*O*s: {SLOPE}",
                    f"eq -4*b*(K - 1)*O*s^2*c^2: {_SHARED}",
                ),
            ),
        ),
        z="J",
        k="0",
    ),
)
_MORE = (
    "always(s > 0)",
    lemma(
        "LEM-positive",
        enter("start", KNOWN),
        enter("ae", intro("", leaf(f"1: s > 0; {_FACTORS}; sq c", f"eq -1: {SLOPE}", f"eq -s*c^2: {_SHARED}"))),
        z="s",
        k="0",
    ),
)
_GROWS = (
    "always(s >= start(s))",
    rule("monotone", leaf(f"1: s > 0; {_FACTORS}; sq c", f"eq -1: {SLOPE}", f"eq -s*c^2: {_SHARED}"), z="s"),
)
_RISES = (
    "always(J >= start(J))",
    rule(
        "monotone",
        leaf(
            f"4: b > 0; K > 1; O > 0; {_FACTORS}; sq s*c",
            f"eq -4*b*(K - 1)*O*s: {SLOPE}",
            f"eq -4*b*(K - 1)*O*s^2*c^2: {_SHARED}",
        ),
        z="J",
    ),
)


def _known(then: Tree) -> Tree:
    of_x = (f"almost_always({_SHARED})", enter("ae", have([_SAME], leaf(f"eq 1/root: {_SAME[0]}"))))
    begun = [("start(s) > 0", enter("start", KNOWN)), ("start(J) > 0", enter("start", leaf("1: O*(K - 1) > K + 1")))]
    return have([BASIC, _SUM, of_x, _STAYS, _MORE, _GROWS, _RISES, *begun], then)


_FALLS = "rate(c) == -(c*s^2*pull(s))"
_RATE = "rate(c) == -(L/root*c*s^2*(K - 1 - 2*K/(1 + O)))"
_Z0 = "d0/(d0 + 2*K)"
_HALF = f"m0^2*L/root*(K - 1)*{_Z0}"


def _named(then: Tree) -> Tree:
    """Names for what s and J are at the start."""
    facts = [
        ("m0 > 0", leaf("1: start(s) > 0", "eq -1: m0 == start(s)")),
        ("d0 > 0", leaf("1: start(J) > 0", "eq -1: d0 == start(J)")),
        ("always(s >= m0)", enter("every", leaf("1: s >= start(s)", "eq 1: m0 == start(s)"))),
        ("always(J >= d0)", enter("every", leaf("1: J >= start(J)", "eq 1: d0 == start(J)"))),
        ("d0 + 2*K > 0", leaf("1: d0 > 0", "2: K > 1", "2:")),
        (f"{_Z0} > 0", leaf("1: d0 > 0; 1/(d0 + 2*K) > 0")),
        (f"{_HALF} > 0", leaf(f"1: m0 > 0; m0 > 0; L > 0; 1/root > 0; K > 1; {_Z0} > 0")),
    ]
    some = ["exists m0 in number: m0 == start(s)", "exists d0 in number: d0 == start(J)"]
    return have(
        [(some[0], witness("start(s)", leaf())), (some[1], witness("start(J)", leaf()))],
        obtain(some[0], "m0", obtain(some[1], "d0", have(facts, then))),
    )


_SHARE = (
    f"J/(1 + O) >= (K - 1)*{_Z0}",
    leaf(
        "2: K > 1; 1/(1 + O) > 0; 1/(d0 + 2*K) > 0; J >= d0",
        "2: 1/(1 + O) > 0; 1/(d0 + 2*K) > 0; J >= d0",
    ),
)
_CLOSE = have(
    [
        (
            f"decays(c*c, 2*({_HALF}))",
            lemma(
                "LEM-comparison",
                enter(
                    "ae",
                    have(
                        [_SHARE, ("1/(1 + O) > 0", leaf())],
                        leaf(
                            f"2: L > 0; 1/root > 0; s >= m0; s >= m0; {_SHARE[0]}; sq c",
                            f"4: L > 0; 1/root > 0; s >= m0; m0 > 0; {_SHARE[0]}; sq c",
                            f"2: L > 0; 1/root > 0; m0 > 0; m0 > 0; {_SHARE[0]}; sq c",
                            f"2: L > 0; 1/root > 0; s >= m0; s >= m0; K > 1; {_Z0} > 0; sq c",
                            f"4: L > 0; 1/root > 0; s >= m0; m0 > 0; K > 1; {_Z0} > 0; sq c",
                            f"eq 2*c: {_FALLS}",
                            f"eq -2*c^2*s^2: {_SHARED}",
                        ),
                    ),
                ),
                z="c*c",
                k=f"2*({_HALF})",
            ),
        ),
        ("always(c*c >= 0)", enter("every", leaf("1: sq c"))),
        (
            "exponentially_small(c*c)",
            lemma("LEM-small.decays", KNOWN, leaf(f"2: {_HALF} > 0"), z="c*c", k=f"2*({_HALF})"),
        ),
    ],
    KNOWN,
)


def _near(gap: str) -> Tree:
    square = f"{gap}*{gap}"
    bound = have(
        [
            ("1 - s >= 0", leaf("1/2: sq c", "1/2: sq 1 - s", "eq 1/2: c^2 + s^2 == 1")),
            (
                f"{square} <= 2*(c*c)",
                leaf("2: 1 - s >= 0; s > 0", "eq -1: c^2 + s^2 == 1", use=PLACES),
            ),
        ],
        rule(
            "absolute at most",
            leaf(f"1: {square} <= 2*(c*c)"),
            leaf("2: sq c", f"1: {gap} >= 0; {gap} >= 0"),
            e=square,
            b="2*(c*c)",
        ),
    )
    return lemma(
        "LEM-small.root",
        lemma("LEM-small.below", KNOWN, leaf(), enter("every", bound), z=square, r="c*c", c="2"),
        r=gap,
    )


_TO_U = [f"exponentially_small({gap})" for gap in ("norm(y[f] - u)", "norm(y[g] + u)")]
_SMALL = ("exponentially_small(c*c)", _CLOSE)
_EXAMPLE = "exp(2*(25/16*log(2))*(4/5)^2) == 4"
_VALUES = pair([diagonal(1, -3, 0, 0)], [1], [-3], beta=["-log(2)"], K=3, b="log(2)")

formal(
    "CON-B3.sharp",
    title="Full attention without consensus, when the smallest eigenvalue is below -lambda",
    source=Source(PAPER, "Theorem 3.2 and Theorem 4.5, full attention with U != I"),
    kind="convergence",
    role="extension",
    sentence=(
        r"Two tokens, full attention, h = 1, W = I, orthonormal eigenvectors v and u of the symmetric U, $Uv = \lambda"
        r" v$, $Uu = -K\lambda u$, $\lambda > 0$, K > 1, and $P = -\beta I$, $\beta > 0$. A solution $y_{1,2} = cv \pm"
        r" \sigma u$ with $\sigma > 0$ at the start has $\dot c = -\frac{\lambda}{\sqrt{n+1}}c\sigma^2(K - 1 - 2Ka)$,"
        r" $a = 1/(1 + e^{2\beta\sigma^2})$; if $a < (K - 1)/(2K)$ at the start, that is $e^{2\beta\sigma^2}(K - 1) > K"
        r" + 1$, it stays so, and the tokens separate to $\pm u$, exponentially. For K = 3, $\sigma = 4/5$, $P ="
        r" -\frac{25}{16}\ln2\,I$: $e^{2\beta\sigma^2} = 4$."
    ),
    statement=model(
        _SHARP,
        PAIR,
        {
            "given": [
                "root^2 == dim(E)",
                _BELOW,
                _LOGITS,
                "K > 1",
                "b > 0",
                "at_start(s > 0)",
                "at_start(O*(K - 1) > K + 1)",
            ],
            "show": [f"almost_always({_RATE})", "always(O*(K - 1) > K + 1)", *_TO_U, NEVER, _EXAMPLE],
        },
    ),
    proof=[
        _known(enter("ae", leaf(f"eq 1: {_FALLS}", f"eq -c*s^2: {_SHARED}"))),
        _known(enter("every", leaf("1: J > 0"))),
        _known(_named(have([_SMALL], _near("norm(y[f] - u)")))),
        _known(_named(have([_SMALL], _near("norm(y[g] + u)")))),
        _known(wide("start(s)", "1: s >= start(s)")),
        have([("exp(log(2)) == 2", rule("exp of log", leaf(), a="2"))], leaf(use=["exp(log(2)) == 2"])),
    ],
    instance=_VALUES,
    twin=Variant(
        "odds that are not large enough",
        {"at_start(O*(K - 1) > K + 1)": "at_start(O > 1)"},
        pair([diagonal(1, -3, 0, 0)], [1], [-3], beta=["-1/2*log(2)"], K=3, b="1/2*log(2)"),
    ),
)
