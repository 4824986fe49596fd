"""Remark 2.2 for any scale gamma: the ellipsoid and the flat disc in which the outputs lie (CON-R2.2.f.equations)."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.layer_norm_general import INSTANCE, SEEN, SPHERE, same
from proofs_checks.consensus.proofs.layer_norm_image import CASES, EXACT, FAMILY, IMAGE
from proofs_checks.lemmas.token_basis import COMPLETE
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, take

_IMAGE = ["y == beta + G(q)", "forall j: G(b[j]) == gamma[j]*b[j]"]
_ENTRY = "dot(b[{0}], y - beta) == gamma[{0}]*dot(b[{0}], q)".format
_ENTRIES = f"forall j: {_ENTRY('j')}"
_DISC = "(forall j: gamma[j]^2 <= m) => dot({0} - beta, {0} - beta) <= entries*m".format
_SUMS = "sum(j: dot(b[j], {0})*dot(b[j], {0})) == dot({0}, {0})".format
_LEFT = "m*dot(b[j], q)*dot(b[j], q) - dot(b[j], y - beta)*dot(b[j], y - beta)"
_SHORT = have(
    [
        (_ENTRIES, intro("p", leaf(use=_IMAGE))),
        (_SUMS("q"), lemma("LEM-basis.product", u="q", w="q")),
        (_SUMS("(y - beta)"), lemma("LEM-basis.product", u="y - beta", w="y - beta")),
        (
            f"sum(j: {_LEFT}) >= 0",
            rule(
                "positive sum",
                have(
                    ["gamma[p]^2 <= m"],
                    leaf("1: gamma[p]^2 <= m; sq dot(b[p], q)", use=_IMAGE),
                ),
                e=f"fn(j: {_LEFT})",
                new={"x": "p"},
            ),
        ),
    ],
    leaf(
        f"1: sum(j: {_LEFT}) >= 0",
        f"eq m: {_SUMS('q')}",
        f"eq -1: {_SUMS('(y - beta)')}",
        "eq m: dot(q, q) == entries",
    ),
)

formal(
    "LEM-scales.disc",
    title="The entries and the length of an image under the scales",
    statement={
        "letters": ["b[token]: vector; gamma[token]: number; G: operator; beta, y, q: vector; m: number"],
        "where": ["entries := sum(j: 1)"],
        "given": [COMPLETE, _IMAGE[1], "dot(q, q) == entries", _IMAGE[0]],
        "show": [_ENTRIES, _DISC("y")],
    },
    proof=[
        intro("p", leaf(use=_IMAGE)),
        intro("", _SHORT),
    ],
)

_BOTH = f"({_ENTRIES}) and ({_DISC('y')})".replace("y - beta", "N(x) - beta")
_FLAT = "forall j: gamma[j] == 0 => dot(b[j], N(x) - beta) == 0"


def _scaled(then: Tree) -> Tree:
    """The output as an image of a vector of the sphere under the scales."""
    return intro(
        "",
        have(
            [SEEN, same("N(x)"), SPHERE("N(x)")],
            obtain(SPHERE("N(x)"), "q", have([(_BOTH, lemma("LEM-scales.disc", y="N(x)"))], then)),
        ),
    )


_CASE, _SHAPE = CASES[0]
_ELLIPSOID = intro(
    "",
    have(
        [SEEN, (EXACT, lemma("LEM-scales.exact"))],
        take(f"{_CASE} => ({FAMILY('t', _SHAPE.format('t'))})", ["N(x)"], KNOWN),
    ),
)
_VALUES = {name: value for name, value in INSTANCE["letters"].items() if name not in "yuw"}
_HERE = {**INSTANCE, "letters": {**_VALUES, "m": 4}}

formal(
    "CON-R2.2.f.equations",
    title="The ellipsoid and the flat disc in which the outputs of layer normalisation lie",
    sentence=(
        r"If no $\gamma^m$ is zero, the outputs of N lie on the ellipsoid $\sum_m((y^m - \beta^m)/\gamma^m)^2 = n+1$;"
        r" if some $\gamma^m$ is zero, they lie in the flat disc $y^m = \beta^m$,"
        r" $|y - \beta|^2 \le (n+1)\max\gamma^2$."
    ),
    reading="the standard deviation divides by n + 1",
    source=Source(PAPER, "Remark 2.2"),
    kind="identity",
    role="extension",
    statement=model(
        IMAGE,
        {
            "letters": ["x: vector; m: number"],
            "show": [
                "k == 0 and rest(x) != 0 => squares(N(x)) == entries",
                f"rest(x) != 0 => ({_FLAT})",
                f"rest(x) != 0 => ({_DISC('N(x)')})",
            ],
        },
    ),
    proof=[
        _ELLIPSOID,
        _scaled(intro("p,", leaf("eq 1: " + _ENTRY("p").replace("y - beta", "N(x) - beta"), use=["gamma[p] == 0"]))),
        _scaled(KNOWN),
    ],
    instance=_HERE,
    twin=Variant("the radius without n + 1", {"<= entries*m": "<= m"}, _HERE),
)
