//! The examination of a game: it plays at random from fixed seeds, and looks at every position for the
//! properties on which the platform, the formats and the players rely. `examine!` runs it in the tests of
//! another crate; the tests of this one run it for each game of Parlour.
//!
//! Each check panics at the first position without its property, with the game, its options, the seed of the
//! deal and the request. It panics, too, if it has looked at no position.

// As in tests: an example may be named alike, and counted in any type.
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::shadow_unrelated)]

pub mod coalition;
pub mod formats;
pub mod game;
pub mod tables;
pub mod walks;

use crate::budget;
use crate::deal::{Deal, DealId};
use crate::formats::setting::Setting;
use crate::formats::shown::Shown;
use crate::formats::view::View;
use crate::formats::{FORMATS, Format, html};
use crate::game::any::{AnyGame, AnyPosition, Asker, Step};
use crate::game::audit::{Audit, Audited};
use crate::game::audit::{HiddenWords, covering};
use crate::game::chance::Chance;
use crate::game::hint::HINT;
use crate::game::options::Choices;
use crate::game::options::{PEOPLE, PEOPLE_MAX};
use crate::game::outcome::Mood;
use crate::game::pack::{Packer, Unpacker};
use crate::game::page::{
    COLUMNS_MAX, Cell, Emphasis, Guesses, Page, Part, Picture, ROWS_MAX, STATUS_CHARS_MAX,
};
use crate::game::request::{Argument, ArgumentKind, Fault, NO_HINT, Request};
use crate::game::ruleset::Ruleset;
use crate::game::seat::Viewer;
use crate::links;
use crate::seal::CONTENT_BYTES_MAX;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The number of positions of each game and combination of options at which everything is checked,
/// in addition to the last. Play goes on to the end.
const POSITIONS_CHECKED: usize = 12;
/// The number of requests that are tried in one play. If a position has many, a few positions are
/// enough.
const REQUESTS_TRIED: usize = 600;

/// One request in this many of random play may give up.
const GIVE_UP_ONCE_IN: u32 = 300;

/// The viewers of a table with one person, who sits in the first of these seats.
pub const VIEWERS: [Viewer; 4] =
    [Viewer::Seat(0), Viewer::Everybody, Viewer::Seat(1), Viewer::Seat(2)];

/// The least number of a game that is not one of Parlour's.
pub const NUMBER_MIN: u8 = 128;

/// Examines a game: tests that play it at random and hold it to the contract. It needs the feature `audit`,
/// in the dev-dependencies of the crate:
///
/// ```toml
/// [dev-dependencies]
/// parlour = { version = "1", features = ["audit"] }
/// ```
///
/// ```ignore
/// #[cfg(test)]
/// parlour::examine!(TwentyOne);
/// ```
///
/// A [`Duel`](crate::prelude::Duel) needs nothing else. A [`Game`](crate::prelude::Game) says what it hides,
/// in `#[cfg(test)] impl Audited`.
#[macro_export]
macro_rules! examine {
    ($game:ty) => {
        mod examination {
            #[allow(unused_imports)]
            use super::*;

            $crate::examine!(@ $game:
                ruleset_is_complete,
                presets_choose_real_values,
                positions_are_read_as_packed,
                changed_bits_are_refused_or_legal,
                offers_are_granted_and_all_else_refused,
                hints_are_offered_moves,
                hidden_things_never_show,
                commitments_open_at_the_end,
                pages_are_well_formed,
                messages_and_faults_come_up,
                every_format_has_all_offers,
                offers_may_be_typed,
                moves_at_tables_teach_nothing,
                coalitions_learn_nothing,
                moments_lead_to_the_present,
            );
        }
    };
    (@ $game:ty: $($check:ident,)+) => {$(
        #[test]
        fn $check() {
            $crate::examination::examine($crate::examination::game::$check::<$game>);
        }
    )+};
}

/// The part of its share that a search has in an examination: one in so many. It answers with less then, and
/// by the same rules.
const SEARCH_ONE_IN: usize = 32;

/// Runs a check of the examination.
pub fn examine(check: fn()) {
    budget::shrink_searches(SEARCH_ONE_IN);
    check();
}

/// A game to examine.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    pub game: &'static AnyGame,
    pub audit: &'static Audit,
}

impl Subject {
    pub fn of<G: Audited>() -> Self {
        Subject { game: const { &AnyGame::of::<G>() }, audit: const { &Audit::of::<G>() } }
    }
}

/// A position, packed, with what led to it as one viewer sees it.
#[derive(Clone)]
pub struct At {
    pub game: &'static AnyGame,
    audit: &'static Audit,
    /// The number of the deal.
    seed: u64,
    pub choices: Choices,
    pub packed: Vec<u8>,
    bits: usize,
    pub step: Step,
}

impl At {
    pub fn deal(subject: Subject, choices: &Choices, seed: u64) -> At {
        let Subject { game, audit } = subject;
        let mut chance = Deal::of(DealId::Code(seed)).chance(game.ruleset.key, b"");
        let position = (game.deal)(choices, &mut chance, Asker::nameless(VIEWERS[0]));
        let (choices, packed) = (choices.clone(), Vec::new());
        At { game, audit, seed, choices, packed, bits: 0, step: Step::default() }
            .found(position.step(), &*position)
    }

