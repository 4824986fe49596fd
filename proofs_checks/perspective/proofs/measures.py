"""Measures of finitely many atoms: bounds of partition functions, and point masses, which maximise the energy."""

from __future__ import annotations

from proofs_checks.perspective.proofs.gradient import CLOUD
from proofs_checks.perspective.proofs.models import EAST, LOG2, SLOPE, WEST, Values, at
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, both, have, intro, leaf, obtain, rule, split, witness

UNIT_ATOMS = "forall i: dot(y[i], y[i]) == 1"
POINT = {"letters": ["z: vector"], "given": [UNIT_ATOMS, "dot(z, z) == 1"]}
UNITS = [UNIT_ATOMS, "dot(z, z) == 1"]
SUM_ONE = "sum(j: p[j]) == 1"
ATOMS: Values = {"beta": LOG2, "y": [EAST, SLOPE, WEST], "p": ["1/2", "1/3", "1/6"]}


def bound(side: str, q: str = "q") -> tuple[str, Tree]:
    """exp(-beta) <= exp(beta <z, y_q>) <= exp(beta)."""
    weight = f"exp(beta*dot(z, y[{q}]))"
    if side == "above":
        step = leaf(f"1/2: beta >= 0; sq norm(z - y[{q}])", use=UNITS)
        return f"{weight} <= exp(beta)", rule("exp monotone", step, a=f"beta*dot(z, y[{q}])", b="beta")
    step = leaf(f"1/2: beta >= 0; sq norm(z + y[{q}])", use=UNITS)
    return f"exp(-beta) <= {weight}", rule("exp monotone", step, a="-beta", b=f"beta*dot(z, y[{q}])")


GAP = {
    "above": "p[{0}]*(exp(beta) - exp(beta*dot(z, y[{0}])))",
    "below": "p[{0}]*(exp(beta*dot(z, y[{0}])) - exp(-beta))",
}


def gaps(side: str) -> tuple[str, Tree]:
    """The weighted distances from the bound, summed."""
    fact, proof = bound(side)
    positive = have([(fact, proof)], leaf(f"1: p[q] >= 0; {fact}"))
    sum_ = f"sum(j: {GAP[side].format('j')}) >= 0"
    return sum_, rule("positive sum", positive, e=f"fn(j: {GAP[side].format('j')})", new={"x": "q"})


def equality(side: str, point: str, value: str) -> Tree:
    """If the bound is attained, every atom with weight is at the point."""
    fact, proof = bound(side)
    term = f"sum(j: {GAP[side].format('j')}) >= {GAP[side].format('t')}"
    weight = "exp(beta*dot(z, y[t]))"
    minus, plus = ("-", "") if side == "above" else ("", "-")
    one = "exp(beta) <= " + weight if side == "above" else f"{weight} <= exp(-beta)"
    logs = (
        ("beta <= beta*dot(z, y[t])", rule("exp reflects", a="beta", b="beta*dot(z, y[t])"))
        if side == "above"
        else ("beta*dot(z, y[t]) <= -beta", rule("exp reflects", a="beta*dot(z, y[t])", b="-beta"))
    )
    return intro(
        ["", "", "t", ""],
        have(
            [
                (
                    term,
                    rule(
                        "term of a positive sum",
                        have([(fact, proof)], leaf(f"1: p[q] >= 0; {fact}")),
                        e=f"fn(j: {GAP[side].format('j')})",
                        y="t",
                        new={"x": "q"},
                    ),
                ),
                (
                    one,
                    leaf(
                        f"1: {term}; 1/p[t] > 0",
                        f"eq {minus}1/p[t]: Z(z) == {value}",
                        f"eq {plus}{value}/p[t]: {SUM_ONE}",
                    ),
                ),
                logs,
            ],
            rule(
                "equal vectors",
                leaf(f"2: {logs[0]}; 1/beta > 0", use=UNITS),
                u="y[t]",
                w=point,
            ),
        ),
    )


