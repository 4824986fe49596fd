"""Sections 2.1.3 and 2.3: which coincidences are non-generic. A polynomial in the entries of a matrix that is
not the zero polynomial vanishes on a closed set of measure zero without interior; so one matrix of every
size at which it does not vanish is enough. Those matrices are diag(1, ..., d), a diagonal matrix whose entries
at least square from one to the next, and I + y 11^T, which does not distinguish coordinates.
"""

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import NULL_SETS
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.1.3")
SCOPE = "all d >= 2, real d x d matrices, also symmetric ones"


def _difference(step: int) -> Evidence:
    """A factor (i - j)^2 of the discriminant at eigenvalues from 1 on, each at least `step` above the one before."""
    i, j = sp.symbols("i j", integer=True, positive=True)
    return decide.inequality((i - j) ** 2 > 0, [i >= j + step, j >= 1], scope=SCOPE, degree=6)


def _discriminant() -> Evidence:
    """At d = 2, 3 the discriminant, a polynomial in the entries of a triangular F, is the product of differences."""
    z = sp.Symbol("z")
    pairs = {}
    for d in (2, 3):
        F = sp.Matrix(d, d, lambda a, b: sp.Symbol(f"F_{a}{b}") if b >= a else 0)
        found = sp.discriminant((z * sp.eye(d) - F).det(method="berkowitz"), z)
        at = {F[a, b]: a + 1 if a == b else 0 for a in range(d) for b in range(a, d)}
        differences = [(a - b) ** 2 for a in range(d) for b in range(a)]
        pairs[f"d = {d}"] = (sp.expand(found).subs(at), sp.prod(differences))
    return decide.identity(pairs, scope="d = 2, 3: the discriminant at diag(1, ..., d)", covers=False)


@claim(
    "POW-C3.gen",
    title="A repeated principal eigenvalue is non-generic",
    statement=(
        "The matrices F with a repeated eigenvalue, in particular with a repeated principal one, lie in the"
        r" zero set of the discriminant of $\det(zI - F)$, a polynomial in the entries that does not vanish at"
        r" $\mathrm{diag}(1, \dots, d)$: a closed set of measure zero, among all matrices and among symmetric"
        " ones. (The zero set of a polynomial that is not zero has measure zero.)" + missing(NULL_SETS)
    ),
    reading="R1: a repeated eigenvalue",
    source=SOURCE,
    kind="identity",
    hypotheses=("integer(i)", "integer(j)", "j >= 1", "i > j"),
    instance={"i": 3, "j": 2},
    twin=Twin("the identity matrix in the place of diag(1, ..., d)", {"step": 0}),
    expected=Verdict.ARGUED,
)
def repeated(step: int = 1) -> Iterator[Evidence]:
    yield _difference(step)
    yield _discriminant()


