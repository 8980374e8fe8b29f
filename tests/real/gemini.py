#!/usr/bin/env python3
"""A player who has a Gemini client: plays a game to its end, by links and by typing.

    python3 gemini.py gemini://localhost:1965/cgi-bin/parlour GAME

It writes "over" when the game is over. It needs nothing but Python.
"""
import random
import re
import socket
import ssl
import sys
import urllib.parse

MOVES_MAX = 2000
# The words of the link that makes the move of a hint.
ADVISED = "Take it"
urllib.parse.uses_relative.append("gemini")
urllib.parse.uses_netloc.append("gemini")


def ask(url):
    """The header of a response and its body."""
    assert len(url.encode()) <= 1024, url
    address = urllib.parse.urlsplit(url)
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    with socket.create_connection(("127.0.0.1", address.port), 20) as plain:
        with context.wrap_socket(plain, server_hostname=address.hostname) as tls:
            tls.sendall(url.encode() + b"\r\n")
            data = b""
            try:
                while piece := tls.recv(65536):
                    data += piece
            except ssl.SSLError:
                pass
    head, _, body = data.partition(b"\r\n")
    return head.decode(), body.decode()


def page(url):
    """The page behind an address, after what it redirects to, and its own address."""
    for _ in range(4):
        head, body = ask(url)
        if not head.startswith("3"):
            assert head.startswith("20 text/gemini"), (url, head)
            return url, body
        url = urllib.parse.urljoin(url, head.split(" ", 1)[1])
    raise AssertionError("sent on and on: " + url)


def links(body):
    """The links of a page, each with its words."""
    found, is_drawing = [], False
    for line in body.splitlines():
        if line.startswith("```"):
            is_drawing = not is_drawing
        elif line.startswith("=> ") and not is_drawing:
            link, _, words = line[3:].partition(" ")
            found.append((words, link))
    return found


def main(program, game):
    chance = random.Random(7)
    url, body = page(f"{program}?g={game}")
    for turn in range(MOVES_MAX):
        ways = dict(links(body))
        if "Play again" in ways:
            print("over")
            return
        if "Back to the game" in ways:
            advised = [link for words, link in ways.items() if ADVISED in words]
            url, body = page(urllib.parse.urljoin(url, [*advised, ways["Back to the game"]][0]))
            continue
        # By chance alone, a maze takes very long.
        if "Hint" in ways and chance.random() < 0.5:
            url, body = page(urllib.parse.urljoin(url, ways["Hint"]))
            continue
        # Where there are few moves, the page itself has the link of each.
        every = ways.get("Every move with its link")
        everything = page(urllib.parse.urljoin(url, every))[1] if every else body
        loud = [(words, link) for words, link in links(everything)
                if re.match(r"\d+\. ", words) and "(if you want to)" not in words]
        words, link = chance.choice(loud)
        if turn % 2:
            # The page that prints a number has the field for it.
            asks = [link for _, link in links(everything) if "/move/" in link]
            asked = urllib.parse.urljoin(url, asks[0])
            assert ask(asked)[0].startswith("10 "), asked
            typed = words.split(". ", 1)[1] if turn % 4 == 1 else words.split(".")[0]
            url, body = page(asked + "?" + urllib.parse.quote(typed))
        else:
            url, body = page(urllib.parse.urljoin(url, link))
        assert "(Fault " not in body, (words, body)
    raise AssertionError("it has no end")


main(*sys.argv[1:])
