use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use ort::session::RunOptions;

use super::batch::Batch;
use super::graph::Graph;
use super::provider::Trial;
use super::runtime::{Computation, Runtime};
use super::tokens::Tokens;
use crate::InferenceError;
use crate::registry::{InstalledModel, Role, Scale, Score};

/// Scores pairs of query and passage with an ONNX model.
pub struct CrossEncoder {
    graph: Graph,
    tokens: Tokens,
    score: Score,
}

/// Conditions for ending before the last passage.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Time at which scoring ends, even within a batch.
    pub deadline: Option<Instant>,
    /// Ends when the best passages are unlikely to change.
    pub early_stop: Option<EarlyStop>,
    /// Ends when this returns `true`; called before each batch.
    pub cancelled: Option<&'a (dyn Fn() -> bool + Sync)>,
}

/// Ends scoring when the best `keep` passages have not changed for `patience` passages. Useful only when the
/// most promising passages come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlyStop {
    /// Number of wanted passages.
    pub keep: usize,
    /// Number of consecutive passages outside the best after which scoring ends.
    pub patience: usize,
}

/// Result of scoring.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// A score for each passage in order, on the scale of the model's entry; `None` from where scoring ended.
    pub scores: Vec<Option<f32>>,
    /// Whether the deadline or the caller ended scoring.
    pub cut_off: bool,
    /// Whether [`EarlyStop`] ended scoring.
    pub settled: bool,
}

/// Pairs of a batch; small, so that a deadline wastes little work.
const BATCH: usize = 8;

impl CrossEncoder {
    /// Opens an installed reranker.
    ///
    /// # Errors
    /// [`InferenceError::Model`] when the model is no reranker; [`InferenceError::Inference`] when ONNX
    /// Runtime or the tokenizer rejects its files.
    pub fn open(
        runtime: &Runtime,
        model: &InstalledModel,
        computation: Computation,
    ) -> Result<Self, InferenceError> {
        let entry = model.entry();
        let id = entry.id.as_str();
        let (Role::Reranker, Some(score)) = (&entry.role, &entry.score) else {
            return Err(InferenceError::model(id, "it is no reranker; choose one"));
        };
        let tokens = Tokens::open(id, &model.tokenizer(), entry.max_length)?;
        let graph = Graph::open(runtime, model, computation)?;
        Ok(Self { graph, tokens, score: score.clone() })
    }

    /// Returns the model's name.
    pub fn id(&self) -> &str {
        self.graph.id()
    }

    /// Returns the scale of the scores and the thresholds on it.
    pub fn scale(&self) -> &Score {
        &self.score
    }

    /// Returns the providers that were tried, with reasons; the last one is used.
    pub fn providers(&self) -> Vec<Trial> {
        self.graph.trials()
    }

    /// Scores `passages` in order until `limits` end it; the most promising should come first.
    ///
    /// # Errors
    /// [`InferenceError::Inference`] when the model fails. Ending early is no error: finished scores are
    /// returned.
    pub fn score(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits<'_>,
    ) -> Result<Scores, InferenceError> {
        let options =
            RunOptions::new().map_err(InferenceError::inference(self.id(), "preparing"))?;
        let (done, watched) = mpsc::channel::<()>();
        thread::scope(|scope| {
            if let Some(deadline) = limits.deadline {
                let options = &options;
                scope.spawn(move || {
                    let left = deadline.saturating_duration_since(Instant::now());
                    // The sender is dropped when scoring is finished.
                    if watched.recv_timeout(left) == Err(RecvTimeoutError::Timeout) {
                        let _ = options.terminate();
                    }
                });
            }
            let scores = self.score_until(query, passages, limits, &options);
            drop(done);
            scores
        })
    }

    fn score_until(
        &self,
        query: &str,
        passages: &[&str],
        limits: &Limits<'_>,
        options: &RunOptions,
    ) -> Result<Scores, InferenceError> {
        let late = || limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let ended = || late() || limits.cancelled.is_some_and(|cancelled| cancelled());
        let mut found =
            Scores { scores: vec![None; passages.len()], cut_off: false, settled: false };
        let mut best = limits.early_stop.map(Best::new);
        for (batch, members) in passages.chunks(BATCH).enumerate() {
            if ended() {
                found.cut_off = true;
                break;
            }
            let scores = match self.batch(query, members, options, limits.deadline) {
                Ok(scores) => scores,
                // A run that the deadline terminated returns an error.
                Err(_) if late() => {
                    found.cut_off = true;
                    break;
                }
                Err(error) => return Err(error),
            };
            for (at, score) in scores.into_iter().enumerate() {
                found.scores[batch * BATCH + at] = Some(score);
                best.iter_mut().for_each(|best| best.take(score));
            }
            let more = (batch + 1) * BATCH < passages.len();
            if more && best.as_ref().is_some_and(Best::settled) {
                found.settled = true;
                break;
            }
        }
        Ok(found)
    }

    fn batch(
        &self,
        query: &str,
        passages: &[&str],
        options: &RunOptions,
        deadline: Option<Instant>,
    ) -> Result<Vec<f32>, InferenceError> {
        let pairs: Vec<(&str, &str)> = passages.iter().map(|passage| (query, *passage)).collect();
        let tokenised = self.tokens.encode(pairs)?;
        let members: Vec<_> = tokenised.iter().collect();
        let batch = Batch::of(&members, self.tokens.pad());
        let output = self.graph.run(&batch, options, deadline)?;
        match output.shape[..] {
            [rows] | [rows, 1] if rows == passages.len() => {
                Ok(output.numbers.into_iter().map(|logit| self.scaled(logit)).collect())
            }
            _ => {
                let reason = format!(
                    "its output is {:?} where {} × 1 is expected",
                    output.shape,
                    passages.len()
                );
                Err(InferenceError::inference(self.id(), "reading its output")(reason))
            }
        }
    }

    fn scaled(&self, logit: f32) -> f32 {
        match self.score.scale {
            Scale::Sigmoid => 1.0 / (1.0 + (-logit).exp()),
            Scale::Logit | Scale::Cosine => logit,
        }
    }
}

/// The best scores so far, highest first, and the number of passages since the last change.
struct Best {
    rule: EarlyStop,
    scores: Vec<f32>,
    unchanged: usize,
}

impl Best {
    fn new(rule: EarlyStop) -> Self {
        Self { rule, scores: Vec::new(), unchanged: 0 }
    }

    fn take(&mut self, score: f32) {
        let place = self.scores.partition_point(|&better| better >= score);
        if place >= self.rule.keep {
            self.unchanged += 1;
            return;
        }
        self.scores.insert(place, score);
        self.scores.truncate(self.rule.keep);
        self.unchanged = 0;
    }

    fn settled(&self) -> bool {
        self.scores.len() >= self.rule.keep && self.unchanged >= self.rule.patience
    }
}
