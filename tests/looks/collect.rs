//! Every kind of page there is. Games are played at random, from fixed seeds and with several
//! choices. A page is kept if it has a feature that no earlier page of its game has.

use crate::snake;
use parlour::formats::html;
use parlour::formats::setting::Setting;
use parlour::formats::view::View;
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::request::{ArgumentKind, RequestSpec};
use parlour::game::ruleset::Ruleset;
use parlour::game::sample;
use parlour::games::GAMES;
use parlour::gateway::cgi;
use parlour::gateway::http::{Method, Response};
use parlour::links;
use parlour::problem::Problem;
use parlour::query::damage::Damage;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use support::friends::{Friends, percent_encoded};
use support::reader::Page;
use support::reader::markup::{self, Piece};
use support::services::{Randomness, browse, browse_with};

/// The number of plays of each game with the default choices.
const PLAYS: u64 = 12;
/// The number of plays with each other choice.
const PLAYS_OF_OTHERS: u64 = 2;
/// The most pages of one play; a patient player sees more.
const PAGES_MAX: usize = 300;

/// A page to look at.
pub struct Shown {
    /// Its name: the game and the features.
    pub name: String,
    /// The markup.
    pub html: String,
    /// The number of bytes of its headers, as a CGI program writes them.
    pub head_bytes: usize,
    /// The game on the table, if there is one.
    pub game: Option<&'static str>,
    /// The choice, such as `size=12x9`. Empty if the game is played with its defaults.
    pub choice: String,
}

/// The pages to look at.
struct Collection {
    pages: Vec<Shown>,
    /// The largest page of each game and choice.
    largest: Vec<Shown>,
}

static COLLECTION: LazyLock<Collection> = LazyLock::new(collect);

/// One page of every kind.
pub fn pages() -> &'static [Shown] {
    &COLLECTION.pages
}

/// The largest page of each game with each choice.
pub fn largest() -> &'static [Shown] {
    &COLLECTION.largest
}

/// A sample of the pages, for checks that take a second each. It has Crazy Eights in any case, because only
/// its felt has columns of its own.
pub fn sampled() -> Vec<&'static Shown> {
    let mut sampled = sample::one_in(SAMPLED_ONE_IN, pages());
    sampled.push(named("eights-middle"));
    sampled
}

/// One page in this many is in the sample.
const SAMPLED_ONE_IN: u32 = 10;

/// The page of this name, such as `maze-middle`.
pub fn named(name: &str) -> &'static Shown {
    let found = pages().iter().find(|page| page.name == name);
    found.unwrap_or_else(|| panic!("there is no page {name}"))
}

fn collect() -> Collection {
    let pages = vec![
        plain_page("parlour", ""),
        plain_page("puzzles", "puzzles"),
        plain_page("league", "league"),
        plain_page("unread", "g=nim&size=3&levl=easy"),
        plain_page("unread-league", "league&levl=easy"),
    ];
    let mut collection = Collection { pages, largest: Vec::new() };
    for (number, game) in (1..).zip(GAMES) {
        collection.pages.extend(about(game.ruleset.key, number));
        let mut visit = Visit::new(game);
        visit.play_classic();
        visit.play_others();
        collection.pages.append(&mut visit.pages);
        collection.largest.append(&mut visit.largest);
    }
    collection.largest.push(snake::page());
    collection.pages.extend(problems());
    collection.pages.push(qr_code());
    collection.pages.push(walk());
    collection.pages.push(promotion());
    collection.pages.extend(tables());
    collection.pages.extend(table_of_two("rps"));
    collection
}

fn plain_page(name: &str, query: &str) -> Shown {
    shown(name, &browse(query))
}

/// The last moment of a game that has begun.
fn walk() -> Shown {
    let start = Page { html: browse("g=tictactoe&seed=looks").body };
    let begun = Page { html: browse(start.link_with("mark=4").query()).body };
    let links = begun.links();
    let way_in = links.iter().find(|link| link.label == "Walk through the game");
    plain_page("walk", way_in.expect("a walk").query())
}

