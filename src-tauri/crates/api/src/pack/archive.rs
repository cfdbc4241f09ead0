//! The files of an audit pack, and their ZIP archive.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use serde::Serialize;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::ApiError;
use crate::audit::sha256;
use crate::faults::ErrorCode;

/// The files by path, in the order of the paths, so that the same cases give the same bytes.
#[derive(Default)]
pub struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    /// Adds a file. An error when the path exists already.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) -> Result<(), ApiError> {
        match self.0.insert(path.to_owned(), bytes) {
            None => Ok(()),
            Some(_) => Err(ApiError::invalid(
                ErrorCode::Internal,
                &[],
                format!("pack: {path} comes twice; report this"),
            )),
        }
    }

    /// Adds a value as JSON.
    pub fn add_json(&mut self, path: &str, value: &impl Serialize) -> Result<(), ApiError> {
        let bytes = serde_json::to_vec_pretty(value).map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("pack: {path}: {error}"))
        })?;
        self.add(path, bytes)
    }

    /// Lists path, length and hash of each file.
    pub fn list(&self) -> Vec<Value> {
        let one = |(path, bytes): (&String, &Vec<u8>)| json!({ "path": path, "bytes": bytes.len(), "sha256": sha256(bytes) });
        self.0.iter().map(one).collect()
    }

    /// Returns all files as a ZIP archive. Its time stamps are constant; the manifest has the time.
    pub fn into_zip(self) -> Result<Vec<u8>, ApiError> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .last_modified_time(DateTime::default());
        let write = || -> zip::result::ZipResult<Vec<u8>> {
            let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
            for (path, bytes) in &self.0 {
                zip.start_file(path.as_str(), options)?;
                zip.write_all(bytes)?;
            }
            Ok(zip.finish()?.into_inner())
        };
        write().map_err(|error| {
            ApiError::invalid(ErrorCode::Internal, &[], format!("pack: {error}; report this"))
        })
    }
}
