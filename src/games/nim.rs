//! Nim, with the theory of C. L. Bouton ("Nim, a game with a complete mathematical theory", Annals
//! of Mathematics, 2nd series, 3, 1901).
//!
//! - Matches lie in heaps. A turn takes at least one match and as many as you like, all from one
//!   heap. The player who takes the last match wins.
//! - The perfect computer leaves heaps whose sizes, in binary, have an even number of ones in every
//!   column. If it cannot, it takes one match from the largest heap and waits for a mistake.
//! - The easy and the medium computer count in some positions only, and else take some at random.

use super::shared::duel::*;
use super::shared::trust;
use crate::game::prelude::*;

/// The game of Nim.
pub struct Nim;

static HEAPS: GameOption<&[usize]> = GameOption::new(
    "heaps",
    "Heaps",
    &[
        value("345", "3, 4 and 5 matches", &[3, 4, 5]),
        value("1357", "1, 3, 5 and 7 matches", &[1, 3, 5, 7]),
        value("34567", "3, 4, 5, 6 and 7 matches", &[3, 4, 5, 6, 7]),
    ],
);
/// The level: of [`LOTS`] positions the computer counts in so many.
static LEVEL: GameOption<u32> = GameOption::new(
    "level",
    "Level",
    &[
        noted("perfect", "perfect", "one mistake loses", LOTS),
        noted("medium", "medium", "it errs now and then", MEDIUM),
        noted("easy", "easy", "it errs often", EASY),
    ],
);
const LOTS: u32 = 12;
const MEDIUM: u32 = 8;
const EASY: u32 = 3;

const NO_SUCH_HEAP: Fault =
    Fault::new(901, "no_such_heap", "There is no such heap: count them from the top.");
const TOO_MANY: Fault = Fault::new(902, "too_many", "There are not that many in that heap.");

