//! A game for two in which nothing is hidden: one person against the computer, or two people.
//!
//! A game decides the moves, their effects, and the computer's choices. The rest is here: seats,
//! turns, packing, "why", resignation, draw offers, and the page around the board.

use crate::game::turning::{self, Line};
use crate::prelude::*;
use std::fmt::Debug;

/// The seat of the person, or of the first of two people.
pub const PERSON: Seat = 0;
/// The seat of the computer, or of the second of two people.
pub const COMPUTER: Seat = 1;

/// A game for two in which nothing is hidden.
///
/// The last match of a heap wins. `examples/twenty_one.rs` is a longer one, with options. The heap is that of
/// [`Playable`]:
///
/// ```
/// use parlour::prelude::*;
///
/// #
/// # /// A heap of matches. A player takes one or two.
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Heap(usize);
/// #
/// # const TOO_MANY: Fault = Fault::new(901, "too_many", "Take fewer.");
/// #
/// # impl Playable for Heap {
/// #     type Move = usize;
/// #
/// #     fn moves(&self, _: &Choices) -> Vec<usize> {
/// #         (1..=self.0.min(2)).collect()
/// #     }
/// #
/// #     fn after(&self, _: Seat, taken: usize) -> Heap {
/// #         Heap(self.0 - taken)
/// #     }
/// #
/// #     fn refusal(&self, _: &Choices, _: &Request) -> Refusal {
/// #         TOO_MANY.into()
/// #     }
/// #
/// #     fn named(&self, taken: usize) -> String {
/// #         count(taken, "match")
/// #     }
/// # }
/// #
/// struct Matches;
///
/// static TAKE: RequestSpec = RequestSpec::new("take", "take", "Takes matches.")
///     .taking(&[ArgumentSpec::number("count", 1, 2, TOO_MANY)])
///     .refused_with(&[GAME_OVER]);
/// static TAKEN: MessageSpec = MessageSpec::new("taken", &["player", "count"], "A player took.");
///
/// /// Leaves a multiple of three, if that is possible.
/// fn good(game: &MatchOf<Matches>) -> usize {
///     (game.position.0 % 3).clamp(1, 2)
/// }
///
/// impl Duel for Matches {
///     type Position = Heap;
///     type Move = usize;
///
///     const FACE: Ruleset = Ruleset {
///         key: "matches",
///         number: 131,
///         uri: "https://example.org/matches",
///         title: "Matches",
///         blurb: "Take the last match.",
///         people: (1, 2),
///         secrecy: |_| Secrecy::NONE,
///         requests: &[&TAKE, &WHY, &HINT, &RESIGN],
///         messages: &[&TAKEN, &RESIGNED],
///         steps: &["Take one or two matches.", "The last one wins."],
///         rules: || vec![trust::open_to_all("All matches are in view.")],
///         ..Ruleset::USUAL
///     };
///     const DID: &'static str = "took";
///     const INVITATION: &'static str = "Take one or two.";
///     const TOLD: &'static MessageSpec = &TAKEN;
///
///     fn aim(_: &Choices) -> Text {
///         "The last match wins.".into()
///     }
///
///     fn moves_max(_: &Choices) -> usize {
///         7
///     }
///
///     fn start(_: &Choices, _seed: u64) -> Heap {
///         Heap(7)
///     }
///
///     fn first(_: &Choices, _seed: u64) -> Seat {
///         PERSON
///     }
///
///     fn winner(_: &MatchOf<Self>, last: Seat) -> Option<Seat> {
///         Some(last)
///     }
///
///     fn computer(game: &MatchOf<Self>) -> Option<usize> {
///         Some(good(game))
///     }
///
///     fn advice(game: &MatchOf<Self>) -> Option<(usize, Text)> {
///         Some((good(game), "Leave a multiple of three.".into()))
///     }
///
///     fn request(taken: usize) -> Request {
///         Request::with(&TAKE, taken)
///     }
///
///     fn finish(_: &MatchOf<Self>, seat: Seat, _: usize, who: &Perspective) -> String {
///         format!("{} took the last match.", who.name(seat))
///     }
///
///     fn board(game: &MatchOf<Self>, is_over: bool) -> Part {
///         let left = game.position.0;
///         // A click on a match takes it and those to its right.
///         let cell = |at: usize| {
///             let taken = left.checked_sub(at).filter(|taken| !is_over && (1..=2).contains(taken));
///             let cell = if at < left { Cell::new("|").labelled("a match") } else { Cell::free() };
///             cell.offering(taken.map(|taken| Offer::asking("Take from", Self::request(taken))))
///         };
///         Board::new("The matches", 7, (0..7).map(cell).collect()).into()
///     }
///
///     fn square(game: &MatchOf<Self>, _: usize) -> usize {
///         game.position.0
///     }
///
///     fn facts(_: &MatchOf<Self>) -> Vec<Fact> {
///         Vec::new()
///     }
///
///     fn why(before: &MatchOf<Self>, _: usize) -> Page {
///         let left = count(before.position.0, "match");
///         Page::answering("Why this move?", format!("There were {left}."))
///     }
///
///     fn title(_: &Choices) -> String {
///         "Matches".to_owned()
///     }
///
///     fn next_games(_: &Choices, _: Mood) -> Vec<NextGame> {
///         Vec::new()
///     }
/// }
///
/// assert_eq!(parlour::games![Matches][0].ruleset.title, "Matches");
/// ```
pub trait Duel: 'static {
    /// A position: the board, the heaps, or other things with which people play.
    type Position: Playable<Move = Self::Move>;
    type Move: Copy + Debug + PartialEq;

    /// The public face of the game.
    const FACE: Ruleset;
    /// The verb of a move, in the past tense: `took`.
    const DID: &'static str;
    /// The sentence that asks a person to move: `Choose a square.`
    const INVITATION: &'static str;
    /// The message that tells of a move. Its arguments are the player and those of the request.
    const TOLD: &'static MessageSpec;
    /// The bits of the seed that decide the first position, and so are in view, if others are hidden.
    const SEED_IN_VIEW: u64 = 0;

    /// The names of two people, in order of their seats.
    fn names(choices: &Choices) -> Vec<Text> {
        players(choices.people())
    }

    /// The object of the game, as a sentence: `The last match wins.`
    fn aim(choices: &Choices) -> Text;

    /// Sentences about the position that a player must not miss: `Check!`
    fn news(_game: &MatchOf<Self>) -> String {
        String::new()
    }

    /// The most moves of a game.
    fn moves_max(choices: &Choices) -> usize;

    /// The position before the first move. A game whose deals differ draws it with this seed.
    fn start(choices: &Choices, seed: u64) -> Self::Position;

    /// The seat that makes the first move.
    fn first(choices: &Choices, _seed: u64) -> Seat {
        first(choices)
    }

    /// The winner of a game without a legal move in which this seat moved last.
    fn winner(game: &MatchOf<Self>, last: Seat) -> Option<Seat>;

    /// The computer's move. If it goes on after that, this is asked again.
    fn computer(game: &MatchOf<Self>) -> Option<Self::Move>;

    /// Proves the results of positions within this share of a search, to tell where a game turned. `None`
    /// if it cannot.
    fn judge(_choices: &Choices, _meter: Meter) -> Option<Judge<Self::Position>> {
        None
    }

    /// The move that the computer would make for the person to move, at its best, and the reason in a
    /// sentence: `It takes the last match.`
    fn advice(game: &MatchOf<Self>) -> Option<(Self::Move, Text)>;

    /// The squares that a hint marks, if the player makes this move in two steps on the board.
    fn advised(_game: &MatchOf<Self>, _chosen: Self::Move) -> Vec<usize> {
        Vec::new()
    }

    /// The request for a move.
    fn request(chosen: Self::Move) -> Request;

    /// Returns true if this seat looks at the board from its far side.
    fn sits_behind(_game: &MatchOf<Self>, _seat: Seat) -> bool {
        false
    }

    /// The sentence about the move that ended the game.
    fn finish(game: &MatchOf<Self>, seat: Seat, chosen: Self::Move, who: &Perspective) -> String;

    /// The board. It offers every legal move, and none when the game is over.
    fn board(game: &MatchOf<Self>, is_over: bool) -> Part;

    /// The square of the board that a move changed.
    fn square(game: &MatchOf<Self>, chosen: Self::Move) -> usize;

    /// Facts about the game. They speak of the computer only if it plays.
    fn facts(game: &MatchOf<Self>) -> Vec<Fact>;

    /// The reason for a move of the computer. `before` is the game before that move.
    fn why(before: &MatchOf<Self>, chosen: Self::Move) -> Page;

    /// The part of the lot of a move that the reason for the move tells. `before` is the game before that move.
    #[cfg(any(test, feature = "audit"))]
    fn told_of_lot(_before: &MatchOf<Self>) -> u32 {
        0
    }

    /// The name of the game with its choices, for the result.
    fn title(choices: &Choices) -> String;

    /// Other games to play next.
    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame>;

    /// Decides on a read-only request that makes the first half of a move, such as the choice of a
    /// piece.
    ///
    /// # Errors
    ///
    /// The fault of a refused choice.
    fn choose(_game: &MatchOf<Self>, _choice: &Request) -> Result<(), Fault> {
        Err(NOT_NOW)
    }

    /// Reads a typed text in a notation of the game ([`Game::read`]).
    fn read(_game: &MatchOf<Self>, _text: &str) -> Named {
        Named::Nothing
    }

    /// The page with everything that only this game has. `choice` is the first half of a move, if it
    /// was just made.
    fn complete(
        page: Page,
        _game: &MatchOf<Self>,
        _who: &Perspective,
        _choice: Option<&Request>,
    ) -> Page {
        page
    }
}

