use std::fs;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::service::Service;
use crate::InferenceError;
use crate::fetched::{Fetched, read_record, write_record};

/// What is fetched of one service, and what of it was imported: the file `round.json` of the service's
/// folder.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Progress {
    /// The round that is being fetched, or the last one.
    pub round: Option<Round>,
    /// Day on which the last finished round began. Later changes are not there.
    pub complete: Option<Date>,
    /// Rows of the last finished round of everything.
    pub rows: Option<u64>,
    /// Whether the importer has taken every finished round.
    pub imported: bool,
}

/// Pages that belong together: those of one list, fetched without a change of its length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Round {
    /// Day on which it began.
    pub begun: Date,
    /// First day of the changes that it has; `None` for everything.
    pub since: Option<Date>,
    /// Rows in all.
    pub total: u64,
    /// Rows of a page.
    pub rows: u32,
    /// Next page, from 1.
    pub next: u64,
    /// Whether all pages are there.
    pub finished: bool,
}

const RECORD: &str = "round.json";
/// Pages of a folder, so that its record stays short.
const PAGES_OF_FOLDER: u64 = 100;

impl Progress {
    /// Reads the record of a service's folder; the default when it is missing or damaged.
    pub(super) fn read(folder: &Path) -> Result<Self, InferenceError> {
        read_record(&folder.join(RECORD))
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), InferenceError> {
        fs::create_dir_all(folder).map_err(InferenceError::file(folder))?;
        write_record(&folder.join(RECORD), self)
    }
}

/// The pages of one round in the service's folder: `all/0001/label-00101.json`, or
/// `since-20261101/0000/permit-since-20261101-00001.json`. The names differ, because the importer calls a
/// table of DUR after its file.
pub(super) struct Pages<'a> {
    service: &'a Service,
    folder: PathBuf,
    name: String,
    open: Option<(u64, Fetched)>,
}

impl<'a> Pages<'a> {
    /// Names the pages of everything, or of the changes since a day.
    pub(super) fn of(service: &'a Service, folder: &Path, since: Option<Date>) -> Self {
        let (folder, name) = match since {
            None => (folder.join("all"), service.key.clone()),
            Some(day) => {
                let since = format!("since-{}", day.strftime("%Y%m%d"));
                (folder.join(&since), format!("{}-{since}", service.key))
            }
        };
        Self { service, folder, name, open: None }
    }

    fn file_name(&self, page: u64) -> String {
        format!("{}-{page:05}.json", self.name)
    }

    fn folder_of(&self, page: u64) -> PathBuf {
        self.folder.join(format!("{:04}", page / PAGES_OF_FOLDER))
    }

    /// Returns the path of a page, whether it is there or not.
    pub(super) fn path(&self, page: u64) -> PathBuf {
        self.folder_of(page).join(self.file_name(page))
    }

    /// Returns the record of the folder of a page.
    fn record(&mut self, page: u64) -> Result<&mut Fetched, InferenceError> {
        let part = page / PAGES_OF_FOLDER;
        let fetched = match self.open.take() {
            Some((open, fetched)) if open == part => fetched,
            _ => Fetched::read(&self.folder_of(page))?,
        };
        Ok(&mut self.open.insert((part, fetched)).1)
    }

    /// Returns whether a page is there as it was fetched.
    pub(super) fn has(&mut self, page: u64) -> Result<bool, InferenceError> {
        let name = self.file_name(page);
        Ok(self.record(page)?.has(&name))
    }

    /// Saves a page, and returns whether it is new or has changed.
    pub(super) fn save(&mut self, page: u64, body: &[u8]) -> Result<bool, InferenceError> {
        let name = self.file_name(page);
        let title = format!("{} {page}", self.service.name);
        let record = self.record(page)?;
        if record.has_same(&name, body) {
            return Ok(false);
        }
        record.save(&name, &title, body)?;
        Ok(true)
    }

    /// Deletes the files of pages after the last one, which a shorter list no longer has, and returns how
    /// many.
    pub(super) fn remove_after(&self, last: u64) -> Result<u64, InferenceError> {
        let mut page = last + 1;
        while self.path(page).is_file() {
            let path = self.path(page);
            fs::remove_file(&path).map_err(InferenceError::file(&path))?;
            page += 1;
        }
        Ok(page - last - 1)
    }
}
