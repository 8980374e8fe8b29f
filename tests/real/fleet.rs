//! Several machines that share their keys, behind a balancer: they are stopped and started and their
//! keys are changed while games go on, and no game notices.

use crate::browsers::view::View;
use crate::start;
use parlour::game::any::AnyGame;
use parlour::game::chance::Chance;
use parlour::games::GAMES;
use parlour::seal::{Key, KeyRing};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use support::http::{Host, Reply};
use support::process::{PATIENCE, Process, wait_until};
use support::reader::Page;
use support::server::{KINDS, Server, Site, log_to};
use support::trials::Trial;

/// The machines, by their servers. All have Parlour at the same address.
const MACHINES: [&str; 3] = ["busybox", "lighttpd", "apache"];
/// The number of players at once.
const PLAYERS: usize = 8;
/// The least number of games that are played to their ends.
const GAMES_MIN: usize = 100;
/// The number of moves of every player between two changes.
const CLICKS_BETWEEN: usize = 3;
/// The time for which the test waits for these moves.
const CLICKS_TIME_MAX: Duration = Duration::from_secs(20);
/// The greatest number of repeated requests for a page that was cut off when its server ended.
const RELOADS_MAX: usize = 2;
/// The balancer looks every second; without this, two machines would be away at once.
pub const NOTICE_TIME: Duration = Duration::from_millis(1200);

/// The case of this file.
pub fn cases() -> Vec<Trial> {
    let name = "haproxy::games_outlive_machines_and_keys";
    vec![Trial::new(name, &programs(), games_outlive_machines_and_keys)]
}

/// The programs that a fleet takes.
pub fn programs() -> Vec<&'static str> {
    let machines = KINDS.iter().filter(|kind| MACHINES.contains(&kind.name));
    let needs = machines.flat_map(|kind| kind.programs).copied();
    ["haproxy", "setpriv"].into_iter().chain(needs).collect()
}

/// Machines behind a balancer.
pub struct Fleet {
    /// Each with the same ring of keys.
    pub machines: Vec<Server>,
    site: Site,
    _balancer: Process,
}

impl Fleet {
    /// Starts them with this ring of keys.
    pub fn start(keys: &[String]) -> Self {
        let kinds = MACHINES.iter().filter_map(|name| KINDS.iter().find(|k| k.name == *name));
        let machines: Vec<Server> = kinds.map(start).collect();
        let site = Site::create();
        let addresses = ["192.0.2.1:80", "192.0.2.2:80", "192.0.2.3:80"];
        let ports = machines.iter().map(|machine| format!("127.0.0.1:{}", machine.host().port));
        let ports: Vec<String> = ports.collect();
        let front = format!("127.0.0.1:{}", site.port());
        let replaced = addresses.into_iter().zip(ports.iter().map(String::as_str));
        let replaced: Vec<_> = replaced.chain([("127.0.0.1:8080", &*front)]).collect();
        let recipe = site.recipe("haproxy.cfg", &replaced);
        let log = site.write("run/log.cfg", "global\n    log stdout format raw local0\n");
        let mut command = site.as_servant("haproxy", &["-db", "-f", &log, "-f", &recipe]);
        log_to(&mut command, &site.path("run/log"));
        let balancer = Process::start(&mut command);
        let fleet = Fleet { machines, site, _balancer: balancer };
        fleet.share(keys);
        let answers = || fleet.host().get(fleet.target("")).status == 200;
        let is_open = || fleet.host().connect().is_ok() && answers();
        assert!(wait_until(PATIENCE, is_open), "haproxy does not start");
        fleet
    }

    /// The address of the balancer.
    pub fn host(&self) -> Host {
        Host { port: self.site.port() }
    }

    /// The target of a request with this query.
    pub fn target(&self, query: &str) -> String {
        self.machines[0].target(query)
    }

    /// Gives a ring of keys to every machine, one after the other.
    pub fn share(&self, keys: &[String]) -> PathBuf {
        let ring = self.ring(keys);
        self.machines.iter().for_each(|machine| machine.install_with(&ring));
        ring
    }

    fn ring(&self, keys: &[String]) -> PathBuf {
        PathBuf::from(self.site.write("run/ring", &keys.join(",")))
    }
}

/// The knowledge that players and the disturbing thread share.
struct Hall {
    host: Host,
    path: String,
    clicks: [AtomicUsize; PLAYERS],
    games: AtomicUsize,
    reloads: AtomicUsize,
    closes: AtomicBool,
    /// Somebody could not play on.
    failed: AtomicBool,
}

impl Hall {
    fn ask(&self, query: &str) -> Reply {
        let request =
            self.host.request("GET", format!("{}?{query}", self.path).as_bytes(), "", b"");
        for _ in 0..RELOADS_MAX {
            match self.host.exchange(&request) {
                Ok(reply) if reply.is_whole() => return reply,
                _ => self.reloads.fetch_add(1, Ordering::Relaxed),
            };
        }
        self.host.get(format!("{}?{query}", self.path))
    }

    /// Opens a page, also at the address to which the first one sends.
    fn open(&self, query: &str) -> Page {
        self.ask(query).page_after(|query| self.ask(query))
    }

    /// Lets a player play, and tells the others if the player cannot go on.
    fn seat(&self, player: usize) {
        let _leaving = Leaving(&self.failed);
        self.play(player);
    }

