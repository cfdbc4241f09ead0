//! Rules of the coverage comparison: `simui coverage rules …`.

use std::path::Path;

use simui_api::types::{
    CoverageRuleChange, CoverageRuleCheck, CoverageRuleFile, CoverageRuleTextRequest,
    CoverageRules, CoverageRulesCheck, ReplaceCoverageRules,
};
use simui_api::{Desk, ErrorCode};
use simui_korean::particles::{SUBJECT, with_particle};

use crate::args::coverage::CoverageRulesCommand;
use crate::error::CliError;
use crate::incoming;
use crate::output::Output;

pub async fn run(desk: &Desk, command: CoverageRulesCommand, out: Output) -> Result<(), CliError> {
    match command {
        CoverageRulesCommand::List => out.result(&desk.coverage_rules().await?, describe),
        CoverageRulesCommand::Show { name } => {
            let text = desk.coverage_rule_text(CoverageRuleTextRequest { name }).await?;
            out.result(&text, |it| it.text.clone());
        }
        CoverageRulesCommand::Check { file } => return check(desk, &file, out).await,
        CoverageRulesCommand::Replace { file, signed } => {
            let (name, text) = (name(&file), Some(incoming::file(&file)?));
            let change = ReplaceCoverageRules { name, text, reviewer: signed.reviewer };
            out.result(&desk.coverage_rules_replace(change).await?, describe);
        }
        CoverageRulesCommand::Reset { name, signed } => {
            let change = ReplaceCoverageRules { name, text: None, reviewer: signed.reviewer };
            out.result(&desk.coverage_rules_replace(change).await?, describe);
        }
    }
    Ok(())
}

async fn check(desk: &Desk, file: &Path, out: Output) -> Result<(), CliError> {
    let (name, text) = (name(file), incoming::file(file)?);
    let found = desk.coverage_rules_check(CoverageRulesCheck { name: name.clone(), text }).await?;
    out.result(&found, describe_check);
    match &found.problem {
        None => Ok(()),
        Some(problem) => Err(CliError::refused(
            ErrorCode::CoverageRulesFaulty,
            &[("file", &name), ("line", &problem.line)],
            format!("{name}:{}: {}", problem.line, problem.message),
        )),
    }
}

/// Returns the name of a file without its folders.
fn name(file: &Path) -> String {
    file.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned())
}

fn describe(rules: &CoverageRules) -> String {
    let line = |file: &CoverageRuleFile| {
        let by =
            file.replaced_by.as_ref().map(|by| format!("\t{} 바꿈", with_particle(by, SUBJECT)));
        format!("{}\t{}{}\n", file.name, file.about, by.unwrap_or_default())
    };
    rules.files.iter().map(line).collect()
}

fn describe_check(check: &CoverageRuleCheck) -> String {
    if check.problem.is_some() {
        return String::new();
    }
    let mut text = format!(
        "지금 읽은 사실 {}개 가운데 {}개를 읽지 않게 되고, {}개를 새로 읽습니다.\n",
        check.facts, check.gone, check.new
    );
    for CoverageRuleChange { gone, fact } in &check.changes {
        let sign = if *gone { '-' } else { '+' };
        let name = fact.coverage_name.as_deref().unwrap_or_default();
        let place = &fact.evidence;
        let (value, document, page) = (&fact.value, &place.document, place.page);
        text += &format!("{sign} {} {name}: {value} ({document} {page}쪽)\n", fact.insurer_code);
    }
    text
}
