//! A position: where every card is, and what follows from that by the rules.

use crate::game::prelude::*;
use crate::game::secret::Secret;
use crate::games::shared::cards::{Card, PACK, Rank, Suit};
use std::cmp::Reverse;

pub static PLAYERS: GameOption<usize> = GameOption::new(
    "players",
    "Against",
    &[
        value("2", "one computer player", 2),
        value("3", "two", 3),
        value("4", "three", 4),
        value("5", "four", 5),
        noted("1", "nobody", "you play alone", 1),
    ],
);
/// Whether the pile becomes the stock when that is empty.
pub static STOCK: GameOption<bool> = GameOption::new(
    "stock",
    "Empty stock",
    &[
        value("reshuffle", "the pile is shuffled", true),
        value("pass", "who cannot play passes", false),
    ],
)
.about(OptionGroup::HouseRules);
/// What a match goes to, for every player at the table; nothing for one round.
pub static MATCH: GameOption<Option<usize>> = GameOption::new(
    "match",
    "Length",
    &[
        value("single", "one round", None),
        value("points", "a match, to 50 points a player", Some(50)),
    ],
);

/// The most seats.
pub const SEATS_MAX: usize = 5;
/// The width of the number of the round, in bits. No match comes near its end; after it, the same
/// cards would be dealt again.
const ROUND_BITS: u32 = 16;
/// The width of the value of a hand, in bits. The whole pack is worth 508.
const VALUE_BITS: u32 = 9;

/// How often the pile becomes the stock in a round. Without a limit, players who hold all the
/// cards of two suits each could go on for ever.
pub const RESHUFFLES_MAX: u16 = 9;

/// How well the computer players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They look at the cards as they are.
    Easy,
    /// They imagine how the hidden cards may lie.
    Good,
    /// They also remember what each player could not follow, and imagine more.
    Counting,
}

impl Level {
    /// `good`.
    pub const fn name(self) -> &'static str {
        ["easy", "good", "counting"][self as usize]
    }
}

pub static LEVEL: GameOption<Level> = GameOption::new(
    "level",
    "Level",
    &[
        noted("easy", "easy", "they play what fits", Level::Easy),
        noted("good", "good", "they think ahead", Level::Good),
        noted("counting", "counting", "they remember, too", Level::Counting),
    ],
)
.about(OptionGroup::Computer);
/// Whether whoever follows a two draws two cards.
pub static TWOS: GameOption<bool> = GameOption::new(
    "twos",
    "A two",
    &[
        value("plain", "is a card like others", false),
        value("draw", "makes the next draw two", true),
    ],
)
.about(OptionGroup::HouseRules);
/// Whether whoever follows a queen is skipped.
pub static QUEENS: GameOption<bool> = GameOption::new(
    "queens",
    "A queen",
    &[value("plain", "is a card like others", false), value("skip", "skips the next", true)],
)
.about(OptionGroup::HouseRules);
/// Whether an ace turns the direction of play.
pub static ACES: GameOption<bool> = GameOption::new(
    "aces",
    "An ace",
    &[value("plain", "is a card like others", false), value("reverse", "turns play round", true)],
)
.about(OptionGroup::HouseRules);
/// Whether only one card is drawn in a turn.
pub static DRAWING: GameOption<bool> = GameOption::new(
    "draw",
    "Who cannot play",
    &[
        value("until", "draws until they can", false),
        value("one", "draws one card, then passes", true),
    ],
)
.about(OptionGroup::HouseRules);
/// Whether it is drawn by lot who leads the first round.
pub static LEAD: GameOption<bool> = GameOption::new(
    "lead",
    "Who begins",
    &[value("you", "you", false), value("lot", "drawn by lot", true)],
);

/// The house rules that are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HouseRules {
    /// Whoever follows a two draws two cards.
    pub twos: bool,
    /// Whoever follows a queen is skipped.
    pub queens: bool,
    /// An ace turns the direction of play. Between two it skips the other.
    pub aces: bool,
    /// Who cannot play draws one card and passes if that does not fit. Who draws by choice has
    /// ended the turn with it.
    pub one_draw: bool,
}

