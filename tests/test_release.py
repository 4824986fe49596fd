"""What is published: one version, no placeholder, and a README that needs no neighbours."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def release():
    loader = SourceFileLoader("release", str(ROOT / ".ci" / "release"))
    module = module_from_spec(spec_from_loader("release", loader))
    loader.exec_module(module)
    return module


def test_every_placeholder_is_named_and_nothing_else_is_missing_but_the_tag(release):
    assert list(release.missing(ROOT, [])) == [
        "pyproject.toml: 'The attnverify authors' is a placeholder",
        "pyproject.toml: 'github.com/ORGANISATION' is a placeholder",
        "CITATION.cff: 'The attnverify authors' is a placeholder",
        "CITATION.cff: '10.5281/zenodo.PLACEHOLDER' is a placeholder",
        "this commit has no tag v0.1.0",
    ]


@pytest.mark.parametrize(("file", "before", "after", "said"), [
    ("CITATION.cff", "version: 0.1.0", "version: 0.2.0", "CITATION.cff: says 0.2.0, pyproject.toml 0.1.0"),
    ("CHANGELOG.md", "## 0.1.0", "## next", "CHANGELOG.md: says next, pyproject.toml 0.1.0"),
])  # fmt: skip
def test_another_version_is_found(release, tmp_path, file, before, after, said):
    for name in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"):
        text = (ROOT / name).read_text().replace("The attnverify authors", "A. Author").replace("ORGANISATION", "us")
        (tmp_path / name).write_text(text.replace("PLACEHOLDER", "1"))
    assert list(release.missing(tmp_path, ["v0.1.0"])) == []
    (tmp_path / file).write_text((tmp_path / file).read_text().replace(before, after))
    assert list(release.missing(tmp_path, ["v0.1.0"])) == [said]


def test_the_readme_of_a_distribution_leads_to_the_repository(release):
    text = release.absolute((ROOT / "README.md").read_text(), "https://host/us/attnverify", "0.1.0")
    assert "(https://host/us/attnverify/raw/v0.1.0/docs/counter_trajectory.svg)" in text
    assert "(https://host/us/attnverify/blob/v0.1.0/docs/lemmas.md)" in text
    assert re.findall(r"\]\((?!https?:|#)", text) == []
