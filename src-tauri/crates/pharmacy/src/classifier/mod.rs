//! Linear models beside the rules, for wordings that no rule lists.
//!
//! `weights` estimates whether a question is one for a pharmacist (likeness). It is fitted by
//! `examples/train_likeness.rs` on the patterns and questions under `training/`; questions of the part
//! `measure` are not read. `sections` predicts which section of a drug's document answers, `guides`
//! which section of guidance.

mod cells;
mod guides;
mod linear;
mod sections;
mod softmax;
mod weights;

pub use cells::{CELLS, Features};
pub use guides::{GUIDE_CELLS, Guide, Guides};
pub use linear::folded;
pub use sections::{SECTIONS, Sections};
pub use softmax::Softmax;
pub use weights::{MODELS, Weights};
