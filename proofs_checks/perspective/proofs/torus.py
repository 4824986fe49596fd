"""(7.4), (B.1) and Remark 3.2: the energy on the torus, its second variation along cuts, positional encoding."""

from __future__ import annotations

from proofs_checks.perspective.proofs.angles import COSINES, SINES, differences
from proofs_checks.perspective.proofs.circle import TOGETHER, all_gaps, meet, pair_gap, same_place
from proofs_checks.perspective.proofs.models import LOG2
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, enter, have, intro, leaf, rule

TORUS = {
    "letters": ["beta: number; th[token]: moving number"],
    "where": ["n := sum(k: 1)", "w(i, j) := exp(beta*cos(th[i] - th[j]))"],
}
E = "sum(i, j: w(i, j))/(2*beta*n^2)"
FIELD = "-sum(j: w(i, j)*sin(th[i] - th[j]))/n"
TOP = "exp(beta)/(2*beta)"
GAP = "exp(beta) - exp(beta*cos(th[{0}] - th[{1}]))"
TWO = {"tokens": 2, "letters": {"beta": LOG2, "th": [0, "2*pi"]}}


def gap(i: str, j: str) -> Tree:
    """No weight is above exp(beta)."""
    one = f"cos(th[{i}] - th[{j}]) <= 1"
    less = f"exp(beta*cos(th[{i}] - th[{j}])) <= exp(beta)"
    near = leaf(f"1/2: sq cos(th[{i}]) - cos(th[{j}])", f"1/2: sq sin(th[{i}]) - sin(th[{j}])", use=[COSINES])
    top = rule("exp monotone", leaf(f"1: beta > 0; {one}"), a=f"beta*cos(th[{i}] - th[{j}])", b="beta")
    return have([(one, near), (less, top)], leaf(f"1: {less}"))


_GAPS = GAP.format("i", "j")
_MET = "cos(th[s] - th[t]) >= 1"
_EQUAL = f"sum(i, j: {'exp(beta*cos(th[i] - th[j]))'}) == sum(i, j: exp(beta))"

formal(
    "PER-7.4",
    statement=model(
        TORUS,
        {
            "given": ["beta != 0"],
            "show": [
                f"almost_always(rate({E}) == sum(i: 1/n*({FIELD})*rate(th[i])))",
                f"beta > 0 => always({E} <= {TOP})",
                f"beta > 0 => always({E} == {TOP} => ({TOGETHER}))",
                f"beta > 0 => always(({TOGETHER}) => {E} == {TOP})",
            ],
        },
    ),
    proof=[
        enter("ae", have(differences(), leaf(use=[COSINES, SINES]))),
        intro(
            "",
            enter(
                "every",
                have(
                    [*differences(), all_gaps(GAP, gap("q", "r"))],
                    leaf(f"1/2: 1/beta > 0; 1/n > 0; 1/n > 0; sum(i, j: {_GAPS}) >= 0"),
                ),
            ),
        ),
        intro(
            "",
            enter(
                "every",
                intro(
                    ["", "s", "t"],
                    have(
                        [
                            *differences(),
                            *pair_gap(GAP, gap("q", "r"), gap("s", "r")),
                            (
                                "exp(beta) <= exp(beta*cos(th[s] - th[t]))",
                                leaf(
                                    f"1: sum(i, j: {_GAPS}) >= sum(j: {GAP.format('s', 'j')})",
                                    f"1: sum(j: {GAP.format('s', 'j')}) >= {GAP.format('s', 't')}",
                                    f"eq -2*beta*n^2: {E} == {TOP}",
                                ),
                            ),
                            (
                                "beta <= beta*cos(th[s] - th[t])",
                                rule("exp reflects", a="beta", b="beta*cos(th[s] - th[t])"),
                            ),
                            (_MET, leaf("1: beta <= beta*cos(th[s] - th[t]); 1/beta > 0")),
                        ],
                        meet(_MET),
                    ),
                ),
            ),
        ),
        intro(
            "",
            enter(
                "every",
                intro(
                    "",
                    same_place("exp(beta*cos(th[{0}] - th[{1}]))", "exp(beta)", leaf(f"eq 1/(2*beta*n^2): {_EQUAL}")),
                ),
            ),
        ),
    ],
    instance=TWO,
    twin=Variant("half of the maximum", {f"{E} <= {TOP}": f"{E} <= {TOP}/2"}, TWO),
)

ACROSS = "sum(i, j: chi[i]*(1 - chi[j])*g(th[i] - th[j]))"
CUT = f"-1/n^2*{ACROSS}"
FIRST = "-1/n^2*sum(i, j: chi[i]*sin(th[i] - th[j])*w(i, j))"

