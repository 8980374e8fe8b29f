//! Crazy Eights move by move, and what holds in thousands of games.

use super::audit::*;
use super::computer::glance::careful;
use super::position::*;
use super::requests::{CHOOSE_SUIT, DRAW_CARD, NEXT_HAND, PASS, PLAY_CARD, SHOW};
use super::terms::Level;
use super::*;
use crate::deal::{Deal, DealId};
use crate::game::any::{pack, unpack};
use crate::game::audit::Audited;
use crate::game::audit::covering;
use crate::game::outcome::Mood;
use crate::game::request::Argument;
use crate::game::sample;
use crate::games::shared::cards::{PACK, Rank, Suit};
use std::collections::BTreeSet;

const YOU: Seat = 0;
const SOLO: Terms = Terms {
    players: 1,
    people: 1,
    absent: [false; SEATS_MAX],
    reshuffles: true,
    target: None,
    level: Level::Easy,
    twos: false,
    queens: false,
    aces: false,
    one_draw: false,
    lead_by_lot: false,
    returns_eight: false,
};
const TWO: Terms = Terms { players: 2, ..SOLO };
const TWO_PASSING: Terms = Terms { reshuffles: false, ..TWO };

fn match_for(players: usize) -> Terms {
    Terms { players, target: Some(50 * players), ..TWO }
}

fn all_choices() -> Vec<Choices> {
    covering(RULESET.options)
}

/// The choices that give these terms.
fn choices(terms: Terms) -> Choices {
    let Terms { players, people, reshuffles, target, level, lead_by_lot, .. } = terms;
    let named = |is_special, usual, special| if is_special { special } else { usual };
    let mut choices = Choices::defaults(RULESET.options).with_people(people);
    choices.choose_all([
        ("players", &*players.to_string()),
        ("stock", named(reshuffles, "pass", "reshuffle")),
        ("match", named(target.is_some(), "single", "points")),
        ("level", ["easy", "good", "counting"][level as usize]),
        ("twos", named(terms.twos, "plain", "draw")),
        ("queens", named(terms.queens, "plain", "skip")),
        ("aces", named(terms.aces, "plain", "reverse")),
        ("draw", named(terms.one_draw, "until", "one")),
        ("lead", named(lead_by_lot, "you", "lot")),
        ("starter", named(terms.returns_eight, "keep", "return")),
    ]);
    assert_eq!(Terms::of(&choices), terms);
    choices
}

fn undealt(terms: Terms, code: u64) -> Position {
    let mut chance = Deal::of(DealId::Code(code)).chance("eights", b"");
    CrazyEights::deal(&choices(terms), &mut chance)
}

fn new_game(terms: Terms, code: u64) -> Position {
    CrazyEights::settle(undealt(terms, code)).0
}

fn card(written: &str) -> Card {
    Card::read(written).unwrap()
}

/// A position with these hands, stock and top card, and you on turn. The first card of the stock is
/// drawn first. All other cards are on the pile.
fn table(terms: Terms, hands: &[&str], stock: &str, top: &str) -> Position {
    let order: Vec<Card> = stock.split_whitespace().map(card).collect();
    let is_in_order = |position: &Position| {
        let shuffled = pack_order(position.secret(), position.round, position.reshuffles);
        shuffled.into_iter().filter(|card| order.contains(card)).eq(order.iter().copied())
    };
    let mut deals = (0..).map(|code| undealt(terms, code));
    let mut position = Position {
        locations: [Location::Pile; PACK],
        stage: Stage::Decision,
        ..deals.find(is_in_order).expect("every order of a few cards comes up")
    };
    let mut put = |cards: &str, location| {
        for card in cards.split_whitespace().map(card) {
            assert_eq!(position.location(card), Location::Pile, "{} twice", card.written());
            position.put(card, location);
        }
    };
    hands.iter().enumerate().for_each(|(seat, cards)| put(cards, Location::Hand(seat)));
    put(stock, Location::Stock);
    position.top = card(top);
    assert_eq!(position.location(position.top), Location::Pile);
    position
}

/// The same with nothing below the top card: the cards that are left go to this seat.
fn swept_to(seat: Seat, position: &Position) -> Position {
    let mut swept = position.clone();
    let below = position.cards(Location::Pile).filter(|card| *card != position.top);
    below.for_each(|card| swept.put(card, Location::Hand(seat)));
    swept
}

fn who(position: &Position, viewer: Viewer) -> Perspective {
    let names = ["Ann"].into_iter().chain(NAMES.into_iter().skip(1));
    let names = names.take(position.terms.players).map(Text::from).collect();
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Everybody => None,
    };
    Perspective { viewer, names, you, site: None }
}

fn viewers(position: &Position) -> Vec<Viewer> {
    position.terms.seats().map(Viewer::Seat).chain([Viewer::Everybody]).collect()
}

/// Your page when you open a position.
fn opened(position: &Position) -> Page {
    opened_by(position, Viewer::Seat(YOU)).0
}

/// The page and messages of a viewer who opens a position.
fn opened_by(position: &Position, viewer: Viewer) -> (Page, Vec<Message>) {
    let (who, events) = (who(position, viewer), CrazyEights::dealt(position));
    let told = events.iter().filter_map(|event| CrazyEights::tell(event, &who)).collect();
    (CrazyEights::page(position, &who, &events), told)
}

/// A granted request, with all that follows from it.
fn ask(position: &Position, request: &Request) -> Result<(Position, Vec<Event>), Refusal> {
    let Ruling::Next(next, mut events) = CrazyEights::referee(position, request)? else {
        panic!("nothing here only asks")
    };
    let (next, settled) = CrazyEights::settle(next);
    events.extend(settled);
    Ok((next, events))
}

fn word(spec: &'static RequestSpec, word: &str) -> Request {
    Request::with(spec, Argument::Word(word.to_owned().into()))
}

fn play(position: &Position, written: &str) -> (Position, Vec<String>) {
    told(ask(position, &word(&PLAY_CARD, written)))
}

fn name(position: &Position, suit: &str) -> (Position, Vec<String>) {
    told(ask(position, &word(&CHOOSE_SUIT, suit)))
}

fn draw(position: &Position) -> (Position, Vec<String>) {
    told(ask(position, &Request::plain(&DRAW_CARD)))
}

/// The messages as `name argument argument`, without those that only name the player on turn.
fn told(granted: Result<(Position, Vec<Event>), Refusal>) -> (Position, Vec<String>) {
    let (position, mut told) = all_told(granted);
    told.retain(|line| !line.starts_with("start_turn"));
    (position, told)
}

fn all_told(granted: Result<(Position, Vec<Event>), Refusal>) -> (Position, Vec<String>) {
    let (position, events) = granted.unwrap();
    let who = who(&position, Viewer::Seat(YOU));
    let messages = events.iter().filter_map(|event| CrazyEights::tell(event, &who));
    let line = |message: Message| {
        let words = message.arguments.iter().map(words);
        std::iter::once(message.spec.name.to_owned()).chain(words).collect::<Vec<_>>().join(" ")
    };
    let told = messages.map(line).collect();
    (position, told)
}

fn words(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Word(word) => word.to_string(),
        Value::List(values) => values.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Player(player) => player.name.to_string(),
        Value::Score(score) => format!("{}={}", score.player.name, score.value),
    }
}

fn refused(position: &Position, request: &Request) -> (&'static str, String) {
    let refusal = ask(position, request).unwrap_err();
    (refusal.fault.name, refusal.sentence.into_owned())
}

fn hand(position: &Position, seat: Seat) -> String {
    position.hand(seat).iter().map(|card| card.written()).collect::<Vec<_>>().join(" ")
}

fn ranking(position: &Position) -> Vec<Vec<Text>> {
    let players =
        CrazyEights::outcome(position).unwrap().players(&who(position, Viewer::Seat(YOU)));
    let names = players.into_iter().map(|equals| equals.into_iter().map(|player| player.name));
    names.map(Iterator::collect).collect()
}

fn mood(position: &Position) -> Mood {
    let who = who(position, Viewer::Seat(YOU));
    CrazyEights::outcome(position).map_or(Mood::Open, |outcome| outcome.mood(&who))
}

#[test]
fn cards_count_as_in_the_document() {
    let counts: Vec<u8> =
        Rank::ALL.iter().map(|rank| points(Card::new(*rank, Suit::Clubs))).collect();
    assert_eq!(counts, [1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10]);
}

#[test]
fn two_players_get_seven_cards_and_others_five() {
    for players in 1..=5 {
        for code in 0..200 {
            let (position, events) = CrazyEights::settle(undealt(Terms { players, ..TWO }, code));
            let each = if players == 2 { 7 } else { 5 };
            let dealt = |event: &Event| match event {
                Event::HandDealt(_, hand) => Some(hand.len()),
                _ => None,
            };
            let dealt: Vec<usize> = events.iter().filter_map(dealt).collect();
            assert_eq!(dealt, vec![each; players]);
            let drawn = events.iter().filter(|event| matches!(event, Event::Drew(..))).count();
            assert_eq!(position.count(Location::Pile), 1);
            assert_eq!(position.count(Location::Stock), PACK - 1 - players * each - drawn);
            assert_eq!(position.call, Call::TopCard);
        }
    }
}

