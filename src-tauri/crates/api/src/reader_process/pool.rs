//! The parent's side: starts children, passes files to them, waits with a time limit, and reuses or kills
//! them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use simui_corpus::{
    FilePages, FileToRead, Finding, PagePicture, Part, SourceFile, Take, WantedPicture,
};
use tokio::runtime::Handle;

use super::ReaderProgram;
use super::exchange::{Mapping, Reply, Request, Task};
use super::failure::Failure;
use super::limits::Limits;
use super::worker::Worker;

/// Largest file in bytes after which a child is used again. After a larger one its heap stays large.
const LARGEST_FOR_REUSE: usize = 4 << 20;

/// Interval between two checks whether the import is cancelled.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(25);

/// Time of a complete archive as a multiple of the time of a file of its size. Each entry may take as long as
/// a file of its size.
const ARCHIVE_FACTOR: u32 = 10;

/// The reading processes of one import. Dropping it ends those that wait for a file.
pub(crate) struct ReaderPool {
    program: ReaderProgram,
    runtime: Handle,
    pub(super) limits: Limits,
    idle: Mutex<Vec<Worker>>,
}

/// A reading that did not finish.
struct BrokenRead {
    /// The archive entry that was being read.
    entry: Option<String>,
    failure: Failure,
}

/// The remaining time of a file.
struct TimeBudget {
    /// For the file, or the archive entry, that is being read.
    step: Duration,
    /// For everything.
    total: Duration,
    /// CPU seconds behind `step`, for the reason in the quarantine.
    seconds: u64,
}

impl ReaderPool {
    /// Makes a pool without children. Must be called within a tokio runtime, which waits for them.
    pub fn new(program: ReaderProgram) -> Self {
        let runtime = Handle::current();
        Self { program, runtime, limits: Limits::default(), idle: Mutex::default() }
    }

    /// Passes the documents of a file to `take` and returns the findings that belong to none of them.
    ///
    /// Blocks, so that it must not be called on a thread of the runtime. An archive entry at which a child
    /// fails becomes a finding, and the archive is read again without it.
    ///
    /// # Errors
    /// Why the file could not be read, or not to its end.
    pub fn read(&self, file: &FileToRead<'_>, take: Take<'_>) -> Result<Vec<Finding>, Finding> {
        let mut delivered: HashMap<String, usize> = HashMap::new();
        let mut skip: Vec<String> = Vec::new();
        let mut broken = Vec::new();
        let mut budget = self.budget(file.source);
        loop {
            let task = Task::Documents { hint: file.hint, skip: skip.clone() };
            match self.documents(file, task, &mut budget, &mut delivered, take) {
                Ok(findings) => {
                    broken.extend(findings);
                    return Ok(broken);
                }
                Err(BrokenRead { failure: Failure::Stopped, .. }) => return Ok(broken),
                Err(BrokenRead { entry: Some(entry), failure })
                    if skip.len() < self.limits.entries && !skip.contains(&entry) =>
                {
                    broken.push(Finding::new(inside(file.source, &entry), failure.reason()));
                    skip.push(entry);
                }
                Err(BrokenRead { entry, failure }) => {
                    let mut reason = failure.reason();
                    for Finding { place, .. } in &broken {
                        reason += &format!(" '{place}'도 읽지 못했습니다.");
                    }
                    let place = entry.map(|it| inside(file.source, &it)).unwrap_or_default();
                    return Err(Finding::new(place, reason));
                }
            }
        }
    }

    /// Returns the text of a file page by page; blocks like [`Self::read`]. `stop` returns whether the import
    /// is cancelled.
    ///
    /// # Errors
    /// Why there is none.
    pub fn pages(
        &self,
        source: &SourceFile,
        stop: &dyn Fn() -> bool,
    ) -> Result<FilePages, Finding> {
        match self.answer(source, Task::Pages, stop)? {
            (Reply::Pages(pages), worker) => {
                self.keep(worker, source);
                pages
            }
            _ => Err(Finding::whole_file(Failure::Crash(None).reason())),
        }
    }

    /// Returns a page of a file as a picture; blocks like [`Self::read`]. The child serves no other file.
    ///
    /// # Errors
    /// Why there is none.
    pub fn picture(
        &self,
        source: &SourceFile,
        wanted: &WantedPicture,
    ) -> Result<PagePicture, Finding> {
        match self.answer(source, Task::Picture(wanted.clone()), &|| false)? {
            (Reply::Picture(picture), _) => picture,
            _ => Err(Finding::whole_file(Failure::Crash(None).reason())),
        }
    }

    /// Returns the first reply about a file, and the child that gave it.
    fn answer(
        &self,
        source: &SourceFile,
        task: Task,
        stop: &dyn Fn() -> bool,
    ) -> Result<(Reply, Worker), Finding> {
        let of_file = |failure: Failure| Finding::whole_file(failure.reason());
        let mut budget = self.budget(source);
        let mut worker = self.begin(source, None, task, &mut budget, stop).map_err(of_file)?;
        match self.wait(&mut worker, &mut budget, stop) {
            Ok(reply) => Ok((reply, worker)),
            Err(failure) => Err(of_file(self.explain(worker, failure, &budget))),
        }
    }

