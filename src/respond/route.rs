//! The route of a request: what its query asks for, decided once.

use super::people;
use super::visit::{Opened, Visit};
use crate::budget::READINGS_MAX;
use crate::game::any::AnyGame;
use crate::games::{self, GAMES};
use crate::problem::Problem;
use crate::query::{About, LeagueRequest};
use crate::seal::{Purpose, Token};

/// The page that a query asks for, with all that its token opened.
pub enum Route<'a> {
    /// All games.
    Parlour,
    /// The puzzles of the last days.
    Puzzles,
    /// A league, or a new one.
    League(Option<Opened>),
    /// A page about a game, which a position may have led to.
    About(About, &'static AnyGame, Option<Result<Opened, Problem>>),
    /// The puzzle of a day, for a player who comes from the position of another day.
    NextPuzzle(Opened),
    /// A position of a game without passwords.
    Position(Opened),
    /// A table of people with passwords.
    Table(Opened),
    /// A guest's answer to an invitation.
    Answer(Opened),
    /// The newest link of a table, for the player with this password.
    Newest(&'static AnyGame, &'a str),
    /// The solution of a puzzle.
    Solution(&'static AnyGame),
    /// A new table of people with passwords.
    NewTable(&'static AnyGame),
    /// A new game without passwords.
    NewGame(&'static AnyGame),
}

impl<'a> Route<'a> {
    /// The route of a query. The token of a link decides the game, so the query need not name it.
    ///
    /// # Errors
    ///
    /// The query names a game or a choice that does not exist, or no token in it opens.
    pub fn of(visit: &Visit<'a>) -> Result<Self, Problem> {
        let query = visit.query;
        if query.league == Some(LeagueRequest::Open) {
            return Ok(Route::League(None));
        }
        let opened = first_opened(visit);
        let game = match (&opened, &query.game) {
            (Some(Ok(opened)), _) => opened.game,
            (_, Some(key)) => games::find(key).ok_or_else(|| Problem::NoSuchGame(key.clone()))?,
            (Some(Err(problem)), None) => return Err(problem.clone()),
            (None, None) if query.about == Some(About::Programs) => &GAMES[0],
            (None, None) if query.feed || query.puzzles => return Ok(Route::Puzzles),
            (None, None) => return Ok(Route::Parlour),
        };
        let password = query.password.as_deref().filter(|_| game.ruleset.has_tables());
        Ok(match (query.about, opened, password) {
            (Some(about), opened, _) => Route::About(about, game, opened),
            (None, Some(opened), _) => Route::of_link(opened?, query.day.is_some()),
            (None, None, Some(password)) => Route::Newest(game, password),
            (None, None, None) if query.solution => Route::Solution(game),
            (None, None, None) if game.ruleset.is_closed(&visit.choices(game)?) => {
                Route::NewTable(game)
            }
            (None, None, None) => Route::NewGame(game),
        })
    }

    fn of_link(opened: Opened, has_day: bool) -> Self {
        match opened.token.purpose {
            Purpose::Position if opened.game.ruleset.daily && has_day => Route::NextPuzzle(opened),
            Purpose::Position => Route::Position(opened),
            Purpose::Table => Route::Table(opened),
            Purpose::Answer => Route::Answer(opened),
            Purpose::League => Route::League(Some(opened)),
        }
    }
}

/// The first token of the query that opens, or the reason why none does; none without tokens. Of several
/// links of one table it is the newest one.
fn first_opened(visit: &Visit<'_>) -> Option<Result<Opened, Problem>> {
    let tokens = &visit.query.tokens;
    let mut opened = tokens.iter().map(|text| visit.open(text, Token::read(text)));
    if tokens.len() < 2 {
        return opened.next();
    }
    let opened: Vec<_> = opened.collect();
    let place = |at: usize| people::place(opened[at].as_ref().ok()?);
    let first = opened.iter().position(is_genuine).and_then(place);
    let table = visit.query.table.clone().or(first.map(|(table, _)| table));
    let rank = |at| place(at).map(|(code, number)| (Some(code) == table, number, at));
    let newest = (0..opened.len()).filter_map(rank).max().filter(|_| table.is_some());
    match newest {
        Some((.., newest)) => opened.into_iter().nth(newest),
        None => first_genuine(opened.into_iter()),
    }
}

/// Returns true if a token says more than that it is damaged.
fn is_genuine(token: &Result<Opened, Problem>) -> bool {
    !matches!(token, Err(Problem::Damaged(_)))
}

/// The first token that opens, or the reason why none does.
fn first_genuine(
    mut opened: impl ExactSizeIterator<Item = Result<Opened, Problem>>,
) -> Option<Result<Opened, Problem>> {
    let is_all = opened.len() < READINGS_MAX;
    let first = opened.next()?;
    if is_genuine(&first) {
        return Some(first);
    }
    let why = if is_all { first } else { Err(Problem::TooManyLinks) };
    opened.find(is_genuine).or(Some(why))
}
