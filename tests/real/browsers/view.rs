//! The view of a player who knows nothing of the game: words, and links to follow.

use parlour::game::chance::Chance;
use support::reader::{Link as PageLink, Page};

/// Words on the page of a game that is over.
const THE_END: &str = "Play again";
/// Words of a referee who refuses: on most pages, and on those with cards an unknown request.
const FAULTS: [&str; 2] = ["Nothing has changed", "This game has no such request"];
/// The beginnings of the part of a page with other links, in text: the password, the link to send,
/// the proof of the deal, the rules and the links behind them.
const ELSEWHERE: [&str; 9] = [
    "Your password",
    "Send this link",
    "Turn the board",
    "Proof that",
    "Rules",
    "Options",
    "New game",
    "Start this deal again",
    "Save or share",
];
/// The link to the present page.
pub const POSITION: &str = "this position";
/// Words on the answer to a question, which changes no position.
const AN_ANSWER: &str = "Back to the game";
/// The beginning of the choice among several requests at one place. It changes no position.
const TOOLS: &str = "Mode:";
/// A word of links that leave the game for a site on the internet.
const AWAY: &str = "Lichess";

/// The link on a private page to the public page of the same turn.
const FOR_EVERYBODY: &str = "Open the page for everybody";

/// A link as a browser shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its words. In a graphical browser, the words that are read out.
    pub label: String,
    /// By what the browser knows it.
    pub place: usize,
}

impl Link {
    /// Returns true if the link asks for a hint, or takes the move of one.
    pub fn helps(&self) -> bool {
        self.label.starts_with("Hint") || self.label.starts_with("Take it")
    }

    /// Returns true if the link leads from an answer back to the game. The other links of an answer make
    /// moves.
    pub fn leads_back(&self) -> bool {
        self.label.contains(AN_ANSWER)
    }
}

/// The view of a browser.
#[derive(Clone, Debug)]
pub struct View {
    /// All words, links and all.
    pub words: String,
    /// The links on the board and among the offers, in reading order.
    pub moves: Vec<Link>,
    /// The link to the present page.
    pub position: Option<Link>,
}

impl View {
    /// A page of which the whole markup is at hand; the place of a link counts all links.
    pub fn of_page(page: &Page) -> Self {
        let links: Vec<PageLink> = page.links();
        let navigation = page.element("nav").unwrap_or_default();
        let behind = Page { html: navigation.to_owned() }.links().len();
        let leads_on = |link: &PageLink| {
            let is = |name: &str| link.query().split('&').any(|pair| pair.starts_with(name));
            let is_turn = !link.label.contains(FOR_EVERYBODY);
            is_turn && is("s=") && !is("use=") && !is("rules") && !is("sit=")
        };
        let numbered = || links.iter().enumerate();
        let link = |(place, link): (usize, &PageLink)| Link { label: link.label.clone(), place };
        View {
            words: page.words("main").unwrap_or_default(),
            moves: numbered()
                .take(links.len().saturating_sub(behind))
                .filter(|(_, link)| leads_on(link))
                .map(link)
                .collect(),
            position: numbered().find(|(_, link)| link.label == POSITION).map(link),
        }
    }

    /// A page as text, each of whose links is shown by `find` in a line.
    pub fn of_text(text: &str, mut find: impl FnMut(&str) -> Vec<Link>) -> Self {
        let mut moves = Vec::new();
        let mut position = None;
        let (mut among_tools, mut in_navigation) = (false, false);
        for line in text.lines() {
            among_tools =
                line.trim_start().starts_with(TOOLS) || (among_tools && !line.trim().is_empty());
            in_navigation |= ELSEWHERE.iter().any(|words| line.contains(words));
            let links = find(line);
            if in_navigation {
                position = position.or(links.into_iter().find(|link| is_position(&link.label)));
            } else if !among_tools {
                let leads_away =
                    |label: &str| label.contains(FOR_EVERYBODY) || label.contains(AWAY);
                let is_move = |label: &str| !is_field(label) && !leads_away(label);
                moves.extend(links.into_iter().filter(|link| is_move(&link.label)));
            }
        }
        View { words: text.to_owned(), moves, position }
    }

