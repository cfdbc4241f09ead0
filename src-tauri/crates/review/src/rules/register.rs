//! The register of 신의료기술: whether it has the technology of a sentence, from before the advertisement's day,
//! for what the advertisement uses it for.

use simui_domain::{Technology, TechnologyStanding};

use super::detector::AdContext;
use super::evidence::{plain, squeeze};
use crate::claims::{Grammar, Reading, ends_clause};
use crate::pattern::Match;

/// What the register says of the technology in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry {
    /// It lists the technology for this use; the reason cites the notice.
    Evaluated(String),
    /// It lists the technology, but a person has to say whether this use is meant.
    Open(String),
    /// It lists the technology for another use or another day.
    Other(String),
}

/// Shortest name that is looked for, in letters.
const SHORTEST_NAME: usize = 3;

/// Returns what the register says of the technology that the sentence of `found` names; of several entries
/// the most favourable, and of these the one with the longest name. `None` where it names none.
pub(super) fn entry(
    context: &AdContext<'_>,
    reading: &Reading<'_>,
    grammar: &Grammar,
    found: &Match,
) -> Option<Entry> {
    let sentence = reading.sentence(found.start)?;
    let text = squeeze(&reading.text(sentence.from, sentence.to));
    let mut named: Vec<(usize, &Technology)> = Vec::new();
    for technology in context.technologies {
        let names = std::iter::once(&technology.name).chain(&technology.aliases);
        if !reading.budget.spend(names.clone().map(String::len).sum()) {
            break;
        }
        let found = names.map(|name| squeeze(&plain(name))).filter(|name| is_named(name, &text));
        named.extend(found.map(|name| name.len()).max().map(|length| (length, technology)));
    }
    // The longest name is the most exact one.
    named.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
    let used_for = used_for(reading, grammar, found);
    let mut entries: Vec<Entry> =
        named.iter().map(|(_, it)| of_technology(it, context, &used_for)).collect();
    let rank = |entry: &Entry| match entry {
        Entry::Evaluated(_) => 0,
        Entry::Open(_) => 1,
        Entry::Other(_) => 2,
    };
    entries.sort_by_key(rank);
    entries.into_iter().next()
}

/// Whether a name stands in a text; a Latin one (PRP) only as a whole word. Both are without spaces.
fn is_named(name: &str, text: &str) -> bool {
    let is_latin = |c: char| c.is_ascii_alphanumeric();
    name.chars().count() >= SHORTEST_NAME
        && text.match_indices(name).any(|(at, _)| {
            let before = text[..at].chars().next_back().is_some_and(is_latin);
            let after = text[at + name.len()..].chars().next().is_some_and(is_latin);
            let begins = name.chars().next().is_some_and(is_latin);
            let ends = name.chars().next_back().is_some_and(is_latin);
            !(begins && before || ends && after)
        })
}

fn of_technology(technology: &Technology, context: &AdContext<'_>, used_for: &[String]) -> Entry {
    let Technology { name, indication, standing, .. } = technology;
    let notice = cited(technology);
    if let Some(day) = technology.evaluated_on.filter(|day| *day > context.as_of) {
        return Entry::Other(format!(
            "목록의 ‘{name}’은(는) 광고일보다 뒤인 {day}에 고시됨 ({notice})"
        ));
    }
    if *standing != TechnologyStanding::Recognised {
        return Entry::Open(format!(
            "목록의 ‘{name}’은(는) {}(으)로 고시되었고 안전성·유효성 평가를 마친 것은 아님 ({notice}): 광고할 수 있는 기술인지 확인할 것",
            standing.label()
        ));
    }
    if indication.is_empty() {
        return Entry::Evaluated(format!("‘{name}’은(는) 평가를 마친 신의료기술임 ({notice})"));
    }
    let listed = squeeze(&plain(&format!("{indication} {name}")));
    let nouns: Vec<String> = indication
        .split(|c: char| !c.is_alphanumeric())
        .map(|noun| squeeze(&plain(noun)))
        .filter(|noun| noun.chars().count() > 1)
        .collect();
    let names: Vec<String> = technology.aliases.iter().map(|it| squeeze(&plain(it))).collect();
    // What the names of the technology consist of is no use: 세포 in 줄기세포.
    let mut uses =
        used_for.iter().filter(|it| !names.iter().any(|name| name.contains(it.as_str())));
    let is_listed = |word: &&String| {
        listed.contains(word.as_str()) || nouns.iter().any(|noun| word.contains(noun.as_str()))
    };
    match uses.clone().find(|word| !is_listed(word)) {
        Some(other) => Entry::Other(format!(
            "목록의 ‘{name}’은(는) {indication}에 쓰는 기술로 고시되었고 ({notice}), ‘{other}’은(는) 그 사용대상에 없음"
        )),
        None if uses.next().is_none() => Entry::Open(format!(
            "목록의 ‘{name}’은(는) {indication}에 쓰는 기술로 고시되었으나 ({notice}) 광고에 사용대상이 없음: 그 밖의 환자에게도 쓴다고 알리는지 확인할 것"
        )),
        None => Entry::Evaluated(format!(
            "‘{name}’은(는) 평가를 마친 신의료기술임 ({notice}, 사용대상: {indication})"
        )),
    }
}

/// Returns number and day of the notice.
fn cited(technology: &Technology) -> String {
    let notice = match technology.notice.as_str() {
        "" => "고시번호 모름",
        notice => notice,
    };
    match technology.evaluated_on {
        Some(day) => format!("{notice}, {day}"),
        None => notice.to_owned(),
    }
}

/// Returns the parts of the body and the diseases that the clause of `found` names, and where it names none
/// those of its sentence.
fn used_for(reading: &Reading<'_>, grammar: &Grammar, found: &Match) -> Vec<String> {
    let Some(sentence) = reading.sentence(found.start) else { return Vec::new() };
    let ends = |at: &usize| ends_clause(reading, sentence.from, *at);
    let from = (sentence.from + 1..=found.start).rev().find(ends).unwrap_or(sentence.from);
    let to = (found.end..sentence.to).find(ends).unwrap_or(sentence.to);
    let between = |from: usize, to: usize| -> Vec<String> {
        let hits = reading.hits_in(sentence).iter();
        let uses = hits.filter(|hit| [grammar.organ, grammar.disease].contains(&hit.class));
        let inside = uses.filter(|hit| from <= hit.start && hit.end <= to);
        inside.map(|hit| squeeze(&reading.text(hit.start, hit.end))).collect()
    };
    match between(from, to) {
        none if none.is_empty() => between(sentence.from, sentence.to),
        some => some,
    }
}
