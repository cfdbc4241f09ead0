use std::path::PathBuf;

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No font with Hangul anywhere.
    #[error(
        "no font with Hangul beside the program, in models/fetched/fonts or on the system: install \
         `fonts-noto-cjk` or `fonts-nanum`, or name a font file with SIMUI_FONT"
    )]
    NoFont,
    /// The font that was named has no Hangul.
    #[error("{}: no font with Hangul in it; name a Korean TrueType or OpenType font, or unset SIMUI_FONT", path.display())]
    NoHangul {
        /// The file or folder that was named.
        path: PathBuf,
    },
    /// A font that was found cannot be read or embedded.
    #[error("font {}: {reason}; install it again, or name another one with SIMUI_FONT", path.display())]
    FontFile {
        /// Its file.
        path: PathBuf,
        /// What was wrong.
        reason: String,
    },
    /// The template does not fit the document.
    #[error("report template: {0}; this is a defect of the program, please report it")]
    Template(#[from] minijinja::Error),
    /// The PDF library refused the document.
    #[error("PDF: {0}; this is a defect of the program, please report it and use `--format html`")]
    Pdf(String),
}
