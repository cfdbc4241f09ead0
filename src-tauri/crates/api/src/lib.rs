//! Every operation of the application, independent of how it is called.
//!
//! [`Desk`] is an open data directory. Its methods are the operations; [`Desk::call`] runs them by name with
//! JSON, for the window and the loopback server.

mod accounts;
mod administration;
mod audit;
mod call;
mod chat;
mod child;
mod clock;
mod corpora;
mod counsel;
mod coverage;
mod desk;
mod doctor;
mod error;
mod evaluation;
mod fitting_process;
mod holdings;
mod housekeeping;
pub mod incoming_text;
mod known_names;
mod onnx;
mod pack;
mod papers;
mod patients;
mod privileges;
mod reader_process;
pub mod report;
mod reviews;
mod rules;
mod text_reader;

use simui_messages::faults;
pub use simui_messages::types;

pub use child::serve_as_child;
pub use corpora::ReceivedUpload;
pub use coverage::measure::{CoverageMeasure, FolderMeasure, ReadingMeasure, measure_coverage};
pub use desk::{Desk, OpenDesk};
pub use error::ApiError;
pub use evaluation::{invented_patients, memory_of};
pub use reader_process::{ReaderProgram, read_files};
pub use simui_messages::faults::{
    ErrorBody, ErrorCode, Fault, Language, Place, in_words, words_in_typescript,
};
pub use simui_store::{KeyPlace, PaperKind};
pub use text_reader::{TextReader, extract};
