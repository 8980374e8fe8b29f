//! Documents: pages of words, built once for all formats. A format with markup writes the elements of
//! a document. The others write its items, which are simpler: see [`Document::items`].

use super::ask::Ask;
use super::item::Item;
use super::party::WrongName;
use super::plain::drawing;
use crate::game::page::{Emphasis, Passage};
use crate::game::ruleset::{FirstRequest, Ruleset};
use crate::game::text::{Text, capitalised, listed};
use crate::links::{self, Link, WayOn};
use crate::settings::Settings;
use crate::table::league::Record;
use crate::table::notice::Notice;

/// A page of words.
#[derive(Debug)]
pub struct Document<'a> {
    /// The title of the window.
    pub title: String,
    /// A sentence about the page for a preview of its link. It reveals nothing hidden.
    pub description: String,
    pub kind: Kind,
    /// The game whose picture is beside the title.
    pub picture: Option<&'a Ruleset>,
    /// The content, which begins with the title.
    pub elements: Vec<Element>,
    /// The ways on at the end of the page. The way to all games comes after them. `None` if the
    /// page needs no ways on at all.
    pub ways: Option<Vec<WayOn>>,
}

/// The kinds of documents that look different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A position, told in words.
    Told,
    /// The puzzles of the last days.
    Puzzles,
    Other,
}

