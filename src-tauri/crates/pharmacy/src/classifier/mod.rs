//! Linear models beside the rules, for wordings that no rule lists.
//!
//! `weights` estimates whether a question is one for a pharmacist (likeness). It is fitted by
//! `examples/train_likeness.rs` on the patterns and questions under `training/`; questions of the part
//! `measure` are not read. `sections` predicts which section of a drug's document answers, `guides`
//! which section of guidance. `relevancy` has the weights of the score of an answer.

mod cells;
mod guides;
mod linear;
mod relevancy;
mod sections;
mod softmax;
mod weights;

pub use cells::{CELLS, Features};
pub use guides::{GUIDE_CELLS, Guide, Guides};
pub use linear::folded;
pub use relevancy::FEATURES;
pub(crate) use relevancy::RelevancyWeights;
pub use sections::{SECTIONS, Sections};
pub use softmax::Softmax;
pub use weights::{MODELS, Weights};
