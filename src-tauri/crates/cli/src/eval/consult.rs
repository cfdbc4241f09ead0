//! `simui eval consult`: the contribution of each part of a consultation.

use simui_api::Desk;
use simui_api::types::ConsultAblation;

use crate::error::CliError;
use crate::output::Output;
use crate::progress::{advance, bar};

/// Runs the command.
pub async fn run(desk: &Desk, patients: usize, seed: u64, out: Output) -> Result<(), CliError> {
    let bar = bar("{bar:30} {pos}/{len} variants {eta}");
    let report =
        desk.consult_ablation(patients, seed, |done, all| advance(&bar, done, all)).await?;
    bar.finish_and_clear();
    out.result(&report, describe);
    Ok(())
}

fn describe(report: &ConsultAblation) -> String {
    let mut text = format!(
        "가상 환자 {}명, {}턴, seed {}\n부분\t지표\t전체\t부분 없이\t기여 (95 % 구간)\n",
        report.patients, report.turns, report.seed
    );
    for part in &report.parts {
        for it in &part.worth {
            text += &format!(
                "{}\t{:?}\t{:.3}\t{:.3}\t{:+.3} ({:+.3} – {:+.3})\n",
                part.part, it.measure, it.with, it.without, it.difference, it.low, it.high
            );
        }
    }
    text
}
