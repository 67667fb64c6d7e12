"""Arrays of every element type from NumPy through extrema-run and back.

usage: round_trip.py EXTREMA_RUN FOLDER    FOLDER holds TYPE.mlir for each type
"""

import os
import subprocess
import sys

import ml_dtypes
import numpy as np
from onnx import TensorProto, helper, load_tensor, numpy_helper, save_tensor

DTYPES = {
    **{f"u{8 * n}": np.dtype(f"u{n}") for n in (1, 2, 4, 8)},
    **{f"i{8 * n}": np.dtype(f"i{n}") for n in (1, 2, 4, 8)},
    **{f"f{8 * n}": np.dtype(f"f{n}") for n in (2, 4, 8)},
    "bf16": np.dtype(ml_dtypes.bfloat16),
}


def arrays(dtype):
    rng = np.random.default_rng(1)
    for rows in (0, 1, 5):
        # All bits, so NaNs of every payload as well.
        yield np.frombuffer(rng.bytes(rows * 3 * dtype.itemsize), dtype).reshape(rows, 3)


def main():
    run, folder = sys.argv[1:]
    source, target = (os.path.join(folder, name) for name in ("source", "target"))

    def through(name, source, target):
        command = [run, os.path.join(folder, f"{name}.mlir"), source, "-o", target]
        subprocess.run(command, check=True)

    def check(name, array, got):
        got = got.view(array.dtype)  # NumPy reads bfloat16 as two bytes of no type
        if got.shape != array.shape or got.tobytes() != array.tobytes():
            sys.exit(f"{name}: {array!r} came back as {got!r}")

    for name, dtype in DTYPES.items():
        for array in arrays(dtype):
            np.save(f"{source}.npy", array)
            through(name, f"{source}.npy", f"{target}.npy")
            check(name, array, np.load(f"{target}.npy"))

            through(name, f"{source}.npy", f"{target}.pb")
            tensor = load_tensor(f"{target}.pb")
            assert tensor.data_type == helper.np_dtype_to_tensor_dtype(dtype), name
            check(name, array, numpy_helper.to_array(tensor))

            save_tensor(numpy_helper.from_array(array), f"{source}.pb")
            through(name, f"{source}.pb", f"{target}.npy")
            check(name, array, np.load(f"{target}.npy"))

        # Without NaNs, which lose their payload in Python's floats.
        array = np.arange(6).reshape(2, 3).astype(dtype) - np.ones(1, dtype)
        tensor = TensorProto(data_type=helper.np_dtype_to_tensor_dtype(dtype), dims=array.shape)
        is_narrow_float = dtype.itemsize == 2 and dtype.kind not in "iu"
        elements = array.view(np.uint16) if is_narrow_float else array
        getattr(tensor, helper.tensor_dtype_to_field(tensor.data_type)).extend(elements.ravel().tolist())
        save_tensor(tensor, f"{source}.pb")
        through(name, f"{source}.pb", f"{target}.npy")
        check(name, array, np.load(f"{target}.npy"))

        np.save(f"{source}.npy", np.asfortranarray(array))
        through(name, f"{source}.npy", f"{target}.npy")
        check(name, array, np.load(f"{target}.npy"))


if __name__ == "__main__":
    main()
