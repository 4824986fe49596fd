"""An orbit of the Oja map that stays near as many tokens at u as at -u has never had a positive energy.

The energy rises along it, and its tokens come to rest; near such a state tokens that hardly move have hardly an energy.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.balanced_pull import NEAR
from proofs_checks.power_method.proofs.balanced_still import BALANCED
from proofs_checks.power_method.proofs.energy import BELOW
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.orbit_rests import HIGHER, REST
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, cases, have, intro, leaf, lemma, obtain, rule, take

STEP: Part = {
    "letters": ["L: number"],
    "given": ["alpha > 0", "L >= 0", BELOW, "alpha*L < 1"],
}
ORBIT: Part = {
    "letters": ["K, r: number", "y[step, token]: vector"],
    "where": [
        "N := sum(j: 1)",
        "m(n) := sum(h: y[n, h])",
        "pull(n) := V(m(n))/N",
        "form(n) := dot(m(n), V(m(n)))",
        "motion(n) := sum(i: dot(y[n + 1, i] - y[n, i], y[n + 1, i] - y[n, i]))",
        "energy(n) := 1/(2*N)*form(n)",
        "aside(n, i) := pull(n) - dot(y[n, i], pull(n))*y[n, i]",
    ],
    "given": [
        "K > 0",
        NEAR["given"][2],
        "r <= 1/2",
        "alpha*K*r <= 1/2",
        "forall i: dot(y[0, i], y[0, i]) == 1",
        "forall n in step, i: norm(y[n, i] - x[i]) < r",
        "forall n in step, i: y[n + 1, i] == value(oja, fn(h: y[n, h]), i)",
    ],
}
START, CLOSE, NEXT = ORBIT["given"][4:]
PULLED = "norm(alpha*pull({0})) <= 1/2 and form({0}) <= K*(N*r)^2".format


def near(n: str) -> Tree:
    """The pull is short at every step."""
    return lemma(
        "LEM-near-pull", KNOWN, KNOWN, KNOWN, KNOWN, intro("i0", take(CLOSE, [n, "i0"], KNOWN)), y=f"fn(h: y[{n}, h])"
    )


SHORT = "forall n in step: norm(alpha*pull(n)) <= 1/2"
UNIT = "forall i: dot(y[{0}, i], y[{0}, i]) == 1".format
UNITS = "forall n in step, i: dot(y[n, i], y[n, i]) == 1"
ALL_UNITS = f"forall n in size: {UNIT('n')}"
DRAWN = "norm(y[{0}, {1}] + alpha*pull({0})) >= 1/2".format


def drawn(n: str, i: str) -> list[tuple[str, Tree]]:
    """A token and its pull, which has a length."""
    p = f"alpha*pull({n})"
    aside = f"norm({p} - dot(y[{n}, {i}], {p})*y[{n}, {i}]) <= 3/2*norm(unit(y[{n}, {i}] + {p}) - y[{n}, {i}])"
    return [
        (f"dot(y[{n}, {i}], y[{n}, {i}]) == 1", KNOWN),
        (f"norm({p}) <= 1/2", take(SHORT, [n], KNOWN)),
        (f"{DRAWN(n, i)} and {aside}", lemma("LEM-drawn-aside", y=f"y[{n}, {i}]", p=p)),
        (f"norm(y[{n}, {i}] + {p}) > 0", leaf(f"1: {DRAWN(n, i)}", "1/2:")),
    ]


NEXT_AT = "y[{0} + 1, {1}] == value(oja, fn(h: y[{0}, h]), {1})".format
ONWARDS = intro(
    "t",
    have([*drawn("n0", "t"), (NEXT_AT("n0", "t"), take(NEXT, ["n0", "t"], KNOWN))], leaf(use=[NEXT_AT("n0", "t")])),
)
BASIC: Steps = [
    (SHORT, intro("n0", have([(PULLED("n0"), near("n0"))], KNOWN))),
    (ALL_UNITS, rule("induction", KNOWN, ONWARDS, P=f"fn(n in size: {UNIT('n')})", new={"n": "n0"})),
    (UNITS, intro("n0,t", take(ALL_UNITS, ["n0", "t"], KNOWN))),
    (
        "forall n in step, i: norm(y[n, i] + alpha*pull(n)) > 0",
        intro(
            "n0,t",
            have([("dot(y[n0, t], y[n0, t]) == 1", take(UNITS, ["n0", "t"], KNOWN)), *drawn("n0", "t")[1:]], KNOWN),
        ),
    ),
    (
        "forall n in step: energy(n) <= K*(N*r)^2/(2*N)",
        intro("n0", have([(PULLED("n0"), near("n0"))], leaf("1/2: form(n0) <= K*(N*r)^2", times=["N"]))),
    ),
    (f"(forall n in size: {HIGHER('n')}) and ({REST})", lemma("LEM-orbit-rests", B="K*(N*r)^2/(2*N)")),
]
E = "(alpha*form(0)/(8*N^2))"
ASIDE = "(3/2*(alpha*form(0)/(8*N^2))/alpha)"
MOVE = "y[s + 1, {0}] - y[s, {0}]".format
SQUARE = "dot(y[s + 1, {0}] - y[s, {0}], y[s + 1, {0}] - y[s, {0}])".format
P = "(alpha*pull(s))"
UNIT_STEP = "unit(y[s, t] + alpha*pull(s)) - y[s, t]"
SLOW = have(
    [
        (
            f"motion(s) >= {SQUARE('t')}",
            rule(
                "term of a positive sum",
                leaf(f"1: sq norm({MOVE('i0')})"),
                e=f"fn(i: {SQUARE('i')})",
                y="t",
                new={"x": "i0"},
            ),
        ),
        (
            f"norm({MOVE('t')}) < {E}",
            rule(
                "strictly below the square",
                KNOWN,
                leaf(f"1: motion(s) < {E}^2", f"1: motion(s) >= {SQUARE('t')}"),
                a=f"norm({MOVE('t')})",
                b=E,
            ),
        ),
        ("dot(y[s, t], y[s, t]) == 1", take(UNITS, ["s", "t"], KNOWN)),
        *drawn("s", "t")[1:],
        (NEXT_AT("s", "t"), take(NEXT, ["s", "t"], KNOWN)),
        (f"norm({UNIT_STEP}) < {E}", leaf(f"1: norm({MOVE('t')}) < {E}", use=[NEXT_AT("s", "t")])),
        ("norm(alpha*aside(s, t)) == alpha*norm(aside(s, t))", rule("norm scaled", u="aside(s, t)", k="alpha")),
    ],
    leaf(
        f"1: norm({P} - dot(y[s, t], {P})*y[s, t]) <= 3/2*norm({UNIT_STEP})",
        f"3/2: norm({UNIT_STEP}) < {E}",
        "eq -1: norm(alpha*aside(s, t)) == alpha*norm(aside(s, t))",
        times=["alpha"],
    ),
)
STILL = "form(s) <= 2*N^2*" + ASIDE
LATE = f"exists s in size: forall n in size: n >= s => motion(n) < {E}^2"
FALLS = have(
    [
        (f"{E} > 0", leaf("1/8: alpha > 0; form(0) > 0", times=["N", "N"])),
        (f"{E}^2 > 0", leaf(f"1: {E} > 0; {E} > 0")),
        (LATE, take(REST, [f"{E}^2"], KNOWN)),
    ],
    obtain(
        LATE,
        "s",
        have(
            [
                (f"motion(s) < {E}^2", take(f"forall n in size: n >= s => motion(n) < {E}^2", ["s"], KNOWN)),
                (f"forall i: norm(aside(s, i)) <= {ASIDE}", intro("t", SLOW)),
                (UNIT("s"), intro("t", take(UNITS, ["s", "t"], KNOWN))),
                (
                    "forall i: norm(y[s, i] - x[i]) <= 1/2",
                    intro("t", take(CLOSE, ["s", "t"], leaf("1: norm(y[s, t] - x[t]) < r", "1: r <= 1/2"))),
                ),
                (STILL, lemma("LEM-balanced-still", y="fn(h: y[s, h])", e=ASIDE)),
                (HIGHER("s"), take(f"forall n in size: {HIGHER('n')}", ["s"], KNOWN)),
            ],
            leaf(f"8/5: {STILL}", f"16/5: N > 0; {HIGHER('s')}"),
        ),
    ),
)
formal(
    "LEM-balanced-orbit",
    title="An orbit near as many tokens at u as at -u has no positive energy",
    statement=model(V, OJA, BALANCED, STEP, ORBIT, {"show": "form(0) <= 0"}),
    proof=have(BASIC, cases("-form(0)", leaf("1: -form(0) >= 0"), FALLS)),
)
