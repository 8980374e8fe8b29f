//! Crazy Eights, after the ruleset and the Perl module of the Volity document
//! (004_b1effb083953a91c.txt).
//!
//! Rules as played:
//! - One pack of 52; two players get 7 cards each, any other number 5. You play against one to four
//!   computer players, or alone. Play goes round from you.
//! - A card must match the top card of the pile in suit or rank, or be an eight, which goes on
//!   anything. Whoever plays an eight names the suit that must be followed, unless it was the last
//!   card; until then nothing else may be done. If the starter is an eight, its own suit counts.
//! - At the start of a turn a player who cannot play draws until a play is possible. On your turn
//!   you may also draw by choice. Who can neither play nor draw passes; both happen of themselves.
//! - When the stock runs out, all of the pile but its top card is shuffled and becomes the new
//!   stock, unless the game is played without (`stock=pass`, as in the document). That happens at
//!   most nine times in a round, which so has an end.
//! - The round ends at once when a hand is empty, and also when everybody in turn has passed: in
//!   the document's code such a game hangs. Hands are then counted: an eight 50, a ten or court
//!   card 10, an ace 1, any other card its number. The lowest hand is first, equal hands share a
//!   place; in a blocked round nobody need have 0.
//! - In a match to points (the usual rule) the first of a round collects what the other hands are
//!   worth above their own; who share the first place each do. Whoever leads when somebody reaches
//!   50 points for every player has won. The lead of the rounds goes round too. Alone there is
//!   nobody to collect from, and a match is one round.
//!
//! A secret of 128 bits, sealed at the deal, decides the order of the pack for every round and
//! every new stock. A position keeps for each card where it lies; the stock is what lies there, in
//! the order of the present shuffle. So no card can be lost or doubled, and nothing is drawn anew.
//!
//! Computer players know what anybody in their seat would: see [`computer::Seen`].

mod computer;
mod course;
mod page;

use crate::game::chance::Chance;
use crate::game::contract::{
    ArgumentKind, ArgumentSpec, Choices, Fault, FaultSpec, Game, Message, MessageSpec, OptionSpec,
    OptionValue, Outcome, Request, RequestSpec, Ruleset, Ruling, Section,
};
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::Page;
use crate::game::secret::Secret;
use crate::games::shared::cards::{Card, PACK, Rank, Suit, WRITTEN};
use computer::Seen;
use course::Course;

/// The game of Crazy Eights.
pub struct CrazyEights;

/// The seat of the player who looks; the others are computer players.
const YOU: usize = 0;
/// The names of the seats, in order of play.
const NAMES: [&str; 5] = ["You", "Ada", "Ben", "Cleo", "Dan"];

/// The places of the options in the ruleset.
const PLAYERS_OPTION: usize = 0;
const STOCK_OPTION: usize = 1;
const MATCH_OPTION: usize = 2;
/// The numbers of players, in the order of the option's values.
const PLAYERS: [usize; 5] = [2, 3, 4, 5, 1];

/// How often the pile becomes the stock in a round. Without an end to it, players who hold all the
/// cards of two suits each could go on for ever.
const RESHUFFLES_MAX: u16 = 9;
/// What a match goes to, for every player at the table.
const POINTS_PER_PLAYER: u16 = 50;

const NOT_YOUR_TURN: u16 = 901;
const NOT_YOUR_CARD: u16 = 902;
const UNKNOWN_CARD: u16 = 903;
const STOCK_EMPTY: u16 = 904;
const NO_EIGHT: u16 = 905;
const UNKNOWN_SUIT: u16 = 906;
const NOT_LEGAL: u16 = 907;
const SUIT_FIRST: u16 = 908;
const NO_NEXT_HAND: u16 = 909;

/// What was chosen before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Terms {
    players: usize,
    /// Whether the pile becomes the stock when that is empty.
    reshuffles: bool,
    /// The points that end the match, if it is one.
    target: Option<u16>,
}

