//! A watch over the program's work while it is attacked.

use std::cell::Cell;

/// Does the work, perhaps several times, and panics if it takes too much.
pub type Watch = fn(work: &dyn Fn());

/// Does the work once and measures nothing: on builds for tests that would say little.
pub fn unwatched(work: &dyn Fn()) {
    work();
}

/// The result of the work.
pub fn watched<T>(watch: Watch, work: impl Fn() -> T) -> T {
    let done = Cell::new(None);
    watch(&|| done.set(Some(work())));
    done.into_inner().expect("the watch does the work")
}
