//! Finds page headers, footers and page numbers: first and last lines that repeat on many pages.

use std::collections::{BTreeMap, HashMap};

use super::lines::Line;

/// Least number of pages on which a line must repeat.
const FEWEST_PAGES: usize = 3;
/// Most repeated lines at an edge.
const LINES: usize = 2;

/// Removes the repeated lines from the pages and returns each once, with its first and last page (from 1) and
/// all its texts. `heights` are those of the pages.
pub(super) fn take(pages: &mut [Vec<Line>], heights: &[f32]) -> Vec<(usize, usize, String)> {
    let mut uses: HashMap<(bool, String), usize> = HashMap::new();
    for (lines, height) in pages.iter().zip(heights) {
        for (at_top, at) in edges(lines, *height) {
            if let Some(line) = lines.get(at) {
                *uses.entry((at_top, shape(&line.text))).or_default() += 1;
            }
        }
    }
    let written = pages.iter().filter(|lines| !lines.is_empty()).count();
    let enough = FEWEST_PAGES.max(written / 3);
    let mut taken: BTreeMap<(bool, String), (usize, usize, Vec<String>)> = BTreeMap::new();
    for (page, (lines, height)) in pages.iter_mut().zip(heights).enumerate() {
        let mut repeated = edges(lines, *height);
        repeated.sort_unstable_by_key(|(_, at)| *at);
        repeated.dedup_by_key(|(_, at)| *at);
        for (at_top, at) in repeated.into_iter().rev() {
            let key = (at_top, lines.get(at).map(|line| shape(&line.text)).unwrap_or_default());
            if uses.get(&key).is_some_and(|uses| *uses >= enough) {
                let text = lines.remove(at).text;
                let (_, last, texts) = taken.entry(key).or_insert((page + 1, page + 1, Vec::new()));
                *last = page + 1;
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
    }
    taken.into_values().map(|(first, last, texts)| (first, last, texts.join(" / "))).collect()
}

/// Returns the outermost lines in the upper and lower tenth of a page.
fn edges(lines: &[Line], height: f32) -> Vec<(bool, usize)> {
    let mut order: Vec<usize> = (0..lines.len()).collect();
    let top = |at: &usize| lines.get(*at).map_or(0.0, |line| line.area.top);
    order.sort_by(|a, b| top(a).total_cmp(&top(b)));
    let first = order.iter().take(LINES).filter(|at| top(at) < 0.12 * height).map(|at| (true, *at));
    let last =
        order.iter().rev().take(LINES).filter(|at| top(at) > 0.86 * height).map(|at| (false, *at));
    first.chain(last).collect()
}

/// Returns text with numbers replaced.
fn shape(text: &str) -> String {
    let mut shape = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        match c {
            '0'..='9' if shape.ends_with('#') => {}
            '0'..='9' => shape.push('#'),
            c => shape.push(c),
        }
    }
    shape
}
