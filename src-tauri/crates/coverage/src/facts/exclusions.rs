//! 면책: when nothing is paid, in the coverage's own sections and in articles that hold for every coverage.

use super::condition::clause_text;
use super::source::{Clause, Source, has_statement};
use crate::catalog::cues::Category;
use crate::catalog::fact::Fact;
use crate::document::exclusions::is_item;

/// Returns the clauses of the coverage's own sections that say when nothing is paid, each with the list that
/// it announces (다음의 수술은 보장하지 않습니다. 1. 요실금 2. 치핵), and the articles that hold for all coverages.
pub(super) fn exclusions(source: &Source<'_>) -> Vec<Fact> {
    let cues = &source.book().rules.cues;
    let own: Vec<&Clause> = source.clauses.iter().filter(|it| it.own).collect();
    let mut facts = Vec::new();
    let mut at = 0;
    while let Some(clause) = own.get(at) {
        at += 1;
        // A heading alone says nothing: what stands below it does.
        let heading = cues.find(Category::HeadsExclusions, &clause.text);
        let is_heading = heading.is_some_and(|it| it.end == clause.text.len());
        let states = cues.has(Category::Excludes, &clause.text) && has_statement(&clause.text);
        if !is_heading && !states {
            continue;
        }
        let belongs = |next: &&&Clause| {
            let denies = cues.has(Category::Excludes, &next.text);
            next.page == clause.page
                && !cues.has(Category::HeadsExclusions, &next.text)
                && if is_heading {
                    denies || is_item(&next.text)
                } else {
                    !denies && is_item(&next.text)
                }
        };
        let opens = is_heading || ["다음", "아래"].iter().any(|it| clause.text.contains(it));
        let below = own.iter().skip(at).take_while(belongs).count() * usize::from(opens);
        at += below;
        let Some(last) = own.get(at - 1).filter(|_| !is_heading || below > 0) else { continue };
        let quoted =
            Clause { at: clause.at.start..last.at.end.max(clause.at.end), ..(*clause).clone() };
        let text = clause_text(source, &quoted);
        facts.extend(source.fact("exclusion.own", text, quoted.page, quoted.at));
    }
    facts.extend(common(source));
    facts
}

/// Returns the articles that say when nothing is paid and hold for every coverage of the document.
fn common(source: &Source<'_>) -> Vec<Fact> {
    let all = source.book().library(source.insurer()).common_exclusions.iter();
    let own = all.filter(|it| source.reads_general() && source.has(it.0));
    let facts = own.filter_map(|(page, at)| {
        let (own, section) = (false, None);
        let (at, text) = (at.clone(), String::new());
        let clause = Clause { page: *page, at, text, is_policy: true, own, section };
        let text = format!("공통: {}", clause_text(source, &clause));
        source.fact("exclusion.common", text, *page, clause.at)
    });
    facts.collect()
}
