//! `simui calculate`: calculators that show formula, inputs and source.

use simui_api::Desk;
use simui_api::types::{CalculateRequest, Calculation, CalculationKind};

use crate::args::calculate::CalculateCommand;
use crate::error::CliError;
use crate::output::Output;

/// Runs the command.
pub async fn run(desk: &Desk, command: CalculateCommand, out: Output) -> Result<(), CliError> {
    out.result(&desk.calculate(request(command)).await?, describe);
    Ok(())
}

fn request(command: CalculateCommand) -> CalculateRequest {
    let empty = |id: CalculationKind| CalculateRequest {
        id,
        age: None,
        months: None,
        sex: None,
        weight: None,
        height: None,
        creatinine: None,
        drug: None,
        contents: None,
        per_time: None,
        times: None,
        unit: None,
    };
    match command {
        CalculateCommand::Crcl(it) => CalculateRequest {
            age: Some(it.age),
            sex: Some(it.sex.into()),
            weight: Some(it.weight),
            creatinine: Some(it.creatinine),
            ..empty(CalculationKind::CockcroftGault)
        },
        CalculateCommand::Egfr(it) => CalculateRequest {
            age: Some(it.age),
            sex: Some(it.sex.into()),
            creatinine: Some(it.creatinine),
            ..empty(CalculationKind::CkdEpi)
        },
        CalculateCommand::Bmi(it) => CalculateRequest {
            weight: Some(it.weight),
            height: Some(it.height),
            ..empty(CalculationKind::Bmi)
        },
        CalculateCommand::Bsa(it) => CalculateRequest {
            weight: Some(it.weight),
            height: Some(it.height),
            ..empty(CalculationKind::Bsa)
        },
        CalculateCommand::Dose(it) => CalculateRequest {
            drug: Some(it.drug),
            weight: Some(it.weight),
            age: it.age,
            months: it.months,
            ..empty(CalculationKind::WeightDose)
        },
        CalculateCommand::Duration(it) => CalculateRequest {
            contents: Some(it.contents),
            per_time: Some(it.per_time),
            times: Some(it.times),
            unit: Some(it.unit.into()),
            ..empty(CalculationKind::PackDuration)
        },
    }
}

/// Describes a calculation for people.
fn describe(it: &Calculation) -> String {
    let mut text = format!("{}\n{}\n식\t{}\n", it.title, it.result, it.formula);
    for input in &it.inputs {
        text +=
            &format!("입력\t{}\t{} {}\t{}\n", input.name, input.value, input.unit, input.origin);
    }
    text += &format!("반올림\t{}\n근거\t{}\n", it.rounding, it.source);
    if let Some(dose) = &it.dose {
        text += &format!("문장\t“{}” ({} › {})\n", dose.quote, dose.title, dose.section);
    }
    text.extend(it.notes.iter().map(|it| format!("△ {it}\n")));
    text
}
