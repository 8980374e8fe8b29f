#!/usr/bin/env python3
"""Makes the words of Five Letters from SCOWL (Debian's package `scowl`) and prints what it took.

Usage: words.py [--check]

static/letters-secrets.txt has the words that are drawn: common, spelt alike by Americans and Britons, no plain inflection,
none of words-left-out.txt, and known to hunspell's en_US and en_GB. static/letters-guesses.txt has the other words that may
be guessed. With --check it writes nothing, and the status is 1 if a file differs.
"""

import re
import subprocess
import sys
from pathlib import Path

SCOWL = Path("/usr/share/dict/scowl")
HERE = Path(__file__).parent
STATIC = HERE.parent / "static"
# The greatest sizes of SCOWL: a word of a larger size is less common.
SECRET, GUESSED = 35, 70
# Nouns that only look like forms of "be" and "the".
NOUNS = {"being", "thing"}


def words(kinds, size):
    """The words in small letters of these lists up to a size."""
    found = set()
    for kind in kinds:
        for file in SCOWL.glob(f"{kind}-words.*"):
            if int(file.suffix[1:]) <= size:
                lines = file.read_text(encoding="latin-1").split()
                found.update(word for word in lines if re.fullmatch("[a-z]+", word))
    return found


def is_inflected(word, known):
    """True if a rule makes the word of a shorter one: a plural, or a form of a verb."""
    stems = []
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        stems += [word[:-1], word[:-2] if word.endswith("es") else "", word[:-3] + "y" if word.endswith("ies") else ""]
    if word.endswith("ed"):
        doubled = word[:-3] if word[-3] == word[-4] else ""
        stems += [word[:-2], word[:-1], word[:-3] + "y" if word.endswith("ied") else "", doubled]
    if word.endswith("ing"):
        stems += [word[:-3], word[:-3] + "e"]
    return any(stem in known for stem in stems)


def unknown(dictionary, wanted):
    """The words that hunspell does not know."""
    command = ["hunspell", "-d", dictionary, "-l"]
    found = subprocess.run(command, input="\n".join(wanted), capture_output=True, text=True, check=True)
    return set(found.stdout.split())


def main():
    lines = (HERE / "words-left-out.txt").read_text().splitlines()
    left_out = {word for line in lines if not line.startswith("#") for word in line.split()}
    known = words(["english", "american"], SECRET)
    five = lambda kinds, size: {word for word in words(kinds, size) if len(word) == 5}
    common = five(["english"], SECRET)
    plain = {word for word in common if word in NOUNS or not is_inflected(word, known)}
    misspelt = unknown("en_US", plain) | unknown("en_GB", plain)
    secrets = plain - left_out - misspelt
    guesses = five(["english", "american", "british"], GUESSED)
    print(f"{len(common)} common words, {len(common - plain)} of them inflected")
    print(f"{len(plain & left_out)} left out by hand; {len(plain & misspelt - left_out)} unknown to hunspell:",
          *sorted(plain & misspelt - left_out))
    print(f"{len(secrets)} secrets, {len(guesses - secrets)} other words to guess, {len(guesses)} together")
    print(f"left out for nothing: {' '.join(sorted(left_out - plain)) or 'none'}")
    is_other = False
    for name, made in (("letters-secrets.txt", secrets), ("letters-guesses.txt", guesses - secrets)):
        text = "".join(f"{word}\n" for word in sorted(made))
        if "--check" not in sys.argv:
            (STATIC / name).write_text(text)
        is_other |= (STATIC / name).read_text() != text
    sys.exit(is_other)


main()
