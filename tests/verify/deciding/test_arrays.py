"""Vectors and matrices of a given size: what is written out is what the formula says."""

from fractions import Fraction

import pytest

from attnverify.verify.deciding.arrays import ARRAY_WORDS, array, written_out
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.showing import written
from attnverify.verify.kernel.terms import Rejected

LETTERS = {"A": "matrix 2", "B": "matrix 2 x 3", "x": "vector 3", "S": "symmetric 2", "P": "psd 3"}
ARRAYS = {name: array(name, word, str) for name, word in LETTERS.items()}


@pytest.mark.parametrize(("text", "out"), [
    ("x[0] + 1 > 0", "x_0 + 1 > 0"),
    ("S[1, 0] == S[0, 1]", "S_0_1 == S_0_1"),
    ("trace(A) >= 1/2", "A_0_0 + A_1_1 >= 1/2"),
    ("det(A) < 0", "A_0_0*A_1_1 + (-A_0_1)*A_1_0 < 0"),
    ("B(x)[1] == 0", "B_1_0*x_0 + B_1_1*x_1 + B_1_2*x_2 == 0"),
    ("transpose(B)[2, 1] == B[1, 2]", "B_1_2 == B_1_2"),
    ("dot(x, 2*x) >= 0", "x_0*(2*x_0) + x_1*(2*x_1) + x_2*(2*x_2) >= 0"),
    ("A - identity(2) == S", None),
    ("forall t in number: t*A[0, 0] <= t^2", "forall t in number: t*A_0_0 <= t^2"),
    ("y > 0", "y > 0"),
])  # fmt: skip
def test_formulas_are_written_out_by_entries(text, out):
    found = written(written_out(parse(text), ARRAYS))
    assert found == out if out else found.count("==") == 4


def test_a_semidefinite_matrix_is_a_product_with_its_transpose():
    P = ARRAYS["P"]
    assert P.letters == ("P_L00", "P_L10", "P_L11", "P_L20", "P_L21", "P_L22")
    values = dict(zip(P.letters, map(Fraction, (2, -1, 3, 5, 0, 7)), strict=True))
    entries = {}
    for name, tree in P.definitions:
        factors = [term.split("*") for term in written(tree).split(" + ")]
        entries[name] = sum(values[a] * values[b] for a, b in factors)
    assert entries == {"P_0_0": 4, "P_0_1": -2, "P_0_2": 10, "P_1_1": 10, "P_1_2": -5, "P_2_2": 74}


@pytest.mark.parametrize(("text", "said"), [
    ("A > 0", "no > of a 2 x 2 matrix and a number"),
    ("A + x == A", "no + of a 2 x 2 matrix and a 3 vector"),
    ("A(x)[0] > 0", "no product of a 2 x 2 matrix and a 3 vector"),
    ("A*S == S", "a product of matrices is A(B)"),
    ("det(B) > 0", "det of what is no square matrix"),
    ("x[3] > 0", "no entry x[3]"),
    ("exp(A) == A", "no exp of arrays"),
    ("trace(x) > 0", "trace of what is no square matrix"),
    ("forall x in number: x > 0", "x is an array, or a word for arrays, and a bound letter"),
    ("dot(x, B(x)) > 0", "two vectors of one size are needed"),
])  # fmt: skip
def test_what_has_no_meaning_is_refused_in_one_line(text, said):
    with pytest.raises(Rejected) as error:
        written_out(parse(text), ARRAYS)
    assert said in str(error.value)


@pytest.mark.parametrize("word", ["psd 5", "matrix 0", "matrix 2 x 9", "vector 0"])
def test_sizes_are_bounded(word):
    with pytest.raises(Rejected, match="allowed are 1 to 4"):
        array("A", word, str)


@pytest.mark.parametrize("word", [word.strip("'") for word in ARRAY_WORDS])
def test_every_word_declares_an_array(word):
    assert array("A", word, str) is not None