impl Terms {
    fn of(choices: &Choices) -> Self {
        let players = PLAYERS.get(choices.place(PLAYERS_OPTION)).copied().unwrap_or(PLAYERS[0]);
        let to_points = choices.place(MATCH_OPTION) == 1 && players > 1;
        Terms {
            players,
            reshuffles: choices.place(STOCK_OPTION) == 0,
            target: to_points.then_some(POINTS_PER_PLAYER * players as u16),
        }
    }

    fn seats(self) -> std::ops::Range<usize> {
        0..self.players
    }

    fn next_seat(self, seat: usize) -> usize {
        (seat + 1) % self.players
    }

    fn cards_dealt_to_each(self) -> usize {
        if self.players == 2 { 7 } else { 5 }
    }
}

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Stock,
    Pile,
    Hand(usize),
}

/// What says which suit is to be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// The top card itself.
    TopCard,
    /// You have played an eight and must name a suit.
    Due,
    /// Whoever played the eight on top.
    Named(Suit),
}

/// A position: always one in which you are to do something, or the round is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    terms: Terms,
    secret: Secret,
    /// The round of the match, from 0, and how often its pile was made the new stock.
    round: u16,
    reshuffles: u16,
    /// For every card, by its index, where it lies. The top card lies on the pile.
    places: [Place; PACK],
    top: Card,
    call: Call,
    /// The points of each seat before this round; empty if there is no match.
    points: Vec<u16>,
}

impl Position {
    /// A round as it is dealt, before anybody's turn.
    fn dealt(terms: Terms, secret: Secret, round: u16, points: Vec<u16>) -> Self {
        let order = shuffled_pack(secret, round, 0);
        let size = terms.cards_dealt_to_each();
        let starter = terms.players * size;
        let mut places = [Place::Stock; PACK];
        for (at, card) in order.iter().take(starter).enumerate() {
            places[card.index()] = Place::Hand(at / size);
        }
        let top = order[starter];
        places[top.index()] = Place::Pile;
        Position { terms, secret, round, reshuffles: 0, places, top, call: Call::TopCard, points }
    }

    /// The cards at a place, sorted.
    fn cards(&self, place: Place) -> impl Iterator<Item = Card> {
        Card::all().filter(move |card| self.places[card.index()] == place)
    }

    fn count(&self, place: Place) -> usize {
        self.places.iter().filter(|other| **other == place).count()
    }

    fn hand(&self, seat: usize) -> Vec<Card> {
        self.cards(Place::Hand(seat)).collect()
    }

    /// The suit to be followed.
    fn suit(&self) -> Suit {
        match self.call {
            Call::Named(suit) => suit,
            Call::TopCard | Call::Due => self.top.suit,
        }
    }

    fn is_playable(&self, card: Card) -> bool {
        follows(card, self.top.rank, self.suit())
    }

    fn can_play(&self, seat: usize) -> bool {
        self.cards(Place::Hand(seat)).any(|card| self.is_playable(card))
    }

    /// Whether there is a card to draw, if need be after the pile has become the stock.
    fn can_draw(&self) -> bool {
        self.count(Place::Stock) > 0 || self.can_reshuffle()
    }

    fn can_reshuffle(&self) -> bool {
        let left = self.terms.reshuffles && self.reshuffles < RESHUFFLES_MAX;
        left && self.count(Place::Pile) > 1
    }

    /// The seat that has no cards left, if there is one.
    fn seat_without_cards(&self) -> Option<usize> {
        self.terms.seats().find(|seat| self.count(Place::Hand(*seat)) == 0)
    }

    /// Whether nobody can ever play again. Then, and only then, everybody in turn has passed.
    fn is_blocked(&self) -> bool {
        !self.can_draw() && !self.terms.seats().any(|seat| self.can_play(seat))
    }

    fn is_round_over(&self) -> bool {
        self.seat_without_cards().is_some() || (self.call != Call::Due && self.is_blocked())
    }

    /// Whether it is over for good.
    fn is_over(&self) -> bool {
        self.is_round_over()
            && self.terms.target.is_none_or(|target| {
                self.points_after_round().iter().any(|points| *points >= target)
            })
    }