    /// Tries once to read the documents of a file. Documents that an earlier try delivered are not delivered
    /// again.
    fn documents(
        &self,
        file: &FileToRead<'_>,
        task: Task,
        budget: &mut TimeBudget,
        delivered: &mut HashMap<String, usize>,
        take: Take<'_>,
    ) -> Result<Vec<Finding>, BrokenRead> {
        let mut entry: Option<String> = None;
        let mut seen: HashMap<String, usize> = HashMap::new();
        let at_start = |failure| BrokenRead { entry: None, failure };
        budget.begin(self.limits.cpu_seconds(file.source.bytes.len() as u64));
        let mut worker =
            self.begin(file.source, file.mapping, task, budget, file.stop).map_err(at_start)?;
        loop {
            match self.wait(&mut worker, budget, file.stop) {
                Ok(Reply::Entry { path, size }) => {
                    budget.begin(self.limits.cpu_seconds(size));
                    entry = Some(path);
                }
                Ok(Reply::Document(reading)) => {
                    let place = entry.clone().unwrap_or_default();
                    let (seen, delivered) = (
                        seen.entry(place.clone()).or_default(),
                        delivered.entry(place).or_default(),
                    );
                    *seen += 1;
                    if *seen <= *delivered {
                        continue;
                    }
                    *delivered += 1;
                    if take(Part::Document(reading)).is_break() {
                        return Ok(Vec::new());
                    }
                }
                Ok(Reply::Read(findings)) => {
                    self.keep(worker, file.source);
                    return Ok(findings);
                }
                Ok(Reply::Pages(_) | Reply::Picture(_)) => {
                    return Err(BrokenRead { entry, failure: Failure::Crash(None) });
                }
                Err(failure) => {
                    let failure = self.explain(worker, failure, budget);
                    return Err(BrokenRead { entry, failure });
                }
            }
        }
    }

    /// Passes a file to a child.
    fn begin(
        &self,
        source: &SourceFile,
        mapping: Option<&SourceFile>,
        task: Task,
        budget: &mut TimeBudget,
        stop: &dyn Fn() -> bool,
    ) -> Result<Worker, Failure> {
        let request = Request {
            task,
            path: source.path.clone(),
            size: source.bytes.len() as u64,
            mapping: mapping
                .map(|it| Mapping { path: it.path.clone(), size: it.bytes.len() as u64 }),
            cpu_base: self.limits.cpu_base,
            cpu_per_mib: self.limits.cpu_per_mib,
        };
        let bodies = [source.bytes.as_slice(), mapping.map_or(&[][..], |it| it.bytes.as_slice())];
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(mut worker) = idle {
            let send = worker.send(&request, &bodies, self.limits.output);
            match self.wait_within(budget, stop, send) {
                // The child ended while waiting for a file, which the system may cause when memory is short.
                Err(Failure::Crash(_)) => {}
                sent => return sent.map(|()| worker),
            }
        }
        let mut worker = self.start()?;
        let send = worker.send(&request, &bodies, self.limits.output);
        match self.wait_within(budget, stop, send) {
            Ok(()) => Ok(worker),
            Err(failure) => Err(self.explain(worker, failure, budget)),
        }
    }

    fn start(&self) -> Result<Worker, Failure> {
        let _runtime = self.runtime.enter();
        Worker::start(&self.program).map_err(Failure::Start)
    }

    /// Returns the next reply.
    fn wait(
        &self,
        worker: &mut Worker,
        budget: &mut TimeBudget,
        stop: &dyn Fn() -> bool,
    ) -> Result<Reply, Failure> {
        self.wait_within(budget, stop, worker.receive(self.limits.reply))
    }

    /// Waits for `work` within the file's time, and until the import is cancelled.
    fn wait_within<T>(
        &self,
        budget: &mut TimeBudget,
        stop: &dyn Fn() -> bool,
        work: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let begun = Instant::now();
        let stopped = async {
            while !stop() {
                tokio::time::sleep(CANCEL_CHECK_INTERVAL).await;
            }
        };
        let done = self.runtime.block_on(async {
            tokio::select! {
                biased;
                () = stopped => Err(Failure::Stopped),
                done = work => done,
                () = tokio::time::sleep(budget.step.min(budget.total)) => {
                    Err(Failure::Time(budget.seconds))
                }
            }
        });
        budget.spend(begun.elapsed());
        done
    }

    /// Returns why a child failed, and kills it if it still runs.
    fn explain(&self, worker: Worker, failure: Failure, budget: &TimeBudget) -> Failure {
        match failure {
            Failure::Crash(None) => {
                let (status, complaint) = self.runtime.block_on(worker.end());
                Failure::of(status, &complaint, budget.seconds)
            }
            failure => failure,
        }
    }

    /// Keeps a child that has read a harmless file for the next one.
    fn keep(&self, worker: Worker, source: &SourceFile) {
        let container = [&b"%PDF"[..], b"PK", b"\xD0\xCF\x11\xE0"];
        let is_container = container.iter().any(|it| source.bytes.starts_with(it));
        if !is_container && source.bytes.len() <= LARGEST_FOR_REUSE {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        }
    }

    fn budget(&self, source: &SourceFile) -> TimeBudget {
        let seconds = self.limits.cpu_seconds(source.bytes.len() as u64);
        let step = Limits::wait_time(seconds);
        TimeBudget { step, total: step * ARCHIVE_FACTOR, seconds }
    }
}

impl TimeBudget {
    /// Starts the time of an archive entry with so many CPU seconds.
    fn begin(&mut self, seconds: u64) {
        self.step = Limits::wait_time(seconds);
        self.seconds = seconds;
    }

    fn spend(&mut self, waited: Duration) {
        self.step = self.step.saturating_sub(waited);
        self.total = self.total.saturating_sub(waited);
    }
}

/// Returns the path of an entry within its archive.
fn inside(archive: &SourceFile, entry: &str) -> String {
    entry.strip_prefix(&format!("{}/", archive.path)).unwrap_or(entry).to_owned()
}
