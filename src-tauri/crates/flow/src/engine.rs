//! The engine: starts, resumes, answers and cancels the runs of one graph.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use simui_domain::{Clock, InterruptId, RunId};
use tokio::sync::{broadcast, watch};

use crate::cursor::{Cursor, Position};
use crate::drive::{Drive, catch_panic, settled};
use crate::{
    Answer, Commit, Event, EventKind, Failure, FlowError, Graph, Journal, Next, RunLog, RunRecord,
    RunStatus, State, Step, StepKind,
};

/// Limits that keep a run from continuing for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Largest number of steps in one run, including answers and branches.
    pub steps: u64,
    /// Longest time that one body may take, unless the graph gives its node another limit. It holds for
    /// bodies that compute as well as for those that wait.
    pub timeout: Duration,
    /// Largest number of times that an unfinished run may be taken over from ended processes without a
    /// commit in between; one more fails it.
    pub takeovers: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 200, timeout: Duration::from_secs(60), takeovers: 3 }
    }
}

/// State of a run that has come to rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Stop<S> {
    /// Id of the run.
    pub run_id: RunId,
    /// Status of the run, never [`RunStatus::Running`].
    pub status: RunStatus,
    /// State of the run.
    pub state: S,
    /// The open question, if the run is waiting.
    pub interrupt: Option<InterruptId>,
    /// The failure, if the run failed.
    pub failure: Option<Failure>,
}

/// Runs one graph with one journal. A process has one engine a graph, because the engine knows which runs
/// it is driving.
pub struct Engine<S: State, J: Journal> {
    pub(crate) graph: Arc<Graph<S>>,
    pub(crate) journal: Arc<J>,
    pub(crate) clock: Clock,
    pub(crate) limits: Limits,
    pub(crate) events: broadcast::Sender<Event>,
    active: Mutex<HashMap<RunId, watch::Sender<bool>>>,
}

/// Number of events kept for a slow listener; one that falls further behind must read the journal.
const BACKLOG: usize = 1024;

impl<S: State, J: Journal> Engine<S, J> {
    /// An engine for a graph. `clock` gives times and ids.
    pub fn new(graph: Arc<Graph<S>>, journal: Arc<J>, clock: Clock, limits: Limits) -> Self {
        let (events, _) = broadcast::channel(BACKLOG);
        Self { graph, journal, clock, limits, events, active: Mutex::default() }
    }

    /// The graph that the engine runs.
    pub fn graph(&self) -> &Graph<S> {
        &self.graph
    }

    /// The journal that the engine writes to.
    pub fn journal(&self) -> &Arc<J> {
        &self.journal
    }

