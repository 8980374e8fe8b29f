//! The page of a position: what lies on the table, what is told beside it, and the links from here.

use super::content::{Content, LINKS};
use super::field::{BoardField, RowField};
use super::markup::{Classes, once_each};
use super::party::{Checks, LinkToSend, OwnPassword, PartyPanel, PartyText, PasswordField, People};
use super::passage::{PassageText, pictures_in};
use super::square::{Play, pictures};
use super::typed::TypedField;
use crate::formats::ask::Ask;
use crate::formats::daily::NextDay;
use crate::formats::party::Party;
use crate::formats::table::{Invitation, Table};
use crate::game::outcome::Mood;
use crate::game::page::{
    Emphasis, End, Facts, Log, NextGame, Offer, Page, Part, Passage, Picture, Row, SeatLine,
};
use crate::game::request::RequestSpec;
use crate::game::text::{Text, count, listed};
use crate::links::{Link, WayOn};
use crate::moves;
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

/// Room for what a page has around its squares, and for what a square has besides its link.
const SURROUNDINGS_BYTES: usize = 4 << 10;
const SQUARE_BYTES: usize = 160;

/// The longest list of what happened that is open at the end of a game, in lines, and beside a board
/// in play.
const LOG_MAX: usize = 4;
const LOG_BESIDE_MAX: usize = 2;

/// A position as a page.
#[derive(Template)]
#[template(path = "table.html")]
pub struct TablePage<'a> {
    table: &'a Table<'a>,
    page: &'a Page,
    /// The requests that squares of the board offer, if there are several to choose from.
    board_requests: Vec<&'static RequestSpec>,
    play: Play<'a>,
}

/// What is told beside the table: the people, what happened, the link to send.
#[derive(Template)]
#[template(path = "panel.html")]
struct Panel<'a>(&'a TablePage<'a>);

impl HtmlSafe for Panel<'_> {}

impl<'a> TablePage<'a> {
    /// The page of this table.
    pub fn new(table: &'a Table<'a>) -> Self {
        let page = table.shown();
        let board_requests = moves::tools(page, table.ruleset);
        let board_request = moves::tool(&board_requests, table.board_request.as_deref());
        let changed = page.changed.filter(|_| table.step.refusal.is_none());
        let changed = changed.and_then(|at| page.cell(at));
        let play = Play { links: Some(&table.links), board_request, changed };
        TablePage { table, page, board_requests, play }
    }

    fn is_answer(&self) -> bool {
        self.table.step.answer.is_some()
    }

    /// Whether everything else stands beside a board, where there is room, or the end beside hands.
    fn classes(&self) -> Classes<3> {
        let lays_hands_open = self.lays_hands_open();
        Classes([(true, "table"), (self.acts_beside(), "beside"), (lays_hands_open, "hands")])
    }

    /// Whether the hands of the players are laid open below the end of a game or a round, beside which
    /// all else stands.
    fn lays_hands_open(&self) -> bool {
        (self.end().is_some() || self.is_between_rounds()) && self.below_end().next().is_some()
    }

    /// Whether a round is over and the game goes on: a passage tells how it stands, and all hands lie
    /// open below it.
    fn is_between_rounds(&self) -> bool {
        let is_told = || self.page.parts.iter().any(|part| matches!(part, Part::Passage(_)));
        self.end().is_none() && self.below_end().next().is_some() && is_told()
    }

    /// What comes first where several people play: whose turn it is, or who has won; or the question
    /// that an answer is to.
    fn lead(&self) -> Option<Text> {
        if self.is_answer() {
            return self.table.question().cloned();
        }
        let party = self.table.party.as_deref()?;
        match (self.end(), party.turn) {
            (Some(end), _) => Some(format!("{}.", end.headline).into()),
            (None, Some(_)) if party.is_on_turn() => Some("Your turn.".into()),
            (None, _) if !self.has_board() => Some(self.first_sentence()?.0.to_owned().into()),
            (None, Some(_)) => Some(format!("{}'s turn.", party.next_name()).into()),
            (None, None) => None,
        }
    }

    /// The sentence that says how it stands, without what came first.
    fn status(&self) -> &str {
        let is_on_turn = self.table.party.as_deref().is_some_and(Party::is_on_turn);
        if let Some((_, status)) = self.first_sentence().filter(|_| !is_on_turn) {
            return status.trim_start();
        }
        let next =
            self.table.party.as_deref().map(|party| format!("{} is next.", party.next_name()));
        let status = next.as_deref().and_then(|next| self.page.status.strip_suffix(next));
        status.map_or(&self.page.status, str::trim_end)
    }

    /// Whether nothing lies on a table of several people yet.
    fn is_bare(&self) -> bool {
        self.party().is_some_and(|text| text.has_nothing_laid())
    }

    /// Whether whoever looks was the last to sit down, and so has the game dealt and sees none of it.
    fn is_dealt_unseen(&self) -> bool {
        let Some(party) = self.table.party.as_deref() else { return false };
        self.is_bare() && !party.is_lobby() && party.has_just_sat_down()
    }