    /// Another position of the same game.
    fn found(&self, step: Step, position: &dyn AnyPosition) -> At {
        let mut packer = Packer::new();
        position.pack(&mut packer);
        At { bits: packer.bits(), packed: packer.finish(), step, ..self.clone() }
    }

    pub fn play(&self, viewer: Viewer, request: Option<&Request>) -> At {
        self.try_play(viewer, request).expect("a packed position unpacks")
    }

    /// The position as the next person opens it, if the turn of an open game has passed.
    pub fn opened_by_next(self) -> At {
        if self.step.has_passed { self.play(VIEWERS[0], None) } else { self }
    }

    /// Returns `None` if the packed position is none of this game. The player is sure of a request that
    /// ends the game.
    fn try_play(&self, viewer: Viewer, request: Option<&Request>) -> Option<At> {
        let _panic = NamesPanic { at: self, request };
        let (step, position) = self.open(viewer)?.play(request);
        Some(self.found(step, &*position))
    }

    pub fn open(&self, viewer: Viewer) -> Option<Rc<dyn AnyPosition>> {
        let packed = Unpacker::new(&self.packed);
        let asker = Asker { is_sure: true, ..Asker::nameless(viewer) };
        (self.game.open)(&self.choices, packed, asker).ok()
    }

    /// The position at a moment, without the moves after it.
    pub fn open_up_to(&self, moment: usize) -> Option<Rc<dyn AnyPosition>> {
        let packed = Unpacker::new(&self.packed).up_to(moment);
        let asker = Asker { is_sure: true, ..Asker::nameless(VIEWERS[0]) };
        Some((self.game.open)(&self.choices, packed, asker).ok()?.at(moment))
    }

    /// A position that this viewer cannot tell from this one.
    pub fn redealt(&self, viewer: Viewer, chance: &mut Chance) -> At {
        let mut packer = Packer::new();
        let packed = Unpacker::new(&self.packed);
        let dealt = (self.audit.redeal_hidden)(&self.choices, packed, viewer, chance, &mut packer);
        dealt.expect("a packed position unpacks");
        At { bits: packer.bits(), packed: packer.finish(), ..self.clone() }
    }

    fn hidden_words(&self, viewer: Viewer) -> HiddenWords {
        let packed = Unpacker::new(&self.packed);
        (self.audit.hidden_words)(&self.choices, packed, viewer).expect("it unpacks")
    }

    pub fn name(&self) -> String {
        format!("{} seed={}", name(self.game.ruleset, &self.choices), self.seed)
    }

    /// The move that a hint offers. (A hint may offer to choose a piece, which is no move.)
    fn advised(&self) -> Option<Request> {
        let hint = self.offers().into_iter().find(|request| request.is(&HINT))?;
        let answer = self.play(VIEWERS[0], Some(&hint)).step.answer.expect("an answer");
        let advised = answer.offers.into_iter().next()?.request;
        (!advised.spec.read_only).then_some(advised)
    }

    fn offers(&self) -> Vec<Request> {
        self.step.page.all_offers().map(|offer| offer.request.clone()).collect()
    }

    /// The offered requests that lead on.
    fn moves(&self) -> Vec<Request> {
        self.offers().into_iter().filter(|request| !request.spec.read_only).collect()
    }

    /// The moves without those that the page makes inconspicuous, such as giving up.
    pub fn loud_moves(&self) -> Vec<Request> {
        self.moves_if(false)
    }

    /// The moves that the page makes inconspicuous, or all the others.
    fn moves_if(&self, are_quiet: bool) -> Vec<Request> {
        let offers = self.step.page.all_offers();
        let those = offers.filter(|offer| (offer.emphasis == Emphasis::Quiet) == are_quiet);
        let requests = those.map(|offer| offer.request.clone());
        requests.filter(|request| !request.spec.read_only).collect()
    }

    /// The public page in every format, one behind the other, and once in words.
    fn rendered(&self) -> String {
        let shown = || {
            let ruleset = self.game.ruleset;
            let links = links::position(ruleset, "token");
            Box::new(Shown::new(ruleset, self.choices.clone(), links, self.step.clone()))
        };
        let page = |format: &Format, view: &View<'_>| {
            (format.render)(view, &Setting::of(&crate::settings::DEFAULT)).body
        };
        let pages = FORMATS.iter().map(|format| page(format, &View::Position(shown())));
        let in_words = FORMATS.iter().filter(|format| format.name == "text");
        let in_words = in_words.map(|format| page(format, &View::Words(shown())));
        pages.chain(in_words).collect()
    }
}

/// A game with its choices: `twentyone step=3 people=1`.
fn name(ruleset: &Ruleset, choices: &Choices) -> String {
    let chosen = choices.chosen();
    let chosen = chosen.map(|(option, value, _)| format!(" {}={}", option.name(), value.value));
    format!("{}{} people={}", ruleset.key, chosen.collect::<String>(), choices.people())
}

