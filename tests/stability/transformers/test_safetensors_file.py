"""Hostile files: every one is refused with one line that names the file; and what a good file gives."""

import ast
import json
from pathlib import Path

import numpy as np
import pytest

from attnverify.stability.transformers import safetensors_file
from attnverify.stability.transformers.safetensors_file import SafetensorsFile, WeightsError, read_json
from attnverify.stability.transformers.storing import encoded, write_safetensors


def packed(header, data=b"", *, length=None):
    """The bytes of a file with this header, given as text or as what becomes JSON."""
    text = (header if isinstance(header, str) else json.dumps(header)).encode()
    return (len(text) if length is None else length).to_bytes(8, "little") + text + data


def entry(dtype="F32", shape=(2,), offsets=(0, 8)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


DATA = b"\0" * 8
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 548105171\n"
HOSTILE = {
    "empty": (b"", "is empty, 0 bytes"),
    "shorter than the length": (b"\1\0\0", "3 bytes"),
    "a git-lfs pointer": (LFS, "is a git-lfs pointer, not the file"),
    "a pointer behind a mark": (b"\xef\xbb\xbf" + LFS, "is a git-lfs pointer, not the file"),
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
