"""Eigenvectors of the linearisation at a consensus in closed form (CON-X5), from its blocks (CON-B5.blocks)."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.linearised import AT, LINEARISED, linearised
from proofs_checks.lemmas.column_sums import COUNTED
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, define, have, intro, leaf, lemma, rule, split, take

MODE: dict[str, Any] = {
    "letters": ["w: vector; mu: number; x[token]: number; pos[token]: size"],
    "given": ["S(w) == mu*w", "dot(v, w) == 0", "w != 0", COUNTED],
}
COLUMN = "binomial(pos[{0}], pos[m])".format
_RATE = "(mu/(pos[m] + 1) - lam)/root"


def _along(coefficient: str, w: str = "w") -> str:
    return f"fn(j: {coefficient}*{w})"


_FULL, _CAUSAL = AT("full", _along("x[j]")), AT("causal", _along("x[j]"))
SHOWN = [
    f"forall i: {AT('full', _along('1'))} == (mu - lam)/root*w",
    f"sum(j: x[j]) == 0 => (forall i: {_FULL} == -lam/root*(x[i]*w))",
    f"mu != 0 => (forall c in number: (forall i: {_FULL} == c*(x[i]*w))"
    " => sum(j: x[j]) == 0 or (forall i, j: x[i] == x[j]))",
    f"forall m, i: {AT('causal', _along(COLUMN('j')))} == {_RATE}*({COLUMN('i')}*w)",
    f"mu != 0 => (forall m: (forall i: {_CAUSAL} == {_RATE}*(x[i]*w)) => (forall i: x[i] == x[m]*{COLUMN('i')}))",
]
_MEAN = {
    "full": "1/sum(j: 1)*S(sum(j: {0}*{1}))".format,
    "causal": "1/sum(j in upto(i): 1)*S(sum(j in upto(i): {0}*{1}))".format,
}


def _block(name: str, coefficient: str, w: str) -> str:
    """The linearisation of a model along the multiples of w by `coefficient`, which speaks of the token j."""
    own = coefficient.replace("[j]", "[i]")
    along = AT(name, _along(coefficient, w))
    return f"forall i: {along} == 1/root*({_MEAN[name](coefficient, w)} - lam*({own}*{w}))"


def blocks(coefficient: str, w: str = "w") -> tuple[str, Tree]:
    """Both linearisations."""
    return (
        f"({_block('full', coefficient, w)}) and ({_block('causal', coefficient, w)})",
        have(
            [(f"forall j: dot(v, {coefficient}*{w}) == 0", intro("q", leaf(use=[f"dot(v, {w}) == 0"])))],
            lemma("CON-B5.blocks", d=_along(coefficient, w)),
        ),
    )


_IMAGE = "S(w) == mu*w"


def _mean(name: str, coefficient: str, w: str) -> str:
    """What `_block` says of the token p."""
    return _block(name, coefficient, w).split(" == ", 1)[1].replace("[i]", "[p]").replace("upto(i)", "upto(p)")


def _derivative(name: str, coefficient: str, w: str) -> str:
    return AT(name, _along(coefficient, w)).removesuffix("i)") + "p)"


def derivative_is(name: str, coefficient: str, value: str, why: Tree, w: str = "w") -> Tree:
    """The derivative at token p is `value`, which the mean is."""
    here, mean = _derivative(name, coefficient, w), _mean(name, coefficient, w)
    return have(
        [(f"{here} == {mean}", take(_block(name, coefficient, w), ["p"], KNOWN)), (f"{mean} == {value}", why)],
        lemma("LEM-same-vector", u=here, w=mean, z=value),
    )


_ONES = have([blocks("1")], intro("p", derivative_is("full", "1", "(mu - lam)/root*w", leaf(use=[_IMAGE]))))
_ZERO = derivative_is("full", "x[j]", "-lam/root*(x[p]*w)", leaf(use=[_IMAGE, "sum(j: x[j]) == 0"]))
_SUM_ZERO = have([blocks("x[j]")], intro(["", "p"], _ZERO))


def _compared(name: str, value: str, fact: str) -> Tree:
    """What it says of the coefficients that the derivative is `value` at every token."""
    here, mean = _derivative(name, "x[j]", "w"), _mean(name, "x[j]", "w")
    dots = [f"dot(w, {here}) == dot(w, {right})" for right in (value, mean)]
    return have(
        [
            (f"{here} == {value}", take(fact, ["p"], KNOWN)),
            (f"{here} == {mean}", take(_block(name, "x[j]", "w"), ["p"], KNOWN)),
            (dots[0], lemma("LEM-same-dot", u=here, w=value, z="w")),
            (dots[1], lemma("LEM-same-dot", u=here, w=mean, z="w")),
            ("dot(w, w) > 0", rule("positive square", u="w")),
        ],
        leaf(f"eq -root/dot(w, w): {dots[0]}", f"eq root/dot(w, w): {dots[1]}", use=[_IMAGE]),
    )


_EVERY = f"forall i: {_FULL} == c*(x[i]*w)"
_BALANCE = "(c*root + lam)*x[{0}] == mu/sum(j: 1)*sum(j: x[j])".format
_KAPPA = "c*root + lam"
_NOT_ZERO = define(
    ["N := sum(j: 1)", "total := sum(j: x[j])"],
    split(
        f"{_KAPPA} == 0 or {_KAPPA} != 0",
        absurd(leaf(f"eq -N/(mu*total): {_BALANCE('p')}", f"eq x[p]*N/(mu*total): {_KAPPA} == 0")),
        KNOWN,
    ),
)
_EQUAL = intro(
    "p,q",
    have(
        [_BALANCE("p"), _BALANCE("q"), (f"{_KAPPA} != 0", _NOT_ZERO)],
        leaf(f"eq 1/({_KAPPA}): {_BALANCE('p')}", f"eq -1/({_KAPPA}): {_BALANCE('q')}"),
    ),
)
_OTHERS = have(
    [blocks("x[j]")],
    intro(
        ["", "c", ""],
        have(
            [(f"forall i: {_BALANCE('i')}", intro("p", _compared("full", "c*(x[p]*w)", _EVERY)))],
            split("sum(j: x[j]) == 0 or sum(j: x[j]) != 0", {"left": KNOWN}, {"right": _EQUAL}),
        ),
    ),
)


_HERE, _NEXT = COLUMN("p"), "binomial(pos[p] + 1, pos[m] + 1)"
_COLUMN_SUM = f"sum(j in upto({{0}}): {COLUMN('j')}) == binomial(pos[{{0}}] + 1, pos[m] + 1)".format
EARLIER = f"sum(j in before(p): {COLUMN('j')}) == {_NEXT} - {_HERE}"
COUNT = "sum(j in before(p): 1) == pos[p]"
_ABSORBED = f"(pos[m] + 1)*{_NEXT} == (pos[p] + 1)*{_HERE}"
_ALL_ABSORBED = "forall n in size, k in size: (k + 1)*binomial(n + 1, k + 1) == (n + 1)*binomial(n, k)"
COLUMN_SUMS = [
    (f"forall i: {_COLUMN_SUM('i')}", lemma("LEM-column-sum", k="pos[m]")),
    (_COLUMN_SUM("p"), KNOWN),
    (EARLIER, leaf(f"eq 1: {_COLUMN_SUM('p')}")),
    ("pos[p] == sum(j in before(p): 1)", KNOWN),
    (COUNT, leaf("eq -1: pos[p] == sum(j in before(p): 1)")),
    (_ALL_ABSORBED, lemma("LEM-absorbed")),
    (_ABSORBED, take(_ALL_ABSORBED, ["pos[p]", "pos[m]"], KNOWN)),
    (f"{_NEXT} == (pos[p] + 1)/(pos[m] + 1)*{_HERE}", leaf(f"eq 1/(pos[m] + 1): {_ABSORBED}")),
]
_LATER_MODES = intro(
    "m,p",
    have(
        [blocks(COLUMN("j")), *COLUMN_SUMS],
        derivative_is(
            "causal", COLUMN("j"), f"{_RATE}*({_HERE}*w)", leaf(use=[_IMAGE, EARLIER, COUNT, COLUMN_SUMS[-1][0]])
        ),
    ),
)


_MODE = f"forall i: {_CAUSAL} == {_RATE}*(x[i]*w)"
_MEANS = "mu/(pos[m] + 1)*x[{0}] == 1/sum(j in upto({0}): 1)*mu*sum(j in upto({0}): x[j])".format
_REST = f"(x[{{0}}] - x[m]*{COLUMN('{0}')})".format
_PLACES = "forall k, i1: i1 < k => sum(l in upto(i1): 1) + 1 <= sum(l in upto(k): 1)"
_DIFFERENCE = f"(pos[m] + 1)*sum(j in before(p): {_REST('j')}) == (pos[p] - pos[m])*{_REST('p')}"
_NONE = f"sum(j in before(p): {_REST('j')}) == 0"


def _apart(low: str, high: str) -> Tree:
    """A token with another place is not moved."""
    later = f"sum(l in upto({low}): 1) + 1 <= sum(l in upto({high}): 1)"
    return have(
        [
            (later, take(_PLACES, [high, low], KNOWN)),
            "pos[m] == sum(j in before(m): 1)",
            "pos[p] == sum(j in before(p): 1)",
            (
                f"pos[{low}] + 1 <= pos[{high}]",
                leaf(f"1: {later}", use=["pos[m] == sum(j in before(m): 1)", "pos[p] == sum(j in before(p): 1)"]),
            ),
            (f"pos[{high}] - pos[{low}] > 0", leaf("1:", f"1: pos[{low}] + 1 <= pos[{high}]")),
        ],
        leaf(f"eq -1/(pos[p] - pos[m]): {_DIFFERENCE}", f"eq (pos[m] + 1)/(pos[p] - pos[m]): {_NONE}"),
    )


_NOT_MOVED = have(
    [
        *COLUMN_SUMS,
        _MEANS("p"),
        (
            "(pos[m] + 1)*sum(j in upto(p): x[j]) == (pos[p] + 1)*x[p]",
            leaf(f"eq -(pos[m] + 1)*(pos[p] + 1)/mu: {_MEANS('p')}", use=[COUNT]),
        ),
        (
            _DIFFERENCE,
            leaf(
                "eq 1: (pos[m] + 1)*sum(j in upto(p): x[j]) == (pos[p] + 1)*x[p]",
                f"eq -x[m]: {_ABSORBED}",
                use=[EARLIER],
            ),
        ),
        (
            _NONE,
            have(
                [
                    (
                        f"sum(j in before(p): {_REST('j')}) == sum(j in before(p): 0)",
                        rule("equal sums, before", e=f"fn(j: {_REST('j')})", f="fn(j: 0)", i="p", new={"x": "q"}),
                    )
                ],
                KNOWN,
            ),
        ),
    ],
    split(
        "p < m or m <= p",
        _apart("p", "m"),
        split(
            "m < p or p <= m",
            _apart("m", "p"),
            rule("same token", KNOWN, KNOWN, KNOWN, i="m", j="p", P=f"fn(i: {_REST('i')} == 0)"),
        ),
    ),
)
_ONLY = have(
    [
        blocks("x[j]"),
        (_PLACES, lemma("LEM-positions")),
        ("forall n in size: binomial(n, n) == 1", lemma("LEM-binomial.last")),
    ],
    intro(
        ["", "m", ""],
        have(
            [
                (f"forall i: {_MEANS('i')}", intro("p", _compared("causal", f"{_RATE}*(x[p]*w)", _MODE))),
                ("binomial(pos[m], pos[m]) == 1", take("forall n in size: binomial(n, n) == 1", ["pos[m]"], KNOWN)),
                (f"{_REST('m')} == 0", leaf("eq -x[m]: binomial(pos[m], pos[m]) == 1")),
                (
                    f"forall i: {_REST('i')} == 0",
                    rule("strong induction", _NOT_MOVED, P=f"fn(i: {_REST('i')} == 0)", new={"x": "p"}),
                ),
            ],
            intro("p", have([f"{_REST('p')} == 0"], leaf(f"eq 1: {_REST('p')} == 0"))),
        ),
    ),
)
_VALUES = {"w": [0, 0, 0, 1], "mu": -1, "x": [1, -3, 2], "pos": [0, 1, 2]}

formal(
    "CON-X5",
    sentence=(
        r"At the consensus of CON-B5.blocks let $Uw = \mu w$, $w \ne 0$, $w \perp v$. In the full model the modes of w"
        r" are $(1, \dots, 1)$, with $(\mu - \lambda)/\sqrt{n+1}$, and all zero-sum vectors, with"
        r" $-\lambda/\sqrt{n+1}$; no others if $\mu \ne 0$. In the auto-regressive model the mode of $(\mu/m -"
        r" \lambda)/\sqrt{n+1}$ moves token i by $\binom{i-1}{m-1}w$, m = 1, ..., l, and is the only one, up to"
        r" a factor, if $\mu \ne 0$. Nothing depends on P(t)."
    ),
    reading="decided here: the eigenvectors along w, on the sphere; not decided here: that there are no other"
    " eigenvalues, and the metrics W, with U = I (CON-B5)",
    statement=model(LINEARISED, MODE, {"show": SHOWN}),
    proof=[_ONES, _SUM_ZERO, _OTHERS, _LATER_MODES, _ONLY],
    instance=linearised(_VALUES),
    twin=Variant("twice the eigenvalue at v", {"(mu - lam)/root*w": "(mu - 2*lam)/root*w"}, linearised(_VALUES)),
)
