//! JSON objects whose names are data.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// Pairs as a JSON object, in their order.
pub struct Pairs<T>(pub T);

impl<V: Serialize> Serialize for Pairs<Vec<(&str, V)>> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
