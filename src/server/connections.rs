//! The open connections of a worker.

use super::connection::Connection;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::time::Instant;

/// The most connections that a worker keeps open.
pub const CONNECTIONS_MAX: usize = 1_000;

/// The number of a connection. No two connections of a worker have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(u64);

/// The open connections of a worker.
#[derive(Default)]
pub struct Connections {
    open: BTreeMap<Number, Connection>,
    last: Number,
}

impl Connections {
    /// Adds a connection. If there are too many, another one is closed.
    pub fn add(&mut self, connection: Connection) -> Number {
        if self.open.len() >= CONNECTIONS_MAX {
            self.close_one();
        }
        self.last.0 += 1;
        self.open.insert(self.last, connection);
        self.last
    }

    /// A connection, if it is still open.
    pub fn get(&mut self, number: Number) -> Option<&mut Connection> {
        self.open.get_mut(&number)
    }

    /// Closes a connection.
    pub fn close(&mut self, number: Number) {
        self.open.remove(&number);
    }

    /// All connections.
    pub fn iter(&self) -> impl Iterator<Item = (Number, &Connection)> {
        self.open.iter().map(|(number, connection)| (*number, connection))
    }

    /// Closes one connection to make room: of the visitor who has most, an idle one if there is one,
    /// and the one that has been silent for longest. So a visitor with many connections shuts out
    /// nobody else.
    pub fn close_one(&mut self) {
        let mut counts: HashMap<Option<IpAddr>, usize> = HashMap::new();
        for connection in self.open.values() {
            *counts.entry(visitor(connection)).or_default() += 1;
        }
        let rank = |connection: &Connection| {
            let count = counts.get(&visitor(connection)).copied();
            (count, connection.is_idle(), connection.last_active.elapsed())
        };
        let last = self.open.iter().max_by_key(|(_, connection)| rank(connection));
        if let Some(number) = last.map(|(number, _)| *number) {
            self.close(number);
        }
    }

    /// The time at which the first of them closes unless something happens.
    pub fn first_end(&self) -> Option<Instant> {
        self.open.values().filter_map(Connection::end).min()
    }

    /// Closes those whose time is up.
    pub fn close_ended(&mut self) {
        let now = Instant::now();
        self.open.retain(|_, connection| connection.end().is_none_or(|end| end > now));
    }

    /// Returns true if all of them only wait for a next request.
    pub fn are_kept(&self) -> bool {
        self.open.values().all(Connection::is_kept)
    }
}

/// The address that stands for a visitor: all addresses of IPv6 with the same first half belong to
/// one. A proxy at a Unix socket has none.
fn visitor(connection: &Connection) -> Option<IpAddr> {
    match connection.ends.peer?.ip().to_canonical() {
        IpAddr::V6(ip) => Some(IpAddr::V6((ip.to_bits() >> 64 << 64).into())),
        v4 @ IpAddr::V4(_) => Some(v4),
    }
}
