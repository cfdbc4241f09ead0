//! A journal in memory, with simulated ends of processes.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use simui_domain::{InterruptId, RunId};

use crate::{
    Answer, Commit, Event, FlowError, InterruptRecord, Journal, Recording, RunLog, RunRecord,
    RunStatus, Step,
};

/// The moment at which a simulated process ends, for tests of restarts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the write reaches the journal.
    BeforeWrite,
    /// After the write, but before the caller learns of it.
    AfterWrite,
}

/// A journal in memory, with the rules of the stored one. Each value stands for a process:
/// [`RamJournal::process`] starts another one on the same records, [`RamJournal::kill`] ends this one.
#[derive(Debug)]
pub struct RamJournal {
    shared: Arc<Mutex<Shared>>,
    process: u64,
}

#[derive(Debug, Default)]
struct Shared {
    runs: BTreeMap<RunId, Stored>,
    interrupts: BTreeMap<InterruptId, InterruptRecord>,
    processes: u64,
    dead: HashSet<u64>,
    writes: u64,
    deaths: Vec<(u64, Moment)>,
}

#[derive(Debug)]
struct Stored {
    owner: u64,
    /// Takeovers from dead owners since the last commit.
    takeovers: u32,
    log: RunLog,
    events: Vec<Event>,
}

impl Default for RamJournal {
    fn default() -> Self {
        Self::new()
    }
}

impl RamJournal {
    /// An empty journal.
    pub fn new() -> Self {
        Self { shared: Arc::default(), process: 0 }
    }

    /// Another process on the same records.
    pub fn process(&self) -> Self {
        let mut shared = self.lock();
        shared.processes += 1;
        Self { shared: self.shared.clone(), process: shared.processes }
    }

    /// Ends this process: every further call on this value fails.
    pub fn kill(&self) {
        self.lock().dead.insert(self.process);
    }

    /// Ends the process that does the `write`-th write (from 1, counted over all processes).
    pub fn kill_at(&self, write: u64, moment: Moment) {
        self.lock().deaths.push((write, moment));
    }

    /// Number of writes so far.
    pub fn writes(&self) -> u64 {
        self.lock().writes
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn read<T>(&self, read: impl FnOnce(&Shared) -> T) -> Result<T, FlowError> {
        let shared = self.lock();
        if shared.dead.contains(&self.process) { Err(killed()) } else { Ok(read(&shared)) }
    }

    fn write(
        &self,
        write: impl FnOnce(&mut Shared) -> Result<(), FlowError>,
    ) -> Result<(), FlowError> {
        let mut shared = self.lock();
        if shared.dead.contains(&self.process) {
            return Err(killed());
        }
        shared.writes += 1;
        let now = shared.writes;
        let death = shared.deaths.iter().find(|(at, _)| *at == now).map(|(_, moment)| *moment);
        if death.is_some() {
            shared.dead.insert(self.process);
        }
        if death == Some(Moment::BeforeWrite) {
            return Err(killed());
        }
        write(&mut shared)?;
        if death.is_some() { Err(killed()) } else { Ok(()) }
    }
}

fn killed() -> FlowError {
    FlowError::Journal("the process was killed".into())
}

impl Shared {
    fn run(&mut self, id: &RunId) -> Result<&mut Stored, FlowError> {
        self.runs.get_mut(id).ok_or_else(|| FlowError::UnknownRun(id.clone()))
    }