    /// The link that a player follows who knows nothing of the game: any, and often a hint.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[track_caller]
    pub fn choose(&self, chance: &mut Chance) -> &Link {
        // A hint that only says something leads nowhere by itself.
        let takes_hint = chance.below(2) == 0;
        let hint = self.moves.iter().find(|link| takes_hint && link.helps());
        let link = hint.or_else(|| chance.pick(&self.moves));
        link.unwrap_or_else(|| panic!("there is no way on:\n{}", self.words))
    }

    /// Returns true if the game has ended.
    pub fn is_over(&self) -> bool {
        self.words.contains(THE_END)
    }

    /// Returns true if this answers a question.
    pub fn is_answer(&self) -> bool {
        self.words.contains(AN_ANSWER)
    }

    /// Returns true if the referee has refused.
    pub fn has_fault(&self) -> bool {
        FAULTS.iter().any(|words| self.words.contains(words))
    }
}

/// The links of a line in which each one's number precedes it: `[7]---  [8]lock`.
pub fn numbered_links(line: &str) -> Vec<Link> {
    let starts = line.match_indices('[').filter_map(|(at, _)| {
        let (number, _) = line[at + 1..].split_once(']')?;
        Some((at, at + number.len() + 2, number.parse().ok()?))
    });
    let starts: Vec<(usize, usize, usize)> = starts.collect();
    let end = |at: usize| starts.get(at + 1).map_or(line.len(), |(next, ..)| *next);
    let link = |(at, (_, start, place)): (usize, &(usize, usize, usize))| {
        let label = line[*start..end(at)].trim_end_matches([' ', ',', '\u{a0}']);
        // A line between columns, if it is not the label itself: a match of Nim.
        let label = label.strip_suffix('|').filter(|rest| !rest.is_empty()).unwrap_or(label);
        Link { label: label.trim_end().to_owned(), place: *place }
    };
    starts.iter().enumerate().map(link).collect()
}

/// The number of a field in a text browser, which is before the field: `Your name [1]____`. A choice
/// and a button have their label behind them: `[3]( ) paper`, `([7]BUTTON) Go`.
#[track_caller]
pub fn field_number<'a>(page: &'a str, label: &str, is_choice: bool) -> &'a str {
    let find = || {
        let number = if is_choice {
            page.split_once(&format!(") {label}"))?.0.rsplit_once('[')?.1
        } else {
            page.split_once(label)?.1.split_once('[')?.1
        };
        Some(number.split_once(']')?.0)
    };
    find().unwrap_or_else(|| panic!("there is no {label} in\n{page}"))
}

/// A browser in the hands of a player who knows nothing of the game.
pub trait Browser {
    /// Looks at the page.
    fn look(&mut self) -> View;
    /// Follows a link of the page at hand.
    fn follow(&mut self, link: &Link);
    /// Opens an address.
    fn visit(&mut self, url: &str);
    /// Writes something behind the address of the page at hand, and goes there.
    fn lengthen_address(&mut self, more: &str);
    /// Goes back by one page.
    fn back(&mut self);
}

/// A browser in the hands of somebody who fills in forms.
pub trait Writer: Browser {
    /// Writes into the fields that have these labels, and presses a button. A choice among several has
    /// nothing to write.
    fn fill_in(&mut self, fields: &[(&str, &str)], button: &str);
    /// Follows the link that begins with these words.
    fn follow_words(&mut self, words: &str);
}

/// Returns true for the field under a board and its button, which some browsers number as they do links.
fn is_field(label: &str) -> bool {
    let label = label.trim();
    label.starts_with(['_', '['])
        || label.trim_start_matches('(').starts_with("BUTTON)")
        || ["", "Go", "]"].contains(&label)
}

/// Returns true if this is the label of the link to the position. The next line may have its end.
fn is_position(label: &str) -> bool {
    let label = label.trim();
    label.contains(POSITION) || (!label.is_empty() && POSITION.starts_with(label))
}
