//! Playing cards as people write them: `QH`, `h10`, `2 of hearts`, `a♠`.

use super::tokens::Token;
use super::words::is_filler_word;

/// The letters of ranks.
const RANKS: [(&str, &str); 4] = [("a", "ace"), ("k", "king"), ("q", "queen"), ("j", "jack")];
/// The letter of a ten.
const TEN: &str = "t";
/// The letters of suits.
const SUITS: [(&str, &str); 4] =
    [("c", "clubs"), ("d", "diamonds"), ("s", "spades"), ("h", "hearts")];

/// The token of the rank with this letter.
fn rank(letter: &str) -> Option<Token> {
    let name = RANKS.iter().find(|(known, _)| *known == letter).map(|(_, name)| *name);
    match letter {
        TEN => Some(Token::counted(10)),
        _ => name.map(|name| Token::Word(name.to_owned())),
    }
}

/// The token of the suit with this letter.
fn suit(letter: &str) -> Option<Token> {
    let name = SUITS.iter().find(|(known, _)| *known == letter).map(|(_, name)| *name);
    name.map(|name| Token::Word(name.to_owned()))
}

/// The tokens with the names of ranks and suits in place of their letters.
pub fn with_names(typed: &[Token]) -> Vec<Token> {
    let is_rank = |token: &Token| {
        let is_name = |word| RANKS.iter().any(|(letter, name)| word == *letter || word == *name);
        token.number().is_some() || token.word().is_some_and(|word| is_name(word) || word == TEN)
    };
    let has_rank = typed.iter().any(is_rank);
    let named = typed.iter().enumerate().flat_map(|(at, token)| match token.word() {
        Some("a") if is_article(&typed[at + 1..]) => vec![token.clone()],
        Some(word) => names(word, has_rank).unwrap_or_else(|| vec![token.clone()]),
        None => vec![token.clone()],
    });
    named.collect()
}

/// Returns true if an `a` before these tokens is no ace: a word follows that is no suit.
fn is_article(rest: &[Token]) -> bool {
    let mut words = rest.iter().skip_while(|token| token.is("of"));
    words.next().and_then(Token::word).is_some_and(|word| {
        let is_suit = SUITS.iter().any(|(letter, name)| word == *letter || name.contains(word));
        !is_suit && !is_filler_word(word)
    })
}

/// The names of the cards, ranks or suits with these one or two letters. The letter of a suit alone
/// may be that of another word.
fn names(word: &str, has_rank: bool) -> Option<Vec<Token>> {
    let middle = word.char_indices().nth(1).map(|(at, _)| at);
    let Some(middle) = middle else {
        return rank(word).or_else(|| suit(word).filter(|_| has_rank)).map(|name| vec![name]);
    };
    let (first, last) = word.split_at(middle);
    let is_card = |first: Option<Token>, last: Option<Token>| Some(vec![first?, last?]);
    is_card(rank(first), suit(last)).or_else(|| is_card(suit(first), rank(last)))
}

/// The tokens with the names of suits in place of their letters.
pub fn with_suits(typed: &[Token]) -> Vec<Token> {
    let named = |token: &Token| token.word().and_then(suit).unwrap_or_else(|| token.clone());
    typed.iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::tokens::tokens;

    #[test]
    fn a_card_is_named_however_it_is_written() {
        for (text, named) in [
            ("2h", "2 hearts"),
            ("H2", "hearts 2"),
            ("2 H", "2 hearts"),
            ("\u{2665}2", "hearts 2"),
            ("two of hearts", "2 of hearts"),
            ("QH", "queen hearts"),
            ("hq", "hearts queen"),
            ("q \u{2665}", "queen hearts"),
            ("10d", "10 diamonds"),
            ("TD", "10 diamonds"),
            ("as", "ace spades"),
            ("a s", "ace spades"),
            ("a of spades", "ace of spades"),
            ("a queen", "a queen"),
            ("an ace", "an ace"),
            ("queen", "queen"),
            ("d", "d"),
            ("draw a card", "draw a card"),
        ] {
            let value = |token: &Token| token.number().map_or(token.clone(), Token::counted);
            let values = |tokens: Vec<Token>| tokens.iter().map(value).collect::<Vec<_>>();
            assert_eq!(values(with_names(&tokens(text))), values(tokens(named)), "{text}");
        }
        assert_eq!(with_suits(&tokens("h")), tokens("hearts"));
    }
}
