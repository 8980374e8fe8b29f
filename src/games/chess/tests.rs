//! The rules of chess, its notation, and the strength of the computer.

use super::board::{Board, Kind, Move, Side, Square, bit, members};
use super::fen::fen;
use super::notation::square_of;
use super::position::Position;
use super::reasons::Reason;
use super::terms::Look;
use super::*;
use crate::game::contract::{Game as _, Ruling};
use crate::game::duel::Act;
use crate::game::sample;
use crate::games::played::Played;
use crate::moves::Moves;

/// The position of this FEN.
fn position(text: &str) -> Position {
    fen::parse(text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

/// A game of two people from a position.
fn game(fen: &str) -> Game {
    let choices = Choices::defaults(RULESET.options).with_people(2);
    let mut game = Game::start::<Chess>(&choices);
    game.position = position(fen);
    game.first = usize::from(game.position.board.turn == Side::Black);
    game
}

/// The positions to which the referee grants a move, so many moves later.
fn granted(game: &Game, depth: u32) -> usize {
    let moves = game.position.moves();
    if depth == 1 {
        let asked = moves.iter().map(|chosen| Chess::request(*chosen));
        return asked.filter(|request| Chess::referee(game, request).is_ok()).count();
    }
    let after = |chosen: &Move| match Chess::referee(game, &Chess::request(*chosen)) {
        Ok(Ruling::Next(next, _)) => granted(&next, depth - 1),
        other => panic!("{chosen:?}: {other:?}"),
    };
    moves.iter().map(after).sum()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Counts of the Chess Programming Wiki, https://www.chessprogramming.org/Perft_Results, and one of
/// https://www.chessprogramming.org/Chess960_Perft_Results, in which both sides castle as in Chess960.
const COUNTS: [(&str, u32, usize); 7] = [
    (START, 4, 197_281),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97_862),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2_812),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9_467),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62_379),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89_890),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 3, 12_189),
];

#[test]
fn the_referee_grants_exactly_the_legal_moves() {
    for (fen, depth, count) in sample::one_in(4, COUNTS) {
        assert_eq!(granted(&game(fen), depth), count, "{fen}");
    }
}

#[test]
fn the_start_positions_have_their_numbers() {
    let letters = |number| start::pieces(number).map(Kind::letter).iter().collect::<String>();
    assert_eq!(letters(start::USUAL), "RNBQKBNR");
    assert_eq!([letters(0), letters(959)], ["BBQNNRKR", "RKRNNQBB"]);
    assert_eq!(fen(&Position::start(start::USUAL)), START);
}

/// The words of the legal moves that a typed text names.
fn typed(position: &Position, text: &str) -> Vec<String> {
    let legal: Vec<String> = position.board.moves().into_iter().map(notation::word).collect();
    let Named::OneOf(requests) = reader::read(&position.board, text) else { return Vec::new() };
    let words = requests.iter().map(|request| request.word(0).to_owned());
    words.filter(|word| legal.contains(word)).collect()
}

/// White takes, and Black takes back: both moves are called `Qxa4`.
#[test]
fn a_move_with_the_name_of_the_last_one_may_have_words_behind_it() {
    let start = game("k7/8/2q5/8/p7/8/Q7/6K1 w - - 0 1");
    let takes = |board: &Board| {
        let mut moves = board.moves().into_iter();
        moves.find(|chosen| notation::algebraic(board, *chosen).starts_with("Qxa4")).unwrap()
    };
    let game = start.clone().with::<Chess>(Act::Move(takes(&start.position.board)));
    let back = Request::with(&PLAY, notation::word(takes(&game.position.board)));
    for text in ["Qxa4", "Qxa4 mate", "Qxa4 ch", "Qxa4+!", "Qxa4 0-1", "Qxa4 Qxa4", "Qxa4 Qxa4+"] {
        let Named::OneOf(requests) = <Chess as Duel>::read(&game, text) else { panic!("{text}") };
        assert_eq!(requests, std::slice::from_ref(&back), "{text}");
    }
}