    fn next_name(&self) -> &str {
        self.table.party.as_deref().map_or("", Party::next_name)
    }

    /// The first sentence of what is said while nothing lies on a table of several people, and what
    /// comes after it: `Ann invites you to Nim.`, `Everybody has sat down.`
    fn first_sentence(&self) -> Option<(&str, &str)> {
        let is_meant = self.party().is_some() && !self.has_board() && self.end().is_none();
        let status = Some(&*self.page.status).filter(|_| is_meant)?;
        status.split_at_checked(status.find(". ")? + 1)
    }

    /// The parts that lie on the table, but for those below the end.
    fn on_table(&self) -> impl Iterator<Item = &Part> {
        let is_open = self.lays_hands_open();
        let is_below =
            move |part: &&Part| is_open && matches!(part, Part::Row(row) if row.is_below_end);
        self.page.parts.iter().filter(move |part| !is_beside(part) && !is_below(part))
    }

    /// Whether something lies on the table. If not, what to send is in sight.
    fn has_board(&self) -> bool {
        self.on_table().next().is_some()
    }

    /// The rows below the end of the game.
    fn below_end(&self) -> impl Iterator<Item = &Row> {
        self.page.parts.iter().filter_map(|part| match part {
            Part::Row(row) if row.is_below_end => Some(row),
            _ => None,
        })
    }

    /// The parts that are told beside it.
    fn beside(&self) -> impl Iterator<Item = &Part> {
        let is_elsewhere = |part: &Part| match part {
            Part::Facts(_) => self.acts_beside(),
            Part::Passage(_) => self.tells_passages_with_end(),
            _ => false,
        };
        self.page.parts.iter().filter(move |part| is_beside(part) && !is_elsewhere(part))
    }

    /// Whether a list is too long for its place: in play a board beside it shows what it tells.
    fn is_folded(&self, log: &Log) -> bool {
        let most = match self.end() {
            Some(_) => LOG_MAX,
            None if self.acts_beside() => LOG_BESIDE_MAX,
            None => usize::MAX,
        };
        log.entries.len() > most
    }

    /// Whether what is told stands with the end of a game beside a board, or with that of a round.
    fn tells_passages_with_end(&self) -> bool {
        self.acts_beside() && self.end().is_some() || self.is_between_rounds()
    }

    /// What is told with an end: it comes right below it.
    fn passages_of_end(&self) -> impl Iterator<Item = &Passage> {
        let is_meant = self.tells_passages_with_end();
        self.page.parts.iter().filter_map(move |part| match part {
            Part::Passage(passage) if is_meant => Some(passage),
            _ => None,
        })
    }

    /// The offers that belong to no square, each with its link.
    fn offers(&self) -> impl Iterator<Item = (&Offer, Link)> {
        self.page.offers.iter().filter_map(|offer| Some((offer, self.play.link(offer)?)))
    }