/// An action of a player in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act<M> {
    /// Makes a move. The turn passes.
    Move(M),
    /// Offers a draw along with the next move.
    Offer,
    /// Accepts the draw that came with the last move.
    Accept,
    /// Gives up.
    Resign,
}

/// A game in progress: everything that was done, and the position that it led to.
#[derive(Clone, Debug, PartialEq)]
pub struct Match<T, M> {
    /// The choices of the game.
    pub choices: Choices,
    /// The position now.
    pub position: T,
    acts: Vec<Done<M>>,
    /// The seat that makes the first move.
    pub first: Seat,
    /// Decides the first position and the computer's choices by lot. `None` if every game begins alike.
    seed: Option<u64>,
}

/// The most moves of one turn that a status names: the last ones.
const NAMES_TOLD: usize = 3;
/// The most draw offers of a game, so that a link never gets too long.
const OFFERS_MAX: usize = 30;

/// The games in progress of a game for two.
pub type MatchOf<D> = Match<<D as Duel>::Position, <D as Duel>::Move>;

impl<M: Copy + PartialEq, T: Playable<Move = M>> Match<T, M> {
    /// A game of these choices before its first move.
    pub fn start<D: Duel<Position = T, Move = M>>(choices: &Choices) -> Self {
        let deals = (D::FACE.secrecy)(choices).deals;
        Match::seeded::<D>(choices, (deals != Deals::Alike).then_some(0))
    }