#[test]
fn a_typed_move_makes_the_move_it_names() {
    let start = position(START);
    for text in [
        "e4",
        "E4",
        "e2e4",
        "e2-e4",
        "1. e4",
        "1.e4",
        "E2E4",
        "e2 to e4",
        "pawn e4",
        "Pe4",
        "5254",
        "e4!?",
        "e4+",
        "e2\u{2192}e4",
        "\u{2659}e4",
        "pawn from e2 to e4",
        "1. e4 *",
        "1 e4",
        "1: e4,",
        "I play e4",
        "move e4;",
    ] {
        assert_eq!(typed(&start, text), ["e2e4"], "{text}");
    }
    for text in [
        "Nf3",
        "nf3",
        "Ngf3",
        "N1f3",
        "Ng1-f3!",
        "knight f3",
        "knight to f3",
        "g1f3",
        "\u{2658}f3",
        "Knight on g1 to f3",
        "G1F3",
        "7163",
        "1. Nf3 1-0",
    ] {
        assert_eq!(typed(&start, text), ["g1f3"], "{text}");
    }
    for text in [
        "e5", "Nd2", "Bf3", "f3g1", "O-O", "Nbf3", "N", "e", "", "e2", "exd4", "e4q", "0", "o",
        "Sf3", "Nxf3", "e4 e5", "5255", "castle", "knight", "\u{e9}4", "Nf3 f4",
    ] {
        assert_eq!(typed(&start, text), [""; 0], "{text}");
    }
    // A pawn and a bishop can both capture on c3.
    let both = position("4k3/8/8/8/8/b1n5/1P1B4/R3K2R w KQ - 0 1");
    for (text, word) in [
        ("bxc3", "b2c3"),
        ("bc3", "b2c3"),
        ("Bxc3", "d2c3"),
        ("Bc3", "d2c3"),
        ("BXC3", "d2c3"),
        ("b:c3", "b2c3"),
        ("bishop takes c3", "d2c3"),
        ("pawn takes c3", "b2c3"),
        ("B2\u{d7}C3", "b2c3"),
        ("bxa3", "b2a3"),
        ("BXA3", "b2a3"),
        ("O-O", "O-O"),
        ("0-0", "O-O"),
        ("e1g1", "O-O"),
        ("Kg1", "O-O"),
        ("e1h1", "O-O"),
        ("5171", "O-O"),
        ("castle kingside", "O-O"),
        ("castle", "O-O"),
    ] {
        assert_eq!(typed(&both, text), [word], "{text}");
    }
    let castles = position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    for text in ["castles long", "Kc1", "o-o-o+", "e1c1", "e1a1", "castle queenside"] {
        assert_eq!(typed(&castles, text), ["O-O-O"], "{text}");
    }
    assert_eq!(typed(&castles, "castle").len(), 2);
    assert_eq!(typed(&both, "Bxa3"), [""; 0], "a bishop is no pawn");
    let promotes = position("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    for (text, word) in [
        ("exd8=Q", "e7d8q"),
        ("exd8Q+", "e7d8q"),
        ("ed8n", "e7d8n"),
        ("e7d8r", "e7d8r"),
        ("exd8(B)", "e7d8b"),
        ("exd8=queen", "e7d8q"),
        ("e7xd8/Q#", "e7d8q"),
        ("57483", "e7d8b"),
    ] {
        assert_eq!(typed(&promotes, text), [word], "{text}");
    }
    assert_eq!(typed(&promotes, "exd8").len(), 4);
    assert_eq!(typed(&promotes, "e8=K"), [""; 0]);
    let two_knights = position("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    assert_eq!(typed(&two_knights, "Nd2").len(), 2);
    assert_eq!(typed(&two_knights, "Nbd2"), ["b1d2"]);
    let passing = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    for text in ["exd6", "exd6 e.p", "exd6ep", "exd6 en passant", "ed6", "e5d6"] {
        assert_eq!(typed(&passing, text), ["e5d6"], "{text}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_its_reason() {
    for (fen, text, why) in [
        (START, "e2e5", "The pawn on e2 cannot move to e5."),
        (START, "e3e4", "You have no piece on e3."),
        (START, "O-O", "You cannot castle yet: a piece is in the way."),
        (
            "4k3/8/8/1b6/8/8/8/4K2R w K - 0 1",
            "O-O",
            "You cannot castle over f1: the bishop on b5 attacks it.",
        ),
        (
            "4k3/8/8/8/1b6/8/8/4K2R w K - 0 1",
            "e1g1",
            "You cannot castle out of check: the bishop on b4 attacks your king.",
        ),
        // The right to castle is that of the rook on h1.
        (
            "4k3/8/8/8/8/8/8/1KR4R w H - 0 1",
            "b1c1",
            "You have no right to castle with the rook on c1.",
        ),
        (
            "4k3/8/8/8/8/8/8/1KR4R w H - 0 1",
            "Kc1",
            "You have no right to castle with the rook on c1.",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "Kg1", "You have no right to castle on that side."),
        (
            "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
            "O-O-O",
            "You cannot castle over c1: the rook on a1 attacks it.",
        ),
        (
            "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "Nc3 would leave your king in check: the rook on e7 attacks it.",
        ),
        (
            "4k3/4r3/8/8/8/8/P7/4K3 w - - 0 1",
            "a4",
            "a4 would leave your king in check: the rook on e7 attacks it.",
        ),
    ] {
        let board = position(fen).board;
        let Named::OneOf(requests) = reader::read(&board, text) else { panic!("{text}") };
        assert_eq!(&*illegal::refusal(&board, &requests[0]).sentence, why, "{fen} {text}");
    }
    for (text, why) in [
        ("N", "N is the knight: add the square where it goes."),
        ("Sf3", "The pieces are K, Q, R, B and N: N is the knight."),
        ("Nd5", "You have no knight that can move to d5."),
        ("Nxf3", "There is nothing to take on f3."),
    ] {
        assert_eq!(
            reader::read(&position(START).board, text),
            Named::Refused(why.to_owned()),
            "{text}"
        );
    }
}

/// As PGN prefers it: by the file, or else by the rank, or else by both.
#[test]
fn a_piece_is_told_from_its_like() {
    for (fen, word, name) in [
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"),
        ("1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"),
    ] {
        let position = position(fen);
        let is_meant = |chosen: &Move| notation::word(*chosen) == word;
        let chosen = position.moves().into_iter().find(is_meant).expect(word);
        assert_eq!(position.named(chosen), name);
    }
}

#[test]
fn every_move_has_its_own_name_and_word() {
    for (fen, ..) in COUNTS {
        let position = position(fen);
        for chosen in position.moves() {
            let (name, word) = (position.named(chosen), notation::word(chosen));
            assert_eq!(typed(&position, &name), std::slice::from_ref(&word), "{fen}: {name}");
            assert_eq!(typed(&position, &word), std::slice::from_ref(&word), "{fen}: {word}");
        }
    }
}

/// The position after these moves, as they are typed.
fn after(mut position: Position, moves: &str) -> Position {
    for text in moves.split(' ') {
        let words = typed(&position, text);
        let chosen =
            position.moves().into_iter().find(|chosen| [notation::word(*chosen)] == words[..]);
        position = position.after(chosen.unwrap_or_else(|| panic!("{text}: {words:?}")));
    }
    position
}

#[test]
fn a_game_ends_by_each_rule() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    for (fen, moves, ending) in [
        (START, "f3 e5 g4 Qh4", Ending::Mate),
        (START, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7", Ending::Mate),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "Qf7", Ending::Stalemate),
        ("7k/8/8/8/8/8/5n2/K6R b - - 0 1", "Nxh1", Ending::Dead),
        (START, shuffle, Ending::Repetition),
    ] {
        let position = after(position(fen), moves);
        assert_eq!(position.ending(), Some(ending), "{fen} {moves}");
        assert!(position.moves().is_empty());
    }
    assert_eq!(after(position(START), &shuffle[..shuffle.len() - 4]).ending(), None);
    for (mut long, most) in [(Position::start(start::USUAL), 400), (position(START), 200)] {
        long.made = most - 1;
        assert_eq!((long.ending(), long.moves().len()), (None, 20));
        long.made = most;
        assert_eq!((long.ending(), long.moves().len()), (Some(Ending::Full), 0));
    }
}

#[test]
fn fifty_quiet_moves_a_side_are_a_draw() {
    let mut position = position("7k/8/8/8/8/8/R7/K7 w - - 0 1");
    let chance = &mut Chance::from_seed([1; 32]);
    while position.ending().is_none() {
        let next = position.moves().into_iter().map(|chosen| position.after(chosen));
        let is_quiet =
            |next: &Position| next.quiet() == 100 || next.quiet() > 0 && next.ending().is_none();
        let quiet: Vec<Position> = next.filter(is_quiet).collect();
        position = chance.pick(&quiet).expect("a quiet move").clone();
    }
    assert_eq!((position.ending(), position.quiet()), (Some(Ending::FiftyMoves), 100));
}

#[test]
fn a_mate_needs_pieces() {
    for (fen, is_dead) in [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", true),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", true),
        // Both bishops are on dark squares, then on different ones.
        ("8/8/4k3/4b3/8/3KB3/8/8 w - - 0 1", true),
        ("8/8/4k3/3b4/8/3KB3/8/8 w - - 0 1", false),
        ("8/8/4k3/4n3/8/3KN3/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", false),
        ("8/8/4k3/8/8/3R4/3K4/8 w - - 0 1", false),
    ] {
        assert_eq!(position(fen).board.is_dead(), is_dead, "{fen}");
    }
}

/// The positions to which legal moves of kings lead. `None` if a pawn can move or be captured, or a king can be mated.
fn walks_of_kings(position: &Position) -> Option<usize> {
    let mut found = vec![position.board];
    let mut next = 0;
    while let Some(board) = found.get(next).copied() {
        next += 1;
        let moves = board.moves();
        let is_by_king =
            |m: &Move| board.kind(m.from) == Kind::King && board.captured(*m).is_none();
        if !moves.iter().all(is_by_king) || moves.is_empty() && board.is_check() {
            return None;
        }
        let after = moves.into_iter().map(|m| board.after(m));
        let fresh: Vec<Board> = after.filter(|after| !found.contains(after)).collect();
        found.extend(fresh);
    }
    Some(found.len())
}

/// A judge walks to every position that the kings can reach.
#[test]
fn a_pawn_wall_that_stops_kings_is_dead() {
    let chance = &mut Chance::from_seed([5; 32]);
    let (mut dead, mut open) = (0, 0);
    for (text, is_dead) in [
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w", true),
        ("4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w", false),
        ("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/R3K3 w", false),
        ("8/8/4k3/8/4p3/4P3/8/4K3 w", false),
        // A pawn may capture the one that has just passed it.
        ("8/2k5/4p2p/p2pP2P/P2P4/8/2K5/8 w - d6", false),
        ("8/2k5/4p2p/p2pP2P/P2P4/8/2K5/8 w - -", true),
    ] {
        assert_eq!(position(text).board.is_dead(), is_dead, "{text}");
    }
    for _ in 0..4_000 {
        // On each file, pawns that hold each other or none.
        let mut board = Board::EMPTY;
        for file in 0..8 {
            let rank = 2 + chance.below(3) as Square;
            if chance.below(8) > 0 {
                board.put(rank * 8 + file, Side::White, Kind::Pawn);
                board.put(rank * 8 + 8 + file, Side::Black, Kind::Pawn);
            }
        }
        board.put(4, Side::White, Kind::King);
        board.put(60, Side::Black, Kind::King);
        if board.is_dead() {
            let walks = walks_of_kings(&Position::set_up(board, 0, 0));
            assert!(walks.is_some(), "{}", fen(&Position::set_up(board, 0, 0)));
            dead += 1;
        } else {
            open += 1;
        }
    }
    assert!(dead > 3 && open > 1_000, "{dead} and {open}");
}

#[test]
fn a_position_is_written_in_fen() {
    let moved = after(position(START), "e4 c5 Nf3 d6 Bb5");
    let written = "rnbqkbnr/pp2pppp/3p4/1Bp5/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 1 3";
    assert_eq!(fen(&moved), written);
    // A pawn may be captured where it passed, and there alone.
    let passed = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    assert_eq!(fen(&after(position(START), "e4 d5 e5 f5")), passed);
    // The inner of two rooks may castle.
    let inner = "4k3/8/8/8/8/8/8/4K1RR w G - 0 1";
    assert_eq!(fen(&position(inner)), inner);
}

/// The position is the same after it is written and read, at every moment of random games.
#[test]
fn a_position_comes_back_from_its_fen() {
    for number in sample::one_in(20, 0..960) {
        let chance = &mut Chance::from_seed([7; 32]);
        let mut position = Position::start(number);
        while let Some(chosen) = chance.pick(&position.moves()).copied() {
            let written = fen(&position);
            let read = fen::read(&written).unwrap_or_else(|bad| panic!("{written}: {bad}"));
            assert_eq!((read.board, fen(&read)), (position.board, written));
            position = position.after(chosen);
        }
    }
}

#[test]
fn an_impossible_position_is_refused_with_the_reason() {
    use fen::BadFen::*;
    for (text, why) in [
        ("", Form),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP", Ranks(7)),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR", Rank { rank: 6, squares: 9 }),
        ("rnbqkbn/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", Rank { rank: 8, squares: 7 }),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR", Piece { rank: 1, letter: 'X' }),
        ("4k3/8/8/8/8/8/8/R3K3 x", Side),
        ("8/8/8/8/8/8/8/R3K3 w", Kings),
        ("4k3/8/8/8/8/8/8/R3K2K w", Kings),
        ("4k2P/8/8/8/8/8/8/4K3 w", Pawns),
        ("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w", TooMany),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w", TooMany),
        ("4k3/8/8/8/8/8/8/R3K3 w K", Castling),
        ("4k3/8/8/8/8/8/4K3/R7 w Q", Castling),
        ("4k3/8/8/8/8/8/8/4KR1R w HF", Castling),
        ("4k3/8/8/8/8/8/8/R3K3 w X", Castling),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - e6", Passed),
        ("4k3/3p4/8/3pP3/8/8/8/4K3 w - d6", Passed),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6", Passed),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 100 60", Counts),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 0", Counts),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1000", Counts),
        ("R3k3/8/8/8/8/8/8/4K3 w", Check),
        ("4k3/8/3N1N2/8/8/8/8/R3RK2 b - - 0 1", Check),
        ("R3k3/R7/8/8/8/8/8/4K3 b", Over),
        ("4k3/8/8/8/8/8/8/4KN2 w", Over),
    ] {
        let refused = fen::read(text).err();
        assert_eq!(refused, Some(why), "{text}: {refused:?}");
    }
}