RESTING = {"tokens": 2, "letters": {"beta": LOG2, "chi": [0, 0], "th": [0, "pi/3"]}}
_IN_OR_OUT = (
    "sum(i: chi[i]^2*H(i)) == sum(i: chi[i]*H(i))",
    rule(
        "equal sums",
        leaf("eq H(q): chi[q]^2 == chi[q]"),
        e="fn(i: chi[i]^2*H(i))",
        f="fn(i: chi[i]*H(i))",
        new={"x": "q"},
    ),
)

formal(
    "PER-B.1",
    sentence=r"For $d = 2$: turning the angles of a set $S$ at unit speed, the others at rest, the second derivative of"
    r" $E_\beta$ is $-\frac1{n^2}\sum_{i \in S, j \notin S}g(\theta_i - \theta_j)$, $g(x) = (\cos x - \beta\sin^2x)"
    r"e^{\beta\cos x}$; so that sum is nonnegative where the second derivative is not positive, for every $S$.",
    statement=model(
        TORUS,
        {
            "letters": ["chi[token]: number"],
            "where": ["g(s) := (cos(s) - beta*sin(s)^2)*exp(beta*cos(s))", "H(i) := sum(j: g(th[i] - th[j]))"],
            "given": [
                "beta != 0",
                "forall i: chi[i]^2 == chi[i]",
                "almost_always(forall i: rate(th[i]) == chi[i])",
            ],
            "show": [
                f"almost_always(rate({E}) == {FIRST})",
                f"almost_always(rate({FIRST}) == {CUT})",
                f"almost_always(rate({FIRST}) <= 0 => {ACROSS} >= 0)",
            ],
        },
    ),
    proof=[
        enter("ae", have(differences(), leaf(use=[COSINES, SINES, "forall i: rate(th[i]) == chi[i]"]))),
        enter(
            "ae",
            have(
                [*differences(), _IN_OR_OUT],
                leaf(f"eq -1/n^2: {_IN_OR_OUT[0]}", use=[COSINES, SINES, "forall i: rate(th[i]) == chi[i]"]),
            ),
        ),
        enter(
            "ae",
            intro("", leaf(f"1: rate({FIRST}) <= 0; n > 0; n > 0", f"eq -n^2: rate({FIRST}) == {CUT}")),
        ),
    ],
    instance=RESTING,
    twin=Variant("pairs outside of S", {"chi[i]*(1 - chi[j])": "(1 - chi[i])*(1 - chi[j])"}, RESTING),
)

_SUMMED = "product({0}, {1}) == sum(h: cos({0}*om(h) - {1}*om(h)))".format


def summed(i: str, j: str) -> list[tuple[str, Tree]]:
    """The product of two encodings as a sum of cosines of differences."""
    cosine = f"cos({i}*om(s) - {j}*om(s)) == cos({i}*om(s))*cos({j}*om(s)) + sin({i}*om(s))*sin({j}*om(s))"
    each = intro("t", rule("cosine of a difference", a=f"{i}*om(t)", b=f"{j}*om(t)"))
    terms = rule(
        "equal sums",
        have([(f"forall s: {cosine}", each)], leaf(f"eq -1: {cosine.replace('(s)', '(q)')}")),
        e=f"fn(h: sin({i}*om(h))*sin({j}*om(h)) + cos({i}*om(h))*cos({j}*om(h)))",
        f=f"fn(h: cos({i}*om(h) - {j}*om(h)))",
        new={"x": "q"},
    )
    return [(_SUMMED(i, j), terms)]


formal(
    "PER-R3.2",
    statement={
        "letters": ["i, j, k, l: number; half, M: number; m[token]: number"],
        "where": [
            "om(h) := exp(-m[h]/half*log(M))",
            "product(a, b) := sum(h: sin(a*om(h))*sin(b*om(h)) + cos(a*om(h))*cos(b*om(h)))",
        ],
        "given": ["half == sum(h: 1)"],
        "show": [
            "product(i, i) == half",
            "i - j == k - l => product(i, j) == product(k, l)",
        ],
    },
    proof=[
        leaf(use=["half == sum(h: 1)"]),
        intro(
            "",
            have(
                [*summed("i", "j"), *summed("k", "l"), ("i == j + (k - l)", leaf("eq 1: i - j == k - l"))],
                leaf(f"eq 1: {_SUMMED('i', 'j')}", f"eq -1: {_SUMMED('k', 'l')}", use=["i == j + (k - l)"]),
            ),
        ),
    ],
    instance={"tokens": 2, "letters": {"i": 0, "j": 1, "k": 1, "l": 2, "half": 2, "M": 1, "m": [0, 1]}},
    twin=Variant(
        "the length d",
        {"product(i, i) == half": "product(i, i) == 2*half"},
        {"tokens": 2, "letters": {"i": 0, "j": 1, "k": 1, "l": 2, "half": 2, "M": 1, "m": [0, 1]}},
    ),
)
