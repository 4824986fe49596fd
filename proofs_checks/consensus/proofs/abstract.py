"""The abstract: all tokens converge to each other, from the initial states of the theorems. Theorem 4.2 refutes it."""

from proofs_checks.consensus.proofs.summaries import TENDS, THREE
from proofs_checks.consensus.proofs.theorem_4_2_false import FRAME, REFUTED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, obtain, rule

_REST = both(enter("every", both(KNOWN, KNOWN, KNOWN)), enter("ae", both(*3 * [leaf(use=FRAME)])))
_OTHER = "exists w in vector: w != 0 and dot(e1, w) == 0 and 1*dot(e1, w)*e1 == m*w"
_BELOW = intro(
    ["m", ""],
    obtain(
        _OTHER,
        "w",
        have(
            [
                ("dot(w, 1*dot(e1, w)*e1) == dot(w, m*w)", lemma("LEM-same-dot", u="1*dot(e1, w)*e1", w="m*w", z="w")),
                ("dot(w, w) > 0", rule("positive square", u="w")),
                ("m == 0", leaf("eq -1/dot(w, w): dot(w, 1*dot(e1, w)*e1) == dot(w, m*w)", use=["dot(e1, w) == 0"])),
            ],
            leaf("1:", "eq 1: m == 0"),
        ),
    ),
)
_AHEAD = enter("start", both(*3 * [leaf("1:", use=FRAME)]))

formal(
    "CON-I.b",
    reading="the initial states of the theorems, not all as in CON-I.b.R1; the witness is the motion of CON-T4.2",
    statement=model(
        THREE,
        {
            "letters": ["u: vector"],
            "given": [
                "at_start(forall i: dot(u, x[i]) > 0)",
                "at_start(forall i: y[i] != -y[f])",
                "at_start(forall i: dot(v, z[i]) > 0)",
            ],
            "show": [TENDS("x"), TENDS("y"), TENDS("z")],
        },
    ),
    refuted={
        "motion": {
            **REFUTED,
            "letters": {
                **REFUTED["letters"],
                "W": [["1"]],
                "U": [["1", "e1"]],
                "Q": [],
                "v": "e1",
                "u": "e1",
                "lam": "1",
                "x": ["e1", "e1", "e1"],
                "z": ["e1", "e1", "e1"],
            },
            "given": [
                intro(["a", ""], rule("positive square", u="a")),
                *REFUTED["given"][:3],
                REFUTED["given"][4],
                enter("ae", intro("a,b", leaf("3: norm(a) >= 0; norm(b) >= 0"))),
                both(leaf(use=FRAME), leaf(use=FRAME), _BELOW),
                KNOWN,
                _REST,
                REFUTED["given"][3],
                _REST,
                _AHEAD,
                REFUTED["given"][5],
                _AHEAD,
            ],
        }
    },
)
