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
//!
//! The deal is a list of values in order of discovery: the first tile ever turned, whichever it
//! is, shows the first value of the list, the next new tile the second. To an honest player this
//! is the same game, since every arrangement is as likely as before. But to look, go back and look
//! elsewhere shows the same value again, so that peeking is of no use.

use crate::game::prelude::*;
use crate::game::verification::from_hex;
use crate::games::shared::trust;

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

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    columns: usize,
    rows: usize,
    /// What a player of perfect memory needs on average, in hundredths of a turn: the exact
    /// optimum (for 8 pairs 558242/45045 turns; Velleman and Warrington, Amer. Math. Monthly
    /// 120(9), 2013, give (3 - 2 ln 2) n + 7/8 - 2 ln 2 for many pairs).
    perfect_turns: u32,
}

const fn size(columns: usize, rows: usize, perfect_turns: u32) -> Size {
    Size { columns, rows, perfect_turns }
}

static SIZE: GameOption<Size> = GameOption::new(
    "size",
    "Board",
    &[
        value("4x4", "4 by 4 (8 pairs)", size(4, 4, 1239)),
        value("4x3", "4 by 3 (6 pairs)", size(4, 3, 916)),
        value("6x4", "6 by 4 (12 pairs)", size(6, 4, 1885)),
        value("6x6", "6 by 6 (18 pairs)", size(6, 6, 2853)),
        value("8x8", "8 by 8 (32 pairs)", size(8, 8, 5113)),
    ],
);

static PLAYERS: GameOption<usize> = GameOption::new(
    "players",
    "Players here",
    &[value("1", "one", 1), value("2", "two", 2), value("3", "three", 3), value("4", "four", 4)],
);

/// The most looks that are counted; more are shown as this many.
const LOOKS_MAX: u32 = (1 << LOOKS_BITS) - 1;
const LOOKS_BITS: u32 = 14;
/// The most players at one screen.
const PLAYERS_MAX: usize = 4;

const NO_SUCH_TILE: Fault =
    Fault::new(901, "no_such_tile", "There is no tile of that number on this board.");
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

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    size: Size,
    players: usize,
    /// The values, 0 to pairs - 1, in order of discovery; each stands here twice.
    stock: Vec<usize>,
    /// For every tile the place of its value in the stock, if it was ever turned. The places in
    /// use are the first ones of the stock, without a gap.
    found: Vec<Option<usize>>,
    /// For every value the player who owns the pair.
    owner: Vec<Option<usize>>,
    /// The tiles of this turn: none before the first look, then one or two.
    first: Option<usize>,
    second: Option<usize>,
    looks: u32,
    /// Whose turn it is, or was when the last pair was found.
    player: usize,
}

impl Position {
    fn pairs(&self) -> usize {
        self.size.columns * self.size.rows / 2
    }

    /// The value under a tile that was turned before.
    fn value(&self, tile: usize) -> Option<usize> {
        let place = (*self.found.get(tile)?)?;
        self.stock.get(place).copied()
    }

    fn is_matched(&self, tile: usize) -> bool {
        self.value(tile).is_some_and(|value| self.owner[value].is_some())
    }

    fn is_up(&self, tile: usize) -> bool {
        self.first == Some(tile) || self.second == Some(tile)
    }

    fn is_over(&self) -> bool {
        self.owner.iter().all(Option::is_some)
    }

    fn discovered(&self) -> usize {
        self.found.iter().flatten().count()
    }

    /// How many pairs each player owns.
    fn scores(&self) -> Vec<usize> {
        let of = |player| self.owner.iter().filter(|owner| **owner == Some(player)).count();
        (0..self.players).map(of).collect()
    }

    /// Turns up a tile that lies face down, discovering its value if it is new.
    fn turn_up(&self, tile: usize) -> Self {
        let mut next = self.clone();
        let discovered = self.discovered();
        next.found[tile].get_or_insert(discovered);
        next.looks = (self.looks + 1).min(LOOKS_MAX);
        if self.first.is_none() || self.second.is_some() {
            next.player = self.next_player();
            next.first = Some(tile);
            next.second = None;
        } else {
            next.second = Some(tile);
            let (first, second) = (self.first.and_then(|t| next.value(t)), next.value(tile));
            if let Some(value) = second.filter(|_| first == second) {
                next.owner[value] = Some(next.player);
            }
        }
        next
    }

    /// The turns that were made whole.
    fn turns(&self) -> u32 {
        self.looks / 2
    }

    /// The player who turns the next tile.
    fn next_player(&self) -> usize {
        let missed = self.second.is_some_and(|tile| !self.is_matched(tile));
        (self.player + usize::from(missed)) % self.players
    }
}

/// Something that happened; tiles and values count from 0.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    /// A tile was turned up and shows a value.
    Turned(usize, usize),
    /// The two tiles of a turn are equal, or not.
    Compared(usize, usize, bool),
    /// Every pair is found, after so many turns.
    AllMatched(u32),
}

