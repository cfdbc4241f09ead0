//! Determines which law a word stands for in a document: `법` in a 시행령, `영` in a 시행규칙, and short names that
//! the document defines.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::pattern;

/// `「국민건강보험법」(이하 "법"이라 한다)`.
static DEFINED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r#"「([^「」\n]{2,80})」\s?\((?:[^()\n]{0,60},\s?)?이하\s?(?:이\s[조항장절]에서\s?)?["“'‘]([가-힣]{1,20})["”'’](?:이?라|으?로)\s?(?:한다|약칭한다)"#,
    )
});

/// The names of laws used in one document.
#[derive(Debug, Clone)]
pub(super) struct Names {
    /// The title of the document.
    pub own: String,
    given: HashMap<String, String>,
}

impl Names {
    /// Reads the names from a title and a body.
    pub(super) fn new(title: &str, body: &str) -> Self {
        let mut given = HashMap::new();
        for found in DEFINED.captures_iter(body) {
            // The first definition is used. Later ones apply only to single articles.
            given.entry(found[2].to_owned()).or_insert_with(|| found[1].trim().to_owned());
        }
        let mut means = |word: &str, title: String| {
            given.entry(word.to_owned()).or_insert(title);
        };
        let mother = |suffix: &str| title.strip_suffix(suffix).map(str::trim_end);
        let is_act = |mother: &&str| mother.ends_with("법") || mother.ends_with("법률");
        if let Some(act) = mother("시행령").filter(is_act) {
            means("법", act.to_owned());
        } else if let Some(act) = mother("시행규칙").filter(is_act) {
            means("법", act.to_owned());
            means("영", format!("{act} 시행령"));
        } else if let Some(decree) = mother("시행규칙") {
            means("영", decree.to_owned());
        }
        Self { own: title.to_owned(), given }
    }

    /// The law that a word stands for in this document.
    pub(super) fn given(&self, word: &str) -> Option<&str> {
        self.given.get(word).map(String::as_str)
    }
}

/// Expands 헌법 to 대한민국헌법 and collapses white space to single spaces.
pub(super) fn official(title: &str) -> String {
    let title = title.split_whitespace().collect::<Vec<_>>().join(" ");
    if title == "헌법" { "대한민국헌법".to_owned() } else { title }
}

/// Whether a title in 「」 names a legal instrument rather than a standard or a treaty.
pub(super) fn is_law(title: &str) -> bool {
    ["법", "법률", "령", "규칙", "규정", "조례", "헌법"].iter().any(|end| title.ends_with(end))
}

/// The type of a law, for resolving 같은 법 / 같은 영 / 같은 규칙.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rank {
    Act,
    Decree,
    Rule,
}

impl Rank {
    pub(super) fn of(title: &str) -> Self {
        // 가법 시행규칙(보건복지부령)
        let title = title.split('(').next().unwrap_or(title);
        if title.ends_with("규칙") {
            Self::Rule
        } else if title.ends_with('령') || title.ends_with("규정") {
            Self::Decree
        } else {
            Self::Act
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_document() {
        let check = |title: &str, body: &str, word: &str, expected: Option<&str>| {
            assert_eq!(Names::new(title, body).given(word), expected, "{title} {word}");
        };
        check("의료법 시행령", "", "법", Some("의료법"));
        check("의료법 시행규칙", "", "영", Some("의료법 시행령"));
        check("의료법", "", "법", None);
        check("구제에 관한 규정 시행규칙", "", "법", None);
        check("구제에 관한 규정 시행규칙", "", "영", Some("구제에 관한 규정"));
        check("특별조치법시행령", "", "법", Some("특별조치법"));
        check("가법 시행규칙", "「약사법」(이하 \"법\"이라 한다)", "법", Some("약사법"));
        let rule = "이 규칙은 「약사법」(이하 \"법\"이라 한다) 및 「의약품 등의 안전에 관한 규칙」(이하 “안전규칙”이라 한다)";
        check("약국 및 의약품 등의 제조업 규칙", rule, "법", Some("약사법"));
        check(
            "약국 및 의약품 등의 제조업 규칙",
            rule,
            "안전규칙",
            Some("의약품 등의 안전에 관한 규칙"),
        );
        check(
            "가 규칙",
            "「약사법」(2010년에 고친 것, 이하 '구법'이라 한다)",
            "구법",
            Some("약사법"),
        );
    }

    #[test]
    fn ranks() {
        for (title, rank) in [
            ("의료법", Rank::Act),
            ("의료법 시행령", Rank::Decree),
            ("의료법 시행규칙", Rank::Rule),
            ("표시ㆍ광고의 공정화에 관한 법률", Rank::Act),
        ] {
            assert_eq!(Rank::of(title), rank, "{title}");
        }
    }
}
