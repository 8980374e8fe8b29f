//! The checks of one game, each a test of `examine!`.

use super::{At, NUMBER_MIN, Subject, coalition, formats, tables, walks};
use crate::game::audit::Audited;
use crate::game::secrecy::Hides;

/// The number of deals of each combination of options that are played.
const DEALS: u64 = 2;

fn positions<G: Audited>() -> Vec<At> {
    let positions: Vec<At> =
        (1..=DEALS).flat_map(|seed| super::positions(Subject::of::<G>(), seed)).collect();
    assert!(!positions.is_empty(), "{}: no position was looked at", G::RULESET.key);
    positions
}

/// The public face is complete, and the number is one of those for everybody.
pub fn ruleset_is_complete<G: Audited>() {
    super::ruleset(Subject::of::<G>());
    let number = G::RULESET.number;
    assert!(
        number >= NUMBER_MIN,
        "{}: the numbers below {NUMBER_MIN} are Parlour's",
        G::RULESET.key
    );
}

pub fn presets_choose_real_values<G: Audited>() {
    super::presets(Subject::of::<G>());
}

pub fn positions_are_read_as_packed<G: Audited>() {
    super::packing(&positions::<G>());
    tables::read_back::<G>(DEALS);
}

pub fn changed_bits_are_refused_or_legal<G: Audited>() {
    super::changed_bits(&positions::<G>());
}

pub fn offers_are_granted_and_all_else_refused<G: Audited>() {
    super::offers(&positions::<G>());
}

/// If the game has hints, some position gives one.
pub fn hints_are_offered_moves<G: Audited>() {
    let [advised, _] = super::hints(&positions::<G>());
    let name = G::RULESET.key;
    let has_hints = G::RULESET.has_hints();
    assert!(advised.is_empty() || has_hints, "{name}: `HINT` is not in `requests`");
    assert!(!has_hints || !advised.is_empty(), "{name}: no position has a hint");
}

/// If the game hides something, positions that differ in it were compared.
pub fn hidden_things_never_show<G: Audited>() {
    let positions = positions::<G>();
    let compared = super::hidden(&positions.iter().collect::<Vec<_>>());
    super::names(&positions);
    let hides =
        positions.iter().any(|at| (G::RULESET.secrecy)(&at.choices).hides != Hides::Nothing);
    assert!(!hides || !compared.is_empty(), "{}: nothing hidden was compared", G::RULESET.key);
}

pub fn commitments_open_at_the_end<G: Audited>() {
    let found = super::commitments(&positions::<G>());
    let verifies = G::RULESET.verification.is_some();
    assert!(found > 0 || !verifies, "{}: no deal has a fingerprint", G::RULESET.key);
}

pub fn pages_are_well_formed<G: Audited>() {
    super::pages(&positions::<G>());
}

pub fn messages_and_faults_come_up<G: Audited>() {
    super::lists(Subject::of::<G>(), &[]);
}

pub fn every_format_has_all_offers<G: Audited>() {
    formats::clients(&positions::<G>());
}

pub fn offers_may_be_typed<G: Audited>() {
    formats::typed(&positions::<G>());
}

/// A game that keeps no moments has nothing to look at here.
pub fn moments_lead_to_the_present<G: Audited>() {
    (1..=DEALS).for_each(|code| {
        walks::check(Subject::of::<G>(), code);
    });
}

/// Returns true if the game has tables with passwords. Otherwise says that there is nothing to look at.
fn has_tables<G: Audited>() -> bool {
    if !G::RULESET.has_tables() {
        println!("{} has no tables with passwords: nothing is looked at.", G::RULESET.key);
    }
    G::RULESET.has_tables()
}

pub fn moves_at_tables_teach_nothing<G: Audited>() {
    if has_tables::<G>() {
        tables::check::<G>(DEALS, false);
        if G::RULESET.people.1 > 2 {
            tables::check::<G>(DEALS, true);
        }
    }
}

pub fn coalitions_learn_nothing<G: Audited>() {
    if has_tables::<G>() {
        coalition::check::<G>();
    }
}
