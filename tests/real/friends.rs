//! Crazy Eights among three and a match of two over a real server: a program in another language, and
//! people who follow links and send them on.

use crate::start;
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use support::friends::percent_encoded;
use support::process::{self, Process};
use support::repository;
use support::server::{KINDS, Server};
use support::trials::Trial;

/// The servers on which a table is played.
const SERVERS: [&str; 2] = ["lighttpd", "busybox"];
/// More turns than three people take for a round.
const TURNS_MAX: usize = 600;

/// The cases of this file.
pub fn cases() -> Vec<Trial> {
    let kinds = KINDS.iter().filter(|kind| SERVERS.contains(&kind.name));
    let case = |kind: &'static support::server::Kind| {
        let needs: Vec<&str> = kind.programs.iter().chain(&["python3"]).copied().collect();
        let name = format!("{}::a_table_of_three_with_a_program", kind.name);
        Trial::new(name, &needs, move || {
            let server = start(kind);
            play_a_round(&server);
            play_a_match(&server);
        })
    };
    kinds.map(case).collect()
}

/// The program, which is told links and tells links.
struct Program {
    links: ChildStdin,
    answers: BufReader<ChildStdout>,
    _process: Process,
}

impl Program {
    fn start(name: &str) -> Self {
        let mut command = process::command("python3");
        command.arg(repository::file("static/player.py")).arg(name);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = Process::start(&mut command);
        let links = process.child().stdin.take().expect("it reads links");
        let answers = process.child().stdout.take().expect("it writes links");
        Program { links, answers: BufReader::new(answers), _process: process }
    }

    /// What it answers to a link.
    fn send(&mut self, link: &str) -> String {
        writeln!(self.links, "{link}").and_then(|()| self.links.flush()).expect("it listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("it answers");
        assert!(!answer.trim().is_empty(), "the program has given up at {link}");
        answer.trim().to_owned()
    }
}

/// Somebody who opens pages with a password.
struct Person<'a> {
    server: &'a Server,
    password: String,
}

impl Person<'_> {
    fn page(&self, query: &str) -> Value {
        let reply = self.server.get(query);
        serde_json::from_slice(&reply.body).unwrap_or_else(|_| panic!("{query}: {}", reply.text()))
    }

    /// Makes the first move that is offered, and the next, until it is another's turn. Gives back the
    /// query of the link to send.
    fn play(&self, query: &str) -> String {
        let mut page = self.page(&format!("{query}&as=json&c={}", self.password));
        while page["table"]["seat"].is_u64() && page["turn"] == page["table"]["seat"] {
            let link = page["requests"][0]["link"].as_str().expect("something to do");
            page = self.page(link.trim_start_matches('?'));
        }
        public(&page)
    }
}

/// The query of the link to send, as people have it.
fn public(page: &Value) -> String {
    query_of(page["link_to_send"].as_str().expect("a link to send"))
}

fn query_of(link: &str) -> String {
    link.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
}

fn play_a_round(server: &Server) {
    let mut program = Program::start("Robot");
    let person = |password: &Value| Person {
        server,
        password: password.as_str().expect("a password").into(),
    };
    let nobody = person(&Value::String(String::new()));
    let opened = nobody.page("g=eights&people=3&name=Ann&as=json");
    let ann = person(&opened["table"]["password"]);
    let invitation = public(&opened);
    let robots = program.send(&server.url(&invitation));
    let answered = nobody.page(&format!("{invitation}&as=json&sit=&name=Bob"));
    let bob = person(&answered["table"]["password"]);
    let answers = format!("Robot: {robots} {}", answered["table"]["answer"]);
    let host = ann.page(&format!("{invitation}&as=json&c={}", ann.password));
    let gather = query_of(host["table"]["gather"].as_str().expect("the host gathers"));
    let dealt = nobody.page(&format!("{gather}&answers={}", percent_encoded(&answers)));
    let names = dealt["table"]["people"].as_array().expect("people").clone();
    let mut link = public(&dealt);
    for _ in 0..TURNS_MAX {
        let turn = nobody.page(&format!("{link}&as=json"))["turn"].clone();
        let name = turn.as_u64().and_then(|seat| names[seat as usize]["name"].as_str());
        link = match name {
            Some("Ann") => ann.play(&link),
            Some("Robot") => query_of(&program.send(&server.url(&link))),
            Some(_) => bob.play(&link),
            None => break,
        };
    }
    let end = nobody.page(&format!("{link}&as=json"));
    assert_eq!(
        end["ranking"].as_array().map(|places| places
            .iter()
            .flat_map(|p| p.as_array())
            .map(Vec::len)
            .sum()),
        Some(3),
        "{end}"
    );
    assert_eq!(program.send(&server.url(&link)), "over");
}

/// Rock, paper, scissors, best of three, with the same program. It knows no game, and follows requests.
fn play_a_match(server: &Server) {
    let mut program = Program::start("Robot");
    let nobody = Person { server, password: String::new() };
    let opened = nobody.page("g=rps&people=2&best_of=3&name=Ann&choose_hand=rock&as=json");
    let password = opened["table"]["password"].as_str().expect("a password").into();
    let ann = Person { server, password };
    let mut link = query_of(&program.send(&server.url(&public(&opened))));
    for _ in 0..TURNS_MAX {
        match nobody.page(&format!("{link}&as=json"))["turn"].as_u64() {
            Some(0) => link = ann.play(&link),
            Some(_) => link = query_of(&program.send(&server.url(&link))),
            None => break,
        }
    }
    let end = nobody.page(&format!("{link}&as=json"));
    assert!(end["ranking"].is_array(), "{end}");
    assert_eq!(program.send(&server.url(&link)), "over");
}
