//! Tables of three or more: guests answer in any order, and the host gathers the answers.

use parlour::game::chance::Chance;
use parlour::gateway::http::{Method, Status};
use serde_json::Value;
use std::collections::BTreeSet;
use support::friends::{Friends, NAMES, link_to_send, percent_encoded};
use support::reader::Page;

/// Orders of pasting that are tried at each table.
const PASTINGS: usize = 3;
/// The longest links of a table of five with names of eight letters, and of any other.
const LINK_MAX: usize = 400;
const LONGEST_LINK_MAX: usize = 700;

/// A table for this number of people, whose guests have answered. Those at other tables of one
/// number are the same.
fn answered(people: usize, number: u64) -> Friends {
    let mut friends = Friends::open("eights", people, "", number);
    NAMES[1..people].iter().for_each(|name| friends.answer(name));
    friends
}

/// The texts at this place of everybody at the table.
fn of_people(page: &Value, key: &str) -> Vec<String> {
    let people = page["table"]["people"].as_array().expect("people");
    people.iter().map(|person| person[key].as_str().unwrap_or_default().to_owned()).collect()
}

/// The text in a part of a page as browsers get it.
fn words(friends: &Friends, link: &str) -> String {
    let html = friends.ask(Method::Get, &link.replace("&as=json", "")).body;
    Page { html }.words("main").expect("a page")
}

/// Pastes texts one after the other until the game is dealt, and returns its public page.
fn paste_all(friends: &Friends, texts: &[String]) -> Value {
    let mut page = friends.page_of(0);
    for text in texts {
        let Some(link) = page["table"]["gather"].as_str() else { break };
        page = friends.page(&format!("{link}&answers={}", percent_encoded(text)));
    }
    assert_eq!(page["table"]["gather"], Value::Null, "{page}");
    assert_eq!(page["table"]["password"], Value::Null, "the host sees what everybody sees");
    page
}

/// Thousands of tables gather with `PARLOUR_FULL=1`, and otherwise a few.
#[test]
fn pasting_in_another_order_gives_the_same_table() {
    let tables = if support::repository::is_full() { 3_000 } else { 30 };
    let mut fingerprints = BTreeSet::new();
    let mut codes = BTreeSet::new();
    for number in 0..tables {
        let mut chance = Chance::from_seed([number as u8; 32]);
        let people = 3 + number as usize % 3;
        let friends = answered(people, number);
        // The same people at another table, and at a later one.
        let strays = [tables + number, 2 * tables + number].map(|other| answered(people, other));
        let first = paste_all(&friends, &[friends.answers.join("\n")]);
        let told = |page: &Value| {
            let table = &page["table"];
            let names = of_people(page, "name");
            (names, table["turn_code"].clone(), page["commitment"].clone(), page["turn"].clone())
        };
        assert_eq!(first["turn"], 0);
        assert_ne!(of_people(&first, "name")[0], NAMES[0], "the host looks first");
        assert!(fingerprints.insert(first["commitment"]["fingerprint"].to_string()));
        codes.insert(first["table"]["turn_code"].to_string());
        for _ in 0..PASTINGS {
            let stray = strays.iter().flat_map(|other| &other.answers);
            let again = friends.answers.iter().take(1);
            let mut links: Vec<String> =
                friends.answers.iter().chain(again).chain(stray).cloned().collect();
            chance.shuffle(&mut links);
            let texts: Vec<String> =
                links.chunks(1 + chance.below(3) as usize).map(|some| some.join(" hi ")).collect();
            assert_eq!(told(&paste_all(&friends, &texts)), told(&first));
        }
    }
    // 20 bits tell a few thousand tables apart, with few exceptions.
    assert!(codes.len() as u64 * 100 >= tables * 99, "{} of {tables}", codes.len());
}

/// The same people at the same table, who sit down, answer or play again in the same way.
#[test]
fn two_deals_never_share_a_turn_code() {
    let mut codes = BTreeSet::new();
    let mut fingerprints = BTreeSet::new();
    let mut keep = |page: &Value| {
        codes.insert(page["table"]["turn_code"].to_string());
        fingerprints.insert(page["commitment"]["fingerprint"].to_string());
    };
    let [two, mut three] = [2, 3].map(|people| Friends::open("eights", people, "", 8));
    let mut over = Friends::at_full_table("eights", 2, "", 9);
    let mut chance = Chance::from_seed([9; 32]);
    while over.play_one_turn(&mut chance) {}
    let sit = two.public_page()["table"]["sit"].as_str().expect("a free seat").to_owned();
    let again = over.page_of(0)["table"]["again"].as_str().expect("the game is over").to_owned();
    for _ in 0..8 {
        keep(&two.page(&format!("{sit}&name=Bob")));
        // A rematch is the same deal whenever it is asked for.
        keep(&over.page(&again));
        three.answers.clear();
        ["Bob", "Cora"].into_iter().for_each(|name| three.answer(name));
        keep(&paste_all(&three, &three.answers));
    }
    assert_eq!((codes.len(), fingerprints.len()), (17, 17));
}

