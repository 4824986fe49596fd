"""POW-N9: one layer of the attention map with P = beta v v^T at tokens in caps around v and -v.

eps_i is 1 for the tokens of the cap around v and -1 for those around -v, so that eps_i x_i are all in the first cap.
"""

from __future__ import annotations

from proofs_checks.lemmas.cone import EIGEN, REST
from proofs_checks.power_method.proofs.models import ATTENTION, Part
from verify.tactics.build import KNOWN, Steps, Tree, both, groups, have, intro, leaf, lemma, rule, take

SIDES = ["forall i in A: eps[i] == 1", "forall i in B: eps[i] == -1"]
ALONG = "forall u in vector: P(u) == beta*dot(v, u)*v"
ORBIT = "forall n in step, i: x[n + 1, i] == value(attention, fn(h: x[n, h]), i)"
CAPS: Part = {
    "groups": ["A", "B"],
    "letters": [
        "V: operator; P: matrix; v: vector; lam, l, alpha, beta, K, c, r: number",
        "x[step, token]: vector; eps[token]: number",
    ],
    "where": [
        *ATTENTION["where"],
        "p := sum(h in A: 1)",
        "q := sum(h in B: 1)",
        "rho := min(p, q)/max(p, q)",
        "w := 1/(1 + rho*exp(2*beta*c^2))",
        "held := lam*(1 - w - w/c)",
    ],
    "maps": ATTENTION["maps"],
    "given": [
        *EIGEN,
        REST,
        ALONG,
        *("beta >= 0", "lam > 0", "l >= 0", "l < held", "alpha > 0", "c > 0", "K >= 0", "c^2*(1 + K^2) == 1"),
        "r*(1 + alpha*held) == 1 + alpha*l",
        *SIDES,
        ORBIT,
        "forall i: dot(x[0, i], x[0, i]) == 1",
        "forall i: eps[i]*dot(v, x[0, i]) >= c",
    ],
}
FACTOR = "r*(1 + alpha*held) == 1 + alpha*l"
INSIDE = "(forall i: dot(x[{0}, i], x[{0}, i]) == 1) and (forall i: eps[i]*dot(v, x[{0}, i]) > 0)".format
TAN = "forall i: 1 - dot(v, x[{0}, i])^2 <= ({1})^2*dot(v, x[{0}, i])^2".format
ONE_LAYER = (
    f"forall n in step, k in number: k >= 0 => k <= K => ({INSIDE('n')}) => ({TAN('n', 'k')})"
    f" => ({INSIDE('n + 1')}) and ({TAN('n + 1', 'r*k')})"
)
KEPT = "forall n in step, i: eps[i]*dot(v, x[n, i]) >= c"
NEAR = "forall n in step, i: norm(x[n, i] - eps[i]*v)^2 <= 2*(r^n*K)^2"
SQUARE = "forall i: eps[i]^2 == 1"
SIGNED: Steps = [(SQUARE, groups(intro("s", leaf(use=["eps[s] == 1"])), intro("s", leaf(use=["eps[s] == -1"]))))]
BOUNDED: Steps = [
    ("rho > 0 and rho*p <= q and rho*q <= p", lemma("LEM-smaller-over-larger", p="p", q="q")),
    "rho > 0",
    ("1 + rho*exp(2*beta*c^2) > 0", leaf("1:", "1: rho > 0; exp(2*beta*c^2) > 0")),
    "w >= 0",
    ("1 + alpha*held > 0", leaf("1:", "1: alpha > 0; l < held", "1: alpha > 0; l >= 0")),
]
A = "weight(fn(h: x[n0, h]), t, j)"
MASS = "sum(h: exp(dot(x[n0, t], P(x[n0, h]))))"
TURNED = f"(eps[t]*x[n0, t] + alpha*V(sum(j: {A}*(eps[t]*eps[j])*(eps[j]*x[n0, j]))))"
IMAGE = (
    f"dot(v, {TURNED}) > 0 and (dot({TURNED}, {TURNED}) - dot(v, {TURNED})^2)*(1 + alpha*held)^2"
    f" <= (k*(1 + alpha*l))^2*dot(v, {TURNED})^2"
)
NEXT = "(eps[t]*x[n0 + 1, t])"
FOUND = f"dot({NEXT}, {NEXT}) == 1 and dot(v, {NEXT}) > 0 and 1 - dot(v, {NEXT})^2 <= (r*k)^2*dot(v, {NEXT})^2"
QUOTIENT = "(k*(1 + alpha*l))/(1 + alpha*held)"
RAW = FOUND.replace("(r*k)", f"({QUOTIENT})")
D = "dot(v, x[n0, {0}])".format
HEIGHT = "forall i: eps[i]*dot(v, x[n0, i]) >= c"
IN_TAN = f"1 - {D('s')}^2 <= k^2*{D('s')}^2"
HIGH = intro(
    "s",
    have(
        [IN_TAN, f"eps[s]*{D('s')} > 0", "eps[s]^2 == 1"],
        rule(
            "below the square",
            KNOWN,
            leaf(
                f"1: {IN_TAN}",
                f"1: k <= K; k >= 0; sq {D('s')}",
                f"1: k <= K; K >= 0; sq {D('s')}",
                "eq 1: c^2*(1 + K^2) == 1",
                f"eq -(1 + K^2)*{D('s')}^2: eps[s]^2 == 1",
                times=["1 + K^2"],
            ),
            a="c",
            b=f"eps[s]*{D('s')}",
        ),
    ),
)
ROOT = "(1/sqrt(1 + k^2))^2*(1 + k^2) == 1"
LOWEST = have(
    [(ROOT, leaf())],
    rule(
        "below the square",
        KNOWN,
        leaf(
            "1: c > 0; c > 0; k <= K; K >= 0",
            "1: c > 0; c > 0; k <= K; k >= 0",
            "eq 1: c^2*(1 + K^2) == 1",
            f"eq -1: {ROOT}",
            times=["1 + k^2"],
        ),
        a="c",
        b="1/sqrt(1 + k^2)",
    ),
)
SIDED: Steps = [
    (
        f"forall j in A: {D('j')} >= c",
        intro("s", have([f"eps[s]*{D('s')} >= c"], leaf(f"1: eps[s]*{D('s')} >= c", use=SIDES))),
    ),
    (
        f"forall j in B: {D('j')} <= -c",
        intro("s", have([f"eps[s]*{D('s')} >= c"], leaf(f"1: eps[s]*{D('s')} >= c", use=SIDES))),
    ),
]
SCORE = f"exp(beta*{D('t')}*{D('j')})"
Z = "(eps[j]*x[n0, j])"


