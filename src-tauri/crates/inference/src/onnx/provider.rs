use std::fmt;

use ort::ep::{CPU, CUDA, CoreML, DirectML, ExecutionProvider, TensorRT};
use ort::session::builder::SessionBuilder;

/// What computes a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// NVIDIA cards.
    Cuda,
    /// NVIDIA cards, through TensorRT.
    TensorRt,
    /// Any card on Windows.
    DirectMl,
    /// Apple's machines.
    CoreMl,
    /// The processor; always there.
    Cpu,
}

impl Provider {
    /// In the order they are tried.
    pub const ALL: [Self; 5] =
        [Self::Cuda, Self::TensorRt, Self::DirectMl, Self::CoreMl, Self::Cpu];

    /// Its name for people and for the settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cuda => "CUDA",
            Self::TensorRt => "TensorRT",
            Self::DirectMl => "DirectML",
            Self::CoreMl => "CoreML",
            Self::Cpu => "CPU",
        }
    }

    /// The provider of this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Which providers may be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// All, in order, the processor last.
    #[default]
    Automatic,
    /// This one, and the processor when it cannot be had.
    Prefer(Provider),
}

impl Choice {
    /// The providers in the order they are tried, the processor last.
    pub fn order(self) -> Vec<Provider> {
        match self {
            Self::Automatic => Provider::ALL.to_vec(),
            Self::Prefer(Provider::Cpu) => vec![Provider::Cpu],
            Self::Prefer(provider) => vec![provider, Provider::Cpu],
        }
    }
}

/// What came of one provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// Which.
    pub provider: Provider,
    /// Whether it was taken.
    pub taken: bool,
    /// Why, for people (`simui doctor` prints it).
    pub reason: String,
}

impl Trial {
    pub(super) fn taken(provider: Provider, reason: &str) -> Self {
        Self { provider, taken: true, reason: reason.into() }
    }

    pub(super) fn is_accelerator(&self) -> bool {
        self.taken && self.provider != Provider::Cpu
    }

    pub(super) fn refused(provider: Provider, reason: impl Into<String>) -> Self {
        Self { provider, taken: false, reason: reason.into() }
    }
}

/// Registers one provider with a session that is being built.
pub(super) fn register(provider: Provider, builder: &mut SessionBuilder) -> Trial {
    match provider {
        Provider::Cuda => register_one(provider, &CUDA::default(), builder),
        Provider::TensorRt => register_one(provider, &TensorRT::default(), builder),
        Provider::DirectMl => register_one(provider, &DirectML::default(), builder),
        Provider::CoreMl => register_one(provider, &CoreML::default(), builder),
        Provider::Cpu => {
            register_one(provider, &CPU::default().with_arena_allocator(true), builder)
        }
    }
}

fn register_one<E: ExecutionProvider>(
    provider: Provider,
    implementation: &E,
    builder: &mut SessionBuilder,
) -> Trial {
    match E::is_available() {
        Ok(true) => {}
        Ok(false) => return Trial::refused(provider, "not in this build of ONNX Runtime"),
        Err(error) => return Trial::refused(provider, error.to_string()),
    }
    match implementation.register(builder) {
        Ok(()) => {
            Trial::taken(provider, if provider == Provider::Cpu { "always there" } else { "works" })
        }
        // The usual case: the driver or a library beside ONNX Runtime is missing.
        Err(error) => Trial::refused(provider, error.to_string()),
    }
}
