//! No coalition learns what a missing player holds.
//!
//! A coalition has some passwords of a table, and at least one seat is missing. It can play every link
//! that it has in any other way: move, leave, hand seats over, let time pass, deal with and without
//! those who are away, begin again. Here such forks are played at random, with requests that pages
//! offer and requests that they do not. Four things must hold:
//!
//! 1. *Exchange.* Two tables differ by one exchange: a card of a missing hand with a card of the stock
//!    or of another missing hand. In the same fork the coalition sees the same pages, byte for byte,
//!    until one of the cards comes out. If seats have rows, the card of the stock is one of the missing
//!    player's row, and only the pile or a count of points may show it. At a table of two, it may also
//!    reach the hand of the other player or of a computer.
//! 2. *Thrown in.* A later deal depends on the deal before it, its kind and the seats that people play.
//!    The deal after a hand-over is the same position from every turn of a round, and of both tables.
//! 3. *No choice after it.* The rules show a thing of a missing player after the coalition's own moves alone only
//!    if it had no choice among them, or if the game says so (`opens_in_copies`).
//! 4. *Never opened before.* A fork opens no secret of a deal that a missing player has been dealt,
//!    unless the coalition's own turns end that round.
//!
//! The forks of a table share a record of deals with its real game, which everybody plays. So no deal
//! of the one is a deal of the other with other people.

use super::{Subject, tables};
use crate::game::any::{AnyGame, Asker, describe, pack, perspective, unpack};
use crate::game::audit::{Audited, Exposure};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpacker};
use crate::game::request::{Argument, ArgumentKind, Request};
use crate::game::ruleset::Ruleset;
use crate::game::seat::{Seat, Viewer};
use crate::game::secret::DealKind;
use crate::game::text::listed;
use crate::gateway::http::{HttpRequest, Method};
use crate::links;
use crate::program::Program;
use crate::respond::visit::binding;
use crate::respond::{Services, respond};
use crate::seal::{self, Key, KeyRing, NONCE_BYTES, Purpose, Token};
use crate::settings::Settings;
use crate::table::minute::Minute;
use crate::table::password::Password;
use crate::table::patience::Wait;
use crate::table::state::TableState;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Formatter};

/// 2026-11-26T14:05:00Z, in seconds since 1970.
const NOW: u64 = 1_795_701_900;
/// The longest patience, in seconds.
const PATIENCE: u64 = 3 * 86_400;
const NAMES: [&str; 8] = ["Ann", "Bob", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hana"];
/// Every request to a table.
const SITS: [&str; 9] =
    ["", "choose", "again", "password", "go", "leave", "absent", "handover", "x"];
const FORMATS: [&str; 5] = ["&as=json", "&as=text", "", "&as=svg", "&words"];
/// The steps of a fork.
const STEPS_MAX: u32 = 90;
/// In one fork of so many, everybody asks everything once.
const ASKS_EVERYTHING_ONCE_IN: u32 = 3;

/// The body that a program with this game answers, at a second, with the random bytes of a number.
fn ask<G: Audited>(query: &str, now: u64, draw: u64) -> String {
    let program = const {
        &Program { name: "program", title: "Program", version: "1", games: &[AnyGame::of::<G>()] }
    };
    let (settings, keys) = (Settings::of(program), ring());
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&draw.to_le_bytes());
    let chance = RefCell::new(Chance::from_seed(seed));
    let services = Services {
        keys: Some(&keys),
        preview: false,
        settings: &settings,
        entropy: &|bytes| {
            chance.borrow_mut().fill(bytes);
            true
        },
        now: &|| Some(now),
        address: &|| None,
    };
    let query = query.trim_start_matches('?').split('#').next().unwrap_or_default();
    let (method, query) = (Method::Get, query.as_bytes().to_vec());
    respond(&services, &HttpRequest { method, query, ..HttpRequest::default() }).body
}

fn ring() -> KeyRing {
    KeyRing::of(Key::from_bytes([42; 32]))
}

