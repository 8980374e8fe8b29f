//! Concentration, also called Memory, after the Perl program of 1996
//! (000_5fa3c7e06c5622e5.txt).
//!
//! Rules as played:
//! - Tiles lie face down, 16 of them in four rows if nothing else is chosen; under every tile is a
//!   value, and every value lies under exactly two tiles. Tiles are numbered from 1, row by row.
//! - A turn is two tiles, turned up one after the other. If their values are equal they stay up.
//!   If not, they close as soon as the next tile is turned.
//! - The goal is to find all pairs in as few looks as possible. Turning up one tile is a look, two
//!   looks are a turn.
//! - Two to four players take turns at one screen: who finds a pair keeps it and goes on; who
//!   finds most pairs wins, and equal numbers share a place.
//! - One may also play against the computer, which forgets by a rule ([`memory`]). The tiles of both
//!   last turns then stay up until the next is turned.
//!
//! The deal is a list of values in order of discovery: the first tile ever turned, whichever it
//! is, shows the first value of the list, the next new tile the second. To an honest player this
//! is the same game, since every arrangement is as likely as before. But to look, go back and look
//! elsewhere shows the same value again, so that peeking is of no use.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod memory;
mod position;

use crate::game::prelude::*;
use crate::game::verification::from_hex;
use crate::games::shared::trust;
use position::{
    COMPUTER, Memory, OPPONENT, PLAYERS_MAX, Position, SIZE, Size, face_down, is_possible, opponent,
};
use std::cmp::{Ordering, Reverse};

/// The game of Concentration.
pub struct Concentration;

/// The pictures of the values 1 to 32, and several of each.
const PICTURES: [(&str, &str); 32] = [
    ("anchor", "anchors"),
    ("bell", "bells"),
    ("boat", "boats"),
    ("key", "keys"),
    ("moon", "moons"),
    ("star", "stars"),
    ("heart", "hearts"),
    ("leaf", "leaves"),
    ("fish", "fish"),
    ("cup", "cups"),
    ("umbrella", "umbrellas"),
    ("house", "houses"),
    ("tree", "trees"),
    ("sun", "suns"),
    ("hat", "hats"),
    ("apple", "apples"),
    ("candle", "candles"),
    ("kite", "kites"),
    ("bird", "birds"),
    ("flower", "flowers"),
    ("lock", "locks"),
    ("clock", "clocks"),
    ("drum", "drums"),
    ("mushroom", "mushrooms"),
    ("snail", "snails"),
    ("glasses", "glasses"),
    ("crown", "crowns"),
    ("bottle", "bottles"),
    ("envelope", "envelopes"),
    ("butterfly", "butterflies"),
    ("cherry", "cherries"),
    ("wheel", "wheels"),
];

const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "No such tile. A tile is a row and a column, as in 2,3.");
const ALREADY_MATCHED: Fault =
    Fault::new(902, "already_matched", "That tile is matched already and stays up.");
const ALREADY_UP: Fault =
    Fault::new(903, "already_up", "That tile is face up now. Choose one that lies face down.");
const GAME_OVER: Fault = Fault::new(904, "game_over", "The game is over: every pair is found.");

static TURN: RequestSpec = RequestSpec::new(
    "turn",
    "turn it up",
    "Turns up a tile that lies face down. Tiles are numbered from 1, row by row.",
)
.taking(&[ArgumentSpec::number("tile", 1, 64, NO_SUCH_TILE)])
.refused_with(&[ALREADY_MATCHED, ALREADY_UP, GAME_OVER]);

static TILE_TURNED: MessageSpec = MessageSpec::new(
    "tile_turned",
    &["tile", "value"],
    "A tile was turned up and shows this value, from 1.",
);
static TILES_MATCHED: MessageSpec = MessageSpec::new(
    "tiles_matched",
    &["tile", "tile"],
    "The two tiles of this turn are equal and stay up.",
);
static TILES_DIFFER: MessageSpec = MessageSpec::new(
    "tiles_differ",
    &["tile", "tile"],
    "The two tiles of this turn differ, and close when the next tile is turned.",
);
static ALL_MATCHED: MessageSpec =
    MessageSpec::new("all_matched", &["turns"], "Every pair is found, after this many turns.");

