"""The eigenvalues of the auto-regressive linearisation at a consensus, all of them real (CON-B5.causal)."""

from __future__ import annotations

import re
from typing import Any

from proofs_checks.consensus.proofs.consensus_modes import MODE, SHOWN
from proofs_checks.consensus.proofs.linearised import AT, BLOCKS, LINEARISED, SOURCE, linearised
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, lemma, obtain, rule, split, take, unfold, witness

EIGEN = (
    "(exists d in state: (exists i: d[i] != 0) and (forall i: dot(v, d[i]) == 0)"
    f" and (forall i: {AT('causal', 'd')} == {{0}}*d[i]))"
).format
OF = "({0}/(pos[{1}] + 1) - lam)/root".format
PAIR = (
    "(exists a in state, b in state: (exists i: a[i] != 0 or b[i] != 0) and (forall i: dot(v, a[i]) == 0)"
    f" and (forall i: dot(v, b[i]) == 0) and (forall i: {AT('causal', 'a')} == s*a[i] - z*b[i])"
    f" and (forall i: {AT('causal', 'b')} == z*a[i] + s*b[i]))"
)
SPECTRUM = [
    f"forall r in number: {EIGEN('r')} => (exists nu in number, m: eigenvalue(S, v, nu) and r == {OF('nu', 'm')})",
    f"forall nu in number, m: eigenvalue(S, v, nu) => {EIGEN(OF('nu', 'm'))}",
    f"forall s in number, z in number: {PAIR} => z == 0",
]
ALL = [SHOWN[3], *SPECTRUM]
_CAUSAL = BLOCKS[1]
_BOTH = " and ".join(f"({text})" for text in BLOCKS)


def blocks_along(d: str) -> tuple[str, Tree]:
    """Both linearisations along the tangents d."""
    return _BOTH.replace("d[", f"{d}[").replace(", d,", f", {d},"), lemma("CON-B5.blocks", d=d)


def _first(*states: str) -> tuple[str, Tree]:
    """The first token that is moved."""
    moved, rests = (
        " or ".join(f"{d}[{{0}}] != 0" for d in states).format,
        " and ".join(f"{d}[{{0}}] == 0" for d in states).format,
    )
    leads = f"exists m: ({moved('m')}) and (forall j in before(m): {rests('j')})"
    known = KNOWN if len(states) == 1 else both(KNOWN, KNOWN)
    there = have([(moved("p"), KNOWN)], witness("p", both(KNOWN, intro("q", known))))
    step = known
    for d in reversed(states):
        this = {"left": KNOWN} if d == states[0] else {"right": KNOWN}
        other = KNOWN if len(states) == 1 else this
        found = have([(moved("p"), other), (leads, there)], rule("contradiction", P=leads, C=rests("p")))
        step = split(f"{d}[p] == 0 or {d}[p] != 0", step, found)
    never = (f"forall i: {rests('i')}", rule("strong induction", step, P=f"fn(i: {rests('i')})", new={"x": "p"}))
    clash = [rule("contradiction", P=f"{d}[q] == 0", C=leads) for d in states]
    some = f"exists i: {moved('i')}"
    absurdity = clash[0] if len(states) == 1 else split(moved("q"), *clash)
    return leads, split(
        f"({leads}) or not ({leads})", KNOWN, have([never], obtain(some, "q", have([rests("q")], absurdity)))
    )


_HERE = AT("causal", "{0}").removesuffix("i)") + "m)"
_MEAN = _CAUSAL.split(" == ", 1)[1].replace("[i]", "[m]").replace("upto(i)", "upto(m)")
_COUNT = (
    "sum(j in before(m): 1) == pos[m]",
    have(["pos[m] == sum(j in before(m): 1)"], leaf("eq -1: pos[m] == sum(j in before(m): 1)")),
)


def _image(d: str, value: str) -> tuple[str, Tree]:
    """What S makes of the first token that is moved, where the derivative along d is `value` there."""
    here, mean = _HERE.format(d), _MEAN.replace("d[", f"{d}[")
    none = f"sum(j in before(m): {d}[j])"
    zero = rule(
        "equal vector sums, before",
        leaf(use=[f"{d}[q] == 0"]),
        e=f"fn(j: {d}[j])",
        f="fn(j: 0*v)",
        i="m",
        new={"x": "q"},
    )
    own = f"1/(root*(pos[m] + 1))*S({d}[m]) - lam/root*{d}[m]"
    image = f"S({d}[m]) == 1/(1/(root*(pos[m] + 1)))*({value}) + lam/root/(1/(root*(pos[m] + 1)))*{d}[m]"
    return image, have(
        [
            (f"{none} == sum(j in before(m): 0*v)", zero),
            _COUNT,
            (f"{here} == {mean}", KNOWN),
            (f"{own} == {mean}", leaf(use=[f"{none} == sum(j in before(m): 0*v)", _COUNT[0]])),
            (f"{mean} == {value}", lemma("LEM-same-vector", u=mean, w=here, z=value)),
            (f"{own} == {value}", lemma("LEM-same-vector", u=own, w=mean, z=value)),
        ],
        lemma("LEM-solved-for", g=f"S({d}[m])", x=f"{d}[m]", t=value, k="1/(root*(pos[m] + 1))", c="lam/root"),
    )


