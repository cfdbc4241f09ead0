use std::path::Path;

use simui_api::Desk;
use simui_api::types::{Change, ConsistencyReport, MemoryReport, Rate};

use crate::args::EvalCommand;
use crate::error::CliError;
use crate::eval_pharmacy;
use crate::output::Output;
use crate::progress::bar;

/// `simui eval …`: runs one of the evaluations.
pub async fn run(desk: &Desk, command: EvalCommand, out: Output) -> Result<(), CliError> {
    match command {
        EvalCommand::Consistency { file } => consistency(desk, file.as_deref(), out).await,
        EvalCommand::Patients { seed, patients, out: file } => {
            memory(seed, patients, file.as_deref(), out)
        }
        EvalCommand::Consult { patients, seed } => {
            crate::eval_consult::run(desk, patients, seed, out).await
        }
        EvalCommand::Pharmacy { file } => eval_pharmacy::run(desk, file.as_deref(), out).await,
    }
}

async fn consistency(desk: &Desk, file: Option<&Path>, out: Output) -> Result<(), CliError> {
    let text = match file {
        Some(path) => Some(crate::incoming::file(path)?),
        None => None,
    };
    let name = file.map(|path| path.display().to_string()).unwrap_or_default();
    let bar = bar("{bar:30} {pos}/{len} ads {eta}");
    let report = desk
        .consistency(text.as_deref().map(|text| (name.as_str(), text)), |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        })
        .await?;
    bar.finish_and_clear();
    out.result(&report, describe_consistency);
    Ok(())
}

fn memory(seed: u64, count: u32, file: Option<&Path>, out: Output) -> Result<(), CliError> {
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
    out.result(&simui_api::memory_of(&people)?, describe_memory);
    Ok(())
}

fn describe_memory(report: &MemoryReport) -> String {
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

fn describe_consistency(report: &ConsistencyReport) -> String {
    let mut text = format!(
        "광고 {}건, 바꿔 쓴 글 {}건\n판정 유지\t{}\n유형까지 유지\t{}\n판정이 한 번도 바뀌지 않은 광고\t{}\n",
        report.ads,
        report.verdict.of,
        describe_rate(&report.verdict),
        describe_rate(&report.kinds),
        describe_rate(&report.steady_ads),
    );
    for rate in &report.by_change {
        text += &format!("  {}\t{}\n", name(rate.change), describe_rate(&rate.verdict));
    }
    for changed in &report.changed {
        let one_line = changed.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let kinds = |seen: &simui_api::types::Seen| {
            let kinds: Vec<String> = seen.kinds.iter().map(ToString::to_string).collect();
            format!("{} {}", seen.verdict, kinds.join(","))
        };
        text += &format!(
            "{}\t{}\t{} -> {}\t{one_line}\n",
            changed.id,
            name(changed.change),
            kinds(&changed.first),
            kinds(&changed.now)
        );
    }
    text
}

pub fn describe_rate(rate: &Rate) -> String {
    match (rate.share, rate.low, rate.high) {
        (Some(share), Some(low), Some(high)) => format!(
            "{}/{} ({:.1} %, 95 % 구간 {:.1}-{:.1} %)",
            rate.held,
            rate.of,
            100.0 * share,
            100.0 * low,
            100.0 * high
        ),
        _ => "잰 것이 없음".to_owned(),
    }
}

fn name(change: Change) -> &'static str {
    match change {
        Change::Order => "문장 순서",
        Change::Lines => "줄바꿈",
        Change::Endings => "문장 끝",
        Change::Synonyms => "같은 뜻의 낱말",
        Change::Notation => "표기",
        Change::Punctuation => "문장 부호",
        Change::Frame => "인사말",
        Change::Rewritten => "다시 쓴 글",
    }
}