/// What was chosen before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    pub players: usize,
    /// How many of the first seats are held by people; the computer holds the others.
    pub people: usize,
    /// Whether the pile becomes the stock when that is empty.
    pub reshuffles: bool,
    /// The points that end the match, if it is one. Alone there is nobody to collect from.
    pub target: Option<usize>,
    pub level: Level,
    pub rules: HouseRules,
    /// Whether it is drawn by lot who leads the first round.
    pub lead_by_lot: bool,
}

impl Terms {
    pub fn of(choices: &Choices) -> Self {
        let (players, each) = (choices.of(&PLAYERS), choices.of(&MATCH));
        let rules = HouseRules {
            twos: choices.of(&TWOS),
            queens: choices.of(&QUEENS),
            aces: choices.of(&ACES),
            one_draw: choices.of(&DRAWING),
        };
        Terms {
            players,
            people: choices.people(),
            reshuffles: choices.of(&STOCK),
            target: each.filter(|_| players > 1).map(|points| points * players),
            level: choices.of(&LEVEL),
            rules,
            lead_by_lot: choices.of(&LEAD),
        }
    }

    /// Whether the direction of play can turn. Between two it makes no difference.
    pub fn can_turn_round(self) -> bool {
        self.rules.aces && self.players > 2
    }

    /// Whether something may lie ahead of the next player that the cards do not show.
    pub fn has_effects(self) -> bool {
        self.rules != HouseRules::default() || self.lead_by_lot
    }

    /// Of how many seats it is remembered what they could not follow.
    pub fn remembered(self) -> usize {
        if self.level == Level::Counting { self.players } else { 0 }
    }

    pub fn seats(self) -> impl Iterator<Item = Seat> {
        0..self.players
    }

    pub fn is_person(self, seat: Seat) -> bool {
        seat < self.people
    }

    /// Whether several people play, each with a password.
    pub fn is_closed(self) -> bool {
        self.people > 1
    }

    /// How many seats have their turns recorded: those of a table of several people.
    pub fn recorded(self) -> usize {
        if self.is_closed() { self.players } else { 0 }
    }

    pub fn cards_dealt_to_each(self) -> usize {
        if self.players == 2 { 7 } else { 5 }
    }
}

/// Where a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    Stock,
    Pile,
    Hand(Seat),
}

impl Location {
    pub fn all(terms: Terms) -> Vec<Self> {
        let hands = terms.seats().map(Location::Hand);
        [Location::Stock, Location::Pile].into_iter().chain(hands).collect()
    }
}

/// What says which suit is to be followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The top card itself.
    TopCard,
    /// Nobody yet: whoever has just played an eight must name a suit.
    Due,
    /// Whoever played the eight on top.
    Named(Suit),
}

impl Call {
    pub fn all() -> Vec<Self> {
        let suits = Suit::ALL.map(Call::Named);
        [Call::TopCard, Call::Due].into_iter().chain(suits).collect()
    }
}

/// How far a round has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It is still to be dealt.
    Undealt,
    /// A seat's turn begins: it may have to draw, or to pass.
    TurnBegins,
    /// A seat has something to decide: which card to play, which suit to name.
    Decision,
    /// The round is over, and whoever found it over sees the hands. At a table of several people
    /// that is never sealed.
    Over,
    /// The game is over, and the hands lie open for everybody.
    Shown,
}

impl Stage {
    /// The stages that a link of a closed table may have. The person who finds the round over goes
    /// on with a request, so [`Stage::Over`] is never sealed there.
    const SEALED: [Stage; 4] = [Stage::Undealt, Stage::TurnBegins, Stage::Decision, Stage::Shown];
}

/// What everybody has seen of the last turn of a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LastTurn {
    /// How many cards it drew.
    pub drawn: usize,
    /// What it did then; nothing if it has not had a turn in this round.
    pub act: Option<Act>,
    /// The suit that it named.
    pub suit: Option<Suit>,
}

/// What a seat did in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It played this card.
    Played(Card),
    /// It could not play, nor draw any more.
    Passed,
    /// It was skipped.
    Skipped,
    /// It chose to draw a card, and so ended the turn.
    ChoseToDraw,
}

impl Act {
    /// Everything that a seat may have done, and nothing.
    fn all() -> Vec<Option<Act>> {
        let played = Card::all().map(Act::Played);
        let acts = [Act::Passed, Act::Skipped, Act::ChoseToDraw].into_iter().chain(played);
        [None].into_iter().chain(acts.map(Some)).collect()
    }
}

