//! `simui eval coverage`: answers to labelled questions, and what each reading contributes.

use std::path::PathBuf;

use simui_api::{CoverageMeasure, measure_coverage};

use crate::error::CliError;
use crate::output::Output;
use crate::progress::bar;

/// `simui eval coverage`: measures folders; `ablate` leaves each reading out in turn.
pub fn run(folders: &[PathBuf], ablate: bool, out: Output) -> Result<(), CliError> {
    let bar = bar("{bar:30} {pos}/{len} folders {eta}");
    bar.set_length(folders.len() as u64);
    let measure = measure_coverage(folders, ablate, |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    out.result(&measure, describe);
    Ok(())
}

fn describe(measure: &CoverageMeasure) -> String {
    let mut text = format!("맞는 답변\t{} / {}\n", measure.right, measure.questions);
    for folder in &measure.folders {
        text += &format!("{}\t{} / {}\n", folder.path, folder.right, folder.questions);
        for (id, missing) in &folder.wrong {
            text += &format!("  {id}\t{}\n", missing.join(", "));
        }
    }
    if !measure.readings.is_empty() {
        text += "읽는 방법\t사실\t답에 쓴 문서\t있어야 맞는 답\t없어야 맞는 답\n";
    }
    for reading in &measure.readings {
        text += &format!(
            "{}\t{}\t{}\t{}\t{}\n",
            reading.id, reading.facts, reading.documents, reading.gains, reading.costs
        );
    }
    text
}
