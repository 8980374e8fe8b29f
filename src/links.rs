//! Links: the query string, written. `query.rs` reads what is written here.
//!
//! Links survive servers that decode percent signs and mail programs that cut at punctuation: they use
//! only letters, digits, `-` and `_` there, and the token never comes last. A link fits an attribute of
//! HTML as it is: it has no quotation mark, and no name that would make a character reference of the
//! `&` before it.

use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::game::options::Preset;
use crate::game::options::{AnyOption, Choices, OptionValue};
use crate::game::request::{Argument, Request};
use crate::game::ruleset::Ruleset;
use crate::game::seat::Seat;
use crate::game::text::capitalised;
use crate::problem::Problem;
use crate::query::{self, About, LeagueRequest, Sit};
use crate::settings::Settings;
use crate::table::password::Password;
use crate::table::patience::Patience;
use crate::table::turn_code::TurnCode;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::{Display, Formatter, Write};

/// The part of a page where a reader lands after a request: the square that the request changed, or
/// the sentence with the result.
pub const NOW: &str = "now";

/// A link, relative to the address of the program. It leads to the usual format of its protocol: the
/// writer of another format adds `as=`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    text: String,
    /// The length of the part that says what the link is about. The format comes behind it, and the
    /// request behind the format.
    about: usize,
    /// The part of the page where a reader of HTML lands, or an empty text.
    pub part: &'static str,
}

impl Link {
    /// The names and values of its query as they are written.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let query = self.text.trim_start_matches('?');
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    /// The link with this name last, behind which the typed value goes.
    pub fn asking(&self, name: &str) -> Link {
        Link { text: format!("{self}&{name}="), about: self.about, part: "" }
    }

    /// The same link to a deal, for people in these seats, too.
    pub fn dealing_in(&self, seats: &[Seat]) -> Link {
        let seats: String = seats.iter().map(|seat| (seat + 1).to_string()).collect();
        self.with(query::DEALT_IN, &seats)
    }

    /// The link with a request to the league behind this link.
    pub fn with_league_request(&self, request: LeagueRequest) -> Link {
        self.with(query::LEAGUE, request.value())
    }

    /// The same link to a new table, which waits so long for a player.
    pub fn waiting(self, patience: Patience) -> Link {
        match patience {
            usual if usual == Patience::default() => self,
            _ => self.with(query::PATIENCE, patience.value()),
        }
    }

    /// A link with this query.
    pub fn of_query(query: &str) -> Link {
        Link::about(format!("?{query}"))
    }

    /// Returns true if the link deals a game, which is nothing to read for search engines.
    pub fn deals(&self) -> bool {
        let has = |known| self.pairs().any(|(name, _)| name == known);
        has(query::GAME) && !has(query::TOKEN) && !has(query::RULES)
    }

    /// The link to a part of the same page.
    pub fn at_part(self, part: &'static str) -> Link {
        Link { part, ..self }
    }

    fn about(text: String) -> Link {
        Link { about: text.len(), text, part: "" }
    }

    /// The link to the same page in the format of this name.
    pub fn in_format(&self, name: &str) -> Link {
        let (about, rest) = self.text.split_at(self.about);
        let mut text = about.to_owned();
        push_pair(&mut text, query::FORMAT, name);
        Link { about: text.len(), text: text + rest, part: self.part }
    }

    /// The link with another name, which may be of a query, and a value.
    pub fn with(&self, name: &str, value: &str) -> Link {
        let mut link = Link { part: "", ..self.clone() };
        push_pair(&mut link.text, &encoded(name), value);
        link
    }

    /// The link as text, from its question mark on.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same link from anywhere: behind the address of the program.
    pub fn at(&self, address: &str) -> String {
        self.from(Some(address))
    }

    /// The link behind the address of the program, if that is known.
    pub fn from(&self, address: Option<&str>) -> String {
        [address.unwrap_or_default(), &self.text].concat()
    }
}