    /// What each hand is worth.
    fn hand_values(&self) -> Vec<u16> {
        let value = |seat| self.cards(Place::Hand(seat)).map(points).sum();
        self.terms.seats().map(value).collect()
    }

    /// What each seat collects for the round when it is over: the lowest hand what the others are
    /// worth above it.
    fn gains(&self) -> Vec<u16> {
        let values = self.hand_values();
        let least = values.iter().min().copied().unwrap_or(0);
        let pot = values.iter().map(|value| value - least).sum();
        values.iter().map(|value| if *value == least { pot } else { 0 }).collect()
    }

    /// The points of each seat, with what it collects if the round is over; empty if there is no
    /// match.
    fn points_after_round(&self) -> Vec<u16> {
        if !self.is_round_over() {
            return self.points.clone();
        }
        self.points.iter().zip(self.gains()).map(|(points, gain)| points + gain).collect()
    }

    /// The seats in order of their places in the match, or in the round if that is all.
    fn ranking(&self) -> Vec<Vec<usize>> {
        match self.terms.target {
            Some(_) => {
                let points = self.points_after_round();
                by_place(self.terms, |seat| std::cmp::Reverse(points[seat]))
            }
            None => {
                let values = self.hand_values();
                by_place(self.terms, |seat| values[seat])
            }
        }
    }

    /// What a player in this seat sees and remembers.
    fn seen_by(&self, seat: usize) -> Seen {
        let others = (1..self.terms.players).map(|steps| (seat + steps) % self.terms.players);
        Seen {
            hand: self.hand(seat),
            pile: self.cards(Place::Pile).collect(),
            top: self.top,
            suit: self.suit(),
            others: others.map(|other| self.count(Place::Hand(other))).collect(),
        }
    }
}

/// Whether a card may be played on one of this rank when this suit is to be followed.
fn follows(card: Card, rank: Rank, suit: Suit) -> bool {
    card.rank == Rank::Eight || card.rank == rank || card.suit == suit
}

/// What a card counts in a hand at the end.
fn points(card: Card) -> u16 {
    match card.rank {
        Rank::Eight => 50,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as u16 + 1,
    }
}

/// The seats grouped by a score and sorted by it, the smallest first.
fn by_place<S: Ord + Copy>(terms: Terms, score: impl Fn(usize) -> S) -> Vec<Vec<usize>> {
    let mut scores: Vec<S> = terms.seats().map(&score).collect();
    scores.sort_unstable();
    scores.dedup();
    let holders = |place: &S| terms.seats().filter(|seat| score(*seat) == *place).collect();
    scores.iter().map(holders).collect()
}

/// The order of the pack in a round after its pile was made the stock so often.
fn shuffled_pack(secret: Secret, round: u16, reshuffles: u16) -> [Card; PACK] {
    let mut pack = [Card::new(Rank::Ace, Suit::Clubs); PACK];
    pack.iter_mut().zip(Card::all()).for_each(|(place, card)| *place = card);
    secret.chance("eights/pack", [round, reshuffles]).shuffle(&mut pack);
    pack
}

impl Game for CrazyEights {
    type Position = Position;

    const RULESET: Ruleset = RULESET;

    fn deal(choices: &Choices, chance: &mut Chance) -> Position {
        let terms = Terms::of(choices);
        let points = vec![0; terms.target.map_or(0, |_| terms.players)];
        let secret = Secret::draw(chance);
        Course::of(Position::dealt(terms, secret, 0, points)).take_turns_from(YOU).position
    }

