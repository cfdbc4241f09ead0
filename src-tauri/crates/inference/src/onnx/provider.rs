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

    /// A provider that cannot be used; `error` is the text of ONNX Runtime, `prefix` what it was doing.
    pub(super) fn refused(provider: Provider, prefix: &str, error: &str) -> Self {
        Self { provider, taken: false, reason: format!("{prefix}{}", gist(error)) }
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
        Ok(false) => return Trial::refused(provider, "", "not in this build of ONNX Runtime"),
        Err(error) => return Trial::refused(provider, "", &error.to_string()),
    }
    match implementation.register(builder) {
        Ok(()) => {
            Trial::taken(provider, if provider == Provider::Cpu { "always there" } else { "works" })
        }
        // Most often a driver or a library beside ONNX Runtime is missing.
        Err(error) => Trial::refused(provider, "", &error.to_string()),
    }
}

/// The part of an error of ONNX Runtime that people can use. Its texts begin with source files and C++
/// signatures: `…/cuda_call.cc:146 std::conditional_t<…> CUDA failure 2: out of memory ; GPU=0 ; …`.
fn gist(error: &str) -> String {
    /// Where the cause starts, the most precise first, and the text that ends it.
    const CAUSES: [(&str, &str); 3] =
        [("CUDA failure", " ;"), ("with error: ", "\n"), ("Failed to allocate", "\n")];
    /// Characters of an error of another form.
    const MAX: usize = 200;
    for (start, end) in CAUSES {
        if let Some(at) = error.rfind(start) {
            let cause = error[at..].split(end).next().unwrap_or_default();
            return cause.trim_start_matches("with error: ").trim_end().to_owned();
        }
    }
    error.lines().next().unwrap_or_default().chars().take(MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts as an H200 machine gave them (`tests/device`).
    #[test]
    fn the_cause_of_an_error_is_kept() {
        let check = |error: &str, expected: &str| assert_eq!(gist(error), expected, "{error}");
        check(
            "/onnxruntime_src/onnxruntime/core/providers/cuda/cuda_call.cc:154 std::conditional_t<THRW> \
             onnxruntime::CudaCall(ERRTYPE) CUDA failure 2: out of memory ; GPU=0 ; hostname=vm ; \
             expr=cudaSetDevice(info_.device_id); \n\n",
            "CUDA failure 2: out of memory",
        );
        check(
            "provider_bridge_ort.cc:2043 Provider& Get() FAIL : Failed to load library \
             /a/libonnxruntime_providers_cuda.so with error: libcublas.so.13: cannot open shared \
             object file: No such file or directory\n",
            "libcublas.so.13: cannot open shared object file: No such file or directory",
        );
        check(
            "model base: computing: Non-zero status code returned while running Add node. Status \
             Message: bfc_arena.cc:360 void* AllocateRawInternal(size_t) Failed to allocate memory for \
             requested buffer of size 100663296\n; verify it (`simui models verify base`)",
            "Failed to allocate memory for requested buffer of size 100663296",
        );
        check("not in this build of ONNX Runtime", "not in this build of ONNX Runtime");
        check("", "");
        assert_eq!(gist(&"가".repeat(500)).chars().count(), 200);
    }
}
