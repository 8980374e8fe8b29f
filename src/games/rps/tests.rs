use super::page::round_sentence;
use super::position::{DRAWS_MAX, Throw, YOU};
use super::*;
use crate::deal::{Deal, DealId};
use crate::game::any::{pack, unpack};
use crate::game::outcome::Mood;
use crate::game::request::Argument;
use crate::game::seat::Player;
use crate::game::verification::to_hex;
use proptest::prelude::*;
use sha2::{Digest, Sha256};

fn choices(best_of: &str, no_ties: &str) -> Choices {
    let mut choices = Choices::defaults(RULESET.options);
    assert!(choices.choose("best_of", best_of));
    assert!(choices.choose("no_ties", no_ties));
    choices
}

fn dealt(choices: &Choices, code: u64) -> Position {
    RockPaperScissors::deal(choices, &mut Deal::of(DealId::Code(code)).chance("rps", b""))
}

fn ask(position: &Position, word: &str) -> Result<(Position, Vec<Message>), Refusal> {
    let request = Request::with(&CHOOSE_HAND, Argument::Word(word.to_owned().into()));
    match RockPaperScissors::referee(position, &request)? {
        Ruling::Next(next, _) => {
            let (next, events) = RockPaperScissors::settle(next);
            let tell = |event| RockPaperScissors::tell(event, &you());
            Ok((next, events.iter().filter_map(tell).collect()))
        }
        Ruling::Answer(_) => panic!("nothing here only asks"),
    }
}

fn you() -> Perspective {
    let names = RockPaperScissors::seats(&choices("1", "off"));
    Perspective { viewer: Viewer::Seat(YOU), names, you: Some(YOU), site: None }
}

fn page(position: &Position) -> String {
    format!("{:?}", RockPaperScissors::page(position, &you(), &[]))
}

fn mood(position: &Position) -> Mood {
    RockPaperScissors::outcome(position).map_or(Mood::Open, |outcome| outcome.mood(&you()))
}

/// The next hand of the computer.
fn theirs(position: &Position) -> Hand {
    position.next_throw().unwrap().hand
}

#[test]
fn the_state_says_who_is_to_choose() {
    let position = dealt(&choices("3", "off"), 1);
    let state = |who| RockPaperScissors::page(&position, &who, &[]).state.to_string();
    assert_eq!(state(you()), "Choose a hand");
    let everybody = Perspective { viewer: Viewer::Everybody, you: None, ..you() };
    assert_eq!(state(everybody), "The visitor's turn");
}

/// So the rules page says.
#[test]
fn the_reader_throws_dice_one_time_in_four() {
    const SECRETS: u64 = 4_000;
    let beats_rock = |code: &u64| {
        let secret = Secret::draw(&mut Deal::of(DealId::Code(*code)).chance("rps", b""));
        Throw::of_round(secret, 0, Some(Hand::Rock)).hand == Hand::Paper
    };
    // A die shows paper one time in three.
    let share = (0..SECRETS).filter(beats_rock).count() as f64 / SECRETS as f64;
    assert!((share - (0.75 + 0.25 / 3.0)).abs() < 0.02, "{share}");
}

/// The hand that wins, ties or loses against the next one of the computer.
fn hand_for(position: &Position, wanted: Mood) -> Hand {
    let theirs = theirs(position);
    let fits = |hand: &Hand| match wanted {
        Mood::Won => hand.beats(theirs),
        Mood::Lost => theirs.beats(*hand),
        _ => *hand == theirs,
    };
    Hand::ALL.into_iter().find(fits).unwrap()
}

fn play(position: &Position, results: &[Mood]) -> Position {
    results.iter().fold(position.clone(), |position, wanted| {
        assert!(!position.is_over());
        ask(&position, hand_for(&position, *wanted).name()).unwrap().0
    })
}

fn packed(position: &Position) -> Vec<u8> {
    let mut packer = Packer::new();
    pack::<RockPaperScissors>(&mut position.clone(), &mut packer);
    packer.finish()
}

