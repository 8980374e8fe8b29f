#!/usr/bin/env python3
"""Draws the pictures of the documents anew, in static/screenshots, as the pages look now. It plays to each position.
Look at the pictures before you keep them.

    .ci/pictures.py PROGRAM

It takes Chromium and Pillow (on Debian: chromium, python3-pil).
"""

import hashlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request

from PIL import Image

PLACE = pathlib.Path(__file__).resolve().parent.parent / "static/screenshots"
COLOURS = 64
# The same key deals the same games.
KEY = hashlib.sha256(b"the pictures of the documents").hexdigest()
# The server, and its address on the pictures.
LISTEN = "127.0.0.1:8098"
ADDRESS = "https://games.example.org/cgi-bin/parlour"


def here(link):
    return f"http://{LISTEN}/cgi-bin/parlour{link[link.index('?'):]}"


def ask(link):
    with urllib.request.urlopen(here(link)) as answer:
        return json.load(answer)


def new(game, **options):
    return ask("?" + urllib.parse.urlencode({"g": game, "as": "json", **options}))


def follow(page, name, **arguments):
    """The page behind the request of this name with these arguments."""
    fits = (it["link"] for it in page["requests"] if it["name"] == name and arguments.items() <= it["arguments"].items())
    return ask(next(fits))


def type_move(page, text):
    return ask(f"{page['ask']['link']}&{page['ask']['name']}={urllib.parse.quote(text)}")


def hinted(page):
    """The move of the hint, as it is typed."""
    status = follow(page, "hint")["answer"]["status"]
    return status.removeprefix("Hint: ").rstrip(".").split(":")[0].split(", stops")[0]


def nim():
    return follow(new("nim", heaps="34567"), "take", heap=4, count=2)


def chess():
    page = new("chess", level=7, seed="parlour")
    for _ in range(10):
        page = type_move(page, hinted(page).removeprefix("play "))
    return page


def maze():
    """The last moment but one before the arrow reaches the heart."""
    pages = [new("maze", seed="parlour")]
    while pages[-1]["ranking"] is None:
        pages.append(type_move(pages[-1], hinted(pages[-1]).removeprefix("turn ")))
    return pages[-3]


def concentration():
    """Somebody who remembers every tile has found six pairs, and turns up one more tile."""
    page, seen, pairs = new("concentration", seed="parlour"), {}, 0
    turned = []
    while pairs < 6 or len(turned) != 1:
        known = {}
        for tile, value in seen.items():
            known.setdefault(value, []).append(tile)
        can = {it["arguments"]["tile"] for it in page["requests"] if it["name"] == "turn"}
        new_ones = sorted(can - seen.keys())
        pair = next((it for it in known.values() if len(it) == 2 and not turned and set(it) <= can), None)
        if turned and len(known[seen[turned[0]]]) == 2:
            tile = next(it for it in known[seen[turned[0]]] if it != turned[0])
        else:
            tile = pair[0] if pair else new_ones[len(new_ones) // 2]
        page = follow(page, "turn", tile=tile)
        said = {it["name"]: it["arguments"] for it in page["messages"]}
        seen[tile] = said["tile_turned"][1]
        turned.append(tile)
        if len(turned) == 2:
            pairs += "tiles_matched" in said
            turned = []
    return page


def eights():
    """A hand of which three cards fit, one of them an eight."""
    for seed in range(1000):
        page = new("eights", seed=seed)
        fits = [it["arguments"]["card"] for it in page["requests"] if it["name"] == "play_card"]
        if len(fits) == 3 and sum(card.startswith("8") for card in fits) == 1:
            return page


def table():
    """The page of three people for everybody, when Cora has few cards and one that fits, and her own page."""
    host = new("eights", people=3, name="Ann")
    guests = {name: ask(f"{host['table']['sit']}&name={name}") for name in ("Bob", "Cora")}
    words = {name: page["table"]["password"] for name, page in {"Ann": host, **guests}.items()}
    for page in guests.values():
        host = ask(f"{host['table']['gather']}&answers={urllib.parse.quote(page['link_to_send'])}")
    link, chance = host["link_to_send"], random.Random(8)
    while True:
        public = ask(f"{link}&as=json")
        name = public["table"]["people"][public["turn"]]["name"]
        page = ask(f"{link}&as=json&c={words[name]}")
        fits = [it for it in page["requests"] if it["name"] == "play_card"]
        if name == "Cora" and len(fits) == 1 and hand_of(page) <= 5:
            return link, f"{link}&c={words[name]}"
        while page["turn"] == page["table"]["seat"]:
            moves = [it for it in page["requests"] if not it["read_only"]]
            page = ask(chance.choice([it for it in moves if it["name"] == "play_card"] or moves)["link"])
        link = page["link_to_send"]


def hand_of(page):
    return next(len(it["cells"]) for it in page["parts"] if it.get("caption") == "Your hand")


def draw(name, link, width, height):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "page.png"
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"]
        options += [f"--user-data-dir={folder}", f"--window-size={width},{height}", f"--screenshot={file}"]
        subprocess.run(["chromium", *options, here(link.replace("&as=json", ""))], check=True, capture_output=True)
        Image.open(file).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(PLACE / f"{name}.png", optimize=True)


def draw_all():
    draw("start", "?", 1280, 790)
    sizes = {chess: (1280, 730), eights: (1280, 600), concentration: (1024, 590), maze: (1024, 560), nim: (1024, 620)}
    for game, size in sizes.items():
        draw(game.__name__, game()["links"]["position"], *size)
    public, own = table()
    draw("table", public, 1024, 760)
    draw("hand", own, 1024, 680)


def main():
    environment = os.environ | {"PARLOUR_KEY": KEY, "PARLOUR_URL": ADDRESS}
    command = [sys.argv[1], "serve", "--listen", LISTEN]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        # It listens.
        server.stdout.readline()
        try:
            draw_all()
        finally:
            server.terminate()


main()
