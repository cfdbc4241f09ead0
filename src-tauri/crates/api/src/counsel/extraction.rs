//! What is said at the counter, understood. Reading a text needs no open desk: nothing of it is stored.

use std::sync::OnceLock;

use simui_counsel::extract::{Extractor, Slots};

use crate::ApiError;

static EXTRACTOR: OnceLock<Extractor> = OnceLock::new();

/// The clinical facts of a text in six slots; the lexicon is read at the first call.
pub fn extract(text: &str) -> Result<Slots, ApiError> {
    let extractor = match EXTRACTOR.get() {
        Some(extractor) => extractor,
        None => {
            let made = Extractor::shipped()?;
            EXTRACTOR.get_or_init(|| made)
        }
    };
    Ok(extractor.extract(text)?)
}
