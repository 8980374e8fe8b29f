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

#[cfg(any(test, feature = "audit"))]
mod audit;
mod hand;
mod page;
mod position;
mod reader;
mod requests;
mod rules;

use crate::game::prelude::*;
use crate::game::secret::Secret;
use hand::Hand;
use position::{BEST_OF, NO_TIES, Opponent, Position, READS};
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

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let opponent = match choices.people() {
            1 => Opponent::Computer(Secret::draw(chance)),
            _ => Opponent::Person,
        };
        Position::new(choices, opponent)
    }

    fn blank(choices: &Choices) -> Position {
        let is_alone = choices.people() == 1;
        let computer = Opponent::Computer(Secret::default());
        Position::new(choices, if is_alone { computer } else { Opponent::Person })
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        position.fields(codec)
    }

    fn is_possible(position: &Position) -> bool {
        position.is_possible()
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
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    number: 8,
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "The computer seals its hand before you choose yours.",
    picture: "scissors",
    secrecy: |choices| match choices.people() {
        1 => Secrecy::secret("the secret that decides the computer's hands"),
        _ => Secrecy::secret("the hands that nobody has opened yet"),
    },
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
    ..Ruleset::USUAL
};

#[cfg(test)]
mod tests;