/// Prints where the game was if a rule of it panics.
struct NamesPanic<'a> {
    at: &'a At,
    request: Option<&'a Request>,
}

impl Drop for NamesPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let asked = self.request.map_or("opening the position".to_owned(), Request::to_string);
            eprintln!("{}: that was {asked}", self.at.name());
        }
    }
}

/// The first place where two texts differ, with some words before it.
fn difference(one: &str, other: &str) -> String {
    const SHOWN: usize = 120;
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        text.chars().skip(same.saturating_sub(SHOWN / 2)).take(SHOWN).collect::<String>()
    };
    format!("one has {:?}, and the other {:?}", part(one), part(other))
}

/// Every request of the vocabulary with every argument of its kind, and some words beyond.
pub fn vocabulary(ruleset: &Ruleset) -> Vec<Request> {
    let values = |kind| -> Vec<Argument> {
        match kind {
            ArgumentKind::Number { from, to } => (from..=to).map(Argument::Number).collect(),
            ArgumentKind::Word(words) => {
                let beyond = ["", "x", "\u{fffd}", "<b>", "rock and roll all night"];
                words.iter().copied().chain(beyond).map(Argument::from).collect()
            }
        }
    };
    let requests = ruleset.requests.iter().flat_map(|spec| {
        spec.arguments.iter().fold(vec![Request::plain(spec)], |made, argument| {
            let with = |request: &Request, value: Argument| {
                let mut request = request.clone();
                request.arguments.push(value);
                request
            };
            let longer = |request| values(argument.kind).into_iter().map(move |v| with(request, v));
            made.iter().flat_map(longer).collect()
        })
    });
    requests.collect()
}

/// Plays at random from one deal to the end, and looks closely at some positions, until they have
/// [`REQUESTS_TRIED`] requests together.
fn play_out(
    subject: Subject,
    choices: &Choices,
    code: u64,
    requests_tried: usize,
    look: &mut dyn FnMut(&At, &mut Chance),
) {
    let mut chance = Chance::from_seed([code as u8; 32]);
    let mut at = At::deal(subject, choices, code);
    let game = subject.game;
    let requests_max = (subject.audit.requests_max)(choices);
    let checked = POSITIONS_CHECKED.min(requests_tried / vocabulary(game.ruleset).len()).max(1);
    for turn in 0..=requests_max {
        let is_over = at.step.mood != Mood::Open;
        if turn < checked || is_over {
            look(&at, &mut chance);
        }
        let name = at.name();
        assert_eq!(at.step.ranking.is_some(), is_over, "{name}: `outcome` and the end of its page");
        if is_over {
            assert!(at.moves().is_empty(), "{name}: a page offers moves after the end");
            return;
        }
        // Giving up is rare, so that most of a game is played.
        let gives_up = chance.below(GIVE_UP_ONCE_IN) == 0;
        let quiet = chance.pick(&at.moves_if(true)).cloned().filter(|_| gives_up);
        // Random play never solves a maze, but hints do.
        let takes_hint = chance.below(2) == 0;
        let advised = if takes_hint { at.advised() } else { None };
        let request = quiet.or(advised).or_else(|| chance.pick(&at.loud_moves()).cloned());
        let request = &request.unwrap_or_else(|| {
            panic!("{name}: the game goes on, and the page offers no move. A player who can do nothing passes")
        });
        let after = at.play(VIEWERS[0], Some(request));
        let why = after.step.refusal.as_ref().map(|refusal| refusal.fault.name);
        assert_eq!(why, None, "{name}: the page offers {request}, and the rules refuse it");
        at = after.opened_by_next();
    }
    panic!(
        "{}: not over after {requests_max} requests. Does the game have an end? Then `requests_max`, or `moves_max` \
         of a Duel, is too small",
        at.name()
    );
}

/// Every combination of options for one person, and some for several people who share a game
/// without passwords.
pub fn variants(game: &'static AnyGame) -> Vec<Choices> {
    let all = covering(game.ruleset.options);
    let shared = |people| {
        let mixes = all.iter().step_by(5).map(move |choices| choices.clone().with_people(people));
        mixes.filter(|choices| !game.ruleset.is_closed(choices)).collect::<Vec<_>>()
    };
    let shared = (2..=game.ruleset.people.1).flat_map(shared).collect::<Vec<_>>();
    all.into_iter().chain(shared).collect()
}

/// Positions of plays from one deal, for every combination of options.
pub fn positions(subject: Subject, seed: u64) -> Vec<At> {
    let mut positions = Vec::new();
    for choices in variants(subject.game) {
        play_out(subject, &choices, seed, REQUESTS_TRIED, &mut |at, _| positions.push(at.clone()));
    }
    positions
}