/// Something that happened; tiles and values count from 0.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A player turned up a tile, which shows a value.
    Turned(usize, usize, usize),
    /// The two tiles of a turn are equal, or not.
    Compared(usize, usize, bool),
    /// Every pair is found, after so many turns.
    AllMatched(u32),
}

impl Game for Concentration {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;

    fn seats(choices: &Choices) -> Vec<Text> {
        match choices.people() {
            1 if opponent(choices).is_none() => vec!["The visitor".into()],
            people => players(people),
        }
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let mut position = face_down(choices);
        chance.shuffle(&mut position.stock);
        position
    }

    fn blank(choices: &Choices) -> Position {
        face_down(choices)
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    fn is_possible(position: &Position) -> bool {
        is_possible(position)
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then(|| position.next_player())
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let tile = request.number(0).wrapping_sub(1);
        match tile {
            _ if position.is_over() => Err(GAME_OVER.into()),
            _ if tile >= position.found.len() => Err(NO_SUCH_TILE.into()),
            _ if position.is_matched(tile) => Err(ALREADY_MATCHED.into()),
            _ if position.is_up(tile) && !position.may_be_turned_again() => Err(ALREADY_UP.into()),
            _ => {
                let next = position.turn_up(tile);
                let events = events(&next, tile);
                Ok(Ruling::Next(next, events))
            }
        }
    }

    fn settle(mut position: Position) -> (Position, Vec<Event>) {
        let mut told = Vec::new();
        while position.waits_for_computer()
            && let Some(tile) = memory::choose(&position)
        {
            position = position.turn_up(tile);
            told.extend(events(&position, tile));
        }
        (position, told)
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::by_score(&position.scores()))
    }

    fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
        let state = match position.players {
            _ if position.opponent.is_some() => "Your turn".to_owned(),
            1 => "Your turn".to_owned(),
            _ => format!("{} turn", who.whose(position.next_player())),
        };
        Page::new(state, status(position, who))
            .with(board(position))
            .with_any(seats(position, who))
            .with_facts(facts(position))
            .with_any(computers_turns(position, events))
            .changed(position.second.or(position.first).map(At::first_board))
            .ending(position.is_over().then(|| end(position)))
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(match *event {
            Event::Turned(_, tile, value) => TILE_TURNED.tell(
                [(tile + 1).into(), (value + 1).into()],
                format!("The tile shows the {}.", picture(value).0),
            ),
            Event::Compared(first, second, equal) => {
                let (spec, sentence) = match equal {
                    true => (&TILES_MATCHED, "The two tiles match."),
                    false => (&TILES_DIFFER, "The two tiles do not match."),
                };
                spec.tell([(first + 1).into(), (second + 1).into()], sentence)
            }
            Event::AllMatched(turns) => {
                ALL_MATCHED.tell([(turns as usize).into()], "All pairs are found.")
            }
        })
    }
}

fn events(next: &Position, tile: usize) -> Vec<Event> {
    let mut events = vec![Event::Turned(next.player, tile, next.value(tile).unwrap_or(0))];
    if let (Some(first), Some(second)) = (next.first, next.second) {
        events.push(Event::Compared(first, second, next.is_matched(second)));
    }
    events.extend(next.is_over().then(|| Event::AllMatched(next.turns())));
    events
}

/// What the computer has turned up since the person's last tile.
fn computers_turns(position: &Position, events: &[Event]) -> Option<Log> {
    let turned = |event: &Event| match event {
        Event::Turned(COMPUTER, tile, value) if position.opponent.is_some() => {
            let place = capitalised(&place_name(*tile, position.size.columns));
            Some(format!("{place}: the {}.", picture(*value).0).into())
        }
        _ => None,
    };
    let entries: Vec<Text> = events.iter().filter_map(turned).collect();
    (!entries.is_empty()).then(|| Log { caption: "The computer turned up".into(), entries })
}

/// The name of the picture of a value, and of several.
fn picture(value: usize) -> (&'static str, &'static str) {
    PICTURES[value % PICTURES.len()]
}

