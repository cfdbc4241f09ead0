//! Files of derived numbers beside the index, each with a checksum. A file that fails a check is made again.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SIMUISEA` |
//! | 4, 4 | version (2); number of parts |
//! | 32 | SHA-256 of all following bytes |
//! | 8, n | length of the label, and the label (UTF-8): the state that the file belongs to |
//! | (8, 8) × parts | first byte of each part in the file, and its length |
//! | … | the parts, each from a multiple of 64 bytes on |
//!
//! Numbers are little-endian. Parts are mapped: what no search touches takes no memory. Of a part of which
//! each search needs a little here and there, only that is read ([`Section`]): mapped, all of it would stay
//! in memory.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bytemuck::Pod;
use sha2::{Digest, Sha256};
use tantivy::Directory;
use tantivy::directory::{MmapDirectory, OwnedBytes};

use crate::SearchError;

// Mapped numbers are used as they lie in the file.
const _: () = assert!(cfg!(target_endian = "little"), "mapped numbers are little-endian");

const MAGIC: &[u8; 8] = b"SIMUISEA";
const VERSION: u32 = 2;
const HEAD: usize = 48;
/// Multiple on which parts begin, that of the widest vector instructions.
const ALIGNED: usize = 64;
/// Bytes read at a time to verify a file.
const PIECE: usize = 1 << 20;

/// Writes a file atomically: to a temporary file beside it, which is then renamed. `about` is the label.
pub(crate) fn write<const N: usize>(
    path: &Path,
    about: &str,
    parts: [&[u8]; N],
) -> Result<(), SearchError> {
    let beside = path.with_extension("part");
    let write = || -> std::io::Result<()> {
        let mut file = BufWriter::with_capacity(PIECE, File::create(&beside)?);
        let mut head = (about.len() as u64).to_le_bytes().to_vec();
        head.extend_from_slice(about.as_bytes());
        let mut end = HEAD + head.len() + N * 16;
        for part in parts {
            let start = end.next_multiple_of(ALIGNED);
            head.extend_from_slice(&(start as u64).to_le_bytes());
            head.extend_from_slice(&(part.len() as u64).to_le_bytes());
            end = start + part.len();
        }
        let mut seal = Sha256::new();
        let mut written = HEAD;
        file.write_all(&[0; HEAD])?;
        let mut put = |bytes: &[u8]| {
            seal.update(bytes);
            written += bytes.len();
            file.write_all(bytes)
        };
        put(&head)?;
        let mut at = HEAD + head.len();
        for part in parts {
            let start = at.next_multiple_of(ALIGNED);
            put(&[0; ALIGNED][..start - at])?;
            put(part)?;
            at = start + part.len();
        }
        let mut file = file.into_inner()?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(MAGIC)?;
        file.write_all(&VERSION.to_le_bytes())?;
        file.write_all(&(N as u32).to_le_bytes())?;
        file.write_all(&seal.finalize())
    };
    write().map_err(SearchError::file(&beside))?;
    fs::rename(&beside, path).map_err(SearchError::file(path))
}

/// Maps the parts of a file after checking its checksum, its version and its label `about`.
pub(crate) fn read<const N: usize>(
    path: &Path,
    about: &str,
) -> Result<[OwnedBytes; N], SearchError> {
    Ok(Sealed::<N>::open(path, about)?.parts())
}

/// A verified file of `N` parts.
pub(crate) struct Sealed<const N: usize> {
    file: Arc<File>,
    bytes: OwnedBytes,
    places: [Range<usize>; N],
}

impl<const N: usize> Sealed<N> {
    /// Checks the checksum, the version and the label `about` of a file.
    pub(crate) fn open(path: &Path, about: &str) -> Result<Self, SearchError> {
        let file = verify(path)?;
        let bytes = map(path)?;
        let places = places(&bytes, about).map_err(|reason| damaged(path, reason))?;
        Ok(Self { file: Arc::new(file), bytes, places })
    }

    /// Returns all parts, mapped.
    pub(crate) fn parts(&self) -> [OwnedBytes; N] {
        self.places.clone().map(|place| self.bytes.slice(place))
    }

    /// Returns the last part, unread.
    pub(crate) fn last(&self) -> Section {
        let place = self.places.last().cloned().unwrap_or_default();
        Section { file: self.file.clone(), place }
    }
}

/// A part of a verified file that is read range by range.
#[derive(Debug, Clone)]
pub(crate) struct Section {
    file: Arc<File>,
    place: Range<usize>,
}

impl Section {
    /// Returns the number of complete numbers.
    pub(crate) fn len<T: Pod>(&self) -> usize {
        self.place.len() / size_of::<T>()
    }

    /// Reads the numbers of a range; fails where the range or the file ends before it.
    pub(crate) fn read<T: Pod>(&self, range: Range<usize>) -> std::io::Result<Vec<T>> {
        if range.start > range.end || range.end > self.len::<T>() {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let mut numbers = vec![T::zeroed(); range.len()];
        let from = (self.place.start + range.start * size_of::<T>()) as u64;
        read_at(&self.file, bytemuck::cast_slice_mut(&mut numbers), from)?;
        Ok(numbers)
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], from: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, from)
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut from: u64) -> std::io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, from)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => (bytes, from) = (&mut bytes[read..], from + read as u64),
        }
    }
    Ok(())
}

