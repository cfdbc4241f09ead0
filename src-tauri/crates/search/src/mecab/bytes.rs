//! Reads little-endian numbers from a file that may be damaged.

use std::path::Path;

use crate::SearchError;

/// A compiled dictionary file in memory.
pub(super) struct Compiled {
    path: String,
    bytes: Vec<u8>,
}

impl Compiled {
    pub(super) fn read(path: &Path) -> Result<Self, SearchError> {
        let bytes = std::fs::read(path).map_err(SearchError::file(path))?;
        Ok(Self { path: path.display().to_string(), bytes })
    }

    pub(super) fn damaged(&self, reason: impl Into<String>) -> SearchError {
        SearchError::Dictionary { path: self.path.clone(), reason: reason.into() }
    }

    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn slice(&self, start: usize, length: usize) -> Result<&[u8], SearchError> {
        start
            .checked_add(length)
            .and_then(|end| self.bytes.get(start..end))
            .ok_or_else(|| self.damaged(format!("it ends before byte {start} + {length}")))
    }

    pub(super) fn u16(&self, at: usize) -> Result<u16, SearchError> {
        let bytes = self.slice(at, 2)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(super) fn u32(&self, at: usize) -> Result<u32, SearchError> {
        let bytes = self.slice(at, 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Returns the UTF-8 text at `at`, up to a zero byte.
    pub(super) fn text(&self, at: usize) -> Result<&str, SearchError> {
        let rest = self.bytes.get(at..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == 0);
        end.and_then(|end| std::str::from_utf8(&rest[..end]).ok())
            .ok_or_else(|| self.damaged(format!("no text at byte {at}")))
    }
}
