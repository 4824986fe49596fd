"""Two rows of shares: where the parts differ by factors of at most exp(r), means of points are near each other."""

from verify.formal import Variant, formal
from verify.tactics.build import Tree, cases, have, leaf, lemma, rule

_X, _Z = "sum(k: x[k])", "sum(k: z[k])"
_A, _B = "x[{0}]/sum(k: x[k])".format, "z[{0}]/sum(k: z[k])".format
NEAR = "forall j: x[j] <= exp(r)*z[j] and z[j] <= exp(r)*x[j]"
_POSITIVE = ["forall j: x[j] > 0", "forall j: z[j] > 0"]


def _sum(large: str, small: str) -> tuple[str, Tree]:
    e = f"exp(r)*{large}[k] - {small}[k]"
    bound = f"{small}[t] <= exp(r)*{large}[t]"
    return f"sum(k: {e}) >= 0", rule(
        "positive sum", have([bound], leaf(f"1: {bound}")), e=f"fn(k: {e})", new={"x": "t"}
    )


_SUMS = [
    _sum("z", "x"),
    _sum("x", "z"),
    ("1 + -2*r <= exp(-2*r)", rule("exp tangent", a="-2*r")),
    (f"{_X} > 0", rule("strictly positive sum", e="fn(k: x[k])", new={"x": "t"})),
    (f"{_Z} > 0", rule("strictly positive sum", e="fn(k: z[k])", new={"x": "t"})),
]


def _below(a: str, b: str, up: str, other: tuple[str, Tree]) -> tuple[str, Tree]:
    """a/sum a - b/sum b is at most 2 r a/sum a."""
    whole, rest = f"sum(k: {a}[k])", f"sum(k: {b}[k])"
    share = f"{a}[t]/{whole}"
    return (
        f"{share} - {b}[t]/{rest} <= 2*r*{share}",
        leaf(
            f"1: {up}; exp(-r) > 0; 1/{rest} > 0",
            f"1: {other[0]}; exp(-r) > 0; exp(-r) > 0; {a}[t] > 0; 1/{rest} > 0; 1/{whole} > 0",
            f"1: {_SUMS[2][0]}; {a}[t] > 0; 1/{whole} > 0",
        ),
    )


_UP, _DOWN = "x[t] <= exp(r)*z[t]", "z[t] <= exp(r)*x[t]"
_FIRST, _SECOND = _below("x", "z", _UP, _SUMS[1]), _below("z", "x", _DOWN, _SUMS[0])
_ENTRY = f"abs({_A('t')} - {_B('t')}) <= 2*r*({_A('t')} + {_B('t')})"
_EACH = have(
    [
        _UP,
        _DOWN,
        "x[t] > 0",
        "z[t] > 0",
        _FIRST,
        _SECOND,
        (
            _ENTRY,
            rule(
                "absolute at most",
                leaf(f"1: {_FIRST[0]}", f"2: r >= 0; z[t] > 0; 1/{_Z} > 0"),
                leaf(f"1: {_SECOND[0]}", f"2: r >= 0; x[t] > 0; 1/{_X} > 0"),
                e=f"{_A('t')} - {_B('t')}",
                b=f"2*r*({_A('t')} + {_B('t')})",
            ),
        ),
    ],
    leaf(f"1: {_ENTRY}"),
)
_TERM = f"2*r*({_A('j')} + {_B('j')}) - abs({_A('j')} - {_B('j')})"
ROWS = f"sum(j: abs({_A('j')} - {_B('j')})) <= 4*r"
_GIVEN = [*_POSITIVE, "r >= 0", NEAR]

formal(
    "LEM-shares",
    title="Shares of parts that differ by factors of at most exp(r) differ by at most 4 r in sum",
    statement={"letters": ["x[token], z[token], r: number"], "given": _GIVEN, "show": [ROWS]},
    proof=have(
        [*_SUMS, (f"sum(j: {_TERM}) >= 0", rule("positive sum", _EACH, e=f"fn(j: {_TERM})", new={"x": "t"}))],
        leaf(f"1: sum(j: {_TERM}) >= 0"),
    ),
)

