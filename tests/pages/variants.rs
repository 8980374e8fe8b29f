//! A player who only follows links and fills in forms gets everywhere: to every variant of every
//! game, and back to the deal that they came from.

use crate::follow::{body, link, links};
use parlour::game::audit::covering;
use parlour::game::options::Choices;
use parlour::game::secrecy::Deals;
use parlour::games::GAMES;
use parlour::gateway::http::Status;
use parlour::links as to;
use std::collections::BTreeSet;
use support::reader::markup::{Piece, attribute, pieces};
use support::reader::{Page, without_variants};
use support::services::ask;

/// A field of a form: its name, its values, and the chosen one.
struct Field {
    name: String,
    values: Vec<String>,
    chosen: String,
}

/// The fields of the form on a page that asks for this game, without those to be written in. The
/// main button counts if it names a number of people.
fn form(page: &str, game: &str) -> Vec<Field> {
    let of_game = format!("value={game}>");
    let form = page.split("<form").skip(1).find(|form| form.contains(&of_game));
    let form = form.and_then(|form| form.split("</form>").next());
    let form = form.unwrap_or_else(|| panic!("no form of {game} in {page}"));
    let mut fields: Vec<Field> = Vec::new();
    for (_, piece) in pieces(&format!("<form{form}</form>")) {
        let Piece::Open { name, attributes, .. } = piece else { continue };
        let get = |wanted| attribute(attributes, wanted).unwrap_or_default();
        match name {
            "select" => {
                fields.push(Field { name: get("name"), values: vec![], chosen: String::new() });
            }
            "option" => {
                let field = fields.last_mut().expect("an option stands in a select");
                if field.values.is_empty() || attribute(attributes, "selected").is_some() {
                    field.chosen = get("value");
                }
                field.values.push(get("value"));
            }
            "button" if get("class") == "go" && !get("name").is_empty() => {
                let chosen = get("value");
                fields.push(Field { name: get("name"), values: vec![chosen.clone()], chosen });
            }
            _ => {}
        }
    }
    fields
}

/// The query that a form sends when these choices are made in it.
fn query(game: &str, fields: &[Field], choices: &Choices) -> String {
    let value = |field: &Field| {
        let chosen = choices.chosen().find(|(option, ..)| option.name() == field.name);
        let value = chosen.map_or(field.chosen.clone(), |(_, value, _)| value.value.to_owned());
        assert!(field.values.contains(&value), "{game}: {} has no {value}", field.name);
        format!("&{}={value}", field.name)
    };
    format!("g={game}") + &fields.iter().map(value).collect::<String>()
}

/// The link that deals these choices.
fn deal(key: &str, choices: &Choices) -> String {
    let ruleset = parlour::games::find(key).expect("a game").ruleset;
    to::deal(ruleset, choices, None).as_str().trim_start_matches('?').to_owned()
}

#[test]
fn the_form_of_options_reaches_every_variant() {
    for game in GAMES {
        let key = game.ruleset.key;
        let mut missing: BTreeSet<String> =
            covering(game.ruleset.options).iter().map(|choices| deal(key, choices)).collect();
        let fields = form(&body(&format!("g={key}&rules=new")), key);
        for choices in covering(game.ruleset.options) {
            let query = query(key, &fields, &choices);
            let table = without_variants(&body(&query));
            let reached = links(&table).into_iter().find(|link| {
                missing.contains(link) || link.split('&').all(|pair| query.contains(pair))
            });
            let reached = reached.unwrap_or_else(|| panic!("{query}: no new game like this one"));
            missing.remove(&reached);
        }
        assert!(missing.is_empty(), "{key}: {missing:?}");
    }
}

/// The first page has no form that a button beside it could pass over. The form of options has a
/// button for each number of people, and every button sends the choices.
#[test]
fn every_button_of_the_form_sends_options() {
    let index = body("");
    assert!(!index.contains("<form") && !index.contains("<select"));
    for (key, (name, value), most) in [
        ("concentration", ("size", "8x8"), 4),
        ("noughts", ("size", "9x9"), 2),
        ("rps", ("best_of", "9"), 2),
        ("eights", ("twos", "draw"), 2),
        ("maze", ("size", "8x6"), 1),
    ] {
        let options = format!("g={key}&rules=new");
        assert!(links(&index).contains(&options), "{key}");
        let options = body(&options);
        assert_eq!(options.matches("<button").count(), most, "{key}: {options}");
        assert!(options.contains("<button class=go>Play<"), "{key}: {options}");
        for people in 1..=most {
            let sent = format!("g={key}&{name}={value}&people={people}");
            let button = format!("<button name=people value={people}>");
            assert_eq!(options.contains(&button), people > 1, "{key}: {options}");
            // A closed table asks for a name first, in a form that keeps the options.
            let page = body(&sent);
            let page =
                if page.contains("name=name") { page } else { body(&link(&page, "&rules=new")) };
            let field = form(&page, key).into_iter().find(|field| field.name == name);
            assert_eq!(field.map(|field| field.chosen).as_deref(), Some(value), "{sent}");
        }
    }
}

#[test]
fn every_boards_form_shows_choices_and_way_back() {
    for game in GAMES {
        let key = game.ruleset.key;
        for choices in covering(game.ruleset.options) {
            let table = body(&deal(key, &choices));
            let options = body(&link(&table, "&rules=new"));
            let fields = form(&options, key);
            for (option, value, _) in choices.chosen() {
                let field = fields.iter().find(|field| field.name == option.name());
                let field = field.unwrap_or_else(|| panic!("{key}: no {}", option.name()));
                assert_eq!(field.chosen, value.value, "{key}: {}", option.name());
            }
            let position = |html: String| Page { html }.position();
            let back = links(&options).into_iter().find(|link| link.starts_with("s="));
            let back = back.unwrap_or_else(|| panic!("{key}: no way back"));
            assert_eq!(position(body(&back)), position(table), "{key}: back");
        }
    }
}

