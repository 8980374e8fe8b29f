//! A ruleset, for programs.

use crate::game::message::MessageSpec;
use crate::game::options::{AnyOption, OptionValue};
use crate::game::page::Passage;
use crate::game::request::{ArgumentSpec, Fault, PLATFORM_FAULTS, RequestSpec};
use crate::game::ruleset::Ruleset;
use crate::game::secrecy::Deals;
use serde::Serialize;

/// A ruleset, for programs.
#[derive(Serialize)]
pub struct RulesetEntry {
    game: &'static str,
    uri: &'static str,
    title: &'static str,
    blurb: &'static str,
    picture: &'static str,
    version: u16,
    /// The least and the greatest number of people who play.
    people: (usize, usize),
    deals: Deals,
    daily: bool,
    options: Vec<OptionEntry>,
    requests: Vec<RequestSpecEntry>,
    messages: &'static [&'static MessageSpec],
    faults: Vec<Fault>,
    /// The faults that every game has.
    platform_faults: &'static [Fault],
    /// The rules in short and at length.
    steps: &'static [&'static str],
    rules: Vec<Passage>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    label: &'static str,
    values: Vec<OptionValue>,
}

#[derive(Serialize)]
struct RequestSpecEntry {
    name: &'static str,
    label: &'static str,
    about: &'static str,
    arguments: &'static [ArgumentSpec],
    faults: Vec<u16>,
    read_only: bool,
}

impl RulesetEntry {
    pub fn new(ruleset: &Ruleset) -> Self {
        RulesetEntry {
            game: ruleset.key,
            uri: ruleset.uri,
            title: ruleset.title,
            blurb: ruleset.blurb,
            picture: ruleset.picture,
            version: ruleset.version,
            people: ruleset.people,
            deals: ruleset.deals(),
            daily: ruleset.daily,
            options: ruleset.options.iter().map(|option| OptionEntry::new(*option)).collect(),
            requests: ruleset.requests.iter().map(|spec| RequestSpecEntry::new(spec)).collect(),
            messages: ruleset.messages,
            faults: ruleset.faults(),
            platform_faults: &PLATFORM_FAULTS,
            steps: ruleset.steps,
            rules: (ruleset.rules)(),
        }
    }
}

impl OptionEntry {
    fn new(option: &'static dyn AnyOption) -> Self {
        let values = option.values().collect();
        OptionEntry { name: option.name(), label: option.label(), values }
    }
}

impl RequestSpecEntry {
    fn new(spec: &'static RequestSpec) -> Self {
        let RequestSpec { name, label, about, arguments, read_only, .. } = *spec;
        let faults = spec.faults().map(|fault| fault.code).collect();
        RequestSpecEntry { name, label, about, arguments, faults, read_only }
    }
}
