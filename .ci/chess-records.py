#!/usr/bin/env python3
"""Compares the records of chess with python-chess, and has other programs read them.

Usage: chess-records.py PROGRAM MODULES [GAMES]

Plays random games for two, a third of them Chess960, and a third from positions that it sets up. At every
position python-chess must find the same moves, the same FEN and the same UCI in the JSON page, and it must
read the PGN back. It types positions that python-chess calls invalid: each must be refused. Then chess.js,
pgn-parser and kokopu, which npm installed in MODULES, read every record. The status is 1 if something differs.
"""

import io
import json
import os
import random
import subprocess
import sys
from urllib.parse import quote

import chess
import chess.pgn

PROGRAM, MODULES = (os.path.abspath(path) for path in sys.argv[1:3])
GAMES = int(sys.argv[3]) if len(sys.argv) > 3 else 100
PLIES_MAX = 120
ENVIRONMENT = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "/parlour",
    # The key that the tests publish.
    "PARLOUR_KEY": "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M",
}
# Each reader gets a PGN and returns its moves in algebraic notation. The readers of chess.js know no Chess960.
READERS = """
const fs = require('fs');
const games = JSON.parse(fs.readFileSync(0, 'utf8'));
const kokopu = require('kokopu'), parser = require('pgn-parser');
const chessjs = (name) => (pgn) => {
  const made = require(name), game = new (made.Chess || made)();
  if (game.load_pgn) { if (!game.load_pgn(pgn)) throw new Error('refused'); } else game.loadPgn(pgn);
  return game.history();
};
const readers = {
  'chess.js 0.10': chessjs('chess-js-10'), 'chess.js 0.12': chessjs('chess-js-12'),
  'chess.js 1': chessjs('chess-js-1'),
  'pgn-parser': (pgn) => parser.parse(pgn)[0].moves.map((move) => move.move),
  'kokopu': (pgn) => kokopu.pgnRead(pgn, 0).mainVariation().nodes().map((node) => node.notation()),
};
const found = {};
for (const [name, read] of Object.entries(readers)) {
  found[name] = games.map(({ pgn, is960 }) => {
    if (is960 && name.startsWith('chess.js')) return null;
    try { return read(pgn).map((san) => san.replace(/[+#!?]/g, '')); } catch (error) { return String(error); }
  });
}
console.log(JSON.stringify(found));
"""


def page(query):
    run = subprocess.run(
        [PROGRAM], env=ENVIRONMENT | {"QUERY_STRING": query}, capture_output=True, check=True
    )
    return json.loads(run.stdout.decode().replace("\r", "").split("\n\n", 1)[-1])


def moves_of(board, shown):
    """The legal moves of a page by their UCI, each with its link."""
    found = {}
    for request in shown["requests"]:
        if request["name"] == "play":
            word = request["arguments"]["squares"]
            move = board.parse_san(word) if word.startswith("O-O") else board.parse_uci(word)
            found[board.uci(move)] = request["link"].lstrip("?")
    return found


def compare(board, moves, shown, faults):
    """Compares the records of a page with a board and its moves in UCI."""
    records = shown["records"]
    own = chess.Board(records["fen"], chess960=board.chess960)
    if own.fen(en_passant="legal") != board.fen(en_passant="legal"):
        faults.append(f"{board.fen()} is {records['fen']}")
    if not board.chess960 and records["fen"] != board.fen(en_passant="legal"):
        faults.append(f"{board.fen()} is written {records['fen']}")
    uci = " ".join(moves)
    if records["moves"] != uci:
        faults.append(f"{uci} is {records['moves']}")
    game = chess.pgn.read_game(io.StringIO(records["pgn"]))
    if game.errors or game.end().board().fen() != board.fen() or game.headers["Result"] == "":
        faults.append(f"PGN of {board.fen()}: {game.errors}\n{records['pgn']}")


def start(chance, number):
    """The query of a game, and its board."""
    if number % 3 == 1:
        place = chance.randrange(960)
        return f"start={place}", chess.Board.from_chess960_pos(place)
    board = chess.Board()
    if number % 3 == 2:
        for _ in range(chance.randrange(5, 80)):
            if board.is_game_over() or board.halfmove_clock > 80:
                break
            board.push(chance.choice(list(board.legal_moves)))
        if board.is_game_over():
            board = chess.Board()
        board = chess.Board(board.fen())
        return "fen=" + quote(board.fen(), safe=""), board
    return "", board


