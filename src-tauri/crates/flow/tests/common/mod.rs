//! A graph that proptest generates from segments: steps, fan-outs, questions and loops in a row.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests fail by panicking"
)]

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use simui_domain::{Clock, RunId};
use simui_flow::{
    Answer, Context, Edge, Engine, FlowError, Graph, Journal, Limits, NodeError, Outcome,
    RamJournal, RunStatus, State,
};
use uuid::Uuid;

/// A node by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct N(pub u8);

impl fmt::Display for N {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A log of what happened, in an order that must not depend on timing, with the routes of the loops.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Trail {
    pub words: Vec<String>,
    pub visits: BTreeMap<u8, u32>,
    /// Loop node to (node back, node forward, number of times back).
    pub routes: BTreeMap<u8, (u8, u8, u32)>,
    pub last: u8,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Word {
    pub node: u8,
    pub text: String,
    pub counts: bool,
}

impl State for Trail {
    type Node = N;
    type Delta = Word;

    fn apply(&mut self, delta: Word) {
        self.last = delta.node;
        if delta.counts {
            *self.visits.entry(delta.node).or_default() += 1;
        }
        self.words.push(delta.text);
    }
}

impl Trail {
    /// A word that differs whenever the state it was made from differs.
    fn word(&self, node: N) -> Word {
        let sum = self
            .words
            .iter()
            .flat_map(|word| word.bytes())
            .fold(7u32, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte)));
        let text = format!("{node}:{}:{sum:x}", self.words.len());
        Word { node: node.0, text, counts: true }
    }
}

fn route(state: &Trail) -> N {
    let (back, forward, times) = state.routes[&state.last];
    N(if state.visits[&state.last] <= times { back } else { forward })
}

/// One segment of a random graph.
#[derive(Debug, Clone)]
pub enum Segment {
    Step,
    /// A fan-out with this many branches and a join.
    Fan(u8),
    /// A node that always asks.
    Ask,
    /// Back to the beginning of the segment `.0` (modulo), `.1` times.
    Loop(u8, u32),
}

/// Number of runs of each body by (node, visit).
pub type Ran = Arc<Mutex<BTreeMap<(u8, u32), u32>>>;

/// Builds the graph of these segments and its initial state.
pub fn graph_of(
    segments: &[Segment],
    ran: Ran,
    observer: Arc<RamJournal>,
) -> (Graph<Trail>, Trail) {
    let width = |segment: &Segment| match segment {
        Segment::Fan(branches) => branches + 2,
        _ => 1,
    };
    let starts: Vec<u8> = segments
        .iter()
        .scan(0, |next, segment| {
            let start = *next;
            *next += width(segment);
            Some(start)
        })
        .collect();
    let finish = segments.iter().map(width).sum::<u8>();
    let mut initial = Trail::default();
    let mut builder = Graph::<Trail>::builder("random", 1);
    for (at, segment) in segments.iter().enumerate() {
        let start = starts[at];
        let forward = N(starts.get(at + 1).copied().unwrap_or(finish));
        let body = |node| body(node, false, ran.clone(), observer.clone());
        builder = match segment {
            Segment::Step => builder.node(N(start), body(N(start)), Edge::to(forward)),
            Segment::Ask => {
                let ask = self::body(N(start), true, ran.clone(), observer.clone());
                builder.waiting(N(start), ask, on_answer, Edge::to(forward))
            }
            Segment::Loop(back, times) => {
                let back = starts[*back as usize % (at + 1)];
                initial.routes.insert(start, (back, forward.0, *times));
                builder.node(N(start), body(N(start)), Edge::choice(route, [N(back), forward]))
            }
            Segment::Fan(branches) => {
                let names: Vec<N> = (1..=*branches).map(|n| N(start + n)).collect();
                let join = N(start + branches + 1);
                let fan = Edge::all(names.clone(), join);
                let mut with = builder.node(N(start), body(N(start)), fan);
                for name in names {
                    with = with.node(name, body(name), Edge::to(join));
                }
                with.node(join, body(join), Edge::to(forward))
            }
        };
    }
    builder = builder.node(N(finish), body(N(finish), false, ran, observer), Edge::End);
    (builder.build().unwrap(), initial)
}