#[test]
fn a_game_is_played_as_in_the_document() {
    let start = table(TWO, &["5H 8S 9C", "KH 2C QD"], "3D 4D", "7H");

    let (position, told) = play(&start, "5H");
    assert_eq!(told, ["player_played_card You 5H", "player_played_card Ada KH"]);
    assert_eq!((hand(&position, 0).as_str(), hand(&position, 1).as_str()), ("9C 8S", "2C QD"));

    let (position, told) = play(&position, "8s");
    assert_eq!(told, ["player_played_card You 8S"]);
    assert_eq!(position.call, Call::Due, "the turn waits for the suit");
    assert_eq!(opened(&position).state, "Choose a suit");
    assert_eq!(opened_by(&position, Viewer::Everybody).0.state, "Ann's turn");

    let (position, told) = name(&position, "clubs");
    assert_eq!(told, ["player_chose_suit You C", "player_played_card Ada 2C"]);
    assert_eq!(position.call, Call::TopCard, "a named suit holds for one card");

    let (position, told) = play(&position, "9C");
    assert_eq!(told, ["player_played_card You 9C", "scores You=0 Ada=10"]);
    assert!(position.is_over());
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);
    assert_eq!(mood(&position), Mood::Won);
}

#[test]
fn a_stuck_player_draws_until_a_card_fits() {
    // Ada has no spade; the stock has one. She learns what she drew, you only that she did.
    let start = table(TWO, &["5S KS", "2C 3C"], "9S", "7S");
    let (position, told) = play(&start, "5S");
    let ada = ["player_drew_card Ada", "player_played_card Ada 9S"];
    assert_eq!(
        (told[0].as_str(), &told[1..]),
        ("player_played_card You 5S", &ada.map(String::from)[..])
    );
    assert_eq!(hand(&position, 1), "2C 3C");

    // With none in the stock she draws all of it, and then passes.
    let start = table(TWO_PASSING, &["5S KS", "2C 3C"], "4D 6D", "7S");
    let (position, told) = play(&start, "5S");
    let ada = ["player_drew_card Ada", "player_drew_card Ada", "player_passed Ada"];
    assert_eq!(
        (told[0].as_str(), &told[1..]),
        ("player_played_card You 5S", &ada.map(String::from)[..])
    );
    assert_eq!(hand(&position, 1), "2C 3C 4D 6D");

    // You draw without a request at the start of your turn, and learn the card.
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "9D", "7S");
    let (position, told) = play(&start, "5S");
    let drawn = ["draw_card 9D", "player_drew_card You"];
    assert_eq!(told[..2], ["player_played_card You 5S", "player_played_card Ada 9S"]);
    assert_eq!(told[2..], drawn);
    assert_eq!(hand(&position, 0), "KC 9D");
}

#[test]
fn a_player_may_draw_while_the_stock_lasts() {
    let start = table(TWO_PASSING, &["5S KC", "9S 2C"], "9D", "7S");
    let (position, told) = draw(&start);
    assert_eq!(told, ["draw_card 9D", "player_drew_card You"]);
    assert_eq!(hand(&position, 0), "KC 9D 5S");
    assert_eq!(hand(&position, 1), hand(&start, 1), "it is still your turn");
    assert_eq!(refused(&position, &Request::plain(&DRAW_CARD)).0, "stock_empty");
}

#[test]
fn an_eight_fits_anything_and_names_the_suit() {
    let start = table(TWO, &["8D 2C", "3H 4C"], "5S", "KS");
    let (position, _) = play(&start, "8D");
    let (position, told) = name(&position, "h");
    assert_eq!(told[..2], ["player_chose_suit You H", "player_played_card Ada 3H"]);
    assert_eq!(position.top, card("3H"));

    // A computer player names one too.
    let start = table(TWO, &["KC 2H 5H", "8S 6D 7D"], "3S", "JC");
    let (position, told) = play(&start, "KC");
    assert_eq!(
        told[..3],
        ["player_played_card You KC", "player_played_card Ada 8S", "player_chose_suit Ada D"]
    );
    assert_eq!(position.suit(), Suit::Diamonds);
}

#[test]
fn the_named_suit_holds_instead_of_the_eights() {
    let start = table(TWO, &["5S 3H 8C", "2C 4C"], "9S", "8S");
    let start = Position { call: Call::Named(Suit::Hearts), ..start };
    assert_eq!(refused(&start, &word(&PLAY_CARD, "5S")).0, "not_legal");
    assert!(ask(&start, &word(&PLAY_CARD, "3H")).is_ok());
    assert!(ask(&start, &word(&PLAY_CARD, "8C")).is_ok());
}

#[test]
fn an_eight_that_starts_keeps_its_suit() {
    let start = swept_to(1, &table(TWO, &["5S 3H", ""], "9S", "8S"));
    assert!(CrazyEights::is_possible(&start));
    assert_eq!(refused(&start, &word(&CHOOSE_SUIT, "H")).0, "no_eight");
    assert_eq!(refused(&start, &word(&PLAY_CARD, "3H")).0, "not_legal");
    assert!(ask(&start, &word(&PLAY_CARD, "5S")).is_ok());
}

#[test]
fn a_last_eight_ends_without_naming_a_suit() {
    let start = table(TWO, &["8H", "9S 8C"], "9D", "7S");
    let (position, told) = play(&start, "8H");
    assert_eq!(told, ["player_played_card You 8H", "scores You=0 Ada=59"]);
    assert!(position.is_over());
    assert_eq!(position.call, Call::TopCard);
    assert!(opened(&position).all_offers().next().is_none());
}

#[test]
fn every_fault_is_met() {
    let card = |written| word(&PLAY_CARD, written);
    let suit = |name| word(&CHOOSE_SUIT, name);
    let (draw, next) = (Request::plain(&DRAW_CARD), Request::plain(&NEXT_HAND));
    let turn = table(TWO_PASSING, &["5S 8H KC", "9S 2C"], "", "7S");
    let due = play(&turn, "8H").0;
    let over = play(&table(TWO, &["8H", "9S"], "9D", "7S"), "8H").0;
    let mut met = BTreeSet::new();
    let mut expect = |position: &Position, request: &Request, code: u16, sentence: &str| {
        let refusal = ask(position, request).unwrap_err();
        assert_eq!((refusal.fault.code, &*refusal.sentence), (code, sentence), "{request:?}");
        assert!(request.spec.faults().any(|fault| fault == refusal.fault), "{request:?} lists it");
        met.insert(code);
    };
    for request in [&card("9S"), &card("x"), &suit("H"), &draw] {
        expect(&over, request, 901, "It's not your turn; the game is over.");
    }
    expect(&turn, &card("10S"), 902, "You don't have that card (10S).");
    expect(&turn, &card("7S"), 902, "You don't have that card (7S).");
    expect(&turn, &card("9S"), 902, "You don't have that card (9S).");
    for word in ["", "11S", "S9", "joker", "\u{fffd}"] {
        expect(&turn, &card(word), 903, "There is no such card. Write the queen of hearts as QH.");
    }
    expect(&turn, &draw, 904, "You can't draw a card; the stock is empty.");
    expect(&turn, &suit("H"), 905, "You can't choose a suit; you haven't just played an 8.");
    for word in ["", "x", "\u{fffd}"] {
        expect(&due, &suit(word), 906, "Unknown suit. Name it by its initial: C, D, H or S.");
    }
    expect(&turn, &card("KC"), 907, "That's not a legal play! It doesn't fit.");
    expect(&due, &card("5S"), 908, "You have just played an 8. Name a suit first.");
    expect(&due, &draw, 908, "You have just played an 8. Name a suit first.");
    for position in [&turn, &due, &over] {
        expect(position, &next, 909, "There is no next round to deal now.");
    }
    let between = play(&table(match_for(2), &["8H", "9S"], "9D", "7S"), "8H").0;
    expect(&between, &draw, 901, "It's not your turn; the round is over.");
    let several = |hands: &[&str], stock| {
        let two = Terms { people: 2, ..TWO };
        Position { stage: Stage::Decision, ..table(two, hands, stock, "7S") }
    };
    let pass = Request::plain(&PASS);
    expect(
        &several(&["5S", "KC"], "2D"),
        &draw,
        910,
        "Here cards are drawn for you, and only when you cannot play.",
    );
    expect(
        &several(&["5S", "KC"], "2D"),
        &pass,
        911,
        "You pass only when you can do nothing else.",
    );
    expect(&over, &Request::plain(&SHOW), 912, "The game is not over, so the hands stay closed.");
    let listed: BTreeSet<u16> = RULESET.faults().iter().map(|fault| fault.code).collect();
    assert_eq!(met, listed);
}

/// Between people a last card is sealed before a player has found the round over. No player names
/// the suit of a last eight.
#[test]
fn the_link_after_any_last_card_opens() {
    let mut choices = Choices::defaults(RULESET.options).with_people(2);
    assert!(choices.choose("players", "2"));
    for last in Card::all().filter(|last| *last != card("9D") && *last != card("KC")) {
        let terms = Terms::of(&choices);
        let start = table(terms, &[last.written(), "KC"], "", "9D");
        if !start.is_playable(last) {
            continue;
        }
        let (position, _) = course::after(&start, Move::Play(last));
        let mut packer = Packer::new();
        pack::<CrazyEights>(&mut position.clone(), &mut packer);
        let bytes = packer.finish();
        let opened = unpack::<CrazyEights>(&choices, Unpacker::new(&bytes));
        assert_eq!(opened, Ok(position.clone()), "{}", last.written());
        let said = |viewer| opened_by(&position, viewer).0.status;
        assert_eq!(said(Viewer::Everybody), "Ann has played the last card.");
        assert_eq!(said(Viewer::Seat(0)), "You have played your last card.");
        assert!(CrazyEights::settle(position).0.is_over(), "{}", last.written());
    }
}

