//! What is said at the counter, understood. Reading a text needs no open desk: nothing of it is stored.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde::Serialize;
use simui_clinical::{Extractor, Slots};
use simui_consult::safety::{Safety, Warning};
use ts_rs::TS;

use super::lexicon::{Stamp, stamp, vocabulary};
use crate::{ApiError, Desk};

/// The slots of a text, and what has to be said before anything else.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Extraction {
    /// The gravest first.
    pub warnings: Vec<Warning>,
    /// The slots.
    #[serde(flatten)]
    pub slots: Slots,
}

/// Reads texts: the lexicon, the imported names of a data directory, and the safety rules, all read once.
#[derive(Debug)]
pub struct TextReader {
    extractor: Extractor,
    safety: Safety,
}

impl TextReader {
    /// With what comes with the program.
    pub fn shipped() -> Result<Self, ApiError> {
        let extractor = Extractor::shipped()?;
        let safety = Safety::shipped(extractor.lexicon())?;
        Ok(Self { extractor, safety })
    }

    /// And with what was imported into a data directory, which need not exist.
    pub fn of(data_dir: &Path) -> Result<Self, ApiError> {
        let reader = Self::shipped()?;
        Ok(match vocabulary(data_dir)? {
            Some(vocabulary) => {
                Self { extractor: reader.extractor.with_vocabulary(&vocabulary), ..reader }
            }
            None => reader,
        })
    }

    /// The clinical facts of a text in six slots, and its warnings.
    pub fn extract(&self, text: &str) -> Result<Extraction, ApiError> {
        let slots = self.extractor.extract(text)?;
        Ok(Extraction { warnings: self.warnings(&slots), slots })
    }

    /// What finds the facts.
    pub(crate) fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// The warnings of slots that were read before, of a person of whom more is known by now.
    pub(crate) fn warnings(&self, slots: &Slots) -> Vec<Warning> {
        self.safety.warnings(slots)
    }
}

/// The reader of a desk, made again when another import is there.
#[derive(Debug, Default)]
pub(crate) struct DeskReader(Mutex<Option<(Stamp, Arc<TextReader>)>>);

impl Desk {
    /// The clinical facts of a text in six slots, and its warnings, with the desk's imported names.
    /// A long text takes seconds of computing, on a thread of its own.
    pub async fn extract(&self, text: String) -> Result<Extraction, ApiError> {
        let reader = self.text_reader()?;
        let reading = tokio::task::spawn_blocking(move || reader.extract(&text)).await;
        reading.map_err(|error| ApiError::Invalid(format!("extract: {error}; report this")))?
    }

    /// What the desk reads texts with.
    pub(crate) fn text_reader(&self) -> Result<Arc<TextReader>, ApiError> {
        let now = stamp(self.data_dir());
        let mut kept = self.counsel.reader.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((stamp, reader)) = &*kept
            && *stamp == now
        {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(TextReader::of(self.data_dir())?);
        *kept = Some((now, Arc::clone(&reader)));
        Ok(reader)
    }
}

static SHIPPED: OnceLock<TextReader> = OnceLock::new();

/// The same with nothing but what comes with the program.
pub fn extract(text: &str) -> Result<Extraction, ApiError> {
    let reader = match SHIPPED.get() {
        Some(reader) => reader,
        None => {
            let reader = TextReader::shipped()?;
            SHIPPED.get_or_init(|| reader)
        }
    };
    reader.extract(text)
}
