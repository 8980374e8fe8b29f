//! The page of Concentration, and its rules.

use super::memory::turns_alone;
use super::position::{
    COMPUTER, COMPUTER_LEVEL, Event, Kind, LEVELS, PERSON, Position, SIZE, Size, Tile,
};
use super::requests::TURN;
use crate::prelude::*;
use std::cmp::Reverse;

/// The pictures of the values, in order.
pub const PICTURES: &str = "anchor bell boat key moon star heart leaf fish cup umbrella house tree \
    sun hat apple candle kite bird flower lock clock drum mushroom snail glasses crown bottle \
    envelope butterfly cherry wheel";

pub fn picture(value: usize) -> &'static str {
    PICTURES.split(' ').nth(value).expect("a picture for every value")
}

/// The last turn, and the next thing to do.
pub fn status(position: &Position, who: &Perspective) -> String {
    let name = who.name(position.player);
    let shown = |tile| position.value(tile).map_or("", picture);
    let invitation = match position.kind {
        Kind::People(_) => "",
        Kind::Alone | Kind::Computer(_) => " Turn up a tile.",
    };
    match (&position.up[..], position.kind) {
        _ if position.is_over() => format!("{name} found the last pair."),
        ([first, second], _) if position.is_matched(*second) => {
            format!("A pair: both show the {}.{invitation}", shown(*first))
        }
        ([_, _], Kind::Computer(_)) => {
            "The computer had its turn. What is up closes when you turn a tile.".to_owned()
        }
        ([first, second], kind) => {
            let closes = " They close when you turn the next tile.";
            let next = if kind == Kind::Alone { closes } else { invitation };
            format!("No pair: the {} and the {}.{next}", shown(*first), shown(*second))
        }
        ([first], Kind::People(_)) => format!("{name} found the {}.", shown(*first)),
        ([first], _) => format!("You found the {}. Where is the other one?", shown(*first)),
        _ => format!("Find the pairs.{invitation}"),
    }
}

pub fn board(position: &Position) -> Board {
    let size = position.choices.of(&SIZE);
    let cells = (0..position.stock.len()).map(|tile| cell(position, tile)).collect();
    Board::new(format!("{} rows of {} tiles", size.rows, size.columns), size.columns, cells)
}

fn cell(position: &Position, tile: usize) -> Cell {
    let offer = |label| Offer::new(label, &TURN, [(tile + 1).into()]);
    let again = position.may_turn_again().then(|| offer("Turn up again"));
    match position.tile(tile) {
        Tile::FaceDown => back().offering([offer("Turn up")]),
        Tile::FaceUp(value) => face_up(value).offering(again),
        Tile::Matched(value) if position.up.contains(&tile) => matched(value).last(),
        Tile::Matched(value) => matched(value),
    }
}

fn back() -> Cell {
    Cell::new("**").marked(Marks { back: true, ..Marks::default() })
}

fn face_up(value: usize) -> Cell {
    face(value, "face up").last()
}

fn matched(value: usize) -> Cell {
    face(value, "matched").settled()
}

fn face(value: usize, state: &str) -> Cell {
    let picture = picture(value);
    Cell::new(format!("{:02}", value + 1))
        .pictured(Picture::upright(picture))
        .labelled(format!("{state}, the {picture}"))
}

pub fn seats(position: &Position, who: &Perspective) -> Vec<SeatLine> {
    let seat = |(seat, count)| SeatLine {
        player: who.player(seat),
        count,
        unit: "pair",
        is_on_turn: !position.is_over() && seat == position.player,
    };
    position.scores().into_iter().enumerate().map(seat).collect()
}

/// Turns and looks count for a person who plays alone.
pub fn facts(position: &Position) -> Vec<Fact> {
    let found = position.owner.iter().flatten().count();
    let pairs = Fact::new("Pairs", format!("{found} of {}", position.owner.len()));
    match position.kind {
        Kind::Alone => vec![
            pairs,
            Fact::new("Turns", position.turns().to_string()),
            Fact::new("Looks", position.looks.to_string()),
        ],
        Kind::Computer(_) => vec![pairs, position.choices.fact(&COMPUTER_LEVEL)],
        Kind::People(_) => vec![pairs],
    }
}

/// The tiles that the computer has turned up since the person's last tile.
pub fn computers_turn(position: &Position, events: &[Event]) -> Option<Log> {
    let columns = position.choices.of(&SIZE).columns;
    let entry = |event: &Event| match *event {
        Event::Turned { seat: COMPUTER, tile, value } => {
            let place = capitalised(&place_name(tile, columns));
            Some(format!("{place}: the {}.", picture(value)).into())
        }
        _ => None,
    };
    let entries: Vec<Text> = events.iter().filter_map(entry).collect();
    let has_played = matches!(position.kind, Kind::Computer(_)) && !entries.is_empty();
    has_played.then(|| Log { caption: "The computer turned up".into(), entries })
}

/// The end, and a harder and a larger game to play next.
pub fn end(position: &Position, mood: Mood) -> End {
    let choices = &position.choices;
    let larger = SIZE.values.iter().filter(|(_, size)| size.pairs() > choices.of(&SIZE).pairs());
    let larger = larger.min_by_key(|(_, size)| size.pairs());
    let larger = larger.map(|(value, size)| NextGame::with(value.label, &SIZE, *size));
    let (end, harder) = match position.kind {
        Kind::Alone => {
            let medium = Some(LEVELS[1]);
            let harder = NextGame::with("Against the computer", &COMPUTER_LEVEL, medium);
            (end_alone(position), Some(harder))
        }
        Kind::Computer(_) => {
            let ladder = LEVELS.map(Some);
            let harder = NextGame::on_ladder(&COMPUTER_LEVEL, &ladder, choices, mood);
            (end_against_computer(position, mood), harder)
        }
        Kind::People(_) => {
            let scores = scores(position);
            let end = End::new(format!("{scores}."));
            (end.shared(share(position, scores, "Play it with somebody.")), None)
        }
    };
    end.followed_by(harder.into_iter().chain(larger))
}

