//! Faults of files, texts and documents.

use simui_clinical::ClinicalError;
use simui_clinical::data::DataFault;
use simui_corpus::CorpusError;
use simui_evaluate::EvaluateError;
use simui_patient::fhir::{LARGEST as LARGEST_RECORD, MOST_ENTRIES};
use simui_patient::{BundleFault, PatientError};
use simui_search::SearchError;

use super::{ErrorCode as Code, Fault, of_flow, of_store};

/// Returns the fault of a line in the program's own data.
pub fn of_data(fault: &DataFault) -> Fault {
    Fault::new(Code::DataDamaged, &[("path", &fault.file), ("line", &fault.line)])
}

/// Returns the fault of a text that cannot be read for facts.
pub fn of_clinical(error: &ClinicalError) -> Fault {
    match error {
        ClinicalError::Data(fault) => of_data(fault),
        ClinicalError::Imported { file, line, .. } => line_fault(Code::LineMalformed, file, *line),
        ClinicalError::TooLong { limit, .. } => Fault::new(Code::TextTooLong, &[("limit", limit)]),
        ClinicalError::Empty => Code::TextEmpty.into(),
    }
}

/// Returns the fault of a patient's record.
pub fn of_patient(error: &PatientError) -> Fault {
    match error {
        PatientError::Data(fault) => of_data(fault),
        PatientError::Bundle { file, fault, entry, .. } => match fault {
            BundleFault::TooLarge => Fault::new(
                Code::PatientRecordTooLarge,
                &[("file", file), ("limit", &(LARGEST_RECORD >> 20)), ("entries", &MOST_ENTRIES)],
            ),
            BundleFault::NotJson => Fault::new(Code::PatientRecordNotJson, &[("file", file)]),
            BundleFault::NotBundle => Fault::new(Code::PatientRecordNotBundle, &[("file", file)]),
            BundleFault::NoPatient => Fault::new(Code::PatientRecordOfNobody, &[("file", file)]),
            BundleFault::SecondPatient => {
                Fault::new(Code::PatientRecordOfSeveral, &[("file", file)])
            }
            BundleFault::Entry => {
                Fault::new(Code::PatientRecordFaulty, &[("file", file), ("entry", entry)])
            }
        },
    }
}

/// Returns the fault of an import or of the corpora.
pub fn of_corpus(error: &CorpusError) -> Fault {
    match error {
        CorpusError::NoSuchPath { path } => path_fault(Code::PathNotFound, path),
        CorpusError::Read { path, source } => Fault::of_file(path, source),
        CorpusError::BenchLine { path, line, .. } => line_fault(Code::LineMalformed, path, *line),
        CorpusError::Starter { file, .. } => line_fault(Code::DataDamaged, file, 1),
        CorpusError::Worker { .. } => Code::ImportInterrupted.into(),
        CorpusError::SameTitle { title, laws } => {
            Fault::new(Code::LawTitlesSame, &[("title", title), ("laws", &laws.join(", "))])
        }
        CorpusError::Store(error) => of_store(error),
    }
}

/// Returns the fault of a search or of its index.
pub fn of_search(error: &SearchError) -> Fault {
    match error {
        SearchError::File { path, source } => Fault::of_file(path, source),
        SearchError::Dictionary { .. } | SearchError::NoDictionary { .. } => {
            Code::DictionaryMissing.into()
        }
        SearchError::NoEmbedding { .. } => Code::SearchWithoutVectors.into(),
        SearchError::UserLexicon { path, line, .. } | SearchError::Data { path, line, .. } => {
            line_fault(Code::DataDamaged, path, *line)
        }
        SearchError::Index { .. } => Code::SearchIndexUnusable.into(),
        SearchError::Model { path, .. } => Fault::new(Code::ModelUnusable, &[("model", path)]),
        SearchError::Encoder { .. } => Code::ChosenModelUnusable.into(),
        SearchError::Busy => Code::VectorsBeingMade.into(),
        SearchError::Store(error) => of_store(error),
    }
}

/// Returns the fault of an evaluation.
pub fn of_evaluate(error: &EvaluateError) -> Fault {
    match error {
        EvaluateError::Data { file, line, .. } => line_fault(Code::LineMalformed, file, *line),
        EvaluateError::Empty { file } => path_fault(Code::SetTooSmall, file),
        EvaluateError::Clinical(error) => of_clinical(error),
        EvaluateError::Patient(error) => of_patient(error),
        EvaluateError::Flow(error) => of_flow(error),
        EvaluateError::Review { .. } => Code::ReviewFailed.into(),
    }
}

fn path_fault(code: Code, path: &str) -> Fault {
    Fault::new(code, &[("path", &path)])
}

fn line_fault(code: Code, path: &str, line: usize) -> Fault {
    Fault::new(code, &[("path", &path), ("line", &line)])
}
