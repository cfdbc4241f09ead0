use std::path::{Path, PathBuf};

use jiff::civil::Date;

use super::answer::{NoPage, Page};
use super::client::DataGoKr;
use super::round::{Pages, Progress, Round};
use super::service::Service;
use crate::digest::Digest;
use crate::fetched::Step;
use crate::{DataFault, InferenceError};

/// What is fetched of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wanted {
    /// The current day.
    pub today: Date,
    /// Whether everything is fetched again, also where the service can tell what has changed.
    pub everything: bool,
}

/// What was fetched of a service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fetched {
    /// Rows of the service, or of its changes.
    pub rows: u64,
    /// Pages that are new or have changed.
    pub new: u64,
    /// Pages whose contents were there before, also those of an interrupted update.
    pub unchanged: u64,
    /// Pages that a shorter list no longer has. What was imported from them stays.
    pub gone: u64,
    /// First day of the changes; `None` when everything was fetched.
    pub since: Option<Date>,
}

/// What a folder has of a service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// Day on which the last complete update began.
    pub complete: Option<Date>,
    /// Rows of the last complete update of everything.
    pub rows: Option<u64>,
    /// Pages that are there of an interrupted update, and all its pages.
    pub interrupted: Option<(u64, u64)>,
}

/// Days after which an interrupted round begins again, because its pages would be of too different days.
const LONGEST_ROUND: i32 = 7;
/// Most beginnings of a list whose length changes while it is fetched, in one update.
const BEGINNINGS: u32 = 3;
/// Most pages of a service. A longer list is a fault.
const MOST_PAGES: u64 = 50_000;

/// The list got longer or shorter since its first page.
struct LengthChanged;

