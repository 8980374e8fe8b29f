//! Concentration, also called Memory, after a Perl program of 1996.
//!
//! - The tiles are face down, 16 in four rows by default. Under every tile is a value, and two
//!   tiles have the same value. Tiles are numbered from 1, row by row.
//! - In a turn the player turns up two tiles, one after the other. Equal tiles stay up. Other tiles
//!   close when the next tile is turned up.
//! - The goal is to find all pairs in few looks. To turn up one tile is a look. Two looks are a turn.
//! - Two to four people can play. A player who finds a pair keeps it and goes on. The player with
//!   most pairs wins, and players with equally many share a place.
//! - One person can play against a computer that forgets ([`memory`]). Then the tiles of both last
//!   turns stay up until the person turns up the next one.
//!
//! The deal is a list of values in order of discovery. Any tile that is turned up first shows the first
//! value. The next new tile shows the second. For an honest player this is the same game, because
//! every arrangement is as likely as before. A cheat who looks, goes back and looks elsewhere sees the
//! same value again.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod memory;
mod page;
mod position;
mod requests;

use crate::prelude::*;
use position::{COMPUTER_LEVEL, Event, Kind, LOOKS_BITS, Memory, Position, SIZE, Tile};
use requests::{ALREADY_MATCHED, ALREADY_UP, GAME_OVER, NO_SUCH_TILE, TURN};

/// The game of Concentration.
pub struct Concentration;

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

impl Game for Concentration {
    type Position = Position;
    type Event = Event;

    const RULESET: Ruleset = RULESET;

    fn seats(choices: &Choices) -> Vec<Text> {
        match Kind::of(choices) {
            Kind::Alone => vec!["The visitor".into()],
            Kind::Computer(_) | Kind::People(_) => players(choices.people()),
        }
    }

    fn blank(choices: &Choices) -> Position {
        Position::face_down(choices)
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let mut position = Position::face_down(choices);
        chance.shuffle(&mut position.stock);
        position
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        let (tiles, pairs, players) =
            (position.stock.len(), position.owner.len(), position.kind.players());
        codec.each_below(&mut position.stock, pairs)?;
        codec.list_below(&mut position.found, tiles, tiles)?;
        position.owner.iter_mut().try_for_each(|owner| codec.option_below(owner, players))?;
        codec.list_below(&mut position.up, 2, tiles)?;
        codec.bits(&mut position.looks, LOOKS_BITS)?;
        codec.below(&mut position.player, players)?;
        if let Kind::Computer(memory) = position.kind {
            if let Memory::Last(longest) = memory {
                codec.list_below(&mut position.recent, longest, tiles)?;
            }
            codec.list_below(&mut position.shown, 2, tiles)?;
        }
        Ok(())
    }

    fn is_possible(position: &Position) -> bool {
        let mut sorted = position.stock.clone();
        sorted.sort_unstable();
        let has_pairs = sorted.iter().enumerate().all(|(place, value)| *value == place / 2);
        let lists = [&position.found, &position.up, &position.shown, &position.recent];
        let are_found = lists.iter().all(|list| {
            let is_new = |(at, tile)| !list[..at].contains(tile) && position.found.contains(tile);
            list.iter().enumerate().all(is_new)
        });
        let unseen = position.stock.iter().skip(position.found.len());
        let are_owned_found = { unseen }.all(|value| position.owner[*value].is_none());
        let turn_fits = match position.up[..] {
            [first, second] => {
                let is_pair = position.value(first) == position.value(second);
                [first, second].iter().all(|tile| position.is_matched(*tile) == is_pair)
            }
            [first] => !position.is_matched(first),
            _ => position.found.is_empty(),
        };
        let has_looked = position.looks as usize >= position.found.len();
        let is_consistent = has_pairs && are_found && are_owned_found && turn_fits && has_looked;
        is_consistent && !position.waits_for_computer()
    }

