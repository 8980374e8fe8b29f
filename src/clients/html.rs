//! The HTML client: one page for every browser, from Lynx to Chromium. It looks at no user agent.
//!
//! A board is a table whose squares are three characters wide, which every text browser aligns;
//! the style sheet turns it into a picture where it can (servers differ, browsers more: the markup
//! was tried in eleven of them). Only pictures that are to be seen are in the page.

use super::{Client, Document, Table, View};
use crate::checkup::Checkup;
use crate::game::{
    Choices, Outcome, PLATFORM_FAULTS, Request, RequestSpec, Row as GameRow, Ruleset,
};
use crate::page::{Board, Cell, Look, Marks, Mood, Offer, Page, Part, Picture, Row};
use crate::problem::{Problem, WayOn};
use crate::query::{Links, PositionLinks};
use askama::{FastWritable, Template, Values};
use std::borrow::Cow;
use std::fmt::Write;

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The links in the pages.
const LINKS: Links = Links(Client::Html);

/// The media type of the pages.
const CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// The page for a view. `preview` says that its links die with the preview server.
pub fn render(view: &View<'_>, preview: bool) -> Document {
    match view {
        View::Parlour(games) => Frame::new(preview, IndexPage { games }).document(),
        View::Table(table) => Frame::new(preview, TablePage::new(table)).document(),
        View::Rules(ruleset) => Frame::new(preview, RulesPage { ruleset }).document(),
        View::Doctor(checkup) => Frame::new(preview, DoctorPage { checkup }).document(),
        View::Problem(problem) => Frame::new(preview, ProblemPage { problem }).document(),
    }
}

/// Room for nearly every page. Room that is not used costs nothing: the system gives memory when
/// it is first written.
const PAGE_BYTES: usize = 40 << 10;

/// Room for nearly every policy.
const POLICY_BYTES: usize = 384;

/// What is said should a template fail, which only a lack of memory can cause.
const PLAIN_ERROR: &str = "<!DOCTYPE html><title>Parlour</title><p>Something went wrong here. \
    <a href=\"?parlour\">All games</a>";

/// What every page has around its own part.
#[derive(Template)]
#[template(path = "frame.html")]
struct Frame<C: Content> {
    preview: bool,
    /// The style sheets: what every page has, and then what this one needs. Each has its hash.
    styles: Vec<(&'static str, &'static str)>,
    content: C,
}

/// The part of a page that is its own.
trait Content: Template {
    fn title(&self) -> String;
    /// The pictures that it shows, each once.
    fn pictures(&self) -> Vec<&'static str>;
    /// The sheets of static/styles that it needs, each once.
    fn styles(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

impl<C: Content> Frame<C> {
    fn new(preview: bool, content: C) -> Self {
        let sheet = |name: &str| STYLES.iter().find(|(n, _)| *n == name).map(|(_, sheet)| *sheet);
        let own = content.styles().into_iter().filter_map(sheet);
        Frame { preview, styles: std::iter::once(STYLE).chain(own).collect(), content }
    }

    fn document(&self) -> Document {
        let mut body = String::with_capacity(PAGE_BYTES);
        if self.render_into(&mut body).is_err() {
            PLAIN_ERROR.clone_into(&mut body);
        }
        // The template engine drops the last line end, and an unfinished line would cost a second
        // write.
        body.push('\n');
        Document { content_type: CONTENT_TYPE, policy: self.policy(), body }
    }

    /// What the page may load and do: nothing but show itself in its style.
    fn policy(&self) -> String {
        let mut policy = String::with_capacity(POLICY_BYTES);
        policy.push_str("default-src 'none'; style-src");
        for (_, hash) in &self.styles {
            policy.push(' ');
            policy.push_str(hash);
        }
        policy.push_str(
            "; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; \
             sandbox allow-forms",
        );
        policy
    }

    /// The shapes that the page's pictures refer to, with those that these are made of: name, view
    /// box and shapes.
    fn shapes(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let mut names = self.content.pictures();
        let mut found = Vec::new();
        let mut next = 0;
        while let Some(name) = names.get(next).copied() {
            next += 1;
            let Some((view_box, shapes)) = picture(name) else { continue };
            for part in shapes.split("=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
                if !names.contains(&part) {
                    names.push(part);
                }
            }
            found.push((name, view_box, shapes));
        }
        found
    }
}

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage<'a> {
    games: &'a [GameRow],
}

impl IndexPage<'_> {
    fn deal_link(&self, ruleset: &Ruleset) -> String {
        LINKS.deal(ruleset, &Choices::defaults(ruleset), None)
    }

