//! Valentine's Maze as a player meets it: boards are read off the page, solved here by a search of
//! its own, and played by the requests that the page offers.

use parlour::game::chance::DealId;
use parlour::game::contract::{Argument, Choices, Request, Row, Step};
use parlour::game::date::Day;
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::page::{Board, Cell, Mood, Part};
use parlour::games;

const SIZES: [(&str, usize, usize); 4] =
    [("6x4", 6, 4), ("8x6", 8, 6), ("10x8", 10, 8), ("12x9", 12, 9)];

/// A position with what the player sees of it.
#[derive(Clone)]
struct Table {
    row: &'static Row,
    choices: Choices,
    packed: Vec<u8>,
    step: Step,
}

impl Table {
    fn deal(size: &str, id: DealId) -> Table {
        let row = games::find("maze").unwrap();
        let mut choices = Choices::defaults(row.ruleset);
        assert!(choices.choose(row.ruleset, "size", size));
        let mut packer = Packer::new();
        let step = (row.deal)(&choices, &mut id.chance("maze", b""), &mut packer);
        Table { row, choices, packed: packer.finish(), step }
    }

    fn seeded(size: &str, seed: &str) -> Table {
        Table::deal(size, DealId::from_seed_text(seed))
    }

    /// Puts a request, and tells the code of the fault if it is refused.
    fn put(&mut self, request: Request) -> Option<u16> {
        let before = self.packed.clone();
        let mut packer = Packer::new();
        let unpacker = Unpacker::new(&self.packed);
        self.step = (self.row.play)(&self.choices, unpacker, Some(&request), &mut packer).unwrap();
        self.packed = packer.finish();
        let fault = self.step.fault.as_ref().map(|fault| fault.code);
        assert!(fault.is_none() || self.packed == before);
        fault
    }

    fn tile(&mut self, request: &'static str, tile: usize) -> Option<u16> {
        self.put(Request::numbered(request, tile as i64))
    }

    fn hint(&mut self) -> Option<u16> {
        self.put(Request::plain("hint"))
    }

    fn board(&self) -> &Board {
        let board = self.step.page.parts.iter().find_map(|part| match part {
            Part::Board(board) => Some(board),
            _ => None,
        });
        board.unwrap()
    }

    /// What the first offer of a tile does, as a whole phrase.
    fn offer_label(&self, tile: usize) -> String {
        let spot = self.board().rows().flatten().nth(tile).unwrap();
        spot.offer_label(&spot.cell.offers[0]).to_string()
    }

    fn fact(&self, name: &str) -> u32 {
        let facts = self.step.page.parts.iter().find_map(|part| match part {
            Part::Facts(facts) => Some(&facts.facts),
            _ => None,
        });
        let fact = facts.unwrap().iter().find(|fact| fact.name == name).unwrap();
        fact.value.split(' ').next().unwrap().parse().unwrap()
    }

    fn is_won(&self) -> bool {
        assert_eq!(self.step.outcome.is_some(), self.step.page.mood == Mood::Won);
        self.step.outcome.is_some()
    }

    fn message_names(&self) -> Vec<&str> {
        self.step.messages.iter().map(|message| message.name).collect()
    }
}

/// A tile in a letter: `r`, `7`, `J` and `L` are corners as they look.
fn letter(cell: &Cell) -> char {
    let picture = cell.picture.unwrap();
    let letters = match picture.name {
        "arrow" => ">",
        "heart-goal" => "<",
        "bend" => "r7JL",
        "line" => "-|",
        other => panic!("{other}"),
    };
    letters.chars().nth(picture.quarter_turns.into()).unwrap()
}

fn letters(board: &Board) -> Vec<String> {
    board.cells.chunks(board.columns).map(|row| row.iter().map(letter).collect()).collect()
}

/// A step of a path: the tile, the side by which the path comes in, and the one by which it leaves.
type PathStep = (usize, usize, usize);

