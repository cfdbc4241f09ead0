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
    let mut candidates: Vec<(usize, usize, &Passage)> = weighed
        .ruling
        .passages
        .iter()
        .enumerate()
        .map(|(at, passage)| (worth(passage, &weighed.wording), at, passage))
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

/// Says the words themselves, concludes something, or at least speaks of advertising.
fn worth(passage: &Passage, wording: &str) -> usize {
    let says = !wording.is_empty() && passage.text.contains(wording);
    let about = ["광고", "유인", "문구", "표현"].iter().any(|word| passage.text.contains(word));
    4 * usize::from(passage.concludes()) + 2 * usize::from(says) + usize::from(about)
}
