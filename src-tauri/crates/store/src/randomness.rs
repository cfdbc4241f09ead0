//! Randomness for keys, names of keys and nonces.

use std::path::Path;

use crate::StoreError;
use crate::durable_files::failed;

/// Random bytes from the operating system; `for_what` names the file in an error.
pub(crate) fn random<const N: usize>(for_what: &Path) -> Result<[u8; N], StoreError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| failed(for_what, error.into()))?;
    Ok(bytes)
}
