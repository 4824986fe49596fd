"""The map (1) with U = I: every negative step takes some state of the open hemisphere out of it, already for P = 0."""

from proofs_checks.consensus.proofs.instances import TOP
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, rule, split

_MOVED = "moved(f)"
_HEIGHT = "dot(v, x[{0}])".format

_PLACE = "x[f] == (2*r*v + (1 - r^2)*u)/(1 + r^2)"
_FRAME = ["dot(v, v) == 1", "dot(u, u) == 1", "dot(u, v) == 0"]
_OWN = both(leaf(use=[_PLACE, *_FRAME]), leaf("2: r > 0; 1/(1 + r^2) > 0", use=[_PLACE, *_FRAME]))
# all but the token f stand at v
_OTHERS = (
    f"sum(j: 1 - {_HEIGHT('j')}) == 1 - {_HEIGHT('f')}",
    rule(
        "single term",
        split(
            "f < q or q <= f",
            have(["x[q] == v"], leaf(use=["x[q] == v", "dot(v, v) == 1"])),
            rule(
                "contradiction",
                rule("same token", KNOWN, KNOWN, KNOWN, i="f", j="q", P="fn(j: j == f)"),
                KNOWN,
                P="q == f",
                C=f"1 - {_HEIGHT('q')} == 0",
            ),
        ),
        e=f"fn(j: 1 - {_HEIGHT('j')})",
        y="f",
        new={"x": "q"},
    ),
)
_FLAT = "forall h in heads, a in vector: P[h](a) == 0"
_SUM = f"dot(v, {_MOVED}) == {_HEIGHT('f')} + tau*H/root*(1 - (1 - {_HEIGHT('f')})/N)"
_DOWN = (
    f"dot(v, {_MOVED}) < 0",
    have(
        [
            (_SUM, leaf(f"eq -tau*H/(root*N): {_OTHERS[0]}", use=[_FLAT, "H == sum(h in heads: 1)", "N == sum(j: 1)"])),
            (f"{_HEIGHT('f')} == 2*r/(1 + r^2)", leaf(use=[_PLACE, *_FRAME])),
            (
                f"{_HEIGHT('f')} <= 2*r",
                leaf("2: r > 0; r > 0; r > 0; 1/(1 + r^2) > 0", f"eq 1: {_HEIGHT('f')} == 2*r/(1 + r^2)"),
            ),
            (f"{_HEIGHT('f')} > 0", leaf("2: r > 0; 1/(1 + r^2) > 0", f"eq -1: {_HEIGHT('f')} == 2*r/(1 + r^2)")),
            ("H > 0", leaf("1: sum(h in heads: 1) > 0", use=["H == sum(h in heads: 1)"])),
            ("-tau*H/root > 0", leaf("1: H > 0; -tau > 0; 1/root > 0")),
            ("1/N <= 1/2", leaf("1/2: N >= 2; 1/N > 0")),
        ],
        leaf(
            f"eq 1: {_SUM}",
            f"1: {_HEIGHT('f')} <= 2*r",
            "2: r <= -tau*H/root/8",
            "1: -tau*H/root > 0; 1/N <= 1/2",
            f"1: -tau*H/root > 0; {_HEIGHT('f')} > 0; 1/N > 0",
            "1/4: -tau*H/root > 0",
        ),
    ),
)
_ALONG = f"dot(-v, {_MOVED}) <= norm(-v)*norm({_MOVED})"
_LONG = (
    f"norm({_MOVED}) > 0",
    have(
        [(_ALONG, rule("Cauchy-Schwarz", u="-v", w=_MOVED))],
        leaf(f"1: {_ALONG}", f"1: dot(v, {_MOVED}) < 0", use=["dot(v, v) == 1"]),
    ),
)

