//! 대기기간: the time after the contract began in which nothing is paid.

use super::source::{Clause, Source};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::document::brackets::replaced;
use crate::table::piped::columns;

/// Subjects that are too broad for general statements, which are then about something narrower.
const TOO_BROAD: [&str; 2] = ["질병", "상해"];

/// The value of a coverage that pays from the day of the contract on.
const NO_PERIOD: &str = "없음";

pub(super) fn waiting(source: &Source<'_>) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let fact = |rule: &str, value: String, clause: &Clause| {
        let polarity = if value == NO_PERIOD { Polarity::Denied } else { Polarity::Affirmed };
        let fact = source.fact(rule, value, clause.page, clause.at.clone())?;
        Some(fact.with_polarity(polarity))
    };
    let own = || source.clauses.iter().filter(|it| it.own);
    // 2년이 지난 날의 전일 이전에 … 50%를 지급합니다 reduces what is paid.
    let reduces = |clause: &&Clause| {
        cues.has(Category::Share, &clause.text) && !cues.has(Category::SpeaksOfCover, &clause.text)
    };
    let stated = || {
        // 90일의 면책기간을 적용하지 않습니다 names a period that there is not.
        let is_denied = |it: &&Clause| cues.has(Category::NoWaiting, &it.text);
        let mut kept = own().filter(|it| !reduces(it) && !is_denied(it));
        let (period, clause) = kept.find_map(|clause| {
            let (at, period) = period(source, &clause.text)?;
            (!is_of_others(source, clause, at)).then_some((period, clause))
        })?;
        fact("waiting.stated", period, clause)
    };
    let none = || {
        let clause = own().find(|it| cues.has(Category::NoWaiting, &it.text))?;
        fact("waiting.none", NO_PERIOD.to_owned(), clause)
    };
    let subject = source.subject_word();
    let at_once = || {
        let clause = own().find(|clause| {
            let found = cues.find(Category::CoveredAtOnce, &clause.text);
            let of_this = |at: usize| {
                let disease = last_disease(source, &clause.text, at);
                disease.is_empty() || disease == subject || is_in_own_name(source, disease)
            };
            found.is_some_and(|it| of_this(it.start))
        })?;
        fact("waiting.at_once", NO_PERIOD.to_owned(), clause)
    };
    let all = [of_columns(source), stated(), none(), at_once()];
    let mut facts: Vec<Fact> = all.into_iter().flatten().collect();
    if source.reads_general() && !TOO_BROAD.contains(&subject) {
        facts.extend(general(source, subject));
    }
    facts
}

/// Reads the cell below the title of waiting periods in the rows that name the coverage, alone or with
/// others: | 담보명 | 면책기간 | 감액기간 |.
fn of_columns(source: &Source<'_>) -> Option<Fact> {
    let rules = &source.book().rules;
    let title = |cell: &str| {
        let title = fold(cell);
        let is_waiting = rules.rows.head_waiting.is_match(&title);
        (is_waiting || rules.rows.head_coverages.is_match(&title)).then_some(is_waiting)
    };
    let mentions = source.book().library(source.insurer()).mentions.iter();
    let mut own = mentions.filter(|mention| {
        source.has(mention.page)
            && mention.begins_line
            && mention.coverages.contains(&source.coverage())
    });
    own.find_map(|mention| {
        let page = source.book().pages(source.insurer()).get(mention.page)?.text.as_str();
        let cells = columns(page, mention.at.start, title);
        let is_named = cells.iter().any(|it| !it.0 && it.1.contains(&mention.at.start));
        let cell = cells.into_iter().find(|it| it.0).filter(|_| is_named)?.1;
        let text = fold(page.get(cell.clone())?);
        let found = rules.cues.all(Category::WaitingCell, &text).next()?;
        let period = found.group("number").zip(found.group("unit"));
        let period = period.map(|(number, unit)| format!("{}{}", number.as_str(), unit.as_str()));
        let polarity = if period.is_some() { Polarity::Affirmed } else { Polarity::Denied };
        let value = period.unwrap_or(NO_PERIOD.to_owned());
        let fact =
            source.fact("waiting.column", value, mention.page, mention.at.start..cell.end)?;
        Some(fact.with_polarity(polarity))
    })
}

