//! `simui extract`: the clinical facts of a text, or of each line of a file.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::json;
use simui_api::TextReader;
use simui_api::types::{Extraction, Item, Measurement, WarningSeverity};

use crate::args::counsel::ExtractCommand;
use crate::error::CliError;
use crate::incoming::{self, LONGEST_LINE, Line};
use crate::output::{Output, complain};

#[derive(Deserialize)]
struct Turn {
    id: Option<String>,
    text: String,
}

#[derive(Serialize)]
struct Answer {
    id: Option<String>,
    #[serde(flatten)]
    extraction: Extraction,
}

/// Runs the command. It needs no data directory.
pub fn run(reader: &TextReader, command: ExtractCommand, out: Output) -> Result<(), CliError> {
    if let Some(path) = command.batch {
        return batch(reader, &path, out);
    }
    let text = match command.text.unwrap_or_default() {
        text if text == "-" => {
            incoming::text(Path::new("-"), LONGEST_LINE as u64, "split it into turns")?
        }
        text => text,
    };
    out.result(&reader.extract(&text)?, describe);
    Ok(())
}

fn batch(texts: &TextReader, path: &Path, out: Output) -> Result<(), CliError> {
    let (mut total, mut failed) = (0, 0);
    for line in incoming::lines_as_written(path)? {
        let Line { number, text } = line?;
        total += 1;
        match text.map_err(|problem| (None, problem)).and_then(|text| answer(texts, &text)) {
            Ok(answer) => out.line(&answer),
            Err((id, message)) => {
                failed += 1;
                complain(&format!("{}:{number}: {message}", path.display()));
                out.line(
                    &json!({ "id": id, "line": number, "status": "failed", "error": message }),
                );
            }
        }
    }
    if failed > 0 { Err(CliError::Batch { failed, total }) } else { Ok(()) }
}

fn answer(texts: &TextReader, line: &str) -> Result<Answer, (Option<String>, String)> {
    let turn: Turn = serde_json::from_str(line).map_err(|error| {
        (
            None,
            format!("{error}; write one JSON object a line with \"text\" and, if wanted, \"id\""),
        )
    })?;
    match texts.extract(&turn.text) {
        Ok(extraction) => Ok(Answer { id: turn.id, extraction }),
        Err(error) => Err((turn.id, error.to_string())),
    }
}

fn describe(extraction: &Extraction) -> String {
    let slots = &extraction.slots;
    let who = &slots.demographics;
    let mut text = String::new();
    for warning in &extraction.warnings {
        let severity = match warning.severity {
            WarningSeverity::Emergency => "응급",
            WarningSeverity::Urgent => "긴급",
            WarningSeverity::Caution => "주의",
        };
        text += &format!("[{severity}] {}\n", warning.text);
    }
    let age = who.age_months.map(|it| format!("{it}개월")).or(who.age.map(|it| format!("{it}세")));
    let pregnancy = who.is_pregnant.map(|it| if it { "임신 중" } else { "임신 아님" }.to_owned());
    let weeks = who.pregnancy_weeks.map(|it| format!("{it}주"));
    let person: Vec<String> = [age.or(who.age_group.clone()), who.gender.clone(), pregnancy, weeks]
        .into_iter()
        .flatten()
        .collect();
    if !person.is_empty() {
        text += &format!("인적 사항\t{}\n", person.join(", "));
    }
    for (name, items) in [
        ("질환", &slots.conditions),
        ("증상", &slots.symptoms),
        ("약물", &slots.medications),
        ("알레르기", &slots.allergies),
    ] {
        items.iter().for_each(|it| text += &item(name, it));
    }
    for (name, values) in [("활력징후", &slots.vitals), ("검사", &slots.labs)] {
        values.iter().for_each(|it| text += &value(name, it));
    }
    if text.is_empty() { "찾은 것이 없습니다.".into() } else { text }
}

fn item(slot: &str, it: &Item) -> String {
    let more = [
        it.code.clone(),
        it.duration.clone(),
        it.date.clone(),
        it.dose.as_ref().map(|it| it.text.clone()),
        it.frequency.as_ref().map(|it| it.text.clone()),
    ];
    let more: Vec<String> = more.into_iter().flatten().collect();
    let who = if it.experiencer == "patient" { "" } else { &it.experiencer };
    format!(
        "{slot}\t{}\t{}\t{who}\t{}\t{}-{}\n",
        it.name,
        it.status.as_str(),
        more.join(" "),
        it.start,
        it.end
    )
}

fn value(slot: &str, it: &Measurement) -> String {
    let number = |it: Option<f64>| it.map_or("-".to_owned(), |it| it.to_string());
    let value = match it.value {
        Some(value) => value.to_string(),
        None => format!("{}/{}", number(it.systolic), number(it.diastolic)),
    };
    let doubt = if it.plausible { "" } else { "확인 필요" };
    format!("{slot}\t{}\t{value} {}\t{doubt}\t{}-{}\n", it.name, it.unit, it.start, it.end)
}
