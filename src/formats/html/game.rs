//! The page of a position: the things on the table, the panel beside it, and the links from here.
//! The situation of the game decides which template renders the page.

use super::content::{Content, Head, Width};
use super::document::Elements;
use super::field::{BoardField, GuessesField, HeapsField, RowField};
use super::markup::{Classes, is_html};
use super::passage::{PassageText, pictures_in};
use super::square::{Play, pictures};
use super::symbol::{GamePicture, Use};
use super::typed::TypedField;
use crate::formats::panel::Awaited;
use crate::formats::party::{Party, Situation};
use crate::formats::setting::Setting;
use crate::formats::shown::{Phase, Shown};
use crate::formats::status::Status;
use crate::formats::steps::Sides;
use crate::formats::ways::Ways;
use crate::game::outcome::Mood;
use crate::game::page::{
    At, Board, Emphasis, End, Facts, Log, Offer, Page, Part, Passage, Picture, Seats, Spread,
};
use crate::game::request::RequestSpec;
use crate::links::{self, Link, WayOn};
use crate::moves;
use crate::settings::Settings;
use askama::Template;

/// The room for the page around the squares, and for a square without its link.
const SURROUNDINGS_BYTES: usize = 4 << 10;
const SQUARE_BYTES: usize = 160;

/// The length in lines of the longest list of events that is open at the end of a game, and beside
/// a board in play.
const LOG_MAX: usize = 4;
const LOG_BESIDE_MAX: usize = 2;

/// A board of more links has a link that skips them.
const SKIPPED_LINKS_MIN: usize = 40;

/// A position as a page.
#[derive(Template)]
#[template(path = "game/game.html")]
pub struct GamePage<'a> {
    shown: &'a Shown<'a>,
    site: &'a Settings,
    notice: Option<&'a str>,
    page: &'a Page,
    /// The requests that squares of the board offer, if there are several to choose from.
    modes: Vec<&'static RequestSpec>,
    play: Play<'a>,
    /// The thing where the reader lands after a request. `None` if it is the sentence with the
    /// result.
    landing: Option<At>,
    /// The people, the viewer's next step, and the link to send.
    sides: Sides,
    ways: Ways,
}

/// The things beside the table: the people, the events, the link to send.
#[derive(Template)]
#[template(path = "game/aside.html")]
struct Aside<'a>(&'a GamePage<'a>);

/// A part on the table.
#[derive(Template)]
#[template(path = "game/table-part.html")]
struct TablePart<'a> {
    part: &'a Part,
    play: Play<'a>,
    is_over: bool,
    /// True if the page also has a board.
    has_board: bool,
}

/// The people at the table and their points.
#[derive(Template)]
#[template(path = "game/seats.html")]
struct SeatsLine<'a>(&'a Seats);

/// The sentence below a board about reading or using it.
#[derive(Template)]
#[template(path = "game/legend.html")]
struct Legend<'a> {
    board: &'a Board,
    is_over: bool,
    /// The meaning of its outlines.
    outlines: &'a str,
}

/// A list of events.
#[derive(Template)]
#[template(path = "game/log.html")]
struct LogText<'a> {
    log: &'a Log,
    /// True if the list is folded under its heading.
    is_folded: bool,
}

/// The figures of a result. The first sentence of the page tells the result.
#[derive(Template)]
#[template(path = "game/result.html")]
struct ResultText<'a> {
    end: &'a End,
}

is_html!(
    Aside<'_>,
    TablePart<'_>,
    Legend<'_>,
    SeatsLine<'_>,
    LogText<'_>,
    ResultText<'_>,
    GamePage<'_>
);

impl<'a> GamePage<'a> {
    /// The page of this position.
    pub fn new(shown: &'a Shown<'a>, setting: &'a Setting<'a>) -> Self {
        let page = shown.page();
        let modes = moves::tools(page, shown.ruleset);
        let play = Play::of(shown, &modes);
        let landing = page.changed.filter(|_| shown.step.refusal.is_none());
        GamePage {
            shown,
            site: setting.site,
            notice: setting.notice.as_deref(),
            page,
            modes,
            play,
            landing,
            sides: Sides::of(shown),
            ways: Ways::of(shown),
        }
    }

    /// The classes of the page. They put the panel beside a board if there is room, and the end
    /// beside open hands.
    fn classes(&self) -> Classes<10> {
        let is_guessing = |part: &Part| matches!(part, Part::Guesses(made) if made.answers > 0);
        let is_thrown = |part: &Part| matches!(part, Part::Row(row) if row.spread == Spread::Tiled);
        let parts = || self.page.parts.iter();
        let is_throwing = !self.has_board() && parts().any(is_thrown);
        let is_spread = !self.has_board() && !self.has_open_hands();
        Classes([
            (true, "table"),
            (self.has_board(), "beside"),
            (self.has_open_hands(), "hands"),
            (parts().any(is_guessing), "guessing"),
            (is_throwing, "throwing"),
            (is_spread, "spread"),
            (self.is_over(), "over"),
            (self.shown.party().is_some(), "shared"),
            (self.is_unlaid(), "unlaid"),
            (self.sends_first(), "sends"),
        ])
    }

