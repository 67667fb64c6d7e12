"""Changes a stored tensor: its first element to 77, or its shape by a leading 1.

usage: change_output.py FILE.pb element|shape
"""

import sys

import numpy as np
from onnx import load_tensor, numpy_helper, save_tensor


def main():
    path, what = sys.argv[1:]
    array = numpy_helper.to_array(load_tensor(path)).copy()
    if what == "element":
        array.flat[0] = 77
    else:
        array = array[np.newaxis]
    save_tensor(numpy_helper.from_array(array), path)


if __name__ == "__main__":
    main()
