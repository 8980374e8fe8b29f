//! Systems other than Linux: a process sets no limits for itself.

/// Does nothing.
pub fn set() {}

/// Does nothing.
pub fn set_for_worker() -> ProcessorTime {
    ProcessorTime
}

/// Does nothing.
pub fn hide() {}

/// The processor time of a process, which is not limited.
#[derive(Debug)]
pub struct ProcessorTime;

impl ProcessorTime {
    /// Does nothing.
    pub fn renew(&mut self) {}
}
