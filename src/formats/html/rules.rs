//! The rules of a game: a page for people, and a page for people who write programs.

use super::content::{Content, Head};
use super::markup::is_html;
use super::passage::{PassageText, pictures_in};
use super::symbol::GamePicture;
use crate::formats::json;
use crate::formats::rules::{passages, verification};
use crate::formats::view::{Manual, Rules, Sample};
use crate::game::page::{Cell, Part, Passage, Picture};
use crate::game::request::{
    ArgumentKind, ArgumentSpec, Fault, PLATFORM_FAULTS, Refusal, Request, RequestSpec,
    WRONG_NUMBER_OF_ARGUMENTS,
};
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;
use crate::links::{self, Link, WayOn};
use crate::query::About;
use askama::Template;
use std::fmt::Display;

/// The rules page.
#[derive(Template)]
#[template(path = "rules.html")]
pub struct RulesPage<'a> {
    rules: &'a Rules<'a>,
    passages: Vec<Passage>,
}

impl<'a> RulesPage<'a> {
    /// The page of these rules.
    pub fn new(rules: &'a Rules<'a>) -> Self {
        // Folded passages come last: few readers need them.
        let (folded, open): (Vec<Passage>, Vec<Passage>) =
            passages(rules.ruleset).partition(|passage| passage.folded);
        RulesPage { rules, passages: open.into_iter().chain(folded).collect() }
    }

    /// Returns true if a passage is the first folded one.
    fn is_first_folded(&self, place: &usize) -> bool {
        self.passages.iter().position(|passage| passage.folded) == Some(*place)
    }

    fn verification(&self) -> Option<Passage> {
        verification(self.rules.ruleset)
    }

    /// Today's puzzle, if the game has one.
    fn puzzle(&self) -> Option<Link> {
        let ruleset = self.rules.ruleset;
        ruleset.daily.then(|| links::puzzle(ruleset, None))
    }

    /// Returns true if players may ask for a deal by a seed or a day.
    fn has_seed(&self) -> bool {
        self.rules.ruleset.deals() == Deals::Open
    }
}

is_html!(RulesPage<'_>, ManualPage<'_>);

impl Content for RulesPage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.rules.ruleset;
        let manual = links::about(ruleset, About::Programs);
        let pictures = self.passages.iter().flat_map(pictures_in);
        let title = format!("How to play {}", ruleset.title);
        Head {
            pictures: [Picture::upright(ruleset.picture)].into_iter().chain(pictures).collect(),
            ways: Some(vec![WayOn::new(format!("{} for programs", ruleset.title), manual)]),
            ..Head::new(title, ruleset.steps.join(" "))
        }
    }
}

/// The help for programs that play.
#[derive(Template)]
#[template(path = "manual.html")]
pub struct ManualPage<'a> {
    /// The rules, and an example.
    pub manual: &'a Manual<'a>,
}

impl ManualPage<'_> {
    fn ruleset(&self) -> &Ruleset {
        self.manual.rules.ruleset
    }

    /// The faults of a request, each once.
    fn faults_of(&self, request: &RequestSpec) -> Vec<Fault> {
        let mut faults: Vec<Fault> = request.faults().collect();
        faults.sort_unstable_by_key(|fault| fault.code);
        faults.dedup_by_key(|fault| fault.code);
        faults
    }

    /// The example in JSON, cut short.
    fn sample(&self) -> &Sample {
        &self.manual.sample
    }

    /// The first part of the first page that has cells, with its first cell.
    fn part(&self) -> Option<(&Part, &Cell)> {
        let parts = self.sample().first.page.parts.iter();
        parts.filter_map(|part| Some((part, part.cells().first()?))).next()
    }

    /// A link of the sample, with a request as a link has it, or without one.
    fn link(&self, request: impl Display) -> String {
        format!("?s=...&g={}&as=json{request}", self.ruleset().key)
    }

    /// A request as a link has it: `&take=1,3`.
    fn typed(&self, request: &Request) -> String {
        format!("&{}={}", request.spec.name, request.typed_arguments(","))
    }

    /// The arguments of a request in JSON.
    fn arguments(&self, request: &Request) -> String {
        let named = request.spec.arguments.iter().zip(&request.arguments);
        let pairs =
            named.map(|(spec, value)| format!("\"{}\": {}", spec.name, json::quoted(value)));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
    }

    /// A request that is refused after this one: a caption, the request, and its refusal.
    fn refused(&self, request: &Request) -> (&'static str, String, Refusal) {
        if let Some(refusal) = &self.sample().again {
            return ("The same again, which is refused", self.typed(request), refusal.clone());
        }
        let wrong = if request.spec.arguments.is_empty() { "1" } else { "" };
        let asked = format!("&{}={wrong}", request.spec.name);
        ("A request that is refused", asked, WRONG_NUMBER_OF_ARGUMENTS.into())
    }

    /// The possible values of an argument.
    fn values(&self, argument: &ArgumentSpec) -> String {
        match argument.kind {
            ArgumentKind::Number { from, to } => format!("{from} to {to}"),
            ArgumentKind::Word(words) if words.len() <= 6 => words.join(", "),
            ArgumentKind::Word(words) => {
                format!("a word such as {}", words.first().copied().unwrap_or_default())
            }
        }
    }

    /// The links to this page and to a fresh deal, in JSON.
    fn in_json(&self) -> [Link; 2] {
        let ruleset = self.ruleset();
        [links::about(ruleset, About::People), links::usual(ruleset)]
            .map(|link| link.in_format("json"))
    }

    /// The absolute address of a fresh deal in JSON.
    fn absolute_deal(&self) -> Option<String> {
        let address = self.manual.address.as_deref()?;
        let [_, deal] = self.in_json();
        Some(deal.at(address))
    }
}

impl Content for ManualPage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.ruleset();
        let back = self.manual.rules.back.clone().map(|back| WayOn::new("Back to your game", back));
        let rules = links::about(ruleset, About::People);
        let rules = WayOn::new(format!("How to play {}", ruleset.title), rules);
        let title = format!("{} for programs", ruleset.title);
        let description = format!("The requests, messages and faults of {}.", ruleset.title);
        let ways = back.into_iter().chain([rules]).collect();
        Head { ways: Some(ways), ..Head::new(title, description) }
    }
}
