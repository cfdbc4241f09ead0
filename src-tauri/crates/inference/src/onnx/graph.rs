use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use ort::session::{RunOptions, Session, SessionInputValue, SessionOutputs};
use ort::value::{TensorElementType, TensorRef, ValueType};

use super::batch::Batch;
use super::provider::Trial;
use super::runtime::{Computation, Opened, Runtime};
use crate::InferenceError;
use crate::registry::InstalledModel;

/// An open model graph. It computes one batch at a time; threads wait for each other.
pub(super) struct Graph {
    id: String,
    runtime: Runtime,
    file: PathBuf,
    computation: Computation,
    opened: Mutex<Opened>,
    inputs: Vec<Input>,
    output: String,
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
        let file = model.graph();
        let opened = runtime.open(&id, &file, computation)?;
        let inputs = opened
            .session
            .inputs()
            .iter()
            .map(|it| input(&id, it.name(), it.dtype()))
            .collect::<Result<_, _>>()?;
        let output = output(&opened.session).ok_or_else(|| InferenceError::Inference {
            id: id.clone(),
            stage: "reading its outputs",
            reason: "none is a tensor of f32 or f16".into(),
        })?;
        let runtime = runtime.clone();
        Ok(Self { id, runtime, file, computation, opened: Mutex::new(opened), inputs, output })
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the providers that were tried so far; the last one computes.
    pub(super) fn trials(&self) -> Vec<Trial> {
        self.opened().trials.clone()
    }

    /// Computes a batch; `options` can terminate the run.
    ///
    /// When an accelerator fails before `deadline`, the graph is opened on the CPU, which computes this batch
    /// and all later ones. An accelerator that has failed is not tried again until the model is reopened.
    pub(super) fn run(
        &self,
        batch: &Batch,
        options: &RunOptions,
        deadline: Option<Instant>,
    ) -> Result<Output, InferenceError> {
        let mut opened = self.opened();
        let failure = match self.compute(&mut opened.session, batch, options) {
            Ok(output) => return Ok(output),
            Err(failure) => failure,
        };
        // A run that its deadline terminated says nothing about the accelerator.
        let late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if late || !opened.accelerated() {
            return Err(failure);
        }
        tracing::warn!(model = %self.id, %failure, "the accelerator failed, the CPU takes over");
        self.runtime.reopen_on_cpu(
            &self.id,
            &self.file,
            self.computation,
            &mut opened,
            &failure,
        )?;
        self.compute(&mut opened.session, batch, options)
    }

    fn opened(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn compute(
        &self,
        session: &mut Session,
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use ndarray::Array2;

    use super::super::{LibrarySearch, Provider};
    use super::*;

    /// No machine of the tests has a GPU that fails on demand. The state is the one after a GPU has taken the
    /// graph; the failure and the change to the CPU are real.
    #[test]
    #[allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test stops where it fails")]
    fn the_cpu_takes_over_when_an_accelerator_fails() {
        let usual = LibrarySearch::usual(None, Path::new("no data directory"));
        if usual.find().is_err() {
            eprintln!("skipped: ONNX Runtime is not here; run models/onnxruntime/fetch.sh");
            return;
        }
        let runtime = Runtime::load(&usual).unwrap();
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/tiny-encoder/model.onnx");
        let computation = Computation::default();
        let mut opened = runtime.open("tiny", &file, computation).unwrap();
        opened.trials = vec![Trial::taken(Provider::Cuda, "works")];
        let graph = Graph {
            id: "tiny".into(),
            runtime,
            file,
            computation,
            opened: Mutex::new(opened),
            inputs: vec![Input::Ids, Input::Mask],
            output: "last_hidden_state".into(),
        };
        let batch = |token| {
            let one = |value| Array2::from_elem((1, 1), value);
            Batch { ids: one(token), types: one(0), mask: one(1) }
        };
        let run = |token, deadline| graph.run(&batch(token), &RunOptions::new().unwrap(), deadline);
        let taken = || graph.trials().last().map(|trial| trial.provider);

        assert!(run(4, None).is_ok());
        // A token outside the vocabulary makes the graph fail. After the deadline that is no verdict.
        assert!(run(999, Some(Instant::now())).is_err());
        assert_eq!(taken(), Some(Provider::Cuda));
        assert!(run(999, None).is_err());
        assert_eq!(taken(), Some(Provider::Cpu));
        let trials = graph.trials();
        assert!(!trials[0].taken && trials[0].reason.contains("while computing"), "{trials:?}");
        assert!(run(4, None).is_ok());
        assert!(run(999, None).is_err());
        assert_eq!(graph.trials(), trials);
    }
}