#[test]
fn suits_are_understood_liberally() {
    let due = play(&table(TWO, &["8H 5C", "9S 2C"], "9D", "7S"), "8H").0;
    for word in ["D", "d", "diamonds", "Diamonds", "DIA"] {
        assert_eq!(name(&due, word), name(&due, "D"));
    }
}

#[test]
fn without_reshuffling_a_player_who_cannot_play_passes() {
    let start = table(TWO_PASSING, &["5S KC 3S", "9D 2C"], "", "7S");
    let (position, told) = play(&start, "5S");
    assert_eq!(told, ["player_played_card You 5S", "player_passed Ada"]);
    assert_eq!(hand(&position, 0), "KC 3S");

    // You pass of yourself as well.
    let start = table(TWO_PASSING, &["5S KC", "9S 2C 3S"], "", "7S");
    let (position, told) = play(&start, "5S");
    let ada = ["player_played_card Ada 9S", "player_passed You", "player_played_card Ada 3S"];
    assert_eq!(told[1..4], ada);
    assert!(position.is_over(), "then nobody can play: {told:?}");
}

#[test]
fn the_lowest_hand_wins_a_blocked_round() {
    let start = table(TWO_PASSING, &["5S KC", "9D 2C"], "", "7S");
    let (position, told) = play(&start, "5S");
    let passes = ["player_played_card You 5S", "player_passed Ada", "player_passed You"];
    assert_eq!((&told[..3], &*told[3]), (&passes.map(String::from)[..], "scores You=10 Ada=11"));
    assert!(position.is_over());
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);

    // With reshuffling it takes a pile of one card, with all the others in the hands.
    let start = swept_to(0, &table(TWO, &["5C", "2C"], "", "5S"));
    assert!(!start.can_draw() && start.can_play(YOU));
    assert_eq!(refused(&start, &Request::plain(&DRAW_CARD)).0, "stock_empty");
}

#[test]
fn equal_hands_share_a_place_after_lower_ones() {
    let terms = Terms { players: 4, ..TWO_PASSING };
    let start = table(terms, &["5S KC", "10D", "2C", "QH"], "", "7S");
    let (position, _) = play(&start, "5S");
    assert_eq!(position.hand_values(), [10, 10, 2, 10]);
    assert_eq!(ranking(&position), [vec!["Ben"], vec!["You", "Ada", "Cleo"]]);
    assert_eq!(mood(&position), Mood::Lost);
    let end = |position| opened(position).end.expect("an end");
    let detail = |position| end(position).detail;
    let status = |position| opened(position).status;
    assert!(status(&position).ends_with(" You share second place."));
    assert_eq!(detail(&position), "Points left in hand:");
    let standings = |position| -> Vec<String> {
        end(position).standings.iter().map(ToString::to_string).collect()
    };
    let shared = ["1. Ben: 2", "2. You: 10", "2. Ada: 10", "2. Cleo: 10"];
    assert_eq!(standings(&position), shared);
    let (position, _) = play(&table(terms, &["5S KC 9D", "10D", "2S", "QH"], "", "7S"), "5S");
    assert!(status(&position).ends_with(" You came fourth."));
    let last = ["1. Ben: 0", "2. Ada: 10", "2. Cleo: 10", "4. You: 19"];
    assert_eq!(standings(&position), last);
    // The page tells neither second place of two nor first place.
    let (position, _) = play(&table(TWO, &["5S", "10D"], "", "7S"), "5S");
    assert_eq!(detail(&position), "Points left in hand: You 0 and Ada 10.");
    let (position, _) = play(&table(terms, &["5S", "10D", "2C", "QH"], "", "7S"), "5S");
    assert_eq!(detail(&position), "Points left in hand:");
}

#[test]
fn a_finished_round_tells_how_the_match_stands() {
    let standing = |position: &Position| -> Option<Passage> {
        opened(position).parts.into_iter().find_map(|part| match part {
            Part::Round(passage) => Some(passage),
            _ => None,
        })
    };
    let start = table(match_for(2), &["5S", "10D 2C"], "9D", "7S");
    assert_eq!(standing(&start), None);
    let (over, _) = play(&start, "5S");
    assert!(over.is_round_over() && !over.is_over());
    let passage = standing(&over).expect("how the match stands");
    assert_eq!(passage.heading, "You lead after round 1");
    let rows = [["Player", "Points"], ["You", "12"], ["Ada", "0"]];
    let rows = rows.map(|row| row.map(Text::from).to_vec()).to_vec();
    assert_eq!(passage.blocks[0], Block::Table(rows));
}

#[test]
fn alone_you_are_out_or_stuck() {
    let (position, told) = play(&table(SOLO, &["5S"], "9D", "7S"), "5S");
    assert_eq!(told, ["player_played_card You 5S", "scores You=0"]);
    assert_eq!((mood(&position), ranking(&position)), (Mood::Won, vec![vec!["You".into()]]));

    let passing = Terms { reshuffles: false, ..SOLO };
    let (position, told) = play(&table(passing, &["5S KC 9D"], "", "7S"), "5S");
    assert_eq!(told, ["player_played_card You 5S", "player_passed You", "scores You=19"]);
    assert_eq!((mood(&position), ranking(&position)), (Mood::Lost, vec![vec!["You".into()]]));
    assert_eq!(opened(&position).status, "You can neither play nor draw.");
}

#[test]
fn all_but_the_top_card_becomes_the_stock() {
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "", "7S");
    let below = start.count(Location::Pile) - 1;
    let (position, told) = draw(&start);
    assert_eq!(told[0], format!("stock_reshuffled {below}"));
    assert_eq!(position.count(Location::Pile), 1);
    assert_eq!(position.count(Location::Stock), below - 1);
    assert_eq!((position.top, position.reshuffles), (card("7S"), 1));
}

#[test]
fn after_nine_times_the_pile_stays() {
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "", "7S");
    let start = Position { reshuffles: RESHUFFLES_MAX, ..start };
    assert_eq!(refused(&start, &Request::plain(&DRAW_CARD)).0, "stock_empty");
}

#[test]
fn a_round_winner_collects_the_other_hands() {
    let start = table(match_for(3), &["5S", "KC 9D", "8C"], "2D", "7S");
    let start = Position { points: vec![12, 0, 40], ..start };
    let (between, told) = play(&start, "5S");
    assert_eq!(told.last().unwrap(), "scores You=0 Ada=19 Ben=50");
    assert_eq!(between.points_after_round(), [81, 0, 40]);
    assert_eq!((CrazyEights::outcome(&between), CrazyEights::turn(&between)), (None, Some(YOU)));
    let page = opened(&between);
    assert!(page.status.contains("You collect 69 points."), "{}", page.status);
    let offers: Vec<&str> = page.all_offers().map(|offer| offer.request.spec.name).collect();
    assert_eq!(offers, ["next_hand"]);

    let (next, told) = all_told(ask(&between, &Request::plain(&NEXT_HAND)));
    assert_eq!(told[0], "start_game");
    assert!(told[1].starts_with("receive_hand ") && told[2].starts_with("starter_card "));
    assert_eq!(told[3], "start_turn Ada", "the lead goes round");
    assert_eq!((next.round, &next.points), (1, &vec![81, 0, 40]));
}

#[test]
fn a_blocked_round_gives_the_differences() {
    let gains = |hands: [&str; 3]| table(match_for(3), &hands, "", "7S").gains();
    assert_eq!(gains(["5S", "KC 9D", "2C"]), [0, 0, 3 + 17]);
    assert_eq!(gains(["5S", "5C", "KC"]), [5, 5, 0], "each of the lowest");
    assert_eq!(gains(["5S", "5C", "5D"]), [0, 0, 0]);
}

#[test]
fn a_page_says_who_collects_what() {
    let lead = |terms: Terms, hands: &[&str]| {
        let position = table(terms, hands, "", "7S");
        play(&position, &hands[0][..2]).0
    };
    let terms = Terms { target: Some(100), ..TWO_PASSING };
    let gain = |hands: &[&str]| {
        let position = lead(terms, hands);
        page::gain(&position, &who(&position, Viewer::Seat(YOU)))
    };
    assert_eq!(gain(&["5S 9D", "9C"]).as_deref(), Some("Nobody collects anything."));
    assert_eq!(gain(&["5S 9D", "KC"]).as_deref(), Some("You collect 1 point."));
}

#[test]
fn a_drawn_round_is_shared_as_a_draw() {
    let (position, _) = play(&table(TWO_PASSING, &["5S 9D", "9C"], "", "7S"), "5S");
    assert_eq!(mood(&position), Mood::Drawn);
    let share = opened(&position).end.and_then(|end| end.share).expect("something to tell");
    assert_eq!(share.result, Text::from("a draw"));
}

#[test]
fn a_match_ends_at_fifty_points_a_player() {
    for players in 2..=5 {
        let mut choices = Choices::defaults(RULESET.options);
        assert!(choices.choose("players", &players.to_string()));
        assert!(choices.choose("match", "points"));
        assert_eq!(Terms::of(&choices), match_for(players));
    }
    let start = table(match_for(2), &["5S", "KC 9D"], "2D", "7S");
    let at = |points: [usize; 2]| {
        let start = Position { points: points.into(), ..start.clone() };
        play(&start, "5S").0
    };
    assert!(!at([80, 99]).is_over());
    let position = at([81, 99]);
    assert_eq!(position.points_after_round(), [100, 99]);
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);
    assert_eq!(mood(&position), Mood::Won);
}

