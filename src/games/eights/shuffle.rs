//! A shuffle of the pack, and the rows into which it divides the pack.
//!
//! At a table of three people or more each seat draws from a row of its own. The card at place n of a
//! shuffle belongs to row n modulo the number of rows, whichever other cards are in the stock. So rows
//! follow from the secret, and no player's choice moves a card from one row to another. At any other
//! table all seats draw from one row, the common stock.

use super::terms::Terms;
use crate::game::secret::Secret;
use crate::games::shared::cards::{Card, Rank};
use crate::prelude::Seat;

/// A shuffle of the whole pack.
pub struct Shuffle {
    /// The rows, each from its front.
    pub rows: Vec<Vec<Card>>,
    /// The card that starts the pile in the first shuffle: the next one after the hands.
    pub starter: Card,
}

impl Shuffle {
    /// The shuffle with this order of the pack, and this number in its round, counted from 0. By a house
    /// rule the eights that are turned up at the deal go to the ends of their rows.
    pub fn new(order: Vec<Card>, number: u16, terms: Terms) -> Self {
        let turned_up = &order[terms.cards_dealt()..];
        let returns = terms.returns_eight && number == 0;
        let is_returned = |card: &&Card| returns && card.rank == Rank::Eight;
        let (returned, rest) = turned_up.split_at(turned_up.iter().take_while(is_returned).count());
        let starter = *rest.first().expect("four eights and the hands are not the whole pack");
        let is_last = |card: &Card| returned.contains(card);
        let row = |row| {
            let cards = order.iter().copied().skip(row).step_by(terms.rows());
            let (last, first): (Vec<Card>, Vec<Card>) = cards.partition(is_last);
            [first, last].concat()
        };
        Shuffle { rows: (0..terms.rows()).map(row).collect(), starter }
    }

    /// The number of the row from which a seat draws.
    pub fn row_of(&self, seat: Seat) -> usize {
        seat % self.rows.len()
    }

    /// The number of the row to which a card belongs.
    #[cfg(any(test, feature = "audit"))]
    pub fn row_with(&self, card: Card) -> usize {
        self.rows.iter().position(|row| row.contains(&card)).expect("a card of the pack")
    }

    /// The row from which a seat draws.
    pub fn into_row_of(mut self, seat: Seat) -> Vec<Card> {
        let row = self.row_of(seat);
        self.rows.swap_remove(row)
    }
}

/// The order of the whole pack in a shuffle of a round, both counted from 0.
pub fn pack_order(secret: Secret, round: u16, shuffle: u16) -> Vec<Card> {
    let mut pack: Vec<Card> = Card::all().collect();
    secret.chance("eights/pack", [round, shuffle]).shuffle(&mut pack);
    pack
}
