//! Nim, with the theory of C. L. Bouton ("Nim, a game with a complete mathematical theory", Annals
//! of Mathematics, 2nd series, 3, 1901).
//!
//! - Matches lie in heaps. A turn takes at least one match and as many as you like, all from one
//!   heap. The player who takes the last match wins, or loses in the misère game.
//! - The perfect computer leaves heaps whose sizes, in binary, have an even number of ones in every
//!   column. If it cannot, it takes one match from the largest heap and waits for a mistake.
//! - In the misère game it does the same until it can leave only single matches. Then it leaves an odd
//!   number of them.
//! - Random heaps are dealt so that a person can win.
//! - Below the perfect level the computer counts in some positions only, and else takes some at random.

use crate::prelude::*;
use std::iter::repeat_with;

/// The game of Nim.
pub struct Nim;

static HEAPS: GameOption<&[usize]> = GameOption::new(
    "heaps",
    "Heaps",
    &[
        value("345", "3, 4 and 5 matches", &[3, 4, 5]),
        value("1357", "1, 3, 5 and 7 matches", &[1, 3, 5, 7]),
        value("34567", "3, 4, 5, 6 and 7 matches", &[3, 4, 5, 6, 7]),
        noted("random", "random heaps", "you can win", &[]),
    ],
);
/// True if the last match loses.
static IS_MISERE: GameOption<bool> = GameOption::new(
    "rule",
    "Goal",
    &[
        value("normal", "take the last match", false),
        value("misere", "leave the last match (misère)", true),
    ],
);
/// The level: of [`LOTS`] positions the computer counts in so many.
static LEVEL: GameOption<u32> = GameOption::new(
    "level",
    "Level",
    &[
        noted("perfect", "perfect", "one mistake loses", LOTS),
        noted("hard", "hard", "it errs seldom", HARD),
        noted("medium", "medium", "it errs now and then", MEDIUM),
        noted("easy", "easy", "it errs often", EASY),
    ],
);
/// The levels, the easiest first.
const LADDER: [u32; 4] = [EASY, MEDIUM, HARD, LOTS];
const LOTS: u32 = 12;
const HARD: u32 = 10;
const MEDIUM: u32 = 8;
const EASY: u32 = 3;

const NO_SUCH_HEAP: Fault =
    Fault::new(901, "no_such_heap", "There is no such heap: count them from the top.");
const TOO_MANY: Fault =
    Fault::new(902, "too_many", "Take one match or more, and no more than the heap has.");

static TAKE: RequestSpec =
    RequestSpec::new("take", "take them", "Takes so many matches from a heap, numbered from 1.")
        .taking(&[
            ArgumentSpec::number("heap", 1, HEAPS_MAX, NO_SUCH_HEAP),
            ArgumentSpec::number("count", 1, SIZE_MAX, TOO_MANY),
        ])
        .refused_with(&[GAME_OVER]);
static TOOK: MessageSpec =
    MessageSpec::new("took", &["player", "heap", "count"], "A player took matches from a heap.");

/// A move: this many matches from a heap, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take {
    heap: usize,
    count: usize,
}

/// The sizes of the heaps.
type Heaps = Vec<usize>;
type Game = MatchOf<Nim>;

impl Playable for Heaps {
    type Move = Take;

    fn moves(&self, _: &Choices) -> Vec<Take> {
        let of = |(heap, size): (usize, &usize)| (1..=*size).map(move |count| Take { heap, count });
        self.iter().enumerate().flat_map(of).collect()
    }

    fn after(&self, _: Seat, Take { heap, count }: Take) -> Heaps {
        let mut next = self.clone();
        next[heap] -= count;
        next
    }

    fn refusal(&self, _: &Choices, request: &Request) -> Refusal {
        if request.number(0) > self.len() { NO_SUCH_HEAP.into() } else { TOO_MANY.into() }
    }

    fn named(&self, Take { heap, count }: Take) -> String {
        format!("{count} from heap {}", heap + 1)
    }
}

