use super::*;
use crate::game::chance::DealId;
use crate::game::contract::Argument;
use crate::game::page::Mood;
use std::collections::BTreeSet;

const SOLO: Terms = Terms { players: 1, reshuffles: true, target: None };
const TWO: Terms = Terms { players: 2, reshuffles: true, target: None };
const TWO_PASSING: Terms = Terms { reshuffles: false, ..TWO };

fn all_terms() -> Vec<Terms> {
    Choices::all(&RULESET).iter().map(Terms::of).collect()
}

fn new_game(terms: Terms, code: u64) -> Position {
    let choices = Choices::all(&RULESET).into_iter().find(|choices| Terms::of(choices) == terms);
    CrazyEights::deal(&choices.unwrap(), &mut DealId::Code(code).chance("eights", b""))
}

fn card(written: &str) -> Card {
    Card::read(written).unwrap()
}

/// A position with these hands, stock and top card. All other cards lie on the pile.
fn table(terms: Terms, hands: &[&str], stock: &str, top: &str) -> Position {
    let mut position = new_game(terms, 1);
    position.places = [Place::Pile; PACK];
    let mut put = |cards: &str, place| {
        for written in cards.split_whitespace() {
            assert_eq!(position.places[card(written).index()], Place::Pile, "{written} twice");
            position.places[card(written).index()] = place;
        }
    };
    hands.iter().enumerate().for_each(|(seat, cards)| put(cards, Place::Hand(seat)));
    put(stock, Place::Stock);
    position.top = card(top);
    position.call = Call::TopCard;
    assert_eq!(position.places[position.top.index()], Place::Pile);
    position
}

/// The same with nothing below the top card: the cards that are left go to this seat.
fn swept_to(seat: usize, mut position: Position) -> Position {
    let top = position.top.index();
    for (index, place) in position.places.iter_mut().enumerate() {
        if *place == Place::Pile && index != top {
            *place = Place::Hand(seat);
        }
    }
    position
}

fn named(suit: Suit, position: Position) -> Position {
    Position { call: Call::Named(suit), ..position }
}

fn ask(position: &Position, request: &Request) -> Result<(Position, Vec<Message>), Fault> {
    match CrazyEights::referee(position, request)? {
        Ruling::Next(next, messages) => Ok((next, messages)),
        Ruling::Answer(_) => panic!("nothing here only asks"),
    }
}

fn play(position: &Position, written: &str) -> (Position, Vec<String>) {
    told(ask(position, &Request::worded("play_card", written)))
}

fn name(position: &Position, suit: &str) -> (Position, Vec<String>) {
    told(ask(position, &Request::worded("choose_suit", suit)))
}

fn draw(position: &Position) -> (Position, Vec<String>) {
    told(ask(position, &Request::plain("draw_card")))
}

/// The messages as `name argument argument`, without those that only say whose turn it is.
fn told(granted: Result<(Position, Vec<Message>), Fault>) -> (Position, Vec<String>) {
    let (position, mut told) = all_told(granted);
    told.retain(|line| !line.starts_with("start_turn"));
    (position, told)
}

fn all_told(granted: Result<(Position, Vec<Message>), Fault>) -> (Position, Vec<String>) {
    let (position, messages) = granted.unwrap();
    let line = |message: &Message| {
        let words = message.arguments.iter().map(Argument::to_string);
        std::iter::once(message.name.to_owned()).chain(words).collect::<Vec<_>>().join(" ")
    };
    (position, messages.iter().map(line).collect())
}

fn refused(position: &Position, request: &Request) -> (u16, String) {
    let fault = ask(position, request).unwrap_err();
    (fault.code, fault.sentence.into_owned())
}

fn hand(position: &Position, seat: usize) -> String {
    position.hand(seat).iter().map(|card| card.written()).collect::<Vec<_>>().join(" ")
}

fn ranking(position: &Position) -> Vec<Vec<String>> {
    let ranking = CrazyEights::outcome(position).unwrap().ranking;
    ranking.iter().map(|place| place.iter().map(|name| name.to_string()).collect()).collect()
}

