"""Every unit vector has a direction in the leading eigenspace that it charges, and a gap below it."""

from __future__ import annotations

from proofs_checks.lemmas.charged import EIGENBASIS, charged
from proofs_checks.lemmas.leading_part import LEADS, ORTHONORMAL
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    absurd,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    witness,
)

_PARSEVAL = "sum(k in direction: dot(b[k], y)*dot(b[k], y)) == dot(y, y)"
_A = "dot(b[{0}], y)".format
_MARK = "(1 - max({1} - {0}, 0)/max({1} - {0}, 0))".format
_LEADS = LEADS.replace("a[l]", _A("l")).replace("a[k]", _A("k"))


def _side(h: str, z: str) -> tuple[str, Tree]:
    """What the mark of h >= z says."""
    mark = _MARK(h, z)
    said = f"({h} >= {z} => {mark} == 1) and ({h} < {z} => {mark} == 0) and ({mark} == 1 => {h} >= {z})"
    return f"{said} and ({mark} == 0 => {h} < {z}) and ({mark} == 0 or {mark} == 1)", lemma("LEM-side", h=h, z=z)


def _marked(h: str, z: str, value: int) -> Tree:
    """One less a mark."""
    return have([_side(h, z), f"{_MARK(h, z)} == {1 - value}"], leaf(f"eq -1: {_MARK(h, z)} == {1 - value}"))


_SQUARE = f"{_A('p')}^2"
_LEADING: Steps = [
    (_PARSEVAL, lemma("LEM-Parseval", q="y", z="y")),
    (
        f"exists k in direction: {_A('k')}*{_A('k')} > 0",
        lemma(
            "LEM-positive-term",
            leaf(f"eq -1: {_PARSEVAL}", "1:", use=["dot(y, y) == 1"]),
            a=f"fn(k in direction: {_A('k')}*{_A('k')})",
        ),
    ),
    (
        f"exists k in direction: {_A('k')} != 0",
        obtain(
            f"exists k in direction: {_A('k')}*{_A('k')} > 0",
            "s",
            witness(
                "s",
                split(
                    f"{_A('s')} == 0 or {_A('s')} != 0",
                    have(
                        [(f"{_A('s')}*{_A('s')} <= 0", leaf(f"eq {_A('s')}: {_A('s')} == 0"))],
                        absurd(
                            lemma(
                                "LEM-two-signs",
                                leaf(f"1: {_A('s')}*{_A('s')} <= 0"),
                                leaf(f"1: {_A('s')}*{_A('s')} > 0"),
                                a=f"-{_A('s')}*{_A('s')}",
                            )
                        ),
                    ),
                    KNOWN,
                ),
            ),
        ),
    ),
    (
        _LEADS,
        lemma(
            "LEM-leading.counted",
            KNOWN,
            KNOWN,
            intro(["p", ""], have([(f"0 < {_SQUARE}", leaf())], _marked("0", _SQUARE, 1))),
            intro(
                ["p", ""],
                have([(f"0 >= {_SQUARE}", leaf(f"eq {_A('p')}: {_A('p')} == 0"))], _marked("0", _SQUARE, 0)),
            ),
            intro(["p", "q", ""], _marked("mu[p]", "mu[q]", 1)),
            intro(["p", "q", ""], have([("mu[p] >= mu[q]", leaf("1: mu[q] <= mu[p]"))], _marked("mu[p]", "mu[q]", 0))),
            KNOWN,
            a=f"fn(k in direction: {_A('k')})",
            C=f"fn(k in direction: 1 - {_MARK('0', _A('k') + '^2')})",
            M=f"fn(j in direction, k in direction: 1 - {_MARK('mu[j]', 'mu[k]')})",
        ),
    ),
]
_GAP = "exists g in number: g > 0 and (forall k in direction: mu[k] >= mu[lead] or mu[k] <= mu[lead] - g)"
_H = _MARK("mu[{0}]", "mu[lead]").format
_PART = f"sum(k in direction: {_H('k')}*{_A('k')}*b[k])"
_ALONG = f"dot(b[{{0}}], z) == {_H('{0}')}*{_A('{0}')}".format
_EACH_ALONG = intro(
    "p",
    have(
        [
            (
                f"sum(k in direction: {_H('k')}*{_A('k')}*dot(b[p], b[k])) == {_H('p')}*{_A('p')}*dot(b[p], b[p])",
                rule(
                    "single term, directions",
                    have(["dot(b[q], b[p]) == 0"], leaf(use=["dot(b[q], b[p]) == 0"])),
                    e=f"fn(k in direction: {_H('k')}*{_A('k')}*dot(b[p], b[k]))",
                    y="p",
                    new={"x": "q"},
                ),
            ),
            "dot(b[p], b[p]) == 1",
        ],
        leaf(
            f"eq 1: sum(k in direction: {_H('k')}*{_A('k')}*dot(b[p], b[k])) == {_H('p')}*{_A('p')}*dot(b[p], b[p])",
            f"eq {_H('p')}*{_A('p')}: dot(b[p], b[p]) == 1",
            use=[f"z == {_PART}"],
        ),
    ),
)
_LOWER, _TOP = "mu[{0}] < mu[lead]".format, "mu[lead] <= mu[{0}]".format


def _placed(k: str, lower: Tree, top: Tree) -> Tree:
    """Below the leading eigenvalue the mark is 0, else 1."""
    return have(
        [_side(f"mu[{k}]", "mu[lead]")],
        split(
            f"{_TOP(k)} or {_LOWER(k)}",
            have([(f"mu[{k}] >= mu[lead]", leaf(f"1: {_TOP(k)}")), f"{_H(k)} == 1"], top),
            have([f"{_H(k)} == 0"], lower),
        ),
    )