impl Duel for Nim {
    type Position = Heaps;
    type Move = Take;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "took";
    const INVITATION: &'static str = "Your turn.";
    const TOLD: &'static MessageSpec = &TOOK;

    fn aim(choices: &Choices) -> Text {
        let what = if choices.of(&IS_MISERE) { "loses" } else { "wins" };
        format!("The last match {what}.").into()
    }

    fn moves_max(choices: &Choices) -> usize {
        match choices.of(&HEAPS) {
            [] => HEAPS_MAX * SIZE_MAX,
            heaps => heaps.iter().sum(),
        }
    }

    fn start(choices: &Choices, seed: u64) -> Heaps {
        match choices.of(&HEAPS) {
            [] => random_heaps(first(choices) == PERSON, seed),
            heaps => heaps.to_vec(),
        }
    }

    fn winner(game: &Game, last: Seat) -> Option<Seat> {
        Some(if game.choices.of(&IS_MISERE) { 1 - last } else { last })
    }

    fn computer(game: &Game) -> Option<Take> {
        Some(choice(&game.position, game.choices.of(&LEVEL), &game.choices).0)
    }

    fn judge(choices: &Choices, _: Meter) -> Option<Judge<Heaps>> {
        let is_misere = choices.of(&IS_MISERE);
        Some(Box::new(move |heaps, next| {
            Some(Some(if is_lost(heaps, is_misere) { 1 - next } else { next }))
        }))
    }

    fn advice(game: &Game) -> Option<(Take, Text)> {
        let (take, reason) = choice(&game.position, LOTS, &game.choices);
        let after = game.position.after(PERSON, take);
        let is_misere = game.choices.of(&IS_MISERE);
        let why = match reason {
            Reason::Sums if left(&after) == 0 => "It takes the last match.",
            Reason::Sums if left(&after) == 1 => "It leaves the computer the last match.",
            Reason::Sums if largest(&after) == 1 && is_misere => {
                "It leaves an odd number of single matches, so the computer must take the last one."
            }
            Reason::Sums if largest(&after) == 1 => {
                "It leaves an even number of single matches, so you take the last one."
            }
            Reason::Sums if is_misere => {
                "It leaves an even number of fours, twos and ones, and you can answer every move until only single matches are left: then leave an odd number of them."
            }
            Reason::Sums => {
                "It leaves an even number of fours, twos and ones, and after every answer you can go on so."
            }
            Reason::Hope | Reason::Lot if game.choices.of(&LEVEL) == LOTS => LOST,
            Reason::Hope | Reason::Lot => {
                "Every move lets the computer win, so take one and hope for a mistake."
            }
        };
        Some((take, why.into()))
    }

    fn request(Take { heap, count }: Take) -> Request {
        Request { spec: &TAKE, arguments: vec![(heap + 1).into(), count.into()] }
    }

    fn finish(_: &Game, seat: Seat, take: Take, who: &Perspective) -> String {
        let matches =
            if take.count == 1 { "match".into() } else { format!("{} matches", take.count) };
        format!("{} took the last {matches}.", who.name(seat))
    }

    fn board(game: &Game, is_over: bool) -> Part {
        // The last move of the person is worth showing beside the computer's reply.
        let shown = if game.has_computer() && game.next_seat() == PERSON { 2 } else { 1 };
        let latest: Vec<Take> = game.moves().rev().take(shown).map(|(_, take)| take).collect();
        let mut board = board(&game.first_position::<Nim>(), &game.position, &latest);
        let is_lost = is_lost(&game.position, game.choices.of(&IS_MISERE)) && latest.len() < 2;
        if is_lost && game.has_computer() && game.choices.of(&LEVEL) == LOTS {
            board.legend = format!("{} {LOST}", board.legend).into();
        }
        Part::Heaps(if is_over { board.as_figure(CAPTION) } else { board })
    }

    fn square(game: &Game, take: Take) -> usize {
        take.heap * largest(&game.first_position::<Nim>()) + game.position[take.heap]
    }

