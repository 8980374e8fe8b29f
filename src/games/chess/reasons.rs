//! The reasons for a move: only what the board shows, or what the search has proved.

use super::board::{A_FILE, Board, Kind, Move, Side, Square, Squares, bit, distance, members};
use super::notation::{algebraic, square_name};
use super::position::{Position, named};
use super::search::{Line, MATE, MATES};
use super::terms::Look;
use super::value::worth;
use crate::prelude::*;
use std::fmt::{Display, Formatter};

/// Something true about a move.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// There is no other legal move.
    Only,
    Mate,
    /// It leads to mate in so many moves at most.
    MateWithin(usize),
    /// The other side can mate after it in so many moves at most.
    MatedWithin(usize),
    /// The king was in check, and leaves it.
    LeavesCheck,
    /// It captures the piece that gives check.
    TakesChecker,
    /// It comes between the king and the piece that gives check.
    BlocksCheck,
    /// The other king is in check.
    GivesCheck,
    Castles,
    /// A pawn becomes this.
    Promotes(Kind),
    /// It captures this.
    Takes(Kind),
    /// It captures this, and no piece of the other side attacks the square after it.
    TakesUndefended(Kind),
    /// It captures, and all exchanges on its square come out at this: pieces taken, and pieces given.
    Exchanges([Vec<Kind>; 2]),
    /// The piece could have been captured at a loss, and no longer can be.
    Saves(Kind),
    /// The piece there could have been captured at a loss. Now the moved piece protects it.
    Protects(Kind, Square),
    /// It attacks pieces that it could win.
    Attacks(Vec<(Kind, Square)>),
    /// A knight or bishop leaves the first rank.
    Develops(Kind),
    /// The moved piece defends the piece there, which is attacked.
    Defends(Kind, Square),
    /// The piece there sees more squares, because the moved piece left its way.
    Opens(Kind, Square),
    /// A pawn comes to one of the four squares in the centre.
    TakesCentre,
    /// A pawn goes ahead, and no pawn of the other side is ahead of it on its file or beside it.
    PassesOn,
    /// A rook comes to a file without pawns.
    OpenFile,
    /// The kings come nearer on a board with few pieces.
    KingNearer,
    /// The piece attacks so many squares, and attacked so many before.
    MoreSquares(Kind, [u32; 2]),
    /// The other side can win the piece there by a capture, and a glance does not see that.
    Overlooks(Kind, Square),
    /// The other side can win the piece there by a capture. The computer saw that, and found no better move.
    Gives(Kind, Square),
    /// The other side can win nothing by a capture.
    KeepsAll,
}

use Reason::*;

/// The most reasons that are told, and the most characters of both. The first is told in any case.
const TOLD_MAX: usize = 2;
const TOLD_CHARS_MAX: usize = 100;

/// An exchange that loses as much gives something.
const EVEN: i32 = -50;

/// The moves of both sides as a difference of scores: each makes a mate worth one point less.
fn to_score(moves: usize) -> i32 {
    i32::try_from(moves).unwrap_or(MATE)
}

/// The moves until mate, with this score.
fn moves_to_mate(score: i32) -> usize {
    usize::try_from(MATE - score).expect("mate is the highest score").div_ceil(2)
}

/// The reasons for the first move of a line, as sentences.
pub fn told(position: &Position, line: &Line, look: Look) -> String {
    let reasons = reasons(&position.board, line, look, position.left());
    let mut reasons = reasons.into_iter().map(|reason| reason.to_string());
    let first = reasons.next().expect("a move has a reason");
    reasons.fold(first, |told, reason| {
        if told.len() + 1 + reason.len() <= TOLD_CHARS_MAX { told + " " + &reason } else { told }
    })
}

/// The moves of a line in algebraic notation.
pub fn written(board: &Board, line: &Line) -> String {
    let mut board = *board;
    let names = line.moves.iter().map(|chosen| {
        let name = algebraic(&board, *chosen);
        board = board.after(*chosen);
        name
    });
    names.collect::<Vec<_>>().join(" ")
}

