#!/usr/bin/env python3
"""Plays games of chess of a computer against itself, and prints positions in which a side mates in two.

Usage: mates.py STOCKFISH SEED GAMES

Stockfish plays with few nodes, the weaker side with some random moves. `mates.rs` makes puzzles of the
positions.
"""

import random
import sys

import chess
import chess.engine

STRONG, WEAK = chess.engine.Limit(nodes=250), chess.engine.Limit(nodes=60)
# The share of random moves of the weaker side.
RANDOM = 0.25
MOVES_MAX = 120
# The half-moves before the mate that are looked at, and the positions taken of one game.
LOOKED_AT, TAKEN = 24, 2


def played(engine, chance):
    """A game that ends with a mate, or None."""
    board = chess.Board()
    for _ in range(chance.choice((6, 8, 10, 14))):
        if not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
    weak = chance.choice((chess.WHITE, chess.BLACK))
    while not board.is_game_over(claim_draw=True) and board.fullmove_number < MOVES_MAX:
        if board.turn == weak and chance.random() < RANDOM:
            board.push(chance.choice(list(board.legal_moves)))
        else:
            board.push(engine.play(board, WEAK if board.turn == weak else STRONG).move)
    return board if board.is_checkmate() else None


def mates_in_two(engine, board):
    """The positions of a game, the last first, in which the side to move mates in two and is not in check."""
    for _ in range(min(LOOKED_AT, len(board.move_stack))):
        board.pop()
        if not board.is_check():
            score = engine.analyse(board, chess.engine.Limit(depth=7))["score"].relative
            if score.is_mate() and score.mate() == 2:
                yield board.fen()


def main():
    stockfish, seed, games = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    chance = random.Random(seed)
    with chess.engine.SimpleEngine.popen_uci(stockfish) as engine:
        for _ in range(games):
            board = played(engine, chance)
            found = mates_in_two(engine, board) if board else ()
            for _, fen in zip(range(TAKEN), found):
                print(fen, flush=True)


main()