    /// Subscribes to all events of the engine's runs from now on.
    pub fn subscribe(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Makes the record of a new run, for callers that store it in a transaction of their own and then
    /// [`Engine::resume`] it.
    pub fn new_run(&self, id: RunId, subject: &str, initial: &S) -> Result<RunRecord, FlowError> {
        let initial = serde_json::to_string(initial).map_err(|e| FlowError::Journal(e.into()))?;
        Ok(RunRecord {
            id,
            graph: self.graph.name.clone(),
            version: self.graph.version,
            subject: subject.to_owned(),
            parent: None,
            initial,
            entry: self.graph.entry(),
            status: RunStatus::Running,
            failure: None,
            created_at: self.clock.now(),
        })
    }

    /// Records a new run and drives it until it rests: at a question, at its end, or after a failure.
    pub async fn start(&self, id: RunId, subject: &str, initial: S) -> Result<Stop<S>, FlowError> {
        let run = self.new_run(id, subject, &initial)?;
        let active = self.enter(&run.id)?;
        self.journal.create(&run).await?;
        let log = RunLog { run, steps: Vec::new(), recordings: Vec::new(), open_interrupt: None };
        self.drive(log, active.cancelled.clone(), 0).await
    }

    /// Continues a run from its last commit until it rests. A run that rests already is only reported. A
    /// run that was taken over too often ([`Limits::takeovers`]) fails before its body runs again.
    pub async fn resume(&self, id: &RunId) -> Result<Stop<S>, FlowError> {
        let active = self.enter(id)?;
        let takeovers = self.journal.claim(id).await?;
        let log = self.log(id).await?;
        self.drive(log, active.cancelled.clone(), takeovers).await
    }

    /// Retries a failed run from the node that failed. Committed nodes are not repeated.
    pub async fn retry(&self, id: &RunId) -> Result<Stop<S>, FlowError> {
        let log = self.log(id).await?;
        self.require(&log, RunStatus::Failed, "retried")?;
        let change = self.change(&log.run, RunStatus::Failed, RunStatus::Running);
        self.commit(Commit { events: vec![self.event(&log.run, EventKind::Retried)], ..change })
            .await?;
        self.resume(id).await
    }

    /// Records the answer to a question exactly once, together with its delta. When this returns the
    /// answer is stored; [`Engine::resume`] the returned run to continue it.
    ///
    /// `by` is an id that the caller has authenticated.
    pub async fn answer(
        &self,
        id: &InterruptId,
        by: &str,
        payload: Value,
    ) -> Result<RunId, FlowError> {
        let interrupt = self.unanswered(id).await?;
        let log = self.log(&interrupt.run_id).await?;
        let cursor = self.fold(&log)?;
        let Position::Waiting(node) = cursor.position else {
            // It may have been answered after it was looked up.
            self.unanswered(id).await?;
            return Err(self.wrong_status(&log, "answered"));
        };
        self.require(&log, RunStatus::Waiting, "answered")?;
        let spec = self.graph.spec(node).filter(|spec| spec.on_answer.is_some());
        let (Some(spec), Some(on_answer)) = (spec, spec.and_then(|spec| spec.on_answer.as_ref()))
        else {
            return Err(self.wrong_status(&log, "answered"));
        };
        let answer = Answer { by: by.to_owned(), at: self.clock.now(), payload };
        let delta = catch_panic(|| on_answer(&cursor.state, &answer))
            .map_err(FlowError::Refused)?
            .map_err(|error| FlowError::Refused(error.to_string()))?;
        let text = serde_json::to_string(&delta).map_err(|e| FlowError::Journal(e.into()))?;
        let (after, next) =
            settled(&self.graph, spec, &cursor, StepKind::Answer, delta, false, 0.0)
                .map_err(FlowError::Refused)?;
        let step = Step {
            seq: after.seq,
            node: spec.name.clone(),
            visit: after.visits(node),
            kind: StepKind::Answer,
            delta: text,
            next,
            started_at: answer.at,
            ms: 0.0,
        };
        let (to, outcome) = match step.next {
            Next::End => (RunStatus::Finished, self.outcome(&after)),
            _ => (RunStatus::Running, None),
        };
        let kind = EventKind::Answered { interrupt_id: id.clone(), by: answer.by.clone() };
        let mut events = vec![self.event(&log.run, kind)];
        events
            .extend((to == RunStatus::Finished).then(|| self.event(&log.run, EventKind::Finished)));
        self.commit(Commit {
            steps: vec![step],
            answer: Some((id.clone(), answer)),
            events,
            outcome,
            ..self.change(&log.run, RunStatus::Waiting, to)
        })
        .await?;
        Ok(interrupt.run_id)
    }

    /// Cancels a run. A run that this engine is driving stops at its next `await` and becomes cancelled a
    /// moment later (see its events); any other is cancelled when this returns.
    pub async fn cancel(&self, id: &RunId) -> Result<(), FlowError> {
        if let Some(signal) = self.active().get(id) {
            signal.send_replace(true);
            return Ok(());
        }
        self.journal.claim(id).await?;
        let log = self.log(id).await?;
        if matches!(log.run.status, RunStatus::Finished | RunStatus::Cancelled) {
            return Err(self.wrong_status(&log, "cancelled"));
        }
        let events = vec![self.event(&log.run, EventKind::Cancelled)];
        let change = self.change(&log.run, log.run.status, RunStatus::Cancelled);
        self.commit(Commit { events, ..change }).await
    }

    /// The runs of this graph that are running and that nobody drives: to be resumed after a restart.
    pub async fn unfinished(&self) -> Result<Vec<RunId>, FlowError> {
        let mut runs = self.journal.unfinished(&self.graph.name).await?;
        let active = self.active();
        runs.retain(|run| !active.contains_key(run));
        Ok(runs)
    }

    /// The record of a run of this graph.
    pub(crate) async fn log(&self, id: &RunId) -> Result<RunLog, FlowError> {
        let log = self.journal.load(id).await?.ok_or_else(|| FlowError::UnknownRun(id.clone()))?;
        let recorded = format!("{} v{}", log.run.graph, log.run.version);
        let present = self.graph.title();
        if recorded == present {
            Ok(log)
        } else {
            Err(FlowError::Version { run: id.clone(), recorded, present })
        }
    }

    /// The cursor at the end of a run's record.
    pub(crate) fn fold(&self, log: &RunLog) -> Result<Cursor<S>, FlowError> {
        Cursor::fold(&self.graph, log, u64::MAX, |_, _| {})
    }

    pub(crate) fn outcome(&self, cursor: &Cursor<S>) -> Option<Value> {
        self.graph.outcome.map(|outcome| outcome(&cursor.state, &cursor.timings))
    }

    pub(crate) fn event(&self, run: &RunRecord, kind: EventKind) -> Event {
        let (run_id, subject) = (run.id.clone(), run.subject.clone());
        Event { run_id, subject, at: self.clock.now(), kind }
    }

    /// A commit that only changes the status of a run.
    pub(crate) fn change(&self, run: &RunRecord, from: RunStatus, to: RunStatus) -> Commit {
        Commit {
            run_id: run.id.clone(),
            subject: run.subject.clone(),
            at: self.clock.now(),
            from,
            to,
            steps: Vec::new(),
            recordings: Vec::new(),
            events: Vec::new(),
            interrupt: None,
            answer: None,
            failure: None,
            outcome: None,
        }
    }

    /// Commits, and then sends the events to the listeners. The commit must not hold events that are live
    /// only.
    pub(crate) async fn commit(&self, commit: Commit) -> Result<(), FlowError> {
        self.journal.commit(&commit).await?;
        for event in commit.events {
            // The start of a run or a body was sent when it happened.
            if !matches!(event.kind, EventKind::NodeStarted { .. } | EventKind::RunStarted) {
                let _ = self.events.send(event);
            }
        }
        Ok(())
    }

    async fn drive(
        &self,
        log: RunLog,
        cancelled: watch::Receiver<bool>,
        takeovers: u32,
    ) -> Result<Stop<S>, FlowError> {
        let cursor = self.fold(&log)?;
        let drive = Drive::new(self, log, cursor, cancelled, takeovers);
        match takeovers > self.limits.takeovers {
            true => drive.give_up(takeovers).await,
            false => drive.until_rest().await,
        }
    }

    async fn unanswered(&self, id: &InterruptId) -> Result<crate::InterruptRecord, FlowError> {
        let interrupt = self
            .journal
            .interrupt(id)
            .await?
            .ok_or_else(|| FlowError::UnknownInterrupt(id.clone()))?;
        match &interrupt.answer {
            None => Ok(interrupt),
            Some(Answer { by, at, .. }) => {
                Err(FlowError::AlreadyAnswered { interrupt: id.clone(), by: by.clone(), at: *at })
            }
        }
    }

    fn require(
        &self,
        log: &RunLog,
        status: RunStatus,
        operation: &'static str,
    ) -> Result<(), FlowError> {
        if log.run.status == status { Ok(()) } else { Err(self.wrong_status(log, operation)) }
    }

    fn wrong_status(&self, log: &RunLog, operation: &'static str) -> FlowError {
        FlowError::WrongStatus { run: log.run.id.clone(), status: log.run.status, operation }
    }

    fn active(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<bool>>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, id: &RunId) -> Result<Active<'_, S, J>, FlowError> {
        let mut active = self.active();
        if active.contains_key(id) {
            return Err(FlowError::Active(id.clone()));
        }
        let (signal, cancelled) = watch::channel(false);
        active.insert(id.clone(), signal);
        Ok(Active { engine: self, run: id.clone(), cancelled })
    }
}

/// Entry of a run that this engine is driving; removed when the driving future ends or is dropped.
struct Active<'a, S: State, J: Journal> {
    engine: &'a Engine<S, J>,
    run: RunId,
    cancelled: watch::Receiver<bool>,
}

impl<S: State, J: Journal> Drop for Active<'_, S, J> {
    fn drop(&mut self) {
        self.engine.active().remove(&self.run);
    }
}