#[test]
fn a_position_is_found_in_its_text() {
    let own = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3";
    for text in [
        own.to_owned(),
        format!("\u{201c}{own}\u{201d}."),
        format!("[SetUp \"1\"] [FEN \"{own}\"]"),
        format!("FEN: {own};"),
        format!("position fen {own}"),
        format!("https://lichess.example/analysis/standard/{}", own.replace(' ', "_")),
        own.replace(' ', "\u{a0}"),
        own.replace(' ', "\u{fffd}"),
        own.replace(' ', "?"),
        own.replace('/', "/ "),
        own.replace(" b ", " Black ").replace(" 3", " 3 bm Bb5"),
        "1. e4 e5 2. Nf3 Nc6".replace("Nc6", "Nc6 3."),
        "[Event \"x\"] 1. e4 {best} e5 2.Nf3 (2. f4 exf4) 2...Nc6 $1 1/2-1/2".to_owned(),
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5 g1f3 b8c6".to_owned(),
    ] {
        let found = pasted::read(&text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
        let own = if text.contains("1. e4") || text.contains("moves") {
            own.replace("b KQkq - 2 3", "w KQkq - 2 3")
        } else {
            own.to_owned()
        };
        assert_eq!(fen(&found), own, "{text}");
    }
}

/// A colour that was lost on the way never opens with the other side to move.
#[test]
fn a_lost_colour_is_asked_for() {
    let fields: Vec<&str> = START.split(' ').collect();
    for text in [
        format!("FEN {}", fields[0]),
        format!("Black to move: {}", fields[0]),
        format!("{} KQkq - 0 1", fields[0]),
        format!("{} - - 0 1", fields[0]),
    ] {
        assert_eq!(pasted::read(&text).err(), Some(fen::BadFen::Side), "{text}");
    }
    for joined in [fields.concat(), format!("{}b KQkq - 0 1", fields[0])] {
        assert!(pasted::read(&joined).is_err(), "{joined}");
    }
    let bad = pasted::read("1. e4 e5 2. Nf6").err();
    assert_eq!(bad, Some(fen::BadFen::Move { half: 2 }));
}

/// The side to move begins, the computer's as well as the person's. Both pages say that a person set the
/// game up.
#[test]
fn a_game_begins_from_a_typed_position() {
    let typed = "4k3/8/8/3pP3/8/8/8/4K2R b K - 7 30";
    for (colour, status, sides) in [
        ("black", "You are Black. Your move.", ["black", "white"]),
        ("white", "The computer played", ["white", "black"]),
    ] {
        let dealt = Played::deal("chess", &[("fen", typed), ("colour", colour)], 1);
        assert!(dealt.step.page.status.starts_with(status), "{}", dealt.step.page.status);
        let facts = format!("{:?}", dealt.step.page.parts);
        assert!(facts.contains("set up by a person") && facts.contains(sides[0]), "{facts}");
        let records = &dealt.step.page.records;
        let pgn = &records.iter().find(|(name, _)| *name == "pgn").expect("a record").1;
        assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{typed}\"]\n")), "{pgn}");
        assert_eq!(pgn.contains("\n30... "), colour == "white", "{pgn}");
        let turned = dealt.choices.chosen().find(|(option, ..)| option.name() == "start");
        let link = turned.expect("an option").1.value.to_owned();
        assert_eq!(link, "4k3-8-8-3pP3-8-8-8-4K2R_b_K_-_7_30");
        let again = Played::deal("chess", &[("start", &link), ("colour", colour)], 1);
        assert_eq!(again.packed, dealt.packed);
    }
    let check = Played::deal("chess", &[("fen", "4k3/8/8/8/8/8/4r3/4K3 w")], 1);
    assert_eq!(check.step.page.status, "You are White. Check! Your move.");
    let numbered = Played::deal("chess", &[("start", "0")], 1);
    let fen = &numbered.step.page.records[0].1;
    assert_eq!(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    let refused = Choices::defaults(RULESET.options).choose("start", "961");
    assert!(!refused, "there are 960 starts");
}

