//! The HTML client: one page for every browser, from Lynx to Chromium. It looks at no user agent.
//!
//! A board is a table whose squares are three characters wide, which every text browser aligns;
//! the style sheet turns it into a picture where it can (servers differ, browsers more: the markup
//! was tried in eleven of them). Only pictures that are to be seen are in the page.

mod assets;
mod content;
mod symbol;
mod table;

pub use content::LINKS;

use super::view::{Document, View};
use crate::doctor::checkup::Checkup;
use crate::game::any::AnyGame;
use crate::game::options::Choices;
use crate::game::page::Picture;
use crate::game::request::{PLATFORM_FAULTS, RequestSpec};
use crate::game::ruleset::{Deals, Ruleset};
use crate::links::WayOn;
use crate::problem::Problem;
use askama::Template;
use assets::{STYLE, STYLES};
use content::{Content, once_each};
use symbol::Symbol;
use table::TablePage;

/// The media type of the pages.
const CONTENT_TYPE: &str = "text/html; charset=utf-8";

/// The page for a view. `preview` says that its links die with the preview server.
pub fn render(view: &View<'_>, preview: bool) -> Document {
    match view {
        View::Parlour(games) => Frame::new(preview, IndexPage { games }).document(),
        View::Table(table) => Frame::new(preview, TablePage::new(table)).document(),
        View::Rules(ruleset) => Frame::new(preview, RulesPage { ruleset }).document(),
        View::Doctor(checkup) => Frame::new(preview, DoctorPage { checkup }).document(),
        View::NewTable { ruleset, choices, sentence } => {
            let sentence = sentence.as_deref();
            Frame::new(preview, NewTablePage { ruleset, choices, sentence }).document()
        }
        View::Newest { ruleset, chair } => {
            Frame::new(preview, NewestPage { ruleset, chair }).document()
        }
        View::Redirect(link) => Frame::new(preview, RedirectPage { link }).document(),
        View::Problem(problem) => Frame::new(preview, ProblemPage { problem }).document(),
    }
}

/// Room for what nearly every page has around its content, besides the styles, and for its pictures.
const FRAME_BYTES: usize = 2 << 10;

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

impl<C: Content> Frame<C> {
    fn new(preview: bool, content: C) -> Self {
        let sheet = |name: &str| STYLES.iter().find(|(n, _)| *n == name).map(|(_, sheet)| *sheet);
        let own = content.styles().into_iter().filter_map(sheet);
        Frame { preview, styles: std::iter::once(STYLE).chain(own).collect(), content }
    }

    fn document(&self) -> Document {
        let styles: usize = self.styles.iter().map(|(sheet, _)| sheet.len()).sum();
        let mut body = String::with_capacity(styles + FRAME_BYTES + self.content.room());
        if self.render_into(&mut body).is_err() {
            PLAIN_ERROR.clone_into(&mut body);
        }
        // The template engine drops the last line end, and an unfinished line would cost a second
        // write.
        body.push('\n');
        // What is asked for next lies behind it, and need not take another piece of memory.
        body.shrink_to_fit();
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

    /// The shapes of the page's pictures, and of what these are made of.
    fn symbols(&self) -> Vec<Symbol> {
        let mut wanted = self.content.pictures();
        let mut symbols = Vec::new();
        let mut next = 0;
        while let Some(picture) = wanted.get(next).copied() {
            next += 1;
            let (symbol, parts) = Symbol::of(picture);
            for part in parts {
                if !wanted.contains(&part) {
                    wanted.push(part);
                }
            }
            symbols.extend(symbol);
        }
        symbols
    }
}

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage<'a> {
    games: &'a [AnyGame],
}

impl IndexPage<'_> {
    fn deal_link(&self, ruleset: &Ruleset) -> String {
        LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None)
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

    fn pictures(&self) -> Vec<Picture> {
        once_each(self.games.iter().map(|game| Picture::upright(game.ruleset.picture)))
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
        LINKS.deal(self.ruleset, &Choices::defaults(self.ruleset.options), None)
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
        let codes: Vec<String> = request.faults().map(|fault| fault.code.to_string()).collect();
        codes.join(", ")
    }

    fn people(&self) -> String {
        match self.ruleset.people {
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

    fn pictures(&self) -> Vec<Picture> {
        vec![Picture::upright(self.ruleset.picture)]
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

    fn styles(&self) -> Vec<&'static str> {
        vec!["rules", "fault"]
    }
}

/// A table to be opened by whoever says their name.
#[derive(Template)]
#[template(path = "new_table.html")]
struct NewTablePage<'a> {
    ruleset: &'a Ruleset,
    choices: &'a Choices,
    sentence: Option<&'a str>,
}

impl NewTablePage<'_> {
    /// The hidden fields of the form.
    fn fields(&self) -> Vec<(&'static str, String)> {
        let options = self.choices.chosen().filter(|(_, _, is_default)| !is_default);
        let options = options.map(|(option, value, _)| (option.name(), value.value.to_owned()));
        let people = ("people", self.choices.people().to_string());
        [("g", self.ruleset.key.to_owned()), people].into_iter().chain(options).collect()
    }
}

impl Content for NewTablePage<'_> {
    fn title(&self) -> String {
        format!("A table of {}, Parlour", self.ruleset.title)
    }
}

/// Asks for the newest link of a table.
#[derive(Template)]
#[template(path = "newest.html")]
struct NewestPage<'a> {
    ruleset: &'a Ruleset,
    chair: &'a str,
}

impl Content for NewestPage<'_> {
    fn title(&self) -> String {
        format!("Your chair at {}, Parlour", self.ruleset.title)
    }
}

/// For a browser or a server that does not follow a redirect.
#[derive(Template)]
#[template(path = "redirect.html")]
struct RedirectPage<'a> {
    link: &'a str,
}

impl Content for RedirectPage<'_> {
    fn title(&self) -> String {
        "Your game is dealt, Parlour".to_owned()
    }
}

#[derive(Template)]
#[template(path = "problem.html")]
struct ProblemPage<'a> {
    problem: &'a Problem,
}

impl ProblemPage<'_> {
    fn ways_on(&self) -> Vec<WayOn> {
        LINKS.ways_on(self.problem)
    }
}

impl Content for ProblemPage<'_> {
    fn title(&self) -> String {
        format!("{}, Parlour", self.problem.heading())
    }
}

/// Whether there is a picture of this name; games name no others.
pub fn has_picture(name: &str) -> bool {
    assets::picture(name).is_some()
}
