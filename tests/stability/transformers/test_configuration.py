"""config.json: what the four families write, and one line for whatever is not allowed."""

import json

import pytest

from attnverify.stability.transformers.configuration import parse_configuration, read_configuration
from attnverify.stability.transformers.safetensors_file import WeightsError

GPT2 = {"model_type": "gpt2", "n_embd": 12, "n_head": 3, "n_layer": 2, "vocab_size": 9}
NEO = {"model_type": "gpt_neo", "hidden_size": 12, "num_heads": 3, "num_layers": 4, "vocab_size": 9}
BERT = {"model_type": "bert", "hidden_size": 16, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 9}
ALBERT = {**BERT, "model_type": "albert"}


def parsed(data, **changes):
    return parse_configuration({**data, **changes}, "config.json")


def test_the_scales_and_masks_of_the_families():
    assert parsed(GPT2).scales == (0.5, 0.5)
    assert parsed(GPT2, scale_attn_by_inverse_layer_idx=True).scales == (0.5, 0.25)
    assert parsed(GPT2, scale_attn_weights=False).scales == (1.0, 1.0)
    assert parsed(NEO).scales == (1.0,) * 4
    assert parsed(NEO).windows == (None, 256, None, 256)
    assert parsed(NEO, attention_layers=["local", "global", "global", "local"], window_size=7).windows == (
        7,
        None,
        None,
        7,
    )
    assert parsed(NEO, attention_types=[[["local"], 1], [["global"], 3]]).windows == (256, None, None, None)
    assert [parsed(data).causal for data in (GPT2, NEO, BERT, ALBERT)] == [True, True, False, False]
    assert parsed(BERT, is_decoder=True).causal
    assert [parsed(data).pre_norm for data in (GPT2, NEO, BERT, ALBERT)] == [True, True, False, False]


def test_what_a_file_may_leave_out():
    """Some files of ALBERT have neither model_type nor layer_norm_eps."""
    data = {key: value for key, value in ALBERT.items() if key != "model_type"}
    found = parsed(data, architectures=["AlbertForMaskedLM"])
    assert (found.family, found.eps, found.activation, found.embedding) == ("albert", 1e-12, "gelu_new", 128)
    assert parsed(GPT2, n_inner=None).inner == 48
    assert (parsed(GPT2).eps, parsed(GPT2).activation, parsed(BERT).activation) == (1e-5, "gelu_new", "gelu")
    assert (parsed(GPT2).positions, parsed(NEO).positions, parsed(BERT).positions) == (1024, 2048, 512)


def test_the_groups_of_albert_are_found_in_floating_point():
    """int(i / (L / G)) is not i G // L: (18, 14) is the first pair with a difference."""
    found = parsed(ALBERT, num_hidden_layers=18, num_hidden_groups=14)
    groups = [found.place(i)[0] for i in range(18)]
    assert groups == [int(i / (18 / 14)) for i in range(18)]
    assert groups != [i * 14 // 18 for i in range(18)]
    shared = parsed(ALBERT, num_hidden_layers=3, num_hidden_groups=2, inner_group_num=2)
    assert shared.depth == 6
    assert [shared.place(k) for k in range(6)] == [(0, 0), (0, 1), (0, 0), (0, 1), (1, 0), (1, 1)]
    assert [parsed(GPT2).place(k) for k in range(2)] == [(0, 0), (1, 0)]


@pytest.mark.parametrize(("data", "said"), [
    ({**GPT2, "model_type": "llama"}, "'model_type' is 'llama', a family that is not known; allowed are gpt2,"),
    ({**GPT2, "model_type": "gptj"}, "'gptj'"),
    ({**BERT, "model_type": "roberta"}, "'roberta'"),
    ({**NEO, "model_type": "gpt_neox"}, "'gpt_neox'"),
    ({**GPT2, "model_type": ["gpt2"]}, "a family that is not known"),
    ({"architectures": ["GPTNeoXForCausalLM"]}, "no 'model_type', and 'architectures' is 'GPTNeoXForCausalLM'"),
    ({"architectures": 3}, "no 'model_type'"),
    ({}, "no 'model_type'"),
    ({**GPT2, "n_head": 5}, "'n_embd' is 12 and 'n_head' 5; the heads must divide the dimension"),
    ({**GPT2, "n_layer": 0}, "'n_layer' is 0; an integer from 1"),
    ({**GPT2, "n_layer": "2"}, "'n_layer' is '2'"),
    ({**GPT2, "n_head": True}, "'n_head' is True"),
    ({**GPT2, "n_embd": None}, "'n_embd' is None"),
    ({**GPT2, "layer_norm_epsilon": -1}, "'layer_norm_epsilon' is -1"),
    ({**GPT2, "layer_norm_epsilon": "x"}, "'layer_norm_epsilon' is 'x'"),
    ({**GPT2, "add_cross_attention": True}, "'add_cross_attention' is set"),
    ({**GPT2, "quantization_config": {"bits": 4}}, "'quantization_config' is set; quantised weights are not read"),
    ({**BERT, "position_embedding_type": "relative_key"}, "'position_embedding_type' is 'relative_key'; allowed"),
    ({**ALBERT, "num_hidden_groups": 3}, "'num_hidden_groups' is 3; at most the 2 layers"),
    ({**NEO, "attention_types": 5}, "'attention_types' is 5"),
    ({**NEO, "attention_types": [[["global"], 10**18]]}, ""),
    ({**NEO, "attention_layers": ["global"]}, "4 of 'global', 'local' are needed"),
    ({**NEO, "attention_layers": [["x"]] * 4}, "4 of 'global', 'local' are needed"),
])  # fmt: skip
def test_what_is_not_allowed_is_one_line(data, said):
    if not said:
        assert parsed(data).windows == (None,) * 4
        return
    with pytest.raises(WeightsError) as refused:
        parsed(data)
    assert said in str(refused.value)
    assert str(refused.value).startswith("config.json: ")
    assert "\n" not in str(refused.value)


def test_the_file_must_be_there(tmp_path):
    with pytest.raises(WeightsError, match="is no folder"):
        read_configuration(tmp_path / "none")
    with pytest.raises(WeightsError, match=r"config.json: there is no such file"):
        read_configuration(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(WeightsError, match=r"config.json: is no JSON"):
        read_configuration(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(GPT2))
    assert read_configuration(tmp_path).d == 12
