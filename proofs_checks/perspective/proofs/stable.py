"""Remark 6.5 and (4.3): the least product does not fall once it is nonnegative; clusters are stable."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, USA, WEIGHTS, WEST, still
from proofs_checks.perspective.proofs.pairs import NONNEGATIVE, NOW, RATE, START, M, below, size_at_least_one
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

SPEED = {"sa": "2/((n - 1)*exp(beta) + 1)", "usa": "2/n"}
SLOWEST = {"sa": f"2*(1 - {M})/((n - 1)*exp(beta) + 1)", "usa": f"2/n*(1 - {M})"}


def fast(flow: str) -> list[tuple[str, Tree] | str]:
    """PER-N1 for one flow, and a simple bound of its rate."""
    known = {f: f"solves({f}, x) => {NONNEGATIVE} and almost_always(rate({M}) >= {RATE[f]})" for f in ("usa", "sa")}
    one = rule(
        "some element",
        have([f"{M} <= dot(x[u], x[u])"], leaf(f"1: {M} <= dot(x[u], x[u])", use=[NOW])),
        new={"x": "u"},
        C=f"{M} <= 1",
    )
    between = f"almost_always(0 <= {M} <= 1)"
    which = "LEM-slowest.equal" if flow == "usa" else "LEM-slowest.softmax"
    end = leaf(f"1: rate({M}) >= {RATE[flow]}", f"1: {RATE[flow]} >= {SLOWEST[flow]}")
    own = f"{NONNEGATIVE} and almost_always(rate({M}) >= {RATE[flow]})"
    slow = have(
        [
            (own, have([(" and ".join(f"({text})" for text in known.values()), lemma("PER-N1"))], KNOWN)),
            (between, have([below()], enter("ae", both(KNOWN, one)))),
            (f"almost_always({RATE[flow]} >= {SLOWEST[flow]})", lemma(which, m=M, N="n")),
        ],
        both(KNOWN, enter("ae", KNOWN), enter("ae", end)),
    )
    return [
        ("n >= 1", size_at_least_one()),
        (
            f"{NONNEGATIVE} and almost_always({M} <= 1) and almost_always(rate({M}) >= {SLOWEST[flow]})",
            slow,
        ),
        f"almost_always(rate({M}) >= {SLOWEST[flow]})",
    ]


RISES = f"almost_always(rate({M}) >= 0) and always({M} >= start({M}))"


def nested(flow: str) -> Tree:
    """Then it does not fall."""
    positive = {"usa": f"2: 1/n > 0; {M} <= 1", "sa": f"2: 1/((n - 1)*exp(beta) + 1) > 0; {M} <= 1"}[flow]
    room = [("(n - 1)*exp(beta) + 1 > 0", leaf("1: n >= 1; exp(beta) > 0", "1:"))] if flow == "sa" else []
    step = have([f"{M} <= 1", *room], leaf(f"1: rate({M}) >= {SLOWEST[flow]}", positive))
    return intro(
        "",
        have(
            fast(flow),
            unfold(
                f"solves({flow}, x)",
                have(
                    [(f"almost_always(rate({M}) >= 0)", enter("ae", step))],
                    both(KNOWN, rule("monotone", KNOWN, z=M)),
                ),
            ),
        ),
    )


formal(
    "PER-T4.2.nested.monotone",
    title="The least product does not fall once it is nonnegative",
    sentence=r"For $\beta \geq 0$: from $\min_{ij}\langle x_i(0), x_j(0)\rangle \geq 0$ on the least product does not"
    r" fall, under SA and USA.",
    statement=model(
        WEIGHTS, SA, USA, MOTION, START, {"show": [f"solves(sa, x) => {RISES}", f"solves(usa, x) => {RISES}"]}
    ),
    proof=[nested("sa"), nested("usa")],
    instance=still(EAST, EAST, beta=LOG2),
    twin=Variant("strictly", {f"rate({M}) >= 0": f"rate({M}) > 0"}, still(EAST, EAST, beta=LOG2)),
)

formal(
    "PER-T4.2.nested.threshold",
    title="The pair inequality for a least product below zero",
    sentence=r"For $\beta \geq 0$ and unit tokens: for a pair with the least product $m$ and any third token"
    r" $\langle x_k, x_j\rangle \geq \langle x_i, x_k\rangle m$, whatever the sign of $m$.",
    role="dropped",
    no_repair="PER-T4.2.nested.monotone has m >= 0; each term is then nonnegative",
    statement={
        "letters": ["x[token]: vector; m: number; i, j, k: token"],
        "given": [
            "forall t: dot(x[t], x[t]) == 1",
            "forall s, t: m <= dot(x[s], x[t])",
            "dot(x[i], x[j]) == m",
        ],
        "show": ["dot(x[k], x[j]) >= dot(x[i], x[k])*m"],
    },
    refuted={"instance": still(EAST, ["-1/2", "sqrt(3)/2"], ["-1/2", "-sqrt(3)/2"], m="-1/2", i=0, j=1, k=2)},
)

DISTANCE = "dot(x[i] - x[j], x[i] - x[j])"
STABLE = {
    flow: f"{speed} > 0 and always(forall i, j: {DISTANCE} <= 2*rho*exp(-({speed})*time))"
    f" and always(forall i, j: {DISTANCE} <= 2*rho)"
    for flow, speed in SPEED.items()
}
LEAST_START = f"at_start({M} >= 1 - rho)"


CLOSE = f"at_start(forall i, j: {DISTANCE} <= 2*rho)"
_LEAST_IS_NEAR = enter(
    "start",
    rule(
        "least",
        rule(
            "least",
            have(
                ["dot(x[p] - x[q], x[p] - x[q]) <= 2*rho"],
                leaf("1/2: dot(x[p] - x[q], x[p] - x[q]) <= 2*rho", use=[NOW]),
            ),
            e="fn(j: dot(x[p], x[j]))",
            b="1 - rho",
            new={"x": "q"},
        ),
        e="fn(i: min(j: dot(x[i], x[j])))",
        b="1 - rho",
        new={"x": "p"},
    ),
)


def exponentially(flow: str) -> Tree:
    """1 - M decays, and bounds all squares of distances."""
    decay = f"decays(1 - {M}, {SPEED[flow]})"
    far = "dot(x[p] - x[q], x[p] - x[q])"
    bound = f"{far} <= 2*rho*exp(-({SPEED[flow]})*time)"
    fall = f"exp(-({SPEED[flow]})*time) <= exp(0)"
    start = f"start({M}) >= 1 - rho"
    pair = have(
        [f"{M} <= dot(x[p], x[q])"],
        leaf(
            f"2: {M} <= dot(x[p], x[q])",
            f"2: 1 - {M} <= start(1 - {M})*exp(-({SPEED[flow]})*time)",
            f"2: {start}; exp(-({SPEED[flow]})*time) > 0",
            use=[NOW],
        ),
    )
    speed = (
        leaf("2: 1/n > 0")
        if flow == "usa"
        else have([("(n - 1)*exp(beta) + 1 > 0", leaf("1: n >= 1; exp(beta) > 0", "1:"))], leaf())
    )
    less = have(
        [
            bound,
            (fall, rule("exp monotone", leaf(f"1: {SPEED[flow]} > 0; time >= 0"), a=f"-({SPEED[flow]})*time", b="0")),
        ],
        leaf(f"1: {bound}", f"2: rho >= 0; {fall}"),
    )
    every = f"always(forall i, j: {DISTANCE} <= 2*rho*exp(-({SPEED[flow]})*time))"
    return intro(
        "",
        have(
            [
                (LEAST_START, unfold(f"solves({flow}, x)", _LEAST_IS_NEAR)),
                (f"at_start({M} >= 0)", enter("start", leaf(f"1: {M} >= 1 - rho", "1: rho <= 1"))),
                *fast(flow),
                (f"{SPEED[flow]} > 0", speed),
                (
                    decay,
                    lemma(
                        "LEM-comparison",
                        enter("ae", leaf(f"1: rate({M}) >= {SLOWEST[flow]}")),
                        z=f"1 - {M}",
                        k=SPEED[flow],
                    ),
                ),
                (start, enter("start", KNOWN)),
                below(),
                ("always(time >= 0)", rule("time passes")),
            ],
            unfold(
                f"solves({flow}, x)",
                unfold(
                    decay,
                    have(
                        [(every, enter("every", intro("p,q", pair)))],
                        both(KNOWN, KNOWN, enter("every", intro("p,q", less))),
                    ),
                ),
            ),
        ),
    )


formal(
    "PER-R6.5",
    sentence=r"For SA and USA with $\beta \geq 0$: if all $|x_i(0) - x_j(0)|^2 \leq 2\rho$ with $\rho \leq 1$, then"
    r" $|x_i - x_j|^2 \leq 2\rho e^{-kt}$ at all times, with $k = 2/((n-1)e^\beta + 1)$ for SA and $k = 2/n$ for USA;"
    r" so the set $x_1 = \dots = x_n$ is Lyapunov stable and exponentially stable.",
    statement=model(
        WEIGHTS,
        SA,
        USA,
        MOTION,
        {
            "letters": ["rho: number"],
            "given": ["beta >= 0", "rho >= 0", "rho <= 1", CLOSE],
            "show": [f"solves({flow}, x) => ({STABLE[flow]})" for flow in ("sa", "usa")],
        },
    ),
    proof=[exponentially("sa"), exponentially("usa")],
    instance=still(EAST, EAST, beta=LOG2, rho=1),
    twin=Variant(
        "tokens at any distance (for tokens at rest to come together is to be there)",
        {"rho <= 1": "rho <= 2", **{f"({text})": f"always(forall i, j: {DISTANCE} <= 0)" for text in STABLE.values()}},
        still(EAST, WEST, beta=LOG2, rho=2),
    ),
)
