//! A game whose link is all that it takes to move: one person's, or one at which nothing is hidden
//! and whoever has the link moves for the seat on turn.

use super::typed::{Understood, typed_move};
use super::visit::{Found, POSITION, Visit, unpacker};
use crate::deal::{Deal, DealId};
use crate::formats::table::Table;
use crate::formats::view::View;
use crate::game::any::{AnyGame, Asker, Step};
use crate::game::options::Choices;
use crate::game::outcome::Mood;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::request::Refusal;
use crate::game::ruleset::{Deals, Ruleset};
use crate::game::seat::Viewer;
use crate::gateway::http::CachePolicy;
use crate::links::Link;
use crate::problem::Problem;
use crate::seal::Opened;

/// Whoever has the link.
const PERSON: Asker<'_> = Asker::nameless(Viewer::Seat(0));

/// A new game, as the query asks for it. A browser is sent on to an address of the very deal, so
/// that Back, Reload and a bookmark keep it.
pub fn deal<'v>(visit: &Visit<'_>, game: &'static AnyGame) -> Found<'v> {
    let choices = visit.choices(game)?;
    let deal = which_deal(visit, game.ruleset, (game.deals)(&choices))?;
    let address = visit.format.links.deal(game.ruleset, &choices, Some(deal));
    show_deal(visit, game, choices, deal, address)
}

/// The puzzle of the day that the query names, for whoever comes from a position: with the same
/// choices, and with the streak that goes on from there.
pub fn go_on<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    token: &str,
    sealed: &Opened,
) -> Found<'v> {
    let ruleset = game.ruleset;
    let damaged = |_: Unpackable| Problem::Damaged(Some(ruleset));
    let mut packed = unpacker(ruleset, sealed);
    let (choices, from) = unpack_start(game, sealed.token_version, &mut packed).map_err(damaged)?;
    let step = (game.play)(&choices, packed, PERSON, None, &mut Packer::new()).map_err(damaged)?;
    let deal = which_deal(visit, ruleset, (game.deals)(&choices))?;
    let here = visit.format.links.position(ruleset, token);
    let Some(day) = deal.day() else {
        let address = visit.format.links.deal(ruleset, &choices, Some(deal));
        return show_deal(visit, game, choices, deal, address);
    };
    let is_won = step.mood == Mood::Won && (game.people)(&choices) == 1;
    let deal = Deal { streak: from.streak_on(day, is_won), ..deal };
    show_deal(visit, game, choices, deal, here.puzzle(day))
}

/// The solution of the puzzle of a day that is past.
pub fn solution<'v>(visit: &Visit<'_>, game: &'static AnyGame) -> Found<'v> {
    let ruleset = game.ruleset;
    let choices = visit.choices(game)?;
    let deal = which_deal(visit, ruleset, (game.deals)(&choices))?;
    let has_solution = (game.people)(&choices) == 1 && (game.has_solution)(&choices);
    let Some(day) = deal.day().filter(|_| has_solution) else {
        return Err(Problem::NoSolution(ruleset));
    };
    if visit.today().is_none_or(|today| day >= today) {
        return Err(Problem::EarlySolution(ruleset));
    }
    let mut packer = start_packing(ruleset, &choices, deal);
    let mut chance = deal.chance(ruleset.key, secret(visit, ruleset, deal)?);
    let step = (game.solve)(&choices, &mut chance, PERSON, &mut packer);
    let table = table(visit, game, choices, deal, packer, step)?;
    let table = Table { is_solution: true, ..table };
    Ok((View::Table(Box::new(table)), CachePolicy::TenMinutes))
}

/// A deal. A browser is sent on to `address`, which keeps it, or where it has none to its position.
fn show_deal<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    choices: Choices,
    deal: Deal,
    address: Link,
) -> Found<'v> {
    let ruleset = game.ruleset;
    let deals = (game.deals)(&choices);
    let is_lasting = deals == Deals::Alike || names(visit, deal, deals);
    let is_here = is_lasting || !visit.format.redirects;
    if !is_here && deal.to_query().is_some() {
        return Ok((View::Redirect(address), CachePolicy::No));
    }
    let mut packer = start_packing(ruleset, &choices, deal);
    let mut chance = deal.chance(ruleset.key, secret(visit, ruleset, deal)?);
    let step = (game.deal)(&choices, &mut chance, PERSON, &mut packer);
    let mut table = table(visit, game, choices, deal, packer, step)?;
    let seed = visit.query.seed.as_deref().filter(|_| visit.query.day.is_none());
    let words = seed.and_then(Deal::seed_words).filter(|_| table.deal.is_some());
    table.deal_words = words.map(str::to_owned);
    table.is_fresh = true;
    let cache = if is_lasting { CachePolicy::TenMinutes } else { CachePolicy::No };
    match is_here {
        true => Ok((View::Table(Box::new(table)), cache)),
        false => Ok((View::Redirect(table.links.position().clone()), cache)),
    }
}

