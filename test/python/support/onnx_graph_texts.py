"""Graphs as exporters write them around ArgMax, ArgMin and TopK, in ONNX's text form,
with the inputs to run them on; and graphs that have to fail."""

import numpy as np

# Name: (text of the graph, shapes of the inputs that are not given, inputs).

GRAPHS = {
    # Routing: k = min(k, number of experts).
    "route": (
        """main (float[N,E] x, int64[1] k) => (float[N,K] v, int32[N,K] j) <int64 one = {1}, int64[1] front = {0}> {
             s = Shape(x)
             n = Gather(s, one)
             n1 = Unsqueeze(n, front)
             kk = Min(k, n1)
             v, i = TopK<axis = 1>(x, kk)
             j = Cast<to = 6>(i)
           }""",
        [{"x": (5, 8), "k": [3]}, {"x": (2, 8), "k": [50]}, {"x": (0, 4), "k": [2]}],
    ),
    # A share of the elements, rounded down by a division and by a cast.
    "share": (
        """main (float[N,12] x, float ratio) => (float[N,K] v, int64[N,L] w) <int64 one_from_end = {-1}, int64[1] minus = {-1}, int64 three = {3}> {
             s = Shape<start = 1>(x)
             three1 = Cast<to = 7>(three)
             k = Div(s, three1)
             v, i = TopK(x, k)
             n = Gather(s, one_from_end)
             f = Cast<to = 1>(n)
             g = Mul(f, ratio)
             l = Cast<to = 7>(g)
             l1 = Reshape(l, minus)
             u, w = TopK<largest = 0>(x, l1)
           }""",
        [{"x": (3, 12), "ratio": np.float32(0.3)}, {"x": (1, 12), "ratio": np.float32(1.0)}],
    ),
    "k_chain": (
        """main (int32[A,B] x, int64 k) => (int32[?,?] v, int64[?,?] i)
             <int64[1] zero = {0}, int64[1] one = {1}, int64[1] last = {9223372036854775807}, int64[1] two = {2}> {
             s = Shape(x)
             size = Slice(s, one, last, zero)
             k1 = Unsqueeze(k, zero)
             k2 = Add(k1, two)
             k3 = Sub(k2, one)
             k4 = Max(k3, one)
             k5 = Min(k4, size, k4)
             k6 = Squeeze(k5)
             k7 = Identity(k6)
             k8 = Reshape(k7, one)
             v, i = TopK(x, k8)
           }""",
        [{"x": (3, 7), "k": 2}, {"x": (3, 7), "k": -9}, {"x": (2, 3), "k": 1000}],
    ),
    # Flat positions of the best of a beam's continuations, and back.
    "beam": (
        """main (float[B,W,6] x) => (float[B,4] v, int64[B,4] beam, int64[B,4] token, int64[4,B] turned)
             <int64 zero = {0}, int64[1] front = {0}, int64[1] minus = {-1}, int64[1] k = {4}, int64 words = {6}> {
             s = Shape(x)
             b = Gather(s, zero)
             b1 = Unsqueeze(b, front)
             shape = Concat<axis = 0>(b1, minus)
             flat = Reshape(x, shape)
             v, i = TopK(flat, k)
             beam = Div(i, words)
             start = Mul(beam, words)
             token = Sub(i, start)
             turned = Transpose(token)
           }""",
        [{"x": (2, 3, 6)}, {"x": (5, 1, 6)}],
    ),
    # Segmentation: the class of each pixel, in one dimension more or less.
    "segment": (
        """main (float16[N,C,4,5] x) => (int32[N,4,5] y, uint8[N,1,4,5] z, int64[N,20] f)
             <int64[1] one = {1}, int64[2] flat = {0, -1}> {
             i = ArgMax<axis = 1, keepdims = 1>(x)
             s = Squeeze(i, one)
             y = Cast<to = 6>(s)
             u = Cast<to = 2>(s)
             z = Unsqueeze(u, one)
             f = Reshape(s, flat)
           }""",
        [{"x": (2, 3, 4, 5)}, {"x": (1, 9, 4, 5)}],
    ),
    "around": (
        """main (double[N,3,4] x) => (double[N,4,3] t, double[M,4] f, double[N,3,4] n, int64[N,3] a, int64[N,12] g, int64[N,1,3] u)
             <int64[1] all = {4}, int64[1] one = {1}> {
             t = Transpose<perm = [0, 2, 1]>(x)
             f = Flatten<axis = 2>(x)
             n = Neg(x)
             b = ArgMin<axis = -1, keepdims = 0>(n)
             a = Identity(b)
             unused = ArgMax<axis = 1>(n)
             h, g0 = TopK<axis = 2>(x, all)
             g = Flatten<axis = 1>(g0)
             u = Unsqueeze(b, one)
           }""",
        [{"x": (2, 3, 4)}, {"x": (1, 3, 4)}],
    ),
    # Sizes that only the inputs say.
    "reshape_computed": (
        """main (float[A,B,4] x, int64[2] shape, int64[2] other) => (float[?,?] y, float[?,?] z, float[2,?] w) <int64[2] half = {2, -1}> {
             y = Reshape(x, shape)
             z = Reshape<allowzero = 1>(x, other)
             w = Reshape(x, half)
           }""",
        [
            {"x": (2, 3, 4), "shape": [0, -1], "other": [6, 4]},
            {"x": (2, 3, 4), "shape": [-1, 8], "other": [1, 24]},
            {"x": (2, 0, 4), "shape": [7, 0], "other": [0, 5]},
        ],
    ),
    "squeeze_computed": (
        """main (float[A,B,C] x) => (float[?] y) <int64[2] axes = {0, -1}> { y = Squeeze(x, axes) }""",
        [{"x": (1, 5, 1)}, {"x": (1, 0, 1)}],
    ),
    "scalar": (
        """main (float x, int64[1] k) => (float[1] v, int64[1] i, float[1,1] f, float y) <int64[1] one = {1}, int64[0] none = {}> {
             x1 = Reshape(x, one)
             v, i = TopK(x1, k)
             f = Flatten<axis = 0>(x)
             y = Reshape(f, none)
           }""",
        [{"x": (), "k": [1]}],
    ),
    "slices": (
        """main (float[A,B,C,D,E] x) => (int64[2] a, int64[3] b, int64[5] c, int64[0] d, int64[2,2] e, int64[2] f, int64[1] g)
             <int64[1] i1 = {1}, int64[1] i3 = {3}, int64[1] m1 = {-1}, int64[1] m9 = {-9}, int64[1] two = {2}, int64[1] zero = {0},
              int64[1] big = {9223372036854775807}, int64[1] small = {-9223372036854775807}, int64[2,2] at = {0, -1, 2, -5}> {
             s = Shape(x)
             a = Slice(s, i1, i3)
             b = Slice(s, zero, big, zero, two)
             c = Slice(s, m1, small, m1, m1)
             d = Slice(s, i3, i1)
             e = Gather(s, at)
             f = Shape<start = -2, end = 9>(x)
             g = Slice(s, m9, i1, zero, big)
           }""",
        [{"x": (2, 3, 1, 5, 4)}],
    ),
    # As much is known of two inputs: the one without a size of 1 has the result's shape.
    "open_beside_one": (
        """main (int32[2,1,1] x, uint8[2,1,2] y, int32[A,B,2] z) => (int32[?,?,?] w) {
             b = Cast<to = 9>(y)
             w = Where(b, z, x)
           }""",
        [{"x": (2, 1, 1), "y": (2, 1, 2), "z": (2, 5, 2)}, {"x": (2, 1, 1), "y": (2, 1, 2), "z": (2, 0, 2)}],
    ),
    # A returned part of a result: not contiguous where it is narrower.
    "returned_part": (
        """main (float[1,5,N] x, int64[2] ends) => (float[?,?,?] y, float[?,?] z)
             <int64[2] zeros = {0, 0}, int64[2] axes = {0, 2}, int64[1] zero = {0}, int64[1] two = {2}, int64[1] one = {1}> {
             a = Neg(x)
             y = Slice(a, zeros, ends, axes)
             b = Squeeze(a, zero)
             z = Slice(b, zero, two, one)
           }""",
        [{"x": (1, 5, 3), "ends": [2, 1]}, {"x": (1, 5, 3), "ends": [1, 2]}, {"x": (1, 5, 1), "ends": [0, 1]}],
    ),
    # A part that begins behind the last element.
    "empty_part_at_the_end": (
        """main (float[2,3] x, int64[2] ends) => (float[?,?] y) <int64[2] starts = {2, 0}> { y = Slice(x, starts, ends) }""",
        [{"x": (2, 3), "ends": [5, 2]}, {"x": (2, 3), "ends": [0, 3]}],
    ),
    # A size of 1 beside one that is checked is still broadcast.
    "expanded_beside_a_check": (
        """main (float[1,N] x, float[2] y, int64[2] shape) => (float[?,?] z) {
             s = Add(x, y)
             z = Expand(s, shape)
           }""",
        [{"x": (1, 2), "y": (2,), "shape": [5, 2]}, {"x": (1, 2), "y": (2,), "shape": [0, 2]}],
    ),
    # Views of tensors, in bounds whatever the sizes turn out to be.
    "views": (
        """main (float[A,B,6] x, int64[1] n) => (float[A,6] a, float[A,1,6] b, float[A,B] c, float[?,?,6] d, float[A,?,6] e, float[A,B,0] f, float[A,B,3] g, int64[A,B] h)
             <int64 last = {-1}, int64[1] first = {0}, int64 third = {2}, int64[2] starts = {1, -3}, int64[2] ends = {99, 9223372036854775807}, int64[2] front = {0, 1},
              int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64[1] six = {6}, int64[1] step = {9223372036854775807}, int64[1] small = {-9223372036854775808}> {
             a = Gather<axis = 1>(x, last)
             b = Gather<axis = -2>(x, first)
             c = Gather<axis = 2>(x, third)
             d = Slice(x, starts, ends, front)
             e = Slice(x, zero, n, one)
             f = Slice(x, six, six, two)
             g = Slice(x, small, six, two, two)
             e1 = Slice(x, zero, six, two, step)
             e2 = Squeeze(e1, two)
             h = Cast<to = 7>(e2)
           }""",
        [{"x": (2, 5, 6), "n": [3]}, {"x": (1, 1, 6), "n": [-1]}, {"x": (4, 3, 6), "n": [-99]}, {"x": (3, 4, 6), "n": [99]}],
    ),
    "extrema_and_where": (
        """main (float[N,12] x, int32[12] i, uint8[N,12] u) => (float[N,1] a, float[N] a0, int64[N] b, int32 c, uint8[12] d, float[N,12] e, int32[N,12] f, uint8[N,12] g)
             <int64[1] one = {1}, int64[1] zero = {0}, int64[1] three = {3}, int64[1] two = {2}, float low = {-1000.0}, bool yes = {1}> {
             a = ReduceMax(x, one)
             a0 = ReduceMin<keepdims = 0>(x, one)
             b = ArgMax<axis = 1, keepdims = 0>(x)
             c = ReduceMin<keepdims = 0>(i)
             d = ReduceMax<keepdims = 0>(u, zero)
             v, w = TopK(x, three)
             l = Slice(v, two, three, one)
             m = Less(x, l)
             e = Where(m, low, x)
             p = LessOrEqual(x, l)
             q = Not(p)
             r = Or(m, q)
             f0 = Cast<to = 6>(r)
             k = Greater(i, f0)
             k1 = GreaterOrEqual(x, a)
             k2 = And(k, k1)
             k3 = Equal(k2, yes)
             f = Where(k3, i, f0)
             z = Cast<to = 9>(u)
             z1 = Equal(z, k3)
             g = Cast<to = 2>(z1)
           }""",
        [{"x": (3, 12), "i": (12,), "u": (3, 12)}, {"x": (1, 12), "i": (12,), "u": (1, 12)}],
    ),
    # A beam step as PyTorch's and JAX's exporters write it.
    "remainders": (
        """main (int64[N] x, int64 d, int32[N] y, int8[4] z, uint16[N] u) => (int64[N] a, int64[N] b, int32[N] c, int8[4] e, int64[N] g, uint16[N] h)
             <int8[4] by = {3, -3, 7, -1}, int32 seven = {7}, uint16 ten = {10}> {
             a = Mod(x, d)
             b = Mod<fmod = 1>(x, d)
             c = Mod(y, seven)
             e = Mod(z, by)
             g = Sign(x)
             h = Mod(u, ten)
           }""",
        [{"x": (40,), "d": d, "y": (40,), "z": (4,), "u": (40,)} for d in (7, -7, 1, -1)],
    ),
    # Sizes of two inputs that are equal, which only the program knows.
    "broadcast_computed": (
        """main (float[N,M,4] x, float[P,M] y, float[Q] z) => (float[?,?,4] a, float[?,?,4] b, float[?] c, int64[?] i)
             <int64[1] end = {-1}, float[4] w = {1, 2, 3, 4}, int64 k = {2}> {
             y1 = Unsqueeze(y, end)
             a = Add(y1, x)
             b = Max(a, x)
             c = Mul(z, w)
             t = Gather<axis = 2>(a, k)
             i = ArgMax<axis = 1, keepdims = 0>(t)
           }""",
        [{"x": (2, 3, 4), "y": (2, 3), "z": (4,)}, {"x": (1, 5, 4), "y": (1, 5), "z": (4,)}],
    ),
    "expanded": (
        """main (float[N,1,3] x, int64[1] n) => (float[N,2,3] a, float[?,N,?,3] b, int32[?] c, float[N,1,3] d, float[N,1,3] e, uint8[2,2] f)
             <int64[1] front = {0}, int64[1] one = {1}, int64[3] some = {1, 2, 1}, int64[3] ones = {1, 1, 3}, int64[2] twos = {2, 2}> {
             a = Expand(x, some)
             s = Shape(x)
             s0 = Shape<end = 1>(x)
             s1 = Concat<axis = 0>(n, s0, n, one)
             b = Expand(x, s1)
             c = ConstantOfShape<value = int32[1] {-7}>(n)
             d = Expand(x, ones)
             e = Expand(x, s)
             t = ConstantOfShape<value = bool[1] {1}>(twos)
             f = Cast<to = 2>(t)
           }""",
        [{"x": (2, 1, 3), "n": [4]}, {"x": (5, 1, 3), "n": [1]}, {"x": (1, 1, 3), "n": [0]}],
    ),
    "reshape_of_none": (
        """main (float[N,4] x) => (float[?,5] y, float[?] z) <int64[2] fives = {0, 5}, int64[1] same = {0}> {
             y = Reshape(x, fives)
             z = Reshape(x, same)
           }""",
        [{"x": (0, 4)}],
    ),
    # A computed 0 is the data's size in its place, even if it is another size of the data.
    "reshape_to_sizes_of_others": (
        """main (float[N,M] x, float[N,3,M] y) => (float[?,?] a, float[?,?,3] b, float[?,?] c)
             <int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}, int64[1] three = {3}> {
             s = Shape(x)
             n = Gather(s, zero)
             m = Gather(s, one)
             mn = Concat<axis = 0>(m, n)
             a = Reshape(x, mn)
             ys = Shape(y)
             last = Gather(ys, two)
             mn3 = Concat<axis = 0>(last, n, three)
             b = Reshape(y, mn3)
             c = Reshape<allowzero = 1>(x, mn)
           }""",
        [{"x": (2, 4), "y": (2, 3, 4)}, {"x": (0, 0), "y": (0, 3, 0)}, {"x": (3, 3), "y": (3, 3, 3)}],
    ),
    "inferred_beside_sizes_of_others": (
        """main (float[N,M] x) => (float[?,?] a)
             <int64[1] one = {1}, int64[1] minus = {-1}> {
             s = Shape(x)
             m = Gather(s, one)
             mi = Concat<axis = 0>(m, minus)
             a = Reshape(x, mi)
           }""",
        [{"x": (2, 4)}, {"x": (3, 0)}, {"x": (5, 1)}],
    ),
    # Parts of size 1 beside another dimension of size 1.
    "parts_beside_ones": (
        """main (float[3,N,1,M] x, float[1,N,4,M] y) => (int64[1,N,M] a, float[?] b, float[N,4,M] c, float[N,4] d, float[1,N,4] e)
             <int64 first = {0}, int64 last = {-1}, int64[1] one = {1}, int64[1] flat = {-1}> {
             p = ArgMax<axis = 0>(x)
             a = Gather<axis = 2>(p, first)
             q = ReduceMax(x, one)
             r = Gather<axis = 2>(q, last)
             b = Reshape(r, flat)
             c = Gather<axis = 0>(y, first)
             d = Gather<axis = 2>(c, last)
             e = Gather<axis = 3>(y, last)
           }""",
        [{"x": (3, 2, 1, 5), "y": (1, 2, 4, 3)}, {"x": (3, 1, 1, 1), "y": (1, 1, 4, 1)}, {"x": (3, 4, 1, 2), "y": (1, 3, 4, 1)}],
    ),
    # Sizes of 0 that the model knows, beside others that it does not.
    "empty_shapes": (
        """main (float[N,0,3] x, float[N,4,0] z) => (float[N,0] a, float[?,0] b, float[1,?] d, float[N,0,1,3] e, float[0,3,4] f, float[0] g, float[2,0] h, float[N,0] i)
             <int64[1] two = {2}, int64[1] minus = {-1}, int64[2] pair = {2, -1}, int64[2] rows = {0, 0}, int64[3] threes = {-1, 3, 4}> {
             a = Flatten<axis = 1>(x)
             b = Flatten<axis = 2>(z)
             d = Flatten<axis = 0>(z)
             e = Unsqueeze(x, two)
             f = Reshape(x, threes)
             g = Reshape(z, minus)
             h = Reshape(x, pair)
             i = Reshape(x, rows)
           }""",
        [{"x": (2, 0, 3), "z": (2, 4, 0)}, {"x": (3, 0, 3), "z": (3, 4, 0)}],
    ),
    "empty_elements": (
        """main (float[N,M] x, float[N,0] z, float[0] w, float[P] p) => (float[?,?] a, float[N,0] b, float[0] c, float[?] d, float[N,0] e, float[N,0] f, int32[N,0] g, float[N,0] h)
             <float one = {1}, float[1,1] ones = {1}, float[0] none = {}> {
             a = Sub(x, z)
             b = Add(z, one)
             c = Max(w, none, one)
             d = Mul(p, w)
             e = Min(ones, z)
             f = Neg(z)
             g = Cast<to = 6>(z)
             l = Less(z, w)
             h = Where(l, z, one)
           }""",
        [{"x": (2, 0), "z": (2, 0), "w": (0,), "p": (0,)}, {"x": (0, 0), "z": (0, 0), "w": (0,), "p": (0,)}],
    ),
    "empty_parts": (
        """main (float[N,0] x, float[0,N] z, float[N,4] y, float[3,0] w) => (float[0] a, float[N] b, float[?,0] c, float[0,?] d, float[N,0] e, float[0,N] h, float[N] i, float[1,0] j)
             <int64 first = {0}, int64 last = {-1}, int64[1] zero = {0}, int64[1] one = {1}, int64[1] two = {2}> {
             a = Gather(w, last)
             e0 = Transpose(z)
             b = ReduceMax<keepdims = 0>(x, one)
             c = Slice(x, one, two)
             d = Slice(z, zero, two, one)
             e = Slice(y, two, two, one)
             h = Transpose(e0)
             i = ReduceMin<keepdims = 0>(e, one)
             j = ReduceMax(w, zero)
           }""",
        [{"x": (2, 0), "z": (0, 2), "y": (2, 4), "w": (3, 0)}, {"x": (1, 0), "z": (0, 1), "y": (1, 4), "w": (3, 0)}],
    ),
    "empty_extrema": (
        """main (float[N,8] x, float[4,0] z, float[N,3,0] w) => (float[N,0] a, float[N,0] b, int64[N,0] c, int64[N,1,0] d, float[3,0] e)
             <int64[1] k = {0}, int64[1] two = {2}, int64[1] three = {3}, int64[1] minus = {-1}> {
             v, i = TopK(x, k)
             u, j = TopK(z, k)
             a = Sub(v, u)
             b = Neg(v)
             c = ArgMax<axis = 1, keepdims = 0>(w)
             t, d0 = TopK<axis = 1>(w, two)
             d = ArgMin<axis = 1>(t)
             e, f = TopK<axis = 0>(z, three)
           }""",
        [{"x": (4, 8), "z": (4, 0), "w": (4, 3, 0)}],
    ),
    # All that Concat takes.
    "concats": (
        """main (float[N] x, float[M] z, float[N,2] y, float[P,3] w, uint8[N,0] o, uint8[N,1] q, float[0,2] t) => (float[?] a, float[?] b, float[N,5] c, uint8[N,1] d, uint8[N,0] e, float[N,2] f, int64[80] g, int32[N,4] h)
             <float[3] few = {1, 2, 3}, int64[40] many = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9}> {
             a = Concat<axis = 0>(x, z)
             b = Concat<axis = 0>(few, x, few)
             c = Concat<axis = 1>(y, w)
             d = Concat<axis = 1>(o, q)
             e = Concat<axis = -1>(o, o)
             f = Concat<axis = 0>(t, y, t)
             g = Concat<axis = 0>(many, many)
             l = Less(y, y)
             l2 = Concat<axis = 1>(l, l)
             h = Cast<to = 6>(l2)
           }""",
        [
            {"x": (2,), "z": (70,), "y": (2, 2), "w": (2, 3), "o": (2, 0), "q": (2, 1), "t": (0, 2)},
            {"x": (0,), "z": (1,), "y": (0, 2), "w": (0, 3), "o": (0, 0), "q": (0, 1), "t": (0, 2)},
        ],
    ),
    # Sizes that an exporter has traced, and that a run has not.
    "declared_sizes": (
        """main (float[N,4] x, int64[1] k) => (int64[2] a, float[2,3] b, float[2,4] c)
             <int64[2,3] i, float[2,1] m, int64[1] axis = {1}, int64[1,7] last> {
             b, i = TopK(x, k)
             a = ArgMax<axis = 1, keepdims = 0>(x)
             m = ReduceMax(x, axis)
             c = Sub(x, m)
           }""",
        [{"x": (2, 4), "k": [3]}, {"x": (5, 4), "k": [2]}, {"x": (0, 4), "k": [1]}],
    ),
    "k_of_open_length": (
        """main (float[N,4] x, int64[Q] k, int64[R,1] r, bfloat16[1,S] b, uint8[S] u) => (bfloat16 c, uint8[1] w, float[?,?] v, int64[?,?] i, int64[] e, int64[1] g, int64[] s, int64[] h)
             <int64 zero = {0}, int64[1] last = {-1}, int64[0] scalar = {}, int64[2] both = {0, 1}> {
             v, i = TopK(x, k)
             e = Gather(k, zero)
             g = Gather(k, last)
             s = Squeeze(r, both)
             c = Squeeze(b, both)
             w = Gather(u, last)
             h = Reshape(k, scalar)
           }""",
        [{"x": (2, 4), "k": [3], "r": [[7]], "b": (1, 1), "u": (1,)}, {"x": (2, 4), "k": [0], "r": [[-1]], "b": (1, 1), "u": (1,)}],
    ),
    # One value as several outputs, and nodes that nobody needs.
    "outputs_twice": (
        """main (float[N,4] x) => (int64[N] i, float[N,4] x, int64[N] i, float[N,4] x, float[2] w, float[2] w)
             <float[2] w = {1, 2}> {
             i = ArgMax<axis = 1, keepdims = 0>(x)
             s = Sigmoid(x)
           }""",
        [{"x": (2, 4)}, {"x": (0, 4)}],
    ),
}