fn status(position: &Position, who: &Perspective) -> String {
    if position.opponent.is_some() && position.player == COMPUTER && position.second.is_some() {
        return match position.is_over() {
            true => "The computer found the last pair.".to_owned(),
            false => {
                "The computer had its turn. What is up closes when you turn a tile.".to_owned()
            }
        };
    }
    let shown = |tile: Option<usize>| tile.and_then(|tile| position.value(tile)).map(picture);
    let is_alone = position.players == 1 || position.opponent.is_some();
    let goes_on = match position.players {
        _ if is_alone => "Turn up another tile.".to_owned(),
        _ => format!("{} turns up a tile.", who.name(position.next_player())),
    };
    let closes = match position.players {
        1 => "They close when you turn the next tile.",
        _ => &goes_on,
    };
    match (shown(position.first), shown(position.second)) {
        (None, _) if is_alone => "Find the pairs: turn up any tile.".to_owned(),
        (None, _) => format!("Find the pairs: {} begins.", who.name(position.next_player())),
        (Some((first, _)), None) => format!("You found the {first}. Where is the other one?"),
        (Some((first, plural)), Some((second, _))) if first == second => {
            let then = if position.is_over() { "That was the last one." } else { &goes_on };
            format!("A pair of {plural}! {then}")
        }
        (Some((first, _)), Some((second, _))) => {
            format!("No pair: the {first} and the {second}. {closes}")
        }
    }
}

/// The end, with the source's words for one player.
fn end(position: &Position) -> End {
    let (pairs, turns) = (position.pairs(), position.turns());
    let Size { columns, rows, perfect_turns: perfect } = position.size;
    let sizes = SIZE.values.iter().map(|(_, size)| *size);
    let larger = sizes.filter(|size| size.columns * size.rows > columns * rows);
    let larger = larger.min_by_key(|size| size.columns * size.rows).map(|size| {
        NextGame::with(format!("Larger: {} by {}", size.columns, size.rows), &SIZE, size)
    });
    let against = position.opponent.map_or(String::new(), |m| format!(", {} computer", m.name()));
    let game = format!("Concentration {columns}x{rows}{against}").into();
    if position.players > 1 {
        let scores = position.scores();
        let both = scores.iter().map(usize::to_string).collect::<Vec<_>>().join(" to ");
        let against = match (position.opponent, &scores[..]) {
            (Some(memory), [you, other]) => Some((memory, *you, *other)),
            _ => None,
        };
        let (detail, result) = match against {
            Some((_, you, other)) => {
                let how = match you.cmp(&other) {
                    Ordering::Greater => "won by ",
                    Ordering::Less => "lost by ",
                    Ordering::Equal => "a draw, ",
                };
                let detail = format!("You have {}, the computer {other}.", count(you, "pair"));
                (detail, format!("{how}{both}"))
            }
            None => {
                let scores = in_pairs(scores.clone());
                (format!("{scores}."), scores)
            }
        };
        let result = result.into();
        let challenge = match against {
            Some(_) => "Can you beat the computer?".into(),
            None => "Play it with somebody.".into(),
        };
        let sharper = against.filter(|(_, you, other)| you >= other).and_then(|(memory, ..)| {
            let sharper = Memory::ALL.into_iter().nth(memory as usize + 1)?;
            let label = format!("Against a {} computer", sharper.name());
            Some(NextGame::with(label, &OPPONENT, Some(sharper)))
        });
        let larger = sharper.into_iter().chain(larger);
        return End::new(detail).shared(Share { game, result, challenge }).followed_by(larger);
    }
    let [forgetful, fair, sharp] = Memory::ALL.map(|memory| memory::turns_alone(position, memory));
    let detail = format!(
        "All {pairs} pairs in {turns} turns. A perfect memory needs {} on average. On this deal the computer alone needs {sharp} if it is sharp, {fair} if fair, {forgetful} if forgetful.",
        in_tenths(perfect),
    );
    let result = format!("{pairs} pairs in {turns} turns").into();
    let challenge = match turns as usize > pairs {
        true => "Can you do it in fewer?".into(),
        false => format!("Can you do it in {turns}?").into(),
    };
    let against = NextGame::with("Against the computer", &OPPONENT, Some(Memory::Fair));
    End::new(detail)
        .headed("You Win!")
        .shared(Share { game, result, challenge })
        .followed_by(larger.into_iter().chain([against]))
}

