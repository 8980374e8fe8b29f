//! A game that needs only its link: a game of one person, or a game without secrets, in which
//! anyone with the link moves for the seat on turn.

use super::asked::{Asked, understand};
use super::beat;
use super::unread;
use super::visit::{Found, Opened, Visit};
use crate::date::Day;
use crate::deal::{Deal, DealId, RESULT_MAX};
use crate::formats::shown::{Dealt, Occasion, Sharing, Shown};
use crate::formats::view::View;
use crate::formats::walk::Walk;
use crate::game::any::{AnyGame, AnyPosition, Asker, Step};
use crate::game::chance::Chance;
use crate::game::duel::{COMPUTER, PERSON};
use crate::game::options::Choices;
use crate::game::outcome::Mood;
use crate::game::pack::{Packer, Unpackable, Unpacker};
use crate::game::page::Page;
use crate::game::request::{EARLY_SOLUTION, Help};
use crate::game::ruleset::Ruleset;
use crate::game::seat::Viewer;
use crate::game::secrecy::{Deals, Hides};
use crate::game::verification::{Commitment, to_hex};
use crate::gateway::http::CachePolicy;
use crate::links::{self, Link, PositionLinks};
use crate::problem::{Problem, Wait};
use crate::query::{self, Query, TODAY};
use crate::seal::Purpose;
use std::rc::Rc;

/// The holder of the link.
fn holder<'a>(visit: &Visit<'_>, site: Option<&'a str>) -> Asker<'a> {
    let Query { sure: is_sure, turned: turns_board, made, typed, .. } = visit.query;
    let (is_sure, turns_board) = (*is_sure, *turns_board);
    // The player on turn may type a move behind any link.
    let has_moved = *made && typed.is_none();
    Asker { site, is_sure, turns_board, has_moved, ..Asker::nameless(Viewer::Seat(0)) }
}

/// A game and the facts that are settled before its first move.
pub(super) struct Game<'a> {
    visit: &'a Visit<'a>,
    game: &'static AnyGame,
    choices: Choices,
    deal: Deal,
}

/// A new game, as the query asks for it. A browser is sent on to an address of the very deal, so
/// that Back, Reload and a bookmark keep it.
pub fn deal(visit: &Visit<'_>, game: &'static AnyGame) -> Found {
    let game = Game::asked(visit, game, visit.choices(game)?)?;
    let address = links::deal(game.ruleset(), &game.choices, Some(game.deal));
    game.begin(address)
}

/// The puzzle of the day in the query, for a player who comes from a position. It has the same
/// choices, and continues the streak of that position.
pub fn go_on(visit: &Visit<'_>, opened: &Opened) -> Found {
    let (before, position) = Game::opened(visit, opened)?;
    let is_won = position.mood() == Mood::Won && before.choices.people() == 1;
    let streak = |day| before.deal.streak_on(day, is_won);
    let asked = Game::asked(visit, opened.game, before.choices);
    let mut game = asked.map_err(|problem| match (problem, &visit.query.day) {
        (Problem::FutureDay(ruleset, wait), Some(day)) => {
            let streak = Day::parse(day).map_or(0, streak);
            Problem::FutureDay(ruleset, Wait { streak, ..wait })
        }
        (problem, _) => problem,
    })?;
    let address = match game.deal.day() {
        Some(day) => {
            game.deal.streak = streak(day);
            opened.links.puzzle(day)
        }
        None => links::deal(game.ruleset(), &game.choices, Some(game.deal)),
    };
    game.begin(address)
}

/// The puzzle of this day before its first move. Its links name the day and hold no sealed position, so a
/// page with them is the same for everybody.
///
/// # Errors
///
/// The deal needs a key that has left the ring.
pub fn puzzle(
    visit: &Visit<'_>,
    game: &'static AnyGame,
    day: Day,
) -> Result<Shown<'static>, Problem> {
    let ruleset = game.ruleset;
    let choices = ruleset.choices_of_day(Choices::defaults(ruleset.options));
    let game = Game { visit, game, choices, deal: Deal::of(DealId::Day(day)) };
    let position = (game.game.deal)(&game.choices, &mut game.chance()?, holder(visit, None));
    Ok(game.shown_behind(links::moves_of_day(ruleset, day), position.step()))
}