/// The token of the link to send on a page for programs.
fn token_of(page: &str) -> String {
    let link = page.split("\"link_to_send\":\"").nth(1).unwrap_or_else(|| panic!("{page}"));
    let token = link.split("s=").nth(1).expect("a token");
    token.split(['&', '"', '#', '\\']).next().unwrap_or_default().to_owned()
}

/// A text property of a page for programs.
fn text_of<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    page.split(&format!("\"{name}\":\"")).nth(1)?.split('"').next()
}

/// A page with its tokens masked. Their lengths stay.
fn masked(page: &str) -> String {
    let is_token = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut masked = String::new();
    for piece in page.split_inclusive(|c| !is_token(c)) {
        match piece.len() {
            0..=80 => masked.push_str(piece),
            length => masked.push_str(&format!("TOKEN OF {length}")),
        }
    }
    masked
}

/// The content of a token.
struct Sealed<G: Audited> {
    state: TableState,
    choices: Choices,
    position: G::Position,
    /// The deal, as the kinds of deals that led to it, each with the seats that people played.
    deal: String,
}

impl<G: Audited> Clone for Sealed<G> {
    fn clone(&self) -> Self {
        let (state, choices) = (self.state.clone(), self.choices.clone());
        Sealed { state, choices, position: self.position.clone(), deal: self.deal.clone() }
    }
}

impl<G: Audited> Sealed<G> {
    /// Opens the token of a table after this deal.
    fn open(token: &str, deal: &str) -> Self {
        let read = Token::read(token).expect("a token");
        let binding = binding(&G::RULESET, Purpose::Table);
        let content = read.open(&ring(), binding).expect("an own token");
        let game = Subject::of::<G>().game;
        let mut packed = Unpacker::new(&content);
        let choices = game.unpack_closed(&mut packed).expect("choices");
        let state = TableState::unpack(choices.people(), &mut packed).expect("a table");
        let choices = state.with_absent(choices);
        let position = unpack::<G>(&choices, packed).expect("a position");
        Sealed { state, choices, position, deal: deal.to_owned() }
    }

    fn seal(&self) -> String {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.state.pack(&mut packer);
        packer.append(&packed::<G>(&self.position));
        let binding = binding(&G::RULESET, Purpose::Table);
        seal::seal(&ring(), binding, &[9; NONCE_BYTES], &packer.finish())
    }

    /// The points of finished rounds.
    fn points(&self) -> Vec<usize> {
        G::points(&mut self.position.clone()).to_vec()
    }

    fn turn(&self) -> Option<Seat> {
        G::turn(&self.position).filter(|_| !self.state.is_left_alone())
    }

    fn ended_by(&self) -> Option<Seat> {
        G::ended_by(&self.position).filter(|_| !self.state.is_left_alone())
    }

    fn name(&self, seat: Seat) -> String {
        self.state.people[seat].name.to_string()
    }

    fn password(&self, name: &str) -> Password {
        let mut people = self.state.people.iter();
        people.find(|person| person.name.as_str() == name).expect("a person").password
    }

    fn seat(&self, name: &str) -> Seat {
        let is_named = |person: &crate::table::state::Person| person.name.as_str() == name;
        self.state.people.iter().position(is_named).expect("a person")
    }

    /// The names of those who play.
    fn present(&self) -> BTreeSet<String> {
        let present = self.state.people.iter().filter(|person| person.away.is_none());
        present.map(|person| person.name.to_string()).collect()
    }

    /// The seats of those among them who still play.
    fn seats_of(&self, names: &BTreeSet<String>) -> Vec<Seat> {
        let is_there = |seat: &Seat| {
            let person = &self.state.people[*seat];
            person.away.is_none() && names.contains(person.name.as_str())
        };
        (0..self.state.people.len()).filter(is_there).collect()
    }

    /// The fingerprint of the secret of the deal, if it has one.
    fn fingerprint(&self) -> Option<String> {
        G::commitment(&self.position).map(|commitment| commitment.fingerprint.to_string())
    }

    /// The position as a player on turn finds it.
    fn found(&self, seat: Seat) -> G::Position {
        let position = match self.ended_by() {
            Some(_) => G::taken_up(self.position.clone(), seat),
            None => self.position.clone(),
        };
        if G::turn(&position) == Some(seat) { G::settle(position).0 } else { position }
    }

