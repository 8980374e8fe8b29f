//! A position that may be made up, as if the key had leaked, and what must hold of it all the same:
//! a position is refused or played, a refused request changes nothing, what was played packs to the
//! same width, and no page shows what is hidden. (That what is offered is granted need not hold: a
//! made-up maze has perhaps no way to give a hint of.)

use super::super::watch::watched;
use super::check;
use parlour::clients::{CLIENTS, Table, View};
use parlour::game::chance::{Chance, DealId};
use parlour::game::contract::{Choices, Request, Row, Step};
use parlour::game::pack::{Packer, Unpacker};

/// A position that was believed.
pub struct Forgery<'a> {
    row: &'static Row,
    choices: &'a Choices,
    packed: Vec<u8>,
    step: Step,
    chance: Chance,
}

impl<'a> Forgery<'a> {
    /// Opens a position; nothing if it is refused.
    pub fn open(
        row: &'static Row,
        choices: &'a Choices,
        packed: Vec<u8>,
        chance: Chance,
    ) -> Option<Self> {
        let (same, step) = play(row, choices, &packed, None)?;
        assert_eq!(same, packed, "packing is not the identity");
        Some(Forgery { row, choices, packed, step, chance })
    }

    /// The position, packed.
    pub fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// The requests that the page offers.
    pub fn offers(&self) -> Vec<Request> {
        self.step.page.all_offers().map(|offer| offer.request.clone()).collect()
    }

    fn is_over(&self) -> bool {
        self.step.outcome.is_some()
    }

    /// Puts a request to the referee.
    pub fn ask(&mut self, request: &Request) {
        let (next, step) = self.play(&self.packed, Some(request));
        assert_eq!(next.len(), self.packed.len(), "the width changed");
        if let Some(fault) = &step.fault {
            assert_eq!(next, self.packed, "a refused request changed the position: {request:?}");
            let listed = self.row.ruleset.request(request.name).map(|spec| spec.faults);
            assert!(listed.is_some_and(|codes| codes.contains(&fault.code)), "{fault:?}");
        }
        (self.packed, self.step) = (next, step);
    }

    /// Plays on with what is offered, drawn at random, and tells whether the game ended within so
    /// many requests. Every other time it is a hint, or whatever else needs no argument: such
    /// requests lead to the end of a maze.
    pub fn play_on(&mut self, requests: u32) -> bool {
        for turn in 0..requests {
            let moves = self.moves();
            if self.is_over() {
                assert!(moves.is_empty(), "something leads on after the end");
                return true;
            }
            let plain = moves.iter().filter(|request| request.arguments.is_empty());
            let plain = plain.clone().nth(self.chance.below(plain.count() as u32) as usize);
            let any = self.chance.pick(&moves);
            let request = plain.filter(|_| turn % 2 == 0).or(any).expect("a way on").clone();
            self.ask(&request);
        }
        self.is_over()
    }

    /// The offers that lead on.
    fn moves(&self) -> Vec<Request> {
        let asks = |name| self.row.ruleset.request(name).is_some_and(|spec| spec.only_asks);
        self.offers().into_iter().filter(|request| !asks(request.name)).collect()
    }

    /// Looks at the page after a request: it is well formed for every client, and the same whatever
    /// is hidden.
    pub fn look(&mut self, asked: Option<&Request>) {
        for client in CLIENTS {
            let table = Table {
                ruleset: self.row.ruleset,
                choices: self.choices.clone(),
                deal: DealId::Code(1),
                links: client.links.position(self.row.ruleset, "token"),
                step: self.step.clone(),
                tool: asked.map(|request| request.name.to_owned()),
            };
            let view = View::Table(Box::new(table));
            let page = watched(|| (client.render)(&view, false));
            check(page.content_type, &page.body);
        }
        let mut packer = Packer::new();
        let packed = Unpacker::new(&self.packed);
        let dealt_anew = (self.row.reimagine)(self.choices, packed, &mut self.chance, &mut packer);
        dealt_anew.expect("what it packed, it unpacks");
        let asks = asked.filter(|_| !self.step.answer.is_empty());
        let [(_, here), (_, there)] =
            [&self.packed, &packer.finish()].map(|packed| self.play(packed, asks));
        assert_eq!(here.page, there.page, "it shows what is hidden");
        assert_eq!(here.answer, there.answer, "it tells what is hidden");
    }

    fn play(&self, packed: &[u8], request: Option<&Request>) -> (Vec<u8>, Step) {
        play(self.row, self.choices, packed, request).expect("what it packed, it unpacks")
    }
}

/// The position after a request, packed, and what is to be seen.
fn play(
    row: &Row,
    choices: &Choices,
    packed: &[u8],
    request: Option<&Request>,
) -> Option<(Vec<u8>, Step)> {
    watched(|| {
        let mut packer = Packer::new();
        let step = (row.play)(choices, Unpacker::new(packed), request, &mut packer).ok()?;
        Some((packer.finish(), step))
    })
}
