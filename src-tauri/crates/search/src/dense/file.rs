//! The file format of an embedding: little-endian, a header of 56 bytes, then the body.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `SIMUIEMB` |
//! | 4 × 4 | version (1), dims, buckets, keys |
//! | 32 | SHA-256 of the 16 bytes above and of the body |
//! | 8 × keys | keys of the rows after the buckets |
//! | 4 × rows | scale of each row (f32); rows = buckets + keys |
//! | dims × rows | the rows (i8) |

use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

use super::Embedding;
use super::lexicon::Lexicon;
use crate::SearchError;
use crate::places::{listed, places};

const MAGIC: &[u8; 8] = b"SIMUIEMB";
const VERSION: u32 = 1;
const HEAD: usize = 56;
const MAX_DIMS: usize = 4_096;
/// Largest accepted file in bytes, one gibibyte.
const MAX_BYTES: u64 = 1 << 30;

impl Embedding {
    /// Finds the shipped embedding: at `explicit`, then in the file that the environment variable
    /// `SIMUI_EMBEDDING` names, then `base.bin` beside the program and `models/embedding/base.bin` in a
    /// checkout.
    ///
    /// # Errors
    /// [`SearchError::NoEmbedding`] with every place that was tried.
    pub fn locate(explicit: Option<&Path>) -> Result<PathBuf, SearchError> {
        let places = places(explicit, "SIMUI_EMBEDDING", "base.bin", "models/embedding/base.bin");
        places
            .iter()
            .find(|path| path.is_file())
            .cloned()
            .ok_or_else(|| SearchError::NoEmbedding { looked_in: listed(&places) })
    }

    /// Reads an untrusted file. Its size and checksum are verified before its content is used.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be read, [`SearchError::Model`] when it is no embedding,
    /// truncated, too long or altered.
    pub fn open(path: &Path) -> Result<Self, SearchError> {
        let size = fs::metadata(path).map_err(SearchError::file(path))?.len();
        if size > MAX_BYTES {
            return Err(failed(path, format!("{size} bytes is more than a gigabyte")));
        }
        let bytes = fs::read(path).map_err(SearchError::file(path))?;
        Self::from_bytes(&bytes).map_err(|reason| failed(path, reason))
    }

    /// Reads the fingerprint from a file's header without verifying it; [`Embedding::open`] verifies it.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be read, [`SearchError::Model`] when it is no embedding.
    pub(crate) fn stated_fingerprint(path: &Path) -> Result<String, SearchError> {
        let mut head = [0; HEAD];
        let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
        match read {
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => {
                Err(SearchError::file(path)(error))
            }
            Ok(()) if head.starts_with(MAGIC) => Ok(hexadecimal(&head[24..])),
            _ => Err(failed(path, "not an embedding of Simui".to_owned())),
        }
    }

    /// Writes the file atomically: to a temporary file beside it, which is then renamed.
    ///
    /// # Errors
    /// [`SearchError::File`] when it cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SearchError> {
        let beside = path.with_extension("part");
        fs::write(&beside, self.to_bytes()).map_err(SearchError::file(&beside))?;
        fs::rename(&beside, path).map_err(SearchError::file(path))
    }

    /// Returns the SHA-256 of the file's header in hexadecimal. Different models have different fingerprints.
    pub fn fingerprint(&self) -> &str {
        self.fingerprint.get_or_init(|| hexadecimal(&self.to_bytes()[24..HEAD]))
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let counts = [VERSION, self.dims as u32, self.lexicon.buckets, self.keys.len() as u32];
        let counts: Vec<u8> = counts.iter().flat_map(|count| count.to_le_bytes()).collect();
        let mut body = Vec::with_capacity(self.keys.len() * 8 + self.scales.len() * 4);
        body.extend(self.keys.iter().flat_map(|key| key.to_le_bytes()));
        body.extend(self.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        body.extend(self.codes.iter().map(|code| code.to_le_bytes()[0]));
        [MAGIC, counts.as_slice(), &checksum(&counts, &body), &body].concat()
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        if bytes.get(..8) != Some(MAGIC) || bytes.len() < HEAD {
            return Err("not an embedding of Simui".to_owned());
        }
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 4).and_then(|it| it.try_into().ok());
            bytes.map_or(0, u32::from_le_bytes)
        };
        if number(8) != VERSION {
            return Err(format!("version {} instead of {VERSION}", number(8)));
        }
        let (dims, buckets, count) = (number(12) as usize, number(16), number(20) as usize);
        if dims == 0 || dims > MAX_DIMS {
            return Err(format!("{dims} dimensions; between 1 and {MAX_DIMS} are possible"));
        }
        // No overflow in 64 bits: each factor has at most 33.
        let rows = u64::from(buckets) + count as u64;
        let expected = HEAD as u64 + count as u64 * 8 + rows * (4 + dims as u64);
        if bytes.len() as u64 != expected {
            return Err(format!("{} bytes instead of {expected}", bytes.len()));
        }
        let body = &bytes[HEAD..];
        if checksum(&bytes[8..24], body) != bytes[24..HEAD] {
            return Err("its checksum is wrong".to_owned());
        }
        let (keys, rest) = body.split_at(count * 8);
        let (scales, codes) = rest.split_at(rows as usize * 4);
        let keys: Vec<u64> =
            keys.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        let scales: Vec<f32> =
            scales.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let lexicon = Lexicon::new(buckets, &keys);
        if lexicon.len() as u64 != rows {
            return Err("a key occurs twice".to_owned());
        }
        if !scales.iter().all(|scale| scale.is_finite() && *scale >= 0.0) {
            return Err("a scale is negative or no number".to_owned());
        }
        let codes = codes.iter().map(|&byte| i8::from_le_bytes([byte])).collect();
        let fingerprint = OnceLock::from(hexadecimal(&bytes[24..HEAD]));
        Ok(Self { dims, lexicon, keys, codes, scales, fingerprint })
    }
}

fn checksum(counts: &[u8], body: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(counts).chain_update(body).finalize().into()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn failed(path: &Path, reason: String) -> SearchError {
    SearchError::Model { path: path.display().to_string(), reason }
}