    /// A game with this seed before its first move.
    pub fn seeded<D: Duel<Position = T, Move = M>>(choices: &Choices, seed: Option<u64>) -> Self {
        let number = seed.unwrap_or_default();
        let (position, first) = (D::start(choices, number), D::first(choices, number));
        Match { choices: choices.clone(), position, acts: Vec::new(), first, seed }
    }

    /// The position before the first move.
    pub fn first_position<D: Duel<Position = T, Move = M>>(&self) -> T {
        D::start(&self.choices, self.seed.unwrap_or_default())
    }

    /// Returns true if the computer plays.
    pub fn has_computer(&self) -> bool {
        self.choices.people() == 1
    }

    /// Returns true if a seed decides the first position or the computer's choices.
    #[cfg(test)]
    pub fn is_seeded(&self) -> bool {
        self.seed.is_some()
    }

    /// Every move with its seat, the oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = (Seat, M)> {
        self.acts.iter().filter_map(|done| Some((done.seat, done.chosen()?)))
    }

    /// Every move as it was named, the oldest first.
    pub fn names_of_moves(&self) -> impl Iterator<Item = &str> {
        let moves = self.acts.iter().filter(|done| done.chosen().is_some());
        moves.map(|done| done.what.as_str())
    }

    /// The seat that moves next, if the game goes on.
    pub fn next_seat(&self) -> Seat {
        match self.moves().next_back() {
            Some((seat, _)) if self.position.goes_on(&self.choices) => seat,
            Some((seat, _)) => 1 - seat,
            None => self.first,
        }
    }

    /// The chance of the computer's next choice by lot.
    pub fn lot(&self) -> Chance {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&self.seed.unwrap_or_default().to_le_bytes());
        let acts = u16::try_from(self.acts.len()).expect("moves_max bounds a game");
        bytes[8..10].copy_from_slice(&acts.to_le_bytes());
        Chance::from_seed(bytes)
    }

    /// The game after one act more.
    pub fn with<D: Duel<Position = T, Move = M>>(self, act: Act<M>) -> Self {
        let acts = self.acts::<D>();
        let place = acts.iter().position(|legal| *legal == act).expect("the act is legal");
        let done = self.done(act, place, acts.len());
        self.after(done)
    }

    fn after(mut self, done: Done<M>) -> Self {
        if let Act::Move(chosen) = done.act {
            self.position = self.position.after(done.seat, chosen);
        }
        self.acts.push(done);
        self
    }

    /// The place of the computer's last move among the acts.
    fn reply(&self) -> Option<usize> {
        self.acts.iter().rposition(|done| self.has_computer() && done.seat == COMPUTER)
    }

    /// The game before the computer's last move, and that move.
    pub fn before_reply<D: Duel<Position = T, Move = M>>(&self) -> Option<(Self, M)> {
        let at = self.reply()?;
        Some((self.before::<D>(at), self.acts[at].chosen()?))
    }

    /// The game before the act at this place.
    fn before<D: Duel<Position = T, Move = M>>(&self, place: usize) -> Self {
        let start = Match::seeded::<D>(&self.choices, self.seed);
        self.acts[..place].iter().cloned().fold(start, Match::after)
    }

    /// Every legal act. Empty when the game is over.
    fn acts<D: Duel<Position = T, Move = M>>(&self) -> Vec<Act<M>> {
        let last = self.acts.last().map(|done| done.act);
        let ended = matches!(last, Some(Act::Accept | Act::Resign));
        let moves = if ended { Vec::new() } else { self.position.moves(&self.choices) };
        let mut acts: Vec<Act<M>> = moves.into_iter().map(Act::Move).collect();
        if acts.is_empty() || self.has_computer() {
            return acts;
        }
        acts.extend(D::FACE.request(RESIGN.name).map(|_| Act::Resign));
        if D::FACE.request(OFFER_DRAW.name).is_some() {
            let offers = self.acts.iter().filter(|done| done.act == Act::Offer).count();
            let may_offer = offers < OFFERS_MAX && last != Some(Act::Offer);
            acts.extend(self.is_offered().then_some(Act::Accept));
            acts.extend(may_offer.then_some(Act::Offer));
        }
        acts
    }

    /// Returns true if a draw was offered along with a move of the turn before this one.
    fn is_offered(&self) -> bool {
        let next = self.next_seat();
        let offered = |done: &&Done<M>| done.seat == next && done.chosen().is_none();
        let before = self.acts.iter().rev().skip_while(offered);
        before.take_while(|done| done.seat != next).any(|done| done.act == Act::Offer)
    }

    /// The names of the moves that the player of the last move has made since the other one moved.
    fn names_of_turn(&self) -> Vec<&str> {
        let mut moves = self.acts.iter().rev().filter(|done| done.chosen().is_some()).peekable();
        let seat = moves.peek().map(|done| done.seat);
        let turn = moves.take_while(|done| Some(done.seat) == seat).map(|done| done.what.as_str());
        let mut names: Vec<&str> = turn.take(NAMES_TOLD).collect();
        names.reverse();
        names
    }

    /// Returns true if the seat on turn has just offered a draw with its next move.
    pub fn has_offered(&self) -> bool {
        self.acts.last().is_some_and(|done| done.chosen().is_none())
    }

    /// The record of an act of this seat, by its place among so many legal acts.
    fn done(&self, act: Act<M>, place: usize, among: usize) -> Done<M> {
        let what = match act {
            Act::Move(chosen) => self.position.named(chosen),
            Act::Offer | Act::Accept | Act::Resign => String::new(),
        };
        Done { seat: self.next_seat(), act, what, place, among }
    }
}

