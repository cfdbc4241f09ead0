//! 감시 폴더: takes in new files of the watched folder while a process that stays is open.
//!
//! The folder is listed every few seconds. The operating system's change notices are not used: network shares
//! send none, and a file that is still being copied has to be examined again anyway.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError, Weak};
use std::time::{Duration, SystemTime};

use super::batch::files_in;
use crate::faults::ErrorCode;
use crate::types::WatchStatus;
use crate::{ApiError, Desk};

/// Time between two listings. A file that is unchanged in both is complete.
const LISTING_INTERVAL: Duration = Duration::from_secs(2);

/// Number of files that the status lists.
const MAX_LISTED_FILES: u32 = 50;

/// Size and modification time of a file in one listing.
type FileStamp = (u64, Option<SystemTime>);

/// The files of the folder in the last listing.
#[derive(Default)]
struct Seen {
    folder: PathBuf,
    before: HashMap<PathBuf, FileStamp>,
    taken: HashMap<PathBuf, FileStamp>,
}

impl Seen {
    /// Returns the files that are unchanged since the last listing and were not yet taken in.
    fn complete(&mut self, folder: &Path) -> std::io::Result<Vec<PathBuf>> {
        if self.folder != folder {
            *self = Self { folder: folder.to_owned(), ..Self::default() };
        }
        let mut now = HashMap::new();
        for path in files_in(folder, false)? {
            // A file that is gone by now is skipped.
            if let Ok(data) = std::fs::metadata(&path) {
                now.insert(path, (data.len(), data.modified().ok()));
            }
        }
        let same = |path: &PathBuf, stamp: &FileStamp| self.before.get(path) == Some(stamp);
        let done = |path: &PathBuf, stamp: &FileStamp| self.taken.get(path) == Some(stamp);
        let ready = now.iter().filter(|(path, stamp)| same(path, stamp) && !done(path, stamp));
        let mut complete: Vec<PathBuf> = ready.map(|(path, _)| path.clone()).collect();
        complete.sort();
        self.before = now;
        Ok(complete)
    }

    /// Marks files as taken in with the size and time of the last listing.
    fn take(&mut self, files: &[PathBuf]) {
        for path in files {
            if let Some(stamp) = self.before.get(path) {
                self.taken.insert(path.clone(), *stamp);
            }
        }
        self.taken.retain(|path, _| self.before.contains_key(path));
    }
}

impl Desk {
    /// Watches the folder of the settings until the desk is closed.
    pub fn watch(self: &Arc<Self>) {
        self.intake.watching.store(true, Ordering::Relaxed);
        let desk: Weak<Self> = Arc::downgrade(self);
        tokio::spawn(async move {
            let mut seen = Seen::default();
            loop {
                tokio::time::sleep(LISTING_INTERVAL).await;
                let Some(desk) = desk.upgrade() else { return };
                let fault = desk.check_folder(&mut seen).await.err().map(|error| error.body());
                *desk.intake.watch_fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
            }
        });
    }

    /// Lists the watched folder once and takes in complete files. The error is the reason why it cannot be
    /// read.
    async fn check_folder(&self, seen: &mut Seen) -> Result<(), ApiError> {
        let settings = self.work().await?;
        let Some(folder) = settings.watched_folder.map(PathBuf::from) else { return Ok(()) };
        let complete = seen.complete(&folder).map_err(|error| {
            let path = folder.display();
            let message = format!("{path}: {error}; check the folder and its permissions");
            ApiError::invalid(ErrorCode::FileUnreadable, &[("path", &path)], message)
        })?;
        if complete.is_empty() {
            return Ok(());
        }
        let report = self.take_files(&complete).await?;
        if !report.cancelled {
            seen.take(&complete);
        }
        Ok(())
    }

    /// Returns the state of the watched folder.
    pub async fn watch_status(&self) -> Result<WatchStatus, ApiError> {
        let fault = self.intake.watch_fault.lock();
        let fault = fault.unwrap_or_else(PoisonError::into_inner).clone();
        Ok(WatchStatus {
            folder: self.work().await?.watched_folder,
            watching: self.intake.watching.load(Ordering::Relaxed),
            problem: fault.as_ref().map(|it| it.message.clone()).unwrap_or_default(),
            fault,
            files: self.database.intake_files(false, MAX_LISTED_FILES).await?,
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_file_is_taken_when_it_stopped_growing_and_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        std::fs::write(&path, "반").unwrap();
        std::fs::write(folder.path().join(".b.txt"), "숨은 파일").unwrap();
        std::fs::write(folder.path().join("c.docx"), "다른 파일").unwrap();
        let mut seen = Seen::default();
        let mut check_folder = |take: bool| {
            let complete = seen.complete(folder.path()).unwrap();
            if take {
                seen.take(&complete);
            }
            complete.len()
        };
        assert_eq!(check_folder(true), 0, "seen once");
        std::fs::write(&path, "반 그리고 나머지").unwrap();
        assert_eq!(check_folder(true), 0, "it grew");
        assert_eq!(check_folder(false), 1);
        assert_eq!(check_folder(true), 1, "not taken yet: it was cancelled");
        assert_eq!(check_folder(true), 0, "taken");
        std::fs::write(&path, "다른 내용입니다").unwrap();
        assert_eq!(
            (check_folder(true), check_folder(true), check_folder(true)),
            (0, 1, 0),
            "changed, it is another file"
        );
        assert!(Seen::default().complete(Path::new("/없는 폴더")).is_err());
    }
}
