//! The facts about a game that only the tests need. The release does not contain them.
//!
//! The tests play every game at random and hold it to the contract. For that they must know the
//! things hidden from each viewer, the length of a random game, and the choices for which a game
//! promises that peeking is useless. A game says so in [`Audited`].

use super::any::{pack, unpack};
use super::chance::Chance;
use super::contract::Game;
use super::options::{Choice, Choices, Options};
use super::pack::{Packer, Unpackable, Unpacker};
use super::request::Request;
use super::seat::{Seat, Viewer};

/// A game that the tests can hold to the contract. A [`Duel`](crate::prelude::Duel) is one.
///
/// A die that is hidden until a player has thrown it:
///
/// ```
/// use parlour::prelude::*;
///
/// #[derive(Clone)]
/// struct Position {
///     die: u32,
///     is_thrown: bool,
/// }
///
/// /// `HIDDEN` of its `Audited`.
/// const HIDDEN: Hidden<Position> = Hidden::dealt_anew(|position, _viewer, chance| Position {
///     die: if position.is_thrown { position.die } else { chance.below(6) },
///     ..*position
/// });
/// ```
pub trait Audited: Game {
    /// The hidden part of a position.
    const HIDDEN: Hidden<Self::Position>;

    /// Returns true if going back and trying every link gives no advantage over honest play. A test
    /// tries it for each claim. It holds at every closed table without a claim.
    fn defies_peeking(_choices: &Choices) -> bool {
        false
    }

    /// A position that differs by one exchange: a hidden thing of one of these seats with one that nobody
    /// holds, or that another of them holds. `None` if they hold nothing.
    fn exchange(
        _position: &Self::Position,
        _missing: &[Seat],
        _chance: &mut Chance,
    ) -> Option<Self::Position> {
        None
    }

    /// The points of the rounds before the present one. Empty if nobody counts any.
    fn points(_position: &mut Self::Position) -> &mut [usize] {
        &mut []
    }

    /// How far a thing of these seats has come out in which two positions differ.
    fn exposure(_one: &Self::Position, _other: &Self::Position, _missing: &[Seat]) -> Exposure {
        Exposure::Hidden
    }

    /// Returns true if players who work together can have the rules show a hidden thing of another player in a
    /// copy of a link, go back, and play otherwise. The rules page says so then.
    fn opens_in_copies(_choices: &Choices) -> bool {
        false
    }

    /// An upper bound on the requests of a random game. One game in a million may take longer.
    fn requests_max(choices: &Choices) -> usize;
}

/// How far a hidden thing of missing players has come out, in which two positions differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exposure {
    /// Only its player may see it, or nobody.
    Hidden,
    /// The rules have shown it.
    Public,
    /// Another player has it, although the rules have not shown it.
    Leaked,
}

/// The hidden part of a position.
pub enum Hidden<P: 'static> {
    /// Every viewer sees everything.
    Nothing,
    /// Some things are hidden.
    Something {
        /// Deals everything anew that is hidden from this viewer. The viewer cannot tell the two
        /// positions apart.
        redeal: fn(&P, Viewer, &mut Chance) -> P,
        /// The texts on the page that commit to hidden things: fingerprints and secrets.
        commitments: fn(&P) -> Vec<String>,
        /// Words that would reveal hidden things to this viewer, such as the names of hidden cards.
        secrets: fn(&P, Viewer) -> Vec<String>,
    },
}

impl<P> Hidden<P> {
    /// Hidden things without names, to which no page commits.
    pub const fn dealt_anew(redeal: fn(&P, Viewer, &mut Chance) -> P) -> Self {
        Hidden::Something { redeal, commitments: |_| Vec::new(), secrets: |_, _| Vec::new() }
    }
}

/// The words that would show hidden things ([`Hidden::Something`]).
#[derive(Clone, Debug, Default)]
pub struct HiddenWords {
    /// The texts on the page that commit to them.
    pub commitments: Vec<String>,
    /// The words that would tell them.
    pub secrets: Vec<String>,
}

