//! Court decisions: their issues, holdings, cited provisions and reasons.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use regex::Regex;

use super::{Outcome, lines};

pub struct Decision {
    pub id: String,
    pub name: String,
    /// 판시사항, 판결요지, 참조조문 by their number [1], [2]…; 0 where there is none.
    pub issues: BTreeMap<usize, String>,
    pub holdings: BTreeMap<usize, String>,
    pub cited: BTreeMap<usize, String>,
    /// Reasons (이유).
    pub reasons: String,
}

pub fn read(file: &Path) -> Outcome<Vec<Decision>> {
    let decisions = lines(file)?.into_iter().map(|line| {
        let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let section = |name: &str| text(&line["sections"][name]);
        let body = section("판례내용");
        let reasons = body.split_once("유】").map_or(String::new(), |it| it.1.to_owned());
        Decision {
            id: text(&line["id"]),
            name: text(&line["사건명"]),
            issues: numbered(&section("판시사항")),
            holdings: numbered(&section("판결요지")),
            cited: numbered(&section("참조조문")),
            reasons,
        }
    });
    Ok(decisions.collect())
}

impl Decision {
    /// Returns law (without spaces) and article of the provisions cited under a number, as now in force. A
    /// provision of an old law counts only with its present article, because articles have been renumbered.
    pub fn provisions(&self, number: usize) -> Vec<(String, String)> {
        let Some(cited) = self.cited.get(&number) else { return Vec::new() };
        let mut law = String::new();
        let mut old = false;
        let mut found = Vec::new();
        for part in PROVISION.captures_iter(&NOTE.replace_all(cited, "")) {
            let group = |name: &str| part.name(name).map_or("", |it| it.as_str());
            let name: String = group("law").split_whitespace().collect();
            if !name.is_empty() {
                old = name.starts_with('구') && !name.starts_with("구강");
                law = name.trim_start_matches('구').trim_matches(',').to_owned();
            }
            let now = group("now");
            let article = if !now.is_empty() {
                now
            } else if old {
                continue;
            } else {
                group("article")
            };
            let provision = (law.clone(), article.split_whitespace().collect::<String>());
            if !found.contains(&provision) {
                found.push(provision);
            }
        }
        found
    }
}

/// Rewrites an issue as a question: without numbered provisions and without the answer, (적극) or (소극).
pub fn question(issue: &str) -> String {
    ANSWER.replace_all(&NUMBERS.replace_all(&NOTE.replace_all(issue, ""), ""), "").trim().to_owned()
}

#[expect(clippy::unwrap_used, reason = "constant patterns, used by every run")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

/// (2007. 1. 3. 법률 제8203호로 개정되기 전의 것)
static NOTE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\(\s*\d{4}\. ?\d{1,2}\. ?\d{1,2}\.[^()]*(?:\([^()]*\)[^()]*)*\)"));
static PROVISION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"(?P<law>(?:[가-힣ㆍ·]+\s*)*)\s*(?P<article>제\d+조(?:의\d+)?)",
        r"(?:\s*제\d+[항호](?:의\d+)?)*(?:\s*\(현행\s*(?P<now>제\d+조(?:의\d+)?)[^)]*\))?"
    ))
});
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"제\d+(?:조|항|호)(?:의\d+)?(?:\s*,?\s*제\d+(?:조|항|호)(?:의\d+)?)*")
});
static ANSWER: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"\((?:=|[가-힣 ]*(?:적극|소극))[^()]*\)"));
static NUMBERED: LazyLock<Regex> = LazyLock::new(|| pattern(r"\[(\d{1,2})\]"));

fn numbered(text: &str) -> BTreeMap<usize, String> {
    let marks: Vec<_> = NUMBERED.captures_iter(text).collect();
    let mut parts = BTreeMap::new();
    if marks.is_empty() && !text.trim().is_empty() {
        parts.insert(0, text.trim().to_owned());
    }
    for (at, mark) in marks.iter().enumerate() {
        let (Some(matched), Some(number)) = (mark.get(0), mark.get(1)) else { continue };
        let end = marks.get(at + 1).and_then(|it| it.get(0)).map_or(text.len(), |it| it.start());
        let Ok(number) = number.as_str().parse() else { continue };
        let part = text[matched.end()..end].trim().trim_end_matches('/').trim();
        parts.entry(number).or_insert_with(|| part.to_owned());
    }
    parts
}
