//! Reads the tables of offers: amounts of money, rows, and whole grids.

pub(crate) mod codes;
pub(crate) mod grid;
pub(crate) mod money;
pub(crate) mod rows;
pub(crate) mod sheet;
