//! The referee's reply: faults and messages.

use crate::game::message::{Message, Value};
use crate::game::request::{Fault, Refusal};
use serde::Serialize;

/// The reason why a request was refused.
#[derive(Serialize)]
pub struct FaultEntry<'a> {
    code: u16,
    name: &'static str,
    sentence: &'a str,
}

/// An event.
#[derive(Serialize)]
pub struct MessageEntry<'a> {
    pub name: &'a str,
    pub arguments: &'a [Value],
    pub sentence: &'a str,
}

impl<'a> FaultEntry<'a> {
    pub fn new(refusal: &'a Refusal) -> Self {
        let Fault { code, name, .. } = refusal.fault;
        FaultEntry { code, name, sentence: &refusal.sentence }
    }
}

impl<'a> MessageEntry<'a> {
    pub fn new(message: &'a Message) -> Self {
        let Message { spec, arguments, sentence } = message;
        MessageEntry { name: spec.name, arguments, sentence }
    }
}
