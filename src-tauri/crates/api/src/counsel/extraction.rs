//! What is said at the counter, understood. Reading a text needs no open desk: nothing of it is stored.

use std::sync::OnceLock;

use serde::Serialize;
use simui_counsel::extract::{Extractor, Slots};
use simui_counsel::safety::{Safety, Warning};

use crate::ApiError;

/// The slots of a text, and what has to be said before anything else.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Extraction {
    /// The gravest first.
    pub warnings: Vec<Warning>,
    /// The slots.
    #[serde(flatten)]
    pub slots: Slots,
}

/// The data files, read once.
struct Reader {
    extractor: Extractor,
    safety: Safety,
}

static READER: OnceLock<Reader> = OnceLock::new();

/// The clinical facts of a text in six slots, and its warnings; the lexicon and the rules are read at the first call.
pub fn extract(text: &str) -> Result<Extraction, ApiError> {
    let reader = match READER.get() {
        Some(reader) => reader,
        None => {
            let extractor = Extractor::shipped()?;
            let safety = Safety::shipped(extractor.lexicon())?;
            READER.get_or_init(|| Reader { extractor, safety })
        }
    };
    let slots = reader.extractor.extract(text)?;
    Ok(Extraction { warnings: reader.safety.warnings(&slots), slots })
}

/// The warnings of slots that were read before, of a person of whom more is known by now.
pub(crate) fn warnings(slots: &Slots) -> Vec<Warning> {
    READER.get().map(|reader| reader.safety.warnings(slots)).unwrap_or_default()
}
