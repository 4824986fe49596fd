"""The derivative of the map (1) at a consensus (CON-B2.factor): differences are multiplied by 1/|1 + tau s|, for every"
" P."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, state
from proofs_checks.consensus.proofs.layer import LAYER
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, absurd, cases, have, intro, leaf, rule

SIZE = "(1 + tau*sum(h in heads: 1)/root)"
_MEAN = "sum(j: d[j])/sum(j: 1)"
_PULL = "(d[{0}] + tau*sum(h in heads: 1)/root*(" + _MEAN + "))"
_TANGENT = ["dot(x, W(x)) == 1", "forall i: dot(x, W(d[i])) == 0"]
_LENGTH = "dot(moved(fn(j: x), p), W(moved(fn(j: x), p)))"


def derived(length: str) -> Tree:
    """The derivative where 1 + tau s has one sign, so that the length of the moved token is `length`."""
    root = f"sqrt({SIZE}^2)"
    return have(
        [
            (f"{length} > 0", leaf()),
            (f"{SIZE}^2 > 0", leaf(f"1: {length} > 0; {length} > 0")),
            (f"{_LENGTH} > 0", leaf(f"1: {length} > 0; {length} > 0", use=_TANGENT[:1])),
            (
                f"{root} == {length}",
                rule(
                    "antisymmetry",
                    rule("below the square", leaf(), leaf(), a=root, b=length),
                    rule("below the square", leaf(), leaf(), a=length, b=root),
                    a=root,
                    b=length,
                ),
            ),
            (f"abs({SIZE}) == {length}", leaf()),
        ],
        leaf(use=[*_TANGENT, f"{root} == {length}"]),
    )


_D = "D(layer, fn(j: x), d, {0})".format
_DERIVATIVE = f"forall i: {_D('i')} == {_PULL.format('i')}/abs({SIZE})"
_PROOF = intro("p", cases(SIZE, derived(SIZE), derived(f"-{SIZE}")))
_ABS = f"abs({SIZE})"
_S = "tau*sum(h in heads: 1)/root"
_FACTORS = [
    f"tau > 0 => 1/{_ABS} < 1",
    f"{_S} < -2 => 1/{_ABS} < 1",
    f"-2 < {_S} and {_S} < 0 => 1/{_ABS} > 1",
]
_MOVED = [f"{SIZE} > 0 => (forall i: layer(fn(j: x), i) == x)", f"{SIZE} < 0 => (forall i: layer(fn(j: x), i) == -x)"]


_H = "sum(h in heads: 1) > 0"
_UP, _DOWN = f"{SIZE} > 0", f"-{SIZE} > 0"


def _factor(above: Tree, below: Tree) -> Tree:
    """A bound on 1/|1 + tau s|, for either sign."""
    return intro(
        "",
        cases(
            SIZE,
            have([(_UP, leaf()), (_H, leaf())], above),
            have([(_DOWN, leaf(f"1: {SIZE} < 0")), (_H, leaf())], below),
        ),
    )


_DIFFERENCES = f"forall i, k: {_D('i')} - {_D('k')} == (d[i] - d[k])/{_ABS}"

formal(
    "CON-B2.factor",
    title="The asymptotic contraction factor per layer",
    source=Source(PAPER, "equation (1), Theorem 3.2 (extension: the discrete map)"),
    kind="spectrum",
    role="extension",
    sentence=(
        r"At a consensus y the derivative of the map (1), $W_\eta V_\eta = \tau I$, $1 + \tau s \ne 0$, $s ="
        r" h/\sqrt{n+1}$, takes tangent perturbations $\delta_i$ to $(\delta_i + \tau s\bar\delta)/|1 + \tau s|$,"
        r" $\bar\delta$ their mean, whatever P is: differences are multiplied by $1/|1 + \tau s|$, below 1 for $\tau >"
        r" 0$ and for $\tau < -2/s$, above 1 for $-2/s < \tau < 0$, $\tau \ne -1/s$. The tokens stay where they are for"
        r" $\tau > -1/s$ and change to the antipode in each layer for $\tau < -1/s$."
    ),
    statement=model(
        {
            **LAYER,
            "letters": ["W: operator; P[head]: matrix; root, tau: number; x: vector; d[token]: vector"],
            "given": LAYER["given"][:-1],
        },
        {
            "given": [*_TANGENT, f"{SIZE} != 0"],
            "show": [_DERIVATIVE, _DIFFERENCES, *_FACTORS, *_MOVED],
        },
    ),
    proof=[
        _PROOF,
        intro("p,q", cases(SIZE, derived(SIZE), derived(f"-{SIZE}"))),
        _factor(
            leaf(f"1: tau > 0; {_H}; 1/root > 0; 1/{SIZE} > 0"),
            absurd(leaf(f"1: {_DOWN}", f"1: tau > 0; {_H}; 1/root > 0")),
        ),
        _factor(absurd(leaf(f"1: {_UP}", f"1: {_S} < -2")), leaf(f"1: {_S} < -2; 1/(-{SIZE}) > 0")),
        _factor(leaf(f"1: {_S} < 0; 1/{SIZE} > 0"), leaf(f"1: -2 < {_S}; 1/(-{SIZE}) > 0")),
        intro(["", "p"], derived(SIZE)),
        intro(["", "p"], derived(f"-{SIZE}")),
    ],
    instance=state({"tau": "1/2", "x": ON_ELLIPSE, "d": [[1, 0, 0, 0]] * 3}, without="v"),
    twin=Variant(
        "without the absolute value",
        {f"/{_ABS}": f"/{SIZE}"},
        state({"tau": -3, "x": ON_ELLIPSE, "d": [[1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]]}, without="v"),
    ),
)