/// Whether the company's names for the coverage have an illness: 소액암 of 소액암진단특약 for 유사암진단비.
fn is_in_own_name(source: &Source<'_>, disease: &str) -> bool {
    let own = source.book().aliases.iter().filter(|it| it.insurer == source.insurer());
    let mut own = own.filter(|it| it.coverage == source.coverage());
    own.any(|it| it.name.core.starts_with(disease))
}

/// Whether a clause says when cover begins for an illness, and the coverage is about another one: 암보장개시일은
/// 계약일부터 90일이 지난 날. `at` is the byte of the period.
fn is_of_others(source: &Source<'_>, clause: &Clause, at: usize) -> bool {
    let disease = last_disease(source, &clause.text, at);
    let own = [Some(source.subject_word().to_owned()), start_of(source), disease_of(source)];
    !disease.is_empty()
        && source.book().rules.cues.has(Category::OfAllCoverages, &clause.text)
        && !own.iter().flatten().any(|it| it == disease)
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
        let found = diseases.find_iter(&clause.text).find(|disease| {
            let behind = clause.text.get(disease.end()..).unwrap_or_default();
            source.book().rules.cues.has(Category::CoverBegins, behind)
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
    let cues = &source.book().rules.cues;
    let clauses = &source.clauses;
    let pages = &source.book().library(source.insurer()).waiting_pages;
    let general = source.clauses_about(pages, subject);
    let mentioning = clauses.iter().filter(|it| !it.own).map(|it| (it, true));
    for (clause, names_it) in mentioning.chain(general.iter().map(|it| (it, false))) {
        // A statement in another coverage's section is general only if it says so.
        if !cues.has(Category::SpeaksOfCover, &clause.text)
            || cues.has(Category::PaysSum, &clause.text)
            || source.is_of_other_rider(clause)
            || source.names_another(clause)
            || !cues.has(Category::OfAllCoverages, &clause.text)
                && source.is_in_other_section(clause)
        {
            continue;
        }
        let text = in_same_words(source, &clause.text, subject);
        let at_once = cues.find(Category::CoveredAtOnce, &text);
        if at_once.is_some_and(|it| last_disease(source, &text, it.start) == subject) {
            let fact = source.fact(RULE, NO_PERIOD, clause.page, clause.at.clone())?;
            return Some(fact.with_polarity(Polarity::Denied));
        }
        // 재진단암 보장개시일 : 직전 암 진단확정일부터 2년: a period from an event on is that of the illness at the head.
        let is_of_event =
            |at: usize| cues.has(Category::EventStart, text.get(..at).unwrap_or_default());
        let heads = text.trim_start_matches(|c: char| !c.is_alphabetic()).starts_with(subject);
        let found = period(source, &text).filter(|it| heads || !is_of_event(it.0));
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
    let kept = replaced(text, |it| match it.ends_with("제외") {
        true => String::new(),
        false => it.to_owned(),
    });
    let same = source.book().rules.names.same.iter().filter(|(_, to)| to == subject);
    same.fold(kept, |text, (from, to)| text.replace(from.as_str(), to))
}

/// Returns the last illness in front of a byte, to which a period belongs.
fn last_disease<'a>(source: &Source<'_>, text: &'a str, at: usize) -> &'a str {
    let before = text.get(..at).unwrap_or_default();
    let last = source.book().rules.names.diseases.find_iter(before).last();
    last.and_then(|it| before.get(it.range())).unwrap_or_default()
}

/// Returns the first period of a clause after which cover begins, and its place.
fn period(source: &Source<'_>, text: &str) -> Option<(usize, String)> {
    let cues = &source.book().rules.cues;
    if cues.has(Category::OtherPeriod, text) {
        return None;
    }
    let periods = cues.all(Category::Waiting, text).filter_map(|cue| {
        let (number, unit) = cue.group("number").zip(cue.group("unit"))?;
        let before = text.get(..number.start()).unwrap_or_default();
        // 1년이 지나기 전에: a reduction, since something is paid before.
        let is_other = cue.group("early").is_some() || cues.has(Category::OtherStart, before);
        let period = format!("{}{}", number.as_str(), unit.as_str());
        (!is_other).then_some((number.start(), period))
    });
    periods.min_by_key(|it| it.0)
}
