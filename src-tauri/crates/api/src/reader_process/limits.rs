//! Limits of reading one file.

use std::time::Duration;

const MIB: u64 = 1 << 20;

/// The limits of a reading process for one file.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// CPU seconds for any file.
    pub cpu_base: u64,
    /// Additional CPU seconds for each begun MiB.
    pub cpu_per_mib: u64,
    /// Longest reply, which is one document, in bytes.
    pub reply: u64,
    /// All replies for one file, in bytes.
    pub output: u64,
    /// Number of archive entries that may fail before the rest is skipped.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cpu_base: 5, cpu_per_mib: 5, reply: 256 * MIB, output: 2048 * MIB, entries: 5 }
    }
}

impl Limits {
    /// Returns the CPU seconds for a file of so many bytes.
    pub fn cpu_seconds(&self, bytes: u64) -> u64 {
        self.cpu_base + self.cpu_per_mib * bytes.div_ceil(MIB)
    }

    /// Returns how long the parent waits for a child with so many CPU seconds: longer, since other programs
    /// compute, too.
    pub fn wait_time(cpu_seconds: u64) -> Duration {
        Duration::from_secs(3 * cpu_seconds)
    }
}

/// Memory of a child in bytes: its heap and other writable memory. A file of 64 MiB needs about half.
pub(super) const MEMORY: u64 = 1024 * MIB;

/// Address space of a child in bytes, including reserved memory and the program itself.
pub(super) const ADDRESS_SPACE: u64 = 4096 * MIB;

/// Open files of a child, which are fonts of the system and libpdfium.
pub(super) const OPEN_FILES: u64 = 64;