fn mood(position: &Position) -> Mood {
    CrazyEights::page(position, &[]).mood
}

#[test]
fn cards_count_as_in_the_document() {
    let counts: Vec<u16> =
        Rank::ALL.iter().map(|rank| points(Card::new(*rank, Suit::Clubs))).collect();
    assert_eq!(counts, [1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10]);
}

#[test]
fn two_players_get_seven_cards_and_any_other_number_five() {
    for players in 1..=5 {
        let terms = Terms { players, ..TWO };
        for code in 0..200 {
            let secret = Secret::draw(&mut DealId::Code(code).chance("eights", b""));
            let position = Position::dealt(terms, secret, 0, Vec::new());
            let each = if players == 2 { 7 } else { 5 };
            assert!(terms.seats().all(|seat| position.count(Place::Hand(seat)) == each));
            assert_eq!(position.count(Place::Pile), 1);
            assert_eq!(position.count(Place::Stock), PACK - 1 - players * each);
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

    let (position, told) = name(&position, "clubs");
    assert_eq!(told, ["player_chose_suit You C", "player_played_card Ada 2C"]);
    assert_eq!(position.call, Call::TopCard, "a named suit holds for one card");

    let (position, told) = play(&position, "9C");
    assert_eq!(told, ["player_played_card You 9C", "scores You=0,Ada=10"]);
    assert!(position.is_over());
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);
    assert_eq!(mood(&position), Mood::Won);
}

#[test]
fn who_cannot_play_draws_until_he_can() {
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

    // You draw of yourself at the start of your turn, and are told the card.
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "9D", "7S");
    let (position, told) = play(&start, "5S");
    let drawn = ["draw_card 9D", "player_drew_card You"];
    assert_eq!(told[..2], ["player_played_card You 5S", "player_played_card Ada 9S"]);
    assert_eq!(told[2..], drawn);
    assert_eq!(hand(&position, 0), "KC 9D");
}

#[test]
fn you_may_draw_by_choice_while_the_stock_lasts() {
    let start = table(TWO_PASSING, &["5S KC", "9S 2C"], "9D", "7S");
    let (position, told) = draw(&start);
    assert_eq!(told, ["draw_card 9D", "player_drew_card You"]);
    assert_eq!(hand(&position, 0), "KC 9D 5S");
    assert_eq!(hand(&position, 1), hand(&start, 1), "it is still your turn");
    assert_eq!(refused(&position, &Request::plain("draw_card")).0, STOCK_EMPTY);
}