/// A game as the tests see it, beside its row in the table of games.
#[derive(Debug)]
pub struct Audit {
    /// The key of the game.
    pub key: &'static str,
    /// Returns true if peeking is useless ([`Audited::defies_peeking`]).
    pub defies_peeking: fn(&Choices) -> bool,
    /// [`Audited::requests_max`].
    pub requests_max: fn(&Choices) -> usize,
    /// Reads a position and writes one that this viewer cannot tell from it.
    pub redeal_hidden:
        fn(&Choices, Unpacker<'_>, Viewer, &mut Chance, &mut Packer) -> Result<(), Unpackable>,
    /// The words that show or commit to things hidden from this viewer.
    pub hidden_words: fn(&Choices, Unpacker<'_>, Viewer) -> Result<HiddenWords, Unpackable>,
    /// The request that a computer in this seat would make.
    pub computer: fn(&Choices, Unpacker<'_>, Seat) -> Result<Option<Request>, Unpackable>,
}

impl Audit {
    /// The row of a game.
    pub const fn of<G: Audited>() -> Self {
        Audit {
            key: G::RULESET.key,
            defies_peeking: |choices| G::RULESET.is_closed(choices) || G::defies_peeking(choices),
            requests_max: G::requests_max,
            redeal_hidden: redeal_hidden::<G>,
            hidden_words: hidden_words::<G>,
            computer: |choices, packed, seat| Ok(G::computer(&unpack::<G>(choices, packed)?, seat)),
        }
    }
}

fn redeal_hidden<G: Audited>(
    choices: &Choices,
    packed: Unpacker<'_>,
    viewer: Viewer,
    chance: &mut Chance,
    packer: &mut Packer,
) -> Result<(), Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    let mut other = match G::HIDDEN {
        Hidden::Nothing => position,
        Hidden::Something { redeal, .. } => redeal(&position, viewer, chance),
    };
    pack::<G>(&mut other, packer);
    Ok(())
}

fn hidden_words<G: Audited>(
    choices: &Choices,
    packed: Unpacker<'_>,
    viewer: Viewer,
) -> Result<HiddenWords, Unpackable> {
    let position = unpack::<G>(choices, packed)?;
    Ok(match G::HIDDEN {
        Hidden::Nothing => HiddenWords::default(),
        Hidden::Something { commitments, secrets, .. } => {
            HiddenWords { commitments: commitments(&position), secrets: secrets(&position, viewer) }
        }
    })
}

/// Fewer combinations than this are all tried.
const COMBINATIONS_MAX: usize = 40;

/// An option and a value, both by their places.
type Chosen = (usize, usize);

/// Every combination of values.
pub fn all(options: Options) -> Vec<Choices> {
    options.iter().enumerate().fold(vec![Choices::defaults(options)], |made, (at, option)| {
        let with = |choices: &Choices, place| {
            let mut choices = choices.clone();
            choices.each[at] = Choice::Listed(place);
            choices
        };
        let each = |choices| (0..option.values().count()).map(move |place| with(choices, place));
        made.iter().flat_map(each).collect()
    })
}

/// Combinations in which any two values of two options meet. All combinations if they are few.
pub fn covering(options: Options) -> Vec<Choices> {
    let combinations: usize = options.iter().map(|option| option.values().count()).product();
    if combinations <= COMBINATIONS_MAX {
        return all(options);
    }
    let mut missing = pairs(options);
    let mut chosen = vec![Choices::defaults(options)];
    missing.retain(|pair| !has(&chosen[0], *pair));
    while let Some([one, other]) = missing.first().copied() {
        let mut choices = Choices::defaults(options);
        for (at, place) in [one, other] {
            choices.each[at] = Choice::Listed(place);
        }
        let mut fixed = vec![one.0, other.0];
        for at in (0..options.len()).filter(|at| *at != one.0 && *at != other.0) {
            let is_met = |pair: &&[Chosen; 2], place| {
                let [(a, _), (b, _)] = **pair;
                let is_fixed = |option| option == at || fixed.contains(&option);
                let mut tried = choices.clone();
                tried.each[at] = Choice::Listed(place);
                (a == at || b == at) && is_fixed(a) && is_fixed(b) && has(&tried, **pair)
            };
            let met = |place: &usize| missing.iter().filter(|pair| is_met(pair, *place)).count();
            // The first of the best, so that the default is chosen where nothing is missing.
            let places = (0..options[at].values().count()).rev();
            choices.each[at] =
                Choice::Listed(places.max_by_key(met).expect("an option has values"));
            fixed.push(at);
        }
        missing.retain(|pair| !has(&choices, *pair));
        chosen.push(choices);
    }
    chosen
}

/// Every pair of values of two options.
fn pairs(options: Options) -> Vec<[Chosen; 2]> {
    let of = |at: usize| (0..options[at].values().count()).map(move |place| (at, place));
    let each = |one: usize| (one + 1..options.len()).map(move |other| (one, other));
    let two = (0..options.len()).flat_map(each);
    two.flat_map(|(a, b)| of(a).flat_map(move |one| of(b).map(move |other| [one, other]))).collect()
}

fn has(choices: &Choices, pair: [Chosen; 2]) -> bool {
    pair.iter().all(|(at, place)| choices.each[*at] == Choice::Listed(*place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::options::{GameOption, value};

    static SIZE: GameOption<u8> = GameOption::new(
        "size",
        "Size",
        &[value("s", "small", 3), value("l", "large", 9), value("xl", "huge", 12)],
    );
    static RULE: GameOption<bool> =
        GameOption::new("rule", "Rule", &[value("a", "as usual", false), value("b", "odd", true)]);

    #[test]
    fn a_small_cover_pairs_all_values_of_options() {
        const MANY: Options = &[&SIZE, &RULE, &RULE, &RULE, &SIZE, &RULE, &RULE];
        let cover = covering(MANY);
        for [(a, one), (b, other)] in pairs(MANY) {
            let shows = |choices: &Choices| has(choices, [(a, one), (b, other)]);
            assert!(cover.iter().any(shows), "option {a} at {one} with option {b} at {other}");
        }
        assert_eq!(cover[0], Choices::defaults(MANY));
        assert!(cover.len() < 14, "{} of {}", cover.len(), all(MANY).len());
        const FEW: Options = &[&SIZE, &RULE];
        assert_eq!(covering(FEW), all(FEW));
        assert_eq!(all(FEW).len(), 6);
    }
}
