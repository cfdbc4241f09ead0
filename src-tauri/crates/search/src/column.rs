//! Columns of numbers that lie in memory or in a mapped file.

use std::fmt;
use std::ops::Deref;

use bytemuck::Pod;
use tantivy::directory::OwnedBytes;

/// Numbers in memory while they are collected, or mapped from a verified file ([`crate::sealed`]).
#[derive(Clone)]
pub(crate) struct Column<T> {
    owned: Vec<T>,
    /// Takes the place of `owned`.
    mapped: Option<OwnedBytes>,
}

impl<T: Pod> Column<T> {
    /// Returns the numbers to append to; mapped ones are copied first.
    pub(crate) fn to_mut(&mut self) -> &mut Vec<T> {
        if self.mapped.is_some() {
            self.owned = self.to_vec();
            self.mapped = None;
        }
        &mut self.owned
    }

    /// Returns the bytes of the numbers, as a file holds them.
    pub(crate) fn bytes(&self) -> &[u8] {
        bytemuck::cast_slice(self)
    }
}

/// The numbers; incomplete trailing bytes of a file are ignored.
impl<T: Pod> Deref for Column<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        let Some(bytes) = &self.mapped else { return &self.owned };
        let complete = bytes.len() - bytes.len() % size_of::<T>();
        // Parts of a file are aligned, so that this cannot fail.
        bytemuck::try_cast_slice(&bytes[..complete]).unwrap_or_default()
    }
}

impl<T> Default for Column<T> {
    fn default() -> Self {
        Self { owned: Vec::new(), mapped: None }
    }
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(owned: Vec<T>) -> Self {
        Self { owned, mapped: None }
    }
}

impl<T> From<OwnedBytes> for Column<T> {
    fn from(bytes: OwnedBytes) -> Self {
        Self { owned: Vec::new(), mapped: Some(bytes) }
    }
}

impl<T: Pod> fmt::Debug for Column<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} numbers", self.len())
    }
}