    fn commit(&mut self, process: u64, commit: &Commit) -> Result<(), FlowError> {
        if let Some((id, _)) = &commit.answer {
            let interrupt = self.interrupts.get(id);
            let interrupt = interrupt.ok_or_else(|| FlowError::UnknownInterrupt(id.clone()))?;
            if let Some(Answer { by, at, .. }) = &interrupt.answer {
                let (interrupt, by, at) = (id.clone(), by.clone(), *at);
                return Err(FlowError::AlreadyAnswered { interrupt, by, at });
            }
        }
        let stored = self.run(&commit.run_id)?;
        let status = stored.log.run.status;
        if status != commit.from {
            let run = commit.run_id.clone();
            return Err(FlowError::WrongStatus { run, status, operation: "continued" });
        }
        let expected = stored.log.steps.len() as u64 + 1..;
        let out_of_turn = commit.steps.iter().zip(expected).any(|(step, seq)| step.seq != seq);
        if out_of_turn || (status == RunStatus::Running && stored.owner != process) {
            return Err(FlowError::OwnedElsewhere(commit.run_id.clone()));
        }
        stored.owner = process;
        stored.takeovers = 0;
        stored.log.run.status = commit.to;
        stored.log.run.failure = commit.failure.clone();
        stored.log.steps.extend(commit.steps.iter().cloned());
        for recording in &commit.recordings {
            let Recording { node, visit, .. } = recording;
            stored.log.recordings.retain(|old| (&old.node, &old.visit) != (node, visit));
            stored.log.recordings.push(recording.clone());
        }
        stored.events.extend(commit.events.iter().cloned());
        if commit.to != RunStatus::Waiting {
            stored.log.open_interrupt = None;
        }
        if let Some(interrupt) = &commit.interrupt {
            stored.log.open_interrupt = Some(interrupt.id.clone());
            self.interrupts.insert(interrupt.id.clone(), interrupt.clone());
        }
        if let Some((id, answer)) = &commit.answer
            && let Some(interrupt) = self.interrupts.get_mut(id)
        {
            interrupt.answer = Some(answer.clone());
        }
        Ok(())
    }
}

impl Journal for RamJournal {
    async fn create(&self, run: &RunRecord) -> Result<(), FlowError> {
        let owner = self.process;
        self.write(|shared| {
            if shared.runs.contains_key(&run.id) {
                return Err(FlowError::RunExists(run.id.clone()));
            }
            let (steps, recordings): (Vec<Step>, Vec<Recording>) = Default::default();
            let log = RunLog { run: run.clone(), steps, recordings, open_interrupt: None };
            shared
                .runs
                .insert(run.id.clone(), Stored { owner, takeovers: 0, log, events: Vec::new() });
            Ok(())
        })
    }

    async fn commit(&self, commit: &Commit) -> Result<(), FlowError> {
        self.write(|shared| shared.commit(self.process, commit))
    }

    async fn claim(&self, run: &RunId) -> Result<u32, FlowError> {
        let mut takeovers = 0;
        self.write(|shared| {
            let dead = shared.dead.clone();
            let stored = shared.run(run)?;
            if stored.log.run.status != RunStatus::Running {
                return Ok(());
            }
            if stored.owner != self.process {
                if !dead.contains(&stored.owner) {
                    return Err(FlowError::OwnedElsewhere(run.clone()));
                }
                (stored.owner, stored.takeovers) = (self.process, stored.takeovers + 1);
            }
            takeovers = stored.takeovers;
            Ok(())
        })?;
        Ok(takeovers)
    }

    async fn load(&self, run: &RunId) -> Result<Option<RunLog>, FlowError> {
        self.read(|shared| shared.runs.get(run).map(|stored| stored.log.clone()))
    }

    async fn interrupt(&self, id: &InterruptId) -> Result<Option<InterruptRecord>, FlowError> {
        self.read(|shared| shared.interrupts.get(id).cloned())
    }

    async fn runs(&self, subject: &str) -> Result<Vec<RunRecord>, FlowError> {
        self.read(|shared| {
            let about = shared.runs.values().filter(|stored| stored.log.run.subject == subject);
            about.map(|stored| stored.log.run.clone()).collect()
        })
    }

    async fn events(&self, run: &RunId) -> Result<Vec<Event>, FlowError> {
        self.read(|shared| {
            shared.runs.get(run).map(|stored| stored.events.clone()).unwrap_or_default()
        })
    }

    async fn unfinished(&self, graph: &str) -> Result<Vec<RunId>, FlowError> {
        self.read(|shared| {
            let free = |owner| owner == self.process || shared.dead.contains(&owner);
            let open = shared.runs.values().filter(|stored| {
                let run = &stored.log.run;
                run.graph == graph && run.status == RunStatus::Running && free(stored.owner)
            });
            open.map(|stored| stored.log.run.id.clone()).collect()
        })
    }
}
