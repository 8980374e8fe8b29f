//! The pages before a table of several people: the form that opens a table, and the form for its
//! newest link.

use super::content::{Content, LINKS, way};
use super::form::OptionsForm;
use super::symbol::GamePicture;
use crate::formats::view::{NewTable, Newest};
use crate::game::page::Picture;
use crate::links::WayOn;
use crate::query::About;
use askama::Template;
use askama::filters::HtmlSafe;

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

impl HtmlSafe for NewTablePage<'_> {}

impl Content for NewTablePage<'_> {
    fn title(&self) -> String {
        format!("{} with friends", self.new_table.ruleset.title)
    }

    fn description(&self) -> String {
        format!("A table of {} for several people, over links.", self.new_table.ruleset.title)
    }

    fn has_undo(&self) -> bool {
        false
    }

    fn pictures(&self) -> Vec<Picture> {
        vec![Picture::upright(self.new_table.ruleset.picture)]
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        Some(vec![way("Rules", LINKS.about(self.new_table.ruleset, About::People))])
    }
}

/// The page that asks for the newest link of a table.
#[derive(Template)]
#[template(path = "newest.html")]
pub struct NewestPage<'a> {
    /// The table and the password.
    pub newest: &'a Newest<'a>,
}

impl HtmlSafe for NewestPage<'_> {}

impl Content for NewestPage<'_> {
    fn title(&self) -> String {
        let table = self.newest.table.as_ref().map(|code| format!(" {code}"));
        let title = self.newest.ruleset.title;
        format!("Your place at {title}{}", table.unwrap_or_default())
    }

    fn description(&self) -> String {
        format!("The way back to a table of {}.", self.newest.ruleset.title)
    }

    fn pictures(&self) -> Vec<Picture> {
        vec![Picture::upright(self.newest.ruleset.picture)]
    }

    fn has_undo(&self) -> bool {
        false
    }

    fn ways(&self) -> Option<Vec<WayOn>> {
        let ruleset = self.newest.ruleset;
        let rules = way("Rules", LINKS.about(ruleset, About::People));
        Some(vec![way("New table", LINKS.with_friends(ruleset)), rules])
    }
}
