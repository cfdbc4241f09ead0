//! Versions of law, links between texts, and the quarantine: `simui corpus history`, `diff`, …

use simui_api::Desk;
use simui_api::types::{
    ArticleView, BrokenLinksRequest, DigestEntry, DigestsRequest, Impact, ImpactRequest, LawDiff,
    LawDiffRequest, LawHistoryRequest, LawVersion, LinkDirection, LinkPage, LinksRequest,
    QuarantineRequest, ResolveQuarantine, SignDigest,
};
use simui_domain::{
    ArticleChange, ArticlePart, ChangeCounts, ChangeKind, DigestVerdict, Document, DocumentId,
    LawState, LinkRelation, LinkStatus, ProvisionChange, QuarantineRecord, ResolvedLink, WordRun,
    WordSide,
};

use crate::args::law::{Days, LawCommand};
use crate::error::CliError;
use crate::output::Output;

pub async fn run(desk: &Desk, command: LawCommand, out: Output) -> Result<(), CliError> {
    match command {
        LawCommand::History { law } => {
            let history = desk.law_history(LawHistoryRequest { law }).await?;
            out.result(&history, |it| it.versions.iter().map(|it| version(it) + "\n").collect());
        }
        LawCommand::Diff(Days { law, from, to }) => {
            out.result(&desk.law_diff(LawDiffRequest { law, from, to }).await?, diff);
        }
        LawCommand::Impact(Days { law, from, to }) => {
            out.result(&desk.impact(ImpactRequest { law, from, to }).await?, impact);
        }
        LawCommand::Links { document, article, incoming, broken, as_of, limit } => {
            let direction =
                if incoming { LinkDirection::Incoming } else { LinkDirection::Outgoing };
            let limit = Some(limit);
            let request =
                LinksRequest { document, article, direction, broken, as_of, limit, offset: 0 };
            out.result(&desk.links(request).await?, links);
        }
        LawCommand::BrokenLinks { as_of, limit, offset } => {
            let request = BrokenLinksRequest { as_of, limit: Some(limit), offset };
            out.result(&desk.broken_links(request).await?, links);
        }
        LawCommand::Quarantine { all } => {
            let records = desk.quarantine(QuarantineRequest { all }).await?;
            out.result(&records, |records| records.iter().map(record).collect());
        }
        LawCommand::Digests { kind, unread } => {
            let request = DigestsRequest { kind, unread, ..DigestsRequest::default() };
            let digests = desk.digest_entries(request).await?;
            out.result(&digests, |digests| digests.iter().map(digest).collect());
        }
        LawCommand::SignDigest { document, faulty, reviewer, note } => {
            let verdict = if faulty { DigestVerdict::Faulty } else { DigestVerdict::Confirmed };
            let document = DocumentId(document);
            let signed = SignDigest { document, verdict, reviewer, note };
            out.result(&desk.sign_digest(signed).await?, digest);
        }
        LawCommand::Resolve { path, place, reviewer, note } => {
            let request = ResolveQuarantine { path, place, reviewer, note };
            let records = desk.resolve_quarantine(request).await?;
            out.result(&records, |records| records.iter().map(record).collect());
        }
    }
    Ok(())
}

fn digest(it: &DigestEntry) -> String {
    let mut text = format!("{}\t{}\t{}\n", it.document.id, it.document.kind, it.document.title);
    for reading in &it.readings {
        let verdict = match reading.verdict {
            DigestVerdict::Confirmed => "확인",
            DigestVerdict::Faulty => "잘못 있음",
        };
        text += &format!("  {verdict}\t{}\t{}\t{}\n", reading.by.name, reading.at, reading.note);
    }
    if it.readings.is_empty() {
        text += "  아직 아무도 확인하지 않았습니다.\n";
    }
    text
}

fn version(it: &LawVersion) -> String {
    let day = |date: Option<jiff::civil::Date>| date.map(|date| date.to_string());
    let from = day(it.effective_from).unwrap_or_else(|| "시행일 없음".to_owned());
    // A last day before the first: the days in force are unknown.
    let to = match it.effective_to {
        to if to.is_some() && to < it.effective_from => "모름".to_owned(),
        to => day(to).unwrap_or_default(),
    };
    let mut words = format!("{from} ~ {to}\t{}\t{}", it.version, it.document_id);
    let state = state(it.state, it.in_force);
    if !state.is_empty() {
        words += &format!("\t{state}");
    }
    if it.digest {
        words += "\t요지";
    }
    if let Some(changes) = &it.changes {
        words += &format!("\t{}", counts(changes));
    }
    words
}

/// Returns the label of a document's state in a list, like 시행 중 or 폐지; empty for versions of the future or
/// past.
pub fn state(state: LawState, in_force: bool) -> &'static str {
    match state {
        _ if in_force => "시행 중",
        LawState::Repealed => "폐지",
        LawState::Lapsed => "실효",
        LawState::Historical => "연혁",
        LawState::Repealing => "폐지하는 법령",
        LawState::Enacted => "",
    }
}

