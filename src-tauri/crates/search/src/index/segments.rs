//! The segments of an index, and the numbering of its chunks across them.
//!
//! A chunk's place is its number in the index: the segments in tantivy's order, the largest first, and in a
//! segment the chunks in the order in which they were added. Removed chunks keep their place until the index
//! is built anew.

use tantivy::fastfield::AliveBitSet;
use tantivy::{DocAddress, Searcher};

use super::query::Query;
use super::schema::Columns;

/// The segments with the places of their chunks.
pub(super) struct Segments {
    segments: Vec<Segment>,
    /// Places, those of removed chunks included.
    places: usize,
}

/// A segment: chunks that were indexed together.
pub(super) struct Segment {
    /// Names the files of its companions.
    pub(super) id: String,
    /// Place of its first chunk.
    start: usize,
    /// Places in the segment.
    pub(super) len: usize,
    columns: Columns,
    /// Chunks that are not removed; `None` when none is.
    alive: Option<AliveBitSet>,
}

impl Segments {
    pub(super) fn of(searcher: &Searcher) -> tantivy::Result<Self> {
        let mut segments = Vec::new();
        let mut places = 0;
        for reader in searcher.segment_readers() {
            let len = reader.max_doc() as usize;
            segments.push(Segment {
                id: reader.segment_id().uuid_string(),
                start: places,
                len,
                columns: Columns::open(reader.fast_fields())?,
                alive: reader.alive_bitset().cloned(),
            });
            places += len;
        }
        Ok(Self { segments, places })
    }

    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Segment> {
        self.segments.iter()
    }

    /// Returns the number of places, those of removed chunks included.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// Returns the place of a chunk that a search found.
    pub(super) fn place(&self, address: DocAddress) -> usize {
        let segment = self.segments.get(address.segment_ord as usize);
        segment.map_or(0, |segment| segment.start) + address.doc_id as usize
    }

    /// Returns the segment of a place, and the chunk's number in it; `None` where there is no chunk.
    fn at(&self, place: usize) -> Option<(&Segment, u32)> {
        let after = self.segments.partition_point(|segment| segment.start <= place);
        let segment = &self.segments[after.checked_sub(1)?];
        let at = place - segment.start;
        // Numbers of chunks in a segment have 32 bits.
        (at < segment.len && segment.is_alive(at as u32)).then_some((segment, at as u32))
    }

    /// Returns the id of the chunk at a place; empty where there is none or it was removed.
    pub(super) fn chunk_id(&self, place: usize) -> std::io::Result<String> {
        self.at(place).map_or(Ok(String::new()), |(segment, at)| segment.columns.chunk_id(at))
    }

    /// Returns whether there is a chunk at a place that the filters of a query admit.
    pub(super) fn admits(&self, query: &Query, place: usize) -> bool {
        self.at(place).is_some_and(|(segment, at)| segment.columns.admits(query, at))
    }
}

impl Segment {
    fn is_alive(&self, at: u32) -> bool {
        self.alive.as_ref().is_none_or(|alive| alive.is_alive(at))
    }

    /// Returns the ids of the segment's chunks in order; empty for a removed one.
    pub(super) fn chunk_ids(&self) -> impl Iterator<Item = std::io::Result<String>> {
        (0..self.len as u32)
            .map(|at| if self.is_alive(at) { self.columns.chunk_id(at) } else { Ok(String::new()) })
    }
}
