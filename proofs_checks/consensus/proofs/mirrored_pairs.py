"""A pair that mirrors itself is driven apart by positive definite value matrices (CON-H.1.apart)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import TOP, diagonal
from proofs_checks.lemmas.mirrored import MIRRORED, PAIR, ROUND, TURNS
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, rule, unfold

GAP = "norm(y[f] - y[g])"
NEVER = f"not tends({GAP}, 0)"
SLOPE = "rate(s) == s*c^2*pull(s)"
PLACES = ["y[f] == c*v + s*u", "y[g] == c*v - s*u", "dot(v, v) == 1", "dot(u, u) == 1", "dot(v, u) == 0"]
BASIC = (f"({ROUND}) and ({TURNS})", lemma("LEM-mirrored"))
_SIDE = [0, 1, 0, 0]


def pair(U: list[Any], lam: list[Any], mu: list[Any], **letters: Any) -> dict[str, Any]:
    """The pair at u and -u, where it rests."""
    values = {"U": U, "v": TOP, "u": _SIDE, "lam": lam, "mu": mu, "root": 2, "f": 0, "g": 1, "c": 0, "s": 1}
    places = {"y": [_SIDE, [0, -1, 0, 0]]}
    return {"tokens": 2, "heads": len(lam), "dim": 4, "letters": {**values, **places, **letters}}


# U_h = diag(mu_h, 1) in the plane of u and v, P_h = beta_h I, the odds of the other token at most 1/4 at first.
_APART: dict[str, Any] = {
    **MIRRORED,
    "letters": [MIRRORED["letters"][0].replace("beta[head]: measurable", "beta[head]:"), MIRRORED["letters"][1]],
}
_FEW = "odds(h, s) <= 1/4"
_TRIPLE = "forall h in heads: lam[h] == 1 and mu[h] >= 3"
_HALF = "exp(-beta[q]*start(s)^2)"
_START_ODDS = "forall h in heads: exp(-2*beta[h]*start(s)^2) <= 1/4"
_POSITIVE_BETA: Steps = [
    "exp(-2*beta[q]*start(s)^2) <= 1/4",
    ("1 - 2*beta[q]*start(s)^2 <= exp(-2*beta[q]*start(s)^2)", rule("exp tangent", a="-2*beta[q]*start(s)^2")),
    (
        "beta[q] > 0",
        leaf(
            "1/2: 1/start(s)^2 > 0; exp(-2*beta[q]*start(s)^2) <= 1/4",
            "1/2: 1/start(s)^2 > 0; 1 - 2*beta[q]*start(s)^2 <= exp(-2*beta[q]*start(s)^2)",
            "3/8: 1/start(s)^2 > 0",
        ),
    ),
]
_PULLED = (
    "pull(s) >= 0",
    have(
        [
            (
                "sum(h in heads: (1 - odds(h, s))/(1 + odds(h, s))*mu[h] - lam[h]) >= 0",
                rule(
                    "positive sum, heads",
                    have(
                        [
                            *_POSITIVE_BETA,
                            (
                                f"{_HALF} <= 1/2",
                                rule(
                                    "below the square",
                                    leaf(),
                                    leaf("1: exp(-2*beta[q]*start(s)^2) <= 1/4"),
                                    a=_HALF,
                                    b="1/2",
                                ),
                            ),
                            (
                                f"odds(q, s) <= {_HALF}",
                                rule(
                                    "exp monotone",
                                    leaf(
                                        "2: beta[q] > 0; s > 3/4*start(s); s > 3/4*start(s)",
                                        "3: beta[q] > 0; s > 3/4*start(s); start(s) > 0",
                                        "1/8: beta[q] > 0; start(s) > 0; start(s) > 0",
                                    ),
                                    a="-2*beta[q]*s^2",
                                    b="-beta[q]*start(s)^2",
                                ),
                            ),
                            ("odds(q, s) <= 1/2", leaf(f"1: odds(q, s) <= {_HALF}", f"1: {_HALF} <= 1/2")),
                            "lam[q] == 1 and mu[q] >= 3",
                            ("1/(1 + odds(q, s)) > 0", leaf()),
                        ],
                        leaf(
                            "1: mu[q] >= 3; 1/(1 + odds(q, s)) > 0; odds(q, s) <= 1/2",
                            "1/2: mu[q] >= 3; 1/(1 + odds(q, s)) > 0",
                            "4: 1/(1 + odds(q, s)) > 0; odds(q, s) <= 1/2",
                            "eq 1: lam[q] == 1",
                        ),
                    ),
                    e="fn(h in heads: (1 - odds(h, s))/(1 + odds(h, s))*mu[h] - lam[h])",
                    new={"x": "q"},
                ),
            )
        ],
        leaf("1: sum(h in heads: (1 - odds(h, s))/(1 + odds(h, s))*mu[h] - lam[h]) >= 0; 1/root > 0"),
    ),
)
_GROWS = (
    "always(s >= start(s))",
    lemma(
        "LEM-barrier",
        enter("start", leaf()),
        leaf("1/4: start(s) > 0"),
        enter(
            "ae",
            intro(
                "",
                have(
                    [("s > 0", leaf("1: s > 3/4*start(s)", "3/4: start(s) > 0")), _PULLED],
                    leaf("1: s > 0; pull(s) >= 0; sq c", f"eq -1: {SLOPE}"),
                ),
            ),
        ),
        z="s",
        m="start(s)",
        l="3/4*start(s)",
    ),
)
_BEGUN = [
    ("start(s) > 0", enter("start", KNOWN)),
    (_START_ODDS, enter("start", KNOWN)),
]


_FEWER = (
    f"always(forall h in heads: {_FEW})",
    enter(
        "every",
        intro(
            "q",
            have(
                [
                    *_POSITIVE_BETA,
                    (
                        "odds(q, s) <= exp(-2*beta[q]*start(s)^2)",
                        rule(
                            "exp monotone",
                            leaf(
                                "2: beta[q] > 0; s >= start(s); s >= start(s)",
                                "4: beta[q] > 0; s >= start(s); start(s) > 0",
                            ),
                            a="-2*beta[q]*s^2",
                            b="-2*beta[q]*start(s)^2",
                        ),
                    ),
                ],
                leaf("1: odds(q, s) <= exp(-2*beta[q]*start(s)^2)", "1: exp(-2*beta[q]*start(s)^2) <= 1/4"),
            ),
        ),
    ),
)
_BOTH = "exp(beta[q]*dot(y[f], y[f])) + exp(beta[q]*dot(y[f], y[g]))"
_OWN = "exp(beta[q]*dot(y[f], y[f]))"
_ALL = "sum(k: exp(beta[q]*dot(y[f], y[k])))"
_EXCESS = "sum(h in heads: ((1 - odds(h, s))/(1 + odds(h, s))*mu[h] - lam[h])/root - att(h, y, f, f)) >= 0"
_FASTER = "rate(s) >= sum(h in heads: att(h, y, f, f))*s*c^2"
_QUICK = unfold(
    "solves(full, y)",
    enter(
        "ae",
        have(
            [
                (
                    _EXCESS,
                    rule(
                        "positive sum, heads",
                        have(
                            [
                                (
                                    f"{_ALL} == {_BOTH}",
                                    rule("sum over two tokens", i="f", j="g", e="fn(k: exp(beta[q]*dot(y[f], y[k])))"),
                                ),
                                (f"att(q, y, f, f) == {_OWN}/(root*({_BOTH}))", leaf(use=[f"{_ALL} == {_BOTH}"])),
                                (f"{_OWN}/(root*({_BOTH})) == 1/(root*(1 + odds(q, s)))", leaf(use=PLACES)),
                                "lam[q] == 1 and mu[q] >= 3",
                                "odds(q, s) <= 1/4",
                                ("1/(1 + odds(q, s)) > 0", leaf()),
                            ],
                            leaf(
                                "1: 1/root > 0; mu[q] >= 3; 1/(1 + odds(q, s)) > 0; odds(q, s) <= 1/4",
                                "3/4: 1/root > 0; mu[q] >= 3; 1/(1 + odds(q, s)) > 0",
                                "4: 1/root > 0; 1/(1 + odds(q, s)) > 0; odds(q, s) <= 1/4",
                                "eq 1/root: lam[q] == 1",
                                f"eq 1: att(q, y, f, f) == {_OWN}/(root*({_BOTH}))",
                                f"eq 1: {_OWN}/(root*({_BOTH})) == 1/(root*(1 + odds(q, s)))",
                            ),
                        ),
                        e="fn(h in heads: ((1 - odds(h, s))/(1 + odds(h, s))*mu[h] - lam[h])/root - att(h, y, f, f))",
                        new={"x": "q"},
                    ),
                ),
                ("s > 0", leaf("1: s >= start(s)", "1: start(s) > 0")),
            ],
            leaf(f"1: {_EXCESS}; s > 0; sq c", f"eq -1: {SLOPE}"),
        ),
    ),
)


def wide(bound: str, *why: str) -> Tree:
    """The tokens stay at a distance: s >= bound > 0 at every time, by the facts named."""
    return lemma(
        "LEM-kept-away",
        leaf(f"2: {bound} > 0"),
        enter(
            "every",
            rule(
                "below the square",
                leaf(),
                have(
                    [(f"s >= {bound}", leaf(*why))],
                    leaf(f"4: s >= {bound}; s >= {bound}", f"8: s >= {bound}; {bound} > 0", use=PLACES),
                ),
                a=f"2*({bound})",
                b=GAP,
            ),
        ),
        z=GAP,
        b=f"2*({bound})",
        c="0",
    )


def _apart(then: Tree) -> Tree:
    return have([BASIC, *_BEGUN, _GROWS, _FEWER], then)


formal(
    "CON-H.1.apart",
    title="A symmetric pair driven apart by positive definite value matrices",
    source=Source(PAPER, "Assumption 3.1 (necessity)"),
    kind="invariance",
    role="extension",
    sentence=(
        r"$\ell = 2$, tokens $Cv \pm Su$ with orthonormal v and u, heads with $U_\eta v = v$, $U_\eta u = \lambda_\eta"
        r" u$, $\lambda_\eta \ge 3$, $P_\eta = \beta_\eta I$, $E_\eta = \alpha_{12}^\eta/\alpha_{11}^\eta ="
        r" e^{-2\beta_\eta S^2}$: a solution of this form with S > 0 and all $E_\eta \le 1/4$ at the start keeps S at"
        r" least as large and all $E_\eta \le 1/4$ for ever, with $\dot S \ge \sum_\eta\alpha_{11}^\eta SC^2$: no"
        r" consensus."
    ),
    statement=model(
        _APART,
        PAIR,
        {
            "given": ["root^2 == dim(E)", _TRIPLE, "at_start(s > 0)", f"at_start(forall h in heads: {_FEW})"],
            "show": ["always(s >= start(s))", f"always(forall h in heads: {_FEW})", f"almost_always({_FASTER})", NEVER],
        },
    ),
    proof=[_apart(KNOWN), _apart(KNOWN), _apart(_QUICK), _apart(wide("start(s)", "1: s >= start(s)"))],
    instance=pair([diagonal(1, 3, 0, 0)], [1], [3], beta=[1]),
    twin=Variant(
        "the tokens meet",
        {"not tends(": "tends("},
        pair([diagonal(1, 3, 0, 0)], [1], [3], beta=[1]),
    ),
)