    /// Plays one game after the other until the hall closes.
    fn play(&self, player: usize) {
        let mut chance = Chance::from_seed([player as u8; 32]);
        let mut games = GAMES.iter().cycle().skip(player);
        while !self.closes.load(Ordering::Relaxed) || self.games.load(Ordering::Relaxed) < GAMES_MIN
        {
            let Some(game) = games.next() else { return };
            self.play_one(game, player, &mut chance);
            self.games.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn play_one(&self, game: &AnyGame, player: usize, chance: &mut Chance) {
        let mut page = self.open(&format!("g={}", game.ruleset.key));
        loop {
            let view = View::of_page(&page);
            assert!(!view.has_fault(), "refused:\n{}", page.html);
            if view.is_over() {
                return;
            }
            let links = page.links();
            let takes_hint = chance.below(2) == 0;
            let hint = view.moves.iter().find(|link| takes_hint && link.helps());
            let link = hint.or_else(|| chance.pick(&view.moves));
            let link = link.unwrap_or_else(|| panic!("no way on:\n{}", page.html));
            page = self.ask(links[link.place].query()).page(200);
            self.clicks[player].fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until every player has clicked several times.
    fn let_play(&self) {
        let count = || self.clicks.iter().map(|clicks| clicks.load(Ordering::Relaxed));
        let before: Vec<usize> = count().collect();
        let clicked = wait_until(CLICKS_TIME_MAX, || {
            let have_played = count().zip(&before).all(|(now, then)| now >= then + CLICKS_BETWEEN);
            have_played || self.failed.load(Ordering::Relaxed)
        });
        assert!(clicked, "the games have come to a stop");
    }
}

fn games_outlive_machines_and_keys() {
    let key = || Key::draw().map(KeyRing::of).map(|ring| ring.to_text());
    let [old, new] = [key(), key()].map(|key| key.unwrap_or_else(|error| panic!("{error}")));
    let mut fleet = Fleet::start(std::slice::from_ref(&old));
    let hall = Hall {
        host: fleet.host(),
        path: fleet.target("").trim_end_matches('?').to_owned(),
        clicks: Default::default(),
        games: AtomicUsize::new(0),
        reloads: AtomicUsize::new(0),
        closes: AtomicBool::new(false),
        failed: AtomicBool::new(false),
    };
    let bookmark = hall.open(&format!("g={}", GAMES[0].ruleset.key));
    let log = fleet.site.path("run/log");
    thread::scope(|scope| {
        let hall = &hall;
        let players: Vec<_> = (0..PLAYERS).map(|n| scope.spawn(move || hall.seat(n))).collect();
        let closing = Closing(&hall.closes);
        disturb(&mut fleet, hall, &bookmark, &old, &new);
        drop(closing);
        for player in players {
            player.join().unwrap_or_else(|why| {
                panic!("a player says: {}\n{}", words_of(&*why), troubles(&log))
            });
        }
    });
    let logged = std::fs::read_to_string(&log).unwrap_or_default();
    assert!(logged.contains("GET /cgi-bin/parlour"), "{logged}");
    assert_eq!(logged.lines().find(|line| line.contains('?')), None, "a link is logged");
    let (games, reloads) = (hall.games.into_inner(), hall.reloads.into_inner());
    assert!(games >= GAMES_MIN, "only {games} games were played");
    // A page may be cut off on its way when its server is killed; that a click asks another machine
    // instead is the rule.
    assert!(reloads <= MACHINES.len(), "{reloads} pages had to be asked for again");
}

/// The log lines of the balancer about requests that failed.
fn troubles(log: &str) -> String {
    let log = std::fs::read_to_string(log).unwrap_or_default();
    let usual = |line: &&str| !line.contains(" 200 ");
    log.lines().filter(usual).collect::<Vec<_>>().join("\n")
}

/// The message of a panic.
fn words_of(why: &(dyn std::any::Any + Send)) -> &str {
    why.downcast_ref::<String>().map_or("nothing", String::as_str)
}

/// Stops and starts machines and changes the keys.
fn disturb(fleet: &mut Fleet, hall: &Hall, bookmark: &Page, old: &str, new: &str) {
    hall.let_play();
    let second = fleet.ring(&[old.to_owned(), new.to_owned()]);
    restart_each(fleet, hall, &second);
    fleet.share(&[new.to_owned(), old.to_owned()]);
    hall.let_play();
    let query = bookmark.link_with(&format!("g={}", GAMES[0].ruleset.key)).query().to_owned();
    let opened = hall.ask(&query).page(200);
    let retired = fleet.share(&[new.to_owned(), format!("retired:{old}")]);
    restart_each(fleet, hall, &retired);
    // A player who has moved since can go on. A player who has not gets the reason.
    let query_after = opened.link_with(&format!("g={}", GAMES[0].ruleset.key)).query().to_owned();
    hall.ask(&query_after).page(200);
    hall.ask(&query).page(410);
}

/// Stops one machine after the other, gives it keys, and starts it again.
fn restart_each(fleet: &mut Fleet, hall: &Hall, ring: &Path) {
    for machine in &mut fleet.machines {
        machine.stop();
        hall.let_play();
        machine.install_with(ring);
        assert!(machine.start_again(), "{} does not start again", machine.kind.name);
        thread::sleep(NOTICE_TIME);
        hall.let_play();
    }
}

/// Tells that a player could not play on.
struct Leaving<'a>(&'a AtomicBool);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Closes the hall, also if something went wrong.
struct Closing<'a>(&'a AtomicBool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
