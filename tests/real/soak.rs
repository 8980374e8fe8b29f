//! A soak: visitors play game after game on a real server and do mischief on the way. Every answer
//! is compared with that of the library in this process, with the same key. Only the seal may
//! differ, because its nonce is drawn at random. The sealed positions must be the same, too.
//!
//! A thousand requests are a case like others. For more: `cargo test --test real -- --soak=200000`,
//! and behind that, `--server=NAME` for another server and `--program=FILE` for another build of the
//! program.

use crate::browsers::view::View;
use crate::chat;
use crate::own_program;
use parlour::game::any::AnyGame;
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::gateway::http::{HttpRequest, Method, Response, Status};
use parlour::os::clock;
use parlour::respond::{Services, binding, respond};
use parlour::seal;
use parlour::seal::{Key, KeyRing, Purpose, Token};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;
use support::golden::without_token;
use support::http::{Host, Reply};
use support::proxies::PROXIES;
use support::reader::Page;
use support::server::{KINDS, Kind, Server};
use support::trials::{self, Trial};
use support::vocabulary::pairs_of;

/// The options of the long form.
pub const REQUESTS_OPTION: &str = "--soak=";
pub const PROGRAM_OPTION: &str = "--program=";
pub const SERVER_OPTION: &str = "--server=";
/// The requests of the short form.
const REQUESTS: usize = 1_000;
/// The number of visitors at once.
const VISITORS: usize = 4;
/// The number of attempts of a visitor without an answer. A server with a short queue may refuse
/// some.
const TRIES: usize = 4;
/// One request in this many is an abuse test.
const MISCHIEF: u32 = 8;
/// More requests than a game takes, mischief and all, from one to another of all kinds.
const REQUESTS_A_GAME: usize = 500;
/// The servers of the soak: the program as CGI, alone as a server, and behind a proxy whose connections
/// to it stay open.
const SERVERS: [&str; 3] = ["lighttpd", "serve", "haproxy_serve"];
/// The headers to compare. Servers add others.
const HEADERS: [&str; 5] = [
    "Content-Type",
    "Cache-Control",
    "Content-Security-Policy",
    "Referrer-Policy",
    "X-Content-Type-Options",
];

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let run = |kind: &'static Kind| {
        let name = format!("{}::a_soak", kind.name);
        Trial::new(name, kind.programs, move || {
            println!("  {}", soak(kind, &own_program(), REQUESTS))
        })
    };
    let kinds = KINDS.iter().chain(PROXIES);
    kinds.filter(|kind| SERVERS.contains(&kind.name)).map(run).collect()
}

/// The number of requests and the program in the arguments, if they ask for a long soak.
pub fn asked() -> Option<(usize, PathBuf)> {
    let requests = trials::option(REQUESTS_OPTION)?;
    let requests = requests.parse().unwrap_or_else(|_| panic!("{requests} is no number"));
    let program = trials::option(PROGRAM_OPTION);
    Some((requests, program.map_or_else(own_program, PathBuf::from)))
}

/// Runs a long soak, and reports its figures.
pub fn run_long(requests: usize, program: &Path) {
    let name = trials::option(SERVER_OPTION);
    let name = name.as_deref().unwrap_or(SERVERS[0]);
    let kind = KINDS.iter().chain(PROXIES).find(|kind| kind.name == name);
    println!("{}", soak(kind.unwrap_or(&KINDS[0]), program, requests));
}

/// The figures of a soak so far.
#[derive(Default)]
struct Tally {
    begun: AtomicUsize,
    right: AtomicUsize,
    games: AtomicUsize,
    mischief: AtomicUsize,
    retries: AtomicUsize,
}

/// The server, and the data to compute its true answers.
struct Soak {
    host: Host,
    path: &'static str,
    /// The address of the program, as the server lets it know.
    address: String,
    ring: KeyRing,
    requests: usize,
    tally: Tally,
}

