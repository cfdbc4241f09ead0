//! The engine of one graph: its journal, its limits, its listeners and the runs that it is driving.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use simui_domain::{Clock, InterruptId, RunId};
use tokio::sync::{broadcast, watch};

use crate::cursor::Cursor;
use crate::{
    Commit, Event, EventKind, Failure, FlowError, Graph, Journal, RunLog, RunRecord, RunStatus,
    State,
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

    /// The runs that this engine is driving, each with the signal that cancels it.
    pub(crate) fn active(&self) -> MutexGuard<'_, HashMap<RunId, watch::Sender<bool>>> {
        self.active.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that this engine drives a run; refused if it does already.
    pub(crate) fn enter(&self, id: &RunId) -> Result<Active<'_, S, J>, FlowError> {
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
pub(crate) struct Active<'a, S: State, J: Journal> {
    engine: &'a Engine<S, J>,
    run: RunId,
    /// Becomes true when the run is cancelled.
    pub cancelled: watch::Receiver<bool>,
}

impl<S: State, J: Journal> Drop for Active<'_, S, J> {
    fn drop(&mut self) {
        self.engine.active().remove(&self.run);
    }
}
