"""Linear consensus with nearly equal weights: the diameter has the rate of equal weights, up to the difference."""

from verify.formal import formal
from verify.tactics.build import Tree, both, cases, enter, have, leaf, rule

_D = "diam(k: q[k])"
_G = "(q[x] - q[y1])"
_SIZE = f"norm{_G}"
LINEAR = "almost_always(forall i: rate(q[i]) == sum(j: b[i, j]*(q[j] - q[i])))"
UNEQUAL = "almost_always(forall i: sum(j: abs(b[i, j] - s/N)) <= E)"


def _pull(row: str, sign: str) -> tuple[str, Tree]:
    """What the unequal parts of the weights of a row do along the widest pair."""
    over = f"b[{row}, j] - s/N"
    at = over.replace("j]", "t]")
    e = f"abs({over})*{_D}*{_D} {sign} ({over})*dot({_G}, q[j] - q[{row}])"
    gap = f"norm(q[t] - q[{row}])"
    found = have(
        [
            (f"dot({_G}, q[t] - q[{row}]) <= {_SIZE}*{gap}", rule("Cauchy-Schwarz", u=_G, w=f"q[t] - q[{row}]")),
            (
                f"dot(-{_G}, q[t] - q[{row}]) <= norm(-{_G})*{gap}",
                rule("Cauchy-Schwarz", u=f"-{_G}", w=f"q[t] - q[{row}]"),
            ),
            (f"{gap} <= {_D}", rule("within the diameter", q="q", y="t", z=row)),
            (
                f"dot({_G}, q[t] - q[{row}]) <= {_D}*{_D}",
                leaf(
                    f"1: dot({_G}, q[t] - q[{row}]) <= {_SIZE}*{gap}",
                    f"1: {_D} > 0; {gap} <= {_D}",
                    use=[f"{_D} == {_SIZE}"],
                ),
            ),
            (
                f"-dot({_G}, q[t] - q[{row}]) <= {_D}*{_D}",
                leaf(
                    f"1: dot(-{_G}, q[t] - q[{row}]) <= norm(-{_G})*{gap}",
                    f"1: {_D} > 0; {gap} <= {_D}",
                    use=[f"{_D} == {_SIZE}"],
                ),
            ),
            (f"{at} <= abs({at})", rule("absolute above", e=at)),
            (f"-({at}) <= abs({at})", rule("absolute above minus", e=at)),
        ],
        leaf(
            f"1/2: {at} <= abs({at}); {'-' if sign == '-' else ''}dot({_G}, q[t] - q[{row}]) <= {_D}*{_D}",
            f"1/2: -({at}) <= abs({at}); {'' if sign == '-' else '-'}dot({_G}, q[t] - q[{row}]) <= {_D}*{_D}",
        ),
    )
    return f"sum(j: {e}) >= 0", rule("positive sum", found, e=f"fn(j: {e})", new={"x": "t"})


_PULLS = [_pull(row, sign) for row in ("x", "y1") for sign in "-+"]
_LEAST = f"rate({_D}) >= -(s*{_D}) - 2*E*{_D}"
_MOST = f"rate({_D}) <= -(s*{_D}) + 2*E*{_D}"
_WIDE = have(
    [
        (f"{_D} > 0", leaf(f"1: -{_D} < 0")),
        (f"{_SIZE} > 0", leaf(f"1: {_D} > 0", f"eq 1: {_D} == {_SIZE}")),
        (f"rate({_D} - {_SIZE}) == 0", rule("rate on a level", z=f"{_D} - {_SIZE}", m="0")),
        ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
        *_PULLS,
        "sum(j: abs(b[x, j] - s/N)) <= E",
        "sum(j: abs(b[y1, j] - s/N)) <= E",
        (
            f"dot({_G}, rate(q[x]) - rate(q[y1])) <= -(s*{_D}*{_D}) + 2*E*{_D}*{_D}",
            leaf(
                f"1: {_PULLS[0][0]}",
                f"1: {_PULLS[3][0]}",
                f"1: {_D} > 0; {_D} > 0; sum(j: abs(b[x, j] - s/N)) <= E",
                f"1: {_D} > 0; {_D} > 0; sum(j: abs(b[y1, j] - s/N)) <= E",
                use=[LINEAR[14:-1], f"{_D} == {_SIZE}", "N == sum(j: 1)"],
            ),
        ),
        (
            f"dot({_G}, rate(q[x]) - rate(q[y1])) >= -(s*{_D}*{_D}) - 2*E*{_D}*{_D}",
            leaf(
                f"1: {_PULLS[1][0]}",
                f"1: {_PULLS[2][0]}",
                f"1: {_D} > 0; {_D} > 0; sum(j: abs(b[x, j] - s/N)) <= E",
                f"1: {_D} > 0; {_D} > 0; sum(j: abs(b[y1, j] - s/N)) <= E",
                use=[LINEAR[14:-1], f"{_D} == {_SIZE}", "N == sum(j: 1)"],
            ),
        ),
    ],
    both(
        leaf(
            f"1: 1/{_D} > 0; dot({_G}, rate(q[x]) - rate(q[y1])) >= -(s*{_D}*{_D}) - 2*E*{_D}*{_D}",
            f"eq -1: rate({_D} - {_SIZE}) == 0",
            use=[f"{_D} == {_SIZE}"],
        ),
        leaf(
            f"1: 1/{_D} > 0; dot({_G}, rate(q[x]) - rate(q[y1])) <= -(s*{_D}*{_D}) + 2*E*{_D}*{_D}",
            f"eq 1: rate({_D} - {_SIZE}) == 0",
            use=[f"{_D} == {_SIZE}"],
        ),
    ),
)
_NARROW = have(
    [
        (f"{_D} == 0", rule("antisymmetry", leaf(f"1: -{_D} >= 0"), leaf(), a=_D, b="0")),
        (f"rate({_D}) == 0", rule("rate on a level", z=_D, m="0")),
    ],
    both(*(leaf(f"eq {sign}1: rate({_D}) == 0", use=[f"{_D} == 0"]) for sign in ("-", ""))),
)
RATES = f"almost_always({_LEAST} and {_MOST})"

formal(
    "LEM-nearly-uniform",
    title="The rate of a diameter under nearly equal weights",
    statement={
        "letters": ["q[token]: moving vector; b[token, token], E: measurable number; s, N: number"],
        "given": ["N == sum(j: 1)", LINEAR, UNEQUAL],
        "show": [RATES],
    },
    proof=enter(
        "ae",
        rule(
            "attained diameter",
            cases(f"-{_D}", _NARROW, _WIDE),
            q="q",
            C=f"{_LEAST} and {_MOST}",
            new={"y": "y1"},
        ),
    ),
)
