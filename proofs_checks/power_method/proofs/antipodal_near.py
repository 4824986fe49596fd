"""One step of the Oja map for two tokens near an antipodal pair across which V is negative, in the words of the map."""

from __future__ import annotations

from proofs_checks.lemmas.compressed import LENGTH
from proofs_checks.power_method.proofs.antipodal_pair import SHARE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, rule, take

ACROSS = "forall i: forall z in vector: dot(x[i], z) == 0 => dot(z, V(z)) <= -k*dot(z, z)"
PAIR: Part = {
    "letters": ["x[token]: vector", "k: number"],
    "given": [
        "sum(j: 1) == 2",
        "sum(j: x[j]) == 0",
        "forall i: dot(x[i], x[i]) == 1",
        "k > 0",
        "alpha > 0",
        "alpha*k <= 1",
        LENGTH,
        ACROSS,
    ],
}
TWO = PAIR["given"][0]
SUM = "sum(j: Z[j]) == Z[a] + Z[b]"
ADDED = (SUM, rule("vector sum over two tokens", e="Z", i="a", j="b"))
OPPOSITE: Steps = [
    ("sum(j: x[j]) == x[a] + x[b]", rule("vector sum over two tokens", e="x", i="a", j="b")),
    (
        "x[a] + x[b] == 0*x[a]",
        lemma("LEM-chain", a="sum(j: x[j])", b="0*x[a]", c="sum(j: x[j])", d="x[a] + x[b]"),
    ),
    "x[b] == -x[a]",
]
INSIDE = "forall i: dot(Z[i], Z[i]) == 1"
NEAR = "forall i: norm(Z[i] - x[i]) < alpha*k/40"
NEXT = "value(oja, Z, {0})".format
LENGTH_OF_SUM = "norm(sum(j: Z[j]))"
SHORTER = f"norm(sum(j: {NEXT('j')})) <= {SHARE}*{LENGTH_OF_SUM}"
MOVED = f"norm({NEXT('i')} - Z[i]) <= {LENGTH_OF_SUM}"
TILT = "sum(j: dot(x[j], x[i])*({0}))".format
TURNED = f"norm({TILT(NEXT('j') + ' - Z[j]')}) <= 3*{LENGTH_OF_SUM}^2"
SHOWN = [
    f"forall i: dot({NEXT('i')}, {NEXT('i')}) == 1",
    SHORTER,
    f"forall i: {MOVED}",
    f"forall i: {TURNED}",
]


def y(i: str) -> str:
    """A token and its pull, in the letters of one step."""
    return f"(Z[{i}] + alpha*(V(Z[a] + Z[b])/2))"


def new(i: str) -> str:
    """A token after one step, in the letters of one step."""
    return f"{y(i)}/norm({y(i)})"


MEAN = "norm(Z[a] + Z[b])"
STEP = " and ".join(
    (
        f"(norm({y('a')}) > 0 and norm({y('b')}) > 0)",
        f"norm({new('a')} + {new('b')}) <= {SHARE}*{MEAN}",
        f"norm({new('a')} - Z[a]) <= {MEAN}",
        f"norm({new('b')} - Z[b]) <= {MEAN}",
    )
)
DRIFT = f"norm({new('a')} - {new('b')} - (Z[a] - Z[b])) <= 3*{MEAN}^2"
USE = [SUM, TWO]
FACTS: Steps = [
    *OPPOSITE,
    ADDED,
    "norm(Z[a] - x[a]) < alpha*k/40",
    (
        "norm(Z[b] + x[a]) < alpha*k/40",
        take(NEAR, ["b"], leaf("1: norm(Z[b] - x[b]) < alpha*k/40", use=["x[b] == -x[a]"])),
    ),
    (ACROSS[10:].replace("[i]", "[a]"), intro("c,", take(ACROSS, ["a", "c"], KNOWN))),
    (STEP, lemma("LEM-pair-step", u="x[a]", X1="Z[a]", X2="Z[b]")),
    *[(f"norm(Z[{i}] + alpha*V(sum(j: Z[j])/sum(j: 1))) > 0", leaf(f"1: norm({y(i)}) > 0", use=USE)) for i in "ab"],
]


