"""Problem 3 for four tokens: outside half circles an arc violates the cut condition (B.2), by boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, absurd, both, boxes, cases, have, leaf, lemma, obtain, rule, witness
from verify.verdict import Verdict

SPARE = "1/1000"
Bounds = tuple[str, Tree, str, Tree]


def lowest(terms: Sequence[str]) -> str:
    """The least of some numbers."""
    *front, last = terms
    for term in reversed(front):
        last = f"min({term}, {last})"
    return last


def nonnegative(terms: Mapping[str, Tree]) -> Tree:
    """The least of some numbers is nonnegative because each is."""
    (first, proof), *rest = terms.items()
    if not rest:
        return proof
    return rule("minimum above", proof, nonnegative(dict(rest)), a=first, b=lowest([x for x, _ in rest]), c="0")


def some_negative(terms: Sequence[str], end: Tree) -> Tree:
    """One of some numbers is negative, or all are nonnegative and there is a contradiction."""
    *others, last = terms
    if not others:
        return cases(last, absurd(end), KNOWN)
    return cases(last, {"left": some_negative(others, end)}, {"right": KNOWN})


def cut_claim(
    id: str,
    title: str,
    sentence: str,
    gaps: str,
    beta: str,
    given: list[str],
    cuts: list[str],
    letters: Mapping[str, str],
    bounds: Mapping[str, Bounds],
    angles: Mapping[str, str],
    borders: Mapping[str, str],
) -> None:
    """The claim that one of `cuts`, sums over the angles of an arc with the others, is negative.

    gaps : the gaps between neighbours but the last, e. letters : better coordinates for the bisection, by the gaps.
    bounds : of each coordinate, with proofs. angles : every angle in the coordinates. borders : what is nonnegative in
    the region, in the coordinates, with the hypothesis that says so.
    """
    names = gaps.split(", ")
    sums = [" + ".join(f"g({angle})" for angle in cut.split("; ")) for cut in cuts]
    moved = [" + ".join(f"g({angles[angle]})" for angle in cut.split("; ")) for cut in cuts]
    equations = [f"{letter} == {value}" for letter, value in letters.items()]
    terms = {
        **{new: leaf(f"1: {old} >= 0", use=equations) for new, old in zip(moved, sums, strict=True)},
        **{f"{new} + {SPARE}": leaf(f"1: {fact}", f"{SPARE}:", use=equations) for new, fact in borders.items()},
    }
    least = lowest([*terms])
    box = {letter: (low, high) for letter, (low, _, high, _) in bounds.items()}
    steps: list[tuple[str, Tree] | str] = []
    for letter, (low, below, high, above) in bounds.items():
        steps += [(f"{low} <= {letter}", below), (f"{letter} <= {high}", above)]
    contradiction = have([(f"0 <= {least}", nonnegative(terms))], lemma("LEM-two-signs", KNOWN, KNOWN, a=least))
    main = have([*steps, (f"{least} < 0", boxes(beta=("0", beta), **box))], some_negative(sums, contradiction))
    exist = f"exists {', '.join(f'{letter} in number' for letter in letters)}: {' and '.join(equations)}"
    there: Tree = both(*(leaf() for _ in letters)) if len(letters) > 1 else leaf()
    for value in reversed(list(letters.values())):
        there = witness(value, there)
    formal(
        id,
        title=title,
        sentence=sentence,
        statement={
            "letters": [f"beta, {gaps}: number"],
            "where": [
                f"e := 2*pi - {' - '.join(names)}",
                "g(s) := exp(beta*cos(s))*(cos(s) - beta*sin(s)^2)",
            ],
            "given": ["0 <= beta", f"beta <= {beta}", *given, *(f"e >= {gap}" for gap in names), "e <= pi"],
            "show": [" or ".join(f"{total} < 0" for total in sums)],
        },
        proof=have(
            [("157/50 <= pi", boxes()), ("pi <= 22/7", boxes()), (exist, there)],
            obtain(exist, list(letters), main),
        ),
        instance={"letters": {"beta": 0, **{gap: f"2*pi/{len(names) + 1}" for gap in names}}},
        twin=Variant("a gap above pi", {"e <= pi": "e <= 2*pi"}, {"letters": {"beta": 0, **dict.fromkeys(names, 0)}}),
        expected=Verdict.CERTIFIED,
    )


cut_claim(
    "PER-C3.cuts.four",
    "Four tokens in no open half circle: one of two arcs violates the cut condition",
    r"Four tokens on the circle with the gaps $a, b, c, e$ between neighbours, $a + b + c + e = 2\pi$, named so that"
    r" $e$ is a largest one and $a \leq c$, with $e \leq \pi$ (no open half circle), and $0 \leq \beta \leq \frac72$:"
    r" $\sum_{i \in S, j \notin S}g(\theta_i - \theta_j) < 0$, $g(s) = e^{\beta\cos s}(\cos s - \beta\sin^2s)$, for"
    r" $S = \{4\}$ or $S = \{1, 2\}$, so that turning $S$ raises the energy to second order (PER-B.1). For $\beta \geq"
    r" 3.4642$ the printed chain argument takes over (PER-B.chain.table).",
    "a, b, c",
    "7/2",
    ["0 <= a", "0 <= b", "a <= c"],
    ["c; e; b + c", "e; b; a + b; b + c"],
    {"w": "e", "r": "b", "t": "(c - a)/2"},
    {
        "w": (
            "3/2",
            leaf(*(f"1/4: e >= {x}" for x in "abc"), "1/2: 157/50 <= pi", "7/100:", use=["w == e"]),
            "22/7",
            leaf("1: e <= pi", "1: pi <= 22/7", use=["w == e"]),
        ),
        "r": (
            "0",
            leaf("1: 0 <= b", use=["r == b"]),
            "22/7",
            leaf("1: e >= b", "1: e <= pi", "1: pi <= 22/7", use=["r == b"]),
        ),
        "t": (
            "0",
            leaf("1/2: a <= c", use=["t == (c - a)/2"]),
            "8/5",
            leaf("1/2: 0 <= a", "1/2: e >= c", "1/2: e <= pi", "1/2: pi <= 22/7", "1/35:", use=["t == (c - a)/2"]),
        ),
    },
    {
        "a": "pi - w/2 - r/2 - t",
        "b": "r",
        "c": "pi - w/2 - r/2 + t",
        "e": "w",
        "a + b": "pi - w/2 + r/2 - t",
        "b + c": "pi - w/2 + r/2 + t",
    },
    {"pi - w/2 - r/2 - t": "0 <= a", "w - r": "e >= b", "3*w/2 + r/2 - t - pi": "e >= c"},
)
