//! The WebDriver protocol (W3C), spoken with a chromedriver of our own.

use crate::process::{self, PATIENCE, Process};
use minreq::{Method, Request};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

/// The name under which the protocol hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// The distance of a click at an element's edge from that edge.
const EDGE_PIXELS: i64 = 8;

/// The options of Chromium. They make it do nothing except show the page.
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

/// The number of times that a test starts chromedriver until one runs.
const STARTS_MAX: usize = 20;

/// A machine without a mouse says so, and a page then expects fingers. This says that there is one.
const MOUSE: &str = "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4";

/// A running Chromium. It ends when this is dropped.
pub struct WebDriver {
    port: u16,
    id: String,
    /// Held so that it ends after the browser.
    _driver: Process,
}

/// An element of the page at hand.
#[derive(Debug, PartialEq, Eq)]
pub struct Element(String);

impl WebDriver {
    /// Starts Chromium without a window. The directory is for its own use.
    pub fn chromium(directory: &Path, preferences: &Value) -> Self {
        WebDriver::chromium_with(&[], directory, preferences)
    }

    /// Starts Chromium, which tells pages that the visitor has a mouse.
    pub fn chromium_with_mouse(directory: &Path) -> Self {
        WebDriver::chromium_with(&[MOUSE], directory, &json!({}))
    }

    fn chromium_with(more: &[&str], directory: &Path, preferences: &Value) -> Self {
        let own = format!("--user-data-dir={}", directory.join("chromium").display());
        let flags: Vec<&str> = FLAGS.iter().chain(more).copied().chain([own.as_str()]).collect();
        let options = json!({ "args": flags, "prefs": preferences });
        WebDriver::start(&json!({ "goog:chromeOptions": options }))
    }

    /// Starts chromedriver and, with these capabilities, a browser.
    fn start(capabilities: &Value) -> Self {
        let started = (0..STARTS_MAX).find_map(|_| started_driver());
        let (driver, port) = started.expect("chromedriver starts");
        let mut browser = WebDriver { port, id: String::new(), _driver: driver };
        let asked = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let value = browser.command(Method::Post, "", &asked);
        browser.id = value["sessionId"].as_str().unwrap_or_default().to_owned();
        browser
    }

    /// Runs a command, and returns its value.
    #[track_caller]
    fn command(&self, method: Method, what: &str, argument: &Value) -> Value {
        let value = self.attempt(method, what, argument);
        assert!(value["error"].is_null(), "{what} {argument}: {}", value["message"]);
        value
    }

    /// Runs a command. Returns its value, or the error.
    #[track_caller]
    fn attempt(&self, method: Method, what: &str, argument: &Value) -> Value {
        let path = match self.id.as_str() {
            "" => format!("/session{what}"),
            id => format!("/session/{id}{what}"),
        };
        let reply = self.send(method, &path, argument);
        let mut reply = reply.unwrap_or_else(|error| panic!("{path}: {error}"));
        reply["value"].take()
    }

    fn send(&self, method: Method, path: &str, argument: &Value) -> Result<Value, minreq::Error> {
        let has_body = method == Method::Post;
        let url = format!("http://127.0.0.1:{}{path}", self.port);
        let request = Request::new(method, url).with_timeout(PATIENCE.as_secs());
        let request = if has_body { request.with_json(argument)? } else { request };
        request.send()?.json()
    }

    /// Opens a page.
    pub fn open(&self, url: &str) {
        self.command(Method::Post, "/url", &json!({ "url": url }));
    }

