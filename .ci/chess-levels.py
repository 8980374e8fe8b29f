#!/usr/bin/env python3
"""Measures how well each level of chess plays, and holds what docs/levels.md says.

Usage: chess-levels.py PROGRAM STOCKFISH [POSITIONS]

Each level plays 200 games against the one below it, from balanced openings: a test of the library plays both
sides, in a few minutes. Then Stockfish plays games against itself with few nodes and some random moves. At positions
of these games each level makes a move, and Stockfish with more nodes judges it: the loss in hundredths of a pawn,
and whether the move gives the queen away. At other positions it sees a mate in two: it is missed if the move does not
keep it. The status is 1 if a step of the ladder or a figure is outside its limits.
"""

import json
import os
import random
import subprocess
import sys
from urllib.parse import quote

import chess
import chess.engine

PROGRAM, STOCKFISH = sys.argv[1:3]
POSITIONS = int(sys.argv[3]) if len(sys.argv) > 3 else 400
MATES = POSITIONS // 5
# The nodes of the players, and of the judge.
PLAYED, JUDGED = chess.engine.Limit(nodes=300), chess.engine.Limit(nodes=20_000)
# A score counts as no more than this. Positions in which more than the second is won or lost are not judged.
SCORE_MAX, DECIDED = 1_000, 300
BLUNDER = 200
LEVELS = [str(level) for level in range(1, 10)]
# The least and the most moves of 100 that lose two pawns or more, at each level.
BLUNDERS = {
    "1": (36, 55),
    "2": (28, 47),
    "3": (16, 32),
    "4": (10, 24),
    "5": (5, 16),
    "6": (3, 13),
    "7": (2, 11),
    "8": (1, 8),
    "9": (0, 7),
}
# The test that plays the ladder. It fails if a step is too small or too large.
LADDER = ["cargo", "test", "--lib", "each_level_beats_the_one_below", "--", "--nocapture"]
ENVIRONMENT = {
    "GATEWAY_INTERFACE": "CGI/1.1",
    "REQUEST_METHOD": "GET",
    "SCRIPT_NAME": "/parlour",
    # The key that the tests publish.
    "PARLOUR_KEY": "q7-Jk0iVZPmYxw3cTn5eHfRb1uLGoAs8dKQy2EXtC9M",
}


def reply(board, level, seed):
    """The move of a level for the side to move."""
    colour = "black" if board.turn == chess.WHITE else "white"
    fen = quote(board.fen(en_passant="legal"), safe="")
    query = f"g=chess&level={level}&colour={colour}&seed={seed}&fen={fen}&as=json"
    run = subprocess.run([PROGRAM], env=ENVIRONMENT | {"QUERY_STRING": query}, capture_output=True, check=True)
    page = json.loads(run.stdout.decode().replace("\r", "").split("\n\n", 1)[-1])
    return board.parse_uci(page["records"]["moves"].split()[0])


def positions(engine, chance):
    """Positions of games with two kinds of players, each with its score and best line."""
    while True:
        board = chess.Board()
        while not board.is_game_over(claim_draw=True) and board.ply() < 160:
            if board.ply() < 6 or chance.random() < 0.15:
                board.push(chance.choice(list(board.legal_moves)))
            else:
                board.push(engine.play(board, PLAYED).move)
            if board.ply() >= 8 and chance.random() < 0.2 and not board.is_game_over(claim_draw=True):
                yield chess.Board(board.fen(en_passant="legal"))


def score(engine, board):
    """The score for the side to move, and the mate that it can force in so many moves, if there is one."""
    found = engine.analyse(board, JUDGED)["score"].relative
    return found.score(mate_score=10_000), found.mate()


def gives_queen(engine, board, move):
    """Returns true if the other side takes the queen at once, and the judge calls that its best move."""
    after = board.copy(stack=False)
    after.push(move)
    if not after.pieces(chess.QUEEN, board.turn) or after.is_game_over():
        return False
    best = engine.play(after, JUDGED).move
    taken = after.piece_at(best.to_square)
    return taken is not None and taken.piece_type == chess.QUEEN


def judged(engine, board, before, move):
    """The loss of a move, and whether it gives the queen away for less."""
    after = board.copy(stack=False)
    after.push(move)
    now = 0 if after.is_stalemate() or after.is_insufficient_material() else -score(engine, after)[0]
    if after.is_checkmate():
        now = 10_000
    loss = max(0, before - max(now, -SCORE_MAX))
    return loss, loss >= 400 and gives_queen(engine, board, move)


def keeps_mate(engine, board, move):
    """Returns true if the move mates, or forces mate by the next one."""
    after = board.copy(stack=False)
    after.push(move)
    if after.is_game_over():
        return after.is_checkmate()
    mate = score(engine, after)[1]
    return mate is not None and -2 < mate < 0


def ladder():
    """Plays the ladder. Returns true if each step is as it should be."""
    run = subprocess.run(LADDER, env=os.environ | {"PARLOUR_FULL": "1"}, capture_output=True, text=True)
    print("\n".join(line for line in run.stdout.splitlines() if line.startswith("level ")))
    return run.returncode == 0


def main():
    faults = [] if ladder() else ["a step of the ladder is outside its limits"]
    chance = random.Random(1)
    engine = chess.engine.SimpleEngine.popen_uci(STOCKFISH)
    engine.configure({"Threads": 1, "Hash": 16})
    found = {level: {"losses": [], "queens": 0, "mates": 0} for level in LEVELS}
    count = mates = 0
    for board in positions(engine, chance):
        if count >= POSITIONS and mates >= MATES:
            break
        before, mate = score(engine, board)
        if mate == 2 and mates < MATES:
            mates += 1
            for level in LEVELS:
                found[level]["mates"] += not keeps_mate(engine, board, reply(board, level, mates))
        elif abs(before) < DECIDED and count < POSITIONS:
            count += 1
            for level in LEVELS:
                loss, queen = judged(engine, board, before, reply(board, level, count))
                found[level]["losses"].append(loss)
                found[level]["queens"] += queen
    engine.quit()
    print(f"{count} positions, {mates} mates in two")
    for level in LEVELS:
        losses, queens, missed = found[level].values()
        blunders = 100 * sum(loss >= BLUNDER for loss in losses) / count
        print(
            f"{level}: mean loss {sum(losses) / count:.0f}, blunders {blunders:.1f} %, "
            f"queens {100 * queens / count:.1f} %, mates missed {100 * missed / mates:.1f} %"
        )
        least, most = BLUNDERS[level]
        if not least <= blunders <= most:
            faults.append(f"{level}: {blunders:.1f} % is outside {least} to {most}")
    print("\n".join(faults))
    return 1 if faults else 0


sys.exit(main())
