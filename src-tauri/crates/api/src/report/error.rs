use std::path::PathBuf;

use crate::faults::{ErrorCode, Fault};

/// Why a report could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// No font with Hangul was found.
    #[error(
        "no font with Hangul beside the program, in models/fetched/fonts or on the system: install \
         `fonts-noto-cjk` or `fonts-nanum`, or name a font file with SIMUI_FONT"
    )]
    NoFont,
    /// The named font has no Hangul.
    #[error("{}: no font with Hangul in it; name a Korean TrueType or OpenType font, or unset SIMUI_FONT", path.display())]
    NoHangul {
        /// The named file or folder.
        path: PathBuf,
    },
    /// A font cannot be read or embedded.
    #[error("font {}: {reason}; install it again, or name another one with SIMUI_FONT", path.display())]
    FontFile {
        /// The file of the font.
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

impl ReportError {
    /// Returns the code that people read, with its parameters.
    pub(crate) fn fault(&self) -> Fault {
        match self {
            Self::NoFont => ErrorCode::FontMissing.into(),
            Self::NoHangul { path } | Self::FontFile { path, .. } => {
                Fault::new(ErrorCode::FontUnusable, &[("path", &path.display())])
            }
            Self::Template(_) | Self::Pdf(_) => ErrorCode::ReportFailed.into(),
        }
    }
}