    /// The address of the page at hand.
    pub fn url(&self) -> String {
        self.command(Method::Get, "/url", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Goes back by one page.
    pub fn back(&self) {
        self.command(Method::Post, "/back", &json!({}));
    }

    /// The page as the browser holds it, written out again.
    pub fn source(&self) -> String {
        self.command(Method::Get, "/source", &Value::Null).as_str().unwrap_or_default().to_owned()
    }

    /// Runs the body of a function in the page. Returns its result, or the value of its promise.
    #[track_caller]
    pub fn run(&self, script: &str) -> Value {
        self.command(Method::Post, "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Tells Chromium something by its own protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: Value) -> Value {
        let argument = json!({ "cmd": command, "params": parameters });
        self.command(Method::Post, "/goog/cdp/execute", &argument)
    }

    /// Gives the page the window of a telephone, and fingers.
    pub fn become_telephone(&self) {
        let window = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", window);
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    }

    /// The elements that a CSS selector finds.
    #[track_caller]
    pub fn find(&self, selector: &str) -> Vec<Element> {
        let argument = json!({ "using": "css selector", "value": selector });
        let found = self.command(Method::Post, "/elements", &argument);
        let id = |element: &Value| Some(Element(element[ELEMENT].as_str()?.to_owned()));
        found.as_array().into_iter().flatten().filter_map(id).collect()
    }

    /// Clicks on an element in its middle. If another element covers the middle, it clicks at the
    /// left edge, which is the visible part of a card in a hand.
    #[track_caller]
    pub fn click(&self, element: &Element) {
        let click = format!("/element/{}/click", element.0);
        let value = self.attempt(Method::Post, &click, &json!({}));
        match value["error"].as_str() {
            None => {}
            Some("element click intercepted") => self.click_left_edge(element),
            Some(_) => panic!("{click}: {}", value["message"]),
        }
    }

    /// Clicks on an element that has been scrolled into the window.
    #[track_caller]
    fn click_left_edge(&self, element: &Element) {
        let place =
            self.command(Method::Get, &format!("/element/{}/rect", element.0), &Value::Null);
        let from_middle = EDGE_PIXELS - (place["width"].as_f64().unwrap_or(0.0) / 2.0) as i64;
        let origin = json!({ ELEMENT: element.0 });
        let mouse = json!({ "type": "pointer", "id": "mouse", "actions": [
            { "type": "pointerMove", "origin": origin, "x": from_middle, "y": 0 },
            { "type": "pointerDown", "button": 0 },
            { "type": "pointerUp", "button": 0 },
        ] });
        self.command(Method::Post, "/actions", &json!({ "actions": [mouse] }));
    }

    /// The element that has the focus.
    #[track_caller]
    pub fn focused(&self) -> Element {
        let found = self.command(Method::Get, "/element/active", &Value::Null);
        Element(found[ELEMENT].as_str().unwrap_or_default().to_owned())
    }

    /// Presses a key at the focus. `key` is its code point in WebDriver, or its letter.
    #[track_caller]
    pub fn press(&self, key: &str) {
        let strokes = ["keyDown", "keyUp"].map(|what| json!({ "type": what, "value": key }));
        let keys = json!({ "type": "key", "id": "keys", "actions": strokes });
        self.command(Method::Post, "/actions", &json!({ "actions": [keys] }));
    }

    /// Presses the keys of a text where the focus is.
    #[track_caller]
    pub fn type_in(&self, text: &str) {
        text.chars().for_each(|key| self.press(&key.to_string()));
    }

    /// The words that a screen reader reads out for an element.
    #[track_caller]
    pub fn label(&self, element: &Element) -> String {
        self.text_of(element, "computedlabel")
    }

    /// The visible words of an element.
    #[track_caller]
    pub fn text(&self, element: &Element) -> String {
        self.text_of(element, "text")
    }

    #[track_caller]
    fn text_of(&self, element: &Element, what: &str) -> String {
        let value =
            self.command(Method::Get, &format!("/element/{}/{what}", element.0), &Value::Null);
        value.as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for WebDriver {
    fn drop(&mut self) {
        // Asked so, chromedriver ends its browser.
        let _ = self.send(Method::Delete, &format!("/session/{}", self.id), &Value::Null);
    }
}

/// A chromedriver, and the port that it says it has chosen. It takes a free port of IPv6, and ends if
/// another program has the same port of IPv4.
fn started_driver() -> Option<(Process, u16)> {
    let mut command = process::command("chromedriver");
    command.arg("--port=0").stdout(Stdio::piped());
    let mut driver = Process::start(&mut command);
    let output = driver.child().stdout.take();
    let lines = output.into_iter().flat_map(|output| BufReader::new(output).lines());
    let port = |line: String| {
        let (_, port) = line.split_once("started successfully on port ")?;
        port.trim_end_matches('.').parse().ok()
    };
    let port = lines.map_while(Result::ok).find_map(port)?;
    Some((driver, port))
}