/// Positions in which White mates in so many moves. The last is a problem of Paul Morphy.
const MATES: [(&str, usize); 7] = [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
    ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", 1),
    ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", 1),
    ("7k/4P1pp/8/8/8/8/8/6K1 w - - 0 1", 1),
    ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2),
    ("r6k/6pp/7N/8/8/1Q6/8/6K1 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
];

/// Returns true if the hardest level mates in so many moves against every defence.
fn mates(position: &Position, moves: usize) -> bool {
    let chance = &mut Chance::from_seed([1; 32]);
    let Some(chosen) = computer::reply_at(position, level(LEVELS), chance) else { return false };
    let after = position.after(chosen);
    let replies = after.moves();
    if replies.is_empty() {
        after.ending() == Some(Ending::Mate)
    } else {
        moves > 1 && replies.iter().all(|reply| mates(&after.after(*reply), moves - 1))
    }
}

#[test]
fn the_hardest_level_finds_and_tells_short_mates() {
    for (fen, moves) in MATES {
        let position = position(fen);
        assert!(mates(&position, moves), "{fen}");
        let line = &computer::looking(&position, Look::Far).lines[0];
        let told = reasons::told(&position, line, Look::Far);
        let says = if moves == 1 { "It is mate." } else { "It leads to mate in 2 moves at most." };
        assert_eq!(told, says, "{fen}");
    }
}

/// The game may be a draw before.
#[test]
fn no_mate_is_told_that_comes_too_late() {
    for (quiet, is_told) in [(97, true), (98, false)] {
        let position = position(&format!("7k/8/4K3/8/8/8/8/6Q1 w - - {quiet} 80"));
        let line = &computer::looking(&position, Look::Far).lines[0];
        let told = reasons::told(&position, line, Look::Far);
        assert_eq!(told == "It leads to mate in 2 moves at most.", is_told, "{quiet}: {told}");
    }
}