/// Every preset is unique and chooses real values.
pub fn presets(subject: Subject) {
    let ruleset = subject.game.ruleset;
    let has_presets = ruleset.options.is_empty() || !ruleset.presets.is_empty();
    assert!(has_presets, "{}: a game with options has a preset", ruleset.key);
    let mut kinds = Vec::new();
    for preset in ruleset.presets {
        let chosen = ruleset.preset(preset);
        for (name, value) in preset.pairs().filter(|(name, _)| *name != PEOPLE) {
            let is_chosen = chosen
                .chosen()
                .any(|(option, chosen, _)| option.name() == name && chosen.value == value);
            assert!(is_chosen, "{}, {}: no option has {name}={value}", ruleset.key, preset.label);
        }
        let is_new = !kinds.contains(&chosen);
        assert!(is_new, "{}, {}: another preset chooses the same", ruleset.key, preset.label);
        kinds.push(chosen);
    }
}

/// A position that is read is the position that was packed, and fits in a link.
pub fn packing(positions: &[At]) {
    assert!(!positions.is_empty(), "no position was looked at");
    for at in positions {
        let name = at.name();
        let again = at.play(VIEWERS[0], None);
        assert_eq!(again.packed, at.packed, "{name}: `fields` writes other bits than it reads");
        assert_eq!(
            again.step.ranking, at.step.ranking,
            "{name}: the result changes when it is read"
        );
        let bytes = at.packed.len();
        assert!(
            bytes <= CONTENT_BYTES_MAX,
            "{name}: a position of {bytes} bytes. A link has room for {CONTENT_BYTES_MAX}: keep less of what \
             follows from the rest"
        );
    }
}

/// The number of bits of a position that are changed, and of offers that are followed afterwards.
const BITS_CHANGED: usize = 24;
const OFFERS_TRIED: usize = 3;

/// Bits that passed the seal may still be changed, as with a leaked key. The game refuses them, or
/// reads another position that it packs the same way. There it refuses an offer only if the
/// position is impossible (such as the solution of a board without one).
pub fn changed_bits<'a>(positions: impl IntoIterator<Item = &'a At>) -> [usize; 2] {
    let chance = &mut Chance::from_seed([5; 32]);
    let (mut refused, mut legal) = (0, 0);
    for at in positions {
        for _ in 0..BITS_CHANGED {
            let bit = chance.below(at.packed.len() as u32 * 8) as usize;
            let mut changed = at.clone();
            changed.packed[bit / 8] ^= 1 << (bit % 8);
            let Some(read) = changed.try_play(VIEWERS[0], None) else {
                refused += 1;
                continue;
            };
            legal += 1;
            let name = at.name();
            let is_same = read.packed == changed.packed;
            assert!(is_same, "{name}: two links open one position: with bit {bit} changed, too");
            let mut offers = read.offers();
            chance.shuffle(&mut offers);
            for request in offers.iter().take(OFFERS_TRIED) {
                let after = read.play(VIEWERS[0], Some(request));
                let is_unmoved = after.packed == read.packed;
                let is_granted = after.step.refusal.is_none();
                assert!(
                    is_granted || is_unmoved,
                    "{name}: with bit {bit} changed, {request} is offered and refused. `is_possible` refuses such a \
                     position"
                );
            }
        }
    }
    assert!(refused + legal > 0, "no bit was changed");
    [refused, legal]
}

/// Returns true if the game is a match, in which every round has its own secret.
fn has_rounds(at: &At) -> bool {
    at.choices
        .chosen()
        .any(|(option, value, _)| (option.name(), value.value) == ("match", "points"))
}

/// A commitment opens at the end, and not before. Returns the number of games with one.
pub fn commitments(positions: &[At]) -> usize {
    let mut fingerprints = BTreeMap::new();
    for at in positions {
        let Some(commitment) = &at.step.commitment else { continue };
        let is_over = at.step.mood != Mood::Open;
        // The round of a match opens its own secret.
        let is_round_over = at.step.page.all_offers().any(|offer| offer.request.spec.deals);
        assert_eq!(commitment.opening.is_some(), is_over || is_round_over, "{}", at.name());
        let first = fingerprints.entry(at.name()).or_insert(commitment.fingerprint.clone());
        assert!(first == &commitment.fingerprint || has_rounds(at), "{}: it changed", at.name());
        if let (Some(opening), Some(verification)) =
            (&commitment.opening, at.game.ruleset.verification)
        {
            assert!((verification.decided)(opening, &[1]).is_some_and(|lines| !lines.is_empty()));
        }
    }
    fingerprints.len()
}