def each(formula: str, *facts: str) -> tuple[str, Tree]:
    """What holds of all turned tokens, group by group."""
    proofs = [
        intro(
            "s",
            have(
                [side, *[f.replace("j]", "s]") for f in facts]],
                leaf(*[f"1: {f.replace('j]', 's]')}" for f in facts[:1] if "==" not in f], use=[side, UNITS]),
            ),
        )
        for side in ("eps[s] == 1", "eps[s] == -1")
    ]
    return f"forall j: {formula}", groups(*proofs)


UNITS = "forall i: dot(x[n0, i], x[n0, i]) == 1"
IN_CONE: Steps = [
    each(f"dot({Z}, {Z}) == 1"),
    each(f"dot(v, {Z}) > 0", f"eps[j]*{D('j')} > 0"),
    each(f"1 - dot(v, {Z})^2 <= k^2*dot(v, {Z})^2", f"1 - {D('j')}^2 <= k^2*{D('j')}^2"),
]
SHARES = " and ".join(
    f"({D('t')} {place} => sum(j in {group}: {SCORE}) <= w*sum(j: {SCORE}))"
    for place, group in ((">= c", "B"), ("<= -c", "A"))
)
SAME = {
    group: [
        intro(
            "s",
            have(
                [f"eps[s] == {other}"],
                {("left" if own == other else "right"): leaf(use=[f"eps[t] == {own}", f"eps[s] == {other}"])},
            ),
        )
        for other in ("1", "-1")
    ]
    for group, own in (("A", "1"), ("B", "-1"))
}
OPPOSITE = f"sum(j: {A}*(1 - eps[t]*eps[j])/2) <= w"


