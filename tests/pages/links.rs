//! Links that messengers, mail programs and word processors have damaged. Each opens the same page,
//! or an error page names the missing part.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use parlour::gateway::http::Status;
use support::friends::Friends;
use support::reader::Page;
use support::services::ask;

/// A kind of damage that changes nothing of what a link says.
type Damage = (&'static str, fn(&str) -> String);

/// The letters of a token behind `s=`.
fn token(link: &str) -> &str {
    let token = link.split("s=").nth(1).expect("a token");
    token.split('&').next().expect("its letters")
}

/// The link with another form of its token.
fn with_token(link: &str, change: impl Fn(&str) -> String) -> String {
    link.replace(token(link), &change(token(link)))
}

/// The text inside the token, at this many characters.
fn inside(link: &str, places: &[usize], what: &str) -> String {
    with_token(link, |token| {
        let mut token = token.to_owned();
        for place in places.iter().rev() {
            token.insert_str(*place, what);
        }
        token
    })
}

fn encoded(text: &str) -> String {
    let is_plain = |c: u8| c.is_ascii_alphanumeric() || b"-_.".contains(&c);
    let letters = text
        .bytes()
        .map(|c| if is_plain(c) { char::from(c).to_string() } else { format!("%{c:02X}") });
    letters.collect()
}

/// Damage to a link.
const ON_THE_WAY: &[Damage] = &[
    ("a full stop", |link| format!("{link}.")),
    ("a comma", |link| format!("{link},")),
    ("a bracket", |link| format!("{link})")),
    ("a bracket and a full stop", |link| format!("{link}).")),
    ("an encoded full stop", |link| format!("{link}%2E")),
    ("a pointed bracket", |link| format!("{link}%3E")),
    ("a quotation mark", |link| format!("{link}%22")),
    ("a curly quotation mark", |link| format!("{link}%E2%80%9D")),
    ("an ellipsis", |link| format!("{link}%E2%80%A6")),
    ("a Chinese full stop", |link| format!("{link}%E3%80%82")),
    ("asterisks", |link| format!("{link}**")),
    ("a tracker", |link| format!("{link}&fbclid=IwAR0&fbclid=IwAR1")),
    ("unknown trackers", |link| format!("ref=mail&{link}&msclkid=1&igsh=x%3D%3D&_hsenc=p2")),
    ("a tracker as a second query", |link| format!("{link}?utm_source=news&utm_source=mail")),
    ("a fragment that was encoded", |link| format!("{link}%23now")),
    ("a zero-width space behind", |link| format!("{link}%E2%80%8B")),
    ("a zero-width space before", |link| format!("%E2%80%8B{link}")),
    ("invisible characters inside", |link| inside(link, &[1, 9, 40], "%E2%81%A0%EF%BB%BF")),
    ("soft hyphens inside", |link| inside(link, &[20, 50], "%C2%AD")),
    ("blanks inside", |link| inside(link, &[30], "+%20%09")),
    ("line breaks inside", |link| inside(link, &[25, 50], "%0D%0A")),
    ("a variation selector", |link| inside(link, &[33], "%EF%B8%8F")),
    ("escaped ampersands", |link| link.replace('&', "&amp;")),
    ("doubly escaped ampersands", |link| link.replace('&', "&amp;amp;")),
    ("quoted-printable mail", |link| link.replace('=', "=3D")),
    ("encoded separators", |link| link.replace('=', "%3D").replace('&', "%26")),
    ("encoded ampersands", |link| link.replace('&', "%26")),
    ("twice encoded separators", |link| link.replace('=', "%253D").replace('&', "%2526")),
    ("encoded letters", |link| with_token(link, |token| token.replace('a', "%61"))),
    ("every separator doubled", |link| format!("&{}&&", link.replace('&', "&&"))),
    ("names in upper case", |link| {
        link.replace("s=", "S=").replace("g=", "G=").replace("at=", "AT=").replace("c=", "C=")
    }),
    ("a game in upper case", |link| link.replace("g=nim", "g=NIM").replace("=eights", "=Eights")),
    ("every pair twice", |link| format!("{link}&{link}")),
    ("a damaged token before", |link| format!("s={}&{link}", &token(link)[..40])),
    ("a question mark before", |link| format!("?{link}")),
    ("no-break hyphens", |link| with_token(link, |token| token.replace('-', "%E2%80%91"))),
    ("dashes", |link| with_token(link, |token| token.replace('-', "%E2%80%94"))),
    ("minus signs", |link| with_token(link, |token| token.replace('-', "%E2%88%92"))),
    ("no game", |link| link.replace("&g=nim", "").replace("&g=eights", "")),
    ("half a game", |link| link.replace("&g=nim", "&g=ni").replace("&g=eights", "&g=eig")),
    ("another game", |link| link.replace("&g=nim", "&g=bridge").replace("&g=eights", "&g=poker")),
];

/// Ways in which a link is pasted into a field.
const PASTED: &[Damage] = &[
    ("bare", str::to_owned),
    ("a sentence around it", |link| format!("Your turn: {link}, see you!")),
    ("brackets", |link| format!("<{link}>")),
    ("Markdown", |link| format!("[**Go on**]({link})")),
    ("HTML", |link| format!("<a href=\"{}\">Go on</a>", link.replace('&', "&amp;"))),
    ("JSON", |link| format!("{{\"url\":\"{}\"}}", link.replace('&', "\\u0026"))),
    ("a reply", |link| format!("On Monday Ann wrote:\n> {link}\n> See you")),
    ("a reply, wrapped", |link| format!("> {}", inside(link, &[20, 50], "\n> "))),
    ("a reply to a reply, wrapped", |link| format!(">> {}", inside(link, &[30], "\n>> "))),
    ("a reply, wrapped, in a field of one line", |link| inside(link, &[30], "> ")),
    ("bars before each line", |link| format!("| {}", inside(link, &[10, 58], "\n| "))),
    ("wrapped at 60 columns", |link| inside(link, &[30], "\r\n")),
    ("quoted-printable mail", |link| inside(link, &[15, 45], "=\r\n").replace("s=", "s=3D")),
    ("SafeLinks", |link| {
        format!("https://eur1.safelinks.example/?url={}&data=05%7C02", encoded(link))
    }),
    ("two wrappers", |link| {
        format!(
            "https://l.example/?u={}",
            encoded(&format!("https://m.example/?q={}", encoded(link)))
        )
    }),
    ("three wrappers", |link| {
        let inner = encoded(&format!("https://m.example/?q={}", encoded(link)));
        format!(
            "https://l.example/?u={}",
            encoded(&format!("https://k.example/l.php?u={inner}&h=AT0"))
        )
    }),
    ("Proofpoint 2", |link| {
        let letters = encoded(&format!("https://m.example/?{link}"));
        let letters = letters.replace('-', "%2D").replace('_', "%5F").replace("%2F", "_");
        let letters = letters.replace('%', "-");
        format!("https://urldefense.example/v2/url?u={letters}&d=DwMFaQ&c=eu&r=x-9_s")
    }),
    ("Bing", |link| {
        let letters = URL_SAFE_NO_PAD.encode(format!("https://m.example/?{link}"));
        format!("https://www.example/ck/a?!&&p=4b1&ptn=3&u=a1{letters}&ntb=1")
    }),
    ("Proofpoint", |link| format!("https://urldefense.example/v3/__{link}__;!!AQ3q!x$")),
    ("invisible characters", |link| inside(link, &[5, 25], "\u{200b}\u{200e}")),
    ("dashes", |link| with_token(link, |token| token.replace('-', "\u{2013}"))),
    ("two links, the old one first", |link| {
        format!("{} and {link}", with_token(link, |token| token.replace(['x', 'y', 'z'], "w")))
    }),
];

/// The page of a query: its status, title and words, without a notice.
fn page(query: &str) -> (Status, String) {
    let mut response = ask(query);
    if let Some(location) = response.location {
        response = ask(location.trim_start_matches('?').split('#').next().unwrap_or_default());
    }
    let lines = response.body.split_inclusive('\n').filter(|line| !line.contains("role=status>"));
    let page = Page::new(&lines.collect::<String>());
    let words = [page.words("title"), page.words("main")].map(Option::unwrap_or_default);
    (response.status, words.join("\n"))
}

/// The links of the test, without their question marks.
fn links() -> Vec<String> {
    let position = Page::new(&ask("g=nim&seed=a").body).token().expect("a position");
    let friends = Friends::at_full_table("eights", 3, "", 1);
    let table = friends.public.trim_start_matches('?').replace("&as=json", "");
    vec![
        format!("s={position}&g=nim"),
        format!("s={position}&g=nim&take=1,2"),
        format!("s={position}&g=nim&words"),
        format!("s={position}&g=nim&rules=link"),
        format!("s={position}&take=1,2&g=nim"),
        format!("{table}&c={}", friends.passwords[0]),
        format!("{table}&c={}", friends.passwords[1]),
        table,
    ]
}

#[test]
fn a_damaged_link_opens_like_the_whole_one() {
    for link in links() {
        let whole = page(&link);
        assert_eq!(whole.0, Status::Ok, "{link}");
        for (kind, damage) in ON_THE_WAY {
            let damaged = damage(&link);
            assert_eq!(page(&damaged), whole, "{kind}: {damaged}");
        }
    }
}

#[test]
fn a_pasted_text_opens_the_link_in_it() {
    for link in links().into_iter().filter(|link| !link.contains("take")) {
        let position = link.split("&words").next().and_then(|link| link.split("&rules").next());
        let position = position.and_then(|link| link.split("&c=").next()).unwrap_or_default();
        let whole = page(position);
        for (kind, damage) in PASTED {
            let pasted = damage(&format!("https://games.example/cgi-bin/parlour?{link}"));
            let opened = page(&format!("g=nim&s={}", encoded(&pasted)));
            assert_eq!(opened, whole, "{kind}: {pasted}");
        }
    }
}

#[test]
fn words_name_one_deal_in_every_form() {
    let deal = |query: &str| page(query).1;
    let rainy = deal("g=maze&seed=rainy+day");
    for same in [
        "rainy+day.",
        "Rainy+Day",
        "rainy++day",
        "rainy%C2%A0day",
        "%22rainy+day%22",
        "(rainy+day)",
        "rainy+day%E2%80%A6",
        "rainy+day?utm_source=x",
        "rainy%E2%80%8B+day",
    ] {
        assert_eq!(deal(&format!("g=maze&seed={same}")), rainy, "{same}");
    }
    let name = |query: &str| crate::follow::json(query)["deal"]["name"].clone();
    assert_eq!(name("?g=maze&seed=cafe%CC%81&as=json"), name("?g=maze&seed=Caf%C3%A9.&as=json"));
    assert_ne!(name("?g=maze&seed=cafe&as=json"), name("?g=maze&seed=caf%C3%A9&as=json"));
    let day = deal("g=maze&day=2026-11-20");
    for same in
        ["2026-11-20.", "2026%E2%80%9311%E2%80%9320", "%222026-11-20%22)", "2026-11-20?ref=x"]
    {
        assert_eq!(deal(&format!("g=maze&day={same}")), day, "{same}");
    }
}

/// A missing part cannot be guessed. The page tells it without blame, and has a field for the link.
#[test]
fn a_cut_link_asks_for_the_whole() {
    for link in links() {
        for cut in [10, 30, token(&link).len() / 2, token(&link).len() + 1] {
            let (status, words) = page(&link[..cut]);
            assert_eq!(status, Status::BadRequest, "{link}");
            assert!(
                words.contains("cut short") && words.contains("Paste the whole link"),
                "{words}"
            );
        }
        let without_token = link.replace(token(&link), "");
        let (status, words) = page(&without_token);
        assert_eq!(status, Status::BadRequest, "{without_token}: {words}");
        for accusation in ["Somebody", "changed the link"] {
            assert!(!words.contains(accusation), "{words}");
        }
    }
    for (query, says) in [
        ("g=bridge", "No game is called"),
        ("g=nim&g=maze", "two links in one"),
        ("g=nim&as=pdf", "as="),
    ] {
        let (_, words) = page(query);
        assert!(words.contains(says) && words.contains("Paste the whole link"), "{query}: {words}");
    }
    let long = format!("s={}", "x".repeat(2_100));
    assert!(page(&long).1.contains("Paste the whole link"));
}

#[test]
fn only_another_turn_code_is_told() {
    let table = links().pop().expect("the link of a table");
    let (start, at) = table.split_once("&at=").expect("its turn code");
    let whole = page(&table);
    for unread in ["", "t", "t3", "t3-", "three", "%3F", "12"] {
        assert_eq!(page(&format!("{start}&at={unread}")), whole, "{unread}");
    }
    let other = page(&format!("{start}&at=t9-K4QT")).1;
    assert!(other.contains("t9-K4QT") && other.contains(at), "{other}");
}
