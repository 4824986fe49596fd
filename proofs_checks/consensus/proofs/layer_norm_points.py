"""Remark 2.2 for any scale gamma: the image of layer normalisation need not be diffeomorphic to the n-sphere.

Where no entry of gamma vanishes it lies in the hyperplane sum_m (y_m - beta_m)/gamma_m = 0.
"""

from __future__ import annotations

from proofs_checks.consensus.proofs.layer_norm_image import EXACT, IMAGE
from proofs_checks.consensus.proofs.layer_norm_scales import MARK
from verify.formal import formal, model
from verify.tactics.build import KNOWN, absurd, have, intro, leaf, lemma, obtain, rule, split, take

_FREE = "forall a in vector, s in number: a != 0 => (exists p in vector: image(p) and dot(a, p) != s)"
_NORMAL = "sum(j: 1/(gamma[j] + z[j])*b[j])"
_OFF = f"image(p) and dot({_NORMAL}, p) != dot({_NORMAL}, beta)"
_FLAT = f"dot({_NORMAL}, p) == dot({_NORMAL}, beta)"
_ENTRIES = f"forall i: dot(b[i], {_NORMAL}) == 1/(gamma[i] + z[i])"
_LONG = split(
    f"{_NORMAL} == 0 or {_NORMAL} != 0",
    have(
        ["gamma[q] != 0", "z[q] == 0", f"dot(b[q], {_NORMAL}) == 1/(gamma[q] + z[q])"],
        absurd(
            leaf(f"eq -gamma[q]: dot(b[q], {_NORMAL}) == 1/(gamma[q] + z[q])", use=[f"{_NORMAL} == 0", "z[q] == 0"])
        ),
    ),
    KNOWN,
)
_SPACE = {
    "b": [[int(i == j) for j in range(3)] for i in range(3)],
    "gamma": [2, -3, 1],
    "G": [[2, 0, 0], [0, -3, 0], [0, 0, 1]],
    "ones": [1, 1, 1],
    "beta": [3, 4, 0],
    "z": [0, 0, 0],
}

formal(
    "CON-R2.2.f.R1",
    sentence=(
        r"For arbitrary $\gamma \in R^{n+1}$ the image of N is a hypersurface of $R^{n+1}$ diffeomorphic to $S^n$."
        r" (Refuted for every n >= 2 and every $\gamma$ without a zero: all outputs lie in one hyperplane, and no"
        r" non-empty compact n-manifold without boundary does, since it would be open and closed in it.)"
    ),
    reading="R1: lie on: fill; that the image is in no hyperplane is all that is used of a compact hypersurface",
    statement=model(IMAGE, {"show": [_FREE]}),
    refuted={
        "case": ["forall j: gamma[j] != 0", "entries >= 3"],
        "proof": intro(
            "",
            have(
                [
                    (
                        "forall j: z[j] == 0",
                        intro("q", split(MARK("q"), rule("contradiction", P="gamma[q] == 0", C="z[q] == 0"), KNOWN)),
                    ),
                    ("k == 0", leaf(use=["forall j: z[j] == 0"])),
                    (_ENTRIES, lemma("LEM-basis.entries", f="fn(j: 1/(gamma[j] + z[j]))")),
                    (f"{_NORMAL} != 0", rule("some element", _LONG, C=f"{_NORMAL} != 0", new={"x": "q"})),
                    (EXACT, lemma("LEM-scales.exact")),
                ],
                take(
                    _FREE,
                    [_NORMAL, f"dot({_NORMAL}, beta)"],
                    obtain(
                        f"exists p in vector: {_OFF}",
                        "p",
                        have(
                            ["image(p)", "total(p) == 0", (_FLAT, leaf("eq 1: total(p) == 0"))],
                            rule("contradiction", P=_FLAT, C="1 <= 0"),
                        ),
                    ),
                ),
            ),
        ),
    },
    instance={"tokens": 3, "dim": 3, "letters": _SPACE},
)
