//! A pack of 52 playing cards: their order, texts, names and pictures.
//!
//! A card is written rank first, then the initial of its suit: `8H`, `10S`, `QD`, `AC`.

use crate::prelude::*;

/// The number of cards in a pack.
pub const PACK: usize = 52;

/// A suit, in the order in which a hand is sorted: black and red by turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suit {
    /// Clubs, black.
    Clubs,
    /// Diamonds, red.
    Diamonds,
    /// Spades, black.
    Spades,
    /// Hearts, red.
    Hearts,
}

impl Suit {
    /// The four suits, in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Spades, Suit::Hearts];

    /// The suit with the initial of this word, in either case: `H`, `h` and `hearts` are hearts.
    pub fn read(text: &str) -> Option<Suit> {
        let first = text.trim_start().chars().next()?.to_ascii_uppercase();
        Suit::ALL.into_iter().find(|suit| suit.initial().starts_with(first))
    }

    /// The suit of a word or sign: `h`, `heart`, `hearts`, `♥`.
    fn of_word(word: &str) -> Option<Suit> {
        let sign = |suit: Suit| {
            ["\u{2663}\u{2667}", "\u{2666}\u{2662}", "\u{2660}\u{2664}", "\u{2665}\u{2661}"]
                [suit as usize]
        };
        let is_named = |suit: &Suit| {
            word.eq_ignore_ascii_case(suit.initial())
                || [suit.name(), suit.singular()].contains(&word)
                || sign(*suit).contains(word)
        };
        Suit::ALL.into_iter().filter(|_| !word.is_empty()).find(is_named)
    }

    /// The suit of a text whose last word is a leading part of its name, or its sign: `choose diamo`.
    pub fn begun(text: &str) -> Option<Suit> {
        let text = text.to_lowercase();
        let word = text.strip_prefix("choose ").unwrap_or(&text);
        let is_begun = |suit: &Suit| !word.is_empty() && suit.name().starts_with(word);
        Suit::ALL.into_iter().find(is_begun).or_else(|| Suit::of_word(word))
    }

    /// The initial: `H`.
    pub const fn initial(self) -> &'static str {
        ["C", "D", "S", "H"][self as usize]
    }

    /// The name: `hearts`.
    pub const fn name(self) -> &'static str {
        ["clubs", "diamonds", "spades", "hearts"][self as usize]
    }

    /// The name for one card: `heart`.
    pub const fn singular(self) -> &'static str {
        ["club", "diamond", "spade", "heart"][self as usize]
    }

    /// The variant of the pictures of its cards, which decides their colour.
    const fn variant(self) -> &'static str {
        ["c", "d", "s", "h"][self as usize]
    }

    /// The picture of its sign.
    pub const fn picture(self) -> Picture {
        Picture::upright(["suit-c", "suit-d", "suit-s", "suit-h"][self as usize])
    }
}

/// A rank, the ace lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Ace,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
}

impl Rank {
    /// The thirteen ranks, from the ace to the king.
    pub const ALL: [Rank; 13] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
    ];

    /// The name: `ten`.
    pub const fn name(self) -> &'static str {
        [
            "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
            "queen", "king",
        ][self as usize]
    }

    /// The rank of a word: `q`, `queen`, `10`, `t`, `ten`.
    fn of_word(word: &str) -> Option<Rank> {
        const LETTERS: [&str; 13] =
            ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k"];
        let word = if word == "t" { "10" } else { word };
        let is_named = |rank: &Rank| word == rank.name() || word == LETTERS[*rank as usize];
        Rank::ALL.into_iter().find(is_named)
    }

    /// The name with its article: `a ten`, `an ace`.
    pub fn with_article(self) -> String {
        match self {
            Rank::Ace | Rank::Eight => format!("an {}", self.name()),
            _ => format!("a {}", self.name()),
        }
    }
}

/// A card of the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Card {
    /// Its suit, by which a hand is sorted first.
    pub suit: Suit,
    pub rank: Rank,
}

/// Every card as it is written, suit by suit; the place of each is its [`Card::index`].
pub const WRITTEN: [&str; PACK] = [
    "AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", //
    "AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", //
    "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS", //
    "AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "KH",
];

/// The sorted pack. It is a table because the computer looks up millions of cards when it imagines
/// thousands of rounds.
const SORTED: [Card; PACK] = {
    let mut sorted = [Card::new(Rank::Ace, Suit::Clubs); PACK];
    let mut at = 0;
    while at < PACK {
        let (suit, rank) = (at / Rank::ALL.len(), at % Rank::ALL.len());
        sorted[at] = Card::new(Rank::ALL[rank], Suit::ALL[suit]);
        at += 1;
    }
    sorted
};

/// The picture of every rank on the table, and in a hand, which shows only the edge.
const FACES: [(&str, &str); 13] = [
    ("card-a", "fan-a"),
    ("card-2", "fan-2"),
    ("card-3", "fan-3"),
    ("card-4", "fan-4"),
    ("card-5", "fan-5"),
    ("card-6", "fan-6"),
    ("card-7", "fan-7"),
    ("card-8", "fan-8"),
    ("card-9", "fan-9"),
    ("card-10", "fan-10"),
    ("card-j", "fan-j"),
    ("card-q", "fan-q"),
    ("card-k", "fan-k"),
];

