//! 지급조건 요약 and 진단 범위 정의: the clauses that state when the insurer pays and what counts as the
//! illness.

use std::ops::Range;

use super::quote::on_one_line;
use super::source::{Clause, Source, has_statement};
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::catalog::fold::fold;
use crate::document::clause::clause_at;
use crate::document::shares::{has_period, has_shares};

/// Words of a limit.
const LIMIT_WORDS: [&str; 4] = ["한도", "한함", "회당", "회한"];
/// Largest length, in characters, of the bracket that states a limit.
const MAX_LIMIT_LENGTH: usize = 30;

/// Largest length of a summary, in characters.
const MAX_SUMMARY_LENGTH: usize = 200;

/// Number of clauses behind the condition that may complete it.
const MAX_COMPLETING_CLAUSES: usize = 4;

/// Returns the clause that states best when the insurer pays.
pub(super) fn condition(source: &Source<'_>) -> Option<Fact> {
    let cues = &source.book().rules.cues;
    let score = |clause: &Clause| {
        let trigger = cues.has(Category::Trigger, &clause.text);
        // A clause without a trigger may still state duration or frequency: 1회 입원당 30일까지.
        if !trigger && !cues.has(Category::Completes, &clause.text) {
            return 0;
        }
        let paid = cues.has(Category::Paid, &clause.text);
        let other = cues.has(Category::OtherMatter, &clause.text);
        // 단, 1년 미만 50% states how much is paid, not when.
        let reduction = has_shares(&clause.text, cues)
            && (clause.text.starts_with(['※', '(', '단', '주'])
                || !cues.has(Category::PaysWhole, &clause.text));
        (u8::from(trigger) * 2 + u8::from(paid || !trigger))
            .saturating_sub(u8::from(other || reduction) * 2)
    };
    let (at, score) = best(source, score)?;
    let clause = source.clauses.get(at)?;
    let page = source.book().pages(source.insurer()).get(clause.page);
    let quoted = page.map_or(clause.at.clone(), |it| with_limit(&it.text, &clause.at));
    let quoted = Clause { at: quoted, ..clause.clone() };
    let rule = if clause.own { "condition.own" } else { "condition.mention" };
    let mut summary = source.fact(rule, clause_text(source, &quoted), clause.page, quoted.at)?;
    summary.rank += score;
    for completing in completing(source, at) {
        append(source, &mut summary, completing);
    }
    Some(summary)
}

/// Returns the clauses behind the condition, in the same section, that complete it: duration,
/// frequency, share and exclusions. Reductions early in the contract have their own slot.
fn completing<'a>(source: &'a Source<'_>, at: usize) -> impl Iterator<Item = &'a Clause> {
    let cues = &source.book().rules.cues;
    let section = source.clauses.get(at).filter(|it| it.own).and_then(|it| it.section);
    let behind = source.clauses.iter().skip(at + 1);
    let subjects = source.words_of_subject();
    let names_subject = move |text: &str| subjects.iter().any(|it| text.contains(it.as_str()));
    behind
        .take_while(move |it| section.is_some() && it.section == section)
        .take(MAX_COMPLETING_CLAUSES)
        .filter(|it| !cues.has(Category::OtherMatter, &it.text))
        .filter(|it| !has_period(&it.text, cues) || !it.text.contains('%'))
        .filter(move |clause| {
            cues.has(Category::Completes, &clause.text)
                || cues.has(Category::Excludes, &clause.text) && names_subject(&clause.text)
        })
}

/// Extends a clause by the limit in a bracket behind it: 1일당 드립니다. (1회 입원당 120일 한도)
fn with_limit(page: &str, at: &Range<usize>) -> Range<usize> {
    let behind = page.get(at.end..).unwrap_or_default();
    let bracket = behind.trim_start();
    let inside = bracket.strip_prefix('(').and_then(|it| it.split_once(')')).map(|it| it.0);
    let limits = |text: &str| {
        text.chars().count() <= MAX_LIMIT_LENGTH
            && text.contains(|c: char| c.is_ascii_digit())
            && LIMIT_WORDS.iter().any(|word| text.contains(word))
    };
    match inside.filter(|it| limits(it)) {
        Some(inside) => at.start..at.end + (behind.len() - bracket.len()) + inside.len() + 2,
        None => at.clone(),
    }
}