/// A part of a document.
#[derive(Debug)]
pub enum Element {
    /// A part that every format has.
    Item(Item),
    /// A sentence that says for whom the page is.
    Whose {
        is_private: bool,
        /// Its first part: `For you alone:`
        who: String,
        rest: &'static str,
        /// The way to the page for others.
        others: Option<WayOn>,
    },
    /// The first sentence below the title.
    Lead(String),
    /// Who did the last deed, and when.
    Moment(String),
    /// Advice in small letters.
    Hint(String),
    /// A sentence with a link within it.
    Linked {
        /// Its class, or an empty text.
        class: &'static str,
        /// The words before, the words of the link, and the words behind.
        words: [Text; 3],
        link: Link,
    },
    /// Ways on in a line. The primary one is filled, and a quiet one is no button.
    Tools(Vec<(Emphasis, WayOn)>),
    /// The rules in short: a step a line.
    Short(&'static [&'static str]),
    /// Steps in their order, each with its first words in bold.
    Steps(Vec<[Text; 2]>),
    /// Terms with their meanings.
    Terms(Vec<Term>),
    /// A link whose parts have classes.
    Letters(Vec<(&'static str, String)>),
    /// Elements under a heading.
    Section(String, Vec<Element>),
    /// Elements folded under a heading.
    Fold(String, Vec<Element>),
    /// Elements side by side, if there is room.
    Columns(Vec<Vec<Element>>),
    /// The standings of a league, the best first.
    Standings(Vec<Record>),
    /// The heading of passages that few readers need.
    More(&'static str),
    /// A passage, as in the rules, with the fragment of links to it, if there is one.
    Passage(&'static str, Passage),
    /// Games with their pictures, each with a link.
    Shelf(Vec<(&'static Ruleset, Link)>),
    /// The puzzles of these games in a row for each day: the day in short, and a link for each game.
    Days(Vec<&'static Ruleset>, Vec<(String, Vec<Link>)>),
    /// An address as a code for the camera of a phone.
    QrCode(String),
    /// A sentence about something wrong.
    Fault(String),
    /// A sentence about something that the viewer wanted.
    Welcome(String),
    /// Names with their values.
    Facts(Vec<(String, String)>),
    /// The people at a table.
    Places(Vec<Place>),
    /// A choice of ways on behind these words.
    Choice(&'static str, Vec<WayOn>),
    /// What a player does next.
    Step {
        /// True if somebody waits for it.
        is_due: bool,
        elements: Vec<Element>,
    },
    /// The steps of the readers of a page without a password, one of which is theirs.
    Turn(Vec<Element>),
    Password {
        password: String,
        is_new: bool,
    },
    Form(Box<Form>),
    /// The words that go with the link, and the messengers that can send both.
    Message(String, Vec<(&'static str, String)>),
    /// The link to send.
    Send(String),
}

/// A place at a table.
#[derive(Debug)]
pub struct Place {
    /// The name of a person or computer, or `a free seat`.
    pub name: String,
    pub notes: Vec<String>,
    pub is_on_turn: bool,
}

impl Place {
    /// A place with this name, without notes.
    pub fn new(name: impl Into<String>) -> Self {
        Place { name: name.into(), notes: Vec::new(), is_on_turn: false }
    }

    /// The notes in brackets, or an empty text.
    pub fn remarks(&self) -> String {
        self.notes.iter().map(|note| format!(" ({note})")).collect()
    }
}

/// A text field with words around it and a button.
#[derive(Debug)]
pub struct Form {
    /// The fragment of links to it, or an empty text.
    pub id: &'static str,
    /// The elements above the field.
    pub before: Vec<Element>,
    pub ask: Ask,
    pub field: Field,
    /// The words on the button.
    pub button: &'static str,
    /// True if the button is the main thing on the page.
    pub is_main: bool,
    /// The elements below the button.
    pub after: Vec<Element>,
}

/// The field of a form.
#[derive(Debug)]
pub enum Field {
    Name {
        /// The name that was refused.
        bad: Option<WrongName>,
        /// The request that the player makes while sitting down.
        first: Option<FirstRequest>,
    },
    Password {
        /// Its name: of this table alone.
        name: String,
        /// True if the last one opened no seat.
        is_refused: bool,
    },
    /// The answers of guests, with the text that was too long.
    Answers(Option<String>),
}

impl Form {
    /// A form with this field and this button alone.
    pub fn new(ask: Ask, button: &'static str) -> Self {
        Form {
            id: "",
            before: Vec::new(),
            ask,
            field: Field::Answers(None),
            button,
            is_main: true,
            after: Vec::new(),
        }
    }
}

impl From<Form> for Element {
    fn from(form: Form) -> Self {
        Element::Form(Box::new(form))
    }
}

/// A term with its meaning.
#[derive(Debug)]
pub struct Term {
    /// The class that colours it.
    pub class: &'static str,
    /// The term.
    pub name: String,
    /// True if the term is part of a link.
    pub is_code: bool,
    /// A remark in small letters, or an empty text.
    pub note: &'static str,
    /// Its meaning.
    pub about: String,
    /// Its bytes, if the page shows them.
    pub bytes: Option<String>,
}

impl<'a> Document<'a> {
    /// A page of these elements.
    pub fn new(title: impl Into<String>, elements: Vec<Element>) -> Self {
        Document {
            title: title.into(),
            description: String::new(),
            kind: Kind::Other,
            picture: None,
            elements,
            ways: Some(Vec::new()),
        }
    }

    /// A page of items, which begin with the title.
    pub fn of(items: Vec<Item>) -> Self {
        let title = match items.first() {
            Some(Item::Title(title)) => title.clone(),
            _ => "Your answer".to_owned(),
        };
        let elements = items.into_iter().map(Element::Item).collect();
        let description = "A game, told in words.".to_owned();
        Document { description, kind: Kind::Told, ..Document::new(title, elements) }
    }

    /// The page in simple items, for formats without markup.
    pub fn items(self, site: &Settings) -> Vec<Item> {
        let mut items = Vec::new();
        self.elements.into_iter().for_each(|element| element.items(&mut items));
        let Some(ways) = self.ways else { return items };
        items.extend(ways.into_iter().map(|way| Item::Way(way.label, way.link)));
        let all_games = links::parlour();
        let has_way = |item: &Item| matches!(item, Item::Way(_, link) if *link == all_games);
        if !items.iter().any(has_way) {
            items.push(Item::way(site.start_label(), all_games));
        }
        items
    }
}

impl Element {
    /// Adds the element in simple items.
    pub fn items(self, items: &mut Vec<Item>) {
        match self {
            Element::Item(item) => items.push(item),
            Element::Whose { who, rest, others, .. } => {
                items.push(Item::Words(format!("{who} {rest}")));
                items.extend(others.map(|way| Item::Way(way.label, way.link)));
            }
            Element::Lead(words)
            | Element::Hint(words)
            | Element::Fault(words)
            | Element::Welcome(words)
            | Element::Moment(words) => {
                items.push(Item::Words(words));
            }
            Element::Linked { words, link, .. } => {
                items.push(Item::Words(words.concat()));
                items.push(Item::Way(capitalised(&words[1]), link));
            }
            Element::Tools(ways) => {
                items.extend(ways.into_iter().map(|(_, way)| Item::Way(way.label, way.link)));
            }
            Element::Short(steps) => {
                items.extend(steps.iter().map(|step| Item::Point((*step).to_owned())));
            }
            Element::Steps(steps) => {
                items.extend(steps.iter().map(|step| Item::Point(step.join(" "))));
            }
            Element::Terms(terms) => {
                for Term { name, note, about, bytes, .. } in terms {
                    let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
                    items.push(Item::Point(format!("{name}{note}: {about}")));
                    items.extend(bytes.map(Item::Copy));
                }
            }
            Element::Letters(parts) => {
                items.push(Item::Copy(parts.into_iter().map(|(_, letters)| letters).collect()));
            }
            Element::Section(heading, elements) | Element::Fold(heading, elements) => {
                items.push(Item::Heading(heading));
                elements.into_iter().for_each(|element| element.items(items));
            }
            Element::Columns(columns) => {
                columns.into_iter().flatten().for_each(|element| element.items(items));
            }
            Element::Standings(records) => {
                items.extend(records.iter().map(|record| Item::Point(record.to_string())));
            }
            Element::More(heading) => items.push(Item::Heading(heading.to_owned())),
            Element::Passage(_, passage) => drawing::passage(&passage, items),
            Element::Shelf(games) => {
                items.extend(games.into_iter().map(|(game, link)| Item::way(game.title, link)));
            }
            Element::Days(games, days) => {
                for (day, links) in days {
                    let way = |(game, link): (&&Ruleset, Link)| Item::way(game.title, link);
                    items.push(Item::Heading(day));
                    items.extend(games.iter().zip(links).map(way));
                }
            }
            Element::QrCode(_) => {}
            Element::Facts(facts) => {
                let facts = facts.into_iter().map(|(name, value)| format!("{name}: {value}."));
                let facts = facts.collect::<Vec<_>>().join(" ");
                items.extend((!facts.is_empty()).then_some(Item::Words(facts)));
            }
            Element::Places(places) => {
                let places = places.iter().map(|place| {
                    let turn = if place.is_on_turn { ", on turn" } else { "" };
                    format!("{}{}{turn}", place.name, place.remarks())
                });
                items.push(Item::Words(format!("At the table: {}.", listed(places))));
            }
            Element::Choice(words, ways) => {
                items.push(Item::words(words));
                items.extend(ways.into_iter().map(|way| Item::Way(way.label, way.link)));
            }
            Element::Step { elements, .. } | Element::Turn(elements) => {
                elements.into_iter().for_each(|element| element.items(items));
            }
            Element::Password { password, .. } => items.push(Item::Copy(password)),
            Element::Form(form) => {
                let Form { before, ask, field, after, .. } = *form;
                before.into_iter().for_each(|element| element.items(items));
                if let Field::Name { bad: Some(bad), .. } = field {
                    items.push(Item::words(bad.refusal.sentence));
                }
                items.push(Item::Ask(ask));
                after.into_iter().for_each(|element| element.items(items));
            }
            Element::Message(message, _) => items.push(Item::Words(message)),
            Element::Send(link) => items.push(Item::Copy(link)),
        }
    }
}

impl From<Notice> for Element {
    fn from(notice: Notice) -> Self {
        match notice {
            Notice::Welcome(sentence) => Element::Welcome(sentence),
            Notice::Alarm(sentence) => Element::Fault(sentence),
        }
    }
}

impl From<Item> for Element {
    fn from(item: Item) -> Self {
        Element::Item(item)
    }
}