/// What lies ahead of the player whose turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// They draw two cards.
    DrawTwo,
    /// They are skipped, or wait for the leader.
    Skip,
    /// The player before them has chosen to draw a card, which is still to be drawn.
    DrawBefore,
}

impl Effect {
    /// Every effect, and none.
    const ALL: [Option<Effect>; 4] =
        [None, Some(Effect::DrawTwo), Some(Effect::Skip), Some(Effect::DrawBefore)];
}

/// A position. Where one person plays it is settled between two requests: they have something to
/// decide, or the round is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub terms: Terms,
    pub secret: Secret,
    /// The round of the match, from 0, and how often its pile was made the new stock.
    pub round: u16,
    pub reshuffles: u16,
    /// For every card, by its index, where it is.
    pub locations: [Location; PACK],
    /// The top card of the pile; any card before the deal.
    pub top: Card,
    pub call: Call,
    pub stage: Stage,
    /// The seat to which play has come.
    pub cursor: Seat,
    /// Whether play goes round the other way.
    pub is_backwards: bool,
    /// What lies ahead of whoever's turn begins.
    pub effect: Option<Effect>,
    /// The person who looks on, where play has come to another person because a computer player
    /// turned it round. That is found out by settling, and never sealed.
    pub onlooker: Option<Seat>,
    /// Where it is remembered, for each seat a card that nothing in its hand can follow.
    pub voids: Vec<Option<Card>>,
    /// How many turns in a row were passes.
    pub passes: usize,
    /// The points of each seat before this round; empty if there is no match.
    pub points: Vec<usize>,
    /// At a table of several people the last turn of each seat; else nothing.
    pub last_turns: Vec<LastTurn>,
    /// There, what the hands were worth at the end of the round before; nothing before that.
    pub last_values: Vec<usize>,
}

impl Position {
    /// The first round, still to be dealt.
    pub fn new(terms: Terms, secret: Secret) -> Self {
        Position {
            terms,
            secret,
            round: 0,
            reshuffles: 0,
            locations: [Location::Stock; PACK],
            top: Card::new(Rank::Ace, Suit::Clubs),
            call: Call::TopCard,
            stage: Stage::Undealt,
            cursor: 0,
            is_backwards: false,
            effect: None,
            onlooker: None,
            voids: vec![None; terms.remembered()],
            passes: 0,
            points: vec![0; terms.target.map_or(0, |_| terms.players)],
            last_turns: vec![LastTurn::default(); terms.recorded()],
            last_values: vec![0; terms.target.map_or(0, |_| terms.recorded())],
        }
    }

    /// The next round, still to be dealt. The lead goes round; among several people the seat after
    /// the person who has it dealt leads, so that the turn passes on to another.
    pub fn next_round(&self) -> Self {
        let round = self.round.saturating_add(1);
        let leader = match self.terms.is_closed() {
            true => self.cursor + 1,
            false => self.first_leader() + usize::from(round),
        };
        Position {
            round,
            cursor: leader % self.terms.players,
            points: self.points_after_round(),
            last_values: self.hand_values().into_iter().take(self.last_values.len()).collect(),
            ..Position::new(self.terms, self.secret)
        }
    }

    /// The seat that leads the first round.
    pub fn first_leader(&self) -> Seat {
        let players = self.terms.players as u32;
        let lot = || self.secret.chance("eights/lead", []).below(players) as Seat;
        if self.terms.lead_by_lot { lot() } else { 0 }
    }

    /// The seats in the present order of play from this one on.
    pub fn order_from(&self, first: Seat) -> impl Iterator<Item = Seat> + use<> {
        let players = self.terms.players;
        let step = if self.is_backwards { players - 1 } else { 1 };
        (0..players).map(move |count| (first + count * step) % players)
    }

    /// The seat whose turn comes after this one's.
    pub fn seat_after(&self, seat: Seat) -> Seat {
        self.order_from(seat).nth(1).unwrap_or(seat)
    }

    /// The seat whose turn came before this one's.
    pub fn seat_before(&self, seat: Seat) -> Seat {
        self.order_from(seat).last().unwrap_or(seat)
    }

