use ort::session::RunOptions;

use super::batch::{Batch, by_length};
use super::graph::{Graph, Output};
use super::provider::Trial;
use super::runtime::{Computation, Runtime};
use super::tokens::Tokens;
use crate::InferenceError;
use crate::registry::{Encoding, InstalledModel, Pooling, Role};

/// Converts texts to vectors with an ONNX model.
pub struct Encoder {
    graph: Graph,
    tokens: Tokens,
    encoding: Encoding,
}

/// Role of a text, which decides its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// A query.
    Query,
    /// A passage.
    Passage,
}

impl Encoder {
    /// Opens an installed encoder.
    ///
    /// # Errors
    /// [`InferenceError::Model`] when the model is no encoder; [`InferenceError::Inference`] when ONNX
    /// Runtime or the tokenizer rejects its files.
    pub fn open(
        runtime: &Runtime,
        model: &InstalledModel,
        computation: Computation,
    ) -> Result<Self, InferenceError> {
        let entry = model.entry();
        let id = entry.id.as_str();
        let Role::Encoder(encoding) = &entry.role else {
            return Err(InferenceError::model(id, "it is a reranker; choose an encoder"));
        };
        let tokens = Tokens::open(id, &model.tokenizer(), entry.max_length)?;
        let graph = Graph::open(runtime, model, computation)?;
        Ok(Self { graph, tokens, encoding: encoding.clone() })
    }

    /// Returns the model's name.
    pub fn id(&self) -> &str {
        self.graph.id()
    }

    /// Returns the length of the vectors.
    pub fn dims(&self) -> usize {
        self.encoding.dims
    }

    /// Returns the providers that were tried, with reasons; the last one is used.
    pub fn providers(&self) -> Vec<Trial> {
        self.graph.trials()
    }

    /// Returns the vectors of `texts` in order; zeros for a text without tokens.
    ///
    /// # Errors
    /// [`InferenceError::Inference`] when the model fails, or its vectors have another length than its entry
    /// says.
    pub fn encode(&self, texts: &[&str], side: Side) -> Result<Vec<Vec<f32>>, InferenceError> {
        let prefix = match side {
            Side::Query => &self.encoding.query_prefix,
            Side::Passage => &self.encoding.passage_prefix,
        };
        let inputs: Vec<String> = texts.iter().map(|text| format!("{prefix}{text}")).collect();
        let tokenised = self.tokens.encode(inputs)?;
        let options =
            RunOptions::new().map_err(InferenceError::inference(self.id(), "preparing"))?;
        let mut vectors = vec![Vec::new(); texts.len()];
        for positions in by_length(&tokenised) {
            let members: Vec<_> = positions.iter().map(|&at| &tokenised[at]).collect();
            let batch = Batch::of(&members, self.tokens.pad());
            let output = self.graph.run(&batch, &options, None)?;
            for (row, at) in positions.into_iter().enumerate() {
                vectors[at] = self.vector(&output, &batch, row)?;
            }
        }
        Ok(vectors)
    }

    fn vector(
        &self,
        output: &Output,
        batch: &Batch,
        row: usize,
    ) -> Result<Vec<f32>, InferenceError> {
        let (texts, length) = batch.ids.dim();
        let dims = self.encoding.dims;
        let mut vector = match output.shape[..] {
            [rows, columns, width] if (rows, columns, width) == (texts, length, dims) => {
                let hidden = &output.numbers[row * length * dims..(row + 1) * length * dims];
                let mask: Vec<bool> = batch.mask.row(row).iter().map(|&it| it == 1).collect();
                pool(self.encoding.pooling, hidden, &mask, dims)
            }
            [rows, width] if (rows, width) == (texts, dims) => {
                output.numbers[row * dims..(row + 1) * dims].to_vec()
            }
            _ => {
                let reason = format!(
                    "its output is {:?} where {texts} × {length} × {dims} or {texts} × {dims} is expected",
                    output.shape
                );
                return Err(InferenceError::inference(self.id(), "reading its output")(reason));
            }
        };
        if self.encoding.normalise {
            normalise(&mut vector);
        }
        Ok(vector)
    }
}

/// Pools the vectors of the tokens (`hidden`, tokens × dims) into one.
fn pool(pooling: Pooling, hidden: &[f32], mask: &[bool], dims: usize) -> Vec<f32> {
    let tokens = hidden.chunks_exact(dims).zip(mask).filter(|(_, seen)| **seen).map(|(it, _)| it);
    let taken: Vec<&[f32]> = match pooling {
        Pooling::Mean => tokens.collect(),
        Pooling::Cls => tokens.take(1).collect(),
    };
    let mut vector = vec![0.0; dims];
    for token in &taken {
        for (sum, value) in vector.iter_mut().zip(*token) {
            *sum += value / taken.len() as f32;
        }
    }
    vector
}

/// Normalises to length one; a zero vector is unchanged.
fn normalise(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
}