@claim(
    "POW-C3.gen.R2.repaired",
    title="Equal moduli or real parts other than of conjugate pairs are non-generic",
    statement=(
        "Two eigenvalues of F that are not conjugate to each other and have the same modulus or the same real part"
        r" are non-generic: for two different pairs of indices $\{i, i'\} \ne \{k, k'\}$, an eigenvalue with its"
        r" conjugate or a real one twice, they make $\lambda_i\lambda_{i'} - \lambda_k\lambda_{k'}$ or $\lambda_i +"
        r" \lambda_{i'} - \lambda_k - \lambda_{k'}$ vanish. The product of the squares of all these differences is"
        " symmetric in the eigenvalues, hence a polynomial in the entries of F, and does not vanish for a diagonal F"
        r" with $\lambda_1 = 2$, $\lambda_{i+1} = \lambda_i^2$. (The zero set of a polynomial that is not zero has"
        " measure zero.)" + missing(NULL_SETS)
    ),
    source=SOURCE,
    kind="identity",
    hypotheses=("lambda_k >= 2", "lambda_l >= 2", "lambda_j >= 2", "top >= lambda_k**2", "top >= lambda_l**2"),
    instance={"lambda_k": 4, "lambda_l": 2, "lambda_j": 2, "top": 16},
    twin=Twin("eigenvalues that grow without squaring", {"power": 1}),
    expected=Verdict.ARGUED,
    repairs="POW-C3.gen.R2",
)
def coincidences(power: int = 2) -> Iterator[Evidence]:
    first, second, other, top = sp.symbols("lambda_k lambda_l lambda_j top", real=True)
    given = [first >= 2, second >= 2, other >= 2, top >= first**power, top >= second**power]
    mixed = [first - second]
    yield conjunction(
        {
            # an index common to the pairs is taken out first; `top` then has the largest index of those left
            "products of disjoint pairs": decide.inequality(
                top * other > first * second, given, scope=SCOPE, squares=mixed
            ),
            "sums of disjoint pairs": decide.inequality(
                top + other > first + second, given, scope=SCOPE, squares=mixed
            ),
            "pairs with a common index: a factor or term that is left differs": decide.inequality(
                [top > first, other > 0], given, scope=SCOPE
            ),
        },
        scope=SCOPE,
    )
    a, b = sp.symbols("a b", real=True)
    trace, det = a + b, a * b
    gap = trace**2 - 4 * det
    yield decide.identity(
        {
            "products": (((a**2 - a * b) * (a**2 - b**2) * (a * b - b**2)) ** 2, det**2 * trace**2 * gap**3),
            "sums": (((a - b) * (2 * a - 2 * b) * (a - b)) ** 2, 4 * gap**3),
        },
        scope="d = 2: the two products as polynomials in trace and determinant of F",
        covers=False,
    )


@claim(
    "POW-S1.gen",
    title="The stacked value matrix is generically invertible",
    statement=(
        r"In the standard layout $Hd_h = d$ the determinant of the $d \times d$ matrix $V_{cat}$ is a"
        " polynomial in the entries of the value matrices of the heads, and not the zero polynomial: $V_{cat} ="
        r" I + y\,11^T$, with the inverse $I - \frac{y}{1 + dy}11^T$, occurs. So $V_{cat}$ is invertible"
        r" outside a closed set of measure zero. (If $Hd_h \ne d$ it is not square.)" + missing(NULL_SETS)
    ),
    source=Source(PAPER, "Section 2.3"),
    kind="identity",
    hypotheses=("integer(d)", "d >= 2", "1 + d*y > 0"),
    instance={"d": 768, "y": "1/2"},
    twin=Twin("the rank-one matrix y 11^T", {"own": 0}),
    expected=Verdict.ARGUED,
)
def generically_invertible(own: int = 1) -> Iterator[Evidence]:
    from attnverify.proofs_checks.derivations.grouped import BlockConstant

    d, y = sp.Symbol("d", integer=True, positive=True), sp.Symbol("y", real=True)
    inverse = -y / (1 + d * y)
    # (own I + y 11^T)(I + inverse 11^T): an entry on the diagonal and one off it, the d paths split by pattern
    diagonal = (own + y) * (1 + inverse) + (d - 1) * y * inverse
    beside = (own + y) * inverse + y * (1 + inverse) + (d - 2) * y * inverse
    scope = "all d >= 2, H d_h = d, every number of heads"
    block = BlockConstant(np.array([sp.Integer(own)]), np.array([[y]]), np.array([d]))
    quotient = block.quotient()[0, 0]
    yield decide.identity(
        {"diagonal": (diagonal, sp.Integer(1)), "off the diagonal": (beside, sp.Integer(0))},
        given=[d >= 2, 1 + d * y > 0],
        scope=scope,
    )
    yield conjunction(
        {
            "the splitting for every d": decide.identity(
                {says: (left, right) for says, left, right in block.reduction_identities()}, scope=scope
            ),
            "the eigenvalue of multiplicity d - 1 is 1": decide.identity(
                {"own": (block.own[0], sp.Integer(1))}, scope=scope
            ),
            "the simple one is positive": decide.inequality(quotient > 0, [1 + d * y > 0], scope=scope),
        },
        scope=scope,
        method="Spectrum by token symmetry",
    )
