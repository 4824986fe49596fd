"""A claim of one's own: `attnverify check examples/my_claims.py`, or `pytest --claims-file examples/my_claims.py`."""

from attnverify.verify import Paper, Source, Twin, Verdict, claim, draws, lazy
from attnverify.verify.formal import Variant, formal
from attnverify.verify.search.build import leaf

np = lazy("numpy")
PAPER = Paper("mine", "A paper of mine")


@claim(
    "MY-L1",
    title="Two random heads contract",
    statement=r"For $\alpha = 1$ and $\lambda_1, \lambda_2$ uniform in $[0, 1]$ the factor "
    r"$|1 - \alpha(\lambda_1 + \lambda_2)|$ is below 1 with a probability of at least 99 per cent.",
    source=Source(PAPER, "Table 1"),
    kind="experiment",
    twin=Twin("steps of 3/2", {"alpha": 1.5}),
    expected=Verdict.TESTED,
)
def two_heads(alpha=1.0, seed=0):
    """How often it is, among draws: evidence is never more than TESTED."""
    lam = np.random.default_rng(seed).uniform(size=(1000, 2)).sum(axis=1)
    scope = f"1000 draws of two eigenvalues, alpha = {alpha}"
    return draws.counted(abs(1 - alpha * lam) < 1, scope=scope, seed=seed, at_least=0.99)


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
