//! Drives one run: starts bodies, commits their results, stops at rest.

use std::collections::HashMap;
use std::sync::Arc;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use jiff::Timestamp;
use simui_domain::Clock;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::body_thread::{BodyResult, BodyThread};
use crate::context::ContextParts;
use crate::cursor::{Cursor, settled};
use crate::node::Body;
use crate::panics::catch_panic;
use crate::{
    Commit, Context, Engine, Event, EventKind, Failure, FailureKind, FlowError, InterruptRecord,
    Journal, Next, Outcome, Recording, RunLog, RunRecord, RunStatus, State, Step, StepKind, Stop,
};

/// Time within which the results of bodies share a transaction: those of bodies side by side, and those of
/// short ones in a row. A process that ends meanwhile repeats these bodies, as it repeats one that it had not
/// committed.
const TOGETHER: Duration = Duration::from_millis(20);

/// One run until it next comes to rest.
pub(crate) struct Drive<'a, S: State, J: Journal> {
    engine: &'a Engine<S, J>,
    run: RunRecord,
    cursor: Cursor<S>,
    cancelled: watch::Receiver<bool>,
    /// Recorded outputs of bodies that failed before they could commit.
    recordings: HashMap<(String, u32), Recording>,
    /// Events to be stored with the next commit.
    opening: Vec<Event>,
    interrupt: Option<simui_domain::InterruptId>,
    /// Results that are not committed yet, and when they must be.
    unsaved: Option<(Commit, Instant)>,
    /// Time within which results share a transaction.
    together: Duration,
}

/// One execution of one body.
struct Attempt<S: State> {
    node: S::Node,
    context: Context,
    started: Event,
    started_at: Timestamp,
    ms: f64,
    result: BodyResult<S>,
}

/// A body that failed, with what is stored when the run fails.
struct FailedAttempt {
    recording: Option<Recording>,
    started: Event,
    failure: Failure,
}

impl<'a, S: State, J: Journal> Drive<'a, S, J> {
    pub fn new(
        engine: &'a Engine<S, J>,
        log: RunLog,
        cursor: Cursor<S>,
        cancelled: watch::Receiver<bool>,
        takeovers: u32,
    ) -> Self {
        let RunLog { run, recordings, open_interrupt, .. } = log;
        let recordings = recordings.into_iter().map(|r| ((r.node.clone(), r.visit), r)).collect();
        let interrupt = open_interrupt;
        let (opening, unsaved) = (Vec::new(), None);
        // After a process has ended with the run, each body is committed at once: the next end then says
        // which body it was.
        let together = if takeovers == 0 { TOGETHER } else { Duration::ZERO };
        Self { engine, run, cursor, cancelled, recordings, opening, interrupt, unsaved, together }
    }

    /// Runs bodies and commits them until the run rests.
    pub async fn until_rest(mut self) -> Result<Stop<S>, FlowError> {
        if self.run.status == RunStatus::Running && self.cursor.seq == 0 {
            let event = self.engine.event(&self.run, EventKind::RunStarted);
            let _ = self.engine.events.send(event.clone());
            self.opening.push(event);
        }
        while self.run.status == RunStatus::Running {
            let nodes = self.cursor.pending();
            let Some(first) = nodes.first() else {
                return Err(FlowError::Corrupt {
                    run: self.run.id,
                    seq: self.cursor.seq,
                    problem: "nothing is left to do, yet the run stands at running".to_owned(),
                });
            };
            if self.cursor.seq + nodes.len() as u64 > self.engine.limits.steps {
                let message = format!(
                    "the run would take more than {} steps; look for a loop or raise the limit",
                    self.engine.limits.steps
                );
                let node = first.to_string();
                let failure = Failure { node, kind: FailureKind::StepLimit, message };
                self.fail(failure, Vec::new(), Vec::new()).await?;
            } else {
                self.run_all(nodes).await?;
            }
        }
        Ok(self.stop())
    }

    /// Fails a run during which `takeovers` processes in a row ended.
    pub async fn give_up(mut self, takeovers: u32) -> Result<Stop<S>, FlowError> {
        if let (RunStatus::Running, Some(node)) = (self.run.status, self.cursor.pending().first()) {
            let message = format!(
                "the program ended {takeovers} times while it ran; look at what it works on before running it again"
            );
            let failure = Failure { node: node.to_string(), kind: FailureKind::Crash, message };
            self.fail(failure, Vec::new(), Vec::new()).await?;
        }
        Ok(self.stop())
    }

    fn stop(self) -> Stop<S> {
        Stop {
            run_id: self.run.id,
            status: self.run.status,
            state: Arc::unwrap_or_clone(self.cursor.state),
            interrupt: self.interrupt,
            failure: self.run.failure,
        }
    }

