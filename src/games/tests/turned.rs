//! Where games turned: what their pages say of it, against independent judges.

use crate::game::duel::Act;
use crate::prelude::*;

/// Plays games of two people at random, and compares the remarks with the results of an independent judge.
/// Returns the number of moves that gave something away.
pub fn compare<D: Duel>(
    choices: &Choices,
    games: u64,
    mut judge: impl FnMut(&D::Position, Seat) -> Option<Proved>,
) -> usize {
    let chance = &mut Chance::from_seed([95; 32]);
    let mut turned = 0;
    for seed in 0..games {
        let start = Match::start::<D>(choices).is_seeded().then_some(seed);
        let mut game = Match::seeded::<D>(choices, start);
        let mut line = vec![(game.clone(), judge(&game.position, game.next_seat()))];
        while let Some(chosen) = chance.pick(&game.position.moves(choices)).copied() {
            game = game.with::<D>(Act::Move(chosen));
            line.push((game.clone(), judge(&game.position, game.next_seat())));
        }
        for moment in 0..line.len() {
            let remarks = D::remarks(&game, moment);
            assert_eq!(remarks.notes.len(), line.len() - 1);
            let Some(before) = moment.checked_sub(1).map(|before| &line[before]) else {
                assert!(remarks.passage.is_none(), "a move before the first");
                continue;
            };
            let (Some(was), Some(is)) = (before.1, line[moment].1) else { continue };
            let given = match was {
                _ if was == is => None,
                Some(_) => Some("gives the win away"),
                None => Some("gives the draw away"),
            };
            let note = remarks.notes[moment - 1].as_deref();
            assert_eq!(note, given, "{choices:?}: {:?}", before.0.position);
            assert_eq!(remarks.passage.is_some(), given.is_some());
            let Some(passage) = remarks.passage else { continue };
            turned += 1;
            let (seat, told) = (before.0.next_seat(), format!("{passage:?}"));
            assert!(was.is_none_or(|winner| winner == seat), "a move made the result better");
            for other in before.0.position.moves(choices) {
                let name = before.0.position.named(other);
                let after = before.0.position.after(seat, other);
                let keeps = judge(&after, 1 - seat) == Some(was);
                let is_named =
                    told.contains(&format!(" {name}.")) || told.contains(&format!(" {name};"));
                assert!(keeps || !is_named, "{name} loses it: {told}");
                let are_all = !["such as", "others perhaps"].iter().any(|said| told.contains(said));
                assert!(is_named || !keeps || !are_all, "{name} keeps it: {told}");
            }
        }
    }
    turned
}
