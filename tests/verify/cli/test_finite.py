"""Numbers that are none, and options that do not exist: one line, whatever the command."""

import pytest

OPTIONS = [
    "simulate --random 3 3 --memory", "simulate --random 3 3 --beta", "simulate --random 3 3 --horizon",
    "simulate --random 3 3 --layers 2 --alpha",
    "sweep --memory", "sweep --delta", "decide lemma.toml --seconds", "model folder --loop 2 --std",
    "model folder --loop 2 --stop", "model folder --steer token:1 --gap",
]  # fmt: skip


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "x"])
def test_what_is_no_finite_number_is_refused_in_one_line(attnverify, options, value):
    result = attnverify(*options.split(), value)
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: Invalid value for '{options.split()[-1]}'")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [
    "--foo", "foo", "list --foo", "show", "run --seed x", "run --jobs -1", "sweep --delta -1", "sweep --axes beta,time",
])  # fmt: skip
def test_a_wrong_word_is_answered_in_one_line(attnverify, words):
    result = attnverify(*words.split())
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1


def test_what_is_no_address_of_a_scheduler(attnverify):
    pytest.importorskip("distributed")
    result = attnverify("sweep", "--set", "N=4", "--steps", "2", "--scheduler", "nonsense")
    assert result.exit_code == 2
    assert result.stderr.endswith(
        "Error: the Dask scheduler is 'nonsense'; allowed is an address such as tcp://127.0.0.1:8786\n"
    )
