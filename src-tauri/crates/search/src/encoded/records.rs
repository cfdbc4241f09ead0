//! The file format of a model's vectors: a header, then one record for each passage, in the order of
//! encoding.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SIMUIENC` |
//! | 4, 4 | version (1), dims |
//! | 32 | SHA-256 of the model's fingerprint |
//! | (16, 4, dims, 8) × records | digest of the passage, scale (f32), vector (i8), the first 8 bytes of their SHA-256 |
//!
//! Numbers are little-endian. Records have a fixed length and a checksum each: damaged or truncated records
//! are skipped, and the others remain usable.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};
use simui_arithmetic::{normalise, quantise};

use super::Model;
use super::digests::Digest;

const MAGIC: &[u8; 8] = b"SIMUIENC";
const VERSION: u32 = 1;
const HEAD: usize = 48;
const DIGEST: usize = 16;
const SCALE: usize = 4;
const CHECK: usize = 8;

/// The vectors of a file in memory.
#[derive(Debug)]
pub(super) struct Records {
    dims: usize,
    places: HashMap<Digest, usize>,
    scales: Vec<f32>,
    codes: Vec<i8>,
}

/// Returns the number of records that fit into a file of this size, without reading it.
pub(super) fn count(path: &Path, dims: usize) -> usize {
    let size = fs::metadata(path).map_or(0, |about| about.len() as usize);
    size.saturating_sub(HEAD) / length(dims)
}

/// Returns the header of a model's file.
pub(super) fn head(model: &Model) -> Vec<u8> {
    let numbers = [VERSION.to_le_bytes(), (model.dims as u32).to_le_bytes()].concat();
    [MAGIC.as_slice(), &numbers, &Sha256::digest(&model.fingerprint)].concat()
}

fn length(dims: usize) -> usize {
    DIGEST + SCALE + dims + CHECK
}

impl Records {
    fn new(dims: usize) -> Self {
        Self { dims, places: HashMap::new(), scales: Vec::new(), codes: Vec::new() }
    }

    /// Reads the valid records of a file, and returns whether all of it is valid. A file that is missing or
    /// of another model has no valid records.
    pub(super) fn read(path: &Path, model: &Model) -> (Self, bool) {
        Self::parse(&fs::read(path).unwrap_or_default(), model)
    }

    pub(super) fn parse(bytes: &[u8], model: &Model) -> (Self, bool) {
        let mut records = Self::new(model.dims);
        let Some(rest) = bytes.strip_prefix(head(model).as_slice()) else {
            return (records, false);
        };
        let pieces = rest.chunks_exact(length(model.dims));
        let mut intact = pieces.remainder().is_empty();
        for piece in pieces {
            intact &= records.take(piece);
        }
        (records, intact)
    }

    /// Adds a record if its checksum is right and its passage is new.
    fn take(&mut self, record: &[u8]) -> bool {
        let (body, check) = record.split_at(record.len() - CHECK);
        let (digest, rest) = body.split_at(DIGEST);
        let (scale, codes) = rest.split_at(SCALE);
        let (Ok(digest), Ok(scale)) = (digest.try_into(), scale.try_into()) else { return false };
        let scale = f32::from_le_bytes(scale);
        if check_of(body) != check || !scale.is_finite() || self.has(&digest) {
            return false;
        }
        self.places.insert(digest, self.scales.len());
        self.scales.push(scale);
        self.codes.extend(codes.iter().map(|&byte| i8::from_le_bytes([byte])));
        true
    }

    /// Adds a vector, normalised to length one, and returns its record; `None` where its length is wrong or a
    /// number is not finite.
    pub(super) fn add(&mut self, digest: Digest, mut vector: Vec<f32>) -> Option<Vec<u8>> {
        if vector.len() != self.dims || !vector.iter().all(|number| number.is_finite()) {
            return None;
        }
        normalise(&mut vector);
        let scale = quantise(&vector, &mut self.codes);
        self.places.insert(digest, self.scales.len());
        self.scales.push(scale);
        Some(self.record(digest, self.scales.len() - 1))
    }

