//! 보장 질병: the diseases, injuries and treatments that a coverage pays for, and those that it does not.

use std::ops::Range;

use super::condition::{behind, defining};
use super::exclusions::{is_in_list, part_taken_out};
use super::source::{Clause, Source};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Fact, Polarity};
use crate::catalog::fold::fold;
use crate::document::brackets::around;
use crate::document::clause::clauses;
use crate::document::diseases::{Disease, MOST_CODES, behind_list, diseases};
use crate::table::piped::ranges_around;
use crate::table::rows::lines;
use simui_korean::money::amounts;

/// Returns what the document states of each disease that it names: in the clauses of the coverage's own
/// sections, in the definition of its illness, in its name, and in what is not paid for (`exclusions`).
pub(super) fn illnesses(source: &Source<'_>, exclusions: &[Fact]) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let mut facts = Vec::new();
    let excluded: Vec<Clause> = exclusions.iter().flat_map(|it| of_exclusion(source, it)).collect();
    for clause in source.clauses.iter().filter(|it| it.own) {
        if excluded.iter().any(|it| (it.page, &it.at) == (clause.page, &clause.at)) {
            continue;
        }
        let is_out = is_in_list(source, clause);
        let pays = || {
            [Category::Trigger, Category::Paid, Category::Defines, Category::Excludes]
                .into_iter()
                .any(|it| cues.has(it, &clause.text))
        };
        let is_other = cues.has(Category::OtherMatter, &clause.text)
            && !cues.has(Category::Excludes, &clause.text);
        if is_out || pays() && !is_other {
            let rule = if is_out { "illness.excluded" } else { "illness.own" };
            facts.extend(stated(source, rule, clause, is_out));
        }
    }
    facts.extend(named(source));
    facts.extend(operations(source));
    if source.reads_general() {
        let definition = defining(source);
        let next = definition.as_ref().and_then(|it| behind(source, it));
        let next = next.filter(|it| cues.has(Category::Excludes, &it.text));
        let all = definition.into_iter().chain(next);
        facts.extend(all.flat_map(|it| stated(source, "illness.defined", &it, false)));
    }
    for clause in &excluded {
        let rule = if clause.own { "illness.excluded" } else { "illness.common" };
        // An item of a list says by its place that nothing is paid.
        let is_out = !clause.own || !cues.has(Category::Excludes, &clause.text);
        facts.extend(stated(source, rule, clause, is_out));
    }
    let mut kept: Vec<Fact> = Vec::new();
    for fact in facts {
        let is_same = |other: &Fact| {
            (&other.rule, &other.applies_to, other.polarity)
                == (&fact.rule, &fact.applies_to, fact.polarity)
        };
        if !kept.iter().any(is_same) {
            kept.push(fact);
        }
    }
    kept
}

/// Returns the clauses of an exclusion; those of one that holds for all coverages are not its own.
fn of_exclusion(source: &Source<'_>, fact: &Fact) -> Vec<Clause> {
    let own = match fact.rule.as_str() {
        "exclusion.own" | "exclusion.mention" => true,
        "exclusion.common" => false,
        _ => return Vec::new(),
    };
    let all = source.book().pages(source.insurer()).iter().enumerate();
    let mut pages = all.filter(|(at, page)| source.has(*at) && page.page == fact.evidence.page);
    let Some((page, text)) = pages.next().map(|it| (it.0, it.1.text.as_str())) else {
        return Vec::new();
    };
    let byte = |scalar: u32| {
        let at = usize::try_from(scalar).unwrap_or(usize::MAX);
        text.char_indices().nth(at).map_or(text.len(), |it| it.0)
    };
    let clause = |at: Range<usize>| {
        let folded = fold(text.get(at.clone()).unwrap_or_default());
        Clause { page, text: folded, at, is_policy: true, own, section: None }
    };
    let places = clauses(text, byte(fact.evidence.start)..byte(fact.evidence.end));
    places.into_iter().map(clause).collect()
}

