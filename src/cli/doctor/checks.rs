//! The checks of a web server: the requests of each, and its judgement of the responses. The module
//! `findings` has the faults and the cures.

use super::client::Response;
use super::findings as say;
use super::url::HttpUrl;
use super::visit::{Check, Reached, Visit, check_whole, is_index, is_own, is_page_of, tokens};
use crate::doctor::checkup::Finding;
use crate::games;
use crate::gateway::http::HttpRequest;
use crate::problem::Problem;
use crate::respond::{Services, binding, respond};
use crate::seal::keys::{Key, KeyRing};
use crate::seal::{self, Purpose};

/// All checks. Those up to the click must not fail, so that the others mean something.
pub const CHECKS: &[Check] = &[
    Check { asks: |visit| visit.get([RULES]), judge: judge_rules },
    Check { asks: |visit| visit.get([ECHO]), judge: judge_echo },
    Check { asks: |visit| visit.get([NEW_GAME; 2]), judge: judge_deals },
    // Several machines may answer in turn.
    Check { asks: |visit| visit.get([&*visit.link; 2]), judge: judge_dealt },
    Check { asks: |visit| visit.get([&*visit.link; 4]), judge: judge_clicks },
    Check { asks: ask_for_style, judge: judge_style },
    Check { asks: ask_for_problems, judge: judge_problems },
    Check { asks: |visit| visit.get([&*long()]), judge: judge_long },
    Check { asks: |visit| visit.get(COMMANDS), judge: judge_commands },
    Check { asks: |visit| visit.get([TABLE]), judge: judge_new_table },
    Check { asks: |visit| visit.get([&*visit.link]), judge: judge_table },
    Check { asks: |visit| visit.invitation.clone().into_iter().collect(), judge: judge_invitation },
    Check { asks: ask_for_keys, judge: judge_handed_out },
];

/// The rules of a game: this page needs no key.
const RULES: &str = "g=concentration&rules";
/// A size that no board has, with several kinds of characters that need an encoding. The page repeats
/// it.
const ECHO: &str = "parlour=1&g=concentration&size=Ab%2BC+%C3%A9%2541";
const ECHOED: &str = "Ab+Cé%41";
const NEW_GAME: &str = "g=concentration";
/// A part of the link that a page of the game has for each tile to turn up.
const CLICK: &str = "&turn=";
/// Headers that a cache adds if it answers in place of the server.
const CACHE_HEADERS: [&str; 5] = ["X-Cache", "X-Cache-Status", "CF-Cache-Status", "Age", "Via"];
/// A new table of several people. The server stores none of it.
const TABLE: &str = "g=eights&people=2&name=Doctor";
/// The value of Cache-Control of pages with a password.
const NOT_KEPT: &str = "no-store";
/// The start of the tag before a link to send.
const COPY: &str = "<p class=copy";
/// The length of a query near Parlour's limit.
const LONG_BYTES: usize = 1900;
/// Queries that are commands in a terminal. Some servers pass them on as arguments.
const COMMANDS: [&str; 5] =
    ["version", "keygen", "--help", "doctor+/nowhere", "install+/nowhere/parlour"];
/// Usual endings for the name of an old copy, and usual names of key files.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".old", ".orig", ".save"];
const KEY_NAMES: [&str; 5] = ["key", "keys", "ring", "parlour.key", "parlour"];
/// The header with the parts that a page may load, and the beginning of its value in every version
/// of Parlour.
const POLICY: &str = "Content-Security-Policy";
const POLICY_START: &str = "default-src 'none'; style-src '";

type Judged = Result<Vec<Finding>, Finding>;

fn judge_rules(_: &mut Visit<'_>, rules: &Response, _: &[Response]) -> Judged {
    match rules.status {
        _ if is_index(rules) => Err(say::no_query()),
        status if !is_own(rules) => Err(say::query_refused(status)),
        200 => Ok(Vec::new()),
        _ => Err(say::value_required()),
    }
}

fn judge_echo(_: &mut Visit<'_>, page: &Response, _: &[Response]) -> Judged {
    if page.contains(&ECHOED.to_lowercase()) {
        return Err(say::lower_case());
    }
    Ok(match is_own(page) {
        true if page.contains(ECHOED) => vec![say::percent_signs_arrive()],
        true => vec![say::percent_signs("does not arrive as it was sent")],
        // Another check reports a server that replaces Parlour's error pages.
        false if page.status == 400 => Vec::new(),
        false => vec![say::percent_signs("is refused")],
    })
}

