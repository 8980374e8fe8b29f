//! Closed tables for people: the public parts of a page, its sentences about time, and the links to
//! send.

use parlour::gateway::http::{HttpRequest, Method, Response, Status};
use parlour::respond::{Services, respond};
use serde_json::Value::Null;
use support::reader::Page;
use support::services::{Randomness, ring};

/// 2026-11-26T14:05:00Z, in seconds since 1970.
const NOW: u64 = 1_795_701_900;
const HANDS: [&str; 3] = ["rock", "paper", "scissors"];
const FORMATS: [&str; 5] = ["", "&as=json", "&as=text", "&as=svg", "&words"];

/// People at one server. Two that begin alike draw the same random bytes.
struct Evening {
    randomness: Randomness,
    now: u64,
    is_lynx: bool,
}

impl Evening {
    fn begin() -> Self {
        Evening { randomness: Randomness::from(7), now: NOW, is_lynx: false }
    }

    fn ask(&self, link: &str) -> Response {
        let keys = ring();
        let services = Services {
            keys: Some(&keys),
            preview: false,
            settings: &parlour::settings::DEFAULT,
            entropy: &|bytes| {
                self.randomness.fill(bytes);
                true
            },
            now: &|| Some(self.now),
            address: &|| Some("https://games.example/parlour".to_owned()),
        };
        let query = link.split_once('?').map_or(link, |(_, query)| query);
        let query = query.split('#').next().unwrap_or_default().as_bytes().to_vec();
        let (method, is_lynx) = (Method::Get, self.is_lynx);
        respond(&services, &HttpRequest { method, query, is_lynx, ..HttpRequest::default() })
    }

    /// The page that a link leads to, and the address at which it is.
    fn open(&self, link: &str) -> (String, String) {
        let response = self.ask(link);
        match response.location {
            Some(address) => (self.ask(&address).body, address),
            None => (response.body, link.to_owned()),
        }
    }

    /// The page for programs at this address.
    fn json(&self, address: &str) -> serde_json::Value {
        serde_json::from_str(&self.ask(&format!("{address}&as=json")).body).expect("JSON")
    }

    /// The link to send that the page at this address names.
    fn link_to_send(&self, address: &str) -> String {
        let page = self.json(address);
        page["link_to_send"].as_str().expect("a link to send").to_owned()
    }

    /// Sits down, and returns the private address and the link to send.
    fn sit(&self, link: &str, name: &str) -> (String, String) {
        let (_, address) = self.open(&format!("{link}&name={name}"));
        let link = self.link_to_send(&address);
        (address, link)
    }
}

fn password(address: &str) -> &str {
    let value = address.split("&c=").nth(1).expect("a password");
    value.split('&').next().expect("its letters")
}

/// A page with its tokens masked. Their lengths stay.
fn masked(page: &str) -> String {
    let is_token = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut masked = String::new();
    let mut rest = page;
    while let Some(start) = rest.find("AQI") {
        let end = rest[start..].find(|c| !is_token(c)).map_or(rest.len(), |length| start + length);
        masked.push_str(&rest[..start]);
        masked.push_str(&format!("TOKEN OF {}", end - start));
        rest = &rest[end..];
    }
    masked + rest
}

#[test]
fn a_throw_while_sitting_down_shows_nowhere() {
    let mut public_pages = Vec::new();
    for guests in HANDS {
        let mut private_pages = Vec::new();
        for hosts in HANDS {
            let evening = Evening::begin();
            let (host, invitation) =
                evening.sit(&format!("?g=rps&people=2&choose_hand={hosts}"), "Ann");
            let (guest, link) =
                evening.sit(&format!("{invitation}&sit=&choose_hand={guests}"), "Ben");
            let pages = |address: &str| {
                let pages = FORMATS.map(|format| evening.ask(&format!("{address}{format}")).body);
                masked(&pages.join("\n"))
            };
            private_pages.push(pages(&guest));
            public_pages.push([pages(&invitation), pages(&link)].join("\n"));
            // The host opens both hands with the third link.
            let opened = format!("{link}&c={}", password(&host));
            let words = Page::new(&evening.open(&opened).0).words("main").unwrap_or_default();
            assert!(words.contains("Show both the result"), "{words}");
            for hand in [hosts, guests] {
                assert!(words.to_lowercase().contains(hand), "{words}");
            }
        }
        assert!(private_pages.iter().all(|page| *page == private_pages[0]), "the guest learns");
    }
    assert!(public_pages.iter().all(|page| *page == public_pages[0]), "everybody learns");
}