    fn pack(position: &Position, packer: &mut Packer) {
        let places = position.terms.players as u64 + 2;
        for place in position.places {
            let number = match place {
                Place::Stock => 0,
                Place::Pile => 1,
                Place::Hand(seat) => seat as u64 + 2,
            };
            packer.put_one_of(number, places);
        }
        packer.put_one_of(position.top.index() as u64, PACK as u64);
        let call = match position.call {
            Call::TopCard => 0,
            Call::Due => 1,
            Call::Named(suit) => suit as u64 + 2,
        };
        packer.put_one_of(call, CALLS);
        position.secret.pack(packer);
        packer.put(position.round.into(), ROUND_BITS);
        packer.put_one_of(position.reshuffles.into(), u64::from(RESHUFFLES_MAX) + 1);
        if let Some(target) = position.terms.target {
            position.points.iter().for_each(|p| packer.put_one_of((*p).into(), target.into()));
        }
    }

    fn unpack(choices: &Choices, packed: &mut Unpacker<'_>) -> Result<Position, Unpackable> {
        let terms = Terms::of(choices);
        let mut places = [Place::Stock; PACK];
        for place in &mut places {
            *place = match packed.take_one_of(terms.players as u64 + 2)? {
                0 => Place::Stock,
                1 => Place::Pile,
                number => Place::Hand(number as usize - 2),
            };
        }
        let top = packed.take_one_of(PACK as u64)? as usize;
        let call = match packed.take_one_of(CALLS)? as usize {
            0 => Call::TopCard,
            1 => Call::Due,
            number => Call::Named(*Suit::ALL.get(number - 2).ok_or(Unpackable::Impossible)?),
        };
        let secret = Secret::unpack(packed)?;
        let round = packed.take(ROUND_BITS)? as u16;
        let reshuffles = packed.take_one_of(u64::from(RESHUFFLES_MAX) + 1)? as u16;
        let mut points = Vec::new();
        if let Some(target) = terms.target {
            for _ in terms.seats() {
                points.push(packed.take_one_of(target.into())? as u16);
            }
        }
        let top = Card::from_index(top).ok_or(Unpackable::Impossible)?;
        let position = Position { terms, secret, round, reshuffles, places, top, call, points };
        if is_possible(&position) { Ok(position) } else { Err(Unpackable::Impossible) }
    }

    fn referee(position: &Position, request: &Request) -> Result<Ruling<Position>, Fault> {
        let course = match request.name {
            "play_card" => play_card(position, request.word(0)),
            "choose_suit" => choose_suit(position, request.word(0)),
            "draw_card" => draw_card(position),
            "next_hand" => next_hand(position),
            _ => Err(RULESET.fault(603)),
        }?;
        Ok(Ruling::Next(course.position, course.messages))
    }

    fn outcome(position: &Position) -> Option<Outcome> {
        if !position.is_over() {
            return None;
        }
        let names = |seats: &Vec<usize>| seats.iter().map(|seat| NAMES[*seat].into()).collect();
        Some(Outcome { ranking: position.ranking().iter().map(names).collect() })
    }

    fn page(position: &Position, messages: &[Message]) -> Page {
        page::page(position, messages)
    }

    fn reimagine(position: &Position, chance: &mut Chance) -> Position {
        let hidden = |place: Place| match place {
            Place::Stock => true,
            Place::Pile => false,
            // At the end of a round all hands are shown.
            Place::Hand(seat) => seat != YOU && !position.is_round_over(),
        };
        let mut places: Vec<Place> =
            position.places.iter().copied().filter(|place| hidden(*place)).collect();
        chance.shuffle(&mut places);
        let mut other = Position { secret: Secret::draw(chance), ..position.clone() };
        let slots = other.places.iter_mut().filter(|place| hidden(**place));
        slots.zip(places).for_each(|(slot, place)| *slot = place);
        other
    }

    /// From one stock to the next at most 51 cards are drawn and 51 played, and four suits named.
    /// Matches of more than 20 rounds of such length are not seen.
    fn longest(choices: &Choices) -> u32 {
        let terms = Terms::of(choices);
        let stocks = if terms.reshuffles { 1 + u32::from(RESHUFFLES_MAX) } else { 1 };
        let rounds = if terms.target.is_some() { 20 } else { 1 };
        rounds * stocks * (51 + 51 + 4)
    }
}

