//! 지급 횟수: how often and for how long the insurer pays.

use super::quote::on_one_line;
use super::source::{Clause, Source, is_list_of_names};
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::catalog::fold::Folded;

/// Largest length, in characters, of a line that names the coverage and states only the frequency.
const MAX_SHORT_LINE: usize = 60;
/// Largest number of limits in a value.
const MAX_LIMITS: usize = 3;

/// Whether a clause is the first of its section, which contains the name.
fn begins(source: &Source<'_>, clause: &Clause) -> bool {
    source
        .sections
        .iter()
        .any(|it| it.own && it.page == clause.page && it.at.start == clause.at.start)
}

/// Returns a folded limit in a form that does not depend on its wording: 최초1회한 and 각각 최초 1회에 한하여
/// become 1회.
pub(crate) fn limit(folded: &str) -> String {
    let mut key = folded;
    for word in ["각각", "각", "보험기간중", "최초의", "최초"] {
        key = key.trim_start_matches(word);
    }
    let end = key
        .char_indices()
        .find(|(_, c)| "회당일".contains(*c))
        .map_or(key.len(), |(at, c)| at + c.len_utf8());
    key.get(..end).unwrap_or(key).to_owned()
}

/// Returns the limits of frequency and duration, each once.
pub(super) fn count_limit(source: &Source<'_>) -> Option<Fact> {
    let cues = &source.book().rules.cues;
    let pages = source.book().pages(source.insurer());
    let mut limits: Vec<(String, String)> = Vec::new();
    let mut places: Vec<(usize, std::ops::Range<usize>)> = Vec::new();
    let own = source.clauses.iter().filter(|it| it.own);
    let mut last_at: Option<usize> = None;
    let mut follows_statement = false;
    // 수술 1회당 states the unit of payment, not a limit, which may follow later.
    let is_capped = |limits: &[(String, String)]| {
        limits.iter().any(|(_, words)| !words.ends_with('당') && !words.ends_with("매회"))
    };
    for (at, clause) in own.enumerate() {
        let Some(text) = pages.get(clause.page).and_then(|it| it.text.get(clause.at.clone()))
        else {
            continue;
        };
        // Statements further on may be about something else.
        let is_apart = last_at.is_some_and(|it| at > it + 1);
        if is_apart && is_capped(&limits) {
            break;
        }
        let folded = Folded::new(text);
        // The clause's own text, without conditions of other coverages; its bytes have the same
        // places.
        let clause_text = clause.text.as_str();
        // In a list of coverages, the limit belongs to the others.
        let is_statement =
            cues.has(Category::Trigger, clause_text) || cues.has(Category::Paid, clause_text);
        // (1회 입원당 180일 한도), behind the sentence to which it belongs.
        let is_short = clause_text.chars().count() <= MAX_SHORT_LINE;
        let states_limit =
            is_statement || is_short && (follows_statement || begins(source, clause));
        follows_statement = is_statement;
        if !states_limit
            || cues.all(Category::CountLimit, clause_text).count() > MAX_LIMITS
            || is_list_of_names(source.book(), clause_text)
        {
            continue;
        }
        for found in cues.all(Category::CountLimit, clause_text) {
            let key = limit(clause_text.get(found.at()).unwrap_or_default());
            if limits.iter().any(|(it, _)| *it == key) || limits.len() >= MAX_LIMITS {
                continue;
            }
            let place = folded.original(text, found.at());
            let words = text.get(place).unwrap_or_default();
            let words = on_one_line(&words.lines().map(str::trim).collect::<String>());
            if is_apart && !is_capped(&[(key.clone(), words.clone())]) {
                continue;
            }
            limits.push((key, words));
            let place = (clause.page, clause.at.clone());
            if !places.contains(&place) {
                places.push(place);
            }
            last_at = Some(at);
        }
    }
    let all: Vec<&str> = limits.iter().map(|(_, words)| words.as_str()).collect();
    let mut places = places.into_iter();
    let (page, at) = places.next()?;
    let mut fact = source.fact("count_limit.own", all.join(", "), page, at)?;
    fact.further = places.filter_map(|(page, at)| source.evidence(page, at)).collect();
    Some(fact)
}
