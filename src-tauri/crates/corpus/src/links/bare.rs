//! Recognises laws named without brackets, as in decisions and older laws: `형법 제20조`, `구 의료법 제46조`.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// Meaning of a word before 제N조.
#[derive(Debug, PartialEq)]
pub(super) enum Bare {
    /// A law's name, of which `len` bytes precede the word.
    Law { title: String, len: usize },
    /// 위 법: the law mentioned before.
    Before,
    /// The word names no law.
    None,
}

/// Words ending in 법 that are no laws.
const NO_LAWS: [&str; 14] = [
    "방법", "불법", "적법", "입법", "용법", "수법", "준법", "해법", "문법", "비법", "편법", "기법",
    "어법", "화법",
];

/// Text before 시행령: `의료법 `, `… 에 관한 법률 `.
static ACT_BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"(?:([가-힣ㆍ·]+법)|((?:[가-힣ㆍ·]+ ){0,12}(?:관한|위한|대한) (?:특례|특별)?법률?)) $")
});

/// Text before 법률: `독점규제 및 공정거래에 관한 `.
static SUBJECT: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?:[가-힣ㆍ·]+ ){1,12}(?:관한|위한|대한) $"));

/// Classifies a word directly before 제N조.
pub(super) fn law(before: &str, word: &str, own: &str) -> Bare {
    if word == "법" && before.trim_end().ends_with('위') {
        return Bare::Before;
    }
    if word == "시행령" || word == "시행규칙" {
        let act = ACT_BEFORE.find(before).map(|act| act.as_str());
        return match act.map(from_subject) {
            Some(act) => Bare::Law { title: format!("{act}{word}"), len: act.len() },
            None if own.is_empty() => Bare::None,
            None => Bare::Law { title: format!("{own} {word}"), len: 0 },
        };
    }
    for decree in ["시행령", "시행규칙"] {
        if let Some(act) = word.strip_suffix(decree).filter(|act| act.ends_with('법')) {
            return Bare::Law { title: format!("{act} {decree}"), len: 0 };
        }
    }
    if ["법률", "규칙", "규정"].contains(&word) {
        let subject = SUBJECT.find(before).map(|subject| from_subject(subject.as_str()));
        return match subject {
            Some(subject) => Bare::Law { title: format!("{subject}{word}"), len: subject.len() },
            None => Bare::None,
        };
    }
    if ["관한법률", "위한법률", "관한규칙", "관한규정"].iter().any(|end| word.ends_with(end))
    {
        return Bare::Law { title: word.to_owned(), len: 0 };
    }
    if word.ends_with('법') && word.chars().count() >= 2 && !NO_LAWS.contains(&word) {
        return if word == "위법" {
            Bare::Before
        } else {
            Bare::Law { title: word.to_owned(), len: 0 }
        };
    }
    Bare::None
}

/// Removes a topic from the name of a law: text up to `피고인은` is not part of it.
fn from_subject(words: &str) -> &str {
    let mut from = 0;
    for (at, _) in words.match_indices(' ') {
        let word = words.get(..at).unwrap_or_default();
        if word.ends_with(['은', '는']) || word.ends_with(" 구") || word == "구" {
            from = at + 1;
        }
    }
    words.get(from..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_before_a_number() {
        let check = |before: &str, word: &str, expected: Option<&str>| {
            let title = match law(before, word, "의료법") {
                Bare::Law { title, .. } => Some(title),
                Bare::Before => Some("위".to_owned()),
                Bare::None => None,
            };
            assert_eq!(title.as_deref(), expected, "{before}{word}");
        };
        check("피고인은 ", "형법", Some("형법"));
        check("그 ", "방법", None);
        check("", "따라", None);
        check("위 ", "법", Some("위"));
        check("", "위법", Some("위"));
        check("[1] 구 의료법 ", "시행령", Some("의료법 시행령"));
        check("", "약사법시행규칙", Some("약사법 시행규칙"));
        check("[1] 독점규제 및 공정거래에 관한 ", "법률", Some("독점규제 및 공정거래에 관한 법률"));
        check(
            "피고인은 구 표시·광고의 공정화에 관한 ",
            "법률",
            Some("표시·광고의 공정화에 관한 법률"),
        );
        check("이 ", "법률", None);
        check("자동차 관리에 관한 ", "규칙", Some("자동차 관리에 관한 규칙"));
        check("", "보건범죄단속에관한법률", Some("보건범죄단속에관한법률"));
    }
}
