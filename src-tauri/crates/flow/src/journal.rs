//! The interface to the storage of runs.

use std::future::Future;

use jiff::Timestamp;
use serde_json::Value;
use simui_domain::{InterruptId, RunId};

use crate::{
    Answer, Event, Failure, FlowError, InterruptRecord, Recording, RunLog, RunRecord, RunStatus,
    Step,
};

/// One transaction of a run, stored completely or not at all.
#[derive(Debug, Clone)]
pub struct Commit {
    /// Id of the run.
    pub run_id: RunId,
    /// Subject of the run.
    pub subject: String,
    /// Time of the commit.
    pub at: Timestamp,
    /// Status that the run must have; for [`RunStatus::Running`] it must also belong to this process.
    pub from: RunStatus,
    /// Status of the run afterwards.
    pub to: RunStatus,
    /// The steps in order: one, or those of bodies that ran side by side and were done at about the same
    /// time; none for failures, retries and cancellations.
    pub steps: Vec<Step>,
    /// Outputs that nodes recorded.
    pub recordings: Vec<Recording>,
    /// Events to store.
    pub events: Vec<Event>,
    /// The question that the last step asks.
    pub interrupt: Option<InterruptRecord>,
    /// The question that the step answers, and the answer.
    pub answer: Option<(InterruptId, Answer)>,
    /// The failure, if the run fails.
    pub failure: Option<Failure>,
    /// The graph's outcome, if the run comes to rest at a question or its end.
    pub outcome: Option<Value>,
}

/// Storage of runs. Implementations: SQLite (`simui-store`) and [`crate::RamJournal`].
///
/// A journal stands for one process. A running run belongs to the process that created it or claimed it
/// last, and only that process may commit to it.
pub trait Journal: Send + Sync + 'static {
    /// Records a new run, owned by this process. Fails with [`FlowError::RunExists`].
    fn create(&self, run: &RunRecord) -> impl Future<Output = Result<(), FlowError>> + Send;

    /// Stores one transaction. Fails with [`FlowError::OwnedElsewhere`] if the run is running in another
    /// process, with [`FlowError::AlreadyAnswered`] if another answer came first, and with
    /// [`FlowError::WrongStatus`] if the run does not have the status `commit.from`.
    fn commit(&self, commit: &Commit) -> impl Future<Output = Result<(), FlowError>> + Send;

    /// Makes this process the owner of a running run whose owner is dead or is this process already. A
    /// run with another status is left alone. Fails with [`FlowError::OwnedElsewhere`] while the owner
    /// lives.
    ///
    /// Returns how often the run was taken over from a dead owner since its last commit, including this
    /// time. The number is stored before this returns, so that a process that ends afterwards has been
    /// counted.
    fn claim(&self, run: &RunId) -> impl Future<Output = Result<u32, FlowError>> + Send;

    /// Everything recorded about a run; `None` if there is no such run.
    fn load(&self, run: &RunId) -> impl Future<Output = Result<Option<RunLog>, FlowError>> + Send;

    /// The question with this id; `None` if there is none.
    fn interrupt(
        &self,
        id: &InterruptId,
    ) -> impl Future<Output = Result<Option<InterruptRecord>, FlowError>> + Send;

    /// The runs about a subject, the oldest first.
    fn runs(&self, subject: &str)
    -> impl Future<Output = Result<Vec<RunRecord>, FlowError>> + Send;

    /// The stored events of a run in order.
    fn events(&self, run: &RunId) -> impl Future<Output = Result<Vec<Event>, FlowError>> + Send;

    /// The running runs of a graph that no living process other than this one owns.
    fn unfinished(&self, graph: &str)
    -> impl Future<Output = Result<Vec<RunId>, FlowError>> + Send;
}
