//! Operations of an engine on its runs: starts, resumes, retries, answers and cancels them.

use serde_json::Value;
use simui_domain::{InterruptId, RunId};
use tokio::sync::watch;

use crate::cursor::{Position, settled};
use crate::drive::Drive;
use crate::panics::catch_panic;
use crate::{
    Answer, Commit, Engine, EventKind, FlowError, InterruptRecord, Journal, Next, RunLog,
    RunStatus, State, Step, StepKind, Stop,
};

impl<S: State, J: Journal> Engine<S, J> {
    /// Records a new run and drives it until it rests: at a question, at its end, or after a failure.
    pub async fn start(&self, id: RunId, subject: &str, initial: S) -> Result<Stop<S>, FlowError> {
        let run = self.new_run(id, subject, &initial)?;
        let active = self.enter(&run.id)?;
        self.journal.create(&run).await?;
        let log = RunLog { run, steps: Vec::new(), recordings: Vec::new(), open_interrupt: None };
        self.drive(log, active.cancelled.clone(), 0).await
    }

    /// Continues a run from its last commit until it rests. A run that rests already is only reported. A
    /// run that was taken over too often ([`crate::Limits::takeovers`]) fails before its body runs again.
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

    async fn unanswered(&self, id: &InterruptId) -> Result<InterruptRecord, FlowError> {
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
}