    /// The requests that the page of a player offers.
    fn offers(&self, seat: Seat) -> Vec<Request> {
        let position = self.found(seat);
        let asker = Asker::nameless(Viewer::Seat(seat));
        let page = describe::<G>(&position, &perspective::<G>(&self.choices, asker), &[]).page;
        page.all_offers().map(|offer| offer.request.clone()).collect()
    }

    /// Returns true if the player of this action could make another move.
    fn has_choice(&self, action: &Action) -> bool {
        let Asks::Move(_) = action.asks else { return false };
        let moves = |seat| self.offers(seat).into_iter().filter(|request| !request.spec.read_only);
        self.turn().is_some_and(|seat| moves(seat).count() > 1)
    }
}

fn packed<G: Audited>(position: &G::Position) -> Packer {
    let mut packer = Packer::new();
    pack::<G>(&mut position.clone(), &mut packer);
    packer
}

/// Something that somebody asks of a table.
#[derive(Clone, Debug)]
struct Action {
    /// The name of the person, if they say their password.
    by: Option<String>,
    asks: Asks,
    /// The seats that it deals in, as a query says them.
    with: String,
}

#[derive(Clone, Debug)]
enum Asks {
    Sit(&'static str),
    Move(Request),
}

impl Display for Action {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let by = self.by.as_deref().unwrap_or("everybody");
        match &self.asks {
            Asks::Sit(what) => write!(f, "{by}: sit={what}{}", self.with),
            Asks::Move(request) => write!(f, "{by}: {request}{}", self.with),
        }
    }
}

impl Action {
    fn sit(by: &str, what: &'static str) -> Self {
        Action { by: Some(by.to_owned()), asks: Asks::Sit(what), with: String::new() }
    }

    /// The part of the query behind the password.
    fn rest(&self) -> String {
        match &self.asks {
            Asks::Sit(what) => format!("&sit={what}{}", self.with),
            Asks::Move(request) => written(request) + &self.with,
        }
    }

    /// The kind of deal that it may lead to.
    fn kind(&self) -> Option<DealKind> {
        match &self.asks {
            Asks::Sit("handover") => Some(DealKind::ThrownIn),
            Asks::Sit("again") => Some(DealKind::Rematch),
            Asks::Move(request) if request.spec.deals => Some(DealKind::NextRound),
            _ => None,
        }
    }
}

/// The deals of a table, in its real game and in all forks.
#[derive(Default)]
struct Deals {
    /// Each deal, as everybody finds it.
    seen: BTreeMap<String, String>,
    /// Each fingerprint, with its deal and the people who were dealt cards.
    dealt: BTreeMap<String, (String, BTreeSet<String>)>,
}

impl Deals {
    /// Keeps who was dealt cards. No other deal has this secret.
    fn keep<G: Audited>(&mut self, at: &Sealed<G>) {
        let Some(fingerprint) = at.fingerprint() else { return };
        let dealt = (at.deal.clone(), at.present());
        let known = self.dealt.entry(fingerprint).or_insert(dealt.clone());
        assert_eq!(*known, dealt, "two deals have one secret");
    }