#[test]
fn every_hand_beats_one_and_loses_to_one() {
    use Hand::{Paper, Rock, Scissors};
    let told = |hands| round_sentence(hands, &you());
    assert_eq!(told([Rock, Scissors]), "You win the round: rock crushes scissors.");
    assert_eq!(told([Paper, Scissors]), "The computer wins the round: scissors shred paper.");
    assert_eq!(told([Paper, Rock]), "You win the round: paper smothers rock.");
    assert_eq!(told([Rock, Rock]), "Both chose rock.");
    for hand in Hand::ALL {
        assert!(!hand.beats(hand));
        assert_eq!(Hand::ALL.iter().filter(|other| hand.beats(**other)).count(), 1);
        assert_eq!(Hand::ALL.iter().filter(|other| other.beats(hand)).count(), 1);
    }
}

#[test]
fn any_case_and_any_leading_part_is_understood() {
    for hand in Hand::ALL {
        for length in 1..=hand.name().len() {
            let part = &hand.name()[..length];
            assert_eq!(Hand::read(part), Some(hand));
            assert_eq!(Hand::read(&part.to_uppercase()), Some(hand));
        }
    }
    assert_eq!(Hand::read("Pap"), Some(Hand::Paper));
    // Signs of Unicode, with a tone of skin or the wish for a picture.
    for (sign, hand) in [("\u{270a}\u{1f3fd}", Hand::Rock), ("\u{2702}\u{fe0f}", Hand::Scissors)] {
        assert_eq!(Hand::read(sign), Some(hand));
    }
    assert_eq!(["\u{1f3fd}", "\u{1f44d}"].map(Hand::read), [None, None]);
    let position = dealt(&choices("3", "off"), 1);
    for word in ["", " ", "rocks", "ock", "Spock", "dynamite", "\u{fffd}", "rock and roll"] {
        let refusal = ask(&position, word).unwrap_err();
        assert_eq!(refusal.fault, UNKNOWN_HAND, "{word}");
        assert_eq!(refusal.sentence, UNKNOWN_HAND.sentence);
    }
}

#[test]
fn both_hands_are_told_after_both_have_chosen() {
    let position = dealt(&choices("1", "off"), 3);
    let (next, messages) = ask(&position, "r").unwrap();
    let told: Vec<(&str, &[Value])> =
        messages.iter().map(|m| (m.spec.name, &m.arguments[..])).collect();
    let player = |seat, name: &'static str| Player { seat, name: name.into() }.into();
    let yours = [player(0, "You"), "rock".into()];
    let computers = [player(1, "The computer"), theirs(&position).name().into()];
    assert_eq!(told, [("player_chose_hand", &yours[..]), ("player_chose_hand", &computers[..])]);
    assert!(next.is_over());
    assert_eq!(ask(&next, "rock").unwrap_err().fault, GAME_OVER);
}

#[test]
fn a_match_ends_when_nobody_can_catch_up() {
    use Mood::{Drawn, Lost, Open, Won};
    let table: &[(&str, &str, &[Mood], Mood)] = &[
        ("1", "off", &[Won], Won),
        ("1", "off", &[Lost], Lost),
        ("1", "off", &[Drawn], Drawn),
        ("1", "on", &[Drawn, Drawn, Lost], Lost),
        ("3", "off", &[Won], Open),
        ("3", "off", &[Won, Won], Won),
        ("3", "off", &[Won, Drawn], Open),
        ("3", "off", &[Won, Drawn, Drawn], Won),
        ("3", "off", &[Won, Drawn, Lost], Drawn),
        ("3", "off", &[Drawn, Drawn, Drawn], Drawn),
        ("3", "on", &[Drawn, Drawn, Drawn, Drawn], Open),
        ("3", "on", &[Won, Drawn, Lost, Drawn, Lost], Lost),
        ("5", "off", &[Lost, Lost, Drawn], Open),
        ("5", "off", &[Lost, Lost, Drawn, Drawn], Lost),
        ("9", "on", &[Won, Won, Won, Won, Won], Won),
        ("9", "off", &[Won, Lost, Won, Lost, Won, Lost, Won, Lost, Drawn], Drawn),
    ];
    for (best_of, no_ties, results, wanted) in table {
        let position = play(&dealt(&choices(best_of, no_ties), 5), results);
        assert_eq!(mood(&position), *wanted, "best of {best_of}, no ties {no_ties}: {results:?}");
        let won = |mood: Mood| results.iter().filter(|result| **result == mood).count();
        assert_eq!(usize::from(position.wins[YOU]), won(Won));
        assert_eq!(usize::from(position.wins[COMPUTER]), won(Lost));
        assert_eq!(usize::from(position.draws), won(Drawn));
    }
}

