//! Reads plans whose tables stand below each other, each under a caption that names its plan: 1안
//! (가벼운 설계), A안 (남자 50세).

use std::collections::BTreeSet;

use super::PageRow;
use crate::catalog::fold::fold;
use crate::catalog::person::sex_of;
use crate::catalog::rules::RowPatterns;
use crate::catalog::tables::Page;
use crate::table::rows::lines;
use simui_korean::money::amounts;

/// Largest length of a caption, in folded characters.
const MAX_LENGTH: usize = 30;

/// Assigns each row the plan of the caption above it, in documents that repeat coverages below
/// several captions.
pub(super) fn name_plans(pages: &[Page], patterns: &RowPatterns, rows: &mut [PageRow]) {
    let mut from = 0;
    while let Some(first) = pages.get(from) {
        let same = |it: &&Page| it.document == first.document && it.doc_type == first.doc_type;
        let count = pages.iter().skip(from).take_while(same).count().max(1);
        let document = from..from + count;
        from = document.end;
        let captions: Vec<(usize, usize, String)> = document
            .clone()
            .filter_map(|at| Some((at, pages.get(at)?)))
            .flat_map(|(at, page)| of_page(&page.text, patterns, at))
            .collect();
        let above = |row: &PageRow| -> Option<String> {
            let place = (row.page, row.row.amount.start);
            let caption = captions.iter().rfind(|it| (it.0, it.1) < place)?;
            Some(caption.2.clone())
        };
        let own: Vec<usize> = (0..rows.len())
            .filter(|it| rows.get(*it).is_some_and(|it| document.contains(&it.page)))
            .collect();
        let plans_of_rows: Vec<(usize, Option<String>)> =
            own.iter().filter_map(|it| Some((*it, above(rows.get(*it)?)))).collect();
        if !are_plans(rows, &plans_of_rows) {
            continue;
        }
        for (at, plan) in plans_of_rows {
            if let Some(row) = rows.get_mut(at).filter(|it| it.row.plan.is_none()) {
                row.row.plan = plan;
            }
        }
    }
}

/// Whether most names have rows below more than one of the captions.
fn are_plans(rows: &[PageRow], plans_of_rows: &[(usize, Option<String>)]) -> bool {
    let plans: BTreeSet<&String> = plans_of_rows.iter().filter_map(|it| it.1.as_ref()).collect();
    let names = |plan: Option<&String>| -> BTreeSet<&str> {
        let of_plan = plans_of_rows.iter().filter(|it| plan.is_none() || it.1.as_ref() == plan);
        of_plan.filter_map(|it| Some(rows.get(it.0)?.row.name.as_str())).collect()
    };
    let all = names(None);
    let often = all
        .iter()
        .filter(|name| plans.iter().filter(|plan| names(Some(plan)).contains(*name)).count() > 1);
    plans.len() > 1 && often.count() * 2 > all.len()
}

/// Returns the captions of page `page`: the page, the first byte, and the plan that the caption
/// begins with. A bracket about the person is part of the plan.
fn of_page(text: &str, patterns: &RowPatterns, page: usize) -> Vec<(usize, usize, String)> {
    let plan = |line: &str| {
        let caption = line.trim().trim_start_matches(|c: char| !c.is_alphanumeric());
        let word = caption.split(|c: char| c.is_whitespace() || "([<:】]>".contains(c)).next()?;
        let rest = caption.strip_prefix(word).unwrap_or_default().trim_start();
        let bracket = rest.strip_prefix('(').and_then(|it| it.split_once(')')).map(|it| it.0);
        let bracket = bracket.filter(|it| sex_of(it).is_some());
        let word = fold(word);
        // (단위 : 천원) is no amount.
        let without_unit = caption.split("단위").next().unwrap_or(caption);
        let is_caption =
            fold(caption).chars().count() <= MAX_LENGTH && amounts(without_unit).is_empty();
        // A head names several plans; a caption only one.
        let beside =
            bracket.map_or(caption, |it| caption.split_once(it).map_or(caption, |it| it.1));
        let plans =
            beside.split_whitespace().filter(|it| patterns.plan.is_match(&fold(it))).count();
        (is_caption && plans <= 1 && patterns.plan.is_match(&word))
            .then(|| bracket.map_or(word.clone(), |it| format!("{word}({})", fold(it))))
    };
    let found = lines(text)
        .into_iter()
        .filter_map(|it| Some((page, it.start, plan(text.get(it.clone()).unwrap_or_default())?)));
    found.collect()
}