    /// Holds a request to the rules for deals and for people, and names the deal after it.
    fn check<G: Audited>(
        &mut self,
        one: &Sealed<G>,
        other: &mut Sealed<G>,
        action: &Action,
        now: u64,
    ) {
        let went: Vec<String> = one.present().difference(&other.present()).cloned().collect();
        let say = |what: &str| format!("{}: {what}: {action} from {}", G::RULESET.key, one.deal);
        if !went.is_empty() {
            assert_eq!(went.len(), 1, "{}", say("several go"));
            assert_eq!(one.ended_by(), None, "{}", say("a won round is lost"));
            if action.kind() == Some(DealKind::ThrownIn) {
                let wait = one.state.wait(Minute::of_second(now));
                assert_eq!(wait, Wait::Over, "{}", say("no patience"));
            } else {
                assert_eq!(action.by.as_deref(), Some(&*went[0]), "{}", say("who left?"));
            }
        }
        let is_granted = one.position != other.position || one.state != other.state;
        let Some(kind) = action.kind().filter(|_| is_granted) else {
            assert_eq!(one.fingerprint(), other.fingerprint(), "{}", say("it deals"));
            return;
        };
        let has_secret = other.fingerprint().is_some();
        assert!(!has_secret || one.fingerprint() != other.fingerprint(), "{}", say("no new deal"));
        match kind {
            DealKind::ThrownIn => {
                assert_eq!(one.points(), other.points(), "{}", say("points are lost"));
            }
            DealKind::Rematch => assert!(other.points().iter().all(|points| *points == 0)),
            DealKind::NextRound => {}
        }
        other.deal = format!("{} {kind:?} {:b}", one.deal, other.choices.seats_of_people());
        let mut without_points = other.position.clone();
        G::points(&mut without_points).fill(0);
        let names: Vec<String> = (0..other.state.size).map(|seat| other.name(seat)).collect();
        let seen =
            format!("{:?} {names:?} {:?} {without_points:?}", other.fingerprint(), other.turn());
        let known = self.seen.entry(other.deal.clone()).or_insert(seen.clone());
        assert_eq!(*known, seen, "{}", say("the deal depends on something else"));
        self.keep(other);
    }
}

/// Somebody at random does something at random, offered or not.
fn any_action<G: Audited>(names: &[String], chance: &mut Chance) -> Action {
    let by = chance.pick(names).cloned().filter(|_| chance.below(9) > 0);
    let with = ["", "", "&with=1", "&with=2", "&with=3", "&with=12345"];
    let with = chance.pick(&with).copied().unwrap_or_default();
    let request = chance.pick(G::RULESET.requests).copied().expect("a request");
    let word = |kind| match kind {
        ArgumentKind::Word(words) => chance.pick(words).copied().map(Argument::from),
        ArgumentKind::Number { from, .. } => Some(Argument::Number(from)),
    };
    let arguments =
        request.arguments.iter().map(|argument| argument.kind).filter_map(word).collect();
    let asks = match chance.below(2) {
        0 => Asks::Move(Request { spec: request, arguments }),
        _ => Asks::Sit(chance.pick(&SITS).copied().unwrap_or_default()),
    };
    Action { by, asks, with: with.to_owned() }
}

/// The part of a link behind the password, for this request.
fn written(request: &Request) -> String {
    const OF_ANY_GAME: &Ruleset = &Ruleset::USUAL;
    let link = links::position(OF_ANY_GAME, "x").request(request);
    link.as_str().split('&').skip(2).map(|pair| format!("&{pair}")).collect()
}

/// The next action of the coalition, or of everybody in the real game. `None` if the game is over for good.
fn next_action<G: Audited>(at: &Sealed<G>, who: &[String], chance: &mut Chance) -> Option<Action> {
    let roll = chance.below(24);
    if roll < 3 {
        return Some(any_action::<G>(who, chance));
    }
    let here: Vec<String> =
        who.iter().filter(|name| at.present().contains(*name)).cloned().collect();
    let by = chance.pick(&here)?.clone();
    let away: Vec<Seat> = at.state.seats_away().collect();
    let with = match chance.pick(&away) {
        Some(seat) if chance.below(2) == 0 || at.state.is_left_alone() => {
            format!("&with={}", seat + 1)
        }
        _ => String::new(),
    };
    let Some(turn) = at.turn() else {
        return (chance.below(3) > 0).then(|| Action { with, ..Action::sit(&by, "again") });
    };
    if roll == 3 {
        return Some(Action::sit(&by, "password"));
    }
    if roll == 4 && chance.below(4) == 0 {
        return Some(Action::sit(&by, "leave"));
    }
    let turn_name = at.name(turn);
    let may_count = at.ended_by().is_some_and(|ender| at.name(ender) != by);
    // Who lost the round may want it thrown in.
    let is_lost = at.ended_by().is_some() && at.name(turn) != by;
    let mover = if here.contains(&turn_name) { turn_name } else { by.clone() };
    if is_lost || mover == by && !may_count && at.name(turn) != by {
        return Some(Action::sit(&by, "handover"));
    }
    let mut offers = at.offers(at.seat(&mover));
    // Half of the time a kind of request that is rare, such as a doubt among many bids, is as likely as any other.
    if chance.below(2) == 0 {
        let kinds: BTreeSet<&str> = offers.iter().map(|offer| offer.spec.name).collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        let kind = *chance.pick(&kinds)?;
        offers.retain(|offer| offer.spec.name == kind);
    }
    let request = chance.pick(&offers)?.clone();
    let with = if request.spec.deals { with } else { String::new() };
    Some(Action { by: Some(mover), asks: Asks::Move(request), with })
}

