from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.verify.cli.claims import BadInput
from attnverify.verify.cli.matrices import read_matrix, read_number


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    return path


def test_csv_is_read_exactly(tmp_path):
    rows = read_matrix(written(tmp_path, "V.csv", "0.1, -3/5\n2e-3,log(9)/2 - 1\n\n"), "--value")
    assert rows[0] == [Fraction(1, 10), Fraction(-3, 5)]
    assert rows[1] == [Fraction(1, 500), st.log_numbers.log_of(Fraction(3)) + st.log_numbers.log_number(-1, "")]


@pytest.mark.parametrize("text", [
    "v1,v2\n1/2,0\n0,-3\n", "1/2;0\n0;-3\n", "0,5;0\n0,0;-3,0\n", "0.5;0;\n0;-3;\n", "1/2,0,\n0,-3,\n",
    "1/2,0,\n0,-3\n", "a;b\n1/2;0\n0;-3\n", "0.5\t0\t\n0\t-3\t\n", ",v1,v2\n0,1/2,0\n1,0,-3\n",
    ",0,1\n0,0.5,0.0\n1,0.0,-3.0\n", ",a,b\na,0.5,0.0\nb,0.0,-3.0\n", '"","V1","V2"\n"1",0.5,0\n"2",0,-3\n',
    '"V1" "V2"\n"1" 0.5 0\n"2" 0 -3\n', "index,v1,v2\n1,1/2,0\n2,0,-3\n", "Unnamed: 0,v1,v2\n0,1/2,0\n1,0,-3\n",
    "1/2,0\n0,\u22123\n", "1/2,\u00a00\n0,\u20133\n", "1/2 0\r\n0 -3\r\n", "1/2,0\r0,-3\r",
    '"first v","second v"\r\n"1/2","0"\r\n"0","-3"\r\n',
    "1/2 0\n0 -3\n",
    "# what it is, and when\n0.5\t0\n0\t-3\n",
])  # fmt: skip
def test_tables_are_read_as_tools_write_them(tmp_path, text):
    for name in ("V.csv", "V.txt", "V.tsv", "V.dat", "V.CSV"):
        assert read_matrix(written(tmp_path, name, text), "--value") == [[Fraction(1, 2), 0], [0, -3]]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "ascii", "latin-1"]
)
def test_encodings_with_and_without_a_mark(tmp_path, encoding):
    for name, text in (("V.csv", "1/2,0\r\n0,-3\r\n"), ("V.toml", 'matrix = [["1/2", 0], [0, -3]]')):
        (tmp_path / name).write_bytes(text.encode(encoding))
        assert read_matrix(tmp_path / name, "--value") == [[Fraction(1, 2), 0], [0, -3]]
    (tmp_path / "V.csv").write_bytes("größe,b\n1,2\n3,4".encode("latin-1"))
    with pytest.raises(BadInput, match="not text in UTF-8, nor in UTF-16 or UTF-32"):
        read_matrix(tmp_path / "V.csv", "--value")


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
    np.savez(tmp_path / "V.npz", V=np.array([[0.1, 2], [3, 4]]))
    assert read_matrix(tmp_path / "V.npz", "--value") == [[0.1, 2.0], [3.0, 4.0]]
    np.savez(tmp_path / "V.npz", P=np.eye(2), V=np.eye(2))
    with pytest.raises(BadInput, match="holds P, V; a file of one array is needed"):
        read_matrix(tmp_path / "V.npz", "--value")
    np.save(tmp_path / "W.npy", np.eye(2, dtype=np.int8))
    assert read_matrix(tmp_path / "W.npy", "--value") == [[1, 0], [0, 1]]


