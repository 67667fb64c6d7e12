"""Files with something damaged in their bytes: any file, protobuf's variable
length integers, .npy headers. Each generator gives (what was done, the bytes),
the same ones in the same order each time."""

import re
import struct

FLIPS = (0x01, 0x02, 0x08, 0x10, 0x40, 0x80, 0xFF)
BYTES = (0x00, 0x7F)


def varint(value):
    """Protobuf's form of a number."""
    groups = []
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes((*groups, value))


# What lengths, counts and sizes are grown to, in place.
HUGE_VARINTS = [varint(n) for n in (1000, 2**31 - 1, 2**32 - 1, 2**62, 2**63 - 1, 2**64 - 1)]
HUGE_VARINTS.append(b"\xff" * 11)  # without an end

HUGE_EXTENTS = (0, 65, 10**6, 2**31, 2**40, 2**60, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 10**30, -1)
HEADER_SIZES = (0, 1, 10, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF)


def cut(data):
    for size in range(len(data)):
        yield f"cut to {size} bytes", data[:size]


def turned(data):
    for at, byte in enumerate(data):
        for new in dict.fromkeys((*(byte ^ flip for flip in FLIPS), *BYTES)):
            if new != byte:
                yield f"byte {at} is {new:#04x}", data[:at] + bytes((new,)) + data[at + 1 :]


def grown_varints(data):
    """In place of each byte, a huge number: a length and a count among them."""
    for at in range(len(data)):
        for huge in HUGE_VARINTS:
            yield f"byte {at} is the varint {huge.hex()}", data[:at] + huge + data[at + 1 :]


def npy(header, elements, version=1):
    """A .npy file with that header, padded as NumPy does."""
    form = "<H" if version == 1 else "<I"
    start = 8 + struct.calcsize(form)
    text = header.encode("utf-8" if version == 3 else "latin-1")
    text += b" " * (-(start + len(text) + 1) % 64) + b"\n"
    return b"\x93NUMPY" + bytes((version, 0)) + struct.pack(form, len(text)) + text + elements


def grown_npy(header, elements, version):
    """With huge extents, ranks and lengths of the header."""
    for digits in re.finditer(r"\d+", header):
        for number in HUGE_EXTENTS:
            changed = f"{header[: digits.start()]}{number}{header[digits.end() :]}"
            yield f"{digits.group()} is {number}", npy(changed, elements, version)
    for extent in ("1, ", "0, ", "2, ", "4294967296, "):
        for rank in (33, 100, 1500, 20000):
            changed = re.sub(r"\(.*\)", "(" + extent * rank + ")", header)
            if version != 1 or len(changed) < 65000:
                yield f"{extent * 2}... of rank {rank}", npy(changed, elements, version)
    data = npy(header, elements, version)
    form = "<H" if version == 1 else "<I"
    for size in HEADER_SIZES:
        if size < 256 ** struct.calcsize(form):
            length = struct.pack(form, size)
            yield f"header of {size} bytes", data[:8] + length + data[8 + len(length) :]
    for other in (0, 1, 2, 3, 4, 255):
        yield f"version {other}", data[:6] + bytes((other,)) + data[7:]
    for count in (1, 7, 100000):
        yield f"{count} bytes more", data + b"\0" * count
