//! Checks an audit pack of the 심의 데스크 without the 심의 데스크: hashes, signature, the chain of its log, every
//! decision against that log, every quote against its source. The format is in `FORMAT.md` beside this crate.
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

/// What was found.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// One line a failure; none when everything holds.
    pub failures: Vec<String>,
    /// What was checked.
    pub counts: Counts,
    /// What the signature was checked with (Ed25519, hexadecimal), as the file itself names it.
    pub public_key: String,
}

/// How much was checked.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// Files of the pack.
    pub files: usize,
    /// Entries of the log.
    pub entries: usize,
    /// Cases.
    pub cases: usize,
    /// Decisions and issued letters, each found once in the log.
    pub signed: usize,
    /// Quotes found in their sources.
    pub quotes: usize,
}

impl Outcome {
    pub(crate) fn fail(&mut self, line: String) {
        // One line: a name out of a hostile pack must not fake others.
        self.failures.push(line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect());
    }
}

/// Checks a pack. `key`: the public key that the office gave elsewhere; without it the pack's own is taken, which shows
/// that the pack is of one piece, and not whose it is.
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

/// Checks an exported log (`simui audit export FILE`) against the seal that was written beside it.
pub fn check_export(log: &[u8], seal: &[u8], key: Option<&str>) -> Outcome {
    let mut outcome = Outcome::default();
    export::check(log, seal, key, &mut outcome);
    outcome
}
