//! A table of several people from whom something is hidden: they carry the game in links that they
//! send each other, and nothing is kept.
//!
//! Who opens the public link sees what is public; who knows a password sees and moves for its seat. A
//! move passes the turn to the next person, and its answer is the new public link: the address to
//! send. The order of the checks matters: password, turn, then the game. The other way round a
//! spectator would be told about somebody's hand.

use super::typed::understand;
use super::visit::{Found, TABLE, Visit, unpacker};
use crate::formats::party::{AGAIN, NEW_PASSWORD, Party, Seated, WrongName};
use crate::formats::table::Table;
use crate::formats::view::{NewTable, Newest, View};
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::chance::Chance;
use crate::game::options::Choices;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::{Page, Part};
use crate::game::request::{NOT_A_PASSWORD, Refusal, Request};
use crate::game::seat::{Seat, Viewer};
use crate::gateway::http::CachePolicy;
use crate::links::PositionLinks;
use crate::problem::Problem;
use crate::seal::Opened;
use crate::table::name::{BadName, Name};
use crate::table::password::Password;
use crate::table::paste;
use crate::table::state::{Person, TableState};
use crate::table::turn_code::TurnCode;
use std::borrow::Cow;

/// A table as it was sealed.
struct Sealed {
    choices: Choices,
    state: TableState,
    /// The position of the game, packed; of no meaning until everybody has sat down.
    position: Packer,
}

/// Opens a table, at which whoever asks sits first.
pub fn open_table<'v>(visit: &Visit<'_>, game: &'static AnyGame) -> Found<'v> {
    let choices = visit.choices(game)?;
    let id = u64::from_be_bytes(visit.random()?);
    let state = TableState::new((game.people)(&choices), id);
    // Nothing is dealt before everybody has sat down; this only takes up the room.
    let mut position = Packer::new();
    let nobody = Asker::nameless(Viewer::Everybody);
    (game.deal)(&choices, &mut Chance::from_seed([0; 32]), nobody, &mut position);
    sit_down(visit, game, Sealed { choices, state, position })
}

/// The table that was sealed: as the public sees it, or whoever has a password, after what the query
/// asks for.
pub fn look<'v>(visit: &Visit<'_>, game: &'static AnyGame, sealed: &Opened) -> Found<'v> {
    let damaged = |_: Unpackable| Problem::Damaged(Some(game.ruleset));
    let mut packed = unpacker(game.ruleset, sealed);
    let table = Sealed::unpack(game, &mut packed).map_err(damaged)?;
    let password = visit.query.password.as_deref();
    let seat = password.and_then(Password::read).and_then(|password| table.state.seat_of(password));
    match visit.query.sit.as_deref() {
        Some(AGAIN) => return play_again(visit, game, table, seat),
        Some(NEW_PASSWORD) => return change_password(visit, game, table, seat),
        Some(_) if !table.state.is_full() => return sit_down(visit, game, table),
        _ => {}
    }
    let request = visit.request(game.ruleset);
    let is_typed = visit.query.typed.is_some();
    if password.is_some() && seat.is_none() {
        return show(visit, game, table, None, Some(NOT_A_PASSWORD.into()));
    }
    match request {
        _ if is_typed => play_typed(visit, game, table, seat),
        Ok(None) => show(visit, game, table, seat, None),
        Err(fault) => show(visit, game, table, seat, Some(fault.into())),
        Ok(Some(request)) => match check_turn(game, &table, seat) {
            Err(refusal) => show(visit, game, table, seat, Some(refusal)),
            Ok(seat) => play(visit, game, table, seat, &request),
        },
    }
}

/// The turn of the table that was sealed, with the code of its line.
pub fn turn_code(game: &AnyGame, sealed: &Opened) -> Result<TurnCode, Problem> {
    let table = Sealed::unpack(game, &mut unpacker(game.ruleset, sealed));
    Ok(table.map_err(|_| Problem::Damaged(Some(game.ruleset)))?.state.turn_code())
}

/// The page for whoever comes with a password alone: it asks for the newest link.
pub fn ask_for_newest<'v>(visit: &Visit<'_>, game: &'static AnyGame) -> (View<'v>, CachePolicy) {
    let password = visit.query.password.clone().unwrap_or_default();
    let address = (visit.services.address)();
    (View::Newest(Newest { ruleset: game.ruleset, password, address }), CachePolicy::No)
}

