//! A long game of chess under a published key, between two people and against the computer. Every request
//! reads the whole game from its link.

use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, AnyPosition, Asker, Step};
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::pack::Packer;
use parlour::game::page::Offer;
use parlour::game::seat::Viewer;
use parlour::games::find;
use parlour::respond::binding;
use parlour::seal::{KeyRing, NONCE_BYTES, Purpose, seal};
use std::rc::Rc;
use support::click::KEY;

/// The moves of each side after which requests are measured, and the most characters of a link then.
pub const STAGES: [(usize, usize); 3] = [(60, 300), (120, 900), (199, 900)];
/// The kinds of acts in a packed game: more than its moves and draw offers.
const ACTS: u64 = 432;
const SEED_BITS: u32 = 64;
const ASKER: Asker<'_> = Asker::nameless(Viewer::Everybody);

/// A game of two people who move at random, and who capture nothing as long as the game goes on.
pub struct LongGame {
    game: &'static AnyGame,
    chance: Chance,
    position: Rc<dyn AnyPosition>,
    step: Step,
    /// The place of each move among the legal ones, and the number of these.
    places: Vec<[u64; 2]>,
}

impl LongGame {
    /// A game before its first move.
    pub fn start() -> Self {
        let game = find("chess").expect("a game");
        let mut chance = Chance::from_seed([7; 32]);
        let position = (game.deal)(&for_two(game), &mut chance, ASKER);
        let step = position.step();
        LongGame { game, chance, position, step, places: Vec::new() }
    }

    /// Plays on until each side has made so many moves.
    pub fn play_to(&mut self, moves: usize) {
        while self.places.len() < 2 * moves {
            self.make_a_move();
        }
    }

    /// Makes a move after which the game goes on.
    fn make_a_move(&mut self) {
        let legal = self.moves();
        let mut places: Vec<usize> = (0..legal.len()).collect();
        self.chance.shuffle(&mut places);
        places.sort_by_key(|place| legal[*place].label.contains('x'));
        let found = places.into_iter().find_map(|place| {
            let (step, next) = self.position.play(Some(&legal[place].request));
            step.turn.is_some().then_some((place, next))
        });
        let ended = || panic!("the game ends after {} moves", self.places.len());
        let (place, next) = found.unwrap_or_else(ended);
        self.places.push([place as u64, legal.len() as u64]);
        // The page after a move offers nothing to the player who moved.
        self.position = next.seen_by(ASKER);
        self.step = self.position.step();
    }

    /// The legal moves, in the order of their places.
    fn moves(&self) -> Vec<Offer> {
        let offers = self.step.page.all_offers();
        offers.filter(|offer| offer.request.spec.name == "play").cloned().collect()
    }

    /// The word of the last legal move.
    pub fn last_move(&self) -> String {
        self.moves().last().expect("a move").request.word(0).to_owned()
    }

    /// The query of the link to the game.
    pub fn query_for_two(&self) -> String {
        self.query(&for_two(self.game), |packer| self.position.pack(packer))
    }

    /// The query of the link to a game of the same moves against the computer at its hard level.
    pub fn query_against_computer(&self) -> String {
        let mut choices = Choices::defaults(self.game.ruleset.options);
        assert!(choices.choose("level", "9"));
        self.query(&choices, |packer| {
            packer.put(0, SEED_BITS);
            packer.put_one_of(self.places.len() as u64, ACTS);
            self.places.iter().for_each(|[place, count]| packer.put_one_of(*place, *count));
        })
    }

    fn query(&self, choices: &Choices, pack: impl FnOnce(&mut Packer)) -> String {
        let mut packer = Packer::new();
        choices.pack(&mut packer);
        Deal::of(DealId::Code(0)).pack(false, &mut packer);
        pack(&mut packer);
        let ring = KeyRing::parse(KEY).expect("the published key");
        let binding = binding(self.game.ruleset, Purpose::Position);
        let token = seal(&ring, binding, &[7; NONCE_BYTES], &packer.finish());
        format!("s={token}&g=chess")
    }
}

fn for_two(game: &AnyGame) -> Choices {
    Choices::defaults(game.ruleset.options).with_people(2)
}