#[test]
fn an_unknown_hand_is_asked_for_again() {
    let evening = Evening::begin();
    let page = evening.open("?g=rps&people=2&name=Ann&choose_hand=spock").0;
    assert!(page.contains("Unrecognized hand type") && page.contains("value=\"Ann\""), "{page}");
    // Without a hand one sits down, and throws on the first turn.
    let (_, invitation) = evening.sit("?g=rps&people=2", "Ann");
    let page = evening.open(&invitation).0;
    assert!(!page.contains("name=choose_hand"), "it is not the guest's turn: {page}");
}

/// A request acts, or its fault is on the page.
#[test]
fn a_request_while_sitting_down_is_never_dropped() {
    let evening = Evening::begin();
    let fault = |page: &serde_json::Value| page["fault"]["name"].clone();
    let json = |address: &str| evening.json(address);
    for opened in ["&choose_hand=rock", "&move=rock"] {
        let page = json(&format!("?g=rps&people=2&name=Ann{opened}"));
        assert_eq!(fault(&page), Null, "{page}");
        assert_eq!(page["ignored"], serde_json::json!([]), "{opened}");
        let invitation = page["link_to_send"].as_str().expect("an invitation");
        let invited = evening.open(invitation).0;
        assert!(invited.contains("name=choose_hand"), "{opened}: {invited}");
    }
    for (request, name) in [("choose_hand=banana", "unknown_hand"), ("show", "nothing_to_show")] {
        let page = json(&format!("?g=rps&people=2&name=Ann&{request}"));
        assert_eq!(fault(&page), name, "{page}");
    }
    // It is the host's turn, or nobody's.
    let (_, rps) = evening.sit("?g=rps&people=2", "Ann");
    let (_, two) = evening.sit("?g=eights&people=2", "Ann");
    let (_, three) = evening.sit("?g=eights&people=3", "Ann");
    for (invitation, request) in [
        (&rps, "choose_hand=rock"),
        (&rps, "choose_hand=banana"),
        (&rps, "move=rock"),
        (&two, "play_card=8H"),
        (&three, "play_card=8H"),
        (&three, "move=8H"),
        (&three, "choose_hand=rock"),
    ] {
        let page = json(&format!("{invitation}&sit=&name=Ben&{request}"));
        assert_ne!(fault(&page), Null, "{request}: {page}");
        let page = json(&format!("{invitation}&sit=&name=Ben"));
        assert_eq!(fault(&page), Null, "{page}");
    }
}

#[test]
fn a_turns_time_is_told_outside_its_code() {
    let moment = |evening: &Evening, link: &str| {
        Page::new(&evening.open(link).0).words("moment").expect("a moment")
    };
    let mut codes = Vec::new();
    for now in [NOW, NOW + 86_400, 0] {
        let evening = Evening { now, ..Evening::begin() };
        let (_, invitation) = evening.sit("?g=eights&people=2", "Ann");
        let (_, link) = evening.sit(&format!("{invitation}&sit="), "Ben");
        codes.push(link.split("&at=").nth(1).expect("a code").to_owned());
        let later = Evening { now: now + 7_200, ..evening };
        let told = moment(&later, &link);
        match now {
            NOW => assert!(
                told.ends_with("Ben sat down 2 hours ago (26 November, 14:05 UTC)."),
                "{told}"
            ),
            0 => assert_eq!(told, "Ben sat down."),
            _ => assert!(told.contains("27 November"), "{told}"),
        }
    }
    assert!(codes.iter().all(|code| *code == codes[0]), "{codes:?}");
}

