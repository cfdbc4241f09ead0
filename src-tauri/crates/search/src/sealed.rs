//! Files of derived numbers beside the index, each with a checksum. A file that fails a check is made again.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SIMUISEA` |
//! | 4, 4 | version (1); number of parts |
//! | 32 | SHA-256 of all following bytes |
//! | 8, n | length of the label, and the label (UTF-8): the state that the file belongs to |
//! | (8, n) × parts | each part with its length |
//!
//! Numbers are little-endian.

use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::SearchError;

const MAGIC: &[u8; 8] = b"SIMUISEA";
const VERSION: u32 = 1;
const HEAD: usize = 48;

/// Writes a file atomically: to a temporary file beside it, which is then renamed. `about` is the label.
pub(crate) fn write<const N: usize>(
    path: &Path,
    about: &str,
    parts: &[Vec<u8>; N],
) -> Result<(), SearchError> {
    let sizes: usize = parts.iter().map(|part| part.len() + 8).sum();
    let mut bytes = Vec::with_capacity(HEAD + 8 + about.len() + sizes);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(N as u32).to_le_bytes());
    bytes.resize(HEAD, 0);
    for part in std::iter::once(about.as_bytes()).chain(parts.iter().map(Vec::as_slice)) {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part);
    }
    let seal = Sha256::digest(&bytes[HEAD..]);
    bytes[16..HEAD].copy_from_slice(&seal);
    let beside = path.with_extension("part");
    fs::write(&beside, bytes).map_err(SearchError::file(&beside))?;
    fs::rename(&beside, path).map_err(SearchError::file(path))
}

/// Reads the parts of a file after checking its checksum, its version and its label `about`.
pub(crate) fn read<const N: usize>(path: &Path, about: &str) -> Result<[Vec<u8>; N], SearchError> {
    let bytes = fs::read(path).map_err(SearchError::file(path))?;
    parts(&bytes, about).map_err(|reason| damaged(path, reason))
}

fn parts<const N: usize>(bytes: &[u8], about: &str) -> Result<[Vec<u8>; N], &'static str> {
    if bytes.len() < HEAD || !bytes.starts_with(MAGIC) {
        return Err("not a file of this index");
    }
    let head = [VERSION.to_le_bytes(), (N as u32).to_le_bytes()].concat();
    if bytes[8..16] != head {
        return Err("of another version");
    }
    if Sha256::digest(&bytes[HEAD..]).as_slice() != &bytes[16..HEAD] {
        return Err("its checksum is wrong");
    }
    let mut rest = &bytes[HEAD..];
    let mut next = || {
        let (length, after) = rest.split_at_checked(8)?;
        let length = u64::from_le_bytes(length.try_into().ok()?);
        let (part, after) = after.split_at_checked(usize::try_from(length).ok()?)?;
        rest = after;
        Some(part.to_vec())
    };
    if next().as_deref() != Some(about.as_bytes()) {
        return Err("about another state of the corpus");
    }
    let mut parts = [const { Vec::new() }; N];
    for part in &mut parts {
        *part = next().ok_or("cut short")?;
    }
    Ok(parts)
}

/// Makes the error of a file with a valid checksum and invalid content.
pub(crate) fn damaged(path: &Path, reason: &str) -> SearchError {
    SearchError::Index { path: path.display().to_string(), reason: reason.to_owned() }
}

pub(crate) fn bytes_of_u64(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(crate) fn bytes_of_u32(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(crate) fn bytes_of_f32(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(crate) fn bytes_of_i8(numbers: &[i8]) -> Vec<u8> {
    numbers.iter().map(|number| number.to_le_bytes()[0]).collect()
}

/// Decodes numbers; incomplete trailing bytes are ignored.
pub(crate) fn u64s(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks::<8>().0.iter().map(|it| u64::from_le_bytes(*it)).collect()
}

/// Decodes numbers; incomplete trailing bytes are ignored.
pub(crate) fn u32s(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks::<4>().0.iter().map(|it| u32::from_le_bytes(*it)).collect()
}

/// Decodes numbers; incomplete trailing bytes are ignored.
pub(crate) fn f32s(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|it| f32::from_le_bytes(*it)).collect()
}

pub(crate) fn i8s(bytes: &[u8]) -> Vec<i8> {
    bytes.iter().map(|&byte| i8::from_le_bytes([byte])).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by panicking")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers");
        let written = [bytes_of_u32(&[1, 2, 3]), bytes_of_f32(&[0.5]), Vec::new()];
        write(&path, "generation 3", &written).unwrap();
        assert_eq!(read::<3>(&path, "generation 3").unwrap(), written);
        assert_eq!(u32s(&written[0]), [1, 2, 3]);
        assert!(read::<3>(&path, "generation 4").is_err());
        assert!(read::<2>(&path, "generation 3").is_err());
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            assert!(parts::<3>(&whole[..length], "generation 3").is_err(), "{length}");
        }
    }

    proptest! {
        #[test]
        fn a_flipped_bit_shows(at in 0_usize..200, bit in 0_u8..8) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("numbers");
            write(&path, "a", &[bytes_of_u64(&[7; 12])]).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            prop_assert!(parts::<1>(&bytes, "a").is_err());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(parts::<2>(&bytes, "a").is_err());
        }
    }
}
