//! Rock, paper, scissors, after the ruleset and the Perl module of the Volity document
//! (004_b1effb083953a91c.txt).
//!
//! Rules as played:
//! - Two players, you and the computer or two people, each throw a hand: rock, paper or scissors.
//!   Rock crushes scissors, scissors shred paper, paper smothers rock; two equal hands are a draw.
//! - A hand is asked for by its name, in any case, or by any leading part of it: `r`, `Pap`. An
//!   empty name is none (in the document's code it was rock).
//! - A match is one round if nothing else is chosen, else the best of 3, 5, 7 or 9. It ends as soon
//!   as one side can no longer be caught, or when all rounds are thrown; who has won more rounds
//!   wins it. Equal numbers are a draw.
//! - With `no_ties` a drawn round does not count and is thrown again.
//!
//! - The computer throws by a fair die, or reads: it guesses your throw from your earlier ones
//!   ([`reader`]) and throws what beats it, but for one time in four. Either way it has chosen before
//!   you do.
//!
//! The computer's hands are all decided before you throw: a secret of 128 bits is sealed, and the hand
//! of each round and a salt of 80 bits are drawn from the secret and the number of the round; the
//! reader's hand follows from that and from your throws before. The
//! page shows the SHA-256 of hand and salt before the round, and hand and salt after it, so that
//! anybody can check that the hand was there first.
//!
//! Two people send each other links. Each throws in their turn, and a thrown hand is sealed. When
//! both have thrown, the hands are laid open to whoever is on turn then, and their next throw (or
//! `show`, after the last round) carries both hands to the other.

mod hand;
mod page;
mod position;
mod reader;
mod requests;
mod rules;

use crate::game::prelude::*;
use crate::game::secret::Secret;
use hand::Hand;
use position::{BEST_OF, COMPUTER, NO_TIES, Opponent, Position, READS, ROUNDS_BITS, WINS_MAX};
use reader::Reader;
use requests::{CHOOSE_HAND, GAME_OVER, NOTHING_TO_SHOW, SHOW, UNKNOWN_HAND};

/// The game of rock, paper, scissors.
pub struct RockPaperScissors;

static PLAYER_CHOSE_HAND: MessageSpec = MessageSpec::new(
    "player_chose_hand",
    &["player", "hand"],
    "The player has thrown this hand. Told of both players, after both have chosen.",
);

/// Something that happened: a seat has thrown a hand, and both hands lie open.
#[derive(Clone, Copy, Debug)]
pub struct Threw {
    seat: Seat,
    hand: Hand,
}

impl Game for RockPaperScissors {
    type Position = Position;
    type Event = Threw;