    fn facts(game: &Game) -> Vec<Fact> {
        let level = game.has_computer().then(|| game.choices.fact(&LEVEL));
        let started = Fact::new("Started with", sizes(&game.first_position::<Nim>()));
        level.into_iter().chain([game.choices.fact(&IS_MISERE), started]).collect()
    }

    fn why(before: &Game, take: Take) -> Page {
        let (heaps, after) = (&before.position, before.position.after(COMPUTER, take));
        let is_misere = before.choices.of(&IS_MISERE);
        let reason = choice(heaps, before.choices.of(&LEVEL), &before.choices).1;
        let status = match left(&after) {
            0 if is_misere => "Only one match was left.",
            0 => "One heap was left, so the computer took all of it.",
            _ if reason == Reason::Sums && is_misere => {
                "The computer can answer every move of yours, and leave you the last match."
            }
            _ if reason == Reason::Sums => {
                "The computer can answer every move of yours, and take the last match."
            }
            _ if reason == Reason::Hope => {
                "Every move would let you win. It took one and hopes for a mistake."
            }
            _ => "On this level it does not always count. Here it took some at random.",
        };
        let position = board(&before.first_position::<Nim>(), &after, &[take]).as_figure(CAPTION);
        Page::answering(format!("Why {}?", heaps.named(take)), status)
            .with(Part::Heaps(position))
            .with(sums(heaps, &after, is_misere))
    }

    fn title(choices: &Choices) -> String {
        let heaps = HEAPS.value_meaning(&choices.of(&HEAPS)).map_or("", |value| value.label);
        let misere = if choices.of(&IS_MISERE) { "Misère " } else { "" };
        format!("{misere}Nim with {heaps}, {}", choices.fact(&LEVEL).value)
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        let level = NextGame::on_ladder(&LEVEL, &LADDER, choices, mood);
        let all = HEAPS.values.iter().map(|(_, heaps)| *heaps);
        let next = all.cycle().skip_while(|heaps| *heaps != choices.of(&HEAPS)).nth(1);
        // If every column is even the first player loses, and a person should have a chance.
        let other = next.map(|heaps| {
            let first = if !heaps.is_empty() && sum(heaps) == 0 { COMPUTER } else { PERSON };
            NextGame::with("Other heaps", &HEAPS, heaps).and(&FIRST, first)
        });
        level.into_iter().chain(other).collect()
    }
}

/// The reason for a move.
#[derive(Clone, Copy, PartialEq)]
enum Reason {
    /// It wins, by the sums.
    Sums,
    /// No move does. It waits for a mistake.
    Hope,
    /// The lot said not to count.
    Lot,
}

/// The computer's move on a level, and why. The lot depends on the heaps alone, so going back changes
/// nothing.
fn choice(heaps: &Heaps, level: u32, choices: &Choices) -> (Take, Reason) {
    let mut bytes = [0; 32];
    for (byte, size) in bytes.iter_mut().zip(heaps) {
        *byte = u8::try_from(*size).expect("a heap has at most 7 matches");
    }
    // Each level has lots of its own.
    bytes[31] = LADDER.iter().take_while(|lower| **lower < level).map(|_| 1).sum();
    let mut lot = Chance::from_seed(bytes);
    let counts = lot.below(LOTS) < level || left(heaps) == 1;
    let moves = heaps.moves(choices);
    if let Some(take) = lot.pick(&moves).filter(|_| !counts) {
        return (*take, Reason::Lot);
    }
    let is_misere = choices.of(&IS_MISERE);
    let wins = |take: &Take| is_lost(&heaps.after(COMPUTER, *take), is_misere);
    if let Some(take) = moves.into_iter().find(wins) {
        return (take, Reason::Sums);
    }
    let largest = (0..heaps.len()).rev().max_by_key(|heap| heaps[*heap]);
    (Take { heap: largest.expect("a heap"), count: 1 }, Reason::Hope)
}