/// The solution of the puzzle of a day that is past.
pub fn solution(visit: &Visit<'_>, game: &'static AnyGame) -> Found {
    let game = Game::asked(visit, game, visit.choices(game)?)?;
    let (Some(day), true) = (game.deal.day(), game.has_solution()) else {
        return Err(Problem::NoSolution(game.ruleset()));
    };
    if visit.today().is_none_or(|today| day >= today.day) {
        return Err(Problem::EarlySolution(game.ruleset()));
    }
    let site = (visit.services.address)();
    let holder = holder(visit, site.as_deref());
    let position = (game.game.deal)(&game.choices, &mut game.chance()?, holder);
    let step = Step { answer: position.solution().map(Box::new), ..position.step() };
    let shown = game.shown(&*position, step, Occasion::Solution, None)?;
    Ok((View::Position(Box::new(shown)), CachePolicy::TenMinutes))
}

/// The position that was sealed, after the request of the query, if there is one.
pub fn open(visit: &Visit<'_>, opened: &Opened) -> Result<Shown<'static>, Problem> {
    let (game, position) = Game::opened(visit, opened)?;
    game.answer(position, Some(&opened.links))
}

impl<'a> Game<'a> {
    /// The game that the query asks for: its deal, or a fresh one.
    fn asked(
        visit: &'a Visit<'a>,
        game: &'static AnyGame,
        choices: Choices,
    ) -> Result<Self, Problem> {
        let (ruleset, query) = (game.ruleset, visit.query);
        let choices = match query.day {
            Some(_) => ruleset.choices_of_day(choices),
            None => choices,
        };
        let deals = (ruleset.secrecy)(&choices).deals;
        let has_key = deals == Deals::Secret;
        let mut deal = if deals == Deals::Alike {
            Deal::of(DealId::Code(0))
        } else if has_key && choices.people() > 1 {
            // Otherwise a player could deal the same game again and look at the others' hands.
            Deal::of(DealId::Private(DealId::number(visit.random()?)))
        } else if deals.are_named()
            && let Some(day) = &query.day
        {
            Deal::of(DealId::Day(visit.day(ruleset, day)?))
        } else if let Some(seed) = &query.seed {
            Deal::from_seed_text(seed, has_key)
        } else {
            let number = DealId::number(visit.random()?);
            Deal::of(if has_key { DealId::Private(number) } else { DealId::Code(number) })
        };
        if has_key {
            deal.key.get_or_insert(visit.keys.sealing_key().id());
        }
        let result = query.to_beat.filter(|result| (1..=RESULT_MAX).contains(result));
        deal.to_beat = result.filter(|_| (ruleset.measure)(&choices).is_some());
        Ok(Game { visit, game, choices, deal })
    }

    /// The game that was sealed, and its position.
    pub fn opened(
        visit: &'a Visit<'a>,
        opened: &Opened,
    ) -> Result<(Self, Rc<dyn AnyPosition>), Problem> {
        Self::unpacked(visit, opened, Unpacker::new(&opened.content))
    }

    /// The game that was sealed, and a position with at least so many of its first moves, if it has them. To
    /// read no more of a long game keeps a question about its beginning cheap.
    pub fn opened_up_to(
        visit: &'a Visit<'a>,
        opened: &Opened,
        moment: usize,
    ) -> Result<(Self, Rc<dyn AnyPosition>), Problem> {
        let packed = Unpacker::new(&opened.content).up_to(moment);
        Self::unpacked(visit, opened, packed)
    }

    fn unpacked(
        visit: &'a Visit<'a>,
        opened: &Opened,
        mut packed: Unpacker<'_>,
    ) -> Result<(Self, Rc<dyn AnyPosition>), Problem> {
        let game = opened.game;
        let unpack = || {
            let choices = Choices::unpack(game.ruleset.options, &mut packed)?;
            if !game.has_seats_for_all(&choices) {
                return Err(Unpackable::Impossible);
            }
            let has_key = (game.ruleset.secrecy)(&choices).deals == Deals::Secret;
            let deal = Deal::unpack(has_key, &mut packed)?;
            let site = (visit.services.address)();
            let position = (game.open)(&choices, packed, holder(visit, site.as_deref()))?;
            Ok((Game { visit, game, choices, deal }, position))
        };
        unpack().map_err(|why| visit.unusable(opened, why))
    }

    /// The position after the request of the query, if there is one. `links` are those of the link that was
    /// opened.
    fn answer(
        mut self,
        position: Rc<dyn AnyPosition>,
        links: Option<&PositionLinks>,
    ) -> Result<Shown<'static>, Problem> {
        let (visit, ruleset) = (self.visit, self.ruleset());
        let (asked, typed, position) = match visit.query.typed.as_deref() {
            None => (Asked::by_name(visit, ruleset), None, position),
            Some(text) => {
                let understood = understand(visit, ruleset, &position, text);
                (understood.asked, Some(Box::new(understood.typed)), understood.position)
            }
        };
        let asked = self.unless_early(asked);
        let help = asked.request().map_or(Help::No, |request| request.spec.help);
        let (step, position) = match &asked {
            Asked::Refused(refusal) => (position.refusing(refusal.clone()), position),
            _ => position.play(asked.request()),
        };
        // A refused request helps nobody.
        if help != Help::No && step.refusal.is_none() {
            self.deal = self.deal.helped();
        }
        let is_moved = asked.request().is_some() && step.refusal.is_none() && step.answer.is_none();
        let is_made = is_moved || visit.query.made && asked.request().is_none();
        if is_made && let Some(made) = step.page.sending.as_ref().and_then(|sent| sent.made.clone())
        {
            // The page of a challenge must not reveal the request that made it, and the maker does not
            // play it.
            let mut page = Page { state: made.clone(), status: made, ..step.page };
            page.clear_offers();
            let step = Step { page, has_passed: true, ..step };
            let occasion = if is_moved { Occasion::Made } else { Occasion::Opened };
            return self.shown(&*position, step, occasion, None);
        }
        let is_looking = visit.query.made && matches!(asked, Asked::Nothing);
        let is_over = step.ranking.is_some();
        if is_looking && is_over && step.page.sending.is_some() {
            let site = (visit.services.address)();
            let maker = Viewer::Seat(COMPUTER);
            let names = &["Your friend".into()];
            let maker = Asker { viewer: maker, names, ..holder(visit, site.as_deref()) };
            let seen = position.seen_by(maker).step();
            return self.shown(&*position, seen, Occasion::Returned, None);
        }
        let anatomy = links.map(|links| links.anatomy(asked.request()));
        let own_request = asked.request().map(|request| request.spec.name.to_owned());
        let board_request = visit.query.board_request.clone().or(own_request);
        let lists_links = visit.query.links;
        let has_ended = is_over && self.choices.people() == 2 && (is_moved || is_looking);
        let occasion = if has_ended { Occasion::Ended } else { Occasion::Opened };
        let shown = self.shown(&*position, step, occasion, anatomy)?;
        Ok(Shown { board_request, typed, lists_links, ..shown })
    }

    pub fn ruleset(&self) -> &'static Ruleset {
        self.game.ruleset
    }

    /// The kind of deals with these choices.
    fn deals(&self) -> Deals {
        (self.ruleset().secrecy)(&self.choices).deals
    }

    /// Returns true if deals of this game have a solution to show.
    fn has_solution(&self) -> bool {
        self.choices.people() == 1 && (self.game.has_solution)(&self.choices)
    }

    /// Deals the game. A browser is sent on to `address`, which keeps the deal, or to the position if
    /// the deal has no address.
    fn begin(self, address: Link) -> Found {
        let (visit, ruleset) = (self.visit, self.ruleset());
        let has = [
            (query::GAME, true),
            (query::SEED, ruleset.hears_seed(&self.choices)),
            (query::PEOPLE, true),
            (query::FORMAT, true),
            (query::DAY, self.deal.day().is_some()),
            (query::BEAT, self.deal.to_beat.is_some()),
        ];
        let has: Vec<&str> = has.iter().filter(|(_, has)| *has).map(|(name, _)| *name).collect();
        let kept: Vec<(&str, &str)> = unread::kept(visit.query, ruleset, &has).collect();
        let is_lasting = self.deals() == Deals::Alike || self.is_named();
        // Lynx waits seconds at a redirect whose address is relative.
        let is_lynx = self.visit.request.is_lynx;
        let is_here = is_lasting || is_lynx || !visit.format.redirects;
        if !is_here && self.deal.to_query().is_some() {
            let address = kept.iter().fold(address, |link, (name, value)| link.with(name, value));
            return Ok((View::Redirect(address), CachePolicy::No));
        }
        let site = (visit.services.address)();
        let holder = holder(visit, site.as_deref());
        let position = (self.game.deal)(&self.choices, &mut self.chance()?, holder);
        let query = self.visit.query;
        let cache = if is_lasting { CachePolicy::TenMinutes } else { CachePolicy::No };
        if self.deal.day().is_some() && !matches!(Asked::by_name(visit, ruleset), Asked::Nothing) {
            return Ok((View::Position(Box::new(self.answer(position, None)?)), cache));
        }
        let seed = query.seed.as_deref().filter(|_| query.day.is_none());
        let words = seed.and_then(Deal::seed_words).map(str::to_owned);
        let shown = self.shown(&*position, position.step(), Occasion::Fresh(words), None)?;
        // A position would hear a name that is meant for the deal. So the page of the deal tells of it.
        if !is_here && kept.is_empty() {
            return Ok((View::Redirect(shown.links.position().clone()), CachePolicy::No));
        }
        Ok((View::Position(Box::new(shown)), cache))
    }

    /// Returns true if the requested address always names this deal.
    fn is_named(&self) -> bool {
        let query = self.visit.query;
        let day = query.day.as_ref().filter(|_| self.deal.day().is_some());
        let asked = day.or(query.seed.as_ref());
        let is_lasting = |typed: &str, name: &str| match self.deals() {
            Deals::Secret => typed == name,
            Deals::Alike | Deals::Later | Deals::Open => typed != TODAY,
        };
        let name = self.deal.to_query();
        name.is_some_and(|(_, name)| asked.is_some_and(|asked| is_lasting(asked, &name)))
    }

    /// The key that is mixed into the deal; empty if there is none.
    fn secret(&self) -> Result<&'a [u8], Problem> {
        let Some(id) = self.deal.key else { return Ok(&[]) };
        let key = self.visit.keys.opening_keys().find(|key| key.id() == id);
        key.map(|key| &key.bytes()[..]).ok_or(Problem::RetiredKey(self.ruleset()))
    }

    fn chance(&self) -> Result<Chance, Problem> {
        Ok(self.deal.chance(self.ruleset().key, self.secret()?))
    }

    /// The commitment to the seed of a secret deal, in a game whose deals can be verified.
    fn commitment(&self, is_over: bool) -> Option<Commitment> {
        let ruleset = self.ruleset();
        let is_checked = ruleset.verification.is_some() && self.deals() == Deals::Secret;
        if !is_checked {
            return None;
        }
        let seed = self.deal.seed(ruleset.key, self.secret().ok()?);
        Some(Commitment::to(to_hex(&seed), is_over))
    }

    /// Everything that is sealed: the choices, the deal and the position.
    fn pack(&self, position: &dyn AnyPosition) -> Packer {
        let mut packer = Packer::new();
        self.choices.pack(&mut packer);
        self.deal.pack(self.deals() == Deals::Secret, &mut packer);
        position.pack(&mut packer);
        packer
    }

    /// The same request, unless it asks for the solution of a puzzle before its day is past.
    fn unless_early(&self, asked: Asked) -> Asked {
        let help = asked.request().map_or(Help::No, |request| request.spec.help);
        if help == Help::Solution && self.is_early() {
            return Asked::Refused(EARLY_SOLUTION.into());
        }
        asked
    }

    /// Returns true if this is the puzzle of a day that may not be past.
    fn is_early(&self) -> bool {
        let may_be_today = |day| self.visit.today().is_none_or(|today| day >= today.day);
        self.ruleset().daily && self.deal.day().is_some_and(may_be_today)
    }

    /// The walk through the game from its position. A person who plays alone may play on from an earlier
    /// moment if the game hides nothing.
    pub fn walk(&self, position: &dyn AnyPosition, links: &PositionLinks) -> Walk {
        let hides = (self.ruleset().secrecy)(&self.choices).hides;
        let is_alone = self.choices.people() == 1;
        let may_replay = is_alone && !matches!(hides, Hides::Things(_));
        let (game, moments) = (links.clone(), position.moments());
        Walk { game, moments, at: None, notes: Vec::new(), replays: may_replay.then_some(PERSON) }
    }

    /// The same game of a player who takes moves back.
    pub fn taking_back(self) -> Self {
        Game { deal: self.deal.taken_back(), ..self }
    }

    /// This step, behind links to what is already sealed.
    pub fn shown_behind(self, links: PositionLinks, step: Step) -> Shown<'static> {
        Shown {
            address: (self.visit.services.address)(),
            ..Shown::new(self.ruleset(), self.choices, links, step)
        }
    }

    /// This step, with the links to go on from the position. `anatomy` leads to the page about the link that was opened.
    pub fn shown(
        self,
        position: &dyn AnyPosition,
        step: Step,
        occasion: Occasion,
        anatomy: Option<Link>,
    ) -> Result<Shown<'static>, Problem> {
        let packer = self.pack(position);
        let Game { visit, deal, .. } = self;
        let ruleset = self.ruleset();
        let committed = || self.commitment(step.ranking.is_some());
        let commitment = step.commitment.clone().or_else(committed);
        let help = [(deal.is_helped, "hints"), (deal.has_taken_back, "moves taken back")];
        let help = help.into_iter().filter_map(|(had, what)| had.then_some(what));
        let page = step.page.helped(&help.collect::<Vec<_>>());
        let page = match (deal.to_beat, (ruleset.measure)(&self.choices)) {
            (Some(result), Some(unit)) => beat::compare(page, result.into(), unit),
            _ => page,
        };
        let page = if self.is_early() { page.without(Help::Solution) } else { page };
        let step = Step { page, commitment, ..step };
        let deals = self.deals();
        let is_named = deals.are_named() && deal.to_query().is_some();
        // A key that has left the ring took its deals with it; the games dealt with it go on. A
        // server whose clock is ahead may have dealt the puzzle of a day that has not begun here.
        let can_deal =
            || self.secret().is_ok() && deal.day().is_none_or(|day| visit.has_begun(day));
        let known_deal = (is_named && can_deal()).then_some(deal);
        let sealed_bits = packer.bits();
        let links = visit.seal(ruleset, Purpose::Position, packer)?;
        let links = if visit.query.turned { links.turned() } else { links };
        let is_made = step.has_passed || matches!(occasion, Occasion::Returned | Occasion::Ended);
        let links = if is_made { links.made() } else { links };
        let walk = self.walk(position, &links);
        let walk = (!walk.moments.is_empty()).then(|| Box::new(walk));
        let today = known_deal.and_then(Deal::day).and_then(|_| visit.today());
        let is_of_today = today.is_some_and(|today| deal.day() == Some(today.day));
        let puzzles = visit.services.settings.daily().filter(|_| is_of_today);
        let dealt = Dealt {
            deal: known_deal,
            is_practice: is_named && deals == Deals::Secret,
            today,
            other_puzzles: puzzles.filter(|other| other.key != ruleset.key).collect(),
            has_solution: self.has_solution(),
            occasion,
            sealed_bits,
            anatomy: anatomy.unwrap_or_else(|| links.anatomy(None)),
        };
        Ok(Shown {
            address: (visit.services.address)(),
            sharing: Sharing::Link(Box::new(dealt)),
            walk,
            ..Shown::new(ruleset, self.choices, links, step)
        })
    }
}
