//! Names in a query of which its page makes nothing. Each name acts on the page, or the page says that it
//! does not. Only those that advertisers add to links are silent; programs see them, too.

use crate::deal::RESULT_MAX;
use crate::formats::shown::{Occasion, Shown};
use crate::formats::view::View;
use crate::game::page::Part;
use crate::game::request::RequestSpec;
use crate::game::ruleset::Ruleset;
use crate::game::text::listed;
use crate::program::Program;
use crate::query::{self, Query, Sit, quoted};
use crate::table::patience::Patience;

/// The names that change nothing on a page, and the sentences about them.
#[derive(Default)]
pub struct Unread {
    /// The names, for programs.
    pub names: Vec<String>,
    /// The sentences, for people.
    pub notice: Option<String>,
}

impl Unread {
    /// The names in a query of which the page of this view makes nothing.
    pub fn of(query: &Query, view: &View<'_>, program: &Program) -> Self {
        let page = match view {
            View::Redirect(_) | View::Ask(_) => return Unread::default(),
            // An error page says what is wrong, and nothing else.
            View::Problem(_) => return Unread { names: query.ignored.clone(), notice: None },
            view => Page { query, view, program },
        };
        let is_read = |pair: &&(String, String)| page.acts(&pair.0);
        let unread: Vec<&str> =
            query.said.iter().filter(|pair| !is_read(pair)).map(|(name, _)| &**name).collect();
        let notice = page.notice(&unread);
        Unread { names: unread.into_iter().map(str::to_owned).collect(), notice }
    }
}

/// The names and values of which this page of a new table makes nothing. Its address keeps them, so that its
/// page says so.
pub fn in_vain<'a>(
    query: &'a Query,
    view: &'a View<'a>,
    program: &'a Program,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let page = Page { query, view, program };
    let pairs = query.said.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    pairs.filter(move |(name, _)| !page.acts(name) && !is_of_advertisers(name))
}

/// The names and values that the address of a new game keeps, although nothing comes of them, so that its page
/// says so: all but those that the address has in its own way.
pub fn kept<'a>(
    query: &'a Query,
    ruleset: &'a Ruleset,
    has: &'a [&str],
) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_there = move |name: &str| has.contains(&name) || is_option(ruleset, name);
    let pairs = query.said.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    pairs.filter(move |(name, _)| !is_there(name) && !is_of_advertisers(name))
}

/// The names and values that ask for a new game or table, beside its options: one that leads to another
/// value of an option keeps them.
pub fn asked<'a>(
    query: &'a Query,
    ruleset: &'a Ruleset,
) -> impl Iterator<Item = (&'a str, &'a str)> + Clone {
    let asks = [query::NAME, query::PATIENCE, query::SEED, query::DAY, query::BEAT];
    let pairs = query.said.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let is_request = |name: &str| ruleset.request(name).is_some();
    // A longer value has lost its end.
    let is_whole = |value: &str| value.chars().count() < query::SAID_CHARS_MAX;
    pairs.filter(move |(name, value)| (asks.contains(name) || is_request(name)) && is_whole(value))
}

/// Returns true if the programs of advertisers and of search engines add such a name to links: `utm_source`,
/// `fbclid`, `mc_eid`.
fn is_of_advertisers(name: &str) -> bool {
    name.starts_with("utm_") || name.starts_with('_') || name.ends_with("id") || name == "ref"
}

fn is_option(ruleset: &Ruleset, name: &str) -> bool {
    ruleset.options.iter().any(|option| option.is_named(name))
}

/// A page, and the query that asked for it.
struct Page<'a> {
    query: &'a Query,
    view: &'a View<'a>,
    program: &'a Program,
}

