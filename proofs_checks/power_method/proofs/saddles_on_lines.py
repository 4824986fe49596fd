"""Consensus and bipartite points of the Oja map that are not the principal consensus have an eigenvalue above 1."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import EIGEN
from proofs_checks.power_method.proofs.every_saddle import (
    ASSUMED,
    AT_REST,
    EIGENVECTOR,
    ODD_OR_SECOND,
    OUTSIDE,
    SOME,
    opened,
    second,
    uneven,
)
from proofs_checks.power_method.proofs.models import OJA, V
from proofs_checks.power_method.proofs.oja_ascent import SHORT
from proofs_checks.power_method.proofs.oja_outside import ACROSS, PRINCIPAL
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, unfold

EQUAL = "forall i, j: x[i] == x[j]"
NOT_PRINCIPAL = "not ((forall i: x[i] == v1) or (forall i: x[i] == -v1))"
OWN = EIGEN.replace("X[", "x[")[1:-1]
VALUE = "exists l in number: V(x[{0}]) == l*x[{0}]".format
AT_V1 = "((forall i: x[i] == v1) or (forall i: x[i] == -v1))"
NOT_ZERO = ("v1 != 0", rule("nonzero vector", leaf("1:", use=["dot(v1, v1) == 1"]), u="v1"))


def principal(text: str, token: str) -> str:
    return text.replace("dot(v1, u)", f"dot(v1, x[{token}])").replace("u ==", f"x[{token}] ==")


def on_v1(token: str, top: Tree, across: Tree) -> Tree:
    """The line of the tokens is that of v1 or across it; l is its eigenvalue."""
    either = f"({principal(PRINCIPAL, token)}) or ({principal(ACROSS, token)})"
    below = "1 + alpha*l > 0 and 1 - alpha*l > 0"
    return obtain(
        VALUE(token),
        "l",
        have(
            [
                (either, lemma("LEM-top-or-across", u=f"x[{token}]")),
                (below, lemma("LEM-eigenvalue-below", v=f"x[{token}]")),
                NOT_ZERO,
            ],
            split(either, top, across),
        ),
    )


def everywhere(sign: str) -> Tree:
    """All tokens are at v1 or at -v1, which they are not."""
    gathered = f"forall i: x[i] == {sign}v1"
    each = intro("p", have(["x[p] == x[t]"], leaf(use=["x[p] == x[t]", f"x[t] == {sign}v1"])))
    return have(
        [(gathered, each), (AT_V1, {"right" if sign else "left": KNOWN})],
        rule("contradiction", P=AT_V1, C=OUTSIDE),
    )


formal(
    "LEM-consensus-saddle",
    title="Every consensus point of the Oja map but the principal one has an eigenvalue above 1",
    statement=model(V, OJA, SHORT, ASSUMED, AT_REST, {"given": [EQUAL, OWN, NOT_PRINCIPAL], "show": [OUTSIDE]}),
    proof=opened(
        rule(
            "some element",
            have(
                [(VALUE("t"), take(OWN, ["t"], KNOWN))],
                on_v1(
                    "t",
                    split("x[t] == v1 or x[t] == -v1", everywhere(""), everywhere("-")),
                    lemma(
                        "LEM-equal-outside",
                        *[KNOWN] * 4,
                        leaf(use=["dot(v1, x[t]) == 0"]),
                        KNOWN,
                        KNOWN,
                        intro("p", KNOWN),
                        v="x[t]",
                        z="v1",
                        lam="l",
                        m="lam1",
                    ),
                ),
            ),
            C=OUTSIDE,
            new={"x": "t"},
        )
    ),
)

PAIRED = "forall i, j: x[i] == x[j] or x[i] == -x[j]"
OPPOSITE = "exists i, j: x[i] == -x[j]"
SIDES = "forall i: x[i] == x[s] or x[i] == -x[s]"


def moves(z: str, m: str, perpendicular: Tree, larger: Tree) -> Tree:
    """The move along an eigenvector z with the eigenvalue m."""
    return lemma(
        "LEM-two-sides-outside",
        *[KNOWN] * 4,
        perpendicular,
        KNOWN,
        KNOWN,
        KNOWN,
        leaf(),
        leaf(use=["x[s] == -x[o]"]),
        KNOWN,
        KNOWN,
        KNOWN,
        larger,
        v="x[s]",
        z=z,
        lam="l",
        m=m,
        s="s",
        o="o",
    )


def along_v1(sign: str) -> Tree:
    """The tokens are at v1 and -v1; a second positive eigenvalue, or any one where the two sides differ."""
    across = leaf(use=[f"x[s] == {sign}v1", "dot(v1, w) == 0"])
    other = obtain(
        SOME,
        "m",
        have(
            [
                "m < lam1",
                ("m != 0", lemma("LEM-no-zero-eigenvalue", v="v1")),
                ("l > 0", leaf("1: lam1 > 0", use=["l == lam1"])),
                ("m < l", leaf("1: m < lam1", use=["l == lam1"])),
            ],
            with_eigenvector(moves("w", "m", across, {"right": both(leaf(), KNOWN, KNOWN)})),
        ),
    )
    positive = have(["m != 0"], moves("w", "m", across, {"left": KNOWN}))
    return split(ODD_OR_SECOND, uneven("s", other), second(positive))


def with_eigenvector(then: Tree) -> Tree:
    """An eigenvector w across v1 of the eigenvalue m."""
    return unfold("eigenvalue(V, v1, m)", obtain(EIGENVECTOR, "w", then))


formal(
    "LEM-bipartite-saddle",
    title="Every bipartite point of the Oja map has an eigenvalue above 1, for odd N or two positive eigenvalues",
    statement=model(V, OJA, SHORT, ASSUMED, AT_REST, {"given": [PAIRED, OPPOSITE, OWN], "show": [OUTSIDE]}),
    proof=opened(
        obtain(
            OPPOSITE,
            "s,o",
            have(
                [(VALUE("s"), take(OWN, ["s"], KNOWN)), (SIDES, intro("p", KNOWN))],
                on_v1(
                    "s",
                    split("x[s] == v1 or x[s] == -v1", along_v1(""), along_v1("-")),
                    have(
                        ["lam1 != 0"],
                        moves("v1", "lam1", leaf(use=["dot(v1, x[s]) == 0"]), {"left": KNOWN}),
                    ),
                ),
            ),
        )
    ),
)
