//! The error of this crate.

use simui_clinical::ClinicalError;
use simui_clinical::data::DataFault;

/// Why the rules for questions about drugs cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PharmacyError {
    /// A data file is malformed.
    #[error(transparent)]
    Data(#[from] DataFault),
    /// The table of names of drugs is malformed.
    #[error(transparent)]
    Names(#[from] ClinicalError),
}
