#!/usr/bin/env python3
"""Marks 300 guesses of Five Letters for 300 words, those with most letters twice, and prints a digest of all marks.

Usage: letters-marks.py

The tests of src/games/letters compute the same digest in another way. The status is 1 if theirs differs.
"""

import hashlib
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent


def words(name):
    found = (ROOT / "static" / name).read_text().split()
    return sorted(found, key=lambda word: (len(set(word)), word))[:300]


def marks(guess, word):
    """r: right; e: elsewhere; a: absent. The counter has the letters of the word that no mark has told."""
    untold = Counter(word) - Counter(letter for letter, other in zip(guess, word) if letter == other)
    told = ""
    for letter, other in zip(guess, word):
        if letter == other:
            told += "r"
        elif untold[letter]:
            untold[letter] -= 1
            told += "e"
        else:
            told += "a"
    return told


guesses = words("letters-guesses.txt")
digest = hashlib.sha256()
for word in words("letters-secrets.txt"):
    for guess in guesses:
        digest.update(marks(guess, word).encode())
print(digest.hexdigest())
sys.exit(f'"{digest.hexdigest()}"' not in (ROOT / "src/games/letters/tests.rs").read_text())
