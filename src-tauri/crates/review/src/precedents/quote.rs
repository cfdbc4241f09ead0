//! Chooses the quote of a decision, and checks it like every other quote.

use simui_corpus::LawOnDay;
use simui_domain::{CitationStatus, Stance};
use simui_flow::NodeError;

use super::Weighed;
use crate::rulings::Passage;

/// Largest number of sentences tried before a decision stays without a quote.
const MAX_TRIES: usize = 3;

/// A checked quote of a decision. The status of a decision without ground is `REPEALED`.
pub(crate) struct Quoted {
    /// The place, like `대법원 2010. 3. 25. 선고 2009두21345 판결 판결요지[3]`.
    pub article: String,
    /// The quote, a substring of that place.
    pub quote: String,
    /// The result of the check.
    pub status: CitationStatus,
}

/// Returns the sentence of a decision that fits the finding best. `None` where no sentence passes the check:
/// a decision without a quote is not shown.
pub(crate) async fn quoted(
    law: &LawOnDay<'_>,
    weighed: &Weighed,
) -> Result<Option<Quoted>, NodeError> {
    let mut candidates: Vec<(i32, usize, &Passage)> = weighed
        .ruling
        .passages
        .iter()
        .enumerate()
        .map(|(at, passage)| (score(passage, weighed), at, passage))
        .collect();
    candidates.sort_by_key(|(score, at, _)| (std::cmp::Reverse(*score), *at));
    for (_, _, passage) in candidates.into_iter().take(MAX_TRIES) {
        let article = format!("{} {}", weighed.ruling.title, passage.key);
        let check = law.verify_quote(&passage.text, &article).await?;
        let lost = weighed.stance == Stance::LostGround;
        if check.status.is_confirmed() || lost && check.status == CitationStatus::Repealed {
            let quote = passage.text.clone();
            return Ok(Some(Quoted { article, quote, status: check.status }));
        }
    }
    Ok(None)
}

/// Scores a sentence: it contains the wording, is about advertising, and concludes the way the decision went.
/// Questions and quoted statutes lower the score.
fn score(passage: &Passage, weighed: &Weighed) -> i32 {
    let contains_wording = !weighed.wording.is_empty() && passage.text.contains(&weighed.wording);
    let contains_any = |words: &[&str]| words.iter().any(|word| passage.text.contains(word));
    let about = contains_any(&["광고", "유인", "문구", "표현"]);
    let is_question_or_statute = contains_any(&["다음 각 호", "여부(", "별개의견", "반대의견"]);
    let denies = contains_any(&[
        "않는다",
        "아니한다",
        "볼 수 없",
        "보기 어렵",
        "할 수 없",
        "아니다",
        "아니고",
    ]);
    let concludes = match weighed.ruling.unlawful() {
        Some(false) => denies,
        _ => passage.concludes() && !denies,
    };
    4 * i32::from(contains_wording) + 3 * i32::from(about) + 3 * i32::from(concludes)
        - 6 * i32::from(is_question_or_statute)
}
