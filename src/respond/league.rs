//! A league adds up games that people played to their end at tables of this server. It is a link, and
//! the server does not store it.

use super::people;
use super::visit::{Found, Opened, Visit};
use crate::formats::view::{LeaguePage, View};
use crate::game::any::AnyGame;
use crate::game::ruleset::Ruleset;
use crate::gateway::http::CachePolicy;
use crate::links;
use crate::problem::Problem;
use crate::query::{LeagueRequest, paste};
use crate::seal::{Purpose, Token};
use crate::table::gather::TOO_MANY_LINKS;
use crate::table::league::League;
use crate::table::result::GameResult;

/// The page of a league, after the request of the query. Without a token it is a new league.
pub fn look(visit: &Visit<'_>, opened: Option<&Opened>) -> Found {
    let mut league = opened.map(unpacked).transpose()?.unwrap_or_default();
    match visit.query.league {
        Some(LeagueRequest::Same) => league.count_doubted(),
        Some(LeagueRequest::Others) => league.leave_out_doubted(),
        Some(LeagueRequest::Undo) => league.undo(),
        Some(LeagueRequest::Open) | None => {}
    }
    let mut pasted = Pasted::of(opened.map(|opened| opened.game.ruleset));
    if let Some(text) = &visit.query.pasted {
        pasted.read(visit, text);
    }
    let Pasted { ruleset, leagues, results, mut news } = pasted;
    news.extend(league.add(&leagues, &results));
    let (link, link_to_send) = match ruleset {
        None => (links::league(None), None),
        Some(ruleset) => {
            let links = visit.seal(ruleset, Purpose::League, league.pack())?;
            let for_people = links::position(ruleset, links.token()).position().clone();
            (links.position().clone(), Some(for_people))
        }
    };
    let address = (visit.services.address)();
    let page = LeaguePage { ruleset, league, news, link, link_to_send, address };
    Ok((View::League(page), CachePolicy::TenMinutes))
}

fn unpacked(opened: &Opened) -> Result<League, Problem> {
    League::unpack(&opened.content).map_err(|why| opened.damaged(why))
}

/// The leagues and the results in a pasted text.
struct Pasted {
    /// The game of the league. `None` before the first link.
    ruleset: Option<&'static Ruleset>,
    leagues: Vec<League>,
    results: Vec<GameResult>,
    /// The sentences about links that bring nothing.
    news: Vec<String>,
}

impl Pasted {
    /// Nothing, for a league of this game.
    fn of(ruleset: Option<&'static Ruleset>) -> Self {
        Pasted { ruleset, leagues: Vec::new(), results: Vec::new(), news: Vec::new() }
    }

    /// Reads the links in a text.
    fn read(&mut self, visit: &Visit<'_>, text: &str) {
        let rest = paste::read_each(text, visit.query.readings_left(), |reading| {
            let Ok(opened) = visit.open(reading, Token::read(reading)) else { return false };
            let why = self.take(visit, &opened).err();
            self.news.extend(why);
            true
        });
        if visit.query.is_cut {
            self.news.push(people::TOO_LONG.to_owned());
        } else if !rest.is_whole {
            self.news.push(TOO_MANY_LINKS.to_owned());
        } else if !rest.has_known && rest.unknown.is_empty() {
            self.news.push(format!("There is no link in this text. {ADVICE}"));
        } else {
            let unknown = rest.unknown.iter();
            self.news.extend(unknown.map(|link| {
                format!("\u{201c}{link}\u{201d} is no whole link of this server. {ADVICE}")
            }));
        }
    }

    /// Takes what a link brings. `Err` has the sentence why it brings nothing.
    fn take(&mut self, visit: &Visit<'_>, opened: &Opened) -> Result<(), String> {
        let AnyGame { ruleset, .. } = opened.game;
        if let Some(own) = self.ruleset.filter(|own| own.key != ruleset.key) {
            return Err(format!(
                "One link is of {}, and this is a league of {}. Open a new league for it.",
                ruleset.title, own.title
            ));
        }
        let no_end = || format!("One link of {} is not at the end of its game.", ruleset.title);
        match opened.token.purpose {
            Purpose::League => self.leagues.push(unpacked(opened).map_err(|_| no_end())?),
            Purpose::Table => {
                let result = people::result(visit, opened).ok().flatten();
                self.results.push(result.ok_or_else(no_end)?);
            }
            Purpose::Position | Purpose::Answer => return Err(no_end()),
        }
        self.ruleset = Some(ruleset);
        Ok(())
    }
}

/// The advice beside a link that does not open.
const ADVICE: &str = "Open the last page of each game, and copy its whole link.";