/// Lets visitors play. The first fault ends it.
fn soak(kind: &'static Kind, program: &Path, requests: usize) -> String {
    let ring = Key::draw().map(KeyRing::of).unwrap_or_else(|error| panic!("{error}"));
    let mut server = Server::start(kind, program);
    server.install_keys(&ring);
    let tally = Tally::default();
    let address = format!("http://127.0.0.1:{}{}", server.host().port, kind.path);
    let soak = Soak { host: server.host(), path: kind.path, address, ring, requests, tally };
    let start = Instant::now();
    thread::scope(|scope| {
        let soak = &soak;
        let visitors: Vec<_> = (0..VISITORS).map(|n| scope.spawn(move || soak.visit(n))).collect();
        let wrong = visitors.into_iter().filter_map(|visitor| visitor.join().err());
        let words = wrong.map(|why| why.downcast_ref::<String>().cloned().unwrap_or_default());
        let words: Vec<String> = words.collect();
        assert!(words.is_empty(), "{}\n{}", words.join("\n\n"), server.log());
    });
    let seconds = start.elapsed().as_secs_f32();
    let log = server.log();
    assert!(!log.contains("parlour:"), "the program complained:\n{log}");
    let [right, games, mischief, retries] =
        [&soak.tally.right, &soak.tally.games, &soak.tally.mischief, &soak.tally.retries]
            .map(|count| count.load(Ordering::Relaxed));
    assert!(right >= requests, "only {right} answers were right");
    assert!(games >= requests / REQUESTS_A_GAME, "only {games} games ended");
    format!(
        "{right} requests, {mischief} of them mischief, all answered rightly; {games} games \
         ended; {retries} asked again; {seconds:.0} s"
    )
}

impl Soak {
    /// Plays one game after the other until all requests are done.
    fn visit(&self, visitor: usize) {
        let mut chance = Chance::from_seed([visitor as u8; 32]);
        let mut games = GAMES.iter().cycle().skip(visitor);
        while let Some(game) = games.next().filter(|_| self.is_open()) {
            self.play(game, &mut chance);
        }
    }

    fn is_open(&self) -> bool {
        self.tally.begun.load(Ordering::Relaxed) < self.requests
    }

    fn play(&self, game: &AnyGame, chance: &mut Chance) {
        let mut page = self.deal(game, chance);
        while self.is_open() {
            let view = View::of_page(&page);
            // Somebody who has sealed a code for a friend has nothing more to do.
            let is_sealed = view.moves.is_empty() && view.words.contains(chat::SEND);
            if view.is_over() || is_sealed {
                self.tally.games.fetch_add(1, Ordering::Relaxed);
                return;
            }
            if chance.below(MISCHIEF) == 0 {
                self.do_mischief(game, &page, chance);
            }
            let links = page.links();
            let link = view.choose(chance);
            page = Page::new(&self.check(Method::Get, links[link.place].query()));
        }
    }

    /// Deals a game. Half the time the server chooses the deal, and its redirect names it.
    fn deal(&self, game: &AnyGame, chance: &mut Chance) -> Page {
        let choices = covering(game.ruleset.options);
        let chosen = chance.pick(&choices).map(pairs_of).unwrap_or_default();
        let mut query = format!("g={}{chosen}", game.ruleset.key);
        if chance.below(2) == 0 {
            let _ = write!(query, "&seed=soak+{}", chance.below(1_000_000));
        }
        let (reply, right) = (self.ask(Method::Get, &query), self.expected(Method::Get, &query));
        let Some(link) = reply.header("Location") else {
            self.compare(Method::Get, &query, &reply, &right);
            return Page::new(&reply.text());
        };
        assert_eq!((reply.status, right.status), (303, Status::SeeOther), "{query}");
        self.tally.right.fetch_add(1, Ordering::Relaxed);
        Page::new(&self.check(Method::Get, link.trim_start_matches('?')))
    }

