//! Messages of the referee: sentences for people, and typed arguments for programs.

use super::request::Argument;
use super::seat::Player;
use super::text::Text;
use serde::{Serialize, Serializer};

/// A message of a ruleset.
#[derive(Debug, Serialize)]
pub struct MessageSpec {
    /// Its name: `player_drew_card`.
    pub name: &'static str,
    /// The names of its arguments, in order.
    pub arguments: &'static [&'static str],
    /// True if one player alone gets it.
    pub private: bool,
    /// The event, in a sentence.
    pub about: &'static str,
}

impl MessageSpec {
    /// A message to everybody.
    pub const fn new(
        name: &'static str,
        arguments: &'static [&'static str],
        about: &'static str,
    ) -> Self {
        MessageSpec { name, arguments, private: false, about }
    }

    /// The same as a message to one player alone.
    pub const fn private(self) -> Self {
        MessageSpec { private: true, ..self }
    }

    fn serialize_name<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }

    /// The message with its arguments, in the order of the ruleset, and in a sentence.
    pub fn tell<const N: usize>(
        &'static self,
        arguments: [Value; N],
        sentence: impl Into<Text>,
    ) -> Message {
        Message { spec: self, arguments: arguments.into(), sentence: sentence.into() }
    }
}

/// Something that happened, as the referee tells it.
#[derive(Clone, Debug, Serialize)]
pub struct Message {
    /// The message of the ruleset.
    #[serde(rename = "name", serialize_with = "MessageSpec::serialize_name")]
    pub spec: &'static MessageSpec,
    /// Its arguments, in the ruleset's order.
    pub arguments: Vec<Value>,
    /// The same for people, in a sentence.
    pub sentence: Text,
}

impl Eq for Message {}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        let name = |message: &Self| message.spec.name;
        (name(self), &self.arguments, &self.sentence)
            == (name(other), &other.arguments, &other.sentence)
    }
}

/// An argument of a message. Programs need not parse it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// A whole number.
    Number(usize),
    /// A word: a name, a card.
    Word(Text),
    /// Several values in order: cards.
    List(Vec<Value>),
    Player(Player),
    /// A player with a number: a score.
    Score(Score),
}

impl From<Argument> for Value {
    fn from(argument: Argument) -> Self {
        match argument {
            Argument::Number(number) => Value::Number(number),
            Argument::Word(word) => Value::Word(word),
        }
    }
}

become_variants!(Value: usize => Number, &'static str => Word, String => Word, Player => Player);

/// A player with a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    #[serde(flatten)]
    pub player: Player,
    /// The number.
    pub value: usize,
}
