"""Where T loses a direction so does its adjoint U: otherwise T U would be onto, and a trace would be too small.

With T U z_k = T b_k, what b_k has beside U z_k is orthogonal to the image of U, v with T v = 0 is as well, and
sum <b_k, U z_k> = sum <b_k, b_k>, the trace of the identity.
"""

from __future__ import annotations

from proofs_checks.lemmas.adjoints import ADJOINT, FRAME, INJECTIVE, LINEAR, PAIR, SWAPPED
from verify.formal import formal, model
from verify.tactics.build import KNOWN, absurd, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

_BACK = LINEAR.replace("U(", "T(")
_SOLVED = "forall i: T(U(z[i])) == T(b[i])"
_BESIDE = "b[{0}] - U(z[{0}])".format
_SUM = "sum(o: dot(b[o], U(b[{0}]))*z[o])".format
_LEFT, _WHOLE = "sum(k: dot(b[k], U(z[k])))", "sum(k: dot(b[k], b[k]))"
_ROW, _GAP = _SUM("q"), f"({_SUM('q')} - b[q])"
_WEIGHTED = f"sum(k: dot(b[k], U(b[q]))*dot(z[k], T(U({_GAP}))))"
_COORDINATES = f"sum(k: dot(b[k], U(b[q]))*dot(b[k], U({_GAP})))"
_EACH_WEIGHT = have(
    [
        (f"dot(U(z[s]), U({_GAP})) == dot(z[s], T(U({_GAP})))", take(SWAPPED, ["z[s]", f"U({_GAP})"], KNOWN)),
        (f"dot(T(U(z[s])), {_GAP}) == dot(U(z[s]), U({_GAP}))", take(ADJOINT, ["U(z[s])", _GAP], KNOWN)),
        (f"dot(T(b[s]), {_GAP}) == dot(b[s], U({_GAP}))", take(ADJOINT, ["b[s]", _GAP], KNOWN)),
        "T(U(z[s])) == T(b[s])",
        (
            f"dot({_GAP}, T(U(z[s]))) == dot({_GAP}, T(b[s]))",
            lemma("LEM-same-dot", u="T(U(z[s]))", w="T(b[s])", z=_GAP),
        ),
    ],
    leaf(
        f"eq -dot(b[s], U(b[q])): dot(U(z[s]), U({_GAP})) == dot(z[s], T(U({_GAP})))",
        f"eq -dot(b[s], U(b[q])): dot(T(U(z[s])), {_GAP}) == dot(U(z[s]), U({_GAP}))",
        f"eq dot(b[s], U(b[q])): dot({_GAP}, T(U(z[s]))) == dot({_GAP}, T(b[s]))",
        f"eq dot(b[s], U(b[q])): dot(T(b[s]), {_GAP}) == dot(b[s], U({_GAP}))",
    ),
)
_RECOVERED = have(
    [
        (f"U({_GAP}) == U({_ROW}) - U(b[q])", take(LINEAR, [_ROW, "b[q]", "1", "-1"], KNOWN)),
        (f"dot(U({_ROW}), U({_GAP})) == dot({_ROW}, T(U({_GAP})))", take(SWAPPED, [_ROW, f"U({_GAP})"], KNOWN)),
        (
            f"{_WEIGHTED} == {_COORDINATES}",
            rule(
                "equal sums",
                _EACH_WEIGHT,
                e=f"fn(k: dot(b[k], U(b[q]))*dot(z[k], T(U({_GAP}))))",
                f=f"fn(k: dot(b[k], U(b[q]))*dot(b[k], U({_GAP})))",
                new={"x": "s"},
            ),
        ),
        (f"{_COORDINATES} == dot(U(b[q]), U({_GAP}))", lemma("LEM-basis.product", u="U(b[q])", w=f"U({_GAP})")),
        (
            f"dot(U({_GAP}), U({_GAP})) == 0",
            have(
                [
                    (
                        f"dot(U({_GAP}), U({_GAP})) == dot(U({_GAP}), U({_ROW}) - U(b[q]))",
                        lemma("LEM-same-dot", u=f"U({_GAP})", w=f"U({_ROW}) - U(b[q])", z=f"U({_GAP})"),
                    )
                ],
                leaf(
                    f"eq 1: dot(U({_GAP}), U({_GAP})) == dot(U({_GAP}), U({_ROW}) - U(b[q]))",
                    f"eq 1: dot(U({_ROW}), U({_GAP})) == dot({_ROW}, T(U({_GAP})))",
                    f"eq 1: {_WEIGHTED} == {_COORDINATES}",
                    f"eq 1: {_COORDINATES} == dot(U(b[q]), U({_GAP}))",
                ),
            ),
        ),
    ],
    split(
        f"{_GAP} == 0 or {_GAP} != 0",
        KNOWN,
        have(
            [f"U({_GAP}) != 0", (f"dot(U({_GAP}), U({_GAP})) > 0", rule("positive square", u=f"U({_GAP})"))],
            absurd(
                lemma(
                    "LEM-two-signs",
                    leaf(f"eq 1: dot(U({_GAP}), U({_GAP})) == 0"),
                    leaf(f"1: dot(U({_GAP}), U({_GAP})) > 0"),
                    a=f"-dot(U({_GAP}), U({_GAP}))",
                )
            ),
        ),
    ),
)
_ALL = f"forall l: {_SUM('l')} == b[l]"
_DOUBLE = "sum(l: sum(k: dot(b[k], U(b[l]))*dot(b[l], z[k])))"
_INNER = "sum(l: dot(b[k], U(b[l]))*dot(b[l], z[k]))"
_TRACE_ROWS = (
    f"{_DOUBLE} == {_WHOLE}",
    rule(
        "equal sums",
        have(
            [
                f"{_ROW} == b[q]",
                (f"dot(b[q], {_ROW}) == dot(b[q], b[q])", lemma("LEM-same-dot", u=_ROW, w="b[q]", z="b[q]")),
            ],
            leaf(f"eq 1: dot(b[q], {_ROW}) == dot(b[q], b[q])"),
        ),
        e="fn(l: sum(k: dot(b[k], U(b[l]))*dot(b[l], z[k])))",
        f="fn(k: dot(b[k], b[k]))",
        new={"x": "q"},
    ),
)
_IN_COORDINATES = "sum(l: dot(b[l], T(b[s]))*dot(b[l], z[s]))"
_TRACE_COLUMNS = (
    f"sum(k: {_INNER}) == {_LEFT}",
    rule(
        "equal sums",
        have(
            [
                (f"{_IN_COORDINATES} == dot(T(b[s]), z[s])", lemma("LEM-basis.product", u="T(b[s])", w="z[s]")),
                ("dot(T(b[s]), z[s]) == dot(b[s], U(z[s]))", take(ADJOINT, ["b[s]", "z[s]"], KNOWN)),
                (
                    f"{_INNER.replace('[k]', '[s]')} == {_IN_COORDINATES}",
                    rule(
                        "equal sums",
                        take(
                            ADJOINT,
                            ["b[s]", "b[q]"],
                            leaf("eq -dot(b[q], z[s]): dot(T(b[s]), b[q]) == dot(b[s], U(b[q]))"),
                        ),
                        e="fn(l: dot(b[s], U(b[l]))*dot(b[l], z[s]))",
                        f="fn(l: dot(b[l], T(b[s]))*dot(b[l], z[s]))",
                        new={"x": "q"},
                    ),
                ),
            ],
            leaf(
                f"eq 1: {_INNER.replace('[k]', '[s]')} == {_IN_COORDINATES}",
                f"eq 1: {_IN_COORDINATES} == dot(T(b[s]), z[s])",
                "eq 1: dot(T(b[s]), z[s]) == dot(b[s], U(z[s]))",
            ),
        ),
        e=f"fn(k: {_INNER})",
        f="fn(k: dot(b[k], U(z[k])))",
        new={"x": "s"},
    ),
)
formal(
    "LEM-adjoint.trace",
    title="Where T U z_k = T b_k and U loses nothing, the map from b_k to U z_k has the trace of the identity",
    statement=model(
        FRAME,
        PAIR,
        {"letters": ["z[token]: vector"], "given": [INJECTIVE, _SOLVED], "show": [f"{_LEFT} == {_WHOLE}"]},
    ),
    proof=have(
        [
            (LINEAR, lemma("LEM-adjoint.linear")),
            (SWAPPED, lemma("LEM-adjoint.swapped")),
            (_ALL, intro("q", have([(f"{_GAP} == 0", _RECOVERED)], KNOWN))),
            _TRACE_ROWS,
            _TRACE_COLUMNS,
        ],
        leaf(f"eq 1: {_DOUBLE} == {_WHOLE}", f"eq -1: sum(k: {_INNER}) == {_LEFT}"),
    ),
)
_LOST = "exists w in vector: w != 0 and U(w) == 0"
_TERM = "dot(v, v)*(dot(b[{0}], b[{0}]) - dot(b[{0}], U(z[{0}]))) - dot(b[{0}], v)*dot(b[{0}], v)".format
_AHEAD, _BEHIND = (f"dot({e}, v) <= norm({e})*norm(v)" for e in (_BESIDE("s"), f"-({_BESIDE('s')})"))
_EACH_TERM = have(
    [
        (f"T({_BESIDE('s')}) == T(b[s]) - T(U(z[s]))", take(_BACK, ["b[s]", "U(z[s])", "1", "-1"], KNOWN)),
        "T(U(z[s])) == T(b[s])",
        (f"T({_BESIDE('s')}) == 0", leaf(use=[f"T({_BESIDE('s')}) == T(b[s]) - T(U(z[s]))", "T(U(z[s])) == T(b[s])"])),
        (f"dot(T({_BESIDE('s')}), z[s]) == dot({_BESIDE('s')}, U(z[s]))", take(ADJOINT, [_BESIDE("s"), "z[s]"], KNOWN)),
        (
            f"dot({_BESIDE('s')}, U(z[s])) == 0",
            leaf(
                f"eq -1: dot(T({_BESIDE('s')}), z[s]) == dot({_BESIDE('s')}, U(z[s]))",
                use=[f"T({_BESIDE('s')}) == 0"],
            ),
        ),
        ("dot(T(v), z[s]) == dot(v, U(z[s]))", take(ADJOINT, ["v", "z[s]"], KNOWN)),
        ("dot(v, U(z[s])) == 0", leaf("eq -1: dot(T(v), z[s]) == dot(v, U(z[s]))", use=["T(v) == 0"])),
        (_AHEAD, rule("Cauchy-Schwarz", u=_BESIDE("s"), w="v")),
        (_BEHIND, rule("Cauchy-Schwarz", u=f"-({_BESIDE('s')})", w="v")),
    ],
    leaf(
        f"1: {_AHEAD}; {_BEHIND}",
        f"eq -dot(v, v): dot({_BESIDE('s')}, U(z[s])) == 0",
        "eq 2*dot(b[s], v) - dot(v, U(z[s])): dot(v, U(z[s])) == 0",
    ),
)
_PARSEVAL = "sum(j: dot(b[j], v)*dot(b[j], v)) == dot(v, v)"
_CONTRADICTION = obtain(
    "exists X in state: forall i: T(U(X[i])) == T(b[i])",
    "z",
    have(
        [
            (f"{_LEFT} == {_WHOLE}", lemma("LEM-adjoint.trace")),
            (f"sum(k: {_TERM('k')}) >= 0", rule("positive sum", _EACH_TERM, e=f"fn(k: {_TERM('k')})", new={"x": "s"})),
            (_PARSEVAL, lemma("LEM-basis.product", u="v", w="v")),
            ("dot(v, v) > 0", rule("positive square", u="v")),
        ],
        leaf(
            f"1: sum(k: {_TERM('k')}) >= 0",
            f"eq -1: {_PARSEVAL}",
            f"eq -dot(v, v): {_LEFT} == {_WHOLE}",
            times=["dot(v, v)"],
        ),
    ),
)
formal(
    "LEM-adjoint.kernel",
    title="Where a map of a finite-dimensional space loses a direction so does its adjoint",
    statement=model(
        FRAME,
        PAIR,
        {"letters": ["v: vector"], "given": ["v != 0", "T(v) == 0"], "show": [_LOST]},
    ),
    proof=split(
        f"({_LOST}) or not ({_LOST})",
        KNOWN,
        absurd(
            have(
                [
                    (
                        INJECTIVE,
                        intro(
                            ["p", ""],
                            split(
                                "U(p) == 0 or U(p) != 0",
                                have(
                                    [(_LOST, witness("p", both(KNOWN, KNOWN)))],
                                    rule("contradiction", P=_LOST, C="U(p) != 0"),
                                ),
                                KNOWN,
                            ),
                        ),
                    ),
                    (SWAPPED, lemma("LEM-adjoint.swapped")),
                    (_BACK, lemma("LEM-adjoint.linear", T="fn(a in vector: U(a))", U="fn(a in vector: T(a))")),
                    (
                        "exists X in state: forall i: T(U(X[i])) == T(b[i])",
                        lemma("LEM-adjoint.onto", c="fn(i: T(b[i]))"),
                    ),
                ],
                _CONTRADICTION,
            )
        ),
    ),
)
