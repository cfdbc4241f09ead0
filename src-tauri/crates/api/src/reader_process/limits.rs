//! What reading one file may take.

use std::time::Duration;

const MIB: u64 = 1 << 20;

/// What a reading process may take for a file.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// CPU seconds for any file …
    pub cpu_base: u64,
    /// … and for each MiB of it that was begun.
    pub cpu_per_mib: u64,
    /// The longest line that a child may answer, in bytes: one document.
    pub line: u64,
    /// All lines of one file together, in bytes.
    pub output: u64,
    /// Files of an archive that may fail before the rest of it is left.
    pub entries: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { cpu_base: 5, cpu_per_mib: 5, line: 256 * MIB, output: 2048 * MIB, entries: 5 }
    }
}

impl Limits {
    /// CPU seconds for a file of so many bytes.
    pub fn cpu_seconds(&self, bytes: u64) -> u64 {
        self.cpu_base + self.cpu_per_mib * bytes.div_ceil(MIB)
    }

    /// How long the parent waits for a child that has so many CPU seconds: longer, since other programs compute too.
    pub fn patience(cpu_seconds: u64) -> Duration {
        Duration::from_secs(3 * cpu_seconds)
    }
}

/// The memory of a child, in bytes: its heap and everything else it may write to. A file of 64 MiB needs about half.
pub(super) const MEMORY: u64 = 1024 * MIB;

/// Address space of a child, in bytes: also what is only reserved, and the program itself.
pub(super) const ADDRESS_SPACE: u64 = 4096 * MIB;

/// Files that a child holds open at a time: fonts of the system and libpdfium are the only ones.
pub(super) const OPEN_FILES: u64 = 64;