/// Something that a player did.
#[derive(Clone, Debug, PartialEq)]
pub struct Done<M> {
    seat: Seat,
    act: Act<M>,
    /// The name of a move: `2 from heap 3`.
    what: String,
    /// Its place among the legal acts.
    place: usize,
    /// The number of legal acts.
    among: usize,
}

impl<M: Copy> Done<M> {
    /// The move, if it is one.
    fn chosen(&self) -> Option<M> {
        match self.act {
            Act::Move(chosen) => Some(chosen),
            Act::Offer | Act::Accept | Act::Resign => None,
        }
    }
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event<M> {
    /// A player did this.
    Done(Done<M>),
    /// The person to move made the first half of a move. The position stays.
    Chosen(Request),
}

impl<D: Duel> Game for D {
    type Position = MatchOf<D>;
    type Event = Event<D::Move>;

    const RULESET: Ruleset = D::FACE;

    fn seats(choices: &Choices) -> Vec<Text> {
        if choices.people() == 1 { players(1) } else { D::names(choices) }
    }

    fn blank(choices: &Choices) -> Self::Position {
        Match::start::<D>(choices)
    }

    fn deal(choices: &Choices, chance: &mut Chance) -> Self::Position {
        let start = Match::start::<D>(choices);
        Match::seeded::<D>(choices, start.seed.map(|_| draw_seed(chance)))
    }

