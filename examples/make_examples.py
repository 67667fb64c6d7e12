#!/usr/bin/env python3
"""Makes the files of this folder: scores.npy, labels.txt and top5.onnx.

The scores stand for what an image classifier gives for four photographs: a few
kindred classes far above the rest. They are written down here, as logits, with
the classes that are not named getting a small score that depends on the class
alone. Needs the packages numpy and onnx.
"""

import pathlib

import numpy as np
from onnx import TensorProto, helper, save

FOLDER = pathlib.Path(__file__).parent

LABELS = [
    "tabby cat",
    "tiger cat",
    "Siamese cat",
    "red fox",
    "grey wolf",
    "golden retriever",
    "beagle",
    "border collie",
    "brown bear",
    "giant panda",
    "barn owl",
    "robin",
    "mallard",
    "goldfish",
    "sea turtle",
    "steam locomotive",
    "mountain bike",
    "fire engine",
    "espresso",
    "teapot",
]

IMAGES = [
    {"tiger cat": 11.87, "tabby cat": 11.32, "Siamese cat": 7.05, "red fox": 4.61, "teapot": 2.18},
    {"border collie": 10.44, "golden retriever": 6.93, "beagle": 6.58, "grey wolf": 5.27, "red fox": 3.90},
    {"fire engine": 12.63, "steam locomotive": 6.11, "mountain bike": 3.34, "espresso": 1.72, "goldfish": 1.69},
    # Two classes that the classifier cannot tell apart: the robin, whose index is
    # lower, comes first.
    {"mallard": 8.25, "robin": 8.25, "sea turtle": 5.02, "barn owl": 4.87, "goldfish": 3.16},
]


def make_scores():
    classes = np.arange(len(LABELS))
    scores = np.tile(np.round(1.2 * np.sin(classes * 1.7) - 1.0, 2), (len(IMAGES), 1))
    for row, image in zip(scores, IMAGES):
        for label, score in image.items():
            row[LABELS.index(label)] = score
    return scores.astype(np.float32)


def make_model():
    """TopK over the classes, K = 5, for batches of any size."""
    node = helper.make_node("TopK", ["scores", "K"], ["values", "indices"], name="top5", axis=-1)
    graph = helper.make_graph(
        [node],
        "top5",
        [helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["batch", len(LABELS)])],
        [
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["batch", 5]),
            helper.make_tensor_value_info("indices", TensorProto.INT64, ["batch", 5]),
        ],
        [helper.make_tensor("K", TensorProto.INT64, [1], [5])],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=8)


def main():
    np.save(FOLDER / "scores.npy", make_scores())
    (FOLDER / "labels.txt").write_text("\n".join(LABELS) + "\n")
    save(make_model(), FOLDER / "top5.onnx")


if __name__ == "__main__":
    main()