/// The picture of a card that is face down.
pub const BACK: Picture = Picture::upright("card-back");

impl Card {
    /// A card of this rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Self {
        Card { suit, rank }
    }

    /// The whole pack, sorted.
    pub fn all() -> impl Iterator<Item = Card> {
        let of = |suit| Rank::ALL.into_iter().map(move |rank| Card { suit, rank });
        Suit::ALL.into_iter().flat_map(of)
    }

    /// Its place in the sorted pack, from 0 to 51.
    pub const fn index(self) -> usize {
        self.suit as usize * Rank::ALL.len() + self.rank as usize
    }

    /// The card at this place of the sorted pack.
    pub fn from_index(index: usize) -> Option<Card> {
        SORTED.get(index).copied()
    }

    /// The card of this text, in either case: `8h` is the eight of hearts. A ten may also be `T`.
    pub fn read(text: &str) -> Option<Card> {
        let text = text.trim().to_ascii_uppercase();
        let text = text.strip_prefix('T').map_or(text.clone(), |suit| format!("10{suit}"));
        Card::from_index(WRITTEN.iter().position(|written| *written == text)?)
    }

    /// The card of a typed text, its rank and its suit in either order: `QH`, `h 10`, `the queen of
    /// hearts`, `2♥`.
    pub fn named(text: &str) -> Option<Card> {
        // A hyphen joins two words, so none is before the first.
        if text.starts_with('-') {
            return None;
        }
        let lower = text.to_lowercase();
        let is_sign = |c: char| ('\u{2660}'..='\u{2667}').contains(&c);
        let parted = lower.replace(is_sign, " ");
        let signs = lower.matches(is_sign);
        let words = parted.split([' ', ',', '-', '_']).chain(signs);
        let fillers = ["", "play", "card", "the", "of"];
        let mut words: Vec<&str> = words.filter(|word| !fillers.contains(word)).collect();
        if words.len() == 3 && ["a", "an"].contains(&words[0]) {
            words.remove(0);
        }
        let card =
            |one: &str, other: &str| Some(Card::new(Rank::of_word(one)?, Suit::of_word(other)?));
        let (one, other) = match words[..] {
            [one, other] => (one, other),
            [word] => {
                let last = word.char_indices().next_back()?.0;
                let first = word.chars().next()?.len_utf8();
                let is_last = Suit::of_word(&word[last..]).is_some();
                word.split_at(if is_last { last } else { first })
            }
            _ => return None,
        };
        card(one, other).or_else(|| card(other, one))
    }

    /// The card as text: `8H`.
    pub const fn written(self) -> &'static str {
        WRITTEN[self.index()]
    }

    /// The name: `eight of hearts`.
    pub fn name(self) -> String {
        format!("{} of {}", self.rank.name(), self.suit.name())
    }

    /// Its picture on the table.
    pub const fn picture(self) -> Picture {
        Picture::upright(FACES[self.rank as usize].0).coloured(self.suit.variant())
    }

    /// Its picture in a hand, which may cover much of it.
    pub const fn picture_in_hand(self) -> Picture {
        Picture::upright(FACES[self.rank as usize].1).coloured(self.suit.variant())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_is_written_and_read() {
        assert_eq!(Card::all().count(), PACK);
        for (place, card) in Card::all().enumerate() {
            assert_eq!(card.index(), place);
            assert_eq!(Card::from_index(place), Some(card));
            assert_eq!(Card::read(card.written()), Some(card));
            assert_eq!(Card::read(&card.written().to_lowercase()), Some(card));
            assert!(card.written().ends_with(card.suit.initial()));
            let picture = card.picture();
            let name = format!("card-{}", card.written().to_lowercase());
            assert_eq!([picture.name, picture.variant].concat(), name);
        }
        assert_eq!(Card::from_index(PACK), None);
    }

    #[test]
    fn cards_are_written_as_players_write_them() {
        let eight = Card::new(Rank::Eight, Suit::Hearts);
        assert_eq!((eight.written(), eight.name().as_str()), ("8H", "eight of hearts"));
        assert_eq!(Card::new(Rank::Ten, Suit::Spades).written(), "10S");
        assert_eq!(Card::new(Rank::Queen, Suit::Diamonds).written(), "QD");
        assert_eq!(Card::new(Rank::Ace, Suit::Clubs).written(), "AC");
        assert_eq!(Card::read(" ts "), Card::read("10S"));
        for nonsense in ["", "H", "8", "H8", "1H", "11H", "8HH", "8X", "T", "\u{fffd}", "10"] {
            assert_eq!(Card::read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn suits_are_read_by_their_first_letter() {
        for suit in Suit::ALL {
            let upper = suit.name().to_uppercase();
            for text in [suit.initial(), suit.name(), suit.singular(), &upper] {
                assert_eq!(Suit::read(text), Some(suit), "{text}");
            }
        }
        for nonsense in ["", " ", "x", "\u{fffd}", "8H"] {
            assert_eq!(Suit::read(nonsense), None, "{nonsense}");
        }
    }
}