    /// Runs these bodies concurrently and keeps their results for a commit as they are done. Results within
    /// [`TOGETHER`] of each other share a transaction, in the order of the graph. A failing body does not
    /// stop the others, because their work would have to be repeated.
    async fn run_all(&mut self, nodes: Vec<S::Node>) -> Result<(), FlowError> {
        let mut attempts: FuturesUnordered<_> =
            nodes.iter().filter_map(|&node| self.attempt(node)).collect();
        let mut failure = None;
        let (mut recordings, mut events) = (Vec::new(), Vec::new());
        loop {
            let first = tokio::select! {
                biased;
                () = cancellation(&mut self.cancelled) => {
                    drop(attempts);
                    return self.cancel().await;
                }
                attempt = attempts.next() => attempt,
                () = due(&self.unsaved) => {
                    self.save().await?;
                    continue;
                }
            };
            let Some(first) = first else { break };
            let mut done = vec![first];
            let patience = tokio::time::sleep(self.together);
            tokio::pin!(patience);
            loop {
                tokio::select! {
                    biased;
                    attempt = attempts.next() => match attempt {
                        Some(attempt) => done.push(attempt),
                        None => break,
                    },
                    () = &mut patience => break,
                    () = cancellation(&mut self.cancelled) => break,
                }
            }
            // The order of the graph, so that the record does not depend on which body was quicker.
            done.sort_by_key(|attempt| nodes.iter().position(|&node| node == attempt.node));
            for failed in self.keep_attempts(done).await? {
                recordings.extend(failed.recording);
                events.push(failed.started);
                failure.get_or_insert(failed.failure);
            }
        }
        match failure {
            Some(failure) => self.fail(failure, recordings, events).await,
            None => Ok(()),
        }
    }

    /// Starts a body on a thread of its own, so that it blocks nothing and a panic stays in it.
    fn attempt(&self, node: S::Node) -> Option<impl Future<Output = Attempt<S>> + use<S, J>> {
        let engine = self.engine;
        let spec = engine.graph.spec(node)?;
        let visit = self.cursor.visits(node) + 1;
        let started = EventKind::NodeStarted { node: spec.name.clone(), visit };
        let started = engine.event(&self.run, started);
        let _ = engine.events.send(started.clone());
        let earlier = self.recordings.get(&(spec.name.clone(), visit));
        let context = Context::new(ContextParts {
            run_id: self.run.id.clone(),
            subject: self.run.subject.clone(),
            node: spec.name.clone(),
            visit,
            clock: engine.clock.clone(),
            events: engine.events.clone(),
            cancelled: self.cancelled.clone(),
            recorded: earlier.map(|r| r.outputs.clone()).unwrap_or_default(),
        });
        let limit = spec.limit(&self.cursor.state).unwrap_or(engine.limits.timeout);
        let clock = engine.clock.clone();
        let call = BodyCall { body: spec.body.clone(), state: self.cursor.state.clone(), context };
        Some(call.finish(node, started, limit, clock))
    }

    /// Keeps the results of bodies for the next commit, and commits them if the run rests or it is time.
    /// Returns the bodies that failed.
    async fn keep_attempts(
        &mut self,
        attempts: Vec<Attempt<S>>,
    ) -> Result<Vec<FailedAttempt>, FlowError> {
        let (mut commit, due) = match self.unsaved.take() {
            Some(unsaved) => unsaved,
            None => {
                let change = self.engine.change(&self.run, RunStatus::Running, RunStatus::Running);
                (change, Instant::now() + self.together)
            }
        };
        let mut failed = Vec::new();
        for attempt in attempts {
            let (node, started) = (attempt.node, attempt.started.clone());
            let recording = recording(&attempt);
            match self.add_attempt(attempt, &mut commit) {
                Ok(()) => commit.recordings.extend(recording),
                Err((kind, message)) => {
                    let failure = Failure { node: node.to_string(), kind, message };
                    failed.push(FailedAttempt { recording, started, failure });
                }
            }
        }
        let rests = commit.to != RunStatus::Running;
        if !commit.steps.is_empty() {
            self.unsaved = Some((commit, due));
        }
        if rests || Instant::now() >= due {
            self.save().await?;
        }
        Ok(failed)
    }

    /// Commits the results that are not committed yet.
    async fn save(&mut self) -> Result<(), FlowError> {
        let Some((mut commit, _)) = self.unsaved.take() else { return Ok(()) };
        commit.events.splice(0..0, std::mem::take(&mut self.opening));
        commit.at = self.engine.clock.now();
        let to = commit.to;
        self.engine.commit(commit).await?;
        self.run.status = to;
        Ok(())
    }

