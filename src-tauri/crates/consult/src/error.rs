//! The error of this crate.

use simui_clinical::data::DataFault;

/// Why the rules of a consultation cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConsultError {
    /// A data file is malformed.
    #[error(transparent)]
    Data(#[from] DataFault),
}
