from dataclasses import replace

from attnverify.proofs_checks.power_method.main_text import model_sizes
from attnverify.stability.transformers.configuration import NAMES, parse_configuration
from attnverify.stability.transformers.published import PUBLISHED, published_name


def test_the_table_is_that_of_the_claim():
    sizes = [row for rows in PUBLISHED.values() for row in rows.values()]
    assert sizes == list(model_sizes.TABLE.values())
    assert set(PUBLISHED) == set(NAMES)


def test_the_row_is_found_by_family_and_dimension():
    config = {"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "vocab_size": 9}
    found = parse_configuration(config, "")
    assert published_name(found) == "xl"
    assert published_name(replace(found, d=64)) is None
    assert published_name(replace(found, family="bert", d=768)) == "base"