_VALUE = "((r*root + lam)*(pos[m] + 1))"
_IMAGE = _image("d", "r*d[m]")
_FOUND = have(
    [
        _IMAGE,
        (f"eigenvalue(S, v, {_VALUE})", unfold("goal", witness("d[m]", both(KNOWN, KNOWN, leaf(use=[_IMAGE[0]]))))),
        (f"r == {OF(_VALUE, 'm')}", leaf()),
    ],
    witness(_VALUE, witness("m", both(KNOWN, KNOWN))),
)
_ONE = _first("d")
_INTO = intro(["r", ""], obtain(EIGEN("r"), "d", have([blocks_along("d"), _ONE], obtain(_ONE[0], "m", _FOUND))))
_MODES = re.sub(r"x\[\w\]", "0", " and ".join(f"({text})" for text in SHOWN))


def _modes(vector: str, value: str) -> str:
    return re.sub(r"\bmu\b", value, re.sub(r"\bw\b", vector, _MODES))


_COLUMN = "binomial(pos[{0}], pos[o])".format
_MODE = f"fn(j: {_COLUMN('j')}*u)"
_ENDS = "forall n in size: binomial(n, n) == 1"
_OUT = intro(
    ["nu", "o", ""],
    unfold(
        "eigenvalue(S, v, nu)",
        obtain(
            "exists u in vector: u != 0 and dot(v, u) == 0 and S(u) == nu*u",
            "u",
            have(
                [
                    (_modes("u", "nu"), lemma("CON-X5", w="u", mu="nu", x="fn(i: 0)")),
                    (_ENDS, lemma("LEM-binomial.last")),
                    ("binomial(pos[o], pos[o]) == 1", take(_ENDS, ["pos[o]"], KNOWN)),
                    (f"{_COLUMN('o')}*u == u", leaf(use=["binomial(pos[o], pos[o]) == 1"])),
                    ("dot(u, u) > 0", rule("positive square", u="u")),
                    (
                        f"{_COLUMN('o')}*u != 0",
                        rule(
                            "nonzero vector",
                            leaf("1: dot(u, u) > 0", use=["binomial(pos[o], pos[o]) == 1"]),
                            u=f"{_COLUMN('o')}*u",
                        ),
                    ),
                ],
                witness(
                    _MODE,
                    both(witness("o", KNOWN), intro("q", leaf(use=["dot(v, u) == 0"])), intro("q", KNOWN)),
                ),
            ),
        ),
    ),
)

_ROOT = "root*(pos[m] + 1)"
_A, _B = _image("a", "s*a[m] - z*b[m]"), _image("b", "z*a[m] + s*b[m]")
_CROSS = [
    f"dot({d}[m], {left}) == dot({d}[m], {right})"
    for d, (left, right) in (("b", _A[0].split(" == ")), ("a", _B[0].split(" == ")))
]
_POSITIVE = have(
    [
        (
            "dot(a[m], a[m]) + dot(b[m], b[m]) > 0",
            split(
                "a[m] != 0 or b[m] != 0",
                have(
                    [("dot(a[m], a[m]) > 0", rule("positive square", u="a[m]"))],
                    leaf("1: dot(a[m], a[m]) > 0", "1: dot(b[m], b[m]) >= 0"),
                ),
                have(
                    [("dot(b[m], b[m]) > 0", rule("positive square", u="b[m]"))],
                    leaf("1: dot(b[m], b[m]) > 0", "1: dot(a[m], a[m]) >= 0"),
                ),
            ),
        ),
        _A,
        _B,
        *(
            (fact, lemma("LEM-same-dot", u=image.split(" == ")[0], w=image.split(" == ")[1], z=f"{d}[m]"))
            for fact, (d, image) in zip(_CROSS, (("b", _A[0]), ("a", _B[0])), strict=True)
        ),
    ],
    leaf(
        f"eq 1/({_ROOT}*(dot(a[m], a[m]) + dot(b[m], b[m]))): {_CROSS[0]}",
        f"eq -1/({_ROOT}*(dot(a[m], a[m]) + dot(b[m], b[m]))): {_CROSS[1]}",
    ),
)
_TWO = _first("a", "b")
_REAL = intro(
    ["s", "z", ""],
    obtain(PAIR, "a,b", have([blocks_along("a"), blocks_along("b"), _TWO], obtain(_TWO[0], "m", _POSITIVE))),
)
WITH_MODE: dict[str, Any] = {
    "letters": ["w: vector; mu: number; pos[token]: size"],
    "given": MODE["given"],
}
_EXPLICIT = have([(_MODES, lemma("CON-X5", x="fn(i: 0)"))], KNOWN)
_VALUES = {"w": [0, 0, 0, 1], "mu": -1, "pos": [0, 1, 2]}

formal(
    "CON-B5.causal",
    title="The eigenvalues of the auto-regressive linearisation at a consensus",
    sentence=(
        r"At the consensus of CON-B5.blocks the eigenvalues of the auto-regressive linearisation, on tangents, are"
        r" real, and are the numbers $(\mu/i - \lambda)/\sqrt{n+1}$, i = 1, ..., l, for the eigenvalues $\mu$ of U on"
        r" $v^\perp$; for $Uw = \mu w$, $w \perp v$, an eigenvector is $\binom{j-1}{i-1}w$ for token j."
    ),
    source=SOURCE,
    kind="spectrum",
    role="extension",
    statement=model(LINEARISED, WITH_MODE, {"show": ALL}),
    proof=[_EXPLICIT, _INTO, _OUT, _REAL],
    instance=linearised(_VALUES),
    twin=Variant("twice the eigenvalue at v", {"- lam)/root": "- 2*lam)/root"}, linearised(_VALUES)),
)
