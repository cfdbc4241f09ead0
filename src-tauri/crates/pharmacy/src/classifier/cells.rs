//! The table that the models weigh: what they look at is hashed into its cells, so that there is no vocabulary.

/// Cells of the table.
pub const CELLS: usize = 1 << 15;

/// The cells that are on, in ascending order, with their value.
pub type Signs = Vec<(u16, f32)>;