/// What can say which suit is to be followed: the top card, nobody yet, or one of four suits.
const CALLS: u64 = 6;
/// The width of the number of the round. No match comes near its end; there, the same cards would
/// be dealt again.
const ROUND_BITS: u32 = 16;

/// Whether an unpacked position is one that play leads to, as far as play relies on it.
fn is_possible(position: &Position) -> bool {
    let seats_without_cards =
        position.terms.seats().filter(|seat| position.count(Place::Hand(*seat)) == 0).count();
    let over = position.is_round_over();
    let eight_on_top = position.top.rank == Rank::Eight;
    let starter_on_top = position.count(Place::Pile) == 1;
    let call_fits = match position.call {
        Call::TopCard => !eight_on_top || starter_on_top || over,
        Call::Due => eight_on_top && !over,
        Call::Named(_) => eight_on_top,
    };
    position.places[position.top.index()] == Place::Pile
        && seats_without_cards <= 1
        && call_fits
        && (over || position.call == Call::Due || position.can_play(YOU))
}

fn play_card(position: &Position, written: &str) -> Result<Course, Fault> {
    hold_that_it_is_your_turn(position)?;
    if position.call == Call::Due {
        return Err(RULESET.fault(SUIT_FIRST));
    }
    let card = Card::read(written).ok_or_else(|| RULESET.fault(UNKNOWN_CARD))?;
    if position.places[card.index()] != Place::Hand(YOU) {
        let sentence = format!("You don't have that card ({}).", card.written());
        return Err(RULESET.fault(NOT_YOUR_CARD).saying(sentence));
    }
    if !position.is_playable(card) {
        return Err(RULESET.fault(NOT_LEGAL));
    }
    let mut course = Course::of(position.clone());
    course.play(YOU, card);
    Ok(course.go_on_after(YOU))
}

fn choose_suit(position: &Position, word: &str) -> Result<Course, Fault> {
    hold_that_it_is_your_turn(position)?;
    if position.call != Call::Due {
        return Err(RULESET.fault(NO_EIGHT));
    }
    let suit = Suit::read(word).ok_or_else(|| RULESET.fault(UNKNOWN_SUIT))?;
    let mut course = Course::of(position.clone());
    course.name_suit(YOU, suit);
    Ok(course.go_on_after(YOU))
}

fn draw_card(position: &Position) -> Result<Course, Fault> {
    hold_that_it_is_your_turn(position)?;
    if position.call == Call::Due {
        return Err(RULESET.fault(SUIT_FIRST));
    }
    if !position.can_draw() {
        return Err(RULESET.fault(STOCK_EMPTY));
    }
    let mut course = Course::of(position.clone());
    course.draw(YOU);
    Ok(course)
}

fn next_hand(position: &Position) -> Result<Course, Fault> {
    if !position.is_round_over() || position.is_over() {
        return Err(RULESET.fault(NO_NEXT_HAND));
    }
    let (terms, round) = (position.terms, position.round.saturating_add(1));
    let points = position.points_after_round();
    let mut course = Course::of(Position::dealt(terms, position.secret, round, points));
    course.tell_deal();
    Ok(course.take_turns_from(usize::from(round) % terms.players))
}

/// Computer players reply at once, so it is your turn until the round is over.
fn hold_that_it_is_your_turn(position: &Position) -> Result<(), Fault> {
    let fault = RULESET.fault(NOT_YOUR_TURN);
    match position.is_round_over() {
        false => Ok(()),
        true if position.is_over() => Err(fault.saying("It's not your turn; the game is over.")),
        true => Err(fault.saying("It's not your turn; the round is over.")),
    }
}

