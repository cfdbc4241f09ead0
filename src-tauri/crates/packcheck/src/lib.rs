//! Checks an audit pack of the 심의 데스크 without the 심의 데스크: hashes, signature, the chain of its log, every
//! decision against that log, every quote against its source. `FORMAT.md` beside this crate defines the
//! format.
//!
//! It imports nothing of the application and reads only the file it is given.

mod archive;
mod cases;
mod chain;
mod export;
mod hash;
mod manifest;
mod quotes;

use archive::Files;

/// Result of a check.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One line for each failure; empty if everything is valid.
    pub failures: Vec<String>,
    /// Number of checked items.
    pub counts: Counts,
    /// The public key that the signature was checked with (Ed25519, hexadecimal), as the file itself
    /// names it.
    pub public_key: String,
}

/// Number of checked items by kind.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Files in the pack.
    pub files: usize,
    /// Entries of the log.
    pub entries: usize,
    /// Cases in the pack.
    pub cases: usize,
    /// Decisions and issued letters that have exactly one entry in the log.
    pub signed: usize,
    /// Quotes that were found in their sources.
    pub quotes: usize,
}

impl Outcome {
    pub(crate) fn fail(&mut self, line: String) {
        // Control characters are replaced, so that a name from a hostile pack cannot fake further lines.
        self.failures.push(line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect());
    }
}

/// Checks a pack. `key` is the public key that the office gave elsewhere. Without it the pack's own key
/// is used, which shows that the pack is consistent but not who made it.
pub fn check(pack: &[u8], key: Option<&str>) -> Outcome {
    let mut outcome = Outcome::default();
    let files = match Files::read(pack) {
        Ok(files) => files,
        Err(problem) => {
            outcome.fail(problem);
            return outcome;
        }
    };
    outcome.counts.files = files.len();
    let Some(manifest) = manifest::check(&files, key, &mut outcome) else { return outcome };
    let entries = chain::check(&files, &manifest, &mut outcome);
    cases::check(&files, &manifest, &entries, &mut outcome);
    outcome
}

/// Checks an exported log (`simui audit export FILE`) against the seal that was written with it.
pub fn check_export(log: &[u8], seal: &[u8], key: Option<&str>) -> Outcome {
    let mut outcome = Outcome::default();
    export::check(log, seal, key, &mut outcome);
    outcome
}
