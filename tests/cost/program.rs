//! The program as people run it: built by `cargo static`, and put in its place by `parlour install`.

use std::cmp::Reverse;
use std::fs;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;
use support::click::{Asked, as_server};
use support::count;
use support::floor;
use support::page_cache::read_back;
use support::process::{as_root, copy_program};
use support::static_build;

/// Deals of 16 tiles and of 64.
pub const SMALL: &str = "g=concentration&seed=a+click";
pub const LARGE: &str = "g=concentration&seed=a+click&size=8x8";
/// The deal of a large maze.
pub const MAZE: &str = "g=maze&seed=a+click&size=12x9";

/// The number of requests to each of two programs whose times are compared.
const ROUNDS: usize = 150;

/// Each request is timed so many times. Then the instructions of the longest ones are counted.
const TIMES: usize = 3;
const LONGEST: usize = 2;

/// The executable, and an installed copy of it.
pub struct Program {
    build: PathBuf,
    copy: Asked,
}

/// Builds it. `None` if this machine has no standard library for its target.
pub fn build() -> Option<Program> {
    let build = static_build::program()?;
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cost");
    fs::create_dir_all(&place).expect("a directory");
    let copy = Asked::install(&build, &place);
    read_back(&copy.file);
    Some(Program { build, copy })
}

/// The queries of a page's links that put a request, behind `s=`.
pub fn requests_in(page: &str) -> impl Iterator<Item = &str> {
    let links = page.split('"').filter_map(|text| text.strip_prefix("?s="));
    links.filter_map(|link| link.strip_suffix("#now"))
}

impl Program {
    /// The bytes of the file.
    pub fn size(&self) -> u64 {
        fs::metadata(&self.build).expect("the executable").len()
    }

    /// The query of a click in the middle of a deal: it turns the second tile.
    pub fn click(&self, deal: &str) -> String {
        self.last_of(deal, &["turn=1", "turn=2"])
    }

    /// The query of the last of these requests, made one after the other in a deal.
    pub fn last_of(&self, deal: &str, requests: &[&str]) -> String {
        requests.iter().fold(deal.to_owned(), |query, request| {
            let page = self.answer(&query);
            let end = format!("&{request}");
            let chosen = requests_in(&page).find(|link| link.ends_with(&end)).map(str::to_owned);
            // A move of chess is typed: the board offers only its piece.
            let typed = || {
                let any = requests_in(&page).next()?.rsplit_once('&')?;
                Some([any.0, &end].concat())
            };
            format!("s={}", chosen.or_else(typed).unwrap_or_else(|| panic!("no link {end}")))
        })
    }

    /// The query of the first page of a deal, to which a server may send the visitor on.
    pub fn first_page(&self, deal: &str) -> String {
        let dealt = self.answer(deal);
        let sent_on =
            dealt.split_once("Location: ?").and_then(|(_, rest)| rest.split("\r\n").next());
        sent_on.unwrap_or(deal).to_owned()
    }

    /// The query of the position on the page of a query.
    pub fn sealed_in(&self, query: &str) -> String {
        let page = self.answer(query);
        let (_, link) = page.split_once("?s=").unwrap_or_else(|| panic!("{query}: {page}"));
        let mut parts = link.split(['&', '"', '#']);
        let token = parts.next().unwrap_or_default();
        let game = parts.next().expect("its game").trim_start_matches("amp;");
        format!("s={token}&{game}")
    }

    /// The query of the first link on the board of a deal.
    pub fn first_click(&self, deal: &str) -> String {
        let page = self.answer(deal);
        format!("s={}", requests_in(&page).next().expect("a link on the board"))
    }

    /// The response to a query.
    pub fn answer(&self, query: &str) -> String {
        self.copy.answer(query)
    }

    /// The response of an installed copy in a root directory of its own.
    pub fn answer_alone(&self, query: &str) -> String {
        let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("empty-root");
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(&root).expect("a directory");
        copy_program(&self.copy.file, &root.join("parlour"));
        let run = |words: &[&str]| {
            let mut command = as_root("chroot");
            command.arg(&root).args(words).stdout(Stdio::piped()).stderr(Stdio::piped());
            command
        };
        let mut click = run(&["/parlour"]);
        let output = as_server(&mut click, query).env_remove("PARLOUR_KEY").output();
        let names = fs::read_dir(&root).expect("a directory").count();
        assert_eq!(names, 1, "there are other files");
        String::from_utf8(output.expect("chroot runs").stdout).expect("a page is text")
    }

    /// The system calls of a click, by name; the one that ends it is not among them.
    pub fn system_calls(&self, query: &str) -> Vec<String> {
        count::system_calls(&self.copy, query).expect("strace runs")
    }

    /// The instructions of a click.
    pub fn instructions(&self, query: &str) -> u64 {
        count::instructions(&self.copy, query).expect("a count")
    }

