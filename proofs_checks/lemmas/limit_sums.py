"""Limits other than zero: of a difference, of the opposite number; and what follows from a moment on."""

from __future__ import annotations

from proofs_checks.lemmas.limits import from_limit, soon
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, enter, have, intro, leaf, lemma, restate, rule, unfold, witness


def sides(term: str) -> Steps:
    """A number and its opposite are at most its size."""
    return [
        (f"{term} <= abs({term})", rule("absolute above", e=term)),
        (f"-({term}) <= abs({term})", rule("absolute above minus", e=term)),
    ]


formal(
    "LEM-tends.opposite",
    title="The limit of the opposite number",
    statement={"letters": ["z: moving number; c: number"], "given": ["tends(-z, c)"], "show": ["tends(z, -c)"]},
    proof=from_limit(
        "-z",
        "c",
        "e",
        KNOWN,
        have(
            ["abs(-z - c) < e", *sides("(-z - c)")],
            rule(
                "absolute",
                leaf("1: abs(-z - c) < e", "1: -((-z - c)) <= abs((-z - c))"),
                leaf("1: abs(-z - c) < e", "1: (-z - c) <= abs((-z - c))"),
                e="z - (-c)",
                b="e",
            ),
        ),
    ),
)

formal(
    "LEM-tends.same",
    title="What is as far from one number as something else is from its limit",
    statement={
        "letters": ["a, b: moving number; c, d: number"],
        "given": ["tends(a, c)", "always(b - d == a - c)"],
        "show": ["tends(b, d)"],
    },
    proof=from_limit(
        "a",
        "c",
        "e",
        KNOWN,
        have(
            ["abs(a - (c)) < e", ("b == a - c + d", leaf("eq 1: b - d == a - c"))],
            leaf("1: abs(a - (c)) < e", use=["b == a - c + d"]),
        ),
    ),
)

_A, _B = "(a - p)", "(b - q)"
_CLOSE = [f"abs({_A}) < e/2", f"abs({_B}) < e/2"]

formal(
    "LEM-tends.difference",
    title="The limit of a difference",
    statement={
        "letters": ["a, b: moving number; p, q: number"],
        "given": ["tends(a, p)", "tends(b, q)"],
        "show": ["tends(a - b, p - q)"],
    },
    proof=unfold(
        "goal",
        intro(
            ["e", ""],
            soon(
                "a",
                "p",
                "e/2",
                "T",
                leaf("1/2: e > 0"),
                soon(
                    "b",
                    "q",
                    "e/2",
                    "S",
                    leaf("1/2: e > 0"),
                    witness(
                        "max(T, S)",
                        enter(
                            "every",
                            intro(
                                "",
                                have(
                                    [
                                        ("T <= max(T, S)", rule("maximum above first", a="T", b="S")),
                                        ("S <= max(T, S)", rule("maximum above second", a="T", b="S")),
                                        ("time >= T", leaf("1: time >= max(T, S)", "1: T <= max(T, S)")),
                                        ("time >= S", leaf("1: time >= max(T, S)", "1: S <= max(T, S)")),
                                        *_CLOSE,
                                        *sides(_A),
                                        *sides(_B),
                                    ],
                                    rule(
                                        "absolute",
                                        leaf(
                                            *(f"1: {text}" for text in _CLOSE),
                                            f"1: {_A} <= abs({_A})",
                                            f"1: -({_B}) <= abs({_B})",
                                        ),
                                        leaf(
                                            *(f"1: {text}" for text in _CLOSE),
                                            f"1: -({_A}) <= abs({_A})",
                                            f"1: {_B} <= abs({_B})",
                                        ),
                                        e="a - b - (p - q)",
                                        b="e",
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    ),
)

_LEVEL = "max(time, T)"
_SLOW = f"z - k*{_LEVEL}"

formal(
    "LEM-no-steady-rise",
    title="A bounded number that does not fall does not rise steadily from any moment on",
    statement={
        "letters": ["z: moving number; T, K, k: number"],
        "given": [
            "always(z <= K)",
            "almost_always(rate(z) >= 0)",
            "almost_always(time >= T => rate(z) >= k)",
        ],
        "show": ["k <= 0"],
    },
    proof={
        "cases": "-k",
        "nonneg": leaf("1: -k >= 0"),
        "neg": rule(
            "time goes on",
            have(
                [
                    ("k > 0", leaf("1: -k < 0")),
                    (
                        f"almost_always(rate({_SLOW}) >= 0)",
                        enter(
                            "ae",
                            {
                                "cases": "time - T",
                                "nonneg": have(
                                    [
                                        ("time >= T", leaf("1: time - T >= 0")),
                                        "rate(z) >= k",
                                        (
                                            f"{_LEVEL} <= time",
                                            rule("maximum below", KNOWN, KNOWN, a="time", b="T", c="time"),
                                        ),
                                        (f"time <= {_LEVEL}", rule("maximum above first", a="time", b="T")),
                                        (
                                            f"{_LEVEL} - time == 0",
                                            rule(
                                                "antisymmetry",
                                                leaf(f"1: {_LEVEL} <= time"),
                                                leaf(f"1: time <= {_LEVEL}"),
                                                a=f"{_LEVEL} - time",
                                                b="0",
                                            ),
                                        ),
                                        (
                                            f"rate({_LEVEL} - time) == 0",
                                            rule("rate on a level", z=f"{_LEVEL} - time", m="0"),
                                        ),
                                    ],
                                    leaf("1: rate(z) >= k", f"eq k: rate({_LEVEL} - time) == 0"),
                                ),
                                "neg": have(
                                    [
                                        (
                                            f"{_LEVEL} <= T",
                                            rule(
                                                "maximum below", leaf("1: time - T < 0"), KNOWN, a="time", b="T", c="T"
                                            ),
                                        ),
                                        (f"T <= {_LEVEL}", rule("maximum above second", a="time", b="T")),
                                        (f"{_LEVEL} == T", rule("antisymmetry", a=_LEVEL, b="T")),
                                        (f"rate({_LEVEL}) == 0", rule("rate on a level", z=_LEVEL, m="T")),
                                    ],
                                    leaf("1: rate(z) >= 0", f"eq k: rate({_LEVEL}) == 0"),
                                ),
                            },
                        ),
                    ),
                    (f"always({_SLOW} >= start({_SLOW}))", rule("monotone", z=_SLOW)),
                ],
                enter(
                    "every",
                    have(
                        [(f"time <= {_LEVEL}", rule("maximum above first", a="time", b="T"))],
                        leaf(
                            f"1: {_SLOW} >= start({_SLOW})",
                            "1: z <= K",
                            f"1: k > 0; time <= {_LEVEL}",
                            "1:",
                            times=["k"],
                        ),
                    ),
                ),
            ),
            T=f"(K - start({_SLOW}) + 1)/k",
            C="k <= 0",
        ),
    },
)

formal(
    "LEM-tends.two",
    title="The sum of two numbers that tend to zero tends to zero",
    statement={
        "letters": ["a, b: moving number"],
        "given": ["tends(a, 0)", "tends(b, 0)"],
        "show": ["tends(a + b, 0)"],
    },
    proof=have(
        [
            ("tends(-b, -0)", lemma("LEM-tends.opposite", restate("tends(b, 0)", KNOWN), z="-b", c="0")),
            ("tends(a - (-b), 0 - (-0))", lemma("LEM-tends.difference", b="-b", p="0", q="-0")),
        ],
        restate("tends(a - (-b), 0 - (-0))", KNOWN),
    ),
)
