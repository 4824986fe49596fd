"""Rows of softmax differ in sum by no more than their logits do: rows whose odds differ by bounded factors."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import Steps, Tree, both, define, enter, have, intro, leaf, lemma, rule, split

_X = "(a[{0}] - b[{0}])".format
_C = f"(1/2 + {_X('{0}')}/(2*(abs({_X('{0}')}) + eps)))".format
_ODDS = "exp(T)*(T - 2) + T + 2"
EXPONENTIALS = "forall T in number: T >= 0 => 2*(exp(T) - 1) <= T*(exp(T) + 1)"
_RISEN = _ODDS.replace("T", "time")
_LATER = lemma(
    "LEM-reached",
    leaf("1: 0 < T"),
    enter("every", intro("", leaf(f"1: {_RISEN} >= start({_RISEN})", use=["time == T"]))),
    T="T",
    C="2*(exp(T) - 1) <= T*(exp(T) + 1)",
)
_AT_ONCE = have([("T == 0", rule("antisymmetry", a="T", b="0"))], leaf(use=["T == 0"]))

formal(
    "LEM-half-tanh",
    title="2 (exp(s) - 1)/(exp(s) + 1), which is 2 tanh(s/2), is at most s",
    statement={"show": [EXPONENTIALS]},
    proof=have(
        [
            ("always(time >= 0)", rule("time passes")),
            (
                f"always({_RISEN} >= start({_RISEN}))",
                rule(
                    "monotone",
                    have(
                        [("1 - time <= exp(-time)", rule("exp tangent", a="-time"))],
                        leaf("1: 1 - time <= exp(-time); exp(time) > 0"),
                    ),
                    z=_RISEN,
                ),
            ),
        ],
        intro(["T", ""], split("0 < T or T <= 0", _LATER, _AT_ONCE)),
    ),
)


def _share(t: str) -> Steps:
    """The weight of a token in the comparison is in [0, 1], and sees almost all of the difference."""
    x = _X(t)
    return [
        (f"{x} <= abs{x}", rule("absolute above", e=x)),
        (f"-{x} <= abs{x}", rule("absolute above minus", e=x)),
        (f"abs{x} >= 0", leaf(f"1/2: {x} <= abs{x}", f"1/2: -{x} <= abs{x}")),
        (f"abs{x} + eps > 0", leaf(f"1: abs{x} >= 0", "1: eps > 0")),
        (f"{_C(t)} >= 0", leaf(f"1/2: -{x} <= abs{x}", "1/2: eps > 0", times=[f"abs{x} + eps"])),
        (f"{_C(t)} <= 1", leaf(f"1/2: {x} <= abs{x}", "1/2: eps > 0", times=[f"abs{x} + eps"])),
    ]


def _rows(suffix: str, over: str) -> Tree:
    """The sums of two rows over a range, `over` its index j and the range."""

    def total(term: str, index: str = "j") -> str:
        return f"sum({over.replace('j', index, 1)}: {term})"

    def each(term: str, then: Tree, new: str = "t") -> tuple[str, Tree]:
        return f"{total(term)} >= 0", rule(f"positive sum{suffix}", then, e=f"fn(j: {term})", new={"x": new})

    def pair(one: str, other: str) -> str:
        return f"{_C(one)}*(1 - {_C(other)})*(r^2*b[{one}]*a[{other}] - a[{one}]*b[{other}])"

    shares = [total(f"{_C('j')}*{z}[j]") for z in "ab"]
    apart, rows = total(f"abs{_X('j')}"), [f"{total(z + '[j]')} == 1" for z in "ab"]
    inner = each(
        pair("t", "j"),
        have(
            [*_share("t"), *_share("u"), "a[t]*b[u] <= r^2*a[u]*b[t]"],
            leaf(f"1: {_C('t')} >= 0; {_C('u')} <= 1; a[t]*b[u] <= r^2*a[u]*b[t]"),
        ),
        "u",
    )
    pairs = (
        f"{total(total(pair('k', 'j')), 'k')} >= 0",
        rule(
            f"positive sum{suffix}",
            have([inner], leaf(f"1: {inner[0]}")),
            e=f"fn(k: {total(pair('k', 'j'))})",
            new={"x": "t"},
        ),
    )
    seen = each(
        f"2*({_C('j')} - 1/2)*{_X('j')} - abs{_X('j')} + eps",
        have(
            [*_share("t"), (f"abs{_X('t')}^2 == {_X('t')}^2", rule("absolute square", e=_X("t")))],
            leaf("1: sq eps", f"eq -1: abs{_X('t')}^2 == {_X('t')}^2", times=[f"abs{_X('t')} + eps"]),
        ),
    )
    out = each(f"(1 - {_C('j')})*a[j]", have(_share("t"), leaf(f"1: {_C('t')} <= 1; a[t] >= 0")))
    kept = each(f"{_C('j')}*b[j]", have(_share("t"), leaf(f"1: {_C('t')} >= 0; b[t] >= 0")))
    odds, d = "p*(1 - q) <= r^2*q*(1 - p)", "(p - q)"
    near = f"(r + 1)*({apart} - {{0}}*{total('1')}) <= 2*(r - 1)".format
    excess = f"((r + 1)*{apart} - 2*(r - 1))"
    small = f"{excess}/(2*(r + 1)*{total('1')})"
    return have(
        [
            *rows,
            (
                f"forall eps in number: eps > 0 => {near('eps')}",
                intro(
                    ["eps", ""],
                    define(
                        [f"p := {shares[0]}", f"q := {shares[1]}"],
                        have(
                            [
                                pairs,
                                seen,
                                out,
                                kept,
                                (odds, leaf(f"1: {pairs[0]}", f"eq r^2*q: {rows[0]}", f"eq -p: {rows[1]}")),
                                (f"{d} <= 1", leaf(f"1: {out[0]}", f"1: {kept[0]}", f"eq 1: {rows[0]}")),
                                (
                                    f"1 + {d} <= r*(1 - {d})",
                                    rule(
                                        "below the square",
                                        leaf(f"1: r >= 1; {d} <= 1", f"1: {d} <= 1"),
                                        leaf(
                                            f"4: {odds}",
                                            "1: r >= 1; r >= 1; sq 1 - p - q",
                                            "2: r >= 1; sq 1 - p - q",
                                        ),
                                        a=f"1 + {d}",
                                        b=f"r*(1 - {d})",
                                    ),
                                ),
                            ],
                            leaf(
                                f"2: 1 + {d} <= r*(1 - {d})",
                                f"1: r >= 1; {seen[0]}",
                                f"2: {seen[0]}",
                                f"eq -r - 1: {rows[0]}",
                                f"eq r + 1: {rows[1]}",
                            ),
                        ),
                    ),
                ),
            ),
            ("r + 1 > 0", leaf("1: r >= 1", "2:")),
        ],
        split(
            f"0 < {excess} or {excess} <= 0",
            have(
                [
                    (f"{total('1')} > 0", leaf()),
                    (f"{small} > 0", leaf(f"1/2: 0 < {excess}; 1/(r + 1) > 0; 1/{total('1')} > 0")),
                    near(small),
                ],
                leaf(f"2: {near(small)}"),
            ),
            leaf(f"1: {excess} <= 0"),
        ),
    )


def _softmax(suffix: str, over: str, odds_rows: str) -> Tree:
    """From the odds of the two rows, which differ by factors of at most exp(2 s)."""
    a, b = (f"exp({z}[{{0}}])/sum({over.replace('j', 'h', 1)}: exp({z}[h]))".format for z in "kl")
    total = f"sum({over}: abs({a('j')} - {b('j')}))"
    wide, narrow = f"(exp(s) + 1)*{total} <= 2*(exp(s) - 1)", "2*(exp(s) - 1) <= s*(exp(s) + 1)"
    larger = "exp(k[x] + l[y]) <= exp(2*s + k[y] + l[x])"
    nonnegative = (
        "s >= 0",
        rule(f"some element{suffix}", leaf("1/2: -s <= k[x] - l[x]", "1/2: k[x] - l[x] <= s"), C="s >= 0"),
    )
    factor = have(
        [
            (
                larger,
                rule(
                    "exp monotone",
                    leaf("1: k[x] - l[x] <= s", "1: -s <= k[y] - l[y]"),
                    a="k[x] + l[y]",
                    b="2*s + k[y] + l[x]",
                ),
            )
        ],
        leaf(f"1: {larger}; 1/sum({over}: exp(k[j])) > 0; 1/sum({over}: exp(l[j])) > 0"),
    )
    return have(
        [
            (EXPONENTIALS, lemma("LEM-half-tanh")),
            (
                f"almost_always({wide})",
                lemma(
                    odds_rows,
                    enter(
                        "ae",
                        have(
                            [nonnegative, ("1 + s <= exp(s)", rule("exp tangent", a="s"))],
                            leaf("1: 1 + s <= exp(s)", "1: s >= 0"),
                        ),
                    ),
                    enter("ae", intro("x", both(leaf(), leaf()))),
                    enter("ae", both(leaf(), leaf())),
                    enter("ae", intro("x,y", factor)),
                    a=f"fn(j: {a('j')})",
                    b=f"fn(j: {b('j')})",
                    r="exp(s)",
                ),
            ),
        ],
        enter(
            "ae",
            have([nonnegative, narrow], leaf(f"1: {wide}; 1/(exp(s) + 1) > 0", f"1: {narrow}; 1/(exp(s) + 1) > 0")),
        ),
    )


def _declare(name: str, words: str, letters: str, suffix: str, over: str) -> None:
    odds_rows, inner = f"LEM-odds-rows{name}", over.replace("j", "h", 1)
    formal(
        odds_rows,
        title=f"Rows{words} whose odds differ by factors of at most r^2 differ in sum by at most 2 (r - 1)/(r + 1)",
        statement={
            "letters": [f"a[token], b[token], r: measurable number{letters}"],
            "given": [
                "almost_always(r >= 1)",
                f"almost_always(forall {over}: a[j] >= 0 and b[j] >= 0)",
                f"almost_always(sum({over}: a[j]) == 1 and sum({over}: b[j]) == 1)",
                f"almost_always(forall {over}, {inner}: a[j]*b[h] <= r^2*a[h]*b[j])",
            ],
            "show": [f"almost_always((r + 1)*sum({over}: abs(a[j] - b[j])) <= 2*(r - 1))"],
        },
        proof=enter("ae", _rows(suffix, over)),
    )
    formal(
        f"LEM-softmax.lipschitz{name}",
        title=f"Rows of softmax{words} whose logits differ by at most s differ by at most s in sum",
        statement={
            "letters": [f"k[token], l[token], s: measurable number{letters}"],
            "given": [f"almost_always(forall {over}: -s <= k[j] - l[j] <= s)"],
            "show": [
                f"almost_always(sum({over}: abs(exp(k[j])/sum({inner}: exp(k[h]))"
                f" - exp(l[j])/sum({inner}: exp(l[h])))) <= s)"
            ],
        },
        proof=_softmax(suffix, over, odds_rows),
    )


_declare("", "", "", "", "j")
_declare(".upto", " up to a token", "; i: token", ", upto", "j in upto(i)")