    fn is_over(&self) -> bool {
        matches!(self.shown.phase(), Phase::Over(_))
    }

    /// Returns true if a board is on the page.
    fn has_board(&self) -> bool {
        self.page.parts.iter().any(|part| part.board().is_some())
    }

    /// Returns true if the board has so many links that keyboard players need a way around it.
    fn has_large_board(&self) -> bool {
        let offers =
            |part: &Part| part.cells().iter().filter(|cell| !cell.offers.is_empty()).count();
        self.page.parts.iter().any(|part| offers(part) > SKIPPED_LINKS_MIN)
    }

    /// Returns true if nothing is on a closed table yet.
    fn is_unlaid(&self) -> bool {
        self.shown.party().is_some() && self.page.parts.is_empty()
    }

    fn situation(&self) -> Option<Situation> {
        self.shown.party().map(Party::situation)
    }

    /// Returns true if the link to send comes before the table in a narrow window.
    fn sends_first(&self) -> bool {
        let stage = self.sides.panel.as_ref().map(|panel| panel.stage);
        let is_all = matches!(stage, Some(Awaited::End | Awaited::Challenge));
        is_all || self.situation() == Some(Situation::Spectator)
    }

    /// Returns true if the things beside the table begin with the viewer's next step.
    fn asks_or_sends(&self) -> bool {
        let quiet = [Situation::OnTurn, Situation::Waiting, Situation::Over];
        let has_new_password = self.shown.party().is_some_and(Party::has_new_password);
        self.situation().is_some_and(|situation| !quiet.contains(&situation) || has_new_password)
    }

    /// Returns true if the link to send may be out of sight below the things on the table.
    fn points_to_link(&self) -> bool {
        let has_to_send = matches!(self.situation(), Some(Situation::Seated | Situation::Moved));
        has_to_send && !self.page.parts.is_empty()
    }