    fn record(&self, digest: Digest, at: usize) -> Vec<u8> {
        let mut body = digest.to_vec();
        body.extend_from_slice(&self.scales[at].to_le_bytes());
        let codes = &self.codes[at * self.dims..(at + 1) * self.dims];
        body.extend(codes.iter().map(|code| code.to_le_bytes()[0]));
        let check = check_of(&body);
        body.extend_from_slice(&check);
        body
    }

    /// Returns the records that `keep` admits, concatenated in the order of encoding.
    pub(super) fn written(&self, keep: impl Fn(&Digest) -> bool) -> Vec<u8> {
        let mut kept: Vec<(usize, Digest)> =
            self.places.iter().filter(|it| keep(it.0)).map(|(&digest, &at)| (at, digest)).collect();
        kept.sort_unstable();
        kept.into_iter().flat_map(|(at, digest)| self.record(digest, at)).collect()
    }

    pub(super) fn has(&self, digest: &Digest) -> bool {
        self.places.contains_key(digest)
    }

    /// Returns scale and codes of a passage's vector.
    pub(super) fn get(&self, digest: &Digest) -> Option<(f32, &[i8])> {
        let &at = self.places.get(digest)?;
        Some((self.scales[at], &self.codes[at * self.dims..(at + 1) * self.dims]))
    }

    pub(super) fn dims(&self) -> usize {
        self.dims
    }

    pub(super) fn len(&self) -> usize {
        self.scales.len()
    }
}

fn check_of(body: &[u8]) -> [u8; CHECK] {
    let mut check = [0; CHECK];
    check.copy_from_slice(&Sha256::digest(body)[..CHECK]);
    check
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn model() -> Model {
        Model { fingerprint: "one".to_owned(), dims: 3 }
    }

    /// A file of four vectors.
    fn file() -> Vec<u8> {
        let mut records = Records::new(3);
        let mut bytes = head(&model());
        for number in 1..=4_u8 {
            let vector = vec![f32::from(number), 1.0, -1.0];
            bytes.extend(records.add([number; 16], vector).unwrap());
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read_and_nothing_of_another_model() {
        let (records, intact) = Records::parse(&file(), &model());
        assert!(intact && records.len() == 4);
        assert_eq!([head(&model()), records.written(|_| true)].concat(), file());
        let (scale, codes) = records.get(&[2; 16]).unwrap();
        let lengths: f32 = codes.iter().map(|&it| (f32::from(it) * scale).powi(2)).sum();
        assert!((lengths - 1.0).abs() < 0.02, "of length one: {lengths}");
        for other in
            [Model { fingerprint: "two".to_owned(), ..model() }, Model { dims: 4, ..model() }]
        {
            let (records, intact) = Records::parse(&file(), &other);
            assert!(!intact && records.len() == 0);
        }
        assert!(Records::new(3).add([0; 16], vec![1.0, 2.0]).is_none());
        assert!(Records::new(3).add([0; 16], vec![1.0, 2.0, f32::NAN]).is_none());
    }

    #[test]
    fn a_file_that_is_cut_keeps_what_was_finished() {
        let file = file();
        for length in 0..file.len() {
            let (records, intact) = Records::parse(&file[..length], &model());
            let finished = length.saturating_sub(HEAD) / super::length(3);
            assert_eq!(records.len(), finished, "{length}");
            let even = length >= HEAD && (length - HEAD).is_multiple_of(super::length(3));
            assert_eq!(intact, even, "{length}");
        }
    }

    proptest! {
        #[test]
        fn a_flipped_bit_costs_one_vector(at in HEAD..HEAD + 124, bit in 0_u8..8) {
            let mut file = file();
            prop_assert_eq!(file.len(), HEAD + 124);
            file[at] ^= 1 << bit;
            let (records, intact) = Records::parse(&file, &model());
            prop_assert!(!intact);
            prop_assert_eq!(records.len(), 3);
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let mut file = head(&model());
            file.extend(bytes);
            Records::parse(&file, &model());
        }
    }
}