#[test]
fn an_eight_goes_on_anything_and_its_player_names_the_suit() {
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
fn the_named_suit_holds_and_not_that_of_the_eight() {
    let start = named(Suit::Hearts, table(TWO, &["5S 3H 8C", "2C 4C"], "9S", "8S"));
    assert_eq!(refused(&start, &Request::worded("play_card", "5S")).0, NOT_LEGAL);
    assert!(ask(&start, &Request::worded("play_card", "3H")).is_ok());
    assert!(ask(&start, &Request::worded("play_card", "8C")).is_ok());
}

#[test]
fn an_eight_that_starts_the_pile_counts_as_its_own_suit() {
    let start = swept_to(1, table(TWO, &["5S 3H", ""], "9S", "8S"));
    assert!(is_possible(&start));
    assert_eq!(refused(&start, &Request::worded("choose_suit", "H")).0, NO_EIGHT);
    assert_eq!(refused(&start, &Request::worded("play_card", "3H")).0, NOT_LEGAL);
    assert!(ask(&start, &Request::worded("play_card", "5S")).is_ok());
}

#[test]
fn no_suit_is_named_after_an_eight_that_was_the_last_card() {
    let start = table(TWO, &["8H", "9S 8C"], "9D", "7S");
    let (position, told) = play(&start, "8H");
    assert_eq!(told, ["player_played_card You 8H", "scores You=0,Ada=59"]);
    assert!(position.is_over());
    assert_eq!(position.call, Call::TopCard);
    assert!(CrazyEights::page(&position, &[]).all_offers().next().is_none());
}

#[test]
fn every_fault_is_met() {
    let card = |written| Request::worded("play_card", written);
    let suit = |word| Request::worded("choose_suit", word);
    let (draw, next) = (Request::plain("draw_card"), Request::plain("next_hand"));
    let turn = table(TWO_PASSING, &["5S 8H KC", "9S 2C"], "", "7S");
    let due = play(&turn, "8H").0;
    let over = play(&table(TWO, &["8H", "9S"], "9D", "7S"), "8H").0;
    let mut met = BTreeSet::new();
    let mut expect = |position: &Position, request: &Request, code: u16, sentence: &str| {
        assert_eq!(refused(position, request), (code, sentence.to_owned()), "{request:?}");
        met.insert(code);
    };
    for request in [&card("9S"), &card("x"), &suit("H"), &draw] {
        expect(&over, request, 901, "It's not your turn; the game is over.");
    }
    expect(&turn, &card("10S"), 902, "You don't have that card (10S).");
    expect(&turn, &card("7S"), 902, "You don't have that card (7S).");
    expect(&turn, &card("9S"), 902, "You don't have that card (9S).");
    for word in ["", "11S", "S9", "joker", "\u{fffd}"] {
        expect(&turn, &card(word), 903, "Unknown card. (Malformed play_card() argument.)");
    }
    expect(&turn, &draw, 904, "You can't draw a card; the stock is empty.");
    expect(&turn, &suit("H"), 905, "You can't choose a suit; you haven't just played an 8.");
    for word in ["", "x", "\u{fffd}"] {
        expect(&due, &suit(word), 906, "Unknown suit. (Malformed choose_suit() argument.)");
    }
    expect(&turn, &card("KC"), 907, "That's not a legal play!");
    expect(&due, &card("5S"), 908, "You have just played an 8. Name a suit first.");
    expect(&due, &draw, 908, "You have just played an 8. Name a suit first.");
    for position in [&turn, &due, &over] {
        expect(position, &next, 909, "There is no next round to deal now.");
    }
    let listed: BTreeSet<u16> = RULESET.faults.iter().map(|fault| fault.code).collect();
    assert_eq!(met, listed);
    let between = play(&table(match_for(2), &["8H", "9S"], "9D", "7S"), "8H").0;
    let (code, sentence) = refused(&between, &draw);
    assert_eq!((code, sentence.as_str()), (901, "It's not your turn; the round is over."));
}

#[test]
fn suits_are_understood_liberally() {
    let due = play(&table(TWO, &["8H 5C", "9S 2C"], "9D", "7S"), "8H").0;
    for word in ["D", "d", "diamonds", "Diamonds", "DIA"] {
        assert_eq!(name(&due, word), name(&due, "D"));
    }
}

#[test]
fn without_reshuffling_who_cannot_play_passes() {
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
fn a_blocked_round_ends_and_the_lowest_hand_wins() {
    let start = table(TWO_PASSING, &["5S KC", "9D 2C"], "", "7S");
    let (position, told) = play(&start, "5S");
    assert_eq!(
        told,
        [
            "player_played_card You 5S",
            "player_passed Ada",
            "player_passed You",
            "scores You=10,Ada=11"
        ]
    );
    assert!(position.is_over());
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);

    // With reshuffling it takes a pile of one card, with all the others in the hands.
    let start = swept_to(0, table(TWO, &["5C", "2C"], "", "5S"));
    assert!(!start.can_draw() && !start.is_blocked());
    assert_eq!(refused(&start, &Request::plain("draw_card")).0, STOCK_EMPTY);
}

#[test]
fn equal_hands_share_a_place_and_ten_comes_after_two() {
    let terms = Terms { players: 4, reshuffles: false, target: None };
    let start = table(terms, &["5S KC", "10D", "2C", "QH"], "", "7S");
    let (position, _) = play(&start, "5S");
    assert_eq!(position.hand_values(), [10, 10, 2, 10]);
    assert_eq!(ranking(&position), [vec!["Ben"], vec!["You", "Ada", "Cleo"]]);
    assert_eq!(mood(&position), Mood::Lost);
}

fn match_for(players: usize) -> Terms {
    Terms { players, reshuffles: true, target: Some(50 * players as u16) }
}

#[test]
fn alone_you_are_out_or_stuck() {
    let (position, told) = play(&table(SOLO, &["5S"], "9D", "7S"), "5S");
    assert_eq!(told, ["player_played_card You 5S", "scores You=0"]);
    assert_eq!((mood(&position), ranking(&position)), (Mood::Won, vec![vec!["You".to_owned()]]));

    let passing = Terms { reshuffles: false, ..SOLO };
    let (position, told) = play(&table(passing, &["5S KC 9D"], "", "7S"), "5S");
    assert_eq!(told, ["player_played_card You 5S", "player_passed You", "scores You=19"]);
    assert_eq!((mood(&position), ranking(&position)), (Mood::Lost, vec![vec!["You".to_owned()]]));
}

#[test]
fn the_pile_becomes_the_stock_but_for_its_top_card() {
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "", "7S");
    let below = start.count(Place::Pile) - 1;
    let (position, told) = draw(&start);
    assert_eq!(told[0], format!("stock_reshuffled {below}"));
    assert_eq!(position.count(Place::Pile), 1);
    assert_eq!(position.count(Place::Stock), below - 1);
    assert_eq!((position.top, position.reshuffles), (card("7S"), 1));
}