/// Sits down whoever asks, in the next free seat. The last to sit has the game dealt, and sees
/// nothing of it.
fn sit_down<'v>(visit: &Visit<'_>, game: &'static AnyGame, mut table: Sealed) -> Found<'v> {
    let seats = (game.seats)(&table.choices);
    let others = table.state.names();
    let computers = seats.iter().skip(table.state.size);
    let taken = others.iter().chain(computers).map(AsRef::as_ref);
    let text = visit.query.name.as_deref();
    let name = match text.map(|text| Name::read(text, taken)) {
        Some(Ok(name)) => name,
        Some(Err(bad)) => return ask_for_name(visit, game, table, Some(bad)),
        None => return ask_for_name(visit, game, table, None),
    };
    let password = Password::from_random(visit.random()?);
    let seat = table.state.people.len();
    table.state.people.push(Person { name: name.clone(), password, last: None });
    if table.state.is_full() {
        table.deal(visit, game)?;
    }
    table.state = table.state.after_turn(Some(seat), name.as_str());
    arrive(visit, game, table, Some(password))
}

/// The form for a name: of whoever opens a table, or wants to sit at one.
fn ask_for_name<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    bad: Option<BadName>,
) -> Found<'v> {
    let bad_name = bad.map(|bad| WrongName {
        sentence: bad.sentence(),
        typed: match bad {
            BadName::NotLetters(other) => other,
            _ => visit.query.name.as_deref().unwrap_or_default().to_owned(),
        },
    });
    let is_new = table.state.people.is_empty();
    if is_new {
        let (ruleset, choices) = (game.ruleset, table.choices);
        return Ok((View::NewTable(NewTable { ruleset, choices, bad_name }), CachePolicy::No));
    }
    let (mut view, cache) = show(visit, game, table, None, None)?;
    if let View::Table(table) = &mut view
        && let Some(party) = &mut table.party
    {
        party.bad_name = bad_name;
    }
    Ok((view, cache))
}

/// The same people play again, in the same passwords. Whoever sits after the one who asks leads.
fn play_again<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    mut table: Sealed,
    seat: Option<Seat>,
) -> Found<'v> {
    let Some(seat) = seat else {
        return show(visit, game, table, None, Some(NOT_A_PASSWORD.into()));
    };
    if table.turn(game)?.is_some() || !table.state.is_full() {
        return show(visit, game, table, Some(seat), None);
    }
    let size = table.state.size;
    table.state.people.rotate_left((seat + 1) % size);
    table.state.people.iter_mut().for_each(|person| person.last = None);
    table.deal(visit, game)?;
    table.state = table.state.after_turn(Some(size - 1), "again");
    arrive(visit, game, table, None)
}

/// Gives whoever is on turn another password: the one they had may be known to others.
fn change_password<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    mut table: Sealed,
    seat: Option<Seat>,
) -> Found<'v> {
    let seat = match check_turn(game, &table, seat) {
        Ok(seat) => seat,
        Err(refusal) => return show(visit, game, table, seat, Some(refusal)),
    };
    let password = Password::from_random(visit.random()?);
    if let Some(person) = table.state.people.get_mut(seat) {
        person.password = password;
    }
    arrive(visit, game, table, Some(password))
}

/// Puts a request of the seat on turn to the referee.
fn play<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    seat: Seat,
    request: &Request,
) -> Found<'v> {
    let names = table.state.names();
    let asker = Asker { viewer: Viewer::Seat(seat), names: &names };
    let (step, position) = table.step(game, asker, Some(request))?;
    if step.refusal.is_some() {
        return show(visit, game, table, Some(seat), step.refusal);
    }
    let after = Sealed { position, ..table };
    let is_half = step.turn == Some(seat);
    let public = after.public(game)?;
    let state = match is_half {
        true => after.state.clone(),
        false => after.state.after_turn(Some(seat), &public),
    };
    let table = Sealed { state, ..after };
    match is_half {
        true => lay(visit, game, table, Some(seat), step),
        false => arrive(visit, game, table, None),
    }
}