/// Returns true if the player to move loses against good play. The misère game differs only when every
/// heap is a single match.
fn is_lost(heaps: &[usize], is_misere: bool) -> bool {
    (sum(heaps) == 0) != (is_misere && largest(heaps) <= 1)
}

/// The most heaps, and the most matches of one.
const HEAPS_MAX: usize = 5;
const SIZE_MAX: usize = 7;
/// The most sets of random heaps that are tried. One in eight has even columns.
const TRIALS: usize = 100;

/// Heaps that the first player can win, or else the second.
fn random_heaps(first_wins: bool, seed: u64) -> Heaps {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut chance = Chance::from_seed(bytes);
    let mut upto = |most: usize| chance.index(most) + 1;
    let mut drawn = repeat_with(|| -> Heaps {
        let count = upto(HEAPS_MAX - 2) + 2;
        repeat_with(|| upto(SIZE_MAX)).take(count).collect()
    });
    let suits = |heaps: &Heaps| (sum(heaps) != 0) == first_wins && largest(heaps) > 1;
    drawn.by_ref().take(TRIALS).find(suits).unwrap_or(vec![1, 3, 5, if first_wins { 6 } else { 7 }])
}

/// The size of the largest heap.
fn largest(heaps: &[usize]) -> usize {
    heaps.iter().max().copied().unwrap_or(0)
}

/// Bouton's sum: the powers of two that are in an odd number of heaps, added up.
fn sum(heaps: &[usize]) -> usize {
    heaps.iter().fold(0, |sum, size| sum ^ size)
}

/// The number of heaps that are not empty.
fn left(heaps: &[usize]) -> usize {
    heaps.iter().filter(|size| **size > 0).count()
}

/// `3, 4 and 5`.
fn sizes(heaps: &[usize]) -> String {
    listed(heaps.iter().map(usize::to_string))
}

const MATCH: Picture = Picture::upright("match");
/// Said on the first page of a game that a person cannot win.
const LOST: &str = "From these heaps you cannot win, since the computer makes no mistake. Change the level, or who begins.";
const CAPTION: &str = "The heaps, one in each row";

/// The heaps as rows. A match takes itself and those to its right. The latest moves, newest first,
/// show where the matches lay that they took.
fn board(start: &[usize], heaps: &[usize], latest: &[Take]) -> Board {
    let columns = largest(start);
    // A move took the matches that lay next to those that are left.
    let age = |heap: usize, place: usize| {
        let mut end = heaps[heap];
        latest.iter().position(|take| {
            end += if take.heap == heap { take.count } else { 0 };
            take.heap == heap && place < end
        })
    };
    let pictured = |text: &'static str| Cell::new(text).pictured(MATCH);
    let cell = |at: usize| {
        let (heap, place) = (at / columns, at % columns);
        if place < heaps[heap] {
            let take = Take { heap, count: heaps[heap] - place };
            let label = format!("Take {}", heaps.to_vec().named(take));
            return pictured("|")
                .labelled("a match")
                .offering([Offer::asking(label, Nim::request(take))]);
        }
        match age(heap, place) {
            Some(0) => pictured("").labelled("just taken").last(),
            Some(_) => pictured("you").labelled("just taken by you").reached().settled(),
            None if place >= start[heap] => Cell::new(""),
            None if place == 0 => Cell::new("0").labelled("an empty heap").reached(),
            None => Cell::new("").reached(),
        }
    };
    let outlines = match latest {
        [] => " The number says how many.",
        [_] => " The number says how many. Dashed: just taken.",
        _ => " The number says how many. Dashed: just taken, yours marked \u{201c}you\u{201d}.",
    };
    Board::new(CAPTION, columns, (0..columns * heaps.len()).map(cell).collect())
        .named(SquareNames::Unnamed)
        .outlined(outlines)
        .explained("Choose a match: you take it and every match to its right.")
}

