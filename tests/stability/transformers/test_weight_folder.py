"""A folder of weights: its configuration, its files, the sizes of heads, published models."""

import ast
import json
import pickle
import shutil
from dataclasses import replace
from functools import reduce
from pathlib import Path

import numpy as np
import pytest

from attnverify.proofs_checks.power_method.main_text import model_sizes
from attnverify.stability.transformers import configuration, safetensors_file
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.safetensors_file import INDEX, SINGLE, SafetensorsFile, WeightsError, read_json
from attnverify.stability.transformers.spectrum import head_norms
from attnverify.stability.transformers.storing import encoded, write_safetensors


def rewritten(folder, change, file=SINGLE):
    """Write the tensors of a folder again after `change` of a dictionary name -> (type, array)."""
    stored = SafetensorsFile(folder / file)
    tensors = {name: (entry.dtype, stored.read(name)) for name, entry in stored.entries.items()}
    change(tensors)
    (folder / file).unlink()
    write_safetensors(
        folder / file, [(name, dtype, array.shape, encoded(array, dtype)) for name, (dtype, array) in tensors.items()]
    )


def configured(folder, **changes):
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def renamed(tensors, rename):
    for name in list(tensors):
        tensors[rename(name)] = tensors.pop(name)


@pytest.mark.parametrize("prefix", ["", "transformer.", "a.b."])
def test_the_prefix_is_found_and_other_tensors_are_ignored(surrogate, prefix):
    folder = surrogate("gpt2")
    wanted = TransformerModel(folder).attention(2).W_q

    def change(tensors):
        renamed(tensors, lambda name: prefix + name)
        tensors[prefix + "h.0.attn.bias"] = ("F32", np.zeros((1, 1, 4, 4)))
        tensors["lm_head.weight"] = ("F16", np.zeros((3, 3)))

    rewritten(folder, change)
    model = TransformerModel(folder)
    assert model.weights.prefix == prefix
    assert np.array_equal(model.attention(2).W_q, wanted)


def test_the_old_names_of_gains_and_shifts_are_known(surrogate):
    folder = surrogate("bert")
    ids = np.arange(5)[np.newaxis]
    plain = TransformerModel(folder)
    wanted = plain.run(plain.embed(ids))

    def change(tensors):
        old = {"LayerNorm.weight": "LayerNorm.gamma", "LayerNorm.bias": "LayerNorm.beta"}
        renamed(tensors, lambda name: "bert." + reduce(lambda n, pair: n.replace(*pair), old.items(), name))

    rewritten(folder, change)
    old = TransformerModel(folder)
    assert any(name.endswith(".gamma") for name in old.weights.owner)
    assert np.array_equal(old.run(old.embed(ids)), wanted)