    /// Whether whoever's turn it is waits for the one who leads the first round.
    pub fn waits_for_leader(&self) -> bool {
        let is_first = self.round == 0 && self.is_starter_on_top();
        self.effect == Some(Effect::Skip) && is_first
    }

    /// The order of the whole pack in the present shuffle. The stock is what is there, in it.
    pub fn pack_order(&self) -> Vec<Card> {
        pack_order(self.secret, self.round, self.reshuffles)
    }

    pub fn location(&self, card: Card) -> Location {
        self.locations[card.index()]
    }

    pub fn put(&mut self, card: Card, location: Location) {
        self.locations[card.index()] = location;
    }

    pub fn put_on_pile(&mut self, card: Card) {
        self.put(card, Location::Pile);
        self.top = card;
    }

    /// The cards at a location, sorted.
    pub fn cards(&self, location: Location) -> impl Iterator<Item = Card> {
        Card::all().filter(move |card| self.locations[card.index()] == location)
    }

    pub fn hand(&self, seat: Seat) -> Vec<Card> {
        self.cards(Location::Hand(seat)).collect()
    }

    pub fn count(&self, location: Location) -> usize {
        self.cards(location).count()
    }

    /// How many cards each seat holds.
    pub fn counts(&self) -> Vec<usize> {
        self.terms.seats().map(|seat| self.count(Location::Hand(seat))).collect()
    }

    /// The suit to be followed.
    pub fn suit(&self) -> Suit {
        match self.call {
            Call::Named(suit) => suit,
            Call::TopCard | Call::Due => self.top.suit,
        }
    }

    pub fn is_playable(&self, card: Card) -> bool {
        follows(card, self.top.rank, self.suit())
    }

    pub fn can_play(&self, seat: Seat) -> bool {
        self.cards(Location::Hand(seat)).any(|card| self.is_playable(card))
    }

    /// Whether there is a card to draw, if need be after the pile has become the stock.
    pub fn can_draw(&self) -> bool {
        self.count(Location::Stock) > 0 || self.can_reshuffle()
    }

    pub fn can_reshuffle(&self) -> bool {
        let left = self.terms.reshuffles && self.reshuffles < RESHUFFLES_MAX;
        left && self.count(Location::Pile) > 1
    }

    /// Whether no card was played yet in this round.
    pub fn is_starter_on_top(&self) -> bool {
        self.count(Location::Pile) == 1 && self.reshuffles == 0
    }

    /// Whether this seat has something to decide now.
    pub fn decides(&self, seat: Seat) -> bool {
        self.stage == Stage::Decision && self.cursor == seat
    }

    /// Whether the seat to which play has come can play a card or must name a suit.
    pub fn has_move(&self) -> bool {
        self.call == Call::Due || self.can_play(self.cursor)
    }

    /// Whether whoever looks can only pass, and must say so: they cannot play nor draw any more,
    /// are skipped, or look on.
    pub fn must_pass(&self) -> bool {
        let is_stuck = || !self.has_move() && (self.terms.rules.one_draw || !self.can_draw());
        match self.stage {
            Stage::Decision => self.effect == Some(Effect::Skip) || is_stuck(),
            Stage::TurnBegins => self.onlooker.is_some(),
            Stage::Undealt | Stage::Over | Stage::Shown => false,
        }
    }

    /// Whether whoever is on turn may draw by choice. At a table of several people they would learn
    /// the card and could go back, so it ends their turn there, or is not offered.
    pub fn may_draw(&self) -> bool {
        let is_allowed = !self.terms.is_closed() || self.terms.rules.one_draw;
        let decides = self.stage == Stage::Decision && self.call != Call::Due && !self.must_pass();
        is_allowed && decides && self.can_draw()
    }

    /// The next person in order of play, whom the position waits for; none if it is over for good
    /// and everybody sees that.
    pub fn turn(&self) -> Option<Seat> {
        let mut seats = self.order_from(self.cursor);
        let next = self.onlooker.or_else(|| seats.find(|seat| self.terms.is_person(*seat)));
        match self.terms.is_closed() {
            true => next.filter(|_| self.stage != Stage::Shown),
            false => next.filter(|_| !self.is_over()),
        }
    }

