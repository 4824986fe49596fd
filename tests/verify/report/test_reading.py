import copy

import pytest

from attnverify.verify.referee.records import RecordError
from attnverify.verify.report.reading import require_complete


def test_a_ledger_of_this_program_is_complete(small_ledger):
    require_complete(small_ledger)


@pytest.mark.parametrize(("change", "said"), [
    (lambda ledger: ledger.pop("papers"), "'papers' is missing"),
    (lambda ledger: ledger.pop("seed"), "'seed' is None"),
    (lambda ledger: ledger.update(versions=[]), "'versions' must be"),
    (lambda ledger: ledger["papers"].pop(), "claim 'TST-1': 'paper' is 'testing'; 'papers' lists notes"),
    (lambda ledger: ledger["papers"][0].update(name="a/b"), "paper 'a/b': the name is no file name"),
    (lambda ledger: ledger["claims"][0].pop("statement"), "claim 1: 'statement' is None"),
    (lambda ledger: ledger["claims"][0].update(id="../../etc"), "claim '../../etc': the id is no file name"),
    (lambda ledger: ledger["claims"][1].update(id="TST-1"), "the id occurs twice"),
    (lambda ledger: ledger["claims"][0].update(reconstructed=1), "'reconstructed' is 1"),
    (lambda ledger: ledger["claims"][0]["twin"].update(changes={"a": 1}), "'changes'"),
    (lambda ledger: ledger["claims"].__setitem__(0, "text"), "'text' is not an object"),
])  # fmt: skip
def test_what_is_missing_is_named(small_ledger, change, said):
    ledger = copy.deepcopy(small_ledger)
    change(ledger)
    with pytest.raises(RecordError) as error:
        require_complete(ledger)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
