//! Thousands of tables whose hosts paste answers in every order, in several steps, twice, and with the
//! answers of other tables between them. Designs that look sound and are not must be caught.

use super::*;
use crate::game::chance::Chance;
use crate::table::name::Name;
use crate::table::password::Password;
use crate::table::state::Deed;
use crate::table::state::SIZE_MIN;
use std::cell::Cell;

/// Orders of pasting that are tried at each table.
const PASTINGS: usize = 4;
const GUESTS: [&str; 4] = ["Ben", "Cleo", "Дима", "Émile"];

/// A design of the gathering.
trait Design {
    /// Seats everybody and returns the seed of the deal.
    fn seat(state: &mut TableState) -> [u8; 32] {
        seat_by_lot(state)
    }

    /// An answer as it is taken at a table.
    fn taken(answer: Answer, _state: &TableState) -> Answer {
        answer
    }
}

struct Sound;

impl Design for Sound {}

/// The host sits first, and looks at the deal first.
struct HostLooksFirst;

impl Design for HostLooksFirst {
    fn seat(state: &mut TableState) -> [u8; 32] {
        let host = state.people[0].password;
        let seed = seat_by_lot(state);
        let at = state.seat_of(host).unwrap();
        state.people.rotate_left(at);
        seed
    }
}

/// The order of pasting decides the deal.
struct DealsAsPasted;

impl Design for DealsAsPasted {
    fn seat(state: &mut TableState) -> [u8; 32] {
        let mut hash = Sha256::new();
        state.people.iter().for_each(|person| hash.update(person.chance.to_be_bytes()));
        seat_by_lot(state);
        hash.finalize().into()
    }
}

/// Guests sit as they were pasted.
struct SeatsAsPasted;

impl Design for SeatsAsPasted {
    fn seat(state: &mut TableState) -> [u8; 32] {
        let seed = seat_by_lot(&mut state.clone());
        state.people.rotate_left(1);
        state.people.iter_mut().for_each(|person| person.chance = 0);
        seed
    }
}

thread_local! {
    static DEALS: Cell<u8> = const { Cell::new(0) };
}

/// Pasting again draws another deal.
struct DealsAnew;

impl Design for DealsAnew {
    fn seat(state: &mut TableState) -> [u8; 32] {
        DEALS.set(DEALS.get().wrapping_add(1));
        let mut seed = seat_by_lot(state);
        seed[0] ^= DEALS.get();
        seed
    }
}

/// An answer to another table is taken.
struct TakesAny;

impl Design for TakesAny {
    fn taken(answer: Answer, state: &TableState) -> Answer {
        Answer { table: state.line, ..answer }
    }
}

fn name(text: &str) -> Name {
    Name::read(text, []).unwrap()
}

fn random(chance: &mut Chance) -> u64 {
    let mut bytes = [0; 8];
    chance.fill(&mut bytes);
    u64::from_be_bytes(bytes)
}

/// A table that Ann has opened.
fn invitation(size: usize, chance: &mut Chance) -> TableState {
    let mut state = TableState::new(size, random(chance), 7);
    state.people.push(Person::new(name("Ann"), Password::from_number(random(chance))));
    state.after_turn(Some(0), Deed::SatDown, "Ann", None)
}