_NONE = f"(mu[q] - mu[lead])*({_H('q')}*{_A('q')}) == 0"
_ON_LEVEL = _placed(
    "q",
    leaf(f"eq (mu[q] - mu[lead])*{_A('q')}: {_H('q')} == 0"),
    split(
        f"{_A('q')} == 0 or mu[q] <= mu[lead]",
        leaf(f"eq (mu[q] - mu[lead])*{_H('q')}: {_A('q')} == 0"),
        have(
            [("mu[q] == mu[lead]", rule("antisymmetry", a="mu[q]", b="mu[lead]"))],
            leaf(f"eq {_H('q')}*{_A('q')}: mu[q] == mu[lead]"),
        ),
    ),
)
_SUMS = f"sum(k in direction: {_H('k')}*{_A('k')}*U(b[k])) == sum(k in direction: mu[lead]*({_H('k')}*{_A('k')})*b[k])"
_EIGEN = lemma(
    "LEM-same-chain",
    leaf(use=[f"z == {_PART}"]),
    have(
        [
            (
                _SUMS,
                rule(
                    "equal vector sums, directions",
                    have(
                        ["U(b[q]) == mu[q]*b[q]", (_NONE, _ON_LEVEL)],
                        rule(
                            "equal vectors",
                            leaf(
                                f"eq (mu[q] - mu[lead])*{_H('q')}*{_A('q')}: {_NONE}",
                                use=["U(b[q]) == mu[q]*b[q]", "dot(b[q], b[q]) == 1"],
                            ),
                            u=f"{_H('q')}*{_A('q')}*U(b[q])",
                            w=f"mu[lead]*({_H('q')}*{_A('q')})*b[q]",
                        ),
                    ),
                    e=f"fn(k in direction: {_H('k')}*{_A('k')}*U(b[k]))",
                    f=f"fn(k in direction: mu[lead]*({_H('k')}*{_A('k')})*b[k])",
                    new={"x": "q"},
                ),
            )
        ],
        lemma(
            "LEM-same-chain",
            KNOWN,
            leaf(use=[f"z == {_PART}"]),
            u=_SUMS.split(" == ")[0],
            w=_SUMS.split(" == ")[1],
            z="mu[lead]*z",
        ),
    ),
    u="U(z)",
    w=_SUMS.split(" == ")[0],
    z="mu[lead]*z",
)
_NONZERO = split(
    "z == 0 or z != 0",
    have(
        [
            (
                f"{_A('lead')} == 0",
                leaf(f"eq -1: {_ALONG('lead')}", f"eq -{_A('lead')}: {_H('lead')} == 1", use=["z == 0"]),
            )
        ],
        rule("contradiction", P=f"{_A('lead')} == 0", C="z != 0"),
    ),
    KNOWN,
)
_SHOW = (
    "exists m in number, gap in number, N in number, x in vector: gap > 0 and N > 0 and U(x) == m*x and dot(x, x) == 1"
    f" and (forall k in direction: {charged('k', 'dot(b[k], y)')})"
)
_RESULT = both(
    KNOWN,
    KNOWN,
    leaf(use=["U(z) == mu[lead]*z"]),
    leaf(),
    intro(
        "q",
        have(
            [_ALONG("q")],
            _placed(
                "q",
                {
                    "left": both(
                        split(
                            "mu[q] >= mu[lead] or mu[q] <= mu[lead] - g",
                            absurd(
                                lemma(
                                    "LEM-two-signs",
                                    leaf("1: mu[q] >= mu[lead]"),
                                    leaf("1: mu[q] < mu[lead]"),
                                    a="mu[q] - mu[lead]",
                                )
                            ),
                            KNOWN,
                        ),
                        leaf(f"eq 1/norm(z): {_ALONG('q')}", f"eq {_A('q')}/norm(z): {_H('q')} == 0"),
                    )
                },
                {"right": leaf(f"eq -1: {_ALONG('q')}", f"eq -{_A('q')}: {_H('q')} == 1")},
            ),
        ),
    ),
)

formal(
    "LEM-leading",
    title="Every unit vector has a direction in the leading eigenspace that it charges, and a gap below it",
    statement={
        "letters": ["y: vector; b[direction]: vector; U: operator; mu[direction]: number"],
        "given": [*EIGENBASIS, *ORTHONORMAL, "dot(y, y) == 1"],
        "show": [_SHOW],
    },
    proof=have(
        _LEADING,
        obtain(
            _LEADS,
            "lead",
            have(
                [(_GAP, lemma("LEM-gap-below")), (f"exists z in vector: z == {_PART}", witness(_PART, leaf()))],
                obtain(
                    _GAP,
                    "g",
                    obtain(
                        f"exists z in vector: z == {_PART}",
                        "z",
                        have(
                            [
                                _side("mu[lead]", "mu[lead]"),
                                ("mu[lead] >= mu[lead]", leaf()),
                                f"{_H('lead')} == 1",
                                (f"forall k in direction: {_ALONG('k')}", _EACH_ALONG),
                                _ALONG("lead"),
                                ("z != 0", _NONZERO),
                                ("dot(z, z) > 0", rule("positive square", u="z")),
                                ("norm(z) > 0", leaf()),
                                ("U(z) == mu[lead]*z", _EIGEN),
                            ],
                            witness("mu[lead]", witness("g", witness("norm(z)", witness("z/norm(z)", _RESULT)))),
                        ),
                    ),
                ),
            ),
        ),
    ),
)