    /// The seat that has no cards left, if there is one.
    pub fn seat_without_cards(&self) -> Option<Seat> {
        self.terms.seats().find(|seat| self.count(Location::Hand(*seat)) == 0)
    }

    /// Whether nobody can ever play again. Then, and only then, everybody in turn has passed.
    pub fn is_blocked(&self) -> bool {
        !self.can_draw() && !self.terms.seats().any(|seat| self.can_play(seat))
    }

    pub fn is_round_over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Shown)
    }

    /// Whether it is over for good.
    pub fn is_over(&self) -> bool {
        let is_reached = |target| self.points_after_round().iter().any(|points| *points >= target);
        self.is_round_over() && self.terms.target.is_none_or(is_reached)
    }

    /// What each hand is worth.
    pub fn hand_values(&self) -> Vec<usize> {
        let value = |seat| self.cards(Location::Hand(seat)).map(points).sum();
        self.terms.seats().map(value).collect()
    }

    /// What each seat collects for the round when it is over: the lowest hand what the others are
    /// worth above it.
    pub fn gains(&self) -> Vec<usize> {
        let values = self.hand_values();
        let least = values.iter().min().copied().unwrap_or(0);
        let pot = values.iter().map(|value| value - least).sum();
        values.iter().map(|value| if *value == least { pot } else { 0 }).collect()
    }

    /// The points of each seat, with what it collects if the round is over; empty if there is no
    /// match.
    pub fn points_after_round(&self) -> Vec<usize> {
        if !self.is_round_over() {
            return self.points.clone();
        }
        self.points.iter().zip(self.gains()).map(|(points, gain)| points + gain).collect()
    }

    /// How the game ended: by points in a match, by the hands in a single round, and whoever plays
    /// alone has won who is out.
    pub fn outcome(&self) -> Option<Outcome> {
        let lowest_first: Vec<_> = self.hand_values().into_iter().map(Reverse).collect();
        self.is_over().then(|| match self.terms {
            Terms { players: 1, .. } => Outcome::alone(self.seat_without_cards().is_some()),
            Terms { target: Some(_), .. } => Outcome::by_score(&self.points_after_round()),
            Terms { target: None, .. } => Outcome::by_score(&lowest_first),
        })
    }

    /// The stage of a settled position with one person, which follows from its cards.
    pub fn settled_stage(&self) -> Stage {
        let is_blocked = self.call != Call::Due && self.is_blocked();
        let is_over = is_blocked || self.seat_without_cards().is_some();
        if is_over { Stage::Over } else { Stage::Decision }
    }

    /// Writes or reads every field.
    pub fn fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        let terms = self.terms;
        let locations = Location::all(terms);
        let pack: Vec<Card> = Card::all().collect();
        self.locations.iter_mut().try_for_each(|place| codec.one_of(place, &locations))?;
        codec.one_of(&mut self.top, &pack)?;
        codec.one_of(&mut self.call, &Call::all())?;
        self.secret.fields(codec)?;
        codec.bits(&mut self.round, ROUND_BITS)?;
        codec.below(&mut self.reshuffles, usize::from(RESHUFFLES_MAX) + 1)?;
        let target = terms.target.unwrap_or(0);
        self.points.iter_mut().try_for_each(|points| codec.below(points, target))?;
        if terms.can_turn_round() {
            codec.flag(&mut self.is_backwards)?;
        }
        let voids: Vec<Option<Card>> =
            [None].into_iter().chain(pack.into_iter().map(Some)).collect();
        self.voids.iter_mut().try_for_each(|void| codec.one_of(void, &voids))?;
        if terms.is_closed() {
            return self.closed_fields(codec);
        }
        if codec.is_reading() {
            self.stage = self.settled_stage();
        }
        Ok(())
    }

    /// Writes or reads what a closed table needs besides: the stage of a turn that is not settled,
    /// and what everybody has seen of the last turns.
    fn closed_fields(&mut self, codec: &mut Codec<'_>) -> Coded {
        codec.one_of(&mut self.stage, &Stage::SEALED)?;
        codec.below(&mut self.cursor, SEATS_MAX)?;
        codec.below(&mut self.passes, SEATS_MAX + 1)?;
        let acts = Act::all();
        let suits = [None].into_iter().chain(Suit::ALL.map(Some)).collect::<Vec<_>>();
        for turn in &mut self.last_turns {
            turn.drawn = turn.drawn.min(PACK);
            codec.below(&mut turn.drawn, PACK + 1)?;
            codec.one_of(&mut turn.act, &acts)?;
            codec.one_of(&mut turn.suit, &suits)?;
        }
        self.last_values.iter_mut().try_for_each(|value| codec.bits(value, VALUE_BITS))?;
        if self.terms.has_effects() { codec.one_of(&mut self.effect, &Effect::ALL) } else { Ok(()) }
    }

    /// Returns true if the rules can lead to this position, as far as play relies on it.
    pub fn is_possible(&self) -> bool {
        let is_sealed = self.onlooker.is_none();
        if !is_sealed || self.effect.is_some() && self.stage != Stage::TurnBegins {
            return false;
        }
        if self.stage == Stage::Undealt {
            let undealt = Position { round: self.round, ..Position::new(self.terms, self.secret) };
            return self.cursor < self.terms.players && self.locations == undealt.locations;
        }
        let seats_without_cards = self.counts().iter().filter(|count| **count == 0).count();
        let (over, eight_on_top) = (self.is_round_over(), self.top.rank == Rank::Eight);
        let call_fits = match self.call {
            // The suit of an eight is not named if it was the last card.
            Call::TopCard => {
                !eight_on_top || self.is_starter_on_top() || over || seats_without_cards == 1
            }
            Call::Due => eight_on_top && !over,
            Call::Named(_) => eight_on_top,
        };
        let waits = over || self.has_move() || self.stage == Stage::TurnBegins;
        let seats_fit = self.cursor < self.terms.players && self.passes <= self.terms.players;
        seats_fit
            && self.location(self.top) == Location::Pile
            && seats_without_cards <= 1
            && call_fits
            && waits
    }

    /// What a player in this seat sees and remembers.
    pub fn seen_by(&self, seat: Seat) -> Seen {
        let others: Vec<Seat> = self.order_from(seat).skip(1).collect();
        let void = |other: &Seat| self.voids.get(*other).copied().flatten();
        Seen {
            level: self.terms.level,
            rules: self.terms.rules,
            can_reshuffle: self.terms.reshuffles && self.reshuffles < RESHUFFLES_MAX,
            voids: others.iter().map(void).collect(),
            hand: self.hand(seat),
            pile: self.cards(Location::Pile).collect(),
            top: self.top,
            suit: self.suit(),
            names_suit: self.call == Call::Due,
            others: others.iter().map(|other| self.count(Location::Hand(*other))).collect(),
            choices_before: 0,
        }
    }
}