    const RULESET: Ruleset = RULESET;
    const HIDDEN: Hidden<Position> = Hidden::Something {
        redeal: redeal_hands,
        commitments: fingerprints_and_openings,
        secrets: |position, _| {
            position.next_hand().map(|hand| hand.opening()).into_iter().collect()
        },
    };

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let opponent = match choices.people() {
            1 => Opponent::Computer(Secret::draw(chance)),
            _ => Opponent::Person,
        };
        Position::new(choices, opponent)
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let put = |packer: &mut Packer, hand: Option<Hand>| {
            packer.put_one_of(hand.map_or(0, |hand| hand as u64 + 1), HANDS);
        };
        match position.opponent {
            Opponent::Computer(secret) => {
                secret.pack(packer);
                put(packer, position.last.map(|hands| hands[0]));
                if let Some(reader) = position.reader {
                    put(packer, position.last.map(|hands| hands[COMPUTER]));
                    reader.pack(packer);
                }
            }
            Opponent::Person => {
                position.chosen.into_iter().for_each(|hand| put(packer, hand));
                (0..2).for_each(|seat| put(packer, position.last.map(|hands| hands[seat])));
                packer.put(position.turn as u64, 1);
                packer.put(position.is_shown.into(), 1);
            }
        }
        packer.put(position.thrown.into(), ROUNDS_BITS);
        position.wins.iter().for_each(|wins| packer.put_one_of(u64::from(*wins), WINS));
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let take = |packed: &mut Unpacker<'_>| {
            let place = packed.take_one_of(HANDS)? as usize;
            Ok(place.checked_sub(1).and_then(|place| Hand::ALL.get(place)).copied())
        };
        let is_alone = choices.people() == 1;
        let opponent =
            if is_alone { Opponent::Computer(Secret::unpack(packed)?) } else { Opponent::Person };
        let mut position = Position::new(choices, opponent);
        let mut last = [take(packed)?, None];
        if let Some(reader) = &mut position.reader {
            last[COMPUTER] = take(packed)?;
            *reader = Reader::unpack(packed)?;
        }
        if !is_alone {
            position.chosen = [last[0], take(packed)?];
            last = [take(packed)?, take(packed)?];
            position.turn = packed.take(1)? as usize;
            position.is_shown = packed.take(1)? == 1;
        }
        position.thrown = packed.take(ROUNDS_BITS)? as u16;
        for wins in &mut position.wins {
            *wins = packed.take_one_of(WINS)? as u16;
        }
        let drawn = is_alone && position.reader.is_none();
        if let Some(round) = position.thrown.checked_sub(1).filter(|_| drawn) {
            last[COMPUTER] = position.drawn_hand(round).map(|commitment| commitment.hand);
        }
        position.last = last[0].zip(last[1]).map(|(one, other)| [one, other]);
        let is_whole = position.last.is_some() == last.iter().any(Option::is_some);
        let is_possible = is_whole && position.is_possible();
        is_possible.then_some(position).ok_or(Unpackable::Impossible)
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.turn()
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&SHOW) {
            let may_show = position.opponent == Opponent::Person && position.is_over();
            let shown = Position { is_shown: true, ..position.clone() };
            return match may_show && !position.is_shown {
                true => Ok(Ruling::Next(shown, Vec::new())),
                false => Err(NOTHING_TO_SHOW.into()),
            };
        }
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        let hand = Hand::read(request.word(0)).ok_or(UNKNOWN_HAND)?;
        Ok(Ruling::Next(position.choosing(hand), Vec::new()))
    }

    fn settle(position: Position) -> (Position, Vec<Threw>) {
        match position.opened() {
            Some((next, hands)) => {
                let threw = hands.into_iter().enumerate();
                (next, threw.map(|(seat, hand)| Threw { seat, hand }).collect())
            }
            None => (position, Vec::new()),
        }
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::by_score(&position.wins))
    }

    fn page(position: &Position, who: &Perspective, _events: &[Threw]) -> Page {
        page::page(position, who)
    }

    fn tell(event: &Threw, who: &Perspective) -> Option<Message> {
        let (player, hand) = (who.name(event.seat).to_owned(), event.hand.name());
        let sentence = format!("{player} threw {hand}.");
        Some(PLAYER_CHOSE_HAND.tell([player.into(), hand.into()], sentence))
    }

    /// A round counts in two of three cases, so that 9 counting rounds take more than 40 once in
    /// 10^9 matches. Two people throw two hands a round, and show them.
    fn requests_max(choices: &Choices) -> u32 {
        let rounds = if choices.of(&NO_TIES) { 40 } else { u32::from(choices.of(&BEST_OF)) };
        if choices.people() == 1 { rounds } else { 2 * rounds + 1 }
    }
}

/// What a hand may be, no hand included, and how many rounds a side may have won.
const HANDS: u64 = Hand::ALL.len() as u64 + 1;
const WINS: u64 = WINS_MAX as u64 + 1;

/// What the viewer does not see, chosen anew: the computer's secret, with which the last round went
/// as it did, and hands that others have thrown.
fn redeal_hands(position: &Position, viewer: Viewer, chance: &mut Chance) -> Position {
    let mut other = position.clone();
    for (seat, hand) in other.chosen.iter_mut().enumerate() {
        if hand.is_some() && viewer != Viewer::Seat(seat) {
            *hand = chance.pick(&Hand::ALL).copied();
        }
    }
    let last = position.last.map(|hands| hands[COMPUTER]);
    while let Opponent::Computer(_) = position.opponent {
        other.opponent = Opponent::Computer(Secret::draw(chance));
        let drawn = position.thrown.checked_sub(1).and_then(|round| other.drawn_hand(round));
        // One secret in three agrees. What a reader threw stands in the position.
        if position.reader.is_some() || drawn.map(|commitment| commitment.hand) == last {
            break;
        }
    }
    other
}

/// The fingerprint of the computer's next hand, and its last one with its opening.
fn fingerprints_and_openings(position: &Position) -> Vec<String> {
    let next = position.next_hand().map(|next| next.fingerprint());
    let last = position.last_hand().map(|last| [last.fingerprint(), last.opening()]);
    next.into_iter().chain(last.into_iter().flatten()).collect()
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    number: 8,
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "The computer seals its hand before you choose yours.",
    picture: "scissors",
    deals: Deals::Secret,
    people: (1, 2),
    options: &[&BEST_OF, &NO_TIES, &READS],
    presets: &[
        Preset { label: "Best of 3", query: "best_of=3" },
        Preset { label: "Best of 9, it learns your habits", query: "best_of=9&level=reader" },
    ],
    requests: &[&CHOOSE_HAND, &SHOW],
    messages: &[&PLAYER_CHOSE_HAND],
    steps: &[
        "The computer chooses its hand and seals it.",
        "Choose rock, paper or scissors.",
        "Rock crushes scissors, scissors shred paper, paper smothers rock.",
    ],
    rules: rules::rules,
    sealed: "the secret from which the computer's hands are drawn",
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
