//! The hits of a search for people: the reason, the days of force, and other versions.

use simui_api::types::{FoundBy, Hit};
use simui_domain::Span;
use simui_korean::particles::{OBJECT, with_particle};

/// Says that the corpora know no word of a query, and what would help.
pub(crate) fn nothing_known(query: &str) -> String {
    format!(
        "‘{query}’에는 자료에 나오는 낱말이 하나도 없어 찾지 않았습니다. 맞춤법과 한영 전환을 확인하고, 법령이나 약품에 쓰이는 말로 다시 찾으십시오."
    )
}

/// Asks whether another query was meant.
pub(crate) fn did_you_mean(query: &str) -> String {
    format!("{} 찾으셨나요?", with_particle(&format!("‘{query}’"), OBJECT))
}

/// Describes one hit; with `why`, also the stages of its score.
pub(crate) fn describe_hit(hit: &Hit, why: bool) -> String {
    let force = force(hit).map(|force| format!(" ({force})")).unwrap_or_default();
    let Hit { score, title, article, text, .. } = hit;
    let mut lines = format!("{score:.3}  {title} {article}{force}\n    {text}\n");
    lines += &format!("    {}\n", reason(hit));
    if !hit.other_versions.is_empty() {
        lines += &format!("    {}\n", other_versions(hit));
    }
    if !hit.copies.is_empty() {
        lines += &format!("    {}\n", copies(hit));
    }
    if why {
        let stages = [
            ("낱말", hit.ranks.bm25, hit.why.bm25),
            ("의미", hit.ranks.dense, hit.why.dense),
            ("합침", hit.ranks.fused, hit.why.fused),
            ("재정렬", hit.ranks.rerank, hit.why.rerank),
        ];
        for (stage, rank, score) in stages {
            if let (Some(rank), Some(score)) = (rank, score) {
                lines += &format!(
                    "    {stage} {rank}위, 점수 {:.4}, 기여 {:.4}\n",
                    score.score, score.contribution
                );
            }
        }
        if !hit.why.computation.is_empty() {
            lines += &format!("    합침 = {}\n", hit.why.computation);
        }
    }
    lines
}

/// Returns why a hit was found: the words that occur in it, or that its meaning is near.
fn reason(hit: &Hit) -> String {
    if hit.found_by == FoundBy::Meaning {
        return "뜻이 가까움 (찾은 말이 글에 없음)".to_owned();
    }
    let mut words: Vec<&str> = Vec::new();
    for (text, spans) in [(&hit.text, &hit.matches), (&hit.title, &hit.title_matches)] {
        for word in spans.iter().filter_map(|span: &Span| span.slice(text)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
    }
    if words.is_empty() {
        "조문 제목에서 찾음".to_owned()
    } else {
        format!("찾은 말: {}", words.join(", "))
    }
}

/// Says why a hit is not in force; `None` where it is.
fn force(hit: &Hit) -> Option<String> {
    if hit.in_force {
        return None;
    }
    Some(match (hit.ended_since, hit.effective_from) {
        (Some(day), _) => format!("{day}부터 효력 없음"),
        (None, Some(day)) if hit.effective_to.is_none_or(|last| day <= last) => {
            format!("{day} 시행 예정")
        }
        _ => "시행일을 알 수 없음".to_owned(),
    })
}

fn other_versions(hit: &Hit) -> String {
    let days = |version: &Hit| {
        let day = |day: Option<jiff::civil::Date>| day.map(|it| it.to_string()).unwrap_or_default();
        format!("{}~{}", day(version.effective_from), day(version.effective_to))
    };
    let others = &hit.other_versions;
    let earlier = others.iter().all(|it| it.effective_from < hit.effective_from);
    let name = if earlier { "이전 판" } else { "다른 판" };
    format!("{name} {}개: {}", others.len(), others.iter().map(days).collect::<Vec<_>>().join(", "))
}

fn copies(hit: &Hit) -> String {
    let name = |it: &Hit| format!("{} {}", it.title, it.article).trim().to_owned();
    let names: Vec<String> = hit.copies.iter().map(name).collect();
    format!("같은 글이 있는 곳 {}곳: {}", names.len(), names.join(", "))
}
