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
use crate::query::LeagueRequest;
use crate::seal::{Purpose, Token};
use crate::table::league::League;
use crate::table::notice::Notice;
use crate::table::result::GameResult;

/// The page of a league, after the request of the query. Without a token it is a new league.
pub fn look(visit: &Visit<'_>, opened: Option<&Opened>) -> Found {
    let mut league = opened.map(|opened| unpacked(visit, opened)).transpose()?.unwrap_or_default();
    match visit.query.league {
        Some(LeagueRequest::Same) => league.count_doubted(),
        Some(LeagueRequest::Others) => league.leave_out_doubted(),
        Some(LeagueRequest::Undo) => league.undo(),
        Some(LeagueRequest::Open) | None => {}
    }
    let mut pasted = Pasted::of(opened.map(|opened| opened.game.ruleset));
    pasted.read(visit);
    let Pasted { ruleset, leagues, results, mut notices } = pasted;
    notices.extend(league.add(&leagues, &results));
    let (link, link_to_send) = match ruleset {
        None => (links::league(None), None),
        Some(ruleset) => {
            let links = visit.seal(ruleset, Purpose::League, league.pack())?;
            let for_people = links::position(ruleset, links.token()).position().clone();
            (links.position().clone(), Some(for_people))
        }
    };
    let address = (visit.services.address)();
    let has_pasted = visit.query.pasted.is_some();
    let page = LeaguePage { ruleset, league, notices, has_pasted, link, link_to_send, address };
    Ok((View::League(page), CachePolicy::TenMinutes))
}

fn unpacked(visit: &Visit<'_>, opened: &Opened) -> Result<League, Problem> {
    League::unpack(&opened.content).map_err(|why| visit.unusable(opened, why))
}

/// The leagues and the results in a pasted text.
struct Pasted {
    /// The game of the league. `None` before the first link.
    ruleset: Option<&'static Ruleset>,
    leagues: Vec<League>,
    results: Vec<GameResult>,
    /// The notices of links that bring nothing.
    notices: Vec<Notice>,
}

impl Pasted {
    /// Nothing, for a league of this game.
    fn of(ruleset: Option<&'static Ruleset>) -> Self {
        Pasted { ruleset, leagues: Vec::new(), results: Vec::new(), notices: Vec::new() }
    }

    /// Reads the links in the text of the query.
    fn read(&mut self, visit: &Visit<'_>) {
        let unopened = visit.query.read_pasted(ADVICE, |reading| {
            let Ok(opened) = visit.open(reading, Token::read(reading)) else { return false };
            let why = self.take(visit, &opened).err();
            self.notices.extend(why.map(Notice::Alarm));
            true
        });
        self.notices.extend(unopened);
    }

    /// Takes what a link brings. `Err` has the sentence why it brings nothing.
    fn take(&mut self, visit: &Visit<'_>, opened: &Opened) -> Result<(), String> {
        let AnyGame { ruleset, .. } = opened.game;
        if opened.token.purpose == Purpose::Position {
            return Err(format!(
                "One link is of {} without passwords. A league counts games with passwords.",
                ruleset.title
            ));
        }
        if let Some(own) = self.ruleset.filter(|own| own.key != ruleset.key) {
            return Err(format!(
                "One link is of {}, and this is a league of {}. Open a new league for it.",
                ruleset.title, own.title
            ));
        }
        let no_end = || format!("One link of {} is not at the end of its game.", ruleset.title);
        match opened.token.purpose {
            Purpose::League => self.leagues.push(unpacked(visit, opened).map_err(|_| no_end())?),
            Purpose::Table => {
                let result = people::result(visit, opened).ok().flatten();
                let is_abandoned = people::is_left_alone(opened);
                let title = ruleset.title;
                let no_result =
                    || format!("One game of {title} ended without a result: it does not count.");
                let why = || if is_abandoned { no_result() } else { no_end() };
                self.results.push(result.ok_or_else(why)?);
            }
            Purpose::Position | Purpose::Answer => return Err(no_end()),
        }
        self.ruleset = Some(ruleset);
        Ok(())
    }
}

/// The advice beside a link that does not open.
const ADVICE: &str = "Open the last page of each game, and copy its whole link.";
