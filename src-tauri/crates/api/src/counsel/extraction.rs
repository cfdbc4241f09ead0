//! Extracts clinical facts from texts. Needs no open desk and stores nothing.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use simui_clinical::{Extractor, Slots};
use simui_consult::safety::{Safety, Warning};

use super::lexicon::{Stamp, stamp, vocabulary};
use crate::faults::ErrorCode;
use crate::types::Extraction;
use crate::{ApiError, Desk};

/// Extracts facts with the lexicon, the imported names of a data directory, and the safety rules, all of
/// which are loaded once.
#[derive(Debug)]
pub struct TextReader {
    extractor: Extractor,
    safety: Safety,
}

impl TextReader {
    /// Makes a reader with what comes with the program.
    pub fn shipped() -> Result<Self, ApiError> {
        let extractor = Extractor::shipped()?;
        let safety = Safety::shipped(extractor.lexicon())?;
        Ok(Self { extractor, safety })
    }

    /// Makes a reader that also uses the names imported into a data directory, which need not exist.
    pub fn of(data_dir: &Path) -> Result<Self, ApiError> {
        let reader = Self::shipped()?;
        Ok(match vocabulary(data_dir)? {
            Some(vocabulary) => {
                Self { extractor: reader.extractor.with_vocabulary(&vocabulary), ..reader }
            }
            None => reader,
        })
    }

    /// Extracts the clinical facts of a text in six slots, with their warnings.
    pub fn extract(&self, text: &str) -> Result<Extraction, ApiError> {
        let slots = self.extractor.extract(text)?;
        Ok(Extraction { warnings: self.warnings(&slots), slots })
    }

    /// Returns the extractor.
    pub(crate) fn extractor(&self) -> &Extractor {
        &self.extractor
    }

    /// Returns the warnings of slots that were extracted before and completed since.
    pub(crate) fn warnings(&self, slots: &Slots) -> Vec<Warning> {
        self.safety.warnings(slots)
    }
}

/// The reader of a desk, made again after another import of names.
#[derive(Debug, Default)]
pub(crate) struct DeskReader(Mutex<Option<(Stamp, Arc<TextReader>)>>);

impl Desk {
    /// Extracts the clinical facts of a text with the desk's imported names. A long text takes seconds of
    /// computing, on a thread of its own.
    pub async fn extract(&self, text: String) -> Result<Extraction, ApiError> {
        let reader = self.text_reader()?;
        let reading = tokio::task::spawn_blocking(move || reader.extract(&text)).await;
        reading.map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("extract: {error}; report this"))
        })?
    }

    /// Returns the reader of this desk.
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

/// Extracts the clinical facts of a text with what comes with the program.
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