    /// Where a request lands, `now`, is the square it changed, so that who plays by keys goes on
    /// from there. To land there links and elinks would scroll the sentence away. Both take this
    /// name for the other, and know no `mark`; Lynx and w3m find neither or do not scroll.
    fn sentence_id(&self) -> &'static str {
        if self.play.changed.is_some() { "Now" } else { "now" }
    }

    fn position(&self) -> &Link {
        self.table.links.position()
    }

    fn is_used(&self, spec: &RequestSpec) -> bool {
        self.play.board_request == Some(spec.name)
    }

    fn board_request_link(&self, spec: &RequestSpec) -> Link {
        self.table.links.with_board_request(spec.name)
    }

    /// How the game ended, if it has.
    fn end(&self) -> Option<&End> {
        self.table.end()
    }

    /// A fresh deal of the same game: for the same people only if one of them asks.
    fn again(&self) -> Option<Link> {
        match self.party() {
            Some(party) => party.again(),
            None => Some(self.new_game()),
        }
    }

    /// Whether whoever looks has found the game over, and has it shown to the others.
    fn shows_the_end(&self) -> bool {
        let party = self.table.party.as_deref();
        self.end().is_some() && party.is_some_and(|party| party.is_on_turn())
    }

    /// A fresh deal of the same game, or a new table.
    fn new_game(&self) -> Link {
        LINKS.deal(self.table.ruleset, &self.table.choices, None)
    }

    /// A fresh deal of the same game with other choices.
    fn next_game(&self, next: &NextGame) -> Link {
        self.table.next_game(next, LINKS)
    }

    fn line_to_pass_on(&self) -> Option<String> {
        self.table.line_to_pass_on(LINKS)
    }

    fn restart(&self) -> Option<Link> {
        self.table.restart(LINKS)
    }

    fn day_before(&self) -> Option<Link> {
        self.table.day_before(LINKS)
    }

    fn solution_before(&self) -> Option<WayOn> {
        self.table.solution_before(LINKS)
    }

    fn next_day(&self) -> Option<NextDay> {
        self.table.next_day(LINKS)
    }

    /// What may be typed.
    fn ask(&self) -> Option<Ask> {
        self.table.ask()
    }

    /// An example of what may be typed, if nobody knows what was meant.
    fn example(&self) -> Option<String> {
        let is_unknown = self.table.unclear().is_some_and(|typed| typed.meanings.is_empty());
        let ask = self.ask().filter(|ask| is_unknown && !ask.example.is_empty())?;
        Some(ask.example)
    }

    /// The meanings of what was typed, if it is not clear, each with its link.
    fn meanings(&self) -> impl Iterator<Item = (&str, Link)> {
        let meanings = self.table.unclear().into_iter().flat_map(|typed| &typed.meanings);
        meanings.map(|(label, request)| (label.as_str(), self.table.links.request(request)))
    }

    fn anatomy(&self) -> &Link {
        &self.table.anatomy
    }

    /// The link with which another person goes on, at a table that is open to whoever has it.
    fn invitation(&self) -> Option<Invitation> {
        self.table.invitation(LINKS).filter(|_| self.table.party.is_none())
    }

    /// Whether what there is to do stands beside a board, where there is room.
    fn acts_beside(&self) -> bool {
        self.page.parts.iter().any(|part| matches!(part, Part::Board(_)))
    }

    /// Whether the facts stand with what there is to do; at the end they come after it.
    fn has_facts_at_hand(&self) -> bool {
        self.acts_beside() && self.end().is_none()
    }

    /// Whether there is a choice of what a square of the board does.
    fn has_modes(&self) -> bool {
        !self.board_requests.is_empty()
    }

    /// The facts.
    fn facts(&self) -> impl Iterator<Item = &Facts> {
        self.page.parts.iter().filter_map(|part| match part {
            Part::Facts(facts) => Some(facts),
            _ => None,
        })
    }

    /// The people at the table, if several play each with a password.
    fn party(&self) -> Option<PartyText<'_>> {
        Some(PartyText { table: self.table, party: self.table.party.as_deref()? })
    }

    /// The link by which whoever has played tells the others how it ended.
    fn news_of_the_end(&self) -> Option<Invitation> {
        self.table.news_of_the_end(LINKS)
    }

    /// Who has not seen the end: `Bob does not know it yet.`
    fn who_has_not_seen_it(&self) -> String {
        let Some(party) = self.table.party.as_deref() else { return String::new() };
        let others: Vec<&str> = party.others_to_tell().collect();
        let verb = if others.len() == 1 { "does" } else { "do" };
        format!("{} {verb} not know it yet.", listed(others))
    }

    /// What there is to check, once the game has begun.
    fn checks(&self) -> Option<Checks<'_>> {
        let party = self.table.party.as_deref().filter(|party| !party.is_lobby());
        let commitment = self.table.commitment();
        let has_any = party.is_some() || commitment.is_some();
        has_any.then(|| Checks { party, commitment, rules: self.rules() })
    }

    fn rules(&self) -> Link {
        self.table.links.about(About::People)
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }

    /// `7 cards`.
    fn counted(&self, seat: &SeatLine) -> String {
        count(seat.count, seat.unit)
    }

    /// Whether something is told beside the table.
    fn has_panel(&self) -> bool {
        if self.is_answer() {
            return self.beside().next().is_some();
        }
        let has_checks = self.checks().is_some();
        let is_at_table = self.table.party.is_some();
        is_at_table || self.beside().next().is_some() || self.invitation().is_some() || has_checks
    }

    /// The page of all options, from which there is a way back.
    fn options(&self) -> Link {
        self.table.links.new_game(&self.table.choices)
    }
}

impl HtmlSafe for TablePage<'_> {}

impl Content for TablePage<'_> {
    fn title(&self) -> String {
        let refused = if self.table.step.refusal.is_some() { "Refused: " } else { "" };
        format!("{refused}{}, {}, Parlour", self.page.state, self.table.ruleset.title)
    }

    fn name(&self) -> String {
        self.table.ruleset.title.to_owned()
    }

    fn description(&self) -> String {
        let state = self.table.step.page.state.trim_end_matches('!');
        format!("A game of {}: {state}.", self.table.ruleset.title)
    }

    fn width(&self) -> &'static str {
        "wide"
    }

    /// Little more than it takes: memory is touched behind what is asked for, too.
    fn room(&self) -> usize {
        let squares: usize = self.page.parts.iter().map(|part| part.cells().len()).sum();
        SURROUNDINGS_BYTES + squares * (self.position().as_str().len() + SQUARE_BYTES)
    }

    fn has_undo(&self) -> bool {
        self.table.party.is_none() && self.table.step.answer.is_none()
    }

    fn pictures(&self) -> Vec<Picture> {
        let cells = self.page.parts.iter().flat_map(Part::cells);
        let passages = self.page.parts.iter().filter_map(|part| match part {
            Part::Passage(passage) => Some(passage),
            _ => None,
        });
        let set = self.is_bare().then(|| Picture::upright(self.table.ruleset.picture));
        once_each(pictures(cells).chain(passages.flat_map(pictures_in)).chain(set))
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        None
    }
}

/// Whether a part is told beside the table.
fn is_beside(part: &Part) -> bool {
    matches!(part, Part::Facts(_) | Part::Log(_) | Part::Passage(_))
}
