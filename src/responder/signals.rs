//! Signals as events, beside those of sockets.

use signal_hook::{flag, low_level::pipe};
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Raises a flag on each of these signals, and makes the stream readable. A signal without a flag
/// only makes the stream readable.
///
/// # Errors
///
/// The error of the operating system if it lets no signal be caught.
pub fn catch(signals: &[(i32, Option<&Arc<AtomicBool>>)]) -> io::Result<UnixStream> {
    let (woken, waking) = UnixStream::pair()?;
    woken.set_nonblocking(true)?;
    for (signal, flag) in signals {
        // The order matters: a woken process must find the flag raised.
        if let Some(flag) = flag {
            flag::register(*signal, Arc::clone(flag))?;
        }
        pipe::register(*signal, waking.try_clone()?)?;
    }
    Ok(woken)
}

/// Reads the stream until it is empty.
pub fn clear(mut woken: &UnixStream) {
    while woken.read(&mut [0; 64]).is_ok_and(|read| read > 0) {}
}
