//! The model registry: `models/manifest.toml` lists known models, a models directory contains the installed
//! ones.
//!
//! Nothing is downloaded automatically. A model is added from a folder ([`ModelDirectory::add`]) or, if the
//! administrator's policy allows it, by [`ModelDirectory::download`]; every file is checked against its
//! SHA-256.

mod directory;
mod download;
mod intake;
mod manifest;
mod names;
mod settings;

pub use directory::{InstalledModel, Listed, ModelDirectory, State};
pub use intake::Intake;
pub use manifest::Manifest;
pub use names::{ModelId, ModelPath};
pub use settings::{Encoding, Entry, ModelFile, Pooling, Role, Scale, Score};
