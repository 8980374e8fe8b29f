//! The rules of a game: for people, and on a page of their own for those who write programs.

use super::content::{Content, LINKS};
use super::markup::once_each;
use super::passage::{PassageText, pictures_in};
use super::symbol::GamePicture;
use crate::clients::json;
use crate::clients::rules::{puzzles, verification};
use crate::clients::view::Rules;
use crate::game::options::Choices;
use crate::game::page::{Passage, Picture};
use crate::game::request::{
    Argument, ArgumentKind, ArgumentSpec, PLATFORM_FAULTS, Request, RequestSpec,
    WRONG_NUMBER_OF_ARGUMENTS,
};
use crate::game::ruleset::{Deals, Ruleset};
use crate::links::Link;
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

/// How to play.
#[derive(Template)]
#[template(path = "rules.html")]
pub struct RulesPage<'a> {
    rules: &'a Rules<'a>,
    passages: Vec<Passage>,
}

impl<'a> RulesPage<'a> {
    /// The page of these rules.
    pub fn new(rules: &'a Rules<'a>) -> Self {
        let passages = (rules.ruleset.rules)().into_iter().chain(puzzles(rules.ruleset)).collect();
        RulesPage { rules, passages }
    }

    fn verification(&self) -> Option<Passage> {
        verification(self.rules.ruleset)
    }

    fn play(&self) -> Link {
        LINKS.deal(self.rules.ruleset, &Choices::defaults(self.rules.ruleset.options), None)
    }

    /// Today's puzzle, if the game has one.
    fn puzzle(&self) -> Option<Link> {
        let ruleset = self.rules.ruleset;
        ruleset.daily.then(|| LINKS.puzzle(ruleset, None))
    }

    /// What a seed and a day do, where knowing the deal does not help.
    fn has_seed(&self) -> bool {
        self.rules.ruleset.deals == Deals::Open
    }

    fn options(&self) -> Link {
        LINKS.new_game(self.rules.ruleset, &Choices::defaults(self.rules.ruleset.options))
    }

    fn manual(&self) -> Link {
        LINKS.about(self.rules.ruleset, About::Programs)
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }
}

impl HtmlSafe for RulesPage<'_> {}

impl Content for RulesPage<'_> {
    fn title(&self) -> String {
        format!("How to play {}, Parlour", self.rules.ruleset.title)
    }

    fn name(&self) -> String {
        format!("How to play {}", self.rules.ruleset.title)
    }

    fn description(&self) -> String {
        self.rules.ruleset.steps.join(" ")
    }

    fn pictures(&self) -> Vec<Picture> {
        let title = Picture::upright(self.rules.ruleset.picture);
        once_each([title].into_iter().chain(self.passages.iter().flat_map(pictures_in)))
    }
}

/// What programs need to play.
#[derive(Template)]
#[template(path = "manual.html")]
pub struct ManualPage<'a> {
    /// The rules.
    pub rules: &'a Rules<'a>,
}