#[test]
fn a_choice_shows_squares_but_changes_nothing() {
    let start = Played::deal("chess", &[], 1);
    let chosen = start.ask("choose=g1");
    assert_eq!(chosen.packed, start.packed);
    let page = &chosen.step.page;
    assert_eq!(page.status, "You chose the knight on g1. Choose its square.");
    let cells = page.parts[0].cells();
    let lit: Vec<usize> = (0..64).filter(|place| cells[*place].marks.target).collect();
    assert_eq!(lit, [45, 47], "f3 and h3");
    assert_eq!(cells[45].offers[0].request, Request::with(&PLAY, "g1f3"));
    for offer in page.all_offers() {
        assert_eq!(chosen.ask(&asked(&offer.request)).step.refusal, None, "{offer:?}");
    }
    let refused = start.ask("choose=e8").step.refusal.expect("a piece of the computer");
    assert_eq!(refused.fault, NO_SUCH_PIECE);
}

#[test]
fn a_hint_marks_both_squares_and_its_line() {
    for (colour, mirror) in [("white", 56), ("black", 7)] {
        let dealt = Played::deal("chess", &[("colour", colour)], 1);
        let hint = dealt.ask("hint").step.answer.expect("a hint");
        assert!(hint.has_notation(), "a list has the moves, not the pieces");
        let word = hint.offers[0].request.word(0);
        let name = hint.status.strip_prefix("Hint: play ").and_then(|rest| rest.strip_suffix('.'));
        let named = dealt.step.page.offers.iter().find(|offer| Some(&*offer.label) == name);
        assert_eq!(named.expect("a name of a move").request, hint.offers[0].request);
        let squares = [&word[..2], &word[2..4]].map(|name| square_of(name).expect("a square"));
        let cells = hint.parts[0].cells();
        for square in 0..64 {
            let is_marked = cells[usize::from(square ^ mirror)].marks.advised;
            assert_eq!(is_marked, squares.contains(&square), "{colour}: {word}, {square}");
        }
        let line = format!("The computer saw: {} ", name.unwrap_or_default());
        assert!(format!("{:?}", hint.parts).contains(&line), "{line}: {:?}", hint.parts.last());
    }
}

fn asked(request: &Request) -> String {
    format!("{}={}", request.spec.name, request.typed_arguments(","))
}

/// A person without a seat.
fn everybody(game: &Game) -> Perspective {
    let (viewer, names) = (Viewer::Everybody, Chess::names(&game.choices));
    Perspective { viewer, names, you: None, site: None }
}

/// The page after a choice.
fn chosen(game: &Game, square: &'static str) -> Page {
    let who = everybody(game);
    match Chess::referee(game, &Request::with(&CHOOSE, square)) {
        Ok(Ruling::Next(same, events)) if same == *game => Chess::page(game, &who, &events),
        other => panic!("{square}: {other:?}"),
    }
}

#[test]
fn a_promotion_asks_for_the_piece() {
    let game = game("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1");
    let page = chosen(&game, "e7");
    let takes = &page.parts[0].cells()[3].offers[0];
    assert_eq!((&*takes.label, asked(&takes.request)), ("Take on", "choose=e7d8".to_owned()));
}

/// For both sides, the four pieces lie on the target and on the squares before it.
#[test]
fn pieces_to_promote_to_stand_at_the_target() {
    for (fen, choice, squares) in [
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8", ["d8", "d7", "d6", "d5"]),
        ("4k3/8/8/8/8/8/4p3/3R2K1 b - - 0 1", "e2d1", ["d1", "d2", "d3", "d4"]),
    ] {
        let page = chosen(&game(fen), choice);
        let place = |name| usize::from(page::mirrored(square_of(name).expect("a square")));
        let spots: Vec<_> = page.parts[0].spots().collect();
        let found = squares.map(|square| {
            let offer = &spots[place(square)].cell.offers[0];
            (offer.request.word(0), spots[place(square)].offer_label(offer).to_string())
        });
        let wanted = ["queen", "rook", "bishop", "knight"];
        let letters = ["q", "r", "b", "n"].map(|letter| choice.to_owned() + letter);
        for (found, (kind, word)) in found.iter().zip(wanted.into_iter().zip(&letters)) {
            assert_eq!(*found, (word.as_str(), format!("Promote to a {kind}")));
        }
        assert_eq!(page.changed, Some(At::first_board(place(squares[0]))));
        // Another piece can be chosen instead, and so can the pawn.
        let others: Vec<&str> = spots
            .iter()
            .flat_map(|spot| &spot.cell.offers)
            .map(|offer| offer.request.word(0))
            .collect();
        assert!(others.contains(&&choice[..2]), "{others:?}");
    }
}

/// A list of moves has no steps, and each move once.
#[test]
fn lists_have_the_moves_of_a_chosen_piece() {
    for choice in ["g1", "e2"] {
        let page = chosen(&game(START), choice);
        let mut found: Vec<String> = Moves::of(&page)
            .all
            .iter()
            .filter(|found| found.offer.request.is(&PLAY))
            .map(|found| found.offer.request.word(0).to_owned())
            .collect();
        let mut legal: Vec<String> =
            position(START).moves().into_iter().map(notation::word).collect();
        found.sort();
        legal.sort();
        assert_eq!(found, legal, "{choice}");
        assert!(Moves::of(&page).all.iter().all(|found| !found.offer.request.is(&CHOOSE)));
    }
}

#[test]
fn a_record_names_the_site_if_known() {
    let site = "https://games.example/parlour";
    for (known, tag) in [(Some(site), site), (None, "?")] {
        let who = Perspective { site: known.map(Text::from), ..everybody(&game(START)) };
        let page = Chess::page(&game(START), &who, &[]);
        let pgn = &page.records.iter().find(|(name, _)| *name == "pgn").expect("a record").1;
        assert!(pgn.contains(&format!("[Site \"{tag}\"]\n")), "{pgn}");
    }
}

