use std::fmt;

use ort::ep::{CPU, CUDA, CoreML, DirectML, ExecutionProvider, TensorRT};
use ort::session::builder::SessionBuilder;

/// An execution provider of ONNX Runtime.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// CUDA on NVIDIA GPUs.
    Cuda,
    /// TensorRT on NVIDIA GPUs.
    TensorRt,
    /// DirectML on any GPU under Windows.
    DirectMl,
    /// CoreML on Apple hardware.
    CoreMl,
    /// The CPU, always available.
    Cpu,
}

impl Provider {
    /// All providers in the order in which they are tried.
    pub const ALL: [Self; 5] =
        [Self::Cuda, Self::TensorRt, Self::DirectMl, Self::CoreMl, Self::Cpu];

    /// Returns the name for users and settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cuda => "CUDA",
            Self::TensorRt => "TensorRT",
            Self::DirectMl => "DirectML",
            Self::CoreMl => "CoreML",
            Self::Cpu => "CPU",
        }
    }

    /// Returns the provider of this name, ignoring case.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Selection of the providers to try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    /// All providers in order, the CPU last.
    #[default]
    Automatic,
    /// This provider, or the CPU when it is not available.
    Prefer(Provider),
}

impl Choice {
    /// Returns the providers in the order in which they are tried, the CPU last.
    pub fn order(self) -> Vec<Provider> {
        match self {
            Self::Automatic => Provider::ALL.to_vec(),
            Self::Prefer(Provider::Cpu) => vec![Provider::Cpu],
            Self::Prefer(provider) => vec![provider, Provider::Cpu],
        }
    }
}

/// Result of trying a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The provider.
    pub provider: Provider,
    /// Whether the provider is used.
    pub taken: bool,
    /// Reason for users (`simui doctor` prints it).
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

/// Registers a provider with a session under construction.
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
        // Most often a driver or a library beside ONNX Runtime is missing.
        Err(error) => Trial::refused(provider, error.to_string()),
    }
}
