"""Random arrays that are hard on an order: ties, NaNs of both signs and many
payloads, infinities, both zeros, subnormals, neighbours, extreme integers."""

import math

import numpy as np


def pick(rng, choices, weights=None):
    """One of the choices; np.random's makes an array of them first."""
    choices = list(choices)
    weights = None if weights is None else np.array(weights) / sum(weights)
    return choices[rng.choice(len(choices), p=weights)]


def special_values(element_type):
    """The values at which an order or a conversion goes wrong first."""
    dtype, width = element_type.dtype, 8 * element_type.dtype.itemsize
    if not element_type.is_float:
        top = 1 << (width - 1)
        patterns = [0, 1, 2, top - 2, top - 1, top, top + 1, 2 * top - 2, 2 * top - 1]
        # Apart only above bit 31, or only in bit 0 beyond 2^53.
        patterns += [p % (2 * top) for p in (1 << 32, (1 << 32) + 1, (1 << 53) + 1, (1 << 53) + 2)]
        return np.array(sorted(set(patterns)), element_type.bits).view(dtype)
    mantissa = element_type.mantissa_bits
    infinity = ((1 << (width - 1 - mantissa)) - 1) << mantissa
    quiet = 1 << (mantissa - 1)
    one = ((1 << (width - 2 - mantissa)) - 1) << mantissa
    magnitudes = [
        0,
        1,  # the smallest subnormal
        (1 << mantissa) - 1,  # the largest subnormal
        1 << mantissa,  # the smallest normal
        one,
        one + 1,
        infinity - 1,  # the largest finite number
        infinity,
        infinity | quiet,  # NaNs from here: quiet, with payload, signalling
        infinity | quiet | 3,
        infinity | 1,
    ]
    patterns = magnitudes + [m | (1 << (width - 1)) for m in magnitudes]
    return np.array(patterns, element_type.bits).view(dtype)


def _few(rng, element_type, size):
    numbers = rng.integers(-2 if not element_type.is_unsigned else 0, 3, size)
    return numbers.astype(element_type.dtype)


def _any_bits(rng, element_type, size):
    raw = rng.bytes(size * element_type.dtype.itemsize)
    return np.frombuffer(raw, element_type.dtype).copy()


def _specials(rng, element_type, size):
    return rng.choice(special_values(element_type).view(element_type.bits), size).view(element_type.dtype)


def _mixed(rng, element_type, size):
    makers = (_few, _any_bits, _specials)
    columns = np.stack([m(rng, element_type, size).view(element_type.bits) for m in makers])
    return columns[rng.integers(0, len(makers), size), np.arange(size)].view(element_type.dtype)


def _equal(rng, element_type, size):
    return np.repeat(_specials(rng, element_type, 1), size)


def _two_specials(rng, element_type, size):
    pair = _specials(rng, element_type, 2).view(element_type.bits)
    return rng.choice(pair, size).view(element_type.dtype)


def _monotone(rng, element_type, size):
    low = 0 if element_type.is_unsigned else -size // 2
    numbers = np.arange(low, low + size)
    if rng.integers(2):
        numbers = numbers[::-1]
    with np.errstate(over="ignore"):
        return numbers.astype(element_type.dtype)


_MAKERS = (_few, _any_bits, _specials, _mixed, _mixed, _equal, _two_specials, _monotone)


def random_array(rng, element_type, shape):
    size = math.prod(shape)
    maker = _MAKERS[rng.integers(len(_MAKERS))]
    return maker(rng, element_type, size).reshape(shape)