/// Checks the checksum of a file, reading it piece by piece so that it takes no memory, and returns the file.
fn verify(path: &Path) -> Result<File, SearchError> {
    let check = || -> std::io::Result<Option<File>> {
        let mut file = File::open(path)?;
        let mut head = [0; HEAD];
        if file.metadata()?.len() < HEAD as u64 {
            return Ok(None);
        }
        file.read_exact(&mut head)?;
        let mut seal = Sha256::new();
        each_piece(&mut file, |piece| seal.update(piece))?;
        let is_whole = head.starts_with(MAGIC) && seal.finalize().as_slice() == &head[16..];
        Ok(is_whole.then_some(file))
    };
    match check() {
        Ok(Some(file)) => Ok(file),
        Ok(None) => Err(damaged(path, "its checksum is wrong")),
        Err(error) => Err(SearchError::file(path)(error)),
    }
}

/// Passes the rest of a file to `take`, a piece at a time.
pub(crate) fn each_piece(file: &mut File, mut take: impl FnMut(&[u8])) -> std::io::Result<()> {
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(()),
            read => take(&piece[..read]),
        }
    }
}

/// Maps a file read-only. An empty one gives no bytes.
fn map(path: &Path) -> Result<OwnedBytes, SearchError> {
    let failed = |error: &dyn std::fmt::Display| damaged(path, &error.to_string());
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return Err(failed(&"it has no name"));
    };
    let folder = MmapDirectory::open(folder).map_err(|error| failed(&error))?;
    let file = folder.open_read(Path::new(name)).map_err(|error| failed(&error))?;
    file.read_bytes().map_err(|error| failed(&error))
}

/// Returns where the parts of a file lie.
fn places<const N: usize>(bytes: &[u8], about: &str) -> Result<[Range<usize>; N], &'static str> {
    if bytes.len() < HEAD || !bytes.starts_with(MAGIC) {
        return Err("not a file of this index");
    }
    if bytes[8..16] != [VERSION.to_le_bytes(), (N as u32).to_le_bytes()].concat() {
        return Err("of another version");
    }
    let number = |at: usize| -> Option<usize> {
        let bytes = bytes.get(at..at.checked_add(8)?)?;
        usize::try_from(u64::from_le_bytes(bytes.try_into().ok()?)).ok()
    };
    let label = number(HEAD).ok_or("cut short")?;
    let table = label.checked_add(HEAD + 8).ok_or("cut short")?;
    if bytes.get(HEAD + 8..table).ok_or("cut short")? != about.as_bytes() {
        return Err("about another state of the corpus");
    }
    let mut places = [const { 0..0 }; N];
    for (number_of_part, place) in places.iter_mut().enumerate() {
        let start = number(table + number_of_part * 16).ok_or("cut short")?;
        let length = number(table + number_of_part * 16 + 8).ok_or("cut short")?;
        let end = start.checked_add(length).filter(|&end| end <= bytes.len()).ok_or("cut short")?;
        *place = start..end;
    }
    Ok(places)
}

/// Makes the error of a file that is not as it was written.
pub(crate) fn damaged(path: &Path, reason: &str) -> SearchError {
    SearchError::Index { path: path.display().to_string(), reason: reason.to_owned() }
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
        let written: [&[u8]; 3] = [&[1, 0, 0, 0, 2], &[7; 100], &[]];
        write(&path, "generation 3", written).unwrap();
        let found = read::<3>(&path, "generation 3").unwrap();
        assert_eq!(found.each_ref().map(|part| part.as_slice()), written);
        let last = Sealed::<3>::open(&path, "generation 3").unwrap().last();
        assert_eq!((last.len::<u32>(), last.read::<u32>(0..0).unwrap()), (0, vec![]));
        assert!(read::<3>(&path, "generation 4").is_err());
        assert!(read::<2>(&path, "generation 3").is_err());
        let complete = fs::read(&path).unwrap();
        for length in 0..complete.len() {
            fs::write(&path, &complete[..length]).unwrap();
            assert!(read::<3>(&path, "generation 3").is_err(), "{length}");
        }
    }

    #[test]
    fn the_last_part_is_read_range_by_range() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("numbers");
        let numbers: Vec<u32> = (0..100).collect();
        write(&path, "a", [&[7; 5], bytemuck::cast_slice(&numbers)]).unwrap();
        let last = Sealed::<2>::open(&path, "a").unwrap().last();
        assert_eq!(last.len::<u32>(), 100);
        for range in [0..100, 0..0, 100..100, 40..43] {
            assert_eq!(last.read::<u32>(range.clone()).unwrap(), numbers[range]);
        }
        assert!(last.read::<u32>(99..101).is_err());
        // What was verified is what is read, whatever takes its place.
        write(&path, "a", [&[7; 5], &[0; 400]]).unwrap();
        assert_eq!(last.read::<u32>(7..8).unwrap(), [7]);
        fs::File::options().write(true).open(&path).unwrap().set_len(10).unwrap();
        assert!(Sealed::<2>::open(&path, "a").is_err());
    }

    proptest! {
        #[test]
        fn a_flipped_bit_shows(at in 0_usize..300, bit in 0_u8..8) {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("numbers");
            write(&path, "a", [&[7; 96]]).unwrap();
            let mut bytes = fs::read(&path).unwrap();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            fs::write(&path, &bytes).unwrap();
            prop_assert!(read::<1>(&path, "a").is_err());
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let with_head = [MAGIC.as_slice(), &2_u32.to_le_bytes(), &2_u32.to_le_bytes(), &bytes].concat();
            prop_assert!(places::<2>(&bytes, "a").is_err());
            let _ = places::<2>(&with_head, "a");
        }
    }
}
