"""Rows of softmax near the equal row, times factors near 1, are near the equal row, all heads together."""

from verify.formal import formal
from verify.tactics.build import Tree, enter, have, leaf, rule

_BOTH = "sum(h in heads: w[h, j]/root)*f[j] - sum(h in heads: 1/root)/N"
_PARTS = "sum(h in heads: abs(w[h, {0}] - 1/N)/root)".format
_MASS = "sum(h in heads: w[h, {0}]/root)".format
_AT = _BOTH.replace("j]", "t]")
_ROOM = f"{_MASS('j')}*T + {_PARTS('j')} - abs({_BOTH})"
_HEAD = "S/root - sum(j: abs(w[h, j] - 1/N))/root"


def _heads(sign: str) -> tuple[str, Tree]:
    """The deviations of all heads at token t, on one side."""
    term = f"abs(w[h, t] - 1/N)/root {sign} (w[h, t] - 1/N)/root"
    name = "absolute above" + (" minus" if sign == "+" else "")
    bound = "w[g, t] - 1/N <= abs(w[g, t] - 1/N)" if sign == "-" else "-(w[g, t] - 1/N) <= abs(w[g, t] - 1/N)"
    found = have([(bound, rule(name, e="w[g, t] - 1/N"))], leaf(f"1: 1/root > 0; {bound}"))
    return f"sum(h in heads: {term}) >= 0", rule(
        "positive sum, heads", found, e=f"fn(h in heads: {term})", new={"x": "g"}
    )


_ABOVE, _BELOW = _heads("-"), _heads("+")
_EACH = have(
    [
        _ABOVE,
        _BELOW,
        (
            f"{_MASS('t')} >= 0",
            rule(
                "positive sum, heads",
                leaf("1: w[g, t] >= 0; 1/root > 0"),
                e="fn(h in heads: w[h, t]/root)",
                new={"x": "g"},
            ),
        ),
        "abs(f[t] - 1) <= T",
        ("f[t] - 1 <= abs(f[t] - 1)", rule("absolute above", e="f[t] - 1")),
        ("-(f[t] - 1) <= abs(f[t] - 1)", rule("absolute above minus", e="f[t] - 1")),
        (
            f"abs({_AT}) <= {_MASS('t')}*T + {_PARTS('t')}",
            rule(
                "absolute at most",
                leaf(
                    f"1: {_ABOVE[0]}",
                    f"1: {_MASS('t')} >= 0; f[t] - 1 <= abs(f[t] - 1)",
                    f"1: {_MASS('t')} >= 0; abs(f[t] - 1) <= T",
                ),
                leaf(
                    f"1: {_BELOW[0]}",
                    f"1: {_MASS('t')} >= 0; -(f[t] - 1) <= abs(f[t] - 1)",
                    f"1: {_MASS('t')} >= 0; abs(f[t] - 1) <= T",
                ),
                e=_AT,
                b=f"{_MASS('t')}*T + {_PARTS('t')}",
            ),
        ),
    ],
    leaf(f"1: abs({_AT}) <= {_MASS('t')}*T + {_PARTS('t')}"),
)
_ROWS = "sum(h in heads: sum(j: w[h, j]/root)) == sum(h in heads: 1/root)"

formal(
    "LEM-uneven-weights",
    title="Rows near the equal row, times factors near 1, are near the equal row",
    statement={
        "letters": ["w[head, token], f[token], S, T: measurable number; root, N: number"],
        "given": [
            "root > 0",
            "almost_always(forall h in heads, j: w[h, j] >= 0)",
            "almost_always(forall h in heads: sum(j: w[h, j]) == 1)",
            "almost_always(forall h in heads: sum(j: abs(w[h, j] - 1/N)) <= S)",
            "almost_always(forall j: abs(f[j] - 1) <= T)",
        ],
        "show": [f"almost_always(sum(j: abs({_BOTH})) <= sum(h in heads: 1/root)*(S + T))"],
    },
    proof=enter(
        "ae",
        have(
            [
                (f"sum(j: {_ROOM}) >= 0", rule("positive sum", _EACH, e=f"fn(j: {_ROOM})", new={"x": "t"})),
                (
                    f"sum(h in heads: {_HEAD}) >= 0",
                    rule(
                        "positive sum, heads",
                        have(
                            ["sum(j: abs(w[g, j] - 1/N)) <= S"],
                            leaf("1: 1/root > 0; sum(j: abs(w[g, j] - 1/N)) <= S"),
                        ),
                        e=f"fn(h in heads: {_HEAD})",
                        new={"x": "g"},
                    ),
                ),
                (
                    _ROWS,
                    rule(
                        "equal sums, heads",
                        have(["sum(j: w[g, j]) == 1"], leaf("eq 1/root: sum(j: w[g, j]) == 1")),
                        e="fn(h in heads: sum(j: w[h, j]/root))",
                        f="fn(h in heads: 1/root)",
                        new={"x": "g"},
                    ),
                ),
            ],
            leaf(f"1: sum(j: {_ROOM}) >= 0", f"1: sum(h in heads: {_HEAD}) >= 0", f"eq T: {_ROWS}"),
        ),
    ),
)