/// The reasons for the first move of a line, the most important first. `left` is the number of moves
/// of both sides after which the game is a draw, if none of them captures or moves a pawn. A mate that
/// takes longer may never come.
pub fn reasons(board: &Board, line: &Line, look: Look, left: usize) -> Vec<Reason> {
    let chosen = line.moves[0];
    let after = board.after(chosen);
    let is_stuck = after.moves().is_empty();
    match () {
        () if is_stuck && after.is_check() => return vec![Mate],
        () if board.moves().len() == 1 => return vec![Only],
        () if line.score.abs() <= MATES || MATE - line.score.abs() > to_score(left) => {}
        () if line.score > 0 => return vec![MateWithin(moves_to_mate(line.score))],
        () => return vec![MatedWithin(moves_to_mate(-line.score))],
    }
    let kind = board.kind(chosen.from);
    let landing = chosen.landing();
    let is_safe = !is_in_danger(&after, landing);
    let mut found = Vec::new();
    found.extend(board.is_check().then_some(match kind {
        Kind::King => LeavesCheck,
        _ if board.captured(chosen).is_some() => TakesChecker,
        _ => BlocksCheck,
    }));
    found.extend(chosen.promotion.map(Promotes));
    found.extend(capture(board, chosen));
    found.extend(after.is_check().then_some(GivesCheck));
    found.extend(chosen.castles.then_some(Castles));
    let turned = board.passed_on();
    let was_in_danger = |square| is_in_danger(&turned, square);
    let is_quiet = board.captured(chosen).is_none() && !chosen.castles;
    found.extend((is_safe && is_quiet && was_in_danger(chosen.from)).then_some(Saves(kind)));
    let guarded = after.seen_from(landing) & after.sides[board.turn as usize];
    let is_protected = |square: &Square| was_in_danger(*square) && !is_in_danger(&after, *square);
    let protected = members(guarded).find(is_protected);
    found.extend(protected.map(|square| Protects(after.kind(square), square)));
    let threats = threats(board, &after, chosen);
    found.extend((is_safe && !threats.is_empty()).then_some(Attacks(threats)));
    found.extend(position(board, &after, chosen));
    // A pawn that passed a square can be captured there.
    let place = |square| if bit(square) == after.passed { square ^ 8 } else { square };
    let given = || {
        members(after.sides[board.turn as usize] | after.passed)
            .filter(|square| is_in_danger(&after, *square))
            .map(|square| (after.kind(place(square)), place(square)))
            .max_by_key(|(piece, _)| worth(*piece))
    };
    let overlooked = if look == Look::Glance { given() } else { None };
    found.truncate(TOLD_MAX - usize::from(overlooked.is_some()));
    found.extend(overlooked.map(|(piece, square)| Overlooks(piece, square)));
    if found.is_empty() {
        let reach =
            [after.seen_from(landing), board.seen_from(chosen.from)].map(Squares::count_ones);
        let is_freer = !matches!(kind, Kind::Pawn | Kind::King) && reach[0] > reach[1];
        let kept = || given().map_or(KeepsAll, |(piece, square)| Gives(piece, square));
        found.push(if is_freer { MoreSquares(kind, reach) } else { kept() });
    }
    found
}

/// Returns true if the side to move can win a piece by captures on this square. A king is never captured.
fn is_in_danger(board: &Board, square: Square) -> bool {
    play_out(board, square).is_some_and(|exchange| exchange.gain > 0)
}

/// Captures on a square that are played out.
struct Exchange {
    /// The gain of the side that begins, in hundredths of a pawn.
    gain: i32,
    /// What each side loses, first the side that does not begin.
    lost: [Vec<Kind>; 2],
}

/// The exchange that begins with the legal capture on a square with the piece of least worth.
fn play_out(board: &Board, square: Square) -> Option<Exchange> {
    let captures = board.loud_candidates().into_iter();
    let here = captures.filter(|chosen| {
        let is_best = chosen.promotion.is_none_or(|kind| kind == Kind::Queen);
        let is_capture = board.captured(*chosen).is_some_and(|kind| kind != Kind::King);
        chosen.to == square && is_best && is_capture
    });
    let legal = here.filter(|chosen| board.keeps_king_safe(*chosen));
    legal.min_by_key(|chosen| worth(board.kind(chosen.from))).map(|chosen| exchange(board, chosen))
}

