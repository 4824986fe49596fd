from fractions import Fraction

import numpy as np
import pytest

import stability as st
from verify.cli.claims import BadInput
from verify.cli.matrices import read_matrix, read_number


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_csv_is_read_exactly(tmp_path):
    rows = read_matrix(written(tmp_path, "V.csv", "0.1, -3/5\n2e-3,log(9)/2 - 1\n\n"), "--value")
    assert rows[0] == [Fraction(1, 10), Fraction(-3, 5)]
    assert rows[1] == [Fraction(1, 500), st.log_of(Fraction(3)) + st.log_numbers.log_number(-1, "")]


@pytest.mark.parametrize(
    "text",
    [
        "v1,v2\n1/2,0\n0,-3\n",
        '"first v","second v"\r\n"1/2","0"\r\n"0","-3"\r\n',
        "1/2 0\n0 -3\n",
        "# what it is, and when\n0.5\t0\n0\t-3\n",
    ],
)
def test_names_quotes_blanks_and_comments_are_understood(tmp_path, text):
    assert read_matrix(written(tmp_path, "V.csv", text), "--value") == [[Fraction(1, 2), 0], [0, -3]]


def test_what_numpy_writes_by_default_is_read_as_it_was(tmp_path):
    V = np.random.default_rng(0).standard_normal((3, 3))
    np.savetxt(tmp_path / "V.csv", V, header="three columns")
    assert np.array_equal(np.array(read_matrix(tmp_path / "V.csv", "--value")).astype(float), V)


def test_toml_and_npy_floats_are_binary_numbers(tmp_path):
    assert read_matrix(written(tmp_path, "V.toml", 'matrix = [[0.1, "0.1"], [1, "-3/5"]]'), "--value") == [
        [0.1, Fraction(1, 10)],
        [1, Fraction(-3, 5)],
    ]
    np.save(tmp_path / "V.npy", np.array([[0.1, 2], [3, 4]]))
    assert read_matrix(tmp_path / "V.npy", "--value") == [[0.1, 2.0], [3.0, 4.0]]
    np.save(tmp_path / "W.npy", np.eye(2, dtype=np.int8))
    assert read_matrix(tmp_path / "W.npy", "--value") == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("V.csv", "1,2\n3\n", "equally long"),
        ("V.csv", "1,2,3\n4,5,6\n", "square"),
        ("V.csv", "", "equally long"),
        ("V.csv", "1,nan\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,inf\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,x\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,1/0\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,log(-2)\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,log(2)*log(3)\n0,1\n", "two logarithms"),
        ("V.csv", "1,2**9**9\n0,1\n", "only"),
        ("V.csv", "1,__import__('os')\n0,1\n", "row 1, column 2"),
        ("V.csv", "1,1e99999\n0,1\n", "exponent"),
        ("V.csv", f"1,{'9' * 500}\n0,1\n", "500 characters"),
        ("V.csv", "\n".join(",".join(["1"] * 257) for _ in range(257)), "256 rows"),
        ("V.csv", "1/2e3", "row 1, column 1 is '1/2e3'"),
        ("V.csv", "2e3/4", "unexpected 'e3'"),
        ("V.csv", "nan,nan\n1,2\n", "row 1, column 1"),
        ("V.csv", "1,2\na,b\n", "row 2, column 1"),
        ("V.csv", '"1,2\n', "no table with commas"),
        ("V.csv", "1 2\n3\n", "equally long"),
        ("V.csv", "1 - 2", "row 1, column 2 is '-'"),
        ("V.toml", "matrix = 3", "list"),
        ("V.toml", "matrix = [[true]]", "row 1, column 1"),
        ("V.toml", "matrix = [[nan, 1], [1, 1]]", "finite"),
        ("V.toml", "matrix = [[1", "TOML"),
        ("V.npy", "no array", "plain numbers"),
        ("V.txt", "1", "must end in"),
    ],
)
def test_bad_files_get_one_clear_line(tmp_path, name, text, message):
    path = written(tmp_path, name, text)
    with pytest.raises(BadInput, match=message) as caught:
        read_matrix(path, "--value")
    assert str(caught.value).startswith(f"--value {path}")
    assert "\n" not in str(caught.value)


def test_arrays_that_are_no_matrices(tmp_path):
    for name, array in {
        "object": np.array([[{}, 1], [2, 3]], dtype=object),
        "complex": np.eye(2) * 1j,
        "cube": np.zeros((2, 2, 2)),
        "nan": np.full((2, 2), np.nan),
    }.items():
        path = tmp_path / f"{name}.npy"
        np.save(path, array, allow_pickle=True)
        with pytest.raises(BadInput):
            read_matrix(path, "--value")


def test_a_missing_and_a_large_file(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_matrix(tmp_path / "absent.csv", "--value")
    with pytest.raises(BadInput, match="bytes"):
        read_matrix(written(tmp_path, "V.csv", "1" * 5_000_000), "--value")


def test_numbers():
    assert read_number(" -0.25 ", "--step") == Fraction(-1, 4)
    assert read_number("1E-2", "--step") == Fraction(1, 100)
    assert read_number("3*log(2) - log(8)", "--step") == st.log_numbers.LogNumber()
