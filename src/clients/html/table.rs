//! The page of a position: what lies on the table, what was told, and the links from here.

use super::content::{Content, LINKS, once_each};
use super::symbol::SymbolId;
use crate::clients::view::{AGAIN, Party, Table};
use crate::game::outcome::Mood;
use crate::game::page::{Board, Cell, Look, Marks, Offer, Page, Part, Picture, Row};
use crate::game::request::{Request, RequestSpec};
use crate::game::spot::{Phrase, Spot};
use crate::links::PositionLinks;
use crate::table::paste;
use askama::filters::{Escaper, Html};
use askama::{FastWritable, Template, Values};
use std::borrow::Cow;
use std::fmt::Write;

/// Room for what a page has around its squares, and for what a square has besides its link.
const SURROUNDINGS_BYTES: usize = 1 << 10;
const SQUARE_BYTES: usize = 110;

/// A position as a page.
#[derive(Template)]
#[template(path = "table.html")]
pub struct TablePage<'a> {
    table: &'a Table<'a>,
    page: &'a Page,
    /// The requests that squares of the board offer, if there are several to choose from.
    board_requests: Vec<&'static RequestSpec>,
    /// The one among them that the squares link to on this page.
    board_request: Option<&'static str>,
    /// The link to the position, which begins every other.
    position: &'a str,
    /// Where a reader lands after a request, unless it is the sentence that tells what came of it.
    changed: Option<&'a Cell>,
}

impl<'a> TablePage<'a> {
    /// The page of this table.
    pub fn new(table: &'a Table<'a>) -> Self {
        let page = &table.step.page;
        let cells = || page.parts.iter().flat_map(Part::cells);
        let is_offered = |spec: &&RequestSpec| {
            cells().flat_map(|cell| &cell.offers).any(|offer| offer.request.is(spec))
        };
        let several = cells().any(|cell| cell.offers.len() > 1);
        let board_requests: Vec<&RequestSpec> = match several {
            true => table.ruleset.requests.iter().copied().filter(is_offered).collect(),
            false => Vec::new(),
        };
        let is_wanted = |spec: &&&RequestSpec| Some(spec.name) == table.board_request.as_deref();
        let wanted = board_requests.iter().find(is_wanted);
        let board_request = wanted.or(board_requests.first()).map(|spec| spec.name);
        let is_granted = table.step.refusal.is_none() && table.step.answer.is_empty();
        let changed = page.changed.filter(|_| is_granted).and_then(|at| page.cell(at));
        let position = table.links.position();
        TablePage { table, page, board_requests, board_request, position, changed }
    }

    /// The parts that come before the page's own offers: what was asked for, and what lies on the
    /// table.
    fn on_table(&self) -> impl Iterator<Item = &Part> {
        let parts = self.page.parts.iter().filter(|part| !is_told(part));
        self.table.step.answer.iter().chain(parts)
    }

    /// The parts that come after them, and may be long.
    fn told(&self) -> impl Iterator<Item = &Part> {
        self.page.parts.iter().filter(|part| is_told(part))
    }