_D = "diam(k: q[k])"
_MEAN = "sum(l: {0}[l]*q[l])/sum(k: {0}[k])".format
_G = f"({_MEAN('x')} - {_MEAN('z')})"
_SIZE = f"norm{_G}"
_OVER = f"{_A('j')} - {_B('j')}"
_AT = _OVER.replace("j", "t")
_PULLS = f"sum(j: abs({_OVER})*{_SIZE}*{_D} - ({_OVER})*dot({_G}, q[j] - q[f]))"
_PULL = have(
    [
        (f"dot({_G}, q[t] - q[f]) <= {_SIZE}*norm(q[t] - q[f])", rule("Cauchy-Schwarz", u=_G, w="q[t] - q[f]")),
        (
            f"dot(-{_G}, q[t] - q[f]) <= norm(-{_G})*norm(q[t] - q[f])",
            rule("Cauchy-Schwarz", u=f"-{_G}", w="q[t] - q[f]"),
        ),
        (f"norm(q[t] - q[f]) <= {_D}", rule("within the diameter", q="q", y="t", z="f")),
        (
            f"dot({_G}, q[t] - q[f]) <= {_SIZE}*{_D}",
            leaf(
                f"1: dot({_G}, q[t] - q[f]) <= {_SIZE}*norm(q[t] - q[f])", f"1: {_SIZE} >= 0; norm(q[t] - q[f]) <= {_D}"
            ),
        ),
        (
            f"-dot({_G}, q[t] - q[f]) <= {_SIZE}*{_D}",
            leaf(
                f"1: dot(-{_G}, q[t] - q[f]) <= norm(-{_G})*norm(q[t] - q[f])",
                f"1: {_SIZE} >= 0; norm(q[t] - q[f]) <= {_D}",
            ),
        ),
        (f"{_AT} <= abs({_AT})", rule("absolute above", e=_AT)),
        (f"-({_AT}) <= abs({_AT})", rule("absolute above minus", e=_AT)),
    ],
    leaf(
        f"1/2: {_AT} <= abs({_AT}); -dot({_G}, q[t] - q[f]) <= {_SIZE}*{_D}",
        f"1/2: -({_AT}) <= abs({_AT}); dot({_G}, q[t] - q[f]) <= {_SIZE}*{_D}",
    ),
)

formal(
    "LEM-shares.means",
    title="Means of points by such shares are near each other",
    statement={
        "letters": ["x[token], z[token], r: number; q[token]: vector; f: token"],
        "given": _GIVEN,
        "show": [f"{_SIZE} <= 4*r*{_D}"],
    },
    proof=have(
        [
            (ROWS, lemma("LEM-shares")),
            *_SUMS[3:],
            (f"{_PULLS} >= 0", rule("positive sum", _PULL, e=f"fn(j: {_PULLS[7:-1]})", new={"x": "t"})),
            (
                f"{_SIZE}*{_SIZE} <= 4*r*{_D}*{_SIZE}",
                leaf(f"1: {_PULLS} >= 0", f"1: {_SIZE} >= 0; {_D} >= 0; {ROWS}"),
            ),
        ],
        cases(
            f"-{_SIZE}",
            leaf(f"1: -{_SIZE} >= 0", f"4: r >= 0; {_D} >= 0"),
            leaf(f"1: {_SIZE}*{_SIZE} <= 4*r*{_D}*{_SIZE}", times=[_SIZE]),
        ),
    ),
)

formal(
    "LEM-same-gap",
    title="Equal vectors are at the same distance",
    statement={
        "letters": ["a, b, c, d: vector"],
        "given": ["a == c", "b == d"],
        "show": ["norm(a - b) == norm(c - d)"],
    },
    proof=leaf(use=["a == c", "b == d"]),
    instance={"dim": 1, "letters": {"a": [1], "b": [3], "c": [1], "d": [3]}},
    twin=Variant(
        "one of them is equal", {"b == d": "b == -d"}, {"dim": 1, "letters": {"a": [1], "b": [3], "c": [1], "d": [-3]}}
    ),
)