impl DataGoKr {
    /// Fetches the pages of a service into its folder. An interrupted update goes on with the next page.
    /// A finished one fetches what has changed since, if the service can tell, and else everything again.
    /// Drop the future to cancel.
    ///
    /// # Errors
    /// The errors of [`Outbound::fetch`](crate::outbound::Outbound::fetch); [`InferenceError::DataGoKr`]
    /// for a refusal, an unreadable answer, or a list that changes while it is fetched;
    /// [`InferenceError::File`].
    pub async fn update(
        &self,
        service: &Service,
        folder: &Path,
        wanted: Wanted,
        progress: &mut (dyn FnMut(Step<'_>) + Send),
    ) -> Result<Fetched, InferenceError> {
        let mut state = Progress::read(folder)?;
        let waiting = files_to_import(service, folder)?;
        if !wanted.everything && !waiting.is_empty() && waiting.iter().all(|it| it.is_file()) {
            // Fetched, but not yet imported: an earlier update ended in between.
            return Ok(pending(service, &state));
        }
        let mut beginnings = 0;
        loop {
            beginnings += 1;
            match self.round(service, folder, wanted, &mut state, progress).await? {
                Ok(fetched) => return Ok(fetched),
                Err(LengthChanged) => state.round = None,
            }
            if beginnings == BEGINNINGS {
                let problem = "the list changes its length while it is fetched; try again later";
                return Err(self.refused(service, 1, DataFault::Answer, problem));
            }
        }
    }

    /// Fetches the first row only, and returns the number of rows, or of changed rows since the last update.
    ///
    /// # Errors
    /// Those of [`DataGoKr::update`].
    pub async fn count(
        &self,
        service: &Service,
        folder: &Path,
    ) -> Result<(u64, Option<Date>), InferenceError> {
        let since = since(service, &Progress::read(folder)?, false);
        let page = self.page(service, 1, 1, since, |_| Ok(())).await?;
        Ok((page.total, since))
    }

    async fn round(
        &self,
        service: &Service,
        folder: &Path,
        wanted: Wanted,
        state: &mut Progress,
        progress: &mut (dyn FnMut(Step<'_>) + Send),
    ) -> Result<Result<Fetched, LengthChanged>, InferenceError> {
        let mut open = state.round.take().filter(|round| continues(round, service, wanted));
        let since =
            open.as_ref().map_or_else(|| since(service, state, wanted.everything), |it| it.since);
        let mut pages = Pages::of(service, folder, since);
        let mut fetched = Fetched { since, ..Fetched::default() };
        let mut before: Option<Digest> = None;
        let mut number = 1;
        loop {
            let known = open.as_ref().map(|round| service.pages(round.total));
            progress(step(service, number - 1, known));
            if open.as_ref().is_some_and(|round| number < round.next) && pages.has(number)? {
                fetched.unchanged += 1;
            } else {
                let total = open.as_ref().map(|round| round.total);
                let page = self.checked_page(service, number, since, total, before).await?;
                if total.is_some_and(|total| total != page.total) {
                    return Ok(Err(LengthChanged));
                }
                let body = page.file().map_err(|it| self.no_page(service, number, &it))?;
                before = Some(Digest::of(&body));
                if page.total > 0 {
                    let is_new = pages.save(number, &body)?;
                    *(if is_new { &mut fetched.new } else { &mut fetched.unchanged }) += 1;
                }
                let begun = open.as_ref().map_or(wanted.today, |round| round.begun);
                let next = open.as_ref().map_or(0, |round| round.next).max(number + 1);
                let (total, rows) = (page.total, service.rows);
                let round = Round { begun, since, total, rows, next, finished: false };
                state.round = Some(round.clone());
                state.write(folder)?;
                open = Some(round);
            }
            let Some(round) = &open else { continue };
            if number >= service.pages(round.total) {
                break;
            }
            number += 1;
        }
        let Some(mut round) = open else { return Ok(Err(LengthChanged)) };
        fetched.rows = round.total;
        if since.is_none() {
            fetched.gone = pages.remove_after(service.pages(round.total))?;
            state.rows = Some(round.total);
        }
        round.finished = true;
        state.complete = Some(round.begun);
        state.imported = false;
        state.round = Some(round);
        state.write(folder)?;
        progress(step(service, number, Some(number)));
        Ok(Ok(fetched))
    }

    /// Fetches a page that has the rows it must have, given the length of the list where it is known and the
    /// digest of the page before.
    async fn checked_page(
        &self,
        service: &Service,
        number: u64,
        since: Option<Date>,
        total: Option<u64>,
        before: Option<Digest>,
    ) -> Result<Page, InferenceError> {
        let check_page = |page: &Page| {
            let Page { total: listed, number: stated, items } = page;
            let rows = items.len() as u64;
            if stated.is_some_and(|stated| stated != number) {
                return Err(format!("another page came, {}; try again later", stated.unwrap_or(0)));
            }
            if service.pages(*listed) > MOST_PAGES {
                return Err(format!("it lists {listed} rows, more than it can have"));
            }
            if *listed == 0 && rows == 0 && since.is_none() && number == 1 {
                return Err(
                    "it has no rows at all; nothing was changed, try again later".to_owned()
                );
            }
            if total.is_some_and(|total| total != *listed) {
                // The caller begins again.
                return Ok(());
            }
            let left = listed.saturating_sub((number - 1) * u64::from(service.rows));
            let expected = left.min(u64::from(service.rows));
            if rows != expected {
                return Err(format!(
                    "it has {rows} rows instead of {expected}, of {listed} in all; try again later"
                ));
            }
            let repeated = page.file().is_ok_and(|body| before == Some(Digest::of(&body)));
            if repeated && rows > 0 {
                return Err("it repeats the page before; try again later".to_owned());
            }
            Ok(())
        };
        self.page(service, number, service.rows, since, check_page).await
    }

    fn no_page(&self, service: &Service, number: u64, no_page: &NoPage) -> InferenceError {
        self.refused(service, number, no_page.fault, &no_page.problem)
    }
}

impl Held {
    /// Reads what a folder has of a service.
    ///
    /// # Errors
    /// [`InferenceError::File`] when the folder cannot be read.
    pub fn read(service: &Service, folder: &Path) -> Result<Self, InferenceError> {
        let Progress { round, complete, rows, .. } = Progress::read(folder)?;
        let open = round.filter(|round| !round.finished);
        let interrupted = open.map(|round| (round.next - 1, service.pages(round.total)));
        Ok(Self { complete, rows, interrupted })
    }
}

/// Returns the files of the finished rounds of a service that the importer has not taken; none while a
/// round is being fetched, whose pages of different days would be mixed.
///
/// # Errors
/// [`InferenceError::File`] when the folder cannot be read.
pub fn files_to_import(service: &Service, folder: &Path) -> Result<Vec<PathBuf>, InferenceError> {
    let state = Progress::read(folder)?;
    let Some(round) = state.round.filter(|round| round.finished && !state.imported) else {
        return Ok(Vec::new());
    };
    let pages = Pages::of(service, folder, round.since);
    Ok((1..=service.pages(round.total)).map(|page| pages.path(page)).collect())
}

/// Records that the importer has taken the files of [`files_to_import`], if there were any.
///
/// # Errors
/// [`InferenceError::File`] when the record cannot be read or written.
pub fn mark_imported(folder: &Path) -> Result<(), InferenceError> {
    let state = Progress::read(folder)?;
    if state.imported || !state.round.as_ref().is_some_and(|round| round.finished) {
        return Ok(());
    }
    Progress { imported: true, ..state }.write(folder)
}

/// Returns whether the next page belongs to this round, and not to a new one.
fn continues(round: &Round, service: &Service, wanted: Wanted) -> bool {
    let days = (wanted.today - round.begun).get_days();
    !round.finished
        && round.rows == service.rows
        && (0..=LONGEST_ROUND).contains(&days)
        && !(wanted.everything && round.since.is_some())
}

/// Returns the first day of the changes to ask for; `None` for everything.
fn since(service: &Service, state: &Progress, everything: bool) -> Option<Date> {
    state.complete.filter(|_| service.since.is_some() && !everything)
}

fn pending(service: &Service, state: &Progress) -> Fetched {
    let (rows, since) = state.round.as_ref().map_or((0, None), |round| (round.total, round.since));
    Fetched { rows, unchanged: service.pages(rows), since, ..Fetched::default() }
}

fn step(service: &Service, done: u64, pages: Option<u64>) -> Step<'_> {
    let count = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
    Step { title: &service.name, done: count(done), total: count(pages.unwrap_or(1)) }
}
