//! How like a question is to those that pharmacists are asked: a linear model beside the rules, for wordings that nobody listed.
//!
//! Fitted by `examples/train_likeness.rs` on the patterns and questions under `training/`; nothing of
//! the held parts and of the third sets goes in. Beside it two models say which section answers: `sections` of a drug's document,
//! `guides` of guidance.

mod cells;
mod guides;
mod linear;
mod sections;
mod softmax;
mod weights;

pub use cells::{CELLS, Signs};
pub use guides::{GUIDE_CELLS, Guide, Guides};
pub use linear::folded;
pub use sections::{SECTIONS, Sections};
pub use softmax::Softmax;
pub use weights::{MODELS, Weights};
