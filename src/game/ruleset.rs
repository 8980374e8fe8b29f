//! The public face of a game: its ruleset, as data.

use super::message::MessageSpec;
use super::options::{AnyOption, Choices, OptionGroup, Options, Preset};
use super::page::{Passage, Picture};
use super::request::{ArgumentKind, Fault, Help, NOT_YOUR_TURN, PLATFORM_FAULTS, RequestSpec};
use super::secrecy::{Deals, Secrecy};
use super::verification::Verification;
use serde::Serialize;

/// A heading of the start page, with the games below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Group {
    /// A player alone, and something to find out.
    Puzzles,
    /// Everything is in view.
    BoardGames,
    /// Players have secrets from each other.
    HiddenHands,
    /// Games that come from elsewhere.
    Others,
}

impl Group {
    /// The heading.
    pub const fn heading(self) -> &'static str {
        match self {
            Group::Puzzles => "Puzzles",
            Group::BoardGames => "Board games",
            Group::HiddenHands => "Hidden hands",
            Group::Others => "Games of this site",
        }
    }
}

/// The public face of a game.
#[derive(Debug)]
pub struct Ruleset {
    /// The name in the query string: `maze`. Lasting.
    pub key: &'static str,
    /// The number in the header of a token, from 1. Lasting.
    pub number: u8,
    /// The globally unique name of the rules.
    pub uri: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// A description in one line.
    pub blurb: &'static str,
    /// The heading on the start page below which it is.
    pub group: Group,
    /// The name of the picture of the game. Empty if it has none.
    pub picture: &'static str,
    /// The SVG file of the picture ([`Picture::drawn`]). Empty for one of the collection.
    pub drawing: &'static str,
    /// The version of the rules and of the packing. A link of another version does not open.
    pub version: u16,
    /// The least and the greatest number of people who play.
    pub people: (usize, usize),
    /// The source of deals with these choices, and the things that their links hide.
    pub secrecy: fn(&Choices) -> Secrecy,
    /// Returns true if the order of play may turn round in a game with these choices.
    pub can_turn_round: fn(&Choices) -> bool,
    /// The unit of the result of a player alone, which is better if it is smaller: `turn`. `None` if
    /// results with these choices cannot be compared.
    pub measure: fn(&Choices) -> Option<&'static str>,
    /// True if its deals are different puzzles, so there is one a day.
    pub daily: bool,
    /// The title of a ruleset that has puzzles of the day, if players look for them here: `Mate in two`.
    pub puzzles_in: Option<&'static str>,
    /// The choices of every puzzle of a day, so that it is the same for all players. A query cannot change
    /// them. Their name is a sentence that says so. `None` if a puzzle may have any choices.
    pub of_day: Option<Preset>,
    /// The choices with which one player makes a game for a friend. `None` if there is no such game.
    pub for_a_friend: Option<Preset>,
    /// The request that people make while they sit down at a table, so a game of few moves takes few
    /// links. Such a game is dealt without chance, before the first person sits down.
    pub first_request: Option<FirstRequest>,
    /// The number of links that people send each other in a round at a closed table, in the median.
    pub links_per_round: Option<u32>,
    /// The fault of a request out of turn at a table.
    pub out_of_turn: Fault,
    /// The options. Append only.
    pub options: Options,
    /// Named sets of choices.
    pub presets: &'static [Preset],
    /// The requests that a player may put to the referee.
    pub requests: &'static [&'static RequestSpec],
    /// The messages of the referee.
    pub messages: &'static [&'static MessageSpec],
    /// The rules in short: two to four sentences.
    pub steps: &'static [&'static str],
    /// The rules at length, with pictures.
    pub rules: fn() -> Vec<Passage>,
    /// The check of the deal by a player. `None` if the deal hides nothing.
    pub verification: Option<Verification>,
}

/// A request that people make while they sit down.
#[derive(Clone, Copy, Debug)]
pub struct FirstRequest {
    /// The request. It has one argument, a word.
    pub spec: &'static RequestSpec,
    /// The question that a form asks: `Your hand`.
    pub question: &'static str,
}

impl FirstRequest {
    /// The words to choose from.
    pub fn words(&self) -> &'static [&'static str] {
        match self.spec.arguments.first().map(|argument| argument.kind) {
            Some(ArgumentKind::Word(words)) => words,
            _ => &[],
        }
    }
}

/// The name of the option that sets the number of seats.
pub const PLAYERS: &str = "players";
/// Its label at a table of several people.
pub const SEATS: &str = "Seats at the table";

impl Ruleset {
    /// The source of most deals: those with the default choices.
    pub fn deals(&self) -> Deals {
        (self.secrecy)(&Choices::defaults(self.options)).deals
    }