formal(
    "CON-B2.negative",
    statement={
        "spaces": ["E"],
        "letters": [
            "P[head]: matrix; v, u: vector; x[token]: vector; f: token; root, tau, r, H, N: number",
        ],
        "where": [
            "e(h, i, j) := exp(dot(x[i], P[h](x[j])))",
            "att(h, i, j) := e(h, i, j)/(root*sum(k: e(h, i, k)))",
            "moved(i) := x[i] + tau*sum(h in heads, j: att(h, i, j)*x[j])",
            "layer(i) := moved(i)/norm(moved(i))",
        ],
        "given": [
            "root > 0",
            "root^2 == dim(E)",
            "forall h in heads, a in vector: P[h](a) == 0",
            "H == sum(h in heads: 1)",
            "N == sum(j: 1)",
            "N >= 2",
            "dot(v, v) == 1",
            "dot(u, u) == 1",
            "dot(u, v) == 0",
            "tau < 0",
            "r > 0",
            "r <= -tau*H/root/8",
            "x[f] == (2*r*v + (1 - r^2)*u)/(1 + r^2)",
            "forall i: f <= i",
            "forall i: f < i => x[i] == v",
        ],
        "show": [
            "forall i: dot(x[i], x[i]) == 1 and dot(v, x[i]) > 0",
            "dot(v, layer(f)) < 0",
            "max(i: 1 - dot(v, layer(i))) > max(i: 1 - dot(v, x[i]))",
            "1 + tau*H/root > 0 => (forall z in vector: dot(v, z) > 0 => dot(v, z + tau*H/root*z) > 0)",
        ],
    },
    proof=[
        intro(
            "p",
            split(
                "p <= f or f < p",
                rule(
                    "same token",
                    KNOWN,
                    KNOWN,
                    _OWN,
                    i="f",
                    j="p",
                    P=f"fn(j: dot(x[j], x[j]) == 1 and {_HEIGHT('j')} > 0)",
                ),
                have(
                    ["x[p] == v"],
                    both(leaf(use=["x[p] == v", "dot(v, v) == 1"]), leaf(use=["x[p] == v", "dot(v, v) == 1"])),
                ),
            ),
        ),
        have([_OTHERS, _DOWN, _LONG], leaf(f"1: dot(v, {_MOVED}) < 0; 1/norm({_MOVED}) > 0")),
        have(
            [
                (
                    "1 - dot(v, layer(f)) <= max(i: 1 - dot(v, layer(i)))",
                    rule("below the greatest", e="fn(i: 1 - dot(v, layer(i)))", y="f"),
                ),
                (
                    "max(i: 1 - dot(v, x[i])) < 1",
                    rule(
                        "greatest, strict",
                        have(["dot(v, x[q]) > 0"], leaf("1: dot(v, x[q]) > 0")),
                        e="fn(i: 1 - dot(v, x[i]))",
                        b="1",
                        new={"x": "q"},
                    ),
                ),
            ],
            leaf(
                "1: 1 - dot(v, layer(f)) <= max(i: 1 - dot(v, layer(i)))",
                "1: max(i: 1 - dot(v, x[i])) < 1",
                "1: dot(v, layer(f)) < 0",
            ),
        ),
        intro(["", "z", ""], leaf("1: 1 + tau*H/root > 0; dot(v, z) > 0")),
    ],
    instance={
        "tokens": 3,
        "heads": 1,
        "dim": 4,
        "letters": {
            "P": [[[0] * 4] * 4],
            "v": TOP,
            "u": [0, 1, 0, 0],
            "x": [["3/5", "4/5", 0, 0], TOP, TOP],
            "f": 0,
            "root": 2,
            "tau": -8,
            "r": "1/3",
            "H": 1,
            "N": 3,
        },
    },
    twin=Variant(
        "positive steps",
        {"tau < 0": "tau > 0", "r <= -tau*H/root/8": "r <= tau*H/root/8"},
        {
            "tokens": 3,
            "heads": 1,
            "dim": 4,
            "letters": {
                "P": [[[0] * 4] * 4],
                "v": TOP,
                "u": [0, 1, 0, 0],
                "x": [["3/5", "4/5", 0, 0], TOP, TOP],
                "f": 0,
                "root": 2,
                "tau": 8,
                "r": "1/3",
                "H": 1,
                "N": 3,
            },
        },
    ),
)
