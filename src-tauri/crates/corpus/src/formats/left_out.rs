//! Text that is left out of a document, and its findings.

use std::collections::BTreeMap;

use crate::reading::Finding;

/// Most passages of one kind that are quoted.
const MOST_PASSAGES: usize = 30;
/// Longest quote of a passage in characters.
const LONGEST_PASSAGE: usize = 300;

/// Reason why text is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LeftOut {
    /// Invisible: hidden, white on white, without size.
    Hidden,
    /// Deleted by a tracked change.
    Deleted,
    /// Page headers and footers.
    Margin,
    /// Comments of the authors.
    Comment,
    /// Table of contents, which repeats the headings.
    Contents,
    /// Menus of a web page.
    Navigation,
    /// Footnotes of a law, which are not part of it.
    NoteOfLaw,
}

/// Left-out passages with their places.
#[derive(Debug, Default)]
pub(super) struct Passages(BTreeMap<LeftOut, Vec<(String, String)>>);

impl Passages {
    /// Adds a passage unless it is blank.
    pub(super) fn add(&mut self, why: LeftOut, place: String, words: &str) {
        if !words.trim().is_empty() {
            self.0.entry(why).or_default().push((place, words.trim().to_owned()));
        }
    }

    /// Adds the passages of a part.
    pub(super) fn absorb(&mut self, part: Self) {
        for (why, passages) in part.0 {
            self.0.entry(why).or_default().extend(passages);
        }
    }

    /// Returns a finding for each passage; beyond the limit, one for the rest.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for (why, passages) in &self.0 {
            for (place, words) in passages.iter().take(MOST_PASSAGES) {
                findings.push(Finding::new(
                    place.clone(),
                    format!("{} {}", why.description(), excerpt(words)),
                ));
            }
            if let Some(more) = passages.len().checked_sub(MOST_PASSAGES).filter(|more| *more > 0) {
                let words: usize = passages
                    .iter()
                    .skip(MOST_PASSAGES)
                    .map(|(_, words)| words.chars().count())
                    .sum();
                findings.push(Finding::whole_file(format!(
                    "{} 그 밖에 {more}곳, {words}자가 더 있습니다.",
                    why.description()
                )));
            }
        }
        findings
    }
}

impl LeftOut {
    fn description(self) -> &'static str {
        match self {
            LeftOut::Hidden => "보이지 않는 글을 본문에서 뺐습니다. 누가 왜 숨겼는지 확인하십시오:",
            LeftOut::Deleted => {
                "변경 추적에서 지운 글을 본문에서 뺐습니다. 변경을 확정했는지 확인하십시오:"
            }
            LeftOut::Margin => "머리말·꼬리말은 본문에 넣지 않았습니다. 본문이면 옮겨 적으십시오:",
            LeftOut::Comment => {
                "메모(숨은 설명)는 본문에 넣지 않았습니다. 본문이면 옮겨 적으십시오:"
            }
            LeftOut::Contents => "차례는 본문에 넣지 않았습니다. 본문이면 옮겨 적으십시오:",
            LeftOut::Navigation => "메뉴는 본문에 넣지 않았습니다. 본문이면 옮겨 적으십시오:",
            LeftOut::NoteOfLaw => {
                "각주는 법령의 글이 아니어서 넣지 않았습니다. 조문이면 옮겨 적으십시오:"
            }
        }
    }
}

/// Quotes a passage for a finding.
fn excerpt(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(LONGEST_PASSAGE) {
        None => format!("\"{words}\""),
        Some((cut, _)) => {
            let rest = words.chars().count() - LONGEST_PASSAGE;
            format!("\"{}…\"(외 {rest}자)", words.get(..cut).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_passages_are_cut_and_counted() {
        assert_eq!(excerpt(" 가 \n 나 "), "\"가 나\"");
        assert!(excerpt(&"가".repeat(310)).ends_with("…\"(외 10자)"));
    }

    #[test]
    fn many_passages_are_summed_up() {
        let mut passages = Passages::default();
        (0..MOST_PASSAGES + 2)
            .for_each(|at| passages.add(LeftOut::Hidden, format!("문단 {at}"), "가나다"));
        passages.add(LeftOut::Hidden, String::new(), "  ");
        let findings = passages.findings();
        assert_eq!(findings.len(), MOST_PASSAGES + 1);
        assert!(
            findings
                .last()
                .is_some_and(|it| it.reason.ends_with("그 밖에 2곳, 6자가 더 있습니다."))
        );
    }
}