/// The choice of the piece that a pawn becomes.
fn promotion() -> Shown {
    let start = Page { html: browse("g=chess&fen=7k-P7-8-8-8-8-8-K7_w_-_-_0_1").body };
    let chosen = Page { html: browse(start.link_with("choose=a7").query()).body };
    plain_page("promotion", chosen.link_with("choose=a7a8").query())
}

/// A page that is no position of a person who plays alone.
pub fn shown(name: &str, response: &Response) -> Shown {
    let head_bytes = cgi::head(response, Method::Get).len();
    let (name, html) = (name.to_owned(), response.body.clone());
    Shown { name, html, head_bytes, game: None, choice: String::new() }
}

/// The pages about a game, opened from its first position where they lead back to it. Random bytes
/// differ by the number, since the page about a link shows them.
fn about(key: &str, number: u64) -> impl Iterator<Item = Shown> {
    let randomness = Randomness::from(number);
    let start = Page { html: browse_with(&randomness, format!("g={key}&seed=looks")).body };
    let from_start = |part: &str| {
        let link = start.links().into_iter().find(|link| link.query().ends_with(part));
        let link = link.unwrap_or_else(|| panic!("{key}: no link ends with {part}"));
        link.query().to_owned()
    };
    let queries = [
        ("rules", format!("g={key}&rules")),
        ("api", format!("g={key}&rules=api")),
        ("options", from_start("&rules=new")),
        ("link", from_start("&rules=link")),
        ("words", from_start("&words")),
    ];
    let key = key.to_owned();
    queries.into_iter().map(move |(what, query)| plain_page(&format!("{key}-{what}"), &query))
}

/// The public page of a table, or the page of a seat.
pub fn seen(name: &str, friends: &Friends, seat: Option<usize>) -> Shown {
    let password = seat.map(|seat| format!("&c={}", friends.passwords[seat])).unwrap_or_default();
    let query = friends.public.replace("&as=json", "") + &password;
    shown(name, &friends.ask(Method::Get, &query))
}

/// The pages of a table at which three people sit, each with a password, from its opening to its end.
fn tables() -> Vec<Shown> {
    let mut friends = Friends::open("eights", 3, "", 1);
    let mut pages = vec![
        plain_page("table-new", "g=eights&people=3"),
        plain_page("table-name", "g=eights&people=3&name=everybody"),
        plain_page("rps-new", "g=rps&people=2"),
        seen("table-host", &friends, Some(0)),
        seen("table-invited", &friends, None),
    ];
    ["Bob", "Cora"].into_iter().for_each(|name| friends.answer(name));
    let answer = friends.answers[0].split_once('?').map_or("", |(_, query)| query).to_owned();
    let private = format!("{answer}&c={}", friends.passwords[1]);
    pages.push(shown("table-answered", &friends.ask(Method::Get, &private)));
    pages.push(shown("table-answer", &friends.ask(Method::Get, &answer)));
    let host = friends.page_of(0)["table"]["gather"].as_str().unwrap_or_default().to_owned();
    let pasted = format!("{host}&answers={}", percent_encoded(&friends.answers[1]));
    let gathering = friends.ask(Method::Get, &pasted.replace("&as=json", ""));
    pages.push(shown("table-gathering", &gathering));
    friends.gather();
    friends.now += 3_600;
    let absent = format!("{}&c={}&sit=absent", friends.public, friends.passwords[1]);
    let absent = friends.ask(Method::Get, &absent.replace("&as=json", ""));
    pages.push(shown("table-absent", &absent));
    pages.push(plain_page("table-newest", &format!("g=eights&c={}", friends.passwords[0])));
    pages.extend(course("table", &mut friends));
    pages
}

