"""Ostrowski's theorem for two rows: what multiplying them by positive numbers does to the larger eigenvalue.

The off-diagonal entries of the matrix have a product of at least zero, `s`; its larger eigenvalue mu is the root of
(z - a)(z - b) = s that is at least a and b.
"""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, Tree, absurd, cases, have, leaf, lemma, rule, take

LARGER = ["mu >= a", "mu >= b", "(mu - a)*(mu - b) == s"]
_TIMES = ["nu >= w1*a", "nu >= w2*b", "(nu - w1*a)*(nu - w2*b) == w1*w2*s"]
NEAR = ["w1 > 0", "w2 > 0", "1 - t <= w1", "w1 <= 1 + t", "1 - t <= w2", "w2 <= 1 + t"]
_AT = {"letters": {"a": 1, "b": 1, "s": 4, "mu": 3, "w1": "3/2", "w2": "3/2", "nu": "9/2", "t": "1/2"}}
_FAR = {"letters": {"a": 1, "b": 1, "s": 0, "mu": 1, "w1": 3, "w2": 1, "nu": 3, "t": "1/2"}}
_EQUATION, _OTHER = LARGER[2], _TIMES[2]
_TOP, _BELOW = "nu - mu <= t*abs(mu)", "-(nu - mu) <= t*abs(mu)"


def _room(w: str, sign: str) -> tuple[str, Tree]:
    """A factor near one moves mu by at most t |mu|."""
    near, far = (
        ("abs(mu) - mu >= 0", "abs(mu) + mu >= 0") if sign == "-" else ("abs(mu) + mu >= 0", "abs(mu) - mu >= 0")
    )
    return (
        f"{sign}({w} - 1)*mu <= t*abs(mu)",
        leaf(f"1/2: {w} <= 1 + t; {near}", f"1/2: 1 - t <= {w}; {far}"),
    )


def _outside(gap: str, sign: str, *products: str) -> Tree:
    """Beyond both multiples of mu the products of the two equations differ."""
    one, two = (f"{sign}(nu - {w}*mu) > 0" for w in ("w1", "w2"))
    rooms = [_room(w, sign) for w in ("w1", "w2")]
    steps = [*rooms, (one, leaf(f"1: {gap}", f"1: {rooms[0][0]}")), (two, leaf(f"1: {gap}", f"1: {rooms[1][0]}"))]
    product = "(nu - w1*mu)*(nu - w2*mu)"
    c = "-1" if sign == "-" else "1"
    return have(
        [*steps, (f"{product} > 0", leaf(f"1: {one}; {two}"))],
        absurd(
            leaf(
                *(text.format(one=one, two=two) for text in products),
                f"eq {c}: {_OTHER}",
                f"eq -({c})*w1*w2: {_EQUATION}",
                times=[product],
            )
        ),
    )


formal(
    "LEM-scaled-pair",
    title="The larger eigenvalue of a positive diagonal matrix times a symmetrisable one of two rows",
    statement={
        "letters": ["a, b, s, mu, nu, w1, w2, t: number"],
        "given": [*NEAR, *LARGER, *_TIMES],
        "show": ["abs(nu - mu) <= t*abs(mu)"],
    },
    proof=have(
        [
            ("mu <= abs(mu)", rule("absolute above", e="mu")),
            ("-mu <= abs(mu)", rule("absolute above minus", e="mu")),
            ("abs(mu) - mu >= 0", leaf("1: mu <= abs(mu)")),
            ("abs(mu) + mu >= 0", leaf("1: -mu <= abs(mu)")),
            (
                _TOP,
                cases(
                    "t*abs(mu) - (nu - mu)",
                    leaf("1: t*abs(mu) - (nu - mu) >= 0"),
                    _outside("t*abs(mu) - (nu - mu) < 0", "", "1: w1 > 0; mu >= a; {two}", "1: w2 > 0; mu >= b; {one}"),
                ),
            ),
            (
                _BELOW,
                cases(
                    "t*abs(mu) + (nu - mu)",
                    leaf("1: t*abs(mu) + (nu - mu) >= 0"),
                    _outside("t*abs(mu) + (nu - mu) < 0", "-", "1: nu >= w1*a; {two}", "1: nu >= w2*b; {one}"),
                ),
            ),
        ],
        rule("absolute at most", e="nu - mu", b="t*abs(mu)"),
    ),
    instance=_AT,
    twin=Variant("one factor far from 1", {"w1 <= 1 + t": "w1 <= 3 + t"}, _FAR),
)

ROOTS = "forall z in number: (z - a)*(z - b) - s == (z - m)*(z - l)"
_SCALED_ROOTS = "forall z in number: (z - w1*a)*(z - w2*b) - w1*w2*s == (z - n)*(z - o)"
_ENCLOSED = ["m >= a", "m >= b", "l <= a", "l <= b", "(m - a)*(m - b) == s", "(l - a)*(l - b) == s"]


