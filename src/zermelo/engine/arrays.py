"""The arrays of a search: lists in plain Python, NumPy arrays for compiled code, with the same contents."""

from __future__ import annotations

from typing import Any

from zermelo.engine.table import GENERATION_AT, WORDS_A_BUCKET, bucket_of


class PlainArrays:
    """Lists: faster to index in plain Python than NumPy arrays, and they hold numbers of any size."""

    @staticmethod
    def ints(length: int) -> list[int]:
        return [0] * length

    @staticmethod
    def floats(length: int) -> list[Any]:
        return [0] * length

    @staticmethod
    def fill(array: list[int], first: int, end: int, value: int) -> None:
        """Sets the items first … end - 1."""
        array[first:end] = [value] * (end - first)

    @staticmethod
    def rehash(old: list[int], new: list[int], mask: int, generation: int) -> None:
        """Moves the entries of this generation to their buckets of a larger table."""
        for slot in range(0, len(old), 2):
            data = old[slot + 1]
            if (data >> GENERATION_AT) & 7 == generation:
                place = bucket_of(old[slot] ^ data, mask) * WORDS_A_BUCKET + (slot & 2)
                new[place], new[place + 1] = old[slot], data


class NativeArrays:
    """NumPy arrays of 64-bit words."""

    @staticmethod
    def ints(length: int) -> Any:
        import numpy as np

        return np.zeros(length, np.int64)

    @staticmethod
    def floats(length: int) -> Any:
        import numpy as np

        return np.zeros(length, np.float64)

    @staticmethod
    def fill(array: Any, first: int, end: int, value: int) -> None:
        """Sets the items first … end - 1."""
        array[first:end] = value

    @staticmethod
    def rehash(old: Any, new: Any, mask: int, generation: int) -> None:
        """Moves the entries of this generation to their buckets of a larger table."""
        for first in (0, 2):
            data = old[first + 1 :: WORDS_A_BUCKET]
            kept = (data >> GENERATION_AT) & 7 == generation
            data, words = data[kept], old[first::WORDS_A_BUCKET][kept]
            check = words ^ data
            places = (((check >> 34) ^ (check >> 55)) & mask) * WORDS_A_BUCKET + first
            new[places], new[places + 1] = words, data
