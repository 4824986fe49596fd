"""Two tokens at one place may be moved by as little as one likes so that the sum of all tokens moves along a vector."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

FRAME = {
    "letters": ["b1, b2: vector"],
    "given": ["b1 != 0", "b2 != 0", "dot(b1, b2) == 0"],
}
_TURNED = "(dot(b1, g)*b2 - dot(b2, g)*b1)"
_PLUS = [("dot(b1, b1) > 0", rule("positive square", u="b1")), ("dot(b2, b2) > 0", rule("positive square", u="b2"))]


def _unit(vector: str) -> Tree:
    return witness(f"{vector}/norm({vector})", both(leaf(use=["dot(b1, b2) == 0"]), leaf(use=["dot(b1, b2) == 0"])))


formal(
    "LEM-across",
    title="In more than one dimension some unit vector is across a given one",
    statement={
        **FRAME,
        "letters": [*FRAME["letters"], "g: vector"],
        "show": "exists n in vector: dot(n, n) == 1 and dot(n, g) == 0",
    },
    proof=have(
        _PLUS,
        split(
            "dot(b1, g) == 0 or dot(b1, g) != 0",
            witness("b1/norm(b1)", both(leaf(), leaf(use=["dot(b1, g) == 0"]))),
            have(
                [
                    ("dot(b1, g)^2 > 0", KNOWN),
                    (
                        f"dot({_TURNED}, {_TURNED}) > 0",
                        leaf(
                            "1: dot(b1, g)^2 > 0; dot(b2, b2) > 0",
                            "1: dot(b1, b1) > 0; sq dot(b2, g)",
                            use=["dot(b1, b2) == 0"],
                        ),
                    ),
                ],
                _unit(_TURNED),
            ),
        ),
    ),
    instance={"dim": 2, "letters": {"b1": [1, 0], "b2": [0, 1], "g": [1, 1]}},
)

_FIRST, _SECOND = "4*k/(w + 1)", "d^2/(4*k)"
_LEAST = f"min({_FIRST}, {_SECOND})"

formal(
    "LEM-small-push",
    title="A positive number below two bounds",
    statement={
        "letters": ["k, w, d: number"],
        "given": ["k > 0", "w >= 0", "d > 0"],
        "show": "exists r in number: r > 0 and r*w <= 4*k and 2*r*k < d^2",
    },
    proof=have(
        [
            ("d^2 > 0", leaf("1: d > 0; d > 0")),
            (f"{_FIRST} > 0", leaf("4: k > 0", times=["w + 1"])),
            (f"{_SECOND} > 0", leaf("1/4: d^2 > 0", times=["k"])),
            (f"{_LEAST} > 0", rule("minimum strictly above", a=_FIRST, b=_SECOND, c="0")),
            (f"{_LEAST} <= {_FIRST}", rule("minimum below first", a=_FIRST, b=_SECOND)),
            (f"{_LEAST} <= {_SECOND}", rule("minimum below second", a=_FIRST, b=_SECOND)),
            (f"{_LEAST}*(w + 1) <= 4*k", leaf(f"1: {_LEAST} <= {_FIRST}; w >= 0", f"1: {_LEAST} <= {_FIRST}")),
        ],
        witness(
            _LEAST,
            both(
                KNOWN,
                leaf(f"1: {_LEAST}*(w + 1) <= 4*k", f"1: {_LEAST} > 0"),
                leaf(f"2: {_LEAST} <= {_SECOND}; k > 0", "1/2: d^2 > 0"),
            ),
        ),
    ),
    instance={"letters": {"k": 1, "w": 2, "d": "1/2"}},
)

_MARK = "max(0, 1 - (sum(l in upto({0}): 1) - sum(l in upto(a): 1))^2)".format
_MARKS = [
    f"{_MARK('a')} == 1",
    f"forall k: k != a => {_MARK('k')} == 0",
    f"forall k: k < a or a < k => {_MARK('k')} == 0",
]
_ONE_MOVED = (
    "exists z in state: z[{0}] == {1} and (forall i: i < {0} or {0} < i => z[i] == 0) and sum(j: z[j]) == {1}".format
)

formal(
    "LEM-one-moved",
    title="There is a state with a vector at one token and zero elsewhere, in order, and what it sums to",
    statement={"letters": ["a: token; u: vector"], "show": _ONE_MOVED("a", "u")},
    proof=have(
        [
            (" and ".join(f"({mark})" for mark in _MARKS), lemma("LEM-marked", i="a")),
            _MARKS[0],
            (
                f"sum(j: {_MARK('j')}*u) == {_MARK('a')}*u",
                rule(
                    "single vector term",
                    take(_MARKS[1], ["q"], leaf(use=[f"{_MARK('q')} == 0"])),
                    e=f"fn(j: {_MARK('j')}*u)",
                    y="a",
                    new={"x": "q"},
                ),
            ),
            (f"{_MARK('a')}*u == u", leaf(use=[_MARKS[0]])),
        ],
        witness(
            f"fn(i: {_MARK('i')}*u)",
            both(
                KNOWN,
                intro("q,", take(_MARKS[2], ["q"], leaf(use=[f"{_MARK('q')} == 0"]))),
                lemma("LEM-same-chain", u=f"sum(j: {_MARK('j')}*u)", w=f"{_MARK('a')}*u", z="u"),
            ),
        ),
    ),
    instance={"tokens": 2, "dim": 2, "letters": {"a": 0, "u": [1, 2]}},
)

_KAPPA, _LONG = "(-dot(x[a], v))", "dot(v, v)"
_TAU = f"exists r in number: r > 0 and r*{_LONG} <= 4*{_KAPPA} and 2*r*{_KAPPA} < delta^2"
_ROOT = f"tau*{_KAPPA} - tau^2*{_LONG}/4"
_HEIGHT = f"exists s in number: s^2 == {_ROOT}"
_SQUARE = f"h^2 == {_ROOT}"
_NORMAL = "exists n in vector: dot(n, n) == 1 and dot(n, 2*x[a] + tau*v) == 0"
_ALL = " and ".join(
    (
        "(forall i: dot(X[i], X[i]) == 1)",
        "(forall i: norm(X[i] - x[i]) < delta)",
        "sum(i: X[i]) == sum(i: x[i]) + tau*v",
    )
)
_MOVED = "(x[{0}] + d1[{0}] + d2[{0}])".format
_UNITS = "forall i: dot(x[i], x[i]) == 1"
_PUSH = {"a": "(tau/2*v + h*n)", "b": "(tau/2*v - h*n)"}
_ZERO = {"a": "forall i: i < a or a < i => d1[i] == 0", "b": "forall i: i < b or b < i => d2[i] == 0"}


def _place(i: str) -> tuple[str, Tree]:
    """What a token is moved by."""
    return _ONE_MOVED(i, _PUSH[i]), lemma("LEM-one-moved", a=i, u=_PUSH[i])


def _each(formula: str, at_a: Tree, at_b: Tree, elsewhere: Tree) -> Tree:
    """Something of all tokens: of the two that move, and of those that do not."""
    other = have(
        [("d1[t] == 0", take(_ZERO["a"], ["t"], KNOWN)), ("d2[t] == 0", take(_ZERO["b"], ["t"], KNOWN))], elsewhere
    )
    same = {i: rule("same token", KNOWN, KNOWN, at, i=i, j="t", P=formula) for i, at in (("a", at_a), ("b", at_b))}
    behind = split("t < b or b <= t", other, split("b < t or t <= b", other, same["b"]))
    return intro("t", split("t < a or a <= t", behind, split("a < t or t <= a", behind, same["a"])))


_AT = {
    "a": [f"d1[a] == {_PUSH['a']}", "d2[a] == 0"],
    "b": [f"d2[b] == {_PUSH['b']}", "d1[b] == 0", "x[b] == x[a]"],
}
_USE = [_UNITS, "dot(n, n) == 1", "dot(n, x[a]) == -tau/2*dot(n, v)"]
_REST = ["d1[t] == 0", "d2[t] == 0"]
_UNIT = {i: leaf(f"eq 1: {_SQUARE}", use=[*_AT[i], *_USE]) for i in "ab"}
_LENGTHS = _each(f"fn(i: dot({_MOVED('i')}, {_MOVED('i')}) == 1)", _UNIT["a"], _UNIT["b"], leaf(use=[*_REST, _UNITS]))
_GAP = f"norm({_MOVED('i')} - x[i])"


def _short(i: str) -> Tree:
    """How far a token is moved."""
    turn = "h - tau/2*dot(n, v)" if i == "a" else "h + tau/2*dot(n, v)"
    square = leaf(
        f"1: 2*tau*{_KAPPA} < delta^2",
        f"1: sq {turn}",
        "1/4: sq tau*norm(v - dot(n, v)*n)",
        f"eq 2: {_SQUARE}",
        use=[*_AT[i], *_USE],
    )
    return rule("strictly below the square", KNOWN, square, a=_GAP.replace("[i]", f"[{i}]"), b="delta")


_CLOSE = _each(f"fn(i: {_GAP} < delta)", _short("a"), _short("b"), leaf("1: delta > 0", use=_REST))
_SUM = leaf(use=[f"sum(j: d1[j]) == {_PUSH['a']}", f"sum(j: d2[j]) == {_PUSH['b']}"])
_PLACED = [
    ("dot(n, x[a]) == -tau/2*dot(n, v)", leaf("eq 1/2: dot(n, 2*x[a] + tau*v) == 0")),
    ("d2[a] == 0", take(_ZERO["b"], ["a"], KNOWN)),
    ("d1[b] == 0", take(_ZERO["a"], ["b"], KNOWN)),
]
_FOUND = have(_PLACED, witness(f"fn(i: {_MOVED('i')})", witness("tau", both(KNOWN, _LENGTHS, _CLOSE, _SUM))))
_NEAR = have([_place("a"), _place("b")], obtain(_place("a")[0], "d1", obtain(_place("b")[0], "d2", _FOUND)))
formal(
    "LEM-nudged",
    title="Two tokens at one place are moved by little so that the sum of all tokens moves along a vector",
    statement={
        "letters": [*FRAME["letters"], "x[token], v: vector; a, b: token; delta: number"],
        "given": [*FRAME["given"], _UNITS, "a < b", "x[b] == x[a]", "dot(x[a], v) < 0", "delta > 0"],
        "show": f"exists X in state, tau in number: tau > 0 and {_ALL}",
    },
    proof=have(
        [
            (f"{_KAPPA} > 0", leaf("1: dot(x[a], v) < 0")),
            (_TAU, lemma("LEM-small-push", KNOWN, leaf("1: sq norm(v)"), KNOWN, k=_KAPPA, w=_LONG, d="delta")),
        ],
        obtain(
            _TAU,
            "tau",
            have(
                [
                    (f"{_ROOT} >= 0", leaf(f"1/4: tau > 0; tau*{_LONG} <= 4*{_KAPPA}")),
                    (_HEIGHT, witness(f"sqrt({_ROOT})", leaf())),
                    (_NORMAL, lemma("LEM-across", g="2*x[a] + tau*v")),
                ],
                obtain(_HEIGHT, "h", obtain(_NORMAL, "n", _NEAR)),
            ),
        ),
    ),
)
