//! Stores uploaded files in the data directory while they are imported, and removes them afterwards.
//!
//! The window passes a complete request. A server passes a body that is still arriving, whose files are
//! written as they arrive, so that they do not fill the memory.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;
use serde_json::{Map, Value};
use simui_corpus::LARGEST;
use struson::reader::{JsonReader, JsonStreamReader};
use uuid::Uuid;

use crate::faults::ErrorCode;
use crate::types::{ImportReport, UploadRequest, UploadedFile};
use crate::{ApiError, Desk};

/// Folder of uploads, relative to the data directory.
const FOLDER: &str = "uploads";

/// Name of a file until its own name is known.
const NAMELESS: &str = ".upload";

/// An upload that has arrived. Dropping it removes its files.
pub struct ReceivedUpload {
    /// The request for [`Desk::call`], operation `import_uploads`. It names the upload in the place of its
    /// files.
    pub request: Value,
    _folder: UploadFolder,
}

/// The folder of one upload, removed when dropped.
struct UploadFolder {
    id: String,
    path: PathBuf,
}

impl Desk {
    /// Writes the files of an `import_uploads` request while its body arrives. Blocks.
    ///
    /// # Errors
    /// The body is no such request, breaks off, or contains a file above the size limit. Nothing of it is
    /// kept.
    pub fn receive_upload(&self, body: impl Read) -> Result<ReceivedUpload, ApiError> {
        let folder = self.upload_folder()?;
        let mut request = receive(body, &folder.path).map_err(|error| {
            ApiError::invalid(
                ErrorCode::UploadInterrupted,
                &[],
                format!("upload: {error}; choose the files again"),
            )
        })?;
        request.insert("upload".to_owned(), Value::String(folder.id.clone()));
        Ok(ReceivedUpload { request: Value::Object(request), _folder: folder })
    }

    /// Imports files that came through the interface.
    pub async fn import_uploads(&self, request: UploadRequest) -> Result<ImportReport, ApiError> {
        if let Some(id) = &request.upload {
            let folder = received(&self.data_dir().join(FOLDER), id)?;
            return self.import_all(&folder, request.kind).await;
        }
        let folder = self.upload_folder()?;
        write_uploads(&folder.path, &request.files)?;
        self.import_all(&folder.path, request.kind).await
    }

    fn upload_folder(&self) -> Result<UploadFolder, ApiError> {
        let id = self.clock.new_id::<UploadId>().0;
        let path = self.data_dir().join(FOLDER).join(&id);
        std::fs::create_dir_all(&path).map_err(|error| {
            ApiError::invalid(
                ErrorCode::FileUnreadable,
                &[("path", &path.display())],
                format!("{}: {error}", path.display()),
            )
        })?;
        Ok(UploadFolder { id, path })
    }
}

impl Drop for UploadFolder {
    fn drop(&mut self) {
        // The documents are in the database by now.
        if let Err(error) = std::fs::remove_dir_all(&self.path) {
            tracing::warn!(%error, "uploaded files could not be removed");
        }
    }
}

/// Id that names the folder of one upload.
struct UploadId(String);

impl From<Uuid> for UploadId {
    fn from(id: Uuid) -> Self {
        Self(id.simple().to_string())
    }
}

/// Returns the folder of an upload that has arrived. Anything but an id is refused, so that no other folder
/// can be reached.
fn received(uploads: &Path, id: &str) -> Result<PathBuf, ApiError> {
    let is_id = id.len() == 32 && id.bytes().all(|it| it.is_ascii_hexdigit());
    let folder = uploads.join(id);
    if is_id && folder.is_dir() {
        return Ok(folder);
    }
    Err(ApiError::Missing {
        what: "upload",
        id: id.chars().take(40).collect(),
        remedy: "choose the files again",
    })
}

/// Reads the request, writing its files to the folder, and returns it without them.
fn receive(
    body: impl Read,
    folder: &Path,
) -> Result<Map<String, Value>, Box<dyn std::error::Error>> {
    let mut json = JsonStreamReader::new(body);
    let mut request = Map::new();
    json.begin_object()?;
    while json.has_next()? {
        let member = json.next_name_owned()?;
        if member == "files" {
            json.begin_array()?;
            while json.has_next()? {
                receive_file(&mut json, folder)?;
            }
            json.end_array()?;
        } else {
            request.insert(member, json.deserialize_next()?);
        }
    }
    json.end_object()?;
    json.consume_trailing_whitespace()?;
    Ok(request)
}

