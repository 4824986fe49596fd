"""The equilibria of two and three tokens on the circle, for every real beta, with their second variations."""

from __future__ import annotations

from proofs_checks.perspective.proofs.isosceles import BOTH, FIRST, LOG_TWO, STEEP
from proofs_checks.perspective.proofs.three_equilibria import FACTS, GAPS, THREE
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, intro, leaf, lemma, rule, split

_P, _Q, _R = GAPS
_OFF = "({0} < -1/2 or {0} > -1/2)".format
_OTHER = f"-1 < {{0}} and {_OFF('{0}')} and {STEEP('{0}')}".format
_SOME = f"exists u in number: -1 < u and u < 0 and {_OFF('u')} and {STEEP('u')}"
_BETAS = "(beta < -2/3 or beta > -2/3)"
_BOUND = "beta < -log(2)/2"
_REST = "h(a - b) == 0 and h(b - a) == 0"
_LINE = "cos(a - b) == 1 or cos(a - b) == -1"
_LONG, _SHORT = "(v1 - 2*v2 + v3)^2", "(v3 - v1)^2"
_LEAST = "exp(-beta)/2 - exp(beta)"
_FORM = f"second == -g({_P})/2*{_LONG} - (g({_P})/2 + g({_R}))*{_SHORT}"
_INDEX = f"g({_P})*(g({_P}) + 2*g({_R})) < 0"
_ISOSCELES = f"cos({_Q}) == cos({_P}) and sin({_Q}) == sin({_P})"

_GAP = "cos(a - b)^2 + sin(a - b)^2 == 1"
_EITHER = split(
    "cos(a - b) == 1 or cos(a - b) != 1",
    {"left": KNOWN},
    {"right": leaf(f"eq 1/(cos(a - b) - 1): {_GAP}", use=["sin(a - b) == 0"])},
)
_TWO_REST = intro(
    "",
    have(
        [*FACTS, "h(a - b) == 0", ("sin(a - b) == 0", leaf("eq exp(-(beta*cos(a - b))): h(a - b) == 0"))],
        _EITHER,
    ),
)


def _at(u: str) -> tuple[str, Tree]:
    """At an end of the line the sine is 0."""
    unit = leaf(f"eq 1: {_GAP}", use=[f"cos(a - b) == {u}"])
    return "sin(a - b) == 0", rule("square zero", unit, a="sin(a - b)")


_STILL = both(leaf(use=["sin(a - b) == 0"]), leaf(use=["sin(a - b) == 0", "sin(b - a) == -sin(a - b)"]))
_LINE_RESTS = intro("", have(FACTS, split(_LINE, have([_at("1")], _STILL), have([_at("-1")], _STILL))))


_MOVE = "v1 - v2"
_APART = (
    f"({_MOVE})^2 > 0",
    have(
        [f"{_MOVE} != 0"],
        cases(
            _MOVE,
            have([f"{_MOVE} > 0"], leaf(f"1: {_MOVE} > 0; {_MOVE} > 0")),
            leaf(f"1: {_MOVE} < 0; {_MOVE} < 0"),
        ),
    ),
)


def _bends(u: str) -> Tree:
    """The sign of the second variation of two tokens."""
    return intro(
        "",
        have(
            [*FACTS, f"cos(a - b) == {u}", _at(u), _APART],
            leaf(
                f"1: exp({'' if u == '1' else '-'}beta) > 0; (v1 - v2)^2 > 0",
                use=[f"cos(a - b) == {u}", "sin(a - b) == 0"],
            ),
        ),
    )


