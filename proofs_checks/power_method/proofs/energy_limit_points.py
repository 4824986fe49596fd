"""POW-L7.conv: limit points of a trajectory of the Oja map are equilibria, and its states come near equilibria."""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy_limits import RISES, STANDING, SUMMED, VANISH
from proofs_checks.power_method.proofs.energy_sum import HERE, ORBIT
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.oja_limits import EQUILIBRIUM
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

TRAJECTORY: Part = model(
    ORBIT, {"where": ["mean(Z) := V(sum(h: Z[h]))/N", "tangent(Z, i) := mean(Z) - dot(Z[i], mean(Z))*Z[i]"]}
)
UNITS = ORBIT["given"][4]
LIMIT_POINT = (
    "forall e in number, m in size: e > 0 => (exists n in size: n >= m and (forall i: norm(x[n, i] - {}[i]) < e))"
).format
NEARBY = f"exists Y in state: {EQUILIBRIUM('Y')} and (forall i: norm(x[{{0}}, i] - Y[i]) < {{1}})".format
LATE = f"exists s in size: forall n in size: n >= s => ({NEARBY('n', '{0}')})".format
ALL = f"({RISES}) and ({SUMMED}) and ({VANISH})"
FACTS = (ALL, lemma("POW-L7.conv.tangent"))
SMALL = "exists s in size: forall n in size: n >= s => (forall i: norm(t(n, i)) < {})".format
SMALL_FROM = "forall n in size: n >= s => (forall i: norm(t(n, i)) < {})".format


def at_limit(found: Tree) -> Tree:
    """S is an equilibrium, if from every step s on there is a state nearer to it than every q > 0."""
    near = intro("q,", take(VANISH, ["q"], obtain(SMALL("q"), "s", found)))
    return lemma("LEM-oja-limit", KNOWN, KNOWN, KNOWN, KNOWN, near)


def at_step(near: Tree) -> Tree:
    """The state at a step k >= s is one as is wanted; `near` proves that a token of it is near S."""
    return witness(
        "fn(h: x[k, h])",
        both(
            intro("j", take(UNITS, ["k", "j"], KNOWN)),
            have([("forall i: norm(t(k, i)) < q", take(SMALL_FROM("q"), ["k"], KNOWN))], intro("j", KNOWN)),
            intro("j", near),
        ),
    )


def same(bound: str) -> Tree:
    """A token that is near S, in the words of the trajectory."""
    near = f"norm(X[j] - S[j]) < {bound}"
    return have(["X[j] == x[k, j]", near], leaf(f"1: {near}", use=["X[j] == x[k, j]"]))


FOUND = "exists n in size: n >= s and (forall i: norm(x[n, i] - S[i]) < q)"
LIMITS = f"forall S in state: ({LIMIT_POINT('S')}) => {EQUILIBRIUM('S')}"
FAR = f"exists k in size: k >= n and (forall i: X[i] == x[k, i]) and not ({NEARBY('k', 'r')})"
RULE = "limit point"
AROUND = "exists n in size, X in state: n >= {} and (" + FAR + ") and (forall i: norm(X[i] - S[i]) < {})"
AROUND_S = f"forall e in number, m in size: e > 0 => ({AROUND.format('m', 'e')})"


def taken(q: str, m: str, then: Tree) -> Tree:
    """A step k after m at which the state is nearer than q to S, and far from every equilibrium."""
    return take(
        AROUND_S,
        [q, m],
        obtain(
            AROUND.format(m, q),
            "n1",
            obtain(
                AROUND.format(m, q)
                .replace("exists n in size, X", "exists X")
                .replace("n >=", "n1 >=")
                .replace("k >= n ", "k >= n1 "),
                "X",
                obtain(FAR.replace("k >= n ", "k >= n1 "), "k", then),
            ),
        ),
    )


AFTER = f"exists k in size: k >= p and not ({NEARBY('k', 'r')})"
LATE_IF_NEAR = witness(
    "p",
    intro(
        "h1,",
        split(
            f"({NEARBY('h1', 'r')}) or not ({NEARBY('h1', 'r')})",
            KNOWN,
            absurd(rule("contradiction", witness("h1", both(KNOWN, KNOWN)), KNOWN, P=AFTER, C="1 <= 0")),
        ),
    ),
)
FAR_AFTER = split(
    f"({AFTER}) or not ({AFTER})",
    KNOWN,
    absurd(have([(LATE("r"), LATE_IF_NEAR)], rule("contradiction", P=LATE("r"), C="1 <= 0"))),
)
LENGTH_1 = have(
    [("dot(x[k, j], x[k, j]) == 1", take(UNITS, ["k", "j"], KNOWN))],
    leaf(norms=["1"], use=["dot(x[k, j], x[k, j]) == 1"]),
)
BOUNDED = have(
    [(AFTER, FAR_AFTER)],
    obtain(
        AFTER,
        "k",
        witness("fn(h: x[k, h])", both(witness("k", both(KNOWN, intro("j", leaf()), KNOWN)), intro("j", LENGTH_1))),
    ),
)
LATER_STEP = taken("q", "s", have([("k >= s", leaf("1: k >= n1", "1: n1 >= s"))], at_step(same("q"))))
NEAR_S = witness("S", both(KNOWN, KNOWN, KNOWN, intro("j", same("r"))))
ACCUMULATES = f"exists S in state: {AROUND_S}"
APART = have(
    [(ACCUMULATES, rule(RULE, BOUNDED, P=f"fn(n in size, X in state: {FAR})", K="1", new={"n": "p"}))],
    obtain(
        ACCUMULATES,
        "S",
        have(
            [(EQUILIBRIUM("S"), at_limit(LATER_STEP))],
            taken("r", "0", rule("contradiction", NEAR_S, KNOWN, P=NEARBY("k", "r"), C="1 <= 0")),
        ),
    ),
)
"""Were the states far from all equilibria again and again, the far ones would have a limit point; it is one."""

formal(
    "POW-L7.conv",
    statement=model(
        V, OJA, TRAJECTORY, {"show": [RISES, SUMMED, VANISH, LIMITS, f"forall e in number: e > 0 => ({LATE('e')})"]}
    ),
    proof=[
        *[have([FACTS], KNOWN)] * 3,
        have(
            [FACTS],
            intro("S,", at_limit(take(LIMIT_POINT("S"), ["q", "s"], obtain(FOUND, "k", at_step(KNOWN))))),
        ),
        have([FACTS], intro("r,", split(f"({LATE('r')}) or not ({LATE('r')})", KNOWN, absurd(APART)))),
    ],
    instance=HERE,
    twin=STANDING,
)
