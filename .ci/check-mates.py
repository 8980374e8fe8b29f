#!/usr/bin/env python3
"""Checks with python-chess that each puzzle has exactly one first move that mates in two, and no mate in one.

Usage: check-mates.py FILE

Each line of the file has the pieces in FEN and the side to move. The status is 1 if a puzzle is wrong.
"""

import sys

import chess


def mates_at_once(board):
    for move in board.legal_moves:
        if board.gives_check(move):
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
    return False


def mates_in_two(board, first):
    board.push(first)
    answers = list(board.legal_moves)
    mates = bool(answers)
    for answer in answers:
        board.push(answer)
        mates = mates_at_once(board)
        board.pop()
        if not mates:
            break
    board.pop()
    return mates


def main():
    lines = open(sys.argv[1], encoding="ascii").read().splitlines()
    wrong = 0
    for number, line in enumerate(lines, 1):
        board = chess.Board(f"{line} - - 0 1")
        keys = [move for move in board.legal_moves if mates_in_two(board, move)]
        if not board.is_valid() or mates_at_once(board) or len(keys) != 1:
            print(f"{number}: {line}: {len(keys)} keys")
            wrong += 1
    print(f"{len(lines)} puzzles, {wrong} wrong")
    sys.exit(wrong > 0)


main()
