"""How far the means of two families of tokens under two rows of weights are apart."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Tree, define, enter, have, leaf, rule, split


def _apart(suffix: str, over: str) -> Tree:
    """The square of the difference is a sum over the tokens of a range, term by term at most its length."""
    gap = f"(sum({over}: a[j]*x[j]) - sum({over}: b[j]*y[j]))"
    long, other = f"norm{gap}", gap.replace("[j]", "[h]").replace("sum(j", "sum(h")
    moved = f"a[j]*(norm{other}*delta - dot({other}, x[j] - y[j]))"
    turned = f"abs(a[j] - b[j])*norm{other} - (a[j] - b[j])*dot({other}, y[j])"
    signed = [
        ("a[t] - b[t] <= abs(a[t] - b[t])", rule("absolute above", e="a[t] - b[t]")),
        ("-(a[t] - b[t]) <= abs(a[t] - b[t])", rule("absolute above minus", e="a[t] - b[t]")),
    ]
    along = [
        (f"dot({gap}, {s}y[t]) <= n*norm({s}y[t])", rule("Cauchy-Schwarz", u=gap, w=f"{s}y[t]")) for s in ("", "-")
    ]
    unit = "dot(y[t], y[t]) == 1"
    ones = [
        (f"norm({s}y[t]) <= 1", rule("below the square", leaf("1:"), leaf(use=[unit]), a=f"norm({s}y[t])", b="1"))
        for s in ("", "-")
    ]
    sides = [
        (f"{s}dot({gap}, y[t]) <= n", leaf(f"1: {cauchy[0]}", f"1: n >= 0; {one[0]}"))
        for s, cauchy, one in zip(("", "-"), along, ones, strict=True)
    ]
    total = f"sum({over}: abs(a[j] - b[j]))"
    pulled = f"dot({gap}, x[t] - y[t]) <= n*norm(x[t] - y[t])"
    return define(
        [f"n := {long}"],
        have(
            [
                (
                    f"sum({over}: {moved}) >= 0",
                    rule(
                        f"positive sum{suffix}",
                        have(
                            [(pulled, rule("Cauchy-Schwarz", u=gap, w="x[t] - y[t]")), "norm(x[t] - y[t]) <= delta"],
                            leaf(f"1: a[t] >= 0; {pulled}", "1: a[t] >= 0; n >= 0; norm(x[t] - y[t]) <= delta"),
                        ),
                        e=f"fn(j: {moved})",
                        new={"x": "t"},
                    ),
                ),
                (
                    f"sum({over}: {turned}) >= 0",
                    rule(
                        f"positive sum{suffix}",
                        have(
                            [*signed, *along, unit, *ones, *sides],
                            leaf(f"1/2: {signed[0][0]}; {sides[1][0]}", f"1/2: {signed[1][0]}; {sides[0][0]}"),
                        ),
                        e=f"fn(j: {turned})",
                        new={"x": "t"},
                    ),
                ),
                f"sum({over}: a[j]) == 1",
                f"{total} <= E",
                (
                    f"{total} >= 0",
                    rule(
                        f"positive sum{suffix}",
                        have(signed, leaf(f"1/2: {signed[0][0]}", f"1/2: {signed[1][0]}")),
                        e="fn(j: abs(a[j] - b[j]))",
                        new={"x": "t"},
                    ),
                ),
                (
                    "delta >= 0",
                    rule(
                        f"some element{suffix}",
                        have(
                            ["norm(x[t] - y[t]) <= delta"],
                            leaf("1: norm(x[t] - y[t]) <= delta", "1: norm(x[t] - y[t]) >= 0"),
                        ),
                        C="delta >= 0",
                        new={"x": "t"},
                    ),
                ),
                (
                    "n*n <= n*(delta + E)",
                    leaf(
                        f"1: sum({over}: {moved}) >= 0",
                        f"1: sum({over}: {turned}) >= 0",
                        f"1: n >= 0; {total} <= E",
                        f"eq n*delta: sum({over}: a[j]) == 1",
                    ),
                ),
            ],
            split(
                "0 < n or n <= 0",
                leaf("1: n*n <= n*(delta + E); 1/n > 0"),
                leaf("1: n <= 0", "1: delta >= 0", f"1: {total} >= 0", f"1: {total} <= E"),
            ),
        ),
    )


def _declare(name: str, words: str, letters: str, suffix: str, over: str) -> None:
    formal(
        f"LEM-means-apart{name}",
        title=f"How far the means of two families{words} under two rows of weights are apart",
        statement={
            "letters": [
                f"a[token], b[token], delta, E: measurable number; x[token], y[token]: measurable vector{letters}"
            ],
            "given": [
                f"almost_always(forall {over}: a[j] >= 0)",
                f"almost_always(sum({over}: a[j]) == 1)",
                f"almost_always(sum({over}: abs(a[j] - b[j])) <= E)",
                "almost_always(forall j: dot(y[j], y[j]) == 1)",
                f"almost_always(forall {over}: norm(x[j] - y[j]) <= delta)",
            ],
            "show": [f"almost_always(norm(sum({over}: a[j]*x[j]) - sum({over}: b[j]*y[j])) <= delta + E)"],
        },
        proof=enter("ae", _apart(suffix, over)),
    )


_declare("", "", "", "", "j")
_declare(".upto", " up to a token", "; i: token", ", upto", "j in upto(i)")