formal(
    "PER-3.3.bounds.atoms",
    statement=model(
        CLOUD,
        POINT,
        {
            "show": [
                "beta >= 0 => exp(-beta) <= Z(z) <= exp(beta)",
                "beta > 0 => Z(z) == exp(beta) => (forall i: p[i] > 0 => y[i] == z)",
                "beta > 0 => Z(z) == exp(-beta) => (forall i: p[i] > 0 => y[i] == -z)",
            ]
        },
    ),
    proof=[
        intro(
            "",
            have(
                [gaps("above"), gaps("below")],
                both(
                    leaf(f"1: {gaps('below')[0]}", f"eq -exp(-beta): {SUM_ONE}"),
                    leaf(f"1: {gaps('above')[0]}", f"eq exp(beta): {SUM_ONE}"),
                ),
            ),
        ),
        equality("above", "z", "exp(beta)"),
        equality("below", "-z", "exp(-beta)"),
    ],
    instance=at(z=EAST, **ATOMS),
    twin=Variant("a bound of 1", {"Z(z) <= exp(beta)": "Z(z) <= 1"}, at(z=EAST, **ATOMS)),
)

MAXIMUM = "exp(beta)/(2*beta)"
PAIR_GAP = "p[{0}]*p[{1}]*(exp(beta) - exp(beta*dot(y[{0}], y[{1}])))".format
PAIRS = f"sum(i, j: {PAIR_GAP('i', 'j')})"
DEFICIT = f"{MAXIMUM} - energy == {PAIRS}/(2*beta)"
HEAVY = "exists i: p[i] > 0"


def pair(i: str, j: str) -> Tree:
    """The gap of a pair is not negative."""
    weight = f"exp(beta*dot(y[{i}], y[{j}]))"
    step = leaf(f"1/2: beta > 0; sq norm(y[{i}] - y[{j}])", use=[UNIT_ATOMS])
    fact = f"{weight} <= exp(beta)"
    return have(
        [(fact, rule("exp monotone", step, a=f"beta*dot(y[{i}], y[{j}])", b="beta"))],
        leaf(f"1: p[{i}] >= 0; p[{j}] >= 0; {fact}"),
    )


def row(i: str, new: str) -> Tree:
    """The gaps of the pairs of one atom, summed."""
    return rule("positive sum", pair(i, new), e=f"fn(j: {PAIR_GAP(i, 'j')})", new={"x": new})


_ALL = (f"{PAIRS} >= 0", rule("positive sum", row("q", "r"), e=f"fn(i: sum(j: {PAIR_GAP('i', 'j')}))", new={"x": "q"}))
_DEFICIT = (DEFICIT, have([("1 == sum(j: p[j])^2", leaf(use=[SUM_ONE]))], leaf(f"eq {MAXIMUM}: 1 == sum(j: p[j])^2")))
_ROW = f"{PAIRS} >= sum(j: {PAIR_GAP('s', 'j')})"
_TERM = f"sum(j: {PAIR_GAP('s', 'j')}) >= {PAIR_GAP('s', 't')}"
_ONE_PLACE = have(
    [
        (
            _ROW,
            rule(
                "term of a positive sum", row("q", "r"), e=f"fn(i: sum(j: {PAIR_GAP('i', 'j')}))", y="s", new={"x": "q"}
            ),
        ),
        (
            _TERM,
            rule("term of a positive sum", pair("s", "r"), e=f"fn(j: {PAIR_GAP('s', 'j')})", y="t", new={"x": "r"}),
        ),
        (
            "exp(beta) <= exp(beta*dot(y[s], y[t]))",
            leaf(
                f"1: {_ROW}; 1/p[s] > 0; 1/p[t] > 0",
                f"1: {_TERM}; 1/p[s] > 0; 1/p[t] > 0",
                f"eq -2*beta/(p[s]*p[t]): {DEFICIT}",
                f"eq -2*beta/(p[s]*p[t]): energy == {MAXIMUM}",
            ),
        ),
        ("beta <= beta*dot(y[s], y[t])", rule("exp reflects", a="beta", b="beta*dot(y[s], y[t])")),
    ],
    rule(
        "equal vectors",
        leaf("2: beta <= beta*dot(y[s], y[t]); 1/beta > 0", use=[UNIT_ATOMS]),
        u="y[t]",
        w="y[s]",
    ),
)
_SOME_WEIGHT = (
    HEAVY,
    rule(
        "attained greatest",
        have(
            [
                (
                    "sum(j: p[x] - p[j]) >= 0",
                    rule(
                        "positive sum",
                        have(["p[q] <= p[x]"], leaf("1: p[q] <= p[x]")),
                        e="fn(j: p[x] - p[j])",
                        new={"x": "q"},
                    ),
                ),
            ],
            witness("x", leaf("1: sum(j: p[x] - p[j]) >= 0; 1/n > 0", f"eq -1/n: {SUM_ONE}", "1: 1/n > 0")),
        ),
        e="fn(j: p[j])",
        C=HEAVY,
    ),
)

