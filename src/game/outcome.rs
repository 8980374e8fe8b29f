//! The result of a game, as a ranking. Mood and headline follow from it.

use super::seat::{Perspective, Player, Seat};
use super::text::{Text, listed};
use serde::Serialize;

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The seats by their places, first place first. Seats that share a place are in one list.
    pub ranking: Vec<Vec<Seat>>,
    /// True if no player has reached the goal of the game, as in a lost puzzle.
    pub failed: bool,
    /// The points that each seat has won, for a sum over several games. Empty if nobody counts any.
    pub points: Vec<usize>,
}

/// The result of a position for its viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mood {
    /// The game goes on.
    #[default]
    Open,
    /// The game is over, and the viewer has won.
    Won,
    /// The game is over, and the viewer has lost.
    Lost,
    /// The game is over, and no player has won alone.
    Drawn,
}

impl Outcome {
    /// The seats ranked by a score, the greatest first. Equal scores share a place.
    pub fn by_score<S: Ord>(scores: &[S]) -> Self {
        let mut seats: Vec<Seat> = (0..scores.len()).collect();
        seats.sort_by(|a, b| scores[*b].cmp(&scores[*a]));
        let places = seats.chunk_by(|a, b| scores[*a] == scores[*b]);
        let ranking = places.map(<[Seat]>::to_vec).collect();
        Outcome { ranking, failed: false, points: Vec::new() }
    }

    /// The seats ranked by the points that they have won.
    pub fn by_points<P: Copy + Ord + Into<usize>>(points: &[P]) -> Self {
        let won = points.iter().map(|points| (*points).into());
        Outcome { points: won.collect(), ..Outcome::by_score(points) }
    }

    /// The result for two seats: the winner, or `None` for a draw.
    pub fn between_two(winner: Option<Seat>) -> Self {
        Outcome::by_score(&[winner == Some(0), winner == Some(1)])
    }

    /// The result for a player alone, who has reached the goal or not.
    pub fn alone(reached: bool) -> Self {
        Outcome { ranking: vec![vec![0]], failed: !reached, points: Vec::new() }
    }

    fn winners(&self) -> &[Seat] {
        self.ranking.first().map_or(&[], |first| first)
    }

    /// The result for the viewer, or for all players together if the page addresses no player.
    pub fn mood(&self, who: &Perspective) -> Mood {
        match self.winners() {
            _ if self.failed => Mood::Lost,
            [winner] if who.you.is_none_or(|you| you == *winner) => Mood::Won,
            [_] => Mood::Lost,
            winners if who.you.is_none_or(|you| winners.contains(&you)) => Mood::Drawn,
            _ => Mood::Lost,
        }
    }

    /// The result in a few words: `You win`, `A draw`.
    pub fn headline(&self, who: &Perspective) -> Text {
        match (self.winners(), self.ranking.len()) {
            ([alone], _) if self.failed => who.says(*alone, "lose", "loses").into(),
            ([winner], _) => who.says(*winner, "win", "wins").into(),
            (_, 1) => "A draw".into(),
            (winners, _) => {
                let names = winners.iter().map(|seat| who.name(*seat));
                format!("{} share first place", listed(names)).into()
            }
        }
    }

    /// The seat that has won alone, if one has.
    pub fn winner(&self) -> Option<Seat> {
        if let [winner] = self.winners() { Some(*winner) } else { None }
    }

    /// The players by their places, first place first.
    pub fn players(&self, who: &Perspective) -> Vec<Vec<Player>> {
        let players = |seats: &Vec<Seat>| seats.iter().map(|seat| who.player(*seat)).collect();
        self.ranking.iter().map(players).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::seat::Viewer;

    fn who(you: Option<Seat>) -> Perspective {
        let names = vec!["Ann".into(), "Ada".into(), "Ben".into()];
        Perspective { viewer: Viewer::Everybody, names, you, site: None }
    }

    fn told(outcome: &Outcome, you: Option<Seat>) -> (Mood, String) {
        (outcome.mood(&who(you)), outcome.headline(&who(you)).into_owned())
    }

    #[test]
    fn mood_and_headline_follow_from_the_ranking() {
        let first = Outcome::by_score(&[30, 10, 20]);
        assert_eq!(first.ranking, [[0], [2], [1]]);
        assert_eq!(told(&first, Some(0)), (Mood::Won, "You win".into()));
        assert_eq!(told(&first, Some(1)), (Mood::Lost, "Ann wins".into()));
        assert_eq!(told(&first, None), (Mood::Won, "Ann wins".into()));
        let shared = Outcome::by_score(&[30, 30, 20]);
        assert_eq!(shared.ranking, [vec![0, 1], vec![2]]);
        assert_eq!(told(&shared, Some(0)), (Mood::Drawn, "You and Ada share first place".into()));
        assert_eq!(told(&shared, Some(2)).0, Mood::Lost);
        assert_eq!(told(&Outcome::between_two(None), Some(0)), (Mood::Drawn, "A draw".into()));
        assert_eq!(Outcome::between_two(Some(1)).ranking, [[1], [0]]);
        assert_eq!(told(&Outcome::alone(true), Some(0)), (Mood::Won, "You win".into()));
        assert_eq!(told(&Outcome::alone(false), Some(0)), (Mood::Lost, "You lose".into()));
    }
}