/// The search of the tests: depth first over simple paths, on letters read off the page. Sides are
/// numbered n, e, s, w.
struct Solver {
    columns: usize,
    letters: Vec<char>,
    used: Vec<bool>,
    best: Option<(u32, Vec<PathStep>)>,
    steps: u64,
    /// Whether the first path found will do.
    any: bool,
}

impl Solver {
    fn solve(board: &Board, any: bool) -> Solver {
        let letters: Vec<char> = board.cells.iter().map(letter).collect();
        let used = vec![false; letters.len()];
        let mut solver =
            Solver { columns: board.columns, letters, used, best: None, steps: 0, any };
        let start = solver.letters.iter().position(|l| *l == '>').unwrap();
        assert_eq!(start % solver.columns, 0);
        solver.used[start] = true;
        solver.visit(start + 1, 3, 0, &mut Vec::new());
        solver
    }

    fn beside(&self, tile: usize, side: usize) -> Option<usize> {
        let (row, column) = (tile / self.columns, tile % self.columns);
        match side {
            0 => row.checked_sub(1).map(|_| tile - self.columns),
            1 => (column + 1 < self.columns).then_some(tile + 1),
            2 => Some(tile + self.columns).filter(|below| *below < self.letters.len()),
            _ => column.checked_sub(1).map(|_| tile - 1),
        }
    }

    /// The sides by which a path that came in at `side` may leave the tile.
    fn ways(&self, tile: usize, side: usize) -> Vec<usize> {
        match self.letters[tile] {
            'r' | '7' | 'J' | 'L' => vec![(side + 1) % 4, (side + 3) % 4],
            '-' | '|' => vec![(side + 2) % 4],
            _ => Vec::new(),
        }
    }

    /// The fewest quarter turns after which the tile opens to both sides.
    fn turns(&self, tile: usize, a: usize, b: usize) -> u32 {
        let open = |letter| match letter {
            'r' => [1, 2],
            '7' => [2, 3],
            'J' => [0, 3],
            'L' => [0, 1],
            '-' => [1, 3],
            _ => [0, 2],
        };
        let cycle: &[char] =
            if "-|".contains(self.letters[tile]) { &['-', '|'] } else { &['r', '7', 'J', 'L'] };
        let now = cycle.iter().position(|l| *l == self.letters[tile]).unwrap();
        let wanted = cycle.iter().position(|l| open(*l) == [a.min(b), a.max(b)]).unwrap();
        let round = cycle.len();
        let forward = (wanted + round - now) % round;
        forward.min(round - forward) as u32
    }

    fn is_heart(&self, tile: usize, side: usize) -> bool {
        self.letters[tile] == '<' && side == 3
    }

    /// Whether the heart can be reached at all if tiles may be used twice: prunes the search.
    fn may_lead_on(&self, tile: usize, side: usize) -> bool {
        let mut seen = vec![[false; 4]; self.letters.len()];
        let mut open = vec![(tile, side)];
        while let Some((tile, side)) = open.pop() {
            if self.is_heart(tile, side) {
                return true;
            }
            for way in self.ways(tile, side) {
                if let Some(next) = self.beside(tile, way).filter(|next| !self.used[*next])
                    && !std::mem::replace(&mut seen[next][(way + 2) % 4], true)
                {
                    open.push((next, (way + 2) % 4));
                }
            }
        }
        false
    }

    fn visit(&mut self, tile: usize, side: usize, cost: u32, path: &mut Vec<PathStep>) {
        self.steps += 1;
        assert!(self.steps < 5_000_000, "the search of the tests takes too long");
        let is_worse = self.best.as_ref().is_some_and(|(best, _)| self.any || cost >= *best);
        if is_worse || self.used[tile] {
            return;
        }
        if self.is_heart(tile, side) {
            self.best = Some((cost, path.clone()));
            return;
        }
        if !self.may_lead_on(tile, side) {
            return;
        }
        self.used[tile] = true;
        for way in self.ways(tile, side) {
            if let Some(next) = self.beside(tile, way) {
                path.push((tile, side, way));
                self.visit(next, (way + 2) % 4, cost + self.turns(tile, side, way), path);
                path.pop();
            }
        }
        self.used[tile] = false;
    }
}

