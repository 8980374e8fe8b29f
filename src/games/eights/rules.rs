//! The rules of Crazy Eights at length.

use crate::games::shared::cards::{Card, Rank, Suit};
use crate::prelude::*;

/// The passages of the rules page.
pub fn rules() -> Vec<Passage> {
    vec![
        Passage::new("What fits").show(fitting()),
        Passage::new("A round")
            .say("Two players get 7 cards each from one pack of 52. Three or more get 5 each, and so do you if you play against nobody.")
            .say("The next card is turned up to start the pile, and the rest is the stock.")
            .say("You play first, then the computer players in turn: Ada, Ben, Cleo and Dan, as many as you chose.")
            .say("If you cannot play when your turn begins, cards are drawn for you until you can. If no other person plays, you may also draw a card when you could play one, as often as you like.")
            .say("If three or more people sit at the table, each player has a row of face-down cards, and draws only from the front of their own row. A player whose row is empty draws nothing until all the rows are empty. Every page shows how long each row is. Nobody draws by choice.")
            .say("An eight goes on anything, and its player names the suit to follow, unless it was the last card in hand. The game waits until the suit is named. If the card that is turned up at the start is an eight, it stays, and its own suit counts; a house rule takes another card instead."),
        Passage::new("The end")
            .say("The first player to get rid of every card ends the round at once. Everybody else counts the cards left in hand: 50 for an eight, 10 for a ten, jack, queen or king, 1 for an ace, and its number for any other card. The lowest hand comes first, and equal hands share a place."),
        Passage::new("When the stock is empty")
            .folded()
            .say("All cards of the pile but the top one are then shuffled and become the new stock, up to nine times in a round. With rows, that happens when all the rows are empty, and the new stock is dealt into rows, card by card. A row may get fewer cards than another. You can choose to play without that: then players who cannot play pass, and the game goes on without drawing.")
            .say("A player who can neither play nor draw passes without a choice. Among friends that player follows \"Go on\" and sends the link. If everybody in turn has passed without drawing a card, the round is blocked and ends. The hands are counted as usual, and the lowest may be above 0. If you play against nobody, you are stuck when that happens, and have lost."),
        Passage::new("A match")
            .folded()
            .say("In a match to points, the winner of a round collects the points of the other hands. In a blocked round the lowest hand collects the difference between each other hand and itself. If several hands are lowest, each of them collects it.")
            .say("The match ends when somebody has 50 points for every player at the table: 100 with two players, 150 with three, 200 with four, 250 with five. Most points win. The lead passes on with every round: you lead the first, Ada the second, and so on.")
            .say("If you play against nobody, a match is one round."),
        Passage::new("House rules")
            .folded()
            .say("You can choose each of them. After a two the next player draws two cards, and then plays as usual. A queen skips the next player. An ace turns play round; between two players it skips the other one. The card that starts the pile does nothing, and neither does a last card.")
            .say("If you choose one card a turn, a player who cannot play draws one card, and passes if it does not fit. At a table of one or two people you may draw instead of playing, and that ends your turn.")
            .say("An eight that is turned up at the start can go back into the pack. Then the eight goes to the end of the stock, or of the row from which it came, and the next card takes its place.")
            .say("If chance decides who begins, it decides the first round, and the lead goes round from there.")
            .say("Among friends everybody opens the link in their turn. A player who is skipped follows \"Go on\" and sends the link on. A card that you choose to draw is in your hand when the link comes back to you."),
        Passage::new("What the computer players know")
            .folded()
            .say("They know the same as you in their place: their own cards, the pile, the suit to follow, and how many cards everybody holds. They never see your hand or the stock.")
            .say("On the easy level they choose two of three cards at random among those that fit, so that beginners have a chance. For the third they look at the cards: they keep their eights until they need them, leave suits that the others are likely to lack, and shed high cards when somebody is about to finish. On the good level they imagine how the hidden cards may lie, and play the round to its end in their heads, with each card that they could play. On the counting level they imagine more, and remember what each player could not follow.")
            .say("The measure is a player of four lines, who plays from the longest suit, the highest card first, and keeps the eights. Between two, the counting level wins about 60 % of the rounds against this player; at three, four and five it is ahead.")
            .say("Chance decides everything at the first deal, and seals it into the links: the order of the stock, the order in which the pile will be shuffled, the next rounds of a match. Opening a link again changes nothing.")
            .say("Back is undo, so you can look at a card, go back and not draw it. The pages can't stop you, so a win is worth as much as your word."),
        trust::with_passwords(
            "If the player on turn stays away for longer than the table waits, another player can let a computer play for them. Then the round is dealt again for everybody. You can leave at any time before the round is over: a computer plays on with your cards, and nothing is dealt again. If only one person is left, the game ends: a player who leaves has lost, and if the other stayed away, nobody has won. A player who is away can come back at the next deal. Once a round is over, nobody can leave. Any player can count it, except the one whose move ended it. That player can once the table has waited.",
            "Everybody sees the pile, the suit to follow, how many cards each player holds and has left to draw, and what each did on their last turn. Your hand opens only with your password, and the stock with none. At the end of a round all hands are laid open, and the secret that decided its deal. Every round has its own secret. A round that was broken off and dealt again shows neither.",
            "Players who work together can take a turn back, and look ahead along their own turns, as far as the next turn of somebody else. At a table of three or more they can read their own rows in that way. So they know which cards another player may still hold or draw. When that player's row is empty, they may know the whole hand. They can find out the hand of a computer by playing the turns before and after it. A player with a winning last card can play it in a copy of the link, see what the end shows (with a partner, or alone once the table has waited), and go back. A player who deals while somebody is away, or lets a computer play for them, can look at their own new cards of each choice first. A round that is dealt again helps those who were losing it. A host and a guest together can choose a deal: the guest sits down again and again.",
        ),
    ]
}

/// Cards that fit on another.
fn fitting() -> Row {
    let card = |rank, suit, caption: &'static str| {
        let card = Card::new(rank, suit);
        let name = capitalised(&card.name());
        Cell::new(card.written()).labelled(name).pictured(card.picture()).captioned(caption)
    };
    let cards = vec![
        card(Rank::Nine, Suit::Hearts, "The pile"),
        card(Rank::Three, Suit::Hearts, "Same suit"),
        card(Rank::Nine, Suit::Clubs, "Same rank"),
        card(Rank::Eight, Suit::Spades, "An eight"),
    ];
    Row::new(Spread::Apart, "On the nine of hearts goes any heart, any nine or any eight.", cards)
}