#[test]
fn the_host_learns_what_came_of_answers() {
    let mut friends = answered(4, 1);
    let news = |page: &Value| page["table"]["notices"].to_string();
    let names = |page: &Value| of_people(page, "name");
    // A greeting, the invitation, a cut answer, and a link of another site.
    assert!(news(&friends.paste("See you all!")).contains("There is no link in this text"));
    assert!(news(&friends.paste(&friends.public)).contains("This is your invitation"));
    let token = friends.answers[0].split("?s=").nth(1).expect("a token");
    for length in [20, 60, 100] {
        let page = friends.paste(&format!(
            "Bob: https://h/p?s={} {}",
            &token[..length],
            friends.answers[1]
        ));
        let quoted = &token[..20];
        assert!(news(&page).contains(quoted) && news(&page).contains("does not open"), "{page}");
        assert_eq!(names(&page), ["Ann", NAMES[2]]);
    }
    let page = friends.paste("https://video.example/watch");
    assert!(news(&page).contains("video.example/watch"), "{page}");
    let other_game = Friends::open("rps", 2, "", 27).public;
    assert!(news(&friends.paste(&other_game)).contains("no answer to this invitation"));
    let elsewhere = answered(4, 2);
    let page = friends.paste(&elsewhere.answers[0]);
    assert!(news(&page).contains("Bob's answer is for another table of Ann"), "{page}");
    assert_eq!(names(&page), ["Ann"]);
    let chat = format!("[12:01] Bob: here <{0}>, ok?\n> {0}", friends.answers[0]);
    let page = friends.paste(&chat);
    assert_eq!(
        (names(&page), page["table"]["notices"].to_string()),
        (vec!["Ann".into(), "Bob".into()], "[]".into())
    );
    let code = &of_people(&page, "code")[1];
    let link = page["table"]["gather"].as_str().expect("the host goes on").to_owned();
    let again = friends.page(&format!("{link}&answers={}", percent_encoded(&friends.answers[0])));
    assert!(news(&again).contains(&format!("Bob (code {code}) is here already")), "{again}");
    // A name that looks like Bob's: the host chooses by the code, and the others stay.
    friends.answer("bob");
    let other = friends.answers.last().expect("an answer").clone();
    let both = percent_encoded(&[friends.answers[1].clone(), other.clone()].join(" "));
    let page = friends.page(&format!("{link}&answers={both}"));
    assert!(news(&page).contains("look alike"), "{page}");
    assert_eq!(names(&page), ["Ann", "Bob", NAMES[2]]);
    let choice = &page["table"]["choices"][0];
    assert!(choice["label"].as_str().is_some_and(|label| label.starts_with("Take bob, code ")));
    let chosen = friends.page(choice["link"].as_str().expect("a link"));
    assert_eq!(names(&chosen), ["Ann", NAMES[2], "bob"]);
    // The host thinks again.
    let back = &chosen["table"]["choices"][0];
    assert!(back["label"].as_str().is_some_and(|label| label.starts_with("Take Bob, code ")));
    let page = friends.page(back["link"].as_str().expect("a link"));
    assert_eq!(names(&page), ["Ann", NAMES[2], "Bob"]);
    // Neither of two is seated before the host has chosen.
    let page = friends.paste(&[friends.answers[0].clone(), other].join(" "));
    assert_eq!(
        (names(&page).len(), page["table"]["choices"].as_array().map(Vec::len)),
        (1, Some(2))
    );
    friends.answers.pop();
    friends.answer("Emil");
    let page = friends.paste(&friends.answers.join(" "));
    assert!(news(&page).contains("There are 4 answers for 3 free seats"), "{page}");
    assert_eq!(page["table"]["choices"].as_array().map(Vec::len), Some(4));
    // The host chooses three of them one by one, and pastes nothing again.
    let mut page = page;
    for free in (0..3).rev() {
        let choices = page["table"]["choices"].as_array().expect("choices");
        assert_eq!(choices.len(), free + 2, "{page}");
        page = friends.page(choices[0]["link"].as_str().expect("a link"));
    }
    assert_eq!((names(&page).len(), page["turn"].is_u64()), (4, true), "{page}");
}

