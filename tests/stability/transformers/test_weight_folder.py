"""Broken folders: every one is refused with one line; prefixes and old names are found."""

import json
import pickle
import shutil

import numpy as np
import pytest

from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.safetensors_file import SafetensorsFile, WeightsError
from attnverify.stability.transformers.storing import encoded, write_safetensors
from attnverify.stability.transformers.weight_folder import INDEX, SINGLE


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
        renamed(
            tensors,
            lambda name: (
                "bert."
                + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
            ),
        )

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


def test_other_formats_are_named(surrogate):
    folder = surrogate("bert")
    (folder / SINGLE).rename(folder / "tf_model.h5")
    with pytest.raises(WeightsError, match=r"there is tf_model.h5 but no model.safetensors; only safetensors"):
        TransformerModel(folder)
    (folder / "tf_model.h5").unlink()
    with pytest.raises(WeightsError, match=r"neither model.safetensors nor model.safetensors.index.json"):
        TransformerModel(folder)


def test_missing_tensors_are_counted_and_named(surrogate):
    folder = surrogate("gpt2")

    def change(tensors):
        for name in [name for name in tensors if name.startswith("h.1.attn")]:
            del tensors[name]

    rewritten(folder, change)
    with pytest.raises(
        WeightsError, match=r"4 tensors are missing: h.1.attn.c_attn.weight, .*, \.\.\. \(prefix found: ''"
    ):
        TransformerModel(folder)


def test_a_second_model_in_one_file_is_refused(surrogate):
    folder = surrogate("gpt2")

    def change(tensors):
        tensors.update({"other." + name: tensor for name, tensor in list(tensors.items())})

    rewritten(folder, change)
    with pytest.raises(WeightsError, match=r"2 tensors end with h.0.attn.c_attn.weight, which exactly one must"):
        TransformerModel(folder)


def test_the_weights_of_another_family_are_refused(surrogate):
    folder = surrogate("bert")
    shutil.copy(surrogate("gpt2", name="other") / SINGLE, folder / SINGLE)
    with pytest.raises(WeightsError, match=r"0 tensors end with encoder.layer.0.attention.self.query.weight"):
        TransformerModel(folder)


def test_shapes_are_those_of_the_configuration(surrogate):
    folder = surrogate("gpt_neo")
    configured(folder, hidden_size=8)
    with pytest.raises(WeightsError, match=r"q_proj.weight has shape \(16, 16\); config.json says \(8, 8\)"):
        TransformerModel(folder).attention(0)


@pytest.mark.parametrize("name", ["../model.safetensors", "/etc/passwd", "a\\b", "..", 3])
def test_an_index_reaches_no_other_folder(surrogate, name):
    folder = surrogate("gpt2", shards=2)
    index = json.loads((folder / INDEX).read_text())
    index["weight_map"]["wte.weight"] = name
    (folder / INDEX).write_text(json.dumps(index))
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
