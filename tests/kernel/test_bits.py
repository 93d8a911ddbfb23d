"""Bits compute what Python's ints compute, modulo 2**64."""

from __future__ import annotations

import random

import numpy as np
import pytest

from kernel.toys import WORD

numba = pytest.importorskip("numba")

from zermelo.kernel.bits import Word, as_bits, bits_as_int  # noqa: E402  (needs Numba)

EDGES = [0, 1, 2, 3, 63, 64, 65, 0xFF, 1 << 31, 1 << 32, 1 << 62, (1 << 63) - 1, 1 << 63, WORD - 1, WORD]


def words(x, y, n, out):
    """Every operator on the words x and y and the small int n."""
    out[0] = bits_as_int(x & y)
    out[1] = bits_as_int(x | y)
    out[2] = bits_as_int(x ^ y)
    out[3] = bits_as_int(x + y)
    out[4] = bits_as_int(x - y)
    out[5] = bits_as_int(x * y)
    out[6] = bits_as_int(x << n)
    out[7] = bits_as_int(x >> n)
    out[8] = bits_as_int(~x)
    out[9] = bits_as_int(-x)
    out[10] = bits_as_int(x // (y | 1))
    out[11] = bits_as_int(x % (y | 1))
    out[12] = x == y
    out[13] = x != y
    out[14] = x < y
    out[15] = x <= y
    out[16] = x > y
    out[17] = x >= y
    out[18] = not x
    out[19] = bool(x)
    out[20] = x.bit_count()
    out[21] = x.bit_length()
    out[22] = bits_as_int(min(x, y))
    out[23] = bits_as_int(max(x, y))
    out[24] = bits_as_int(x & -x)
    out[25] = bits_as_int(x & (x - 1))
    out[26] = bits_as_int(1 << (x & 63))
    out[27] = bits_as_int(x + n)
    out[28] = bits_as_int(n - x)
    out[29] = bits_as_int(x**3)
    quotient, rest = divmod(x, y | 1)
    out[30] = bits_as_int(quotient)
    out[31] = bits_as_int(rest)
    changing = x
    changing |= y
    changing >>= 1
    changing ^= n
    changing += 5
    changing *= 3
    out[32] = bits_as_int(changing)
    found = 0
    found |= x >> 60
    out[33] = bits_as_int(found)
    out[34] = (4, 5, 6, 7)[x & 3]
    steps = 0
    for _ in range(x & 7):
        steps += 1
    out[35] = steps
    out[36] = x == n
    out[37] = bits_as_int(x & 0xFFFF_FFFF_0000_0000)
    out[38] = bits_as_int(+x)
    out[39] = int(float(x >> 12))
    out[40] = int((x >> 12) / 2)
    out[41] = 1 if (x & 1 and y & 1) or not n else 0
    return out


def in_python(x: int, y: int, n: int) -> list[int]:
    return words(Plain(x), Plain(y), n, [0] * 42)


class Plain(int):
    """An int that `bits_as_int` and the methods of ints accept."""


@pytest.fixture(scope="module")
def compiled():
    inner = numba.njit(words)

    @numba.njit
    def run(pair, n, out):
        return inner(as_bits(pair[0]), as_bits(pair[1]), n, out)

    def call(x: int, y: int, n: int) -> list[int]:
        out = np.zeros(42, np.int64)
        run(np.array([x, y], np.uint64), n, out)
        return [int(number) & WORD for number in out]

    return call


def test_operators_on_edges_and_at_random(compiled, monkeypatch):
    monkeypatch.setitem(globals(), "bits_as_int", int)  # the same text as plain Python
    rng = random.Random(1)
    some = [(x, y, n) for x in EDGES for y in EDGES for n in (0, 1, 63, 64, 70)]
    some += [(rng.getrandbits(64), rng.getrandbits(rng.randint(1, 64)), rng.randint(0, 70)) for _ in range(3000)]
    for x, y, n in some:
        expected = [int(number) & WORD for number in in_python(x, y, n)]
        assert compiled(x, y, n) == expected, (x, y, n)


def test_division_by_zero_is_an_error():
    @numba.njit
    def divide(words):
        return bits_as_int(as_bits(words[0]) // as_bits(words[1]))

    with pytest.raises(ZeroDivisionError):
        divide(np.array([1, 0], np.uint64))
    assert divide(np.array([9, 2], np.uint64)) == 4


def test_a_constant_of_64_bits_is_bits():
    full = Word(WORD)

    @numba.njit
    def shifted(n):
        return bits_as_int(full >> n)

    assert shifted(60) == 15
    assert shifted(64) == 0
