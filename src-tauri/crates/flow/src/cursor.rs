//! The fold of a run's steps: its state and the place where it continues.

use std::collections::HashMap;
use std::sync::Arc;

use crate::node::NodeSpec;
use crate::panics::catch_panic;
use crate::{FlowError, Graph, Next, RunLog, State, Step, StepKind, Timings};

/// The place at which a run continues.
#[derive(Clone)]
pub(crate) enum Position<S: State> {
    /// The body of this node is to run.
    At(S::Node),
    /// The bodies of the branches without a delta are to run, then `join`.
    Fan { branches: Vec<(S::Node, Option<S::Delta>)>, join: S::Node },
    /// The question of this node is open.
    Waiting(S::Node),
    /// The run is over.
    End,
}

/// State and place of a run: the fold of its steps. The engine and a restart both move it with
/// [`Cursor::take`] and [`Cursor::go`], so they cannot disagree.
#[derive(Clone)]
pub(crate) struct Cursor<S: State> {
    pub state: Arc<S>,
    pub position: Position<S>,
    pub seq: u64,
    pub timings: Timings,
    visits: HashMap<S::Node, u32>,
    /// Milliseconds of the longest branch so far in the current fan-out.
    fan_ms: f64,
}

impl<S: State> Cursor<S> {
    /// The cursor before the first step of a run.
    pub fn start(graph: &Graph<S>, state: S, entry: &Next) -> Result<Self, String> {
        let position = position(graph, entry)?;
        let (timings, visits) = (Timings::default(), HashMap::new());
        Ok(Self { state: Arc::new(state), position, seq: 0, timings, visits, fan_ms: 0.0 })
    }

    /// The cursor after the recorded steps up to and including `last`. `each` is called after the delta
    /// of a step was applied and before the cursor moves on.
    pub fn fold(
        graph: &Graph<S>,
        log: &RunLog,
        last: u64,
        mut each: impl FnMut(&Step, &Self),
    ) -> Result<Self, FlowError> {
        let corrupt = |seq, problem| FlowError::Corrupt { run: log.run.id.clone(), seq, problem };
        let state = serde_json::from_str(&log.run.initial)
            .map_err(|error| corrupt(0, format!("initial state: {error}")))?;
        let mut cursor =
            Self::start(graph, state, &log.run.entry).map_err(|problem| corrupt(0, problem))?;
        for step in log.steps.iter().take_while(|step| step.seq <= last) {
            cursor.repeat(graph, step, &mut each).map_err(|problem| corrupt(step.seq, problem))?;
        }
        Ok(cursor)
    }

    /// Applies one recorded step.
    fn repeat(
        &mut self,
        graph: &Graph<S>,
        step: &Step,
        each: &mut impl FnMut(&Step, &Self),
    ) -> Result<(), String> {
        if step.seq != self.seq + 1 {
            return Err(format!("it follows step {}", self.seq));
        }
        let spec = graph
            .named(&step.node)
            .ok_or_else(|| format!("node {} is not in the graph", step.node))?;
        let delta = serde_json::from_str(&step.delta)
            .map_err(|error| format!("delta of {}: {error}", step.node))?;
        self.take(spec.id, step.kind, delta, step.ms)?;
        each(step, self);
        self.go(graph, &step.next)
    }

    /// First half of a step: applies a delta. The delta of a branch is held back until all branches have
    /// one.
    pub fn take(
        &mut self,
        node: S::Node,
        kind: StepKind,
        delta: S::Delta,
        ms: f64,
    ) -> Result<(), String> {
        let Self { state, position, timings, visits, fan_ms, .. } = self;
        match (&mut *position, kind) {
            (Position::At(at), StepKind::Body) if *at == node => {
                Arc::make_mut(state).apply(delta);
                timings.total += ms;
            }
            (Position::Waiting(at), StepKind::Answer) if *at == node => {
                Arc::make_mut(state).apply(delta);
            }
            (Position::Fan { branches, join }, StepKind::Body) => {
                let slot = branches
                    .iter_mut()
                    .find(|(branch, done)| *branch == node && done.is_none())
                    .ok_or_else(|| format!("{node} is not an open branch of the fan-out"))?;
                slot.1 = Some(delta);
                *fan_ms = fan_ms.max(ms);
                if branches.iter().all(|(_, done)| done.is_some()) {
                    let state = Arc::make_mut(state);
                    branches.drain(..).filter_map(|(_, done)| done).for_each(|d| state.apply(d));
                    timings.total += std::mem::take(fan_ms);
                    *position = Position::At(*join);
                }
            }
            _ => return Err(format!("{node} is not what the run was at")),
        }
        if kind == StepKind::Body {
            *visits.entry(node).or_default() += 1;
            *timings.nodes.entry(node.to_string()).or_default() += ms;
        }
        self.seq += 1;
        Ok(())
    }

    /// Second half of a step: moves to where `next` leads.
    pub fn go(&mut self, graph: &Graph<S>, next: &Next) -> Result<(), String> {
        match (next, &self.position) {
            // The last branch has already moved the run to the join.
            (Next::Join, Position::Fan { .. } | Position::At(_)) => {}
            (Next::Wait, Position::At(node)) => self.position = Position::Waiting(*node),
            (Next::Join | Next::Wait, _) => return Err(format!("{next:?} does not fit here")),
            _ => self.position = position(graph, next)?,
        }
        Ok(())
    }

    /// Whether the run is inside a fan-out.
    pub fn in_fan(&self) -> bool {
        matches!(self.position, Position::Fan { .. })
    }

    /// The nodes whose bodies are to run now.
    pub fn pending(&self) -> Vec<S::Node> {
        match &self.position {
            Position::At(node) => vec![*node],
            Position::Fan { branches, .. } => {
                branches.iter().filter(|(_, done)| done.is_none()).map(|(node, _)| *node).collect()
            }
            Position::Waiting(_) | Position::End => Vec::new(),
        }
    }

    /// Number of times the body of `node` has run.
    pub fn visits(&self, node: S::Node) -> u32 {
        self.visits.get(&node).copied().unwrap_or_default()
    }
}

/// The cursor after a step, and where the run continues: the pure part of a step.
pub(crate) fn settled<S: State>(
    graph: &Graph<S>,
    spec: &NodeSpec<S>,
    before: &Cursor<S>,
    kind: StepKind,
    delta: S::Delta,
    waits: bool,
    ms: f64,
) -> Result<(Cursor<S>, Next), String> {
    catch_panic(|| {
        let branch = before.in_fan();
        let mut after = before.clone();
        after.take(spec.id, kind, delta, ms)?;
        let next = match (branch, waits) {
            (true, _) => Next::Join,
            (false, true) => Next::Wait,
            (false, false) => graph.next(spec, &after.state)?,
        };
        after.go(graph, &next)?;
        Ok((after, next))
    })?
}

fn position<S: State>(graph: &Graph<S>, next: &Next) -> Result<Position<S>, String> {
    let node = |name: &str| {
        graph.named(name).map(|spec| spec.id).ok_or(format!("node {name} is not in the graph"))
    };
    Ok(match next {
        Next::Node(name) => Position::At(node(name)?),
        Next::All { branches, join } => Position::Fan {
            branches: branches
                .iter()
                .map(|name| Ok((node(name)?, None)))
                .collect::<Result<_, String>>()?,
            join: node(join)?,
        },
        Next::End => Position::End,
        Next::Join | Next::Wait => return Err(format!("{next:?} is no place to start from")),
    })
}
