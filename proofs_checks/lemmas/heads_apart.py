"""Two states of the flow of several heads (2.7): how far the field at the one is from that at the other."""

from __future__ import annotations

from proofs_checks.perspective.proofs.heads_model import BOUNDED, HEADS
from proofs_checks.perspective.proofs.models import WEIGHTS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, both, define, enter, have, intro, leaf, lemma, rule

UNITS = [f"forall i: dot({z}[i], {z}[i]) == 1" for z in "xy"]
_NEAR = "norm(x[{0}] - y[{0}]) <= delta".format
_HEADS = "sum(h in heads: 1)"
FIELDS_APART = f"norm(all(x, {{0}}) - all(y, {{0}})) <= 2*{_HEADS}*(1 + beta)*(r + r^3)*delta".format
_DELTA = ("delta >= 0", leaf(f"1: {_NEAR('q')}", "1: norm(x[q] - y[q]) >= 0"))
_ONES: Steps = [
    *((f"norm({s}{z}[{t}]) == 1", leaf(norms=["1"], use=UNITS)) for z, t in (("y", "q"), ("x", "t")) for s in ("", "-"))
]


def _short(M: str, vector: str) -> str:
    return f"norm({M}[g]({vector})) <= r*norm({vector})"


def _shorter(M: str, vector: str) -> tuple[str, Tree]:
    """A matrix makes no vector longer than r times."""
    return _short(M, vector), have([" and ".join(_short(N, vector) for N in "QKV")], KNOWN)


def _product(query: str, key: str, one: str, bound: str) -> tuple[str, Tree]:
    """A query times a key, one of which comes from a unit vector and the other from a gap."""
    fact = f"dot(Q[g]({query}), K[g]({key})) <= r^2*delta"
    cauchy = f"dot(Q[g]({query}), K[g]({key})) <= norm(Q[g]({query}))*norm(K[g]({key}))"
    steps: Steps = [
        (cauchy, rule("Cauchy-Schwarz", u=f"Q[g]({query})", w=f"K[g]({key})")),
        _shorter("Q", query),
        _shorter("K", key),
    ]
    proof = leaf(
        f"1: {cauchy}",
        f"1: norm(K[g]({key})) >= 0; {_short('Q', query)}",
        f"1: r >= 0; norm({query}) >= 0; {_short('K', key)}",
        f"1: r >= 0; r >= 0; {bound}",
        use=[one],
    )
    return fact, have(steps, proof)


def _logit(sign: str) -> tuple[str, Tree]:
    """How far the logits of the two states are from each other, on one side."""
    here = _product(f"{sign}(x[q] - y[q])", "x[t]", "norm(x[t]) == 1", _NEAR("q"))
    there = _product(f"{sign}y[q]", "x[t] - y[t]", f"norm({sign}y[q]) == 1", _NEAR("t"))
    steps: Steps = [*_ONES, _NEAR("q"), _NEAR("t"), here, there]
    fact = f"{sign}{_LOGITS('g', 'q', 't')} <= {_E}"
    return fact, have(steps, leaf(f"1: beta >= 0; {here[0]}", f"1: beta >= 0; {there[0]}"))


_E = "2*beta*r^2*delta"
_LOGITS = "(beta*dot(Q[{0}](x[{1}]), K[{0}](x[{2}])) - beta*dot(Q[{0}](y[{1}]), K[{0}](y[{2}])))".format
_SPREAD = f"max(o: abs{_LOGITS('{0}', '{1}', 'o')})".format
_MEANS = f"norm(mean({{0}}, x, {{1}}) - mean({{0}}, y, {{1}})) <= delta + {_SPREAD('{0}', '{1}')}".format
_INSIDE = "norm(mean({0}, y, {1})) <= 1".format
_APART = f"norm(force(x, {{0}}) - force(y, {{0}})) <= {_HEADS}*r*(delta + {_E})".format
_STRONG = f"norm(force(y, {{0}})) <= {_HEADS}*r".format
_NARROW = f"{_SPREAD('g', 'q')} <= {_E}"
_EACH_LOGIT = rule(
    "greatest",
    have(
        [_logit(""), _logit("-")],
        rule("absolute at most", e=_LOGITS("g", "q", "t"), b=_E),
    ),
    e=f"fn(o: abs{_LOGITS('g', 'q', 'o')})",
    b=_E,
    new={"x": "t"},
)