    /// Adds the result of a body to a commit and moves the cursor past it. The error is the body's own, or
    /// the graph's.
    fn add_attempt(
        &mut self,
        attempt: Attempt<S>,
        commit: &mut Commit,
    ) -> Result<(), (FailureKind, String)> {
        let Attempt { node, started, started_at, ms, result, .. } = attempt;
        let (delta, question) = match result? {
            Outcome::Done(delta) => (delta, None),
            Outcome::Wait { delta, question } => (delta, Some(question)),
        };
        let engine = self.engine;
        let Some(spec) = engine.graph.spec(node) else { return Ok(()) };
        if question.is_some() && spec.on_answer.is_none() {
            let message =
                format!("{node} asked a question but takes no answer; add it with `waiting`");
            return Err((FailureKind::Graph, message));
        }
        let delta_text = serde_json::to_string(&delta)
            .map_err(|error| (FailureKind::Error, format!("its delta: {error}")))?;
        let waits = question.is_some();
        let (after, next) =
            settled(&engine.graph, spec, &self.cursor, StepKind::Body, delta, waits, ms)
                .map_err(|message| (FailureKind::Graph, message))?;
        let visit = after.visits(node);
        let finished = EventKind::NodeFinished { node: spec.name.clone(), visit, ms };
        let mut events = vec![started, engine.event(&self.run, finished)];
        let interrupt = question.map(|question| InterruptRecord {
            id: engine.clock.new_id(),
            run_id: self.run.id.clone(),
            seq: after.seq,
            node: spec.name.clone(),
            question,
            asked_at: engine.clock.now(),
            answer: None,
        });
        let to = match (&interrupt, &next) {
            (Some(record), _) => {
                let (interrupt_id, node) = (record.id.clone(), spec.name.clone());
                let question = record.question.clone();
                let kind = EventKind::Interrupted { interrupt_id, node, question };
                events.push(engine.event(&self.run, kind));
                RunStatus::Waiting
            }
            (None, Next::End) => {
                events.push(engine.event(&self.run, EventKind::Finished));
                RunStatus::Finished
            }
            (None, _) => RunStatus::Running,
        };
        if to != RunStatus::Running {
            commit.outcome = catch_panic(|| engine.outcome(&after))
                .map_err(|message| (FailureKind::Panic, message))?;
        }
        let kind = StepKind::Body;
        let (seq, node) = (after.seq, spec.name.clone());
        commit.steps.push(Step { seq, node, visit, kind, delta: delta_text, next, started_at, ms });
        commit.events.extend(events);
        commit.to = to;
        self.interrupt = interrupt.as_ref().map(|record| record.id.clone());
        commit.interrupt = interrupt;
        self.cursor = after;
        Ok(())
    }

    async fn fail(
        &mut self,
        failure: Failure,
        recordings: Vec<Recording>,
        mut events: Vec<Event>,
    ) -> Result<(), FlowError> {
        self.save().await?;
        let change = self.engine.change(&self.run, RunStatus::Running, RunStatus::Failed);
        let opening = std::mem::take(&mut self.opening);
        events.splice(0..0, opening);
        events.push(self.engine.event(&self.run, EventKind::Failed(failure.clone())));
        let commit = Commit { failure: Some(failure.clone()), recordings, events, ..change };
        self.engine.commit(commit).await?;
        (self.run.status, self.run.failure) = (RunStatus::Failed, Some(failure));
        Ok(())
    }

    async fn cancel(&mut self) -> Result<(), FlowError> {
        self.save().await?;
        let change = self.engine.change(&self.run, RunStatus::Running, RunStatus::Cancelled);
        let mut events = std::mem::take(&mut self.opening);
        events.push(self.engine.event(&self.run, EventKind::Cancelled));
        self.engine.commit(Commit { events, ..change }).await?;
        self.run.status = RunStatus::Cancelled;
        Ok(())
    }
}

/// A body with its input.
struct BodyCall<S: State> {
    body: Body<S>,
    state: Arc<S>,
    context: Context,
}

impl<S: State> BodyCall<S> {
    async fn finish(
        self,
        node: S::Node,
        started: Event,
        limit: Duration,
        clock: Clock,
    ) -> Attempt<S> {
        let Self { body, state, context } = self;
        let started_at = clock.now();
        let inside = context.clone();
        let result = match BodyThread::start(body, state, inside) {
            Ok(thread) => thread.wait(limit).await,
            Err(error) => {
                let text = format!("no thread for it: {error}; end other programs and retry it");
                Err((FailureKind::Error, text))
            }
        };
        let ms = clock.now().duration_since(started_at).as_secs_f64() * 1e3;
        // Microseconds are precise enough, and short numbers keep the journal small.
        let ms = (ms * 1e3).round() / 1e3;
        Attempt { node, context, started, started_at, ms, result }
    }
}

fn recording<S: State>(attempt: &Attempt<S>) -> Option<Recording> {
    let outputs = attempt.context.recorded();
    match &attempt.started.kind {
        EventKind::NodeStarted { node, visit } if !outputs.is_empty() => {
            Some(Recording { node: node.clone(), visit: *visit, outputs })
        }
        _ => None,
    }
}

/// Ends when the results must be committed; never while there are none.
async fn due(unsaved: &Option<(Commit, Instant)>) {
    match unsaved {
        Some((_, due)) => tokio::time::sleep_until(*due).await,
        None => std::future::pending().await,
    }
}

async fn cancellation(cancelled: &mut watch::Receiver<bool>) {
    if cancelled.wait_for(|stop| *stop).await.is_err() {
        // The sender is dropped only after this run; its absence must not cancel the run.
        std::future::pending::<()>().await;
    }
}