@pytest.mark.parametrize(("name", "text", "message"), [
    ("V.csv", "1,2\n3\n", "equally long"), ("V.csv", "1,2,3\n4,5,6\n", "square"), ("V.csv", "", "equally long"),
    ("V.csv", "1,nan\n0,1\n", "row 1, column 2"), ("V.csv", ",0,0\n0,1,0\n0,0,1\n", "row 1, column 1"),
    ("V.csv", "1,inf\n0,1\n", "row 1, column 2"), ("V.csv", "1,x\n0,1\n", "row 1, column 2"),
    ("V.csv", "1,1/0\n0,1\n", "row 1, column 2"), ("V.csv", "1,log(-2)\n0,1\n", "row 1, column 2"),
    ("V.csv", "1,log(2)*log(3)\n0,1\n", "two logarithms"), ("V.csv", "1,2**9**9\n0,1\n", "a name is needed at"),
    ("V.csv", "1,__import__('os')\n0,1\n", "row 1, column 2"), ("V.csv", "1,1e99999\n0,1\n", "exponent"),
    ("V.csv", f"1,{'9' * 500}\n0,1\n", "500 characters"),
    ("V.csv", "\n".join(",".join(["1"] * 513) for _ in range(513)), "512 rows"),
    ("V.csv", "1/2e3", "row 1, column 1 is '1/2e3'"), ("V.csv", "2e3/4", "cannot be read further at 'e3'"),
    ("V.csv", "nan,nan\n1,2\n", "row 1, column 1"), ("V.csv", "1,2\na,b\n", "row 2, column 1"),
    ("V.csv", '"1,2\n', "no table with commas"), ("V.csv", "1 2\n3\n", "equally long"),
    ("V.csv", "1 - 2", "row 1, column 2 is '-'"), ("V.toml", "matrix = 3", "list"),
    ("V.toml", "matrix = [[true]]", "row 1, column 1"), ("V.toml", "matrix = [[nan, 1], [1, 1]]", "finite"),
    ("V.toml", "matrix = [[1", "TOML"), ("V.npy", "no array", "plain numbers"),
    ("V.json", "1", "must end in .npy, .npz, .csv, .txt, .tsv, .dat, .toml"),
    ("V.csv", "1,1+2j\n0,1\n", "row 1, column 2 is '1\\+2j': complex; real numbers are needed"),
    ("V.csv", "1,(1e-3-2i)\n0,1\n", "complex"),
    ("V.csv", "1,\u2264 2\n0,1\n", "row 1, column 2 is '\u2264 2'; allowed are"),
    ("V.csv", "1,2\u00b7log(3)\n0,1\n", "row 1, column 2"),
    ("V.csv", "1.234,5;2\n0;1\n", "row 1, column 1 is '1.234,5'"), ("V.csv", "1,000;2\n0\n", "equally long"),
    ("V.csv", "1;\n0;1\n", "equally long"),
    ("V.csv", "0,1\n2,0\n0,1\n", "square .* first row seems to number the columns"),
    ("V.csv", "1,2,0\n2,0,1\n", "square .* first column seems to number the rows"),
    ("V.csv", "1,\0\n0,1\n", "holds bytes that are zero"), ("V.npz", "no archive", "plain numbers"),
])  # fmt: skip
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
        "records": np.zeros(2, dtype=[("a", float), ("b", float)]),
        "texts": np.array([["1", "2"], ["3", "4"]]),
        "truths": np.eye(2, dtype=bool),
        "number": np.array(1.0),
        "cube": np.zeros((2, 2, 2)),
        "nan": np.full((2, 2), np.nan),
    }.items():
        path = tmp_path / f"{name}.npy"
        np.save(path, array, allow_pickle=True)
        with pytest.raises(BadInput) as refused:
            read_matrix(path, "--value")
        assert "\n" not in str(refused.value)
        assert name != "complex" or "holds complex numbers; real ones are needed" in str(refused.value)


def test_a_missing_and_a_large_file(tmp_path):
    with pytest.raises(BadInput, match="cannot be read"):
        read_matrix(tmp_path / "absent.csv", "--value")
    with pytest.raises(BadInput, match="bytes"):
        read_matrix(written(tmp_path, "V.csv", "1" * 17_000_000), "--value")


def test_numbers():
    assert read_number(" -0.25 ", "--step") == Fraction(-1, 4)
    assert read_number("1E-2", "--step") == Fraction(1, 100)
    assert read_number("3*log(2) - log(8)", "--step") == st.log_numbers.LogNumber()