impl Display for Link {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The link to the parlour. An empty query would do, but to some browsers that is this very
/// page.
pub fn parlour() -> Link {
    Link::about("?parlour".to_owned())
}

/// The link that names a game, and nothing else.
pub fn game(ruleset: &Ruleset) -> Link {
    Link::about(start(ruleset))
}

/// The link to a page about a game.
pub fn about(ruleset: &Ruleset, about: About) -> Link {
    game_page(ruleset, query::RULES, about.value())
}

/// The link to the page on which every option of a game can be chosen, these choices chosen.
pub fn new_game(ruleset: &Ruleset, choices: &Choices) -> Link {
    let mut link = start(ruleset);
    push_choices(&mut link, choices);
    push_pair(&mut link, query::RULES, About::NewGame.value());
    Link::about(link)
}

/// The link that deals a game: a fresh deal, or the one with this identity.
pub fn deal(ruleset: &Ruleset, choices: &Choices, deal: Option<Deal>) -> Link {
    let mut link = start(ruleset);
    match deal.and_then(Deal::day) {
        Some(_) => push_choices_of_day(&mut link, ruleset, choices),
        None => push_choices(&mut link, choices),
    }
    if let Some((name, value)) = deal.and_then(Deal::to_query) {
        push_pair(&mut link, name, &value);
        let to_beat = deal.and_then(|deal| deal.to_beat);
        to_beat.iter().for_each(|n| push_pair(&mut link, query::BEAT, &n.to_string()));
    }
    Link::about(link)
}

/// The game with choices that go well together, under their name.
pub fn preset(ruleset: &Ruleset, preset: &Preset) -> WayOn {
    WayOn::new(preset.label, deal(ruleset, &ruleset.preset(preset), None))
}

/// A new game with the usual options.
pub fn usual(ruleset: &Ruleset) -> Link {
    deal(ruleset, &Choices::defaults(ruleset.options), None)
}

/// The page with the options of a game, the usual ones chosen.
pub fn options(ruleset: &Ruleset) -> Link {
    new_game(ruleset, &Choices::defaults(ruleset.options))
}

/// The link that opens a table of friends with the default choices, or the game that one player makes
/// for another.
pub fn with_friends(ruleset: &Ruleset) -> Link {
    match &ruleset.for_a_friend {
        Some(preset) => deal(ruleset, &ruleset.preset(preset), None),
        None => deal(ruleset, &Choices::defaults(ruleset.options).with_people(2), None),
    }
}

/// The link that deals the puzzle of a day with the default choices. Without a day, it is the
/// puzzle of today.
pub fn puzzle(ruleset: &Ruleset, day: Option<Day>) -> Link {
    let day = day.map_or(query::TODAY.to_owned(), |day| day.to_string());
    game_page(ruleset, query::DAY, &day)
}

/// The links of first moves in the puzzle of a day with the usual options. They carry no token.
pub fn moves_of_day(ruleset: &Ruleset, day: Day) -> PositionLinks {
    PositionLinks { start: puzzle(ruleset, Some(day)), token: String::new() }
}

/// The link that deals the puzzle of a day with these choices.
pub fn deal_of(ruleset: &Ruleset, choices: &Choices, day: Day) -> Link {
    deal(ruleset, choices, Some(Deal::of(DealId::Day(day))))
}

/// The link to the solution of the puzzle of a day with these choices.
pub fn solution(ruleset: &Ruleset, choices: &Choices, day: Day) -> Link {
    let mut link = start(ruleset);
    push_choices_of_day(&mut link, ruleset, choices);
    push_pair(&mut link, query::DAY, &day.to_string());
    push_pair(&mut link, query::SOLUTION, "");
    Link::about(link)
}

/// The link that asks a player with this password for the newest link of the table of this code.
pub fn with_password_alone(ruleset: &Ruleset, password: &str, table: &str) -> Link {
    let mut link = start(ruleset);
    push_pair(&mut link, query::PASSWORD, password);
    if !table.is_empty() {
        push_pair(&mut link, query::TABLE, table);
    }
    Link::about(link)
}

/// The link to the page of the puzzles of the last days.
pub fn puzzles() -> Link {
    Link::about(format!("?{}", query::PUZZLES))
}

/// The link to the feed of the puzzles of the last days.
pub fn feed() -> Link {
    Link::about(format!("?{}", query::FEED))
}

/// The link that opens a league, with the game at whose end this token is, if there is one.
pub fn league(end: Option<&str>) -> Link {
    let end = end.map(|token| format!("{}={token}&", query::RESULTS));
    Link::about(format!("?{}{}", end.unwrap_or_default(), query::LEAGUE))
}

/// The links from the position in this token.
pub fn position(ruleset: &Ruleset, token: &str) -> PositionLinks {
    let start = Link::about(format!("?s={token}&g={}", ruleset.key));
    PositionLinks { start, token: token.to_owned() }
}

/// The ways on from an error page: a new game of the same kind if it is known, and always the start
/// page.
pub fn ways_on(problem: &Problem, site: &Settings) -> Vec<WayOn> {
    let today = match problem {
        Problem::NoSuchDay(ruleset, _) | Problem::FutureDay(ruleset, _) => {
            Some(WayOn::new("Today's puzzle", puzzle(ruleset, None)))
        }
        _ => None,
    };
    let new_games = match problem {
        Problem::NoSuchValue(.., ways) => ways.clone(),
        _ => problem.game().map(usual_game).into_iter().collect(),
    };
    let parlour = WayOn::new(site.start_label(), parlour());
    today.into_iter().chain(new_games).chain([parlour]).collect()
}

fn usual_game(ruleset: &Ruleset) -> WayOn {
    WayOn::new(format!("New game of {}", ruleset.title), usual(ruleset))
}

/// The game with each of these choices of an option, with the other names of a query and their values.
pub fn values<'a>(
    ruleset: &Ruleset,
    option: &dyn AnyOption,
    with: impl Fn(&str) -> Option<Choices>,
    others: impl Iterator<Item = (&'a str, &'a str)> + Clone,
) -> Vec<WayOn> {
    let game = |value: OptionValue<'_>| {
        let link = deal(ruleset, &with(value.value)?, None);
        let link = others.clone().fold(link, |link, (name, said)| link.with(name, said));
        Some(WayOn::new(capitalised(&value.with_note()), link))
    };
    option.values().filter_map(game).collect()
}

