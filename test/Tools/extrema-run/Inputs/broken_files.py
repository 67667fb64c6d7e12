"""Feeds broken .npy and .pb files to extrema-run and checks its messages; lets
the disk be full.

usage: broken_files.py EXTREMA_RUN MODEL FOLDER
"""

import os
import resource
import subprocess
import sys

import numpy as np
from onnx import TensorProto


def npy(header, data=b"", version=1, length=None):
    text = header.encode()
    size = len(text) if length is None else length
    return b"\x93NUMPY" + bytes([version, 0]) + size.to_bytes(2 if version == 1 else 4, "little") + text + data


def described(shape, descr="'<f4'", data=b""):
    return npy(f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}", data)


def saved(folder, array):
    path = os.path.join(folder, "saved.npy")
    np.save(path, array)
    with open(path, "rb") as file:
        return file.read()


def tensor(**fields):
    return TensorProto(**fields).SerializeToString()


def cases(folder):
    """(suffix, bytes, part of the message)."""
    good = saved(folder, np.arange(100, dtype=np.float32))
    for size in (0, 3, 7):
        yield ".npy", good[:size], "not a .npy file"
    yield ".npy", b"x" * 100, "not a .npy file"
    for size in (9, 60):
        yield ".npy", good[:size], "the file ends too early"
    yield ".npy", good[:-1], "the header promises f32[100], 400 bytes, but 399 bytes follow"
    yield ".npy", good + b"x", "the header promises f32[100], 400 bytes, but 401 bytes follow"
    yield ".npy", described("(9999999999,)"), "the header promises f32[9999999999], 39999999996 bytes, but 0 bytes follow"
    yield ".npy", described("(99999999999, 99999999, 999999999)"), "is too large"
    yield ".npy", described("(9223372036854775807, 9223372036854775807, 0)"), "is too large"
    for shape in ("(99999999999999999999,)", "(-1,)", "(1 2)", "3", "(3", "[3]"):
        yield ".npy", described(shape), "malformed .npy header"
    for header in ("", "{", "{'descr': '<f4', 'shape': (1,)}", "{'descr': '<f4, 'shape': (1,), }", "{'shape' (1,)}"):
        yield ".npy", npy(header), "malformed .npy header"
    yield ".npy", npy("{'colour': 'red'}"), "unknown key 'colour' in the .npy header"
    yield ".npy", npy("", version=4), "version 4 of the .npy format is not supported (1 to 3 are)"
    yield ".npy", npy("", version=2, length=0xFFFFFFFF), "malformed .npy header"
    yield ".npy", saved(folder, np.zeros(3, ">f4")), "the elements (>f4) are big-endian"
    yield ".npy", saved(folder, np.zeros(3, bool)), "the element type '|b1' is not supported"
    yield ".npy", saved(folder, np.zeros(3, complex)), "the element type '<c16' is not supported"
    yield ".npy", saved(folder, np.zeros(3, "S3")), "the element type '|S3' is not supported"
    yield ".npy", saved(folder, np.zeros(3, [("a", "f4")])), "structured element types are not supported"

    float32 = TensorProto.FLOAT
    yield ".pb", b"hello world", "cannot parse it as an ONNX TensorProto"
    yield ".pb", tensor(data_type=float32, dims=[3], raw_data=b"123"), "the tensor's shape needs 12 bytes, but it holds 3"
    yield ".pb", tensor(data_type=float32, dims=[3], float_data=[1]), "the tensor's shape needs 3 elements, but it holds 1"
    yield ".pb", tensor(data_type=float32, dims=[2**40, 2**40]), "the tensor is too large"
    yield ".pb", tensor(data_type=float32, dims=[2**60]), "the tensor's shape needs 1152921504606846976 elements, but it holds 0"
    yield ".pb", tensor(data_type=float32, dims=[-2]), "the tensor has the negative extent -2"
    yield ".pb", tensor(data_type=TensorProto.STRING, dims=[1], string_data=[b"a"]), "element type string is not supported"
    yield ".pb", tensor(data_type=TensorProto.BOOL, dims=[1], int32_data=[1]), "element type bool is not supported"
    yield ".pb", tensor(data_type=17, dims=[1], int32_data=[1]), "element type float8e4m3fn is not supported"
    yield ".pb", tensor(dims=[1]), "element type undefined is not supported"
    yield ".pb", tensor(data_type=float32, dims=[1], data_location=1), "the tensor's data lies in another file"
    yield ".txt", good, "arrays are read from and written to files that end in .npy or .pb"


def main():
    program, model, folder = sys.argv[1:]
    output = os.path.join(folder, "output.npy")
    for number, (suffix, data, message) in enumerate(cases(folder)):
        path = os.path.join(folder, f"broken{number}{suffix}")
        with open(path, "wb") as file:
            file.write(data)
        command = [program, model, path, "random:3:i32", "-o", output]
        ended = subprocess.run(command, capture_output=True, text=True)
        if ended.returncode != 1 or f"error: '{path}': " not in ended.stderr or message not in ended.stderr:
            sys.exit(f"wanted: {message}\ngot ({ended.returncode}): {ended.stderr}")
        if os.path.exists(output):
            sys.exit(f"{path}: there is an output")

    # A disk that is full, so to speak, in the middle of the output.
    command = [program, model, "random:3:f32", "random:3:i32", "-o", output]
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64))
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if ended.returncode != 1 or f"error: '{output}': File too large" not in ended.stderr:
        sys.exit(f"wanted: File too large\ngot ({ended.returncode}): {ended.stderr}")
    if any(name.startswith("output") for name in os.listdir(folder)):
        sys.exit("there is a partial output")


if __name__ == "__main__":
    main()
