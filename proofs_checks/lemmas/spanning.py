"""As many independent vectors as dimensions span the space, with coefficients that are products with one vector."""

from __future__ import annotations

from proofs_checks.lemmas.token_basis import BASIS
from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, absurd, have, intro, leaf, lemma, obtain, rule, split, witness

_T, _U = "sum(j: dot(b[j], {0})*v[j])".format, "sum(j: dot(v[j], {0})*b[j])".format
INDEPENDENT = f"forall z in vector: {_T('z')} == 0 => z == 0"
_MAPS = {"T": f"fn(a in vector: {_T('a')})", "U": f"fn(a in vector: {_U('a')})"}
_LOST = f"exists w in vector: w != 0 and {_T('w')} == 0"
_INJECTIVE = f"forall w in vector: w != 0 => {_U('w')} != 0"
_NOT_LOST = intro(
    ["q", ""],
    split(
        f"{_U('q')} == 0 or {_U('q')} != 0",
        absurd(
            have(
                [
                    (
                        _LOST,
                        lemma(
                            "LEM-adjoint.kernel",
                            KNOWN,
                            intro("p,s", leaf()),
                            KNOWN,
                            KNOWN,
                            T=_MAPS["U"],
                            U=_MAPS["T"],
                            v="q",
                        ),
                    )
                ],
                obtain(
                    _LOST,
                    "w",
                    have(["w == 0"], rule("contradiction", P="w == 0", C="1 <= 0")),
                ),
            )
        ),
        KNOWN,
    ),
)
_SOLVED = f"exists X in state: forall i: {_T(_U('X[i]').replace('j', 'k'))} == x"
_ENTRIES = f"forall i: dot(b[i], {_U('X[l]')}) == dot(v[i], X[l])"
_SPLIT = "x == sum(k: dot(v[k], {0})*v[k])".format


def _in_coordinates() -> Tree:
    """The coefficients are the products with X_l."""
    image = _T(_U("X[l]").replace("j", "k"))
    return have(
        [
            (_ENTRIES, lemma("LEM-basis.entries", f="fn(k: dot(v[k], X[l]))")),
            (f"{image} == x", KNOWN),
            (
                f"{image} == sum(k: dot(v[k], X[l])*v[k])",
                rule(
                    "equal vector sums",
                    have(
                        [f"dot(b[q], {_U('X[l]')}) == dot(v[q], X[l])"],
                        leaf(use=[f"dot(b[q], {_U('X[l]')}) == dot(v[q], X[l])"]),
                    ),
                    e=f"fn(j: dot(b[j], {_U('X[l]').replace('j', 'k')})*v[j])",
                    f="fn(k: dot(v[k], X[l])*v[k])",
                    new={"x": "q"},
                ),
            ),
        ],
        lemma("LEM-both-equal", a=image, b="x", c="sum(k: dot(v[k], X[l])*v[k])"),
    )


formal(
    "LEM-independent-spans",
    title="As many independent vectors as dimensions span the space",
    statement=model(
        BASIS,
        {
            "letters": ["v[token], x: vector"],
            "given": [INDEPENDENT],
            "show": [f"exists z in vector: {_SPLIT('z')}"],
        },
    ),
    proof=have(
        [
            (_INJECTIVE, _NOT_LOST),
            (
                _SOLVED,
                lemma("LEM-adjoint.onto", KNOWN, intro("p,q", leaf()), KNOWN, c="fn(i: x)", T=_MAPS["T"], U=_MAPS["U"]),
            ),
        ],
        obtain(
            _SOLVED,
            "X",
            rule(
                "some element",
                witness("X[l]", _in_coordinates()),
                C=f"exists z in vector: {_SPLIT('z')}",
                new={"x": "l"},
            ),
        ),
    ),
)