    fn deal_with(&self, ruleset: &Ruleset, option: &str, value: &str) -> String {
        LINKS.deal_with(ruleset, option, value)
    }

    fn rules_link(&self, ruleset: &Ruleset) -> String {
        LINKS.rules(ruleset)
    }
}

impl Content for IndexPage<'_> {
    fn title(&self) -> String {
        "Parlour".to_owned()
    }

    fn pictures(&self) -> Vec<&'static str> {
        once_each(self.games.iter().map(|row| row.ruleset.picture))
    }

    fn styles(&self) -> Vec<&'static str> {
        vec!["index"]
    }
}

#[derive(Template)]
#[template(path = "rules.html")]
struct RulesPage<'a> {
    ruleset: &'a Ruleset,
}

impl RulesPage<'_> {
    fn deal_link(&self) -> String {
        LINKS.deal(self.ruleset, &Choices::defaults(self.ruleset), None)
    }

    fn deal_with(&self, option: &str, value: &str) -> String {
        LINKS.deal_with(self.ruleset, option, value)
    }

    /// `turn(tile)`, and the faults it may meet.
    fn signature(&self, request: &RequestSpec) -> String {
        let names: Vec<&str> = request.arguments.iter().map(|argument| argument.name).collect();
        format!("{}({})", request.name, names.join(", "))
    }

    fn faults_of(&self, request: &RequestSpec) -> String {
        request.faults.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
    }

    fn seats(&self) -> String {
        match self.ruleset.seats {
            (1, 1) => "one player".to_owned(),
            (least, most) if least == most => format!("{least} players"),
            (least, most) => format!("{least} to {most} players"),
        }
    }
}

impl Content for RulesPage<'_> {
    fn title(&self) -> String {
        format!("The rules of {}, Parlour", self.ruleset.title)
    }

    fn pictures(&self) -> Vec<&'static str> {
        vec![self.ruleset.picture]
    }

    fn styles(&self) -> Vec<&'static str> {
        vec!["rules"]
    }
}

#[derive(Template)]
#[template(path = "doctor.html")]
struct DoctorPage<'a> {
    checkup: &'a Checkup,
}

impl Content for DoctorPage<'_> {
    fn title(&self) -> String {
        "The doctor, Parlour".to_owned()
    }

    fn pictures(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn styles(&self) -> Vec<&'static str> {
        vec!["rules"]
    }
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    problem: &'a Problem,
}

impl ProblemPage<'_> {
    fn ways_on(&self) -> Vec<WayOn> {
        self.problem.ways_on(LINKS)
    }
}

impl Content for ProblemPage<'_> {
    fn title(&self) -> String {
        format!("{}, Parlour", self.problem.heading())
    }

    fn pictures(&self) -> Vec<&'static str> {
        Vec::new()
    }
}

#[derive(Template)]
#[template(path = "table.html")]
struct TablePage<'a> {
    table: &'a Table<'a>,
    page: &'a Page,
    /// The requests that places of the board offer, if there are several to choose from.
    tools: Vec<&'static RequestSpec>,
    /// The one among them in use.
    tool: Option<&'static str>,
    /// The link to the position, which begins every other.
    position: &'a str,
}

impl<'a> TablePage<'a> {
    fn new(table: &'a Table<'a>) -> Self {
        let page = &table.step.page;
        let cells = || page.parts.iter().flat_map(Part::cells);
        let is_offered = |spec: &&RequestSpec| {
            cells().flat_map(|cell| &cell.offers).any(|offer| offer.request.name == spec.name)
        };
        let several = cells().any(|cell| cell.offers.len() > 1);
        let tools: Vec<&RequestSpec> = match several {
            true => table.ruleset.requests.iter().filter(is_offered).collect(),
            false => Vec::new(),
        };
        let wanted = tools.iter().find(|spec| Some(spec.name) == table.tool.as_deref());
        let tool = wanted.or(tools.first()).map(|spec| spec.name);
        TablePage { table, page, tools, tool, position: table.links.position() }
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
        match self.tool {
            Some(tool) => cell.offers.iter().find(|offer| offer.request.name == tool),
            None => cell.offers.first(),
        }
    }