/// The sums of the heaps before a move and after it.
fn sums(before: &[usize], after: &[usize], is_misere: bool) -> Passage {
    let row = |(heap, (was, now)): (usize, (&usize, &usize))| {
        [(heap + 1).to_string(), was.to_string(), binary(*was), now.to_string(), binary(*now)]
    };
    let rows = before.iter().zip(after).enumerate().map(row);
    let below = |name: &str, of: fn(&[usize], usize) -> String| {
        let [was, now] = [before, after].map(|heaps| powers(|power| of(heaps, power)));
        [name.to_owned(), String::new(), was, String::new(), now]
    };
    let count =
        |heaps: &[usize], power| heaps.iter().filter(|size| **size & power > 0).count().to_string();
    let odd = |heaps: &[usize], power| match sum(heaps) & power {
        0 => "-".to_owned(),
        power => power.to_string(),
    };
    let has_singles_only = is_misere && largest(after) <= 1;
    let advice = match is_lost(after, is_misere) {
        _ if left(after) == 0 => "No match is left.",
        true if has_singles_only => "Now only single matches are left, an odd number of them.",
        false if has_singles_only => {
            "Now only single matches are left. You can win: leave an odd number of them."
        }
        true => {
            "Now all are even. Any move of yours makes some odd, and the computer can make all even again, until it takes or leaves the last matches."
        }
        false => "Now some are odd. You can win: leave none.",
    };
    let misere = if is_misere { MISERE } else { "" };
    Passage::new("The sums")
        .say(format!("Every heap is made of at most one 4, one 2 and one 1. You can win if you leave an even number of each.{misere}"))
        .show(Block::table(
            ["Heap", "was", "4 2 1", "now", "4 2 1"],
            rows.chain([below("In all", count), below("Odd", odd)]),
        ))
        .say(advice)
}

/// The exception of the misère game.
const MISERE: &str =
    " But when you can leave only single matches, leave an odd number of them: the last one loses.";

/// `0 1 1`: a number in binary.
fn binary(number: usize) -> String {
    powers(|power| usize::from(number & power > 0).to_string())
}

/// `2 0 1`: something for each power of two.
fn powers(of: impl Fn(usize) -> String) -> String {
    [4, 2, 1].map(of).join(" ")
}

fn rules() -> Vec<Passage> {
    let caption = "From heaps of 3, 4 and 5 somebody took three from the second.";
    let figure = board(&[3, 4, 5], &[3, 1, 5], &[Take { heap: 1, count: 3 }]).as_figure(caption);
    let sizes = [3, 4, 5].map(|size: usize| [size.to_string(), binary(size)]);
    vec![
        Passage::new("A move").show(Block::Heaps(figure)).say("On your turn you take at least one match, and as many as you like, all from one heap."),
        Passage::new("How the computer decides")
            .say("It follows C. L. Bouton, who solved the game in 1901. Write the size of every heap in binary, one below the other:")
            .show(Block::table(["Heap", "in binary"], sizes))
            .say("If every column has an even number of ones, the player to move loses against good play. From every other position at least one move makes all columns even. Here that is to take two from the heap of 3."),
        Passage::new("The levels")
            .say("On the perfect level the computer always makes that move if there is one. If there is none, it takes one match from the largest heap. On the hard level it plays the right move in nearly all positions, on the medium level in most, and on the easy level in few. Otherwise it takes matches at random. It always takes the last heap if that wins. The choice depends on the heaps alone, so going back changes nothing.")
            .say("With 1, 3, 5 and 7 matches all columns are even, so the second player can win. With the other heaps the first player can. Random heaps are dealt so that you can win against the computer, and between two people so that the first player can. Each of the two can resign."),
        Passage::new("Misère")
            .folded()
            .say(format!("In the misère game the player who takes the last match loses. The same sums decide it.{MISERE}")),
        trust::open_to_all("Compare the heaps with those that you sent: one move takes matches from one heap."),
    ]
}

