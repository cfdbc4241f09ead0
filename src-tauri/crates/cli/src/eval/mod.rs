//! `simui eval …`: measures of the desk, one module an evaluation.

mod consistency;
mod consult;
mod coverage;
mod memory;
mod pharmacy;
mod rate;

use simui_api::Desk;

use crate::args::eval::EvalCommand;
use crate::error::CliError;
use crate::output::Output;

/// `simui eval …`: runs one of the evaluations.
pub async fn run(desk: &Desk, command: EvalCommand, out: Output) -> Result<(), CliError> {
    match command {
        EvalCommand::Consistency { file } => consistency::run(desk, file.as_deref(), out).await,
        EvalCommand::Patients { seed, patients, out: file } => {
            memory::run(seed, patients, file.as_deref(), out)
        }
        EvalCommand::Consult { patients, seed } => consult::run(desk, patients, seed, out).await,
        EvalCommand::Coverage { folders, ablate } => coverage::run(&folders, ablate, out),
        EvalCommand::Pharmacy { file } => pharmacy::run(desk, file.as_deref(), out).await,
    }
}