def play(chance, number, faults):
    """Plays a game. Returns its last PGN, its moves, and whether it is of Chess960."""
    query, board = start(chance, number)
    # Boards of Chess960 that castle as usual are usual boards to every reader.
    usual = all(square in (chess.A1, chess.H1, chess.A8, chess.H8) for square in chess.SquareSet(board.castling_rights))
    board.chess960 = not (usual and board.king(chess.WHITE) == chess.E1) and number % 3 == 1
    first, names, moves = board.copy(), [], []
    shown = page(f"g=chess&people=2&as=json&{query}")
    while True:
        compare(board, moves, shown, faults)
        if shown["end"] or len(board.move_stack) >= PLIES_MAX or len(faults) > 20:
            break
        # The page after a move offers the next player nothing: the next player opens its link.
        shown = page(shown["link_to_send"].split("?", 1)[1] + "&as=json")
        links = moves_of(board, shown)
        if sorted(links) != sorted(board.uci(move) for move in board.legal_moves):
            faults.append(f"moves of {board.fen()}: {sorted(links)}")
            break
        uci = chance.choice(sorted(links))
        names.append(board.san(board.parse_uci(uci)).rstrip("+#"))
        moves.append(uci)
        board.push_uci(uci)
        shown = page(links[uci])
    return shown["records"]["pgn"], names, first.chess960


def is_overfull(board):
    """Returns true if a side has more promoted pieces than missing pawns, which python-chess allows."""
    def promoted(side):
        usual = {chess.KNIGHT: 2, chess.BISHOP: 2, chess.ROOK: 2, chess.QUEEN: 1}
        return sum(max(0, len(board.pieces(kind, side)) - most) for kind, most in usual.items())
    return any(promoted(side) + len(board.pieces(chess.PAWN, side)) > 8 for side in chess.COLORS)


def judged(fen):
    """The board of a text and its faults: in usual chess, or in Chess960 if it has none there."""
    for is_960 in (False, True):
        try:
            board = chess.Board(fen, chess960=is_960)
        except ValueError:
            return None, chess.STATUS_EMPTY
        # A check that no move can give is one more than the page looks for.
        status = board.status() & ~chess.STATUS_IMPOSSIBLE_CHECK
        if not status:
            break
    return board, status


def try_invalid(chance, faults):
    """Types positions with one damage. Those that python-chess calls invalid must be refused, and no others."""
    tried = 0
    for _ in range(400):
        board = chess.Board()
        for _ in range(chance.randrange(60)):
            if not board.is_game_over():
                board.push(chance.choice(list(board.legal_moves)))
        square, piece = chance.randrange(64), chance.choice([None, *"PNBRQKpnbrqk"])
        board.set_piece_at(square, chess.Piece.from_symbol(piece) if piece else None)
        fen = board.fen().split()
        if chance.randrange(3) == 0:
            fen[chance.choice([1, 2, 3])] = chance.choice(["w", "b", "KQkq", "Kq", "-", "e3", "e6", "d6"])
        damaged, status = judged(" ".join(fen))
        answer = page("g=chess&people=2&as=json&fen=" + quote(" ".join(fen), safe=""))
        is_open = answer["page"] == "game"
        tried += 1
        if is_open and status:
            faults.append(f"{' '.join(fen)} opens, and is invalid: {status!r}")
        can_go_on = not status and not damaged.is_game_over() and damaged.halfmove_clock < 100
        if not is_open and can_go_on and not is_overfull(damaged):
            faults.append(f"{' '.join(fen)} is refused: {answer['explanation']}")
    return tried


def main():
    chance = random.Random(1)
    faults, games = [], []
    for number in range(GAMES):
        games.append(play(chance, number, faults))
    tried = try_invalid(chance, faults)
    records = json.dumps([{"pgn": pgn, "is960": is_960} for pgn, _, is_960 in games])
    run = subprocess.run(["node", "-e", READERS], input=records, capture_output=True, check=True, text=True,
                         env=os.environ | {"NODE_PATH": MODULES})
    for reader, read in json.loads(run.stdout).items():
        wanted = [game for game, moves in zip(games, read) if moves is not None]
        found = [moves for moves in read if moves is not None]
        good = sum(names == moves for (_, names, _), moves in zip(wanted, found))
        print(f"{reader} reads {good} of {len(wanted)} records")
        for (pgn, names, _), moves in zip(wanted, found):
            if names != moves:
                faults.append(f"{reader}: {str(moves)[:200]}\n{pgn}")
    print(f"{len(games)} games, {tried} typed positions, {len(faults)} faults")
    print("\n".join(faults[:10]))
    return 1 if faults else 0


sys.exit(main())
