//! The record of a game: in PGN, and its position in FEN. Programs also get the moves in UCI.

use super::board::Side;
use super::fen::{castles_as_in_960, fen};
use super::notation::uci;
use super::position::Position;
use super::terms::{Chess, Game, LEVEL, side};
use crate::game::contract::Game as _;
use crate::os::own::TITLE;
use crate::prelude::*;

/// The most moves of both sides beside the board.
const MOVES_SHOWN: usize = 10;
/// The most characters of a line of PGN.
const LINE_CHARS_MAX: usize = 72;

/// Adds the records to the page: for programs, and to copy.
pub fn add(page: &mut Page, game: &Game, who: &Perspective) {
    let first = game.first_position::<Chess>();
    let is_960 = castles_as_in_960(&first.board);
    let moves: Vec<String> = game.moves().map(|(_, chosen)| uci(chosen, is_960)).collect();
    let (fen, moves, pgn) = (fen(&game.position), moves.join(" "), pgn(game, &first, who));
    // Lichess takes moves from the usual position only, and no empty list of them.
    let analysis = if first.is_usual() && !moves.is_empty() {
        format!("pgn/{}", game.names_of_moves().collect::<Vec<_>>().join("_"))
    } else {
        let variant = if is_960 { "chess960" } else { "standard" };
        format!("{variant}/{}", fen.replace(' ', "_"))
    };
    let link = format!("https://lichess.org/analysis/{analysis}");
    let analysed = Block::Link("Analyse it on Lichess".into(), link.into());
    let code = |text: &str| Block::Code(text.to_owned().into());
    let passage = Passage::new("The game in PGN and FEN").folded();
    page.parts.retain(|part| !matches!(part, Part::Log(_)));
    let passage = if moves.is_empty() {
        passage.show(analysed)
    } else {
        page.parts.push(last_moves(game, &first).into());
        passage.show(code(&pgn)).show(analysed)
    };
    page.parts.push(passage.say("The position in FEN:").show(code(&fen)).into());
    page.records = vec![("fen", fen), ("moves", moves), ("pgn", pgn)];
}

/// The last moves, as many as fit beside the board, in a column for each side.
fn last_moves(game: &Game, first: &Position) -> Passage {
    let begun = first.halves();
    // Black moved first.
    let before = (!begun.is_multiple_of(2)).then_some("\u{2026}");
    let names: Vec<&str> = before.into_iter().chain(game.names_of_moves()).collect();
    let row = |(number, pair): (usize, &[&str])| {
        let white = pair[0].to_owned();
        let black = pair.get(1).map_or(String::new(), |name| (*name).to_owned());
        [format!("{number}."), white, black]
    };
    let mut rows: Vec<[String; 3]> = (begun / 2 + 1..).zip(names.chunks(2)).map(row).collect();
    let heading = if rows.len() > MOVES_SHOWN { "The last moves" } else { "The moves so far" };
    let shown = rows.split_off(rows.len().saturating_sub(MOVES_SHOWN));
    Passage::new(heading).show(Block::table(["Move", "White", "Black"], shown))
}

/// The game in PGN, with the seven tags that the standard asks for.
fn pgn(game: &Game, first: &Position, who: &Perspective) -> String {
    let result = match Chess::outcome(game).map(|outcome| outcome.ranking).as_deref() {
        None => "*",
        Some([_]) => "1/2-1/2",
        Some([winner, ..]) if winner == &[white(game)] => "1-0",
        Some(_) => "0-1",
    };
    let player = |seat| {
        if game.has_computer() && seat == COMPUTER {
            format!("Computer (level {})", game.choices.fact(&LEVEL).value)
        } else {
            "?".to_owned()
        }
    };
    let mut tags = vec![
        ("Event", TITLE.to_string()),
        ("Site", who.site.as_deref().unwrap_or("?").to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", "-".to_owned()),
        ("White", player(white(game))),
        ("Black", player(1 - white(game))),
        ("Result", result.to_owned()),
    ];
    if castles_as_in_960(&first.board) {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if !first.is_usual() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen(first)));
    }
    let tags = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
    let moves = numbered(game, first).into_iter().chain([result.to_owned()]);
    moves.fold(tags.collect::<String>() + "\n", |written, word| {
        let line = written.lines().next_back().map_or(0, str::len);
        let between = match line + word.len() < LINE_CHARS_MAX {
            _ if line == 0 => "",
            true => " ",
            false => "\n",
        };
        written + between + &word
    })
}

/// The moves as PGN writes them, those of White with their number: `1. e4`, `e5`.
fn numbered(game: &Game, first: &Position) -> Vec<String> {
    let begun = first.halves();
    let numbered = |(place, name): (usize, &str)| match (begun + place) % 2 {
        0 => format!("{}. {name}", (begun + place) / 2 + 1),
        _ if place == 0 => format!("{}... {name}", begun / 2 + 1),
        _ => name.to_owned(),
    };
    game.names_of_moves().enumerate().map(numbered).collect()
}

/// The seat that plays White.
fn white(game: &Game) -> Seat {
    (0..2).find(|seat| side(game, *seat) == Side::White).expect("one side is White")
}
