//! 대기기간: the time after the contract began in which nothing is paid.

use regex::Regex;

use super::lettered::lettered;
use super::partial::unpaid;
use super::source::{Clause, Source};
use crate::catalog::fact::{Fact, Polarity};

/// Subjects that are too broad for general statements, which are then about something narrower.
const TOO_BROAD: [&str; 2] = ["질병", "상해"];

/// Words for the day on which cover begins.
const FIRST_DAY_WORDS: [&str; 2] = ["보장개시일", "책임개시일"];
/// Words that follow if a benefit is paid from that day on.
const AFTER_WORDS: [&str; 3] = ["이후", "부터", "후"];

/// The value of a coverage that pays from the day of the contract on.
const NO_PERIOD: &str = "없음";

pub(super) fn waiting(source: &Source<'_>) -> Vec<Fact> {
    let patterns = &source.book().rules.slots;
    let fact = |rule: &str, value: String, clause: &Clause| {
        let polarity = if value == NO_PERIOD { Polarity::Denied } else { Polarity::Affirmed };
        let fact = source.fact(rule, value, clause.page, clause.at.clone())?;
        Some(fact.with_polarity(polarity))
    };
    let own = || source.clauses.iter().filter(|it| it.own);
    let of_letter = || {
        let clause = lettered(source)?;
        let at_once = || patterns.waiting_at_once.is_match(&clause.text);
        let stated = period(source, &clause.text).map(|it| it.1);
        let value = stated.or_else(|| at_once().then(|| NO_PERIOD.to_owned()))?;
        fact("waiting.lettered", value, &clause)
    };
    let stated = || {
        let (period, clause) = own().find_map(|it| Some((period(source, &it.text)?.1, it)))?;
        fact("waiting.stated", period, clause)
    };
    let none = || {
        let clause = own().find(|it| patterns.waiting_none.is_match(&it.text))?;
        fact("waiting.none", NO_PERIOD.to_owned(), clause)
    };
    let in_table = || {
        let (period, clause) = own().find_map(|it| Some((unpaid(source, it)?, it)))?;
        fact("waiting.unpaid_share", period, clause)
    };
    let subject = source.subject_word();
    let at_once = || {
        let clause = own().find(|clause| {
            let found = patterns.waiting_at_once.find(&clause.text);
            let of_this = |at: usize| {
                let disease = last_disease(source, &clause.text, at);
                disease.is_empty() || disease == subject
            };
            found.is_some_and(|it| of_this(it.start()))
        })?;
        fact("waiting.at_once", NO_PERIOD.to_owned(), clause)
    };
    let all = [of_letter(), stated(), none(), in_table(), at_once()];
    let mut facts: Vec<Fact> = all.into_iter().flatten().collect();
    if source.reads_general() && !TOO_BROAD.contains(&subject) {
        facts.extend(general(source, subject));
    }
    facts
}

/// Returns the period of general statements about the illness, in the narrowest of its words.
fn general(source: &Source<'_>, subject: &str) -> Option<Fact> {
    let subjects = [Some(subject.to_owned()), start_of(source), disease_of(source)];
    subjects.into_iter().flatten().find_map(|it| in_general(source, &it))
}

/// Returns the illness whose first day of cover the coverage's own section refers to: 암보장개시일 이후
/// 고액암으로 진단확정된 경우.
fn start_of(source: &Source<'_>) -> Option<String> {
    let diseases = &source.book().rules.names.diseases;
    source.clauses.iter().filter(|it| it.own).find_map(|clause| {
        let found = diseases.find_iter(&clause.text).find(|it| {
            let behind = clause.text.get(it.end()..).unwrap_or_default();
            let behind = FIRST_DAY_WORDS.iter().find_map(|it| behind.strip_prefix(it));
            behind.is_some_and(|it| AFTER_WORDS.iter().any(|after| it.starts_with(after)))
        })?;
        clause.text.get(found.range()).map(str::to_owned)
    })
}

/// Returns the illness that the coverage's name begins with: 암 of 암직접치료입원일당.
fn disease_of(source: &Source<'_>) -> Option<String> {
    let core = source.core();
    let found = source.book().rules.names.diseases.find(core)?;
    let disease = core.get(found.range()).filter(|_| found.start() == 0)?;
    (!TOO_BROAD.contains(&disease)).then(|| disease.to_owned())
}