/// How many boards of each size are solved.
const BOARDS: u64 = 1_000;

#[test]
fn every_board_can_be_solved_and_is_not_solved_yet() {
    for (size, columns, rows) in SIZES {
        for code in 0..BOARDS {
            let table = Table::deal(size, DealId::Code(code));
            let board = table.board();
            assert_eq!((board.columns, board.cells.len()), (columns, columns * rows));
            let ends: Vec<usize> = (0..board.cells.len())
                .filter(|tile| "<>".contains(letter(&board.cells[*tile])))
                .map(|tile| tile % columns)
                .collect();
            assert!(ends == [0, columns - 1] || ends == [columns - 1, 0], "{size} {code}");
            assert!(!table.is_won(), "{size} {code} is solved at the deal");
            let solver = Solver::solve(board, true);
            assert!(solver.best.is_some(), "{size} {code} cannot be solved");
            assert!(table.fact("Fewest possible") >= 1);
        }
    }
}

#[test]
fn the_fewest_possible_turns_are_right_and_win() {
    for (size, boards) in [("6x4", 400), ("8x6", 60)] {
        for code in 0..boards {
            let mut table = Table::deal(size, DealId::Code(code));
            let fewest = table.fact("Fewest possible");
            let solver = Solver::solve(table.board(), false);
            let (cost, path) = solver.best.unwrap();
            assert_eq!(cost, fewest, "{size} {code}");
            for (tile, from, to) in path {
                turn_to(&mut table, tile, [from, to]);
            }
            assert!(table.is_won(), "{size} {code}");
            assert_eq!(table.fact("Turns"), fewest);
            assert!(table.step.page.status.contains("the fewest possible"));
        }
    }
}

/// Turns a tile, the shorter way round, until it opens to these sides.
fn turn_to(table: &mut Table, tile: usize, [a, b]: [usize; 2]) {
    let sides = ["north", "east", "south", "west"];
    let wanted = format!("{} to {}", sides[a.min(b)], sides[a.max(b)]);
    let lies_right = |table: &Table| table.board().cells[tile].label.starts_with(&wanted);
    if lies_right(table) {
        return;
    }
    let mut ahead = table.clone();
    assert_eq!(ahead.tile("turn", tile), None);
    let request = if lies_right(&ahead) { "turn" } else { "turn_back" };
    while !lies_right(table) {
        assert_eq!(table.tile(request, tile), None);
    }
}

#[test]
fn hints_alone_solve_every_board() {
    for (size, columns, rows) in SIZES {
        for code in 0..60 {
            let mut table = Table::deal(size, DealId::Code(code));
            let mut hints = 0;
            while !table.is_won() {
                let before = letters(table.board()).concat();
                assert_eq!(table.hint(), None);
                let after = letters(table.board()).concat();
                let changed: Vec<usize> =
                    (0..before.len()).filter(|at| before[*at..=*at] != after[*at..=*at]).collect();
                assert_eq!(changed.len(), 1, "a hint turns one tile");
                let cell = &table.board().cells[changed[0]];
                assert!(cell.marks.settled && cell.marks.last && cell.offers.is_empty());
                assert!(cell.marks.reached, "the first wrong tile from the arrow");
                hints += 1;
                assert_eq!((table.fact("Hints"), table.fact("Turns")), (hints, 0));
            }
            assert!(hints <= table.fact("Fewest possible"), "a hint saves a turn at least");
            assert!((hints as usize) < columns * rows);
        }
    }
}