/// The longest names, and more answers than a link can carry.
#[test]
fn a_host_with_many_answers_has_short_links() {
    let name = |letter: char| percent_encoded(&letter.to_string().repeat(16));
    let mut friends = Friends::open("eights", 3, "&match=points", 26);
    "БГДЖИЛПУФЦЧШ".chars().for_each(|letter| friends.answer(&name(letter)));
    let mut page = friends.page_of(0);
    let mut told = 0;
    for answers in friends.answers.chunks(4) {
        let gather = page["table"]["gather"].as_str().expect("a host");
        page = friends.page(&format!("{gather}&answers={}", percent_encoded(&answers.join(" "))));
        told += page["table"]["notices"].to_string().matches("There is no room for").count();
    }
    let choices = page["table"]["choices"].as_array().expect("choices");
    assert_eq!(choices.len() + told, 12, "{page}");
    assert!(choices.len() >= 4, "only {} wait", choices.len());
    let links = choices.iter().map(|choice| choice["link"].as_str().expect("a link").len());
    let longest = links.max().expect("a link");
    assert!(longest <= 900, "{longest}");
}

#[test]
fn an_overlong_text_keeps_the_field() {
    let friends = answered(3, 3);
    let chat = format!("{} {}", friends.answers[0], "and so on ".repeat(300));
    let page = friends.paste(&chat);
    assert_eq!(of_people(&page, "name"), ["Ann", "Bob"]);
    assert!(page["table"]["notices"].to_string().contains("too long"), "{page}");
    let link = friends.page_of(0)["table"]["gather"].as_str().expect("a link").to_owned();
    let link = format!("{link}&answers={}", percent_encoded(&chat)).replace("&as=json", "");
    let response = friends.ask(Method::Get, &link);
    assert_eq!(response.status, Status::Ok);
    let field = response.body.split("<textarea").nth(1).expect("a field");
    assert!(field.contains("and so on") && !field.contains("<textarea"), "{field}");
    // Other values are not cut.
    let long = format!("{}&move={}", friends.public, "x".repeat(3_000));
    assert_eq!(friends.ask(Method::Get, &long).status, Status::UriTooLong);
}

#[test]
fn only_the_guest_sees_an_answers_password() {
    let friends = answered(3, 4);
    let own = friends.passwords[1].clone();
    let query = friends.answers[0].split_once('?').expect("a query").1.to_owned();
    for format in ["", "&as=json", "&as=text", "&as=svg", "&words", "&rules", "&rules=qr"] {
        for password in ["", "&c=aaaaa-aaaaa", &format!("&c={}", friends.passwords[0])] {
            let page = friends.ask(Method::Get, &format!("?{query}{password}{format}")).body;
            assert!(!page.contains(&own), "{format} {password}: {page}");
        }
    }
    let told = words(&friends, &format!("?{query}"));
    assert!(told.contains("Bob's answer to Ann"), "{told}");
    assert!(!told.contains("bookmark"), "{told}");
    let private = words(&friends, &format!("?{query}&c={own}"));
    for part in ["1. Keep your password", "2. Send this answer to Ann", "Wait for Ann's table link"]
    {
        assert!(private.contains(part), "{part}: {private}");
    }
    let code = friends.page(&format!("?{query}&as=json"))["table"]["answer_code"].clone();
    let code = code.as_str().expect("a code");
    assert!(told.contains(code) && private.contains(code));
    let host = friends.paste(&friends.answers[0]);
    assert_eq!(of_people(&host, "code")[1], code);
    // The same invitation is there for others.
    let invited = words(&friends, &friends.public);
    assert!(invited.contains("Already answered? Wait for Ann's table link."), "{invited}");
}