/// The pages of a table of two at another game.
fn table_of_two(game: &str) -> Vec<Shown> {
    course(&format!("{game}-table"), &mut Friends::at_full_table(game, 2, "", 1))
}

/// The pages of the first two turns: for everybody, for the player on turn, for the player who has
/// just moved, and for a player who waits. And the pages of the end.
fn course(name: &str, friends: &mut Friends) -> Vec<Shown> {
    let people = friends.passwords.len();
    let mut pages = Vec::new();
    let mut chance = Chance::from_seed([1; 32]);
    for turn in 0.. {
        let Some(seat) = friends.turn() else { break };
        if turn < 2 {
            let whose = [
                ("public", None),
                ("turn", Some(seat)),
                ("moved", Some((seat + people - 1) % people)),
                ("waits", Some((seat + 1) % people)),
            ];
            pages.extend(
                whose.map(|(what, seat)| seen(&format!("{name}-{turn}-{what}"), friends, seat)),
            );
        }
        friends.play_one_turn(&mut chance);
    }
    pages.push(seen(&format!("{name}-end"), friends, None));
    pages.push(seen(&format!("{name}-end-password"), friends, Some(0)));
    pages
}

/// A page that no query leads to: its head is not looked at.
fn rendered(name: &str, view: &View<'_>, setting: &Setting<'_>) -> Shown {
    let (name, html) = (name.to_owned(), html::render(view, setting).body);
    Shown { name, html, head_bytes: 0, game: None, choice: String::new() }
}

/// The link of a table as a QR code.
fn qr_code() -> Shown {
    let start = Page { html: browse("g=nim&people=2").body };
    let page = Page { html: browse(start.link_with("take=1,1").query()).body };
    plain_page("qr-code", page.link_with("rules=qr").href.trim_start_matches('?'))
}

/// The page of every problem, one of them in the preview.
fn problems() -> impl Iterator<Item = Shown> {
    let ruleset = GAMES[0].ruleset;
    let option = ruleset.options[0];
    let choices = |_: &str| Some(Choices::defaults(ruleset.options));
    let ways = links::values(ruleset, option, choices, std::iter::empty());
    let problems = [
        Problem::NotSetUp,
        Problem::NoRandomness,
        Problem::WrongMethod,
        Problem::NoSuchPage,
        Problem::TooLong,
        Problem::Repeated,
        Problem::NoSuchFormat(vec!["json"]),
        Problem::NoSuchGame("bridge".to_owned(), None),
        Problem::NoSuchValue(ruleset, option, "9x9".to_owned(), ways),
        Problem::NoSuchDay(ruleset, "tomorrow".to_owned()),
        Problem::Damaged(None, Damage::NoToken),
        Problem::Damaged(Some(ruleset), Damage::Unknown),
        Problem::OlderRuleset(ruleset),
        Problem::RetiredKey(ruleset),
        Problem::Bug,
    ];
    problems.into_iter().enumerate().map(|(number, problem)| {
        let name = format!("problem-{number:02}-{}", problem.name());
        let preview = matches!(problem, Problem::NoRandomness);
        let view = View::Problem(problem);
        rendered(&name, &view, &Setting { preview, ..Setting::of(&parlour::settings::DEFAULT) })
    })
}

/// A page of a game, and the query that led to it.
struct Spot {
    query: String,
    page: Page,
    head_bytes: usize,
}

impl Spot {
    fn at(query: &str) -> Self {
        let response = browse(query);
        let head_bytes = cgi::head(&response, Method::Get).len();
        Spot { query: query.to_owned(), page: Page { html: response.body }, head_bytes }
    }

    fn is_over(&self) -> bool {
        self.page.element("outcome").is_some()
    }

    /// The query of the link that this page sends to the next player.
    fn sent(&self) -> Option<String> {
        let link = self.page.words("copy")?;
        link.split_once('?').map(|(_, query)| query.to_owned())
    }