/// The link to a page of a game that takes one pair to ask for.
fn game_page(ruleset: &Ruleset, name: &str, value: &str) -> Link {
    let mut link = start(ruleset);
    push_pair(&mut link, name, value);
    Link::about(link)
}

/// A link that leads on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WayOn {
    /// The name of the page there.
    pub label: String,
    pub link: Link,
}

impl WayOn {
    /// A way on with this label.
    pub fn new(label: impl Into<String>, link: Link) -> Self {
        WayOn { label: label.into(), link }
    }
}

/// Links from one position: all carry the same token.
#[derive(Clone, Debug)]
pub struct PositionLinks {
    start: Link,
    token: String,
}

impl PositionLinks {
    /// The token that all of them carry.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// The link to the position itself.
    pub fn position(&self) -> &Link {
        &self.start
    }

    /// The link to the position with one pair more.
    fn with(&self, name: &str, value: &str) -> Link {
        self.start.with(name, value)
    }

    /// The link that puts a request to the referee.
    pub fn request(&self, request: &Request) -> Link {
        let mut link = Link { part: NOW, ..self.start.clone() };
        // Writing to a text cannot fail.
        let _ = write_request(request, &mut link.text);
        link
    }

    /// The same links for the player with this password.
    pub fn with_password(&self, password: Password) -> Self {
        let start = self.with(query::PASSWORD, &password.to_string());
        PositionLinks { start, token: self.token.clone() }
    }

    /// The link of a request that ends the game, for a player who is sure of it.
    pub fn surely(&self, request: &Request) -> Link {
        if request.spec.asks_first() {
            self.request(request).with(query::SURE, "").at_part(NOW)
        } else {
            self.request(request)
        }
    }

    /// The same links to pages of the player who has made the last move, or this game for another.
    pub fn made(&self) -> Self {
        PositionLinks { start: self.with(query::MADE, ""), token: self.token.clone() }
    }

    /// The same links to pages whose board is seen from the other side, or again from the usual one.
    pub fn turned(&self) -> Self {
        let mut start = self.with(query::TURNED, "");
        let pair = format!("&{}", query::TURNED);
        if start.text.matches(&pair).count() > 1 {
            start.text = start.text.replace(&pair, "");
        }
        PositionLinks { start, token: self.token.clone() }
    }

    /// The same links from the moment after so many moves.
    pub fn after(&self, moment: usize) -> Self {
        let start = self.with(query::AFTER, itoa::Buffer::new().format(moment));
        PositionLinks { start, token: self.token.clone() }
    }

    /// The link that plays on from the moment after so many moves.
    pub fn playing_on(&self, moment: usize) -> Link {
        self.after(moment).with(query::PLAY_ON, "").at_part(NOW)
    }

    /// The link to the position, with its turn code for human eyes.
    pub fn at(&self, turn_code: TurnCode) -> Link {
        self.with(query::AT, &turn_code.to_string())
    }

    /// The link with a request to the table.
    pub fn sit(&self, sit: Sit) -> Link {
        self.with(query::SIT, sit.value())
    }

    /// The link that deals the puzzle of a day to a player who comes from this position.
    pub fn puzzle(&self, day: Day) -> Link {
        self.with(query::DAY, &day.to_string())
    }

    /// The link to the same position in words.
    pub fn words(&self) -> Link {
        self.with(query::WORDS, "")
    }

    /// The link to the same position, every move with its link.
    pub fn every_link(&self) -> Link {
        self.with(query::LINKS, "")
    }

    /// The link to the same position, the squares of its board offering the request of this name.
    pub fn with_board_request(&self, name: &str) -> Link {
        self.with(query::BOARD_REQUEST, name)
    }

    /// The link to the page on which every option of a new game can be chosen, these choices chosen.
    /// It leads back to this position.
    pub fn new_game(&self, choices: &Choices) -> Link {
        let mut link = self.start.clone();
        push_choices(&mut link.text, choices);
        link.with(query::RULES, About::NewGame.value())
    }