    fn dealt(game: &Self::Position) -> Vec<Self::Event> {
        let is_first_turn =
            game.has_computer() && game.acts.iter().all(|done| done.seat == COMPUTER);
        let acts = if is_first_turn { &game.acts[..] } else { &[] };
        acts.iter().cloned().map(Event::Done).collect()
    }

    /// An act is its place among the legal ones, so a position that opens was played by the rules.
    fn fields(game: &mut Self::Position, codec: &mut Codec<'_>) -> Coded {
        if let Some(seed) = &mut game.seed {
            codec.bits(seed, u64::BITS)?;
        }
        let mut count = game.acts.len();
        codec.below(&mut count, D::moves_max(&game.choices) + OFFERS_MAX + 2)?;
        if !codec.is_reading() {
            return game
                .acts
                .iter_mut()
                .try_for_each(|done| codec.below(&mut done.place, done.among));
        }
        let mut read = Match::seeded::<D>(&game.choices, game.seed);
        let mut moves = 0;
        for _ in 0..count {
            let (acts, mut place) = (read.acts::<D>(), 0);
            codec.below(&mut place, acts.len())?;
            let act = *acts.get(place).ok_or(Unpackable::Impossible)?;
            if let Act::Move(_) = act {
                if codec.cuts_after(moves) {
                    break;
                }
                moves += 1;
            }
            let done = read.done(act, place, acts.len());
            read = read.after(done);
        }
        *game = read;
        Ok(())
    }

    fn is_possible(game: &Self::Position) -> bool {
        !(game.has_computer() && Self::turn(game) == Some(COMPUTER))
    }

    fn turn(game: &Self::Position) -> Option<Seat> {
        (!game.acts::<D>().is_empty()).then(|| game.next_seat())
    }

    fn referee(game: &Self::Position, request: &Request) -> Result<Ruling<Self>, Refusal> {
        if request.is(&WHY) {
            if !game.has_computer() {
                return Err(NOT_NOW.into());
            }
            let (before, chosen) = game.before_reply::<D>().ok_or(NO_MOVE_YET)?;
            return Ok(Ruling::Answer(Box::new(D::why(&before, chosen))));
        }
        let acts = game.acts::<D>();
        if request.spec.read_only && !acts.is_empty() {
            D::choose(game, request)?;
            return Ok(Ruling::Next(game.clone(), vec![Event::Chosen(request.clone())]));
        }
        let place_of = |asked: &Request| acts.iter().position(|act| requested::<D>(act) == *asked);
        let read = place_of(request).is_none().then(|| as_typed::<D>(game, request)).flatten();
        let request = read.as_ref().unwrap_or(request);
        let asked = place_of(request);
        let refusal = || match acts[..] {
            [] => GAME_OVER.into(),
            _ if request.spec.arguments.is_empty() => NOT_NOW.into(),
            _ => game.position.refusal(&game.choices, request),
        };
        let place = asked.ok_or_else(refusal)?;
        let done = game.done(acts[place], place, acts.len());
        Ok(Ruling::Next(game.clone().after(done.clone()), vec![Event::Done(done)]))
    }

    fn read(game: &Self::Position, text: &str) -> Named {
        answer(game, text).unwrap_or_else(|| D::read(game, text))
    }

    fn called(game: &Self::Position) -> Vec<(Request, &'static str, String)> {
        let moves = game.position.moves(&game.choices).into_iter();
        moves.map(|m| (D::request(m), D::DID, game.position.named(m))).collect()
    }

    fn settle(game: Self::Position) -> (Self::Position, Vec<Self::Event>) {
        let acts = game.acts.len();
        let mut next = game;
        for _ in 0..D::moves_max(&next.choices) {
            let waits = next.has_computer() && Self::turn(&next) == Some(COMPUTER);
            let Some(reply) = waits.then(|| D::computer(&next)).flatten() else { break };
            next = next.with::<D>(Act::Move(reply));
        }
        let done = next.acts[acts..].iter().cloned().map(Event::Done).collect();
        (next, done)
    }

    fn sits_behind(game: &Self::Position, seat: Seat) -> bool {
        D::sits_behind(game, seat)
    }

    fn moments(game: &Self::Position, who: &Perspective) -> Vec<Moment> {
        let moves = game.moves().zip(game.names_of_moves());
        let moment = |((seat, _), what): ((Seat, _), &str)| Moment {
            seat,
            label: format!("{}: {what}", who.name(seat)).into(),
        };
        moves.map(moment).collect()
    }

