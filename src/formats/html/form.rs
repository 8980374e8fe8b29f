//! The one form with which a game is chosen, and the page that has it for the next game.

use super::content::{Content, LINKS, way};
use super::markup::Compiled;
use super::symbol::GamePicture;
use crate::formats::party::WrongName;
use crate::formats::view::{NewGame, NewTable};
use crate::game::options::{AnyOption, Choices, OptionGroup, OptionValue};
use crate::game::page::Picture;
use crate::game::ruleset::{PLAYERS, Ruleset};
use crate::game::secrecy::Deals;
use crate::game::text::capitalised;
use crate::links::{Link, WayOn};
use crate::query;
use askama::Template;
use askama::filters::HtmlSafe;

/// The options of a game, to choose from.
#[derive(Template)]
#[template(path = "form.html")]
pub struct OptionsForm<'a> {
    ruleset: &'a Ruleset,
    /// What is chosen; nothing where that is the default.
    choices: Option<&'a Choices>,
    /// What the button says.
    action: Compiled,
    /// True if it opens a table, at which the sender sits first.
    opens_table: bool,
    /// The name that was typed before, if it will not do.
    bad_name: Option<&'a WrongName>,
    /// True if to send it is what its page is there for.
    is_whole_page: bool,
}

/// Options that a form asks for together.
struct Group {
    /// Under what they are folded away, if they are.
    summary: Option<Compiled>,
    /// True if one of them is changed, so that the fold is open.
    is_open: bool,
    options: Vec<&'static dyn AnyOption>,
}

impl<'a> OptionsForm<'a> {
    /// The form with the default choices.
    pub fn with_defaults(ruleset: &'a Ruleset) -> Self {
        let action = Compiled("Play");
        let (opens_table, is_whole_page) = (false, false);
        OptionsForm { ruleset, choices: None, action, opens_table, bad_name: None, is_whole_page }
    }

    /// The form with these choices, on a page of its own.
    fn whole_page(ruleset: &'a Ruleset, choices: &'a Choices) -> Self {
        let choices = Some(choices);
        OptionsForm { choices, is_whole_page: true, ..OptionsForm::with_defaults(ruleset) }
    }

    /// The form that opens a table for several people.
    pub fn for_people(new_table: &'a NewTable<'_>) -> Self {
        let action = Compiled("Open the table");
        let bad_name = new_table.bad_name.as_ref();
        let form = OptionsForm::whole_page(new_table.ruleset, &new_table.choices);
        OptionsForm { action, opens_table: true, bad_name, ..form }
    }

    /// How many people may share the game, each with whether so many are chosen; nothing where an
    /// option says it or another form asks for it.
    fn people(&self) -> impl Iterator<Item = (usize, bool)> {
        let chosen = self.choices.map_or(1, Choices::people);
        let (least, most) = self.ruleset.people;
        let is_asked = self.opens_table || self.ruleset.deals() != Deals::Secret;
        let least = if self.opens_table { least.max(2) } else { least };
        let most = if is_asked && self.ruleset.invites_people() { most } else { 0 };
        (least..=most).map(move |people| (people, people == chosen))
    }

    /// Every option, in its group.
    fn groups(&self) -> impl Iterator<Item = Group> {
        let groups = [
            (OptionGroup::Game, None),
            (OptionGroup::Computer, Some("Computer players")),
            (OptionGroup::HouseRules, Some("House rules")),
        ];
        groups.into_iter().filter_map(|(group, summary)| {
            let options = self.ruleset.options_as_asked(self.opens_table);
            let options: Vec<_> = options.filter(|option| self.group(*option) == group).collect();
            let is_open = options.iter().any(|option| self.is_changed(*option));
            (!options.is_empty()).then_some(Group {
                summary: summary.map(Compiled),
                is_open,
                options,
            })
        })
    }

    /// Under what the form asks for it: the computer has a group of its own where people play.
    fn group(&self, option: &'static dyn AnyOption) -> OptionGroup {
        match option.group() {
            _ if self.is_seats(&option) => OptionGroup::Computer,
            OptionGroup::Computer if !self.opens_table => OptionGroup::Game,
            group => group,
        }
    }