/// The counts of a run.
#[derive(Default, Debug)]
pub struct Tally {
    /// The pairs of pages of two different tables that were compared.
    pub compared: usize,
    /// Those of forks that reach an end.
    pub compared_to_an_end: usize,
    forks: usize,
    ends: usize,
    pub hand_overs: usize,
    /// The pages that opened a secret.
    pub opened: usize,
    pub rematches: usize,
}

/// Two tables in the hands of a coalition, which differ by an exchange, or are the same.
struct Fork<'a, G: Audited> {
    coalition: &'a [String],
    missing: BTreeSet<String>,
    /// The missing players who had gone before.
    gone_before: BTreeSet<String>,
    first_deal: String,
    at: [Sealed<G>; 2],
    tokens: [String; 2],
    now: u64,
    /// True once a card of the exchange has come out.
    is_out: bool,
    /// True once the coalition has made a move in place of which it could have made another.
    has_chosen: bool,
    is_end: bool,
    compared: usize,
    path: Vec<Action>,
}

impl<'a, G: Audited> Fork<'a, G> {
    fn of(at: [Sealed<G>; 2], coalition: &'a [String], now: u64) -> Self {
        let people = at[0].state.people.iter().map(|person| person.name.to_string());
        let missing: BTreeSet<String> = people.filter(|name| !coalition.contains(name)).collect();
        Fork {
            coalition,
            gone_before: missing.difference(&at[0].present()).cloned().collect(),
            missing,
            first_deal: at[0].deal.clone(),
            tokens: [at[0].seal(), at[1].seal()],
            at,
            now,
            is_out: false,
            has_chosen: false,
            is_end: false,
            compared: 0,
            path: Vec::new(),
        }
    }

    fn is_exchanged(&self) -> bool {
        self.at[0].position != self.at[1].position
    }

    /// Returns true if the coalition sees a card of the exchange at these tables, or when one of them
    /// opens them, because the rules have shown it. It must not see one before.
    fn is_seen(&self, at: &[Sealed<G>; 2]) -> bool {
        if at[0].deal != self.first_deal {
            return false;
        }
        let missing = at[0].seats_of(&self.missing);
        let is_public = |one: &G::Position, other: &G::Position| {
            let exposure = G::exposure(one, other, &missing);
            let is_leak = exposure == Exposure::Leaked && !self.is_out;
            assert!(
                !is_leak,
                "{}: another player has a thing of {}{}",
                G::RULESET.key,
                listed(&self.missing),
                self.told()
            );
            let is_public = exposure == Exposure::Public;
            let is_choice = is_public && self.has_chosen && !self.is_out;
            assert!(
                !is_choice || G::opens_in_copies(&at[0].choices),
                "{}: the rules show a thing of {} before {} can do anything about it: {} see it in a copy of the link, \
                 go back, and play otherwise{}\nEach player, the last one apart, should have one more turn between the \
                 last choice of another and the moment at which the rules show their things. Or `opens_in_copies` of \
                 `Audited` and the rules page say that this can happen",
                G::RULESET.key,
                listed(&self.missing),
                listed(&self.missing),
                listed(self.coalition),
                self.told()
            );
            is_public
        };
        let own = at[0].turn().filter(|turn| self.coalition.contains(&at[0].name(*turn)));
        let own = own.filter(|_| at[0].ended_by().is_none());
        is_public(&at[0].position, &at[1].position)
            || own.is_some_and(|seat| is_public(&at[0].found(seat), &at[1].found(seat)))
    }

