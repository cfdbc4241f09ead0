use std::path::Path;

use simui_api::Desk;
use simui_api::types::{Change, ConsistencyReport, Rate};

use crate::args::EvalCommand;
use crate::error::CliError;
use crate::output::Output;
use crate::progress::bar;

/// `simui eval …`
pub async fn run(desk: &Desk, command: EvalCommand, out: Output) -> Result<(), CliError> {
    match command {
        EvalCommand::Consistency { file } => consistency(desk, file.as_deref(), out).await,
        EvalCommand::Consult { patients, seed } => {
            crate::eval_consult::run(desk, patients, seed, out).await
        }
    }
}

async fn consistency(desk: &Desk, file: Option<&Path>, out: Output) -> Result<(), CliError> {
    let text = match file {
        Some(path) => Some(std::fs::read_to_string(path).map_err(|it| CliError::file(path, it))?),
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
    out.result(&report, words);
    Ok(())
}

fn words(report: &ConsistencyReport) -> String {
    let mut text = format!(
        "광고 {}건, 바꿔 쓴 글 {}건\n판정 유지\t{}\n유형까지 유지\t{}\n판정이 한 번도 바뀌지 않은 광고\t{}\n",
        report.ads,
        report.verdict.of,
        shown(&report.verdict),
        shown(&report.kinds),
        shown(&report.steady_ads),
    );
    for rate in &report.by_change {
        text += &format!("  {}\t{}\n", name(rate.change), shown(&rate.verdict));
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

fn shown(rate: &Rate) -> String {
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