impl ManualPage<'_> {
    fn ruleset(&self) -> &Ruleset {
        self.rules.ruleset
    }

    /// The codes of the faults of a request, each once.
    fn faults_of(&self, request: &RequestSpec) -> Vec<u16> {
        let mut codes = Vec::new();
        for code in request.faults().map(|fault| fault.code) {
            if !codes.contains(&code) {
                codes.push(code);
            }
        }
        codes.sort_unstable();
        codes
    }

    /// A game in JSON, cut short: the first page, a request, one that is refused, and the end.
    fn sample(&self) -> String {
        let ruleset = self.ruleset();
        let Some(&spec) = ruleset.requests.first() else { return String::new() };
        let (key, name) = (ruleset.key, spec.name);
        let option = ruleset.options.first().and_then(|option| {
            let value = option.values().nth(1)?;
            Some(format!("&{}={}", option.name(), value.value))
        });
        let option = option.unwrap_or_default();
        let first = |argument: &ArgumentSpec| match argument.kind {
            ArgumentKind::Number { from, .. } => Argument::Number(from),
            ArgumentKind::Word(words) => words.first().copied().unwrap_or_default().into(),
        };
        let request = Request { spec, arguments: spec.arguments.iter().map(first).collect() };
        let arguments = spec.arguments.iter().zip(&request.arguments);
        let in_json = arguments.map(|(spec, argument)| match argument {
            Argument::Number(number) => format!("\"{}\": {number}", spec.name),
            Argument::Word(word) => format!("\"{}\": \"{word}\"", spec.name),
        });
        let in_json = in_json.collect::<Vec<_>>().join(", ");
        let in_link = request.typed_arguments(",");
        let link = format!("?s=...&g={key}&as=json&{name}={in_link}");
        let message = ruleset.messages.first().map_or("...", |message| message.name);
        let fault = WRONG_NUMBER_OF_ARGUMENTS;
        format!(
            "GET ?g={key}{option}&as=json\n\
             {{\"page\": \"table\", \"status\": \"...\", \"fault\": null, \"ranking\": null,\n \
             \"parts\": [{{\"kind\": \"...\", \"cells\": [{{\"text\": \"...\",\n   \
             \"label\": \"...\", \"marks\": {{\"last\": false, ...}}, ...}}, ...], ...}}, ...],\n \
             \"requests\": [{{\"name\": \"{name}\",\n   \
             \"arguments\": {{{in_json}}},\n   \"at\": {{\"part\": 0, \"cell\": 0}},\n   \
             \"link\": \"{link}\"}}, ...]}}\n\n\
             GET {link}\n\
             {{\"page\": \"table\", \"status\": \"...\",\n \
             \"messages\": [{{\"name\": \"{message}\", \"arguments\": [...],\n   \
             \"sentence\": \"...\"}}, ...], ...}}\n\n\
             GET ?s=...&g={key}&as=json&{name}=\n\
             {{\"page\": \"table\",\n \
             \"fault\": {{\"code\": {}, \"name\": \"{}\",\n   \
             \"sentence\": \"{}\"}},\n ...}}\n\n\
             GET ?s=...&g={key}&as=json\n\
             {{\"page\": \"table\", \"status\": \"...\", \"ranking\": [[\"You\"], ...],\n \
             \"requests\": [], ...}}",
            fault.code, fault.name, fault.sentence
        )
    }

    /// What an argument of a request may be.
    fn values(&self, argument: &ArgumentSpec) -> String {
        match argument.kind {
            ArgumentKind::Number { from, to } => format!("{from} to {to}"),
            ArgumentKind::Word(words) if words.len() <= 6 => words.join(", "),
            ArgumentKind::Word(words) => {
                format!("a word such as {}", words.first().copied().unwrap_or_default())
            }
        }
    }

    fn people(&self) -> String {
        match self.rules.ruleset.people {
            (1, 1) => "one person".to_owned(),
            (least, most) if least == most => format!("{least} people"),
            (least, most) => format!("{least} to {most} people"),
        }
    }

    /// The same page for a program, and a fresh deal.
    fn in_json(&self) -> [Link; 2] {
        let ruleset = self.rules.ruleset;
        let deal = json::LINKS.deal(ruleset, &Choices::defaults(ruleset.options), None);
        [json::LINKS.about(ruleset, About::People), deal]
    }

    fn how_to_play(&self) -> Link {
        LINKS.about(self.rules.ruleset, About::People)
    }

    fn parlour(&self) -> Link {
        LINKS.parlour()
    }
}

impl HtmlSafe for ManualPage<'_> {}

impl Content for ManualPage<'_> {
    fn title(&self) -> String {
        format!("{} for programs, Parlour", self.rules.ruleset.title)
    }

    fn name(&self) -> String {
        format!("{} for programs", self.rules.ruleset.title)
    }

    fn description(&self) -> String {
        format!("The requests, messages and faults of {}.", self.rules.ruleset.title)
    }
}
