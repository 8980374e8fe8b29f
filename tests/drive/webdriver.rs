//! The WebDriver protocol (W3C), spoken with a chromedriver of our own.

use super::process::{self, Process};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// How long a command may take.
const COMMAND_TIME_MAX: Duration = Duration::from_secs(30);
/// The name under which the protocol hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How Chromium is started. It must have nothing to do but show the page.
const FLAGS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// A session with a browser. It ends when this is dropped.
pub struct Session {
    port: u16,
    id: String,
    /// Held so that it ends after the session.
    _driver: Process,
}

/// An element of the page at hand.
pub struct Element(String);

impl Session {
    /// Starts Chromium without a window. The directory is for its own use.
    pub fn chromium(directory: &Path, preferences: &Value) -> Self {
        let own = format!("--user-data-dir={}", directory.join("chromium").display());
        let flags: Vec<&str> = FLAGS.into_iter().chain([own.as_str()]).collect();
        let options = json!({ "args": flags, "prefs": preferences });
        Session::start(&json!({ "goog:chromeOptions": options }))
    }

    /// Starts chromedriver and, with these capabilities, a browser.
    fn start(capabilities: &Value) -> Self {
        let mut command = process::command("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped());
        let mut driver = Process::start(&mut command);
        let port = announced_port(&mut driver);
        let mut session = Session { port, id: String::new(), _driver: driver };
        let asked = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let value = session.command("POST", "", &asked);
        session.id = value["sessionId"].as_str().unwrap_or_default().to_owned();
        session
    }

    /// Does something and gives back its value.
    #[track_caller]
    fn command(&self, method: &str, what: &str, argument: &Value) -> Value {
        let path = match self.id.as_str() {
            "" => format!("/session{what}"),
            id => format!("/session/{id}{what}"),
        };
        let reply = self.send(method, &path, argument);
        let reply = reply.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
        let value = &reply["value"];
        assert!(value["error"].is_null(), "{method} {path} {argument}: {}", value["message"]);
        value.clone()
    }

    fn send(&self, method: &str, path: &str, argument: &Value) -> io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(COMMAND_TIME_MAX))?;
        let body = if method == "POST" { argument.to_string() } else { String::new() };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.port,
            body.len()
        );
        stream.write_all((head + &body).as_bytes())?;
        read_value(BufReader::new(stream))
    }

    /// Opens a page.
    pub fn open(&self, url: &str) {
        self.command("POST", "/url", &json!({ "url": url }));
    }

    /// The address of the page at hand.
    pub fn url(&self) -> String {
        self.command("GET", "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Goes back by one page.
    pub fn back(&self) {
        self.command("POST", "/back", &json!({}));
    }

    /// The page as the browser holds it, written out again.
    pub fn source(&self) -> String {
        self.command("GET", "/source", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Runs the body of a function in the page and gives back what it returns, or promises.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Tells Chromium something by its own protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        let argument = json!({ "cmd": command, "params": parameters });
        self.command("POST", "/goog/cdp/execute", &argument)
    }

    /// The elements that a CSS selector finds.
    #[track_caller]
    pub fn find(&self, selector: &str) -> Vec<Element> {
        let argument = json!({ "using": "css selector", "value": selector });
        let found = self.command("POST", "/elements", &argument);
        let id = |element: &Value| Some(Element(element[ELEMENT].as_str()?.to_owned()));
        found.as_array().into_iter().flatten().filter_map(id).collect()
    }

    /// Clicks on an element.
    #[track_caller]
    pub fn click(&self, element: &Element) {
        self.command("POST", &format!("/element/{}/click", element.0), &json!({}));
    }

    /// The element that has the focus.
    #[track_caller]
    pub fn focused(&self) -> Element {
        let found = self.command("GET", "/element/active", &Value::Null);
        Element(found[ELEMENT].as_str().unwrap_or_default().to_owned())
    }

    /// Presses a key where the focus is: its code point in WebDriver, or its letter.
    #[track_caller]
    pub fn press(&self, key: &str) {
        let strokes = ["keyDown", "keyUp"].map(|what| json!({ "type": what, "value": key }));
        let keys = json!({ "type": "key", "id": "keys", "actions": strokes });
        self.command("POST", "/actions", &json!({ "actions": [keys] }));
    }

    /// What a screen reader reads out for an element.
    #[track_caller]
    pub fn label(&self, element: &Element) -> String {
        self.text_of(element, "computedlabel")
    }

    /// The words of an element, as far as they are to be seen.
    #[track_caller]
    pub fn text(&self, element: &Element) -> String {
        self.text_of(element, "text")
    }

    #[track_caller]
    fn text_of(&self, element: &Element, what: &str) -> String {
        let value = self.command("GET", &format!("/element/{}/{what}", element.0), &Value::Null);
        value.as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // Asked so, chromedriver ends its browser.
        let _ = self.send("DELETE", &format!("/session/{}", self.id), &Value::Null);
    }
}

/// The body of a reply, which chromedriver does not end by closing the connection.
fn read_value(mut reply: impl BufRead) -> io::Result<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reply.read_line(&mut line)? == 0 || line == "\r\n" {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    serde_json::from_reader(reply.take(length)).map_err(io::Error::other)
}

/// The port that chromedriver says it has chosen.
fn announced_port(driver: &mut Process) -> u16 {
    let output = driver.child().stdout.take();
    let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines());
    let port = |line: String| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    };
    let port = lines.map_while(Result::ok).find_map(port);
    port.unwrap_or_else(|| panic!("chromedriver does not start"))
}
