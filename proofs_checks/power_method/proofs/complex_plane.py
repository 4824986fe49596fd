"""POW-C2.inv.plane: the plane of a complex pair under power iteration and under a layer at equal tokens."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.models import LAYER, SUM_OF_HEADS, Part
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, restate, rule, split, take

PAIR: Part = {
    "letters": ["V[head], P[head], F: matrix", "alpha: number", "a, b: vector", "sigma, omega, s, t: number"],
    "where": [
        "x := s*a + t*b",
        "across := t*a - s*b",
        "equal := fn(i: x)",
        "s1 := (1 + alpha*sigma)*s + alpha*omega*t",
        "t1 := (1 + alpha*sigma)*t - alpha*omega*s",
    ],
    "given": [
        "alpha > 0",
        "omega != 0",
        "F(a) == sigma*a - omega*b",
        "F(b) == omega*a + sigma*b",
        "dot(x, x) == 1",
    ],
}
ACTION = PAIR["given"][2:4]
formal(
    "LEM-turned",
    title="A direction in the plane of a complex pair is not kept",
    statement={
        "letters": ["F: matrix", "x, w: vector", "sigma, omega, k: number"],
        "given": [
            "omega != 0",
            "F(x) == sigma*x + omega*w",
            "F(w) == sigma*w - omega*x",
            "dot(x, x) == 1",
        ],
        "show": ["not (w == k*x)"],
    },
    proof=intro(
        "",
        have(
            [
                (
                    "dot(x, F(w)) == dot(x, sigma*w - omega*x)",
                    lemma("LEM-same-dot", u="F(w)", w="sigma*w - omega*x", z="x"),
                ),
                (
                    "omega*(1 + k^2) == 0",
                    leaf(
                        "eq 1: dot(x, F(w)) == dot(x, sigma*w - omega*x)",
                        use=["w == k*x", "F(x) == sigma*x + omega*w", "dot(x, x) == 1"],
                    ),
                ),
                ("1 + k^2 > 0", leaf("1:", "1: sq k")),
                ("omega == 0", leaf("eq 1/(1 + k^2): omega*(1 + k^2) == 0")),
            ],
            rule("contradiction", P="omega == 0", C="1 <= 0"),
        ),
    ),
)


def kept(image: str, turned: str, rest: str) -> Tree:
    """`image` is no multiple mu of x: then `across` would be one."""
    k = f"((mu - {rest})/({turned}))"
    return intro(
        "mu",
        intro(
            "",
            have(
                [
                    (
                        f"across == {k}*x",
                        restate(
                            f"1/({turned})*{image} + (-({rest})/({turned}))*x"
                            f" == 1/({turned})*(mu*x) + (-({rest})/({turned}))*x",
                            lemma(
                                "LEM-same-combination",
                                u=image,
                                w="mu*x",
                                z="x",
                                k=f"1/({turned})",
                                l=f"-({rest})/({turned})",
                            ),
                        ),
                    ),
                    (
                        f"not (across == {k}*x)",
                        lemma("LEM-turned", KNOWN, leaf(use=ACTION), leaf(use=ACTION), w="across", k=k),
                    ),
                ],
                rule("contradiction", P=f"across == {k}*x", C="1 <= 0"),
            ),
        ),
    )


POINT = "(s1*a + t1*b)"
PUSHED = "((sigma*s + omega*t)*a + (sigma*t - omega*s)*b)"
PUSHED_FREE = f"forall mu in number: not ({PUSHED} == mu*x)"
FREE = f"forall mu in number: not ({POINT} == mu*x)"
LONG = (
    f"norm{POINT} > 0",
    have(
        [
            (
                f"{POINT} != 0",
                split(
                    f"{POINT} == 0 or {POINT} != 0",
                    have(
                        [
                            (f"{POINT} == 0*x", restate(f"{POINT} == 0", KNOWN)),
                            (f"not ({POINT} == 0*x)", take(FREE, ["0"], KNOWN)),
                        ],
                        rule("contradiction", P=f"{POINT} == 0*x", C=f"{POINT} != 0"),
                    ),
                    KNOWN,
                ),
            ),
            (f"dot({POINT}, {POINT}) > 0", rule("positive square", u=POINT)),
        ],
        KNOWN,
    ),
)
NOT_KEPT = kept(POINT, "alpha*omega", "(1 + alpha*sigma)")
NEXT = "value(layer, equal, i)"
HERE: Part = {
    "tokens": 2,
    "heads": 2,
    "dim": 3,
    "letters": {
        "V": [[[1, 0, 0], [0, 2, 1], [0, 0, 0]], [[0, 2, 0], [-2, -1, -1], [0, 0, "1/2"]]],
        "F": [[1, 2, 0], [-2, 1, 0], [0, 0, "1/2"]],
        "P": [[["25*log(2)", 0, 0], [0, 0, 1], [2, 0, 0]], [[0, 0, 0], [0, "25*log(3)", 0], [0, 1, 0]]],
        "alpha": 2,
        "a": [1, 0, 0],
        "b": [0, 1, 0],
        "sigma": 1,
        "omega": 2,
        "s": "3/5",
        "t": "4/5",
    },
}
formal(
    "POW-C2.inv.plane",
    title="A complex pair: its plane is invariant, and no direction of it is fixed",
    role="extension",
    sentence=(
        r"Let $F(a + ib) = (\sigma + i\omega)(a + ib)$, $\omega \ne 0$. The plane spanned by a and b is invariant for"
        " F and for map (3) on equal tokens, whatever the number of tokens and heads and their logits: F takes a unit"
        r" vector $x = sa + tb$ to $(\sigma s + \omega t)a + (\sigma t - \omega s)b$, and a layer takes N tokens at x"
        r" to the unit vector along $s'a + t'b$, where $(s', t')$ is $(s, t)$ turned by minus the argument of $1 +"
        r" \alpha(\sigma + i\omega)$ and multiplied by its modulus. Neither is a multiple of x: no direction of the"
        " plane is fixed."
    ),
    kind="convergence",
    source=Source(PAPER, "Section 2.1.2", reconstructed=True),
    reading="the invariance and the turn of POW-C2.inv; not decided here: the attraction to the plane",
    statement=model(
        LAYER,
        PAIR,
        {
            "show": [
                f"F(x) == {PUSHED}",
                f"(forall i: {NEXT} == 1/norm{POINT}*{POINT}) and norm{POINT} > 0",
                "s*s1 + t*t1 == (1 + alpha*sigma)*(s^2 + t^2) and s*t1 - t*s1 == -alpha*omega*(s^2 + t^2)",
                "forall mu in number: not (F(x) == mu*x)",
                f"forall i, mu in number: not ({NEXT} == mu*x)",
            ]
        },
    ),
    proof=[
        leaf(use=ACTION),
        have(
            [(FREE, NOT_KEPT), LONG],
            both(intro("t0", leaf(use=[*SUM_OF_HEADS, *ACTION], norms=[])), KNOWN),
        ),
        both(leaf(), leaf()),
        have(
            [(PUSHED_FREE, kept(PUSHED, "omega", "sigma")), (f"F(x) == {PUSHED}", leaf(use=ACTION))],
            intro(
                "nu,",
                have(
                    [
                        (f"{PUSHED} == nu*x", lemma("LEM-chain", a="F(x)", b="nu*x", c="F(x)", d=PUSHED)),
                        (f"not ({PUSHED} == nu*x)", take(PUSHED_FREE, ["nu"], KNOWN)),
                    ],
                    rule("contradiction", P=f"{PUSHED} == nu*x", C="1 <= 0"),
                ),
            ),
        ),
        have(
            [
                (FREE, NOT_KEPT),
                LONG,
            ],
            intro(
                "t0,nu,",
                have(
                    [
                        (
                            f"{NEXT.replace('i)', 't0)')} == 1/norm{POINT}*{POINT}",
                            leaf(use=[*SUM_OF_HEADS, *ACTION]),
                        ),
                        (
                            f"{POINT} == (nu*norm{POINT})*x",
                            restate(
                                f"norm{POINT}*(1/norm{POINT}*{POINT}) + 0*x == norm{POINT}*(nu*x) + 0*x",
                                have(
                                    [
                                        (
                                            f"1/norm{POINT}*{POINT} == nu*x",
                                            lemma(
                                                "LEM-chain",
                                                a=NEXT.replace("i)", "t0)"),
                                                b="nu*x",
                                                c=NEXT.replace("i)", "t0)"),
                                                d=f"1/norm{POINT}*{POINT}",
                                            ),
                                        )
                                    ],
                                    lemma(
                                        "LEM-same-combination",
                                        u=f"1/norm{POINT}*{POINT}",
                                        w="nu*x",
                                        z="x",
                                        k=f"norm{POINT}",
                                        l="0",
                                    ),
                                ),
                            ),
                        ),
                        (f"not ({POINT} == (nu*norm{POINT})*x)", take(FREE, [f"nu*norm{POINT}"], KNOWN)),
                    ],
                    rule("contradiction", P=f"{POINT} == (nu*norm{POINT})*x", C="1 <= 0"),
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant("b turned the other way", {"sigma*t - omega*s": "sigma*t + omega*s"}, HERE),
)
