//! The public face of a game: its ruleset, as data.

use super::message::MessageSpec;
use super::options::{AnyOption, Choices, OptionGroup, Options, Preset};
use super::page::Passage;
use super::request::{Fault, NOT_YOUR_TURN, RequestSpec};
use super::verification::Verification;
use serde::Serialize;

/// The public face of a game.
#[derive(Debug)]
pub struct Ruleset {
    /// The name in the query string: `maze`. Lasting.
    pub key: &'static str,
    /// The number in the token of a link: 1 or more. Lasting.
    pub number: u8,
    /// The globally unique name of the rules.
    pub uri: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// What it is, in one line.
    pub blurb: &'static str,
    /// A picture of the collection that stands for the game.
    pub picture: &'static str,
    /// Rises when a packed position of this version means nothing, or something else, to the next
    /// one; links of an older version then say that they are old.
    pub version: u16,
    /// The least and the greatest number of people who play.
    pub people: (usize, usize),
    /// What chance has to do with its deals.
    pub deals: Deals,
    /// Whether its deals are puzzles that differ, so that there is one of the day to offer.
    pub daily: bool,
    /// The fault of whoever asks out of turn at a table of several people.
    pub out_of_turn: Fault,
    /// What can be chosen before the deal. Append only.
    pub options: Options,
    /// Choices to be played at once, each under a name.
    pub presets: &'static [Preset],
    /// What a player may ask the referee.
    pub requests: &'static [&'static RequestSpec],
    /// What the referee may tell.
    pub messages: &'static [&'static MessageSpec],
    /// The rules in short: what to do, in two to four sentences.
    pub steps: &'static [&'static str],
    /// The rules at length, with pictures.
    pub rules: fn() -> Vec<Passage>,
    /// What was drawn at the deal and stays hidden in the links, in a phrase: `the order of the
    /// stock`. Nothing where all lies open.
    pub sealed: &'static str,
    /// How whoever has played checks the deal; none where nothing is hidden at the end of it.
    pub verification: Option<Verification>,
}

/// What chance has to do with the deals of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deals {
    /// Nothing: every deal is the same.
    Alike,
    /// Deals differ, and knowing one does not help. Whoever names a deal gets the same one on every
    /// server.
    Open,
    /// Deals differ, and knowing one helps. So the key is mixed in, and a deal that has a name is
    /// only for practice: it is the same wherever that key is in the ring.
    Secret,
}

/// The name of the option that says how many seats there are.
pub const PLAYERS: &str = "players";

impl Ruleset {
    /// Whether a table of it may be opened for several people who send each other links. Where an
    /// option says how many play and nothing is hidden, that option is enough.
    pub fn invites_people(&self) -> bool {
        self.people.1 > 1 && (self.deals == Deals::Secret || !self.says_players())
    }

    /// Whether an option says how many play, so that computers may sit beside people.
    fn says_players(&self) -> bool {
        self.options.iter().any(|option| option.name() == PLAYERS)
    }

    /// What a preset chooses: the default of every option that it does not name.
    pub fn preset(&self, preset: &Preset) -> Choices {
        let mut choices = Choices::defaults(self.options);
        choices.choose_all(preset.pairs());
        choices
    }

    /// The options in the order in which a form asks for them: house rules come last. Whoever
    /// `opens_table` at which no computer can sit is not asked about computers.
    pub fn options_as_asked(
        &self,
        opens_table: bool,
    ) -> impl Iterator<Item = &'static dyn AnyOption> {
        let has_computer = !opens_table || self.says_players();
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

    /// What holds for a ruleset that does not say otherwise: the first version, for one person,
    /// the same deals on every server and none of the day, nothing to choose and to tell.
    pub const USUAL: Ruleset = Ruleset {
        key: "",
        number: 0,
        uri: "",
        title: "",
        blurb: "",
        picture: "",
        version: 1,
        people: (1, 1),
        deals: Deals::Open,
        daily: false,
        out_of_turn: NOT_YOUR_TURN,
        options: &[],
        presets: &[],
        requests: &[],
        messages: &[],
        steps: &[],
        rules: Vec::new,
        sealed: "",
        verification: None,
    };

    /// The request of this name.
    pub fn request(&self, name: &str) -> Option<&'static RequestSpec> {
        self.requests.iter().find(|spec| spec.name == name).copied()
    }

    /// Every fault that a request of this ruleset may meet, each once, in order of the numbers.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults: Vec<Fault> = self.requests.iter().flat_map(|spec| spec.faults()).collect();
        faults.sort_by_key(|fault| fault.code);
        faults.dedup();
        faults
    }
}