    /// The number of people who play: `1 or 2 people`.
    pub fn people_told(&self) -> String {
        match self.people {
            (1, 1) => "one person".to_owned(),
            (least, most) if most - least == 1 => format!("{least} or {most} people"),
            (least, most) => format!("{least} to {most} people"),
        }
    }

    /// Returns true if several people play at a closed table: each needs a password, because
    /// something is hidden from them.
    pub fn is_closed(&self, choices: &Choices) -> bool {
        choices.people() > 1 && (self.secrecy)(choices).has_passwords
    }

    /// Returns true if a seed decides the deal, or nothing is dealt. Where things are hidden from people, one of
    /// them could deal the same game again and look at them.
    pub fn hears_seed(&self, choices: &Choices) -> bool {
        let deals = (self.secrecy)(choices).deals;
        let is_shared = deals == Deals::Secret && choices.people() > 1;
        deals == Deals::Alike || !is_shared && !self.is_closed(choices)
    }

    /// Returns true if several people play it at tables with passwords.
    pub fn has_tables(&self) -> bool {
        self.invites_people() && self.is_closed(&Choices::defaults(self.options).with_people(2))
    }

    /// Returns true if several people may play.
    pub fn invites_people(&self) -> bool {
        self.people.1 > 1
    }

    /// Returns true if friends can play it together, or one for another.
    pub fn is_for_friends(&self) -> bool {
        self.invites_people() || self.for_a_friend.is_some()
    }

    /// Returns true if an option sets the number of seats, so computers may sit beside people.
    pub fn seats_computers(&self) -> bool {
        self.options.iter().any(|option| option.name() == PLAYERS)
    }

    /// The choices of a preset. An option that it does not name has its default.
    pub fn preset(&self, preset: &Preset) -> Choices {
        preset.chosen_in(Choices::defaults(self.options))
    }

    /// The choices of the puzzle of a day for a player who asks for these.
    pub fn choices_of_day(&self, mut choices: Choices) -> Choices {
        choices.choose_all(self.of_day.iter().flat_map(Preset::pairs));
        choices
    }

    /// The options in the order of a form: house rules come last. A form that `opens_table` leaves
    /// out the options of computers if no computer can sit there.
    pub fn options_as_asked(
        &self,
        opens_table: bool,
    ) -> impl Iterator<Item = &'static dyn AnyOption> {
        let has_computer = !opens_table || self.seats_computers();
        let asked = |asks_house_rules: bool| {
            let options = self.options.iter().copied();
            options.filter(move |option| match option.group() {
                OptionGroup::Game => !asks_house_rules,
                OptionGroup::Computer => !asks_house_rules && has_computer,
                OptionGroup::HouseRules => asks_house_rules,
            })
        };
        asked(false).chain(asked(true))
    }

    /// The usual values: the first version, one person, deals that differ and hide nothing, no daily
    /// puzzle, no options.
    pub const USUAL: Ruleset = Ruleset {
        key: "",
        number: 0,
        uri: "",
        title: "",
        blurb: "",
        group: Group::Others,
        picture: "",
        drawing: "",
        version: 1,
        people: (1, 1),
        secrecy: |_| Secrecy::DEALT,
        can_turn_round: |_| false,
        measure: |_| None,
        daily: false,
        puzzles_in: None,
        of_day: None,
        for_a_friend: None,
        first_request: None,
        links_per_round: None,
        out_of_turn: NOT_YOUR_TURN,
        options: &[],
        presets: &[],
        requests: &[],
        messages: &[],
        steps: &[],
        rules: Vec::new,
        verification: None,
    };

    /// The label of the way to the page with options. A game without options has deals to choose.
    pub fn options_label(&self) -> &'static str {
        let has_deals = self.options.is_empty() && self.deals().are_named();
        if has_deals { "Choose a deal" } else { "Options" }
    }

    /// The picture of the game, if it has one.
    pub fn icon(&self) -> Option<Picture> {
        (!self.picture.is_empty()).then_some(Picture::drawn(self.picture, self.drawing))
    }

    /// Returns true if a player alone can ask for hints.
    pub fn has_hints(&self) -> bool {
        self.requests.iter().any(|spec| spec.help == Help::Hint)
    }

    /// The request of this name.
    pub fn request(&self, name: &str) -> Option<&'static RequestSpec> {
        self.requests.iter().find(|spec| spec.name == name).copied()
    }

    /// Every fault of this ruleset that may refuse a request, each once, in order of the numbers. Those
    /// of all games are in [`PLATFORM_FAULTS`].
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.requests.iter().flat_map(|spec| spec.faults()).collect();
        faults.retain(|fault| !PLATFORM_FAULTS.contains(fault));
        faults.sort_by_key(|fault| fault.code);
        faults.dedup();
        faults
    }
}
