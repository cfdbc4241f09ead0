//! `simui check-list`: a whole prescription checked at once.

use simui_api::Desk;
use simui_api::types::{CheckListRequest, CheckListResponse, PrescriptionSeverity};

use crate::args::check_list::CheckListCommand;
use crate::error::CliError;
use crate::incoming;
use crate::output::Output;

/// Longest prescription in bytes.
const LONGEST: u64 = 1 << 20;

/// Runs the command.
pub async fn run(desk: &Desk, command: CheckListCommand, out: Output) -> Result<(), CliError> {
    let CheckListCommand { file, about, patient, reviewer } = command;
    let text = incoming::text(&file, LONGEST, "write one drug a line")?;
    let request = CheckListRequest { text, about, patient, reviewer };
    out.result(&desk.check_list(request).await?, describe);
    Ok(())
}

/// The word for how grave a finding is.
fn word(severity: PrescriptionSeverity) -> &'static str {
    match severity {
        PrescriptionSeverity::Contraindicated => "금기",
        PrescriptionSeverity::Serious => "심각",
        PrescriptionSeverity::Caution => "주의",
    }
}

/// Describes a checked prescription for people: gravest first, then totals, then what was not checked.
fn describe(checked: &CheckListResponse) -> String {
    let mut text = String::new();
    if !checked.person.is_empty() {
        text += &format!("환자\t{}\n\n", checked.person);
    }
    for drug in &checked.drugs {
        let line = if drug.line == 0 { "기록".to_owned() } else { drug.line.to_string() };
        let ingredients = drug.ingredients.join("·");
        text += &format!("{line}\t{} ({ingredients})\t{}\n", drug.written, drug.dose);
    }
    for line in &checked.unknown {
        text += &format!("{}\t{}\t모르는 약\n", line.line, line.text);
    }
    let mut findings: Vec<(Option<PrescriptionSeverity>, String)> = Vec::new();
    let quoted = |quote: &str, text: &str| match text.contains(quote) {
        true => String::new(),
        false => format!("\n    “{}”", quote.replace('\n', " / ")),
    };
    for it in &checked.warnings {
        let (finding, drugs) = (&it.finding, it.drugs.join(", "));
        let head = if drugs.is_empty() { String::new() } else { format!("{drugs}: ") };
        let quote = quoted(&finding.quote, &finding.text);
        let line = format!("{head}{} ({}){quote}", finding.text, finding.source);
        findings.push((Some(it.severity), line));
    }
    for it in &checked.interactions {
        let (finding, pair) = (&it.finding, it.pair.join(" + "));
        let quote = quoted(&finding.quote, &finding.text);
        findings.push((
            Some(it.severity),
            format!("{pair}: {} ({}){quote}", finding.text, finding.source),
        ));
    }
    for it in &checked.duplications {
        let (finding, drugs) = (&it.finding, it.drugs.join(" + "));
        let line = format!("중복: {drugs}: {} ({})", finding.text, finding.source);
        findings.push((Some(it.severity), line));
    }
    for it in &checked.doses {
        let finding = &it.finding;
        let quote = quoted(&finding.quote, &finding.text);
        let formula = it.calculation.as_ref().map(|it| format!("\n    계산: {}", it.formula));
        let formula = formula.unwrap_or_default();
        findings.push((
            it.severity,
            format!("용량: {} ({}){quote}{formula}", finding.text, finding.source),
        ));
    }
    findings.sort_by_key(|(severity, _)| severity.map_or(u8::MAX, |it| it as u8));
    text += "\n";
    for (severity, line) in findings {
        text += &format!("[{}] {line}\n", severity.map_or("확인", word));
    }
    for it in &checked.calculations {
        text += &format!("\n{}: {}\n    {}\n", it.title, it.formula, it.notes.join(" "));
    }
    if !checked.not_checked.is_empty() {
        text += "\n살피지 못한 것\n";
        text.extend(checked.not_checked.iter().map(|it| format!("△ {it}\n")));
    }
    text += "\n등록된 문서와 표에서 찾은 것만 적었습니다. 적혀 있지 않다는 것이 안전하다는 뜻은 아닙니다.";
    text
}