fn judge_deals(visit: &mut Visit<'_>, first: &Response, both: &[Response]) -> Judged {
    let Some(link) = first.header("Location") else {
        return Err(match first.status {
            200 if is_own(first) => say::redirect_followed(),
            301..=308 if is_own(first) => say::redirect_lost(),
            status => say::no_deal(status),
        });
    };
    if let [_, second] = both
        && Some(link) == second.header("Location")
    {
        return Err(say::same_deal(cache_headers(second)));
    }
    let (url, query) = visit.url.follow(link).ok_or_else(|| say::no_deal_at(link))?;
    if url.path != visit.url.path || url.authority != visit.url.authority {
        return Err(say::sent_elsewhere(url, &visit.url));
    }
    visit.link = query;
    Ok(vec![say::new_deals()])
}

fn judge_dealt(visit: &mut Visit<'_>, dealt: &Response, _: &[Response]) -> Judged {
    let page = dealt.text();
    let link = page.split('"').find(|text| text.starts_with('?') && text.contains(CLICK));
    let link = link.filter(|_| dealt.status == 200).ok_or_else(|| say::not_dealt(dealt.status))?;
    check_whole(dealt)?;
    let query = link.trim_start_matches('?').split('#').next().unwrap_or_default();
    visit.link = query.to_owned();
    visit.dealt = dealt.clone();
    Ok(Vec::new())
}

fn judge_clicks(visit: &mut Visit<'_>, _: &Response, pages: &[Response]) -> Judged {
    if let Some(refused) = pages.iter().find(|page| page.status != 200) {
        let ids = visit.key_ids();
        let is_sometimes = pages.iter().any(|page| page.status == 200) || ids.len() > 1;
        return Err(match is_own(refused) {
            true if is_sometimes => say::different_keys(ids.join(", ")),
            true => say::damaged(refused.status),
            false => say::click_refused(refused.status),
        });
    }
    // The tile that was turned up has no link any more, but other tiles have one.
    let asked = visit.link.find(CLICK).map_or("", |at| &visit.link[at..]);
    let ends = ["\"", "#"].map(|end| format!("{asked}{end}"));
    let is_moved =
        |page: &Response| page.contains(CLICK) && !ends.iter().any(|link| page.contains(link));
    if let Some(page) = pages.iter().find(|page| !is_moved(page)) {
        return Err(say::not_moved(cache_headers(page)));
    }
    visit.reached = Reached::Game;
    Ok([vec![say::moved()], judge_headers(visit), judge_key(visit)].concat())
}

/// The headers of caches, in brackets.
fn cache_headers(response: &Response) -> String {
    let said = CACHE_HEADERS.into_iter();
    let said = said.filter_map(|name| Some(format!("{name}: {}", response.header(name)?)));
    let said = said.collect::<Vec<_>>().join(", ");
    if said.is_empty() { said } else { format!(" ({said})") }
}

/// Compares the headers of the first page and of a game's page with those of this program.
fn judge_headers(visit: &Visit<'_>) -> Vec<Finding> {
    let Ok(key) = Key::draw() else { return Vec::new() };
    let ring = KeyRing::of(key);
    let mut findings = Vec::new();
    let (mut missing, mut changed) = (Vec::new(), Vec::new());
    for (query, received) in [("", &visit.index), ("g=concentration&seed=headers", &visit.dealt)] {
        for (name, value) in sent(&ring, query) {
            let came: Vec<&str> = received.headers(name).collect();
            match &came[..] {
                [] => missing.push(name),
                [one] if *one == value => {}
                [one] if name == POLICY && one.starts_with(POLICY_START) => {}
                _ if changed.contains(&name) => {}
                _ => {
                    changed.push(name);
                    findings.push(differs(name, &value, &came));
                }
            }
        }
    }
    missing.sort_unstable();
    missing.dedup();
    if !missing.is_empty() {
        findings.push(say::headers_missing(missing.join(", ")));
    }
    findings.extend(visit.index.header("Set-Cookie").map(|_| say::cookie()));
    if findings.is_empty() { vec![say::headers_arrive()] } else { findings }
}

/// The headers that this program sends with a page.
fn sent(ring: &KeyRing, query: &str) -> Vec<(&'static str, String)> {
    let services = Services {
        keys: Some(ring),
        preview: false,
        settings: &crate::settings::DEFAULT,
        entropy: &|bytes| {
            bytes.fill(1);
            true
        },
        now: &|| None,
        address: &|| None,
    };
    let query = query.as_bytes().to_vec();
    let response = respond(&services, &HttpRequest { query, ..HttpRequest::default() });
    response.headers().map(|(name, value)| (name, value.to_owned())).collect()
}

