"""What a caller may give to compiled code, in an object file of extrema-compile
that is called with descriptors of every kind: arrays turned, flipped, cut and
broadcast by NumPy, with an offset, and with strides that do not matter; then ones
that do not fit, each of which is a status and a message. Nothing leaks.

Closes with "N passed, N failed"; exit code 1 if one failed.
"""

import argparse
import ctypes
import os
import sys
import tempfile

import numpy as np

from support import compiled

MOST_RANK = 5
TYPES = {"i8": np.int8, "i16": np.int16, "f32": np.float32, "i64": np.int64}
ANY = np.iinfo(np.int64)
SUPPORT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "support")

# Each function gives back what it is given; so every element is seen.
FUNCTIONS = """
func.func @fixed(%x: tensor<3x4xf32> {extrema.name = "x"}) -> tensor<3x4xf32> {
  return %x : tensor<3x4xf32>
}
func.func @nothing(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
  return %x : tensor<0x4xf32>
}
func.func @two(%x: tensor<?x3xi16> {extrema.name = "left{0}"}, %y: tensor<4x?xi64>) -> (tensor<?x3xi16>, tensor<4x?xi64>) {
  return %x, %y : tensor<?x3xi16>, tensor<4x?xi64>
}
func.func @choice(%x: tensor<?xf32>, %y: tensor<?xf32>, %which: tensor<i8>) -> tensor<?xf32> {
  %flag = tensor.extract %which[] : tensor<i8>
  %bit = arith.trunci %flag : i8 to i1
  %r = scf.if %bit -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @best(%x: tensor<?x?xf32>) -> tensor<?xi64> {
  %r = extrema.argmax %x axis(1) : tensor<?x?xf32> -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @top(%x: tensor<?x?xf32>, %k: tensor<1xi64> {extrema.name = "k"}) -> (tensor<?x?xf32>, tensor<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.extract %k[%c0] : tensor<1xi64>
  %v, %i = extrema.topk %x k(%n : i64) axis(1) : tensor<?x?xf32> -> tensor<?x?xf32>, tensor<?x?xi64>
  return %v, %i : tensor<?x?xf32>, tensor<?x?xi64>
}
func.func @hollow(%x: tensor<?x8xf32>) -> tensor<?xi8> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %zero = arith.constant 0 : i8
  %r = tensor.splat %zero[%n] : tensor<?xi8>
  return %r : tensor<?xi8>
}
func.func @buffers(%x: memref<?x?xf32> {extrema.name = "x"}, %v: memref<?x2xf32> {extrema.name = "v"}, %i: memref<?x2xi64, strided<[?, 1], offset: ?>>) {
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf32>)
    outs(%v, %i : memref<?x2xf32>, memref<?x2xi64, strided<[?, 1], offset: ?>>)
  return
}
func.func @element(%x: memref<?x?xf32>, %v: memref<?x?xf32>, %i: memref<?x?xi64>, %n: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %x, %c0 : memref<?x?xf32>
  %element = memref.load %n[%c1] : memref<?xi64>
  %k = arith.index_cast %element : i64 to index
  %to_v = memref.subview %v[0, 0] [%rows, %k] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %to_i = memref.subview %i[0, 0] [%rows, %k] [1, 1] : memref<?x?xi64> to memref<?x?xi64, strided<[?, 1]>>
  extrema.topk_reduce <maximumf> dimension(1) ins(%x : memref<?x?xf32>) outs(%to_v, %to_i : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xi64, strided<[?, 1]>>)
  return
}
"""


def identity(element, rank):
    tensor = f"tensor<{'?x' * rank}{element}>"
    return f"func.func @same_{element}_{rank}(%x: {tensor}) -> {tensor} {{\n  return %x : {tensor}\n}}\n"


