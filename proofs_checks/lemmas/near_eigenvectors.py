"""Where no eigenvalue is at least h, unit vectors with <a, B a> >= h are no eigenvectors by a margin."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, obtain, rule, split, take, witness

_FORM = "dot({0}, B({0}))".format
_REST = "(B({0}) - dot({0}, B({0}))*{0})".format
_SHORT = "max(0, h - dot({0}, B({0})))".format
_G = "(norm(B({0}) - dot({0}, B({0}))*{0}) + max(0, h - dot({0}, B({0}))))".format
_LIPSCHITZ = "forall a in vector, c in vector: norm(B(a) - B(c)) <= M*norm(a - c)"
_BOUND = "forall a in vector: norm(B(a)) <= M*norm(a)"
_NONE = "forall a in vector, l in number: a != 0 and B(a) == l*a => l < h"
_MARGIN = (
    "exists mu in number: mu > 0 and (forall a in vector: dot(a, a) == 1 and h <= dot(a, B(a))"
    " => mu <= norm(B(a) - dot(a, B(a))*a))"
)
_LEAST = f"exists mu in number: mu > 0 and (forall a in vector: dot(a, a) == 1 => mu <= {_G('a')})"


def _product(u: str, w: str) -> tuple[str, object]:
    return f"dot({u}, {w}) <= norm({u})*norm({w})", rule("Cauchy-Schwarz", u=u, w=w)


_TURN = "dot(p - q, B(p)) + dot(q, B(p) - B(q))"
_FORMS = [
    _product("p - q", "B(p)"),
    _product("q", "B(p) - B(q)"),
    _product("q - p", "B(p)"),
    _product("-q", "B(p) - B(q)"),
]
_CLOSE = "norm(B(p) - B(q)) <= M*norm(p - q)"
_CHANGE = "(dot(p, B(p)) - dot(q, B(q)))"
_AT_MOST = [
    (
        f"{_CHANGE} <= 2*M*norm(p - q)",
        leaf(
            f"1: {_FORMS[0][0]}",
            f"1: {_FORMS[1][0]}",
            f"1: {_CLOSE}",
            "1: norm(B(p)) <= M; norm(p - q) >= 0",
            use=["norm(q) == 1"],
        ),
    ),
    (
        f"-{_CHANGE} <= 2*M*norm(p - q)",
        leaf(
            f"1: {_FORMS[2][0]}",
            f"1: {_FORMS[3][0]}",
            f"1: {_CLOSE}",
            "1: norm(B(p)) <= M; norm(p - q) >= 0",
            use=["norm(q) == 1"],
        ),
    ),
]
_FORM_BOUND = [
    (f"{_FORM('p')} <= M", leaf("1: dot(p, B(p)) <= norm(p)*norm(B(p))", "1: norm(B(p)) <= M", use=["norm(p) == 1"])),
    (
        f"-{_FORM('p')} <= M",
        leaf("1: dot(-p, B(p)) <= norm(-p)*norm(B(p))", "1: norm(B(p)) <= M", use=["norm(p) == 1"]),
    ),
]
_PARTS = [_REST("q"), "(B(p) - B(q))", "(-dot(p, B(p)))*(p - q)", f"(-{_CHANGE})*q"]
_SUMS = [" + ".join(_PARTS[:k]) for k in range(1, 5)]
_TRIANGLES = [
    (f"norm({_SUMS[k + 1]}) <= norm({_SUMS[k]}) + norm({_PARTS[k + 1]})", rule("triangle", u=_SUMS[k], w=_PARTS[k + 1]))
    for k in range(3)
]
_LENGTHS = [
    (
        "norm((-dot(p, B(p)))*(p - q)) <= M*norm(p - q)",
        lemma(
            "LEM-norm-multiple",
            leaf(f"1: -{_FORM('p')} <= M"),
            leaf(f"1: {_FORM('p')} <= M"),
            u="p - q",
            c="-dot(p, B(p))",
            b="M",
        ),
    ),
    (
        f"norm((-{_CHANGE})*q) <= 2*M*norm(p - q)*norm(q)",
        lemma("LEM-norm-multiple", u="q", c=f"-{_CHANGE}", b="2*M*norm(p - q)"),
    ),
]
_RESIDUAL = f"norm({_REST('p')}) <= norm({_REST('q')}) + 4*M*norm(p - q)"
_PENALTY = f"{_SHORT('p')} <= {_SHORT('q')} + 2*M*norm(p - q)"
_SLOW = intro(
    ["p", "q", ""],
    have(
        [
            ("norm(p) == 1", leaf(norms=["1"], use=["dot(p, p) == 1"])),
            ("norm(q) == 1", leaf(norms=["1"], use=["dot(q, q) == 1"])),
            ("norm(B(p)) <= M*norm(p)", take(_BOUND, ["p"], KNOWN)),
            ("norm(B(p)) <= M", leaf("1: norm(B(p)) <= M*norm(p)", use=["norm(p) == 1"])),
            (_CLOSE, take(_LIPSCHITZ, ["p", "q"], KNOWN)),
            *_FORMS,
            _product("p", "B(p)"),
            _product("-p", "B(p)"),
            *_AT_MOST,
            *_FORM_BOUND,
            *_LENGTHS,
            *_TRIANGLES,
            (
                _RESIDUAL,
                leaf(
                    *(f"1: {fact}" for fact, _ in _TRIANGLES),
                    *(f"1: {fact}" for fact, _ in _LENGTHS),
                    f"1: {_CLOSE}",
                    use=["norm(q) == 1"],
                ),
            ),
            (f"0 <= {_SHORT('q')}", rule("maximum above first", a="0", b=f"h - {_FORM('q')}")),
            (f"h - {_FORM('q')} <= {_SHORT('q')}", rule("maximum above second", a="0", b=f"h - {_FORM('q')}")),
            (
                _PENALTY,
                rule(
                    "maximum below",
                    leaf(f"1: 0 <= {_SHORT('q')}", "2: M >= 0; norm(p - q) >= 0"),
                    leaf(f"1: h - {_FORM('q')} <= {_SHORT('q')}", f"1: -{_CHANGE} <= 2*M*norm(p - q)"),
                    a="0",
                    b=f"h - {_FORM('p')}",
                    c=f"{_SHORT('q')} + 2*M*norm(p - q)",
                ),
            ),
        ],
        leaf(f"1: {_RESIDUAL}", f"1: {_PENALTY}"),
    ),
)
_STRICT = intro(
    ["p", ""],
    have(
        [
            (f"0 <= {_SHORT('p')}", rule("maximum above first", a="0", b=f"h - {_FORM('p')}")),
            (f"h - {_FORM('p')} <= {_SHORT('p')}", rule("maximum above second", a="0", b=f"h - {_FORM('p')}")),
            ("p != 0", rule("nonzero vector", leaf("1:", "eq -1: dot(p, p) == 1"), u="p")),
        ],
        split(
            f"{_REST('p')} == 0 or {_REST('p')} != 0",
            have(
                [
                    f"B(p) == {_FORM('p')}*p",
                    (f"{_FORM('p')} < h", take(_NONE, ["p", _FORM("p")], KNOWN)),
                ],
                leaf(f"1: norm({_REST('p')}) >= 0", f"1: {_FORM('p')} < h", f"1: h - {_FORM('p')} <= {_SHORT('p')}"),
            ),
            have(
                [
                    (f"dot({_REST('p')}, {_REST('p')}) > 0", rule("positive square", u=_REST("p"))),
                    (
                        f"0 < norm({_REST('p')})",
                        rule(
                            "strictly below the square",
                            leaf(),
                            leaf(f"1: dot({_REST('p')}, {_REST('p')}) > 0"),
                            a="0",
                            b=f"norm({_REST('p')})",
                        ),
                    ),
                ],
                leaf(f"1: 0 < norm({_REST('p')})", f"1: 0 <= {_SHORT('p')}"),
            ),
        ),
    ),
)
formal(
    "LEM-no-near-eigenvector",
    title="Without eigenvalues from h on, unit vectors with a form from h on are no eigenvectors by a margin",
    statement={
        "letters": ["B(vector): vector; M, h: number"],
        "given": ["M >= 0", _LIPSCHITZ, _BOUND, _NONE],
        "show": [_MARGIN],
    },
    proof=have(
        [
            (
                _LEAST,
                lemma(
                    "LEM-least-on-sphere",
                    leaf("6: M >= 0"),
                    _SLOW,
                    _STRICT,
                    g=f"fn(a in vector: {_G('a')})",
                    L="6*M",
                ),
            )
        ],
        obtain(
            _LEAST,
            "mu",
            witness(
                "mu",
                both(
                    KNOWN,
                    intro(
                        ["p", ""],
                        have(
                            [
                                f"mu <= {_G('p')}",
                                (
                                    f"{_SHORT('p')} <= 0",
                                    rule(
                                        "maximum below",
                                        leaf(),
                                        leaf(f"1: h <= {_FORM('p')}"),
                                        a="0",
                                        b=f"h - {_FORM('p')}",
                                        c="0",
                                    ),
                                ),
                            ],
                            leaf(f"1: mu <= {_G('p')}", f"1: {_SHORT('p')} <= 0"),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
