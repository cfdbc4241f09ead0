//! Inspection of runs: checkpoints, replay, forks, comparison. None of these runs a body.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_domain::RunId;
use ts_rs::TS;

use crate::cursor::Cursor;
use crate::panics::catch_panic;
use crate::{
    Difference, Engine, FlowError, Journal, Next, Parent, Recording, RunLog, RunRecord, RunStatus,
    Shape, State, Step, StepKind, differences,
};

/// A place in a run whose state can be inspected and forked from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Checkpoint {
    /// Its number, from 1; 0 is the beginning of the run.
    #[ts(type = "number")]
    pub seq: u64,
    /// Name of the node that ran.
    pub node: String,
    /// Number of the node's visit, from 1.
    pub visit: u32,
    /// Whether a body or an answer made the step.
    pub kind: StepKind,
    /// When the body started.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Duration in milliseconds.
    pub ms: f64,
    /// Size of the stored delta in bytes.
    pub size: usize,
}

/// Result of a replay.
#[derive(Debug, Clone, PartialEq)]
pub struct Replay<S> {
    /// Number of steps that were folded.
    pub steps: u64,
    /// The state after the last step.
    pub state: S,
    /// Steps after which the graph would now continue elsewhere; empty if record and graph agree.
    pub mismatches: Vec<Mismatch>,
}

/// A step after which the graph would now continue elsewhere than recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Mismatch {
    /// Number of the step.
    #[ts(type = "number")]
    pub seq: u64,
    /// Name of its node.
    pub node: String,
    /// Where the run continued.
    pub recorded: String,
    /// Where the edge leads now.
    pub present: String,
}

impl<S: State, J: Journal> Engine<S, J> {
    /// The checkpoints of a run in order.
    pub async fn checkpoints(&self, run: &RunId) -> Result<Vec<Checkpoint>, FlowError> {
        let log = self.log(run).await?;
        Ok(log.steps.iter().map(checkpoint).collect())
    }

    /// The state after a step (0: before the first). Inside a fan-out this is the state at the fan-out,
    /// because the branches' deltas are applied at the join.
    pub async fn state_at(&self, run: &RunId, seq: u64) -> Result<S, FlowError> {
        let log = self.log(run).await?;
        Ok((*self.at(&log, seq)?.state).clone())
    }

    /// Recorded outputs of a run's nodes, by visit.
    pub async fn recordings(&self, run: &RunId) -> Result<Vec<Recording>, FlowError> {
        Ok(self.log(run).await?.recordings)
    }

    /// The current state of a run.
    pub async fn state(&self, run: &RunId) -> Result<S, FlowError> {
        let log = self.log(run).await?;
        Ok((*self.fold(&log)?.state).clone())
    }

    /// Folds the recorded deltas again and compares where every edge leads now with the record.
    pub async fn replay(&self, run: &RunId) -> Result<Replay<S>, FlowError> {
        let log = self.log(run).await?;
        let mut mismatches = Vec::new();
        let cursor = Cursor::fold(&self.graph, &log, u64::MAX, |step, after| {
            if matches!(step.next, Next::Join | Next::Wait) {
                return;
            }
            let Some(spec) = self.graph.named(&step.node) else { return };
            let present = catch_panic(|| self.graph.next(spec, &after.state)).and_then(|next| next);
            if present.as_ref() != Ok(&step.next) {
                mismatches.push(Mismatch {
                    seq: step.seq,
                    node: step.node.clone(),
                    recorded: format!("{:?}", step.next),
                    present: present.map_or_else(|problem| problem, |next| format!("{next:?}")),
                });
            }
        })?;
        let steps = cursor.seq;
        Ok(Replay { steps, state: (*cursor.state).clone(), mismatches })
    }

    /// Records a new run that begins with `state` at the place after step `seq` of `run` (0: at its
    /// beginning), and returns its id; [`Engine::resume`] drives it.
    ///
    /// The edge after the step is evaluated again with `state`. After a step that asked a question the
    /// fork begins at that node, so that the node decides again whether to ask.
    pub async fn fork(&self, run: &RunId, seq: u64, state: &S) -> Result<RunId, FlowError> {
        let log = self.log(run).await?;
        let before = self.at(&log, seq)?;
        let unusable = |problem: String| FlowError::Checkpoint { run: run.clone(), seq, problem };
        if before.in_fan() && before.pending().len() < fan_width(&before) {
            let problem = "it lies inside a fan-out; use the step before or after it".to_owned();
            return Err(unusable(problem));
        }
        let entry = match log.steps.iter().find(|step| step.seq == seq) {
            None => log.run.entry.clone(),
            Some(Step { node, next: Next::Wait, .. }) => Next::Node(node.clone()),
            Some(Step { next: Next::End, .. }) => {
                return Err(unusable("the run ends there; use an earlier step".to_owned()));
            }
            Some(Step { next: Next::Join, .. }) => match before.pending().first() {
                Some(join) => Next::Node(join.to_string()),
                None => return Err(unusable("nothing follows it".to_owned())),
            },
            Some(Step { node, .. }) => {
                let spec = self.graph.named(node);
                let spec = spec.ok_or_else(|| unusable(format!("{node} is not in the graph")))?;
                catch_panic(|| self.graph.next(spec, state))
                    .and_then(|next| next)
                    .map_err(unusable)?
            }
        };
        let fresh = self.new_run(self.clock.new_id(), &log.run.subject, state)?;
        let parent = Some(Parent { run_id: run.clone(), seq });
        self.journal.create(&RunRecord { parent, entry, ..fresh.clone() }).await?;
        Ok(fresh.id)
    }

    /// The differences between the current states of two runs.
    pub async fn compare(&self, left: &RunId, right: &RunId) -> Result<Vec<Difference>, FlowError> {
        let value =
            |state: S| serde_json::to_value(state).map_err(|e| FlowError::Journal(e.into()));
        let (left, right) = (value(self.state(left).await?)?, value(self.state(right).await?)?);
        Ok(differences(&left, &right))
    }

    /// The graph with the marks of one run.
    pub async fn shape_of(&self, run: &RunId) -> Result<Shape, FlowError> {
        let log = self.log(run).await?;
        Ok(self.graph.shape_of(&log))
    }

    /// The status of a run.
    pub async fn status(&self, run: &RunId) -> Result<RunStatus, FlowError> {
        Ok(self.log(run).await?.run.status)
    }

    fn at(&self, log: &RunLog, seq: u64) -> Result<Cursor<S>, FlowError> {
        let cursor = Cursor::fold(&self.graph, log, seq, |_, _| {})?;
        if cursor.seq == seq {
            return Ok(cursor);
        }
        let problem = format!("the last one is {}", cursor.seq);
        Err(FlowError::Checkpoint { run: log.run.id.clone(), seq, problem })
    }
}

fn fan_width<S: State>(cursor: &Cursor<S>) -> usize {
    match &cursor.position {
        crate::cursor::Position::Fan { branches, .. } => branches.len(),
        _ => 0,
    }
}

fn checkpoint(step: &Step) -> Checkpoint {
    Checkpoint {
        seq: step.seq,
        node: step.node.clone(),
        visit: step.visit,
        kind: step.kind,
        at: step.started_at,
        ms: step.ms,
        size: step.delta.len(),
    }
}
