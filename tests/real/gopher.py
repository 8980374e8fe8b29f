#!/usr/bin/env python3
"""A player who has a Gopher client: plays a game to its end, by links and by typing.

    python3 gopher.py PORT SELECTOR GAME

It writes "over" when the game is over. It needs nothing but Python.
"""
import random
import re
import socket
import sys

MOVES_MAX = 2000
# The words of the link that makes the move of a hint.
ADVISED = "Take it"


def menu(port, selector, typed=None):
    """The lines of a menu: type, words, selector."""
    request = selector if typed is None else selector + "\t" + typed
    with socket.create_connection(("127.0.0.1", port), 20) as server:
        server.sendall(request.encode() + b"\r\n")
        data = b""
        while piece := server.recv(65536):
            data += piece
    lines = []
    for line in data.decode().split("\r\n"):
        if line == ".":
            return lines
        words, target, host, number = line.split("\t")
        assert words[0] in "i17", line
        assert words[0] == "i" or (host, number) == ("localhost", str(port)), line
        lines.append((words[0], words[1:], target))
    raise AssertionError("a menu has no end: " + data.decode())


def main(port, program, game):
    port, chance = int(port), random.Random(7)
    lines = menu(port, f"{program}?g={game}")
    for turn in range(MOVES_MAX):
        ways = {words: target for kind, words, target in lines if kind == "1"}
        if "Play again" in ways:
            print("over")
            return
        if "Back to the game" in ways:
            advised = [target for words, target in ways.items() if ADVISED in words]
            lines = menu(port, [*advised, ways["Back to the game"]][0])
            continue
        # By chance alone, a maze takes very long.
        if "Hint" in ways and chance.random() < 0.5:
            lines = menu(port, ways["Hint"])
            continue
        # Where there are few moves, the page itself has the link of each.
        every = ways.get("Every move with its link")
        every = menu(port, every) if every else lines
        loud = [(words, target) for kind, words, target in every
                if kind == "1" and re.match(r"\d+\. ", words) and "(if you want to)" not in words]
        words, target = chance.choice(loud)
        if turn % 2:
            # The page that prints a number has the field for it.
            search = [target for kind, _, target in every if kind == "7"][0]
            typed = words.split(". ", 1)[1] if turn % 4 == 1 else words.split(".")[0]
            lines = menu(port, search, typed)
        else:
            lines = menu(port, target)
        told = "\n".join(words for _, words, _ in lines)
        assert "(Fault " not in told, (words, told)
    raise AssertionError("it has no end")


main(*sys.argv[1:])
