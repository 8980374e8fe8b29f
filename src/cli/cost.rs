//! `parlour cost`: plays games at random, and has valgrind count the instructions of their requests.

use super::cgi_client::{self, NoAnswer};
use super::program_file;
use super::terminal::{Failure, say};
use crate::game::chance::Chance;
use crate::game::text;
use crate::program::Program;
use crate::seal::keys::Key;
use crate::seal::source::KEY_VARIABLE;
use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

/// The most instructions of a request.
const INSTRUCTIONS_MAX: u64 = 20_000_000;
/// The most moves of a player in a game.
const MOVES_MAX: usize = 300;
/// The moments of a game whose requests are counted: from the first to the last, as far apart as the game is long.
const MOMENTS: usize = 12;
/// The most time for a request. Valgrind makes it a hundred times as long.
const TIME_MAX: Duration = Duration::from_secs(60);

/// Prints the dearest request of each kind of game: of this one, or of all.
pub fn cost(program: &'static Program, game: Option<&str>) -> Result<ExitCode, Failure> {
    let is_wanted = |key| game.is_none_or(|wanted| wanted == key);
    let rulesets = program.games.iter().map(|listed| listed.ruleset);
    let rulesets: Vec<_> = rulesets.filter(|ruleset| is_wanted(ruleset.key)).collect();
    if rulesets.is_empty() {
        return Err(format!("there is no game `{}`", game.unwrap_or_default()).into());
    }
    if cfg!(debug_assertions) {
        say("This build is for tests: a release has fewer instructions.\n");
    }
    let counter = Counter { file: program_file::own_path()?, key: Key::draw()?.to_text() };
    let mut dearest = 0;
    for ruleset in rulesets {
        let presets = ruleset.presets.iter().map(|preset| format!("&{}", preset.query));
        for preset in [String::new()].into_iter().chain(presets) {
            let query = format!("g={}{preset}", ruleset.key);
            let (instructions, request) = counter.dearest(&query)?;
            say(&format!("{instructions:>11} {query}: {request}\n"));
            dearest = dearest.max(instructions);
        }
    }
    if dearest <= INSTRUCTIONS_MAX {
        return Ok(ExitCode::SUCCESS);
    }
    say(&format!("A request has at most {INSTRUCTIONS_MAX} instructions.\n"));
    Ok(ExitCode::FAILURE)
}

/// A program whose requests are counted.
struct Counter {
    file: PathBuf,
    /// The key of its links.
    key: String,
}

impl Counter {
    /// The most instructions of a request in a game that is played at random, and that request.
    fn dearest(&self, start: &str) -> Result<(u64, String), Failure> {
        let mut chance = Chance::from_seed([1; 32]);
        let mut query = start.to_owned();
        // The requests at each moment: the move that leads there, and the questions.
        let mut moments = Vec::new();
        for _ in 0..MOVES_MAX {
            let answer =
                self.answer(cgi_client::asked(&self.file, &format!("{query}&as=json")))?.text;
            // A reader of text asks the processor what it can do, and no function of the program may.
            let body = answer.lines().last().unwrap_or_default();
            let page: Value = serde_json::from_reader(body.as_bytes())?;
            let requests = page["requests"].as_array().map_or(&[][..], Vec::as_slice);
            let links = |flag: &'static str, is_set: bool| {
                let chosen = requests.iter().filter(move |request| request[flag] == is_set);
                chosen.filter_map(|request| {
                    Some(request["link"].as_str()?.get(1..)?.replace("&as=json", ""))
                })
            };
            moments.push(
                [query.clone()].into_iter().chain(links("read_only", true)).collect::<Vec<_>>(),
            );
            let ending: Vec<String> = links("ends", true).collect();
            let leading: Vec<String> =
                links("read_only", false).filter(|link| !ending.contains(link)).collect();
            let Some(next) = chance.pick(&leading) else { break };
            query.clone_from(next);
        }
        let apart = moments.len().div_ceil(MOMENTS);
        let mut dearest = (0, String::new());
        for (moves, requests) in moments.iter().enumerate().rev().step_by(apart.max(1)) {
            for request in requests {
                dearest = dearest.max(self.count(request, moves)?);
            }
        }
        Ok(dearest)
    }

    /// The instructions of a query, and what it requests after so many moves.
    fn count(&self, query: &str, moves: usize) -> Result<(u64, String), Failure> {
        let mut valgrind = cgi_client::asked("valgrind", query);
        valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(&self.file);
        let told = self.answer(valgrind)?.complaint;
        let count = told
            .split_once("Collected : ")
            .and_then(|(_, count)| count.split_whitespace().next()?.parse().ok());
        let count = count.ok_or_else(|| {
            let why = told.lines().last().unwrap_or_default();
            format!("valgrind cannot run this build: {why}; try one static file (`cargo static`)")
        })?;
        let request = query.rsplit('&').next().unwrap_or_default();
        Ok((count, format!("`{request}` after {}", text::count(moves, "move"))))
    }

    fn answer(&self, mut command: Command) -> Result<cgi_client::Answer, Failure> {
        command.env(KEY_VARIABLE, &self.key);
        let name = command.get_program().to_string_lossy().into_owned();
        cgi_client::answer(command, TIME_MAX).map_err(|error| match error {
            NoAnswer::NotStarted(_) if name == "valgrind" => {
                format!("this machine cannot count instructions: {name}: {error}; install valgrind")
                    .into()
            }
            error => format!("{name}: {error}").into(),
        })
    }
}