class Trap:
    """Unpickling it would create a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


def test_a_pickle_is_not_opened(surrogate, tmp_path):
    folder, trap = surrogate("bert"), tmp_path / "created"
    (folder / SINGLE).unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps(Trap(trap)))
    with pytest.raises(
        WeightsError, match=r"there is pytorch_model.bin but no model.safetensors; a pickle is a program"
    ):
        TransformerModel(folder)
    assert not trap.exists()


DAMAGE = {
    "another format": ("bert", lambda f: (f / SINGLE).rename(f / "tf_model.h5"),
        "there is tf_model.h5 but no model.safetensors; only safetensors"),
    "no weights": ("bert", lambda f: (f / SINGLE).unlink(), "neither model.safetensors nor model.safetensors.index"),
    "tensors missing": ("gpt2", lambda f: rewritten(f, lambda t: [t.pop(n) for n in list(t) if "h.1.attn" in n]),
        r"4 tensors are missing: h.1.attn.c_attn.weight, .*, \.\.\. \(prefix found: ''"),
    "two models": ("gpt2", lambda f: rewritten(f, lambda t: t.update({"other." + n: x for n, x in list(t.items())})),
        "2 tensors end with h.0.attn.c_attn.weight, which exactly one must"),
    "another family": ("gpt2", lambda f: configured(f, **BERT),
        "0 tensors end with encoder.layer.0.attention.self.query.weight"),
    "other shapes": ("gpt_neo", lambda f: configured(f, hidden_size=8),
        r"q_proj.weight has shape \(16, 16\); config.json says \(8, 8\)"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGE)
def test_weights_that_do_not_fit_are_refused(surrogate, name):
    family, change, said = DAMAGE[name]
    folder = surrogate(family)
    change(folder)
    with pytest.raises(WeightsError, match=said):
        TransformerModel(folder).attention(0)


@pytest.mark.parametrize(
    ("family", "size"), [("gpt2", "n_layer"), ("gpt_neo", "num_layers"), ("bert", "num_hidden_layers")]
)
def test_layers_that_the_configuration_leaves_out_are_said(surrogate, family, size):
    folder = surrogate(family)
    assert TransformerModel(folder).notes == ()
    stored = TransformerModel(folder).depth
    further = {"attention_types": [[["global"], 1]]} if family == "gpt_neo" else {}
    configured(folder, **{size: 1}, **further)
    assert TransformerModel(folder).notes == (
        f"config.json names 1 of {stored} stored layers; {stored - 1} layer{'s' * (stored > 2)} ignored",
    )


@pytest.mark.parametrize("name", ["../model.safetensors", "/etc/passwd", "a\\b", "..", 3])
def test_an_index_reaches_no_other_folder(surrogate, name):
    folder = surrogate("gpt2", shards=2)
    indexed(folder, lambda names: names.update({"wte.weight": name}))
    with pytest.raises(WeightsError, match=r"wte.weight is in .*; allowed is the name of a file in the same folder"):
        TransformerModel(folder)


SHARDS = [f"model-{k:05d}-of-00002.safetensors" for k in (1, 2)]


def indexed(folder, change):
    """Write the index again after `change` of its weight_map."""
    index = json.loads((folder / INDEX).read_text())
    change(index["weight_map"])
    (folder / INDEX).write_text(json.dumps(index))


def extra(folder):
    rewritten(folder, lambda tensors: tensors.update({"lm_head.weight": ("F32", np.ones((2, 2)))}), SHARDS[1])


def doubled(folder):
    """The index decides where a tensor is in both files."""
    stored = SafetensorsFile(folder / SHARDS[0])
    name = next(iter(stored.entries))
    zero = np.zeros(stored.entries[name].shape)
    rewritten(folder, lambda tensors: tensors.update({name: ("F32", zero)}), SHARDS[1])


def listed_elsewhere(folder):
    indexed(folder, lambda names: names.update({"h.0.ln_1.weight": SHARDS[0], "h.0.ln_1.bias": SHARDS[0]}))
    indexed(folder, lambda names: names.update({"h.1.ln_1.weight": SHARDS[1], "h.1.ln_1.bias": SHARDS[1]}))


def single(folder, *, index=True, shards=()):
    """The same tensors in one file; what is left of the other form."""
    tensors = {}
    for file in SHARDS:
        stored = SafetensorsFile(folder / file)
        tensors |= {name: ("F32", stored.read(name)) for name in stored.entries}
        if file not in shards:
            (folder / file).unlink()
    parts = [(name, dtype, array.shape, encoded(array, dtype)) for name, (dtype, array) in tensors.items()]
    write_safetensors(folder / SINGLE, parts)
    if not index:
        (folder / INDEX).unlink()


FOLDERS = {
    "as written": (lambda folder: None, []),
    "a tensor that the index does not list": (extra, []),
    "a tensor in both files": (doubled, []),
    "tensors listed in the other file": (listed_elsewhere, []),
    "a tensor listed that is nowhere": (lambda folder: indexed(folder, lambda m: m.update({"x": SHARDS[0]})), []),
    "few of the tensors listed": (lambda folder: indexed(folder,
        lambda m: [m.pop(name) for name in list(m) if name.startswith("h.")]), []),
    "one file": (lambda folder: single(folder, index=False), []),
    "one file beside a stale index": (single, [INDEX]),
    "one file beside a whole other model": (lambda folder: single(folder, shards=SHARDS), [*SHARDS, INDEX]),
    "one file beside a stale shard": (lambda folder: single(folder, index=False, shards=SHARDS[:1]), SHARDS[:1]),
    "a shard of an older save": (lambda folder: shutil.copy(folder / SHARDS[0],
        folder / "model-00003-of-00003.safetensors"), ["model-00003-of-00003.safetensors"]),
    "an adapter": (lambda folder: shutil.copy(folder / SHARDS[0], folder / "adapter_model.safetensors"),
        ["adapter_model.safetensors"]),
    "a pickle beside": (lambda folder: (folder / "pytorch_model.bin").write_bytes(b""), []),
}  # fmt: skip


@pytest.mark.parametrize("name", FOLDERS)
def test_folders_are_resolved_as_transformers_does(surrogate, name):
    change, left = FOLDERS[name]
    folder = surrogate("gpt2", shards=2)
    ids = np.arange(5)[np.newaxis]
    plain = TransformerModel(folder)
    wanted = plain.run(plain.embed(ids))
    change(folder)
    found = TransformerModel(folder)
    assert np.array_equal(found.run(found.embed(ids)), wanted)
    assert found.weights.left == sorted(left)
    assert len(found.weights.notes) == bool(left)
    assert all(all(file in note for file in sorted(left)[:3]) for note in found.weights.notes)


def linked(folder):
    (folder / SHARDS[0]).unlink()
    (folder / SHARDS[0]).symlink_to("../../blobs/0123")


def gone(folder, *files):
    for file in files:
        (folder / file).unlink()


def replaced(folder, file, data):
    (folder / file).write_bytes(data)


LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:01\nsize 5\n"
BROKEN = {
    "no shard": (lambda f: gone(f, SHARDS[1]), f"there is no file {SHARDS[1]}"),
    "a broken link": (linked, f"{SHARDS[0]} is a link to ../../blobs/0123, where there is no file"),
    "an unfinished download": (lambda f: (f / SHARDS[1]).rename(f / "abc.incomplete"),
        "abc.incomplete is an unfinished download"),
    "no index": (lambda f: gone(f, INDEX), f"there is {SHARDS[0]} but no model.safetensors.index.json"),
    "an empty index": (lambda f: replaced(f, INDEX, b'{"weight_map": {}}'), "'weight_map' must give every tensor"),
    "a pointer for the index": (lambda f: replaced(f, INDEX, LFS), f"{INDEX}: is a git-lfs pointer, not the file"),
    "a pointer for a shard": (lambda f: replaced(f, SHARDS[0], LFS), f"{SHARDS[0]}: is a git-lfs pointer"),
    "a pointer for config.json": (lambda f: replaced(f, "config.json", LFS), "config.json: is a git-lfs pointer"),
    "a page for config.json": (lambda f: replaced(f, "config.json", b"<!DOCTYPE html><html>"),
        "config.json: is a web page, not the file"),
    "an empty config.json": (lambda f: replaced(f, "config.json", b""), "config.json: is empty, 0 bytes"),
    "another name": (lambda f: ((f / SHARDS[0]).rename(f / "adapter_model.safetensors"), gone(f, INDEX, SHARDS[1])),
        "there is adapter_model.safetensors but no model.safetensors; only a file of this name is read"),
    "only an unfinished download": (lambda f: ((f / SHARDS[0]).rename(f / "model.safetensors.part"),
        gone(f, INDEX, SHARDS[1])), "there is no file model.safetensors in"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_broken_folders_are_named_for_what_they_are(surrogate, name):
    change, said = BROKEN[name]
    folder = surrogate("gpt2", shards=2)
    change(folder)
    with pytest.raises(WeightsError) as refused:
        TransformerModel(folder)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_folder_of_the_cache_leads_to_its_snapshots(surrogate, tmp_path):
    (tmp_path / "models--gpt2" / "snapshots").mkdir(parents=True)
    surrogate("gpt2", name="models--gpt2/snapshots/0123")
    with pytest.raises(WeightsError, match="is a folder of the hub's cache; the model is in a folder below"):
        TransformerModel(tmp_path / "models--gpt2")
    assert TransformerModel(tmp_path / "models--gpt2" / "snapshots" / "0123").depth == 3


def test_files_may_be_links_as_in_the_cache_of_the_hub(surrogate, tmp_path):
    folder = surrogate("albert")
    blob = tmp_path / "blob"
    (folder / SINGLE).rename(blob)
    (folder / SINGLE).symlink_to(blob)
    assert TransformerModel(folder).weights.stored_types() == "F32"


# config.json: what the four families write, and one line for whatever is not allowed.
GPT2 = {"model_type": "gpt2", "n_embd": 12, "n_head": 3, "n_layer": 2, "vocab_size": 9}
NEO = {"model_type": "gpt_neo", "hidden_size": 12, "num_heads": 3, "num_layers": 4, "vocab_size": 9}
BERT = {"model_type": "bert", "hidden_size": 16, "num_attention_heads": 4, "num_hidden_layers": 2, "vocab_size": 9}
ALBERT = {**BERT, "model_type": "albert"}


def parsed(data, **changes):
    return configuration.parse_configuration({**data, **changes}, "config.json")


def test_the_scales_and_masks_of_the_families():
    assert parsed(GPT2).scales == (0.5, 0.5)
    assert parsed(GPT2, scale_attn_by_inverse_layer_idx=True).scales == (0.5, 0.25)
    assert parsed(GPT2, scale_attn_weights=False).scales == (1.0, 1.0)
    assert parsed(NEO).scales == (1.0,) * 4
    assert parsed(NEO).windows == (None, 256, None, 256)
    mixed = parsed(NEO, attention_layers=["local", "global", "global", "local"], window_size=7)
    assert mixed.windows == (7, None, None, 7)
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
    ({**GPT2, "model_type": "gptj"}, "'gptj'"), ({**BERT, "model_type": "roberta"}, "'roberta'"),
    ({**NEO, "model_type": "gpt_neox"}, "'gpt_neox'"),
    ({**GPT2, "model_type": ["gpt2"]}, "a family that is not known"),
    ({"architectures": ["GPTNeoXForCausalLM"]}, "no 'model_type', and 'architectures' is 'GPTNeoXForCausalLM'"),
    ({"architectures": 3}, "no 'model_type'"), ({}, "no 'model_type'"),
    ({**GPT2, "n_head": 5}, "'n_embd' is 12 and 'n_head' 5; the heads must divide the dimension"),
    ({**GPT2, "n_layer": 0}, "'n_layer' is 0; an integer from 1"), ({**GPT2, "n_layer": "2"}, "'n_layer' is '2'"),
    ({**GPT2, "n_head": True}, "'n_head' is True"), ({**GPT2, "n_embd": None}, "'n_embd' is None"),
    ({**GPT2, "layer_norm_epsilon": -1}, "'layer_norm_epsilon' is -1"),
    ({**GPT2, "layer_norm_epsilon": "x"}, "'layer_norm_epsilon' is 'x'"),
    ({**GPT2, "add_cross_attention": True}, "'add_cross_attention' is set; only self-attention is known"),
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
        configuration.read_configuration(tmp_path / "none")
    with pytest.raises(WeightsError, match=r"config.json: there is no such file"):
        configuration.read_configuration(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(WeightsError, match=r"config.json: is no JSON"):
        configuration.read_configuration(tmp_path)
    (tmp_path / "config.json").write_text(json.dumps(GPT2))
    assert configuration.read_configuration(tmp_path).d == 12


def test_the_norms_are_those_of_the_matrices(surrogate):
    attention = TransformerModel(surrogate("gpt2")).attention(0)
    whole = attention.whole()
    logits, values = head_norms(attention)
    assert np.allclose(logits, np.linalg.norm(whole.P, 2, axis=(1, 2)))
    assert np.allclose(values, np.linalg.norm(whole.V, 2, axis=(1, 2)))


def test_the_table_is_that_of_the_claim():
    sizes = [row for rows in configuration.PUBLISHED.values() for row in rows.values()]
    assert sizes == list(model_sizes.TABLE.values())
    assert set(configuration.PUBLISHED) == set(configuration.NAMES)


def test_the_row_is_found_by_family_and_dimension():
    config = {"model_type": "gpt2", "n_embd": 1600, "n_head": 25, "n_layer": 48, "vocab_size": 9}
    found = configuration.parse_configuration(config, "")
    assert configuration.published_name(found) == "xl"
    assert configuration.published_name(replace(found, d=64)) is None
    assert configuration.published_name(replace(found, family="bert", d=768)) == "base"


# Hostile files: every one is refused with one line that names the file; and what a good file gives.
def packed(header, data=b"", *, length=None):
    """The bytes of a file with this header, given as text or as what becomes JSON."""
    text = (header if isinstance(header, str) else json.dumps(header)).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


DATA = b"\0" * 8
POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 548105171\n"
HOSTILE = {
    "empty": (b"", "is empty, 0 bytes"),
    "shorter than the length": (b"\1\0\0", "3 bytes"),
    "a git-lfs pointer": (POINTER, "is a git-lfs pointer, not the file"),
    "a pointer behind a mark": (b"\xef\xbb\xbf" + POINTER, "is a git-lfs pointer, not the file"),
    "a xet pointer": (b"# xet version 0\nfilesize = 12345\n", "is a xet pointer"),
    "a page": (b"<!DOCTYPE html>\n<html><head>" + b" " * 600, "is a web page, not the file"),
    "a page in small letters": (b"\n  <html lang=en>", "is a web page, not the file"),
    "an answer in XML": (b'<?xml version="1.0"?><Error><Code>AccessDenied</Code>', "is an answer of a server in XML"),
    "an answer in words": (b"Entry not found", "is not the file but text, 'Entry not found'"),
    "an answer in JSON": (b'{"error": "Repository is gated"}', 'is not the file but text, \'{"error"'),
    "a short answer": (b"404", "3 bytes"),
    "zeros": (b"\0" * 4096, "begins with zeros"),
    "a zip archive": (b"PK\x03\x04" + b"\0" * 90, "is a zip archive"),
    "an old pickle": (b"\x80\x02\x8a" + b"\1" * 40, "is a pickle"),
    "gzip": (b"\x1f\x8b\x08" + b"\1" * 40, "is compressed with gzip"),
    "GGUF": (b"GGUF\x03\0\0\0" + b"\1" * 40, "is a GGUF file"),
    "HDF5": (b"\x89HDF\r\n\x1a\n" + b"\1" * 40, "is an HDF5 file"),
    "NumPy": (b"\x93NUMPY\x01\0v\0" + b"\1" * 40, "is a NumPy file"),
    "cut in the header": (packed({"a": entry()}, DATA)[:30], "(a download that was cut short)"),
    "cut in the tensors": (packed({"a": entry()}, DATA)[:-3], "(a download that was cut short)"),
    "a header of 2^40 bytes": (packed({}, length=2**40), "header length is 1099511627776"),
    "truncated": (packed({"a": entry()}, DATA[:5]), "the tensors end at byte"),
    "trailing bytes": (packed({"a": entry()}, DATA + b"more"), "the tensors end at byte"),
    "bad JSON": (packed("{'a': 1}"), "no JSON"),
    "no UTF-8": ((2).to_bytes(8, "little") + b"\xff\xff", "no JSON"),
    "a list": (packed("[]"), "JSON list; an object is needed"),
    "deep nesting": (packed("[" * 100_000), "no JSON"),
    "a pickle": (b"\x80\x04\x95" + b"\0" * 40, "is a pickle, not a safetensors file"),
    "overlap": (packed({"a": entry(), "b": entry(offsets=(4, 12))}, DATA + DATA[:4]), "'b' begins at 4, where 8"),
    "a gap": (packed({"a": entry(), "b": entry(offsets=(12, 20))}, DATA * 3), "'b' begins at 12, where 8"),
    "negative offset": (packed({"a": entry(offsets=(-8, 0))}), "data_offsets is [-8, 0]"),
    "reversed offsets": (packed({"a": entry(offsets=(8, 0))}, DATA), "data_offsets is [8, 0]"),
    "beyond the file": (packed({"a": entry(shape=(2**40,), offsets=(0, 2**42))}, DATA), "the tensors end at byte"),
    "repeated name": (packed('{"a": %s, "a": %s}' % ((json.dumps(entry()),) * 2), DATA), "a key is repeated"),
    "negative shape": (packed({"a": entry(shape=(-2,))}, DATA), "shape is [-2]"),
    "overflowing shape": (packed({"a": entry(shape=(2**33, 2**33))}, DATA), "which is not F32 of shape"),
    "a shape that is true": (packed({"a": {**entry(), "shape": [True, 2]}}, DATA), "shape is [True, 2]"),
    "a number that is infinite": (packed('{"a": Infinity}'), "Infinity is no number"),
    "a field too much": (packed({"a": {**entry(), "code": "x"}}, DATA), "exactly dtype, shape and data_offsets"),
    "a type that is no text": (packed({"a": {**entry(), "dtype": 3}}, DATA), "dtype is 3"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_with_one_line(tmp_path, name):
    data, said = HOSTILE[name]
    path = tmp_path / "model.safetensors"
    path.write_bytes(data)
    with pytest.raises(WeightsError) as refused:
        SafetensorsFile(path)
    text = str(refused.value)
    assert said in text
    assert text.startswith(str(path))
    assert "\n" not in text
    assert len(text) < 400


def test_what_is_not_finite_or_quantised_is_refused_when_it_is_needed(tmp_path):
    path = tmp_path / "a.safetensors"
    values = np.array([1.0, np.nan, np.inf], dtype="<f4").view(np.uint8)
    write_safetensors(
        path, [("a", "F32", (3,), values), ("q", "I8", (4,), np.zeros(4, np.uint8)), ("x", "F4", (8,), values[:4])]
    )
    file = SafetensorsFile(path)
    with pytest.raises(WeightsError, match="a holds 2 entries that are NaN or infinite; none is allowed"):
        file.read("a")
    assert file.read("a", rows=np.array([0])).tolist() == [1.0]
    for name, dtype in (("q", "I8"), ("x", "F4")):
        with pytest.raises(WeightsError, match=f"{name} is stored as {dtype}; allowed are F64, F32, F16, BF16"):
            file.read(name)


def test_numbers_beyond_a_smaller_type_are_refused(tmp_path):
    path = tmp_path / "a.safetensors"
    write_safetensors(path, [("a", "F64", (2,), encoded(np.array([1.0, 1e300]), "F64"))])
    assert SafetensorsFile(path).read("a").tolist() == [1.0, 1e300]
    with pytest.raises(WeightsError, match="a holds entries beyond the range of float32"):
        SafetensorsFile(path).read("a", np.float32)


@pytest.mark.parametrize(("dtype", "digits"), [("F64", 53), ("F32", 24), ("F16", 11), ("BF16", 8)])
def test_every_type_is_read_as_it_was_written(tmp_path, dtype, digits):
    path = tmp_path / "a.safetensors"
    A = np.random.default_rng(0).normal(size=(5, 3))
    write_safetensors(path, [("a", dtype, A.shape, encoded(A, dtype))])
    file = SafetensorsFile(path)
    assert np.max(np.abs(file.read("a") / A - 1)) <= 2.0**-digits
    assert np.array_equal(file.read("a", rows=np.array([4, 1, 1])), file.read("a")[[4, 1, 1]])
    again = tmp_path / "b.safetensors"
    write_safetensors(again, [("a", dtype, A.shape, encoded(file.read("a"), dtype))])
    assert again.read_bytes() == path.read_bytes()


def test_bf16_is_rounded_to_even_and_what_overflows_is_refused():
    values = np.array([1 + 2.0**-8, 1 + 3 * 2.0**-8, -1.0, 3.3895314e38], dtype=np.float32)
    stored = encoded(values, "BF16").view("<u2").astype(np.uint32) << 16
    assert stored.view(np.float32).tolist() == [1.0, 1 + 2.0**-6, -1.0, float(np.float32(3.3895314e38))]
    for dtype, large in (("F16", 65520.0), ("BF16", 3.4e38), ("F32", 1e39)):
        with pytest.raises(WeightsError, match=f"1 entries are not finite as {dtype}"):
            encoded(np.array([1.0, large]), dtype)


def test_a_file_is_never_overwritten(tmp_path):
    path = tmp_path / "a.safetensors"
    write_safetensors(path, [])
    assert SafetensorsFile(path).entries == {}
    with pytest.raises(FileExistsError):
        write_safetensors(path, [])


def test_what_cannot_be_read_is_one_line(tmp_path):
    with pytest.raises(WeightsError, match="No such file"):
        SafetensorsFile(tmp_path / "none.safetensors")
    with pytest.raises(WeightsError, match="No such file"):
        read_json(tmp_path / "none.json")
    large = tmp_path / "large.json"
    large.write_bytes(b" " * (safetensors_file.MAX_JSON + 1))
    with pytest.raises(WeightsError, match="at most 4000000 are read"):
        read_json(large)


def test_no_module_of_the_reader_can_open_a_pickle():
    folder = Path(safetensors_file.__file__).parent
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] + [getattr(node, "module", None) or ""]
                assert not {"pickle", "torch", "marshal", "shelve", "joblib"} & {name.split(".")[0] for name in names}
            if isinstance(node, ast.keyword) and node.arg == "allow_pickle":
                assert ast.unparse(node.value) == "False", path
