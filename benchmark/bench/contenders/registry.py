"""All contenders, by the names that options have for them."""

import importlib

from bench.contenders import own
from bench.contenders.reading import Reading

# name: (file, class); those that take long to prepare last, since time can be short.
PEERS = {
    "numpy": ("numpy_peer", "NumPy"),
    "onnxruntime": ("onnxruntime_peer", "OnnxRuntime"),
    "openvino": ("openvino_peer", "OpenVino"),
    "torch": ("torch_peer", "Torch"),
    "jax": ("jax_peer", "Jax"),
    "iree": ("iree_peer", "Iree"),
    "torch-compile": ("torch_peer", "TorchCompiled"),
}


def contenders(peers, flags):
    """(the contenders that work here, {name: why not} of the others). `flags`
    are more flags for extrema-compile."""
    found, missing = [own.vector(flags), own.scalar(flags), Reading()], {}
    for name in peers:
        file, of_class = PEERS[name]
        try:
            module = importlib.import_module(f"bench.contenders.{file}")
            found.append(getattr(module, of_class)())
        except Exception as error:  # importing a library can fail in any way
            missing[name] = str(error).splitlines()[0] if str(error) else type(error).__name__
    return found, missing
