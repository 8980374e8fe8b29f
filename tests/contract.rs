//! The contract of a game, held over every row of the table: random play from fixed seeds, and at
//! every position what the house, the clients and the players rely on.

mod vocabulary;

use parlour::clients::html;
use parlour::game::chance::{Chance, DealId};
use parlour::game::contract::{
    Argument, ArgumentKind, Choices, PLATFORM_FAULTS, Request, Row, Ruleset, Step,
};
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::page::{Cell, Offer, Page, Part, Picture};
use parlour::games::GAMES;
use std::collections::BTreeSet;

/// Positions at which everything is checked, of each game and combination of options; play goes on
/// to the end beyond them.
const POSITIONS_CHECKED: usize = 40;

/// A position, packed, with all that is known about it.
struct At<'a> {
    row: &'a Row,
    choices: &'a Choices,
    packed: Vec<u8>,
    bits: usize,
    step: Step,
}

fn deal<'a>(row: &'a Row, choices: &'a Choices, code: u64) -> At<'a> {
    let mut packer = Packer::new();
    let mut chance = DealId::Code(code).chance(row.ruleset.key, b"");
    let step = (row.deal)(choices, &mut chance, &mut packer);
    At { row, choices, bits: packer.bits(), packed: packer.finish(), step }
}

impl<'a> At<'a> {
    fn play(&self, request: Option<&Request>) -> At<'a> {
        let mut packer = Packer::new();
        let step = (self.row.play)(self.choices, Unpacker::new(&self.packed), request, &mut packer)
            .expect("a packed position unpacks");
        At { bits: packer.bits(), packed: packer.finish(), step, ..*self }
    }

    fn name(&self) -> String {
        format!("{} {:?}", self.row.ruleset.key, self.choices)
    }

    fn offers(&self) -> Vec<&Offer> {
        self.step.page.all_offers().collect()
    }

    /// The offers that lead on.
    fn moves(&self) -> Vec<&Offer> {
        let changes = |request: &Request| {
            self.row.ruleset.request(request.name).is_some_and(|spec| !spec.only_asks)
        };
        self.offers().into_iter().filter(|offer| changes(&offer.request)).collect()
    }
}

/// Every request of the vocabulary with every argument of its kind, and some beyond.
fn vocabulary(ruleset: &Ruleset) -> Vec<Request> {
    vocabulary::vocabulary(ruleset, |kind| {
        let beyond = match kind {
            ArgumentKind::Number { from, to } => {
                [from - 1, to + 1, i64::MIN, i64::MAX].map(Argument::Number).to_vec()
            }
            ArgumentKind::Word(_) => ["", "x", "\u{fffd}", "<b>", "rock and roll all night"]
                .map(|word| Argument::Word(word.to_owned()))
                .to_vec(),
        };
        [vocabulary::listed(kind), beyond].concat()
    })
}

