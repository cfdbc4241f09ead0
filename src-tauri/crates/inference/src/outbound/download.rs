use std::ffi::OsString;
use std::path::{Path, PathBuf};

use reqwest::StatusCode;
use reqwest::header::{CONTENT_RANGE, HeaderMap, HeaderValue, RANGE};
use tokio::fs::{self, File, OpenOptions};
use tokio::io::AsyncWriteExt;

use super::answer::Expect;
use super::attempt::{Failure, Started, broken, content_type};
use super::client::Outbound;
use super::request::Request;
use crate::InferenceError;
use crate::digest::{Digest, digest_of};

/// A file to download.
#[derive(Debug, Clone, Copy)]
pub struct Download<'a> {
    /// Request for the file.
    pub request: &'a Request,
    /// Target path; the name has the suffix `.part` until the file is complete.
    pub to: &'a Path,
    /// Expected SHA-256.
    pub sha256: Digest,
    /// Length in bytes if known; else the request's limit applies.
    pub size: Option<u64>,
}

/// Progress of a download.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Bytes received, including earlier attempts.
    pub received: u64,
    /// Total bytes, if known.
    pub total: Option<u64>,
}

impl Outbound {
    /// Downloads a file, continuing an earlier incomplete download. The file gets its name only when its
    /// SHA-256 is right. Drop the future to pause.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`]; [`InferenceError::File`] when the file cannot be written.
    pub async fn download(
        &self,
        download: &Download<'_>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(), InferenceError> {
        if let Some(parent) = download.to.parent() {
            fs::create_dir_all(parent).await.map_err(InferenceError::file(parent))?;
        }
        if download.to.exists() && digest(download.to.to_owned()).await? == download.sha256 {
            return Ok(());
        }
        let part = part(download.to);
        let mut attempt = 1;
        let mut in_one_go = !part.exists();
        loop {
            match self.append_missing(download, &part, attempt, progress).await {
                Ok(()) if digest(part.clone()).await? == download.sha256 => break,
                // The remainder may belong to another version than the beginning; starts again once.
                Ok(()) if !in_one_go => {
                    in_one_go = true;
                    remove(&part).await?;
                }
                Ok(()) => {
                    remove(&part).await?;
                    let problem = "what came does not have the expected SHA-256 and was deleted; do not \
                                   use this source";
                    return Err(download.request.answer(problem));
                }
                Err(failure) => {
                    in_one_go = false;
                    attempt = self.wait(download.request, attempt, failure).await?;
                }
            }
        }
        fs::rename(&part, download.to).await.map_err(InferenceError::file(download.to))
    }

    /// Appends the missing part.
    async fn append_missing(
        &self,
        download: &Download<'_>,
        part: &Path,
        attempt: u32,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(), Failure> {
        let have = fs::metadata(part).await.map_or(0, |it| it.len());
        if have > 0 && download.size == Some(have) {
            return Ok(());
        }
        let mut headers = HeaderMap::new();
        if have > 0
            && let Ok(range) = HeaderValue::from_str(&format!("bytes={have}-"))
        {
            headers.insert(RANGE, range);
        }
        let request = download.request;
        let begun = match self.start(request, attempt, &headers).await {
            // Nothing is missing, or the file is too long; the checksum decides.
            Err(failure) if have > 0 && is_range_refusal(&failure) => return Ok(()),
            begun => begun?,
        };
        let Started { mut response, mut filing } = begun;
        if let Err(error) = Expect::NoHtml.check(request, &content_type(&response), b"") {
            return Err(filing.failed(error));
        }
        let goes_on =
            response.status() == StatusCode::PARTIAL_CONTENT && starts_at(&response, have);
        let (mut file, mut received) = if goes_on {
            (open(part, true).await.map_err(|error| filing.failed(error))?, have)
        } else {
            (open(part, false).await.map_err(|error| filing.failed(error))?, 0)
        };
        let total = response.content_length().map(|rest| received + rest).or(download.size);
        let most = download.size.unwrap_or(request.most_bytes);
        let outcome = loop {
            match response.chunk().await {
                Ok(Some(piece)) => {
                    received += piece.len() as u64;
                    filing.call.received += piece.len() as u64;
                    if received > most {
                        break Err(request
                            .answer(format!("it is longer than {most} bytes"))
                            .into());
                    }
                    if let Err(error) = file.write_all(&piece).await {
                        break Err(InferenceError::file(part)(error).into());
                    }
                    progress(Progress { received, total });
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(Failure::temporary(broken(request, error))),
            }
        };
        // Synced also after a failure, since the next attempt continues here.
        let kept = file.sync_all().await.map_err(InferenceError::file(part)).map_err(Failure::from);
        outcome.and(kept).map_err(|failure| filing.failed(failure))
    }
}

fn part(to: &Path) -> PathBuf {
    let mut name = to.file_name().map(OsString::from).unwrap_or_default();
    name.push(".part");
    to.with_file_name(name)
}

async fn open(path: &Path, append: bool) -> Result<File, InferenceError> {
    let mut options = OpenOptions::new();
    options.create(true).write(true).append(append).truncate(!append);
    options.open(path).await.map_err(InferenceError::file(path))
}

async fn remove(path: &Path) -> Result<(), InferenceError> {
    fs::remove_file(path).await.map_err(InferenceError::file(path))
}

/// Computes the SHA-256 in a blocking task, because a model has gigabytes.
async fn digest(path: PathBuf) -> Result<Digest, InferenceError> {
    let reading = tokio::task::spawn_blocking(move || digest_of(&path)).await;
    reading.map_err(|error| InferenceError::File {
        path: "checksum".into(),
        source: std::io::Error::other(error),
    })?
}

fn is_range_refusal(failure: &Failure) -> bool {
    matches!(failure.error, InferenceError::Status { status: 416, .. })
}

/// Returns whether a partial answer begins at the requested offset.
fn starts_at(response: &reqwest::Response, have: u64) -> bool {
    let range = response.headers().get(CONTENT_RANGE).and_then(|value| value.to_str().ok());
    range.is_some_and(|range| range.starts_with(&format!("bytes {have}-")))
}