    /// The parts on the table.
    fn on_table(&self) -> impl Iterator<Item = TablePart<'_>> {
        let (is_over, has_board) = (self.is_over(), self.has_board());
        let is_on_table = move |part: &Part| match part {
            Part::Seats(_) => !has_board,
            part => part.board().is_some() || matches!(part, Part::Row(_)),
        };
        let parts = self.page.parts.iter().enumerate().filter(move |(_, part)| is_on_table(part));
        parts.map(move |(place, part)| TablePart {
            part,
            play: self.play_in(place),
            is_over,
            has_board,
        })
    }

    /// The facts for the squares or things of the part at this place.
    fn play_in(&self, place: usize) -> Play<'a> {
        let landing = self.landing.filter(|at| at.part == place);
        Play { landing: landing.map(|at| at.cell), ..self.play }
    }

    /// The people beside a board, if the page of the game lists them.
    fn seats_beside(&self) -> impl Iterator<Item = &Seats> {
        let has_board = self.has_board();
        self.page.parts.iter().filter_map(move |part| match part {
            Part::Seats(seats) if has_board => Some(seats),
            _ => None,
        })
    }

    /// Returns true if there are open hands below the end of the game or of the round. Then the
    /// panel is beside them.
    fn has_open_hands(&self) -> bool {
        self.page.parts.iter().any(|part| matches!(part, Part::Hand(_)))
    }

    fn open_hands(&self) -> impl Iterator<Item = RowField<'_>> {
        self.page.parts.iter().enumerate().filter_map(|(place, part)| match part {
            Part::Hand(row) => Some(RowField::on_table(row, self.play_in(place))),
            _ => None,
        })
    }

    /// The parts in the panel.
    fn beside(&self) -> impl Iterator<Item = &Part> {
        let has_board = self.has_board();
        let tells_passages = self.tells_passages_with_end();
        self.page.parts.iter().filter(move |part| match part {
            Part::Facts(_) => !has_board,
            Part::Passage(_) => !tells_passages && !self.is_answer(),
            Part::Log(_) => true,
            _ => false,
        })
    }

    /// Returns true if the page answers a question.
    fn is_answer(&self) -> bool {
        self.shown.step.answer.is_some()
    }

    /// The passages of an answer, which come before all else.
    fn answered(&self) -> impl Iterator<Item = &Passage> {
        let passages = self.page.parts.iter().filter_map(|part| match part {
            Part::Passage(passage) => Some(passage),
            _ => None,
        });
        passages.filter(|_| self.is_answer())
    }

    /// Returns true if a list is too long for its place. In play, the board beside the list shows
    /// the same events.
    fn is_folded(&self, log: &Log) -> bool {
        let most = match self.shown.phase() {
            Phase::Over(_) => LOG_MAX,
            _ if self.has_board() => LOG_BESIDE_MAX,
            _ => usize::MAX,
        };
        log.entries.len() > most
    }

    /// Returns true if passages come right below the end.
    fn tells_passages_with_end(&self) -> bool {
        match self.shown.phase() {
            Phase::Over(_) => self.has_board(),
            Phase::RoundOver => true,
            Phase::Playing | Phase::Answer => false,
        }
    }

    /// The passages below the end of a game or a round.
    fn told_with_end(&self) -> impl Iterator<Item = &Passage> {
        let tells_passages = self.tells_passages_with_end();
        self.page.parts.iter().filter_map(move |part| match part {
            Part::Round(passage) => Some(passage),
            Part::Passage(passage) if tells_passages => Some(passage),
            _ => None,
        })
    }

    /// The offers that belong to no square, each with its link.
    fn offers(&self) -> impl Iterator<Item = (&Offer, Link)> {
        let offers = self.page.offers.iter().filter(|offer| offer.emphasis != Emphasis::Notation);
        offers.map(|offer| (offer, self.shown.link_of(&offer.request)))
    }

    /// Returns true if the offers are the answers to a guess, each with a sign.
    fn has_answers(&self) -> bool {
        self.page.offers.iter().any(|offer| offer.sign.is_some())
    }

    fn emphasis(&self, offer: &Offer) -> Classes<2> {
        let is = |emphasis| offer.emphasis == emphasis;
        Classes([(is(Emphasis::Primary), "go"), (is(Emphasis::Secondary), "button")])
    }

    /// The fragment `#now` is the changed square, so keyboard players continue from it. In links and
    /// elinks that would scroll the status out of view; they ignore case and `<mark>`, so for them
    /// `Now` on the sentence wins. Lynx and w3m find neither, or do not scroll.
    fn sentence_id(&self) -> &'static str {
        if self.landing.is_some() { "Now" } else { "now" }
    }

    fn is_used(&self, spec: &RequestSpec) -> bool {
        self.play.board_request == Some(spec.name)
    }

    /// Returns true if the viewer has won.
    fn is_won(&self) -> bool {
        self.is_over() && self.shown.step.mood == Mood::Won
    }

    /// The possible meanings of the typed move, each with its link.
    fn meanings(&self) -> impl Iterator<Item = (&str, Link)> {
        let meanings = self.shown.unclear().into_iter().flat_map(|typed| &typed.meanings);
        meanings.map(|(label, request)| (label.as_str(), self.shown.links.request(request)))
    }

    fn facts(&self) -> impl Iterator<Item = &Facts> {
        self.page.parts.iter().filter_map(|part| match part {
            Part::Facts(facts) => Some(facts),
            _ => None,
        })
    }

    /// Returns true if the panel is not empty.
    fn has_panel(&self) -> bool {
        let is_told = self.beside().next().is_some();
        if let Phase::Answer = self.shown.phase() {
            return is_told;
        }
        let is_shared = self.shown.party().is_some();
        is_told || is_shared || !self.sides.step.is_empty() || !self.sides.checks.is_empty()
    }

    /// The ways on behind "More". They end with the other forms of the page.
    fn more_ways(&self) -> impl Iterator<Item = WayOn> {
        let (shown, links) = (self.shown, &self.shown.links);
        let picture = || WayOn::new("As a picture", links.position().in_format("svg"));
        let picture = shown.dealt().map(|_| picture());
        let words = WayOn::new("In words", links.words());
        self.ways.more.iter().cloned().chain(picture).chain([words])
    }

    /// The bytes that almost every such page needs. They are little more than that, because the
    /// memory behind the page is touched, too.
    fn room(&self) -> usize {
        let squares: usize = self.page.parts.iter().map(|part| part.cells().len()).sum();
        let link = self.shown.links.position().as_str().len();
        SURROUNDINGS_BYTES + squares * (link + SQUARE_BYTES)
    }

    fn pictures(&self) -> Vec<Picture> {
        let parts = self.page.parts.iter();
        let cells = parts.clone().flat_map(Part::cells);
        let facts = self.facts().flat_map(|facts| &facts.facts);
        let facts = facts.flat_map(|fact| fact.pictures.iter().copied());
        let passages = parts.filter_map(|part| match part {
            Part::Passage(passage) | Part::Round(passage) => Some(passage),
            _ => None,
        });
        let set = self.is_unlaid().then(|| self.shown.ruleset.icon()).flatten();
        pictures(cells).chain(facts).chain(passages.flat_map(pictures_in)).chain(set).collect()
    }
}

impl Content for GamePage<'_> {
    fn head(&self) -> Head {
        let (ruleset, party) = (self.shown.ruleset, self.shown.party());
        let refused = if self.shown.step.refusal.is_some() { "Refused: " } else { "" };
        let table = party.map(|party| format!(" {}", party.state.table_code())).unwrap_or_default();
        // A link that is sent shows the same words before it is opened.
        let message = self.shown.message();
        let own = || format!("{}, {}{table}", self.page.state, ruleset.title);
        let title = format!("{refused}{}", message.clone().unwrap_or_else(own));
        let description = format!("A game of {}: {}", ruleset.title, self.shown.step.page.state);
        Head {
            name: Some(message.unwrap_or_else(|| ruleset.title.to_owned())),
            width: Width::Wide,
            room: self.room(),
            pictures: self.pictures(),
            ways: None,
            ..Head::new(title, description)
        }
    }
}