const RULESET: Ruleset = Ruleset {
    key: "nim",
    number: 4,
    uri: "urn:uuid:5cf1b2a8-6d9b-4b7e-9a52-2f5a5f0f3c11",
    title: "Nim",
    blurb: "Take matches from one heap at a time. The last match wins, or loses.",
    group: Group::BoardGames,
    picture: "match",
    secrecy: |choices| {
        let is_random = choices.of(&HEAPS).is_empty();
        if is_random { Secrecy::DEALT } else { Secrecy::NONE }
    },
    people: (1, 2),
    options: &[&HEAPS, &LEVEL, &FIRST, &IS_MISERE],
    presets: &[
        Preset { label: "Easy level", query: "level=easy" },
        Preset { label: "Random heaps", query: "heaps=random" },
        Preset { label: "Misère: the last match loses", query: "rule=misere" },
    ],
    requests: &[&TAKE, &WHY, &HINT, &RESIGN],
    messages: &[&TOOK, &RESIGNED],
    steps: &[
        "Choose a match: you take it and all to its right.",
        "The computer takes some in turn.",
        "If you take the last match, you win. In the misère game you lose.",
    ],
    rules,
    ..Ruleset::USUAL
};
#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::audit::covering;
    use crate::game::contract::Game as _;
    use crate::game::duel::Act;
    use crate::games::tests::turned;
    use std::collections::{HashMap, HashSet};

    fn choices(heaps: &str, level: &str, first: &str) -> Choices {
        let mut choices = Choices::defaults(RULESET.options);
        for (name, value) in [("heaps", heaps), ("level", level), ("first", first)] {
            assert!(choices.choose(name, value));
        }
        choices
    }

    fn every_choice(level: &str) -> impl Iterator<Item = Choices> {
        let heaps = ["345", "1357", "34567"].into_iter();
        let each = |heaps| ["visitor", "computer"].map(|first| choices(heaps, level, first));
        let misere = |choices: Choices| [choices.clone(), misere(choices)];
        heaps.flat_map(each).flat_map(misere)
    }

    fn misere(mut choices: Choices) -> Choices {
        assert!(choices.choose("rule", "misere"));
        choices
    }

    fn start(choices: &Choices) -> Game {
        Nim::settle(Game::start::<Nim>(choices)).0
    }

    /// The games to which a move of the person and the computer's reply lead.
    fn next(game: &Game) -> impl Iterator<Item = Game> {
        let after = |take| Nim::settle(game.clone().with::<Nim>(Act::Move(take))).0;
        game.position.moves(&game.choices).into_iter().map(after)
    }

    /// Every game that a person can come to against the computer, one for each position.
    fn games(choices: &Choices) -> Vec<Game> {
        let (mut seen, mut found, mut stack) = (HashSet::new(), Vec::new(), vec![start(choices)]);
        while let Some(game) = stack.pop() {
            let key = (game.position.clone(), game.before_reply::<Nim>().map(|(b, _)| b.position));
            if seen.insert(key) {
                stack.extend(next(&game));
                found.push(game);
            }
        }
        found
    }

    /// Returns true if the player to move can win, found by looking at every move.
    fn can_win(heaps: &Heaps, choices: &Choices, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(known) = known.get(heaps) {
            return *known;
        }
        let mut moves = heaps.moves(choices).into_iter();
        let nothing_left_wins = choices.of(&IS_MISERE) && left(heaps) == 0;
        let wins = moves.any(|take| !can_win(&heaps.after(PERSON, take), choices, known));
        known.insert(heaps.clone(), wins || nothing_left_wins);
        wins || nothing_left_wins
    }

    #[test]
    fn a_hint_wins_whenever_a_move_does() {
        for (choices, hope) in every_choice("easy")
            .map(|choices| (choices, "Every move lets"))
            .chain(every_choice("perfect").map(|choices| (choices, LOST)))
        {
            let mut known = HashMap::new();
            for game in games(&choices).iter().filter(|game| left(&game.position) > 0) {
                let (take, why) = Nim::advice(game).expect("a hint");
                let wins = !can_win(&game.position.after(PERSON, take), &choices, &mut known);
                let could = can_win(&game.position, &choices, &mut known);
                assert_eq!(wins, could, "{:?}: {take:?}", game.position);
                assert_eq!(why.starts_with(hope), !wins, "{:?}: {why}", game.position);
            }
        }
    }

    #[test]
    fn a_walk_tells_each_move_that_gave_away_a_win() {
        for choices in
            ["345", "1357", "34567", "random"].map(|heaps| choices(heaps, "easy", "visitor"))
        {
            for choices in [choices.clone(), misere(choices)] {
                let choices = choices.with_people(2);
                let mut known = HashMap::new();
                let turned = turned::compare::<Nim>(&choices, 30, |heaps, next| {
                    let wins = can_win(heaps, &choices, &mut known);
                    Some(Some(if wins { next } else { 1 - next }))
                });
                assert!(turned > 20, "{turned}");
            }
        }
    }

    /// The seats that win some game against the computer.
    fn winners(choices: &Choices) -> HashSet<Seat> {
        let games = games(choices).into_iter();
        games.filter_map(|game| Some(Nim::outcome(&game)?.ranking[0][0])).collect()
    }

    #[test]
    fn the_perfect_level_wins_whenever_it_can() {
        for choices in every_choice("perfect") {
            let person_begins = first(&choices) == PERSON;
            let start = Nim::start(&choices, 0);
            let can = can_win(&start, &choices, &mut HashMap::new()) == person_begins;
            let expected = if can { HashSet::from([PERSON, COMPUTER]) } else { [COMPUTER].into() };
            assert_eq!(winners(&choices), expected, "{choices:?}");
        }
    }

    #[test]
    fn the_easy_level_can_lose_and_win() {
        for choices in every_choice("easy") {
            assert_eq!(winners(&choices), [PERSON, COMPUTER].into(), "{choices:?}");
        }
    }

    /// So the person wins every time, if they play well.
    #[test]
    fn random_heaps_differ_and_a_person_can_win() {
        let mut seen = HashSet::new();
        for seed in 0..5_000 {
            for (at, who) in ["visitor", "computer"].into_iter().enumerate() {
                for rule in [false, true] {
                    let chosen = choices("random", "perfect", who);
                    let chosen = if rule { misere(chosen) } else { chosen };
                    let heaps = Nim::start(&chosen, seed);
                    assert!((3..=HEAPS_MAX).contains(&heaps.len()));
                    assert!((2..=SIZE_MAX).contains(&largest(&heaps)), "{heaps:?}");
                    assert_eq!(is_lost(&heaps, rule), at == 1, "{heaps:?}");
                    seen.insert(heaps);
                }
            }
        }
        assert!(seen.len() > 4_000, "{}", seen.len());
    }

    #[test]
    fn the_next_heaps_can_be_won() {
        for heaps in ["345", "1357", "34567", "random"] {
            let mut choices = choices(heaps, "perfect", "visitor");
            let next = Nim::next_games(&choices, Mood::Won);
            let next = next.iter().find(|next| next.changes.len() == 2).expect("other heaps");
            assert!(next.changes.iter().all(|(name, value)| choices.choose(name, value)));
            assert!(winners(&choices).contains(&PERSON), "{next:?}");
        }
    }

    fn drawn(board: &Board) -> String {
        let sign = |cell: &Cell| match (cell.picture.is_some(), cell.marks) {
            (true, Marks { last: false, reached: false, .. }) => '|',
            (true, Marks { last: true, reached: false, .. }) => '-',
            (true, Marks { last: false, reached: true, settled: true, .. }) => 'y',
            (false, Marks { last: false, reached: true, .. }) => '.',
            (false, Marks { last: false, .. }) => ' ',
            marks => panic!("{marks:?}"),
        };
        board.cells.iter().map(sign).collect()
    }

    #[test]
    fn every_place_shows_a_match_or_its_trace() {
        let board = board(&[1, 3, 5, 7], &[1, 3, 0, 5], &[Take { heap: 3, count: 2 }]);
        assert_eq!(drawn(&board), "|      |||    .....  |||||--");
        assert_eq!(board.cells[14].label, "an empty heap");
    }

    #[test]
    fn what_each_took_is_told_apart() {
        for (heap, left, shown) in [
            (3, [1, 3, 5, 2], "|      |||    |||||  ||---yy"),
            (2, [1, 3, 2, 5], "|      |||    ||---  |||||yy"),
        ] {
            let latest = [Take { heap, count: 3 }, Take { heap: 3, count: 2 }];
            let board = board(&[1, 3, 5, 7], &left, &latest);
            assert_eq!(drawn(&board), shown);
            assert_eq!(board.cells[26].label, "just taken by you");
        }
    }

    /// Returns true if the headline of an explanation is true of the computer's move.
    fn is_true(
        headline: &str,
        before: &Game,
        take: Take,
        after: &Heaps,
        known: &mut HashMap<Heaps, bool>,
    ) -> bool {
        let (heaps, choices) = (&before.position, &before.choices);
        let is_misere = choices.of(&IS_MISERE);
        let took_one_of_the_largest = take.count == 1 && heaps[take.heap] == largest(heaps);
        match headline {
            "Only one match was left." => is_misere && left(after) == 0,
            _ if headline.starts_with("One heap was left") => left(heaps) == 1 && left(after) == 0,
            _ if headline.ends_with("and take the last match.") => {
                !is_misere && !can_win(after, choices, known)
            }
            _ if headline.ends_with("leave you the last match.") => {
                is_misere && !can_win(after, choices, known)
            }
            _ if headline.starts_with("Every move would") => {
                let mut moves = heaps.moves(choices).into_iter();
                took_one_of_the_largest
                    && moves.all(|take| can_win(&heaps.after(COMPUTER, take), choices, known))
            }
            _ if headline.starts_with("On this level") => {
                before.choices.of(&LEVEL) < LOTS && left(heaps) > 1
            }
            _ => false,
        }
    }

    #[test]
    fn other_heaps_are_others() {
        for heaps in HEAPS.values.iter().map(|(heaps, _)| heaps.value) {
            let games = Nim::next_games(&choices(heaps, "perfect", "visitor"), Mood::Won);
            let changes: Vec<_> = games.iter().flat_map(|game| game.changes.iter()).collect();
            let mut others = changes.iter().filter(|(name, _)| *name == HEAPS.name);
            assert!(others.next().is_some_and(|(_, other)| *other != heaps), "{heaps}");
        }
    }

    #[test]
    fn every_explanation_is_true() {
        let mut told = HashSet::new();
        for choices in covering(RULESET.options) {
            let mut known = HashMap::new();
            for game in games(&choices) {
                let Some((before, take)) = game.before_reply::<Nim>() else { continue };
                let (page, after) = (Nim::why(&before, take), before.position.after(1, take));
                assert!(is_true(&page.status, &before, take, &after, &mut known), "{game:?}");
                let is_promised = format!("{:?}", page.parts).contains("You can win:");
                let can_win = left(&after) > 0 && can_win(&after, &choices, &mut known);
                assert_eq!(is_promised, can_win, "{game:?}");
                told.insert(page.status);
            }
        }
        assert_eq!(told.len(), 6, "{told:?}");
    }

    #[test]
    fn the_rules_name_the_heaps_with_even_columns() {
        let usual = Choices::defaults(RULESET.options);
        let first_wins = |heaps: &[usize]| can_win(&heaps.to_vec(), &usual, &mut HashMap::new());
        let dealt = HEAPS.values.iter().filter(|(_, heaps)| !heaps.is_empty());
        let all: Vec<bool> = dealt.map(|(_, heaps)| first_wins(heaps)).collect();
        assert_eq!(all, [true, false, true]);
    }
}