#[test]
fn a_king_castles_by_its_square_or_rook() {
    let usual = chosen(&game("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), "e1");
    assert_eq!(usual.parts[0].cells()[62].offers[0].request, Request::with(&PLAY, "O-O"));
    // The king can go to g1 without the rook, too.
    let beside = chosen(&game("4k3/8/8/8/8/8/8/5K1R w K - 0 1"), "f1");
    assert_eq!(beside.parts[0].cells()[62].offers[0].request, Request::with(&PLAY, "f1g1"));
    assert_eq!(beside.parts[0].cells()[63].offers[0].request, Request::with(&PLAY, "O-O"));
}

/// In Chess960: by a click, a link, and typed in three forms. With another rook nothing is played.
#[test]
fn a_king_onto_its_own_rook_castles() {
    let mut castlings = 0;
    for number in sample::one_in(48, 0..start::POSITIONS) {
        let chance = &mut Chance::from_seed([9; 32]);
        let mut position = Position::start(number);
        while let Some(next) =
            chance.pick(&position.moves()).copied().filter(|_| position.made < 80)
        {
            let (board, legal) = (position.board, position.moves());
            let king = board.king(board.turn);
            let mut game = game(START);
            game.position = position.clone();
            game.first = usize::from(board.turn == Side::Black);
            let choice = Request::with(&CHOOSE, notation::square_name(king));
            let choice = Choice::read(&choice, &legal);
            let cells = page::board(&board, &legal, None, choice).cells;
            for rook in members(board.of(board.turn, Kind::Rook)) {
                let castling = legal.iter().find(|m| m.castles && m.to == rook);
                let words: Vec<String> = castling.map(|m| notation::word(*m)).into_iter().collect();
                let [from, to] = [king, rook].map(notation::square_name);
                let digits =
                    [king, rook].map(|at| format!("{}{}", at % 8 + 1, at / 8 + 1)).concat();
                for text in [format!("{from}{to}"), format!("K{to}"), digits] {
                    assert_eq!(typed(&position, &text), words, "{text} {}", fen(&position));
                }
                let linked = Chess::referee(&game, &Request::with(&PLAY, format!("{from}{to}")));
                let after = match linked {
                    Ok(Ruling::Next(next, _)) => Some(next.position.board),
                    _ => None,
                };
                assert_eq!(
                    after,
                    castling.map(|m| board.after(*m)),
                    "{from}{to} {}",
                    fen(&position)
                );
                let offers = &cells[usize::from(page::mirrored(rook))].offers;
                let clicked = offers.iter().find(|offer| offer.request.is(&PLAY));
                let clicked = clicked.map(|offer| offer.request.word(0).to_owned());
                assert_eq!(clicked, words.first().cloned(), "{to} {}", fen(&position));
                castlings += words.len();
            }
            position = position.after(next);
        }
    }
    assert!(castlings > if sample::is_full() { 50 } else { 10 }, "{castlings}");
}

/// The most characters of a link besides the packed position: `?s=`, what the seal adds, and a request.
const AROUND: usize = 110;

/// The characters of a link to a game.
fn link_chars(game: &Game) -> usize {
    let mut packer = Packer::new();
    game.choices.pack(&mut packer);
    Chess::fields(&mut game.clone(), &mut Codec::Write(&mut packer)).expect("it is written");
    packer.finish().len() * 4 / 3 + AROUND
}

#[test]
fn the_longest_game_fits_into_a_link() {
    let chance = &mut Chance::from_seed([3; 32]);
    let choices = Choices::defaults(RULESET.options).with_people(2);
    let mut game = Game::start::<Chess>(&choices);
    while game.position.made < MOVES_MAX {
        // Many queens have many moves, and every move takes more room then.
        let roomy = |chosen: &Move| {
            let after = game.position.after(*chosen);
            let is_over = after.ending().is_some() && after.made < MOVES_MAX;
            let captures = game.position.board.captured(*chosen).is_some();
            (!is_over, !captures, chosen.promotion == Some(board::Kind::Queen), chance.below(9))
        };
        let moves = game.position.moves();
        let best = moves.into_iter().max_by_key(roomy).expect("a move");
        if game.position.made.is_multiple_of(20) {
            game = game.with::<Chess>(Act::Offer);
        }
        game = game.with::<Chess>(Act::Move(best));
        if game.position.made == 120 {
            assert!(link_chars(&game) < 300, "{}", link_chars(&game));
        }
    }
    assert!(link_chars(&game) < 900, "{}", link_chars(&game));
    assert_eq!(game.position.ending(), Some(Ending::Full));
    assert_eq!(Chess::turn(&game), None);
}

/// The levels, the easiest first, from 1.
const LEVELS: usize = LEVEL.values.len();

fn level(number: usize) -> Level {
    LEVEL.values[number - 1].1
}

/// A position of six moves at random after which neither side is more than half a pawn ahead, as far as the
/// computer sees.
fn balanced(chance: &mut Chance) -> Position {
    loop {
        let mut start = Position::start(start::USUAL);
        for _ in 0..6 {
            start = start.after(*chance.pick(&start.moves()).expect("a move"));
        }
        let lines = computer::looking(&start, Look::Far).lines;
        if lines.first().is_some_and(|line| line.score.abs() <= 50) {
            return start;
        }
    }
}

/// The points of the first level in percent, and the standard error: both colours from so many balanced
/// openings.
fn score(one: Level, other: Level, openings: u8) -> (f64, f64) {
    let mut points = Vec::new();
    for opening in 0..openings {
        let chance = &mut Chance::from_seed([opening; 32]);
        let start = balanced(chance);
        for (of_one, players) in [[one, other], [other, one]].into_iter().enumerate() {
            let mut position = start.clone();
            while position.ending().is_none() {
                let player = players[position.board.turn as usize];
                let chosen = computer::reply_at(&position, player, chance);
                position = position.after(chosen.expect("a move"));
            }
            let winner = position.board.turn.other() as usize;
            points.push(match position.ending() {
                Some(Ending::Mate) => f64::from(u8::from(winner == of_one)),
                _ => 0.5,
            });
        }
    }
    let games = points.len() as f64;
    let mean = points.iter().sum::<f64>() / games;
    let variance = points.iter().map(|point| (point - mean).powi(2)).sum::<f64>() / games;
    (100.0 * mean, 100.0 * (variance / games).sqrt())
}

/// With `PARLOUR_FULL=1` each level plays 200 games against the one below it, else six against the one three
/// below it.
#[test]
fn each_level_beats_the_one_below() {
    let (step, openings, range) =
        if sample::is_full() { (1, 100, 65.0..=87.0) } else { (3, 3, 60.0..=100.0) };
    for higher in (1 + step..=LEVELS).step_by(step) {
        let (score, error) = score(level(higher), level(higher - step), openings);
        println!("level {higher} against {}: {score:.1} % +- {error:.1}", higher - step);
        assert!(range.contains(&score), "level {higher}: {score} %");
    }
}

/// The score that the computer sees for the side that makes a move.
fn seen_after(position: &Position, chosen: Move) -> i32 {
    let lines = computer::looking(&position.after(chosen), Look::Far).lines;
    -lines[0].score
}

/// As far as the deepest look sees, none of them loses more than half a pawn.
#[test]
fn first_moves_differ_and_are_good() {
    for (opening, least) in [("", 8), ("e4", 4), ("d4", 4), ("c4", 4), ("Nf3", 4)] {
        let start = Position::start(start::USUAL);
        let start = if opening.is_empty() { start } else { after(start, opening) };
        let mut met = Vec::new();
        for number in sample::one_in(4, 1..=LEVELS) {
            let replies = (0..50).map(|seed| {
                let chance = &mut Chance::from_seed([seed; 32]);
                computer::reply_at(&start, level(number), chance).expect("a move")
            });
            let mut kinds = Vec::new();
            replies.for_each(|reply| {
                if !kinds.contains(&reply) {
                    kinds.push(reply)
                }
            });
            assert!(kinds.len() >= least, "level {number} after {opening}: {kinds:?}");
            met = kinds;
        }
        let best = start.moves().into_iter().map(|chosen| seen_after(&start, chosen)).max();
        for chosen in met {
            let loss = best.expect("a move") - seen_after(&start, chosen);
            println!("{opening} {}: {loss}", start.named(chosen));
            assert!(loss <= 50, "{opening} {}: {loss}", start.named(chosen));
        }
    }
}

/// The most that the side to move wins by legal captures on a square, if each side plays the best of all its
/// captures there, or none.
fn won_on(board: &Board, square: Square) -> i32 {
    let captures = board.moves().into_iter();
    let captures = captures.filter(|m| m.to == square && board.captured(*m).is_some());
    captures.map(|chosen| won_by(board, chosen)).max().unwrap_or_default().max(0)
}

fn won_by(board: &Board, chosen: Move) -> i32 {
    let captured = board.captured(chosen).map_or(0, value::worth);
    let promoted = chosen.promotion.map_or(0, |kind| value::worth(kind) - 100);
    captured + promoted - won_on(&board.after(chosen), chosen.to)
}

/// Returns true if the side to move can force mate in so many moves.
fn can_mate(board: &Board, moves: usize) -> bool {
    board.moves().into_iter().any(|chosen| {
        let after = board.after(chosen);
        let replies = after.moves();
        if replies.is_empty() {
            after.is_check()
        } else {
            moves > 1 && replies.iter().all(|r| can_mate(&after.after(*r), moves - 1))
        }
    })
}

/// The longest mates that the judge proves: longer ones take it too long.
const PROVED_MAX: usize = 2;

/// Judges a reason by legal moves alone.
fn is_true(reason: &Reason, board: &Board, chosen: Move, look: Look) -> bool {
    let after = board.after(chosen);
    let (side, kind) = board.piece(chosen.from).expect("a piece");
    let replies = after.moves();
    let sum = |kinds: &[Kind]| kinds.iter().map(|kind| value::worth(*kind)).sum::<i32>();
    let squares = |board: &Board, from: Square| -> u32 {
        // A move without regard for the king, onto pieces of either side.
        let is_seen = |to: &Square| board.attackers(*to, side, board.occupied()) & bit(from) > 0;
        (0..64).filter(is_seen).count() as u32
    };
    match reason {
        Reason::Only => board.moves() == [chosen],
        Reason::Mate => after.is_check() && replies.is_empty(),
        Reason::MateWithin(moves) => {
            let goes_on = |reply: &Move| can_mate(&after.after(*reply), moves - 1);
            *moves > PROVED_MAX || replies.iter().all(goes_on)
        }
        Reason::MatedWithin(moves) => *moves > PROVED_MAX || can_mate(&after, *moves),
        Reason::LeavesCheck => board.is_check() && kind == Kind::King,
        Reason::TakesChecker => {
            let checkers = board.attackers(board.king(side), side.other(), board.occupied());
            checkers & !after.sides[side.other() as usize] == checkers
        }
        Reason::BlocksCheck => {
            board.is_check() && kind != Kind::King && board.captured(chosen).is_none()
        }
        Reason::GivesCheck => after.is_check(),
        Reason::Castles => after.of(side, Kind::Rook).count_ones() > 0 && chosen.castles,
        Reason::Promotes(kind) => after.kind(chosen.to) == *kind && chosen.promotion == Some(*kind),
        Reason::Takes(kind) => board.captured(chosen) == Some(*kind),
        Reason::TakesUndefended(kind) => {
            let takes_back = |reply: &Move| reply.to == chosen.to;
            board.captured(chosen) == Some(*kind) && !replies.iter().any(takes_back)
        }
        Reason::Exchanges([won, lost]) => sum(won) - sum(lost) == won_by(board, chosen),
        Reason::Saves(saved) => {
            let was_lost = won_on(&board.passed_on(), chosen.from) > 0;
            *saved == kind && kind != Kind::King && was_lost && won_on(&after, chosen.to) == 0
        }
        Reason::Protects(saved, square) => {
            let was_lost = won_on(&board.passed_on(), *square) > 0;
            after.piece(*square) == Some((side, *saved)) && was_lost && won_on(&after, *square) == 0
        }
        Reason::Attacks(pieces) => pieces.iter().all(|(attacked, square)| {
            let ours = after.passed_on();
            let capture = |m: &Move| m.from == chosen.landing() && m.to == *square;
            let capture = ours.moves().into_iter().find(capture);
            after.kind(*square) == *attacked && capture.is_some_and(|m| won_by(&ours, m) > 0)
        }),
        Reason::Develops(kind) => {
            let is_home = |square: Square| square / 8 == if side == Side::White { 0 } else { 7 };
            after.kind(chosen.to) == *kind && is_home(chosen.from) && !is_home(chosen.to)
        }
        Reason::Defends(kind, square) => {
            let is_there = after.piece(*square) == Some((side, *kind));
            let defends = after.attackers(*square, side, after.occupied()) & bit(chosen.landing());
            let attacks = after.attackers(*square, side.other(), after.occupied());
            is_there && defends > 0 && attacks > 0
        }
        Reason::Opens(kind, square) => {
            let moves = |board: &Board| {
                let own = board.sides[side as usize];
                members(board.seen_from(*square) & !own).count()
            };
            after.piece(*square) == Some((side, *kind)) && moves(&after) > moves(board)
        }
        Reason::TakesCentre => {
            kind == Kind::Pawn
                && matches!(notation::square_name(chosen.to).as_str(), "d4" | "e4" | "d5" | "e5")
        }
        Reason::PassesOn => (0..64).all(|square: Square| {
            let ranks = i32::from(square / 8) - i32::from(chosen.to / 8);
            let is_ahead = if side == Side::White { ranks > 0 } else { ranks < 0 };
            let is_beside = (square % 8).abs_diff(chosen.to % 8) <= 1;
            !(is_ahead && is_beside && after.piece(square) == Some((side.other(), Kind::Pawn)))
        }),
        Reason::OpenFile => {
            let on_file = (0..8).map(|rank| after.piece(rank * 8 + chosen.to % 8));
            kind == Kind::Rook && on_file.flatten().all(|(_, kind)| kind != Kind::Pawn)
        }
        Reason::KingNearer => {
            let other = board.king(side.other());
            let steps =
                |from: Square| (from % 8).abs_diff(other % 8).max((from / 8).abs_diff(other / 8));
            kind == Kind::King && steps(chosen.to) < steps(chosen.from)
        }
        Reason::MoreSquares(of, [now, before]) => {
            let counted = [squares(&after, chosen.to), squares(board, chosen.from)];
            *of == kind && counted == [*now, *before] && now > before
        }
        Reason::Overlooks(kind, square) | Reason::Gives(kind, square) => {
            let is_theirs = after.piece(*square) == Some((side, *kind));
            let is_seen = matches!(reason, Reason::Gives(..)) == (look != Look::Glance);
            let passed = members(after.passed).find(|passed| passed ^ 8 == *square);
            let is_won =
                [Some(*square), passed].into_iter().flatten().any(|to| won_on(&after, to) > 0);
            is_theirs && is_seen && is_won
        }
        Reason::KeepsAll => (0..64).all(|square| won_on(&after, square) <= 0),
    }
}

/// Every level mates a lone king with a queen or a rook, whatever the lots are.
#[test]
fn every_level_mates_with_queen_and_rook() {
    let is_full = sample::is_full();
    for number in [1, LEVELS] {
        for kind in [Kind::Queen, Kind::Rook] {
            for seed in 0..if is_full { 12 } else { 1 } {
                let chance = &mut Chance::from_seed([seed; 32]);
                let mut position = lone_king(kind, chance);
                while position.ending().is_none() {
                    let is_white = position.board.turn == Side::White;
                    let mover = level(if is_white { number } else { LEVELS });
                    let chosen = computer::reply_at(&position, mover, chance).expect("a move");
                    position = position.after(chosen);
                }
                assert_eq!(
                    position.ending(),
                    Some(Ending::Mate),
                    "{number} {kind:?} {}",
                    fen(&position)
                );
            }
        }
    }
}

/// A position in which White is to move with king and another piece against a king, and keeps the piece.
fn lone_king(kind: Kind, chance: &mut Chance) -> Position {
    loop {
        let squares = [(); 3].map(|()| chance.below(64) as Square);
        let mut board = Board::EMPTY;
        let pieces = [(Side::White, Kind::King), (Side::White, kind), (Side::Black, Kind::King)];
        for (square, (side, kind)) in squares.into_iter().zip(pieces) {
            board.put(square, side, kind);
        }
        let is_possible = board.occupied().count_ones() == 3 && !board.is_attacked(Side::Black);
        let is_apart = board.attackers(squares[0], Side::Black, 0) == 0;
        if is_possible
            && is_apart
            && board.attackers(squares[1], Side::Black, board.occupied()) == 0
        {
            return Position::set_up(board, 0, 0);
        }
    }
}

/// The looks take turns. The far look takes long: without `PARLOUR_FULL=1` it explains few moves.
#[test]
fn each_reason_for_a_move_is_true() {
    let is_full = sample::is_full();
    let mut judged = 0;
    for seed in 0.. {
        let chance = &mut Chance::from_seed([(seed % 251) as u8; 32]);
        let mut position = position(START);
        while position.ending().is_none() && position.made < 120 {
            let look = match judged % 40 {
                0 => Look::Far,
                _ if is_full => Look::Far,
                number => [Look::Glance, Look::Answers, Look::First][number % 3],
            };
            let thought = computer::looking(&position, look);
            let (board, lines) = (&position.board, &thought.lines);
            let chosen = *chance.pick(&thought.choices(board)).expect("a move");
            let line = lines.iter().find(|line| line.moves[0] == chosen).expect("its line");
            for reason in &reasons::reasons(board, line, look, usize::MAX) {
                let is_true = is_true(reason, board, chosen, look);
                assert!(is_true, "{reason:?} {} {}", position.named(chosen), fen(&position));
            }
            judged += 1;
            // Half of the moves are those of a player, and half are any.
            let any = *chance.pick(&position.moves()).expect("a move");
            position = position.after(if chance.below(2) == 0 { any } else { lines[0].moves[0] });
        }
        if judged >= 2_000 {
            break;
        }
    }
}
