//! Reads the tables of offers: rows and whole grids.

pub(crate) mod codes;
pub(crate) mod grid;
pub(crate) mod piped;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod titled;