fn board(position: &Position) -> Board {
    let Size { columns, rows, .. } = position.size;
    let cells = (0..position.found.len()).map(|tile| cell(position, tile)).collect();
    Board::new(format!("{rows} rows of {columns} tiles"), columns, cells)
}

fn cell(position: &Position, tile: usize) -> Cell {
    let (matched, up) = (position.is_matched(tile), position.is_up(tile));
    match position.value(tile).filter(|_| matched || up) {
        Some(value) => {
            let state = if matched { "matched" } else { "face up" };
            let is_new = if matched { position.is_of_last_turn(tile) } else { up };
            let is_offered = !matched && !position.is_over() && position.may_be_turned_again();
            let again = || Offer::new("Turn up again", &TURN, [(tile + 1).into()]);
            face(value)
                .labelled(format!("{state}, the {}", picture(value).0))
                .marked(Marks { settled: matched, last: is_new, ..Marks::default() })
                .offering(is_offered.then(again))
        }
        None => back().offering([Offer::new("Turn up", &TURN, [(tile + 1).into()])]),
    }
}

fn face(value: usize) -> Cell {
    Cell::new(format!("{:02}", value + 1)).pictured(Picture::upright(picture(value).0))
}

fn back() -> Cell {
    Cell::new("**").marked(Marks { back: true, ..Marks::default() })
}

/// The players, where there are several.
fn seats(position: &Position, who: &Perspective) -> Option<Vec<SeatLine>> {
    let seat = |(player, count)| SeatLine {
        name: who.name(player).to_owned().into(),
        count,
        unit: "pair",
        is_on_turn: !position.is_over() && player == position.next_player(),
    };
    let seats = || position.scores().into_iter().enumerate().map(seat).collect();
    (position.players > 1).then(seats)
}

fn facts(position: &Position) -> Vec<Fact> {
    let found = position.owner.iter().flatten().count();
    let level = position.opponent.map(|memory| Fact::new("The computer", memory.name()));
    // Only whoever plays alone plays for the fewest.
    let counts = [("Turns", position.turns()), ("Looks", position.looks)];
    let counts = counts.into_iter().filter(|_| position.players == 1);
    let counts = counts.map(|(name, number)| Fact::new(name, number.to_string()));
    let pairs = Fact::new("Pairs", format!("{found} of {}", position.pairs()));
    [pairs].into_iter().chain(counts).chain(level).collect()
}

/// `6 pairs to 2`, the most first.
fn in_pairs(mut scores: Vec<usize>) -> String {
    scores.sort_by_key(|pairs| Reverse(*pairs));
    match &scores[..] {
        [most, .., least] if most == least => format!("{} each", count(*most, "pair")),
        [most, least] => format!("{} to {least}", count(*most, "pair")),
        _ => format!("{} pairs", listed(scores.iter().map(usize::to_string))),
    }
}

