//! Operations reserved for administrators: outbound calls, keys, updates of laws and drug data, models and
//! settings.

mod drug_data;
mod drug_update;
mod key_file;
mod keys;
mod laws;
mod model_installation;
mod models;
mod onnx;
mod outbound;
mod outbound_log;
mod public_service;
mod search_models;
mod search_profiles;
mod settings;
#[cfg(test)]
pub(crate) mod tests;
mod update;

pub(crate) use onnx::trial;