    /// The one request that a place offers on this page.
    fn offer<'c>(&self, cell: &'c Cell) -> Option<&'c Offer> {
        match self.board_request {
            Some(name) => cell.offers.iter().find(|offer| offer.request.spec.name == name),
            None => cell.offers.first(),
        }
    }

    /// What the link of an offer has behind the link to the position.
    fn link_ending<'o>(&'o self, offer: &'o Offer) -> LinkEnding<'o> {
        LinkEnding(&self.table.links, &offer.request)
    }

    /// What a place says.
    fn said<'p>(&self, phrase: Phrase<'p>) -> Said<'p> {
        Said(phrase)
    }

    fn is_changed(&self, cell: &Cell) -> bool {
        self.changed.is_some_and(|changed| std::ptr::eq(changed, cell))
    }

    /// Where a request lands, `now`, is the square it changed, so that who plays by keys goes on
    /// from there. To land there links and elinks would scroll the sentence away. Both take this
    /// name for the other, and know no `mark`; Lynx and w3m find neither or do not scroll.
    fn sentence_id(&self) -> &'static str {
        if self.changed.is_some() { "Now" } else { "now" }
    }

    fn is_used(&self, spec: &RequestSpec) -> bool {
        self.board_request == Some(spec.name)
    }

    fn board_request_link(&self, spec: &RequestSpec) -> String {
        self.table.links.with_board_request(spec.name)
    }

    fn is_over(&self) -> bool {
        self.table.step.mood != Mood::Open
    }

    fn mood_class(&self) -> &'static str {
        match self.table.step.mood {
            Mood::Open => "open",
            Mood::Won => "won",
            Mood::Lost => "lost",
            Mood::Drawn => "drawn",
        }
    }

    fn again_link(&self) -> String {
        LINKS.deal(self.table.ruleset, &self.table.choices, None)
    }

    fn restart_link(&self) -> String {
        LINKS.deal(self.table.ruleset, &self.table.choices, self.table.deal)
    }

    fn rules_link(&self) -> String {
        LINKS.rules(self.table.ruleset)
    }

    /// The name of the deal for people, its code or its day, if anybody can ask for it.
    fn deal_name(&self) -> Option<String> {
        Some(match self.table.deal?.to_query()? {
            ("day", day) => format!("the puzzle of {day}"),
            (_, code) => format!("deal {code}"),
        })
    }

    /// The hidden fields of the form that deals again.
    fn form_fields(&self) -> Vec<(&'static str, &'static str)> {
        let chosen = self.table.choices.chosen();
        let options = chosen.map(|(option, value, _)| (option.name(), value.value));
        std::iter::once(("g", self.table.ruleset.key)).chain(options).collect()
    }

    /// Whether somebody may still sit down here.
    fn may_sit(&self) -> bool {
        self.party().is_some_and(|party| party.people.len() < party.size && party.seat.is_none())
    }

    /// Whether whoever has a chair may say so here.
    fn may_enter(&self) -> bool {
        self.party().is_some_and(|party| party.people.len() == party.size && party.seat.is_none())
    }

    fn party(&self) -> Option<&Party> {
        self.table.party.as_deref()
    }

    /// The name of the person whose turn it is.
    fn next_name(&self) -> Option<&str> {
        let party = self.party()?;
        Some(&party.people.get(party.turn?)?.name)
    }

    /// The hidden fields that carry the table.
    fn token_fields(&self) -> Vec<(&'static str, String)> {
        let token = self.party().map(|party| paste::read(&party.public).0).unwrap_or_default();
        vec![("s", token), ("g", self.table.ruleset.key.to_owned())]
    }

    /// The link that asks for the newest link.
    fn bookmark(&self) -> String {
        let chair = self.party().and_then(|party| party.chair).map(|chair| chair.to_string());
        LINKS.with_chair_alone(self.table.ruleset, &chair.unwrap_or_default())
    }

    /// The link with which the same people play again.
    fn again(&self) -> Option<String> {
        let party = self.party()?;
        let is_over = party.people.len() == party.size && party.turn.is_none();
        (is_over && party.chair.is_some()).then(|| self.table.links.sit(AGAIN))
    }

    /// The places in words, where more than one seat has one.
    fn ranking(&self) -> Vec<String> {
        let Some(ranking) = &self.table.step.ranking else { return Vec::new() };
        if ranking.iter().map(Vec::len).sum::<usize>() < 2 {
            return Vec::new();
        }
        let mut place = 1;
        let mut lines = Vec::new();
        for holders in ranking {
            lines.push(format!("{place}. {}", holders.join(" and ")));
            place += holders.len();
        }
        lines
    }

    /// A row in pieces that fit a text screen of 80 columns.
    fn lines<'b>(&self, row: &'b Row) -> impl Iterator<Item = impl Iterator<Item = Spot<'b>>> {
        row.cells.chunks(13).map(|cells| cells.iter().map(Spot::of))
    }

    fn look_class(&self, look: &Look) -> &'static str {
        look_name(*look)
    }

    fn classes(&self, cell: &Cell) -> Classes {
        Classes(cell.marks)
    }

    fn symbol_id(&self, picture: &Picture) -> SymbolId {
        SymbolId(*picture)
    }

    /// What stands before and after the text, so that every square is three columns wide. The last
    /// change shows in them, also without colour.
    fn sides(&self, cell: &Cell) -> (&'static str, &'static str) {
        match (cell.text.len(), cell.marks.last) {
            (0, false) => ("\u{a0}\u{a0}\u{a0}", ""),
            (0, true) => ("(\u{a0})", ""),
            (1, false) => ("\u{a0}", "\u{a0}"),
            (1, true) => ("(", ")"),
            (2, false) => ("\u{a0}", ""),
            (2, true) => (">", ""),
            _ => ("", ""),
        }
    }

    /// The text with hard spaces, at which no browser breaks a square in two.
    fn text<'c>(&self, cell: &'c Cell) -> Cow<'c, str> {
        match cell.text.contains(' ') {
            true => cell.text.replace(' ', "\u{a0}").into(),
            false => cell.text.as_ref().into(),
        }
    }

    /// Whether the text of a square stands in an element of its own, to be shown or hidden whole.
    /// Without that the style sheet gives it no size: enough for signs that draw a picture or a
    /// back, but letters count as a label, which must not differ from what is read out.
    fn is_label(&self, cell: &Cell) -> bool {
        let is_drawn = cell.picture.is_some() || cell.marks.back;
        !is_drawn || cell.text.contains(|c: char| c.is_ascii_alphanumeric())
    }
}

