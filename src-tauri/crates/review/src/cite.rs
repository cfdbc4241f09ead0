//! Citations: made from the stored text of an article, and checked against it.

use jiff::civil::Date;
use simui_corpus::{CorpusError, FoundProvision, LawBook, LawOnDay, ProvisionLookup};
use simui_domain::{Citation, CitationStatus, WeighedDecision};
use simui_flow::NodeError;

/// Longest quote from a decision or guideline, in characters. Provisions are quoted whole.
const LONGEST_QUOTE: usize = 200;

/// Returns a citation of an article as it stands on the day of `law`, with its own words as the quote. `None`
/// when it is not in force that day, deleted, or not stored.
pub async fn article(law: &LawOnDay<'_>, article: &str) -> Result<Option<Citation>, NodeError> {
    match law.find_reference(article).await? {
        ProvisionLookup::Found(found) => Ok(citation(found)),
        _ => Ok(None),
    }
}

/// Returns a citation of the words that `decision` quotes; `None` when its article cannot be cited on that
/// day.
pub async fn precedent(
    law: &LawOnDay<'_>,
    decision: &WeighedDecision,
) -> Result<Option<Citation>, NodeError> {
    let citation = article(law, &decision.article).await?;
    Ok(citation.map(|citation| Citation { quote: decision.quote.clone(), ..citation }))
}

fn citation(found: FoundProvision) -> Option<Citation> {
    // A lead sentence such as "다음 각 호의 …" has no meaning without the items after it.
    let words = if found.path.is_some() { &found.text } else { &found.whole };
    let quote = first_sentences(words.trim(), found.path.is_some());
    if quote.is_empty() {
        return None;
    }
    Some(Citation {
        chunk_id: found.chunk_id?,
        kind: found.kind,
        article: found.reference,
        quote,
        effective_from: found.effective_from,
        status: CitationStatus::Unchecked,
        digest: found.digest,
        version: found.version,
        note: String::new(),
    })
}

/// Shortens a text to the last sentence that ends within the limit; with `is_provision` the text stays whole.
fn first_sentences(words: &str, is_provision: bool) -> String {
    if is_provision || words.chars().count() <= LONGEST_QUOTE {
        return words.to_owned();
    }
    let limit = words.char_indices().nth(LONGEST_QUOTE).map_or(words.len(), |(at, _)| at);
    let head = words.get(..limit).unwrap_or(words);
    let end = head
        .match_indices(['.', '\n'])
        .map(|(at, mark)| if mark == "\n" { at } else { at + mark.len() })
        .next_back()
        .or_else(|| head.rfind(' '))
        .unwrap_or(head.len());
    head.get(..end).unwrap_or(head).trim().to_owned()
}

/// Checks citations against the stored text of their articles on a day and overwrites status and note with
/// the result.
pub async fn recheck(
    law: &LawBook,
    citations: &mut [Citation],
    as_of: Date,
) -> Result<(), CorpusError> {
    recheck_on(&law.on(as_of).await?, citations).await
}

/// As [`recheck`], with the law of a day that is known already.
pub async fn recheck_on(law: &LawOnDay<'_>, citations: &mut [Citation]) -> Result<(), CorpusError> {
    for citation in citations {
        let check = law.verify_quote(&citation.quote, &citation.article).await?;
        citation.status = check.status;
        citation.note = check.note;
    }
    Ok(())
}

/// Returns the first citation that no final result may rest on: neither verified nor repaired.
pub fn unconfirmed(citations: &[Citation]) -> Option<&Citation> {
    citations.iter().find(|citation| !citation.status.is_confirmed())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, is_provision: bool, expected: &str) {
        assert_eq!(first_sentences(words, is_provision), expected);
    }

    #[test]
    fn quotes_end_with_a_sentence() {
        check("짧은 글.", false, "짧은 글.");
        let first = format!("{}다.", "가".repeat(150));
        let text = format!("{first} {}다.", "나".repeat(150));
        check(&text, false, &first);
        check(&text, true, &text);
        check(&"가".repeat(300), false, &"가".repeat(200));
    }
}
