"""Over earlier tokens that all start at the first one exactly the antipode misses consensus (CON-X9.equal)."""

from __future__ import annotations

from proofs_checks.consensus.proofs.cascade_step import FIRST, MEETS, drawn
from proofs_checks.consensus.proofs.instances import OPPOSITE, TOP, heads
from proofs_checks.consensus.proofs.models import BOUNDED_P, HEADS, HEADS_SOLUTION
from proofs_checks.consensus.proofs.same_start import LATER, SOURCE, STRENGTH, SUM, row
from proofs_checks.consensus.proofs.theorem_4_2 import LOWER, WEIGHT
from proofs_checks.lemmas.cascade import STANDS, C
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, enter, have, intro, leaf, lemma, restate, rule

_E = "start(y[f])"
_TOGETHER = f"forall j in before({{0}}): y[j] == {_E}".format
_UNIT = "forall i: dot(y[i], y[i]) == 1"


def _stays(i: str, s: str) -> Tree:
    """Token i stays where it starts, at the first one or at its antipode."""
    return have(
        [
            *row(i),
            (f"dot({_E}, {_E}) == 1", enter("start", leaf(use=[_UNIT]))),
            (
                f"always(y[{i}] == {s}*{_E})",
                lemma(
                    "LEM-same-place",
                    KNOWN,
                    enter("every", KNOWN),
                    enter("ae", KNOWN),
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    KNOWN,
                    {"left" if s == "1" else "right": leaf()},
                    enter("start", leaf(use=[f"y[{i}] == {s}*y[f]"]) if i == "g" else leaf(use=[f"y[{i}] == y[f]"])),
                    u=f"y[{i}]",
                    a=f"fn(j: {WEIGHT(i, 'j')})",
                    g=i,
                    e=_E,
                    s=s,
                    S=STRENGTH,
                ),
            ),
        ],
        KNOWN,
    )


_ALWAYS = f"forall j in before({{0}}): always(y[j] == {_E})".format
_NEXT = intro(
    "",
    have(
        [
            (_ALWAYS("x"), intro("p", have([("p < g", lemma("LEM-token-order", a="p", b="x", c="g"))], KNOWN))),
            (f"always({_TOGETHER('x')})", enter("every", intro("p", KNOWN))),
        ],
        _stays("x", "1"),
    ),
)
_EACH = f"i < g => always(y[i] == {_E})"
_STARTED: Steps = [
    (f"forall i: {_EACH}", rule("strong induction", _NEXT, P=f"fn(i: {_EACH})")),
    (_ALWAYS("g"), intro("p", KNOWN)),
    (f"always({_TOGETHER('g')})", enter("every", intro("p", KNOWN))),
]
_PULL = f"{WEIGHT('g', 'j')}*(dot(y[f], y[j]) - {C}*dot(y[g], y[j]))"
_ALONG = f"{WEIGHT('g', 'j')}*(1 - {C}^2)"
_PULLED = f"sum(j in before(g): {_PULL}) == sum(j in before(g): {_ALONG})"
_FLOW = f"rate(y[g]) == sum(j in before(g): {WEIGHT('g', 'j')}*(y[j] - dot(y[g], y[j])*y[g]))"
_RATE = f"rate({C}) == {SUM('g')}*(1 - {C}^2)"
_DRAWN = f"always(1 + {C} > 0) and decays((1 - {C})/(1 + {C}), 2*{LOWER('g')}) and exponentially_small(1 - {C})"
_COMES = have(
    [
        (f"dot({_E}, {_E}) == 1", enter("start", leaf(use=[_UNIT]))),
        (
            f"start({C}) > -1",
            enter(
                "start",
                have(
                    [("dot(y[g] + y[f], y[g] + y[f]) > 0", rule("positive square", u="y[g] + y[f]"))],
                    leaf("1/2: dot(y[g] + y[f], y[g] + y[f]) > 0", use=[_UNIT]),
                ),
            ),
        ),
        (
            f"almost_always({_RATE})",
            enter(
                "ae",
                have(
                    [
                        _FLOW,
                        (
                            _PULLED,
                            rule(
                                "equal sums, before",
                                leaf(use=[f"y[q] == {_E}", f"y[f] == {_E}", f"dot({_E}, {_E}) == 1"]),
                                e=f"fn(j: {_PULL})",
                                f=f"fn(j: {_ALONG})",
                                i="g",
                                new={"x": "q"},
                            ),
                        ),
                    ],
                    leaf(f"eq 1: {_PULLED}", use=["rate(y[f]) == 0", _FLOW]),
                ),
            ),
        ),
        (
            _DRAWN,
            lemma(
                "LEM-cosine",
                KNOWN,
                KNOWN,
                KNOWN,
                enter("every", leaf("1/2: dot(y[g] - y[f], y[g] - y[f]) >= 0", use=[_UNIT])),
                enter("start", KNOWN),
                z=C,
                a=SUM("g"),
                delta=LOWER("g"),
            ),
        ),
        (f"tends(1 - {C}, 0)", lemma("LEM-small.tends", z=f"1 - {C}")),
        (f"tends({C} - 1, -0)", lemma("LEM-tends.opposite", restate(f"tends(1 - {C}, 0)", KNOWN), z=f"{C} - 1", c="0")),
        (
            f"tends({C}, 1)",
            lemma("LEM-tends.same", KNOWN, enter("every", leaf()), a=f"{C} - 1", b=C, c="-0", d="1"),
        ),
    ],
    MEETS,
)
_STILL = "always(y[g] == -y[f])"
_REMAINS = have(
    [(f"always(y[g] == -1*{_E})", _stays("g", "-1"))],
    enter("every", leaf(use=[f"y[g] == -1*{_E}", f"y[f] == {_E}"])),
)

formal(
    "CON-X9.equal",
    title="Over earlier tokens that all start at the first one exactly its antipode misses consensus",
    sentence=(
        r"Auto-regressive model, $U_\eta = I$, W = I, bounded P(t), all n, h and $\ell$: if the tokens before token i"
        " start at $y_1$, token i stays at $-y_1$ if it starts there, and converges to $y_1$ from everywhere else. With"
        r" $\ell = 2$, exactly $y_2 = -y_1$ does not reach consensus; with $\ell = 3$, over $y_2 = y_1$ it is"
        " $y_3 = -y_1$, and over $y_2 = -y_1$ no $y_3$ reaches it."
    ),
    source=SOURCE,
    kind="convergence",
    role="extension",
    statement=model(
        HEADS,
        HEADS_SOLUTION,
        BOUNDED_P,
        LATER,
        {
            "given": ["at_start(forall j in before(g): y[j] == y[f])"],
            "show": [f"at_start(y[g] == -y[f]) => {_STILL}", f"at_start(y[g] != -y[f]) => {FIRST}"],
        },
    ),
    proof=[
        have([(STANDS, lemma("CON-T4.2.a"))], drawn(have(_STARTED, intro("", then)))) for then in (_REMAINS, _COMES)
    ],
    instance=heads(g=2, K=6, y=[TOP, TOP, OPPOSITE]),
    twin=Variant(
        "from the antipode as well",
        {"at_start(y[g] != -y[f])": "at_start(y[g] == -y[f])"},
        heads(g=2, K=6, y=[TOP, TOP, OPPOSITE]),
    ),
)