    /// The links that put a request to the referee or choose another tool, each with its name.
    fn requests(&self, ruleset: &Ruleset) -> Vec<(String, String)> {
        let request = |query: String| {
            let parameters = query.split('&').filter(|part| !part.starts_with("s="));
            let names = parameters.filter_map(|part| part.split('=').next());
            let is_request = |name: &&str| *name == "use" || ruleset.request(name).is_some();
            let name = names.into_iter().find(is_request)?.to_owned();
            let is_request = query.starts_with("s=") && !query.contains("&rules");
            is_request.then_some((name, query))
        };
        let queries = self.page.links().into_iter().map(|link| link.query().to_owned());
        queries.filter_map(request).collect()
    }
}

/// All plays of one game.
struct Visit {
    ruleset: &'static Ruleset,
    seen: BTreeSet<String>,
    pages: Vec<Shown>,
    largest: Vec<Shown>,
}

impl Visit {
    fn new(game: &AnyGame) -> Self {
        let (seen, pages, largest) = Default::default();
        Visit { ruleset: game.ruleset, seen, pages, largest }
    }

    fn play_classic(&mut self) {
        let deal = format!("g={}&seed=looks", self.ruleset.key);
        let first = self.play(&deal, 0);
        self.keep("start", &first[0], "");
        let middle = &first[first.len() / 2];
        self.keep("middle", middle, "");
        self.keep("fault", &self.refused(middle), "");
        self.keep("mistyped", &self.mistyped(middle), "");
        self.look_at(&first, "");
        for play in 1..PLAYS {
            let spots = self.play(&format!("{deal}-{play}"), play);
            self.look_at(&spots, "");
        }
    }

    fn play_others(&mut self) {
        for option in self.ruleset.options {
            for value in option.values().skip(1) {
                let choice = format!("{}={}", option.name(), value.value);
                for play in 0..PLAYS_OF_OTHERS {
                    let deal = format!("g={}&{choice}&seed=looks-{play}", self.ruleset.key);
                    let spots = self.play(&deal, play);
                    self.look_at(&spots, &choice);
                }
            }
        }
    }

    /// Plays a deal at random: each request as likely as the others, and so each of its places.
    fn play(&self, deal: &str, seed: u64) -> Vec<Spot> {
        let mut chance = Chance::from_seed([seed as u8; 32]);
        let mut spots = vec![Spot::at(deal)];
        while let Some(spot) = spots.last().filter(|spot| !spot.is_over())
            && spots.len() < PAGES_MAX
        {
            let moves = self.moves(spot);
            if moves.is_empty() {
                let next = spot.sent().unwrap_or_else(|| panic!("{}: no way on", spot.query));
                spots.push(Spot::at(&next));
                continue;
            }
            let names: BTreeSet<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let name = chance.pick(&names).unwrap_or_else(|| panic!("{}: no way on", spot.query));
            let of_name = moves.iter().filter(|(other, _)| other == name);
            let queries: Vec<&String> = of_name.map(|(_, query)| query).collect();
            let query = chance.pick(&queries).unwrap_or_else(|| panic!("{name}: no link"));
            spots.push(Spot::at(query));
        }
        spots
    }

    fn moves(&self, spot: &Spot) -> Vec<(String, String)> {
        spot.requests(self.ruleset).into_iter().filter(|(name, _)| !self.asks(name)).collect()
    }

    /// Returns true for a question. The choice of a piece is none: its move comes next.
    fn asks(&self, name: &str) -> bool {
        name != "choose" && self.ruleset.request(name).is_some_and(|spec| spec.read_only)
    }

    /// The link to the position of a page.
    fn position(spot: &Spot) -> String {
        let position = spot.page.links().into_iter().find(|link| link.query().starts_with("s="));
        let position = position.map(|link| link.query().to_owned()).unwrap_or_default();
        let position: Vec<&str> = position.split('&').take(2).collect();
        position.join("&")
    }

