//! Rule packs: `simui rules …`.

use std::path::Path;

use simui_api::Desk;
use simui_api::types::{
    ChangeRulePack, ImportRulePack, ImportedRulePack, RuleExample, RulePackRequest,
    RulePackVersion, RulePackView, RuleTrace, RulesCheck, RulesCheckRequest,
};

use crate::args::rules::RulesCommand;
use crate::error::CliError;
use crate::incoming;
use crate::output::Output;
use simui_api::ErrorCode;

pub async fn run(desk: &Desk, command: RulesCommand, out: Output) -> Result<(), CliError> {
    match command {
        RulesCommand::List => {
            out.result(&desk.rule_packs().await?, |packs| packs.iter().map(describe_pack).collect())
        }
        RulesCommand::Show { id, version } => {
            let pack = desk.rule_pack(RulePackRequest { id, version }).await?;
            out.result(&pack, |pack| pack.text.clone());
        }
        RulesCommand::Check { file, ad } => return check(desk, &file, ad, out).await,
        RulesCommand::Import { file, signed } => {
            let (text, reviewer) = (incoming::file(&file)?, signed.reviewer);
            let file = Some(name(&file));
            let done = desk.import_rule_pack(ImportRulePack { text, file, reviewer }).await?;
            out.result(&done, describe_import);
        }
        RulesCommand::Export { id, version, out: path } => {
            let pack = desk.rule_pack(RulePackRequest { id, version }).await?;
            std::fs::write(&path, &pack.text).map_err(|error| CliError::file(&path, error))?;
            out.result(&pack.pack, |pack| {
                format!("{}@{} → {}", pack.id, pack.version, path.display())
            });
        }
        RulesCommand::Activate { id, version, signed } => {
            let change = ChangeRulePack { id, version, reviewer: signed.reviewer };
            out.result(&desk.activate_rule_pack(change).await?, describe_pack);
        }
        RulesCommand::Deactivate { id, version, signed } => {
            let change = ChangeRulePack { id, version, reviewer: signed.reviewer };
            out.result(&desk.deactivate_rule_pack(change).await?, describe_pack);
        }
    }
    Ok(())
}

async fn check(desk: &Desk, file: &Path, ad: Option<String>, out: Output) -> Result<(), CliError> {
    let (text, name) = (incoming::file(file)?, name(file));
    let request = RulesCheckRequest { text, file: Some(name.clone()), ad };
    let found = desk.rules_check(request).await?;
    out.result(&found, |found| describe_check(&name, found));
    match found.problems.first() {
        None => Ok(()),
        Some(first) => Err(CliError::refused(
            ErrorCode::RulePackFaulty,
            &[("file", &name), ("line", &first.line)],
            format!("{name}:{}: {}", first.line, first.message),
        )),
    }
}

fn name(file: &Path) -> String {
    file.display().to_string()
}

fn describe_pack(pack: &RulePackView) -> String {
    let mut text = format!("{}\t{}\n", pack.id, pack.title);
    for version in &pack.versions {
        text += &describe_version(version);
    }
    text
}

fn describe_version(pack: &RulePackVersion) -> String {
    let day = |day: Option<jiff::civil::Date>| day.map(|it| it.to_string()).unwrap_or_default();
    let state = match (pack.in_force, pack.active) {
        (true, _) => "적용 중",
        (false, true) => "활성",
        (false, false) => "비활성",
    };
    let origin = pack.imported_by.as_deref().unwrap_or("기본");
    format!(
        "  {}\t{state}\t{}~{}\t{origin}\t{}\n",
        pack.version,
        day(pack.effective_from),
        day(pack.effective_to),
        pack.sha256.get(..12).unwrap_or_default()
    )
}

fn describe_import(done: &ImportedRulePack) -> String {
    let known = if done.unchanged { "이미 있는 묶음" } else { "가져옴" };
    format!("{known}: {}\n{}", done.pack.id, describe_version(&done.pack))
}

fn describe_check(file: &str, found: &RulesCheck) -> String {
    let held = found.examples.iter().filter(|it| it.holds).count();
    let mut text = format!("{file}: 보기 {}개 중 {held}개가 맞습니다.\n", found.examples.len());
    for problem in &found.problems {
        text += &format!("{file}:{}: {}\n", problem.line, problem.message);
    }
    let failed = found.examples.iter().filter(|it| !it.holds);
    for RuleExample { traces, .. } in failed {
        traces.iter().for_each(|trace| text += &describe_trace(trace));
    }
    match found.trial.as_deref() {
        Some([]) => text += "시험 문구: 걸린 규칙이 없습니다.\n",
        Some(traces) => traces.iter().for_each(|trace| text += &describe_trace(trace)),
        None => {}
    }
    text
}

fn describe_trace(trace: &RuleTrace) -> String {
    let state = if trace.fired { "위반" } else { "예외" };
    let mut text = format!("  {state}\t{}\t{}\n", trace.rule, trace.words.join(" … "));
    for exception in trace.exceptions.iter().filter(|it| it.applied) {
        text += &format!("    {}: {}\n", exception.name, exception.why);
    }
    text
}