/// The requests that the page offers you.
fn requests(position: &Position) -> Vec<Request> {
    let page = CrazyEights::page(position, &who(position, Viewer::Seat(YOU)), &[]);
    page.all_offers().map(|offer| offer.request.clone()).collect()
}

/// Plays on with one of the requests offered until it is over, looking at every step.
fn play_out(
    start: Position,
    choose: &mut dyn FnMut(&Position, &[Request]) -> Request,
    look: &mut dyn FnMut(&Position, &Position, &[Event]),
) -> (Position, usize) {
    let (mut position, mut count) = (start, 0);
    while !position.is_over() {
        let request = choose(&position, &requests(&position));
        let (next, events) = ask(&position, &request).unwrap();
        look(&position, &next, &events);
        (position, count) = (next, count + 1);
    }
    (position, count)
}

/// Plays this number of games of all choices at random, and looks at every step.
fn play_many(games: u64, look: &mut dyn FnMut(&Position, &Position, &[Event])) {
    for terms in all_choices().iter().map(Terms::of) {
        // To think ahead takes its time.
        let games = if terms.level == Level::Easy { games } else { games.div_ceil(10) };
        for code in 0..games {
            let mut chance = Chance::from_seed([code as u8; 32]);
            let mut any = |_: &Position, offered: &[Request]| chance.pick(offered).unwrap().clone();
            play_out(new_game(terms, code), &mut any, look);
        }
    }
}

#[test]
fn games_end_in_time_and_in_every_way() {
    let (mut blocked, mut matches) = (0, 0);
    for choices in all_choices() {
        let terms = Terms::of(&choices);
        let games = match terms {
            Terms { level: Level::Easy, target: None, .. } => 300,
            Terms { level: Level::Easy, .. } => 30,
            _ => 3,
        };
        for code in sample::one_in(3, 0..games) {
            let mut chance = Chance::from_seed([code as u8; 32]);
            let mut any = |_: &Position, offered: &[Request]| chance.pick(offered).unwrap().clone();
            let (end, count) = play_out(new_game(terms, code), &mut any, &mut |_, after, _| {
                assert_eq!(after.broken_condition(), None, "{after:?}");
                assert_eq!(CrazyEights::turn(after), (!after.is_over()).then_some(YOU));
            });
            assert!(count <= CrazyEights::requests_max(&choices), "{terms:?}: {count}");
            blocked += u32::from(end.seat_without_cards().is_none());
            matches += u32::from(end.round > 1);
            assert_eq!(CrazyEights::outcome(&end).unwrap().ranking.concat().len(), terms.players);
        }
    }
    let least = if sample::is_full() { 50 } else { 15 };
    assert!(blocked > least, "{blocked} blocked games are enough to believe in");
    assert!(matches > least, "{matches} matches of several rounds are enough to believe in");
}

/// The position after these events. Each event must find the cards that it moves in a possible
/// place.
fn moved_by_events(before: &Position, events: &[Event]) -> Position {
    let mut position = before.clone();
    for event in events {
        match event {
            Event::RoundBegan => position.locations = [Location::Stock; PACK],
            Event::HandDealt(seat, hand) => {
                for card in hand {
                    assert_eq!(position.location(*card), Location::Stock, "{event:?}");
                    position.put(*card, Location::Hand(*seat));
                }
            }
            Event::StarterTurned(card) => {
                assert_eq!(position.location(*card), Location::Stock, "{event:?}");
                position.put_on_pile(*card);
            }
            Event::Acted(seat, Act::Played(card)) => {
                assert_eq!(position.location(*card), Location::Hand(*seat), "{event:?}");
                position.put_on_pile(*card);
            }
            Event::Drew(seat, card) => {
                assert_eq!(position.location(*card), Location::Stock, "{event:?}");
                position.put(*card, Location::Hand(*seat));
            }
            Event::Reshuffled(count) => {
                assert_eq!(position.count(Location::Stock), 0, "{event:?}");
                let top = position.top;
                let below: Vec<Card> =
                    position.cards(Location::Pile).filter(|card| *card != top).collect();
                assert_eq!(below.len(), *count);
                below.into_iter().for_each(|card| position.put(card, Location::Stock));
            }
            Event::TurnBegan(_)
            | Event::SuitNamed(..)
            | Event::HandGrew(_)
            | Event::MustDraw(..)
            | Event::Acted(..)
            | Event::TurnedRound
            | Event::HandsCounted(_) => {}
        }
    }
    position
}

#[test]
fn no_card_moves_without_an_event() {
    play_many(20, &mut |before, after, events| {
        let moved = moved_by_events(before, events);
        assert_eq!((moved.locations, moved.top), (after.locations, after.top), "{events:?}");
        assert!(!events.is_empty());
    });
}

/// The number of cards of each seat, as a client counts them from the messages alone.
fn counts_by_messages(before: &Position, who: &Perspective, messages: &[Message]) -> Vec<usize> {
    let mut counts = before.counts();
    for message in messages {
        let first = message.arguments.first().map(words).unwrap_or_default();
        let named = before.terms.seats().find(|seat| who.name(*seat) == first);
        match (message.spec.name, named, who.viewer) {
            ("start_game", ..) => counts.fill(before.terms.cards_dealt_to_each()),
            ("player_played_card", Some(seat), _) => counts[seat] -= 1,
            ("player_drew_card", Some(seat), _) => counts[seat] += 1,
            _ => {}
        }
    }
    counts
}

#[test]
fn every_viewer_is_told_all_they_may_know() {
    let mut produced = BTreeSet::new();
    play_many(10, &mut |before, after, events| {
        for viewer in viewers(before) {
            let who = who(before, viewer);
            let tell = |event| CrazyEights::tell(event, &who);
            let messages: Vec<Message> = events.iter().filter_map(tell).collect();
            assert_eq!(counts_by_messages(before, &who, &messages), after.counts());
            for event in events {
                let (Event::HandDealt(seat, _) | Event::Drew(seat, _)) = event else {
                    assert!(!tell(event).unwrap().spec.private, "{event:?}");
                    continue;
                };
                match tell(event) {
                    Some(message) => assert!(who.sees(*seat) && message.spec.private),
                    None => assert!(!who.sees(*seat), "cards are told to their own seat alone"),
                }
            }
            produced.extend(messages.iter().map(|message| message.spec.name));
            let arguments = |m: &Message| m.arguments.len() == m.spec.arguments.len();
            assert!(messages.iter().all(arguments));
        }
    });
    let listed: BTreeSet<&str> = RULESET.messages.iter().map(|message| message.name).collect();
    assert_eq!(produced, listed);
}

#[test]
fn a_table_tells_its_last_turns_oldest_first() {
    let played = |seat, written| LastTurn {
        seat,
        act: Some(Act::Played(card(written))),
        ..LastTurn::default()
    };
    let two = Terms { people: 2, ..TWO };
    let mut position = table(two, &["4H 5H 8C", "7H 9C"], "2C 3C", "KH");
    position.last_turns = vec![played(0, "QH"), played(1, "KH")];
    let turns = |position: &Position| {
        let page = opened(position);
        let log = page.parts.iter().find_map(|part| match part {
            Part::Log(log) => Some(log.entries.join(" ")),
            _ => None,
        });
        log.expect("a table tells its last turns")
    };
    let (ann, ada) = ("You played the queen of hearts.", "Ada played the king of hearts.");
    assert_eq!(turns(&position), format!("{ann} {ada}"));
    // The player on turn reads an invitation instead.
    assert!(opened_by(&position, Viewer::Everybody).0.status.starts_with(ada));
    assert!(opened(&position).status.starts_with("Play a heart, "));
    position.begin_last_turn(YOU);
    let (position, _) = play(&position, "8C");
    assert_eq!(position.call, Call::Due);
    assert_eq!(turns(&position), format!("{ada} You played the eight of clubs."));
}

/// Aces turn the direction of play, so the order cannot be worked out from it.
#[test]
fn last_turns_stand_in_the_order_of_play() {
    let four = Terms { players: 4, people: 4, aces: true, queens: true, ..TWO };
    let mut out_of_line = 0;
    for code in 0..40 {
        let mut position = undealt(four, code);
        let mut played: Vec<Seat> = Vec::new();
        let mut chance = Chance::from_seed([code as u8; 32]);
        loop {
            let (settled, events) = CrazyEights::settle(position);
            let mut all = events;
            let next = settled.turn();
            if let Some(seat) = next.filter(|_| !settled.is_round_over()) {
                let page = CrazyEights::page(&settled, &who(&settled, Viewer::Seat(seat)), &[]);
                let offered: Vec<&Offer> = page.all_offers().collect();
                let request = &chance.pick(&offered).expect("a move").request;
                let Ok(Ruling::Next(after, acted)) = CrazyEights::referee(&settled, request) else {
                    panic!("{request:?} is offered")
                };
                all.extend(acted);
                position = after;
            } else {
                position = settled;
            }
            played.extend(all.iter().filter_map(|event| match event {
                Event::Acted(seat, _) => Some(*seat),
                _ => None,
            }));
            let told = position.last_turns.iter().filter(|turn| turn.act.is_some());
            let told: Vec<Seat> = told.map(|turn| turn.seat).collect();
            for seat in played.iter().filter(|seat| !told.contains(seat)) {
                assert_eq!(Some(*seat), position.turn(), "only a turn that has begun is untold");
            }
            let mut latest: Vec<Seat> = Vec::new();
            for seat in played.iter().rev().filter(|seat| told.contains(seat)) {
                if !latest.contains(seat) {
                    latest.insert(0, *seat);
                }
            }
            assert_eq!(told, latest, "{played:?}");
            out_of_line += u32::from(!told.is_sorted());
            if position.is_round_over() || played.len() > 60 {
                break;
            }
        }
    }
    assert!(out_of_line > 50, "{out_of_line} orders are not those of the seats");
}

