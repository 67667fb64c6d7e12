"""JAX: what XLA makes of argmax, argmin and top_k for the CPU."""

import os

os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

from bench.answers import Answer  # noqa: E402
from bench.contenders import Contender, PythonPrepared  # noqa: E402

jax.config.update("jax_enable_x64", True)


def _operation(workload):
    axis = workload.axis
    if workload.op == "argmax":
        return lambda x: jnp.argmax(x, axis)
    if workload.op == "argmin":
        return lambda x: jnp.argmin(x, axis)

    def top_k(x):
        values, indices = jax.lax.top_k(jnp.moveaxis(x, axis, -1), workload.k)
        return jnp.moveaxis(values, -1, axis), jnp.moveaxis(indices, -1, axis)

    return top_k


class Jax(Contender):
    name = "JAX"
    version = f"JAX {jax.__version__}"

    def prepare(self, workload, inputs):
        arrays = [jax.device_put(array) for array in inputs]
        compiled = jax.jit(_operation(workload)).lower(arrays[0]).compile()

        def read(result):
            if not workload.is_topk:
                return Answer(np.asarray(result))
            return Answer(np.asarray(result[1]), np.asarray(result[0]))

        return PythonPrepared(lambda x: jax.block_until_ready(compiled(x)), arrays, read)
