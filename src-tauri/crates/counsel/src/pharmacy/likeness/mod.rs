//! How like a question is to those that pharmacists are asked: a linear model beside the rules, for wordings that nobody listed.
//!
//! Fitted by `examples/train_likeness.rs` on the patterns and questions under `training/`; nothing of
//! the held parts and of the third sets goes in.

mod guides;
mod signs;
mod weights;

pub use guides::{GUIDE_CELLS, Guide, Guides, guide_cell};
pub use signs::{CELLS, Signs, signs};
pub use weights::{MODELS, Weights};
