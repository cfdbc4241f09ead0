use simui_clinical::data::DataFault;

/// Why questions about drugs cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PharmacyError {
    /// A line of a data file does not have its shape.
    #[error(transparent)]
    Data(#[from] DataFault),
}