/// Returns what a clause states of the diseases that it names. `is_out`: it stands in a list of what is not
/// paid for.
fn stated(source: &Source<'_>, rule: &str, clause: &Clause, is_out: bool) -> Vec<Fact> {
    let rules = &source.book().rules;
    let cues = &rules.cues;
    let text = clause.text.as_str();
    let all = diseases(text, rules);
    let part = part_taken_out(text, cues);
    // 다만, 치매는 보장합니다, among what is not paid for.
    let is_exception = cues.has(Category::Exception, text) && part.is_none();
    let is_early = cues.has(Category::Waiting, text) || cues.has(Category::Early, text);
    // 악성신생물에 해당하는 질병을 말합니다: a definition says of no disease in general that it is paid for.
    let defines = cues.has(Category::Defines, text);
    let pays = |disease: &Disease| {
        let is_general = disease.codes.width() >= MOST_CODES;
        !is_general || !is_out && cues.has(Category::Trigger, text) && !defines
    };
    let fact = |(at, disease): (usize, &Disease)| {
        let is_part = part.as_ref().is_some_and(|it| it.contains(&disease.at.start));
        let rest = behind_list(text, &all, at);
        let is_taken = is_taken_out(text, disease) || cues.has(Category::TakenFrom, rest);
        let is_denied = match is_out && !is_exception || is_part {
            true => !is_taken,
            false => is_taken || cues.has(Category::Excluded, rest),
        };
        let polarity = match (is_denied, is_early) {
            (false, _) => Polarity::Affirmed,
            (true, true) => Polarity::Conditional,
            (true, false) => Polarity::Denied,
        };
        let fact = source.fact(rule, disease.name.clone(), clause.page, clause.at.clone())?;
        let applies_to = Some(disease.codes.to_string());
        Some(Fact { applies_to, polarity, ..fact })
    };
    all.iter().enumerate().filter(|it| pays(it.1)).filter_map(fact).collect()
}

/// Whether a bracket takes a disease out of what a clause says: (치아의 파절 제외).
fn is_taken_out(text: &str, disease: &Disease) -> bool {
    around(text, disease.at.start).is_some_and(|it| it.1.ends_with("제외"))
}

/// Returns the operations of the rows that say which class each is, for a coverage with classes: |
/// 충수절제술(맹장수술) | 2종 |.
fn operations(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let own = book.aliases.iter().filter(|it| it.insurer == source.insurer());
    let mut own = own.filter(|it| it.coverage == source.coverage());
    if source.subject.name.is_some() || !own.any(|it| it.name.has_classes) {
        return Vec::new();
    }
    let pages = book.pages(source.insurer()).iter().enumerate();
    let rows = pages.filter(|it| source.has(it.0)).flat_map(|(at, page)| {
        let all = lines(&page.text).into_iter();
        let listed = all.flat_map(move |line| match operation(&page.text, line.start) {
            Some(row) => vec![row],
            None => operations_of_line(&page.text, line),
        });
        listed.map(move |it| (at, it))
    });
    let fact = |(page, (name, class, at)): (usize, (String, String, Range<usize>))| {
        let codes: Vec<String> = diseases(&fold(&name), &book.rules)
            .into_iter()
            .map(|it| it.codes.to_string())
            .collect();
        let fact = source.fact("illness.class", name, page, at)?;
        Some(Fact { applies_to: Some(codes.join(",")), condition: Some(class), ..fact })
    };
    rows.filter_map(fact).collect()
}

/// Returns the operations of a line that lists those of a class: 2종 : 충수염 수술, 제왕절개.
fn operations_of_line(page: &str, line: Range<usize>) -> Vec<(String, String, Range<usize>)> {
    let text = page.get(line.clone()).unwrap_or_default();
    let Some((class, all)) = text.split_once([':', '：']) else { return Vec::new() };
    let number = fold(class.trim_start_matches(|c: char| !c.is_ascii_digit()));
    let digits = number.strip_suffix('종').unwrap_or_default();
    if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) || !amounts(all).is_empty()
    {
        return Vec::new();
    }
    let operations = all.split([',', '·']).map(|it| it.trim().to_owned());
    operations.map(|it| (it, number.clone(), line.clone())).collect()
}

/// Returns the operation of a row of two cells, its class and their place.
fn operation(page: &str, line: usize) -> Option<(String, String, Range<usize>)> {
    let cells = ranges_around(page, line);
    let [name, class] = cells.as_slice() else { return None };
    let number = fold(page.get(class.clone())?);
    let digits = number.strip_suffix('종').filter(|it| !it.is_empty())?;
    let is_class = digits.chars().all(|c| c.is_ascii_digit());
    let text = page.get(name.clone())?.trim().to_owned();
    is_class.then(|| (text, number.clone(), name.start..class.end))
}

/// Returns the diseases in the company's names for the coverage, at the first place that begins with one.
fn named(source: &Source<'_>) -> Vec<Fact> {
    let book = source.book();
    let Some(section) = source.sections.iter().find(|it| it.own) else { return Vec::new() };
    let page = book.pages(source.insurer()).get(section.page);
    let head = page.and_then(|it| it.text.get(section.at.clone())).unwrap_or_default();
    let line = head.lines().next().unwrap_or_default();
    let at = section.at.start..section.at.start + line.len();
    let fact = |disease: Disease| {
        let fact = source.fact("illness.name", disease.name, section.page, at.clone())?;
        Some(Fact { applies_to: Some(disease.codes.to_string()), ..fact })
    };
    diseases(source.core(), &book.rules).into_iter().filter_map(fact).collect()
}