/// The finding about a header that came with another value, or more than once.
fn differs(name: &str, value: &str, came: &[&str]) -> Finding {
    let foreign = |value: &&&str| name != POLICY || !value.starts_with(POLICY_START);
    let came = came.iter().filter(foreign).copied().collect::<Vec<_>>().join("` and `");
    match name {
        POLICY => say::own_policy(name, came),
        "Content-Type" => say::own_type(name, came, value),
        _ => say::own_header(name, came, value),
    }
}

/// Judges if the keys of the program on this machine open a link of a game that was dealt there. This
/// sends no data that needs the keys, because anybody may run that server.
fn judge_key(visit: &Visit<'_>) -> Vec<Finding> {
    let Some(ring) = visit.known.ring else { return Vec::new() };
    let page = visit.dealt.text();
    let opens = |token: &str| {
        games::find("concentration").is_some_and(|game| {
            seal::open(ring, binding(game.ruleset, Purpose::Position), token).is_ok()
        })
    };
    let ids = visit.key_ids().join(", ");
    vec![match tokens(&page).next().is_some_and(opens) {
        true => say::same_keys(),
        false if visit.known.has_key_file => say::other_program(ids, ring.describe()),
        false => say::other_keys(ids, ring.describe()),
    }]
}

/// Asks for the sheet that the first page names.
fn ask_for_style(visit: &Visit<'_>) -> Vec<(HttpUrl, String)> {
    let page = visit.index.text();
    let link = page.split_once("<link rel=stylesheet href=\"?").map(|(_, rest)| rest);
    visit.get(link.and_then(|rest| rest.split('"').next()))
}

/// Browsers ignore a sheet of another type, because the program sends `nosniff`. Another check
/// reports a server that gives every page the same type.
fn judge_style(visit: &mut Visit<'_>, sheet: &Response, _: &[Response]) -> Judged {
    let kind = |response: &Response| response.header("Content-Type").unwrap_or("none").to_owned();
    let (status, came, usual) = (sheet.status, kind(sheet), kind(&visit.index));
    Ok(if status == 200 && came.starts_with("text/css") {
        vec![say::style_arrives()]
    } else if came == usual && !came.starts_with("text/html") {
        Vec::new()
    } else {
        vec![say::no_style(status, came)]
    })
}