#[test]
fn the_ranking_names_both_seats() {
    let ranking = |result| {
        let position = play(&dealt(&choices("1", "off"), 2), &[result]);
        RockPaperScissors::outcome(&position).unwrap().ranking
    };
    assert_eq!(ranking(Mood::Won), [[YOU], [COMPUTER]]);
    assert_eq!(ranking(Mood::Lost), [[COMPUTER], [YOU]]);
    assert_eq!(ranking(Mood::Drawn), [[YOU, COMPUTER]]);
}

#[test]
fn what_is_opened_was_promised() {
    let mut position = dealt(&choices("9", "on"), 4);
    while !position.is_over() {
        let before = position.next_throw().unwrap();
        let shown = page(&position);
        assert!(shown.contains(&before.fingerprint()));
        assert!(!shown.contains(&before.opening()));
        position = ask(&position, "paper").unwrap().0;
        let after = position.last_throw().unwrap();
        let shown = page(&position);
        assert!(shown.contains(&after.opening()));
        assert_eq!(to_hex(&Sha256::digest(after.opening())), before.fingerprint());
        assert!(after.opening().starts_with(after.hand.name()));
    }
}

/// The output of `printf '%s' 'rock-00112233445566778899' | sha256sum`.
#[test]
fn the_fingerprint_is_that_of_common_tools() {
    let salt = [0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99];
    let commitment = Throw { hand: Hand::Rock, salt };
    assert_eq!(commitment.opening(), "rock-00112233445566778899");
    assert_eq!(
        commitment.fingerprint(),
        "c263eb5d5011119d52d29b54a9899f9686372c67064b7514a394c7ae561f3adc"
    );
}

#[test]
fn the_next_hand_lies_sealed_beside_the_last() {
    let mut position = dealt(&choices("5", "off"), 2);
    while !position.is_over() {
        position = ask(&position, "rock").unwrap().0;
        let shown = RockPaperScissors::page(&position, &you(), &[]);
        let Part::Row(row) = &shown.parts[0] else { panic!("{:?}", shown.parts[0]) };
        let is_sealed = |cell: &&Cell| cell.label.ends_with(": sealed");
        let sealed = row.cells.iter().filter(is_sealed).count();
        assert_eq!(sealed, usize::from(!position.is_over()), "{row:?}");
        assert_eq!(row.cells.len(), 2 + sealed);
    }
}

#[test]
fn only_the_fingerprint_tells_of_the_next_throw() {
    let shown = |position: &Position| {
        let next = position.next_throw().unwrap();
        page(position).replace(&next.fingerprint(), "*")
    };
    let positions = (0..50).map(|code| dealt(&choices("5", "off"), code));
    let pages: Vec<String> = positions.map(|position| shown(&position)).collect();
    assert!(pages.iter().all(|page| *page == pages[0]));
}

#[test]
fn computer_hands_are_fair_and_fixed_when_dealt() {
    let mut counts = [0u32; 3];
    for code in 0..300 {
        let position = dealt(&choices("9", "on"), code);
        for round in 0..20 {
            let hand = position.die(round).unwrap().hand;
            assert_eq!(hand, position.die(round).unwrap().hand);
            counts[hand as usize] += 1;
        }
    }
    // Five standard deviations of 6,000 fair draws.
    assert!(counts.iter().all(|count| count.abs_diff(2_000) < 183), "{counts:?}");
}

#[test]
fn the_first_deal_is_pinned_for_ever() {
    let position = dealt(&Choices::defaults(RULESET.options), 1);
    let hands: Vec<&str> = (0..6).map(|round| position.die(round).unwrap().hand.name()).collect();
    assert_eq!(hands, ["scissors", "rock", "paper", "paper", "paper", "scissors"]);
}

#[test]
fn a_match_of_only_ties_ends() {
    let mut position = dealt(&choices("3", "on"), 1);
    position.draws = DRAWS_MAX - 1;
    position.last = Some([position.die(DRAWS_MAX - 2).unwrap().hand; 2]);
    let last = play(&position, &[Mood::Drawn]);
    assert_eq!((last.draws, mood(&last)), (DRAWS_MAX, Mood::Drawn));
    let bytes = packed(&last);
    let again = unpack::<RockPaperScissors>(&choices("3", "on"), Unpacker::new(&bytes));
    assert_eq!(again, Ok(last));
}

fn against_the_reader(code: u64) -> Position {
    let mut choices = choices("9", "on");
    assert!(choices.choose("level", "learning"));
    dealt(&choices, code)
}

