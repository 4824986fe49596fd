"""Discrete Theorem 3.2 from layer to layer (CON-B2.contraction): geometric contraction in the central projection.

P may differ from layer to layer; y[n, i] is token i after n layers.
"""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.layer_sequences import AT_REST, STEPS
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, rule, take

S = "sum(h in heads: 1/root)"
DELTA = "(sum(h in heads: exp(-2*M[h]))/(N*root))"
_Q = "y[{0}, j]/dot(v, y[{0}, j])".format
_DIAMETER = "diam(j: " + _Q("{0}") + ")"
DIAM = _DIAMETER.format
LOW = "min(k: dot(v, y[{0}, k]))".format
FACTOR = f"(1 - N*(tau*{DELTA}*{{0}}/(C*(1 + tau*{S}))))".format
INSIDE = "(forall i: dot(y[{0}, i], W(y[{0}, i])) == 1) and (forall i: dot(v, y[{0}, i]) > 0)".format
_A = "sum(h in heads: att({0}, h, {1}, {2}))".format
WEIGHED = (f"{S} > 0", leaf())
_WEIGHTS = [
    (
        f"forall i, j: {_A('n0', 'i', 'j')} > 0",
        intro("p,q", rule("strictly positive sum, heads", leaf(), e="fn(h in heads: att(n0, h, p, q))")),
    ),
    (
        f"forall i: sum(j: {_A('n0', 'i', 'j')}) == {S}",
        intro(
            "p",
            lemma("LEM-step.rows", intro("h1", leaf()), a="fn(h in heads, j: att(n0, h, p, j))", r="1/root"),
        ),
    ),
    WEIGHED,
]
_MOVED = "(y[n0, i] + tau*sum(j: " + _A("n0", "i", "j") + "*y[n0, j]))"
_STEPPED = (
    f"(forall i: dot({_MOVED}, W({_MOVED})) > 0)"
    f" and (forall i: dot(v, {_MOVED}/sqrt(dot({_MOVED}, W({_MOVED})))) >= {LOW('n0')})"
    f" and (forall i: dot(v, {_MOVED}/sqrt(dot({_MOVED}, W({_MOVED})))) <= {LOW('n0')}"
    " => (forall j: y[n0, j] == y[n0, i]))"
)


def _stepped(then: Tree) -> Tree:
    return have(
        [
            *_WEIGHTS,
            (
                _STEPPED,
                lemma("LEM-step", a=f"fn(i, j: {_A('n0', 'i', 'j')})", s=S, Y="fn(i: y[n0, i])"),
            ),
        ],
        then,
    )


_LENGTH = f"sqrt(dot({_MOVED}, W({_MOVED})))".replace(", i,", ", p,").replace("[n0, i]", "[n0, p]")
_PLACE = _MOVED.replace(", i,", ", p,").replace("[n0, i]", "[n0, p]")
_STEP = "forall n in step, i: y[n + 1, i] == moved(n, i)/sqrt(dot(moved(n, i), W(moved(n, i))))"
_AT = f"y[n0 + 1, p] == {_PLACE}/{_LENGTH}"
_LEAST = f"{LOW('n0')} > 0"
_HIGH = f"dot(v, y[n0 + 1, p]) >= {LOW('n0')}"


def _token(then: Tree) -> Tree:
    """What the step makes of token p."""
    risen = f"dot(v, {_PLACE}/{_LENGTH}) >= {LOW('n0')}"
    return have(
        [
            (_AT, take(_STEP, ["n0", "p"], KNOWN)),
            f"dot({_PLACE}, W({_PLACE})) > 0",
            (_LEAST, rule("least, strict", e="fn(k: dot(v, y[n0, k]))", b="0")),
            (_HIGH, have([risen], leaf(f"1: {risen}", use=[_AT]))),
        ],
        then,
    )


_KEPT = _stepped(
    both(
        intro("p", _token(leaf(use=[_AT]))),
        intro("p", _token(leaf(f"1: {_HIGH}", f"1: {_LEAST}"))),
        rule("least", _token(KNOWN), e="fn(k: dot(v, y[n0 + 1, k]))", b=LOW("n0"), new={"x": "p"}),
    )
)
_BELOW = "dot(v, y[n0, p]) <= C"
_LEMMA_A = f"fn(i, j: {_A('n0', 'i', 'j')})"
_SHARE = "exp(-2*M[h])/(N*root)"
_LOGIT = "dot(y[n0, p], P[n0, h1](y[n0, {0}]))".format
_BOUNDED = (
    "forall n in step, h in heads, a in vector, b in vector:"
    " dot(a, W(a)) == 1 and dot(b, W(b)) == 1 => -M[h] <= dot(a, P[n, h](b)) <= M[h]"
)