#[test]
fn after_nine_times_the_pile_stays() {
    let start = table(TWO, &["5S KC", "9S 2C 3C"], "", "7S");
    let start = Position { reshuffles: RESHUFFLES_MAX, ..start };
    assert_eq!(refused(&start, &Request::plain("draw_card")).0, STOCK_EMPTY);
}

#[test]
fn the_winner_of_a_round_collects_the_other_hands() {
    let start = table(match_for(3), &["5S", "KC 9D", "8C"], "2D", "7S");
    let start = Position { points: vec![12, 0, 40], ..start };
    let (between, told) = play(&start, "5S");
    assert_eq!(told.last().unwrap(), "scores You=0,Ada=19,Ben=50");
    assert_eq!(between.points_after_round(), [81, 0, 40]);
    assert_eq!(CrazyEights::outcome(&between), None);
    let page = CrazyEights::page(&between, &[]);
    assert_eq!(page.mood, Mood::Open);
    assert!(page.status.contains("You collect 69 points."), "{}", page.status);
    let offers: Vec<&str> = page.all_offers().map(|offer| offer.request.name).collect();
    assert_eq!(offers, ["next_hand"]);

    let (next, told) = all_told(ask(&between, &Request::plain("next_hand")));
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
fn a_match_ends_at_fifty_points_for_every_player() {
    for players in 2..=5 {
        assert!(all_terms().contains(&match_for(players)));
    }
    let start = table(match_for(2), &["5S", "KC 9D"], "2D", "7S");
    let at = |points: [u16; 2]| {
        let start = Position { points: points.into(), ..start.clone() };
        play(&start, "5S").0
    };
    assert!(!at([80, 99]).is_over());
    let position = at([81, 99]);
    assert_eq!(position.points_after_round(), [100, 99]);
    assert_eq!(ranking(&position), [["You"], ["Ada"]]);
    assert_eq!(mood(&position), Mood::Won);
}

/// What a visitor may do when it is his turn.
fn requests(position: &Position) -> Vec<Request> {
    CrazyEights::page(position, &[]).all_offers().map(|offer| offer.request.clone()).collect()
}

/// Plays on with one of the requests offered until it is over, looking at every step.
fn play_out(
    start: Position,
    choose: &mut dyn FnMut(&Position, &[Request]) -> Request,
    look: &mut dyn FnMut(&Position, &Position, &[Message]),
) -> (Position, u32) {
    let (mut position, mut count) = (start, 0);
    while !position.is_over() {
        let request = choose(&position, &requests(&position));
        let (next, messages) = ask(&position, &request).unwrap();
        look(&position, &next, &messages);
        (position, count) = (next, count + 1);
    }
    (position, count)
}

/// How many cards each seat holds, as a client knows that hears the messages and nothing else.
fn counts_by_messages(before: &Position, messages: &[Message]) -> Vec<usize> {
    let held = |position: &Position| -> Vec<usize> {
        position.terms.seats().map(|seat| position.count(Place::Hand(seat))).collect()
    };
    let mut counts = held(before);
    for message in messages {
        let first = message.arguments.first().map(Argument::to_string).unwrap_or_default();
        let seat = NAMES.iter().position(|name| *name == first);
        match (message.name, seat) {
            ("start_game", _) => counts.fill(before.terms.cards_dealt_to_each()),
            ("player_played_card", Some(seat)) => counts[seat] -= 1,
            ("player_drew_card", Some(seat)) => counts[seat] += 1,
            _ => {}
        }
    }
    counts
}

#[test]
fn play_goes_well_in_thousands_of_games() {
    let mut produced = BTreeSet::new();
    let mut blocked = 0;
    for choices in Choices::all(&RULESET) {
        let terms = Terms::of(&choices);
        let games = if terms.target.is_some() { 30 } else { 300 };
        for code in 0..games {
            let mut chance = Chance::from_seed([code as u8; 32]);
            let mut choose =
                |_: &Position, offered: &[Request]| chance.pick(offered).unwrap().clone();
            let mut look = |before: &Position, after: &Position, messages: &[Message]| {
                assert!(is_possible(after), "{after:?}");
                let held: Vec<usize> =
                    terms.seats().map(|seat| after.count(Place::Hand(seat))).collect();
                let on_table = after.count(Place::Stock) + after.count(Place::Pile);
                assert_eq!(held.iter().sum::<usize>() + on_table, PACK);
                assert_eq!(held, counts_by_messages(before, messages));
                produced.extend(messages.iter().map(|message| message.name));
                let privately = |m: &&Message| m.name == "draw_card";
                for message in messages.iter().filter(privately) {
                    let drawn = card(&message.arguments[0].to_string());
                    assert_eq!(after.places[drawn.index()], Place::Hand(YOU), "only your own");
                }
            };
            let (end, count) = play_out(new_game(terms, code), &mut choose, &mut look);
            assert!(count <= CrazyEights::longest(&choices), "{terms:?}: {count}");
            blocked += u32::from(end.seat_without_cards().is_none());
            assert_eq!(end.ranking().concat().len(), terms.players);
        }
    }
    assert!(blocked > 50, "{blocked} blocked games are enough to believe in");
    let listed: BTreeSet<&str> = RULESET.messages.iter().map(|message| message.name).collect();
    assert_eq!(produced, listed);
}

#[test]
fn it_makes_no_difference_when_a_link_is_opened() {
    let choices = Choices::all(&RULESET);
    for choices in choices.iter().filter(|choices| Terms::of(choices).players == 3) {
        let reopened = |position: &Position| {
            let mut packer = Packer::new();
            CrazyEights::pack(position, &mut packer);
            CrazyEights::unpack(choices, &mut Unpacker::new(&packer.finish())).unwrap()
        };
        let mut chance = Chance::from_seed([9; 32]);
        let mut choose = |_: &Position, offered: &[Request]| chance.pick(offered).unwrap().clone();
        let mut look = |before: &Position, after: &Position, messages: &[Message]| {
            assert_eq!(reopened(after), *after);
            // Whatever was asked, asked again it comes to the same.
            for request in requests(before) {
                assert_eq!(ask(before, &request), ask(&reopened(before), &request));
            }
            assert!(!messages.is_empty());
        };
        play_out(new_game(Terms::of(choices), 5), &mut choose, &mut look);
    }
}

#[test]
fn a_link_is_short() {
    let mut packer = Packer::new();
    let longest = Terms { players: 5, ..match_for(5) };
    CrazyEights::pack(&new_game(longest, 1), &mut packer);
    // With the choices and the deal, 42 bytes of seal, four characters for three bytes, and the
    // longest request around it.
    let bytes = (packer.bits() + 5 + 41).div_ceil(8) + 42;
    let link = "?s=&g=eights&play_card=10S".len() + (bytes * 4).div_ceil(3);
    assert!(link < 255, "{link}");
}

/// Plays any card that fits, and names any suit.
fn careless(chance: &mut Chance, offered: &[Request]) -> Request {
    let plays = |request: &&Request| request.name != "draw_card";
    let offered: Vec<&Request> = offered.iter().filter(plays).collect();
    (*chance.pick(&offered).unwrap()).clone()
}

/// The share of first places that you get in so many games.
fn share(
    terms: Terms,
    games: u64,
    choose: &mut dyn FnMut(&Position, &[Request]) -> Request,
) -> f64 {
    let mut won = 0.0;
    for code in 0..games {
        let (end, _) = play_out(new_game(terms, code), choose, &mut |_, _, _| {});
        let first = &end.ranking()[0];
        won += if first.contains(&YOU) { 1.0 / first.len() as f64 } else { 0.0 };
    }
    won / games as f64
}

#[test]
fn the_computer_beats_a_careless_player() {
    let mut chance = Chance::from_seed([1; 32]);
    let mut careless = |_: &Position, offered: &[Request]| careless(&mut chance, offered);
    let of_two = share(TWO, 2_000, &mut careless);
    assert!(of_two < 0.40, "of two: {of_two}");
    let of_four = share(Terms { players: 4, ..TWO }, 500, &mut careless);
    assert!(of_four < 0.25, "of four: {of_four}");
    let drawing = share(TWO, 500, &mut |_, offered| chance.pick(offered).unwrap().clone());
    assert!(drawing < 0.10, "who also draws at random: {drawing}");
}

#[test]
fn the_computer_keeps_its_eights_and_names_its_longest_suit() {
    let seen = |hand: &str, top: &str, others: &[usize]| Seen {
        hand: hand.split_whitespace().map(card).collect(),
        pile: vec![card(top)],
        top: card(top),
        suit: card(top).suit,
        others: others.to_vec(),
    };
    let choice = |hand, top, others: &[usize]| computer::choose_card(&seen(hand, top, others));
    assert_eq!(choice("8H 3S", "5S", &[7]), Some(card("3S")));
    assert_eq!(choice("8H 3D", "5S", &[7]), Some(card("8H")));
    assert_eq!(choice("4H 3D", "5S", &[7]), None);
    assert_eq!(choice("9S 9H 2H 3H", "9C", &[7]), Some(card("9H")), "to the longest suit");
    assert_eq!(choice("2S KS", "5S", &[7, 1]), Some(card("KS")), "somebody is about to finish");
    assert_eq!(computer::choose_suit(&seen("2D 3D 9S", "8C", &[7])), Suit::Diamonds);
}

#[test]
fn what_is_dealt_anew_fits_what_you_see() {
    let mut chance = Chance::from_seed([4; 32]);
    let position = new_game(Terms { players: 4, ..TWO }, 1);
    let other = CrazyEights::reimagine(&position, &mut chance);
    assert!(is_possible(&other));
    assert_eq!(hand(&other, YOU), hand(&position, YOU));
    assert_ne!(other.secret, position.secret);
    for seat in 1..4 {
        assert_ne!(hand(&other, seat), hand(&position, seat));
        assert_eq!(other.count(Place::Hand(seat)), position.count(Place::Hand(seat)));
    }
}

#[test]
fn the_first_deal_is_pinned_for_ever() {
    let position = new_game(TWO, 1);
    assert_eq!(hand(&position, 0), "3C 10C 4D 5D KS 5H QH");
    assert_eq!(hand(&position, 1), "4C 6C 9C QD AH 10H KH");
    assert_eq!(position.top, card("2S"));
}
