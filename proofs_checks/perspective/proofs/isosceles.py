"""Three tokens on the circle, beta < 0: the isosceles equilibria, and the signature of their Hessians by boxes."""

from __future__ import annotations

from fractions import Fraction

from verify.formal import Variant, formal
from verify.tactics.build import Tree, boxes, have, intro, leaf, rule
from verify.verdict import Verdict

PARTS = (("-19/20", "-11/20"), ("-9/20", "-1/20"))
SADDLE = "g(p)*(g(p) + 2*g(2*p)) < 0"
DOUBLE = "2*c^2 - 1"
FLAT = "exp(beta*({0}))*(({0}) - beta*(1 - ({0})^2))".format
_TWICE = "cos(2*p) == 2*cos(p)^2 - 1"
_SINE = "sin(2*p) == 2*sin(p)*cos(p)"
_ROOT = "exp(log(-2*c)) == -2*c"
_COSINE = "cos({0} - ({1})) == cos({0})*cos({1}) + sin({0})*sin({1})".format
_DIFFERENCE = "sin({0} - ({1})) == sin({0})*cos({1}) - cos({0})*sin({1})".format


def differences(a: str, b: str) -> list[tuple[str, Tree]]:
    """The cosine and the sine of a - b."""
    return [
        (_COSINE(a, b), rule("cosine of a difference", a=a, b=b)),
        (_DIFFERENCE(a, b), rule("sine of a difference", a=a, b=b)),
    ]


_ANGLES = [
    ("cos(p)^2 + sin(p)^2 == 1", rule("circle", a="p")),
    *differences("0", "p"),
    ("cos(-p) == cos(p)", leaf(f"eq 1: {_COSINE('0', 'p')}")),
    ("sin(-p) == -sin(p)", leaf(f"eq 1: {_DIFFERENCE('0', 'p')}")),
    *differences("p", "-p"),
    (
        _TWICE,
        leaf(
            f"eq 1: {_COSINE('p', '-p')}",
            "eq 1: cos(p)^2 + sin(p)^2 == 1",
            use=["cos(-p) == cos(p)", "sin(-p) == -sin(p)"],
        ),
    ),
    (_SINE, leaf(f"eq 1: {_DIFFERENCE('p', '-p')}", use=["cos(-p) == cos(p)", "sin(-p) == -sin(p)"])),
]


def part(low: str, high: str) -> str:
    """An interval of cosines."""
    return f"{low} <= c and c <= {high}"


def saddle(low: str, high: str) -> Tree:
    """The sign, by a bisection of the cosine."""
    flat = f"{FLAT('c')}*({FLAT('c')} + 2*{FLAT(DOUBLE)}) < 0"
    return intro("", have([*_ANGLES, (flat, boxes(c=(low, high)))], leaf(f"1: {flat}", use=[_TWICE, "cos(p) == c"])))


def rests(low: str, high: str) -> Tree:
    """beta (1 - c)(1 + 2 c) is log(-2 c)."""
    side = "1 + 2*c < 0" if high == "-11/20" else "1 + 2*c > 0"
    slack = leaf(f"2: c <= {high}", "1/10:") if high == "-11/20" else leaf(f"2: {low} <= c", "1/10:")
    left, right = "beta*c", f"log(-2*c) + beta*({DOUBLE})"
    exponents, shifted = f"{left} == {right}", f"exp({left}) == exp({right})"
    return intro(
        "",
        have(
            [
                (side, slack),
                ("1 - c > 0", leaf(f"1: c <= {high}", f"{1 - Fraction(high)}:")),
                *_ANGLES,
                (_ROOT, rule("exp of log", leaf(f"2: c <= {high}", f"{-2 * Fraction(high)}:"), a="-2*c")),
                (exponents, leaf()),
                (f"exp({left}) <= exp({right})", rule("exp monotone", leaf(f"eq 1: {exponents}"), a=left, b=right)),
                (f"exp({right}) <= exp({left})", rule("exp monotone", leaf(f"eq 1: {exponents}"), a=right, b=left)),
                (shifted, rule("antisymmetry", a=f"exp({left})", b=f"exp({right})")),
            ],
            leaf(
                f"eq sin(p): {shifted}", f"eq sin(p)*exp(beta*({DOUBLE})): {_ROOT}", use=[_TWICE, _SINE, "cos(p) == c"]
            ),
        ),
    )


formal(
    "PER-C3.isosceles",
    title="Three tokens: isosceles equilibria for negative beta, of index one on two intervals",
    sentence=r"Tokens on the circle at $0, p, -p$ with $c = \cos p$ in $[-\frac{19}{20}, -\frac{11}{20}]$ or"
    r" $[-\frac9{20}, -\frac1{20}]$ and $\beta = \log(-2c)/((1-c)(1+2c))$: $\beta < 0$, and they are an equilibrium,"
    r" $h(p) + h(2p) = 0$ with $h(s) = \sin s\,e^{\beta\cos s}$; with $g = h'$ the second derivatives of $n^2E_\beta$"
    r" along $v = (0, 1, 1)$ and $(0, 1, -1)$, $-2g(p)$ and $-2g(p) - 4g(2p)$, have different signs.",
    statement={
        "letters": ["p, c: number"],
        "where": [
            "beta := log(-2*c)/((1 - c)*(1 + 2*c))",
            "h(s) := sin(s)*exp(beta*cos(s))",
            "g(s) := exp(beta*cos(s))*(cos(s) - beta*(1 - cos(s)^2))",
        ],
        "given": ["cos(p) == c"],
        "show": [
            *(f"{part(*bounds)} => h(p) + h(2*p) == 0" for bounds in PARTS),
            *(f"{part(*bounds)} => {SADDLE}" for bounds in PARTS),
            *(f"{part(*bounds)} => beta < 0" for bounds in PARTS),
        ],
    },
    proof=[
        *(rests(*bounds) for bounds in PARTS),
        *(saddle(*bounds) for bounds in PARTS),
        *(intro("", boxes(c=bounds)) for bounds in PARTS),
    ],
    instance={"letters": {"p": "5*pi/6", "c": "cos(5*pi/6)"}},
    twin=Variant("with the other sign", {") < 0": ") > 0"}, {"letters": {"p": "5*pi/6", "c": "cos(5*pi/6)"}}),
    expected=Verdict.CERTIFIED,
)
