"""Full attention at the corners of a regular simplex: four families of eigenvectors of the derivative."""

from __future__ import annotations

import re
from functools import partial

from proofs_checks.consensus.proofs.simplex_derivative import CORNER, STATE, TANGENT, J
from proofs_checks.lemmas.simplex_pairs import PAIRED, TURNED, WITHIN, facts
from proofs_checks.lemmas.simplex_pushes import ALONG_Z, TWICE
from proofs_checks.lemmas.simplices import BALANCED, COUNT, TURN, UNIT, at_pairs, framed, row
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma

_DERIVATIVE = f"forall i: D(full, x, d, i) == {J('i')}"
_AT = f"D(full, x, d, p) == {J('p')}"
_SUM, _TURN = "sum(j: d[j])", TURNED("{0}").replace("c[", "d[").format
_GRAM = "sum(j: dot(x[p], x[j])*d[j])"


def _of(text: str) -> str:
    return text.replace("c[", "d[")


_WITHIN_FACTS = f"({_SUM} == 0) and (forall i: {_TURN('i')} == 0)"


def _mode(value: str, known: tuple[str, Tree], turn: str, corner: str, gram: str) -> Tree:
    """The derivative of one family, from the values of its sums."""
    sums = [f"{_SUM} == 0", f"{_TURN('p')} == {turn}"]
    solved = lemma("LEM-solved-for", KNOWN, KNOWN, g=_GRAM, k="m/(m + 1)", c="-1/(m + 1)", x=_SUM, t=corner)
    return have(
        [known, (_DERIVATIVE, lemma("LEM-simplex.derivative"))],
        intro(
            "p",
            have(
                [
                    _AT,
                    *sums,
                    f"{CORNER('p')} == {corner}",
                    (f"{_GRAM} == {gram} - 1/m*{_SUM}", solved),
                    "dot(x[p], d[p]) == 0",
                    (f"{J('p')} == {value}", leaf(use=[UNIT, TANGENT, *sums, f"{_GRAM} == {gram} - 1/m*{_SUM}"])),
                ],
                lemma("LEM-same-chain", u="D(full, x, d, p)", w=J("p"), z=value),
            ),
        ),
    )


_AT_REST = partial(at_pairs, beta="log(4)", root="sqrt(2)")
_WITHIN_AT = _AT_REST(d=[[0, 1], [0, 0], [0, 0], [0, -1], [0, 0], [0, 0]])
formal(
    "LEM-simplex.turned",
    title="Eigenvectors that pair symmetrically or antisymmetrically with the simplex",
    statement=model(
        STATE,
        {
            "letters": ["d[token]: vector; sigma: number"],
            "given": ["root > 0", "k > 0", TANGENT, "sigma != 0", _of(PAIRED)],
            "show": ["forall i: D(full, x, d, i) == (1 + sigma)*kappa*alpha*d[i]"],
        },
    ),
    proof=_mode(
        "(1 + sigma)*kappa*alpha*d[p]",
        (facts("d", "sigma"), lemma("LEM-simplex.paired", c="d")),
        "sigma*k*(m + 1)/m*d[p]",
        "k*d[p]",
        "k*(m + 1)/m*d[p]",
    ),
    instance=_AT_REST(d=TURN, sigma=-1),
    twin=Variant("the factor 2", {"(1 + sigma)*kappa": "2*kappa"}, _AT_REST(d=TURN, sigma=-1)),
)
formal(
    "LEM-simplex.parted",
    title="Eigenvectors within the corners of a simplex",
    statement=model(
        STATE,
        {
            "letters": ["d[token]: vector"],
            "given": ["root > 0", "k > 0", TANGENT, _of(WITHIN)],
            "show": ["forall i: D(full, x, d, i) == (1 + kappa - exp(kappa))*alpha*d[i]"],
        },
    ),
    proof=_mode(
        "(1 + kappa - exp(kappa))*alpha*d[p]",
        (_WITHIN_FACTS, lemma("LEM-simplex.within", c="d")),
        "0",
        "0",
        "",
    ),
    instance=_WITHIN_AT,
    twin=Variant("2 + kappa", {"(1 + kappa - exp(kappa))": "(2 + kappa - exp(kappa))"}, _WITHIN_AT),
)

_PUSH = "(z - dot(x[{0}], z)*x[{0}])".format
_PUSHES = f"fn(h: {_PUSH('h')})"
_RATE = "alpha*(m + 1)/m*(m - 1 + kappa)"


def _at_push(text: str) -> str:
    return re.sub(r"d\[(\w)\]", lambda found: _PUSH(found[1]), text)


formal(
    "LEM-simplex.pulled",
    title="Eigenvectors that one vector gives to all tokens at a simplex",
    statement=model(
        STATE,
        {
            "letters": ["z: vector"],
            "given": ["root > 0", "k > 0"],
            "show": [f"forall i: D(full, x, {_PUSHES}, i) == {_RATE}*{_PUSH('i')}"],
        },
    ),
    proof=framed(
        have(
            [
                (f"({ALONG_Z}) and (forall i: {TWICE('i')})", lemma("LEM-simplex.pushed")),
                (f"forall i: dot(x[i], {_PUSH('i')}) == 0", intro("p", leaf(use=[UNIT]))),
                (
                    f"forall i: D(full, x, {_PUSHES}, i) == {_at_push(J('i'))}",
                    lemma("LEM-simplex.derivative", d=_PUSHES),
                ),
            ],
            intro(
                "p",
                have(
                    [
                        f"D(full, x, {_PUSHES}, p) == {_at_push(J('p'))}",
                        TWICE("p"),
                        ("sum(j: dot(x[p], x[j])) == 0", row("p")),
                        (
                            f"{_at_push(J('p'))} == {_RATE}*{_PUSH('p')}",
                            leaf(use=[UNIT, COUNT, BALANCED, "sum(j: dot(x[p], x[j])) == 0", ALONG_Z, TWICE("p")]),
                        ),
                    ],
                    lemma(
                        "LEM-same-chain",
                        u=f"D(full, x, {_PUSHES}, p)",
                        w=_at_push(J("p")),
                        z=f"{_RATE}*{_PUSH('p')}",
                    ),
                ),
            ),
        )
    ),
    instance=_AT_REST(z=[1, 2]),
    twin=Variant("without m", {"(m - 1 + kappa)": "(1 + kappa)/m"}, _AT_REST(z=[1, 2])),
)
