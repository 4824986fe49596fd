"""Equilibria of the attention map in a plane, each group of tokens at one place: what the derivative does there.

Across the place of its group a tangent state has one part per token. What becomes of it is `own` times the part, plus
multiples of a few combinations of the means of the groups, the `modes`. All of these factors are linear in one number
`letter`, the logarithm in the logits, of which two bounds are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from proofs_checks.power_method.proofs.exact_clusters import FRAME, PLANE
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import model
from verify.tactics.build import Steps, leaf

WHERE = [
    "past(S, i, u) := u - dot(S[i], u)*S[i]",
    "derived(S, l, z, i) := 1/(1 + alpha*l)*(z[i] + alpha*sum(j: weight(S, i, j)"
    "*((dot(z[i], P(S[j])) + dot(S[i], P(z[j])))*past(S, i, V(S[j])) + past(S, i, V(z[j])))))",
]
"""The derivative of the attention map in a tangent direction at an equilibrium, where a token sees l times itself."""


@dataclass(frozen=True)
class Line:
    """A + b L: a number that is linear in L."""

    a: Fraction
    b: Fraction

    def __add__(self, other: Line) -> Line:
        return Line(self.a + other.a, self.b + other.b)

    def times(self, c: Fraction) -> Line:
        return Line(c * self.a, c * self.b)


def line(a: str, b: str = "0") -> Line:
    """The number a + b L."""
    return Line(Fraction(a), Fraction(b))


def longest(
    rows: Sequence[Sequence[str]], most: str, letter: str = "1", high: Fraction = Fraction(1)
) -> tuple[str, list[str]]:
    """How much longer `letter` times a matrix makes a vector y at most, as a number and terms of the proof."""
    a, b, c = Fraction(most) ** 2, Fraction(0), Fraction(most) ** 2
    terms = []
    for left, right in rows:
        p, q = high * Fraction(left), high * Fraction(right)
        a, b, c = a - p * p, b - p * q, c - q * q
        if letter != "1":
            side = f"({left})*dot(e1, y) + ({right})*dot(e2, y)"
            terms.append(f"1: {high} - {letter} >= 0; {high} + {letter} >= 0; sq {side}")
    return most, [*terms, f"{a}: sq dot(e1, y) + ({b / a})*dot(e2, y)", f"{c - b * b / a}: sq dot(e2, y)"]


def combination(c: str, s: str) -> str:
    """The vector c e1 + s e2 as a text."""
    terms = [
        f"{k}*{e}".replace("1*", "") if k in ("1", "-1") else f"{k}*{e}" for k, e in ((c, "e1"), (s, "e2")) if k != "0"
    ]
    return " + ".join(terms).replace("+ -", "- ")


@dataclass(frozen=True)
class Places:
    """Groups of tokens at places of a plane, an equilibrium of the attention map at which the derivative contracts.

    name : of its lemmas. state : of the tokens. matrices, counts : V and P, the sizes of the groups. alpha : the step.
    at : the places, as combinations (c, s) of e1 and e2. letter, low, high : L and its bounds.
    start : `values`, equations that make the weights rational, and the bounds, with proofs.
    own : the factor of the part of a token itself. parts : how much of each mode is added at the tokens of a group.
    modes : combinations of the means of the groups. A ball of radius k has them at most k, and vectors at most size k.
    pulls : what a token sees, in multiples of it. rate : of contraction. single : every group has one token.
    lengths : how much longer V and P make vectors, with the terms of the proof. bounds : b, M and l of LEM-attracting.
    radius : states within it are attracted.
    """

    name: str
    state: str
    matrices: Sequence[str]
    counts: Sequence[str]
    alpha: str
    at: Mapping[str, tuple[str, str]]
    letter: str
    low: Fraction
    high: Fraction
    values: Sequence[str]
    start: Steps
    own: Mapping[str, Line]
    modes: Mapping[str, Mapping[str, Fraction]]
    parts: Mapping[str, Mapping[str, Line]]
    pulls: Mapping[str, str]
    size: int
    rate: str
    lengths: Mapping[str, tuple[str, Sequence[str]]]
    bounds: tuple[str, str, str]
    radius: str
    single: bool = False

    @property
    def system(self) -> Part:
        """The attention map and the state."""
        pulls = ", ".join(f"{g} -> ({c})*e1" for g, c in self.pulls.items())
        return model(
            V,
            P,
            ATTENTION,
            {
                "groups": self.groups,
                "letters": ["e1, e2: vector"],
                "where": WHERE,
                "states": [self.places(self.state), f"pulls: {pulls}"],
                "given": [*FRAME, PLANE, *self.matrices, *self.counts, f"alpha == {self.alpha}"],
            },
        )

    def places(self, name: str) -> str:
        """The state, by its name."""
        return f"{name}: " + ", ".join(f"{g} -> {self.place(g)}" for g in self.groups)

    @property
    def plain(self) -> list[str]:
        """Equations of the frame and of the sizes."""
        return [*FRAME, *self.counts]

    @property
    def use(self) -> list[str]:
        """All equations that rewrite."""
        return [*self.plain, *self.matrices, f"alpha == {self.alpha}", *self.values]

    @property
    def groups(self) -> list[str]:
        return list(self.at)

    def place(self, g: str) -> str:
        return combination(*self.at[g])

    def across(self, g: str) -> str:
        c, s = self.at[g]
        return combination(str(-Fraction(s)), c)

    def text(self, factor: Line) -> str:
        return f"({factor.a} + ({factor.b})*{self.letter})"

    def mean(self, g: str, part: str) -> str:
        """The mean of a group; `part` of its token j."""
        return f"sum(j in {g}: {part})/sum(j in {g}: 1)"

    def mode(self, m: str, parts: Mapping[str, str]) -> str:
        return "(" + " + ".join(f"({c})*({self.mean(g, parts[g])})" for g, c in self.modes[m].items()) + ")"

    def of_state(self, m: str, token: str) -> str:
        """A mode of a state, whose token j is written `token`."""
        return self.mode(m, {g: f"dot({self.across(g)}, {token})" for g in self.groups})

    def slope(self, d: str, i: str) -> str:
        """What the derivative makes of the tangent state d at the token i."""
        return f"derived({self.state}, dot(e1, pulls[{i}]), {d}, {i})"

    def image(self, g: str, part: str, modes: Mapping[str, str]) -> str:
        """The part across a token of g of what the derivative makes of a tangent state."""
        terms = [f"{self.text(self.own[g])}*{part}"]
        return " + ".join([*terms, *(f"{self.text(c)}*{modes[m]}" for m, c in self.parts[g].items())])

    @property
    def sides(self) -> list[tuple[str, str]]:
        """The modes, each with both signs."""
        return [(m, sign) for m in self.modes for sign in ("", "-")]

    def weight(self, m: str) -> Fraction:
        """The sum of the absolute values of the coefficients of a mode."""
        return sum((abs(c) for c in self.modes[m].values()), Fraction(0))

    def after(self, m: str) -> dict[str, Line]:
        """How a mode follows from all modes; its groups have one factor `own`."""
        owns = {self.own[g] for g in self.modes[m]}
        if len(owns) != 1:
            raise ValueError(f"mode {m}: groups with different factors")
        found = {k: line("0") for k in self.modes}
        found[m] = owns.pop()
        for g, c in self.modes[m].items():
            for k, part in self.parts[g].items():
                found[k] = found[k] + part.times(c)
        return {k: factor for k, factor in found.items() if factor != line("0")}

    def most(self, factor: Line) -> Fraction:
        """A bound of the absolute value of a factor."""
        return max(abs(factor.a + factor.b * end) for end in (self.low, self.high))

    def limited(self, factor: Line) -> Steps:
        """This bound, in both directions."""
        text, most = self.text(factor), self.most(factor)
        steps: Steps = []
        for sign, to in ((1, text), (-1, f"-{text}")):
            up = sign * factor.b > 0
            rest = most - sign * (factor.a + factor.b * (self.high if up else self.low))
            fact = f"{self.letter} <= {self.high}" if up else f"{self.low} <= {self.letter}"
            terms = [f"{abs(factor.b)}: {fact}"] if factor.b else []
            steps.append((f"{to} <= {most}", leaf(*terms, *([f"{rest}:"] if rest else []))))
        return steps
