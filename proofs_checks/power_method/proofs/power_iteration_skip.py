"""Introduction, dominance by real part: with a skip connection and a short step the power iteration converges."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.power_iteration import ITERATION, LATER, LINE, SEEN, WITHOUT
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, take, unfold, witness

SLACK = "(s^2 + w^2 - lam^2)"
SHORTER = "(1 + alpha*s)^2 + (alpha*w)^2 < (1 + alpha*lam)^2"
BOUNDED = (
    "forall s in number, w in number: other_eigenvalue(F, v, s, w)"
    " => s < lam and alpha*(s^2 + w^2 - lam^2) < 2*(lam - s)"
)
PAIR = (
    "exists a in vector, b in vector, p in number, q in number: (a != 0 or b != 0) and dot(v, a) == 0"
    " and dot(v, b) == 0 and {0}(a) == ({1})*a - ({2})*b + p*v and {0}(b) == ({2})*a + ({1})*b + q*v"
).format
SLOPE, TURN = "(s1 - 1)/alpha", "w1/alpha"
SKIP = "forall u in vector: M(u) == u + alpha*F(u)"


def image(x: str, of_m: str) -> Tree:
    """The image of x under F from that under M."""
    through = f"F({x}) == 1/alpha*M({x}) - 1/alpha*{x}"
    return have([(through, leaf(use=[SKIP]))], leaf(use=[through, f"M({x}) == {of_m}"]))


OF_F = unfold(
    "goal",
    obtain(
        PAIR("M", "s1", "w1"),
        "c,d,p,q",
        witness(
            "c",
            witness(
                "d",
                witness(
                    "p/alpha",
                    witness(
                        "q/alpha",
                        both(
                            KNOWN,
                            KNOWN,
                            KNOWN,
                            image("c", "s1*c - w1*d + p*v"),
                            image("d", "w1*c + s1*d + q*v"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
AT = f"alpha*(({SLOPE})^2 + ({TURN})^2 - lam^2) < 2*(lam - ({SLOPE}))"
DOMINATED = intro(
    "s1,w1,",
    unfold(
        "other_eigenvalue(M, v, s1, w1)",
        have(
            [(f"other_eigenvalue(F, v, {SLOPE}, {TURN})", OF_F)],
            take(BOUNDED, [SLOPE, TURN], leaf(f"1: alpha > 0; {AT}")),
        ),
    ),
)
STATEMENT: Part = {
    "letters": ["F, M: matrix; v, l, x[step]: vector; lam, alpha: number"],
    "given": [
        "alpha > 0",
        "1 + alpha*lam > 0",
        SKIP,
        "F(v) == lam*v",
        "dot(v, v) == 1",
        ITERATION["given"][3],
        "dot(l, v) == 1",
        BOUNDED,
        "forall n in step: x[n + 1] == unit(x[n] + alpha*F(x[n]))",
        "dot(l, x[0]) != 0",
    ],
    "show": [
        SEEN,
        LATER(LINE),
        f"forall s in number, w in number: alpha*{SLACK} < 2*(lam - s) => {SHORTER}",
        f"forall s in number, w in number: {SHORTER} => alpha*{SLACK} < 2*(lam - s)",
        f"forall s in number, w in number: s < lam and s^2 + w^2 <= lam^2 => alpha*{SLACK} < 2*(lam - s)",
    ],
}
ALL = have(
    [
        (
            f"({SEEN}) and ({LATER(LINE)})",
            lemma(
                "POW-I1",
                leaf(use=[SKIP, "F(v) == lam*v"]),
                KNOWN,
                KNOWN,
                intro(
                    "u1",
                    have(
                        [("dot(l, F(u1)) == lam*dot(l, u1)", take(ITERATION["given"][3], ["u1"], KNOWN))],
                        leaf("eq alpha: dot(l, F(u1)) == lam*dot(l, u1)", use=[SKIP]),
                    ),
                ),
                KNOWN,
                DOMINATED,
                intro(
                    "k",
                    have(
                        [("x[k + 1] == unit(x[k] + alpha*F(x[k]))", take(STATEMENT["given"][8], ["k"], KNOWN))],
                        leaf(use=["x[k + 1] == unit(x[k] + alpha*F(x[k]))", SKIP]),
                    ),
                ),
                F="M",
                lam="1 + alpha*lam",
            ),
        )
    ],
    KNOWN,
)
EAST: Part = {"v": [1, 0, 0], "l": [1, "12/37", "-2/37"], "lam": 1, "x": {"always": [1, 0, 0]}}
formal(
    "POW-I1.R2re.repaired",
    statement=STATEMENT,
    proof=[
        ALL,
        ALL,
        intro("s1,w1,", leaf("1: alpha > 0; alpha*(s1^2 + w1^2 - lam^2) < 2*(lam - s1)")),
        intro("s1,w1,", leaf(f"1: {SHORTER}".replace("s)", "s1)").replace("w)", "w1)"), times=["alpha"])),
        intro("s1,w1,", leaf("1: alpha > 0; s1^2 + w1^2 <= lam^2", "2: s1 < lam")),
    ],
    instance={
        "dim": 3,
        "letters": {
            **EAST,
            "alpha": "1/2",
            "F": [[1, 1, 0], [0, -2, "-1/2"], [0, "1/2", -2]],
            "M": [["3/2", "1/2", 0], [0, 0, "-1/4"], [0, "1/4", 0]],
        },
    },
    twin=Variant(
        "a start without a component along the eigenvector",
        {"dot(l, x[0]) != 0": "x[0] != 0"},
        {"dim": 2, "letters": {**WITHOUT["letters"], "alpha": 1, "M": [[3, 0], [0, 2]]}},
    ),
)