impl Game for Concentration {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::dealt_anew(redeal_undiscovered);

    fn seats(choices: &Choices) -> Vec<Text> {
        match choices.of(&PLAYERS) {
            1 => vec!["The visitor".into()],
            players => (1..=players).map(|player| format!("Player {player}").into()).collect(),
        }
    }

    fn people(choices: &Choices) -> usize {
        choices.of(&PLAYERS)
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let mut position = face_down(choices);
        chance.shuffle(&mut position.stock);
        position
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let (pairs, tiles) = (position.pairs() as u64, position.found.len() as u64);
        let mut put = |value: Option<usize>, count| {
            packer.put_one_of(value.map_or(0, |value| value as u64 + 1), count + 1);
        };
        position.found.iter().for_each(|place| put(*place, tiles));
        position.owner.iter().for_each(|player| put(*player, PLAYERS_MAX as u64));
        put(position.first, tiles);
        put(position.second, tiles);
        position.stock.iter().for_each(|value| packer.put_one_of(*value as u64, pairs));
        packer.put(position.looks.into(), LOOKS_BITS);
        packer.put_one_of(position.player as u64, PLAYERS_MAX as u64);
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let mut position = face_down(choices);
        let (pairs, tiles) = (position.pairs() as u64, position.found.len() as u64);
        let mut take = |count: u64| -> Result<Option<usize>, Unpackable> {
            Ok((packed.take_one_of(count + 1)? as usize).checked_sub(1))
        };
        for place in &mut position.found {
            *place = take(tiles)?;
        }
        for player in &mut position.owner {
            *player = take(PLAYERS_MAX as u64)?;
        }
        position.first = take(tiles)?;
        position.second = take(tiles)?;
        for value in &mut position.stock {
            *value = packed.take_one_of(pairs)? as usize;
        }
        position.looks = packed.take(LOOKS_BITS)? as u32;
        position.player = packed.take_one_of(PLAYERS_MAX as u64)? as usize;
        if is_possible(&position) { Ok(position) } else { Err(Unpackable::Impossible) }
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
            _ if position.is_up(tile) => Err(ALREADY_UP.into()),
            _ => {
                let next = position.turn_up(tile);
                let events = events(&next, tile);
                Ok(Ruling::Next(next, events))
            }
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::by_score(&position.scores()))
    }

    fn page(position: &Position, who: &Perspective, _events: &[Event]) -> Page {
        let state = match position.players {
            1 => "Your turn".to_owned(),
            _ => format!("{} turn", who.whose(position.next_player())),
        };
        Page::new(state, status(position, who))
            .with(board(position))
            .with_any(seats(position, who))
            .with_facts(facts(position))
            .changed(position.second.or(position.first).map(At::first_board))
            .ending(position.is_over().then(|| end(position)))
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        Some(match *event {
            Event::Turned(tile, value) => TILE_TURNED.tell(
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

    fn defies_peeking(choices: &Choices) -> bool {
        choices.of(&PLAYERS) == 1
    }

    /// Who turns tiles at random needs pairs^2 turns on average (64 for 8 pairs).
    fn requests_max(choices: &Choices) -> u32 {
        let pairs = face_down(choices).pairs() as u32;
        40 * pairs * pairs
    }
}

/// Nobody knows the values that were not discovered yet.
fn redeal_undiscovered(position: &Position, _: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    chance.shuffle(&mut other.stock[position.discovered()..]);
    other
}

/// A board of the chosen size before its first look, the values not yet shuffled.
fn face_down(choices: &Choices) -> Position {
    let size = choices.of(&SIZE);
    let tiles = size.columns * size.rows;
    Position {
        size,
        players: choices.of(&PLAYERS),
        stock: (0..tiles).map(|place| place / 2).collect(),
        found: vec![None; tiles],
        owner: vec![None; tiles / 2],
        first: None,
        second: None,
        looks: 0,
        player: 0,
    }
}

/// Whether the parts of an unpacked position agree: what the seal let through must still be a
/// game.
fn is_possible(position: &Position) -> bool {
    let each_value_twice = {
        let mut sorted = position.stock.clone();
        sorted.sort_unstable();
        sorted.iter().enumerate().all(|(place, value)| *value == place / 2)
    };
    let found_without_gap = {
        let mut places: Vec<usize> = position.found.iter().flatten().copied().collect();
        places.sort_unstable();
        places.iter().enumerate().all(|(rank, place)| rank == *place)
    };
    if !each_value_twice || !found_without_gap {
        return false;
    }
    let owners_play = position.owner.iter().flatten().all(|player| *player < position.players);
    let mut shown = vec![0; position.pairs()];
    let values = (0..position.found.len()).filter_map(|tile| position.value(tile));
    values.for_each(|value| shown[value] += 1);
    let pairs_are_found = position.owner.iter().zip(&shown).all(|(o, s)| o.is_none() || *s == 2);
    let (first, second) = (position.first, position.second);
    let value = |tile: Option<usize>| tile.and_then(|tile| position.value(tile));
    let turned_in_order = match (first, second) {
        (None, None) => position.discovered() == 0,
        (Some(first), None) => !position.is_matched(first) && value(Some(first)).is_some(),
        (Some(a), Some(b)) => {
            let both_matched = position.is_matched(a) && position.is_matched(b);
            let equal = value(first) == value(second);
            a != b && value(first).is_some() && value(second).is_some() && equal == both_matched
        }
        (None, Some(_)) => false,
    };
    let looked_often_enough = position.looks as usize >= position.discovered();
    owners_play
        && pairs_are_found
        && turned_in_order
        && looked_often_enough
        && position.player < position.players
}

fn events(next: &Position, tile: usize) -> Vec<Event> {
    let mut events = vec![Event::Turned(tile, next.value(tile).unwrap_or(0))];
    if let (Some(first), Some(second)) = (next.first, next.second) {
        events.push(Event::Compared(first, second, next.is_matched(second)));
    }
    events.extend(next.is_over().then(|| Event::AllMatched(next.turns())));
    events
}

/// The name of the picture of a value, and of several.
fn picture(value: usize) -> (&'static str, &'static str) {
    PICTURES[value % PICTURES.len()]
}

fn status(position: &Position, who: &Perspective) -> String {
    let shown = |tile: Option<usize>| tile.and_then(|tile| position.value(tile)).map(picture);
    let goes_on = match position.players {
        1 => "Turn up another tile.".to_owned(),
        _ => format!("{} turns up a tile.", who.name(position.next_player())),
    };
    let closes = match position.players {
        1 => "They close when you turn the next tile.",
        _ => &goes_on,
    };
    match (shown(position.first), shown(position.second)) {
        (None, _) if position.players == 1 => "Find the pairs: turn up any tile.".to_owned(),
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
    let game = format!("Concentration {columns}x{rows}").into();
    if position.players > 1 {
        let scores = position.scores().iter().map(usize::to_string).collect::<Vec<_>>();
        let detail = format!("{} pairs.", scores.join(" to "));
        let result = format!("{} pairs", scores.join(" to ")).into();
        let challenge = "Play it with somebody.".into();
        return End::new(detail).shared(Share { game, result, challenge }).followed_by(larger);
    }
    let detail = format!(
        "All {pairs} pairs in {turns} turns. A perfect memory needs {}.{:02} on average.",
        perfect / 100,
        perfect % 100
    );
    let result = format!("{pairs} pairs in {turns} turns").into();
    let challenge = format!("Can you do it in {turns}?").into();
    End::new(detail)
        .headed("You Win!")
        .shared(Share { game, result, challenge })
        .followed_by(larger)
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
            face(value).labelled(format!("{state}, the {}", picture(value).0)).marked(Marks {
                settled: matched,
                last: up,
                ..Marks::default()
            })
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
    vec![
        Fact::new("Pairs", format!("{found} of {}", position.pairs())),
        Fact::new("Turns", position.turns().to_string()),
        Fact::new("Looks", position.looks.to_string()),
    ]
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
            .say("Somebody who forgets nothing and chooses well needs 12.39 turns on average for 8 pairs, and never more than 15. For 6 pairs it is 9.16 turns, for 12 pairs 18.85, for 18 pairs 28.53, for 32 pairs 51.13.")
            .say("Somebody who remembers nothing needs 64 turns on average for 8 pairs."),
        Passage::new("Why peeking does not help")
            .say("The whole board is sealed into every link, so nobody can read it there. But you can always go back to an earlier page: nothing here remembers that you looked.")
            .say("So the tiles are dealt in order of discovery. The first tile you ever turn shows the first value of the shuffled list, whichever tile it is; the next new tile shows the second, and so on. Go back and turn another tile instead, and you see the same value there.")
            .say("For an honest player this is exactly the same game: before a tile is turned, every value that is left is as likely to be under it as it ever was. And knowing the list in advance saves nobody a single turn."),
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
    uri: "urn:uuid:39f16208-1bdb-4e75-b29f-674838cbd96a",
    title: "Concentration",
    blurb: "Find the pairs in as few looks as you can.",
    picture: "anchor",
    people: (1, PLAYERS_MAX),
    daily: true,
    options: &[&SIZE, &PLAYERS],
    requests: &[&TURN],
    messages: &[&TILE_TURNED, &TILES_MATCHED, &TILES_DIFFER, &ALL_MATCHED],
    steps: &[
        "Turn up two tiles, one after the other.",
        "If they are equal they stay up. If not, they close.",
        "Find all pairs, in as few looks as you can.",
    ],
    rules,
    sealed: "the values of the tiles that you have not turned yet",
    verification: Some(Verification {
        usage: "With concentration CODE TILES, with the code or the date of the deal and the number of tiles on the board, it prints the number of each picture in the order in which you discovered them: the first is what lay under the first tile that you turned up, the second under the second new one, and so on.",
        decided: values,
    }),
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
