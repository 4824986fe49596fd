"""A user's Python file is imported under its own name, and what is wrong with it is one line."""

import sys

import pytest

from attnverify.verify import user_file
from attnverify.verify.cache import Cache
from attnverify.verify.claim import DeclarationError
from attnverify.verify.runner import decide_all
from attnverify.verify.user_file import load_file


def test_its_claims_are_given(own_file):
    assert [claim.id for claim in load_file(own_file('declare("OWN-1")(square)\n'))] == ["OWN-1"]


@pytest.mark.parametrize(("text", "says"), [
    ("", "declares no claims"), ('declare("OWN-1")(square)\ndeclare("OWN-1")(square)\n', "the id is taken"),
    ('declare("OWN-1", rests_on=["OWN-9"])(square)\n', "'OWN-9', which is not a claim"),
    ('declare("own 1")(square)\n', "id is 'own 1'"), ("import nothing_of_this_name\n", "ModuleNotFoundError"),
    ("def (\n", "SyntaxError"), ("raise SystemExit('no')\n", "SystemExit: no"),
    ("raise KeyboardInterrupt\n", "cannot be imported: KeyboardInterrupt, in"),
    ("raise ValueError('two\\nlines')\n", "ValueError: two lines"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(own_file, text, says):
    with pytest.raises(DeclarationError) as caught:
        load_file(own_file(text))
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_an_id_of_a_paper_is_taken(own_file, project):
    project('declare("TST-1")(square)\n')
    with pytest.raises(DeclarationError, match="the id is taken, by project_claims"):
        load_file(own_file('declare("TST-1")(square)\n'))


@pytest.mark.parametrize("name", ["json.py", "attnverify.py", "sys.py"])
def test_a_name_that_belongs_to_another_module_is_no_matter(own_file, name):
    known = dict(sys.modules)
    (claim,) = load_file(own_file('declare("OWN-1")(square)\n', name))
    assert claim.module == f"own/{name[:-3]}"
    assert all(sys.modules[module] is known[module] for module in ("json", "attnverify", "sys"))


def test_files_of_one_name_are_decided_by_workers_each_as_it_is(own_file):
    """The second cannot fail; a file that was imported before is not run again."""
    false = 'def square(constant=1):\n    return Evidence(Verdict.TESTED, "all x", "NumPy")\n'
    text = "from neighbour import there\n" + 'declare("OWN-{}")(square)\nassert there\n'
    own_file("there = True\n", "neighbour.py")
    files = [own_file(text.format(1), "a.b/claims.py"), own_file(false + text.format(2), "b/claims.py")]
    files[0].with_name("neighbour.py").write_text("there = 1\n")
    sys.path.append(str(files[0].parents[1]))
    claims = [*load_file(files[0]), *load_file(files[1]), *load_file(files[0])]
    assert [claim.module for claim in claims] == ["claims", "b/claims", "claims"]
    decided = decide_all(claims[:2], Cache(0), jobs=2, fresh=True, done=lambda *_: None)
    assert [len(decision.twin.fault) > 0 for decision in decided.values()] == [False, True]


@pytest.mark.parametrize(("name", "said"), [
    ("claims.txt", "Python file such as"),
    ("my-lemma.v2.py", "has no dot; rename the file, such as my-lemma_v2.py"),
])  # fmt: skip
def test_other_files_are_refused(own_file, name, said):
    with pytest.raises(DeclarationError, match=said):
        load_file(own_file("", name))


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(DeclarationError, match="is a folder"):
        load_file(tmp_path)


def test_what_is_installed_is_not_read_once_more(own_file, project, monkeypatch):
    project('declare("TST-1")(square)\n')
    read = []
    monkeypatch.setattr(user_file, "require_links", lambda claims: read.extend(claim.id for claim in claims))
    load_file(own_file('declare("OWN-1", rests_on=["TST-1"])(square)\n'))
    assert read == ["OWN-1"]