/// Puts what the seat on turn typed to the referee.
fn play_typed<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    seat: Option<Seat>,
) -> Found<'v> {
    let on_turn = match check_turn(game, &table, seat) {
        Ok(on_turn) => on_turn,
        Err(refusal) => return show(visit, game, table, seat, Some(refusal)),
    };
    let names = table.state.names();
    let asker = Asker { viewer: Viewer::Seat(on_turn), names: &names };
    let page = table.step(game, asker, None)?.0.page;
    let Some(text) = visit.query.typed.as_deref() else {
        return show(visit, game, table, seat, None);
    };
    let understood = understand(visit, game.ruleset, &page, text);
    let (mut view, cache) = match understood.request {
        Ok(request) => play(visit, game, table, on_turn, &request),
        Err(refusal) => show(visit, game, table, seat, Some(refusal)),
    }?;
    if let View::Table(table) = &mut view {
        table.typed = Some(Box::new(understood.typed));
    }
    Ok((view, cache))
}

/// The seat of whoever asks, if it is their turn.
fn check_turn(game: &AnyGame, table: &Sealed, seat: Option<Seat>) -> Result<Seat, Refusal> {
    let seat = seat.ok_or(NOT_A_PASSWORD)?;
    let turn = table.turn(game).ok().flatten().filter(|_| table.state.is_full());
    if turn == Some(seat) { Ok(seat) } else { Err(game.ruleset.out_of_turn.into()) }
}

/// Sends a browser on to the new link of the table: with a password, or the one to send.
fn arrive<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    password: Option<Password>,
) -> Found<'v> {
    if !visit.format.redirects {
        let seat = password.and_then(|password| table.state.seat_of(password));
        return show(visit, game, table, seat, None);
    }
    let token = visit.seal(game.ruleset, TABLE, table.pack())?;
    let links = visit.format.links.position(game.ruleset, &token);
    let link = match password {
        Some(password) => links.with_password(password).position().clone(),
        None => links.at(table.state.turn_code()),
    };
    Ok((View::Redirect(link), CachePolicy::No))
}

/// The page of a table, for the public or for a seat.
fn show<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    seat: Option<Seat>,
    refusal: Option<Refusal>,
) -> Found<'v> {
    let step = match table.state.is_full() {
        true => {
            let names = table.state.names();
            let viewer = seat.map_or(Viewer::Everybody, Viewer::Seat);
            table.step(game, Asker { viewer, names: &names }, None)?.0
        }
        false => lobby(game.ruleset.title, &table, seat),
    };
    lay(visit, game, table, seat, Step { refusal, ..step })
}

/// The page of a table at which not everybody sits.
fn lobby(title: &str, table: &Sealed, seat: Option<Seat>) -> Step {
    let host = table.state.people.first().map_or("", |host| host.name.as_str());
    let whose = match seat {
        None => format!("{host} invites you to {title}."),
        Some(0) => "Your table is open.".to_owned(),
        Some(_) => format!("You sit at {host}'s table."),
    };
    let free = match table.state.size - table.state.people.len() {
        1 => "One seat is free.".to_owned(),
        missing => format!("{missing} seats are free."),
    };
    Step::of(Page::new("The table is open", format!("{whose} {free}")))
}

/// Lays a step on the table, for the public or for a seat.
fn lay<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    table: Sealed,
    seat: Option<Seat>,
    step: Step,
) -> Found<'v> {
    let ruleset = game.ruleset;
    let token = visit.seal(ruleset, TABLE, table.pack())?;
    let public = visit.format.links.position(ruleset, &token);
    let password = seat.and_then(|seat| Some(table.state.people.get(seat)?.password));
    let links: PositionLinks = match password {
        Some(password) => public.with_password(password),
        None => public.clone(),
    };
    let party = Party {
        size: table.state.size,
        people: table.state.people.iter().map(seated).collect(),
        turn: step.turn,
        turn_code: table.state.turn_code(),
        asked_turn_code: asked_turn_code(visit, table.state.turn_code()),
        seat,
        password,
        table_link: public.at(table.state.turn_code()),
        bad_name: None,
    };
    let cache = match visit.query.password.is_some() || seat.is_some() || visit.query.name.is_some()
    {
        true => CachePolicy::No,
        false => CachePolicy::TenMinutes,
    };
    let address = (visit.services.address)();
    let party = Some(Box::new(party));
    let table = Table::new(ruleset, table.choices, links, step);
    let lists_links = visit.query.links;
    let table = Table { address, lists_links, party, ..table };
    Ok((View::Table(Box::new(table)), cache))
}