static TAKE: RequestSpec =
    RequestSpec::new("take", "take them", "Takes so many matches from a heap, numbered from 1.")
        .taking(&[
            ArgumentSpec::number("heap", 1, 5, NO_SUCH_HEAP),
            ArgumentSpec::number("count", 1, 7, TOO_MANY),
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

    fn moves(&self) -> Vec<Take> {
        let of = |(heap, size): (usize, &usize)| (1..=*size).map(move |count| Take { heap, count });
        self.iter().enumerate().flat_map(of).collect()
    }

    fn after(&self, _: Seat, Take { heap, count }: Take) -> Heaps {
        let mut next = self.clone();
        next[heap] -= count;
        next
    }

    fn refusal(&self, request: &Request) -> Fault {
        if request.number(0) > self.len() { NO_SUCH_HEAP } else { TOO_MANY }
    }

    fn named(&self, Take { heap, count }: Take) -> String {
        format!("{count} from heap {}", heap + 1)
    }
}

impl Duel for Nim {
    type Table = Heaps;
    type Move = Take;

    const FACE: Ruleset = RULESET;
    const DID: &'static str = "took";
    const INVITATION: &'static str = "Your turn.";
    const TOLD: &'static MessageSpec = &TOOK;

    fn aim(_: &Choices) -> Text {
        "The last match wins.".into()
    }

    fn moves_max(choices: &Choices) -> usize {
        choices.of(&HEAPS).iter().sum()
    }

    fn start(choices: &Choices) -> Heaps {
        choices.of(&HEAPS).to_vec()
    }

    fn winner(_: &Game, last: Seat) -> Option<Seat> {
        Some(last)
    }

    fn computer(game: &Game) -> Option<Take> {
        Some(choice(&game.table, game.choices.of(&LEVEL)).0)
    }

    fn advice(game: &Game) -> Option<(Take, Text)> {
        let (take, reason) = choice(&game.table, LOTS);
        let why = match reason {
            _ if left(&game.table.after(PERSON, take)) == 0 => "It takes the last match.",
            Reason::Sums => {
                "It leaves an even number of fours, twos and ones, and after every answer you can do that again."
            }
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
        let board = board(game.choices.of(&HEAPS), &game.table, &latest);
        let is_lost = game.has_computer() && latest.len() < 2 && sum(&game.table) == 0;
        let board = match is_lost && game.choices.of(&LEVEL) == LOTS {
            true => Board { legend: format!("{} {LOST}", board.legend).into(), ..board },
            false => board,
        };
        Part::Heaps(if is_over { board.as_figure(CAPTION) } else { board })
    }

    fn square(game: &Game, take: Take) -> usize {
        let columns = game.choices.of(&HEAPS).iter().max().copied().unwrap_or(0);
        take.heap * columns + game.table[take.heap]
    }

    fn facts(game: &Game) -> Vec<Fact> {
        let level = game.has_computer().then(|| game.choices.fact(&LEVEL));
        let goal = Fact::new("Goal", "take the last match");
        level.into_iter().chain([goal, Fact::new("Started with", sizes(&game.choices))]).collect()
    }

    fn why(before: &Game, take: Take) -> Page {
        let (heaps, after) = (&before.table, before.table.after(COMPUTER, take));
        let status = match choice(heaps, before.choices.of(&LEVEL)).1 {
            Reason::Sums if left(&after) == 0 => {
                "One heap was left, so the computer took all of it."
            }
            Reason::Sums => {
                "Whatever you take, the computer can answer so that it takes the last match."
            }
            Reason::Hope => "Every move would let you win. It took one and hopes for a mistake.",
            Reason::Lot => "On this level it does not always count. Here it took some at random.",
        };
        let table = board(before.choices.of(&HEAPS), &after, &[take]).as_figure(CAPTION);
        Page::answering(format!("Why {}?", heaps.named(take)), status)
            .with(Part::Heaps(table))
            .with(sums(heaps, &after))
    }

    fn title(choices: &Choices) -> String {
        format!("Nim with {}, {}", sizes(choices), choices.fact(&LEVEL).value)
    }

    fn next_games(choices: &Choices, mood: Mood) -> Vec<NextGame> {
        let level = NextGame::on_ladder(&LEVEL, &[EASY, MEDIUM, LOTS], choices, mood);
        let mut heaps = HEAPS.values.iter().map(|(_, heaps)| *heaps).cycle();
        let other = heaps.by_ref().skip_while(|heaps| *heaps != choices.of(&HEAPS)).nth(1);
        // If every column is even the first player loses, and a person should have a chance.
        let other = other.map(|heaps| {
            let first = if sum(heaps) == 0 { COMPUTER } else { PERSON };
            NextGame::with("Other heaps", &HEAPS, heaps).and(&FIRST, first)
        });
        level.into_iter().chain(other).collect()
    }
}

/// The reason for a move.
#[derive(Clone, Copy, PartialEq)]
enum Reason {
    /// It makes every sum even.
    Sums,
    /// No move does. It waits for a mistake.
    Hope,
    /// The lot said not to count.
    Lot,
}

/// The computer's move on a level, and why. The lot depends on the heaps alone, so going back changes
/// nothing.
fn choice(heaps: &Heaps, level: u32) -> (Take, Reason) {
    let mut bytes: [u8; 32] = std::array::from_fn(|at| heaps.get(at).copied().unwrap_or(0) as u8);
    // Each level has lots of its own.
    bytes[31] = (level / MEDIUM) as u8;
    let mut lot = Chance::from_seed(bytes);
    let counts = lot.below(LOTS) < level || left(heaps) == 1;
    if let Some(take) = lot.pick(&heaps.moves()).filter(|_| !counts) {
        return (*take, Reason::Lot);
    }
    let sum = sum(heaps);
    if let Some(heap) = heaps.iter().position(|size| size ^ sum < *size) {
        return (Take { heap, count: heaps[heap] - (heaps[heap] ^ sum) }, Reason::Sums);
    }
    let largest = (0..heaps.len()).rev().max_by_key(|heap| heaps[*heap]);
    (Take { heap: largest.unwrap_or(0), count: 1 }, Reason::Hope)
}

/// Bouton's sum: the powers of two that are in an odd number of heaps, added up.
fn sum(heaps: &[usize]) -> usize {
    heaps.iter().fold(0, |sum, size| sum ^ size)
}

/// How many heaps are not empty.
fn left(heaps: &[usize]) -> usize {
    heaps.iter().filter(|size| **size > 0).count()
}

/// `3, 4 and 5`.
fn sizes(choices: &Choices) -> String {
    listed(choices.of(&HEAPS).iter().map(usize::to_string))
}

const MATCH: Picture = Picture::upright("match");
/// Said on the first page of a game that a person cannot win.
const LOST: &str = "From these heaps you cannot win, since the computer makes no mistake on this level: choose an easier one, or let the other side begin.";
const CAPTION: &str = "The heaps, one in each row";

/// The heaps as rows. A match takes itself and those to its right. The latest moves, newest first,
/// show where the matches lay that they took.
fn board(start: &[usize], heaps: &[usize], latest: &[Take]) -> Board {
    let columns = start.iter().max().copied().unwrap_or(0);
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
    Board::new(CAPTION, columns, (0..columns * heaps.len()).map(cell).collect())
        .named(SquareNames::Unnamed)
        .explained("Choose a match: you take it and every match to its right.")
}

/// The sums of the heaps before a move and after it.
fn sums(before: &[usize], after: &[usize]) -> Passage {
    let row = |(heap, (was, now)): (usize, (&usize, &usize))| {
        [(heap + 1).to_string(), was.to_string(), binary(*was), now.to_string(), binary(*now)]
    };
    let heaps = before.iter().zip(after).enumerate().map(row);
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
    let advice = match sum(after) {
        0 if left(after) == 0 => "Nothing is left to take.",
        0 => {
            "Now all are even. Whatever you take makes some odd, and the computer can make all even again, until nothing is left."
        }
        _ => "Now some are odd. You can win: leave none.",
    };
    Passage::new("The sums")
        .say("Every heap is made of at most one 4, one 2 and one 1. You can win if you leave an even number of each.")
        .show(Block::table(
            ["Heap", "was", "4 2 1", "now", "4 2 1"],
            heaps.chain([below("In all", count), below("Odd", odd)]),
        ))
        .say(advice)
}

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
            .say("On the perfect level the computer always makes that move if there is one. On the medium level it counts in most positions, and on the easy level in few; in the others it takes some matches at random. It always takes the last heap. A lot that depends on the heaps alone decides, so going back changes nothing.")
            .say("With 1, 3, 5 and 7 matches all columns are even, so the second player can win. With the other heaps the first player can."),
        trust::open_to_all("Compare the heaps with those that you sent: one move takes matches from one heap."),
    ]
}