/// Returns the clause that defines the illness, and the general definition of the document.
pub(super) fn scope(source: &Source<'_>) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let words = source.words_of_subject();
    let names_subject = |text: &str| words.iter().any(|it| text.contains(it.as_str()));
    let score = |clause: &Clause| {
        // A heading announces a definition and states none.
        if cues.has(Category::ArticleHeading, &clause.text) {
            return 0;
        }
        // ※ 고액치료비암 : 식도암, 췌장암, 뇌암.
        let lists = || {
            let begins = clause.text.trim_start_matches(['※', '*', '-', '·']);
            let list = words.iter().find_map(|it| begins.strip_prefix(it.as_str()));
            list.is_some_and(|it| it.starts_with(':') && it.contains(','))
        };
        // 뇌졸중(뇌출혈, 뇌경색증)으로 진단확정: a bracket that defines the word in front of it.
        let explains = || words.iter().any(|it| bracket_defines(&clause.text, it));
        let defines = names_subject(&clause.text)
            && !cues.has(Category::Exception, &clause.text)
            && (cues.has(Category::Defines, &clause.text) || lists() || explains());
        let subtypes = &source.book().rules.subtypes.words;
        let about = names_subject(&clause.text) || subtypes.is_match(&clause.text);
        let limits = about
            && cues.has(Category::LimitsScope, &clause.text)
            && !is_line_of_table(&clause.text);
        u8::from(defines) * 2 + u8::from(limits)
    };
    let stated = best(source, score).and_then(|(at, score)| with_exception(source, at, score));
    if !source.reads_general() {
        return stated.into_iter().collect();
    }
    let general = defining(source).and_then(|clause| {
        source.fact(
            "definition.general",
            clause_text(source, &clause),
            clause.page,
            clause.at.clone(),
        )
    });
    stated.into_iter().chain(general).collect()
}

/// Returns the clause of the document that defines the coverage's illness: 「암」이라 함은.
pub(super) fn defining(source: &Source<'_>) -> Option<Clause> {
    let words = source.words_of_subject();
    let cues = &source.book().rules.cues;
    let pages = &source.book().library(source.insurer()).definition_pages;
    let diseases = &source.book().rules.names.diseases;
    // Accepts 「암」이라 함은, but not 암의 직접 치료라 함은.
    let is_defined = |clause: &Clause, word: &str| {
        clause.text.match_indices(word).any(|(at, _)| {
            let behind = clause.text.get(at + word.len()..).unwrap_or_default();
            let behind = behind.trim_start_matches([')', '(', '"', '\'', '」', '』']);
            let defines = ["이라함은", "라함은", "이란", "란", "의정의"];
            // 뇌졸중 : 뇌출혈과 뇌경색증.
            let before = clause.text.get(..at).unwrap_or_default();
            let begins = !before.contains(char::is_alphabetic);
            // 고액암이란 does not define 암.
            let place = at..at + word.len();
            let covering =
                diseases.find_iter(&clause.text).find(|it| it.start() < place.end && at < it.end());
            let is_word = covering.is_none_or(|it| it.range() == place);
            is_word && defines.iter().any(|it| behind.starts_with(it))
                || begins && behind.starts_with(':')
        })
    };
    let mut about = words.iter().map(|word| (word, source.clauses_about(pages, word)));
    about.find_map(|(word, all)| {
        let is_text = |it: &Clause| !cues.has(Category::ArticleHeading, &it.text);
        all.into_iter().find(|clause| is_text(clause) && is_defined(clause, word))
    })
}

/// Returns the clause of its page behind a clause.
pub(super) fn behind(source: &Source<'_>, clause: &Clause) -> Option<Clause> {
    let page = source.book().pages(source.insurer()).get(clause.page)?;
    let rest = page.text.get(clause.at.end..)?;
    let start = clause.at.end + (rest.len() - rest.trim_start().len());
    let at = clause_at(&page.text, start);
    let at = at.start.max(start)..at.end;
    let text = fold(page.text.get(at.clone())?);
    (!text.is_empty()).then_some(Clause { at, text, ..clause.clone() })
}

/// Returns a definition with the exclusion behind it: 다만, 갑상선암은 제외합니다.
fn with_exception(source: &Source<'_>, at: usize, score: u8) -> Option<Fact> {
    let cues = &source.book().rules.cues;
    let clause = source.clauses.get(at)?;
    // An exclusion says less than a definition of the illness.
    let rule = match (clause.own, score) {
        (true, 2..) => "definition.own",
        (true, _) => "definition.limit",
        (false, _) => "definition.mention",
    };
    let mut fact =
        source.fact(rule, clause_text(source, clause), clause.page, clause.at.clone())?;
    fact.rank += score;
    let next = source.clauses.get(at + 1).filter(|next| {
        next.section == clause.section
            && (cues.has(Category::Exception, &next.text)
                || cues.has(Category::Excludes, &next.text))
            && cues.has(Category::LimitsScope, &next.text)
    });
    if let Some(next) = next {
        append(source, &mut fact, next);
    }
    // 다음은 제외합니다. 1. 갑상선암 2. 기타피부암: a list that the clause announces.
    if cues.has(Category::AnnouncesList, &clause.text) {
        let items = source.clauses.iter().skip(at + 1);
        let is_item = |item: &&Clause| {
            item.page == clause.page
                && item.text.starts_with(|c: char| c.is_ascii_digit() || ('①'..='⑳').contains(&c))
        };
        items.take_while(is_item).for_each(|it| append(source, &mut fact, it));
    }
    Some(fact)
}

