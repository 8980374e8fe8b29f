//! The refusals of the referee.

use crate::game::request::{Fault, Refusal};
use serde::Serialize;

/// The reason why a request was refused.
#[derive(Serialize)]
pub struct FaultEntry<'a> {
    code: u16,
    name: &'static str,
    sentence: &'a str,
}

impl<'a> FaultEntry<'a> {
    pub fn new(refusal: &'a Refusal) -> Self {
        let Fault { code, name, .. } = refusal.fault;
        FaultEntry { code, name, sentence: &refusal.sentence }
    }
}