/// `static/verify.py` prints the same order.
#[test]
fn the_first_cards_of_the_shuffle_are_dealt() {
    for code in 0..20 {
        let dealt = undealt(TWO, code);
        let position = new_game(TWO, code);
        let lines = shuffles(&dealt.secret().to_text(), &[1]).expect("an opening");
        assert_eq!(lines.len(), usize::from(RESHUFFLES_MAX) + 1);
        let (name, order) = lines[0].split_once(": ").expect("a shuffle");
        assert_eq!(name, "shuffle 0");
        let order: Vec<Card> = order.split(' ').map(card).collect();
        let at = |place: usize| position.location(order[place]);
        let hands = [Location::Hand(0), Location::Hand(1)];
        assert!((0..14).all(|place| hands.contains(&at(place))), "{order:?}");
        let left: Vec<Location> = (14..PACK).map(at).collect();
        let first = left.iter().position(|location| *location == Location::Stock);
        let stock = first.map_or(&[][..], |first| &left[first..]);
        assert!(stock.len() > 20 && stock.iter().all(|location| *location == Location::Stock));
        let again = shuffles(&dealt.secret().to_text(), &[2]).expect("a second round");
        assert_ne!(again[0], lines[0], "every round has its own");
    }
    assert_eq!(shuffles("nothing", &[1]), None);
}

#[test]
fn to_settle_twice_changes_nothing() {
    play_many(10, &mut |_, after, _| {
        assert_eq!(CrazyEights::settle(after.clone()), (after.clone(), Vec::new()));
    });
}

#[test]
fn when_a_link_opens_makes_no_difference() {
    for choices in all_choices().iter().filter(|choices| Terms::of(choices).players == 3) {
        let reopened = |position: &Position| {
            let mut packer = Packer::new();
            pack::<CrazyEights>(&mut position.clone(), &mut packer);
            unpack::<CrazyEights>(choices, Unpacker::new(&packer.finish())).unwrap()
        };
        let mut chance = Chance::from_seed([9; 32]);
        let mut any = |_: &Position, offered: &[Request]| chance.pick(offered).unwrap().clone();
        let mut look = |before: &Position, after: &Position, _: &[Event]| {
            assert_eq!(reopened(after), *after);
            // A repeated request always has the same result.
            for request in requests(before) {
                assert_eq!(ask(before, &request), ask(&reopened(before), &request));
            }
        };
        play_out(new_game(Terms::of(choices), 5), &mut any, &mut look);
    }
}

#[test]
fn a_link_is_short() {
    let mut packer = Packer::new();
    pack::<CrazyEights>(&mut (new_game(match_for(5), 1)).clone(), &mut packer);
    // With the choices and the deal, 42 bytes of seal, four characters for three bytes, and the
    // longest request around it.
    let bytes = (packer.bits() + 5 + 41).div_ceil(8) + 42;
    let link = "?s=&g=eights&play_card=10S".len() + (bytes * 4).div_ceil(3);
    assert!(link < 255, "{link}");
}

#[test]
fn the_first_page_tells_what_the_deal_did() {
    let mut drawn = 0;
    for terms in all_choices().iter().map(Terms::of) {
        for code in 0..if terms.level == Level::Easy { 200 } else { 5 } {
            let (first, events) = CrazyEights::settle(undealt(terms, code));
            if !course::may_be_first(&first) {
                assert!(terms.lead_by_lot || terms.one_draw, "you lead: {events:?}");
                continue;
            }
            assert_eq!(CrazyEights::dealt(&first), events);
            let page = opened(&first);
            let has_drawn = |event: &Event| match event {
                Event::Drew(YOU, _) => true,
                Event::MustDraw(YOU, _) => panic!("nobody has played a two yet"),
                _ => false,
            };
            if events.iter().any(|event| {
                matches!(event, Event::Acted(_, Act::Played(_)) | Event::HandsCounted(_))
            }) {
                assert!(terms.lead_by_lot || terms.one_draw, "you lead: {events:?}");
                continue;
            }
            let Some(Part::Log(log)) = page.parts.last() else { panic!("no log") };
            assert_eq!(
                (&*log.caption, &*log.entries[0]),
                ("Since the deal", "A new round is dealt.")
            );
            let has_drawn = events.iter().any(has_drawn);
            assert_eq!(page.status.starts_with("You had nothing to play and drew"), has_drawn);
            drawn += u32::from(has_drawn);
            for request in requests(&first) {
                let after = ask(&first, &request).unwrap().0;
                assert_eq!(CrazyEights::dealt(&after), [], "{request:?}");
            }
        }
    }
    assert!(drawn > 20, "{drawn} deals in which you had to draw are enough to believe in");
    play_many(5, &mut |_, after, _| assert_eq!(CrazyEights::dealt(after), []));
}

/// The position as it would be with this seat on turn, which can play.
fn on_turn(seat: Seat, position: &Position) -> Option<Position> {
    let other = Position { cursor: seat, stage: Stage::Decision, ..position.clone() };
    (!position.is_round_over() && other.has_move()).then_some(other)
}

#[test]
fn a_computer_chooses_by_what_it_sees() {
    let mut chance = Chance::from_seed([2; 32]);
    let (mut cards, mut suits) = (0, 0);
    play_many(3, &mut |_, after, _| {
        for seat in after.terms.seats().skip(1) {
            let Some(position) = on_turn(seat, after) else { continue };
            let request = CrazyEights::computer(&position, seat).unwrap();
            for _ in 0..3 {
                let other = redeal(&position, Viewer::Seat(seat), &mut chance);
                assert_eq!(CrazyEights::computer(&other, seat), Some(request.clone()));
            }
            // Its request is granted, and it makes the same one when it plays.
            let Ok(Ruling::Next(_, events)) = CrazyEights::referee(&position, &request) else {
                panic!("{request:?} is refused")
            };
            assert!(CrazyEights::settle(position).1.starts_with(&events), "{events:?}");
            cards += u32::from(request.is(&PLAY_CARD));
            suits += u32::from(request.is(&CHOOSE_SUIT));
        }
    });
    assert!(cards > 800 && suits > 100, "{cards} cards and {suits} suits");
}

#[test]
fn a_new_deal_looks_unchanged_to_its_viewer() {
    let mut chance = Chance::from_seed([4; 32]);
    let mut changed = 0;
    let mut look = |position: &Position| {
        for viewer in viewers(position) {
            let other = redeal(position, viewer, &mut chance);
            assert_eq!(other.broken_condition(), None, "{viewer:?} {position:?}");
            assert_eq!(opened_by(&other, viewer), opened_by(position, viewer));
            changed += u32::from(other.locations != position.locations);
        }
    };
    for terms in all_choices().iter().map(Terms::of) {
        (0..20).for_each(|code| look(&new_game(terms, code)));
    }
    play_many(3, &mut |_, after, _| look(after));
    assert!(changed > 5_000, "{changed}");
}

#[test]
fn everything_a_viewer_cannot_see_is_dealt_anew() {
    let mut chance = Chance::from_seed([4; 32]);
    let start = new_game(Terms { players: 4, ..TWO }, 1);
    let requests = requests(&start);
    let play = requests.iter().find(|request| request.is(&PLAY_CARD)).unwrap();
    let position = ask(&start, play).unwrap().0;
    for viewer in viewers(&position) {
        let other = redeal(&position, viewer, &mut chance);
        assert_ne!(other.seed, position.seed);
        assert_eq!(other.counts(), position.counts());
        for seat in 0..4 {
            let is_same = hand(&other, seat) == hand(&position, seat);
            assert_eq!(is_same, viewer == Viewer::Seat(seat), "{viewer:?} {seat}");
        }
    }
}

#[test]
fn only_its_seat_sees_a_hand_during_play() {
    let start = table(TWO, &["5S", "KC 9D"], "2D", "7S");
    let captions = |position: &Position, viewer| -> Vec<Text> {
        let rows = opened_by(position, viewer).0.parts.into_iter().skip(2);
        rows.filter_map(|part| match part {
            Part::Row(row) | Part::Hand(row) => Some(row.caption),
            _ => None,
        })
        .collect()
    };
    assert_eq!(captions(&start, Viewer::Seat(YOU)), ["Your hand"]);
    assert_eq!(captions(&start, Viewer::Everybody), [""; 0]);
    let (page, _) = opened_by(&start, Viewer::Seat(1));
    assert_eq!(page.all_offers().count(), 0, "it is not Ada's turn");
    let over = play(&start, "5S").0;
    for viewer in viewers(&over) {
        assert_eq!(captions(&over, viewer).len(), 1, "your hand is empty");
    }
}

