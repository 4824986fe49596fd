"""CON-H.10.repaired: the linearisation has no other eigenvalues than those of its blocks, complex ones included."""

from __future__ import annotations

from proofs_checks.consensus.proofs.mixed_signs import BLOCK, BLOCKS, MIXED, ONE_OF, SHOW, TANGENT
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

W, LEVEL = "weight(x, x)", "level(x)"
RATE = f"(s + {LEVEL})/{W}"
TURN = {"a": "s*a[x] - t*b[x]", "b": "t*a[x] + s*b[x]"}


def rest(c: str) -> str:
    return f"{W}*U({c}[x]) - {LEVEL}*{c}[x]"


def own_block(c: str) -> Steps:
    """The equation of the first token that moves, of one of the two parts."""
    driven, none = f"sum(j in before(x): weight(x, j)*U({c}[j]))", f"sum(j in before(x): 0*{c}[j])"
    with_none, with_driven = (f"1*{part} + 1*({rest(c)})" for part in (none, driven))
    moved = f"D(causal, {MIXED}, {c}, x)"
    summed = f"sum(j in upto(x): weight(x, j)*U({c}[j])) - {LEVEL}*{c}[x]"
    still = rule(
        "equal vector sums, before",
        have([f"{c}[q] == 0"], leaf(use=[f"{c}[q] == 0"])),
        i="x",
        e=f"fn(j: 0*{c}[j])",
        f=f"fn(j: weight(x, j)*U({c}[j]))",
        new={"x": "q"},
    )
    chain = "LEM-same-chain"
    return [
        (f"{none} == {driven}", still),
        (f"{with_none} == {with_driven}", lemma("LEM-same-combination", u=none, w=driven, z=rest(c), k="1", l="1")),
        (f"{rest(c)} == {with_none}", leaf()),
        (f"{rest(c)} == {with_driven}", lemma(chain, u=rest(c), w=with_none, z=with_driven)),
        (f"{with_driven} == {summed}", leaf()),
        (f"{rest(c)} == {summed}", lemma(chain, u=rest(c), w=with_driven, z=summed)),
        f"{moved} == {summed}",
        f"{summed} == {moved}",
        (f"{rest(c)} == {moved}", lemma(chain, u=rest(c), w=summed, z=moved)),
        (f"{rest(c)} == {TURN[c]}", lemma(chain, u=rest(c), w=moved, z=TURN[c])),
    ]


def crossed(c: str, other: str) -> tuple[str, Tree]:
    """The equation of a part, along the other one."""
    return (
        f"dot({other}[x], {rest(c)}) == dot({other}[x], {TURN[c]})",
        lemma("LEM-same-dot", u=rest(c), w=TURN[c], z=f"{other}[x]"),
    )


def eigen(c: str) -> Tree:
    """A part that is not zero is an eigenvector of U across v."""
    left, right = (f"1/{W}*({side}) + {LEVEL}/{W}*{c}[x]" for side in (rest(c), TURN[c]))
    size = "dot(a[x], a[x]) + dot(b[x], b[x])"
    image = f"U({c}[x])"
    return have(
        [
            (f"dot({c}[x], {c}[x]) > 0", rule("positive square", u=f"{c}[x]")),
            (
                f"{size} > 0",
                leaf(f"1: dot({c}[x], {c}[x]) > 0", f"1: dot({'ab'[c == 'a']}[x], {'ab'[c == 'a']}[x]) >= 0"),
            ),
            (
                "t == 0",
                rule(
                    "square zero",
                    leaf(f"eq t: {crossed('a', 'b')[0]}", f"eq -t: {crossed('b', 'a')[0]}", times=[size]),
                    a="t",
                ),
            ),
            (
                f"{left} == {right}",
                lemma("LEM-same-combination", u=rest(c), w=TURN[c], z=f"{c}[x]", k=f"1/{W}", l=f"{LEVEL}/{W}"),
            ),
            (f"{image} == {left}", leaf()),
            (f"{image} == {right}", lemma("LEM-same-chain", u=image, w=left, z=right)),
            (f"{right} == {RATE}*{c}[x]", leaf(use=["t == 0"])),
            (f"{image} == {RATE}*{c}[x]", lemma("LEM-same-chain", u=image, w=right, z=f"{RATE}*{c}[x]")),
            (f"eigenvalue(U, v, {RATE})", unfold("goal", witness(f"{c}[x]", both(KNOWN, KNOWN, KNOWN)))),
            (ONE_OF, witness("x", witness(RATE, both(KNOWN, leaf())))),
            (DONE, both(KNOWN, KNOWN)),
        ],
        rule("contradiction", P=DONE, C="a[x] == 0 and b[x] == 0"),
    )


DONE = f"t == 0 and ({ONE_OF})"
NONE_MOVES = split(
    "a[x] == 0 or a[x] != 0",
    split(
        "b[x] == 0 or b[x] != 0",
        KNOWN,
        have([*own_block("a"), *own_block("b"), crossed("a", "b"), crossed("b", "a")], eigen("b")),
    ),
    have([*own_block("a"), *own_block("b"), crossed("a", "b"), crossed("b", "a")], eigen("a")),
)
STILL = "forall k: a[k] == 0 and b[k] == 0"
SOME_MOVE = "exists k: a[k] != 0 or b[k] != 0"


def tangent(c: str) -> Steps:
    """The derivative along a part."""
    blocks = f"forall i: {BLOCKS('i')}".replace(", d, i)", f", {c}, i)").replace("d[", f"{c}[")
    return [(TANGENT.replace("d[", f"{c}["), intro("q", KNOWN)), (blocks, take(SHOW[1], [c], KNOWN))]


ONLY = have(
    [(SHOW[1], BLOCK)],
    intro(
        "a,b,s,t,",
        split(
            f"({DONE}) or not ({DONE})",
            KNOWN,
            have(
                [
                    *tangent("a"),
                    *tangent("b"),
                    (STILL, rule("strong induction", NONE_MOVES, P="fn(k: a[k] == 0 and b[k] == 0)", new={"x": "x"})),
                ],
                obtain(
                    SOME_MOVE,
                    "r",
                    have(
                        ["a[r] == 0", "b[r] == 0"],
                        split(
                            "a[r] != 0 or b[r] != 0",
                            rule("contradiction", P="a[r] == 0", C=DONE),
                            rule("contradiction", P="b[r] == 0", C=DONE),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