const RULESET: Ruleset = Ruleset {
    key: "eights",
    uri: "http://volity.org/games/eights/index.html",
    title: "Crazy Eights",
    blurb: "Match the top card in suit or rank, and get rid of your hand first. Eights are wild.",
    picture: "eights",
    version: 1,
    seats: (1, NAMES.len() as u8),
    secret_deal: true,
    daily: true,
    options: &[
        OptionSpec {
            name: "players",
            label: "Players",
            values: &[
                OptionValue { value: "2", label: "you and one computer player" },
                OptionValue { value: "3", label: "you and two" },
                OptionValue { value: "4", label: "you and three" },
                OptionValue { value: "5", label: "you and four" },
                OptionValue { value: "1", label: "you alone" },
            ],
        },
        OptionSpec {
            name: "stock",
            label: "When the stock is empty",
            values: &[
                OptionValue { value: "reshuffle", label: "the pile is shuffled" },
                OptionValue { value: "pass", label: "players who cannot play pass" },
            ],
        },
        OptionSpec {
            name: "match",
            label: "Length",
            values: &[
                OptionValue { value: "single", label: "one round" },
                OptionValue { value: "points", label: "a match to 50 points for each player" },
            ],
        },
    ],
    requests: &[
        RequestSpec {
            name: "play_card",
            label: "play it",
            about: "Plays a card, which must match the top card in suit or rank, or the suit that was named, or be an eight. A card is written rank first, then the initial of its suit, in either case: 8H, 10S, QD, AC.",
            arguments: &[ArgumentSpec { name: "card", kind: ArgumentKind::Word(&WRITTEN) }],
            faults: &[NOT_YOUR_TURN, NOT_YOUR_CARD, UNKNOWN_CARD, NOT_LEGAL, SUIT_FIRST],
            only_asks: false,
        },
        RequestSpec {
            name: "choose_suit",
            label: "name it",
            about: "Names the suit to be followed, after an eight that was not the last card. Its initial is enough, in either case.",
            arguments: &[ArgumentSpec {
                name: "suit",
                kind: ArgumentKind::Word(&["C", "D", "S", "H"]),
            }],
            faults: &[NOT_YOUR_TURN, NO_EIGHT, UNKNOWN_SUIT],
            only_asks: false,
        },
        RequestSpec {
            name: "draw_card",
            label: "draw",
            about: "Draws the top card of the stock.",
            arguments: &[],
            faults: &[NOT_YOUR_TURN, STOCK_EMPTY, SUIT_FIRST],
            only_asks: false,
        },
        RequestSpec {
            name: "next_hand",
            label: "deal",
            about: "Deals the next round of a match.",
            arguments: &[],
            faults: &[NO_NEXT_HAND],
            only_asks: false,
        },
    ],
    messages: &[
        MessageSpec {
            name: "start_game",
            arguments: &[],
            private: false,
            about: "The next round of a match begins.",
        },
        MessageSpec {
            name: "receive_hand",
            arguments: &["cards"],
            private: true,
            about: "The player is dealt these cards, written with spaces between them.",
        },
        MessageSpec {
            name: "starter_card",
            arguments: &["card"],
            private: false,
            about: "This card is turned from the stock to begin the pile.",
        },
        MessageSpec {
            name: "start_turn",
            arguments: &["player"],
            private: false,
            about: "It is this player's turn.",
        },
        MessageSpec {
            name: "player_played_card",
            arguments: &["player", "card"],
            private: false,
            about: "The player played the card, which is now the card to match.",
        },
        MessageSpec {
            name: "player_chose_suit",
            arguments: &["player", "suit"],
            private: false,
            about: "Having played an eight, the player has named the suit to be followed, given by its initial.",
        },
        MessageSpec {
            name: "player_drew_card",
            arguments: &["player"],
            private: false,
            about: "The player drew a card from the stock.",
        },
        MessageSpec {
            name: "draw_card",
            arguments: &["card"],
            private: true,
            about: "The player drew this card.",
        },
        MessageSpec {
            name: "player_passed",
            arguments: &["player"],
            private: false,
            about: "The player, able neither to play nor to draw, had to pass.",
        },
        MessageSpec {
            name: "stock_reshuffled",
            arguments: &["cards"],
            private: false,
            about: "The stock was empty, and so many cards of the pile were shuffled to be the new one.",
        },
        MessageSpec {
            name: "scores",
            arguments: &["scores"],
            private: false,
            about: "The round is over, and the hands are worth so much: You=0,Ada=35.",
        },
    ],
    faults: &[
        FaultSpec { code: NOT_YOUR_TURN, name: "not_your_turn", sentence: "It's not your turn." },
        FaultSpec {
            code: NOT_YOUR_CARD,
            name: "not_your_card",
            sentence: "You don't have that card.",
        },
        FaultSpec {
            code: UNKNOWN_CARD,
            name: "unknown_card",
            sentence: "Unknown card. (Malformed play_card() argument.)",
        },
        FaultSpec {
            code: STOCK_EMPTY,
            name: "stock_empty",
            sentence: "You can't draw a card; the stock is empty.",
        },
        FaultSpec {
            code: NO_EIGHT,
            name: "no_eight",
            sentence: "You can't choose a suit; you haven't just played an 8.",
        },
        FaultSpec {
            code: UNKNOWN_SUIT,
            name: "unknown_suit",
            sentence: "Unknown suit. (Malformed choose_suit() argument.)",
        },
        FaultSpec { code: NOT_LEGAL, name: "not_legal", sentence: "That's not a legal play!" },
        FaultSpec {
            code: SUIT_FIRST,
            name: "suit_first",
            sentence: "You have just played an 8. Name a suit first.",
        },
        FaultSpec {
            code: NO_NEXT_HAND,
            name: "no_next_hand",
            sentence: "There is no next round to deal now.",
        },
    ],
    rules: &[
        Section {
            heading: "How to play",
            paragraphs: &[
                "One pack of 52 cards is shuffled. Two players get 7 cards each; if you play alone, or if there are more of you, everybody gets 5. The next card is turned up to start the pile, and the rest is the stock. You play first, then Ada, Ben, Cleo and Dan, as many as there are.",
                "On your turn you play a card onto the pile. It must match the top card in suit or in rank, or it must be an eight. An eight goes on anything, and whoever plays it names the suit that must be followed, unless it was the last card in hand. Nothing else happens until the suit is named. If the card that starts the pile is an eight, its own suit counts.",
                "If you cannot play when your turn begins, cards are drawn for you until you can. You may also draw a card when you could play, as often as you like.",
                "Whoever gets rid of the last card ends the round at once. Everybody else counts the hand: 50 for an eight, 10 for a ten, jack, queen or king, 1 for an ace, and its number for any other card. The lowest hand comes first, and equal hands share a place.",
            ],
        },
        Section {
            heading: "When the stock is empty",
            paragraphs: &[
                "As a rule all cards of the pile but the top one are then shuffled and become the new stock, up to nine times in a round. You can choose to play without that: then players who cannot play pass, and the game goes on without drawing.",
                "Passing happens of itself, when somebody can neither play nor draw. If everybody in turn has passed, the round is blocked and ends. The hands are counted as usual, only that nobody need have 0. Alone, you are stuck when that happens, and have lost.",
            ],
        },
        Section {
            heading: "A match",
            paragraphs: &[
                "In a match to points, whoever comes first in a round collects what the other hands are worth. In a blocked round the lowest hand collects the difference between each other hand and itself; if several hands are lowest, each of them does.",
                "The match ends when somebody has 50 points for every player at the table: 100 with two players, 150 with three, 200 with four, 250 with five. Most points win. The lead passes on with every round: you lead the first, Ada the second, and so on.",
                "Alone there is nobody to collect from, so a match is one round.",
            ],
        },
        Section {
            heading: "What the computer players know",
            paragraphs: &[
                "They know what you would in their place: their own cards, the pile, the suit to follow, and how many cards everybody holds. They never see your hand or the stock. They keep their eights until they need them, leave suits that the others are likely to lack, and shed high cards when somebody is about to finish.",
                "Everything that chance decides is decided at the deal and sealed into the links: the order of the stock, the order in which the pile will be shuffled, the next rounds of a match. Opening a link again changes nothing.",
                "Back is undo, so you can look at a card, go back and not draw it. Nothing here keeps you from it; a win is worth as much as your word.",
            ],
        },
    ],
};

#[cfg(test)]
mod tests;
