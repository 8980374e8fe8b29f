//! `serve`: Parlour without a web server.
//!
//! With a key it is a site that lasts. A preview has no key: it draws one, which ends with it.

use super::arguments::ServeOptions;
use super::terminal::say;
use crate::gateway::server;
use crate::responder::{Launch, Listener, SERVE_VARIABLE};
use crate::seal::key_file::KEY_FILE_VARIABLE;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::source::{self, KEY_VARIABLE, KeySource, NoKey};
use crate::settings::Settings;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::ops::RangeInclusive;
use std::process::ExitCode;

/// The ports to try in turn if the user gives no address.
const PORTS: RangeInclusive<u16> = 8080..=8099;

/// Serves until a signal ends it.
///
/// # Errors
///
/// A sentence if it cannot listen, or has no keys that it can use.
pub fn serve(options: &ServeOptions) -> Result<ExitCode, Box<dyn Error>> {
    let is_preview = is_preview(options)?;
    let listener = match &options.listen {
        Some(text) => Listener::open(text)?,
        None => listen_at_usual_port()?,
    };
    let variables = if is_preview { of_preview(options)? } else { of_site(options) };
    let launch = Launch::at(&listener, variables)?;
    let settings = Settings::read(&|name| std::env::var_os(name));
    let path = server::path(&settings);
    say(&match (&settings.address, listener.address()) {
        (Ok(Some(url)), Some(address)) if !is_preview => {
            format!("Parlour is open at {url} and listens at {address}\n")
        }
        (_, Some(address)) => format!("Parlour is open at http://{address}{path}\n"),
        (_, None) => "Parlour is open\n".to_owned(),
    });
    if is_preview {
        say("This is a preview: its links end with it. Close it with Ctrl-C.\n");
        if listener.is_open_to_others() {
            say("All users who can reach this machine can play, at its IP address.\n");
        }
    }
    Ok(launch.run(None))
}

/// Returns true if no key is set.
///
/// # Errors
///
/// A sentence if this copy has keys of its own, and the option asks for others.
fn is_preview(options: &ServeOptions) -> Result<bool, String> {
    let environment = |name: &str| match (name, &options.key_file) {
        (KEY_VARIABLE, Some(_)) => None,
        (KEY_FILE_VARIABLE, Some(path)) => Some(path.clone().into()),
        _ => std::env::var_os(name),
    };
    let found = source::find(&environment);
    let is_of_file = matches!(found, Ok((_, KeySource::File(_))) | Err(NoKey::File(..)));
    if options.key_file.is_some() && !is_of_file {
        return Err("this copy has keys of its own; leave out --key-file".to_owned());
    }
    Ok(found == Err(NoKey::NotSetUp))
}

/// The variables of a preview: a fresh key, and the host name in the option `--listen`.
fn of_preview(options: &ServeOptions) -> Result<Vec<(&'static str, OsString)>, Box<dyn Error>> {
    let listen = options.listen.as_deref().and_then(OsStr::to_str).unwrap_or_default();
    let name = listen.rsplit_once(':').map_or("", |(name, _)| name);
    let key = KeyRing::of(Key::draw()?).to_text();
    Ok(vec![(SERVE_VARIABLE, format!("preview {name}").into()), (KEY_VARIABLE, key.into())])
}

fn of_site(options: &ServeOptions) -> Vec<(&'static str, OsString)> {
    let mut variables = vec![(SERVE_VARIABLE, "site".into())];
    if let Some(path) = &options.key_file {
        // An empty variable counts as unset.
        variables.push((KEY_VARIABLE, OsString::new()));
        variables.push((KEY_FILE_VARIABLE, path.into()));
    }
    variables
}

fn listen_at_usual_port() -> Result<Listener, Box<dyn Error>> {
    for port in PORTS {
        match Listener::open(OsStr::new(&format!("127.0.0.1:{port}"))) {
            Err(error) if error.is_in_use() => {}
            result => return Ok(result?),
        }
    }
    let (first, last) = (PORTS.start(), PORTS.end());
    Err(format!(
        "the ports {first} to {last} are all in use; choose another with `--listen 127.0.0.1:PORT`"
    )
    .into())
}