    /// What the link of an offer has behind the link to the position.
    fn link_ending<'o>(&'o self, offer: &'o Offer) -> LinkEnding<'o> {
        LinkEnding(&self.table.links, &offer.request)
    }

    fn is_used(&self, spec: &RequestSpec) -> bool {
        self.tool == Some(spec.name)
    }

    fn tool_link(&self, spec: &RequestSpec) -> String {
        self.table.links.with_tool(spec.name)
    }

    fn is_over(&self) -> bool {
        self.page.mood != Mood::Open
    }

    fn mood_class(&self) -> &'static str {
        match self.page.mood {
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
        LINKS.deal(self.table.ruleset, &self.table.choices, Some(self.table.deal))
    }

    fn rules_link(&self) -> String {
        LINKS.rules(self.table.ruleset)
    }

    /// The name of the deal for people: its code or its day.
    fn deal_name(&self) -> String {
        match self.table.deal.to_query() {
            ("day", day) => format!("the puzzle of {day}"),
            (_, code) => format!("deal {code}"),
        }
    }

    /// The hidden fields of the form that deals again.
    fn form_fields(&self) -> Vec<(&'static str, &'static str)> {
        let chosen = self.table.choices.chosen(self.table.ruleset);
        let options = chosen.map(|(option, value)| (option.name, value.value));
        std::iter::once(("g", self.table.ruleset.key)).chain(options).collect()
    }

    /// The places in words, where more than one seat has one.
    fn ranking(&self) -> Vec<String> {
        let Some(Outcome { ranking }) = &self.table.step.outcome else { return Vec::new() };
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

    fn rows<'b>(&self, board: &'b Board) -> impl Iterator<Item = &'b [Cell]> {
        board.cells.chunks(board.columns.max(1))
    }

    /// A row in pieces that fit a text screen of 80 columns.
    fn lines<'b>(&self, row: &'b Row) -> impl Iterator<Item = &'b [Cell]> {
        row.cells.chunks(13)
    }

    fn look_class(&self, look: &Look) -> &'static str {
        look_name(*look)
    }

    fn classes(&self, cell: &Cell) -> Classes {
        Classes(cell.marks)
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

    /// The attribute that turns a picture.
    fn turn_class(&self, picture: &Picture) -> &'static str {
        let turned = ["", " class=\"q1\"", " class=\"q2\"", " class=\"q3\""];
        turned[usize::from(picture.quarter_turns % 4)]
    }
}

impl Content for TablePage<'_> {
    fn title(&self) -> String {
        let refused = if self.table.step.fault.is_some() { "Refused: " } else { "" };
        format!("{refused}{}, {}, Parlour", self.page.state, self.table.ruleset.title)
    }

    fn pictures(&self) -> Vec<&'static str> {
        let parts = self.page.parts.iter().chain(&self.table.step.answer);
        let diagrams = parts.clone().filter_map(|part| match part {
            Part::Passage(passage) => Some(&passage.diagrams),
            _ => None,
        });
        let cells = parts.flat_map(Part::cells).chain(diagrams.flatten().flat_map(|b| &b.cells));
        once_each(cells.filter_map(|cell| cell.picture).map(|picture| picture.name))
    }

    fn styles(&self) -> Vec<&'static str> {
        let parts = self.page.parts.iter().chain(&self.table.step.answer);
        once_each(parts.flat_map(style_names))
    }
}

/// What the link of a request has behind the link to the position.
struct LinkEnding<'a>(&'a PositionLinks, &'a Request);

impl FastWritable for LinkEnding<'_> {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        Ok(self.0.write_ending(self.1, out)?)
    }
}

/// The attribute that tells the style sheet what is to be seen about a square.
struct Classes(Marks);

impl FastWritable for Classes {
    fn write_into(&self, out: &mut dyn Write, _: &dyn Values) -> askama::Result<()> {
        let Marks { back, last, settled, reached, locked } = self.0;
        let mut between = " class=\"";
        for (is_seen, name) in [
            (back, "back"),
            (last, "last"),
            (settled, "settled"),
            (reached, "reached"),
            (locked, "locked"),
        ] {
            if is_seen {
                out.write_str(between)?;
                out.write_str(name)?;
                between = " ";
            }
        }
        out.write_str(if between == " " { "\"" } else { "" })?;
        Ok(())
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

fn once_each(names: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether there is a picture of this name; a game that names another shows its text instead.
pub fn has_picture(name: &str) -> bool {
    picture(name).is_some()
}
