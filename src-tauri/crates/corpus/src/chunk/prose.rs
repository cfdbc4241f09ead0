//! Chunks of texts without numbered units: paragraphs, then sentences.

use simui_domain::{Article, Chunk, Clock, Document};

use super::LIMIT;
use crate::text::{CharIndex, clean};

/// Returns the chunks of a document made of sections; each is labelled with its section's key.
pub(crate) fn of_sections(document: &Document, articles: &[Article], clock: &Clock) -> Vec<Chunk> {
    let body = CharIndex::new(document.body.clone());
    let mut chunks = Vec::new();
    for article in articles {
        of_article(&body, article, &article.key, clock, &mut chunks);
    }
    chunks
}

/// Appends the chunks of an article: as many whole lines as fit, long lines split at sentences.
pub(super) fn of_article(
    body: &CharIndex,
    article: &Article,
    label: &str,
    clock: &Clock,
    chunks: &mut Vec<Chunk>,
) {
    let piece = body.slice(article.start..article.end);
    let mut open = String::new();
    let mut span = (article.start, article.start);
    let mut at = article.start;
    let mut push = |text: &mut String, (start, end): (usize, usize)| {
        if !text.is_empty() {
            chunks.push(Chunk {
                id: clock.new_id(),
                article_id: article.id.clone(),
                label: label.to_owned(),
                text: std::mem::take(text),
                start,
                end,
            });
        }
    };
    for line in piece.split('\n') {
        let (start, end) = (at, at + line.chars().count());
        at = end + 1;
        // The section's heading is already its label.
        let words = clean(line);
        let heading = start == article.start && words == article.title;
        if heading || words.is_empty() {
            continue;
        }
        if open.chars().count() + words.chars().count() + 1 > LIMIT {
            push(&mut open, span);
        }
        if open.is_empty() {
            span = (start, end);
        }
        span.1 = end;
        let mut parts = split_words(&words).into_iter().peekable();
        while let Some(part) = parts.next() {
            if !open.is_empty() {
                open.push('\n');
            }
            open.push_str(&part);
            if parts.peek().is_some() {
                push(&mut open, span);
            }
        }
    }
    push(&mut open, span);
}

/// Splits text at ends of sentences (else at white space, else anywhere) so that no part exceeds the limit.
pub(super) fn split_words(words: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = words;
    while let Some((limit, _)) = rest.char_indices().nth(LIMIT) {
        let head = rest.get(..limit).unwrap_or_default();
        let cut = sentence_end(head)
            .or_else(|| head.rfind(char::is_whitespace))
            .filter(|cut| *cut > 0)
            .unwrap_or(limit);
        let (part, after) = rest.split_at(cut);
        parts.push(part.trim().to_owned());
        rest = after.trim_start();
    }
    parts.push(rest.trim().to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns the byte after the last `다. ` or line break in the second half of a text.
fn sentence_end(text: &str) -> Option<usize> {
    let dot = text.rfind("다. ").map(|at| at + "다.".len());
    let line = text.rfind('\n');
    dot.max(line).filter(|at| *at > text.len() / 2)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn long_words_are_cut_at_sentences() {
        let sentence = "가나다라마바사아자차 한다. ";
        let parts = split_words(&sentence.repeat(200));
        assert!(parts.len() > 1);
        for part in &parts {
            assert!(part.ends_with("한다.") && part.chars().count() <= LIMIT, "{part:?}");
        }
    }

    proptest! {
        #[test]
        fn no_letter_is_lost(words in "([가-힣]{1,40}(다\\. | |\n)){0,200}") {
            let parts = split_words(&words);
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(letters(&parts.concat()), letters(&words));
            for part in parts {
                prop_assert!(part.chars().count() <= LIMIT);
            }
        }
    }
}