/// The exchange that a capture begins. Each side captures with the piece of least worth, and stops when
/// that is better.
fn exchange(board: &Board, chosen: Move) -> Exchange {
    let captured = board.captured(chosen);
    let promoted = chosen.promotion.map_or(0, |kind| worth(kind) - worth(Kind::Pawn));
    let gain = captured.map_or(0, worth) + promoted;
    let mut lost = [captured.into_iter().collect(), Vec::new()];
    let answer = play_out(&board.after(chosen), chosen.to).filter(|answer| answer.gain > 0);
    let Some(Exchange { gain: answered, lost: [own, other] }) = answer else {
        return Exchange { gain, lost };
    };
    lost[1] = own;
    lost[0].extend(other);
    Exchange { gain: gain - answered, lost }
}

/// The reason for a capture.
fn capture(board: &Board, chosen: Move) -> Option<Reason> {
    let captured = board.captured(chosen)?;
    let after = board.after(chosen);
    if after.attackers(chosen.to, after.turn, after.occupied()) == 0 {
        return Some(TakesUndefended(captured));
    }
    let Exchange { gain, lost } = exchange(board, chosen);
    // If a pawn promotes in the exchange, the captured pieces do not tell all.
    let is_told = gained(&lost) == gain && !lost[1].is_empty();
    Some(if is_told { Exchanges(lost) } else { Takes(captured) })
}

/// The worth of the first pieces less that of the others.
fn gained(lost: &[Vec<Kind>; 2]) -> i32 {
    let worth_of = |kinds: &Vec<Kind>| kinds.iter().map(|kind| worth(*kind)).sum::<i32>();
    worth_of(&lost[0]) - worth_of(&lost[1])
}

/// The pieces that the moved piece attacks and could win, and did not attack before.
fn threats(board: &Board, after: &Board, chosen: Move) -> Vec<(Kind, Square)> {
    let ours = after.passed_on();
    let new = after.seen_from(chosen.landing()) & !board.seen_from(chosen.from);
    let others = new & after.sides[after.turn as usize] & !after.kinds[Kind::King as usize];
    let is_won = |square: &Square| {
        let capture = Move::plain(chosen.landing(), *square);
        let is_last = after.kind(chosen.landing()) == Kind::Pawn && matches!(square / 8, 0 | 7);
        !is_last && ours.keeps_king_safe(capture) && exchange(&ours, capture).gain > 0
    };
    members(others).filter(is_won).map(|square| (after.kind(square), square)).collect()
}

/// What a move changes about the places of the pieces.
fn position(board: &Board, after: &Board, chosen: Move) -> Option<Reason> {
    let Move { from, to, .. } = chosen;
    let side = board.turn;
    let kind = board.kind(from);
    let file = |square: Square| A_FILE << (square % 8);
    let has_no_pawn = |square: Square| file(square) & after.kinds[Kind::Pawn as usize] == 0;
    let pieces = board.kinds[1..5].iter().fold(0, |all, some| all | some);
    let is_end = pieces.count_ones() <= 6;
    match kind {
        _ if chosen.castles => None,
        Kind::Knight | Kind::Bishop
            if side.home() & bit(from) > 0 && side.home() & bit(to) == 0 =>
        {
            Some(Develops(kind))
        }
        Kind::Pawn if chosen.promotion.is_some() => None,
        Kind::Pawn if is_passed(to, side, after.of(side.other(), Kind::Pawn)) => Some(PassesOn),
        Kind::Pawn if bit(to) & CENTRE > 0 => Some(TakesCentre),
        Kind::Rook if has_no_pawn(to) && !has_no_pawn(from) => Some(OpenFile),
        Kind::King if is_end => {
            let other = board.king(side.other());
            let steps = |square: Square| distance(square, other);
            (steps(to) < steps(from)).then_some(KingNearer)
        }
        _ => None,
    }
    .or_else(|| defended(board, after, chosen))
    .or_else(|| opened(board, after, side))
}

/// An attacked piece that the moved piece did not defend before, and defends now.
fn defended(board: &Board, after: &Board, chosen: Move) -> Option<Reason> {
    let (own, other) = (after.sides[board.turn as usize], after.turn);
    let new = after.seen_from(chosen.landing()) & !board.seen_from(chosen.from) & own;
    let is_attacked = |square: &Square| after.attackers(*square, other, after.occupied()) > 0;
    let is_king = |square: &Square| after.kind(*square) == Kind::King;
    let square = members(new).find(|square| is_attacked(square) && !is_king(square))?;
    Some(Defends(after.kind(square), square))
}