_CITED = have([(" and ".join(f"({said})" for said in THREE["show"]), lemma("PER-C3.three"))], KNOWN)
_PAIRED = intro(
    "",
    have(
        [(" and ".join(f"({said})" for said in THREE["show"]), lemma("PER-C3.three")), THREE["show"][3]],
        leaf(f"eq 1: second == {THREE['show'][3].split('second == ')[1]}"),
    ),
)
_EQUAL = [f"cos({_Q}) == cos({_P})", f"sin({_Q}) == sin({_P})"]
_THIRD = f"cos({_R}) == cos({_P})*cos({_Q}) - sin({_P})*sin({_Q})"
_DOUBLE = f"cos({_R}) == 2*cos({_P})^2 - 1"
_WIDE = f"sin({_R})^2 == 1 - (2*cos({_P})^2 - 1)^2"
_GAPS = [
    (_DOUBLE, leaf(f"eq 1: {_THIRD}", f"eq -1: {_GAP}", use=_EQUAL)),
    (f"sin({_P})^2 == 1 - cos({_P})^2", leaf(f"eq 1: {_GAP}")),
    (_WIDE, leaf(f"eq 1: cos({_R})^2 + sin({_R})^2 == 1", f"eq -(cos({_R}) + 2*cos({_P})^2 - 1): {_DOUBLE}")),
]
_PRODUCT = f"{FIRST}*{BOTH} < 0".replace("(c)", f"(cos({_P}))").replace("*c^2", f"*cos({_P})^2")
_SADDLE = intro(
    "",
    both(
        have(FACTS, leaf(use=_EQUAL)),
        have(
            [*FACTS, *_EQUAL, *_GAPS, (_PRODUCT, lemma("LEM-isosceles.saddle", c=f"cos({_P})"))],
            leaf(f"1: {_PRODUCT}", f"eq -2*beta*g({_P})*exp(beta*(2*cos({_P})^2 - 1)): {_WIDE}", use=[_DOUBLE]),
        ),
    ),
)
_ONE = intro("", lemma("LEM-isosceles.one", c="y", d="z"))
_WHICH = intro(
    "",
    have(
        [
            (LOG_TWO, lemma("LEM-log-two")),
            ("log(2) <= 2 - 1", rule("log tangent", leaf("2:"), a="2")),
            (
                "beta < 0 and (y > -1/2 => beta < -2/3) and (y < -1/2 => -2/3 < beta and beta < -log(2)/2)",
                lemma("LEM-isosceles.range", c="y"),
            ),
        ],
        split(
            _OFF("y"),
            have(["y < -1/2", "-2/3 < beta and beta < -log(2)/2"], both(KNOWN, {"right": KNOWN})),
            have(
                ["y > -1/2", "beta < -2/3"],
                both(leaf("1: beta < -2/3", "1/2: log(2) <= 2 - 1", "1/6:"), {"left": KNOWN}),
            ),
        ),
    ),
)
_THERE = intro("", lemma("LEM-isosceles.there"))


def _sign(least: str, below: str, above: str) -> Tree:
    """The sign of the least coefficient of an opposite pair."""
    return intro(
        "",
        have(
            [
                (LOG_TWO, lemma("LEM-log-two")),
                (f"exp({below}) < exp({above})", rule("exp strictly monotone", leaf(f"2: {least}"), a=below, b=above)),
            ],
            leaf(f"1/2: exp(beta) > 0; exp({below}) < exp({above})", use=["exp(log(2)) == 2"]),
        ),
    )


formal(
    "PER-C3",
    statement=model(
        THREE,
        {
            "letters": ["y, z: number"],
            "where": ["pair := -g(a - b)*(v1 - v2)^2"],
        },
        {
            "show": [
                f"{_REST} => {_LINE}",
                f"({_LINE}) => {_REST}",
                "cos(a - b) == 1 and v1 != v2 => pair < 0",
                "cos(a - b) == -1 and v1 != v2 => pair > 0",
                f"{THREE['show'][3].split(' => ')[0]} => second == exp(-beta)/2*{_LONG} + ({_LEAST})*{_SHORT}",
                f"{_BOUND} => {_LEAST} > 0",
                f"beta > -log(2)/2 => {_LEAST} < 0",
                f"{_ISOSCELES} and {_OTHER(f'cos({_P})')} => {_FORM} and {_INDEX}",
                f"{_OTHER('y')} and {_OTHER('z')} => y == z",
                f"{_OTHER('y')} => {_BOUND} and {_BETAS}",
                f"{_BOUND} and {_BETAS} => ({_SOME})",
            ],
        },
    ),
    proof=[
        *[_CITED] * len(THREE["show"]),
        _TWO_REST,
        _LINE_RESTS,
        _bends("1"),
        _bends("-1"),
        _PAIRED,
        _sign(_BOUND, "log(2)", "-2*beta"),
        _sign("beta > -log(2)/2", "-2*beta", "log(2)"),
        _SADDLE,
        _ONE,
        _WHICH,
        _THERE,
    ],
    instance={"letters": {"beta": "log(2)", "a": 0, "b": 0, "c": "pi", "v1": 1, "v2": 2, "v3": 4, "y": 0, "z": 0}},
    twin=Variant(
        "without two, and one opposite",
        {"cos(p) == 1 or cos(p) == -1 or": "cos(p) == 1 or cos(p) == 1 or"},
        {"letters": {"beta": "log(2)", "a": 0, "b": 0, "c": "pi", "v1": 1, "v2": 2, "v3": 4, "y": 0, "z": 0}},
    ),
)
