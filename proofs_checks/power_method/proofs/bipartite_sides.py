"""When bipartite points of the attention map on an eigenvector of either sign have all eigenvalues inside the disc."""

from __future__ import annotations

from proofs_checks.lemmas.block_side import NO_FLIP
from proofs_checks.lemmas.schur_cohn import ABOVE, DETERMINANT, INSIDE, OFF
from proofs_checks.power_method.proofs.bipartite_models import (
    BIPARTITE,
    POSITIVE,
    Q11,
    Q12,
    Q21,
    Q22,
    SPECTRUM,
)
from proofs_checks.power_method.proofs.bipartite_steps import spectrum_proof
from proofs_checks.power_method.proofs.models import ATTENTION, P, Part, V
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Steps, Tree, absurd, both, cases, have, intro, leaf, lemma, rule, split, take

LETTERS: Part = {"F": "attention", "S": "bipartite", "a": Q11, "b": Q12, "c": Q21, "e": Q22, "r": "1/c1", "s": "1/c2"}
ENTRIES = ("b11", "b12", "b21", "b22")
STABLE = "inside_disc(attention, bipartite)"
ALL = "forall m in number: eigenvalue(V, v, m) => "
GREATEST = f"{ALL}m <= top"
OTHERS: Part = {
    "letters": ["top: number"],
    "where": [
        "b11(m) := (1 + alpha*m*a11)/c1",
        "b12(m) := alpha*m*a12/c1",
        "b21(m) := alpha*m*a21/c2",
        "b22(m) := (1 + alpha*m*a22)/c2",
        "r := p/q",
        "H(e) := (e - r)*(e - 1/r)/(e^2 - 1)",
    ],
    "given": ["alpha > 0", "eigenvalue(V, v, top)", GREATEST],
}
"""top: the largest eigenvalue on the complement of v, lambda_2 for k = 1 and lambda_1 otherwise."""
LEFT, RIGHT = "(p*E - q)", "(q*E - p)"
W = "(p*q*(E^2 - 1))"


def at(m: str, text: str) -> str:
    """A text about the block, at the eigenvalue m."""
    for name in ENTRIES:
        text = text.replace(name, f"{name}({m})")
    return text


FLIPS = f"{ALL}({at('m', NO_FLIP)})"
FIRST = f"a > 0 and 1/E < r and r < E and top/lam < H(E) and ({FLIPS})"
LAST_BUT_FLIPS = f"({ALL}lam < m) and a < 0 and 1/(1/E) < r and r < 1/E and top/(-lam) < H(1/E)"
LAST = f"{LAST_BUT_FLIPS} and ({FLIPS})"
GROUPS = "(p >= 2 => abs(1/c1) < 1) and (q >= 2 => abs(1/c2) < 1)"
SIGNS = "(a > 0 => E > 1) and (a < 0 => E < 1) and (E > 1 => a > 0) and (E < 1 => a < 0)"
START: Steps = [(SPECTRUM, spectrum_proof()), (SIGNS, lemma("LEM-odds")), "r > 0"]


def on_block(name: str, m: str) -> Tree:
    """A lemma about a 2 x 2 matrix, at the eigenvalue m."""
    letters: Part = {entry: f"{entry}({m})" for entry in ENTRIES}
    return lemma(name, **letters)


def on_side(name: str, m: str) -> Tree:
    """A lemma about the block of two groups, at the eigenvalue m."""
    return lemma(name, m=m, p="p", q="q", E="E")


def gap(m: str) -> str:
    """The determinant of I - B but for a positive factor."""
    return f"(lam - {m})*(lam*{LEFT}*{RIGHT} - {m}*{W})"


def off(m: str) -> tuple[str, Tree]:
    """The entries off the diagonal have one sign."""
    return at(m, OFF), leaf(f"1: a12 > 0; a21 > 0; sq alpha*{m}", times=["c1", "c2"])


def seen(m: str) -> Steps:
    """What an inside spectrum says at the eigenvalue m."""
    facts = [f"{gap(m)} > 0", f"lam*{LEFT} - {m}*p*E > 0", f"lam*{RIGHT} - {m}*q*E > 0", at(m, NO_FLIP)]
    return [
        (f"{at(m, INSIDE)} and {at(m, DETERMINANT)} < 1 and {GROUPS}", rule("Schur-Cohn, only if", m=m, **LETTERS)),
        (" and ".join(f"({fact})" for fact in facts), on_side("LEM-block-side.seen", m)),
        *facts[:3],
    ]