def _bounds(token: str) -> tuple[str, Tree]:
    return (
        f"-M[h1] <= {_LOGIT(token)} <= M[h1]",
        have(
            ["dot(y[n0, p], W(y[n0, p])) == 1", f"dot(y[n0, {token}], W(y[n0, {token}])) == 1"],
            take(_BOUNDED, ["n0", "h1", "y[n0, p]", f"y[n0, {token}]"], KNOWN),
        ),
    )


_ALL = "sum(k: exp(M[h1]) - e(n0, h1, p, k)) >= 0"
_BOUNDS = [
    _bounds("q"),
    (f"exp(-M[h1]) <= exp({_LOGIT('q')})", rule("exp monotone", a="-M[h1]", b=_LOGIT("q"))),
    (
        _ALL,
        rule(
            "positive sum",
            have(
                [_bounds("t"), (f"exp({_LOGIT('t')}) <= exp(M[h1])", rule("exp monotone", a=_LOGIT("t"), b="M[h1]"))],
                leaf(f"1: exp({_LOGIT('t')}) <= exp(M[h1])"),
            ),
            e="fn(k: exp(M[h1]) - e(n0, h1, p, k))",
            new={"x": "t"},
        ),
    ),
]
_TOTAL = "1/(root*sum(k: e(n0, h1, p, k))) > 0"
_LARGE = leaf(
    f"1: {_TOTAL}; exp(-M[h1]) <= exp({_LOGIT('q')})",
    f"1: {_TOTAL}; exp(-2*M[h1]) > 0; 1/N > 0; {_ALL}",
    use=["N == sum(j: 1)"],
)
_ENOUGH = (
    f"forall i, j: {_A('n0', 'i', 'j')} >= {DELTA}",
    intro(
        "p,q",
        have(
            [
                ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                (
                    f"sum(h in heads: att(n0, h, p, q) - {_SHARE}) >= 0",
                    rule(
                        "positive sum, heads",
                        have(_BOUNDS, _LARGE),
                        e=f"fn(h in heads: att(n0, h, p, q) - {_SHARE})",
                        new={"x": "h1"},
                    ),
                ),
            ],
            leaf(f"1: sum(h in heads: att(n0, h, p, q) - {_SHARE}) >= 0"),
        ),
    ),
)
_HEIGHTS = (
    "forall i: dot(v, y[n0, i]) <= C",
    intro(
        "p",
        have(
            [
                ("dot(z - C*y[n0, p], W(z - C*y[n0, p])) >= 0", rule("nonnegative form", W="W", u="z - C*y[n0, p]")),
                "dot(y[n0, p], W(y[n0, p])) == 1",
            ],
            leaf(
                "1/2: 1/C > 0; dot(z - C*y[n0, p], W(z - C*y[n0, p])) >= 0",
                "1/2: 1/C > 0; C^2 >= dot(v, z)",
                use=["W(z) == v", "dot(y[n0, p], W(y[n0, p])) == 1"],
            ),
        ),
    ),
)
POSITIVE = [
    ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
    ("sum(h in heads: exp(-2*M[h])) > 0", leaf()),
    (f"{DELTA} > 0", leaf("1: sum(h in heads: exp(-2*M[h])) > 0; 1/N > 0; 1/root > 0")),
    (_LEAST, rule("least, strict", e="fn(k: dot(v, y[n0, k]))", b="0")),
    (
        f"forall i: dot(v, y[n0, i]) >= {LOW('n0')}",
        intro("p", rule("above the least", e="fn(k: dot(v, y[n0, k]))", y="p")),
    ),
]
_MASS = ("(dot(v, y[n0, {0}]) + tau*sum(l: " + _A("n0", "{0}", "l") + "*dot(v, y[n0, l])))").format
_PROJECTED = (
    f"forall i: y[n0 + 1, i]/dot(v, y[n0 + 1, i]) == {_MOVED}/{_MASS('i')}",
    intro("p", _token(leaf(use=[_AT]))),
)