/// The position that was sealed, after the request that the query puts, if any.
pub fn open<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    token: &str,
    sealed: &Opened,
) -> Result<Table<'v>, Problem> {
    let ruleset = game.ruleset;
    let damaged = |_: Unpackable| Problem::Damaged(Some(ruleset));
    let mut packed = unpacker(ruleset, sealed);
    let (choices, deal) = unpack_start(game, sealed.token_version, &mut packed).map_err(damaged)?;
    let mut packer = start_packing(ruleset, &choices, deal);
    let typed = typed_move(visit, game, &choices, &packed, PERSON).map_err(damaged)?;
    let (request, typed, after) = match typed {
        Some(Understood { request, typed, position }) => {
            (request.map(Some), Some(Box::new(typed)), position)
        }
        None => (visit.request(ruleset).map_err(Refusal::from), None, None),
    };
    if let Some(after) = &after {
        packed = Unpacker::new(after);
    }
    let (request, fault) = match request {
        Ok(request) => (request, None),
        Err(refusal) => (None, Some(refusal)),
    };
    let played = (game.play)(&choices, packed, PERSON, request.as_ref(), &mut packer);
    let step = played.map_err(damaged)?;
    let step = Step { refusal: fault.or(step.refusal), ..step };
    let mut table = table(visit, game, choices, deal, packer, step)?;
    let here = visit.format.links.position(ruleset, token);
    table.anatomy = here.anatomy(request.as_ref());
    let asked = request.map(|request| request.spec.name.to_owned());
    table.board_request = visit.query.board_request.clone().or(asked);
    table.typed = typed;
    table.lists_links = visit.query.links;
    Ok(table)
}

/// Whether the address asked for names this very deal, today and for ever.
fn names(visit: &Visit<'_>, deal: Deal, deals: Deals) -> bool {
    let asked = visit.query.day.as_ref().or(visit.query.seed.as_ref());
    let is_lasting = |asked: &str, name: &str| match deals {
        Deals::Secret => asked == name,
        Deals::Alike | Deals::Open => asked != "today",
    };
    deal.to_query().is_some_and(|(_, name)| asked.is_some_and(|asked| is_lasting(asked, &name)))
}

/// The deal that the query names, or a fresh one.
fn which_deal(visit: &Visit<'_>, ruleset: &'static Ruleset, deals: Deals) -> Result<Deal, Problem> {
    let has_key = ruleset.deals == Deals::Secret;
    let mut deal = if deals == Deals::Alike {
        Deal::of(DealId::Code(0))
    } else if let Some(day) = &visit.query.day {
        Deal::of(DealId::Day(visit.day(ruleset, day)?))
    } else if let Some(seed) = &visit.query.seed {
        Deal::from_seed_text(seed, has_key)
    } else {
        let number = DealId::number(visit.random()?);
        Deal::of(if has_key { DealId::Private(number) } else { DealId::Code(number) })
    };
    if has_key {
        deal.key.get_or_insert(visit.keys.sealing_key().id());
    }
    Ok(deal)
}

/// The key that is mixed into a deal; nothing where there is none.
fn secret<'a>(
    visit: &Visit<'a>,
    ruleset: &'static Ruleset,
    deal: Deal,
) -> Result<&'a [u8], Problem> {
    let Some(id) = deal.key else { return Ok(&[]) };
    let key = visit.keys.opening_keys().find(|key| key.id() == id);
    key.map(|key| &key.bytes()[..]).ok_or(Problem::RetiredKey(ruleset))
}

fn table<'v>(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    choices: Choices,
    deal: Deal,
    packer: Packer,
    step: Step,
) -> Result<Table<'v>, Problem> {
    let (ruleset, people) = (game.ruleset, (game.people)(&choices));
    let sealed_bits = packer.bits();
    let token = visit.seal(ruleset, POSITION, packer)?;
    let links = visit.format.links.position(ruleset, &token);
    let is_named = (game.deals)(&choices) != Deals::Alike && deal.to_query().is_some();
    let is_practice = is_named && ruleset.deals == Deals::Secret;
    // A key that has left the ring took its deals with it; the games dealt with it go on. And a
    // server whose clock is ahead may have dealt the puzzle of a day that has not begun here.
    let has_key = || secret(visit, ruleset, deal).is_ok();
    let has_begun = || deal.day().is_none_or(|day| visit.has_begun(day));
    let deal = (is_named && has_key() && has_begun()).then_some(deal);
    let is_shared = step.page.end.as_ref().is_some_and(|end| end.share.is_some());
    let is_sent = people > 1 && step.turn.is_some();
    let address = if is_shared || is_sent { (visit.services.address)() } else { None };
    let today = deal.and_then(Deal::day).and_then(|_| visit.today());
    let has_solution = people == 1 && (game.has_solution)(&choices);
    Ok(Table {
        deal,
        is_practice,
        people,
        sealed_bits,
        address,
        today,
        has_solution,
        ..Table::new(ruleset, choices, links, step)
    })
}

/// What is sealed before the position of the game: the choices and the deal.
fn start_packing(ruleset: &Ruleset, choices: &Choices, deal: Deal) -> Packer {
    let mut packer = Packer::new();
    choices.pack(&mut packer);
    deal.pack(ruleset.deals == Deals::Secret, &mut packer);
    packer
}

fn unpack_start(
    game: &AnyGame,
    token_version: u8,
    packed: &mut Unpacker<'_>,
) -> Result<(Choices, Deal), Unpackable> {
    let ruleset = game.ruleset;
    let choices = match token_version {
        1 => Choices::unpack_layout_1(ruleset.options, layout_1(ruleset.key), packed),
        _ => Choices::unpack(ruleset.options, packed),
    }?;
    if !game.has_seats_for_all(&choices) {
        return Err(Unpackable::Impossible);
    }
    Ok((choices, Deal::unpack(token_version, ruleset.deals == Deals::Secret, packed)?))
}

/// How many values the options of a game had in tokens of version 1.
fn layout_1(game: &str) -> &'static [u64] {
    match game {
        "concentration" => &[5, 4],
        "tictactoe" => &[2, 2],
        "noughts" => &[3, 3, 2, 2],
        "maze" => &[4],
        "rps" => &[5, 2],
        "eights" => &[5, 2, 2],
        _ => &[],
    }
}
