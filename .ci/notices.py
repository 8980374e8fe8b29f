#!/usr/bin/env python3
"""Prints the licences of all that is linked into a release: crates, the standard library of Rust,
musl, and lists of words. Run it in the source.

    .ci/notices.py TARGET
"""

import json
import subprocess
import sys
from pathlib import Path

# The words in the names of files with a licence or a notice.
NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE")
MIT = Path("LICENSE-MIT").read_text().split("\n\n", 2)[2]
MUSL = f"Copyright © 2005-2020 Rich Felker, et al.\n\n{MIT}"
RUST = f"Copyright (c) The Rust Project Contributors\n\n{MIT}"


def linked(target):
    """The packages that are linked into the program, its own excepted."""
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    found = subprocess.run([*command, "--filter-platform", target], check=True, capture_output=True)
    metadata = json.loads(found.stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    own = metadata["resolve"]["root"]
    seen, waiting = set(), [own]
    while waiting:
        name = waiting.pop()
        # A macro runs in the compiler.
        kinds = [kind for target in packages[name]["targets"] for kind in target["kind"]]
        if name in seen or "proc-macro" in kinds:
            continue
        seen.add(name)
        for dependency in nodes[name]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return sorted((packages[name] for name in seen - {own}), key=lambda package: package["name"])


def licences(package):
    """The texts of a package's licences. If it brings none, its authors and the text of its licence."""
    directory = Path(package["manifest_path"]).parent
    files = sorted(file for file in directory.iterdir() if file.is_file() and any(name in file.name.upper() for name in NAMES))
    texts = [file.read_text(errors="replace").strip() for file in files]
    if texts:
        return texts
    if package["license"] != "MIT":
        sys.exit(f"{package['name']} has no file with its licence, {package['license']}")
    return [f"Copyright (c) {', '.join(package['authors']) or package['name']}\n\n{MIT}".strip()]


def main():
    users = {}
    for package in linked(sys.argv[1]):
        for text in licences(package):
            users.setdefault(text, []).append(f"{package['name']} {package['version']} ({package['license']})")
    users.setdefault(RUST.strip(), []).append("the standard library of Rust (MIT OR Apache-2.0)")
    if "musl" in sys.argv[1]:
        users.setdefault(MUSL.strip(), []).append("musl (MIT)")
    users[Path("LICENSE-SCOWL").read_text().strip()] = ["the words of Five Letters, from SCOWL"]
    print("Parlour contains the following. Each text is the licence of what is named above it.")
    for text, names in users.items():
        print(f"\n{'=' * 80}\n" + "\n".join(names) + f"\n{'-' * 80}\n{text}")


main()
