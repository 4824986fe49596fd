import json
import subprocess
import sys

import pytest

from attnverify.verify.cli.claims import all_claims, select

HEAVY = ("sympy", "numpy", "scipy", "flint", "z3", "hypothesis", "mpmath", "rich")


@pytest.mark.usefixtures("squares")
def test_one_line_per_claim(attnverify):
    result = attnverify("list")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "A paper for tests (testing)"
    assert result.stdout.splitlines()[3] == "TST-3  ARGUED FALSE  A square"
    assert len(result.stdout.splitlines()) == 4
    assert [item["id"] for item in json.loads(attnverify("list", "--json").stdout)] == ["TST-1", "TST-2", "TST-3"]
    assert attnverify("list", "--paper", "testing").exit_code == 0
    assert attnverify("list", "--paper", "other").exit_code == 2


def test_they_stand_in_the_order_of_the_paper_under_headings(attnverify, project):
    labels = ("Theorem 4.2", "Appendix B", "Remark 2.1", "Section 4.1, proof", "abstract", "Lemma 3")
    own = "claim('TST-{}', title=r'The rate $\\lambda_{}$', statement='S', source=Source(PAPER, '{}'), kind='identity',"
    own += " twin=Twin('c', {{'constant': 2}}), expected=Verdict.OPEN)(square)\n"
    project("".join(own.format(number, number, label) for number, label in enumerate(labels)))
    shown = attnverify("list").stdout.splitlines()
    assert [line.split()[0] for line in shown if line.startswith("TST")] == [f"TST-{i}" for i in (4, 2, 3, 0, 5, 1)]
    assert [line for line in shown[1:] if line and not line.startswith("TST")] == [
        "Opening", "Section 2", "Section 4", "Lemmas", "Appendix B",
    ]  # fmt: skip
    assert "TST-3  OPEN          The rate λ₃" in shown


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["run", "--help"]])
def test_nothing_heavy_is_imported(arguments):
    """The help, and a list that is kept, do without the kernel too."""
    kernel = ("attnverify.verify.kernel.terms", "attnverify.verify.search.proving") * ("run" not in arguments)
    for more in ((), kernel):
        script = (
            "import sys, types\nfrom attnverify.verify.cli import main\n"
            "try: main(sys.argv[1:])\nexcept SystemExit as stop: code = stop.code\n"
            # a lazily imported module is in sys.modules before it is loaded, but is no plain module yet
            f"heavy = [name for name in {HEAVY + more} if type(sys.modules.get(name)) is types.ModuleType]\n"
            "print(code, heavy)\n"
        )
        result = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True)
        assert result.stdout.splitlines()[-1] == "0 []"


def test_two_papers_are_both_chosen():
    claims = all_claims()
    one, other = (select(claims, (), [paper]) for paper in ("consensus", "power-method"))
    both = select(claims, (), ["consensus", "power-method"])
    assert {claim.id for claim in both} == {claim.id for claim in [*one, *other]}
    assert len(both) == len(one) + len(other) < len(claims)
