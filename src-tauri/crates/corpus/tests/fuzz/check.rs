//! Invariants of every reading, whatever the input.

use std::collections::HashSet;

use simui_corpus::{Finding, Reading, Readings, quotable};

/// Maximum number of output bytes per input byte, in addition to [`ALWAYS`].
const STEEPEST: usize = 40;
/// Number of output bytes always allowed, for findings, headings and titles.
const ALWAYS: usize = 64 << 10;
/// The text of larger bodies is not compared, because that would take longer than reading them.
const LARGEST_COMPARED: usize = 12 << 10;

/// The faults in the readings of a file of `size` bytes, unpacked.
pub fn check(readings: &Readings, size: usize) -> Result<(), String> {
    if readings.readings.is_empty() && readings.findings.is_empty() {
        return Err("neither documents nor findings".to_owned());
    }
    let written = written(readings);
    if written > STEEPEST * size + ALWAYS {
        return Err(format!("{size} bytes became {written}"));
    }
    let own = readings.readings.iter().flat_map(|reading| &reading.findings);
    own.chain(&readings.findings).try_for_each(|it| finding(it, size))?;
    readings.readings.iter().try_for_each(reading)
}

/// Text without a place is quoted in the finding about it, so a finding may be as long as the file.
fn finding(finding: &Finding, size: usize) -> Result<(), String> {
    if finding.reason.trim().is_empty() {
        return Err(format!("a finding without a reason at '{}'", finding.place));
    }
    let (place, reason) = (finding.place.len(), finding.reason.len());
    if place.max(reason) > 4 * size + 2_000 {
        return Err(format!("a finding of {place} and {reason} bytes: {finding:.300?}"));
    }
    Ok(())
}

/// The number of bytes of all output for a file.
pub fn written(readings: &Readings) -> usize {
    let findings =
        |it: &[Finding]| it.iter().map(|it| it.place.len() + it.reason.len()).sum::<usize>();
    let of = |reading: &Reading| {
        let imported = &reading.imported;
        let articles = imported.articles.iter().map(|article| {
            let provisions = article.provisions.iter().map(|it| it.text.len() + it.note.len());
            let breadcrumb = article.breadcrumb.iter().map(String::len);
            article.key.len() + article.title.len() + breadcrumb.chain(provisions).sum::<usize>()
        });
        let chunks = imported.chunks.iter().map(|it| it.text.len() + it.label.len());
        let parts = articles.chain(chunks).sum::<usize>() + findings(&reading.findings);
        imported.document.body.len() + imported.document.title.len() + parts
    };
    readings.readings.iter().map(of).sum::<usize>() + findings(&readings.findings)
}

fn reading(reading: &Reading) -> Result<(), String> {
    let document = &reading.imported.document;
    if document.title.trim().is_empty() || document.title.contains('\n') {
        return Err(format!("a document with the title {:?}", document.title));
    }
    let chars: Vec<char> = document.body.chars().collect();
    covered(reading, &chars)?;
    articles(reading)?;
    for chunk in &reading.imported.chunks {
        let article = reading.imported.articles.iter().find(|it| it.id == chunk.article_id);
        let Some(article) = article else {
            return Err(format!("the chunk {} belongs to no article", chunk.label));
        };
        let inside =
            article.start <= chunk.start && chunk.start < chunk.end && chunk.end <= article.end;
        let length = chunk.text.chars().count();
        if !inside || chunk.text.trim().is_empty() || length > 1_200 {
            return Err(format!(
                "the chunk {} at {}..{} of {length} characters in {}..{}",
                chunk.label, chunk.start, chunk.end, article.start, article.end
            ));
        }
    }
    Ok(())
}

/// Articles and headings are consecutive, and no text is outside them.
fn covered(reading: &Reading, body: &[char]) -> Result<(), String> {
    let articles = reading.imported.articles.iter().map(|it| (it.start, it.end));
    let headings = reading.headings.iter().map(|it| (it.start, it.end));
    let mut spans: Vec<(usize, usize)> = articles.chain(headings).collect();
    spans.sort_unstable();
    let mut at = 0;
    for (start, end) in spans {
        if start < at || start >= end || end > body.len() {
            return Err(format!("{start}..{end} of {} after {at}", body.len()));
        }
        blank(body, at, start)?;
        at = end;
    }
    blank(body, at, body.len())
}

fn blank(body: &[char], from: usize, to: usize) -> Result<(), String> {
    let between = &body[from..to];
    if between.iter().all(|c| c.is_whitespace()) {
        return Ok(());
    }
    let lost: String = between.iter().take(80).collect();
    Err(format!("in no article at {from}: {lost:?}"))
}

/// Keys are unique, provisions are nested, and their text is part of the text of the article.
fn articles(reading: &Reading) -> Result<(), String> {
    let body = &reading.imported.document.body;
    let mut keys = HashSet::new();
    for article in &reading.imported.articles {
        if article.key.trim().is_empty() || !keys.insert(&article.key) {
            return Err(format!("the key '{}' is empty or there twice", article.key));
        }
        let compared = body.len() <= LARGEST_COMPARED && !article.provisions.is_empty();
        let words = compared.then(|| quotable(body, article.start, article.end));
        let mut open: Vec<usize> = Vec::new();
        let mut last = article.start;
        for provision in &article.provisions {
            while open.last().is_some_and(|end| *end <= provision.start) {
                open.pop();
            }
            let most = open.last().copied().unwrap_or(article.end);
            if provision.start < last || provision.start >= provision.end || provision.end > most {
                return Err(format!(
                    "{} at {}..{} in ..{most}",
                    provision.path, provision.start, provision.end
                ));
            }
            if words.as_ref().is_some_and(|words| !words.contains(&provision.text)) {
                return Err(format!(
                    "{}: {:?} is not in {words:?}",
                    provision.path, provision.text
                ));
            }
            last = provision.start;
            open.push(provision.end);
        }
    }
    Ok(())
}
