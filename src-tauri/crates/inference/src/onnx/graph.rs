use std::sync::{Mutex, PoisonError};

use ort::session::{RunOptions, Session, SessionInputValue, SessionOutputs};
use ort::value::{TensorElementType, TensorRef, ValueType};

use super::batch::Batch;
use super::provider::Trial;
use super::runtime::{Computation, Runtime};
use crate::InferenceError;
use crate::registry::InstalledModel;

/// An open model graph. It computes one batch at a time; threads wait for each other.
pub(super) struct Graph {
    id: String,
    session: Mutex<Session>,
    inputs: Vec<Input>,
    output: String,
    trials: Vec<Trial>,
}

#[derive(Debug, Clone, Copy)]
enum Input {
    Ids,
    Mask,
    Types,
}

impl Input {
    const ALL: [Self; 3] = [Self::Ids, Self::Mask, Self::Types];

    fn name(self) -> &'static str {
        match self {
            Self::Ids => "input_ids",
            Self::Mask => "attention_mask",
            Self::Types => "token_type_ids",
        }
    }
}

/// Output of a graph: numbers in the order of `shape`, the last dimension fastest.
#[derive(Debug)]
pub(super) struct Output {
    pub shape: Vec<usize>,
    pub numbers: Vec<f32>,
}

impl Graph {
    pub(super) fn open(
        runtime: &Runtime,
        model: &InstalledModel,
        computation: Computation,
    ) -> Result<Self, InferenceError> {
        let id = model.entry().id.to_string();
        let (session, trials) = runtime.open(&id, &model.graph(), computation)?;
        let inputs = session
            .inputs()
            .iter()
            .map(|it| input(&id, it.name(), it.dtype()))
            .collect::<Result<_, _>>()?;
        let output = output(&session).ok_or_else(|| InferenceError::Inference {
            id: id.clone(),
            stage: "reading its outputs",
            reason: "none is a tensor of f32 or f16".into(),
        })?;
        Ok(Self { id, session: Mutex::new(session), inputs, output, trials })
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn trials(&self) -> &[Trial] {
        &self.trials
    }

    /// Computes a batch; `options` can terminate the run.
    pub(super) fn run(
        &self,
        batch: &Batch,
        options: &RunOptions,
    ) -> Result<Output, InferenceError> {
        let mut values: Vec<(&str, SessionInputValue<'_>)> = Vec::new();
        for input in &self.inputs {
            let numbers = match input {
                Input::Ids => &batch.ids,
                Input::Mask => &batch.mask,
                Input::Types => &batch.types,
            };
            let tensor = TensorRef::from_array_view(numbers.view())
                .map_err(InferenceError::inference(&self.id, "giving it tokens"))?;
            values.push((input.name(), tensor.into()));
        }
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session
            .run_with_options(values, options)
            .map_err(InferenceError::inference(&self.id, "computing"))?;
        let output = self.extract(&outputs)?;
        if output.numbers.iter().all(|number| number.is_finite()) {
            return Ok(output);
        }
        // A single such number in an index would spoil every comparison with its vector.
        Err(InferenceError::inference(&self.id, "computing")("it gave numbers that are not finite"))
    }

    fn extract(&self, outputs: &SessionOutputs<'_>) -> Result<Output, InferenceError> {
        let wrong =
            |reason: String| InferenceError::inference(&self.id, "reading its output")(reason);
        let value = outputs.get(&self.output).ok_or_else(|| wrong("it is not there".into()))?;
        let (shape, numbers) = match value.try_extract_tensor::<f32>() {
            Ok((shape, numbers)) => (shape, numbers.to_vec()),
            Err(_) => {
                let (shape, numbers) = value
                    .try_extract_tensor::<half::f16>()
                    .map_err(|error| wrong(error.to_string()))?;
                (shape, numbers.iter().map(|number| number.to_f32()).collect())
            }
        };
        let shape = shape.iter().map(|&length| usize::try_from(length).unwrap_or(0)).collect();
        Ok(Output { shape, numbers })
    }
}

fn input(id: &str, name: &str, kind: &ValueType) -> Result<Input, InferenceError> {
    let refused = |reason| InferenceError::inference(id, "reading its inputs")(reason);
    let known = Input::ALL.into_iter().find(|input| input.name() == name);
    match kind {
        ValueType::Tensor { ty: TensorElementType::Int64, .. } => {
            known.ok_or_else(|| refused(format!("{name:?} is none that a tokenizer gives")))
        }
        _ => Err(refused(format!("{name:?} is not int64"))),
    }
}

/// Chooses the output: one with a usual name, else the first tensor of floating-point numbers.
fn output(session: &Session) -> Option<String> {
    let number = |kind: &ValueType| {
        let ValueType::Tensor { ty, .. } = kind else { return false };
        matches!(ty, TensorElementType::Float32 | TensorElementType::Float16)
    };
    let names: Vec<&str> =
        session.outputs().iter().filter(|it| number(it.dtype())).map(|it| it.name()).collect();
    let usual = ["last_hidden_state", "token_embeddings", "sentence_embedding", "logits"];
    let named = usual.into_iter().find(|name| names.contains(name));
    named.or(names.first().copied()).map(str::to_owned)
}