const RULESET: Ruleset = Ruleset {
    key: "nim",
    number: 4,
    uri: "urn:uuid:5cf1b2a8-6d9b-4b7e-9a52-2f5a5f0f3c11",
    title: "Nim",
    blurb: "Take matches from one heap at a time. The last match wins.",
    picture: "match",
    secrecy: |_| Secrecy::NONE,
    people: (1, 2),
    options: &[&HEAPS, &LEVEL, &FIRST],
    presets: &[
        Preset { label: "Easy level", query: "level=easy" },
        Preset { label: "Five heaps", query: "heaps=34567" },
    ],
    requests: &[&TAKE, &WHY, &HINT, &RESIGN],
    messages: &[&TOOK, &RESIGNED],
    steps: &[
        "Choose a match: you take it and all to its right.",
        "The computer takes some in turn.",
        "If you take the last match, you win.",
    ],
    rules,
    ..Ruleset::USUAL
};
#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::contract::Game as _;
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
        heaps.flat_map(each)
    }

    fn start(choices: &Choices) -> Game {
        Nim::settle(Game::start::<Nim>(choices)).0
    }

    /// The games to which a move of the person and the computer's reply lead.
    fn next(game: &Game) -> impl Iterator<Item = Game> {
        let after = |take| Nim::settle(game.clone().with::<Nim>(Act::Move(take))).0;
        game.table.moves().into_iter().map(after)
    }

    /// Every game that a person can come to against the computer, one for each table.
    fn games(choices: &Choices) -> Vec<Game> {
        let (mut seen, mut found, mut stack) = (HashSet::new(), Vec::new(), vec![start(choices)]);
        while let Some(game) = stack.pop() {
            let key = (game.table.clone(), game.before_reply::<Nim>().map(|(b, _)| b.table));
            if seen.insert(key) {
                stack.extend(next(&game));
                found.push(game);
            }
        }
        found
    }

    /// Returns true if the player to move can win, found by looking at every move.
    fn can_win(heaps: &Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(known) = known.get(heaps) {
            return *known;
        }
        let mut moves = heaps.moves().into_iter();
        let wins = moves.any(|take| !can_win(&heaps.after(PERSON, take), known));
        known.insert(heaps.clone(), wins);
        wins
    }

    #[test]
    fn a_hint_wins_whenever_a_move_does() {
        let mut known = HashMap::new();
        for choices in every_choice("easy") {
            for game in games(&choices).iter().filter(|game| left(&game.table) > 0) {
                let (take, why) = Nim::advice(game).expect("a hint");
                let wins = !can_win(&game.table.after(PERSON, take), &mut known);
                assert_eq!(wins, can_win(&game.table, &mut known), "{:?}: {take:?}", game.table);
                assert_eq!(why.starts_with("Every move lets"), !wins, "{:?}: {why}", game.table);
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
        let mut known = HashMap::new();
        for choices in every_choice("perfect") {
            let person_begins = first(&choices) == PERSON;
            let can = can_win(&Nim::start(&choices), &mut known) == person_begins;
            let expected = if can { HashSet::from([PERSON, COMPUTER]) } else { [COMPUTER].into() };
            assert_eq!(winners(&choices), expected, "{choices:?}");
        }
    }

    #[test]
    fn the_easy_level_can_be_beaten_and_can_win() {
        for choices in every_choice("easy") {
            assert_eq!(winners(&choices), [PERSON, COMPUTER].into(), "{choices:?}");
        }
    }

    #[test]
    fn the_next_heaps_can_be_won() {
        for heaps in ["345", "1357", "34567"] {
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
    fn every_place_shows_a_match_or_where_one_lay() {
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
        let heaps = &before.table;
        let largest = heaps.iter().max().expect("a heap");
        let took_one_of_the_largest = take.count == 1 && heaps[take.heap] == *largest;
        match headline {
            _ if headline.starts_with("One heap was left") => left(heaps) == 1 && left(after) == 0,
            _ if headline.starts_with("Whatever you take") => !can_win(after, known),
            _ if headline.starts_with("Every move would") => {
                let mut moves = heaps.moves().into_iter();
                took_one_of_the_largest
                    && moves.all(|take| can_win(&heaps.after(COMPUTER, take), known))
            }
            _ if headline.starts_with("On this level") => {
                before.choices.of(&LEVEL) < LOTS && left(heaps) > 1
            }
            _ => false,
        }
    }

    #[test]
    fn every_explanation_is_true() {
        let (mut known, mut told) = (HashMap::new(), HashSet::new());
        for (heaps, level) in [("345", "perfect"), ("1357", "perfect"), ("34567", "easy")] {
            for game in games(&choices(heaps, level, "visitor")) {
                let Some((before, take)) = game.before_reply::<Nim>() else { continue };
                let (page, after) = (Nim::why(&before, take), before.table.after(1, take));
                assert!(is_true(&page.status, &before, take, &after, &mut known), "{game:?}");
                let is_promised = format!("{:?}", page.parts).contains("You can win:");
                assert_eq!(is_promised, can_win(&after, &mut known), "{game:?}");
                told.insert(page.status);
            }
        }
        assert_eq!(told.len(), 4, "{told:?}");
    }

    #[test]
    fn the_rules_name_the_heaps_with_even_columns() {
        let first_wins = |heaps: &[usize]| can_win(&heaps.to_vec(), &mut HashMap::new());
        let all: Vec<bool> = HEAPS.values.iter().map(|(_, heaps)| first_wins(heaps)).collect();
        assert_eq!(all, [true, false, true]);
    }
}
