//! The connections of the preview server. Each of them carries one request and lasts a short time,
//! and few are open at once.

use super::site::Site;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::ready;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// The most connections that are open at a time.
const CONNECTIONS_MAX: usize = 64;
/// The most time that a connection lasts, even if its visitor reads the page slowly.
const CONNECTION_TIME_MAX: Duration = Duration::from_secs(10);
/// The most time that a visitor may take to send a request up to its body.
const HEAD_TIME_MAX: Duration = Duration::from_secs(3);
/// The most bytes of a request up to its body. A browser sends about a thousand.
const HEAD_BYTES_MAX: usize = 32 * 1024;
/// The pause after the system refused a connection, usually because the process has no more file
/// descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(20);

/// Accepts connections and serves them. No input of a visitor ends it.
///
/// If there are too many connections, this closes the oldest. A browser has its page a few
/// milliseconds after it connected, so the oldest connection is idle or slow. Many of those do not
/// keep a browser waiting.
pub async fn accept(listener: TcpListener, site: Arc<Site>) {
    let mut open = VecDeque::with_capacity(CONNECTIONS_MAX);
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                open.retain(|connection: &JoinHandle<()>| !connection.is_finished());
                if open.len() == CONNECTIONS_MAX {
                    close_oldest(&mut open);
                }
                open.push_back(tokio::spawn(serve(stream, site.clone())));
            }
            // The visitor has left already.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            Err(_) => {
                close_oldest(&mut open);
                sleep(ACCEPT_PAUSE).await;
            }
        }
        // A request that has arrived gets its answer before the next connection.
        tokio::task::yield_now().await;
    }
}

fn close_oldest(open: &mut VecDeque<JoinHandle<()>>) {
    if let Some(oldest) = open.pop_front() {
        oldest.abort();
    }
}

/// Answers one request. A page of Parlour needs no other.
async fn serve(stream: TcpStream, site: Arc<Site>) {
    let Ok(local) = stream.local_addr() else { return };
    let service = service_fn(|request: Request<Incoming>| {
        ready(Ok::<_, Infallible>(site.answer(&request, local)))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME_MAX)
        .max_buf_size(HEAD_BYTES_MAX)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), service);
    // An error means that the visitor left, or sent no HTTP and got an answer that says so.
    let _ = timeout(CONNECTION_TIME_MAX, connection).await;
}