    /// How a value is written where it is chosen: `Easy: few turns`.
    fn label(&self, value: &OptionValue) -> String {
        capitalised(&value.with_note())
    }

    /// Returns true if another value than the usual one is chosen.
    fn is_changed(&self, option: &'static dyn AnyOption) -> bool {
        match self.is_seats(&option) {
            true => option.values().any(|value| self.has_computers(&option, &value)),
            false => option.values().any(|value| self.is_chosen(&option, &value)),
        }
    }

    /// Returns true if so many seats are chosen, more than people take.
    fn has_computers(&self, option: &&'static dyn AnyOption, value: &OptionValue) -> bool {
        let people = self.choices.map_or(1, Choices::people);
        self.is_chosen(option, value)
            && value.value.parse().is_ok_and(|seats: usize| seats > people)
    }

    /// Returns true if an option says how many seats a table has. There is one for each of the people at
    /// least, so that it may be left open.
    fn is_seats(&self, option: &&'static dyn AnyOption) -> bool {
        self.opens_table && option.name() == PLAYERS
    }

    /// The name and the value of the field that says which game.
    fn game(&self) -> (Compiled, Compiled) {
        (Compiled(query::GAME), Compiled(self.ruleset.key))
    }

    /// An option's name in the query. Neither it nor a value needs quotation marks: the contract of
    /// a game says of which letters they are.
    fn name(&self, option: &&'static dyn AnyOption) -> Compiled {
        Compiled(option.name())
    }

    fn value(&self, value: &OptionValue) -> Compiled {
        Compiled(value.value)
    }

    /// Returns true if a value is chosen. A browser takes the first, the default, unless it is told.
    fn is_chosen(&self, option: &&'static dyn AnyOption, value: &OptionValue) -> bool {
        self.choices.is_some_and(|choices| {
            choices.chosen().any(|(other, chosen, is_default)| {
                !is_default && other.name() == option.name() && chosen == *value
            })
        })
    }

    /// Returns true if a deal may be asked for by its name: where knowing it does not help.
    fn has_seed(&self) -> bool {
        self.ruleset.deals() == Deals::Open
    }

    fn seed(&self) -> Compiled {
        Compiled(query::SEED)
    }

    fn day(&self) -> Compiled {
        Compiled(query::DAY)
    }
}

impl HtmlSafe for OptionsForm<'_> {}

/// The page with the form.
#[derive(Template)]
#[template(path = "new-game.html")]
pub struct NewGamePage<'a> {
    /// What there is to choose.
    pub new_game: &'a NewGame<'a>,
}

impl NewGamePage<'_> {
    fn form(&self) -> OptionsForm<'_> {
        OptionsForm::whole_page(self.new_game.ruleset, &self.new_game.choices)
    }

    /// Returns true if three buttons share a line.
    fn has_three_presets(&self) -> bool {
        self.presets().count() + usize::from(self.new_game.ruleset.invites_people()) == 3
    }

    fn presets(&self) -> impl Iterator<Item = WayOn> {
        self.new_game.presets(LINKS)
    }

    fn with_friends(&self) -> Link {
        LINKS.with_friends(self.new_game.ruleset)
    }
}

impl HtmlSafe for NewGamePage<'_> {}

impl Content for NewGamePage<'_> {
    fn title(&self) -> String {
        format!("New game of {}, Parlour", self.new_game.ruleset.title)
    }

    fn description(&self) -> String {
        format!("Every option of {}.", self.new_game.ruleset.title)
    }

    fn pictures(&self) -> Vec<Picture> {
        vec![Picture::upright(self.new_game.ruleset.picture)]
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        let back = self.new_game.back().map(|back| way("Back to your game", back.clone()));
        let rules = way("Rules", LINKS.about(self.new_game.ruleset, query::About::People));
        Some(back.into_iter().chain([rules]).collect())
    }
}
