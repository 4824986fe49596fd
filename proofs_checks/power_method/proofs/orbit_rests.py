"""Along an orbit of the Oja map with alpha max(0, -lambda_d) < 1 the energy rises, and its tokens come to rest."""

from __future__ import annotations

from proofs_checks.power_method.proofs.energy import BELOW
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, rule, take

ORBIT: Part = {
    "letters": ["y[step, token]: vector", "L, B: number"],
    "where": [
        "N := sum(j: 1)",
        "pull(n) := V(sum(h: y[n, h]))/N",
        "motion(n) := sum(i: dot(y[n + 1, i] - y[n, i], y[n + 1, i] - y[n, i]))",
        "energy(n) := 1/(2*N)*dot(sum(i: y[n, i]), V(sum(i: y[n, i])))",
        "gain := (1/alpha - L)/2",
    ],
    "given": [
        "alpha > 0",
        "L >= 0",
        BELOW,
        "alpha*L < 1",
        "forall n in step: energy(n) <= B",
        "forall n in step, i: dot(y[n, i], y[n, i]) == 1",
        "forall n in step, i: norm(y[n, i] + alpha*pull(n)) > 0",
        "forall n in step, i: y[n + 1, i] == value(oja, fn(h: y[n, h]), i)",
    ],
}
BOUND, UNITS, LONG, NEXT = ORBIT["given"][4:]
GAIN = "gain*motion({0}) <= energy({0} + 1) - energy({0})".format
SO_FAR = "gain*sum(k in 0..{0}: motion(k)) <= energy({0} + 1) - energy(0)".format
HIGHER = "energy({0}) >= energy(0)".format
POSITIVE = ("gain > 0", leaf("1/2: alpha*L < 1", times=["alpha"]))
NOT_NEGATIVE = "motion({0}) >= 0".format


def step(n: str) -> Tree:
    """What one step gains."""
    at = [intro("i0", take(fact, [n, "i0"], KNOWN)) for fact in (UNITS, LONG, NEXT)]
    rise = f"energy({n} + 1) - energy({n}) >= gain*motion({n})"
    raised = lemma("POW-N4.rise", KNOWN, *at, KNOWN, KNOWN, x=f"fn(h: y[{n}, h])", f=f"fn(h: y[{n} + 1, h])")
    return have([(rise, raised)], leaf(f"1: {rise}"))


def moves(n: str) -> tuple[str, Tree]:
    """Squares are not negative."""
    square = leaf(f"1: sq norm(y[{n} + 1, j0] - y[{n}, j0])")
    term = f"dot(y[{n} + 1, i] - y[{n}, i], y[{n} + 1, i] - y[{n}, i])"
    return NOT_NEGATIVE(n), rule("positive sum", square, e=f"fn(i: {term})", new={"x": "j0"})


START = have(
    [
        (GAIN("0"), step("0")),
        ("sum(k in 0..0: motion(k)) == motion(0)", rule("first term", e="fn(k in size: motion(k))")),
    ],
    leaf(f"1: {GAIN('0')}", "eq gain: sum(k in 0..0: motion(k)) == motion(0)"),
)
LAST = "sum(k in 0..n0 + 1: motion(k)) == sum(k in 0..n0: motion(k)) + motion(n0 + 1)"
ONWARDS = have(
    [
        (GAIN("(n0 + 1)"), step("(n0 + 1)")),
        (LAST, rule("last term", e="fn(k in size: motion(k))", n="n0")),
    ],
    leaf(f"1: {GAIN('(n0 + 1)')}", f"1: {SO_FAR('n0')}", f"eq gain: {LAST}"),
)
ALL = f"forall n in size: {SO_FAR('n')}"
BY_INDUCTION = rule("induction", START, ONWARDS, P=f"fn(n in size: {SO_FAR('n')})", new={"n": "n0"})
RISING = rule(
    "induction",
    leaf(),
    have(
        [POSITIVE, (GAIN("n0"), step("n0")), moves("n0")],
        leaf(f"1: {HIGHER('n0')}", f"1: {GAIN('n0')}", f"1: gain > 0; {NOT_NEGATIVE('n0')}"),
    ),
    P=f"fn(n in size: {HIGHER('n')})",
    new={"n": "n0"},
)
SUMMED = "forall n in size: sum(k in 0..n: motion(k)) <= (B - energy(0))/gain"
BOUNDED = intro(
    "m",
    have(
        [(SO_FAR("m"), take(ALL, ["m"], KNOWN)), ("energy(m + 1) <= B", take(BOUND, ["m + 1"], KNOWN))],
        leaf(f"1: {SO_FAR('m')}", "1: energy(m + 1) <= B", times=["gain"]),
    ),
)
REST = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => motion(n) < e)"
HERE: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "L": 1, "B": 5, "y": {"always": [[1, 0], [1, 0]]}},
}
formal(
    "LEM-orbit-rests",
    title="Along an orbit of the Oja map the energy rises, and the tokens come to rest",
    statement=model(V, OJA, ORBIT, {"show": [f"forall n in size: {HIGHER('n')}", REST]}),
    proof=[
        RISING,
        have(
            [POSITIVE, (ALL, BY_INDUCTION), (SUMMED, BOUNDED)],
            lemma(
                "LEM-terms-vanish",
                intro("k0", have([moves("k0")], KNOWN)),
                KNOWN,
                a="fn(n in size: motion(n))",
                B="(B - energy(0))/gain",
            ),
        ),
    ],
    instance=HERE,
)