/// Offers are granted, one result each, and all else is refused and changes nothing.
pub fn offers<'a>(positions: impl IntoIterator<Item = &'a At>) {
    let mut offers = 0;
    for at in positions {
        let offered = at.offers();
        let mut led_to = BTreeSet::new();
        for (place, request) in offered.iter().enumerate() {
            let name = at.name();
            assert!(!offered[..place].contains(request), "{name}: the page offers {request} twice");
            let after = at.play(VIEWERS[0], Some(request));
            let why = after.step.refusal.as_ref().map(|refusal| refusal.fault.name);
            assert_eq!(why, None, "{name}: the page offers {request}, and the rules refuse it");
            if place == 0 {
                let is_same = at.play(VIEWERS[0], Some(request)).packed == after.packed;
                assert!(
                    is_same,
                    "{name}: {request} leads to two positions. A rule depends on its arguments alone: chance comes \
                     from what the position keeps, and never from a clock"
                );
            }
            led_to.insert(after.packed);
        }
        offers += offered.len();
        for request in vocabulary(at.game.ruleset) {
            if offered.contains(&request) {
                continue;
            }
            let after = at.play(VIEWERS[0], Some(&request));
            let Some(refusal) = after.step.refusal else {
                // A referee may understand more spellings than the page offers, but no additional
                // move.
                let leads_on = led_to.contains(&after.packed);
                assert!(
                    leads_on,
                    "{}: the rules grant {request}, and the page does not offer it",
                    at.name()
                );
                continue;
            };
            let name = at.name();
            assert_eq!(
                after.packed, at.packed,
                "{name}: {request} is refused, and changes something"
            );
            let declared = request.spec.faults().any(|fault| fault == refusal.fault);
            let fault = refusal.fault.name;
            assert!(
                declared,
                "{name}: {request} has the fault {fault}: add it to its `refused_with`"
            );
        }
    }
    assert!(offers > 0, "no offer was followed");
}

/// A hint for a person alone is one of the moves on the page, and marked there. Returns the keys of games
/// that gave advice, and of those that had none at some position.
pub fn hints<'a>(positions: impl IntoIterator<Item = &'a At>) -> [BTreeSet<&'static str>; 2] {
    let mut keys = [BTreeSet::new(), BTreeSet::new()];
    for at in positions {
        let mut offers = at.offers().into_iter();
        let Some(hint) = offers.find(|request| request.is(&HINT)) else { continue };
        let name = at.name();
        assert_eq!(at.choices.people(), 1, "{name}: people who play each other have no hints");
        let answer = at.play(VIEWERS[0], Some(&hint)).step.answer.expect("an answer");
        let Some(offer) = answer.offers.first() else {
            keys[1].insert(at.game.ruleset.key);
            continue;
        };
        let taken = at.play(VIEWERS[0], Some(&offer.request)).step;
        let (request, why) = (&offer.request, taken.refusal.map(|refusal| refusal.fault.name));
        assert_eq!(why, None, "{name}: the hint is {request}, and the rules refuse it");
        let offers_it = |cell: &&Cell| cell.offers.iter().any(|it| it.request == offer.request);
        let is_at_cell =
            at.step.page.parts.iter().flat_map(Part::cells).any(|cell| offers_it(&cell));
        let cells = answer.parts.iter().flat_map(Part::cells);
        let is_marked = cells.filter(|cell| cell.marks.advised).count() > 0;
        assert!(is_marked || !is_at_cell, "{name}: the hint {request} is not marked on the board");
        keys[0].insert(at.game.ruleset.key);
    }
    keys
}

/// A page with everything masked that commits to what is hidden.
fn masked(page: String, words: &HiddenWords) -> String {
    words.commitments.iter().fold(page, |page, word| page.replace(word.as_str(), "COMMITMENT"))
}

/// A text in which words are looked for, not as parts of longer ones.
struct Words<'a> {
    text: &'a str,
    /// The runs of letters and digits.
    single: BTreeSet<&'a str>,
}

impl<'a> Words<'a> {
    fn of(text: &'a str) -> Self {
        Words { text, single: text.split(|c: char| !c.is_ascii_alphanumeric()).collect() }
    }

    fn say(&self, word: &str) -> bool {
        if word.bytes().all(|c| c.is_ascii_alphanumeric()) {
            return self.single.contains(word);
        }
        let is_part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
        self.text.match_indices(word).any(|(at, _)| {
            let (before, after) = (&self.text[..at], &self.text[at + word.len()..]);
            !is_part(before.chars().next_back()) && !is_part(after.chars().next())
        })
    }
}

/// Hidden things change no byte of a viewer's pages and messages, in any format and at any request.
/// They also don't change the choice of a computer in the viewer's seat.
///
/// Returns the keys of games that hide something, with the number of positions that differ in it.
pub fn hidden(positions: &[&At]) -> BTreeMap<&'static str, usize> {
    let chance = &mut Chance::from_seed([1; 32]);
    let mut differ: BTreeMap<&str, usize> = BTreeMap::new();
    for at in positions {
        for viewer in VIEWERS {
            let other = at.redealt(viewer, chance);
            assert_eq!(
                other.bits,
                at.bits,
                "{}: the length of the link shows what is hidden: `fields` writes as many bits for all that a viewer \
                 cannot tell apart",
                at.name()
            );
            // The position hides nothing, or chance dealt the same again.
            if other.packed == at.packed {
                continue;
            }
            *differ.entry(at.game.ruleset.key).or_default() += 1;
            // Only the player on turn asks, because an answer may reveal the player's own hand.
            let mut requests = vec![None];
            if viewer == VIEWERS[0] {
                let read_only = at.offers().into_iter().filter(|request| request.spec.read_only);
                let any = chance.pick(&vocabulary(at.game.ruleset)).cloned();
                requests.extend(read_only.chain(any).map(Some));
            }
            for request in requests {
                let (here, there) =
                    (at.play(viewer, request.as_ref()), other.play(viewer, request.as_ref()));
                // A move may reveal something, and replies depend on hidden things.
                if here.packed != at.packed {
                    continue;
                }
                let [one, two] =
                    [&here, &there].map(|at| masked(at.rendered(), &at.hidden_words(viewer)));
                assert!(
                    one == two,
                    "{}: {viewer:?} cannot tell two positions apart, and their pages differ{}: {}",
                    at.name(),
                    request.map_or(String::new(), |request| format!(" after {request}")),
                    difference(&one, &two)
                );
            }
            if let Viewer::Seat(seat) = viewer {
                let choice = |at: &At| {
                    (at.audit.computer)(&at.choices, Unpacker::new(&at.packed), seat).unwrap()
                };
                assert_eq!(
                    choice(at),
                    choice(&other),
                    "{}: the computer in seat {seat} chooses by what is hidden from it",
                    at.name()
                );
            }
        }
    }
    differ
}