def descriptor(array, offset=0, shape=None, strides=None, address=None):
    """The words of a descriptor, with the array's true strides unless told."""
    if address is None:
        address = array.ctypes.data - offset * array.itemsize
    shape = array.shape if shape is None else shape
    strides = [s // array.itemsize for s in array.strides] if strides is None else strides
    return np.array([address, address, offset, *shape, *strides], np.int64)


class Library:
    def __init__(self, path, is_counted=True):
        self._code = ctypes.CDLL(path)
        self._take = self._code.extremaTestTakeAllocations if is_counted else None
        if self._take:
            self._take.restype = ctypes.c_int64
        self._free = ctypes.CDLL(None).free

    def _scratch_for(self, entry, arguments):
        """The scratch memory that the function asks for, if it takes any."""
        try:
            size_of = getattr(self._code, f"{entry}_scratch_size")
        except AttributeError:
            return []
        size_of.restype = ctypes.c_int64
        size = size_of(*(ctypes.c_void_p(a.ctypes.data) for a in arguments))
        self._memory = np.zeros(size + 64, np.uint8)
        address = self._memory.ctypes.data
        return [descriptor(self._memory, shape=[size], address=address + -address % 64)]

    def call(self, name, arguments, ranks, dtypes):
        """The results as copies, and the message; raises on a leak, and where
        status and message disagree. `ranks` are those of the results."""
        entry = f"_mlir_ciface_{name}"
        function = getattr(self._code, entry)
        sizes = [3 + 2 * rank for rank in ranks]
        result = np.zeros(sum(sizes) + 1, np.int64)
        context = np.zeros(5, np.int64)
        arguments = [*arguments, *self._scratch_for(entry, arguments)]
        pointers = [ctypes.c_void_p(a.ctypes.data) for a in (*arguments, context)]
        if ranks:
            function.restype = None
            function(ctypes.c_void_p(result.ctypes.data), *pointers)
            status = int(result[-1]) & 0xFFFFFFFF
        else:
            function.restype = ctypes.c_int32
            status = function(*pointers)
        message = compiled._message(context)
        if (status != 0) != bool(message):
            raise AssertionError(f"status {status} with the message '{message}'")
        parts = np.split(result[:-1], np.cumsum(sizes)[:-1]) if sizes else []
        bases = {int(words[0]) for words in parts} - {0}
        if self._take and self._take() != len(bases):
            raise AssertionError("it leaks, or writes past a buffer")
        values = [] if status else [compiled._read(w, np.dtype(t), r) for w, t, r in zip(parts, dtypes, ranks)]
        for base in bases:
            self._free(ctypes.c_void_p(base))
        return values, message


class Tests:
    def __init__(self, library):
        self.library = library
        self.count = self.failed = 0

    def fail(self, text):
        self.failed += 1
        print(f"FAIL {text}")

    def expect(self, label, name, arguments, wanted):
        """`wanted` are the results, bit for bit."""
        self.count += 1
        try:
            results, message = self.library.call(name, arguments, [w.ndim for w in wanted], [w.dtype for w in wanted])
        except AssertionError as error:
            return self.fail(f"{label}: {error}")
        if message:
            return self.fail(f"{label}: '{message}'")
        for result, right in zip(results, wanted):
            if result.shape != right.shape or result.tobytes() != right.tobytes():
                self.fail(f"{label}: {result.tolist()} instead of {right.tolist()}")

    def refuse(self, name, arguments, ranks, wanted):
        """`wanted` is the message; `ranks` are those of the results."""
        self.count += 1
        try:
            _, message = self.library.call(name, arguments, ranks, ())
        except AssertionError as error:
            message = str(error)
        if message != wanted:
            self.fail(f"{name}: '{message}' instead of '{wanted}'")


def random_view(rng, dtype, rank):
    """An array of the rank, whose strides may be anything that views have."""
    array = rng.integers(0, 256, size=(7, 6, 5, 4, 3, np.dtype(dtype).itemsize), dtype=np.uint8)
    array = array.view(dtype)[..., 0]
    array = array.transpose(rng.permutation(array.ndim))
    while array.ndim > rank:
        array = array[int(rng.integers(array.shape[0])), ...]
    for axis in range(array.ndim):
        kind = rng.integers(6)
        step = int(rng.choice([-3, -2, -1, 1, 2, 3]))
        part = [slice(None, None, step), slice(1, None, abs(step)), slice(1, 2), slice(2, 2)][min(kind, 3)]
        if kind == 4:
            part = slice(None)
        array = array[(slice(None),) * axis + (part,)]
        if kind == 5:
            shape = list(array.shape)
            array = array[(slice(None),) * axis + (slice(0, 1),)]
            shape[axis] = int(rng.integers(1, 6)) if array.shape[axis] else 0
            array = np.broadcast_to(array, shape)
    return array


def careless_strides(rng, array):
    """The strides, with any number where none matters."""
    strides = [s // array.itemsize for s in array.strides]
    for axis, extent in enumerate(array.shape):
        if (extent == 1 or array.size == 0) and rng.random() < 0.5:
            strides[axis] = int(rng.choice([0, -1, 7, ANY.min, ANY.max, 1 << 40]))
    return strides


def test_views(tests, rng, cases):
    for case in range(cases):
        element = list(TYPES)[case % len(TYPES)]
        rank = case // len(TYPES) % (MOST_RANK + 1)
        array = random_view(rng, TYPES[element], rank)
        offset = int(rng.choice([0, 0, 5, -3]))
        words = descriptor(array, offset, strides=careless_strides(rng, array))
        label = f"{element} of shape {array.shape}, strides {words[3 + rank:].tolist()}, offset {offset}"
        tests.expect(label, f"same_{element}_{rank}", [words], [np.array(array, order="C")])


def test_named_views(tests):
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    fortran = np.asfortranarray(x)
    views = {
        "as it is": x,
        "of Fortran's order": fortran,
        "transposed": x.T.copy().T,
        "flipped": x[::-1, ::-1],
        "cut": np.arange(48, dtype=np.float32).reshape(6, 8)[::2, 1::2],
        "one row for all": np.broadcast_to(x[0], (3, 4)),
        "one element for all": np.broadcast_to(x[1, 2], (3, 4)),
        "one column for all": np.broadcast_to(x[:, :1], (3, 4)),
    }
    for label, view in views.items():
        for turn in range(2):
            tests.expect(f"{label}, call {turn}", "fixed", [descriptor(view)], [np.array(view, order="C")])
    square = np.random.default_rng(3).standard_normal((40, 30)).astype(np.float32)
    for label, view in (("columns", square.T), ("backwards", square[::-1, ::-1]), ("every other", square[::2, ::3])):
        tests.expect(f"argmax of {label}", "best", [descriptor(view)], [view.argmax(1)])
        order = np.argsort(-view, axis=1, kind="stable")[:, :4]
        k = np.array([9, 4, 9, 9])[1:2]
        values = [np.take_along_axis(view, order, 1), order]
        tests.expect(f"topk of {label}", "top", [descriptor(view), descriptor(k, strides=[17])], values)
    y = np.arange(8, dtype=np.int64).reshape(2, 4)
    z = np.arange(6, dtype=np.int16).reshape(2, 3)
    pairs = [(z, y.T), (z[::-1], y.reshape(4, 2)), (z[::-1], y.T), (z[:0], y.T[:, :0])]
    for first, second in pairs:
        wanted = [np.array(a, order="C") for a in (first, second)]
        tests.expect("two inputs", "two", [descriptor(first), descriptor(second)], wanted)
    line = np.arange(20, dtype=np.float32)
    for which in (0, 1):
        arguments = [descriptor(line[::-2]), descriptor(line[::3]), descriptor(np.array(which, np.int8))]
        tests.expect("a choice of two", "choice", arguments, [np.array(line[:: -2 if which else 3])])


def test_refused(tests):
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    big = 1 << 62
    refused = [
        ("fixed", [descriptor(x, shape=(2, 4))], "input 'x': dimension 0 must have 3 elements: it has 2"),
        ("fixed", [descriptor(x, shape=(3, 5))], "input 'x': dimension 1 must have 4 elements: it has 5"),
        ("fixed", [descriptor(x, shape=(4, 3))], "input 'x': dimension 0 must have 3 elements: it has 4"),
        ("fixed", [descriptor(x, shape=(-3, 4))], "input 'x': dimension 0 must have 3 elements: it has -3"),
        ("fixed", [descriptor(x, address=0)], "input 'x': it must have memory: its pointer is null"),
        ("nothing", [descriptor(x)], "input 'arg0': dimension 0 must have 0 elements: it has 3"),
        ("same_f32_2", [descriptor(x, shape=(3, -4))], "input 'arg0': the extent of dimension 1 must not be negative: it is -4"),
        ("same_f32_2", [descriptor(x, shape=(ANY.min, 0))], f"input 'arg0': the extent of dimension 0 must not be negative: it is {ANY.min}"),
        ("same_f32_2", [descriptor(x, shape=(big, 1), strides=(0, 0))], "input 'arg0': its bytes must be fewer than 2^63: its extents ask for more"),
        ("same_i8_2", [descriptor(x.view(np.int8), shape=(big, big), strides=(0, 0))], "input 'arg0': its bytes must be fewer than 2^63: its extents ask for more"),
    ]
    for name, arguments, message in refused:
        tests.refuse(name, arguments, [2], message)
    z = np.arange(6, dtype=np.int16).reshape(2, 3)
    y = np.arange(12, dtype=np.int64).reshape(3, 4)
    left, right = "input 'left{ 0}': ", "input 'arg1': "
    for first, second, message in (
        (z[:, :2], y.T, left + "dimension 1 must have 3 elements: it has 2"),
        (z[::-1], y, right + "dimension 0 must have 4 elements: it has 3"),
        (z, y, right + "dimension 0 must have 4 elements: it has 3"),
        (z[:, :2], y, left + "dimension 1 must have 3 elements: it has 2"),
    ):
        tests.refuse("two", [descriptor(first), descriptor(second)], [2, 2], message)
    # Empty memrefs have no bytes, and need no memory.
    for shape in ((0, big), (big, 0), (0, 0)):
        words = descriptor(x, shape=shape, strides=(3, ANY.min), address=0)
        tests.refuse("same_f32_2", [words], [2], "")
    arguments = [descriptor(x), descriptor(np.array([1, 2]))]
    tests.refuse("top", arguments, [2, 2], "input 'k': dimension 0 must have 1 elements: it has 2")
    # The number of elements is asked for, but no element.
    for shape, message in (((7, 8), ""), ((7, 9), "input 'arg0': dimension 1 must have 8 elements: it has 9")):
        tests.refuse("hollow", [descriptor(x, shape=shape, strides=(-5, 0), address=0)], [1], message)


def best(x, k):
    order = np.argsort(-x, axis=1, kind="stable")[:, :k]
    return np.take_along_axis(x, order, 1), order


def test_buffers(tests):
    """A function on memrefs that writes some of its arguments."""
    x = np.random.default_rng(5).standard_normal((50, 6)).astype(np.float32)

    def outputs(rows):
        return np.zeros((rows, 2), np.float32), np.zeros((rows, 5), np.int64)[:, 1:3]

    for view in (x, x.T, x[::-1, ::-1], np.broadcast_to(x[0], (4, 6))):
        values, indices = outputs(len(view))
        words = [descriptor(view), descriptor(values, offset=3), descriptor(indices, offset=1)]
        tests.expect(f"buffers of {view.shape}", "buffers", words, [])
        if not all(map(np.array_equal, (values, indices), best(view, 2))):
            tests.fail(f"buffers of {view.shape}: {indices.tolist()}")
    values, indices = outputs(50)
    turned = descriptor(values, strides=(1, 50))
    apart = descriptor(np.zeros((50, 4), np.int64)[:, ::2])
    more = descriptor(values, shape=(50, 3))
    for v, i, message in (
        (turned, descriptor(indices), "argument 'v': the stride of dimension 0 must be 2: it is 1"),
        (descriptor(values), apart, "argument 'arg2': the stride of dimension 1 must be 1: it is 2"),
        (more, descriptor(indices), "argument 'v': dimension 1 must have 2 elements: it has 3"),
        (turned, apart, "argument 'v': the stride of dimension 0 must be 2: it is 1"),
    ):
        tests.refuse("buffers", [descriptor(x), v, i], [], message)

    # The element that says how many results there are, of a vector of any stride.
    x = np.random.default_rng(6).standard_normal((2, 5000)).astype(np.float32)
    values, indices = np.zeros((2, 1000), np.float32), np.zeros((2, 1000), np.int64)
    for counts in (np.array([0, 1000]), np.array([7, 0, 7, 1000])[1::2], np.array([7, 1000, 0])[:0:-1]):
        words = [descriptor(x), descriptor(values), descriptor(indices), descriptor(counts)]
        tests.expect("an element", "element", words, [])
        if not all(map(np.array_equal, (values, indices), best(x, 1000))):
            tests.fail(f"an element: {indices.tolist()}")


def test_no_memory(tests):
    """A copy of 2^50 bytes, of one element, for which malloc says no."""
    words = descriptor(np.ones(1, np.float32), shape=(1 << 24, 1 << 24), strides=(0, 0))
    message = "input 'arg0' is not contiguous, and there is no memory for a copy that is"
    tests.refuse("same_f32_2", [words], [2], message)
    small = np.arange(12, dtype=np.float32).reshape(3, 4).T
    tests.expect("after that", "same_f32_2", [descriptor(small)], [np.array(small, order="C")])


def build(stem, is_counted):
    """A shared object of `stem`.o."""
    wrap = ("-Wl,--wrap=malloc", "-Wl,--wrap=free")
    counting = [os.path.join(SUPPORT, "allocations.c"), *wrap] if is_counted else []
    path = f"{stem}{is_counted}.so"
    link = ["clang", "-shared", "-fPIC", "-fuse-ld=lld", "-Wl,-z,defs"]
    compiled.step([*link, f"{stem}.o", *counting, "-o", path], "")
    return path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--flag", action="append", default=[], help="of extrema-compile")
    arguments = parser.parse_args()
    text = FUNCTIONS + "".join(identity(e, r) for e in TYPES for r in range(MOST_RANK + 1))
    with tempfile.TemporaryDirectory() as folder:
        stem = os.path.join(folder, "entry")
        compiled.step(["extrema-compile", "-", "-o", f"{stem}.o", *arguments.flag], text)
        tests = Tests(Library(build(stem, is_counted=True)))
        test_views(tests, np.random.default_rng(arguments.seed), arguments.cases)
        test_named_views(tests)
        test_refused(tests)
        test_buffers(tests)
        tests.library = Library(build(stem, is_counted=False), is_counted=False)
        test_no_memory(tests)
    print(f"{tests.count - tests.failed} passed, {tests.failed} failed")
    sys.exit(bool(tests.failed))


if __name__ == "__main__":
    main()