#[test]
fn hints_solve_a_board_that_was_muddled_and_locked() {
    for (size, columns, rows) in SIZES {
        for code in 0..12 {
            let mut chance = DealId::Code(code).chance("muddle", b"");
            let mut table = Table::deal(size, DealId::Code(code));
            let tiles = columns * rows;
            let mut hints = 0;
            while !table.is_won() {
                for _ in 0..tiles / 2 {
                    let request = *chance.pick(&["turn", "turn_back", "lock"]).unwrap();
                    table.tile(request, chance.below(tiles as u32) as usize);
                }
                hints += u32::from(!table.is_won() && table.hint().is_none());
            }
            assert_eq!(table.fact("Hints"), hints);
            assert!((hints as usize) < tiles);
        }
    }
}

#[test]
fn a_tile_turns_a_quarter_there_and_back() {
    let mut table = Table::seeded("6x4", "rainy day");
    let dealt = letters(table.board());
    assert_eq!(table.tile("turn", 0), None);
    assert_eq!(table.message_names(), ["tile_turned"]);
    assert_eq!(table.step.messages[0].arguments[0], Argument::Number(0));
    let turned = letters(table.board());
    assert_ne!(turned, dealt);
    assert!(table.board().cells[0].marks.last);
    assert_eq!(table.tile("turn_back", 0), None);
    assert_eq!(letters(table.board()), dealt);
    assert_eq!(table.fact("Turns"), 2);
}

#[test]
fn a_locked_tile_waits_to_be_unlocked() {
    let mut table = Table::seeded("6x4", "rainy day");
    let offers = |table: &Table, tile: usize| -> Vec<&str> {
        table.board().cells[tile].offers.iter().map(|offer| offer.request.name).collect()
    };
    assert_eq!(offers(&table, 8), ["turn", "turn_back", "lock"]);
    assert_eq!(table.tile("lock", 8), None);
    assert_eq!(table.message_names(), ["tile_locked"]);
    assert_eq!(offers(&table, 8), ["lock"]);
    assert!(table.offer_label(8).starts_with("Unlock tile 8, row 2 column 3: "));
    assert_eq!((table.tile("turn", 8), table.tile("turn_back", 8)), (Some(903), Some(903)));
    assert_eq!(table.tile("lock", 8), None);
    assert_eq!(table.message_names(), ["tile_unlocked"]);
    assert_eq!(table.tile("turn", 8), None);
    assert_eq!(table.fact("Turns"), 1);
}

#[test]
fn what_cannot_be_is_refused_with_its_number() {
    let mut table = Table::seeded("6x4", "rainy day");
    let at = |table: &Table, sign| letters(table.board()).concat().find(sign).unwrap();
    let (arrow, heart) = (at(&table, '>'), at(&table, '<'));
    for request in ["turn", "turn_back", "lock"] {
        assert_eq!(table.tile(request, 24), Some(901));
        assert_eq!(table.put(Request::numbered(request, -1)), Some(901));
        assert_eq!(table.tile(request, arrow), Some(902));
        assert_eq!(table.tile(request, heart), Some(902));
    }
    assert_eq!(table.hint(), None);
    let settled = table.board().cells.iter().position(|cell| cell.marks.settled).unwrap();
    for request in ["turn", "turn_back", "lock"] {
        assert_eq!(table.tile(request, settled), Some(904));
    }
    while !table.is_won() {
        assert_eq!(table.hint(), None);
    }
    assert_eq!(table.message_names(), ["hint_given", "heart_reached"]);
    assert_eq!(
        (table.tile("turn", 0), table.tile("turn", 99), table.hint()),
        (Some(905), Some(905), Some(905))
    );
    assert_eq!(table.step.page.all_offers().count(), 0);
}

