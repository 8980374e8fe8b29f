//! The program's own socket, for servers that start no programs.

use crate::errors::errors;
use crate::os::own::ME;
use rustix::net::listen;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The number of connections that may wait to be accepted, as many as systemd allows.
const BACKLOG: i32 = 4096;

errors! {
    /// The reason why there is no socket.
    #[derive(Debug)]
    pub enum ListenError {
        /// The text is neither an address nor a path.
        BadAddress(text: String) =>
            "`{text}` is no address to listen at; write it like 127.0.0.1:9000, or like /run/{ME}/socket";
        /// The system does not allow it.
        Refused(text: String, error: io::Error) => "cannot listen at `{text}`: {error}";
    }
}

impl ListenError {
    /// Returns true if another program listens there.
    pub fn is_in_use(&self) -> bool {
        matches!(self, ListenError::Refused(_, error) if error.kind() == io::ErrorKind::AddrInUse)
    }
}

/// A listening socket. A drop removes the path of a Unix socket.
#[derive(Debug)]
pub struct Listener {
    /// `None` if the socket is file 0.
    socket: Option<OwnedFd>,
    path: Option<PathBuf>,
    address: Option<SocketAddr>,
}

impl Listener {
    /// Listens at a path, which must contain a slash, or at a name or address with a port: `:8080` and
    /// `*:8080` are every IPv4 address. The umask decides who may connect to a path: usually only the
    /// user of this process.
    ///
    /// # Errors
    ///
    /// [`ListenError`] if the text is no such place, or the system refuses it.
    pub fn open(text: &OsStr) -> Result<Self, ListenError> {
        let shown = text.to_string_lossy();
        let refused = |error| ListenError::Refused(shown.to_string(), error);
        if shown.contains('/') {
            let path = Path::new(
                text.to_str().and_then(|text| text.strip_prefix("unix:")).map_or(text, OsStr::new),
            );
            remove_abandoned(path);
            let socket = UnixListener::bind(path).map_err(refused)?;
            listen(&socket, BACKLOG).map_err(|error| refused(error.into()))?;
            let socket = Some(socket.into());
            return Ok(Listener { socket, path: Some(path.to_owned()), address: None });
        }
        let everywhere = |place: &str| {
            let port = place.strip_prefix('*').unwrap_or(place);
            if port.starts_with(':') { format!("0.0.0.0{port}") } else { place.to_owned() }
        };
        let place = text.to_str().map(everywhere);
        let addresses = place.and_then(|place| place.to_socket_addrs().ok());
        let addresses = addresses.ok_or_else(|| ListenError::BadAddress(shown.to_string()))?;
        let addresses: Vec<_> = addresses.collect();
        let socket = TcpListener::bind(&addresses[..]).map_err(refused)?;
        // std lets 128 connections wait.
        listen(&socket, BACKLOG).map_err(|error| refused(error.into()))?;
        let address = socket.local_addr().ok();
        Ok(Listener { socket: Some(socket.into()), path: None, address })
    }

    /// Returns true if file 0 is a listening socket: systemd has opened it.
    #[cfg(not(target_vendor = "apple"))]
    pub fn is_given() -> bool {
        rustix::net::sockopt::socket_acceptconn(io::stdin()).unwrap_or(false)
    }

    /// Returns true if file 0 is a listening socket. Apple's systems have no call for that. A
    /// listening socket has a name and no peer.
    #[cfg(target_vendor = "apple")]
    pub fn is_given() -> bool {
        let input = io::stdin();
        let has_no_peer = rustix::net::getpeername(&input) == Err(rustix::io::Errno::NOTCONN);
        has_no_peer && rustix::net::getsockname(&input).is_ok()
    }

    /// The socket that is file 0. Its address is that of the unit.
    pub fn given() -> Self {
        Listener { socket: None, path: None, address: None }
    }

    /// Its address, for a visitor on this machine. `None` if it is a path.
    pub fn address(&self) -> Option<SocketAddr> {
        let mut address = self.address?;
        match address.ip() {
            IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
            _ => {}
        }
        Some(address)
    }

    /// Its address, if users of other machines can reach it. `0.0.0.0` stands for every address of this machine.
    pub fn open_address(&self) -> Option<SocketAddr> {
        self.address.filter(|address| !address.ip().is_loopback())
    }

    /// Lets no more connections wait to be accepted, unless the socket is another program's. Those that wait
    /// already can still be accepted.
    pub fn stop_queue(&self) {
        if let Some(socket) = &self.socket {
            // If the system refuses, some connections may be reset.
            let _ = listen(socket, 0);
        }
    }

    /// The socket as file 0 of another process.
    ///
    /// # Errors
    ///
    /// The error of the operating system if it has no more file descriptors.
    pub fn share(&self) -> io::Result<Stdio> {
        match &self.socket {
            Some(socket) => socket.try_clone().map(Stdio::from),
            None => Ok(Stdio::inherit()),
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.path.as_ref().map(fs::remove_file);
    }
}

/// Removes a socket at which no process listens any more.
fn remove_abandoned(path: &Path) {
    let is_socket = fs::symlink_metadata(path).is_ok_and(|data| data.file_type().is_socket());
    let refuses = |error: io::Error| error.kind() == io::ErrorKind::ConnectionRefused;
    if is_socket && UnixStream::connect(path).err().is_some_and(refuses) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_taken_only_from_the_dead() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("socket");
        let first = Listener::open(path.as_os_str()).unwrap();
        let second = Listener::open(path.as_os_str()).unwrap_err();
        assert!(second.to_string().starts_with("cannot listen at `/"), "{second}");
        // A killed process leaves a socket like this one.
        let socket = first.socket.as_ref().unwrap().try_clone().unwrap();
        std::mem::forget(first);
        drop(socket);
        assert!(Listener::open(path.as_os_str()).is_err(), "the first is still open");
        fs::remove_file(&path).unwrap();
        drop(UnixListener::bind(&path).unwrap());
        let third = Listener::open(path.as_os_str()).unwrap();
        drop(third);
        assert!(!path.exists());
        fs::write(&path, "").unwrap();
        assert!(Listener::open(path.as_os_str()).is_err());
        assert!(path.exists(), "a file that is no socket stays");
    }

    #[test]
    fn what_is_no_address_is_named() {
        let error = Listener::open(OsStr::new("nowhere")).unwrap_err();
        assert!(error.to_string().contains("`nowhere`"), "{error}");
        assert!(Listener::open(OsStr::new("127.0.0.1:0")).is_ok());
    }
}