/// The greatest number of offers of a position that are followed to look for hidden words.
const OFFERS_FOLLOWED: usize = 10;

/// No format names a hidden thing after a request, either. (A card that was played may go back to
/// the stock with the pile: it is hidden then, and was named before.)
///
/// Returns the keys of games whose hidden things have names, with true if the player on turn must not see them.
pub fn names<'a>(positions: impl IntoIterator<Item = &'a At>) -> BTreeSet<(&'static str, bool)> {
    let mut naming = BTreeSet::new();
    for at in positions {
        let hides = |viewer: &Viewer| !at.hidden_words(*viewer).secrets.is_empty();
        for viewer in VIEWERS.into_iter().filter(hides) {
            let before: BTreeSet<String> = at.hidden_words(viewer).secrets.into_iter().collect();
            naming.insert((at.game.ruleset.key, viewer == VIEWERS[0]));
            let mut refused = BTreeSet::new();
            let offers = at.offers();
            let offers = offers.iter().step_by(offers.len().div_ceil(OFFERS_FOLLOWED).max(1));
            for request in [None].into_iter().chain(offers.map(Some)) {
                let after = at.play(viewer, request);
                // To be refused in the same words once more shows nothing new.
                let refusal = after.step.refusal.as_ref();
                if refusal.is_some_and(|refusal| !refused.insert(refusal.sentence.to_string())) {
                    continue;
                }
                let was_named = |name| after.step.messages.iter().any(|m| m.spec.name == name);
                if was_named("stock_reshuffled") {
                    continue;
                }
                let page = after.rendered();
                let words = Words::of(&page);
                let mut secrets = after.hidden_words(viewer).secrets;
                secrets.retain(|word| before.contains(word));
                for secret in secrets {
                    let name = after.name();
                    assert!(!words.say(&secret), "{name} {viewer:?}: {secret} in {page}");
                }
            }
        }
    }
    naming
}

/// Pages are well formed: every square, offer and sentence is there and fits.
pub fn pages(positions: &[At]) {
    for at in positions {
        check_page(&at.name(), &at.step.page);
        for request in at.offers().iter().filter(|request| request.spec.read_only) {
            let answered = at.play(VIEWERS[0], Some(request)).step;
            let shown = answered.answer.map_or(answered.page, |answer| *answer);
            assert_ne!(shown, at.step.page, "{}: {request} shows the page as it was", at.name());
            check_page(&at.name(), &shown);
        }
    }
}

fn check_page(name: &str, page: &Page) {
    assert!(
        !page.state.is_empty() && !page.sentence().is_empty(),
        "{name}: no state, or no sentence"
    );
    page.parts.iter().for_each(|part| check_part(name, part));
    assert_eq!(page.status, page.status.trim(), "{name}: a space around the sentence");
    // The result comes before it, with a full stop and a space.
    let lead = page.end.as_ref().map_or(0, |end| end.headline.chars().count() + 2);
    let length = lead + page.sentence().chars().count();
    assert!(
        length <= STATUS_CHARS_MAX,
        "{name}: a sentence of {length} characters, with the result before it; {STATUS_CHARS_MAX} fit: {}",
        page.sentence()
    );
    let spots = page.parts.iter().flat_map(Part::spots);
    let at_places = spots.flat_map(|spot| {
        assert!(
            !spot.label().to_string().is_empty(),
            "{name}: a square or thing has no words: `labelled`"
        );
        spot.cell.offers.iter().map(move |offer| spot.offer_label(offer).to_string())
    });
    let labels: Vec<String> =
        at_places.chain(page.offers.iter().map(|offer| offer.label.to_string())).collect();
    let is_there = page.changed.is_none_or(|at| page.cell(at).is_some());
    assert!(is_there, "{name}: the place that changed is not on the page: {:?}", page.changed);
    for offer in page.all_offers() {
        assert!(!offer.label.is_empty(), "{name}: an offer has no label: {}", offer.request);
    }
    for (place, label) in labels.iter().enumerate() {
        let is_new = !labels[..place].contains(label);
        assert!(is_new, "{name}: two offers have the label {label:?}: what tells them apart?");
    }
}

