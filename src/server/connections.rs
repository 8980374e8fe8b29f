//! The open connections of a worker.

use super::connection::Connection;
use std::cmp::Reverse;
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
            (count, connection.is_idle(), Reverse(connection.last_active))
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

    /// Returns true if none is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gateway::http1::After;
    use std::os::unix::net::UnixStream;
    use std::time::Duration;

    /// Connections of visitors at these addresses, the first silent for longest, and their other ends.
    fn connections(peers: &[&str]) -> (Connections, Vec<UnixStream>) {
        let (mut connections, mut others) = (Connections::default(), Vec::new());
        for (index, peer) in (0..).zip(peers) {
            let (stream, other) = UnixStream::pair().unwrap();
            let mut connection = Connection::new(stream.into());
            connection.ends.peer = peer.parse().ok();
            connection.last_active -= Duration::from_secs(10 - index);
            connections.add(connection);
            others.push(other);
        }
        (connections, others)
    }

    fn open(connections: &Connections) -> Vec<u64> {
        connections.iter().map(|(number, _)| number.0).collect()
    }

    /// The numbers of those that are closed one after the other.
    fn closed(peers: &[&str]) -> Vec<u64> {
        let (mut connections, _others) = connections(peers);
        let mut order = Vec::new();
        for _ in peers {
            let before = open(&connections);
            connections.close_one();
            let after = open(&connections);
            order.extend(before.into_iter().filter(|number| !after.contains(number)));
        }
        order
    }

    #[test]
    fn a_visitor_with_many_connections_loses_one_first() {
        let [few, many] = ["192.0.2.1:1", "192.0.2.2:1"];
        assert_eq!(closed(&[few, many, many, many]), [2, 3, 1, 4]);
        let [first, second] = ["[2001:db8::1]:1", "[2001:db8::2]:1"];
        assert_eq!(closed(&[few, first, second]), [2, 1, 3]);
        assert_eq!(closed(&["", "", ""]), [1, 2, 3], "a proxy has one that is silent for longest");
    }

    #[test]
    fn idle_connections_close_before_busy_ones() {
        let (mut connections, _others) = connections(&["", ""]);
        let busy = connections.get(Number(1)).unwrap();
        // More than the buffer of a socket takes.
        busy.answer(vec![0; 4 << 20], After::Open);
        busy.last_active -= Duration::from_secs(100);
        connections.close_one();
        assert_eq!(open(&connections), [1]);
    }
}