/// Writes one file.
fn receive_file(
    json: &mut JsonStreamReader<impl Read>,
    folder: &Path,
) -> Result<(), Box<dyn std::error::Error>> {
    let nameless = folder.join(NAMELESS);
    let mut name = None;
    json.begin_object()?;
    while json.has_next()? {
        match json.next_name_owned()?.as_str() {
            "name" => name = Some(json.next_string()?),
            "base64" => write_decoded(json.next_string_reader()?, &nameless)?,
            _ => json.skip_value()?,
        }
    }
    json.end_object()?;
    let name = name.ok_or("a file has no name")?;
    let path = folder.join(safe_name(&name).ok_or_else(|| format!("{name:?} is no path"))?);
    let about = |error: io::Error| format!("{name:?}: {error}");
    std::fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(about)?;
    std::fs::rename(&nameless, &path).map_err(about)?;
    Ok(())
}

fn write_decoded(encoded: impl Read, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let decoded = DecoderReader::new(encoded, &STANDARD);
    let mut file = std::fs::File::create(path)?;
    if io::copy(&mut decoded.take(LARGEST + 1), &mut file)? > LARGEST {
        return Err(format!("a file is larger than {} MiB", LARGEST >> 20).into());
    }
    Ok(())
}

fn write_uploads(folder: &Path, files: &[UploadedFile]) -> Result<(), ApiError> {
    for file in files {
        let place = |reason: &dyn std::fmt::Display| {
            ApiError::invalid(
                ErrorCode::UploadUnusable,
                &[("name", &file.name)],
                format!("upload {:?}: {reason}; choose the file again", file.name),
            )
        };
        let name = safe_name(&file.name).ok_or_else(|| place(&"the name is no path"))?;
        let bytes = STANDARD.decode(&file.base64).map_err(|error| place(&error))?;
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| place(&error))?;
        std::fs::write(&path, bytes).map_err(|error| place(&error))?;
    }
    Ok(())
}

/// Returns a relative path that stays inside its folder; `None` for any other.
fn safe_name(name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    (inside && !name.is_empty() && !name.contains('\0')).then(|| path.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn uploads_stay_in_their_folder() {
        for (name, stays) in [
            ("law.md", true),
            ("kr/의료법/법률.md", true),
            ("../law.md", false),
            ("/etc/passwd", false),
            ("a/../../b", false),
            ("", false),
            ("a\0b", false),
        ] {
            assert_eq!(safe_name(name).is_some(), stays, "{name:?}");
        }
    }

    #[test]
    fn files_are_written_as_they_arrive() {
        let folder = tempfile::tempdir().unwrap();
        let body = r#"{"kind":"drug","session":"s","files":[
            {"name":"가/나.md","base64":"6rCA"},{"base64":"","name":"빈.md","more":[1]}],"reviewer":null}"#;
        let request = receive(body.as_bytes(), folder.path()).unwrap();
        assert_eq!(
            Value::Object(request),
            serde_json::json!({ "kind": "drug", "session": "s", "reviewer": null })
        );
        assert_eq!(std::fs::read_to_string(folder.path().join("가/나.md")).unwrap(), "가");
        assert_eq!(std::fs::read(folder.path().join("빈.md")).unwrap(), b"");
        assert!(!folder.path().join(NAMELESS).exists());
        for (body, expected) in [
            (r#"{"files":[{"name":"a.md","base64":"6rC"#, ""),
            (r#"{"files":[{"name":"a.md","base64":"?"}]}"#, ""),
            (r#"{"files":[{"name":"../a.md","base64":""}]}"#, "no path"),
            (r#"{"files":[{"base64":""}]}"#, "no name"),
            (r#"{"files":[{"name":"a.md"}]}"#, "a.md"),
            (r#"{"files":[]} {}"#, ""),
            ("[]", ""),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let error = receive(body.as_bytes(), folder.path()).unwrap_err().to_string();
            assert!(error.contains(expected), "{body}: {error}");
        }
    }

    #[test]
    fn an_upload_is_named_by_its_id_alone() {
        let uploads = tempfile::tempdir().unwrap();
        let id = "0".repeat(32);
        std::fs::create_dir(uploads.path().join(&id)).unwrap();
        assert!(received(uploads.path(), &id).is_ok());
        for id in ["..", "", "/etc", "1", &"1".repeat(32), &format!("{id}/..")] {
            assert!(received(uploads.path(), id).is_err(), "{id}");
        }
    }
}
