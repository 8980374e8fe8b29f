//! A table as a format shows it: the position, the people at it, and the link that led there.

use super::ask::Ask;
use super::party::Party;
use crate::date::Day;
use crate::deal::{Deal, DealId};
use crate::game::any::Step;
use crate::game::options::Choices;
use crate::game::page::{End, NextGame, Page, Part, Share};
use crate::game::request::{Request, UNCLEAR_MOVE};
use crate::game::ruleset::{PLAYERS, Ruleset};
use crate::game::text::{Text, count, listed};
use crate::game::verification::Commitment;
use crate::links::{self, Link, Links, PositionLinks, WayOn};
use crate::moves;
use crate::query::{self, About};
use crate::seal;

/// A position on the table, with what led to it and what leads on.
#[derive(Debug)]
pub struct Table<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// What was chosen before the deal.
    pub choices: Choices,
    /// How many people share the game: those at a table each with a password, or whoever has the link.
    pub people: usize,
    /// Which deal it is, if anybody can ask for it.
    pub deal: Option<Deal>,
    /// Whether whoever opens this deal twice knows what is hidden.
    pub is_practice: bool,
    /// Today, if the deal is the puzzle of a day and the clock says it.
    pub today: Option<Day>,
    /// Whether such a deal has a solution that is shown when its day is past.
    pub has_solution: bool,
    /// Whether that solution is what is shown.
    pub is_solution: bool,
    /// Whether it has just been dealt, at an address that says so.
    pub is_fresh: bool,
    /// The words that have just named the deal, if they may be shown.
    pub deal_words: Option<String>,
    /// How many bits of the position are sealed into its links.
    pub sealed_bits: usize,
    /// The links from here.
    pub links: PositionLinks,
    /// The link to the page that takes the link to this page apart.
    pub anatomy: Link,
    /// The absolute address of the program, if it is known and there is something to send to others.
    pub address: Option<String>,
    /// What the player sees and is told.
    pub step: Step,
    /// The request that the squares of the board offer, if there are several.
    pub board_request: Option<String>,
    /// What somebody typed as a move, and what it may mean.
    pub typed: Option<Box<Typed>>,
    /// Whether every move is to have its link, also where they are many.
    pub lists_links: bool,
    /// The people at the table, if several play each with a password.
    pub party: Option<Box<Party>>,
}

/// What somebody typed as a move.
#[derive(Debug)]
pub struct Typed {
    /// The text, short and printable.
    pub text: String,
    /// What it was taken for; what it may mean if that is not clear; nothing if it means nothing.
    pub meanings: Vec<(String, Request)>,
    /// Whether it was several moves in a row, which the board tells better than a sentence.
    pub is_row: bool,
}

impl<'a> Table<'a> {
    /// A position, with the links from it. The rest is nothing.
    pub fn new(ruleset: &'a Ruleset, choices: Choices, links: PositionLinks, step: Step) -> Self {
        Table {
            ruleset,
            choices,
            people: 1,
            deal: None,
            is_practice: false,
            today: None,
            has_solution: false,
            is_solution: false,
            is_fresh: false,
            deal_words: None,
            sealed_bits: 0,
            anatomy: links.anatomy(None),
            links,
            address: None,
            step,
            board_request: None,
            typed: None,
            lists_links: false,
            party: None,
        }
    }

    /// What is shown: the position, or the answer to a request that changes nothing.
    pub fn shown(&self) -> &Page {
        self.step.answer.as_ref().unwrap_or(&self.step.page)
    }

    /// How the game ended, if it has and that is what is shown.
    pub fn end(&self) -> Option<&End> {
        self.shown().end.as_ref()
    }

    /// Whether a part stands below the end of the game, which has come.
    pub fn is_below_end(&self, part: &Part) -> bool {
        self.end().is_some() && matches!(part, Part::Row(row) if row.is_below_end)
    }

    /// The same deal from its start, if anybody can ask for it; with its streak, if it has one.
    pub fn restart(&self, links: Links) -> Option<Link> {
        let deal = self.deal?;
        let day = deal.day().filter(|_| deal.streak > 0);
        let again = || links.deal(self.ruleset, &self.choices, Some(deal));
        Some(day.map_or_else(again, |day| self.links.puzzle(day)))
    }