#[test]
fn only_the_host_gathers() {
    let friends = answered(3, 5);
    let text = percent_encoded(&friends.answers.join(" "));
    for password in ["", "&c=aaaaa-aaaaa", &format!("&c={}", friends.passwords[1])] {
        let page = friends.page(&format!("{}{password}&answers={text}", friends.public));
        assert_eq!(of_people(&page, "name"), ["Ann"], "{password}");
        assert_eq!(page["table"]["gather"], Value::Null);
        assert!(page["fault"]["code"].is_u64());
    }
    // Not even a guest whose answer the host has taken.
    let partial = friends.paste(&friends.answers[0]);
    let own = format!("{}&c={}", link_to_send(&partial), friends.passwords[1]);
    let page = friends.page(&own);
    assert_eq!(
        (&page["table"]["situation"], &page["table"]["seat"]),
        (&"accepted".into(), &1.into())
    );
    let told = words(&friends, &own);
    assert!(told.contains("Ann has your answer.") && !told.contains("Your friend"), "{told}");
    for request in [&format!("answers={text}"), "sit=choose&with=1"] {
        let page = friends.page(&format!("{own}&{request}"));
        assert_eq!(page["fault"]["sentence"], "Only the host does that.", "{page}");
    }
    let page = friends.page(&format!("{}&c={}", link_to_send(&partial), friends.passwords[2]));
    let told = page["fault"]["sentence"].as_str().expect("a sentence");
    assert!(told.contains("Ann has not taken your answer"), "{told}");
    let dealt = {
        let mut friends = answered(3, 5);
        friends.gather();
        friends
    };
    let before = dealt.public_page()["table"]["turn_code"].clone();
    for seat in 0..3 {
        let page =
            dealt.page(&format!("{}&c={}&answers={text}", dealt.public, dealt.passwords[seat]));
        assert_eq!(page["table"]["turn_code"], before, "the seats are full");
    }
}

#[test]
fn links_of_a_gathered_table_are_short() {
    let long = ["Maximili", "Alexandr", "Bernardo", "Charlott", "Dominiqu"];
    let widest = [
        "Александровичева",
        "Константиновичев",
        "Максимилиановича",
        "Бернардовичевска",
        "Доминиковнаевска",
    ];
    for (names, most) in [(long, LINK_MAX), (widest, LONGEST_LINK_MAX)] {
        let link =
            format!("?g=eights&people=5&as=json&match=points&name={}", percent_encoded(names[0]));
        let mut friends = Friends::open("eights", 5, "&match=points", 6);
        let page = friends.page(&link);
        friends.take_link(&page);
        friends.passwords =
            vec![page["table"]["password"].as_str().expect("a password").to_owned()];
        friends.names = vec![names[0].to_owned()];
        names[1..].iter().for_each(|name| friends.answer(&percent_encoded(name)));
        friends.names = names.map(str::to_owned).to_vec();
        let partial = friends.paste(&friends.answers[..3].join(" "));
        let gather = partial["table"]["gather"].as_str().expect("a link").len();
        let answer = friends.answers.iter().map(String::len).max();
        friends.gather();
        let mut longest = friends.bare_link().len();
        let mut chance = Chance::from_seed([6; 32]);
        for _ in 0..40 {
            friends.play_one_turn(&mut chance);
            longest = longest.max(friends.bare_link().len());
        }
        println!("table {longest}, answer {answer:?}, the host's own {gather}");
        assert!(longest < most && gather < LONGEST_LINK_MAX, "{longest} {gather}");
    }
}

#[test]
fn a_host_begins_with_those_who_are_here() {
    for (people, here, options) in [(4, 3, ""), (4, 2, "&players=5"), (3, 2, ""), (5, 2, "")] {
        let mut friends = Friends::open("eights", people, options, 25);
        let alone = friends.page_of(0);
        assert!(alone["table"]["begin"].is_null(), "{alone}");
        NAMES[1..here].iter().for_each(|name| friends.answer(name));
        let page = friends.paste(&friends.answers.join("\n"));
        let begin = page["table"]["begin"].as_str().expect("a way to begin").to_owned();
        // Nobody else can do it.
        let public = begin.split("&c=").next().expect("a link").to_owned() + "&as=json&sit=begin";
        assert!(friends.page(&public)["turn"].is_null());
        let dealt = friends.page(&begin);
        friends.take_link(&dealt);
        friends.change_seats(&dealt);
        let table = &friends.public_page()["table"];
        assert_eq!(table["size"], here, "{table}");
        let computers = if options.is_empty() { 0 } else { 1 };
        assert_eq!(table["computers"].as_array().map(Vec::len), Some(computers), "{table}");
        let mut chance = Chance::from_seed([25; 32]);
        while friends.play_one_turn(&mut chance) {}
        assert!(friends.public_page()["ranking"].is_array());
    }
}
