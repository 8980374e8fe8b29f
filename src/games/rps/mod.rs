//! Rock, paper, scissors, after the ruleset and the Perl module of Volity.
//!
//! - Two players, you and the computer or two people, each throw a hand: rock, paper or scissors.
//!   Rock crushes scissors, scissors shred paper, paper smothers rock. Equal hands are a draw.
//! - A player names a hand in any case, or writes the beginning of its name: `r`, `Pap`.
//! - A match is one round by default, or the best of 3, 5, 7 or 9. It ends as soon as one side can no
//!   longer be caught, or when all rounds are thrown. The side with more rounds wins it.
//! - With `no_ties` a drawn round does not count and is thrown again.
//! - The computer throws by a die, or it learns ([`reader`]). A learning computer guesses your
//!   throw from your earlier throws, and throws the hand that beats it, except one time in four.
//!
//! The computer chooses before you throw. The position contains a secret of 128 bits. The hand of
//! each round and a salt of 80 bits follow from the secret and the number of the round. The hand of
//! the learning computer follows from your earlier throws, too. The page shows the SHA-256 of hand
//! and salt before the round, and hand and salt after it. So you can check that the hand was there
//! first.
//!
//! Two people send each other links. The first throws while opening the table, the second while sitting
//! down, and the links seal the hands. When both have thrown, the first player opens both hands. The
//! next throw of that player (or `show`, after the last round) carries both hands to the other.

#[cfg(any(test, feature = "audit"))]
mod audit;
mod hand;
mod page;
mod position;
mod reader;
mod requests;
mod rules;

use crate::prelude::*;
use hand::Hand;
use position::{BEST_OF, COMPUTER, DRAWS_BITS, IS_LEARNING, NO_TIES, Position, WINS_MAX};
use reader::Reader;
use requests::{CHOOSE_HAND, GAME_OVER, NOTHING_TO_SHOW, SHOW, UNKNOWN_HAND};

/// The game of rock, paper, scissors.
pub struct RockPaperScissors;

static PLAYER_CHOSE_HAND: MessageSpec = MessageSpec::new(
    "player_chose_hand",
    &["player", "hand"],
    "The player has thrown this hand. Told of both players, after both have chosen.",
);

/// A seat has thrown a hand, and both hands are open.
#[derive(Clone, Copy, Debug)]
pub struct Threw {
    seat: Seat,
    hand: Hand,
}

impl Game for RockPaperScissors {
    type Position = Position;
    type Event = Threw;

    const RULESET: Ruleset = RULESET;

    fn blank(choices: &Choices) -> Position {
        let has_computer = choices.people() == 1;
        Position {
            choices: choices.clone(),
            secret: has_computer.then(Secret::default),
            reader: (has_computer && choices.of(&IS_LEARNING)).then(Reader::default),
            chosen: [None; 2],
            last: None,
            wins: [0; 2],
            draws: 0,
            is_shown: false,
        }
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let start = Self::blank(choices);
        Position { secret: start.secret.map(|_| Secret::draw(chance)), ..start }
    }

    fn fields(position: &mut Position, codec: &mut Codec<'_>) -> Coded {
        if let Some(secret) = &mut position.secret {
            secret.fields(codec)?;
        } else {
            let hands = [None, Some(Hand::Rock), Some(Hand::Paper), Some(Hand::Scissors)];
            position.chosen.iter_mut().try_for_each(|hand| codec.one_of(hand, &hands))?;
        }
        if let Some(reader) = &mut position.reader {
            reader.fields(codec)?;
        }
        let both = Hand::ALL.map(|one| Hand::ALL.map(|other| Some([one, other]))).concat();
        codec.one_of(&mut position.last, &[vec![None], both].concat())?;
        position.wins.iter_mut().try_for_each(|wins| codec.below(wins, WINS_MAX + 1))?;
        codec.bits(&mut position.draws, DRAWS_BITS)?;
        // The player who opens the last hands seals them with `show`. So both know the end.
        position.is_shown = position.is_over();
        Ok(())
    }

