#!/usr/bin/env python3
"""Compares how the program reads typed moves of chess with python-chess.

Usage: typed-chess.py PROGRAM [MOVES]

Plays random games for two. Of each position it types one legal move in every form that people and
programs write: each must play exactly that move. Then it types random moves that are not legal, and
damaged texts: they must play no move that they do not name, and the answer must give a reason where
the rules forbid the move. It ends with the status 1 if something differs.
"""

import json
import os
import random
import subprocess
import sys
from urllib.parse import quote

import chess

PROGRAM = os.path.abspath(sys.argv[1])
MOVES = int(sys.argv[2]) if len(sys.argv) > 2 else 2_000
FIGURINES = dict(zip("KQRBN", "\u2654\u2655\u2656\u2657\u2658"))
NAMES = {letter: chess.piece_name(chess.PIECE_SYMBOLS.index(letter.lower())) for letter in "KQRBNP"}
ENVIRONMENT = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "/parlour",
    # The key that the tests publish.
    "PARLOUR_KEY": "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M",
}


def page(query):
    run = subprocess.run(
        [PROGRAM], env=ENVIRONMENT | {"QUERY_STRING": query}, capture_output=True, check=True
    )
    return json.loads(run.stdout.decode().split("\r\n\r\n", 1)[-1].split("\n\n", 1)[-1])


def typed(shown, text):
    return page(shown["ask"]["link"].lstrip("?") + "&move=" + quote(text, safe=""))


def played(board, answer):
    """The move that the answer made, or None."""
    for message in answer["messages"]:
        if message["name"] == "moved":
            word = message["arguments"][1]
            return board.parse_san(word) if word.startswith("O-O") else board.parse_uci(word)
    return None


def forms(board, move):
    """The forms of a move, each of which names it alone."""
    san = board.san(move)
    bare = san.rstrip("+#")
    uci = move.uci()
    squares = [chess.square_name(move.from_square), chess.square_name(move.to_square)]
    number = board.fullmove_number
    found = {san, bare, uci, uci.upper(), f"{number}. {san}", f"{number}.{san}", f"{number}... {bare}",
             f"\u201c{bare}\u201d", f"({bare})", bare + ".", bare + "!?", bare + "\u2020", bare + " \u2021",
             bare + " ch", bare + " mate", bare + "# 1-0", bare + " 1/2-1/2", bare + "+", " " + bare + "  "}
    for dash in "-\u2010\u2011\u2012\u2013\u2014\u2212\u2192":
        found.add(squares[0] + dash + squares[1] + uci[4:])
    found |= {f"{squares[0]} {squares[1]}{uci[4:]}", f"{squares[0]} to {squares[1]}{uci[4:]}"}
    postal = "".join(str("abcdefgh".index(name[0]) + 1) + name[1] for name in squares)
    found.add(postal + (str("qrbn".index(uci[4]) + 1) if uci[4:] else ""))
    if board.is_castling(move):
        dashes = [bare.replace("-", dash) for dash in ("", "\u2013", "\u2212")]
        found |= {*dashes, bare.lower(), bare.replace("O", "0")}
        side = "king" if board.is_kingside_castling(move) else "queen"
        rook = {"g": "h", "c": "a"}[squares[1][0]] + squares[1][1]
        found |= {f"castle {side}side", f"castles {side}side", squares[0] + rook, "K" + squares[1]}
        return found
    piece = board.piece_at(move.from_square).symbol().upper()
    captures = board.is_capture(move)
    long = ("" if piece == "P" else piece) + squares[0] + ("x" if captures else "-") + squares[1]
    promotion = uci[4:].upper()
    found |= {long + promotion, piece + squares[0] + squares[1] + promotion,
              f"{NAMES[piece]} {squares[0]} to {squares[1]}{promotion}",
              f"{NAMES[piece].upper()} from {squares[0]} to {squares[1]}{promotion}"}
    if captures:
        found |= {san.replace("x", sign) for sign in ("", ":", "\u00d7", " takes ", " x ")}
        found.add(f"{NAMES[piece]} {squares[0]} takes {squares[1]}{promotion}")
    if board.is_en_passant(move):
        found |= {bare + end for end in (" e.p.", "e.p.", " ep", "ep", " en passant")}
    if promotion:
        start = bare.split("=")[0]
        name = NAMES[promotion]
        found |= {start + form for form in (promotion, promotion.lower(), f"({promotion})", f"/{promotion}",
                                            f"=({promotion})", f"={promotion.lower()}", f"={name}", f" = {name}")}
    if piece in FIGURINES:
        found |= {FIGURINES[piece] + bare[1:], chr(ord(FIGURINES[piece]) + 6) + bare[1:],
                  f"{NAMES[piece]} {bare[1:]}", f"{NAMES[piece].upper()} {bare[1:]}"}
        if piece != "B":
            found.add(bare.lower())
        if not captures and len(bare) == 3:
            found.add(f"the {NAMES[piece]} to {squares[1]}")
    elif not captures:
        found |= {"\u2659" + bare, f"pawn {bare}", f"P{bare}", "pawn to " + bare}
    return found


