//! Operations reserved for administrators: outbound calls, keys, law updates, models and settings.

mod key_file;
mod keys;
mod laws;
mod model_installation;
mod models;
mod onnx;
mod outbound;
mod outbound_log;
mod search_models;
mod search_profiles;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod update;

pub(crate) use onnx::trial;