impl Page<'_> {
    fn position(&self) -> Option<&Shown<'_>> {
        match self.view {
            View::Position(shown) | View::Words(shown) => Some(shown),
            _ => None,
        }
    }

    /// The game whose options or requests the query may have.
    fn ruleset(&self) -> Option<&Ruleset> {
        match self.view {
            View::NewGame(page) => Some(page.ruleset),
            View::NewTable(page) => Some(page.ruleset),
            _ => self.position().map(|shown| shown.ruleset),
        }
    }

    /// Returns true if the page makes something of this name.
    fn acts(&self, name: &str) -> bool {
        let Page { query, view, .. } = *self;
        let (shown, is_new) = (self.position(), query.tokens.is_empty());
        let party = shown.and_then(Shown::party);
        let is_at_table = party.is_some();
        // The answer to an invitation is none.
        let is_real_table = party.is_some_and(|party| party.answer().is_none());
        let is_new_table = matches!(view, View::NewTable(_));
        let occasion = shown.and_then(Shown::dealt).map(|dealt| &dealt.occasion);
        let is_solution = matches!(occasion, Some(Occasion::Solution));
        // The host may make a request while opening a table, and a player with the puzzle of a day.
        let has_day = |page: &Shown<'_>| page.deal().is_some_and(|deal| deal.day().is_some());
        let plays = |page: &Shown<'_>| !is_new || has_day(page) && !is_solution;
        let hears = is_at_table || shown.is_some_and(plays);
        // A page about a game has the link back to where it was opened.
        let is_back = shown.is_none() && !is_new;
        // That about the link itself has it to the position.
        let is_of_link = matches!(view, View::Anatomy(_) | View::QrCode(_));
        if query.without_meaning.contains(&name) {
            return false;
        }
        match name {
            query::FORMAT => true,
            query::GAME => !is_new || !matches!(view, View::League(_)),
            query::RULES => matches!(
                view,
                View::Rules(_)
                    | View::Manual(_)
                    | View::NewGame(_)
                    | View::Anatomy(_)
                    | View::QrCode(_)
            ),
            // A seed promises that the game begins as before, and where nothing is dealt it does.
            query::SEED => match view {
                View::NewTable(page) => page.ruleset.hears_seed(&page.choices),
                _ => is_new && shown.is_some_and(|page| page.ruleset.hears_seed(&page.choices)),
            },
            query::DAY => {
                shown.is_some_and(|shown| has_day(shown) && (is_new || shown.ruleset.daily))
            }
            query::BEAT => shown.is_some_and(|shown| {
                let has_result =
                    query.to_beat.is_some_and(|to_beat| (1..=RESULT_MAX).contains(&to_beat));
                is_new && has_result && (shown.ruleset.measure)(&shown.choices).is_some()
            }),
            query::PEOPLE => {
                is_new && (shown.is_some() || is_new_table) || matches!(view, View::NewGame(_))
            }
            query::NAME => is_new_table || is_at_table && (is_new || query.sit.is_some()),
            query::PATIENCE => {
                let is_read =
                    query.patience.as_deref().is_some_and(|text| Patience::read(text).is_some());
                is_read && (is_new_table || is_at_table && is_new)
            }
            query::DEALT_IN => !is_new && self.deals_in(),
            query::SIT => is_real_table,
            query::ANSWERS | query::RESULTS => is_real_table || matches!(view, View::League(_)),
            query::PASSWORD | query::TABLE | query::AT => {
                is_at_table || is_back || matches!(view, View::Newest(_))
            }
            query::LEAGUE => matches!(view, View::League(_)),
            query::BOARD_REQUEST => shown.is_some_and(|shown| {
                let wanted = query.board_request.as_deref().unwrap_or_default();
                shown.ruleset.request(wanted).is_some()
            }),
            // The page about a link shows the position after a typed move.
            query::MOVE => hears || matches!(view, View::Anatomy(_)),
            query::NUMBERED => hears,
            query::WORDS | query::LINKS => shown.is_some(),
            query::SURE => self.may_ask(RequestSpec::asks_first),
            query::TURNED => is_back || shown.is_some_and(has_sides),
            query::MADE => {
                let is_made = |page: &Shown<'_>| page.step.has_passed || page.is_walked;
                matches!(occasion, Some(Occasion::Made | Occasion::Returned | Occasion::Ended))
                    || is_back
                    || query.made && !is_new && shown.is_some_and(is_made)
            }
            query::AFTER => is_back && !is_of_link || shown.is_some_and(|shown| shown.is_walked),
            query::PLAY_ON => query.after.is_some() && shown.is_some_and(|shown| shown.is_walked),
            query::SOLUTION => is_solution,
            query::PUZZLES | query::FEED => matches!(view, View::Puzzles(_)),
            query::STYLE | query::ASK => false,
            // A request in a position is for the referee to hear, and a link that is taken apart keeps it.
            _ if self.program.has_request(name) && (hears || is_of_link) => true,
            _ => {
                let chooses = is_new || matches!(view, View::NewGame(_));
                self.ruleset().is_some_and(|ruleset| chooses && is_option(ruleset, name))
            }
        }
    }

    /// Returns true if a request of the query is one of these. A typed move may be any request.
    fn may_ask(&self, is_one: impl Fn(&RequestSpec) -> bool) -> bool {
        let Some(shown) = self.position() else { return false };
        let spec = |(asked, _): &(String, _)| shown.ruleset.request(asked);
        let mut requests = self.query.rest.iter().filter_map(spec);
        self.query.typed.is_some() || requests.any(is_one)
    }

    /// Returns true if the query names people to whom its request deals, or an answer that it chooses.
    fn deals_in(&self) -> bool {
        let Some(party) = self.position().and_then(Shown::party) else { return false };
        let mut seats = self.query.seats_dealt_in().into_iter();
        match self.query.sit {
            Some(Sit::Choose) => seats.next().is_some(),
            Some(Sit::Again) => seats.any(|seat| seat < party.state.size),
            _ => self.may_ask(|spec| spec.deals) && seats.any(|seat| seat < party.state.size),
        }
    }

    /// The sentences about these names, which change nothing on the page. The last one names all that are no
    /// option of the game, and lists the options.
    fn notice(&self, unread: &[&str]) -> Option<String> {
        let (mut sentences, mut no_options) = (Vec::new(), Vec::new());
        for name in unread {
            match self.remark(name) {
                Some(Remark::Says(sentence)) => sentences.push(sentence),
                Some(Remark::NoOption(name)) => no_options.push(name),
                None => {}
            }
        }
        let options = self.ruleset().filter(|_| !no_options.is_empty()).map(|ruleset| {
            let (no_options, options) = (no_options.join(" or "), listed(option_names(ruleset)));
            let has = if options.is_empty() { options } else { format!("; it has {options}") };
            format!("This game has no option {no_options}{has}.")
        });
        sentences.extend(options);
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }

    /// The remark about a name that changes nothing on the page. `None` if the referee has made it, or if nobody
    /// who plays wrote the name.
    fn remark(&self, name: &str) -> Option<Remark> {
        let shown = shown(name);
        if self.query.without_meaning.contains(&name) {
            return says(format!("This page makes nothing of the value of {shown}."));
        }
        if let Some(ruleset) = self.ruleset().filter(|ruleset| name == query::DAY && !ruleset.daily)
        {
            let elsewhere = ruleset.puzzles_in.map(|title| format!(" {title} has one."));
            let title = ruleset.title;
            let none = format!("{shown} changes nothing here: {title} has no puzzle of the day.");
            return says(none + &elsewhere.unwrap_or_default());
        }
        let is_known = self.query.rest.iter().any(|(known, _)| known == name);
        let ruleset =
            self.ruleset().filter(|_| is_known || self.query.ignored.iter().any(|i| i == name));
        if let Some(ruleset) = ruleset {
            let is_asked = !self.query.tokens.is_empty() && self.position().is_some();
            let requests = ruleset.requests.iter().map(|spec| spec.name);
            if is_asked && !is_known && nearest(name, requests).is_some() {
                return None;
            }
            if is_option(ruleset, name) {
                return says(format!(
                    "{shown} changes nothing now: a game keeps the options with which it began."
                ));
            }
            if let Some(known) = nearest(name, option_names(ruleset)) {
                let known = self::shown(known);
                return says(format!("This game has no option {shown}. Do you mean {known}?"));
            }
        }
        let names = query::NAMES.iter().copied();
        if let Some(known) = nearest(name, names).filter(|_| !query::NAMES.contains(&name)) {
            let known = self::shown(known);
            return says(format!("{shown} changes nothing on this page. Do you mean {known}?"));
        }
        match ruleset {
            _ if is_of_advertisers(name) && !is_known => None,
            Some(ruleset)
                if is_known || self.query.tokens.is_empty() && !ruleset.options.is_empty() =>
            {
                Some(Remark::NoOption(shown))
            }
            _ => says(format!("{shown} changes nothing on this page.")),
        }
    }
}