def is_named(board, text, move):
    """Returns true if a damaged text has the target of a move, its castling, or both files of a pawn's capture.
    Blanks and signs say nothing."""
    lower = "".join(c for c in text.lower() if c.isalnum())
    target = chess.square_name(move.to_square)
    postal = str("abcdefgh".index(target[0]) + 1) + target[1]
    castling = board.is_castling(move) and any(sign in lower for sign in ("o", "0", "castle", "k", target))
    rook = target.translate(str.maketrans("gc", "ha"))
    is_pawns = board.piece_type_at(move.from_square) == chess.PAWN and board.is_capture(move)
    files = chess.square_name(move.from_square)[0] + target[0]
    captures = is_pawns and files in lower.replace("x", "")
    return captures or target in lower or postal in lower or castling or board.is_castling(move) and rook in lower


def damaged(chance, text):
    letters = list(text)
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(letters) + 1)
        action = chance.randrange(3)
        if action == 0 and letters:
            letters.pop(min(at, len(letters) - 1))
        elif action == 1:
            letters.insert(at, chance.choice("abcdefgh12345678xKQRBN+=O-0 qo"))
        elif letters:
            letters[min(at, len(letters) - 1)] = chance.choice("abcdefgh12345678xKQRBN+=O-0 ")
    return "".join(letters)


def check(board, shown, chance, faults):
    """Tries texts at a position. Returns a move, the page of the next player, and the number of texts."""
    move = chance.choice(list(board.legal_moves))
    texts = sorted(forms(board, move))
    after = None
    for text in texts:
        answer = typed(shown, text)
        made = played(board, answer)
        if made != move:
            faults.append(f"{board.fen()}: {text!r} for {move.uci()} played {made}: {answer['fault']}")
        else:
            # The page after a move acts for nobody. The other player opens its link.
            after = page(answer["link_to_send"].split("?", 1)[1] + "&as=json")
    illegal = [m for m in board.pseudo_legal_moves if m not in board.legal_moves]
    for other in chance.sample(illegal, min(2, len(illegal))):
        answer = typed(shown, other.uci())
        if played(board, answer) or "king" not in json.dumps(answer["fault"]) + json.dumps(answer["typed"]):
            faults.append(f"{board.fen()}: {other.uci()} is not legal: {answer['fault']} {answer['typed']}")
    for _ in range(3):
        text = damaged(chance, chance.choice(texts))
        made = played(board, typed(shown, text))
        if made and not is_named(board, text, made):
            faults.append(f"{board.fen()}: {text!r} played {made.uci()}")
    return move, after, len(texts) + 5


def main():
    chance = random.Random(1)
    faults, moves, texts, games = [], 0, 0, 0
    while moves < MOVES and len(faults) < 50:
        board, shown = chess.Board(), page("g=chess&people=2&as=json")
        games += 1
        while shown and moves < MOVES and not board.is_game_over() and not shown["end"]:
            if board.can_claim_draw():
                break
            move, shown, tried = check(board, shown, chance, faults)
            board.push(move)
            moves, texts = moves + 1, texts + tried
    print(f"{games} games, {moves} moves, {texts} texts, {len(faults)} faults")
    print("\n".join(faults[:30]))
    return 1 if faults else 0


sys.exit(main())
