//! `serve`: Parlour by HTTP.
//!
//! With a key it is a site that lasts. A preview has no key: it draws one, which ends with it.

use super::commands::ServeOptions;
use super::exposure;
use super::terminal::say;
use crate::os::own::log;
use crate::program::Program;
use crate::seal::key_file::KEY_FILE_VARIABLE;
use crate::seal::keys::{Key, KeyRing};
use crate::seal::source::{self, KEY_VARIABLE, KeySource, NoKey};
use crate::server::{self, Listener, Supervisor};
use crate::settings::Settings;
use std::error::Error;
use std::ffi::OsStr;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::ExitCode;

/// The ports to try in turn if the user gives no address.
const PORTS: RangeInclusive<u16> = 8080..=8099;

/// Serves until a signal ends it.
///
/// # Errors
///
/// A sentence if it cannot listen, or has no keys that it can use.
pub fn serve(
    program: &'static Program,
    options: &ServeOptions,
) -> Result<ExitCode, Box<dyn Error>> {
    if let Some(supervisor) = server::supervisor_id() {
        return Ok(server::work(program, supervisor, options.access_log));
    }
    crate::os::limits::hide();
    let keys = find_keys(options)?;
    let listener = match &options.listen {
        Some(text) => Listener::open(text)?,
        None if Listener::is_given() => Listener::given(),
        None => listen_at_usual_port()?,
    };
    let is_preview = keys.is_none();
    let settings = Settings::read(program, &|name| std::env::var_os(name));
    settings.faults.iter().for_each(|fault| log(fault));
    let (path, title) = (settings.path(), program.title);
    say(&match (&settings.address, listener.address()) {
        (Ok(Some(own)), Some(address)) if !is_preview => {
            format!("{title} is open at {} and listens at {address}\n", own.url)
        }
        (_, Some(address)) => format!("{title} is open at http://{address}{path}\n"),
        (_, None) => format!("{title} is open\n"),
    });
    if is_preview {
        say("This is a preview: its links end with it. Close it with Ctrl-C.\n");
    }
    if let Some(address) = listener.open_address() {
        let hosts = own_addresses(address.ip());
        for host in &hosts {
            let address = SocketAddr::new(*host, address.port());
            say(&format!("On your network it is open at http://{address}{path}\n"));
        }
        if hosts.is_empty() {
            say("All users who can reach this machine can play, at its IP address.\n");
        }
    }
    let (keys, preview) = match keys {
        Some(keys) => (keys, None),
        None => (KeyRing::of(Key::draw()?), Some(host_name(options).to_owned())),
    };
    let supervisor = Supervisor::new(listener, keys, preview).map_err(|error| {
        format!("the system does not say which program this is ({error}), so that no worker can be started")
    })?;
    Ok(supervisor.run())
}

/// The keys, or `None` for a preview. A service that was given its socket is none: it ends without
/// its key, and starts again when the key is back.
///
/// # Errors
///
/// A sentence if keys are set and cannot be used, or if this copy has keys of its own, and the option
/// asks for others.
fn find_keys(options: &ServeOptions) -> Result<Option<KeyRing>, Box<dyn Error>> {
    let environment = |name: &str| match (name, &options.key_file) {
        (KEY_VARIABLE, Some(_)) => None,
        (KEY_FILE_VARIABLE, Some(path)) => Some(path.clone().into()),
        _ => std::env::var_os(name),
    };
    let found = source::find(&environment);
    let is_of_file = matches!(found, Ok((_, KeySource::File(_))) | Err(NoKey::File(..)));
    if options.key_file.is_some() && !is_of_file {
        return Err("this copy has keys of its own; leave out --key-file".into());
    }
    match found {
        Ok((keys, KeySource::File(file))) if is_credential(&file) => {
            exposure::require_secret(Some(&keys))?;
            Ok(Some(keys))
        }
        Ok((keys, _)) => Ok(Some(keys)),
        Err(NoKey::NotSetUp) if options.listen.is_some() || !Listener::is_given() => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Returns true if systemd has copied this file, for the unit from the master key (systemd.exec(5)).
fn is_credential(file: &Path) -> bool {
    std::env::var_os("CREDENTIALS_DIRECTORY").is_some_and(|directory| file.starts_with(directory))
}

/// The host name in the option `--listen`, which may be empty.
fn host_name(options: &ServeOptions) -> &str {
    let listen = options.listen.as_deref().and_then(OsStr::to_str).unwrap_or_default();
    listen.rsplit_once(':').map_or("", |(name, _)| name)
}

/// The addresses of this machine at which others reach a server that listens at this one. The system
/// chooses them for a packet to the internet, and none is sent.
fn own_addresses(listening: IpAddr) -> Vec<IpAddr> {
    if !listening.is_unspecified() {
        return Vec::new();
    }
    let towards = |here: &str, there: &str| {
        let socket = UdpSocket::bind(here).ok()?;
        socket.connect(there).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    // Addresses for documentation: RFC 5737 and RFC 3849.
    let ways = [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")];
    let ways = if listening.is_ipv4() { &ways[..1] } else { &ways[..] };
    let found = ways.iter().filter_map(|(here, there)| towards(here, there));
    found.filter(|address| !address.is_loopback()).collect()
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