type BoxedBody = Box<
    dyn Fn(
            Arc<Trail>,
            Context,
        ) -> futures::future::BoxFuture<'static, Result<Outcome<Trail>, NodeError>>
        + Send
        + Sync,
>;

fn body(node: N, asks: bool, ran: Ran, observer: Arc<RamJournal>) -> BoxedBody {
    Box::new(move |state, context| {
        let (ran, observer) = (ran.clone(), observer.clone());
        Box::pin(async move {
            // The property under test: a committed body never runs again.
            let log = observer.load(context.run_id()).await?.expect("the run is recorded");
            let done = log
                .steps
                .iter()
                .any(|step| step.node == node.to_string() && step.visit == context.visit());
            assert!(!done, "{node} visit {} runs although committed", context.visit());
            *ran.lock().unwrap().entry((node.0, context.visit())).or_default() += 1;
            // Branches end in another order than they begin.
            for _ in 0..(200 - u32::from(node.0)) % 7 {
                tokio::task::yield_now().await;
            }
            let delta = state.word(node);
            Ok(match asks {
                true => Outcome::Wait { question: json!({ "asked": delta.text }), delta },
                false => Outcome::Done(delta),
            })
        })
    })
}

fn on_answer(state: &Trail, answer: &Answer) -> Result<Word, NodeError> {
    let text = answer.payload["text"].as_str().ok_or(NodeError::new("an answer needs a text"))?;
    Ok(Word { node: state.last, text: format!("{text}+{}", state.words.len()), counts: false })
}

/// A clock whose seconds and ids count up.
pub fn clock() -> Clock {
    static NOW: AtomicU64 = AtomicU64::new(1);
    let next = || NOW.fetch_add(1, Ordering::Relaxed);
    Clock::new(
        move || Timestamp::from_millisecond(1_800_000_000_000 + next() as i64).unwrap(),
        move |_| Uuid::from_u128(u128::from(next())),
    )
}

/// An engine in a process of its own, without a limit on takeovers: these tests kill more often than a
/// limit allows.
pub fn engine(graph: Arc<Graph<Trail>>, journal: RamJournal) -> Engine<Trail, RamJournal> {
    let limits = Limits { takeovers: u32::MAX, ..Limits::default() };
    Engine::new(graph, Arc::new(journal), clock(), limits)
}

/// Drives a run to its end, answering every question and starting a new process whenever one dies.
pub async fn to_the_end(
    graph: Arc<Graph<Trail>>,
    journal: &RamJournal,
    id: &RunId,
    initial: &Trail,
) -> Trail {
    let mut started = false;
    loop {
        let engine = engine(graph.clone(), journal.process());
        match one_life(&engine, id, initial, &mut started).await {
            Ok(state) => return state,
            // The process was killed.
            Err(FlowError::Journal(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
}

async fn one_life(
    engine: &Engine<Trail, RamJournal>,
    id: &RunId,
    initial: &Trail,
    started: &mut bool,
) -> Result<Trail, FlowError> {
    let recorded = engine.journal().load(id).await?.is_some();
    let mut stop = if recorded {
        // A waiting run needs no process; a running one must be found by the new one.
        let status = engine.status(id).await?;
        let unfinished = engine.unfinished().await?;
        assert_eq!(unfinished.contains(id), status == RunStatus::Running);
        engine.resume(id).await?
    } else {
        engine.start(id.clone(), "subject", initial.clone()).await?
    };
    *started = true;
    loop {
        match (&stop.status, &stop.interrupt) {
            (RunStatus::Finished, _) => return Ok(stop.state),
            (RunStatus::Waiting, Some(question)) => {
                let text = format!("answer {}", stop.state.words.len());
                match engine.answer(question, "reviewer", json!({ "text": text })).await {
                    Ok(_) | Err(FlowError::AlreadyAnswered { .. }) => {}
                    Err(error) => return Err(error),
                }
                stop = engine.resume(id).await?;
            }
            _ => panic!("{stop:?}"),
        }
    }
}