/// Appends the text of a clause to a fact, unless the result is too long.
fn append(source: &Source<'_>, fact: &mut Fact, clause: &Clause) {
    let addition = clause_text(source, clause);
    if fact.value.chars().count() + addition.chars().count() < MAX_SUMMARY_LENGTH {
        fact.value = format!("{} {addition}", fact.value);
        fact.further.extend(source.evidence(clause.page, clause.at.clone()));
    }
}

/// Whether a bracket behind a word lists what the word includes.
fn bracket_defines(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        // 소액암(유방암, 자궁암) does not define 암.
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        if before.is_some_and(|c| ('가'..='힣').contains(&c)) {
            return false;
        }
        let behind = text.get(at + word.len()..).and_then(|it| it.strip_prefix('('));
        let inside = behind.and_then(|it| it.split_once(')')).map_or("", |it| it.0);
        inside.contains([',', '·', '및']) && !inside.ends_with("제외") && !inside.contains(':')
    })
}

/// Returns the index of the clause with the highest score, and the score; clauses of the coverage's
/// own sections come first.
fn best(source: &Source<'_>, score: impl Fn(&Clause) -> u8) -> Option<(usize, u8)> {
    let scores: Vec<(u8, bool)> = source.clauses.iter().map(|it| (score(it), it.own)).collect();
    let own = scores.iter().filter(|it| it.1).map(|it| it.0).max().filter(|it| *it > 0);
    let most = own.or_else(|| scores.iter().map(|it| it.0).max().filter(|it| *it > 1))?;
    scores.iter().position(|it| it.0 == most).map(|at| (at, most))
}

/// Whether a text is a name with its amount and nothing else.
fn is_line_of_table(text: &str) -> bool {
    let length = text.chars().count();
    length <= 12 || length < 70 && !["보장", "지급", "다"].iter().any(|it| text.contains(it))
}

/// Returns a text without the table cells printed around it: `600만원 20년/100세 1,590보장개시일 이후 …지급
/// 100세만기20년납`.
fn without_cells<'a>(source: &Source<'_>, line: &'a str) -> &'a str {
    let patterns = &source.book().rules.rows;
    let line =
        patterns.cells_behind.find(line).map_or(line, |it| line.get(..it.start()).unwrap_or(line));
    let cells = patterns.cells_before.find(line).map_or("", |it| it.as_str());
    let rest = line.get(cells.len()..).unwrap_or(line);
    let has_figures =
        cells.contains(['원', '년', '세']) && cells.contains(|c: char| c.is_ascii_digit());
    if has_figures && rest.chars().count() > 10 { rest.trim_start() } else { line }
}

/// Returns a line without marks of layout: emphasis and headings of Markdown, and bars between the
/// cells of a row. Of a row the cells that are sentences are kept.
fn in_words(source: &Source<'_>, line: &str) -> String {
    let line = line.replace("**", "").replace('`', "");
    let line = line.trim_start_matches(['#', '>', '*', ' ']);
    let cells: Vec<&str> = line.split('|').map(str::trim).filter(|it| !it.is_empty()).collect();
    if cells.len() < 2 {
        return cells.concat();
    }
    let cues = &source.book().rules.cues;
    let sentences: Vec<&str> = cells
        .iter()
        .copied()
        .filter(|it| has_statement(&fold(it)) || cues.has(Category::Trigger, &fold(it)))
        .collect();
    if sentences.is_empty() { cells.join(" ") } else { sentences.join(" ") }
}

/// Returns a clause on one line, cut to the length of a summary.
pub(super) fn clause_text(source: &Source<'_>, clause: &Clause) -> String {
    let page = source.book().pages(source.insurer()).get(clause.page);
    let text = page.and_then(|it| it.text.get(clause.at.clone())).unwrap_or_default();
    let line = in_words(source, &on_one_line(text));
    let line = without_cells(source, &line);
    let short: String = line.chars().take(MAX_SUMMARY_LENGTH).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}