    /// The player whose last card ended the round, while the others alone may count it.
    fn waiting_ender(&self) -> Option<&str> {
        let wait = self.at[0].state.wait(Minute::of_second(self.now));
        let ender = self.at[0].ended_by().filter(|_| wait != Wait::Over)?;
        Some(self.at[0].state.people[ender].name.as_str())
    }

    /// Returns true if this player may count the round, and so sees all hands.
    fn may_count(&self, name: Option<&str>) -> bool {
        self.at[0].ended_by().is_some() && name.is_some() && name != self.waiting_ender()
    }

    /// The page of a query to one of the two tables.
    fn page(&self, world: usize, name: Option<&str>, rest: &str, draw: u64) -> String {
        let password = name.map(|name| format!("&c={}", self.at[0].password(name)));
        let (token, key, password) =
            (&self.tokens[world], G::RULESET.key, password.unwrap_or_default());
        ask::<G>(&format!("?s={token}&g={key}{password}{rest}"), self.now, draw)
    }

    /// The pages of the same query to both tables.
    fn pages(&self, name: Option<&str>, rest: &str, draw: u64) -> [String; 2] {
        let one = self.page(0, name, rest, draw);
        let are_same = self.tokens[0] == self.tokens[1];
        let other = if are_same { one.clone() } else { self.page(1, name, rest, draw) };
        [one, other]
    }

    /// The tables after these pages, or as they are if the request was refused.
    fn after(&self, pages: &[String; 2]) -> ([Sealed<G>; 2], [String; 2]) {
        let token = |world: usize| {
            if pages[world].contains("\"link_to_send\"") {
                token_of(&pages[world])
            } else {
                self.tokens[world].clone()
            }
        };
        let tokens = [token(0), token(1)];
        ([0, 1].map(|world| Sealed::open(&tokens[world], &self.at[world].deal)), tokens)
    }

    /// Compares every page that the coalition can open, and looks for secrets.
    fn look(&mut self, deals: &Deals, chance: &mut Chance, tally: &mut Tally) {
        self.is_out |= self.is_seen(&self.at);
        let draw = u64::from(chance.below(u32::MAX));
        let ender = self.waiting_ender().map(str::to_owned);
        for name in self.coalition.iter().map(|name| Some(&**name)).chain([None]) {
            let is_ender = name.is_some() && ender.as_deref() == name;
            let format = chance.pick(&FORMATS).copied().unwrap_or_default();
            if self.is_exchanged() && !self.is_out && !self.may_count(name) {
                let [one, other] = self.pages(name, format, draw);
                self.ensure_same(&[one, other], name.unwrap_or("everybody"));
                self.compared += 1;
            }
            let page = self.page(0, name, "&as=json", draw);
            if text_of(&page, "opening").is_some() {
                tally.opened += 1;
                self.is_end = true;
                assert!(!is_ender, "the end opens for its player{}", self.told());
                let fingerprint = self.at[0].fingerprint();
                let dealt = fingerprint.and_then(|fingerprint| deals.dealt.get(&fingerprint));
                let (_, dealt) = dealt.unwrap_or_else(|| panic!("an unknown deal{}", self.told()));
                let present = self.at[0].present();
                let mut missing = self.missing.difference(&self.gone_before);
                let is_evicted = |name: &&String| dealt.contains(*name) && !present.contains(*name);
                let evicted = missing.find(is_evicted);
                assert_eq!(evicted, None, "their secret opens{}", self.told());
            }
        }
        self.is_end |= self.at[0].turn().is_none();
    }

    /// Two pages of the coalition are the same.
    fn ensure_same(&self, pages: &[String; 2], by: &str) {
        let [one, other] = [0, 1].map(|world| masked(&pages[world]));
        assert!(
            one == other,
            "{}: {by} shows what only {} may see{}. Of two pages {}",
            G::RULESET.key,
            listed(&self.missing),
            self.told(),
            super::difference(&one, &other)
        );
    }

    /// The steps of the fork so far.
    fn told(&self) -> String {
        if self.path.is_empty() {
            return String::new();
        }
        let steps = self.path.iter().map(|action| format!("\n  {action}"));
        format!(" after these requests of {}:{}", listed(self.coalition), steps.collect::<String>())
    }