fn check_part(name: &str, part: &Part) {
    // A board that only shows something has room for numbers.
    let offers = part.cells().iter().any(|cell| !cell.offers.is_empty());
    let width = if offers { 3 } else { 6 };
    part.cells().iter().for_each(|cell| check_cell(name, cell, width));
    match part {
        Part::Board(board) | Part::Heaps(board) | Part::Guesses(Guesses { board, .. }) => {
            let (columns, cells) = (board.columns, board.cells.len());
            let fits = (2..=COLUMNS_MAX).contains(&columns);
            assert!(fits, "{name}: {columns} columns; a board has 2 to {COLUMNS_MAX}");
            assert_eq!(cells % columns, 0, "{name}: {cells} squares are no rows of {columns}");
            let rows = cells / columns;
            let fits = (1..=ROWS_MAX).contains(&rows);
            assert!(fits, "{name}: {rows} rows; a board has 1 to {ROWS_MAX}");
        }
        Part::Row(row) | Part::Hand(row) => {
            assert!(!row.cells.is_empty(), "{name}: a row of nothing");
        }
        Part::Passage(passage) | Part::Round(passage) => {
            passage.cells().for_each(|cell| check_cell(name, cell, 6));
        }
        Part::Seats(_) | Part::Facts(_) | Part::Log(_) => {}
    }
}

fn check_cell(name: &str, cell: &Cell, width: usize) {
    let printable =
        cell.text.chars().all(|c| c.is_ascii_graphic() || c == ' ' || c.is_alphabetic());
    assert!(
        cell.text.chars().count() <= width && printable,
        "{name}: the text {:?}: here at most {width} letters or printable ASCII characters fit",
        cell.text
    );
    if !cell.offers.is_empty() {
        let text = [&*cell.text, &*cell.caption].concat();
        assert!(
            !text.trim().is_empty(),
            "{name}: a cell with an offer has a text, or `Cell::free`"
        );
    }
    if let Some(picture) = cell.picture {
        assert!(html::has_picture(picture), "{name}: no picture {}", picture.name);
        assert!(picture.quarter_turns < 4, "{name}");
    }
}

/// Returns true if this is a picture of the collection, or one of this game's own: its name begins with the
/// key, and its file has one element, with shapes alone inside.
fn is_picture(ruleset: &Ruleset, picture: Picture) -> bool {
    let own = picture.name.strip_prefix(ruleset.key).is_some_and(|rest| rest.starts_with('-'));
    let runs = ["<script", "<style", "<image", "<foreignObject", "href=\"http", " on"];
    let is_drawn = runs.iter().all(|text| !picture.drawing.contains(text));
    html::has_picture(picture) && (picture.drawing.is_empty() || own && is_drawn)
}

/// Every message and every fault of a ruleset comes up in some game, and no other in any. The faults
/// `made_up` come up only in positions that are made up.
pub fn lists(subject: Subject, made_up: &[&str]) {
    let game = subject.game;
    let ruleset = game.ruleset;
    let messages: BTreeSet<&str> = ruleset.messages.iter().map(|spec| spec.name).collect();
    let faults: BTreeSet<&str> = ruleset.faults().iter().map(|fault| fault.name).collect();
    let mut told = BTreeSet::new();
    // Numbers outside the range of a ruleset never reach its referee.
    let arguments = ruleset.requests.iter().flat_map(|spec| spec.arguments);
    let numbers = arguments.filter(|a| matches!(a.kind, ArgumentKind::Number { .. }));
    let mut refused: BTreeSet<&str> = numbers.map(|argument| argument.otherwise.name).collect();
    // Some are for tables of several people only.
    let at_table = Choices::defaults(ruleset.options).with_people(2);
    if ruleset.is_closed(&at_table) {
        let at = At::deal(subject, &at_table, 1);
        let asked = vocabulary(ruleset).into_iter().map(|r| at.play(VIEWERS[0], Some(&r)).step);
        refused.extend(asked.filter_map(|step| Some(step.refusal?.fault.name)));
    }
    refused.extend(made_up.iter().filter_map(|name| faults.get(name)));
    let deals = (1..=DEALS_MAX)
        .flat_map(|code| variants(game).into_iter().map(move |choices| (choices, code)));
    let mut offered: Vec<Request> = Vec::new();
    for (choices, code) in deals {
        let mut followed = BTreeSet::new();
        play_out(subject, &choices, code, 3 * REQUESTS_TRIED, &mut |at, chance| {
            // Behind the first move of each kind, too: some faults need one.
            let moves = at.moves();
            let is_first = |request: &&Request| followed.insert(request.spec.name);
            let behind = moves.iter().filter(is_first).map(|r| at.play(VIEWERS[0], Some(r)));
            let behind: Vec<At> = behind.collect();
            // And behind an ordinary one after it: a draw is accepted only there.
            let further = |at: &At| {
                let at = at.clone().opened_by_next();
                Some(at.play(VIEWERS[0], Some(at.loud_moves().first()?)))
            };
            let further: Vec<At> = behind.iter().filter_map(further).collect();
            let all: Vec<At> = behind.into_iter().chain(further).chain([at.clone()]).collect();
            // A move of one position is refused in another, for reasons that no list of words knows.
            let earlier: Vec<Request> =
                (0..EARLIER_TRIED).filter_map(|_| chance.pick(&offered).cloned()).collect();
            let after = |at: &At| {
                let steps = vocabulary(ruleset).into_iter().chain(earlier.iter().cloned());
                let steps = steps.map(|request| at.play(VIEWERS[0], Some(&request)).step);
                steps.chain([at.step.clone()]).collect::<Vec<_>>()
            };
            for step in all.iter().flat_map(after) {
                refused.extend(step.refusal.map(|refusal| refusal.fault.name));
                for message in step.messages {
                    let (spec, arguments) = (message.spec, message.arguments.len());
                    let (name, count) = (spec.name, spec.arguments.len());
                    assert_eq!(
                        count, arguments,
                        "the message {name} has other arguments than its spec"
                    );
                    assert!(!message.sentence.is_empty(), "the message {name} has no sentence");
                    told.insert(spec.name);
                }
            }
            offered.extend(moves);
        });
        if told.is_superset(&messages) && refused.is_superset(&faults) {
            break;
        }
    }
    refused.remove(NO_HINT.name);
    for (what, seen, listed) in [("messages", told, messages), ("faults", refused, faults)] {
        let [never, missing] = [&listed - &seen, &seen - &listed];
        assert!(
            never.is_empty(),
            "{}: these {what} of the ruleset never come up: {never:?}",
            ruleset.key
        );
        assert!(
            missing.is_empty(),
            "{}: these {what} are not in the ruleset: {missing:?}",
            ruleset.key
        );
    }
}

