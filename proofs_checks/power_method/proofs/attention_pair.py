"""Lemma 15: two opposite tokens of the plane, off the eigenvectors of V, that attract under the attention map.

The tokens are u and -u; w is across. P exchanges 5 u and w, so that no token has a logit with another one; the tangent
rates are -26/25 (both tokens turn) and -24/5 (they turn apart), though w V w > 0: the derivative of the attention wins.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, leaf, lemma, obtain, rule, take, witness

TWO, ORDER, ZERO = "sum(j: 1) == 2", "a < b", "sum(j: x[j]) == 0"
UNITS = ["dot(x[a], x[a]) == 1", "dot(x[a], w) == 0", "dot(w, w) == 1"]
PLANE = "forall z in vector: z == dot(x[a], z)*x[a] + dot(w, z)*w"
EXCHANGE = ["P(x[a]) == 5*w", "P(w) == 5*x[a]"]
FORM = ["dot(w, V(w)) == 34/25", "dot(w, V(x[a])) == -12/25"]
FRAME: Part = {
    "letters": ["a, b: token; w, x[token]: vector"],
    "given": [TWO, ORDER, ZERO, *UNITS, PLANE, *EXCHANGE, *FORM],
}
NO_LOGITS = "forall i, j: dot(x[i], P(x[j])) == 0"
OPPOSITE = "x[b] == -x[a]"
R, K = "(1 - 24/5*alpha)", "(47/25*alpha)"
TANGENT = "forall i: dot(x[a], d[i]) == 0"
RATES = f"D(attention, x, d, i) == {R}*d[i] + {K}*sum(j: d[j])"
THE_PAIR: Part = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [[2, 0], [0, 1]],
        "P": [["-24/5", "7/5"], ["7/5", "24/5"]],
        "alpha": "1/10",
        "x": [["4/5", "3/5"], ["-4/5", "-3/5"]],
    },
}


def with_letters(**letters: object) -> Part:
    """The pair, with values for more letters."""
    return {**THE_PAIR, "letters": {**THE_PAIR["letters"], **letters}}


FRAMED = {"a": 0, "b": 1, "w": ["-3/5", "4/5"]}


def each(first: Tree, second: Tree, formula: str) -> Tree:
    """Something of both tokens."""
    return rule("each of two tokens", KNOWN, KNOWN, first, second, i="a", j="b", P=formula)


def added(term: str) -> tuple[str, Tree]:
    """A sum over the two tokens."""
    total = f"sum(j: {term.format('j')}) == {term.format('a')} + {term.format('b')}"
    return total, rule("vector sum over two tokens", e=f"fn(j: {term.format('j')})", i="a", j="b")


NO_LOGIT = leaf(use=[OPPOSITE, UNITS[1], EXCHANGE[0]])
PAIR: Steps = [
    added("x[{0}]"),
    ("x[a] + x[b] == 0*x[a]", lemma("LEM-chain", a="sum(j: x[j])", b="0*x[a]", c="sum(j: x[j])", d="x[a] + x[b]")),
    OPPOSITE,
    (
        NO_LOGITS,
        each(
            each(NO_LOGIT, NO_LOGIT, "fn(j: dot(x[a], P(x[j])) == 0)"),
            each(NO_LOGIT, NO_LOGIT, "fn(j: dot(x[b], P(x[j])) == 0)"),
            "fn(i: forall j: dot(x[i], P(x[j])) == 0)",
        ),
    ),
]


def in_plane(z: str, image: str, *use: str) -> tuple[str, Tree]:
    """A vector of the plane by its components."""
    whole = f"dot(x[a], {z})*x[a] + dot(w, {z})*w"
    parts = [(f"{z} == {whole}", take(PLANE, [z], KNOWN)), (f"{whole} == {image}", leaf(use=use))]
    return f"{z} == {image}", have(parts, lemma("LEM-same-chain", u=z, w=whole, z=image))


def across(i: str) -> tuple[str, Tree]:
    """A tangent vector is a multiple of w."""
    tangent, size = f"dot(x[a], d[{i}]) == 0", f"dot(w, d[{i}])"
    step = have([(tangent, take(TANGENT, [i], KNOWN)), in_plane(f"d[{i}]", f"{size}*w", tangent)], KNOWN)
    return f"exists s in number: d[{i}] == s*w", witness(size, step)


OWN = "dot(x[a], V(x[a]))"
ALONG = (
    "exists s in number: V(x[a]) == s*x[a] + -12/25*w",
    witness(OWN, have([in_plane("V(x[a])", f"{OWN}*x[a] + -12/25*w", *FORM)], KNOWN)),
)
IMAGE = in_plane("V(w)", "-12/25*x[a] + 34/25*w", *FORM)
SUMS = [added("dot(w, P(x[{0}]))*x[{0}]"), added("dot(x[a], P(d[{0}]))*x[{0}]"), added("d[{0}]")]
MOVED = leaf(
    use=[
        *(TWO, ZERO, *UNITS, *EXCHANGE, OPPOSITE, NO_LOGITS, IMAGE[0]),
        *("d[a] == m*w", "d[b] == q*w", "V(x[a]) == l*x[a] + -12/25*w"),
        *[total for total, _ in SUMS],
    ],
    norms=["1"],
)

formal(
    "LEM-pair-rates",
    title="The tangent derivative of the attention map at a pair of opposite tokens in the plane",
    statement=model(
        V,
        P,
        ATTENTION,
        FRAME,
        {"letters": ["d[token]: vector"], "given": [TANGENT], "show": f"forall i: {RATES}"},
    ),
    proof=have(
        [*PAIR, *SUMS, IMAGE, ALONG, across("a"), across("b")],
        obtain(
            ALONG[0],
            "l",
            obtain(across("a")[0], "m", obtain(across("b")[0], "q", each(MOVED, MOVED, f"fn(i: {RATES})"))),
        ),
    ),
    instance=with_letters(**FRAMED, d=[["-3/5", "4/5"], ["-6/5", "8/5"]]),
    twin=Variant(
        "twice the rate of a token",
        {"24/5*alpha": "48/5*alpha"},
        with_letters(**FRAMED, d=[["-3/5", "4/5"], ["-6/5", "8/5"]]),
    ),
)