    /// Asks for what no page offers.
    fn do_mischief(&self, game: &AnyGame, page: &Page, chance: &mut Chance) {
        let token = page.token().unwrap_or_default();
        let (key, length) = (game.ruleset.key, token.len() as u32);
        let place = 1 + chance.below(length - 1) as usize;
        let other = if token.as_bytes()[place] == b'A' { "B" } else { "A" };
        let flipped = format!("{}{other}{}", &token[..place], &token[place + 1..]);
        let foreign = chance.pick(GAMES).map_or(key, |game| game.ruleset.key);
        let queries = [
            format!("s={flipped}&g={key}"),
            format!("s={}&g={key}", &token[..place]),
            format!("s={token}&g={foreign}"),
            format!("s={token}&g={key}&turn=99&turn=99"),
            format!("s={token}&g={key}&turn=99"),
            format!("s={token}&g={key}&mark=-1"),
            format!("s={token}&g={key}&nonsense=%C3%BC%3Cb%3E"),
            format!("s={token}&g={key}&as=json"),
            format!("g={key}&rules"),
            "g=maze&day=2024-02-29".to_owned(),
            format!("g=nothing&x={}", "y".repeat(chance.below(2500) as usize)),
            String::new(),
        ];
        let method = if chance.below(4) == 0 { Method::Head } else { Method::Get };
        let Some(query) = chance.pick(&queries) else { return };
        self.tally.mischief.fetch_add(1, Ordering::Relaxed);
        self.check(method, query);
    }

    /// Asks both, compares the answers, and returns the body.
    fn check(&self, method: Method, query: &str) -> String {
        let reply = self.ask(method, query);
        self.compare(method, query, &reply, &self.expected(method, query));
        reply.text()
    }

    fn ask(&self, method: Method, query: &str) -> Reply {
        self.tally.begun.fetch_add(1, Ordering::Relaxed);
        let name = if method == Method::Head { "HEAD" } else { "GET" };
        let target = format!("{}?{query}", self.path);
        let request = self.host.request(name, target.as_bytes(), "", b"");
        for _ in 1..TRIES {
            match self.host.exchange(&request) {
                Ok(reply) if reply.status != 0 => return reply,
                _ => self.tally.retries.fetch_add(1, Ordering::Relaxed),
            };
        }
        self.host.ask(name, target, "", b"")
    }

    /// The answer of the library in this process. Its random bytes differ from the server's, but
    /// its key is the same.
    fn expected(&self, method: Method, query: &str) -> Response {
        let services = Services {
            keys: Some(&self.ring),
            preview: false,
            settings: &parlour::settings::DEFAULT,
            entropy: &|bytes| {
                bytes.fill(7);
                true
            },
            now: &clock::seconds_since_1970,
            address: &|| Some(self.address.clone()),
        };
        let query = query.as_bytes().to_vec();
        respond(&services, &HttpRequest { method, query, ..HttpRequest::default() })
    }

    /// Asserts that an answer is the right one.
    fn compare(&self, method: Method, query: &str, reply: &Reply, right: &Response) {
        let right_header =
            |name: &str| right.headers().find(|(other, _)| *other == name).map(|(_, value)| value);
        assert_eq!(reply.status, right.status.code(), "{query}:\n{}", reply.head);
        for name in HEADERS {
            assert_eq!(reply.header(name), right_header(name), "{query}: {name}");
        }
        let right_body = if method == Method::Head { "" } else { &right.body };
        let body = reply.text();
        let (token, right_token) = (token_in(&body), token_in(right_body));
        let same = without_token(&body, token) == without_token(right_body, right_token);
        assert!(same, "{query}: the server says\n{body}\nand the library\n{right_body}");
        // The token decides the game, even if the link names another.
        let open = |token: &str| {
            let number = Token::read(token).map(|token| token.game);
            let game = GAMES.iter().find(|game| Some(game.ruleset.number) == number)?;
            seal::open(&self.ring, binding(game.ruleset, Purpose::Position), token).ok()
        };
        if let (Some(token), Some(right_token)) = (token, right_token) {
            let (sealed, rightly) = (open(token), open(right_token));
            assert!(sealed.is_some() && sealed == rightly, "{query}: another position is sealed");
            assert_ne!(token, right_token, "{query}: the nonce is no random one");
        }
        self.tally.right.fetch_add(1, Ordering::Relaxed);
    }
}

/// The token in the links of a page of any format.
fn token_in(body: &str) -> Option<&str> {
    let rest = &body[body.find("?s=")? + 3..];
    rest.split(['&', '"']).next()
}
