//! The vocabulary of a ruleset, for tests and for the fuzzer: every request with its arguments.

use parlour::game::contract::{Argument, ArgumentKind, Request, RequestSpec, Ruleset};

/// Every request of a ruleset, with every combination of the arguments that each kind is given.
pub fn vocabulary(
    ruleset: &Ruleset,
    arguments: impl Fn(ArgumentKind) -> Vec<Argument>,
) -> Vec<Request> {
    let requests = |spec: &'static RequestSpec| {
        spec.arguments.iter().fold(vec![Request::plain(spec.name)], |made, argument| {
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
    ruleset.requests.iter().flat_map(requests).collect()
}

/// The arguments of a kind that its ruleset lists.
pub fn listed(kind: ArgumentKind) -> Vec<Argument> {
    match kind {
        ArgumentKind::Number { from, to } => (from..=to).map(Argument::Number).collect(),
        ArgumentKind::Word(words) => {
            words.iter().map(|word| Argument::Word((*word).to_owned())).collect()
        }
    }
}
