//! The vocabulary of a ruleset: every request with its arguments, and choices as a query says them.

use parlour::game::options::{AnyOption, Choices, OptionValue};
use parlour::game::request::{Argument, ArgumentKind, Request, RequestSpec};
use parlour::game::ruleset::Ruleset;

/// All choices as pairs of a query: `&size=4x4&players=1`.
pub fn pairs_of(choices: &Choices) -> String {
    let pair = |(option, value, _): (&dyn AnyOption, OptionValue, bool)| {
        format!("&{}={}", option.name(), value.value)
    };
    choices.chosen().map(pair).collect()
}

/// Every request of a ruleset, with every combination of the arguments that each kind is given.
pub fn vocabulary(
    ruleset: &Ruleset,
    arguments: impl Fn(ArgumentKind) -> Vec<Argument>,
) -> Vec<Request> {
    let requests = |spec: &'static RequestSpec| {
        spec.arguments.iter().fold(vec![Request::plain(spec)], |made, argument| {
            let with = |request: &Request| -> Vec<Request> {
                let longer = |value: Argument| {
                    let mut request = request.clone();
                    request.arguments.push(value);
                    request
                };
                arguments(argument.kind).into_iter().map(longer).collect()
            };
            made.iter().flat_map(with).collect()
        })
    };
    ruleset.requests.iter().copied().flat_map(requests).collect()
}

/// The arguments of a kind that its ruleset lists.
pub fn listed(kind: ArgumentKind) -> Vec<Argument> {
    match kind {
        ArgumentKind::Number { from, to } => (from..=to).map(Argument::Number).collect(),
        ArgumentKind::Word(words) => words.iter().copied().map(Argument::from).collect(),
    }
}
