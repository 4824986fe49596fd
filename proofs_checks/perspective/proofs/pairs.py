"""The least product over all pairs of tokens (PER-N1): once it is not negative it rises at an explicit, sharp rate."""

from __future__ import annotations

from proofs_checks.perspective.proofs.models import EAST, LOG2, MOTION, SA, SLOPE, USA, WEIGHTS, WEST, still
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, enter, have, intro, leaf, lemma, rule, unfold

NOW = "forall i: dot(x[i], x[i]) == 1"
G = "dot(x[{0}], x[{1}])".format
ROW = "min(j: dot(x[{0}], x[j]))".format
M = "min(i: min(j: dot(x[i], x[j])))"
"""The least product; a token paired with itself has the product 1 and does no harm."""
RATE = {
    "sa": f"2*(1 - {M})*((n - 1)*{M} + 1)/((n - 1)*exp(beta*(1 - {M})) + 1)",
    "usa": f"2/n*exp(beta*{M})*(1 - {M})*((n - 1)*{M} + 1)",
}
MASS = {"sa": "1", "usa": "exp(beta)"}
NONNEGATIVE = f"always({M} >= 0)"
BELOW = f"always(forall s, t: {M} <= dot(x[s], x[t]))"
HALF = f"sum(k: e(x, {{0}}, k)*(dot(x[k], x[{{1}}]) - dot(x[{{0}}], x[k])*{M}))"
FAR = still(EAST, WEST, beta=LOG2)


def drawn(flow: str, p: str, q: str) -> str:
    """What draws p and q together, written with the least product."""
    over = ("n", "n") if flow == "usa" else (f"Z(x, {p})", f"Z(x, {q})")
    return f"{HALF.format(p, q)}/{over[0]} + {HALF.format(q, p)}/{over[1]}"


def below() -> tuple[str, Tree]:
    """No product is less than the least one."""
    steps = have(
        [
            (f"{M} <= {ROW('p')}", rule("above the least", e="fn(i: min(j: dot(x[i], x[j])))", y="p")),
            (f"{ROW('p')} <= {G('p', 'q')}", rule("above the least", e="fn(j: dot(x[p], x[j]))", y="q")),
        ],
        leaf(f"1: {M} <= {ROW('p')}", f"1: {ROW('p')} <= {G('p', 'q')}"),
    )
    return BELOW, enter("every", intro("p,q", steps))


def slope(flow: str, bound: str, when: str, lemma_fact: tuple[str, Tree]) -> Tree:
    """rate(M) >= bound at almost every time: that of a least pair, and the lemma bounds what draws the pair."""
    pull = drawn(flow, "s1", "t1")
    rate = f"rate({G('s1', 't1')})"
    equal = f"forall s, t: {G('s', 't')} == {M} => rate({G('s', 't')}) == {drawn(flow, 's', 't')}"
    moved = leaf(use=[f"forall i: rate(x[i]) == {flow}(x, i)", NOW, f"{G('s1', 't1')} == {M}"])
    return have(
        [
            (f"almost_always({equal})", enter("ae", intro(["s1", "t1", ""], moved))),
            lemma_fact,
        ],
        lemma(
            "LEM-least-pair",
            enter(
                "ae",
                intro(
                    ["", "s1", "t1", ""],
                    have(
                        [f"{rate} == {pull}", f"{pull} >= {bound}"],
                        leaf(f"1: {pull} >= {bound}", f"eq -1: {rate} == {pull}"),
                    ),
                ),
            ),
            v="fn(i, j: dot(x[i], x[j]))",
            b=bound,
            C=when,
        ),
    )


def size_at_least_one() -> Tree:
    """There is a token, so that their number is at least 1."""
    one = rule("term of a positive sum", leaf(), e="fn(j: 1)", y="u", new={"x": "r"})
    return rule("some element", have([("sum(j: 1) >= 1", one)], leaf("1: sum(j: 1) >= 1")), new={"x": "u"}, C="n >= 1")


def shown(flow: str) -> str:
    """What PER-N1 says of one flow."""
    return f"solves({flow}, x) => {NONNEGATIVE} and almost_always(rate({M}) >= {RATE[flow]})"


def negative(flow: str) -> str:
    """What the lemma says while the least product is negative."""
    return f"forall s, t: {drawn(flow, 's', 't')} >= 4*{MASS[flow]}*{M}"


def proof(flow: str) -> Tree:
    """First that it stays nonnegative, then the rate."""
    fall = f"4*{MASS[flow]}*{M}"
    least = f"forall s, t: {G('s', 't')} == {M} => {drawn(flow, 's', 't')} >= {RATE[flow]}"
    sphere = [
        (f"almost_always({NOW})", enter("ae", KNOWN)),
        below(),
        (f"almost_always({BELOW[7:-1]})", enter("ae", KNOWN)),
    ]
    both_flows = " and ".join(f"almost_always({M} < 0 => ({negative(f)}))" for f in ("sa", "usa"))
    which = "LEM-pair.softmax" if flow == "sa" else "LEM-pair.equal"
    risen = (f"almost_always({M} >= 0)", enter("ae", KNOWN))
    always = f"almost_always({M} >= 0 => rate({M}) >= {RATE[flow]})"
    return intro(
        "",
        unfold(
            f"solves({flow}, x)",
            have(
                [
                    (
                        f"almost_always({M} < 0 => rate({M}) >= {fall})",
                        slope(flow, fall, f"{M} < 0", (both_flows, have(sphere, lemma("LEM-pair.negative", m=M)))),
                    ),
                    (NONNEGATIVE, lemma("LEM-linear-bound", enter("start", KNOWN), z=M, k=f"4*{MASS[flow]}")),
                    (
                        always,
                        slope(
                            flow,
                            RATE[flow],
                            f"{M} >= 0",
                            (f"almost_always({least})", have([*sphere, risen], lemma(which, m=M))),
                        ),
                    ),
                ],
                both(KNOWN, enter("ae", KNOWN)),
            ),
        ),
    )


START = {"given": ["beta >= 0", f"at_start({M} >= 0)"]}

formal(
    "PER-N1",
    statement=model(WEIGHTS, SA, USA, MOTION, START, {"show": [shown("usa"), shown("sa")]}),
    proof=[proof("usa"), proof("sa")],
    instance=still(SLOPE, SLOPE, beta=LOG2),
    twin=Variant("products that are negative at the start", {f"at_start({M} >= 0)": f"at_start({M} >= -1)"}, FAR),
)
