//! The preview server behind `parlour serve`: try the parlour out before there is a web server.
//!
//! It is a small web server in front of the true program, which it runs as a CGI for every click.
//! So what a preview shows is what a real server will show. It draws a key when it starts, and
//! the links die with it.

mod child;
mod notice;
mod reply;
mod site;
mod variables;

use child::Gateway;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use site::{SITE_PATH, Site, Visit};
use std::convert::Infallible;
use std::ffi::OsStr;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::Semaphore;

/// The ports that are tried in turn when none was asked for.
const PORTS: RangeInclusive<u16> = 8080..=8099;
/// The most visitors that are spoken to at the same time; the next ones wait.
const CONNECTIONS_MAX: usize = 64;
/// The longest a visitor is spoken to, however slow he takes in his page.
const CONNECTION_TIME_MAX: Duration = Duration::from_secs(60);
/// The most bytes of a request up to its body. An address may take a quarter of it.
const HEAD_BYTES_MAX: usize = 32 * 1024;
/// How long no visitor is accepted after the system refused one, for want of files mostly.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why there is no preview.
#[derive(Debug)]
pub enum ServeError {
    /// The system does not tell where this program lies, so it cannot be run for a click.
    OwnName(io::Error),
    /// This is no address to listen at.
    BadAddress(String),
    /// Nothing can listen at this address.
    Listen(String, io::Error),
    /// All the ports that are tried are taken.
    PortsTaken,
    /// No key can be made.
    NoRandomness(crate::seal::keys::NoRandomness),
    /// The system gives no timers or signals.
    System(io::Error),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::OwnName(error) => write!(
                f,
                "the system does not tell where this program lies ({error}), so it cannot be run; is /proc there?"
            ),
            ServeError::BadAddress(text) => {
                write!(f, "`{text}` is no address to listen at; write it like 127.0.0.1:8080")
            }
            ServeError::Listen(text, error) => write!(f, "cannot listen at {text} ({error})"),
            ServeError::PortsTaken => write!(
                f,
                "the ports {} to {} are all taken; choose another with `--listen 127.0.0.1:PORT`",
                PORTS.start(),
                PORTS.end()
            ),
            ServeError::NoRandomness(error) => error.fmt(f),
            ServeError::System(error) => write!(f, "the preview cannot be started ({error})"),
        }
    }
}

impl std::error::Error for ServeError {}

/// How long the preview waits for others.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For a visitor to say what he wants.
    pub visitor: Duration,
    /// For the program to answer a click.
    pub program: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { visitor: Duration::from_secs(10), program: Duration::from_secs(10) }
    }
}

/// A preview that is open: whoever comes is served as soon as it runs.
pub struct Preview {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    site: Arc<Site>,
    patience: Patience,
    farewell: [Signal; 2],
}

impl Preview {
    /// Opens a preview of `program` at `listen`, or at the first free port of the usual ones.
    pub fn open(listen: Option<&OsStr>, program: PathBuf) -> Result<Self, ServeError> {
        Self::open_with(listen, program, Patience::default())
    }

    /// As [`Preview::open`], with as much patience as is given.
    pub fn open_with(
        listen: Option<&OsStr>,
        program: PathBuf,
        patience: Patience,
    ) -> Result<Self, ServeError> {
        let listener = match listen {
            Some(text) => listen_at(text)?,
            None => listen_somewhere()?,
        };
        let gateway = Gateway::new(program, patience.program).map_err(ServeError::NoRandomness)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(ServeError::System)?;
        let entered = runtime.enter();
        let address = listener.local_addr().map_err(ServeError::System)?;
        let listener = TcpListener::from_std(listener).map_err(ServeError::System)?;
        // From here on a signal ends the preview in good order, even before it runs.
        let end = |kind| signal(kind).map_err(ServeError::System);
        let farewell = [end(SignalKind::interrupt())?, end(SignalKind::terminate())?];
        drop(entered);
        let site = Arc::new(Site::new(gateway, patience.visitor));
        Ok(Preview { runtime, listener, address, site, patience, farewell })
    }

    /// Where the parlour is, for a browser on this machine.
    pub fn url(&self) -> String {
        let mut address = self.address;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        format!("http://{address}{SITE_PATH}")
    }

    /// True if others than the users of this machine can reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves until the program is asked to end, by Ctrl-C or SIGTERM.
    pub fn run(self) {
        let Preview { runtime, listener, site, patience, farewell, .. } = self;
        let [mut interrupt, mut terminate] = farewell;
        runtime.block_on(async {
            tokio::select! {
                () = receive(listener, site, patience) => {}
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
        });
        // Dropping the runtime closes what is open and kills the programs that still run.
    }
}

fn listen_at(text: &OsStr) -> Result<std::net::TcpListener, ServeError> {
    let shown = text.to_string_lossy();
    let addresses = text.to_str().and_then(|text| text.to_socket_addrs().ok());
    let addresses: Vec<SocketAddr> =
        addresses.ok_or_else(|| ServeError::BadAddress(shown.to_string()))?.collect();
    listen_on(&addresses).map_err(|error| ServeError::Listen(shown.to_string(), error))
}

fn listen_somewhere() -> Result<std::net::TcpListener, ServeError> {
    for port in PORTS {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        match listen_on(&[address]) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            result => return result.map_err(|e| ServeError::Listen(address.to_string(), e)),
        }
    }
    Err(ServeError::PortsTaken)
}

fn listen_on(addresses: &[SocketAddr]) -> io::Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(addresses)?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Receives visitors for ever. Nothing that one of them does ends it.
async fn receive(listener: TcpListener, site: Arc<Site>, patience: Patience) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, remote)) => {
                let site = site.clone();
                tokio::spawn(async move {
                    let talk = attend(stream, remote, site, patience);
                    let _ = tokio::time::timeout(CONNECTION_TIME_MAX, talk).await;
                    drop(place);
                });
            }
            // The visitor has gone already, or the system has no more files to give for now.
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}

/// Answers one visitor, once: a page of Parlour is one click and brings all it needs.
async fn attend(stream: TcpStream, remote: SocketAddr, site: Arc<Site>, patience: Patience) {
    let Ok(local) = stream.local_addr() else { return };
    let visit = Visit { local, remote };
    let service = service_fn(move |request| {
        let site = site.clone();
        async move { Ok::<_, Infallible>(site.answer(request, visit).await) }
    });
    // An error is a visitor who left, or talked nonsense and was told so.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.visitor)
        .max_buf_size(HEAD_BYTES_MAX)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}