    /// What else the game can be, to be played at once, told where nothing is played yet.
    pub fn presets(&self, links: Links) -> impl Iterator<Item = WayOn> {
        let ruleset = self.ruleset;
        let is_puzzle = self.deal.and_then(Deal::day).is_some();
        let is_meant = self.is_fresh && self.people == 1 && !is_puzzle;
        let others = ruleset.presets.iter().filter(move |_| is_meant);
        let others = others.filter(|preset| ruleset.preset(preset) != self.choices);
        others.map(move |preset| links.preset(ruleset, preset))
    }

    /// A game to play next. After the puzzle of a day it is that of the same day.
    pub fn next_game(&self, next: &NextGame, links: Links) -> Link {
        let mut choices = self.choices.clone();
        choices.choose_all(next.changes.iter().copied());
        let of_day = self.deal.filter(|deal| self.ruleset.daily && deal.day().is_some());
        links.deal(self.ruleset, &choices, of_day)
    }

    /// The question that the page is an answer to: `Why row 2, column 1?`
    pub fn question(&self) -> Option<&Text> {
        let state = &self.shown().state;
        (self.step.answer.is_some() && state.ends_with('?')).then_some(state)
    }

    /// What the way from an answer to the position is called.
    pub fn way_back(&self) -> &'static str {
        if self.is_solution { "Play this puzzle" } else { "Back to the game" }
    }

    /// Which deal it is, if anybody can ask for it, in a sentence; or that nobody can any more.
    pub fn deal_name(&self) -> Option<String> {
        let Some(deal) = self.deal else {
            let is_gone = "This deal is for practice. The key it was dealt with is no longer in use, \
                           so it cannot be dealt again.";
            return self.is_practice.then(|| is_gone.to_owned());
        };
        let name = match (deal.id, deal.to_query()?) {
            (DealId::Day(day), _) => {
                format!("This is the puzzle of {}{}", day.in_words(), after_a_streak(deal.streak))
            }
            (_, (_, code)) => format!("This is deal {code}"),
        };
        let words = self.deal_words.as_ref();
        let words = words
            .map_or(String::new(), |words| format!(", from the words \u{201c}{words}\u{201d}"));
        let practice = if self.is_practice { ", for practice" } else { "" };
        Some(format!("{name}{words}{practice}."))
    }

    /// What the deal committed to, if the position itself is shown.
    pub fn commitment(&self) -> Option<&Commitment> {
        self.step.commitment.as_ref().filter(|_| self.step.answer.is_none())
    }

    /// What may be typed, where there is something to do.
    pub fn ask(&self) -> Option<Ask> {
        let has_moves = self.shown().all_offers().next().is_some();
        let may_move = has_moves && self.step.answer.is_none() && self.end().is_none();
        let link = self.links.position().clone();
        let board = moves::numbered_board(self.shown()).map(|(_, board)| board);
        let has_squares =
            board.is_some_and(|board| board.cells.iter().any(|cell| !cell.offers.is_empty()));
        let first = || {
            let mut offers = self.shown().all_offers();
            offers.find(|offer| !offer.request.arguments.is_empty())
        };
        match (may_move, has_squares) {
            (false, _) => None,
            (_, true) => Some(Ask::for_a_square(link)),
            // Where the only things to do are buttons, nobody needs to type.
            (_, false) => first().map(|offer| {
                Ask::new(query::MOVE, link).with_example(&offer.request, self.shown().example)
            }),
        }
    }

    /// What was typed and not understood, or not clearly: the text, and what it may mean.
    pub fn unclear(&self) -> Option<&Typed> {
        let is_unclear = self.step.refusal.as_ref().is_some_and(|r| r.fault == UNCLEAR_MOVE);
        self.typed.as_deref().filter(|_| is_unclear)
    }

    /// What a typed move was taken for, in a sentence.
    pub fn understood(&self) -> Option<String> {
        let is_meant = |typed: &&Typed| self.unclear().is_none() && !typed.is_row;
        let typed = self.typed.as_deref().filter(is_meant)?;
        let (meaning, _) = typed.meanings.first()?;
        Some(format!("You typed \u{201c}{}\u{201d}: {meaning}.", typed.text))
    }

    /// The result in a line to pass on, with a challenge to play the same deal: `links` are those of
    /// the pages that people read.
    pub fn line_to_pass_on(&self, links: Links) -> Option<String> {
        let Share { game, result, challenge } = self.end()?.share.as_ref()?;
        let deal = match self.deal.map(|deal| (deal.id, deal.to_query())) {
            Some((DealId::Day(day), _)) => format!(", {}", day.in_its_year()),
            Some((_, Some((_, code)))) => format!(", deal {code}"),
            _ => String::new(),
        };
        let link = links.deal(self.ruleset, &self.choices, self.deal);
        let address = self.address.as_ref().map(|address| format!(" {}", link.at(address)));
        let streak = self.streak().filter(|days| *days > 1);
        let streak = streak.map(|days| format!(" Streak: {}.", count(days.into(), "day")));
        let (streak, address) = (streak.unwrap_or_default(), address.unwrap_or_default());
        Some(format!("{game}{deal}: {result}.{streak} {challenge}{address}"))
    }
}