NO_FLIPS = intro("y,", have(seen("y"), KNOWN))


def inside(side: str, facts: Steps, each: str, near: Tree, far: str, far_at: Tree) -> Tree:
    """The spectrum is inside the disc: below 1 by what holds on the `side` of the state, above -1 for want of flips."""
    sides = "1/c1 < 1 and 1/c2 < 1"
    everything = f"{at('top', ABOVE)} and b11(top) < 1 and b22(top) < 1 and {sides}"
    block: Steps = [
        (each, near),
        (far, far_at),
        (at("y", NO_FLIP), take(FLIPS, ["y"], KNOWN)),
        (at("y", f"{INSIDE} and {DETERMINANT} < 1"), on_side(f"LEM-block-side.{side}.if", "y")),
    ]
    at_top = have([(everything, on_side(f"LEM-block-side.{side}", "top"))], KNOWN)
    groups = [rule("absolute", KNOWN, leaf("1:", f"1: 1/{c} > 0"), e=f"1/{c}", b="1") for c in ("c1", "c2")]
    return have(
        [*facts, (sides, at_top)],
        rule(
            "inside, two groups",
            KNOWN,
            have(block, KNOWN),
            have(block, KNOWN),
            *groups,
            new={"x": "y"},
            **LETTERS,
        ),
    )


FAR_FIRST, FAR_LAST = f"{{}}*{W} < lam*{LEFT}*{RIGHT}", f"lam*{LEFT}*{RIGHT} < {{}}*{W}"


def above_one(c: str, gamma: str) -> tuple[str, Tree]:
    """A group of at least two tokens has a factor above 1."""
    return f"lam*({gamma}) > 0", have([f"abs(1/{c}) < 1"], lemma("LEM-above-one", c=c, x=f"lam*({gamma})"))