    /// The share of a click's instructions, in per cent, in the part of the file that `.cargo/order.ld`
    /// makes.
    pub fn ordered(&self, query: &str) -> u64 {
        let executed = count::executed(&self.copy, query).expect("addresses");
        let code = count::section(&self.build, ".text").expect("code");
        let ordered = count::section(&self.build, ".text.requests").expect("ordered code");
        let is_code = |address: &&u64| ordered.contains(address) || code.contains(address);
        let known = executed.iter().filter(is_code).count();
        assert!(known * 100 > executed.len() * 95, "{known} of {} addresses", executed.len());
        let in_order = executed.iter().filter(|address| ordered.contains(address)).count();
        (in_order * 100 / known) as u64
    }

    /// The response to a query under the published key.
    pub fn answer_with_key(&self, query: &str) -> String {
        self.keyed().answer(query)
    }

    /// The instructions of a request, under the published key.
    pub fn instructions_under_key(&self, query: &str) -> u64 {
        count::instructions(&self.keyed(), query).expect("a count")
    }

    /// The instructions of a click that is answered, under the published key.
    pub fn instructions_with_key(&self, query: &str) -> u64 {
        let answer = self.answer_with_key(query);
        let is_answered =
            ["Status: 200 OK\r\n", "Status: 303 "].map(|line| answer.starts_with(line));
        assert!(is_answered.contains(&true), "{query}");
        self.instructions_under_key(query)
    }

    /// The most instructions of any of these requests. To count them takes a hundred times as long as to
    /// answer, so it counts those that take longest.
    pub fn most_instructions(&self, queries: impl IntoIterator<Item = String>) -> u64 {
        most_instructions(&self.copy, queries)
    }

    /// The same under the published key.
    pub fn most_instructions_under_key(&self, queries: impl IntoIterator<Item = String>) -> u64 {
        most_instructions(&self.keyed(), queries)
    }

    /// The program with the published key.
    fn keyed(&self) -> Asked {
        Asked { file: self.build.clone(), is_installed: false }
    }

    /// The instructions of a search on a Gopher server, whose client sends this text.
    pub fn instructions_of_gopher(&self, query: &str, typed: &str) -> u64 {
        let more = [("SERVER_PROTOCOL", "GOPHER"), ("SEARCHREQUEST", typed)];
        count::instructions_with(&self.copy, query, &more).expect("a count")
    }

    /// The page faults of a click, and the most memory that it has, in kB.
    pub fn faults_and_memory(&self, query: &str) -> (u64, u64) {
        let (faults, memory) = self.copy.faults_and_memory(query);
        (faults.expect("faults"), memory.expect("a peak"))
    }

    /// The time of a request in percent of the time of a C program that writes a fixed page. It is
    /// the median of pairs.
    pub fn times_the_floor(&self, query: &str) -> u64 {
        let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cost");
        let floor = floor::static_musl(&place, &self.answer(query)).expect("a C compiler");
        read_back(&floor);
        let floor = Asked { file: floor, is_installed: false };
        let pair = || (self.copy.time(query), floor.time(""));
        median_ratio(pair)
    }

    /// The time of a request in percent of the time of another one, measured in the same way.
    pub fn times_another(&self, query: &str, other: &str) -> u64 {
        median_ratio(|| (self.copy.time(query), self.copy.time(other)))
    }

    /// The lines of machine code that have this instruction.
    pub fn code_with(&self, instruction: &str) -> Vec<String> {
        let code = count::machine_code(&self.build).expect("objdump runs");
        assert!(code.lines().count() > 100_000, "the whole program is taken apart");
        count::lines_with(&code, instruction).into_iter().map(str::to_owned).collect()
    }

    /// The segments that the system loads, each on a line.
    pub fn segments(&self) -> String {
        count::segments(&self.build).expect("readelf runs")
    }
}

fn most_instructions(asked: &Asked, queries: impl IntoIterator<Item = String>) -> u64 {
    let time = |query: &String| (0..TIMES).map(|_| asked.time(query)).min();
    let mut queries: Vec<String> = queries.into_iter().collect();
    queries.sort_by_cached_key(|query| Reverse(time(query)));
    let longest = queries.iter().take(LONGEST);
    let counts = longest.map(|query| count::instructions(asked, query).expect("a count"));
    counts.max().expect("a request")
}

/// The median of how many times as long the first of two takes as the second, in per cent.
fn median_ratio(pair: impl Fn() -> (Duration, Duration)) -> u64 {
    let ratio = |_| {
        let (time, other) = pair();
        time.as_nanos() * 100 / other.as_nanos()
    };
    let mut ratios: Vec<u128> = (0..ROUNDS).map(ratio).collect();
    ratios.sort_unstable();
    u64::try_from(ratios[ROUNDS / 2]).expect("a ratio")
}