_AT_V = "forall i: p[i] > 0 => y[i] == v"
_SAME = have(
    ["y[q] == v", "y[r] == v", ("dot(v, v) == 1", leaf("eq 1: dot(y[q], y[q]) == 1", use=["y[q] == v"]))],
    leaf(use=["y[q] == v", "y[r] == v", "dot(v, v) == 1"]),
)


def _or_nothing(i: str, then: Tree) -> Tree:
    """An atom has weight or none."""
    zero = have([(f"p[{i}] == 0", rule("antisymmetry", a=f"p[{i}]", b="0"))], leaf(use=[f"p[{i}] == 0"]))
    return split(f"p[{i}] > 0 or p[{i}] <= 0", then, zero)


_NO_GAPS = rule(
    "equal sums",
    have(
        [
            (
                f"sum(j: {PAIR_GAP('q', 'j')}) == sum(j: 0*p[j])",
                rule(
                    "equal sums",
                    _or_nothing("q", _or_nothing("r", _SAME)),
                    e=f"fn(j: {PAIR_GAP('q', 'j')})",
                    f="fn(j: 0*p[j])",
                    new={"x": "r"},
                ),
            )
        ],
        leaf(f"eq 1: sum(j: {PAIR_GAP('q', 'j')}) == sum(j: 0*p[j])"),
    ),
    e=f"fn(i: sum(j: {PAIR_GAP('i', 'j')}))",
    f="fn(i: 0*p[i])",
    new={"x": "q"},
)

formal(
    "PER-P3.4.max.atoms",
    statement=model(
        CLOUD,
        {
            "where": ["energy := sum(i, j: p[i]*p[j]*exp(beta*dot(y[i], y[j])))/(2*beta)", "n := sum(j: 1)"],
            "given": ["beta > 0", UNIT_ATOMS],
            "show": [
                f"energy <= {MAXIMUM}",
                f"energy == {MAXIMUM} => (exists v in vector: forall i: p[i] > 0 => y[i] == v)",
                f"(exists v in vector: forall i: p[i] > 0 => y[i] == v) => energy == {MAXIMUM}",
            ],
        },
    ),
    proof=[
        have([_ALL, _DEFICIT], leaf(f"1/2: {PAIRS} >= 0; 1/beta > 0", f"eq -1: {DEFICIT}")),
        intro(
            "",
            have(
                [_DEFICIT, _SOME_WEIGHT],
                obtain(HEAVY, "s", witness("y[s]", intro(["t", ""], _ONE_PLACE))),
            ),
        ),
        intro(
            "",
            obtain(
                f"exists v in vector: {_AT_V}",
                "v",
                have(
                    [_DEFICIT, (f"{PAIRS} == sum(i: 0*p[i])", _NO_GAPS)],
                    leaf(f"eq -1: {DEFICIT}", f"eq -1/(2*beta): {PAIRS} == sum(i: 0*p[i])"),
                ),
            ),
        ),
    ],
    instance=at(**ATOMS),
    twin=Variant(
        "half of the bound", {f"energy <= {MAXIMUM}": f"energy <= {MAXIMUM}/2"}, at(**{**ATOMS, "y": [EAST] * 3})
    ),
)