    /// The link to a page about the game that leads back to this position.
    pub fn about(&self, about: About) -> Link {
        self.with(query::RULES, about.value())
    }

    /// The link to the page that takes a link apart: the link of a request from here, or the link
    /// to the position.
    pub fn anatomy(&self, request: Option<&Request>) -> Link {
        let link = request.map_or(self.start.clone(), |request| self.request(request));
        link.with(query::RULES, About::ThisLink.value())
    }
}

/// A request as a query has it: `&turn=13`.
pub fn write_request(request: &Request, out: &mut dyn Write) -> std::fmt::Result {
    out.write_str("&")?;
    out.write_str(request.spec.name)?;
    for (place, argument) in request.arguments.iter().enumerate() {
        out.write_str(if place == 0 { "=" } else { "," })?;
        match argument {
            Argument::Number(number) => {
                out.write_str(itoa::Buffer::new().format(*number))?;
            }
            Argument::Word(word) => out.write_str(&encoded(word))?,
        }
    }
    Ok(())
}

fn start(ruleset: &Ruleset) -> String {
    format!("?g={}", ruleset.key)
}

/// The links that hand a text on, each to another program: `mailto:` (RFC 6068), `sms:` (RFC 5724, with
/// the body as telephones read it), and the share links of two messengers.
pub fn to_hand_on(message: &str, address: &str) -> [(&'static str, String); 4] {
    let encoded = |pairs: &[(&str, &str)]| {
        // Unlike a form, these programs do not take a plus sign for a space.
        serde_urlencoded::to_string(pairs).expect("texts can be encoded").replace('+', "%20")
    };
    let text = format!("{message}: {address}");
    [
        ("Mail", format!("mailto:?{}", encoded(&[("subject", message), ("body", &text)]))),
        ("SMS", format!("sms:?&{}", encoded(&[("body", &text)]))),
        ("WhatsApp", format!("https://wa.me/?{}", encoded(&[("text", &text)]))),
        (
            "Telegram",
            format!("https://t.me/share/url?{}", encoded(&[("url", address), ("text", message)])),
        ),
    ]
}

/// Appends the choices that are not the default ones.
fn push_choices(link: &mut String, choices: &Choices) {
    push_some_choices(link, choices, |_| true);
}

/// Appends the choices that do not follow from a puzzle of a day, so that each puzzle has one address.
fn push_choices_of_day(link: &mut String, ruleset: &Ruleset, choices: &Choices) {
    let follows = |name: &str| {
        let mut of_day = ruleset.of_day.iter().flat_map(Preset::pairs);
        of_day.any(|(fixed, _)| fixed == name)
    };
    push_some_choices(link, choices, |name| !follows(name));
}

fn push_some_choices(link: &mut String, choices: &Choices, is_said: impl Fn(&str) -> bool) {
    if choices.people() > 1 {
        push_pair(link, query::PEOPLE, itoa::Buffer::new().format(choices.people()));
    }
    for (option, value, is_default) in choices.chosen() {
        if !is_default && is_said(option.name()) {
            push_pair(link, option.name(), value.value);
        }
    }
}

/// Appends `&name=value`, or `&name` without a value.
fn push_pair(link: &mut String, name: &str, value: &str) {
    link.push('&');
    link.push_str(name);
    if !value.is_empty() {
        link.push('=');
        link.push_str(&encoded(value));
    }
}

/// A name or a value, encoded for a query.
fn encoded(value: &str) -> Cow<'_, str> {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b',');
    if value.bytes().all(is_plain) {
        return value.into();
    }
    let pair = serde_urlencoded::to_string([("", value)]).expect("texts can be encoded");
    pair.trim_start_matches('=').to_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_handed_on_whole() {
        let ways = to_hand_on("Ben, your turn", "https://h/p?s=A+b&g=eights");
        let address = "https%3A%2F%2Fh%2Fp%3Fs%3DA%2Bb%26g%3Deights";
        let message = "Ben%2C%20your%20turn";
        let text = format!("{message}%3A%20{address}");
        let expected = [
            format!("mailto:?subject={message}&body={text}"),
            format!("sms:?&body={text}"),
            format!("https://wa.me/?text={text}"),
            format!("https://t.me/share/url?url={address}&text={message}"),
        ];
        assert_eq!(ways.map(|(_, link)| link), expected);
    }

    #[test]
    fn a_value_out_of_the_ordinary_is_encoded() {
        let mut link = String::new();
        push_pair(&mut link, "play_card", "10S");
        push_pair(&mut link, "say", "a&b c");
        push_pair(&mut link, "draw_card", "");
        push_pair(&mut link, "answer", "3,1");
        assert_eq!(link, "&play_card=10S&say=a%26b+c&draw_card&answer=3,1");
    }
}