fn after_a_streak(days: u16) -> String {
    match days {
        0 => String::new(),
        _ => format!(", after a streak of {}", count(days.into(), "day")),
    }
}

/// The link that somebody else is to have now.
#[derive(Debug)]
pub struct Invitation {
    /// Who they are.
    pub to: String,
    /// The link, behind the address of this program if that is known.
    pub address: String,
    /// A letter with it, for a mail program; none where the address is not known.
    pub letter: Option<String>,
    /// The page with it as a QR code; none where the address is not known.
    pub qr_code: Option<Link>,
}

impl Table<'_> {
    /// What was chosen for a table, where that is not the usual: `Length: a match`. That everybody at
    /// it is a person goes without saying.
    pub fn terms(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let people = self.choices.people().to_string();
        let is_usual = move |option: &str, value: &str| option == PLAYERS && value == people;
        self.choices.chosen().filter_map(move |(option, value, is_default)| {
            let goes_without_saying = is_default || is_usual(option.name(), value.value);
            (!goes_without_saying).then(|| (option.label(), value.label))
        })
    }

    /// The link to send, if it is somebody else's turn to have it. `links` are those of the format.
    pub fn invitation(&self, links: Links) -> Option<Invitation> {
        let title = self.ruleset.title;
        let Some(party) = &self.party else {
            let is_open = self.people > 1 && self.step.turn.is_some();
            let (to, subject) = ("whoever is next", format!("{title}: your turn"));
            let send = || self.sent(links, to, self.links.position(), &subject, "It is your turn");
            return (is_open && self.step.answer.is_none()).then(send);
        };
        let to = party.next_name();
        let (subject, what) = match party.is_lobby() {
            true => {
                let host = party.own_name().unwrap_or("me");
                (format!("{title} with {host}"), "Sit down here")
            }
            false => (format!("{title}: your turn, {to}"), "It is your turn"),
        };
        party.sends().then(|| self.sent(links, to, &party.table_link, &subject, what))
    }

    /// The link that shows everybody the end, for whoever has seen it.
    pub fn news_of_the_end(&self, links: Links) -> Option<Invitation> {
        let party = self.party.as_deref().filter(|party| party.may_play_again())?;
        let subject = format!("{}: the game is over", self.ruleset.title);
        let others = listed(party.others_to_tell());
        if others.is_empty() {
            return None;
        }
        Some(self.sent(links, &others, &party.table_link, &subject, "See how it ended"))
    }

    /// A link to send. The QR code is made of its token alone, so that no password goes along.
    fn sent(&self, links: Links, to: &str, link: &Link, subject: &str, what: &str) -> Invitation {
        let known = self.address.as_ref();
        let address = known.map_or_else(|| link.to_string(), |address| link.at(address));
        let letter = known.map(|_| links::letter(subject, &format!("{what}: {address}")));
        let code = || links.position(self.ruleset, self.links.token()).about(About::QrCode);
        Invitation { to: to.to_owned(), address, letter, qr_code: known.map(|_| code()) }
    }
}

/// A link, taken apart.
#[derive(Debug)]
pub struct Anatomy<'a> {
    /// Where it leads.
    pub table: Table<'a>,
    /// The token in it, taken apart.
    pub token: seal::Token,
    /// The request in it, if there is one that the game knows.
    pub request: Option<Request>,
    /// The links from the position in its token.
    pub links: PositionLinks,
    /// The link to the position, one letter of its token changed for another.
    pub flipped: Link,
}
