//! `simui eval consistency`: how often a verdict stays the same when an advertisement is reworded, and
//! follows a sentence that is added.

use std::path::Path;

use simui_api::Desk;
use simui_api::types::{Change, ConsistencyReport};

use super::rate::describe_rate;
use crate::error::CliError;
use crate::output::Output;
use crate::progress::{advance, bar};

/// Runs the command.
pub async fn run(desk: &Desk, file: Option<&Path>, out: Output) -> Result<(), CliError> {
    let text = match file {
        Some(path) => Some(crate::incoming::file(path)?),
        None => None,
    };
    let name = file.map(|path| path.display().to_string()).unwrap_or_default();
    let bar = bar("{bar:30} {pos}/{len} ads {eta}");
    let report = desk
        .consistency(text.as_deref().map(|text| (name.as_str(), text)), |done, all| {
            advance(&bar, done, all);
        })
        .await?;
    bar.finish_and_clear();
    out.result(&report, describe);
    Ok(())
}

fn describe(report: &ConsistencyReport) -> String {
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
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let kinds = |seen: &simui_api::types::Seen| {
        let kinds: Vec<String> = seen.kinds.iter().map(ToString::to_string).collect();
        format!("{} {}", seen.verdict, kinds.join(","))
    };
    if let Some(additions) = &report.additions {
        text += &format!(
            "어긋나는 문장을 더한 광고 {}건\n  판정이 바뀜\t{}\n  유형을 모두 찾음\t{}\n  도로 빼면 처음과 같음\t{}\n",
            additions.ads,
            describe_rate(&additions.verdict),
            describe_rate(&additions.kinds),
            describe_rate(&additions.taken_out),
        );
        for missed in &additions.missed {
            let (id, text_now) = (&missed.id, one_line(&missed.text));
            let (alone, now) = (kinds(&missed.alone), kinds(&missed.now));
            text += &format!("{id}\t더한 문장\t{alone} -> {now}\t{text_now}\n");
        }
    }
    for changed in &report.changed {
        let one_line = one_line(&changed.text);
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
