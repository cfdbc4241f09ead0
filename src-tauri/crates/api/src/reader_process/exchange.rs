//! The protocol between parent and child.
//!
//! The parent writes a [`Request`] as a line of JSON, followed by the bytes of the file and of its mapping
//! file. The child answers with [`Reply`]s, one frame each ([`to_frame`]), the last of which is
//! [`Reply::Read`], [`Reply::Pages`] or [`Reply::Picture`].

use std::io;

use serde::{Deserialize, Serialize};
use simui_corpus::{FilePages, Finding, KindHint, PagePicture, Reading, WantedPicture};

/// A file to be read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    /// What the child returns.
    pub task: Task,
    /// The path in messages.
    pub path: String,
    /// Number of bytes of the file, which follow the request.
    pub size: u64,
    /// The mapping file, whose bytes follow those of the file.
    pub mapping: Option<Mapping>,
    /// CPU seconds for any file.
    pub cpu_base: u64,
    /// Additional CPU seconds for each MiB of an archive entry.
    pub cpu_per_mib: u64,
}

/// A mapping file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Mapping {
    /// The path in messages.
    pub path: String,
    /// Number of bytes.
    pub size: u64,
}

/// What the child returns for a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Task {
    /// The documents.
    Documents {
        /// The kind that the user gave.
        hint: KindHint,
        /// Archive entries to skip, because a reader failed at them before.
        skip: Vec<String>,
    },
    /// The text page by page.
    Pages,
    /// A page as a picture.
    Picture(WantedPicture),
}

/// A part of the answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Reply {
    /// An archive entry is read next.
    Entry {
        /// The path of the entry, which begins with the archive's.
        path: String,
        /// Unpacked size in bytes.
        size: u64,
    },
    /// A document.
    Document(Box<Reading>),
    /// The end of the documents, with the findings that belong to none of them.
    Read(Vec<Finding>),
    /// The pages, or why there are none.
    Pages(Result<FilePages, Finding>),
    /// The picture of a page, or why there is none.
    Picture(Result<PagePicture, Finding>),
}

/// Bytes of the length in front of a reply.
pub(super) const LENGTH: usize = 4;

/// A reply as a frame: its length in four bytes, the least significant first, then MessagePack with the names
/// of fields.
pub(super) fn to_frame(reply: &Reply) -> io::Result<Vec<u8>> {
    let mut frame = vec![0; LENGTH];
    rmp_serde::encode::write_named(&mut frame, reply).map_err(io::Error::other)?;
    let length = u32::try_from(frame.len() - LENGTH).map_err(io::Error::other)?;
    frame[..LENGTH].copy_from_slice(&length.to_le_bytes());
    Ok(frame)
}

/// The reply in a frame, without its length.
pub(super) fn from_frame(body: &[u8]) -> io::Result<Reply> {
    rmp_serde::from_slice(body).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

    use super::*;

    #[test]
    fn a_frame_says_its_length_and_a_cut_one_is_refused() {
        let reply = Reply::Entry { path: "묶음.zip/가.txt".to_owned(), size: 7 };
        let frame = to_frame(&reply).unwrap();
        let (length, body) = frame.split_at(LENGTH);
        assert_eq!(length, (body.len() as u32).to_le_bytes());
        let read = from_frame(body).unwrap();
        assert_eq!(format!("{read:?}"), format!("{reply:?}"));
        for cut in 0..body.len() {
            assert!(from_frame(&body[..cut]).is_err(), "{cut}");
        }
    }
}
