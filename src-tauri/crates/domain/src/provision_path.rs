//! Paths of provisions: 조, 항, 호 and 목.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ParseError;

/// The letters of 목 in their order: 가 to 하, then 거 to 허, 고 to 호, 구 to 후, 그 to 흐 and 기 to 히. Long lists
/// need the later rows (마약류관리법 제44조제1항제2호허목). Every reader and pattern takes the letters of 목 from here.
pub const SUBITEM_LETTERS: &str = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허\
    고노도로모보소오조초코토포호구누두루무부수우주추쿠투푸후\
    그느드르므브스으즈츠크트프흐기니디리미비시이지치키티피히";

/// 조·항·호·목 as one path: `제56조제2항제14호가목`, `제4조의2`, `제57조제1항제4호의2`.
///
/// 가지번호 (`의2`) is part of the number it follows: 제4조의2 is not 제4조. The order of paths is that of the
/// law's text.
#[derive(
    Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
)]
#[serde(try_from = "String", into = "String")]
#[ts(type = "string")]
pub struct ProvisionPath {
    /// Number of the 조.
    pub article: u32,
    /// 가지번호 of the 조; 0 if there is none.
    pub article_branch: u32,
    /// Number of the 항; 0 if there is none.
    pub paragraph: u32,
    /// Number of the 호; 0 if there is none.
    pub item: u32,
    /// 가지번호 of the 호; 0 if there is none.
    pub item_branch: u32,
    /// 목 as its position in [`SUBITEM_LETTERS`], from 1; 0 if there is none.
    pub subitem: u32,
}

impl ProvisionPath {
    /// The path of a whole 조.
    pub fn article(number: u32, branch: u32) -> Self {
        Self { article: number, article_branch: branch, ..Self::default() }
    }

    /// Whether `other` is this provision or lies inside it.
    pub fn contains(&self, other: &Self) -> bool {
        let pairs = [
            (self.paragraph, other.paragraph),
            (self.item, other.item),
            (self.item_branch, other.item_branch),
            (self.subitem, other.subitem),
        ];
        let same_article =
            (self.article, self.article_branch) == (other.article, other.article_branch);
        // A level that is open (0) contains everything below; 호 without 가지번호 does not contain 호의2.
        same_article
            && (self.paragraph == 0 || pairs[0].0 == pairs[0].1)
            && (self.item == 0 || (pairs[1].0 == pairs[1].1 && pairs[2].0 == pairs[2].1))
            && (self.subitem == 0 || pairs[3].0 == pairs[3].1)
    }

    /// The 조 that this provision belongs to.
    pub fn whole_article(&self) -> Self {
        Self::article(self.article, self.article_branch)
    }

    /// The number of a 목 letter, from 1.
    pub fn subitem_number(letter: char) -> Option<u32> {
        SUBITEM_LETTERS.chars().position(|c| c == letter).map(|at| at as u32 + 1)
    }
}

impl fmt::Display for ProvisionPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "제{}조", self.article)?;
        if self.article_branch > 0 {
            write!(f, "의{}", self.article_branch)?;
        }
        if self.paragraph > 0 {
            write!(f, "제{}항", self.paragraph)?;
        }
        if self.item > 0 {
            write!(f, "제{}호", self.item)?;
            if self.item_branch > 0 {
                write!(f, "의{}", self.item_branch)?;
            }
        }
        if self.subitem > 0 {
            let letter = SUBITEM_LETTERS.chars().nth(self.subitem as usize - 1).unwrap_or('?');
            write!(f, "{letter}목")?;
        }
        Ok(())
    }
}

impl From<ProvisionPath> for String {
    fn from(path: ProvisionPath) -> Self {
        path.to_string()
    }
}

impl TryFrom<String> for ProvisionPath {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl FromStr for ProvisionPath {
    type Err = ParseError;

