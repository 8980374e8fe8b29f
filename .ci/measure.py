"""The parts that .ci/lines and .ci/prose share: Rust source text, and the budgets."""

import re
from pathlib import Path

TOKEN = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<text> \b[bc]?r(?P<hashes>\#*)".*?"(?P=hashes) | [bc]?"(?:\\.|[^"\\])*" )
  | (?P<char> b?'(?:\\(?:u\{[0-9a-fA-F]*\}|x..|.)|[^'\\\n])' )
    """,
    re.VERBOSE | re.DOTALL,
)
TESTS = re.compile(r"#\[cfg\((all\(|any\()?test")
BRACKETS = re.compile(r"[{}()\[\];]")
MODULE_IN_FILE = re.compile(r"(pub )?mod [a-z_]+;")


def budgets():
    """The bound of each name in .ci/budgets."""
    lines = (Path(__file__).parent / "budgets").read_text().splitlines()
    rows = (line.split() for line in lines if line and not line.startswith("#"))
    return {name: int(budget) for name, budget in rows}


def files(folder):
    """Every Rust file below `folder` that only tests compile is left out."""
    tests = {"tests", "tests.rs", "audit.rs", "played.rs"}
    return [
        path
        for path in sorted(Path(folder).rglob("*.rs"))
        if tests.isdisjoint(path.relative_to(folder).parts)
    ]


def without_tests(text):
    """`text` without its test modules. A test module in its own file takes two lines; any other one
    goes on to the end of the file."""
    kept, in_tests = [], False
    for line in text.split("\n"):
        in_tests = in_tests or bool(TESTS.match(line))
        if not in_tests:
            kept.append(line)
        elif MODULE_IN_FILE.match(line):
            in_tests = False
    return "\n".join(kept)


def code_lines(text):
    """The number of lines that are neither blank nor a comment."""
    lines = (line.strip() for line in text.split("\n"))
    return sum(1 for line in lines if line and not line.startswith("//"))


def bare(text):
    """`text` without comments, and with every literal empty. All line breaks stay."""

    def replaced(match):
        breaks = "\n" * match[0].count("\n")
        return breaks if match["comment"] else '""' + breaks if match["text"] else "''"

    return TOKEN.sub(replaced, text)


def functions(text):
    """The line, name and number of lines of each function that has a body."""
    text = bare(text)
    for start in re.finditer(r"\bfn\s+(\w+)", text):
        depth = 0
        for bracket in BRACKETS.finditer(text, start.end()):
            depth += {"{": 1, "(": 1, "[": 1, ";": 0}.get(bracket[0], -1)
            if depth == 0 and bracket[0] in ";}":
                break
        if bracket[0] == "}":
            lines = text.count("\n", start.start(), bracket.start()) + 1
            yield text.count("\n", 0, start.start()) + 1, start[1], lines


def comments(text):
    """The text of each comment, a line each; an empty line wherever code comes between."""
    lines = []
    end = 0
    for match in TOKEN.finditer(text):
        if not match["comment"]:
            continue
        if text[end : match.start()].strip():
            lines.append("")
        end = match.end()
        lines += [re.sub(r"^\s*(//[/!]?|/?\*+/?) ?", "", line) for line in match[0].split("\n")]
    return "\n".join(lines)
