"""POW-N4: what one step of the Oja map adds to F = (1/2N) <sum x, V sum x>, exactly, at every state.

f is the state after the step and r the lengths before normalisation, so that alpha s = r_i f_i - x_i for every token.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, leaf, lemma, rule, take

STEP: Part = {
    "letters": ["x[token], f[token]: vector"],
    "where": [
        "N := sum(j: 1)",
        "pull := V(sum(h: x[h]))/N",
        "moved(i) := f[i] - x[i]",
        "r(i) := norm(x[i] + alpha*pull)",
    ],
    "given": [
        "alpha > 0",
        "forall i: dot(x[i], x[i]) == 1",
        "forall i: r(i) > 0",
        "forall i: f[i] == value(oja, x, i)",
    ],
}
UNIT, POSITIVE, IMAGE = STEP["given"][1:]
RISE = "1/(2*N)*dot(sum(i: f[i]), V(sum(i: f[i]))) - 1/(2*N)*dot(sum(i: x[i]), V(sum(i: x[i])))"
IDENTITY = (
    f"{RISE} == 1/(2*alpha)*sum(i: (1 + r(i))*dot(moved(i), moved(i)))"
    " + 1/(2*N)*dot(sum(i: moved(i)), V(sum(i: moved(i))))"
)


def gain(i: str) -> str:
    """What one token contributes."""
    return f"alpha*dot(pull, moved({i})) == (1 + r({i}))*dot(moved({i}), moved({i}))/2"


SUM = "sum(i: alpha*dot(pull, moved(i))) == sum(i: (1 + r(i))*dot(moved(i), moved(i))/2)"
STEP_VALUES = {
    "V": [["2/3", "0"], ["0", "2"]],
    "alpha": 1,
    "x": [["3/5", "4/5"]] * 2,
    "f": [["5/13", "12/13"]] * 2,
}


def instance(letters: Part) -> Part:
    """Two tokens in the plane."""
    return {"tokens": 2, "dim": 2, "letters": letters}


def token_gain() -> Tree:
    """The law of cosines for x, f and the step between them."""
    return leaf(use=[UNIT, IMAGE])


formal(
    "POW-N4",
    statement=model(V, OJA, STEP, {"show": IDENTITY}),
    proof=have(
        [
            (
                SUM,
                rule(
                    "equal sums",
                    token_gain(),
                    e="fn(i: alpha*dot(pull, moved(i)))",
                    f="fn(i: (1 + r(i))*dot(moved(i), moved(i))/2)",
                    new={"x": "t"},
                ),
            )
        ],
        leaf(f"eq 1/alpha: {SUM}"),
    ),
    instance=instance(STEP_VALUES),
    twin=Variant("without the factor 1/2", {"1/(2*alpha)*sum": "1/alpha*sum"}, instance(STEP_VALUES)),
)

MOVES = "dot(moved({0}) - moved({1}), moved({0}) - moved({1}))"
SPREAD = f"sum(i: sum(j: {MOVES.format('i', 'j')})) >= 0"
LENGTHS = "sum(i: r(i)*dot(moved(i), moved(i))) >= 0"
FORM = "dot(sum(i: moved(i)), V(sum(i: moved(i)))) >= -L*dot(sum(i: moved(i)), sum(i: moved(i)))"
BELOW = "forall u in vector: dot(u, V(u)) >= -L*dot(u, u)"

formal(
    "POW-N4.rise",
    title="The energy of the Oja map falls in no step for alpha max(0, -lambda_d) <= 1",
    sentence=(
        r"For symmetric V and $\alpha > 0$ one step of the Oja map, wherever it is defined (all $y_i \ne 0$), raises"
        r" $F = m^TVm/(2N)$, $m = \sum_ix_i$, by at least $\frac12(1/\alpha - L)\sum_i\|x_i^+ - x_i\|^2$ for every $L"
        r" \ge 0$ with $u^TVu \ge -L\|u\|^2$ for all u, such as $L = \max(0, -\lambda_d)$: F does not fall if $\alpha"
        r" L \le 1$, and rises if $\alpha L < 1$ and a token moves."
    ),
    statement=model(
        V,
        OJA,
        STEP,
        {
            "letters": ["L: number"],
            "given": ["L >= 0", BELOW],
            "show": f"{RISE} >= (1/alpha - L)/2*sum(i: dot(moved(i), moved(i)))",
        },
    ),
    proof=have(
        [
            (IDENTITY, lemma("POW-N4")),
            (
                SPREAD,
                rule(
                    "positive sum",
                    rule(
                        "positive sum",
                        leaf("1: sq norm(moved(s) - moved(t))"),
                        e=f"fn(j: {MOVES.format('s', 'j')})",
                        new={"x": "t"},
                    ),
                    e=f"fn(i: sum(j: {MOVES.format('i', 'j')}))",
                    new={"x": "s"},
                ),
            ),
            (
                LENGTHS,
                rule(
                    "positive sum",
                    leaf("1: r(s) > 0; sq norm(moved(s))"),
                    e="fn(i: r(i)*dot(moved(i), moved(i)))",
                    new={"x": "s"},
                ),
            ),
            (FORM, take(BELOW, ["sum(i: moved(i))"], KNOWN)),
        ],
        leaf(
            f"eq -1: {IDENTITY}",
            f"1/2: {LENGTHS}; 1/alpha > 0",
            f"1/2: {FORM}; 1/N > 0",
            f"1/4: {SPREAD}; 1/N > 0; L >= 0",
        ),
    ),
    instance=instance({**STEP_VALUES, "L": 0}),
    twin=Variant("nine times the rise", {"(1/alpha - L)/2": "(9/alpha - L)/2"}, instance({**STEP_VALUES, "L": 0})),
)