def _within(sign: str) -> tuple[str, Tree]:
    """No logit moves more than the one that moves most."""
    size = f"abs{_LOGITS('g', 'q', 't')}"
    above = f"{sign}{_LOGITS('g', 'q', 't')} <= {size}"
    most = f"{size} <= {_SPREAD('g', 'q')}"
    name = "absolute above minus" if sign else "absolute above"
    return f"{sign}{_LOGITS('g', 'q', 't')} <= {_SPREAD('g', 'q')}", have(
        [
            (above, rule(name, e=_LOGITS("g", "q", "t"))),
            (most, rule("below the greatest", e=f"fn(o: abs{_LOGITS('g', 'q', 'o')})", y="t")),
        ],
        leaf(f"1: {above}", f"1: {most}"),
    )


def _over_heads(vector: str, bound: str, facts: Steps) -> Tree:
    """A force is a sum over the heads of images of means, `vector`, which `facts` says to be no longer than `bound`."""
    at = vector.replace("(h,", "(g,")
    room = f"r*({bound}) - norm(V[h]({vector}))"
    sizes = f"sum(h in heads: {room}) >= 0"
    weighted = f"norm(sum(h in heads: 1*V[h]({vector}))) <= sum(h in heads: 1*norm(V[h]({vector})))"
    each = have([*facts, _shorter("V", at)], leaf(f"1: {_short('V', at)}", f"1: r >= 0; norm({at}) <= {bound}"))
    return have(
        [
            (sizes, rule("positive sum, heads", each, e=f"fn(h in heads: {room})", new={"x": "g"})),
            (
                weighted,
                rule(
                    "norm of a weighted sum, heads",
                    leaf("1:"),
                    e="fn(h in heads: 1)",
                    u=f"fn(h in heads: V[h]({vector}))",
                    new={"x": "g"},
                ),
            ),
        ],
        leaf(f"1: {weighted}", f"1: {sizes}"),
    )


