//! Firefox without a window and without JavaScript, driven over its own remote protocol, which needs
//! no program in between: messages of JSON, each behind its length and a colon.

use super::view::{Browser, Link, View};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;
use support::process::{self, Process, wait_until};
use support::reader::Page;
use support::reader::memory::{Table, Tiles};
use support::server::free_port;

/// How long Firefox may take to start, or over a page.
const TIME_MAX: Duration = Duration::from_secs(30);
/// How long it may take over a page that it has.
const PAGE_TIME_MAX: Duration = Duration::from_secs(10);
/// The longest message that is believed.
const MESSAGE_BYTES_MAX: usize = 1 << 24;
/// The name under which the protocol hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running Firefox.
pub struct Firefox {
    stream: TcpStream,
    messages: u64,
    /// Held so that it ends with this.
    _process: Process,
}

impl Firefox {
    /// Opens a page. The directory is for its own use.
    pub fn open(url: &str, directory: &Path) -> Self {
        let profile = directory.join("firefox");
        let port = free_port();
        let preferences = format!(
            "user_pref(\"marionette.port\", {port});\nuser_pref(\"javascript.enabled\", false);\n"
        );
        let written = fs::create_dir_all(&profile)
            .and_then(|()| fs::write(profile.join("user.js"), preferences));
        written.unwrap_or_else(|error| panic!("{}: {error}", profile.display()));
        let mut command = process::command("firefox-esr");
        command.args(["--headless", "--no-remote", "--marionette", "--profile"]).arg(&profile);
        command.env("HOME", directory).env("TMPDIR", directory);
        let mut process = Process::start(&mut command);
        let mut stream = None;
        wait_until(TIME_MAX, || {
            stream = TcpStream::connect(("127.0.0.1", port)).ok();
            stream.is_some() || process.has_ended()
        });
        let stream = stream.unwrap_or_else(|| panic!("Firefox does not start"));
        stream.set_read_timeout(Some(TIME_MAX)).unwrap_or_else(|error| panic!("{error}"));
        let mut firefox = Firefox { stream, messages: 0, _process: process };
        firefox.receive().unwrap_or_else(|error| panic!("Firefox says nothing: {error}"));
        firefox.command("WebDriver:NewSession", &json!({}));
        firefox.command("WebDriver:Navigate", &json!({ "url": url }));
        firefox
    }

    /// Does something and gives back its value.
    #[track_caller]
    fn command(&mut self, name: &str, argument: &Value) -> Value {
        let reply = self.exchange(name, argument);
        let reply = reply.unwrap_or_else(|error| panic!("{name} {argument}: {error}"));
        assert!(reply[2].is_null(), "{name} {argument}: {}", reply[2]["message"]);
        // A list comes as it is, anything else under a name.
        match reply[3].get("value") {
            Some(value) => value.clone(),
            None => reply[3].clone(),
        }
    }

    fn exchange(&mut self, name: &str, argument: &Value) -> io::Result<Value> {
        self.messages += 1;
        let message = json!([0, self.messages, name, argument]).to_string();
        self.stream.write_all(format!("{}:{message}", message.len()).as_bytes())?;
        self.receive()
    }

    fn receive(&mut self) -> io::Result<Value> {
        let mut length = 0;
        loop {
            let mut byte = [0];
            self.stream.read_exact(&mut byte)?;
            match byte[0] {
                digit @ b'0'..=b'9' => length = length * 10 + usize::from(digit - b'0'),
                _ => break,
            }
            if length > MESSAGE_BYTES_MAX {
                return Err(io::Error::other("a message without end"));
            }
        }
        let mut message = vec![0; length];
        self.stream.read_exact(&mut message)?;
        serde_json::from_slice(&message).map_err(io::Error::other)
    }

    /// The page as Firefox holds it.
    pub fn page(&mut self) -> Page {
        let html = self.command("WebDriver:GetPageSource", &json!({}));
        Page { html: html.as_str().unwrap_or_default().to_owned() }
    }

    /// Clicks on an element that a CSS selector finds, counted from 0.
    #[track_caller]
    fn click(&mut self, selector: &str, place: usize) {
        let argument = json!({ "using": "css selector", "value": selector });
        let found = self.command("WebDriver:FindElements", &argument);
        let id = found[place][ELEMENT].clone();
        assert!(id.is_string(), "there is no {selector}, number {place}: {found}");
        self.leave(|firefox| {
            firefox.command("WebDriver:ElementClick", &json!({ "id": id }));
        });
    }

    /// Does what leads to another page, and waits for it: no two pages are alike.
    #[track_caller]
    fn leave(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.page();
        act(self);
        let left = wait_until(PAGE_TIME_MAX, || self.page() != before);
        assert!(left, "nothing came after\n{}", before.html);
    }
}

impl Browser for Firefox {
    fn look(&mut self) -> View {
        View::of_page(&self.page())
    }

    fn follow(&mut self, link: &Link) {
        self.click("a", link.place);
    }

    fn visit(&mut self, url: &str) {
        self.leave(|firefox| {
            firefox.command("WebDriver:Navigate", &json!({ "url": url }));
        });
    }

    fn lengthen_address(&mut self, more: &str) {
        let url = self.command("WebDriver:GetCurrentURL", &json!({}));
        self.visit(&format!("{}{more}", url.as_str().unwrap_or_default()));
    }

    fn back(&mut self) {
        self.leave(|firefox| {
            firefox.command("WebDriver:Back", &json!({}));
        });
    }
}

impl Table for Firefox {
    fn tiles(&mut self) -> Tiles {
        self.page().tiles()
    }

    fn turn(&mut self, tile: usize) {
        self.click(&format!(".board a[href$='turn={}#now']", tile + 1), 0);
    }
}

impl Drop for Firefox {
    fn drop(&mut self) {
        // Asked so, it ends its own processes, too.
        let _ = self.exchange("Marionette:Quit", &json!({ "flags": ["eForceQuit"] }));
    }
}