#[test]
fn lynx_gets_the_next_page_in_place() {
    for is_lynx in [false, true] {
        let evening = Evening { is_lynx, ..Evening::begin() };
        let opened = evening.ask("?g=eights&people=2&name=Ann");
        assert_eq!(opened.status, Status::SeeOther, "a reload must not open another table");
        let (host, invitation) = evening.sit("?g=eights&people=2", "Ann");
        let (_, link) = evening.sit(&format!("{invitation}&sit="), "Ben");
        let hand = evening.open(&format!("{link}&c={}", password(&host))).0;
        let card = hand.split("href=\"").find(|href| href.contains("play_card="));
        let card = card.or_else(|| hand.split("href=\"").find(|href| href.contains("draw_card")));
        let moved = evening.ask(card.expect("a move").split('"').next().unwrap_or_default());
        let varies = moved.headers().any(|header| header == ("Vary", "User-Agent"));
        assert!(varies);
        if is_lynx {
            assert_eq!(moved.status, Status::Ok);
            let main = moved.body.split("<main").nth(1).expect("a page");
            let notice = main.find("The address of this page contains a password").expect("it");
            assert!(notice < main.find("Are you Ben?").expect("the next player"), "{main}");
            assert!(!main.contains("play_card") && !main.contains(password(&host)), "{main}");
        } else {
            assert_eq!(moved.status, Status::SeeOther);
        }
    }
}

#[test]
fn a_messenger_never_gets_a_password() {
    let evening = Evening::begin();
    let (host, invitation) = evening.sit("?g=eights&people=2", "Ann");
    let (guest, link) = evening.sit(&format!("{invitation}&sit="), "Ben");
    let private = [host.clone(), guest, format!("{link}&c={}", password(&host))];
    let on_turn = private.len() - 1;
    for (place, address) in private.iter().chain([&link]).enumerate() {
        let page = evening.open(address).0;
        let of_panel =
            ["mailto:?", "sms:?&#38;body", "https://wa.me/?text", "https://t.me/share/url?url"];
        for messenger in of_panel {
            let tag = page.split(messenger).nth(1).and_then(|rest| rest.split('>').next());
            assert_eq!(tag.is_none(), place == on_turn, "{messenger}: {page}");
            let Some(tag) = tag else { continue };
            let address = "https%3A%2F%2Fgames.example%2Fparlour%3Fs%3DAQI";
            assert!(tag.contains(address) && tag.contains("%26g%3Deights%26at%3Dt"), "{tag}");
            assert!(!tag.contains("%26c%3D") && tag.ends_with("rel=noreferrer"), "{tag}");
        }
    }
    let page = evening.open(&link).0;
    let field = page.split("<input name=c-").nth(1).expect("a field of this table and seat");
    assert!(field.contains("autocomplete=on"), "{field}");
    // The receiver's form comes first.
    assert!(page.find("Are you Ann?") < page.find("Not Ann?"), "{page}");
}

#[test]
fn the_end_can_be_sent() {
    let evening = Evening::begin();
    let (host, invitation) = evening.sit("?g=rps&people=2&choose_hand=rock", "Ann");
    let (_, link) = evening.sit(&format!("{invitation}&sit=&choose_hand=paper"), "Ben");
    let opened = evening.open(&format!("{link}&c={}", password(&host))).0;
    let show = opened.split("href=\"").find(|href| href.contains("&show")).expect("the result");
    let (end, _) = evening.open(show.split('"').next().unwrap_or_default());
    let words = Page::new(&end).words("main").unwrap_or_default();
    assert!(words.contains("Ben wins") && words.contains("Send the result to Ben"), "{words}");
    assert!(end.contains("https://wa.me/?text"), "{end}");
}

#[test]
fn people_of_every_script_sit_down() {
    for name in ["O'Brien", "Jean-Luc", "李小龙", "Ольга", "محمد"] {
        let evening = Evening::begin();
        let (address, _) = evening.sit("?g=eights&people=3&players=4", name);
        let page = evening.open(&address).0;
        let plain = Page::new(&page).words("seats").expect("the seats");
        assert!(plain.contains(name) && plain.contains("(computer)"), "{plain}");
        assert!(page.contains(&format!("<bdi>{}</bdi>", name.replace('\'', "&#39;"))), "{page}");
    }
}