    /// Somebody asks something of both tables. Returns the tables after it.
    fn ask(
        &mut self,
        action: &Action,
        deals: &mut Deals,
        draw: u64,
    ) -> ([Sealed<G>; 2], [String; 2]) {
        let pages = self.pages(action.by.as_deref(), &format!("{}&as=json", action.rest()), draw);
        let (mut after, tokens) = self.after(&pages);
        for (before, after) in self.at.iter().zip(&mut after) {
            deals.check(before, after, action, self.now);
        }
        if !self.is_out && !self.may_count(action.by.as_deref()) && !self.is_seen(&after) {
            self.ensure_same(&pages, &action.to_string());
            self.compared += usize::from(self.is_exchanged());
        }
        (after, tokens)
    }

    /// Everybody asks everything that can be asked of a table, offered or not.
    fn ask_everything(&mut self, deals: &mut Deals, chance: &mut Chance) {
        let requests = super::vocabulary(&G::RULESET).into_iter().map(Asks::Move);
        for asks in SITS.map(Asks::Sit).into_iter().chain(requests) {
            for by in self.coalition.iter().cloned().map(Some).chain([None]) {
                let draw = u64::from(chance.below(u32::MAX));
                self.ask(&Action { by, asks: asks.clone(), with: String::new() }, deals, draw);
            }
        }
    }
}

/// A coalition plays a fork.
fn play_fork<G: Audited>(
    start: [Sealed<G>; 2],
    coalition: &[String],
    deals: &mut Deals,
    chance: &mut Chance,
    tally: &mut Tally,
    now: u64,
) {
    let mut fork = Fork::of(start, coalition, now);
    let asks_everything_at = chance.below(ASKS_EVERYTHING_ONCE_IN * STEPS_MAX / 3);
    for step in 0..STEPS_MAX {
        fork.look(deals, chance, tally);
        if step == asks_everything_at {
            fork.ask_everything(deals, chance);
        }
        let Some(action) = next_action(&fork.at[0], coalition, chance) else { break };
        if action.kind() == Some(DealKind::ThrownIn) && chance.below(6) > 0 || chance.below(20) == 0
        {
            fork.now += PATIENCE;
        }
        let draw = u64::from(chance.below(u32::MAX));
        let (after, tokens) = fork.ask(&action, deals, draw);
        let is_granted = after[0].position != fork.at[0].position;
        fork.has_chosen |= is_granted && fork.at[0].has_choice(&action);
        if after[0].deal != fork.at[0].deal {
            // Another player asks for the same deal at another time.
            fork.now += PATIENCE;
            let by = chance.pick(coalition).cloned();
            fork.ask(&Action { by, ..action.clone() }, deals, draw + 1);
        }
        tally.hand_overs += usize::from(after[0].present().len() < fork.at[0].present().len());
        tally.rematches += usize::from(after[0].state.game_number != fork.at[0].state.game_number);
        fork.path.push(action);
        (fork.at, fork.tokens) = (after, tokens);
        // The next round is dealt with the points of the hands.
        let kind = fork.path.last().and_then(Action::kind);
        fork.is_out |= kind == Some(DealKind::NextRound);
        fork.is_out |= fork.is_seen(&fork.at);
    }
    tally.compared += fork.compared;
    tally.forks += 1;
    if fork.is_end {
        tally.ends += 1;
        tally.compared_to_an_end += fork.compared;
    }
}