    /// Reads `제56조제2항제8호`, with or without spaces, in brackets or not, with or without 제 before 항 and 호.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let error = || ParseError::new("a provision such as 제56조제2항제8호", text);
        let mut rest: &str = &text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
        let mut path = Self::default();
        // 조 → 항 → 호 → 목; each may be absent, none may occur twice or out of order.
        let mut level = 0;
        while !rest.is_empty() {
            if let Some(letter) = rest.chars().next().and_then(Self::subitem_number) {
                let after = rest.get(3..).ok_or_else(error)?;
                rest = after.strip_prefix('목').ok_or_else(error)?;
                path.subitem = letter;
                if level >= 4 || level == 0 {
                    return Err(error());
                }
                level = 4;
                continue;
            }
            rest = rest.strip_prefix('제').unwrap_or(rest);
            let (number, after) = leading_number(rest).ok_or_else(error)?;
            let mut chars = after.chars();
            let unit = chars.next().ok_or_else(error)?;
            rest = chars.as_str();
            let branch = match rest.strip_prefix('의').and_then(leading_number) {
                Some((branch, after)) if unit != '항' => {
                    rest = after;
                    branch
                }
                _ => 0,
            };
            let this = match unit {
                '조' => {
                    (path.article, path.article_branch) = (number, branch);
                    1
                }
                '항' => {
                    path.paragraph = number;
                    2
                }
                '호' => {
                    (path.item, path.item_branch) = (number, branch);
                    3
                }
                _ => return Err(error()),
            };
            if this <= level || (level == 0 && this != 1) {
                return Err(error());
            }
            level = this;
        }
        if path.article == 0 { Err(error()) } else { Ok(path) }
    }
}

/// The leading number, at most six digits because no law is longer, and the rest; `None` for zero.
fn leading_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits).filter(|d| d.len() <= 6)?.parse().ok().filter(|n| *n > 0)?;
    Some((number, text.get(digits..)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Option<&str>) {
        let parsed = text.parse::<ProvisionPath>().ok().map(|path| path.to_string());
        assert_eq!(parsed.as_deref(), expected, "{text:?}");
    }

    #[test]
    fn parses_what_people_write() {
        check("제56조제2항제8호", Some("제56조제2항제8호"));
        check("제56조 제2항 제8호", Some("제56조제2항제8호"));
        check("56조 2항 8호", Some("제56조제2항제8호"));
        check("제4조의2", Some("제4조의2"));
        check("제57조제1항제4호의2", Some("제57조제1항제4호의2"));
        check("제56조제2항제14호가목", Some("제56조제2항제14호가목"));
        check("제12조의3제1항", Some("제12조의3제1항"));
        check("제3조제1호", Some("제3조제1호"));
        check("제3조가목", Some("제3조가목"));
        check("제7조제1항제1호무목", Some("제7조제1항제1호무목"));
        check("제7조제1호 히목", Some("제7조제1호히목"));
        check("제7조제1호갸목", None);
        check("", None);
        check("제2항", None);
        check("제0조", None);
        check("제56조제8호제2항", None);
        check("제56조제56조", None);
        check("제9999999조", None);
        check("가목", None);
        check("제56조 개정", None);
    }

    #[test]
    fn letters_of_subitems_follow_their_order() {
        let check = |letter: char, number: Option<u32>| {
            assert_eq!(ProvisionPath::subitem_number(letter), number, "{letter}");
        };
        for (letter, number) in [
            ('가', 1),
            ('하', 14),
            ('거', 15),
            ('허', 28),
            ('고', 29),
            ('호', 42),
            ('구', 43),
            ('무', 47),
        ] {
            check(letter, Some(number));
        }
        check('그', Some(57));
        check('히', Some(84));
        check('갸', None);
        check('각', None);
        assert_eq!(SUBITEM_LETTERS.chars().count(), 84);
    }

    #[test]
    fn containment_stops_at_branches() {
        let contains = |a: &str, b: &str| {
            let parse = |text: &str| text.parse::<ProvisionPath>().unwrap_or_default();
            parse(a).contains(&parse(b))
        };
        assert!(contains("제56조", "제56조제2항제8호"));
        assert!(contains("제56조제2항", "제56조제2항"));
        assert!(!contains("제4조", "제4조의2"));
        assert!(!contains("제57조제1항제4호", "제57조제1항제4호의2"));
        assert!(!contains("제56조제2항제8호", "제56조제2항"));
    }

    proptest! {
        #[test]
        fn display_and_parse_agree(
            article in 1u32..2000, article_branch in 0u32..40, paragraph in 0u32..30,
            item in 0u32..60, item_branch in 0u32..12, subitem in 0u32..=84,
        ) {
            let item_branch = if item == 0 { 0 } else { item_branch };
            let path =
                ProvisionPath { article, article_branch, paragraph, item, item_branch, subitem };
            prop_assert_eq!(path.to_string().parse::<ProvisionPath>(), Ok(path));
        }

        #[test]
        fn any_text_is_read_or_refused(text in ".{0,40}") {
            let _ = text.parse::<ProvisionPath>();
        }
    }
}