fn seated(person: &Person) -> Seated {
    Seated { name: person.name.as_str().to_owned(), last: person.last }
}

/// The turn code that the link says, if it is not that of the game in it.
fn asked_turn_code(visit: &Visit<'_>, turn_code: TurnCode) -> Option<String> {
    let pasted = visit.query.token.as_ref().and_then(|text| paste::read(text).turn_code);
    let asked = visit.query.at.clone().or(pasted)?;
    (TurnCode::read(&asked) != Some(turn_code)).then_some(asked)
}

impl Sealed {
    fn pack(&self) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.state.pack(&mut packer);
        packer.append(&self.position);
        packer
    }

    fn unpack(game: &AnyGame, packed: &mut Unpacker<'_>) -> Result<Self, Unpackable> {
        let choices = Choices::unpack(game.ruleset.options, packed)?;
        if !(game.is_closed)(&choices) || !game.has_seats_for_all(&choices) {
            return Err(Unpackable::Impossible);
        }
        let state = TableState::unpack((game.people)(&choices), packed)?;
        let mut position = Packer::new();
        let nobody = Asker::nameless(Viewer::Everybody);
        (game.play)(&choices, packed.clone(), nobody, None, &mut position)?;
        Ok(Sealed { choices, state, position })
    }

    /// Deals the game, by chance that nobody has seen.
    fn deal(&mut self, visit: &Visit<'_>, game: &AnyGame) -> Result<(), Problem> {
        let mut chance = Chance::from_seed(visit.random()?);
        self.position = Packer::new();
        let nobody = Asker::nameless(Viewer::Everybody);
        (game.deal)(&self.choices, &mut chance, nobody, &mut self.position);
        Ok(())
    }

    /// What somebody sees of the game, and the position after their request.
    fn step(
        &self,
        game: &AnyGame,
        asker: Asker<'_>,
        request: Option<&Request>,
    ) -> Result<(Step, Packer), Problem> {
        let bytes = self.position.clone().finish();
        let mut packer = Packer::new();
        let packed = Unpacker::new(&bytes);
        let step = (game.play)(&self.choices, packed, asker, request, &mut packer);
        let step = step.map_err(|_| Problem::Damaged(Some(game.ruleset)))?;
        Ok((step, packer))
    }

    /// Whose turn it is; everybody may know that.
    fn turn(&self, game: &AnyGame) -> Result<Option<Seat>, Problem> {
        Ok(self.step(game, Asker::nameless(Viewer::Everybody), None)?.0.turn)
    }

    /// All that everybody sees, in words.
    fn public(&self, game: &AnyGame) -> Result<String, Problem> {
        let names = self.state.names();
        let everybody = Asker { viewer: Viewer::Everybody, names: &names };
        Ok(words_of(&self.step(game, everybody, None)?.0.page))
    }
}

/// The words of a page, one behind the other.
fn words_of(page: &Page) -> String {
    let mut words: Vec<Cow<'_, str>> = vec![(&*page.state).into(), (&*page.status).into()];
    for part in &page.parts {
        let cells = part.cells().iter().flat_map(|cell| [&*cell.text, &*cell.label]);
        words.extend(cells.map(Cow::from));
        match part {
            Part::Facts(facts) => {
                let facts = facts.facts.iter().flat_map(|fact| [&*fact.name, &*fact.value]);
                words.extend(facts.map(Cow::from));
            }
            Part::Log(log) => words.extend(log.entries.iter().map(|entry| (&**entry).into())),
            Part::Seats(seats) => {
                let counts =
                    seats.seats.iter().map(|seat| format!("{}: {}", seat.name, seat.count));
                words.extend(counts.map(Cow::from));
            }
            Part::Board(_) | Part::Row(_) | Part::Passage(_) => {}
        }
    }
    words.join("\n")
}