/// Plays at random from one deal to the end, looking closely at the first positions.
fn play_out(row: &Row, choices: &Choices, code: u64, look: &mut dyn FnMut(&At<'_>, &mut Chance)) {
    let mut chance = Chance::from_seed([code as u8; 32]);
    let mut at = deal(row, choices, code);
    let width = at.bits;
    let longest = (row.longest)(choices);
    for turn in 0..=longest {
        if (turn as usize) < POSITIONS_CHECKED || at.step.outcome.is_some() {
            look(&at, &mut chance);
        }
        assert_eq!(at.bits, width, "{}: every position has the same width", at.name());
        if at.step.outcome.is_some() {
            assert!(at.moves().is_empty(), "{}: nothing is offered after the end", at.name());
            return;
        }
        let moves: Vec<Request> = at.moves().iter().map(|offer| offer.request.clone()).collect();
        let request = chance.pick(&moves).unwrap_or_else(|| panic!("{}: no move", at.name()));
        at = at.play(Some(request));
        assert_eq!(at.step.fault, None, "{}: {request:?} was offered", at.name());
    }
    panic!("{}: not over after {longest} requests", at.name());
}

fn for_every_game(deals: u64, look: &mut dyn FnMut(&At<'_>, &mut Chance)) {
    for row in GAMES {
        for choices in Choices::all(row.ruleset) {
            for code in 1..=deals {
                play_out(row, &choices, code, look);
            }
        }
    }
}

#[test]
fn packing_is_the_identity() {
    for_every_game(2, &mut |at, _| {
        let again = at.play(None);
        assert_eq!(again.packed, at.packed, "{}", at.name());
        assert_eq!(again.step.outcome, at.step.outcome);
    });
}

#[test]
fn what_is_offered_is_granted_and_all_else_refused_unchanged() {
    for_every_game(1, &mut |at, _| {
        let offered: Vec<Request> = at.offers().iter().map(|o| o.request.clone()).collect();
        let mut led_to = BTreeSet::new();
        for (place, request) in offered.iter().enumerate() {
            assert!(!offered[..place].contains(request), "{}: {request:?} twice", at.name());
            let after = at.play(Some(request));
            assert_eq!(after.step.fault, None, "{}: {request:?}", at.name());
            led_to.insert(after.packed);
        }
        for request in vocabulary(at.row.ruleset) {
            let after = at.play(Some(&request));
            let Some(fault) = after.step.fault else {
                // A referee may understand more spellings than are offered, but none that leads
                // where no offer leads.
                let leads_on = led_to.contains(&after.packed);
                assert!(leads_on, "{}: {request:?} was not offered", at.name());
                continue;
            };
            assert_eq!(after.packed, at.packed, "{}: {request:?} changed something", at.name());
            let spec = at.row.ruleset.request(request.name).unwrap();
            assert!(spec.faults.contains(&fault.code), "{}: {request:?} {fault:?}", at.name());
            let listed = at.row.ruleset.faults.iter().any(|f| f.code == fault.code);
            assert!(listed, "{}: fault {} is not in the ruleset", at.name(), fault.code);
        }
    });
}

#[test]
fn what_is_hidden_never_shows() {
    for_every_game(2, &mut |at, chance| {
        let mut packer = Packer::new();
        let packed = Unpacker::new(&at.packed);
        (at.row.reimagine)(at.choices, packed, chance, &mut packer).unwrap();
        assert_eq!(packer.bits(), at.bits);
        let other = At { packed: packer.finish(), step: at.step.clone(), ..*at }.play(None);
        let same = at.play(None);
        assert_eq!(other.step.page, same.step.page, "{}", at.name());
        for request in at.offers().iter().filter(|offer| only_asks(at, offer)) {
            let answer = |at: &At<'_>| at.play(Some(&request.request)).step.answer;
            assert_eq!(answer(&other), answer(at), "{}", at.name());
        }
    });
}

fn only_asks(at: &At<'_>, offer: &Offer) -> bool {
    at.row.ruleset.request(offer.request.name).is_some_and(|spec| spec.only_asks)
}

#[test]
fn pages_are_well_formed() {
    for_every_game(1, &mut |at, _| {
        check_page(&at.name(), &at.step.page);
        for offer in at.offers().iter().filter(|offer| only_asks(at, offer)) {
            let answered = at.play(Some(&offer.request));
            assert!(!answered.step.answer.is_empty(), "{}: {:?}", at.name(), offer.request);
            answered.step.answer.iter().for_each(|part| check_part(&at.name(), part));
        }
    });
}

fn check_page(name: &str, page: &Page) {
    assert!(!page.state.is_empty() && !page.status.is_empty(), "{name}: it says how it stands");
    page.parts.iter().for_each(|part| check_part(name, part));
    let spots = page.parts.iter().flat_map(Part::spots);
    let at_places = spots.flat_map(|spot| {
        assert!(!spot.label().to_string().is_empty(), "{name}: every square says what it is");
        spot.cell.offers.iter().map(move |offer| spot.offer_label(offer).to_string())
    });
    let labels: Vec<String> =
        at_places.chain(page.offers.iter().map(|offer| offer.label.to_string())).collect();
    assert!(page.changed.is_none_or(|at| page.cell(at).is_some()), "{name}: {:?}", page.changed);
    for offer in page.all_offers() {
        assert!(!offer.label.is_empty(), "{name}: every offer says what it does");
    }
    for (place, label) in labels.iter().enumerate() {
        assert!(!labels[..place].contains(label), "{name}: two offers are named {label}");
    }
}

fn check_part(name: &str, part: &Part) {
    part.cells().iter().for_each(|cell| check_cell(name, cell));
    match part {
        Part::Board(board) => {
            assert!(board.columns > 0 && board.cells.len() % board.columns == 0, "{name}");
        }
        Part::Passage(passage) => {
            passage.diagrams.iter().flat_map(|b| &b.cells).for_each(|cell| check_cell(name, cell));
        }
        Part::Row(_) | Part::Facts(_) | Part::Log(_) => {}
    }
}

fn check_cell(name: &str, cell: &Cell) {
    let printable = cell.text.bytes().all(|c| c.is_ascii_graphic() || c == b' ');
    assert!(cell.text.len() <= 3 && printable, "{name}: {:?}", cell.text);
    if !cell.offers.is_empty() {
        assert!(!cell.text.trim().is_empty(), "{name}: a link needs something to follow");
    }
    if let Some(Picture { name: picture, quarter_turns }) = cell.picture {
        assert!(html::has_picture(picture), "{name}: no picture {picture}");
        assert!(quarter_turns < 4, "{name}");
    }
}

#[test]
fn messages_are_those_of_the_ruleset() {
    for_every_game(3, &mut |at, _| {
        for message in &at.step.messages {
            let spec = at.row.ruleset.messages.iter().find(|spec| spec.name == message.name);
            let spec = spec.unwrap_or_else(|| panic!("{}: {message:?}", at.name()));
            assert_eq!(spec.arguments.len(), message.arguments.len(), "{message:?}");
            assert!(!message.sentence.is_empty());
        }
    });
}

#[test]
fn rulesets_are_complete() {
    for (place, row) in GAMES.iter().enumerate() {
        let ruleset = row.ruleset;
        let name = ruleset.key;
        let others = &GAMES[..place];
        assert!(
            others
                .iter()
                .all(|other| other.ruleset.key != name && other.ruleset.uri != ruleset.uri)
        );
        assert!(name.bytes().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
        assert!(html::has_picture(ruleset.picture), "{name}: {}", ruleset.picture);
        assert!(ruleset.version > 0 && ruleset.seats.0 >= 1 && ruleset.seats.0 <= ruleset.seats.1);
        assert!(!ruleset.rules.is_empty() && !ruleset.requests.is_empty());
        let reserved = ["g", "s", "rules", "seed", "day", "use", "as", "parlour"];
        let mut names: Vec<&str> = reserved.to_vec();
        names.extend(ruleset.options.iter().map(|spec| spec.name));
        names.extend(ruleset.requests.iter().map(|spec| spec.name));
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count, "{name}: a name of the query string has two meanings");
        for option in ruleset.options {
            assert!(!option.values.is_empty());
            let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-' || c == b'_';
            assert!(
                option.values.iter().all(|v| !v.value.is_empty() && v.value.bytes().all(plain))
            );
        }
        for fault in ruleset.faults {
            assert!((900..1000).contains(&fault.code), "{name}: {}", fault.code);
        }
        for request in ruleset.requests {
            let listed = |code: &u16| ruleset.faults.iter().any(|fault| fault.code == *code);
            assert!(request.faults.iter().all(listed), "{name}: {}", request.name);
        }
    }
    assert!(PLATFORM_FAULTS.iter().all(|fault| (600..700).contains(&fault.code)));
}
