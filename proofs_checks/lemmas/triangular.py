"""A lower triangular matrix over the tokens, of diagonal b, has an eigenvector for each of its diagonal entries."""

from __future__ import annotations

from proofs_checks.lemmas.spliced import NEXT_TO
from verify.formal import formal
from verify.tactics.build import KNOWN, Steps, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

EQUATION = "sum(j in before({0}): a[{0}, j]*{1}[j]) + b[{0}]*{1}[{0}] == b[i]*{1}[{0}]".format
KEPT = "dot(v, {0}[{1}]) == 0 and U({0}[{1}]) == mu*{0}[{1}]".format


def solved(until: str = "") -> str:
    """There is such a vector, which is nonzero and solves the equations up to a token; all of them if none is named."""
    some, every = (f"k <= {until} and ", f"k <= {until} => ") if until else ("", "")
    return (
        f"exists d in state: (exists k: {some}d[k] != 0) and (forall k: {KEPT('d', 'k')})"
        f" and (forall k: {every}{EQUATION('k', 'd')})"
    )


SPLICED = (
    "exists D1 in state: (forall k in before(x): D1[k] == {0}) and D1[x] == {1} and (forall k: x < k => D1[k] == 0)"
).format
SUM = "sum(j in before({0}): a[{0}, j]*{1}[j])".format
NEW = f"(1/(b[i] - b[x])*{SUM('x', 'd')})"


def placed(formula: str, before: Tree, at: Tree, after: Tree) -> Tree:
    """A formula of the token q, by where it is; `at` proves it of x."""
    same = rule("same token", KNOWN, KNOWN, at, i="x", j="q", P=f"fn(k: {formula.replace('[q', '[k')})")
    return split("q < x or x <= q", before, split("x < q or q <= x", after, same))


def kept(before: list[str], at: Tree) -> Tree:
    """The continued state is along the eigenvector."""
    early = have(before, both(*[leaf(use=before)] * 2))
    late = both(*[leaf(use=["D1[q] == 0"])] * 2)
    return intro("q", placed(KEPT("D1", "q"), early, at, late))


def earlier(k: str) -> Steps:
    """A token before one that is before x is before x."""
    return [] if k == "x" else [("s < x", lemma("LEM-earlier-still", i="s", j=k, k="x"))]


def sums(k: str, value: str) -> tuple[str, Tree]:
    """The sum over the tokens before k, of what is continued, term by term."""
    return (
        f"{SUM(k, 'D1')} == sum(j in before({k}): a[{k}, j]*{value.replace('s]', 'j]')})",
        rule(
            "equal vector sums, before",
            have([*earlier(k), f"D1[s] == {value}"], leaf(use=[f"D1[s] == {value}"])),
            i=k,
            e=f"fn(j: a[{k}, j]*D1[j])",
            f=f"fn(j: a[{k}, j]*{value.replace('s]', 'j]')})",
            new={"x": "s"},
        ),
    )


def up_to(before: Tree, at: Tree) -> Tree:
    """The equation of a token that is not after x."""
    same = rule("same token", KNOWN, KNOWN, at, i="x", j="q", P=f"fn(k: {EQUATION('k', 'D1')})")
    return split("q < x or x <= q", before, same)


def zeros(k: str, value: str) -> Tree:
    """The equation of a token before which there are zeros."""
    same = sums(k, "(0*w)")
    return have([same, f"D1[{k}] == {value}"], leaf(use=[same[0], f"D1[{k}] == {value}", "b[x] == b[i]"]))


