//! Records the sizes of a built dictionary's files. Without it a truncated file would fail in the middle of a
//! text.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::SearchError;

const INVENTORY: &str = "inventory";

/// Writes the name and size of every file in `folder`; returns the total size in bytes.
pub(super) fn write(folder: &Path) -> Result<u64, SearchError> {
    let (mut text, mut total) = (String::new(), 0);
    for entry in fs::read_dir(folder).map_err(SearchError::file(folder))? {
        let entry = entry.map_err(SearchError::file(folder))?;
        let bytes = entry.metadata().map_err(SearchError::file(folder))?.len();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "{bytes} {}", entry.file_name().display());
        total += bytes;
    }
    let file = folder.join(INVENTORY);
    fs::write(&file, text).map_err(SearchError::file(&file))?;
    Ok(total)
}

/// Checks that every recorded file exists with its recorded size.
///
/// # Errors
/// [`SearchError::Dictionary`] naming the first file that does not.
pub(crate) fn check(folder: &Path) -> Result<(), SearchError> {
    let damaged =
        |reason: String| SearchError::Dictionary { path: folder.display().to_string(), reason };
    let text = fs::read_to_string(folder.join(INVENTORY))
        .map_err(|error| damaged(format!("{INVENTORY}: {error}")))?;
    for line in text.lines() {
        let (bytes, name) =
            line.split_once(' ').ok_or_else(|| damaged(format!("{INVENTORY}: {line:?}")))?;
        let found = fs::metadata(folder.join(name)).map(|it| it.len().to_string());
        match found {
            Ok(found) if found == bytes => {}
            Ok(found) => {
                return Err(damaged(format!("{name} has {found} bytes instead of {bytes}")));
            }
            Err(error) => return Err(damaged(format!("{name}: {error}"))),
        }
    }
    Ok(())
}
