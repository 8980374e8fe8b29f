//! The vocabulary of a ruleset: every request with its arguments.

use parlour::game::request::{Argument, ArgumentKind, Request, RequestSpec};
use parlour::game::ruleset::Ruleset;

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
