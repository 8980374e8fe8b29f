//! Invented positions under a true seal, as after a leak of the key, for every game and every
//! choice of options. They are random bytes of the right width, and true positions with changed
//! bits and bytes, of which more open. They are refused, or played on to the end like any other.

use parlour::deal::{Deal, DealId};
use parlour::game::any::{AnyGame, Asker};
use parlour::game::audit::covering;
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::request::{Argument, ArgumentKind};
use parlour::game::sample;
use parlour::game::seat::Viewer;
use parlour::games::GAMES;
use support::attacks::forgery::Forgery;
use support::attacks::unwatched;
use support::vocabulary::{listed, vocabulary};

/// Requests of a true game after which its position is changed.
const STAGES: [u32; 9] = [0, 1, 2, 4, 8, 16, 32, 64, 128];
/// Changes that are tried on each of these positions.
const CHANGES_TRIED: usize = 60;
/// Random bytes that are tried for each set of options.
const RANDOM_TRIED: usize = 1_000;
/// Forgeries of each position that are played on when they are believed; others are only opened.
const PLAYED_ON: usize = 2;
/// Requests of the vocabulary, drawn at random, that are put to each of these before.
const REQUESTS_TRIED: usize = 6;
/// Requests within which many games have ended. Not all can: a made-up maze need have no way.
const REQUESTS_MAX: u32 = 150;

/// One set of options in this many is attacked; `.ci/full` attacks all of them.
const OPTIONS_ONE_IN: u32 = 40;

/// The results of the forgeries of a game.
#[derive(Debug, Default)]
struct Tally {
    refused: usize,
    believed: usize,
    ended: usize,
}

/// A forger of positions of a game with its options.
struct Forger<'a> {
    game: &'static AnyGame,
    choices: &'a Choices,
    chance: Chance,
    tally: Tally,
}

impl<'a> Forger<'a> {
    fn dealt(&self) -> Vec<u8> {
        let mut chance = Deal::of(DealId::Code(1)).chance(self.game.ruleset.key, b"");
        (self.game.deal)(self.choices, &mut chance, Asker::nameless(Viewer::Seat(0))).packed()
    }

    fn open(&mut self, packed: Vec<u8>) -> Option<Forgery<'a>> {
        let mut seed = [0; 32];
        self.chance.fill(&mut seed);
        Forgery::open(unwatched, self.game, self.choices, packed, Chance::from_seed(seed))
    }

    fn try_random_bytes(&mut self) {
        let width = self.dealt().len();
        self.try_some(RANDOM_TRIED, |chance| {
            let mut packed = vec![0; width];
            chance.fill(&mut packed);
            packed
        });
    }

    fn try_changed_positions(&mut self) {
        let mut truth = self.open(self.dealt()).expect("what is dealt is a position");
        let mut played = 0;
        for stage in STAGES {
            truth.play_on(stage - played);
            played = stage;
            let packed = truth.packed();
            self.try_some(CHANGES_TRIED, |chance| changed(packed, chance));
            for other in [&[packed, &[0]].concat()[..], &[]] {
                assert!(self.open(other.to_vec()).is_none(), "of another width");
            }
            // The rest may be a shorter game.
            self.try_some(1, |_| packed[1..].to_vec());
        }
    }

    /// Opens made-up positions, and plays on with the first that are believed.
    fn try_some(&mut self, count: usize, make: impl Fn(&mut Chance) -> Vec<u8>) {
        let mut played_on = 0;
        for _ in 0..count {
            let packed = make(&mut self.chance);
            let Some(forgery) = self.open(packed) else {
                self.tally.refused += 1;
                continue;
            };
            self.tally.believed += 1;
            if played_on < PLAYED_ON {
                played_on += 1;
                self.play_on(forgery);
            }
        }
    }

    fn play_on(&mut self, mut forgery: Forgery<'_>) {
        forgery.look(None);
        let requests = vocabulary(self.game.ruleset, listed_and_beyond);
        for _ in 0..REQUESTS_TRIED {
            let request = self.chance.pick(&requests).expect("a request");
            forgery.ask(request);
            forgery.look(Some(request));
        }
        self.tally.ended += usize::from(forgery.play_on(REQUESTS_MAX));
        forgery.look(None);
    }
}

/// The position with one to three of its bits changed, or one of its bytes.
fn changed(packed: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut packed = packed.to_vec();
    let bits = chance.below(4);
    if bits == 0 {
        let place = chance.below(packed.len() as u32) as usize;
        chance.fill(&mut packed[place..=place]);
    }
    for _ in 0..bits {
        let place = chance.below(packed.len() as u32) as usize;
        packed[place] ^= 1 << chance.below(8);
    }
    packed
}

/// The listed arguments, and other words. Numbers outside the limits of a ruleset never reach its
/// referee.
fn listed_and_beyond(kind: ArgumentKind) -> Vec<Argument> {
    let beyond: &[&str] = match kind {
        ArgumentKind::Number { .. } => &[],
        ArgumentKind::Word(_) => &["", "x", "<b>"],
    };
    listed(kind).into_iter().chain(beyond.iter().copied().map(Argument::from)).collect()
}

/// Some sets of options of a game, and its usual ones in any case.
fn sampled(game: &AnyGame) -> Vec<Choices> {
    let usual = Choices::defaults(game.ruleset.options);
    let others = sample::one_in(OPTIONS_ONE_IN, covering(game.ruleset.options));
    [usual].into_iter().chain(others).collect()
}

/// Lets a forger attack a game with a sample of its options, and returns the results.
fn forge(game: &'static AnyGame, work: impl Fn(&mut Forger<'_>)) -> Tally {
    let mut tally = Tally::default();
    for choices in sampled(game) {
        let chance = Chance::from_seed([5; 32]);
        let mut forger = Forger { game, choices: &choices, chance, tally };
        work(&mut forger);
        tally = forger.tally;
    }
    println!("{}: {tally:?}", game.ruleset.key);
    tally
}

#[test]
fn random_bytes_are_refused_or_played() {
    for game in GAMES {
        let tally = forge(game, |forger| forger.try_random_bytes());
        assert!(tally.refused > 0, "{}: {tally:?}", game.ruleset.key);
    }
}

#[test]
fn changed_positions_are_refused_or_played() {
    let mut ended = 0;
    for game in GAMES {
        let tally = forge(game, |forger| forger.try_changed_positions());
        assert!(tally.refused > 0 && tally.believed > 0, "{}: {tally:?}", game.ruleset.key);
        ended += tally.ended;
    }
    // Some made-up games of a sample never end.
    assert!(ended > 10, "{ended} games ended");
}
