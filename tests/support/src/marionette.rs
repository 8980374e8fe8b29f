//! Firefox without a window, driven over its own remote protocol, which needs no program in between:
//! messages of JSON, each behind its length and a colon.

use crate::process::{self, PATIENCE, Process, wait_until};
use crate::server::free_port;
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;

/// The longest message that is believed.
const MESSAGE_BYTES_MAX: usize = 1 << 24;
/// The name under which the protocol hands out an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A running Firefox. It ends when this is dropped.
pub struct Marionette {
    stream: TcpStream,
    messages: u64,
    /// Held so that it ends with this.
    _process: Process,
}

impl Marionette {
    /// Starts Firefox. The directory is for its own use; `preferences` are lines of its user.js.
    pub fn firefox(directory: &Path, preferences: &str) -> Self {
        let profile = directory.join("firefox");
        let port = free_port();
        let preferences = format!("user_pref(\"marionette.port\", {port});\n{preferences}\n");
        let written = fs::create_dir_all(&profile)
            .and_then(|()| fs::write(profile.join("user.js"), preferences));
        written.unwrap_or_else(|error| panic!("{}: {error}", profile.display()));
        let mut command = process::command("firefox-esr");
        // Without system access there is no way to store a login.
        command.args(["--remote-allow-system-access", "--headless", "--no-remote", "--marionette"]);
        command.arg("--profile").arg(&profile);
        command.env("HOME", directory).env("TMPDIR", directory);
        let mut process = Process::start(&mut command);
        let mut stream = None;
        wait_until(PATIENCE, || {
            stream = TcpStream::connect(("127.0.0.1", port)).ok();
            stream.is_some() || process.has_ended()
        });
        let stream = stream.unwrap_or_else(|| panic!("Firefox does not start"));
        stream.set_read_timeout(Some(PATIENCE)).unwrap_or_else(|error| panic!("{error}"));
        let mut firefox = Marionette { stream, messages: 0, _process: process };
        firefox.receive().unwrap_or_else(|error| panic!("Firefox says nothing: {error}"));
        firefox.command("NewSession", &json!({}));
        firefox
    }

    /// Runs a command, and returns its value.
    #[track_caller]
    fn command(&mut self, name: &str, argument: &Value) -> Value {
        let reply = self.exchange(&format!("WebDriver:{name}"), argument);
        let reply = reply.unwrap_or_else(|error| panic!("{name} {argument}: {error}"));
        assert!(reply[2].is_null(), "{name} {argument}: {}", reply[2]["message"]);
        // A list comes unchanged, and any other value under a name.
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

    /// Opens a page.
    pub fn open(&mut self, url: &str) {
        self.command("Navigate", &json!({ "url": url }));
    }

    /// The address of the page at hand.
    pub fn url(&mut self) -> String {
        self.command("GetCurrentURL", &json!({})).as_str().unwrap_or_default().to_owned()
    }

    /// Goes back by one page.
    pub fn back(&mut self) {
        self.command("Back", &json!({}));
    }

    /// The page as the browser holds it, written out again.
    pub fn source(&mut self) -> String {
        self.command("GetPageSource", &json!({})).as_str().unwrap_or_default().to_owned()
    }

    /// Clicks on an element that a CSS selector finds, counted from 0.
    #[track_caller]
    pub fn click(&mut self, selector: &str, place: usize) {
        let id = self.find(selector, place);
        self.command("ElementClick", &json!({ "id": id }));
    }

    /// The element that a CSS selector finds, counted from 0.
    #[track_caller]
    fn find(&mut self, selector: &str, place: usize) -> Value {
        let argument = json!({ "using": "css selector", "value": selector });
        let found = self.command("FindElements", &argument);
        let id = found[place][ELEMENT].clone();
        assert!(id.is_string(), "there is no {selector}, number {place}: {found}");
        id
    }

    /// Runs the body of a function in the page, and returns its result.
    #[track_caller]
    pub fn run(&mut self, script: &str) -> Value {
        self.command("ExecuteScript", &json!({ "script": script, "args": [] }))
    }

    /// Stores a login for an origin, as if somebody had typed it there and had it kept. Under this
    /// protocol Firefox fills in no login unless it is told to.
    pub fn store_login(&mut self, origin: &str, name: &str, password: &str) {
        let context = |browser: &mut Self, context: &str| {
            let set = browser.exchange("Marionette:SetContext", &json!({ "value": context }));
            assert!(set.is_ok_and(|reply| reply[2].is_null()), "{context} is closed");
        };
        context(self, "chrome");
        self.run(&format!(
            "const login = Cc['@mozilla.org/login-manager/loginInfo;1'].createInstance(Ci.nsILoginInfo);
            login.init('{origin}', '', null, '{name}', '{password}', '', '');
            for (const use of ['signon.rememberSignons', 'signon.autofillForms'])
                Services.prefs.setBoolPref(use, true);
            return Services.logins.addLoginAsync(login).then(() => true);"
        ));
        context(self, "content");
    }

    /// Shows the frame that is the first of the page at hand, or again the page itself.
    pub fn look_into_frame(&mut self, is_inside: bool) {
        let frame = if is_inside { json!(0) } else { Value::Null };
        self.command("SwitchToFrame", &json!({ "id": frame }));
    }

    /// Gives the window a size. It does not become narrower than 500 pixels.
    pub fn resize(&mut self, width: u32, height: u32) {
        self.command("SetWindowRect", &json!({ "width": width, "height": height }));
    }

    /// The part of the first element that a CSS selector finds which is in the window: PNG in
    /// Base64.
    pub fn picture(&mut self, selector: &str) -> String {
        let argument = json!({ "id": self.find(selector, 0), "full": false, "scroll": false });
        self.command("TakeScreenshot", &argument).as_str().unwrap_or_default().to_owned()
    }
}

impl Drop for Marionette {
    fn drop(&mut self) {
        // Asked so, it ends its own processes, too.
        let _ = self.exchange("Marionette:Quit", &json!({ "flags": ["eForceQuit"] }));
    }
}