#[test]
fn back_and_reload_keep_a_deal() {
    for game in GAMES {
        let key = game.ruleset.key;
        let dealt = ask(format!("g={key}"));
        let is_alike = game.ruleset.deals() == Deals::Alike;
        let location = match dealt.location {
            Some(location) => location.trim_start_matches('?').to_owned(),
            None if is_alike => format!("g={key}"),
            None => panic!("{key}: a fresh deal is sent to an address of its own"),
        };
        let board = |query: &str| {
            let shown = Page { html: body(query) };
            shown.position()
        };
        assert_eq!(board(&location), board(&location), "{key}");
        let first = body(&location);
        let move_on = links(&first).into_iter().find(|link| {
            let requests = game.ruleset.requests.iter();
            link.starts_with("s=")
                && requests.clone().any(|spec| link.contains(&format!("&{}", spec.name)))
        });
        body(&move_on.expect("a first move"));
        assert_eq!(board(&location), board(&location), "{key}: after a move");
    }
}

#[test]
fn todays_puzzle_has_an_address_that_keeps_it() {
    for game in GAMES.iter().filter(|game| game.ruleset.daily) {
        let key = game.ruleset.key;
        let dealt = ask(format!("g={key}&day=today"));
        assert_eq!(dealt.status, Status::SeeOther, "{key}");
        let location = dealt.location.unwrap_or_default();
        if game.ruleset.deals() == Deals::Open {
            assert_eq!(location, format!("?g={key}&day=2026-11-21"));
        }
    }
}

#[test]
fn house_rules_are_folded_unless_one_is_played() {
    let folded = |query: &str| {
        let page = body(query);
        let options = link(&page, "&rules=new");
        let form = body(&options);
        let (_, fold) = form.split_once("<details").unwrap_or_else(|| panic!("no fold: {form}"));
        assert!(fold.contains("name=twos") && !fold.contains("name=level"), "{form}");
        !fold.starts_with(" open>")
    };
    assert!(folded("g=eights&seed=fold&level=counting"));
    assert!(!folded("g=eights&seed=fold&twos=draw"));
}

#[test]
fn only_tables_with_computers_ask_about_them() {
    assert!(body("g=rps&rules=new").contains("name=level"));
    for form in ["", "&as=text"].map(|format| body(&format!("g=rps&people=2{format}"))) {
        assert!(!form.contains("name=level") && !form.contains("&level="), "{form}");
    }
    let table = |options: &str| {
        let form = body(&format!("g=eights&people=2{options}"));
        let (_, fold) = form.split_once("<details").expect("a fold");
        let (fold, _) = fold.split_once("</details>").expect("its end");
        assert!(fold.contains("Computer players</summary>"), "{fold}");
        assert!(fold.contains("name=players") && fold.contains("name=level"), "{fold}");
        fold.starts_with(" open>")
    };
    assert!(!table("") && table("&players=3") && table("&level=good"));
}

#[test]
fn every_preset_starts_from_the_options_page() {
    for game in GAMES {
        let key = game.ruleset.key;
        let options = body(&format!("g={key}&rules=new"));
        for preset in game.ruleset.presets {
            let choices = game.ruleset.preset(preset);
            let link = deal(key, &choices);
            assert!(links(&options).contains(&link), "{key}: {link} in {options}");
            let table = body(&link);
            let fields = form(&body(&crate::follow::link(&table, "&rules=new")), key);
            for (name, value) in preset.pairs() {
                let field = fields.iter().find(|field| field.name == name);
                assert_eq!(field.map(|field| field.chosen.as_str()), Some(value), "{key}: {name}");
            }
        }
    }
}

#[test]
fn a_fresh_deal_tells_what_else_to_play() {
    let offered = |page: &str| -> Vec<String> {
        let (_, line) = page.split_once("Or play:").unwrap_or_default();
        links(line.split("</p>").next().unwrap_or_default())
    };
    for game in GAMES.iter().filter(|game| game.ruleset.deals() != Deals::Secret) {
        let (key, presets) = (game.ruleset.key, game.ruleset.presets);
        let others = |choices: &Choices| -> Vec<String> {
            let all = presets.iter().map(|preset| preset.chosen_in(choices.clone()));
            all.filter(|other| other != choices).map(|other| deal(key, &other)).collect()
        };
        let usual = Choices::defaults(game.ruleset.options);
        let fresh = body(&format!("g={key}"));
        // A game without options has no other deals.
        assert!(offered(&fresh).len() > 1 || game.ruleset.options.is_empty(), "{key}");
        assert_eq!(offered(&fresh), others(&usual), "{key}");
        // Each keeps the other choices of the game.
        for preset in presets {
            let choices = game.ruleset.preset(preset);
            let is_dealt_openly = (game.ruleset.secrecy)(&choices).deals != Deals::Secret;
            let is_shown = choices.people() == 1 && is_dealt_openly;
            let expected = if is_shown { others(&choices) } else { Vec::new() };
            assert_eq!(offered(&body(&deal(key, &choices))), expected, "{key}");
        }
        // Nor once something was done, nor beside the puzzle of a day.
        let moved = body(&link(&fresh, "s="));
        assert_eq!(offered(&moved), [] as [String; 0], "{key}");
        if game.ruleset.daily {
            assert_eq!(offered(&body(&format!("g={key}&day=today"))), [] as [String; 0], "{key}");
        }
    }
}