/// `12.4`, of hundredths of a turn.
fn in_tenths(turns: u32) -> String {
    let tenths = (turns + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// How many turns a perfect memory needs on each board.
fn perfect_turns() -> Vec<Vec<Text>> {
    let row = |size: &Size| -> Vec<Text> {
        let pairs = size.columns * size.rows / 2;
        vec![pairs.to_string().into(), in_tenths(size.perfect_turns).into()]
    };
    let mut sizes: Vec<&Size> = SIZE.values.iter().map(|(_, size)| size).collect();
    sizes.sort_by_key(|size| size.columns * size.rows);
    let head = vec!["Pairs".into(), "Turns".into()];
    [head].into_iter().chain(sizes.into_iter().map(row)).collect()
}

/// The passages of the rules page.
fn rules() -> Vec<Passage> {
    let up = |value, marks, label| face(value).labelled(label).marked(marks);
    let new = Marks { last: true, ..Marks::default() };
    let matched = Marks { settled: true, ..new };
    let pair = || up(2, matched, "matched, the boat");
    let board = |caption, cells| Board::new(caption, 2, cells);
    vec![
        Passage::new("A turn")
            .show(vec![
                board("A pair stays up.", vec![pair(), back(), back(), pair()]),
                board("These two close when you turn the next tile.", vec![
                    up(1, new, "face up, the bell"),
                    back(),
                    up(4, new, "face up, the moon"),
                    back(),
                ]),
            ])
            .say("Every tile turned up is one look; two looks are one turn."),
        Passage::new("Several players").say("Two to four players take turns, at one screen or by sending each other the link. Whoever finds a pair keeps it and goes on. Most pairs win; equal numbers share a place."),
        Passage::new("How good is good?")
            .say("How many turns somebody needs on average who forgets nothing and chooses well:")
            .show(Block::Table(perfect_turns()))
            .say("For 8 pairs it is never more than 15. Somebody who remembers nothing needs 64."),
        Passage::new("Against the computer")
            .folded()
            .say("You and the computer take turns; whoever finds a pair keeps it and goes on. Your two tiles and those of the computer stay up until you turn the next one, and you may turn up one of them at once.")
            .say("The computer forgets by a rule. The forgetful one remembers the last four tiles that anybody turned up, the fair one the last eight, and the sharp one all of them. If it remembers a pair it takes it. Else it turns up a tile that it does not remember, and then its match if it remembers that, or another tile that it does not remember.")
            .say("If you play for the fewest looks, the end tells how many turns each of them would have needed on your deal."),
        Passage::new("Why peeking does not help")
            .folded()
            .say("The whole board is sealed into every link, so nobody can read it there. But you can always go back to an earlier page: nothing here remembers that you looked.")
            .say("So the tiles are dealt in order of discovery. The first tile you ever turn shows the first value of the shuffled list, whichever tile it is; the next new tile shows the second, and so on. Go back and turn another tile instead, and you see the same value there.")
            .say("For an honest player this is exactly the same game: before a tile is turned, every value that is left is as likely to be under it as it ever was. And knowing the list in advance saves nobody a single turn. Against the computer it can: there Back is undo, and a win is worth as much as your word."),
        trust::open_to_all("Among several players Concentration is a game of trust. Whoever has the link can turn a tile, look, go back and turn another one, and nothing shows it."),
    ]
}

/// The values in the order in which new tiles show them, each as its number from 1.
fn values(opening: &str, tiles: u16) -> Option<Vec<String>> {
    if !tiles.is_multiple_of(2) {
        return None;
    }
    let mut chance = Chance::from_seed(from_hex(opening)?);
    let mut stock: Vec<u16> = (0..tiles).map(|place| place / 2 + 1).collect();
    chance.shuffle(&mut stock);
    let values: Vec<String> = stock.iter().map(u16::to_string).collect();
    Some(vec![values.join(" ")])
}

const RULESET: Ruleset = Ruleset {
    key: "concentration",
    number: 1,
    uri: "urn:uuid:39f16208-1bdb-4e75-b29f-674838cbd96a",
    title: "Concentration",
    blurb: "Find the pairs in as few looks as you can.",
    picture: "anchor",
    people: (1, PLAYERS_MAX),
    daily: true,
    options: &[&SIZE, &OPPONENT],
    presets: &[
        Preset { label: "Small, 4 by 3", query: "size=4x3" },
        Preset { label: "Large, 6 by 6", query: "size=6x6" },
        Preset { label: "Against the computer", query: "opponent=fair" },
        Preset { label: "For two", query: "people=2" },
    ],
    requests: &[&TURN],
    messages: &[&TILE_TURNED, &TILES_MATCHED, &TILES_DIFFER, &ALL_MATCHED],
    steps: &[
        "Turn up two tiles, one after the other.",
        "If they are equal they stay up. If not, they close.",
        "Find all pairs, in as few looks as you can.",
    ],
    rules,
    secrecy: |_| Secrecy::dealt("the values of the tiles that you have not turned yet"),
    verification: Some(Verification {
        usage: "With concentration CODE TILES, with the code or the date of the deal and the number of tiles on the board, it prints the number of each picture in the order in which you discovered them: the first is what lay under the first tile that you turned up, the second under the second new one, and so on.",
        decided: values,
    }),
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