#[test]
fn the_end_tells_each_hands_worth_once() {
    for terms in [TWO, match_for(2)] {
        let start = table(terms, &["5S KC 9D", "9S"], "2D", "7S");
        let (over, events) = ask(&start, &word(&PLAY_CARD, "5S")).unwrap();
        assert!(over.is_round_over() && events.contains(&Event::TurnBegan(1)), "Ada is out");
        let page = CrazyEights::page(&over, &who(&over, Viewer::Seat(YOU)), &events);
        let cells: Vec<usize> = page.parts.iter().map(|part| part.cells().len()).collect();
        assert_eq!(cells[1], 1, "nothing but the pile is on the table");
        let is_worth = |part: &&Part| match part {
            Part::Hand(row) => row.caption.contains("worth 19"),
            Part::Log(log) => log.entries.iter().any(|entry| entry.contains("19")),
            _ => false,
        };
        let at_the_end = page.end.is_some_and(|end| end.detail.contains("19"));
        let times = page.parts.iter().filter(is_worth).count() + usize::from(at_the_end);
        assert_eq!(times, 1, "{:?}", page.parts);
    }
}

/// Plays any card that fits, and names any suit.
fn careless(chance: &mut Chance, offered: &[Request]) -> Request {
    let plays = |request: &&Request| !request.is(&DRAW_CARD);
    let offered: Vec<&Request> = offered.iter().filter(plays).collect();
    (*chance.pick(&offered).unwrap()).clone()
}

/// The share of first places that you get in this number of games.
fn share(
    terms: Terms,
    games: u64,
    choose: &mut dyn FnMut(&Position, &[Request]) -> Request,
) -> f64 {
    let mut won = 0.0;
    for code in 0..games {
        let (end, _) = play_out(new_game(terms, code), choose, &mut |_, _, _| {});
        let first = &CrazyEights::outcome(&end).unwrap().ranking[0];
        won += if first.contains(&YOU) { 1.0 / first.len() as f64 } else { 0.0 };
    }
    won / games as f64
}

#[test]
fn the_computer_beats_a_careless_player() {
    let mut chance = Chance::from_seed([1; 32]);
    let mut careless = |_: &Position, offered: &[Request]| careless(&mut chance, offered);
    let games = |full: u64| if sample::is_full() { full } else { full / 4 };
    let of_two = share(TWO, games(2_000), &mut careless);
    assert!(of_two < 0.45, "of two: {of_two}");
    let of_four = share(Terms { players: 4, ..TWO }, games(500), &mut careless);
    assert!(of_four < 0.25, "of four: {of_four}");
    let drawing = share(TWO, games(500), &mut |_, offered| chance.pick(offered).unwrap().clone());
    assert!(drawing < 0.10, "who also draws at random: {drawing}");
}

/// The player of four lines: from the longest suit, the highest card first, eights last.
fn four_lines(position: &Position, offered: &[Request]) -> Request {
    let hand = position.hand(position.cursor);
    let length = |suit| hand.iter().filter(|c| c.suit == suit && c.rank != Rank::Eight).count();
    let worth = |request: &&Request| match Card::read(request.word(0)) {
        Some(card) => (card.rank != Rank::Eight, length(card.suit), points(card)),
        None => (false, Suit::read(request.word(0)).map_or(0, length), 0),
    };
    let plays = offered.iter().filter(|request| !request.is(&DRAW_CARD));
    (*plays.max_by_key(worth).unwrap()).clone()
}

/// The share of first places of the player of four lines, in percent. A lot decides who begins.
fn share_of_four_lines(players: usize, level: Level, games: u64) -> f64 {
    100.0 * share(Terms { players, level, lead_by_lot: true, ..TWO }, games, &mut four_lines)
}

/// It plays thousands of rounds with `PARLOUR_FULL=1`, and otherwise so few that only a broken
/// level fails.
#[test]
fn each_level_plays_as_the_rules_say() {
    let is_full = sample::is_full();
    let most = |full: f64, few: f64| if is_full { full } else { few };
    let games = |few: u64| if is_full { 4_000 } else { few };
    let held = |players, level, games, most| {
        let share = share_of_four_lines(players, level, games);
        println!("{level:?}, {players} players: {share:.1} % of {games} to the four lines");
        assert!(share <= most, "{level:?}, {players} players: {share:.1} %");
    };
    held(2, Level::Easy, games(1_000), most(52.0, 57.0));
    held(2, Level::Good, games(60), most(48.0, 55.0));
    held(2, Level::Counting, games(40), most(42.5, 60.0));
    for players in 3..=5 {
        let even = 100.0 / players as f64;
        held(players, Level::Counting, games(20), most(even - 0.1, even + 25.0));
    }
}

/// The share of first places of each computer beside three people who play by the four lines, in percent.
fn share_of_computers_with_rows(players: usize, level: Level, games: u64) -> f64 {
    let terms = Terms { level, lead_by_lot: true, ..rows_for(players, 3) };
    let mut won = 0.0;
    for code in 0..games {
        let mut position = new_game(terms, code);
        while let Some(seat) = position.turn().filter(|_| !position.is_round_over()) {
            let (page, _) = opened_by(&position, Viewer::Seat(seat));
            let offered: Vec<Request> =
                page.all_offers().map(|offer| offer.request.clone()).collect();
            position = ask(&position, &four_lines(&position, &offered)).unwrap().0;
        }
        let first = &CrazyEights::outcome(&position).unwrap().ranking[0];
        let computers = first.iter().filter(|seat| !terms.is_person(**seat)).count();
        won += computers as f64 / first.len() as f64;
    }
    100.0 * won / (games * (players as u64 - 3)) as f64
}

/// It plays thousands of rounds with `PARLOUR_FULL=1`, and otherwise so few that only a broken
/// level fails.
#[test]
fn computers_with_rows_play_as_documented() {
    let held = |players: usize, level, full: u64, few: u64, least: f64| {
        let games = if sample::is_full() { full } else { few };
        let share = share_of_computers_with_rows(players, level, games);
        println!("{level:?}, {players} seats: {share:.1} % of {games} to each computer");
        let least = if sample::is_full() { least } else { least / 2.0 };
        assert!(share >= least, "{level:?}, {players} seats: {share:.1} %");
    };
    for players in [4, 5] {
        let even = 100.0 / players as f64;
        held(players, Level::Easy, 4_000, 200, even - 6.0);
        held(players, Level::Good, 2_000, 20, even);
        held(players, Level::Counting, 2_000, 10, even);
    }
}

/// A position in which a house rule is played.
fn with_rules(rules: Terms, hands: &[&str], stock: &str, top: &str) -> Position {
    table(Terms { players: hands.len(), ..rules }, hands, stock, top)
}

#[test]
fn whoever_follows_a_two_draws_two_cards() {
    let twos = Terms { twos: true, ..TWO };
    let start = with_rules(twos, &["2S KC 9C", "9S 2H 5D"], "3D 4D 6H", "7S");
    let (position, told) = play(&start, "2S");
    assert_eq!(told[1], "player_must_draw Ada 2");
    assert_eq!(told[2..4], ["player_drew_card Ada", "player_drew_card Ada"].map(String::from));
    assert!(told[4].starts_with("player_played_card Ada "), "then she plays: {told:?}");
    assert_eq!(position.count(Location::Hand(1)), 4);
    assert_eq!(position.effect, None);
    // Without the rule it is a card like others, and so it is as the last card.
    let plain = table(TWO, &["2S KC 9C", "9S 2H 5D"], "3D 4D 6H", "7S");
    assert!(!play(&plain, "2S").1.iter().any(|line| line.starts_with("player_must_draw")));
    let last = with_rules(twos, &["2S", "9S 5D"], "3D 4D 6H", "7S");
    assert_eq!(play(&last, "2S").1, ["player_played_card You 2S", "scores You=0 Ada=14"]);
}

#[test]
fn one_sentence_tells_the_cards_a_two_costs() {
    let twos = Terms { twos: true, ..TWO };
    let page_after = |hands: &[&str], stock| {
        let start = with_rules(twos, hands, stock, "7S");
        let (next, events) = ask(&start, &word(&PLAY_CARD, "2S")).unwrap();
        let page = CrazyEights::page(&next, &who(&next, Viewer::Seat(YOU)), &events);
        let log = page.parts.iter().find_map(|part| match part {
            Part::Log(log) => Some(log.entries.clone()),
            _ => None,
        });
        (page.status, log.expect("a log"))
    };
    let (_, log) = page_after(&["2S KC 9C", "9S 2H 5D"], "3D 4D 6H");
    assert_eq!(log[1], "Ada drew 2 cards for the two.", "{log:?}");
    let (_, log) = page_after(&["2S KC 9C", "9H 5H 5D"], "3D 6H 6S 4D");
    assert_eq!(log[1], "Ada drew 3 cards, 2 for the two.", "{log:?}");
    let (status, log) = page_after(&["2S KC 9C", "2H 5D"], "3D 4D 6H JD KD");
    assert_eq!(log[1], "Ada drew 2 cards for the two.", "{log:?}");
    let own = log.iter().find(|entry| entry.starts_with("You drew ")).expect("yours");
    assert!(own.contains(" for the two."), "{own}");
    assert!(status.starts_with("You drew ") && status.contains(" for the two."), "{status}");
}