/// A seed is a promise for ever: what is dealt here must never change.
#[test]
fn deals_are_pinned_for_ever() {
    let golden: [(&str, DealId, u32, &[&str]); 5] = [
        ("6x4", DealId::from_seed_text("rainy day"), 10, &["J-|J|<", "L||-J|", ">r---J", "-7|7||"]),
        (
            "6x4",
            DealId::Day(Day::parse("2016-02-14").unwrap()),
            5,
            &["-rrL7J", "||||--", ">||JJ<", "7|L7|7"],
        ),
        (
            "8x6",
            DealId::from_seed_text("rainy day"),
            8,
            &["J||rLr7r", "J|J77|||", "r|rrr|r7", "7rJ--77J", ">7||r|7<", "J7|7-|L-"],
        ),
        (
            "10x8",
            DealId::from_seed_text("a rose"),
            13,
            &[
                "-|-J-Lr-7r",
                "|JJ|rrJr7-",
                "JJ7J--|-LJ",
                ">r7---L-L<",
                "7JJL-7LL-7",
                "-L--J7---L",
                "rr-|-rr|-J",
                "-||77-7|||",
            ],
        ),
        (
            "12x9",
            DealId::from_seed_text("a rose"),
            15,
            &[
                "-|-J-Lr--|JJ",
                "|rrJ7rJ-L7L-",
                "-r7JLL7JJL-|",
                ">LJ||-r|7J7J",
                "Lrr-|7rrr|-J",
                "-||777--|77<",
                "||--L-LL|77J",
                "|L|-r||JrLrL",
                "JJ----||J|7J",
            ],
        ),
    ];
    for (size, id, fewest, rows) in golden {
        let table = Table::deal(size, id);
        assert_eq!(letters(table.board()), rows, "{size} {id:?}");
        assert_eq!(table.fact("Fewest possible"), fewest, "{size} {id:?}");
    }
}

#[test]
fn the_board_is_told_in_words_and_drawn_in_three_columns() {
    let mut table = Table::seeded("6x4", "rainy day");
    let texts: Vec<&str> = table.board().cells.iter().map(|cell| cell.text.as_ref()).collect();
    let rows = [
        ["-' ", "---", "|", "-' ", "|", "-<3"],
        ["`-", "|", "|", "---", "-' ", "|"],
        [">->", ",-", "---", "---", "---", "-' "],
        ["---", "-. ", "|", "-. ", "|", "|"],
    ];
    assert_eq!(texts, rows.concat());
    let tell = |table: &Table| {
        let cell = &table.board().cells[13];
        (cell.text.clone().into_owned(), cell.label.clone().into_owned(), table.offer_label(13))
    };
    let told = |text: &str, label: &str, offer: &str| (text.into(), label.into(), offer.into());
    let dealt = told(",-", "east to south", "Turn tile 13, row 3 column 2: east to south");
    assert_eq!(tell(&table), dealt);
    assert_eq!(
        table.step.page.status,
        "The arrow stops at tile 13, whose west side is closed. Turn the tiles to lead it to the \
         heart."
    );
    assert_eq!(table.tile("turn", 13), None);
    let turned = told(
        "=.)",
        "south to west, reached",
        "Turn tile 13, row 3 column 2: south to west, reached",
    );
    assert_eq!(tell(&table), turned);
    assert_eq!(
        table.step.page.status,
        "Tile 13 now opens south and west. The arrow reaches 1 tile and stops at tile 19, whose \
         north side is closed. Turn the tiles to lead it to the heart."
    );
    assert_eq!(table.tile("lock", 13), None);
    let locked = told(
        "=.]",
        "south to west, reached, locked",
        "Unlock tile 13, row 3 column 2: south to west, reached, locked",
    );
    assert_eq!(tell(&table), locked);
}

/// A link carries the position, which is sealed with 42 bytes more and written in base64, behind
/// the choices and the identity of the deal (43 bits), and about 30 characters of query.
#[test]
fn links_stay_short() {
    for (size, length) in [("6x4", 130), ("8x6", 160), ("10x8", 190), ("12x9", 210)] {
        let table = Table::seeded(size, "rainy day");
        let bytes = 42 + (43_usize).div_ceil(8) + table.packed.len();
        let link = 30 + (4 * bytes).div_ceil(3);
        assert!(link <= length, "{size}: {link}");
    }
}