/// The problems that a visitor may have with a link, and their queries.
fn problems() -> [(String, &'static str, Problem); 3] {
    let too_long = format!("x={}", "y".repeat(LONG_BYTES + 200));
    [
        ("g=none".to_owned(), "a game that does not exist", Problem::NoSuchGame(String::new())),
        ("s=A&g=concentration".to_owned(), "a link that is cut short", Problem::Damaged(None)),
        (too_long, "a link that is too long", Problem::TooLong),
    ]
}

fn ask_for_problems(visit: &Visit<'_>) -> Vec<(HttpUrl, String)> {
    visit.get(problems().iter().map(|(query, ..)| query.as_str()))
}

fn judge_problems(_: &mut Visit<'_>, _: &Response, pages: &[Response]) -> Judged {
    let (mut changed, mut is_replaced) = (Vec::new(), false);
    for (response, (_, what, problem)) in pages.iter().zip(problems()) {
        let (status, code) = (response.status, problem.status().code());
        let is_own = is_page_of(response, &problem);
        // No link is this long, so the server may refuse it in its own words. Another check reports
        // that a long query does not arrive.
        if matches!(problem, Problem::TooLong) && !is_own {
            continue;
        }
        if status != code {
            changed.push(format!("{what} should be {code} and comes as {status}"));
        }
        is_replaced |= !is_own;
    }
    if !changed.is_empty() {
        return Ok(vec![say::status_lost(changed.join(", "))]);
    }
    let replaced = is_replaced.then(say::own_error_pages);
    Ok([say::status_arrives()].into_iter().chain(replaced).collect())
}

fn long() -> String {
    format!("x={}&{RULES}", "y".repeat(LONG_BYTES))
}

fn judge_long(_: &mut Visit<'_>, page: &Response, _: &[Response]) -> Judged {
    let is_whole = page.status == 200 && is_own(page) && !is_index(page);
    let found = if is_whole { say::long_arrives(LONG_BYTES) } else { say::long_cut(LONG_BYTES) };
    Ok(vec![found])
}

fn judge_commands(_: &mut Visit<'_>, _: &Response, pages: &[Response]) -> Judged {
    let odd =
        COMMANDS.into_iter().zip(pages).filter(|(_, page)| page.status != 200 || !is_index(page));
    let found = odd.map(|(query, page)| match page.status {
        status @ 400..=499 => say::command_refused(query, status),
        status => say::command(query, status),
    });
    Ok(vec![found.rev().max_by_key(|finding| finding.verdict).unwrap_or_else(say::no_command)])
}

/// Judges the redirect to a new table. Its pages differ from others: a password is in them, which
/// others must not get, and the link to send has an absolute address.
fn judge_new_table(visit: &mut Visit<'_>, opened: &Response, _: &[Response]) -> Judged {
    let link = opened.header("Location").and_then(|link| visit.url.follow(link));
    visit.link = link.map(|(_, query)| query).unwrap_or_default();
    Ok(refuse_keeping(opened).into_iter().collect())
}

/// The fault of a page with a password that a cache may keep.
fn refuse_keeping(page: &Response) -> Option<Finding> {
    let value = page.header("Cache-Control").unwrap_or_default();
    (value != NOT_KEPT).then(|| say::kept(value))
}

fn judge_table(visit: &mut Visit<'_>, table: &Response, _: &[Response]) -> Judged {
    let here = &visit.url;
    let kept = refuse_keeping(table).unwrap_or_else(say::not_kept);
    // The redirect to it may have the same fault.
    let kept = (!visit.findings.contains(&kept)).then_some(kept);
    let page = table.text();
    // The page has other lines to copy, too.
    let lines = page.split(COPY).skip(1).filter_map(|line| Some(line.split_once('>')?.1));
    let mut links = lines.filter(|line| line.starts_with("http"));
    let link = links.next().and_then(|line| line.split('<').next());
    let address = match link.map(|link| (here.follow(&link.replace("&#38;", "&")), link)) {
        None => Some(say::no_address(here)),
        Some((None, link)) => Some(say::bad_address(link, here)),
        Some((Some((to, _)), _)) if to.to_string() == here.to_string() => Some(say::leads_here(to)),
        Some((Some((to, query)), _)) => {
            visit.invitation = Some((to.clone(), format!("{}?{query}", to.path)));
            None
        }
    };
    Ok(kept.into_iter().chain(address).collect())
}

/// Judges the page to which a link leads that players send each other.
fn judge_invitation(visit: &mut Visit<'_>, page: &Response, _: &[Response]) -> Judged {
    let Some((to, _)) = &visit.invitation else { return Ok(Vec::new()) };
    let why = match page.status {
        0 => "where nobody answers".to_owned(),
        _ if is_index(page) => "where the query is lost".to_owned(),
        200 if is_own(page) => return Ok(vec![say::leads_elsewhere(to, &visit.url)]),
        status => format!("which answers {status}"),
    };
    Ok(vec![say::leads_astray(to, why, &visit.url)])
}

/// The files with usual names, and those near the program on this machine.
fn ask_for_keys(visit: &Visit<'_>) -> Vec<(HttpUrl, String)> {
    let path = &visit.url.path;
    let directory = path.rsplit_once('/').map_or("", |(directory, _)| directory);
    let endings = COPY_ENDINGS.iter().map(|ending| format!("{path}{ending}"));
    let names = KEY_NAMES.iter().map(|name| format!("{directory}/{name}"));
    // These are only files with keys, which no server runs. A request for another program might
    // have an effect.
    let copies = visit.known.copies.iter().filter_map(|path| path.to_str());
    let copies = copies.filter(|name| name.bytes().all(|byte| byte.is_ascii_graphic()));
    let copies = copies.map(|name| name.replace('%', "%25"));
    let copies = copies.flat_map(|name| [format!("{directory}/{name}"), format!("/{name}")]);
    let files = endings.chain(names).chain(copies);
    files.map(|file| (visit.url.clone(), file)).collect()
}

fn judge_handed_out(visit: &mut Visit<'_>, _: &Response, pages: &[Response]) -> Judged {
    let has_keys = |page: &Response| page.is_program() || KeyRing::parse(&page.text()).is_ok();
    let files = ask_for_keys(visit).into_iter().zip(pages);
    let files = files.filter(|(_, page)| has_keys(page));
    let found: Vec<Finding> = files.map(|((_, file), _)| say::handed_out(file)).collect();
    Ok(if found.is_empty() { vec![say::none_handed_out()] } else { found })
}
