//! A position as formats show it: the viewer's page, the people at the table, and the links from
//! there.

use super::ask::Ask;
use super::party::Party;
use super::walk::Walk;
use crate::date::Today;
use crate::deal::{Deal, DealId, RESULT_MAX};
use crate::game::any::Step;
use crate::game::options::Choices;
use crate::game::page::{End, NextGame, Page, Part, Share};
use crate::game::request::{Request, UNCLEAR_MOVE};
use crate::game::ruleset::{PLAYERS, Ruleset, SEATS};
use crate::game::seat::Seat;
use crate::game::text::count;
use crate::game::verification::Commitment;
use crate::links::{self, Link, PositionLinks, WayOn};
use crate::moves::{self, Moves};
use crate::seal;

/// The greatest number of moves in a list, unless the viewer asks for all moves. A board of 64
/// links is hard to read.
const LISTED_MAX: usize = 20;

/// A position, with the request that led to it and the links from it.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The game.
    pub ruleset: &'a Ruleset,
    /// The chosen options of the game.
    pub choices: Choices,
    /// The links from here.
    pub links: PositionLinks,
    /// The viewer's page and messages.
    pub step: Step,
    /// The absolute address of the program, if it is known.
    pub address: Option<String>,
    /// The request that the squares of the board offer, if there are several.
    pub board_request: Option<String>,
    /// The typed move and its meanings, if a move was typed.
    pub typed: Option<Box<Typed>>,
    /// True if every move gets its link, even if there are many.
    pub lists_links: bool,
    /// The walk through the game, unless it has no moments or the page answers a question.
    pub walk: Option<Box<Walk>>,
    /// True if the query asks for a moment, and the page is about it.
    pub is_walked: bool,
    /// The people who share the game.
    pub sharing: Sharing,
}

/// The people who share a game.
#[derive(Debug)]
pub enum Sharing {
    /// One person, or everybody who has the link.
    Link(Box<Dealt>),
    /// People at a closed table, each with a password.
    Table(Box<Party>),
}

/// The deal of a game that is not at a closed table.
#[derive(Debug)]
pub struct Dealt {
    /// The deal, if anybody can ask for it.
    pub deal: Option<Deal>,
    /// True if the deal is for practice: a person who opens it twice knows what is hidden.
    pub is_practice: bool,
    /// Today, if the deal is the puzzle of a day and the clock is known.
    pub today: Option<Today>,
    /// The other games with a puzzle of the same day, if that is today.
    pub other_puzzles: Vec<&'static Ruleset>,
    /// True if such deals have a solution that is shown once their day has passed.
    pub has_solution: bool,
    /// The reason why the position is shown.
    pub occasion: Occasion,
    /// The size of the sealed position, in bits.
    pub sealed_bits: usize,
    /// The link to the page that takes the link to this page apart.
    pub anatomy: Link,
}

/// The reason why a position is shown.
#[derive(Debug)]
pub enum Occasion {
    /// It has just been dealt, at its own address. These words named the deal.
    Fresh(Option<String>),
    /// A link led to it.
    Opened,
    /// A player has just made it for another.
    Made,
    /// The player who made it for another looks at its end.
    Returned,
    /// One of two people has just ended it.
    Ended,
    /// Its solution was asked for.
    Solution,
}

/// The situation of a game.
#[derive(Clone, Copy, Debug)]
pub enum Phase<'a> {
    /// The game goes on.
    Playing,
    /// A round is over and its hands are open. The game goes on with the next round.
    RoundOver,
    /// The game is over.
    Over(&'a End),
    /// A question is answered on the page, or an earlier moment is on view.
    Answer,
}

/// A typed move.
#[derive(Debug)]
pub struct Typed {
    /// The text, short and printable.
    pub text: String,
    /// The move that was made. If the text is ambiguous, all its meanings; if it has no meaning,
    /// none.
    pub meanings: Vec<(String, Request)>,
    /// True if it was several moves in a row. The board shows these better than a sentence.
    pub is_row: bool,
}