RESTART = have(
    [
        ("dot(w, w) > 0", rule("positive square", u="w")),
        (SPLICED("0*w", "w"), lemma("LEM-spliced", d="fn(k: 0*w)", u="w")),
    ],
    obtain(
        SPLICED("0*w", "w"),
        "D1",
        witness(
            "D1",
            both(
                witness(
                    "x", both(KNOWN, rule("nonzero vector", leaf("1: dot(w, w) > 0", use=["D1[x] == w"]), u="D1[x]"))
                ),
                kept(["D1[q] == 0*w"], both(*[leaf(use=["D1[x] == w", "U(w) == mu*w", "dot(v, w) == 0"])] * 2)),
                intro("q,", up_to(zeros("q", "0*w"), zeros("x", "w"))),
            ),
        ),
    ),
)
ALONG = "forall k: dot(v, d[k]) == 0"
MOVED = "sum(j in before(x): a[x, j]*U(d[j])) == sum(j in before(x): a[x, j]*(mu*d[j]))"
IMAGES, MULTIPLES = "fn(j: a[x, j]*U(d[j]))", "fn(j: a[x, j]*(mu*d[j]))"
STAYING = have(["U(d[s]) == mu*d[s]"], leaf(use=["U(d[s]) == mu*d[s]"]))
SOME = "exists k: k <= y and d[k] != 0"
BEFORE = split(
    "k0 < y or y <= k0",
    lemma("LEM-earlier-still", i="k0", j="y", k="x"),
    rule("same token", KNOWN, KNOWN, KNOWN, i="y", j="k0", P="fn(k: k < x)"),
)
NOT_ZERO = obtain(
    SOME,
    "k0",
    have(
        [
            ("k0 < x", BEFORE),
            "D1[k0] == d[k0]",
            ("dot(d[k0], d[k0]) > 0", rule("positive square", u="d[k0]")),
        ],
        witness(
            "k0",
            both(KNOWN, rule("nonzero vector", leaf("1: dot(d[k0], d[k0]) > 0", use=["D1[k0] == d[k0]"]), u="D1[k0]")),
        ),
    ),
)
NOW, THEN = (f"{SUM('q', name)} + b[q]*{name}[q]" for name in ("D1", "d"))
SAME_SUM = sums("q", "d[s]")
OLD = have(
    [
        "q <= y",
        EQUATION("q", "d"),
        SAME_SUM,
        "D1[q] == d[q]",
        (f"{NOW} == {THEN}", leaf(use=[SAME_SUM[0], "D1[q] == d[q]"])),
        ("b[i]*d[q] == b[i]*D1[q]", leaf(use=["D1[q] == d[q]"])),
        (f"{THEN} == b[i]*D1[q]", lemma("LEM-same-chain", u=THEN, w="b[i]*d[q]", z="b[i]*D1[q]")),
    ],
    lemma("LEM-same-chain", u=NOW, w=THEN, z="b[i]*D1[q]"),
)
LAST_SUM = sums("x", "d[s]")
CONTINUE = have(
    [
        (ALONG, intro("q", KNOWN)),
        "b[i] - b[x] != 0",
        (MOVED, rule("equal vector sums, before", STAYING, i="x", e=IMAGES, f=MULTIPLES, new={"x": "s"})),
        (SPLICED("d[k]", NEW), lemma("LEM-spliced", u=NEW)),
    ],
    obtain(
        SPLICED("d[k]", NEW),
        "D1",
        witness(
            "D1",
            both(
                NOT_ZERO,
                kept(
                    ["D1[q] == d[q]", "U(d[q]) == mu*d[q]", "dot(v, d[q]) == 0"],
                    both(leaf(use=[f"D1[x] == {NEW}", ALONG]), leaf(use=[f"D1[x] == {NEW}", MOVED])),
                ),
                intro("q,", up_to(OLD, have([LAST_SUM], leaf(use=[LAST_SUM[0], f"D1[x] == {NEW}"])))),
            ),
        ),
    ),
)
REACHED = "i <= {0} => ({1})".format
EARLIER = f"forall k3 in before(x): ({REACHED('k3', solved('k3'))})"
HERE = rule("same token", KNOWN, KNOWN, leaf(), i="i", j="x", P="fn(k: b[k] == b[i])")
STEP = split(
    "b[x] == b[i] or b[x] != b[i]",
    RESTART,
    have(
        [
            (
                "i < x",
                split(
                    "i < x or x <= i",
                    KNOWN,
                    have([("b[x] == b[i]", HERE)], rule("contradiction", P="b[x] == b[i]", C="i < x")),
                ),
            ),
            (NEXT_TO, lemma("LEM-just-before")),
        ],
        obtain(
            NEXT_TO,
            "y",
            have(["i <= y", (solved("y"), take(EARLIER, ["y"], KNOWN))], obtain(solved("y"), "d", CONTINUE)),
        ),
    ),
)
PART = f"forall x: {REACHED('x', solved('x'))}"
LAST = "exists x: forall k: k <= x"
formal(
    "LEM-triangular-eigenvector",
    title="A lower triangular matrix over the tokens has an eigenvector for each of its diagonal entries",
    statement={
        "letters": ["U: operator", "v, w: vector", "mu: number", "a[token, token], b[token]: number", "i: token"],
        "given": ["w != 0", "U(w) == mu*w", "dot(v, w) == 0"],
        "show": solved(),
    },
    proof=have(
        [
            (PART, rule("strong induction", intro("", STEP), P=f"fn(x: {REACHED('x', solved('x'))})", new={"x": "x"})),
            (LAST, lemma("LEM-last")),
        ],
        obtain(
            LAST,
            "y",
            have(
                ["i <= y", (solved("y"), take(PART, ["y"], KNOWN))],
                obtain(
                    solved("y"),
                    "d",
                    witness(
                        "d",
                        both(
                            obtain(SOME, "k0", witness("k0", KNOWN)),
                            KNOWN,
                            intro("q", have(["q <= y"], KNOWN)),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
