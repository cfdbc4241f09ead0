use std::future::Future;

use jiff::Timestamp;
use serde_json::Value;
use simui_domain::{InterruptId, RunId};

use crate::{
    Answer, Event, Failure, FlowError, InterruptRecord, Recording, RunLog, RunRecord, RunStatus,
    Step,
};

/// One transaction of a run: all of it is kept, or nothing.
#[derive(Debug, Clone)]
pub struct Commit {
    /// The run.
    pub run_id: RunId,
    /// What the run is about.
    pub subject: String,
    /// When.
    pub at: Timestamp,
    /// Where the run must stand for this to happen; running means running *under this process*.
    pub from: RunStatus,
    /// Where it stands afterwards.
    pub to: RunStatus,
    /// The step made; `None` for failures, retries and cancellations.
    pub step: Option<Step>,
    /// What nodes recorded.
    pub recordings: Vec<Recording>,
    /// What to tell later readers.
    pub events: Vec<Event>,
    /// The question asked by `step`.
    pub interrupt: Option<InterruptRecord>,
    /// The question answered by `step`, and how.
    pub answer: Option<(InterruptId, Answer)>,
    /// Why the run fails.
    pub failure: Option<Failure>,
    /// The graph's outcome, whenever the run comes to rest (question, end).
    pub outcome: Option<Value>,
}

/// Where runs are recorded. Implementations: SQLite (`simui-store`) and [`crate::RamJournal`].
///
/// A journal handle stands for one process. A run that stands at running belongs to the process that created
/// it or claimed it last, and only that one may commit to it.
pub trait Journal: Send + Sync + 'static {
    /// Records a new run, owned by this process. Fails with [`FlowError::RunExists`].
    fn create(&self, run: &RunRecord) -> impl Future<Output = Result<(), FlowError>> + Send;

    /// Keeps one transaction. Fails with [`FlowError::OwnedElsewhere`] when the run is running under another
    /// process, with [`FlowError::AlreadyAnswered`] when another answer came first, and with
    /// [`FlowError::WrongStatus`] when the run does not stand at `commit.from`.
    fn commit(&self, commit: &Commit) -> impl Future<Output = Result<(), FlowError>> + Send;

    /// Makes this process the owner of a running run whose owner is dead (or is this process already); a
    /// run that is not running is left alone. Fails with [`FlowError::OwnedElsewhere`] while the owner lives.
    ///
    /// Returns how often the run was taken over from a dead owner since its last commit, this time included. The
    /// number is stored before this returns, so that a process which then ends has been counted.
    fn claim(&self, run: &RunId) -> impl Future<Output = Result<u32, FlowError>> + Send;

    /// Everything recorded about a run; `None` when there is no such run.
    fn load(&self, run: &RunId) -> impl Future<Output = Result<Option<RunLog>, FlowError>> + Send;

    /// A question; `None` when there is no such question.
    fn interrupt(
        &self,
        id: &InterruptId,
    ) -> impl Future<Output = Result<Option<InterruptRecord>, FlowError>> + Send;

    /// The runs about something, oldest first.
    fn runs(&self, subject: &str)
    -> impl Future<Output = Result<Vec<RunRecord>, FlowError>> + Send;

    /// The stored events of a run in order.
    fn events(&self, run: &RunId) -> impl Future<Output = Result<Vec<Event>, FlowError>> + Send;

    /// The runs of a graph that stand at running while no living process but this one owns them.
    fn unfinished(&self, graph: &str)
    -> impl Future<Output = Result<Vec<RunId>, FlowError>> + Send;
}