def _beside(goal: str, gap: str, other: str, entry: str) -> Tree:
    """An entry of the diagonal beyond both roots has the wrong sign of the product."""
    at = ROOTS.removeprefix("forall z in number: ").replace("z", entry)
    product = f"({entry} - m)*({entry} - l)"
    return cases(
        gap,
        leaf(f"1: {gap} >= 0"),
        have(
            [
                (at, take(ROOTS, [entry], KNOWN)),
                (other, leaf(f"1: {gap} < 0", "1: m >= l")),
                (f"{product} > 0", leaf(f"1: {gap} < 0; {other}")),
            ],
            absurd(leaf(f"eq -1: {at}", "1: s >= 0", times=[product])),
        ),
    )


def _at_root(root: str) -> Tree:
    at = ROOTS.removeprefix("forall z in number: ").replace("z", root)
    return have([(at, take(ROOTS, [root], KNOWN))], leaf(f"eq 1: {at}"))


formal(
    "LEM-pair-enclosed",
    title="The eigenvalues of a symmetrisable matrix of two rows enclose its diagonal",
    statement={
        "letters": ["a, b, s, m, l: number"],
        "given": ["s >= 0", "m >= l", ROOTS],
        "show": _ENCLOSED,
    },
    proof=[
        *(_beside(f"m >= {e}", f"m - {e}", f"{e} - l > 0", e) for e in "ab"),
        *(_beside(f"l <= {e}", f"{e} - l", f"m - {e} > 0", e) for e in "ab"),
        _at_root("m"),
        _at_root("l"),
    ],
    instance={"letters": {"a": 1, "b": 1, "s": 4, "m": 3, "l": -1}},
    twin=Variant("a negative product", {"s >= 0": "s <= 0"}, {"letters": {"a": 0, "b": 3, "s": -2, "m": 2, "l": 1}}),
)

_WHOLE = " and ".join(f"({text})" for text in _ENCLOSED)
_SCALED = " and ".join(
    ["(n >= w1*a)", "(n >= w2*b)", "(o <= w1*a)", "(o <= w2*b)"]
    + [f"(({root} - w1*a)*({root} - w2*b) == w1*w2*s)" for root in "no"]
)
_BOTH: Steps = [
    (_WHOLE, lemma("LEM-pair-enclosed")),
    ("w1*w2*s >= 0", leaf("1: w1 > 0; w2 > 0; s >= 0")),
    (_SCALED, lemma("LEM-pair-enclosed", a="w1*a", b="w2*b", s="w1*w2*s", m="n", l="o")),
]
# the smaller eigenvalues are the larger ones of the opposite matrices
_OPPOSITE: Steps = [
    ("-l >= -a", leaf("1: l <= a")),
    ("-l >= -b", leaf("1: l <= b")),
    ("(-l - (-a))*(-l - (-b)) == s", leaf("eq 1: (l - a)*(l - b) == s")),
    ("-o >= w1*(-a)", leaf("1: o <= w1*a")),
    ("-o >= w2*(-b)", leaf("1: o <= w2*b")),
    ("(-o - w1*(-a))*(-o - w2*(-b)) == w1*w2*s", leaf("eq 1: (o - w1*a)*(o - w2*b) == w1*w2*s")),
    ("abs(-o - (-l)) <= t*abs(-l)", lemma("LEM-scaled-pair", a="-a", b="-b", mu="-l", nu="-o")),
]

formal(
    "LEM-scaled-pairs",
    title="The eigenvalues of a positive diagonal matrix near one times a symmetrisable one of two rows",
    statement={
        "letters": ["a, b, s, m, l, n, o, w1, w2, t: number"],
        "given": ["s >= 0", *NEAR, "m >= l", "n >= o", ROOTS, _SCALED_ROOTS],
        "show": ["abs(n - m) <= t*abs(m)", "abs(o - l) <= t*abs(l)"],
    },
    proof=[
        have(_BOTH, lemma("LEM-scaled-pair", mu="m", nu="n")),
        have([*_BOTH, *_OPPOSITE], KNOWN),
    ],
    instance={
        "letters": {"a": 1, "b": 1, "s": 4, "m": 3, "l": -1, "n": "9/2", "o": "-3/2"}
        | {"w1": "3/2", "w2": "3/2", "t": "1/2"}
    },
    twin=Variant(
        "one factor far from 1",
        {"w1 <= 1 + t": "w1 <= 3 + t"},
        {"letters": {"a": 1, "b": 1, "s": 0, "m": 1, "l": 1, "n": 3, "o": 1, "w1": 3, "w2": 1, "t": "1/2"}},
    ),
)

formal(
    "LEM-pair-real",
    title="A symmetrisable matrix of two rows has a discriminant of at least zero",
    statement={"letters": ["a, b, s: number"], "given": ["s >= 0"], "show": ["(a - b)^2 + 4*s >= 0"]},
    proof=leaf("1: sq a - b", "4: s >= 0"),
)
