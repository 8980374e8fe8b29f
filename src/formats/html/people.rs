//! The pages before a table of several people: the form that opens a table, and the form for its
//! newest link.

use super::content::{Content, Head};
use super::form::OptionsForm;
use super::markup::is_html;
use super::symbol::GamePicture;
use crate::formats::view::{NewTable, Newest};
use crate::game::page::Picture;
use crate::links::{self, WayOn};
use crate::query::About;
use askama::Template;

/// The page of a new table. It asks for the host's name.
#[derive(Template)]
#[template(path = "new-table.html")]
pub struct NewTablePage<'a> {
    /// The choices, and the refused name.
    pub new_table: &'a NewTable<'a>,
}

impl NewTablePage<'_> {
    fn form(&self) -> OptionsForm<'_> {
        OptionsForm::for_people(self.new_table)
    }
}

is_html!(NewTablePage<'_>, NewestPage<'_>);

impl Content for NewTablePage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.new_table.ruleset;
        let title = format!("{} with friends", ruleset.title);
        let description = format!("A table of {} for several people, over links.", ruleset.title);
        Head {
            has_undo: false,
            pictures: vec![Picture::upright(ruleset.picture)],
            ways: Some(vec![WayOn::new("Rules", links::about(ruleset, About::People))]),
            ..Head::new(title, description)
        }
    }
}

/// The page that asks for the newest link of a table.
#[derive(Template)]
#[template(path = "newest.html")]
pub struct NewestPage<'a> {
    /// The table and the password.
    pub newest: &'a Newest<'a>,
}

impl Content for NewestPage<'_> {
    fn head(&self) -> Head {
        let ruleset = self.newest.ruleset;
        let table = self.newest.table.as_ref().map(|code| format!(" {code}"));
        let title = format!("Your place at {}{}", ruleset.title, table.unwrap_or_default());
        let rules = WayOn::new("Rules", links::about(ruleset, About::People));
        Head {
            has_undo: false,
            pictures: vec![Picture::upright(ruleset.picture)],
            ways: Some(vec![WayOn::new("New table", links::with_friends(ruleset)), rules]),
            ..Head::new(title, format!("The way back to a table of {}.", ruleset.title))
        }
    }
}
