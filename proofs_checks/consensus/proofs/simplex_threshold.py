"""CON-B7.signs: for which beta the tangent eigenvalues at a regular simplex are negative, but those of rotations."""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.simplex_derivative import ATTENTION
from verify.claim import Source
from verify.formal import Variant, formal
from verify.tactics.build import Tree, both, have, intro, leaf

_STRAIN, _PUSH = "2*kappa*alpha", "alpha*(m + 1)/m*(m - 1 + kappa)"
_BELOW, _ABOVE = "(n + 2)*beta < -n*(n + 1)", "(n + 2)*beta > -n*(n + 1)"
_AT = {"letters": {"n": 2, "beta": -2, "root": "sqrt(3)"}}
_BETWEEN = {"letters": {"n": 2, "beta": "-13/10", "root": "sqrt(3)"}}


def _signed(then: Tree) -> Tree:
    return intro("", have(["alpha > 0", "1/m > 0", "1/(m*m) > 0", "1/(n + 2) > 0"], then))


def _pushed(side: str) -> Tree:
    return leaf(f"1: {side}; alpha > 0; 1/(m*m) > 0; n >= 1", f"3: {side}; alpha > 0; 1/(m*m) > 0")


_INVERSE = "1/(n + 2) > 0"
_NEGATIVE = leaf(
    f"1: {_BELOW}; {_INVERSE}",
    f"1: n >= 1; n >= 1; {_INVERSE}",
    f"3: n >= 1; {_INVERSE}",
    f"2: {_INVERSE}",
)

formal(
    "CON-B7.signs",
    title="The signs of the tangent eigenvalues at a regular simplex",
    sentence=(
        r"U = I, h = 1, $P = \beta I$, $\ell = n + 2$ tokens at a regular simplex of $S^n$: of the tangent eigenvalues"
        r" of CON-B7.spectrum the two that are not those of rotations are negative if $\beta < -\frac{n(n+1)}{n+2}$; if"
        r" $\beta$ is larger, $\alpha_o\frac{m+1}m(m - 1 + \kappa)$ is positive."
    ),
    reading="the signs of which CON-B7 speaks; not decided here: what they say of the solutions nearby",
    source=Source(PAPER, "Theorem 3.2 (extension: equilibria outside hemispheres)"),
    kind="spectrum",
    role="extension",
    statement={
        "letters": ["n, beta, root: number"],
        "where": ["m := n + 1", *(text for text in ATTENTION["where"] if text.startswith(("kappa", "alpha")))],
        "given": ["n >= 1", "root > 0"],
        "show": [f"{_BELOW} => {_STRAIN} < 0 and {_PUSH} < 0", f"{_ABOVE} => {_PUSH} > 0"],
    },
    proof=[
        _signed(
            have(
                [("beta < 0", _NEGATIVE)],
                both(leaf("2: beta < 0; alpha > 0", "2: beta < 0; alpha > 0; 1/m > 0"), _pushed(_BELOW)),
            )
        ),
        _signed(_pushed(_ABOVE)),
    ],
    instance=_AT,
    twin=Variant("the threshold -n(n+1)/(n+3)", {_BELOW: "(n + 3)*beta < -n*(n + 1)"}, _BETWEEN),
)