/// A remark about a name that changes nothing on a page.
enum Remark {
    Says(String),
    /// Its game has no option of this name, in quotation marks.
    NoOption(String),
}

fn says(sentence: String) -> Option<Remark> {
    Some(Remark::Says(sentence))
}

/// Returns true if the players of a game sit at opposite sides of its board.
fn has_sides(shown: &Shown<'_>) -> bool {
    let boards = shown.page().parts.iter().chain(&shown.step.page.parts).filter_map(Part::board);
    boards.into_iter().any(|board| board.has_sides)
}

/// A name in quotation marks, short and printable.
fn shown(name: &str) -> String {
    format!("\u{201c}{}\u{201d}", quoted(name))
}

fn option_names(ruleset: &Ruleset) -> impl Iterator<Item = &'static str> {
    ruleset.options.iter().map(|option| option.name())
}

/// The name that somebody may have meant who misspelt it.
pub fn nearest<'a>(name: &str, mut known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known.find(|known| known.len() >= LETTERS_MIN && is_near(name, known))
}

/// The game that somebody may have meant who wrote this key: its title or a part of it, its key, or one that
/// a letter tells from them.
pub fn meant(program: &Program, written: &str) -> Option<&'static Ruleset> {
    let letters = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = letters(written);
    let rulesets = || program.games.iter().map(|game| game.ruleset);
    let names = |ruleset: &Ruleset| [letters(ruleset.key), letters(ruleset.title)];
    let is = |fits: fn(&str, &str) -> bool| {
        rulesets().find(|ruleset| names(ruleset).iter().any(|name| fits(&wanted, name)))
    };
    let is_long = wanted.len() >= LETTERS_MIN;
    is(|given, name| given == name)
        .or_else(|| is(is_near).filter(|_| is_long))
        .or_else(|| is(|given, name| name.contains(given)).filter(|_| is_long))
}

/// Shorter names are near to too many others.
const LETTERS_MIN: usize = 4;

/// Returns true if one letter makes the difference: it is missing, added, another, or has changed places
/// with its neighbour.
fn is_near(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let alike = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let (one, other) = (&one[alike..], &other[alike..]);
    let is_added = one.get(1..) == Some(other) || other.get(1..) == Some(one);
    let is_another = !one.is_empty() && one.get(1..) == other.get(1..);
    let is_swapped = match (one, other) {
        ([a, b, rest @ ..], [c, d, others @ ..]) => (a, b, rest) == (d, c, others),
        _ => false,
    };
    is_added || is_another || is_swapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_makes_a_name_near() {
        for near in ["choose_hnd", "choose_handd", "choose_hant", "chosoe_hand", "hoose_hand"] {
            assert!(is_near(near, "choose_hand") && is_near("choose_hand", near), "{near}");
        }
        for far in ["choose_hand", "choose_hd", "choose_dnah", "", "choose", "hand_choose"] {
            assert!(!is_near(far, "choose_hand") && !is_near("choose_hand", far), "{far}");
        }
    }
}
