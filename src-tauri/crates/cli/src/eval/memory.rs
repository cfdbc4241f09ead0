//! `simui eval patients`: what is remembered of invented patients.

use std::path::Path;

use simui_api::types::MemoryReport;

use super::rate::describe_rate;
use crate::error::CliError;
use crate::output::Output;

/// Runs the command.
pub fn run(seed: u64, count: u32, file: Option<&Path>, out: Output) -> Result<(), CliError> {
    let people = simui_api::invented_patients(seed, count)?;
    if let Some(path) = file {
        let mut text = String::new();
        for person in &people {
            let line = serde_json::to_string(person).map_err(|error| CliError::Json {
                place: person.id.clone(),
                reason: error.to_string(),
                remedy: "report this",
            })?;
            text += &format!("{line}\n");
        }
        std::fs::write(path, text).map_err(|error| CliError::file(path, error))?;
    }
    out.result(&simui_api::memory_of(&people)?, describe);
    Ok(())
}

fn describe(report: &MemoryReport) -> String {
    let mut text = format!(
        "가상 환자 {}명, {}회\n말한 사실을 기억함\t{}\n남의 일·물어본 약을 넣지 않음\t{}\n모두 맞은 사람\t{}\n첫 차례의 알레르기가 맨 앞에 있음\t{}\n섞이지 않은 사람\t{}\n",
        report.patients,
        report.turns,
        describe_rate(&report.remembered),
        describe_rate(&report.kept_out),
        describe_rate(&report.people),
        describe_rate(&report.allergies),
        describe_rate(&report.apart),
    );
    for missed in &report.missed {
        let what = if missed.forbidden { "넣음" } else { "놓침" };
        let fact = &missed.fact;
        text +=
            &format!("{what}\t{}\t{} {} {}\n", missed.person, fact.slot, fact.name, fact.standing);
    }
    text
}