    fn is_possible(position: &Position) -> bool {
        let are_hands_possible = match position.chosen {
            [None, None] => true,
            [Some(_), _] => !position.is_over(),
            [None, Some(_)] => false,
        };
        are_hands_possible && position.is_last_round_possible() && position.is_computer_possible()
    }

    fn turn(position: &Position) -> Option<Seat> {
        position.turn()
    }

    /// Any leading part of the name of a hand.
    fn read(_: &Position, text: &str) -> Named {
        let hand = Hand::read(text).map(|hand| Request::with(&CHOOSE_HAND, hand.name()));
        hand.map_or(Named::Nothing, |request| Named::OneOf(vec![request]))
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        let mut next = position.clone();
        if request.is(&SHOW) {
            if position.is_shown || !position.is_over() {
                return Err(NOTHING_TO_SHOW.into());
            }
            next.is_shown = true;
            return Ok(Ruling::Next(next, Vec::new()));
        }
        if position.is_over() {
            return Err(GAME_OVER.into());
        }
        let seat = position.turn().ok_or(GAME_OVER)?;
        next.chosen[seat] = Some(Hand::read(request.word(0)).ok_or(UNKNOWN_HAND)?);
        if let Some(computers) = position.next_throw() {
            next.chosen[COMPUTER] = Some(computers.hand);
        }
        Ok(Ruling::Next(next, Vec::new()))
    }

    fn settle(mut position: Position) -> (Position, Vec<Threw>) {
        let [Some(one), Some(other)] = position.chosen else { return (position, Vec::new()) };
        position.open([one, other]);
        let threw = [one, other].into_iter().enumerate();
        (position, threw.map(|(seat, hand)| Threw { seat, hand }).collect())
    }

    /// The first player opens both hands, and the second learns of them from the link after that.
    fn since(position: &Position, seat: Seat) -> Vec<Threw> {
        let has_first_gone_on = position.chosen[0].is_some() || position.is_shown;
        let hands = position.last.filter(|_| seat == 1 && has_first_gone_on);
        let threw = hands.into_iter().flatten().enumerate();
        threw.map(|(thrower, hand)| Threw { seat: thrower, hand }).collect()
    }

    fn deal_again(_position: &Position, choices: &Choices, _kind: DealKind) -> Position {
        Self::blank(choices)
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        position.is_over().then(|| Outcome::by_points(&position.wins))
    }

    fn page(position: &Position, who: &Perspective, _: &[Threw]) -> Page {
        let end = |outcome: Outcome| page::end(position, outcome.mood(who));
        Page::new(page::state(position, who), page::status(position, who))
            .with(page::round(position, who))
            .with_any(page::seats(position, who))
            .with_any(page::hands_to_choose(position, who))
            .with_any(page::facts(position))
            .with_any(page::proof_of_next(position))
            .with_any(page::proof_of_last(position))
            .offering(page::offer_to_show(position, who))
            .ending(Self::outcome(position).map(end))
    }

    fn tell(event: &Threw, who: &Perspective) -> Option<Message> {
        let (player, hand) = (who.player(event.seat), event.hand.name());
        let sentence = format!("{} threw {hand}.", player.name);
        Some(PLAYER_CHOSE_HAND.tell([player.into(), hand.into()], sentence))
    }
}

const RULESET: Ruleset = Ruleset {
    key: "rps",
    number: 8,
    uri: "http://volity.org/games/rps",
    title: "Rock, Paper, Scissors",
    blurb: "The other hand is sealed before you choose yours.",
    group: Group::HiddenHands,
    picture: "scissors",
    secrecy: |choices| match choices.people() {
        1 => Secrecy::secret("the secret that decides the computer's hands"),
        _ => Secrecy::secret("the hands that nobody has opened yet"),
    },
    people: (1, 2),
    first_request: Some(FirstRequest { spec: &CHOOSE_HAND, question: "Your hand" }),
    options: &[&BEST_OF, &NO_TIES, &IS_LEARNING],
    presets: &[
        Preset { label: "Best of 3", query: "best_of=3" },
        Preset { label: "Best of 9, learning", query: "best_of=9&level=learning" },
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