/// Returns the waiting period of general statements about an illness.
fn in_general(source: &Source<'_>, subject: &str) -> Option<Fact> {
    const RULE: &str = "waiting.general";
    let patterns = &source.book().rules.slots;
    let clauses = &source.clauses;
    let pages = &source.book().library(source.insurer()).waiting_pages;
    let general = source.clauses_about(pages, subject);
    let mentioning = clauses.iter().filter(|it| !it.own).map(|it| (it, true));
    for (clause, names_it) in mentioning.chain(general.iter().map(|it| (it, false))) {
        // A statement in another coverage's section is general only if it says so.
        if !patterns.waiting_speaks.is_match(&clause.text)
            || !patterns.waiting_general.is_match(&clause.text)
                && source.is_in_other_section(clause)
        {
            continue;
        }
        let text = in_same_words(source, &clause.text, subject);
        let at_once = patterns.waiting_at_once.find(&text);
        if at_once.is_some_and(|it| last_disease(source, &text, it.start()) == subject) {
            let fact = source.fact(RULE, NO_PERIOD, clause.page, clause.at.clone())?;
            return Some(fact.with_polarity(Polarity::Denied));
        }
        let found = period(source, &text);
        if let Some((at, period)) = found
            && (last_disease(source, &text, at) == subject
                || names_it && last_disease(source, &text, at).is_empty()
                || names_it && is_of_list(source, &clause.text))
        {
            return source.fact(RULE, period, clause.page, clause.at.clone());
        }
    }
    None
}

/// Whether a clause states a period for an enumeration of names that includes the coverage's:
/// 암진단담보, 암수술담보, 카티항암약물허가치료담보는 계약일부터 90일이 지난 날.
fn is_of_list(source: &Source<'_>, text: &str) -> bool {
    let book = source.book();
    let Some((at, _)) = period(source, text) else { return false };
    let before = text.get(..at).unwrap_or_default();
    let own = book
        .aliases
        .iter()
        .filter(|it| it.insurer == source.insurer() && it.coverage == source.coverage());
    let ends = own.filter_map(|it| Some(before.rfind(&*it.name.full)? + it.name.full.len()));
    let Some(behind) = ends.max().and_then(|it| before.get(it..)) else { return false };
    let parts: Vec<&str> = behind.split(',').map(|it| it.trim_matches('_')).collect();
    let Some((last, names)) = parts.split_last() else { return false };
    let is_name = |part: &&str| part.is_empty() || book.rules.names.heading.is_match(part);
    // The text behind the last name: 담보는 보험계약일부터 그 날을 포함하여.
    let rest = match names.is_empty() {
        true => *last,
        false => {
            last.rsplit_once("담보").or_else(|| last.rsplit_once("특약")).map_or(*last, |it| it.1)
        }
    };
    names.iter().all(is_name) && rest.starts_with(['은', '는', '의']) && !rest.contains("제외")
}

/// Returns a text with synonyms of the subject replaced (일반암 by 암) and brackets resolved; those
/// that exclude something are removed.
fn in_same_words(source: &Source<'_>, text: &str, subject: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, (bracket, behind))) =
        rest.split_once('(').and_then(|(before, it)| Some((before, it.split_once(')')?)))
    {
        kept.push_str(before);
        if !bracket.ends_with("제외") {
            kept.push_str(bracket);
        }
        rest = behind;
    }
    kept.push_str(rest);
    let same = source.book().rules.names.same.iter().filter(|(_, to)| to == subject);
    same.fold(kept, |text, (from, to)| text.replace(from.as_str(), to))
}

/// Returns the last illness in front of a byte, to which a period belongs.
fn last_disease<'a>(source: &Source<'_>, text: &'a str, at: usize) -> &'a str {
    let before = text.get(..at).unwrap_or_default();
    let last = source.book().rules.names.diseases.find_iter(before).last();
    last.and_then(|it| before.get(it.range())).unwrap_or_default()
}

fn period(source: &Source<'_>, text: &str) -> Option<(usize, String)> {
    let patterns = &source.book().rules.slots;
    if patterns.waiting_not_clause.is_match(text) {
        return None;
    }
    let mut earliest: Option<(usize, String)> = None;
    for pattern in &patterns.waiting_periods {
        if let Some((at, period)) = first(pattern, text, &patterns.waiting_not_since)
            && earliest.as_ref().is_none_or(|(before, _)| at < *before)
        {
            earliest = Some((at, period));
        }
    }
    earliest
}

/// Returns the first period that a pattern finds and that is not counted from another event than
/// the contract.
fn first(pattern: &Regex, text: &str, not_since: &Regex) -> Option<(usize, String)> {
    // 1년이 지나기 전에: a reduction, since something is paid before.
    let is_passed = |it: &regex::Captures<'_>| {
        let behind = it.get(0).and_then(|it| text.get(it.end()..)).unwrap_or_default();
        !behind.starts_with("기전") && !behind.starts_with("기이전")
    };
    let mut all =
        pattern.captures_iter(text).filter(is_passed).filter_map(|it| it.get(1).zip(it.get(2)));
    let (number, unit) = all.find(|(number, _)| {
        !text.get(..number.start()).is_some_and(|before| not_since.is_match(before))
    })?;
    Some((number.start(), format!("{}{}", number.as_str(), unit.as_str())))
}