/// A full table, opened and gathered by requests.
fn full_table<G: Audited>(choices: &Choices, chance: &mut Chance) -> String {
    let (key, people) = (G::RULESET.key, choices.people());
    let chosen = choices.chosen();
    let options: String =
        chosen.map(|(option, value, _)| format!("&{}={}", option.name(), value.value)).collect();
    let draw = |chance: &mut Chance| u64::from(chance.below(u32::MAX));
    let patience = ["10m", "1h", "1d", "3d"][chance.below(4) as usize];
    let open = format!("?g={key}&people={people}{options}&patience={patience}&name=Ann&as=json");
    let host = ask::<G>(&open, NOW, draw(chance));
    let token = token_of(&host);
    let answer = |name: &str, draw| {
        ask::<G>(&format!("?s={token}&g={key}&sit=&name={name}&as=json"), NOW, draw)
    };
    if people == 2 {
        return token_of(&answer("Bob", draw(chance)));
    }
    let answers: Vec<String> =
        NAMES[1..people].iter().map(|name| token_of(&answer(name, draw(chance)))).collect();
    let password = text_of(&host, "password").expect("a password");
    let answers = answers.join("+");
    let query = format!("?s={token}&g={key}&c={password}&as=json&answers={answers}");
    token_of(&ask::<G>(&query, NOW, draw(chance)))
}

/// Plays the real game of a table, and forks from many of its turns.
fn play_table<G: Audited>(choices: &Choices, chance: &mut Chance, tally: &mut Tally) {
    let people = choices.people();
    let mut token = full_table::<G>(choices, chance);
    let mut at = Sealed::<G>::open(&token, "first");
    let mut deals = Deals::default();
    deals.keep(&at);
    let names: Vec<String> = NAMES[..people].iter().map(ToString::to_string).collect();
    let mut now = NOW;
    for _ in 0..STEPS_MAX {
        if chance.below(5) == 0 && at.turn().is_some() {
            let mut coalition = names.clone();
            chance.shuffle(&mut coalition);
            coalition.truncate(1 + chance.below(people as u32 - 1) as usize);
            let missing: BTreeSet<String> =
                names.iter().filter(|name| !coalition.contains(name)).cloned().collect();
            let seats = at.seats_of(&missing);
            if !seats.is_empty() {
                let other = G::exchange(&at.position, &seats, chance);
                let position = other.unwrap_or_else(|| at.position.clone());
                let other = Sealed { position, ..at.clone() };
                let start = [at.clone(), other];
                play_fork::<G>(start, &coalition, &mut deals, chance, tally, now);
            }
        }
        let Some(action) = next_action(&at, &names, chance) else { return };
        now += if action.kind() == Some(DealKind::ThrownIn) { PATIENCE } else { 60 };
        let password = action.by.as_ref().map(|name| format!("&c={}", at.password(name)));
        let (key, password, rest) = (G::RULESET.key, password.unwrap_or_default(), action.rest());
        let draw = u64::from(chance.below(u32::MAX));
        let page = ask::<G>(&format!("?s={token}&g={key}{password}{rest}&as=json"), now, draw);
        if page.contains("\"link_to_send\"") {
            token = token_of(&page);
        }
        let mut after = Sealed::<G>::open(&token, &at.deal);
        deals.check(&at, &mut after, &action, now);
        at = after;
    }
}

/// Plays a table of the game with this number, of any options and people.
pub fn play<G: Audited>(number: u64, tally: &mut Tally) {
    let mut seed = [70; 32];
    seed[..8].copy_from_slice(&number.to_le_bytes());
    let mut chance = Chance::from_seed(seed);
    let tables = tables::tables::<G>();
    let choices = chance.pick(&tables).expect("a game with tables has a table");
    play_table::<G>(choices, &mut chance, tally);
}

/// The comparisons after which a game has been looked at, and the tables within which they are made.
const COMPARISONS: usize = 400;
const TABLES_MAX: u64 = 60;
/// The fewest forks of a game that are played.
const FORKS_MIN: usize = 200;

/// Plays tables of the game until enough pages were compared.
pub fn check<G: Audited>() {
    let mut tally = Tally::default();
    (0..TABLES_MAX)
        .take_while(|number| {
            play::<G>(*number, &mut tally);
            tally.compared < COMPARISONS || tally.forks < FORKS_MIN
        })
        .count();
    println!("{tally:?}");
    let Tally { compared, .. } = tally;
    assert!(
        compared >= COMPARISONS,
        "{}: {compared} comparisons in {TABLES_MAX} tables. `exchange` of `Audited` changes a hidden thing of a \
         missing player, and `exposure` says when the rules have shown it",
        G::RULESET.key
    );
}