def step(*parts: tuple[str, Tree] | str, then: Tree) -> Tree:
    """What is said of two tokens, from one step of theirs."""
    return have([*FACTS, *parts], then)


def all_two(of: str, first: Tree, second: Tree) -> Tree:
    """Something of both tokens."""
    return rule("each of two tokens", KNOWN, KNOWN, first, second, i="a", j="b", P=f"fn(i: {of})")


def two(formula: str, then: Tree) -> Tree:
    """The two tokens by name."""
    return rule("two tokens", KNOWN, then, C=formula, new={"x": "a", "y": "b"})


def shorter() -> Tree:
    total = f"sum(j: {NEXT('j')})"
    pair = f"{NEXT('a')} + {NEXT('b')}"
    return step(
        (f"{total} == {pair}", rule("vector sum over two tokens", e=f"fn(j: {NEXT('j')})", i="a", j="b")),
        (f"norm({total}) == norm({pair})", lemma("LEM-same-norm", u=total, w=pair)),
        (
            f"norm({pair}) <= {SHARE}*{LENGTH_OF_SUM}",
            leaf(f"1: norm({new('a')} + {new('b')}) <= {SHARE}*{MEAN}", use=USE),
        ),
        then=leaf(f"1: norm({pair}) <= {SHARE}*{LENGTH_OF_SUM}", f"eq 1: norm({total}) == norm({pair})"),
    )


def turned(i: str, sign: str) -> Tree:
    """The difference of the tokens, as the tilt of the line of one of them."""
    terms = f"dot(x[j], x[{i}])*({NEXT('j')} - Z[j])"
    total, pair = f"sum(j: {terms})", f"{sign}({new('a')} - {new('b')} - (Z[a] - Z[b]))"
    ends = " + ".join(terms.replace("[j]", f"[{t}]").replace("j)", f"{t})") for t in "ab")
    return have(
        [
            (f"{total} == {ends}", rule("vector sum over two tokens", e=f"fn(j: {terms})", i="a", j="b")),
            (f"{ends} == {pair}", leaf(use=["x[b] == -x[a]", "dot(x[a], x[a]) == 1", *USE])),
            (f"{total} == {pair}", lemma("LEM-same-chain", u=total, w=ends, z=pair)),
            (f"norm({total}) == norm({pair})", lemma("LEM-same-norm", u=total, w=pair)),
        ],
        leaf(f"1: {DRIFT}", f"eq 1: norm({total}) == norm({pair})", use=USE),
    )


LEANING = {
    "tokens": 2,
    "dim": 2,
    "letters": {
        "V": [["1/2", 1], [1, -1]],
        "alpha": "1/2",
        "x": [[1, 0], [-1, 0]],
        "k": 1,
        "Z": [["39999/40001", "400/40001"], ["-39999/40001", "400/40001"]],
    },
}
formal(
    "LEM-pair-near",
    title="One step of the Oja map near an antipodal pair across which V is negative",
    statement=model(V, OJA, PAIR, {"letters": ["Z[token]: vector"], "given": [INSIDE, NEAR], "show": SHOWN}),
    proof=[
        two(SHOWN[0], step(then=all_two(f"dot({NEXT('i')}, {NEXT('i')}) == 1", leaf(), leaf()))),
        two(SHORTER, shorter()),
        two(
            SHOWN[2],
            step(then=all_two(MOVED, *[leaf(f"1: norm({new(i)} - Z[{i}]) <= {MEAN}", use=USE) for i in "ab"])),
        ),
        two(
            SHOWN[3],
            step(
                (DRIFT, lemma("LEM-pair-drift", u="x[a]", X1="Z[a]", X2="Z[b]")),
                then=all_two(TURNED, turned("a", ""), turned("b", "-")),
            ),
        ),
    ],
    instance=LEANING,
    twin=Variant("eight times the contraction", {"(1 - alpha*k/4)": "(1 - 2*alpha*k)"}, LEANING),
)