#[test]
fn a_shuffle_between_two_cards_is_told_between_them() {
    let start = table(TWO, &["5S KC 9C", "9D 2C"], "3D", "7S");
    let (next, events) = ask(&start, &word(&PLAY_CARD, "5S")).unwrap();
    let page = CrazyEights::page(&next, &who(&next, Viewer::Seat(YOU)), &events);
    let log = page.parts.iter().find_map(|part| match part {
        Part::Log(log) => Some(&log.entries),
        _ => None,
    });
    let log = log.expect("a log");
    assert_eq!(log[1], "Ada drew 1 card.", "{log:?}");
    assert!(
        log[2].starts_with("No card was left to draw") && log[3].starts_with("Ada drew "),
        "{log:?}"
    );
}

#[test]
fn a_queen_skips_the_next_player() {
    let queens = Terms { queens: true, ..TWO };
    let start = with_rules(queens, &["QS KS 9C", "9S 2H", "3S 4S"], "3D 4D 6H", "7S");
    let (_, told) = play(&start, "QS");
    assert_eq!(told[1], "player_skipped Ada");
    assert!(told[2].starts_with("player_played_card Ben "), "{told:?}");
    let start = with_rules(queens, &["QS KS 9C", "9S 2H"], "3D 4D 6H", "7S");
    let (position, told) = play(&start, "QS");
    assert_eq!(told[1..], ["player_skipped Ada"], "between two you go on");
    assert_eq!((position.cursor, hand(&position, 1).as_str()), (YOU, "9S 2H"));
}

#[test]
fn an_ace_turns_play_or_skips_between_two() {
    let aces = Terms { aces: true, ..TWO };
    let start = with_rules(aces, &["AS KS 9C", "9S 2H", "3S 4S"], "3D 4D 6H", "7S");
    let (position, told) = play(&start, "AS");
    assert_eq!(told[1], "direction_turned");
    assert!(told[2].starts_with("player_played_card Ben "), "{told:?}");
    assert!(told[3].starts_with("player_played_card Ada "), "{told:?}");
    assert!(position.is_backwards);
    let facts = format!("{:?}", opened(&position).parts);
    assert!(facts.contains("You, Ben and Ada"), "{facts}");
    let start = with_rules(aces, &["AS KS 9C", "9S 2H"], "3D 4D 6H", "7S");
    assert_eq!(play(&start, "AS").1[1..], ["player_skipped Ada"]);
}

#[test]
fn with_one_draw_a_stuck_player_then_passes() {
    let one = Terms { one_draw: true, ..TWO };
    let start = with_rules(one, &["5S KS 9C", "2C 3C"], "3D 4D 6H 7H", "7S");
    let (position, told) = play(&start, "5S");
    assert_eq!(told[1..3], ["player_drew_card Ada", "player_passed Ada"]);
    assert_eq!((position.count(Location::Hand(1)), position.passes), (3, 0));
    // To draw by choice ends the turn.
    let (position, told) = draw(&position);
    assert_eq!(told[0], "player_chose_to_draw You");
    assert!(told[1].starts_with("draw_card "), "{told:?}");
    assert!(told[3].contains(" Ada"), "{told:?}");
    assert_eq!(position.cursor, YOU);
}

#[test]
fn an_eight_turned_up_goes_back_if_chosen() {
    let mut eights_returned = 0;
    for (players, people) in [(1, 1), (2, 2), (5, 1), (3, 3), (5, 3), (5, 5)] {
        for code in 0..300 {
            let returns = Terms { players, people, returns_eight: true, ..SOLO };
            let position = undealt(returns, code);
            let order = pack_order(position.secret(), 0, 0);
            let turned_up = &order[returns.cards_dealt()..];
            let eights = turned_up.iter().take_while(|card| card.rank == Rank::Eight).count();
            let shuffle = position.shuffle();
            assert_eq!(shuffle.starter, turned_up[eights]);
            let kept = undealt(Terms { returns_eight: false, ..returns }, code).shuffle();
            assert_eq!(kept.starter, turned_up[0]);
            for (eight, card) in turned_up[..eights].iter().enumerate() {
                let row = shuffle.row_with(*card);
                assert_eq!(row, kept.row_with(*card), "it stays in its row");
                let from_end = shuffle.rows[row].iter().rev().position(|other| other == card);
                assert!(from_end.is_some_and(|place| place < eights - eight));
                eights_returned += 1;
            }
            let sorted = |rows: Vec<Vec<Card>>| {
                let mut cards = rows.concat();
                cards.sort();
                cards
            };
            assert_eq!(sorted(shuffle.rows), sorted(kept.rows));
        }
    }
    assert!(eights_returned > 60, "{eights_returned}");
}

/// Three people or more, so that each seat has a row.
fn rows_for(players: usize, people: usize) -> Terms {
    Terms { players, people, ..TWO }
}

#[test]
fn each_seat_draws_only_its_own_row() {
    for (players, people) in [(3, 3), (4, 3), (5, 4), (5, 5)] {
        let terms = rows_for(players, people);
        for code in 0..20 {
            let start = undealt(terms, code);
            let order = pack_order(start.secret(), 0, 0);
            let (mut position, _) = course::settle(start);
            for seat in terms.seats() {
                let own = |place: &usize| place % players == seat;
                let row: Vec<Card> = (0..PACK).filter(own).map(|place| order[place]).collect();
                let (hand, rest) = row.split_at(terms.cards_dealt_to_each());
                let is_dealt = |card: &&Card| position.location(**card) != Location::Stock;
                assert!(hand.iter().all(|card| is_dealt(&card)), "{seat} of {players}");
                let drawn = rest.iter().filter(|card| **card != order[terms.cards_dealt()]);
                let drawn = drawn.copied().skip_while(|card| is_dealt(&card));
                assert!(position.row(seat).eq(drawn), "{seat} of {players}");
            }
            // A seat with an empty row draws nothing while another row has a card.
            let others: Vec<Card> = position.row(position.cursor).collect();
            let seat = (position.cursor + 1) % players;
            others.iter().for_each(|card| position.put(*card, Location::Hand(seat)));
            assert!(!position.can_draw() && position.count(Location::Stock) > 0);
        }
    }
}

#[test]
fn the_pile_is_shuffled_when_all_rows_are_empty() {
    let terms = rows_for(3, 3);
    let start = table(terms, &["5S KC", "2C 3C", "4C 6C"], "", "7S");
    let below = start.count(Location::Pile) - 1;
    let sealed = course::after(&start, Move::Play(card("5S"))).0;
    let (position, events) = course::settle(sealed);
    assert!(events.contains(&Event::Reshuffled(below + 1)), "{events:?}");
    assert_eq!(position.reshuffles, 1);
    let order = pack_order(position.secret(), 0, 1);
    let drawn = position.count(Location::Hand(1)) - 2;
    for seat in terms.seats() {
        let own = order.iter().skip(seat).step_by(3);
        let stock = |card: &&Card| position.location(**card) == Location::Stock;
        assert!(position.row(seat).eq(own.filter(stock).copied()), "{seat}");
    }
    assert_eq!(position.row_lengths().iter().sum::<usize>() + drawn, below + 1);
}

#[test]
fn a_player_with_an_empty_row_goes_on() {
    let terms = rows_for(3, 3);
    let start = table(terms, &["5S KC", "2C 3C", "4C 6C"], "", "7S");
    let mut sealed = course::after(&start, Move::Play(card("5S"))).0;
    // A card in the row of the third seat alone.
    let shuffle = sealed.shuffle();
    let third = shuffle.rows[2].iter().find(|card| sealed.location(**card) == Location::Pile);
    sealed.put(*third.expect("a card"), Location::Stock);
    let (position, _) = course::settle(sealed);
    assert!(position.must_pass() && position.hand(1).len() == 2);
    let page = opened_by(&position, Viewer::Seat(1)).0;
    assert_eq!(page.status.split(". ").last(), Some("Nothing fits, and your row is empty."));
    let facts = format!("{:?}", page.parts);
    assert!(facts.contains("Ann 0, You 0 and Ben 1"), "{facts}");
    let (after, _) = course::after(&position, Move::Pass);
    assert_eq!((after.turn(), after.passes), (Some(2), 1));
}

#[test]
fn the_end_proves_the_rows_of_its_shuffles() {
    let proof = |terms: Terms, reshuffles| {
        let position = Position { stage: Stage::Over, reshuffles, ..new_game(terms, 3) };
        let secret = position.secret().to_text();
        let commitment = CrazyEights::commitment(&position).expect("a fingerprint");
        let proof = commitment.proof.expect("the round is over");
        assert_eq!(proof.arguments.replace(&secret, "SECRET").split(' ').next(), Some("eights"));
        (position, proof)
    };
    let (dealt, shown) = proof(rows_for(4, 3), 0);
    assert!(shown.arguments.ends_with(" 1 4"), "{}", shown.arguments);
    for (seat, line) in shown.decided.iter().enumerate() {
        let (name, cards) = line.split_once(": ").expect("a row");
        assert_eq!(name, format!("shuffle 0, row {}", seat + 1));
        let hand: Vec<Card> = cards.split(' ').map(card).take(5).collect();
        assert!(hand.iter().all(|card| dealt.location(*card) == Location::Hand(seat)));
    }
    assert_eq!(shown.decided.len(), 4);
    assert_eq!(proof(rows_for(4, 3), 2).1.decided.len(), 12);
    let (_, common) = proof(Terms { people: 2, ..TWO }, 1);
    assert!(common.arguments.ends_with(" 1"), "{}", common.arguments);
    assert_eq!(common.decided.len(), 2);
    let playing = new_game(TWO, 3);
    assert_eq!(CrazyEights::commitment(&playing).and_then(|commitment| commitment.proof), None);
}