_ROWS = f"forall h in heads, i: almost_always(sum(j: abs(w(h, x, i, j) - w(h, y, i, j))) <= {_SPREAD('h', 'i')})"
_PULL = "norm(mean(g, y, q)) <= sum(j: w(g, y, q, j)*norm(y[j]))"
_TOTAL = "sum(j: w(g, y, q, j)*norm(y[j])) == sum(j: w(g, y, q, j))"
_MEAN_INSIDE = have(
    [
        (
            _PULL,
            rule("norm of a weighted sum", leaf(), e="fn(j: w(g, y, q, j))", u="y", new={"x": "t"}),
        ),
        (
            _TOTAL,
            rule(
                "equal sums",
                have([("norm(y[t]) == 1", leaf(norms=["1"], use=UNITS))], leaf("eq w(g, y, q, t): norm(y[t]) == 1")),
                e="fn(j: w(g, y, q, j)*norm(y[j]))",
                f="fn(j: w(g, y, q, j))",
                new={"x": "t"},
            ),
        ),
    ],
    leaf(f"1: {_PULL}", f"eq 1: {_TOTAL}"),
)
_PARTS = (
    "norm(force(x, q) - dot(x[q], force(x, q))*x[q] - (force(y, q) - dot(y[q], force(y, q))*y[q]))"
    " <= norm(force(x, q) - force(y, q)) + norm(x[q] - y[q])*norm(force(y, q))"
)
_COUNT = f"{_HEADS} >= 0"
_STEPS: Steps = [
    (
        f"forall h in heads, i: almost_always(time <= T => {_SPREAD('h', 'i')} <= {_E})",
        intro("g,q", enter("ae", intro("", _EACH_LOGIT))),
    ),
    (
        _ROWS,
        intro(
            "g,q",
            lemma(
                "LEM-softmax.lipschitz",
                enter("ae", intro("t", both(have([_within("-")], KNOWN), _within("")[1]))),
                k="fn(j: beta*dot(Q[g](x[q]), K[g](x[j])))",
                l="fn(j: beta*dot(Q[g](y[q]), K[g](y[j])))",
                s=_SPREAD("g", "q"),
            ),
        ),
    ),
    (
        f"forall h in heads, i: almost_always({_MEANS('h', 'i')})",
        intro(
            "g,q",
            lemma(
                "LEM-means-apart",
                enter("ae", intro("t", leaf())),
                enter("ae", leaf()),
                enter("ae", KNOWN),
                enter("ae", KNOWN),
                enter("ae", intro("t", KNOWN)),
                a="fn(j: w(g, x, q, j))",
                b="fn(j: w(g, y, q, j))",
                E=_SPREAD("g", "q"),
            ),
        ),
    ),
    (f"forall h in heads, i: almost_always({_INSIDE('h', 'i')})", intro("g,q", enter("ae", _MEAN_INSIDE))),
    (
        f"forall i: almost_always({_PARTS.replace('q', 'i')})",
        intro(
            "q",
            lemma(
                "LEM-tangent-parts",
                enter("ae", both(KNOWN, KNOWN)),
                y="x[q]",
                z="y[q]",
                F="force(x, q)",
                G="force(y, q)",
            ),
        ),
    ),
]

_GAP = "mean(h, x, q) - mean(h, y, q)"
_MEAN_GAP: Steps = [
    _NARROW,
    _MEANS("g", "q"),
    (_MEANS("g", "q").replace(_SPREAD("g", "q"), _E), leaf(f"1: {_MEANS('g', 'q')}", f"1: {_NARROW}")),
]

formal(
    "LEM-heads-apart",
    title="How far the fields of several heads at two states are apart",
    statement=model(
        WEIGHTS,
        HEADS,
        {
            "letters": ["r, T: number; delta: measurable number; x[token], y[token]: measurable vector"],
            "given": [
                "beta >= 0",
                "r >= 0",
                BOUNDED,
                *(f"almost_always({unit})" for unit in UNITS),
                f"almost_always(forall j: {_NEAR('j')})",
            ],
            "show": [f"almost_always(time <= T => (forall i: {FIELDS_APART('i')}))"],
        },
    ),
    proof=define(
        [
            "w(h, X, i, j) := a(X, h, i, j)/sum(k: a(X, h, i, k))",
            "mean(h, X, i) := sum(j: w(h, X, i, j)*X[j])",
            "force(X, i) := sum(h in heads: pulled(X, h, i))",
        ],
        have(
            _STEPS,
            enter(
                "ae",
                intro(
                    ["", "q"],
                    have(
                        [
                            (_APART("q"), _over_heads(_GAP, f"delta + {_E}", _MEAN_GAP)),
                            (_STRONG("q"), _over_heads("mean(h, y, q)", "1", [_INSIDE("g", "q")])),
                            _NEAR("q"),
                            _DELTA,
                            (_COUNT, rule("positive sum, heads", leaf("1:"), e="fn(h in heads: 1)", new={"x": "g"})),
                        ],
                        leaf(
                            f"1: {_PARTS}",
                            f"1: {_APART('q')}",
                            f"1: norm(x[q] - y[q]) >= 0; {_STRONG('q')}",
                            f"1: {_NEAR('q')}; r >= 0; {_COUNT}",
                            f"2: {_COUNT}; r >= 0; r >= 0; r >= 0; delta >= 0",
                            f"2: {_COUNT}; r >= 0; delta >= 0; beta >= 0",
                        ),
                    ),
                ),
            ),
        ),
    ),
)
