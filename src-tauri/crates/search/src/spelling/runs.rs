//! Cuts a query into runs of Hangul and of Latin letters.

use simui_domain::Span;
use simui_korean::hangul;

/// The script of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Syllables and loose jamo.
    Hangul,
    /// ASCII letters, which a keyboard has.
    Latin,
}

/// Neighbouring letters of one script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) script: Script,
    pub(super) text: String,
    /// Place in the query, in characters.
    pub(super) span: Span,
}

/// Returns the runs of at least two letters, in order. Letters beside digits (B12, 500mg) are names or units,
/// not misspelt words.
pub(super) fn runs(query: &str) -> Vec<Run> {
    let letters: Vec<char> = query.chars().collect();
    let mut runs = Vec::new();
    let mut start = 0;
    for group in letters.chunk_by(|&a, &b| script(a) == script(b)) {
        let end = start + group.len();
        let beside_digit = [start.checked_sub(1), Some(end)]
            .into_iter()
            .flatten()
            .any(|at| letters.get(at).is_some_and(char::is_ascii_digit));
        if let Some(script) = script(group[0])
            && group.len() > 1
            && !(script == Script::Latin && beside_digit)
        {
            runs.push(Run { script, text: group.iter().collect(), span: Span { start, end } });
        }
        start = end;
    }
    runs
}

fn script(c: char) -> Option<Script> {
    if hangul::is_syllable(c) || hangul::is_loose(c) {
        Some(Script::Hangul)
    } else if c.is_ascii_alphabetic() {
        Some(Script::Latin)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_one_script() {
        let check = |query: &str, expected: &[(&str, usize)]| {
            let found = runs(query);
            let found: Vec<(&str, usize)> =
                found.iter().map(|run| (run.text.as_str(), run.span.start)).collect();
            assert_eq!(found, expected, "{query}");
        };
        check("의료뻡의 광고", &[("의료뻡의", 0), ("광고", 5)]);
        check("MRI검사, aspirin", &[("MRI", 0), ("검사", 3), ("aspirin", 7)]);
        check("ㅡ갸 약", &[("ㅡ갸", 0)]);
        check("500mg vitaminB12 제56조", &[]);
        check("!?", &[]);
        check("", &[]);
    }
}
