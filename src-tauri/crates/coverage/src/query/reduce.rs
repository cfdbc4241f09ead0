//! Reduces a question to the text that may name a coverage.

use std::ops::Range;

use crate::catalog::fold::fold;
use crate::catalog::rules::Query;
use crate::document::book::Book;

/// Returns the rest of a question, folded, without companies (`spans`), question words, ages,
/// particles and signs.
pub(crate) fn reduce(book: &Book, question: &str, spans: &[Range<usize>]) -> String {
    let rules = &book.rules.query;
    let mut left = String::new();
    for token in
        blanked(question, spans).split(|c: char| c.is_whitespace() || "?!.,;:\"'`/".contains(c))
    {
        let folded = fold(token);
        let word = without_particle(&folded, &rules.particles);
        if !rules.fillers.iter().any(|it| it == word || *it == folded) {
            left.push_str(word);
        }
    }
    for (word, meant, weak) in &rules.subjects {
        let is_named = *weak && book.rules.names.diseases.is_match(&left);
        if left.contains(word.as_str()) && !left.contains(meant.as_str()) && !is_named {
            left = left.replacen(word.as_str(), meant, 1);
        }
    }
    let benefit = rules.benefits.iter().any(|it| left.contains(it.as_str()));
    if let Some((word, meant)) =
        rules.benefit_words.iter().find(|(word, _)| !benefit && left.contains(word.as_str()))
    {
        left = left.replacen(word.as_str(), meant, 1);
    }
    let kept = without_phrases(rules, &left);
    // A bracket whose content was removed.
    let kept = kept.replace("()", "");
    let kept = rules.tails.iter().find_map(|it| kept.strip_suffix(it.as_str())).unwrap_or(&kept);
    without_particle(kept, &rules.particles).to_owned()
}

/// Returns a folded text without times, ages and question words.
fn without_phrases(rules: &Query, text: &str) -> String {
    let timeless = rules
        .patterns
        .iter()
        .fold(text.to_owned(), |text, pattern| pattern.replace_all(&text, "").into_owned());
    let mut kept = String::new();
    let mut from = 0;
    for found in rules.phrases.find_iter(&timeless) {
        kept.push_str(timeless.get(from..found.start()).unwrap_or_default());
        from = found.end();
    }
    kept + timeless.get(from..).unwrap_or_default()
}

/// Returns the words of a question, folded, without those of the spans, question words, times and particles.
pub(crate) fn words(book: &Book, question: &str, spans: &[Range<usize>]) -> Vec<String> {
    let rules = &book.rules.query;
    let text = blanked(question, spans);
    let tokens = text.split(|c: char| c.is_whitespace() || "?!.,;:\"'`/()".contains(c)).map(fold);
    let word = |token: String| {
        let bare = without_particle(&token, &rules.particles);
        let is_filler = rules.fillers.iter().any(|it| it == bare || *it == token);
        let meant = rules.subjects.iter().find(|it| bare.contains(it.0.as_str())).map(|it| &it.1);
        let kept = without_phrases(rules, bare);
        let kept = meant.cloned().unwrap_or(kept);
        let kept = without_particle(&kept, &rules.particles).to_owned();
        let is_word = kept.chars().count() > 1 && kept.chars().all(char::is_alphabetic);
        (is_word && !is_filler).then_some(kept)
    };
    tokens.filter_map(word).collect()
}

/// Returns the byte ranges at which a question names plans of companies as separate words: 참나래
/// 프리미엄.
pub(crate) fn plans(book: &Book, question: &str, insurers: &[usize]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for token in question.split(char::is_whitespace) {
        let span = at..at + token.len();
        at = span.end
            + question.get(span.end..).and_then(|it| it.chars().next()).map_or(0, char::len_utf8);
        let folded = fold(token.trim_end_matches([',', '.', '?', '!']));
        let word = without_particle(&folded, &book.rules.query.particles);
        let is_plan = |it: &usize| book.library(*it).plans.contains(word);
        if word.chars().count() > 1 && insurers.iter().any(is_plan) {
            found.push(span);
        }
    }
    found
}

/// Returns a text with blanks in place of the spans, byte for byte.
pub(crate) fn blanked(text: &str, spans: &[Range<usize>]) -> String {
    let covered = |at: usize| spans.iter().any(|span| span.contains(&at));
    text.char_indices()
        .flat_map(|(at, c)| {
            let blanks = if covered(at) { c.len_utf8() } else { 0 };
            std::iter::repeat_n(' ', blanks).chain((blanks == 0).then_some(c))
        })
        .collect()
}

/// Returns a word without its particle, if at least two characters remain.
pub(crate) fn without_particle<'a>(word: &'a str, particles: &[String]) -> &'a str {
    for particle in particles {
        if let Some(stem) = word.strip_suffix(particle.as_str()) {
            // A lone particle remained behind a company's name.
            if stem.is_empty() {
                return stem;
            }
            if stem.chars().count() >= 2 {
                return stem;
            }
        }
    }
    word
}