/// Returns a line with the end of a law; empty while it stands.
pub fn end_of(document: &Document) -> String {
    let standing = &document.standing;
    match standing.ended_on {
        _ if !standing.state.is_over() => String::new(),
        Some(day) => format!("{day}에 {}\n", state(standing.state, false)),
        None => format!("{} (날짜 모름)\n", state(standing.state, false)),
    }
}

/// Returns the note after the title of an article that is not in force on the requested day; empty otherwise.
pub fn not_in_force(article: &ArticleView) -> String {
    match article.effective_from {
        _ if article.in_force => String::new(),
        Some(from) => format!(" [시행 중이 아님: {from} 시행]"),
        None => " [시행 중이 아님]".to_owned(),
    }
}

fn counts(it: &ChangeCounts) -> String {
    format!(
        "신설 {}, 삭제 {}, 개정 {}, 이동 {}, 그대로 {}",
        it.added, it.removed, it.changed, it.renumbered, it.unchanged
    )
}

fn diff(it: &LawDiff) -> String {
    let mut words =
        format!("{}\n이전: {}\n이후: {}\n", it.title, version(&it.from), version(&it.to));
    for part in &it.parts {
        let name = match part.part {
            ArticlePart::Main => "본칙",
            ArticlePart::Supplementary => "부칙",
            ArticlePart::Annex => "별표",
            ArticlePart::Section => "절",
        };
        words += &format!("\n[{name}] {}\n", counts(&part.counts));
        for change in &part.articles {
            words += &article(change);
        }
    }
    words
}

fn kind(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "신설",
        ChangeKind::Removed => "삭제",
        ChangeKind::Changed => "개정",
        ChangeKind::Renumbered => "이동",
    }
}

fn article(it: &ArticleChange) -> String {
    let mut words = format!("\n{} {}", kind(it.kind), it.key);
    if let Some(old) = &it.old_key {
        words += &format!(" (이전 {old})");
    }
    if !it.title.is_empty() {
        words += &format!(" {}", it.title);
    }
    if let Some(old) = &it.old_title {
        words += &format!(" (이전 제목: {old})");
    }
    words.push('\n');
    words.extend(it.provisions.iter().map(provision));
    words
}

fn provision(it: &ProvisionChange) -> String {
    let path = it.path.as_ref().or(it.old_path.as_ref());
    let path = path.map_or_else(String::new, |path| format!(" {path}"));
    let words: String = it.words.iter().map(run_of_words).collect();
    format!("  {}{path}: {words}\n", kind(it.kind))
}

fn run_of_words(run: &WordRun) -> String {
    match run.side {
        WordSide::Same => run.text.clone(),
        WordSide::Old => format!("[-{}-]", run.text),
        WordSide::New => format!("[+{}+]", run.text),
    }
}

fn links(page: &LinkPage) -> String {
    let mut words: String = page.links.iter().map(link).collect();
    words += &format!("모두 {}건", page.total);
    words
}

fn link(it: &ResolvedLink) -> String {
    let within = it.link.within.as_ref().map(ToString::to_string);
    let place = within.unwrap_or_else(|| it.article_key.clone());
    let target = &it.link.target;
    let mut to = target.title.clone();
    if let Some(path) = &target.path {
        to += &format!(" {path}");
    }
    if let Some(until) = &target.until {
        to += &format!("~{until}");
    }
    let relation = match it.link.relation {
        LinkRelation::Cites => "인용",
        LinkRelation::Applies => "준용",
    };
    let status = match it.status {
        LinkStatus::Resolved => "있음",
        LinkStatus::NoDocument => "자료 없음",
        LinkStatus::NoProvision => "조문 없음",
        LinkStatus::Repealed => "삭제·실효",
    };
    format!("{} {place}\t{relation}\t{to}\t{status}\t{}\n", it.title, it.link.words)
}

fn impact(it: &Impact) -> String {
    let mut words =
        format!("{}\n이전: {}\n이후: {}\n", it.title, version(&it.from), version(&it.to));
    for article in &it.articles {
        let change = &article.change;
        words += &format!("\n{} {} {}\n", kind(change.kind), change.key, change.title);
        for case in &article.cases {
            let mark = if case.touched { "바뀐 부분" } else { "다른 부분" };
            words += &format!("  사건 {}: {} ({mark})\n", case.case_id, case.cited.join(", "));
        }
        for rule in &article.rules {
            let mark = if rule.touched { "바뀐 부분" } else { "다른 부분" };
            words += &format!("  규칙 {}: {} ({mark})\n", rule.rule, rule.article);
        }
        words.extend(article.links.iter().map(|it| format!("  조문 {}", link(it))));
    }
    words
}

fn record(it: &QuarantineRecord) -> String {
    let mut words = format!("{} {}: {}\n", it.path, it.place, it.reason);
    if let Some(done) = &it.resolution {
        words += &format!("    해결: {} ({}) {}\n", done.by.name, done.at, done.note);
    }
    words
}
