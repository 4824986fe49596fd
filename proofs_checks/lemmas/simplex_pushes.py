"""The parts of one vector along the corners of a regular simplex."""

from __future__ import annotations

from proofs_checks.lemmas.simplices import CORNER_WORDS, FRAME, SIMPLEX, at_pairs, framed
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, take

SHARE = "k*(m + 1)/m"
ALONG_Z = f"sum(j: dot(x[j], z)*x[j]) == {SHARE}*z"
TWICE = f"sum(j: dot(x[{{0}}], x[j])*(dot(x[j], z)*x[j])) == {SHARE}*(dot(x[{{0}}], z)*x[{{0}}]) - {SHARE}/m*z".format
_ALIKE = "forall i, j: x[i] == x[j] => dot(x[i], z)*x[i] == dot(x[j], z)*x[j]"
_TWICE = f"{TWICE('p').split(' == ')[0]} == {SHARE}*(dot(x[p], z)*x[p]) - 1/m*sum(j: dot(x[j], z)*x[j])"
formal(
    "LEM-simplex.pushed",
    title="The parts of one vector along the corners of a simplex, summed, and summed with the products",
    statement=model(CORNER_WORDS, SIMPLEX, {"letters": ["z: vector"], "show": [ALONG_Z, f"forall i: {TWICE('i')}"]}),
    proof=[
        framed(take(FRAME, ["z"], KNOWN)),
        framed(
            have(
                [
                    (ALONG_Z, take(FRAME, ["z"], KNOWN)),
                    (_ALIKE, intro(["p", "q", ""], leaf(use=["x[p] == x[q]"]))),
                    (
                        f"forall i: {_TWICE.replace('[p]', '[i]')}",
                        lemma("LEM-simplex.gram", c="fn(j: dot(x[j], z)*x[j])"),
                    ),
                ],
                intro("p", have([_TWICE], leaf(use=[_TWICE, ALONG_Z]))),
            )
        ),
    ],
    instance=at_pairs(z=[1, 2]),
    twin=Variant("the other share", {f"- {SHARE}/m*z": f"- {SHARE}*z"}, at_pairs(z=[1, 2])),
)
