//! Words of the seeds, to be inserted elsewhere, and summaries of readings.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use simui_corpus::Readings;

use super::input::Input;

const MOST: usize = 2_000;

/// Tags, attributes, column names, numbers and words of the seeds.
pub fn of(seeds: &[Input]) -> Vec<Vec<u8>> {
    let mut words = BTreeSet::new();
    for part in seeds.iter().flat_map(|seed| &seed.0) {
        let ends = |byte: &u8| b" \t\r\n<>=\",:;{}[]|".contains(byte);
        let mut from = 0;
        for (at, _) in part.bytes.iter().enumerate().filter(|(_, byte)| ends(byte)) {
            // The character before a word distinguishes a tag from a value.
            if let Some(word @ [_, _, ..]) = part.bytes.get(from..at)
                && word.len() <= 60
            {
                words.insert(word.to_vec());
            }
            from = at;
        }
    }
    let step = words.len().div_ceil(MOST).max(1);
    words.into_iter().step_by(step).collect()
}

/// What was read, without ids.
pub fn contents(readings: &Readings) -> Vec<String> {
    let own = readings.readings.iter().flat_map(|it| &it.findings);
    let findings = own.chain(&readings.findings).map(|it| format!("{} {}", it.place, it.reason));
    let documents = readings.readings.iter().map(|reading| {
        let articles: Vec<_> = reading
            .imported
            .articles
            .iter()
            .map(|it| (&it.key, &it.breadcrumb, it.provisions.len()))
            .collect();
        let document = &reading.imported.document;
        format!(
            "{} {} {} {} {articles:?}",
            document.title, document.source_key, document.version, document.body
        )
    });
    documents.chain(findings).collect()
}

/// The findings, without names and numbers.
pub fn signature(readings: &Readings) -> u64 {
    let skeleton = |reason: &str| -> String {
        let mut quoted = false;
        let mut words = String::new();
        for c in reason.chars() {
            quoted ^= matches!(c, '"' | '\'');
            if !quoted && !c.is_ascii_digit() && words.len() < 120 {
                words.push(c);
            }
        }
        words
    };
    let own = readings.readings.iter().flat_map(|it| &it.findings);
    let reasons: BTreeSet<String> =
        own.chain(&readings.findings).map(|it| skeleton(&it.reason)).collect();
    let magnitude = |count: usize| count.checked_ilog2().map_or(0, |it| it + 1);
    let shapes: BTreeSet<_> = readings
        .readings
        .iter()
        .map(|reading| {
            let provisions: usize =
                reading.imported.articles.iter().map(|it| it.provisions.len()).sum();
            let document = &reading.imported.document;
            let counts = [reading.imported.articles.len(), provisions, reading.headings.len()]
                .map(magnitude);
            (document.kind.as_str(), document.reader.clone(), counts)
        })
        .collect();
    let mut hasher = DefaultHasher::new();
    (reasons, shapes).hash(&mut hasher);
    hasher.finish()
}
