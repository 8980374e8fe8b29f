//! A position that may be invented, as after a leak of the key, and its properties. It is refused
//! or played, a refused request changes nothing, and no page shows hidden things. (An offer may be
//! refused: an invented maze may have no way, and so no hint.)

use super::page::check;
use super::watch::{Watch, watched};
use parlour::deal::{Deal, DealId};
use parlour::formats::FORMATS;
use parlour::formats::setting::Setting;
use parlour::formats::shown::{Sharing, Shown};
use parlour::formats::view::View;
use parlour::game::any::{AnyGame, Asker, Step};
use parlour::game::chance::Chance;
use parlour::game::options::Choices;
use parlour::game::outcome::Mood;
use parlour::game::pack::{Packer, Unpacker};
use parlour::game::request::Request;
use parlour::game::seat::Viewer;
use parlour::games::audit;
use parlour::links;

/// A position that was believed.
pub struct Forgery<'a> {
    watch: Watch,
    /// The viewer: the person on turn.
    viewer: Viewer,
    game: &'static AnyGame,
    choices: &'a Choices,
    packed: Vec<u8>,
    step: Step,
    chance: Chance,
}

impl<'a> Forgery<'a> {
    /// Opens a position. `None` if it is refused.
    pub fn open(
        watch: Watch,
        game: &'static AnyGame,
        choices: &'a Choices,
        packed: Vec<u8>,
        chance: Chance,
    ) -> Option<Self> {
        let viewer = Viewer::Seat(0);
        let (same, step) = play(watch, viewer, game, choices, &packed, None)?;
        assert_eq!(same, packed, "packing is not the identity");
        let mut forgery = Forgery { watch, viewer, game, choices, packed, step, chance };
        forgery.pass_on();
        Some(forgery)
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
        self.step.mood != Mood::Open
    }

    /// Puts a request to the referee.
    pub fn ask(&mut self, request: &Request) {
        let (next, step) = self.play(&self.packed, Some(request));
        if let Some(refusal) = &step.refusal {
            assert_eq!(next, self.packed, "a refused request changed the position: {request:?}");
            let is_declared = request.spec.faults().any(|fault| fault == refusal.fault);
            assert!(is_declared, "{request:?}: {refusal:?}");
        }
        (self.packed, self.step) = (next, step);
        self.pass_on();
    }

    /// Makes the person on turn the viewer.
    fn pass_on(&mut self) {
        let next = self.step.turn.map_or(self.viewer, Viewer::Seat);
        if next != self.viewer {
            self.viewer = next;
            self.step = self.play(&self.packed, None).1;
        }
    }

    /// Plays on with random offers. Returns true if the game ended within this number of requests.
    /// Every other time it is a hint or another request without arguments, because such requests
    /// lead to the end of a maze.
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
        self.offers().into_iter().filter(|request| !request.spec.read_only).collect()
    }

    /// Looks at the page after a request. It must be well formed in every format, and must not
    /// depend on hidden things.
    pub fn look(&mut self, asked: Option<&Request>) {
        for format in FORMATS {
            let ruleset = self.game.ruleset;
            let links = links::position(ruleset, "token");
            let mut table = Shown::new(ruleset, self.choices.clone(), links, self.step.clone());
            if let Sharing::Link(dealt) = &mut table.sharing {
                dealt.deal = Some(Deal::of(DealId::Code(1)));
            }
            table.board_request = asked.map(|request| request.spec.name.to_owned());
            let view = View::Position(Box::new(table));
            let page = watched(self.watch, || {
                (format.render)(&view, &Setting::of(&parlour::settings::DEFAULT))
            });
            check(page.content_type, &page.body);
        }
        let mut packer = Packer::new();
        let packed = Unpacker::new(&self.packed);
        let redeal = audit(self.game).redeal_hidden;
        redeal(self.choices, packed, self.viewer, &mut self.chance, &mut packer)
            .expect("what it packed, it unpacks");
        let asks = asked.filter(|_| self.step.answer.is_some());
        let [here, there] = [&self.packed, &packer.finish()].map(|packed| self.shown(packed, asks));
        assert_eq!(here, there, "it shows what is hidden");
    }

    /// The page after a request, with masks over the commitments to hidden things.
    fn shown(&self, packed: &[u8], request: Option<&Request>) -> String {
        let (_, Step { page, answer, messages, .. }) = self.play(packed, request);
        let words =
            (audit(self.game).hidden_words)(self.choices, Unpacker::new(packed), self.viewer);
        let words = words.expect("what it packed, it unpacks").commitments;
        let shown = format!("{page:?} {answer:?} {messages:?}");
        words.iter().fold(shown, |shown, word| shown.replace(word.as_str(), "COMMITMENT"))
    }

    fn play(&self, packed: &[u8], request: Option<&Request>) -> (Vec<u8>, Step) {
        play(self.watch, self.viewer, self.game, self.choices, packed, request)
            .expect("what it packed, it unpacks")
    }
}

/// The packed position after a request, and its page.
fn play(
    watch: Watch,
    viewer: Viewer,
    game: &AnyGame,
    choices: &Choices,
    packed: &[u8],
    request: Option<&Request>,
) -> Option<(Vec<u8>, Step)> {
    watched(watch, || {
        let (packed, asker) = (Unpacker::new(packed), Asker::nameless(viewer));
        let (step, position) = (game.open)(choices, packed, asker).ok()?.play(request);
        Some((position.packed(), step))
    })
}