    /// A draw offer goes with the move before it, and the end of the game with the last one.
    fn at(game: &Self::Position, moment: usize) -> Self::Position {
        let acts = game.acts.iter().enumerate();
        let mut moves = acts.filter(|(_, done)| done.chosen().is_some());
        match moves.nth(moment) {
            Some((next, _)) => game.before::<D>(next),
            None => game.clone(),
        }
    }

    fn remarks(game: &Self::Position, moment: usize) -> Remarks {
        let first = game.first_position::<D>();
        let (moves, next) = (game.moves().collect(), game.next_seat());
        let line = Line { choices: &game.choices, first, moves, next };
        turning::remarks(&line, moment, |meter| D::judge(&game.choices, meter))
    }

    fn outcome(game: &Self::Position) -> Option<Outcome> {
        let last = game.acts.last().filter(|_| Self::turn(game).is_none())?;
        Some(Outcome::between_two(match last.act {
            Act::Move(_) => D::winner(game, last.seat),
            Act::Resign => Some(1 - last.seat),
            Act::Accept | Act::Offer => None,
        }))
    }

    fn page(game: &Self::Position, who: &Perspective, events: &[Self::Event]) -> Page {
        let next = game.next_seat();
        let state = if game.has_computer() {
            "Your turn".to_owned()
        } else {
            format!("{} to move", who.name(next))
        };
        let last = game.moves().next_back();
        let changed = last.map(|(_, chosen)| At::first_board(D::square(game, chosen)));
        let outcome = Self::outcome(game);
        let is_over = outcome.is_some();
        let choice = events.iter().find_map(|event| match event {
            Event::Chosen(choice) => Some(choice),
            Event::Done(_) => None,
        });
        let offerer = last.filter(|_| !is_over && game.is_offered()).map(|(seat, _)| seat);
        let letter = offerer.map(|seat| format!("{} offers a draw", who.name(seat)).into());
        let page = Page { letter, ..Page::new(state, status::<D>(game, who)) }
            .with(D::board(game, is_over))
            .with_facts(D::facts(game))
            .with_any(log::<D>(game, who))
            .changed(changed)
            .offering(offers::<D>(game, who))
            .ending(outcome.map(|outcome| end::<D>(game, outcome.mood(who))));
        D::complete(page, game, who, choice)
    }

    fn hint(game: &Self::Position) -> Option<fn(&Self::Position, &Perspective) -> Advice> {
        game.has_computer().then_some(|game, who| {
            let mut page = Self::page(game, who, &[]);
            let Some((chosen, why)) = D::advice(game) else {
                return Advice::nothing(page, "There is no move.");
            };
            let cells = page.parts[0].cells_mut();
            D::advised(game, chosen).iter().for_each(|square| cells[*square].marks.advised = true);
            Advice::new(page, D::request(chosen), why)
        })
    }

