"""The threshold of the step for the first token of the map, with the printed matrix U of 5.1.3 (CON-X7)."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.printed_roots import (
    HIGH,
    LOW,
    ORDERED,
    PAIRS,
    PLACES,
    PRODUCT,
    PROOFS,
    THRESHOLD,
    TRACE,
    D,
    ordered,
    renamed,
    root,
)
from proofs_checks.consensus.proofs.printed_roots import SHOWN as ROOTS
from proofs_checks.consensus.proofs.printed_values import PRINTED
from proofs_checks.consensus.proofs.printed_values import VALUES as MATRIX
from proofs_checks.consensus.proofs.theorem_4_5_minus import OPPOSITE_TOP
from proofs_checks.consensus.proofs.value_steps import KEPT, NEAR, STEPS
from proofs_checks.consensus.proofs.value_steps import SHOWN as STEPPED
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)


def _projected(text: str) -> str:
    """With the central projection written out."""
    return re.sub(r"\bp\(([^()]*)\)", r"(y[\1, f]/dot(v, y[\1, f]) - v)", text)


_FOLLOWS = "(forall n in step, i: y[n + 1, i] == unit_of(moved(n, i))) and dot(y[0, f], y[0, f]) == 1"
_NEAR = "(forall n in step: norm(y[n, f] {0} v) <= C*q^n)".format
_CONVERGES = f"exists q in number, C in number: 0 <= q and q < 1 and C >= 0 and ({_NEAR('-')} or {_NEAR('+')})"
_AWAY = "dot(v, y[0, f]) > 0 and (forall n in step: norm(y[n, f] - v) >= 1/2 and norm(y[n, f] + v) >= 1/2)"
_SHOWN = [
    *ROOTS,
    f"forall {PLACES}: {ORDERED} => ({STEPPED[0]})",
    f"forall {PLACES}: {ORDERED} and {_FOLLOWS} and dot(v, y[0, f]) != 0 and tau < {THRESHOLD} => ({_CONVERGES})",
    f"forall {PLACES}: {ORDERED} and {_FOLLOWS} and y[0, f] == unit_of(v + w) and tau >= {THRESHOLD} => {_AWAY}",
]

_FACTORS = "(m - lam)*(m - mu)*(m - low) == 0"
_IS_ROOT: Steps = [
    root("d", "m"),
    (_FACTORS, leaf("eq 1: char(m) == 0", f"eq -m^2: {TRACE}", f"eq m: {PAIRS}", f"eq -1: {PRODUCT}")),
]


def _of_eigenvalue(v: str, then: Tree) -> Tree:
    """For every eigenvalue m beside the one along v, with an eigenvector d."""
    other = f"exists c in vector: c != 0 and dot({v}, c) == 0 and U(c) == m*c"
    return intro(["m", ""], unfold(f"eigenvalue(U, {v}, m)", obtain(other, "d", have(_IS_ROOT, then))))


_KV, _KD = "(dot(e3, v)/third(lam))", "(dot(e3, d)/third(lam))"
_R = "dot(d, axis(lam))"
_DOTS = [
    (f"dot({z}, {u}) == dot({z}, {k}*axis(lam))", lemma("LEM-same-dot", u=u, w=f"{k}*axis(lam)", z=z))
    for z, u, k in (("d", "d", _KD), ("v", "v", _KV), ("v", "d", _KD))
]
_SIMPLE = absurd(
    have(
        [
            ("m - mu > 0", leaf("1: lam <= m", "1: lam - mu > 0")),
            ("m - low > 0", leaf("1: lam <= m", "1: lam - low > 0")),
            ("m == lam", leaf(f"eq 1/((m - mu)*(m - low)): {_FACTORS}")),
            ("U(d) == lam*d", leaf(use=["U(d) == m*d", "m == lam"])),
            root("d", "lam"),
            *_DOTS,
            (
                "dot(d, d) == 0",
                leaf(
                    f"eq 1: {_DOTS[0][0]}",
                    f"eq {_KD}*{_R}: {_DOTS[1][0]}",
                    f"eq -{_R}*{_KV}: {_DOTS[2][0]}",
                    use=["dot(v, v) == 1", "dot(v, d) == 0"],
                ),
            ),
            ("dot(d, d) > 0", rule("positive square", u="d")),
        ],
        leaf("eq 1: dot(d, d) == 0", times=["dot(d, d)"]),
    )
)
_TOP = "forall m in number: eigenvalue(U, v, m) => m < lam"
_LEAST = "forall m in number: eigenvalue(U, {0}, m) => low <= m".format
_NONE_LOWER = split(
    "low <= m or m < low",
    KNOWN,
    absurd(
        have(
            [
                ("low - m > 0", leaf("1: m < low")),
                ("mu - m > 0", leaf("1: m < low", "1: mu - low > 0")),
                ("lam - m > 0", leaf("1: m < low", "1: lam - low > 0")),
                ("low - m == 0", leaf(f"eq -1/((lam - m)*(mu - m)): {_FACTORS}")),
            ],
            leaf("eq 1: low - m == 0", times=["low - m"]),
        )
    ),
)
_CROSS = ["dot(w, U(v)) == dot(w, lam*v)", "dot(v, U(w)) == dot(v, low*w)"]
_SETTING: Steps = [
    (_TOP, _of_eigenvalue("v", split("m < lam or lam <= m", KNOWN, _SIMPLE))),
    ("simple_top(U, v, lam)", unfold("goal", both(KNOWN, KNOWN, KNOWN))),
    (_LEAST("v"), _of_eigenvalue("v", _NONE_LOWER)),
    (
        "lam >= 0",
        cases(
            "lam",
            KNOWN,
            absurd(
                have(
                    [("low < 0", leaf("1: low < mu", "1: mu < 0"))],
                    leaf(f"{1 / D}: lam < 0; mu < 0; low < 0", f"eq -{1 / D}: {PRODUCT}"),
                )
            ),
        ),
    ),
    (_CROSS[0], lemma("LEM-same-dot", u="U(v)", w="lam*v", z="w")),
    (_CROSS[1], lemma("LEM-same-dot", u="U(w)", w="low*w", z="v")),
    ("dot(v, w) == 0", leaf(f"eq -1/(lam - low): {_CROSS[0]}", f"eq 1/(lam - low): {_CROSS[1]}")),
]
_KEPT = ordered("", then=have(_SETTING, KEPT))

_PARTS = [_projected(text) for text in STEPPED]
_STEPS = " and ".join(f"({text})" for text in _PARTS)
_AT_MINUS = re.sub(r"\bv\b", "(-v)", _STEPS)


def _limit(v: str, side: str) -> Tree:
    """The first token converges to v (or to -v)."""

    def at(text: str) -> str:
        return re.sub(r"\bv\b", v, _projected(text))

    near = at(f"exists q in number: 0 <= q and q < 1 and (forall n in step: {NEAR})")
    here = at("norm(y[m, f] - v) <= q^m*norm(p(0))")
    within = intro("m", have([here], leaf(f"1: {here}")))
    found = both(KNOWN, KNOWN, KNOWN, {side: within})
    return have([near], obtain(near, "q", witness("q", witness(at("norm(p(0))"), found))))


_SMALL = ("-tau*(lam + low) < 2*root", leaf(f"1: tau < {THRESHOLD}; 1 + mu > 0", f"eq -tau: {TRACE}"))
_LIMITS = ordered(
    "",
    then=have(
        [*_SETTING, _SMALL, ("lam + low >= 0 or -tau*(lam + low) < 2*root", {"right": KNOWN})],
        split(
            "dot(v, y[0, f]) != 0",
            have(
                [
                    OPPOSITE_TOP,
                    (_LEAST("(-v)"), _of_eigenvalue("(-v)", _NONE_LOWER)),
                    ("dot((-v), w) == 0", leaf("eq -1: dot(v, w) == 0")),
                    ("dot((-v), y[0, f]) > 0", leaf("1: dot(v, y[0, f]) < 0")),
                    (_AT_MINUS, lemma("CON-B2.value", v="(-v)")),
                ],
                _limit("(-v)", "right"),
            ),
            have([(_STEPS, lemma("CON-B2.value"))], _limit("v", "left")),
        ),
    ),
)

_UP = "dot(v, y[{0}, f]) > 0 and dot(y[{0}, f], y[{0}, f]) == 1".format
_SUM = "dot(v + w, v + w)"
_EIGEN = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
_STARTS: Steps = [
    (f"{_SUM} > 0", leaf("2:", use=_EIGEN)),
    (
        "dot(v, y[0, f]) > 0",
        leaf(f"1: 1/sqrt({_SUM}) > 0", use=["y[0, f] == unit_of(v + w)", *_EIGEN]),
    ),
]
_STAYS_AWAY = ordered(
    "",
    then=have(
        [
            *_SETTING,
            *_STARTS,
            ("lam + low < 0", leaf("1: 1 + mu > 0", f"eq 1: {TRACE}")),
            ("-tau*(lam + low) >= 2*root", leaf(f"1: tau >= {THRESHOLD}; 1 + mu > 0", f"eq tau: {TRACE}")),
            (_STEPS, lemma("CON-B2.value")),
            (
                f"forall n in step: {_UP('n')}",
                rule(
                    "induction",
                    both(KNOWN, KNOWN),
                    take(_PARTS[1], ["m"], both(KNOWN, KNOWN)),
                    P=f"fn(n in size: {_UP('n')})",
                    new={"n": "m"},
                ),
            ),
        ],
        both(
            KNOWN,
            intro(
                "m",
                have(
                    [(_UP("m"), KNOWN)],
                    both(
                        KNOWN,
                        rule(
                            "below the square",
                            KNOWN,
                            leaf(
                                "7/4:",
                                "2: dot(v, y[m, f]) > 0",
                                use=["dot(v, v) == 1", "dot(y[m, f], y[m, f]) == 1"],
                            ),
                            a="1/2",
                            b="norm(y[m, f] + v)",
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_INSTANCE: dict[str, Any] = {
    **MATRIX,
    "tokens": 2,
    "letters": {
        **MATRIX["letters"],
        "P": {"always": MATRIX["letters"]["U"]},
        "Q": MATRIX["letters"]["U"],
        "root": "sqrt(3)",
        "tau": 1,
        "f": 0,
        "x": [[1, 0, 0], [0, 1, 0]],
        "y": {"always": [[1, 0, 0], [0, 1, 0]]},
    },
}

formal(
    "CON-X7",
    sentence=(
        r"U of 5.1.3 has three eigenvalues $\lambda > \mu > \lambda_{\min}$. The first token of the map (1) with"
        r" auto-regressive weights, $WV = \tau U$, converges to v or -v, geometrically, from every $v^Ty_1 \ne 0$ if"
        r" $\tau < \tau^* = 2\sqrt3/|\lambda + \lambda_{\min}| = 2\sqrt3/(1 + \mu)$; for $\tau \ge \tau^*$ it"
        r" does not: from the direction of v plus a unit eigenvector of $\lambda_{\min}$ it stays at least 1/2 away"
        r" from both. $3.532114955 < \tau^* < 3.532114956$. The hemisphere is kept for every step $\tau > 0$, full or"
        r" auto-regressive."
    ),
    statement={
        "spaces": ["E"],
        "letters": [
            *PRINTED["letters"],
            "P[step], Q: matrix; root, tau: number; f: token",
            "x[token]: vector; y[step, token]: vector",
        ],
        "where": [
            *(renamed(text) for text in PRINTED["where"]),
            *(text for text in STEPS["where"] if not text.startswith("p(")),
        ],
        "given": [
            *(renamed(text) for text in PRINTED["given"]),
            "root > 0",
            "root^2 == dim(E)",
            "dim(E) == 3",
            "tau > 0",
            "forall i: f <= i",
        ],
        "show": _SHOWN,
    },
    proof=[*PROOFS, _KEPT, _LIMITS, _STAYS_AWAY],
    instance=_INSTANCE,
    twin=Variant("3.532114956 < tau*", {f"=> {LOW}*(1 + m) < 2*root": f"=> {HIGH}*(1 + m) < 2*root"}, _INSTANCE),
)
