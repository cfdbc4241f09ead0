//! Summaries of what was read from a table.

use simui_corpus::{KindHint, Reading, Readings, SourceFile, quotable, read};

/// Reads a file in the same way as the import.
pub fn read_as(path: &str, bytes: impl AsRef<[u8]>, hint: KindHint) -> Readings {
    read(&SourceFile { path: path.into(), bytes: bytes.as_ref().to_vec() }, hint, &super::clock())
}

/// Each section as `key|words`, without its heading.
pub fn sections(reading: &Reading) -> Vec<String> {
    let body = &reading.imported.document.body;
    let each = reading.imported.articles.iter().map(|article| {
        let words = quotable(body, article.start, article.end);
        let words = words.strip_prefix(article.title.as_str()).unwrap_or(&words);
        format!("{}|{}", article.key, words.trim().replace('\n', "/"))
    });
    each.collect()
}

/// Kind, key, title, day and reader of a document.
pub fn head(reading: &Reading) -> String {
    let document = &reading.imported.document;
    let day = document.effective_from.map_or_else(String::new, |day| day.to_string());
    format!(
        "{} {} {} {day} {}",
        document.kind, document.source_key, document.title, document.reader
    )
}

/// Checks that each finding has the expected place and contains the expected word, in order.
#[track_caller]
pub fn check_findings(readings: &Readings, expected: &[(&str, &str)]) {
    let own = readings.readings.iter().flat_map(|reading| &reading.findings);
    let found: Vec<_> =
        own.chain(&readings.findings).map(|it| (it.place.as_str(), it.reason.as_str())).collect();
    assert_eq!(found.len(), expected.len(), "{found:#?}");
    for ((place, reason), (expected_place, word)) in found.iter().zip(expected) {
        assert!(
            place == expected_place && reason.contains(word),
            "{place}: {reason} / {expected_place}: {word}"
        );
    }
}