impl<'a> Shown<'a> {
    /// A position of a deal that nobody can ask for, with the links from it.
    pub fn new(ruleset: &'a Ruleset, choices: Choices, links: PositionLinks, step: Step) -> Self {
        let dealt = Dealt {
            deal: None,
            is_practice: false,
            today: None,
            other_puzzles: Vec::new(),
            has_solution: false,
            occasion: Occasion::Opened,
            sealed_bits: 0,
            anatomy: links.anatomy(None),
        };
        Shown {
            ruleset,
            choices,
            links,
            step,
            address: None,
            board_request: None,
            typed: None,
            lists_links: false,
            walk: None,
            is_walked: false,
            sharing: Sharing::Link(Box::new(dealt)),
        }
    }

    /// The page on view: the position, or the answer to a question.
    pub fn page(&self) -> &Page {
        self.step.answer.as_deref().unwrap_or(&self.step.page)
    }

    /// The situation of the game.
    pub fn phase(&self) -> Phase<'_> {
        match &self.page().end {
            _ if self.step.answer.is_some() || self.walked().is_some() => Phase::Answer,
            Some(end) => Phase::Over(end),
            None if self.page().parts.iter().any(|part| matches!(part, Part::Round(_))) => {
                Phase::RoundOver
            }
            None => Phase::Playing,
        }
    }

    /// The people at a closed table.
    pub fn party(&self) -> Option<&Party> {
        match &self.sharing {
            Sharing::Table(party) => Some(party),
            Sharing::Link(_) => None,
        }
    }

    /// The seat on turn, if people play against each other.
    pub fn turn(&self) -> Option<Seat> {
        match &self.sharing {
            Sharing::Table(party) => party.turn(),
            Sharing::Link(_) => self.step.turn.filter(|_| self.choices.people() > 1),
        }
    }

    /// The link of a game between people, without a password.
    pub fn link_to_send(&self) -> Option<Link> {
        let is_open = self.choices.people() > 1 || self.step.page.sending.is_some();
        match &self.sharing {
            Sharing::Table(party) => Some(party.link_to_send.clone()),
            Sharing::Link(dealt) if matches!(dealt.occasion, Occasion::Returned) => None,
            // The end of a challenge is for its maker.
            Sharing::Link(_) if self.choices.people() == 1 && self.step.ranking.is_some() => {
                let links = links::position(self.ruleset, self.links.token());
                is_open.then(|| links.made().position().clone())
            }
            // The next player sits at the other side of the board.
            Sharing::Link(_) => is_open.then(|| self.position_for_all()),
        }
    }

    /// The link to the position, however the viewer looks at it.
    fn position_for_all(&self) -> Link {
        links::position(self.ruleset, self.links.token()).position().clone()
    }

    /// The link of a request that the page offers. A question is asked once.
    pub fn link_of(&self, request: &Request) -> Link {
        match self.step.answer {
            Some(_) => self.links.surely(request),
            None => self.links.request(request),
        }
    }

    /// The walk on the page of a moment.
    pub fn walked(&self) -> Option<&Walk> {
        self.walk.as_deref().filter(|walk| walk.at.is_some() && self.step.answer.is_none())
    }

    /// The way to the walk through the game.
    pub fn way_to_walk(&self) -> Option<WayOn> {
        self.walk.as_ref().filter(|walk| walk.at.is_none()).map(|walk| walk.way_in())
    }

    /// The link that undoes the last move of a person who plays alone.
    pub fn take_back(&self) -> Option<WayOn> {
        self.walk.as_ref()?.take_back()
    }

    /// The link to the same page with its board seen from the other side.
    pub fn turn_the_board(&self) -> Option<WayOn> {
        let link = || self.links.turned().position().clone();
        self.page().has_sides().then(|| WayOn::new("Turn the board", link()))
    }

    /// The deal, unless people play at a closed table.
    pub fn dealt(&self) -> Option<&Dealt> {
        match &self.sharing {
            Sharing::Link(dealt) => Some(dealt),
            Sharing::Table(_) => None,
        }
    }

    /// The size of the sealed position, in bits.
    pub fn sealed_bits(&self) -> usize {
        self.dealt().map_or(0, |dealt| dealt.sealed_bits)
    }

    /// The deal, if anybody can ask for it.
    pub fn deal(&self) -> Option<Deal> {
        self.dealt()?.deal
    }

    /// The end of the game, if it is on view.
    pub fn end(&self) -> Option<&End> {
        match self.phase() {
            Phase::Over(end) => Some(end),
            Phase::Playing | Phase::RoundOver | Phase::Answer => None,
        }
    }

    /// The link to the start of the same deal, if anybody can ask for it. It keeps the streak of
    /// the deal.
    pub fn restart(&self) -> Option<Link> {
        let deal = self.deal()?;
        let day = deal.day().filter(|_| deal.streak > 0);
        let again = || links::deal(self.ruleset, &self.choices, Some(deal));
        Some(day.map_or_else(again, |day| self.links.puzzle(day)))
    }

    /// The links to games with a preset and otherwise the same choices, on the page of a fresh game.
    pub fn presets(&self) -> impl Iterator<Item = WayOn> {
        let ruleset = self.ruleset;
        let is_fresh = self.dealt().is_some_and(|dealt| {
            let is_puzzle = dealt.deal.and_then(Deal::day).is_some();
            matches!(dealt.occasion, Occasion::Fresh(_)) && !is_puzzle
        });
        let is_meant = is_fresh && self.choices.people() == 1;
        let presets = ruleset.presets.iter().filter(move |_| is_meant);
        let chosen = presets.map(|preset| (preset.label, preset.chosen_in(self.choices.clone())));
        let new = chosen.filter(|(_, choices)| *choices != self.choices);
        new.map(move |(label, choices)| WayOn::new(label, links::deal(ruleset, &choices, None)))
    }

    /// The link to a game to play next. After the puzzle of a day, it is the puzzle of the same day
    /// with the other choices, if there is one.
    pub fn next_game(&self, next: &NextGame) -> Link {
        let mut choices = self.choices.clone();
        choices.choose_all(next.changes.iter().copied());
        let has_puzzle =
            self.ruleset.daily && self.ruleset.choices_of_day(choices.clone()) == choices;
        let of_day = self.deal().filter(|deal| has_puzzle && deal.day().is_some());
        let of_day = of_day.map(|deal| Deal { to_beat: None, ..deal });
        links::deal(self.ruleset, &choices, of_day)
    }

    /// The way from an answer to the position or the moment, or from a moment to the position.
    pub fn way_back(&self) -> WayOn {
        let here = || self.links.position().clone();
        match (self.walked(), self.dealt().map(|dealt| &dealt.occasion)) {
            (Some(walk), _) => WayOn::new("Back to the game", walk.game.position().clone()),
            (None, _) if self.is_walked => WayOn::new("Back to the walk", here()),
            (None, Some(Occasion::Solution)) => WayOn::new("Play this puzzle", here()),
            _ => WayOn::new("Back to the game", here()),
        }
    }

    /// A sentence that names the deal, or says that it cannot be dealt again.
    pub fn deal_name(&self) -> Option<String> {
        let dealt = self.dealt()?;
        let Some(deal) = dealt.deal else {
            let is_gone = "The key of this deal is no longer in use, so it cannot be dealt again.";
            return dealt.is_practice.then(|| is_gone.to_owned());
        };
        let name = match (deal.id, deal.to_query()?) {
            (DealId::Day(day), _) => {
                format!("Puzzle of {}{}", day.in_words(), after_a_streak(deal.streak))
            }
            (_, (_, code)) => format!("Deal {code}"),
        };
        let words = match &dealt.occasion {
            Occasion::Fresh(Some(words)) => format!(" (seed \u{201c}{words}\u{201d})"),
            _ => String::new(),
        };
        let of_day = self.ruleset.of_day.filter(|_| self.day().is_some());
        let of_day = of_day.map(|preset| format!(" {}", preset.label)).unwrap_or_default();
        Some(format!("{name}{words}.{of_day}"))
    }

    /// The commitment of the deal, if the page shows the position itself.
    pub fn commitment(&self) -> Option<&Commitment> {
        self.step.commitment.as_ref().filter(|_| self.step.answer.is_none())
    }

    /// Returns true if a page of words lists all these moves, each with its link.
    pub fn lists(&self, moves: &Moves<'_>) -> bool {
        self.lists_links || moves.all.len() <= LISTED_MAX || moves.squares() == 0
    }

    /// The field for a move. `None` if there is nothing to do.
    pub fn ask(&self) -> Option<Ask> {
        if !matches!(self.phase(), Phase::Playing | Phase::RoundOver) {
            return None;
        }
        // If buttons are the only things to do, there is nothing to type.
        let wanted = self.board_request.as_deref();
        let example = moves::example(self.page(), self.ruleset, wanted)?;
        Some(Ask::for_a_move(self.links.position().clone(), example))
    }

    /// The typed move, if it has no meaning or several.
    pub fn unclear(&self) -> Option<&Typed> {
        let is_unclear = self.step.refusal.as_ref().is_some_and(|r| r.fault == UNCLEAR_MOVE);
        self.typed.as_deref().filter(|_| is_unclear)
    }

    /// The meaning of a typed move, in a sentence.
    pub fn understood(&self) -> Option<String> {
        let is_meant = |typed: &&Typed| self.unclear().is_none() && !typed.is_row;
        let typed = self.typed.as_deref().filter(is_meant)?;
        let (meaning, _) = typed.meanings.first()?;
        Some(format!("You typed \u{201c}{}\u{201d}: {meaning}.", typed.text))
    }

    /// The line to pass on: the result, and a challenge to play the same deal.
    pub fn line_to_pass_on(&self) -> Option<String> {
        self.dealt().filter(|dealt| !matches!(dealt.occasion, Occasion::Returned))?;
        let Share { game, result, challenge } = self.end()?.share.as_ref()?;
        let deal = match self.deal().map(|deal| (deal.id, deal.to_query())) {
            Some((DealId::Day(day), _)) => format!(", {}", day.in_its_year()),
            Some((_, Some((_, code)))) => format!(", deal {code}"),
            _ => String::new(),
        };
        let measured = self.end()?.measured.and_then(|measure| u16::try_from(measure).ok());
        let to_beat = measured.filter(|measure| (1..=RESULT_MAX).contains(measure));
        let deal_to_beat = self.deal().map(|own| Deal { to_beat, ..own });
        let link = links::deal(self.ruleset, &self.choices, deal_to_beat);
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

impl Shown<'_> {
    /// The options and choices of a table that differ from the usual: `Length: a match`. A table of
    /// people alone does not mention them.
    pub fn terms(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let people = self.choices.people().to_string();
        let is_usual = move |option: &str, value: &str| option == PLAYERS && value == people;
        self.choices.chosen().filter_map(move |(option, value, is_default)| {
            let goes_without_saying = is_default || is_usual(option.name(), value.value);
            let term = || match option.name() {
                PLAYERS => (SEATS, value.value),
                _ => (option.label(), value.label),
            };
            (!goes_without_saying).then(term)
        })
    }
}

/// A link, taken apart.
#[derive(Debug)]
pub struct Anatomy<'a> {
    /// The page that the link opens.
    pub table: Shown<'a>,
    /// The token in it, taken apart.
    pub token: seal::Token,
    /// The request in it, if the game knows it.
    pub request: Option<Request>,
    /// The links from the position in its token.
    pub links: PositionLinks,
    /// The link to the position with one letter of its token changed.
    pub flipped: Link,
}