FAILING = {
    # The rule that the message has to name.
    "reshape_other_count": (
        "main (float[A,B] x, int64[2] shape) => (float[?,?] y) { y = Reshape(x, shape) }",
        {"x": (2, 3), "shape": [4, 2]},
        "as many elements",
    ),
    "reshape_negative": (
        "main (float[A,B] x, int64[2] shape) => (float[?,?] y) { y = Reshape(x, shape) }",
        {"x": (2, 3), "shape": [-2, -3]},
        "as many elements",
    ),
    "reshape_overflow": (
        "main (float[A,B] x, int64[3] shape) => (y) { r = Reshape(x, shape) y = ArgMax(r) }",
        {"x": (0, 3), "shape": [1 << 32, 1 << 32, 1 << 62]},
        "as many elements",
    ),
    "reshape_stated": (
        "main (float[A,B] x) => (y) <int64[2] shape = {1000000000, 100000}> { r = Reshape(x, shape) y = ArgMax<axis = 1>(r) }",
        {"x": (2, 3)},
        "as many elements",
    ),
    "squeeze_of_two": (
        "main (float[A,B] x) => (float[?] y) <int64[1] axis = {0}> { y = Squeeze(x, axis) }",
        {"x": (2, 3)},
        "to be squeezed must have size 1",
    ),
    "squeeze_of_none": (
        "main (float[A,B] x) => (float[?] y) <int64[1] axis = {0}> { y = Squeeze(x, axis) }",
        {"x": (0, 3)},
        "to be squeezed must have size 1",
    ),
    "other_sizes": (
        "main (float[N,M] x, float[P,Q] z) => (float[?,?] y) { y = Add(x, z) }",
        {"x": (2, 3), "z": (2, 4)},
        "must be equal",
    ),
    "broadcast_when_run": (
        "main (float[N,4] x, float[P,4] z) => (i) { y = Add(x, z) i = ArgMax<axis = 1>(y) }",
        {"x": (2, 4), "z": (1, 4)},
        "must be equal",
    ),
    "broadcast_to_static": (
        "main (float[3] x, float[P] z) => (i) { y = Add(x, z) i = ArgMin(y) }",
        {"x": (3,), "z": (2,)},
        "must be equal",
    ),
    "no_last_position": (
        "main (float[N,L,8] x) => (y) <int64 last = {-1}> { r = Gather<axis = 1>(x, last) y = ArgMax<axis = 1>(r) }",
        {"x": (2, 0, 8)},
        "index -1 must be one of dimension 1",
    ),
    "position_behind_the_end": (
        "main (float[N,8] x) => (y) <int64[1] at = {5}> { y = Gather<axis = 0>(x, at) }",
        {"x": (5, 8)},
        "index 5 must be one of dimension 0",
    ),
    "expanded_when_run": (
        "main (float[N,8] x, int64[2] shape) => (y) { y = Expand(x, shape) }",
        {"x": (1, 8), "shape": [3, 8]},
        "must be 1 or those of the data",
    ),
    "k_of_two": (
        "main (float[N,4] x, int64[Q] k) => (v) { v, i = TopK(x, k) }",
        {"x": (2, 4), "k": [1, 1]},
        "input K must be a 1-D tensor of one element",
    ),
    "k_of_none": (
        "main (float[N,4] x, int64[Q] k) => (v) { v, i = TopK(x, k) }",
        {"x": (2, 4), "k": []},
        "input K must be a 1-D tensor of one element",
    ),
    "scalar_of_two": (
        "main (float[N] x) => (y) <int64[0] scalar = {}> { y = Reshape(x, scalar) }",
        {"x": (2,)},
        "as many elements",
    ),
    "element_of_none": (
        "main (float[N] x) => (y) <int64 first = {0}> { y = Gather(x, first) }",
        {"x": (0,)},
        "index 0 must be one of dimension 0",
    ),
    "reshape_of_two_minus_ones": (
        "main (float[A,B] x, int64[2] shape) => (float[?,?] y) { y = Reshape(x, shape) }",
        {"x": (1, 1), "shape": [-1, -1]},
        "one size of -1",
    ),
    "reshape_beside_zero": (
        "main (float[A,B] x, int64[2] shape) => (float[?,?] y) { y = Reshape(x, shape) }",
        {"x": (0, 3), "shape": [0, -1]},
        "one size of -1",
    ),
    "no_zero_size": (
        "main (float[N] x, float[0] z) => (y) { y = Add(x, z) }",
        {"x": (3,), "z": (0,)},
        "must be equal",
    ),
    "no_input_of_the_shape": (
        "main (float[N,4] x) => (y) <int64[1,4] classes = {0, 1, 2, 3}> { i = ArgMax<axis = 1>(x) e = Equal(i, classes) y = Cast<to = 1>(e) }",
        {"x": (2, 4)},
        "one of the inputs must have the shape of the result",
    ),
    "concat_of_other_sizes": (
        "main (float[N,2] x, float[P,3] z) => (y) { y = Concat<axis = 1>(x, z) }",
        {"x": (2, 2), "z": (5, 3)},
        "the same size in dimension 0",
    ),
    "expanded_beside_one": (
        "main (float[N,1] x, int64[1] n) => (y) <int64[1] four = {4}> { s = Concat<axis = 0>(n, four) y = Expand(x, s) }",
        {"x": (500000, 1), "n": [7]},
        "must be 1 or those of the data",
    ),
    "expanded_without_end": (
        "main (float[1,8] x, int64[1] n) => (y) { y = ConstantOfShape(n) }",
        {"x": (1, 8), "n": [1 << 62]},
        "at most 16777216 elements",
    ),
    "expanded_to_less_than_nothing": (
        "main (float[1,8] x, int64[2] n) => (y) { y = Expand(x, n) }",
        {"x": (1, 8), "n": [-2, 8]},
        "not negative",
    ),
}
