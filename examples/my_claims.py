"""A claim of one's own: `attnverify check examples/my_claims.py`, or `pytest --claims-file examples/my_claims.py`."""

import attnverify.verify.deciders as decide
from attnverify.verify import Paper, Source, Twin, Verdict, claim, lazy
from attnverify.verify.formal import Variant, formal
from attnverify.verify.search.build import leaf

sp = lazy("sympy")
PAPER = Paper("mine", "A paper of mine")


@claim(
    "MY-L1",
    title="Two heads contract",
    statement=r"For $\alpha > 0$ and $\lambda_1, \lambda_2 > 0$ with $\alpha(\lambda_1 + \lambda_2) < 2$ the factor "
    r"$|1 - \alpha(\lambda_1 + \lambda_2)|$ is below 1.",
    source=Source(PAPER, "Lemma 1"),
    kind="inequality",
    hypotheses=("alpha > 0", "lam1 > 0", "lam2 > 0", "alpha*(lam1 + lam2) < 2"),
    instance={"alpha": "1/4", "lam1": 1, "lam2": 2},
    twin=Twin("step sizes up to 5/2", {"bound": "5/2"}),
    expected=Verdict.ARGUED,
)
def two_heads(bound="2"):
    """Both signs of the absolute value, from products of what is given."""
    alpha, lam1, lam2 = sp.symbols("alpha lam1 lam2", positive=True)
    given = [alpha * (lam1 + lam2) < sp.Rational(bound)]
    yield decide.inequality(abs(1 - alpha * (lam1 + lam2)) < 1, given, scope="all alpha, lam1, lam2 as stated")


# In proof form the verdict is about the statement itself, and can be PROVED: the kernel reads it and checks the proof.
formal(
    "MY-T1",
    title="Two heads contract every disagreement",
    sentence=r"For $0 < \alpha(\lambda_1 + \lambda_2) < 2$ and $x \ne 0$ let $y = x - \alpha(\lambda_1 + \lambda_2)x$. "
    r"Then $|y| < |x|$.",
    source=Source(PAPER, "Theorem 1"),
    kind="inequality",
    statement={
        "letters": ["alpha, lam1, lam2, x: number"],
        "where": ["a := alpha*(lam1 + lam2)", "y := x - a*x"],
        "given": ["0 < a", "a < 2", "x*x > 0"],
        "show": ["y^2 < x^2"],
    },
    proof=leaf("1: a > 0; a < 2; x*x > 0"),  # x^2 - y^2 = a*(2 - a)*x^2
    instance={"letters": {"alpha": "1/4", "lam1": 1, "lam2": 2, "x": -1}},
    twin=Variant("steps up to 5/2", {"a < 2": "2*a < 5"}, {"letters": {"alpha": "3/4", "lam1": 1, "lam2": 2, "x": -1}}),
)