/// The answer of a guest to the invitation.
fn answer(state: &TableState, guest: &str, chance: &mut Chance) -> Answer {
    Answer {
        table: state.line,
        table_code: state.game_number.table_code(),
        host: state.people[0].name.clone(),
        guest: name(guest),
        password: Password::from_number(random(chance)),
        chance: u128::from(random(chance)) << 64 | u128::from(random(chance)),
    }
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

/// Pastes answers in steps until the table is full, and seats everybody.
fn pasted<D: Design>(
    start: &TableState,
    steps: &[Vec<Answer>],
) -> Result<(TableState, [u8; 32]), String> {
    let mut state = start.clone();
    for answers in steps {
        if state.is_full() {
            break;
        }
        let answers = answers.iter().map(|answer| D::taken(answer.clone(), &state)).collect();
        state = gather(&state, answers).state;
    }
    ensure(state.is_full(), "everybody has answered, and a seat is free")?;
    let seed = D::seat(&mut state);
    Ok((state, seed))
}

/// Plays the gathering of one table in several ways.
fn check<D: Design>(number: u8) -> Result<(), String> {
    let mut chance = Chance::from_seed([number; 32]);
    let size = SIZE_MIN + chance.below(3) as usize;
    let start = invitation(size, &mut chance);
    // Another table of the same people, and a later one.
    let elsewhere = [(); 2].map(|()| invitation(size, &mut chance));
    let answers_to = |table: &TableState, chance: &mut Chance| -> Vec<Answer> {
        GUESTS[..size - 1].iter().map(|guest| answer(table, guest, chance)).collect()
    };
    let answers = answers_to(&start, &mut chance);
    let others: Vec<Answer> =
        elsewhere.iter().flat_map(|table| answers_to(table, &mut chance)).collect();
    let (first, seed) = pasted::<D>(&start, std::slice::from_ref(&answers))?;
    let host = start.people[0].password;
    ensure(first.people[0].password != host, "the host looks first")?;
    for person in &first.people {
        let has_answered = answers.iter().any(|answer| answer.password == person.password);
        ensure(has_answered || person.password == host, "somebody else sits down")?;
    }
    for _ in 0..PASTINGS {
        let mut all = [&answers[..], &answers[..1], &others[..]].concat();
        chance.shuffle(&mut all);
        let step = 1 + chance.below(3) as usize;
        let steps: Vec<Vec<Answer>> = all.chunks(step).map(<[_]>::to_vec).collect();
        let (again, other_seed) = pasted::<D>(&start, &steps)?;
        ensure(again == first, "other people, or other seats")?;
        ensure(other_seed == seed, "another deal")?;
    }
    let (_, later) = pasted::<D>(&elsewhere[1], &[others])?;
    ensure(later != seed, "the same deal at another table")
}

fn is_caught<D: Design>() -> bool {
    (0..20).any(|number| check::<D>(number).is_err())
}

#[test]
fn the_order_of_pasting_changes_nothing() {
    for number in 0..u8::MAX {
        check::<Sound>(number).unwrap_or_else(|what| panic!("{number}: {what}"));
    }
}

#[test]
fn flawed_gatherings_are_caught() {
    assert!(is_caught::<HostLooksFirst>());
    assert!(is_caught::<DealsAsPasted>());
    assert!(is_caught::<SeatsAsPasted>());
    assert!(is_caught::<DealsAnew>());
    assert!(is_caught::<TakesAny>());
}

#[test]
fn the_host_learns_the_outcome_of_each_answer() {
    let mut chance = Chance::from_seed([9; 32]);
    let (start, other) = (invitation(3, &mut chance), invitation(3, &mut chance));
    let mut answers = |guest| answer(&start, guest, &mut chance);
    let [ben, again, cleo, dora] = ["Ben", "ben", "Cleo", "Dora"].map(&mut answers);
    let stray = answer(&other, "Zoe", &mut chance);
    let told = |pasted: &[&Answer]| gather(&start, pasted.iter().copied().cloned().collect());
    let person = |answer: &Answer| Person {
        chance: answer.chance,
        ..Person::new(answer.guest.clone(), answer.password)
    };
    let waits = |gathered: &Gathered| gathered.state.waiting.len();
    assert_eq!(told(&[]).news, []);
    assert_eq!(told(&[&stray, &stray]).news, [News::OtherTable(stray.clone())]);
    assert_eq!(told(&[&ben, &ben]).news, [News::Again(person(&ben))]);
    assert_eq!(told(&[&ben, &ben]).state.people.len(), 2);
    let many = told(&[&ben, &cleo, &dora]);
    assert_eq!((&many.news[..], waits(&many)), (&[News::TooMany(3, 2)][..], 3));
    assert_eq!(many.state.people, start.people);
    // Two names that look alike: neither sits down before the host has chosen.
    let alike = told(&[&ben, &cleo, &again]);
    assert_eq!(alike.news, [News::Alike(vec![person(&ben), person(&again)])]);
    assert_eq!((waits(&alike), alike.state.people.len()), (2, 2));
    // A seat stays free for the one whom the host still has to choose.
    let both = told(&[&ben, &again, &cleo, &dora]);
    assert_eq!((&both.state.people, waits(&both)), (&start.people, 4));
    let first = told(&[&ben]).state;
    let later = gather(&first, vec![again.clone()]);
    assert_eq!((&later.state.people, waits(&later)), (&first.people, 1));
    let chosen = choose(&later.state, 0).state;
    assert_eq!(chosen.people[1].password, again.password);
    assert_eq!((chosen.people.len(), &chosen.waiting[..]), (2, &[person(&ben)][..]));
    // The host thinks again.
    assert_eq!(choose(&chosen, 0).state.people, first.people);
}

/// The test pastes answers with names that look alike, and chooses at random.
#[test]
fn choosing_one_answer_loses_no_other() {
    let names = ["Ben", "ben", "Cleo", "CLEO", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jo"];
    for number in 0..200 {
        let mut chance = Chance::from_seed([number; 32]);
        let size = SIZE_MIN + chance.below(3) as usize;
        let mut state = invitation(size, &mut chance);
        let mut names = names;
        chance.shuffle(&mut names);
        let mut answers: Vec<Answer> =
            names.iter().map(|guest| answer(&state, guest, &mut chance)).collect();
        answers.truncate(2 + chance.below(9) as usize);
        let mut told: Vec<u128> = Vec::new();
        for step in answers.chunks(1 + chance.below(4) as usize) {
            let gathered = gather(&state, step.to_vec());
            let no_room = gathered.news.iter().filter_map(|news| match news {
                News::NoRoom(person) => Some(person.chance),
                _ => None,
            });
            told.extend(no_room);
            told.extend(step.iter().map(|answer| answer.chance).filter(|chance| {
                let mut known = gathered.state.people.iter().chain(&gathered.state.waiting);
                known.any(|person| person.chance == *chance)
            }));
            state = gathered.state;
            if state.is_full() {
                break;
            }
            let all = |state: &TableState| {
                let known = state.people.iter().chain(&state.waiting).map(|person| person.chance);
                let mut all: Vec<u128> = known.collect();
                all.sort_unstable();
                all
            };
            let place = chance.below(12) as usize;
            let chosen = choose(&state, place).state;
            assert!(chosen.is_full() || all(&chosen) == all(&state), "{number}");
            if let Some(person) = state.waiting.get(place) {
                assert!(chosen.people.contains(person), "{number}");
                state = chosen;
            }
            if state.is_full() {
                break;
            }
        }
        let is_told = |answer: &&Answer| told.contains(&answer.chance);
        let last = answers.iter().take_while(is_told).count();
        assert!(state.is_full() || last == answers.len(), "{number}: an answer is lost");
    }
}
