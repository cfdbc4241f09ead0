//! The segments of an index, and the numbering of its chunks across them.
//!
//! A chunk's place is its number in the index: the segments in tantivy's order, the largest first, and in a
//! segment the chunks in the order in which they were added. Removed chunks keep their place until the index
//! is built anew.

use tantivy::fastfield::AliveBitSet;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocAddress, DocSet, Searcher, TERMINATED, Term};

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
        self.place_in(address.segment_ord as usize, address.doc_id)
    }

    /// Returns the segment of a place, and the chunk's number in it; `None` where there is no chunk.
    fn at(&self, place: usize) -> Option<(&Segment, u32)> {
        let after = self.segments.partition_point(|segment| segment.start <= place);
        let segment = &self.segments[after.checked_sub(1)?];
        let at = place - segment.start;
        // Numbers of chunks in a segment have 32 bits.
        (at < segment.len && segment.is_alive(at as u32)).then_some((segment, at as u32))
    }

    /// Returns the place of a chunk by the number of its segment and its own number there.
    fn place_in(&self, segment: usize, at: u32) -> usize {
        self.segments.get(segment).map_or(0, |segment| segment.start) + at as usize
    }

    /// Returns the places with one of `terms`, those of removed chunks included.
    pub(super) fn places_of(
        &self,
        searcher: &Searcher,
        terms: &[Term],
    ) -> tantivy::Result<Vec<usize>> {
        let mut places = Vec::new();
        for (number, reader) in searcher.segment_readers().iter().enumerate() {
            for term in terms {
                let index = reader.inverted_index(term.field())?;
                let found = index.read_postings(term, IndexRecordOption::Basic)?;
                let Some(mut found) = found else { continue };
                while found.doc() != TERMINATED {
                    places.push(self.place_in(number, found.doc()));
                    found.advance();
                }
            }
        }
        Ok(places)
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