/// The memory of the reader after these throws of its opponent, and the rounds won.
fn read_through(
    code: u64,
    rounds: usize,
    throw: &mut dyn FnMut(usize) -> Hand,
) -> (Reader, [u16; 2]) {
    let mut position = against_the_reader(code);
    for round in 0..rounds {
        let computers = theirs(&position);
        let thrown = throw(round);
        let right = position.reader.unwrap().right;
        position.open([thrown, computers]);
        assert!(position.reader.unwrap().right == right || computers.beats(thrown), "{round}");
    }
    (position.reader.unwrap(), position.wins)
}

#[test]
fn the_reader_learns_a_habit_but_no_die() {
    let habits: [fn(usize) -> Hand; 3] =
        [|_| Hand::Rock, |round| Hand::ALL[round % 3], |round| Hand::ALL[2 - round % 3]];
    for habit in habits {
        let (reader, [you, computer]) = read_through(3, 120, &mut |round| habit(round));
        assert!(reader.right * 2 >= reader.guesses, "{reader:?}");
        assert!(computer > 2 * you, "{computer} to {you}");
    }
    let mut chance = Chance::from_seed([6; 32]);
    let mut die = |_| *chance.pick(&Hand::ALL).unwrap();
    let (reader, _) = read_through(4, 3_000, &mut die);
    // Five standard deviations of fair guesses.
    let third = f64::from(reader.guesses) / 3.0;
    assert!((f64::from(reader.right) - third).abs() < 130.0, "{reader:?}");
}

#[test]
fn the_reader_guesses_by_the_stated_counts() {
    use Hand::{Paper, Rock, Scissors};
    let seen = |throws: &[Hand]| {
        let mut reader = Reader::default();
        throws.windows(2).for_each(|pair| reader.see(Some(pair[0]), [pair[1], Rock]));
        reader
    };
    assert_eq!(seen(&[]).guess(Some(Rock)), None);
    assert_eq!(seen(&[Rock, Paper]).guess(Some(Rock)), Some(Paper));
    assert_eq!(seen(&[Rock, Paper]).guess(Some(Paper)), None);
    assert_eq!(seen(&[Rock, Paper, Rock, Scissors]).guess(Some(Rock)), None, "one of each");
    // Seven times rock after rock; then the counts are halved, and five of paper outweigh them.
    let mut throws = vec![Rock; 8];
    (0..5).for_each(|_| throws.extend([Paper, Rock]));
    assert_eq!(seen(&throws).guess(Some(Rock)), Some(Rock));
    throws.extend([Paper, Rock].repeat(3));
    assert_eq!(seen(&throws).guess(Some(Rock)), Some(Paper), "old throws fade");
}

#[test]
fn the_reader_chooses_first_and_opens_that_choice() {
    let mut position = against_the_reader(5);
    let mut read = 0;
    while !position.is_over() {
        let before = position.next_throw().unwrap();
        read += u32::from(before.hand != position.die(position.thrown()).unwrap().hand);
        let after = ask(&position, "rock").unwrap().0;
        let other = ask(&position, "paper").unwrap().0;
        for next in [&after, &other] {
            let opened = next.last_throw().unwrap();
            assert_eq!(opened.fingerprint(), before.fingerprint());
        }
        position = after;
    }
    assert!(read > 0, "it has read something");
}

proptest! {
    #[test]
    fn every_match_packs_and_unpacks(
        code in 0u64..1 << 40,
        best_of in 0usize..5,
        no_ties: bool,
        reads: bool,
        throws in prop::collection::vec(0usize..3, 0..40),
    ) {
        let best_of = BEST_OF.values[best_of].0.value;
        let mut choices = choices(best_of, if no_ties { "on" } else { "off" });
        let is_chosen = choices.choose("level", if reads { "learning" } else { "random" });
        prop_assert!(is_chosen);
        let mut position = dealt(&choices, code);
        let width = packed(&position).len();
        for throw in throws {
            if position.is_over() {
                break;
            }
            position = ask(&position, Hand::ALL[throw].name()).unwrap().0;
            let bytes = packed(&position);
            prop_assert_eq!(bytes.len(), width);
            let again = unpack::<RockPaperScissors>(&choices, Unpacker::new(&bytes));
            prop_assert_eq!(again, Ok(position.clone()));
        }
    }
}