def at_token(group: str) -> Tree:
    """A token of one cap, turned, after one layer."""
    own, place, other = ("eps[t] == 1", ">= c", "B") if group == "A" else ("eps[t] == -1", "<= -c", "A")
    shared = f"sum(j in {other}: {SCORE}) <= w*sum(j: {SCORE})"
    product = f"dot(v, {TURNED}) <= norm(v)*norm({TURNED})"
    return intro(
        "t",
        have(
            [
                own,
                f"{D('t')} {place}",
                (SHARES, lemma("LEM-opposite-weight", d=f"fn(j: {D('j')})", t=D("t"), least="c")),
                shared,
                ("forall j: eps[t]*eps[j] == 1 or eps[t]*eps[j] == -1", groups(*SAME[group])),
                f"sum(j: {SCORE}) > 0",
                (OPPOSITE, leaf(f"1: {shared}", use=[ALONG, own, *SIDES], times=[f"sum(j: {SCORE})"])),
                (f"1/{MASS} > 0", KNOWN),
                (f"forall j: {A} >= 0", intro("s", leaf(f"1: exp(dot(x[n0, t], P(x[n0, s]))) > 0; 1/{MASS} > 0"))),
                (f"sum(j: {A}) == 1", leaf()),
                (
                    IMAGE,
                    lemma(
                        "LEM-cap.image",
                        p="t",
                        x="fn(j: eps[j]*x[n0, j])",
                        a=f"fn(j: {A})",
                        e="fn(j: eps[t]*eps[j])",
                        c="1/sqrt(1 + k^2)",
                        least="c",
                    ),
                ),
                (product, rule("Cauchy-Schwarz", u="v", w=TURNED)),
                (f"norm({TURNED}) > 0", leaf(f"1: {product}", f"1: dot(v, {TURNED}) > 0", use=EIGEN[1:])),
                ("x[n0 + 1, t] == value(attention, fn(h: x[n0, h]), t)", take(ORBIT, ["n0", "t"], KNOWN)),
                (
                    f"{NEXT} == unit({TURNED})",
                    leaf(use=["x[n0 + 1, t] == value(attention, fn(h: x[n0, h]), t)", own, *SIDES]),
                ),
            ],
            have(
                [
                    (RAW, lemma("LEM-cone.unit", y=TURNED, z=NEXT, A="1 + alpha*held", B="k*(1 + alpha*l)")),
                    (f"{QUOTIENT} == r*k", leaf(f"eq -k: {FACTOR}", times=["1 + alpha*held"])),
                ],
                both(
                    KNOWN,
                    KNOWN,
                    leaf(
                        f"1: {RAW.rpartition(' and ')[2]}",
                        f"eq ({QUOTIENT} + r*k)*dot(v, {NEXT})^2: {QUOTIENT} == r*k",
                    ),
                ),
            ),
        ),
    )


UNIT_NEXT, IN_NEXT = FOUND.partition(" and ")[0], FOUND.rpartition(" and ")[2]
BACK = "(1 + (r*k)^2)*dot(v, x[n0 + 1, t])^2"
LAYER = intro(
    "n0,k,,,,",
    have(
        [
            *SIGNED,
            *BOUNDED,
            (HEIGHT, HIGH),
            *SIDED,
            *IN_CONE,
            ("c <= 1/sqrt(1 + k^2)", LOWEST),
            (f"forall t: {FOUND}", groups(at_token("A"), at_token("B"))),
        ],
        both(
            intro(
                "t", have([UNIT_NEXT], leaf(f"eq 1: {UNIT_NEXT}", "eq -dot(x[n0 + 1, t], x[n0 + 1, t]): eps[t]^2 == 1"))
            ),
            intro("t", KNOWN),
            intro("t", have([IN_NEXT], leaf(f"1: {IN_NEXT}", f"eq {BACK}: eps[t]^2 == 1"))),
        ),
    ),
)