/// The moves of earlier positions, of this deal and others, that are tried in a position.
const EARLIER_TRIED: usize = 10;
/// Deals of each combination of options in which a message or a fault must come up.
const DEALS_MAX: u64 = 12;

/// The public face of a game is complete, and its names and numbers are free.
pub fn ruleset(subject: Subject) {
    let ruleset = subject.game.ruleset;
    let name = ruleset.key;
    // Two letters of a token would be hyphens or underscores with the others.
    let number = ruleset.number;
    assert!(number % 64 < 62 && number > 0, "{name}: the number {number} is not for games");
    let texts =
        [("key", name), ("uri", ruleset.uri), ("title", ruleset.title), ("blurb", ruleset.blurb)];
    for (what, text) in texts {
        assert!(!text.is_empty(), "{name}: the ruleset has no {what}");
    }
    let is_key = name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    assert!(is_key, "{name}: a key has small letters and digits alone");
    let has_icon = ruleset.icon().is_none_or(|icon| is_picture(ruleset, icon));
    assert!(has_icon, "{name}: no picture {}", ruleset.picture);
    assert!(ruleset.version >= 1, "{name}: versions count from 1");
    let (fewest, most) = ruleset.people;
    let is_range = fewest >= 1 && fewest <= most && most <= PEOPLE_MAX;
    assert!(is_range, "{name}: {fewest} to {most} people; a table has 1 to {PEOPLE_MAX}");
    let lists = [
        ("rules", (ruleset.rules)().len()),
        ("steps", ruleset.steps.len()),
        ("requests", ruleset.requests.len()),
    ];
    for (what, count) in lists {
        assert!(count > 0, "{name}: the ruleset has no {what}");
    }
    let options = ruleset.options.iter().map(|option| option.name());
    let requests = ruleset.requests.iter().map(|spec| spec.name);
    let mut names: Vec<&str> = RESERVED.into_iter().chain(options).chain(requests).collect();
    names.sort_unstable();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    assert_eq!(twice, None, "{name}: two options or requests have this name, or Parlour uses it");
    for option in ruleset.options {
        let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
        let is_plain = |text: &str| !text.is_empty() && text.bytes().all(plain);
        let odd = option.values().find(|value| !is_plain(value.value)).map(|value| value.value);
        assert_eq!(odd, None, "{name}: a value has letters, digits, - and _ alone");
    }
    let faults = ruleset.faults();
    let is_own = |fault: &&Fault| (900..1000).contains(&fault.code);
    let odd = faults.iter().find(|fault| !is_own(fault)).map(|fault| (fault.code, fault.name));
    assert_eq!(odd, None, "{name}: faults of a game have numbers from 900 to 999");
    // They are in order of their numbers.
    let twice = faults.windows(2).find(|pair| pair[0].code == pair[1].code);
    let twice = twice.map(|pair| (pair[0].code, pair[0].name, pair[1].name));
    assert_eq!(twice, None, "{name}: two faults have one number");
}

/// Names in the query string that no game may use: those of the platform, now or soon.
const RESERVED: [&str; 24] = [
    "g", "s", "rules", "seed", "day", "use", "as", "parlour", "people", "name", "sit", "c", "at",
    "words", "puzzles", "feed", "beat", "move", "links", "ask", "solution", "style", "after",
    "play_on",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_whole() {
        let words = Words::of("You drew 7H, the seven of hearts; 10S stays.");
        assert!(words.say("7H") && words.say("seven of hearts") && words.say("10S"));
        assert!(!words.say("0S") && !words.say("even of hearts") && !words.say("seven of heart"));
    }
}
