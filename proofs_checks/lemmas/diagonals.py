"""A diagonal matrix with entries of modulus at most m makes no vector longer than by the factor m."""

from proofs_checks.lemmas.vectors import COMPLETE
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, enter, have, leaf, lemma, obtain, rule, take, witness

_IMAGE = "sum(k in direction: d[k]*dot(b[k], x)*b[k])"
_SUM = f"exists u in vector: u == {_IMAGE}"
_AT = "forall g in vector, c in vector: sum(l in direction: dot(b[l], c)*dot(g, b[l])) == dot(g, c)"
_PARSEVAL = "sum(l in direction: dot(b[l], {0})*dot({0}, b[l])) == dot({0}, {0})".format
_ALONG = f"dot(u, u) == dot(u, {_IMAGE})"
_TERM = "m^2*dot(b[k], x)^2 + dot(b[k], u)^2 - 2*d[k]*dot(b[k], x)*dot(b[k], u)"
_SQUARES = f"sum(k in direction: {_TERM}) >= 0"

formal(
    "LEM-diagonal",
    title="A diagonal matrix makes vectors longer by at most its largest entry",
    statement={
        "letters": ["b[direction]: vector; d[direction]: moving number; x: vector; m: moving number"],
        "given": [
            COMPLETE,
            "always(m >= 0)",
            "always(forall k in direction: d[k] <= m and -d[k] <= m)",
        ],
        "show": f"always(norm({_IMAGE}) <= m*norm(x))",
    },
    proof=have(
        [(_AT, lemma("LEM-Parseval.at"))],
        enter(
            "every",
            have(
                [(_SUM, witness(_IMAGE, leaf()))],
                obtain(
                    _SUM,
                    "u",
                    have(
                        [
                            (_PARSEVAL("u"), take(_AT, ["u", "u"], KNOWN)),
                            (_PARSEVAL("x"), take(_AT, ["x", "x"], KNOWN)),
                            (_ALONG, leaf(use=[f"u == {_IMAGE}"])),
                            (
                                _SQUARES,
                                rule(
                                    "positive sum, directions",
                                    have(
                                        ["d[t] <= m", "-d[t] <= m"],
                                        leaf(
                                            "1: sq d[t]*dot(b[t], x) - dot(b[t], u)",
                                            "1: d[t] <= m; -d[t] <= m; sq dot(b[t], x)",
                                        ),
                                    ),
                                    e=f"fn(k in direction: {_TERM})",
                                    new={"x": "t"},
                                ),
                            ),
                            (
                                "norm(u) <= m*norm(x)",
                                rule(
                                    "below the square",
                                    leaf("1: m >= 0; norm(x) >= 0"),
                                    leaf(
                                        f"1: {_SQUARES}",
                                        f"eq m^2: {_PARSEVAL('x')}",
                                        f"eq 1: {_PARSEVAL('u')}",
                                        f"eq 2: {_ALONG}",
                                    ),
                                    a="norm(u)",
                                    b="m*norm(x)",
                                ),
                            ),
                            (f"norm(u) == norm({_IMAGE})", leaf(use=[f"u == {_IMAGE}"])),
                        ],
                        leaf("1: norm(u) <= m*norm(x)", f"eq -1: norm(u) == norm({_IMAGE})"),
                    ),
                ),
            ),
        ),
    ),
    instance={
        "dim": 2,
        "directions": 2,
        "letters": {"b": [["3/5", "4/5"], ["-4/5", "3/5"]], "d": [1, -2], "x": [1, 0], "m": 2},
    },
    twin=Variant(
        "a bound from above only",
        {" and -d[k] <= m": ""},
        {
            "dim": 2,
            "directions": 2,
            "letters": {"b": [["3/5", "4/5"], ["-4/5", "3/5"]], "d": [1, -5], "x": [1, 0], "m": 1},
        },
    ),
)
