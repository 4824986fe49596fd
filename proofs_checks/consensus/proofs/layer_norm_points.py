"""Remark 2.2 for any scale gamma: the image of layer normalisation need not be diffeomorphic to the n-sphere.

It has one point if gamma = 0, and two if n = 1 and no entry of gamma vanishes; a circle or a sphere has three.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.layer_norm_image import CASES, EXACT, FAMILY, IMAGE
from proofs_checks.consensus.proofs.layer_norm_scales import MARK
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, obtain, rule, split, take

_THREE = (
    "exists p in vector, q in vector, r in vector: p != q and q != r and p != r and image(p) and image(q) and image(r)"
)
_POINT, _PAIR = "k == entries", "k == 0 and entries == 2"
_SIGN = "c({0}, i) == 1 or c({0}, i) == -1".format
_SAME = "forall j: dot(b[j], {0}) == dot(b[j], {1})".format


def _contained(position: int, name: str, then: Tree) -> Tree:
    """What is known of a point of the image."""
    case, shape = CASES[position]
    fact = f"{case} => ({FAMILY('t', shape.format('t'))})"
    return take(fact, [name], have([shape.format(name)], then))


def _sign(name: str) -> tuple[str, Tree]:
    """The first entry, divided by gamma, is 1 or -1, and the other one the opposite."""
    total = f"sum(j: c({name}, j)) == c({name}, i) + c({name}, l)"
    squares = f"sum(j: c({name}, j)^2) == c({name}, i)^2 + c({name}, l)^2"
    opposite = f"c({name}, l) == -c({name}, i)"
    own = f"c({name}, i)^2 == 1"
    steps = [
        (total, rule("sum over two tokens", e=f"fn(j: c({name}, j))", i="i", j="l")),
        (squares, rule("sum over two tokens", e=f"fn(j: c({name}, j)^2)", i="i", j="l")),
        (opposite, leaf(f"eq -1: {total}", f"eq 1: total({name}) == 0")),
        (
            own,
            leaf(
                f"eq -1/2: {squares}",
                f"eq 1/2: squares({name}) == entries",
                "eq 1/2: entries == 2",
                f"eq -1/2*(c({name}, l) - c({name}, i)): {opposite}",
            ),
        ),
    ]
    signs = cases(
        f"c({name}, i)",
        have(
            [(f"c({name}, i) + 1 > 0", leaf(f"1: c({name}, i) >= 0", "1:"))],
            {"left": leaf(f"eq 1: {own}", times=[f"c({name}, i) + 1"])},
        ),
        have(
            [(f"1 - c({name}, i) > 0", leaf(f"1: c({name}, i) < 0", "1:"))],
            {"right": leaf(f"eq -1: {own}", times=[f"1 - c({name}, i)"])},
        ),
    )
    return f"{opposite} and ({_SIGN(name)})", _contained(0, name, have(steps, both(KNOWN, signs)))


def _equal(one: str, other: str, sign: str) -> Tree:
    """Two points with the same sign are equal."""
    entry = f"c({one}, {{0}}) == c({other}, {{0}})".format
    steps: list[tuple[str, Tree]] = [
        (entry("i"), leaf(f"eq 1: c({one}, i) == {sign}", f"eq -1: c({other}, i) == {sign}")),
        (
            entry("l"),
            leaf(
                f"eq 1: c({one}, l) == -c({one}, i)", f"eq -1: c({other}, l) == -c({other}, i)", f"eq -1: {entry('i')}"
            ),
        ),
    ]
    for n in "il":
        marked = leaf(f"eq 1: {entry(n)}", use=[f"gamma[{n}] == 0", f"z[{n}] == 1"])
        other_entry = leaf(f"eq gamma[{n}]: {entry(n)}", use=[f"z[{n}] == 0"])
        steps += [(f"dot(b[{n}], {one}) == dot(b[{n}], {other})", split(MARK(n), marked, other_entry))]
    steps += [
        (
            _SAME(one, other),
            rule("each of two tokens", i="i", j="l", P=f"fn(k0: dot(b[k0], {one}) == dot(b[k0], {other}))"),
        ),
        (f"{one} == {other}", lemma("LEM-basis.equal", u=one, w=other)),
    ]
    return have(steps, rule("contradiction", P=f"{one} == {other}", C="1 <= 0"))


def _third(plus: Tree, minus: Tree) -> Tree:
    return split(_SIGN("r"), plus, minus)


_OF_TWO = rule(
    "two tokens",
    KNOWN,
    have(
        [_sign("p"), _sign("q"), _sign("r")],
        split(
            _SIGN("p"),
            split(_SIGN("q"), _equal("p", "q", "1"), _third(_equal("p", "r", "1"), _equal("q", "r", "-1"))),
            split(_SIGN("q"), _third(_equal("q", "r", "1"), _equal("p", "r", "-1")), _equal("p", "q", "-1")),
        ),
    ),
    C="1 <= 0",
    new={"x": "i", "y": "l"},
)
_OF_ONE = have(
    [("p == q", leaf(use=["p == beta", "q == beta"]))],
    rule("contradiction", P="p == q", C="1 <= 0"),
)
_PLANE = {"b": [[1, 0], [0, 1]], "gamma": [1, 2], "G": [[1, 0], [0, 2]], "ones": [1, 1], "beta": [3, 4], "z": [0, 0]}
_CASE = f"{_POINT} or ({_PAIR})"

formal(
    "CON-R2.2.f.R1",
    sentence=(
        r"For arbitrary $\gamma \in R^{n+1}$ the image of N is a hypersurface of $R^{n+1}$ diffeomorphic to $S^n$."
        r" (Refuted: for $\gamma = 0$ the image is one point, for n = 1 and $\gamma$ without a zero two points, while"
        r" $S^n$ has three. Without a zero the image lies in one hyperplane, whatever n: CON-R2.2.f.R1.repaired.)"
    ),
    reading="R1: lie on: fill; that the image has three points is all that is used of the sphere",
    statement=model(IMAGE, {"show": [_THREE]}),
    refuted={
        "case": [_CASE],
        "proof": intro(
            "",
            obtain(
                _THREE,
                "p,q,r",
                have(
                    [(EXACT, lemma("LEM-scales.exact"))],
                    split(_CASE, _contained(3, "p", _contained(3, "q", _OF_ONE)), _OF_TWO),
                ),
            ),
        ),
    },
    instance={"tokens": 2, "dim": 2, "letters": _PLANE},
)