/// The end for a person who played alone.
fn end_alone(position: &Position) -> End {
    let (pairs, turns) = (position.owner.len(), position.turns());
    let result = format!("{pairs} pairs in {turns} turns");
    let perfect = position.choices.of(&SIZE).perfect_turns;
    let is_perfect = perfect.parse().is_ok_and(|perfect: f64| f64::from(turns) <= perfect);
    let star = if is_perfect { "\u{2b50} " } else { "" };
    let can_improve = turns as usize > pairs;
    let goal = if can_improve { "fewer".to_owned() } else { turns.to_string() };
    let share = share(position, [star, &result].concat(), format!("Can you do it in {goal}?"));
    End::new(format!("All {result}."))
        .headed("You win")
        .shared(share)
        .measured(Some(position.looks as usize))
}

/// The turns that others need, at the end for a person who played alone.
pub fn compared(position: &Position) -> Option<Passage> {
    let is_told = position.is_over() && position.kind == Kind::Alone;
    let perfect = position.choices.of(&SIZE).perfect_turns;
    let computers = COMPUTER_LEVEL.values.iter().filter_map(|(level, memory)| {
        Some(format!("{} ({})", turns_alone(position, (*memory)?), level.label))
    });
    let passage = || {
        Passage::new("How many turns others need")
            .folded()
            .say(format!("A perfect memory needs {perfect} on average."))
            .say(format!("On this deal the computer alone needs {}.", listed(computers)))
            .say("Going back gains nothing: a new tile always shows the next value of the deal.")
    };
    is_told.then(passage)
}

fn end_against_computer(position: &Position, mood: Mood) -> End {
    let [you, computer] = [PERSON, COMPUTER].map(|seat| position.score(seat));
    let how = match mood {
        Mood::Won => "won by",
        Mood::Lost => "lost by",
        Mood::Drawn | Mood::Open => "a draw,",
    };
    let result = format!("{how} {you} to {computer}");
    End::new(format!("You have {}, the computer {computer}.", count(you, "pair"))).shared(share(
        position,
        result,
        "Can you beat the computer?",
    ))
}

fn share(position: &Position, result: String, challenge: impl Into<Text>) -> Share {
    let Size { columns, rows, .. } = position.choices.of(&SIZE);
    let mut game = format!("Concentration {columns}x{rows}");
    if let Kind::Computer(_) = position.kind {
        game += &format!(", computer: {}", position.choices.fact(&COMPUTER_LEVEL).value);
    }
    Share { game: game.into(), result: result.into(), challenge: challenge.into() }
}

/// `5, 2 and 1 pairs`, the most first.
fn scores(position: &Position) -> String {
    let mut scores = position.scores();
    scores.sort_unstable_by_key(|pairs| Reverse(*pairs));
    format!("{} pairs", listed(scores.iter().map(usize::to_string)))
}

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    let pair = || matched(2).last();
    let figure = |caption, cells| Board::new(caption, 2, cells);
    let mut sizes: Vec<Size> = SIZE.values.iter().map(|(_, size)| *size).collect();
    sizes.sort_by_key(|size| size.pairs());
    let turns = sizes.iter().map(|size| [size.pairs().to_string(), size.perfect_turns.to_owned()]);
    vec![
        Passage::new("A turn")
            .show(vec![
                figure("A pair stays up.", vec![pair(), back(), back(), pair()]),
                figure("These two close when you turn the next tile.", vec![face_up(1), back(), face_up(4), back()]),
            ])
            .say("Every tile that you turn up is one look. Two looks are one turn."),
        Passage::new("Several players").say("Two to four players take turns, at one screen or by sending each other the link. A player who finds a pair keeps it and goes on. Most pairs win. Equal numbers share a place. Each game has a deal of its own, and nobody can deal it again."),
        Passage::new("How good is good?")
            .say("The turns that a player needs on average who forgets nothing and chooses well:")
            .show(Block::table(["Pairs", "Turns"], turns))
            .say("For 8 pairs it is never more than 15. A player who remembers nothing needs 64 on average."),
        Passage::new("Against the computer")
            .folded()
            .say("You and the computer take turns. A player who finds a pair keeps it and goes on. Your two tiles and those of the computer stay up until you turn the next one. You may turn up one of them at once.")
            .say("The computer forgets by a rule. At the forgetful level it remembers the last 6 tiles that anybody turned up, and at the medium level the last 12. With a perfect memory it remembers all tiles. If it remembers a pair, it takes the pair. Otherwise it turns up a tile that it does not remember. Then it turns up the match if it remembers that, or another tile that it does not remember.")
            .say("If you play alone, the end tells how many turns the computer needs for your deal at each level."),
        Passage::new("Why peeking does not help")
            .folded()
            .say("The whole board is sealed into every link, so nobody can read it there. But you can always go back to an earlier page: nothing here remembers that you looked.")
            .say("So the tiles are dealt in order of discovery. The first tile that you ever turn shows the first value of the shuffled list, whichever tile it is. The next new tile shows the second, and so on. Go back and turn another tile instead, and you see the same value there.")
            .say("For an honest player this is exactly the same game: before you turn a tile, every value that is left is as likely to be under it as it ever was. And knowing the list in advance saves nobody a single turn. Against the computer it can: there Back is undo, and a win is worth as much as your word."),
        trust::open_to_all("Among several players Concentration is a game of trust. Anybody with the link can turn a tile, look, go back and turn another one, and nothing shows it. No page before the end tells the deal."),
    ]
}