/// What a player sees from their seat, and remembers.
#[derive(Debug)]
pub struct Seen {
    /// Their own cards.
    pub hand: Vec<Card>,
    /// Every card on the pile, all played face up.
    pub pile: Vec<Card>,
    /// The topmost of them.
    pub top: Card,
    /// The suit to be followed.
    pub suit: Suit,
    /// Whether they have played an eight and must name a suit.
    pub names_suit: bool,
    /// How many cards the other players hold, the next one first.
    pub others: Vec<usize>,
    /// For each of them a card that nothing in their hand can follow, where that is remembered.
    pub voids: Vec<Option<Card>>,
    /// How well they choose, by which house rules, and whether the pile can become the stock.
    pub level: Level,
    pub rules: HouseRules,
    pub can_reshuffle: bool,
    /// How many choices computer players have made since a person's.
    pub choices_before: usize,
}

/// The order of the whole pack in a shuffle of a round, both counted from 0.
pub fn pack_order(secret: Secret, round: u16, shuffle: u16) -> Vec<Card> {
    let mut pack: Vec<Card> = Card::all().collect();
    secret.chance("eights/pack", [round, shuffle]).shuffle(&mut pack);
    pack
}

/// Whether a card may be played on one of this rank when this suit is to be followed.
pub fn follows(card: Card, rank: Rank, suit: Suit) -> bool {
    card.rank == Rank::Eight || card.rank == rank || card.suit == suit
}

/// What a card counts in a hand at the end.
pub fn points(card: Card) -> usize {
    match card.rank {
        Rank::Eight => 50,
        Rank::Ten | Rank::Jack | Rank::Queen | Rank::King => 10,
        rank => rank as usize + 1,
    }
}
