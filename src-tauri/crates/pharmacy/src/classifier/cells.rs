//! Hashed features: each feature of a question is hashed into a cell of a fixed table, so that no vocabulary
//! is stored.

/// Number of cells of the table.
pub const CELLS: usize = 1 << 15;

/// The cells with a value other than 0, in ascending order, each with its value.
pub type Features = Vec<(u16, f32)>;