    fn turn(position: &Position) -> Option<Seat> {
        (!position.is_over()).then_some(position.player)
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let tile = request.number(0).wrapping_sub(1);
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        if tile >= position.stock.len() {
            return Err(NO_SUCH_TILE.into());
        }
        match position.tile(tile) {
            Tile::Matched(_) => return Err(ALREADY_MATCHED.into()),
            Tile::FaceUp(_) if !position.may_turn_again() => return Err(ALREADY_UP.into()),
            Tile::FaceUp(_) | Tile::FaceDown => {}
        }
        let mut next = position.clone();
        let events = next.turn_up(tile);
        Ok(Ruling::Next(next, events))
    }

    fn settle(mut position: Position) -> (Position, Vec<Event>) {
        let mut events = Vec::new();
        while position.waits_for_computer()
            && let Some(tile) = memory::choose(&position)
        {
            events.extend(position.turn_up(tile));
        }
        (position, events)
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::by_points(&position.scores()))
    }

    fn page(position: &Position, who: &Perspective, events: &[Event]) -> Page {
        let state = capitalised(&format!("{} turn", who.whose(position.player)));
        let end = |outcome: Outcome| page::end(position, outcome.mood(who));
        Page::new(state, page::status(position, who))
            .with(page::board(position))
            .with_any((position.kind != Kind::Alone).then(|| page::seats(position, who)))
            .with_facts(page::facts(position))
            .with_any(page::computers_turn(position, events))
            .with_any(page::compared(position))
            .changed(position.up.last().map(|tile| At::first_board(*tile)))
            .ending(Self::outcome(position).map(end))
    }

    fn tell(event: &Event, _who: &Perspective) -> Option<Message> {
        let numbers = |tiles: [usize; 2]| tiles.map(|tile| Value::from(tile + 1));
        Some(match *event {
            Event::Turned { tile, value, .. } => {
                let sentence = format!("The tile shows the {}.", page::picture(value));
                TILE_TURNED.tell(numbers([tile, value]), sentence)
            }
            Event::Matched(tiles) => TILES_MATCHED.tell(numbers(tiles), "The two tiles match."),
            Event::Differ(tiles) => {
                TILES_DIFFER.tell(numbers(tiles), "The two tiles do not match.")
            }
            Event::AllMatched(turns) => {
                ALL_MATCHED.tell([(turns as usize).into()], "All pairs are found.")
            }
        })
    }
}

/// The values in the order in which new tiles show them, each as its number from 1.
fn values(opening: &str, numbers: &[u16]) -> Option<Vec<String>> {
    let &[tiles] = numbers else { return None };
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
    group: Group::Puzzles,
    picture: "anchor",
    people: (1, 4),
    daily: true,
    options: &[&SIZE, &COMPUTER_LEVEL],
    presets: &[
        Preset { label: "Small, 4 by 3", query: "size=4x3" },
        Preset { label: "Large, 6 by 6", query: "size=6x6" },
        Preset { label: "Against the computer", query: "opponent=medium" },
        Preset { label: "For two", query: "people=2" },
    ],
    requests: &[&TURN],
    messages: &[&TILE_TURNED, &TILES_MATCHED, &TILES_DIFFER, &ALL_MATCHED],
    steps: &[
        "Turn up two tiles, one after the other.",
        "If they are equal they stay up. If not, they close.",
        "Find all pairs, in as few looks as you can.",
    ],
    rules: page::rules,
    // A deal of one person alone has a code. Against others the code would tell every tile.
    secrecy: |choices| {
        let is_alone = Kind::of(choices) == Kind::Alone;
        let dealt = if is_alone { Secrecy::dealt } else { Secrecy::dealt_once };
        dealt("the values of the tiles that you have not turned yet")
    },
    measure: |choices| (Kind::of(choices) == Kind::Alone).then_some("look"),
    verification: Some(Verification {
        usage: "With concentration CODE TILES, with the code or the date of the deal and the number of tiles on the board, it prints the number of each picture in the order in which you discovered them: the first is what lay under the first tile that you turned up, the second under the second new one, and so on. For a game against others or the computer, take the secret that its last page shows. Its fingerprint is on every page.",
        decided: values,
    }),
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