SIDES_FIRST = split(
    "p >= 2 and q >= 2 or top > 0",
    have(
        [above_one("c1", "a11 - a12"), above_one("c2", "a22 - a21")],
        both(
            leaf("1: lam*(a11 - a12) > 0; E1 > 0", times=["lam"]),
            leaf("1: lam*(a22 - a21) > 0; E2 > 0", times=["lam"]),
        ),
    ),
    both(
        leaf(f"1: lam*{LEFT} - top*p*E > 0", "1: top > 0; p > 0; E > 0", times=["lam"]),
        leaf(f"1: lam*{RIGHT} - top*q*E > 0", "1: top > 0; q > 0; E > 0", times=["lam"]),
    ),
)
ONLY_FIRST = have(
    [
        *seen("top"),
        (f"{LEFT} > 0 and {RIGHT} > 0", SIDES_FIRST),
        ("E > 1", leaf(f"1: {LEFT} > 0", f"1: {RIGHT} > 0", times=["p + q"])),
        ("E^2 - 1 > 0", leaf("1: E > 1; E + 1 > 0")),
        ("lam - top > 0", leaf("1: top < lam")),
        (FAR_FIRST.format("top"), leaf(f"1: {gap('top')} > 0", times=["lam - top"])),
    ],
    both(
        KNOWN,
        leaf(f"1: {LEFT} > 0", times=["E", "q"]),
        leaf(f"1: {RIGHT} > 0", times=["q"]),
        leaf(f"1: {FAR_FIRST.format('top')}", times=["lam", "p", "q", "E^2 - 1"]),
        NO_FLIPS,
    ),
)
IF_FIRST = inside(
    "first",
    [
        "E > 1",
        ("E^2 - 1 > 0", leaf("1: E > 1; E + 1 > 0")),
        (f"{LEFT} > 0", leaf("1: 1/E < r; E > 0; q > 0")),
        (f"{RIGHT} > 0", leaf("1: r < E; q > 0")),
        (FAR_FIRST.format("top"), leaf("1: top/lam < H(E); lam > 0; p > 0; q > 0; E^2 - 1 > 0")),
    ],
    "y <= top and y < lam",
    take(GREATEST, ["y"], both(KNOWN, leaf("1: y <= top", "1: top < lam"))),
    FAR_FIRST.format("y"),
    leaf(f"1: {FAR_FIRST.format('top')}", "1: y <= top; p > 0; q > 0; E^2 - 1 > 0"),
)
FACTOR = f"(y*{W} - lam*{LEFT}*{RIGHT})"
FIRST_ABOVE = intro(
    "y,",
    cases(
        "lam - y",
        have(
            [
                *seen("y"),
                ("-y > 0", leaf("1: lam - y >= 0", "1: lam < 0")),
                (f"{FACTOR} > 0", leaf("1: -y > 0; p > 0; q > 0; 1 - E^2 > 0", f"1: lam < 0; {LEFT} < 0; {RIGHT} < 0")),
            ],
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(f"1: lam - y >= 0; {FACTOR} > 0"),
                    leaf(f"1: {gap('y')} > 0"),
                    a=f"(lam - y)*{FACTOR}",
                )
            ),
        ),
        leaf("1: lam - y < 0"),
    ),
)
ONLY_LAST = have(
    [
        *seen("top"),
        ("-lam > 0", leaf("1: lam < 0")),
        (f"{LEFT} < 0", leaf(f"1: lam*{LEFT} - top*p*E > 0", "1: top > 0; p > 0; E > 0", times=["-lam"])),
        (f"{RIGHT} < 0", leaf(f"1: lam*{RIGHT} - top*q*E > 0", "1: top > 0; q > 0; E > 0", times=["-lam"])),
        ("E < 1", leaf(f"1: {LEFT} < 0", f"1: {RIGHT} < 0", times=["p + q"])),
        ("1 - E^2 > 0", leaf("1: E < 1; E + 1 > 0")),
        ("top - lam > 0", leaf("1: top > 0", "1: lam < 0")),
        (FAR_LAST.format("top"), leaf(f"1: {gap('top')} > 0", times=["top - lam"])),
    ],
    both(
        FIRST_ABOVE,
        KNOWN,
        leaf(f"1: {RIGHT} < 0", times=["q"]),
        leaf(f"1: {LEFT} < 0", times=["E", "q"]),
        leaf(f"1: {FAR_LAST.format('top')}", times=["-lam", "p", "q", "1 - E^2"]),
        NO_FLIPS,
    ),
)
LAST_STEPS: Steps = [
    "E < 1",
    ("1 - E^2 > 0", leaf("1: E < 1; E + 1 > 0")),
    (f"{LEFT} < 0", leaf("1: r < 1/E; E > 0; q > 0")),
    (f"{RIGHT} < 0", leaf("1: 1/(1/E) < r; q > 0")),
    ("-lam > 0", leaf("1: lam < 0")),
    (
        FAR_LAST.format("top"),
        leaf("1: top/(-lam) < H(1/E); -lam > 0; p > 0; q > 0; 1 - E^2 > 0"),
    ),
    ("lam < top", leaf("1: top > 0", "1: lam < 0")),
]
IF_LAST = inside(
    "last",
    LAST_STEPS,
    "y <= top and lam < y",
    both(take(GREATEST, ["y"], KNOWN), take(f"{ALL}lam < m", ["y"], KNOWN)),
    FAR_LAST.format("y"),
    leaf(f"1: {FAR_LAST.format('top')}", "1: y <= top; p > 0; q > 0; 1 - E^2 > 0"),
)


for sign, given, condition, only, if_ in (
    ("positive", ["lam > 0", "top < lam", "p >= 2 and q >= 2 or top > 0"], FIRST, ONLY_FIRST, IF_FIRST),
    ("negative", ["lam < 0", "top > 0"], LAST, ONLY_LAST, IF_LAST),
):
    formal(
        f"LEM-bipartite-{sign}",
        title=f"When a bipartite point on an eigenvector of a {sign} eigenvalue is stable",
        statement=model(
            V,
            P,
            ATTENTION,
            BIPARTITE,
            POSITIVE,
            OTHERS,
            {"given": given, "show": [f"({STABLE} => {condition}) and ({condition} => {STABLE})"]},
        ),
        proof=have(START, both(intro("", only), intro("", if_))),
    )