const CENTRE: Squares = bit(27) | bit(28) | bit(35) | bit(36);

/// Returns true if no pawn of the other side is ahead of a pawn on its file or beside it.
fn is_passed(square: Square, side: Side, others: Squares) -> bool {
    members(others).all(|other| {
        let is_behind = match side {
            Side::White => other / 8 <= square / 8,
            Side::Black => other / 8 >= square / 8,
        };
        is_behind || (other % 8).abs_diff(square % 8) > 1
    })
}

/// The bishop, rook or queen that gains most squares from a move of another piece.
fn opened(board: &Board, after: &Board, side: Side) -> Option<Reason> {
    let own = |shown: &Board| shown.sides[side as usize];
    let free = |shown: &Board, square| shown.seen_from(square) & !own(shown);
    let [_, _, bishops, rooks, queens, _] = board.kinds;
    let still = (bishops | rooks | queens) & own(board) & own(after);
    let gained = |square: Square| {
        let [now, before] = [after, board].map(|shown| free(shown, square).count_ones());
        (now.saturating_sub(before), square)
    };
    let (gained, square) = members(still).map(gained).max()?;
    (gained > 0).then(|| Opens(board.kind(square), square))
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let on =
            |kind: &Kind, square: &Square| format!("{} on {}", kind.name(), square_name(*square));
        match self {
            Only => f.write_str("It is the only legal move."),
            Mate => f.write_str("It is mate."),
            MateWithin(moves) => write!(f, "It leads to mate in {} at most.", count(*moves, "move")),
            MatedWithin(moves) => {
                let moves = count(*moves, "move");
                write!(f, "The other side can mate in {moves} at most, as after each move.")
            }
            LeavesCheck => f.write_str("The king moves out of check."),
            TakesChecker => f.write_str("It takes the piece that gives check."),
            BlocksCheck => f.write_str("It blocks the check."),
            GivesCheck => f.write_str("It gives check."),
            Castles => f.write_str("It castles."),
            Promotes(kind) => write!(f, "The pawn becomes a {}.", kind.name()),
            Takes(kind) => write!(f, "It takes a {}.", kind.name()),
            TakesUndefended(kind) => write!(f, "It takes the undefended {}.", kind.name()),
            Exchanges(pieces) => {
                let does = if gained(pieces) > EVEN { "exchanges" } else { "gives" };
                let [taken, given] = pieces.each_ref().map(|kinds| named(kinds));
                write!(f, "It {does} {given} for {taken}.")
            }
            Saves(kind) => write!(f, "It brings the attacked {} to safety.", kind.name()),
            Protects(kind, square) => write!(f, "It protects the {}.", on(kind, square)),
            Attacks(pieces) => {
                let pieces = pieces.iter().map(|(kind, square)| format!("the {}", on(kind, square)));
                write!(f, "It attacks {}.", listed(pieces))
            }
            Develops(kind) => write!(f, "It develops the {}.", kind.name()),
            Defends(kind, square) => write!(f, "It defends the {}.", on(kind, square)),
            Opens(kind, square) => write!(f, "It makes way for the {}.", on(kind, square)),
            TakesCentre => f.write_str("It puts a pawn in the centre."),
            PassesOn => f.write_str(
                "It moves a passed pawn ahead: no pawn of the other side is before it or beside its way.",
            ),
            OpenFile => f.write_str("It puts the rook on a file without pawns."),
            KingNearer => f.write_str("The king comes nearer to the other king."),
            MoreSquares(kind, [now, before]) => {
                let kind = kind.name();
                write!(f, "The {kind} attacks {now} squares from there, and {before} before.")
            }
            Overlooks(kind, square) => {
                write!(f, "It did not see that you can take the {}.", on(kind, square))
            }
            Gives(kind, square) => {
                let piece = on(kind, square);
                write!(f, "It leaves the {piece} to be taken, but nothing better was found.")
            }
            KeepsAll => f.write_str("The other side then has no capture that pays."),
        }
    }
}
