//! What a decision is quoted for, checked like every other quote.

use jiff::civil::Date;
use simui_domain::{CitationStatus, Stance};
use simui_flow::NodeError;

use super::{Passage, Weighed};
use crate::library::Library;

/// How many sentences are tried before a decision goes unquoted.
const TRIES: usize = 3;

/// A verified quote of a decision. That of a decision without ground is `REPEALED`.
pub(crate) struct Quoted {
    /// `대법원 2010. 3. 25. 선고 2009두21345 판결 판결요지[3]`
    pub article: String,
    /// A substring of that place.
    pub quote: String,
    /// What the check found.
    pub status: CitationStatus,
}

/// The sentence of a decision that says most about the words in question. `None` where nothing of it can be quoted: a
/// decision that nobody can read is not shown.
pub(crate) async fn quoted(
    library: &Library,
    weighed: &Weighed,
    as_of: Date,
) -> Result<Option<Quoted>, NodeError> {
    let mut candidates: Vec<(i32, usize, &Passage)> = weighed
        .ruling
        .passages
        .iter()
        .enumerate()
        .map(|(at, passage)| (worth(passage, weighed), at, passage))
        .collect();
    candidates.sort_by_key(|(worth, at, _)| (std::cmp::Reverse(*worth), *at));
    for (_, _, passage) in candidates.into_iter().take(TRIES) {
        let article = format!("{} {}", weighed.ruling.title, passage.key);
        let check = library.law.verify_quote(&passage.text, &article, as_of).await?;
        let lost = weighed.stance == Stance::LostGround;
        if check.status.is_confirmed() || lost && check.status == CitationStatus::Repealed {
            let quote = passage.text.clone();
            return Ok(Some(Quoted { article, quote, status: check.status }));
        }
    }
    Ok(None)
}

/// Says the words themselves, speaks of advertising, concludes the way the decision went; questions and statutes quoted say
/// nothing of their own.
fn worth(passage: &Passage, weighed: &Weighed) -> i32 {
    let says = !weighed.wording.is_empty() && passage.text.contains(&weighed.wording);
    let has = |words: &[&str]| words.iter().any(|word| passage.text.contains(word));
    let about = has(&["광고", "유인", "문구", "표현"]);
    let empty = has(&["다음 각 호", "여부(", "별개의견", "반대의견"]);
    let denies =
        has(&["않는다", "아니한다", "볼 수 없", "보기 어렵", "할 수 없", "아니다", "아니고"]);
    let concludes = match weighed.ruling.unlawful() {
        Some(false) => denies,
        _ => passage.concludes() && !denies,
    };
    4 * i32::from(says) + 3 * i32::from(about) + 3 * i32::from(concludes) - 6 * i32::from(empty)
}