    /// The page after something was typed that is no move.
    fn mistyped(&self, spot: &Spot) -> Spot {
        let mistyped = Spot::at(&format!("{}&move=zzz", Self::position(spot)));
        assert!(mistyped.page.element("fault").is_some(), "{}", self.ruleset.key);
        mistyped
    }

    /// The page after a request that the referee refuses: one of its arguments is nonsense.
    fn refused(&self, spot: &Spot) -> Spot {
        let nonsense = |spec: &RequestSpec| match spec.arguments.first()?.kind {
            ArgumentKind::Number { .. } => Some(format!("{}=99999", spec.name)),
            ArgumentKind::Word(_) => Some(format!("{}=zzz", spec.name)),
        };
        let request = self.ruleset.requests.iter().copied().find_map(nonsense);
        let request = request.unwrap_or_else(|| "dance=1".to_owned());
        let refused = Spot::at(&format!("{}&{request}", Self::position(spot)));
        assert!(refused.page.element("fault").is_some(), "{}: {request}", self.ruleset.key);
        refused
    }

    /// Looks at the pages of a play, and at the answers to questions there.
    fn look_at(&mut self, spots: &[Spot], choice: &str) {
        let questions = |spot: &Spot| {
            let requests = spot.requests(self.ruleset).into_iter();
            requests.filter(|(name, _)| self.asks(name)).map(|(_, query)| Spot::at(&query))
        };
        let answers: Vec<Spot> = spots.iter().flat_map(questions).collect();
        for spot in spots.iter().chain(&answers) {
            self.measure(spot, choice);
            self.look_for_news(spot, choice);
        }
    }

    /// Keeps a page if none with the same choice was larger.
    fn measure(&mut self, spot: &Spot, choice: &str) {
        let name = format!("{}-{choice}-largest", self.ruleset.key);
        match self.largest.iter().position(|largest| largest.name == name) {
            Some(place) if self.largest[place].html.len() >= spot.page.html.len() => {}
            Some(place) => self.largest[place] = self.shown(name, spot, choice),
            None => self.largest.push(self.shown(name, spot, choice)),
        }
    }

    /// Keeps a page if it shows something new, under the name of that.
    fn look_for_news(&mut self, spot: &Spot, choice: &str) {
        let news = features(&spot.page).into_iter().find(|feature| !self.seen.contains(feature));
        if let Some(news) = news {
            // A name is a part of an address.
            self.keep(&news.replace([' ', '\'', '#', '?'], "_"), spot, choice);
        }
    }

    fn keep(&mut self, what: &str, spot: &Spot, choice: &str) {
        self.seen.extend(features(&spot.page));
        let name = format!("{}-{what}", self.ruleset.key);
        self.pages.push(self.shown(name, spot, choice));
    }

    fn shown(&self, name: String, spot: &Spot, choice: &str) -> Shown {
        let (game, choice) = (Some(self.ruleset.key), choice.to_owned());
        let (html, head_bytes) = (spot.page.html.clone(), spot.head_bytes);
        Shown { name, html, head_bytes, game, choice }
    }
}

/// The features of a page: the state in its title, and every element with each of its classes. The
/// first features give a page its name.
fn features(page: &Page) -> Vec<String> {
    let main = page.element("main").unwrap_or_default();
    let mut features = Vec::new();
    for (_, piece) in markup::pieces(main) {
        if let Piece::Open { name, attributes, .. } = piece {
            let classes = markup::attribute(attributes, "class").unwrap_or_default();
            features.extend(classes.split(' ').map(|class| format!("{name}.{class}")));
        }
    }
    let title = page.words("title").unwrap_or_default();
    let state = title.split(',').next().unwrap_or_default();
    // A reason is one kind of page, for every move of chess.
    let state = if state.starts_with("Why ") { "Why" } else { state };
    features.push(state.chars().filter(|c| !c.is_ascii_digit()).collect());
    features
}