    fn tell(event: &Self::Event, who: &Perspective) -> Option<Message> {
        let Event::Done(done) = event else { return None };
        let player = who.player(done.seat);
        let (spec, what) = match done.act {
            Act::Move(_) => (D::TOLD, format!("{} {}", D::DID, done.what)),
            Act::Resign => (&RESIGNED, "resigned".to_owned()),
            Act::Offer => (&DRAW_OFFERED, "offers a draw".to_owned()),
            Act::Accept => (&DRAW_AGREED, "accepted the draw".to_owned()),
        };
        let sentence = format!("{} {what}.", player.name);
        let arguments = requested::<D>(&done.act).arguments.into_iter().map(Value::from);
        let arguments = [player.into()].into_iter().chain(arguments).collect();
        Some(Message { spec, arguments, sentence: sentence.into() })
    }
}

fn draw_seed(chance: &mut Chance) -> u64 {
    let mut bytes = [0; 8];
    chance.fill(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// The request for an act.
fn requested<D: Duel>(act: &Act<D::Move>) -> Request {
    match act {
        Act::Move(chosen) => D::request(*chosen),
        Act::Offer => Request::plain(&OFFER_DRAW),
        Act::Accept => Request::plain(&ACCEPT_DRAW),
        Act::Resign => Request::plain(&RESIGN),
    }
}

/// The sentence about the last move and the next step.
fn status<D: Duel>(game: &MatchOf<D>, who: &Perspective) -> String {
    let invitation =
        if game.has_computer() { format!(" {}", D::INVITATION) } else { String::new() };
    let news = D::news(game);
    let news = if news.is_empty() { news } else { format!(" {news}") };
    let Some(last) = game.acts.last() else {
        return format!("{}{news}{invitation}", D::aim(&game.choices));
    };
    let name = who.name(last.seat);
    match last.act {
        Act::Move(chosen) if game.position.moves(&game.choices).is_empty() => {
            D::finish(game, last.seat, chosen, who)
        }
        Act::Move(_) => {
            let offered = if game.is_offered() { " and offers a draw" } else { "" };
            let what = listed(game.names_of_turn());
            format!("{name} {} {what}{offered}.{news}{invitation}", D::DID)
        }
        Act::Offer => format!("{name} offers a draw with the next move.{news}{invitation}"),
        Act::Accept => format!("{name} accepted the draw."),
        Act::Resign => format!("{name} resigned."),
    }
}

/// Every move of the game.
fn log<D: Duel>(game: &MatchOf<D>, who: &Perspective) -> Option<Log> {
    let moments = D::moments(game, who).into_iter();
    let entries: Vec<Text> = moments.map(|moment| moment.label).collect();
    (!entries.is_empty()).then(|| Log { caption: "The moves".into(), entries })
}

/// The move that the word of a link names as typed text does: `e1g1` and `0-0` castle, too.
fn as_typed<D: Duel>(game: &MatchOf<D>, request: &Request) -> Option<Request> {
    let Named::OneOf(requests) = D::read(game, &request.typed_arguments(" ")) else { return None };
    let [read] = &requests[..] else { return None };
    read.is(request.spec).then(|| read.clone())
}

/// Words that agree to a draw, words that decline it, and words that say neither.
const YES: [&str; 10] =
    ["yes", "ok", "okay", "agree", "agreed", "accept", "accepted", "draw", "deal", "sure"];
const NO: [&str; 6] = ["no", "decline", "declined", "refuse", "reject", "nope"];
const NEITHER: [&str; 9] = ["i", "we", "it", "the", "a", "thanks", "thank", "you", "please"];

/// The answer of a typed text to an offer of a draw. To agree ends the game, so the page asks once.
fn answer<T: Playable<Move = M>, M: Copy + PartialEq>(
    game: &Match<T, M>,
    text: &str,
) -> Option<Named> {
    if !game.is_offered() {
        return None;
    }
    let text = text.to_lowercase();
    let words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let said: Vec<&str> = words.filter(|word| !NEITHER.contains(word)).collect();
    // The whole label is the move itself.
    let is_label = said.contains(&"accept") && said.contains(&"draw");
    if said.is_empty() || is_label {
        None
    } else if said.iter().all(|word| YES.contains(word)) {
        Some(Named::Asked(Request::plain(&ACCEPT_DRAW)))
    } else if said.iter().all(|word| NO.contains(word)) {
        let why = "Any move declines the draw. Make yours.";
        Some(Named::Refused(why.to_owned()))
    } else {
        None
    }
}

/// The offers beside the board.
fn offers<D: Duel>(game: &MatchOf<D>, who: &Perspective) -> Vec<Offer> {
    let side = who.name(game.next_seat());
    let last = game.acts.last().map(|done| done.seat);
    let why =
        if last == Some(COMPUTER) { "Why this move?" } else { "Why the computer's last move?" };
    let why = game.reply().map(|_| Offer::new(why, &WHY, []).quiet());
    let acts = game.acts::<D>().into_iter().filter_map(|act| match act {
        Act::Move(_) => None,
        Act::Accept => Some(Offer::new(format!("Accept the draw for {side}"), &ACCEPT_DRAW, [])),
        Act::Offer => Some(Offer::new("Offer a draw with your move", &OFFER_DRAW, []).quiet()),
        Act::Resign => Some(Offer::new(format!("Resign for {side}"), &RESIGN, []).quiet()),
    });
    why.into_iter().chain(acts).collect()
}

/// The end. A person who played the computer gets a result to tell others.
fn end<D: Duel>(game: &MatchOf<D>, mood: Mood) -> End {
    let next = D::next_games(&game.choices, mood).into_iter();
    if !game.has_computer() {
        return End::new("").followed_by(next);
    }
    let moves = game.moves().filter(|(seat, _)| *seat == PERSON).count();
    let (detail, result, challenge) = match mood {
        Mood::Won => {
            let moves = count(moves, "move");
            (format!("In {moves}."), format!("won in {moves}"), "Can you beat the computer?")
        }
        Mood::Drawn => (String::new(), "a draw".to_owned(), "Can you hold a draw, too?"),
        Mood::Lost | Mood::Open => (String::new(), "lost".to_owned(), "Can you do better?"),
    };
    let share = Share {
        game: D::title(&game.choices).into(),
        result: result.into(),
        challenge: challenge.into(),
    };
    let has_first = D::FACE.options.iter().any(|option| option.name() == FIRST.name);
    let other = has_first.then(|| other_first(&game.choices));
    let next = next.chain(other).take(NEXT_GAMES);
    End::new(detail).shared(share).followed_by(next)
}

/// The option for the player who makes the first move.
pub static FIRST: GameOption<Seat> = GameOption::new(
    "first",
    "Who begins",
    &[value("visitor", "you", PERSON), value("computer", "the computer", COMPUTER)],
);

/// The seat that makes the first move. Between people it is the first.
pub fn first(choices: &Choices) -> Seat {
    if choices.people() == 1 { choices.of(&FIRST) } else { PERSON }
}

/// The same game with the other player to begin.
fn other_first(choices: &Choices) -> NextGame {
    match choices.of(&FIRST) {
        PERSON => NextGame::with("The computer begins", &FIRST, COMPUTER),
        _ => NextGame::with("You begin", &FIRST, PERSON),
    }
}

/// The fault of a move after the end.
pub const GAME_OVER: Fault = Fault::new(903, "game_over", "The game is over.");
/// The fault of a question for the reason of a move that the computer has not made.
pub const NO_MOVE_YET: Fault =
    Fault::new(904, "no_move_yet", "The computer has not moved yet. Make your move first.");
/// The request fits another moment of the game.
pub const NOT_NOW: Fault =
    Fault::new(905, "not_now", "That is not possible now. Choose a move that the page offers.");

/// Asks for the reason of the computer's last move.
pub static WHY: RequestSpec = RequestSpec::new(
    "why",
    "explain the last move",
    "Asks why the computer made its last move. The answer shows what it saw and how it decided. The position stays as it is.",
)
.refused_with(&[NO_MOVE_YET, NOT_NOW])
.read_only();
/// Gives up.
pub static RESIGN: RequestSpec = RequestSpec::new(
    "resign",
    "resign",
    "Gives up. Only two people who play each other can resign.",
)
.refused_with(&[NOT_NOW, GAME_OVER])
.ending();
pub static OFFER_DRAW: RequestSpec = RequestSpec::new(
    "offer_draw",
    "offer a draw",
    "Offers a draw along with your next move. Only two people who play each other can agree on one.",
)
.refused_with(&[NOT_NOW, GAME_OVER]);
pub static ACCEPT_DRAW: RequestSpec = RequestSpec::new(
    "accept_draw",
    "accept the draw",
    "Accepts the draw that came with the last move. Any other move declines it.",
)
.refused_with(&[NOT_NOW, GAME_OVER])
.ending();

/// A player gave up.
pub static RESIGNED: MessageSpec = MessageSpec::new("resigned", &["player"], "A player gave up.");
/// A player offers a draw.
pub static DRAW_OFFERED: MessageSpec =
    MessageSpec::new("draw_offered", &["player"], "A player offers a draw along with their move.");
/// A player accepted a draw.
pub static DRAW_AGREED: MessageSpec =
    MessageSpec::new("draw_agreed", &["player"], "A player accepted the draw.");

#[cfg(any(test, feature = "audit"))]
mod audit {
    use super::*;
    use crate::game::audit::{Audited, Hidden};

    impl<D: Duel> Audited for D {
        /// The computer's lots to come. The reason for its last move may tell of the lot of that move.
        const HIDDEN: Hidden<MatchOf<D>> = Hidden::dealt_anew(|game, _, chance| {
            // A seed that only deals the first position is in view.
            let is_hidden = (D::FACE.secrecy)(&game.choices).hides != Hides::Nothing;
            let in_view = if is_hidden { D::SEED_IN_VIEW } else { u64::MAX };
            let before = game.before_reply::<D>().map(|(before, _)| before);
            let told =
                |seed| before.clone().map(|before| D::told_of_lot(&Match { seed, ..before }));
            loop {
                let seed = game.seed.map(|seed| seed & in_view | draw_seed(chance) & !in_view);
                if told(seed) == told(game.seed) {
                    return Match { seed, ..game.clone() };
                }
            }
        });

        fn requests_max(choices: &Choices) -> usize {
            D::moves_max(choices) + OFFERS_MAX + 1
        }
    }
}