impl Content for TablePage<'_> {
    fn title(&self) -> String {
        let refused = if self.table.step.refusal.is_some() { "Refused: " } else { "" };
        format!("{refused}{}, {}, Parlour", self.page.state, self.table.ruleset.title)
    }

    /// Little more than it takes: memory is touched behind what is asked for, too.
    fn room(&self) -> usize {
        let squares: usize = self.page.parts.iter().map(|part| part.cells().len()).sum();
        SURROUNDINGS_BYTES + squares * (self.position.len() + SQUARE_BYTES)
    }

    fn pictures(&self) -> Vec<Picture> {
        let parts = self.page.parts.iter().chain(&self.table.step.answer);
        let diagrams = parts.clone().filter_map(|part| match part {
            Part::Passage(passage) => Some(&passage.diagrams),
            _ => None,
        });
        let cells = parts.flat_map(Part::cells).chain(diagrams.flatten().flat_map(|b| &b.cells));
        once_each(cells.filter_map(|cell| cell.picture))
    }

    fn styles(&self) -> Vec<&'static str> {
        let parts = self.page.parts.iter().chain(&self.table.step.answer);
        let over = self.is_over().then_some("over");
        let fault = self.table.step.refusal.as_ref().map(|_| "fault");
        once_each(parts.flat_map(style_names).chain(over).chain(fault))
    }
}

/// What the link of a request has behind the link to the position.
struct LinkEnding<'a>(&'a PositionLinks, &'a Request);

impl FastWritable for LinkEnding<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write_ending(self.1, out)?)
    }
}

/// A phrase about a spot, in which only the words of the game need to be escaped.
struct Said<'a>(Phrase<'a>);

impl FastWritable for Said<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write(out, |words, out| Html.write_escaped_str(out, words))?)
    }
}

/// The attribute that tells the style sheet what is to be seen about a square. A large board names
/// each some hundred times, so the names are short, and one alone stands without quotes.
struct Classes(Marks);

impl FastWritable for Classes {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let Marks { back, last, settled, reached, locked } = self.0;
        let all =
            [(back, "back"), (last, "new"), (settled, "set"), (reached, "on"), (locked, "held")];
        let seen = || all.iter().filter(|(is_seen, _)| *is_seen).map(|(_, name)| name);
        let (mut before, end) = match seen().count() {
            0 | 1 => (" class=", ""),
            _ => (" class=\"", "\""),
        };
        for name in seen() {
            out.write_str(before)?;
            out.write_str(name)?;
            before = " ";
        }
        Ok(out.write_str(end)?)
    }
}

/// The class of such a board, and the name of its style sheet.
fn look_name(look: Look) -> &'static str {
    match look {
        Look::Tiles => "tiles",
        Look::Lines => "lines",
        Look::Joined => "joined",
        Look::Diagram => "diagram",
    }
}

/// The names of the style sheets of what stands in a part.
fn style_names(part: &Part) -> impl Iterator<Item = &'static str> {
    let (own, diagrams): (_, &[Board]) = match part {
        Part::Board(board) => (Some(look_name(board.look)), &[]),
        Part::Row(_) => (Some("row"), &[]),
        Part::Passage(passage) => (None, &passage.diagrams),
        Part::Facts(_) | Part::Log(_) => (None, &[]),
    };
    own.into_iter().chain(diagrams.iter().map(|board| look_name(board.look)))
}

/// Whether a part is all words.
fn is_told(part: &Part) -> bool {
    matches!(part, Part::Log(_) | Part::Passage(_))
}
