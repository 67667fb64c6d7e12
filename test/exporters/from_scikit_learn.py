"""skl2onnx. What it writes before our operators (distances, probabilities) is cut
off, as users do it, with ONNX's own tool; the rest is as it was written."""

from importlib.metadata import version

import numpy as np
import onnx
import onnxruntime
import sklearn
from onnx.utils import Extractor
from skl2onnx import to_onnx
from sklearn.cluster import KMeans
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier

from inputs import rng

# The name in skl2onnx's graph at which it is cut, and of the result that is kept;
# and what the estimator says itself.
MODELS = {
    "k_means": (KMeans(5, n_init=1, random_state=1), "the nearest centre", "Ad_C0", "label", lambda model, x: model.predict(x).astype(np.int64)),
    "naive_bayes": (GaussianNB(), "the most likely class", "sum_result", "argmax_output", lambda model, x: model.predict(x)[:, None]),
    "perceptron": (MLPClassifier((8,), max_iter=300, random_state=1), "the most likely class", "probabilities", "argmax_output", lambda model, x: model.predict(x)[:, None]),
    "neighbors": (KNeighborsClassifier(4), "the rows of the nearest neighbors", "Sq_Y0", "knny_output0", lambda model, x: model.kneighbors(x, return_distance=False)),
}


def cases():
    x = rng.normal(size=(40, 4)).astype(np.float32)
    classes = rng.integers(0, 3, 40)
    x += classes[:, None]
    for name, (estimator, what, start, end, answer) in MODELS.items():
        estimator.fit(x, classes)
        options = {"zipmap": False} if hasattr(estimator, "predict_proba") else None
        # Intermediate values are cut at by their types.
        extractor = Extractor(onnx.shape_inference.infer_shapes(to_onnx(estimator, x[:1], options=options)))
        before = onnxruntime.InferenceSession(extractor.extract_model(["X"], [start]).SerializeToString(), providers=["CPUExecutionProvider"])
        runs = [rng.normal(size=(rows, 4)).astype(np.float32) for rows in (7, 1)]
        yield (
            f"scikit_learn_{name}",
            f"{what}. scikit-learn {sklearn.__version__}, skl2onnx {version('skl2onnx')}, cut from its model by onnx.utils.Extractor",
            extractor.extract_model([start], [end]).SerializeToString(),
            [(before.run(None, {"X": run}), [answer(estimator, run)]) for run in runs],
        )
