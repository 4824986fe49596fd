import re
from html import unescape
from unicodedata import normalize

import pytest

from attnverify.verify.report.certificates import CertificateWriter


def written(certificate, room=10_000, hypotheses=()):
    return CertificateWriter(room, hypotheses).written(certificate)


def text(html):
    return normalize("NFKC", " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split()))


def test_a_witness_names_values_and_contradictions():
    witness = {"kind": "witness", "values": {"x": "1/2"}, "hypotheses": ["x > 0"], "violates": ["x**2 < x"]}
    shown = text(written(witness))
    assert shown.index("At the values x = 1/2") < shown.index("contradict the claim") < shown.index("all of these hold")
    assert "hold" not in text(written({**witness, "hypotheses": []}))
    assert text(written(witness, hypotheses=["x > 0"])).endswith("while every hypothesis of the claim holds.")


def test_a_sum_of_products_shows_only_the_hypotheses_it_uses():
    positivity = {
        "kind": "positivity",
        "goal": {"expr": "a*b + 2", "sign": "positive"},
        "hypotheses": [
            {"expr": "a", "sign": "positive"},
            {"expr": "b", "sign": "nonnegative"},
            {"expr": "c", "sign": "zero"},
        ],
        "terms": [
            {"coefficient": "1", "factors": [0, 1], "squares": []},
            {"coefficient": "2", "factors": [], "squares": ["x - 1"]},
            {"coefficient": "1", "factors": [], "squares": [], "cofactor": "y"},
        ],
        "multiplier": [],
    }
    shown = text(written(positivity))
    assert "because goal = h 0 · h 1 + 2·( x − 1 ) 2 + ( y ) with" in shown
    assert "h 1 = b ≥ 0" in shown
    assert "h 2" not in shown
    multiplied = {**positivity, "multiplier": [2]}
    assert "goal· h 2 =" in text(written(multiplied))


IDENTITY = {
    "kind": "identity",
    "pairs": [{"says": "sum", "left": "x", "right": "y"}, {"says": "t", "left": "1", "right": "1"}],
    "relations": [{"power": "x", "equals": "y"}],
}

EIGENSYSTEM = {
    "kind": "eigensystem",
    "matrix": [["1", "2"], ["0", "3"]],
    "names": [["l1", 0, 1]],
    "defines": [["g", "2*l1"]],
    "relations": [{"says": "stable", "holds": "l1 > 0"}],
}


@pytest.mark.parametrize(("certificate", "said"), [
    (None, "No certificate: this rests on the tool's word."),
    ({"kind": "sample", "examples": 5, "discarded": 1, "seed": 3, "worst_margin": "1/4"},
     "5 examples were drawn, 1 more discarded, seed 3; worst margin 1/4."),
    ({"kind": "split", "on": "x", "nonnegative": None, "negative": None}, "where x ≥ 0 No certificate"),
    (IDENTITY, "sum: x = y where x = y 1 further pair is equal as it is written"),
    (EIGENSYSTEM,
     "(1, 2; 0, 3) and its eigenvalues l 1 with g = 2l 1 these relations hold, by discs around the eigenvalues:"),
    (EIGENSYSTEM, "stable: l 1 > 0"),
    ({**EIGENSYSTEM, "matrix": [["1"]] * 9}, "For the matrix of 9 rows, which the ledger holds and"),
    ({"kind": "unheard of", "a": "<b>"}, '"a": "<b>"'),
    ({"kind": "witness"}, '{ "kind": "witness" }'),
    ("text", '"text"'),
])  # fmt: skip
def test_every_kind_can_be_read(certificate, said):
    assert said in text(written(certificate))


def test_a_certificate_that_is_nested_without_end_is_no_crash():
    nested: dict = {"kind": "all", "steps": []}
    for _ in range(5_000):
        nested = {"kind": "all", "steps": [{"says": "deeper", "certificate": nested}]}
    assert "deeper" in written(nested)


def test_a_long_certificate_is_cut_and_says_so():
    step = {"says": "one of many", "certificate": {"kind": "all", "steps": [{"says": "deep", "certificate": None}]}}
    writer = CertificateWriter(2_000)
    html = writer.written({"kind": "all", "steps": [step] * 100})
    assert 1_500 < len(html) < 3_000
    assert writer.left_out == 100 - html.count("one of many")
    assert html.count("<ul") == html.count("</ul>")
    whole = CertificateWriter(10**6)
    assert whole.written({"kind": "all", "steps": [step] * 100}).count("one of many") == 100
    assert whole.left_out == 0