#[test]
fn nobody_draws_a_row_by_choice() {
    let one = Terms { one_draw: true, ..rows_for(3, 3) };
    let start = table(one, &["5S KC", "2C 3C", "4C 6C"], "3D 4D 6H", "7S");
    assert_eq!(refused(&start, &Request::plain(&DRAW_CARD)).0, "can_play");
    assert!(requests(&start).iter().all(|request| !request.is(&DRAW_CARD)));
}

#[test]
fn the_lot_lets_everybody_begin_now_and_then() {
    for players in 2..=5 {
        let begins =
            |code| undealt(Terms { players, lead_by_lot: true, ..TWO }, code).leader_by_lot();
        let mut counts = vec![0; players];
        (0..1_000).for_each(|code| counts[begins(code)] += 1);
        // Five standard deviations.
        let even = 1_000 / players as i32;
        assert!(counts.iter().all(|count: &i32| (count - even).abs() < 80), "{counts:?}");
    }
    let second = (0..100).map(|code| undealt(Terms { lead_by_lot: true, ..TWO }, code));
    let second = second.into_iter().find(|position| position.leader_by_lot() == 1).unwrap();
    let (_, events) = CrazyEights::settle(second);
    let turns = events.iter().filter_map(|event| match event {
        Event::TurnBegan(seat) => Some(*seat),
        _ => None,
    });
    assert_eq!(turns.take(2).collect::<Vec<_>>(), [1, 0]);
}

/// Somebody at a table of several people who is skipped opens it all the same and goes on.
#[test]
fn a_person_who_is_skipped_is_a_stop() {
    let rules = Terms { queens: true, aces: true, one_draw: true, ..TWO };
    let terms = Terms { players: 3, people: 3, ..rules };
    let sealed = |position: &Position, choice| course::after(position, choice).0;
    let start = table(terms, &["QS AS KS", "9S 2H", "3S 4S"], "3D 4D 6H", "7S");
    let skipped = sealed(&start, Move::Play(card("QS")));
    assert_eq!(skipped.turn(), Some(1));
    let (settled, _) = course::settle(skipped);
    let names = |seat| -> Vec<&str> {
        let (page, _) = opened_by(&settled, Viewer::Seat(seat));
        page.all_offers().map(|offer| offer.request.spec.name).collect()
    };
    assert_eq!((names(1), names(2)), (vec!["pass"], vec![]));
    assert!(opened_by(&settled, Viewer::Seat(1)).0.status.contains("A queen skips you."));
    let sentence = refused(&settled, &word(&PLAY_CARD, "9S")).1;
    assert_eq!(sentence, "It's not your turn: you are skipped.");
    let passed = sealed(&settled, Move::Pass);
    assert_eq!((passed.turn(), passed.effect), (Some(2), None));

    // An ace turns the order in which people open the table, and everybody sees that.
    let turned = sealed(&start, Move::Play(card("AS")));
    assert_eq!(turned.turn(), Some(2));
    let page = format!("{:?}", opened_by(&turned, Viewer::Everybody).0.parts);
    assert!(page.contains("Cleo") || page.contains("Ann, Ben and Ada"), "{page}");
}

/// A player who draws by choice at a table of several people sees the card at their next turn.
#[test]
fn a_chosen_draw_shows_at_the_next_turn() {
    let rules = Terms { one_draw: true, ..TWO };
    let terms = Terms { people: 2, ..rules };
    let start = table(terms, &["5S KC", "9S 2H"], "3D 4D 6H", "7S");
    let (drawn, _) = course::after(&start, Move::Draw);
    assert_eq!((drawn.turn(), hand(&drawn, 0).as_str()), (Some(1), "KC 5S"));
    let page = opened_by(&drawn, Viewer::Everybody).0;
    assert!(format!("{:?}", page.parts).contains("Ann chose to draw a card."), "{page:?}");
    let (settled, _) = course::settle(drawn);
    assert_eq!(settled.count(Location::Hand(0)), 3);
}

/// A computer player that turns play round between two people: who looks on goes on, and the other
/// plays.
#[test]
fn an_onlooker_of_turned_play_only_goes_on() {
    let rules = Terms { aces: true, ..TWO };
    let terms = Terms { players: 3, people: 2, ..rules };
    let start = table(terms, &["5S KC", "7S 9S 2H", "AS"], "3D 4D 6H 7D", "6S");
    let start = Position { cursor: 1, ..start };
    let start = swept_to(0, &start);
    let before = Position { cursor: 1, ..start };
    let (sealed, _) = course::after(&before, Move::Play(card("9S")));
    let mut sealed = sealed;
    sealed.put(card("KC"), Location::Hand(2));
    assert_eq!((sealed.cursor, sealed.turn()), (2, Some(0)));
    let (settled, _) = course::settle(sealed.clone());
    assert_eq!((settled.cursor, settled.turn(), settled.onlooker), (1, Some(0), Some(0)));
    assert_eq!(course::settle(settled.clone()), (settled.clone(), Vec::new()));
    let (page, _) = opened_by(&settled, Viewer::Seat(0));
    assert!(page.status.contains("Ada") && !page.status.contains("not your turn"), "{page:?}");
    assert_eq!(settled.broken_condition(), None);
    let (passed, _) = course::after(&settled, Move::Pass);
    assert_eq!((passed.turn(), passed.broken_condition()), (Some(1), None));
}

#[test]
fn computer_keeps_eights_and_names_its_longest_suit() {
    let seen = |hand: &str, top: &str, others: &[usize]| Seen {
        hand: hand.split_whitespace().map(card).collect(),
        pile: vec![card(top)],
        top: card(top),
        suit: card(top).suit,
        names_suit: false,
        others: others.to_vec(),
        voids: vec![None; others.len()],
        rows: vec![20],
        terms: TWO,
        can_reshuffle: true,
        choices_before: 0,
    };
    let choice = |hand, top, others: &[usize]| careful(&seen(hand, top, others));
    let plays = |written| Some(Move::Play(card(written)));
    assert_eq!(choice("8H 3S", "5S", &[7]), plays("3S"));
    assert_eq!(choice("8H 3D", "5S", &[7]), plays("8H"));
    assert_eq!(choice("4H 3D", "5S", &[7]), None);
    assert_eq!(choice("9S 9H 2H 3H", "9C", &[7]), plays("9H"), "to the longest suit");
    assert_eq!(choice("2S KS", "5S", &[7, 1]), plays("KS"), "somebody is about to finish");
    let due = Seen { names_suit: true, ..seen("2D 3D 9S", "8C", &[7]) };
    assert_eq!(careful(&due), Some(Move::Name(Suit::Diamonds)));
}

#[test]
fn the_first_deal_is_pinned_for_ever() {
    let position = new_game(TWO, 1);
    assert_eq!(hand(&position, 0), "7C 10C 2D 3S 10S 7H KH");
    assert_eq!(hand(&position, 1), "2C 3C 7D 2S 7S 3H 10H");
    assert_eq!(position.top, card("AD"));
}

/// A round is blocked when everybody passes who has not even drawn a card.
#[test]
fn a_pass_after_a_draw_blocks_nothing() {
    let rules = Terms { one_draw: true, ..TWO };
    let terms = Terms { people: 2, reshuffles: false, ..rules };
    for (stock, drawn, passes) in [("3D 4D", 1, 0), ("", 0, 1)] {
        let start = table(terms, &["KC 9C", "9S 2H"], stock, "7S");
        let (stopped, _) = course::settle(Position { stage: Stage::TurnBegins, ..start });
        assert!(stopped.must_pass(), "{stock}");
        assert_eq!(stopped.count(Location::Hand(0)), 2 + drawn, "{stock}");
        let (passed, told) = course::after(&stopped, Move::Pass);
        assert_eq!((passed.passes, told), (passes, vec![Event::Acted(0, Act::Passed)]), "{stock}");
    }
}

/// A two, a queen or an ace has no effect if no other player is in the round.
#[test]
fn special_cards_do_nothing_for_a_lone_player() {
    let all = Terms { twos: true, queens: true, aces: true, ..TWO };
    for card in ["2S", "QS", "AS"] {
        let start = with_rules(all, &[&format!("{card} 3S 4S")], "5D 6D", "7S");
        let (position, told) = play(&start, card);
        assert_eq!(told, [format!("player_played_card You {card}")]);
        assert_eq!((position.effect, position.is_backwards), (None, false));
        assert_eq!((position.cursor, hand(&position, YOU).as_str()), (YOU, "3S 4S"));
    }
}

#[test]
fn somebody_else_finds_the_end_of_a_round() {
    let hands = ["5H", "KS", "QS", "JS", "10S"];
    for people in 2..=4 {
        let terms = Terms { people, ..match_for(5) };
        for (case, leader) in (0..1 << people).flat_map(|case| (0..5).map(move |l| (case, l))) {
            let absent: [bool; SEATS_MAX] = std::array::from_fn(|seat| case >> seat & 1 == 1);
            if absent[0] || absent.iter().filter(|gone| **gone).count() + 2 > people {
                continue;
            }
            let mut position = Position { leader, ..table(terms, &hands, "", "6H") };
            position.terms.absent = absent;
            let (next, _) = course::after(&position, Move::Play(card("5H")));
            let turn = next.turn();
            assert!(turn.is_some_and(|turn| turn != YOU), "{turn:?} of {people}, {absent:?}");
        }
    }
}
