from attnverify.verify.cli.certificate_text import lines


def test_a_sum_of_products_reads_as_one_line():
    certificate = {
        "kind": "positivity",
        "variables": ["x", "y"],
        "hypotheses": [{"expr": "x", "sign": "positive"}, {"expr": "y - 1", "sign": "zero"}],
        "goal": {"expr": "x*y", "sign": "positive"},
        "multiplier": [0],
        "terms": [
            {"coefficient": "3/2", "factors": [0, 0], "squares": ["x - y"]},
            {"coefficient": "1", "factors": [1], "squares": [], "cofactor": "x + 2"},
        ],
    }
    text = list(lines(certificate, "  "))
    assert text[0] == "  x*y > 0, because with"
    assert text[-1] == "    goal*h0 = 3/2*h0*h0*(x - y)**2 + 1*(x + 2)*h1"


def test_steps_nest():
    pair = {"says": "binomial", "left": "(c + 1)**2", "right": "c**2 + 2*c + 1"}
    identity = {
        "kind": "identity",
        "variables": ["c"],
        "pairs": [pair],
        "relations": [{"power": "c**2", "equals": "2"}],
    }
    steps = [{"says": "one", "certificate": identity}, {"says": "3", "certificate": None}]
    assert list(lines({"kind": "all", "steps": steps})) == [
        "- one",
        "    binomial: (c + 1)**2 == c**2 + 2*c + 1",
        "      where c**2 = 2",
        "- 3",
        "    (no certificate)",
    ]


def test_matrices_samples_and_what_is_unknown():
    witness = {
        "kind": "witness",
        "values": {"M": [["1/2", 0], [0, 1]]},
        "hypotheses": ["rows(M) == 2"],
        "violates": ["1 < 2"],
    }
    assert "  M = [[1/2, 0], [0, 1]]" in list(lines(witness))
    sample = {"kind": "sample", "examples": 9, "discarded": 1, "seed": 0, "worst_margin": "1/3", "worst": {}}
    assert list(lines(sample)) == ["9 examples, 1 discarded, seed 0, worst margin 1/3"]
    split = {"kind": "split", "on": "x", "nonnegative": sample, "negative": None}
    assert list(lines(split))[::2] == ["if x >= 0:", "if x < 0:"]
    assert next(iter(lines({"kind": "eigensystem"}))) == "{"
