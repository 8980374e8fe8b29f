//! The preview server of `parlour serve`, to try Parlour without a web server.
//!
//! It answers in its own process, with the same functions as a CGI process. It draws a key when it
//! starts and never shows it, so its links end with it.
//!
//! In builds that unwind, a panic gives the visitor an error page. Release builds abort (`panic =
//! "abort"`, which makes the program smaller), so a panic ends the preview and its links. That is
//! acceptable for a preview.

mod connections;
mod site;

use crate::errors::errors;
use crate::os::random::NoRandomness;
use crate::seal::keys::{Key, KeyRing};
use site::{SITE_PATH, Site};
use std::ffi::OsStr;
use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::task::Poll;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// The ports to try in turn if the user gives no address.
const PORTS: RangeInclusive<u16> = 8080..=8099;

errors! {
    /// The reason why the preview cannot start.
    #[derive(Debug)]
    pub enum ServeError {
        /// The text is not an address to listen at.
        BadAddress(text: String) =>
            "`{text}` is no address to listen at; write it like 127.0.0.1:8080";
        /// The system does not let the preview listen at this address.
        Listen(text: String, error: io::Error) => "cannot listen at {text} ({error})";
        /// All of the usual ports are in use.
        PortsInUse =>
            "the ports {} to {} are all in use; choose another with `--listen 127.0.0.1:PORT`", PORTS.start(), PORTS.end();
        /// No key can be drawn.
        NoRandomness(error: NoRandomness) => "{error}";
        /// The system provides no event queue, timers or signals.
        System(error: io::Error) => "the preview cannot start ({error})";
    }
}

/// A listening preview. [`Preview::run`] answers its requests.
pub struct Preview {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Site,
    signals: [Signal; 2],
}

impl Preview {
    /// Opens a preview at `listen`, a name or an address with a port. The default is the first free
    /// port of the usual ones.
    ///
    /// # Errors
    ///
    /// [`ServeError`] if it cannot listen there, or cannot draw a key.
    pub fn open(listen: Option<&OsStr>) -> Result<Self, ServeError> {
        let listener = match listen {
            Some(text) => listen_at(text)?,
            None => listen_at_usual_port()?,
        };
        let keys = KeyRing::of(Key::draw().map_err(ServeError::NoRandomness)?);
        let name = listen.and_then(OsStr::to_str).and_then(|text| text.rsplit_once(':'));
        let site = Site::new(keys, name.map(|(name, _)| name.to_owned()));
        let address = listener.local_addr().map_err(ServeError::System)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(ServeError::System)?;
        let entered = runtime.enter();
        let listener = TcpListener::from_std(listener).map_err(ServeError::System)?;
        // From here on, a signal ends the preview with success, even before it runs.
        let catch = |kind| signal(kind).map_err(ServeError::System);
        let signals = [catch(SignalKind::interrupt())?, catch(SignalKind::terminate())?];
        drop(entered);
        Ok(Preview { runtime, listener, address, site, signals })
    }

    /// The address of Parlour, for a browser on this machine.
    pub fn url(&self) -> String {
        let mut address = self.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        format!("http://{address}{SITE_PATH}")
    }

    /// Returns true if users of other machines can reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves until the process receives SIGINT (Ctrl-C) or SIGTERM.
    pub fn run(self) {
        let Preview { runtime, listener, site, mut signals, .. } = self;
        runtime.block_on(async {
            tokio::spawn(connections::accept(listener, Arc::new(site)));
            poll_fn(|context| {
                let mut received = signals.iter_mut().map(|signal| signal.poll_recv(context));
                if received.any(|poll| poll.is_ready()) { Poll::Ready(()) } else { Poll::Pending }
            })
            .await;
        });
    }
}

fn listen_at(text: &OsStr) -> Result<std::net::TcpListener, ServeError> {
    let shown = text.to_string_lossy();
    let addresses = text.to_str().and_then(|text| text.to_socket_addrs().ok());
    let addresses: Vec<SocketAddr> =
        addresses.ok_or_else(|| ServeError::BadAddress(shown.to_string()))?.collect();
    bind(&addresses).map_err(|error| ServeError::Listen(shown.to_string(), error))
}

fn listen_at_usual_port() -> Result<std::net::TcpListener, ServeError> {
    for port in PORTS {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match bind(&[address]) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            result => return result.map_err(|e| ServeError::Listen(address.to_string(), e)),
        }
    }
    Err(ServeError::PortsInUse)
}

fn bind(addresses: &[SocketAddr]) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(addresses)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}
