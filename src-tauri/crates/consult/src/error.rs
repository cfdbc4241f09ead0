use simui_clinical::data::DataFault;

/// Why turns cannot be answered, or warnings not be given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConsultError {
    /// A line of a data file does not have its shape.
    #[error(transparent)]
    Data(#[from] DataFault),
}