KEEPS = f"forall n in step: ({INSIDE('n')}) => ({INSIDE('n + 1')}) and {LOW('n + 1')} >= {LOW('n')}"
SHRINKS = f"forall n in step: ({INSIDE('n')}) => {DIAM('n + 1')} <= {FACTOR(LOW('n'))}*{DIAM('n')}"
_NARROW = intro(
    ["n0", ""],
    _stepped(
        have(
            [_HEIGHTS, _ENOUGH, *POSITIVE, _PROJECTED],
            lemma(
                "LEM-step.contraction",
                a=_LEMMA_A,
                delta=DELTA,
                s=S,
                m=LOW("n0"),
                Y="fn(i: y[n0, i])",
                p="fn(i: y[n0 + 1, i]/dot(v, y[n0 + 1, i]))",
            ),
        )
    ),
)

TAKEN = f"N*(tau*{DELTA}*{LOW('n0')}/(C*(1 + tau*{S})))"
ROOM = (f"C*(1 + tau*{S}) > 0", leaf("1: C > 0", f"1: C > 0; tau > 0; {S} > 0"))
_LESS = f"N*{DELTA} <= {S}"
_ROW = f"sum(j: {_A('n0', 'p', 'j')}) == {S}"
_MORE = f"sum(j: {_A('n0', 'p', 'j')} - {DELTA}) >= 0"
_BELOW = rule(
    "some element",
    have(
        [
            _ROW,
            (
                _MORE,
                rule(
                    "positive sum",
                    have([f"{_A('n0', 'p', 'q')} >= {DELTA}"], leaf(f"1: {_A('n0', 'p', 'q')} >= {DELTA}")),
                    e=f"fn(j: {_A('n0', 'p', 'j')} - {DELTA})",
                    new={"x": "q"},
                ),
            ),
            "dot(v, y[n0, p]) <= C",
            f"dot(v, y[n0, p]) >= {LOW('n0')}",
            (f"{LOW('n0')} <= C", leaf(f"1: dot(v, y[n0, p]) >= {LOW('n0')}", "1: dot(v, y[n0, p]) <= C")),
            (_LESS, leaf(f"1: {_MORE}", f"eq 1: {_ROW}", use=["N == sum(j: 1)"])),
        ],
        leaf(
            f"1: 1/(C*(1 + tau*{S})) > 0; C > 0",
            f"1: 1/(C*(1 + tau*{S})) > 0; tau > 0; {_LESS}; {LOW('n0')} > 0",
            f"1: 1/(C*(1 + tau*{S})) > 0; tau > 0; {S} > 0; {LOW('n0')} <= C",
        ),
    ),
    C=f"{TAKEN} <= 1",
    new={"x": "p"},
)
SHARES = f"forall n in step: ({INSIDE('n')}) => {TAKEN.replace('n0', 'n')} <= 1 and {TAKEN.replace('n0', 'n')} > 0"
_PROPER = (
    SHARES,
    intro(
        ["n0", ""],
        _stepped(
            have(
                [_HEIGHTS, _ENOUGH, *POSITIVE, ROOM],
                both(
                    _BELOW,
                    leaf(f"1: N > 0; tau > 0; {DELTA} > 0; {LOW('n0')} > 0; 1/(C*(1 + tau*{S})) > 0"),
                ),
            )
        ),
    ),
)

_ANY_LAYER = [text for text in STEPS["given"] if "y[0, i]" not in text]

formal(
    "CON-B2.layers",
    title="One layer of the discrete Theorem 3.2: hemisphere, least height, and the share by which diam q shrinks",
    source=Source(PAPER, "equation (1), Theorem 3.2 (extension: the discrete map)"),
    kind="inequality",
    role="extension",
    sentence=(
        r"For the map (1) with $W_\eta V_\eta = \tau I$, $\tau > 0$, P that may differ from layer to layer, $|x^TP_\eta"
        r" y| \le M_\eta|x|_W|y|_W$, $a = \sum_\eta e^{-2M_\eta}/(\ell\sqrt{n+1})$, $s = h/\sqrt{n+1}$, q and C as in"
        r" CON-B1: a layer keeps the open hemisphere, does not lower the least height, and multiplies diam q by at most"
        r" $1 - \frac{\ell\tau am}{C(1+\tau s)}$, from 0 to below 1, with the least height m before it."
    ),
    statement={**STEPS, "given": _ANY_LAYER, "show": [KEEPS, SHRINKS, SHARES]},
    proof=[intro(["n0", ""], _KEPT), _NARROW, _PROPER[1]],
    instance=AT_REST,
    twin=Variant("a share below zero", {"<= 1 and": "< 0 and"}, AT_REST),
)
