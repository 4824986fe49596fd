import copy
import json

import numpy as np
import pytest

from attnverify.verify.referee.certificates import Status, recheck

# V = [[0, 2], [1, 0]], eigenvalues +- sqrt 2, eigenvectors (sqrt 2, +-1).
SHIFT = 60
ROOT = hex(1630477228166597777)  # sqrt(2) * 2^60, rounded up


def factor(polynomial, roots, shift=0):
    return {"polynomial": polynomial, "multiplicity": 1, "shift": shift, "roots": roots}


CERTIFICATE = {
    "kind": "eigensystem",
    "matrix": [["0", "2"], ["1", "0"]],
    "factors": [{"polynomial": ["-0x2", "0x0", "0x1"], "multiplicity": 1, "shift": SHIFT,
        "roots": [[ROOT, "0x0"], ["-" + ROOT, "0x0"]]}],
    "names": [["l1", 0, 0], ["l2", 0, 1]],
    "values": {"alpha": "1/2"},
    "defines": [["c", "1 + alpha*l1"]],
    "relations": [{"says": "principal", "holds": "c**2 > (1 + alpha*l2)**2"},
        {"says": "value", "holds": "Abs(l1 - 1414213562373095/10**15) < 1/10**15"}],
}  # fmt: skip
PAIR = {
    "kind": "eigensystem",
    "matrix": [["1/2", "-3"], ["3", "1/2"]],
    "factors": [{"polynomial": ["0x25", "-0x2", "0x1"], "multiplicity": 1, "shift": 0,
        "roots": [["0x1", "0x6"], ["0x1", "-0x6"]]}],
    "names": [["z1", 0, 0], ["z2", 0, 1]],
    "relations": [{"says": "modulus", "holds": "re_z1**2 + im_z1**2 == 37/4"}],
}  # fmt: skip
EXACT = {
    "kind": "eigensystem",
    "matrix": [["1", "0"], ["0", "-2"]],
    "factors": [{"polynomial": ["-0x2", "0x1", "0x1"], "multiplicity": 1, "shift": 0,
        "roots": [["0x1", "0x0"], ["-0x2", "0x0"]]}],
    "names": [["l1", 0, 0], ["l2", 0, 1]],
    "lines": [{"name": "a2", "eigenvalue": "l2", "direction": ["0", "3"]}],
    "logits": [["0", "5"], ["1/7", "-log(3)"]],
    "relations": [{"says": "logit", "holds": "Abs(exp(-a2) - 3) < 1/10**20"}],
}  # fmt: skip
ENCLOSED = {
    **CERTIFICATE,
    "lines": [{"name": "a1", "eigenvalue": "l1", "direction": ["1", "707106781186547524/1000000000000000000"],
        "near": "1414213562373095049/1000000000000000000",
        "inverse": [["0", "0", "1"], ["0", "-353553390593273762/1000000000000000000", "0"], ["-1", "0", "0"]]}],
    "logits": [["1", "0"], ["0", "0"]],
    "defines": [],
    "relations": [{"says": "logit", "holds": "Abs(a1 - 2/3) < 1/10**15"}],
}  # fmt: skip


def inverse_of_the_bordered_matrix():
    """Of [[M - mu, -v], [e_1, 0]] at v = (1, 1/sqrt 2), mu = sqrt 2, in floating point."""
    mu, v = 2**0.5, np.array([1, 0.5**0.5])
    J = np.array([[-mu, 2, -v[0]], [1, -mu, -v[1]], [1, 0, 0]])
    return [["/".join(map(str, float(x).as_integer_ratio())) for x in row] for row in np.linalg.inv(J)]


def changed(certificate, path, value):
    data = copy.deepcopy(certificate)
    *way, last = path
    at = data
    for key in way:
        at = at[key]
    at[last] = value
    return data


def status(certificate):
    return recheck(json.loads(json.dumps(certificate))).status


@pytest.mark.parametrize("certificate", [CERTIFICATE, PAIR, EXACT])
def test_true_certificates(certificate):
    assert recheck(certificate).detail.endswith("enclosed eigenvalues")
    assert status(certificate) is Status.CONFIRMED


def test_an_irrational_eigenvector_is_enclosed():
    good = changed(ENCLOSED, ("lines", 0, "inverse"), inverse_of_the_bordered_matrix())
    assert status(good) is Status.CONFIRMED
    assert status(changed(good, ("lines", 0, "direction", 1), "4/5")) is Status.FAILED
    assert status(changed(good, ("lines", 0, "eigenvalue"), "l2")) is Status.FAILED
    assert status(changed(good, ("relations", 0, "holds"), "Abs(a1 - 2/3) < 1/10**60")) is Status.FAILED
    assert "not enclosed" in recheck(ENCLOSED).detail


@pytest.mark.parametrize(("certificate", "path", "value"), [
    (CERTIFICATE, ("matrix", 0, 1), "3"),
    (CERTIFICATE, ("factors", 0, "polynomial", 0), "-0x3"),
    (CERTIFICATE, ("factors", 0, "roots", 0, 0), hex(int(ROOT, 16) + 2**57)),
    (CERTIFICATE, ("factors", 0, "roots", 1, 0), ROOT),
    (CERTIFICATE, ("factors", 0, "multiplicity"), 2),
    (CERTIFICATE, ("names", 1), ["l2", 0, 0]),
    (CERTIFICATE, ("values", "alpha"), "-1/2"),
    (CERTIFICATE, ("relations", 0, "holds"), "c**2 < (1 + alpha*l2)**2"),
    (CERTIFICATE, ("relations", 1, "holds"), "Abs(l1 - 1414213562373195/10**15) < 1/10**15"),
    (CERTIFICATE, ("relations",), []),
    (CERTIFICATE, ("defines", 0, 0), "l1"),
    (PAIR, ("matrix", 1, 0), "2"),
    (PAIR, ("relations", 0, "holds"), "re_z1**2 + im_z1**2 == 38/4"),
    (EXACT, ("lines", 0, "direction", 0), "1"),
    (EXACT, ("lines", 0, "eigenvalue"), "l1"),
    (EXACT, ("logits", 1, 1), "-log(2)"),
    (EXACT, ("lines", 0, "name"), "l1"),
])  # fmt: skip
def test_one_changed_entry_is_caught(certificate, path, value):
    assert status(changed(certificate, path, value)) is Status.FAILED


@pytest.mark.parametrize(("path", "value"), [
    (("matrix", 0, 0), "1e999999999"),
    (("matrix", 0, 0), "__import__('os')"),
    (("matrix",), [["1"] * 65] * 65),
    (("factors", 0, "shift"), 10**9),
    (("factors", 0, "polynomial", 0), "0x" + "f" * 50_000),
    (("factors", 0, "roots"), [[ROOT, "0x0"]]),
    (("names",), [["l1", 0, 9]]),
    (("relations", 0, "holds"), "l9 > 0"),
])  # fmt: skip
def test_hostile_data_is_a_failed_certificate(path, value):
    assert status(changed(CERTIFICATE, path, value)) is Status.FAILED
