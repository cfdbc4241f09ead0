//! Reads the head of a law: 기본정보, 행정규칙기본정보, 자치법규기본정보.

use super::tree::Node;
use super::words::one_line;
use crate::front_matter::FrontMatter;

/// Elements that contain the head.
pub(super) const BASICS: [&str; 3] = ["기본정보", "행정규칙기본정보", "자치법규기본정보"];

/// Our fields with their names in the three families of rules.
const FIELDS: [(&str, &[&str]); 6] = [
    ("제목", &["법령명_한글", "법령명한글", "법령명", "행정규칙명", "자치법규명"]),
    ("공포일자", &["공포일자", "발령일자"]),
    ("공포번호", &["공포번호", "발령번호"]),
    ("시행일자", &["시행일자"]),
    ("소관부처", &["소관부처", "소관부처명", "지자체기관명"]),
    ("제개정구분", &["제개정구분", "제개정구분명", "제개정정보"]),
];

/// Fields with a meaning for our readers; those of the source with these names are ignored.
const RESERVED: [&str; 11] = [
    "제목",
    "법령ID",
    "법령구분",
    "공포일자",
    "공포번호",
    "시행일자",
    "상태",
    "요지",
    "자료종류",
    "kind",
    "사건번호",
];

/// Codes of 자치법규종류.
const LOCAL_KINDS: [(&str, &str); 5] =
    [("C0001", "조례"), ("C0002", "규칙"), ("C0003", "훈령"), ("C0004", "예규"), ("C0010", "고시")];

/// Reads the head. The statute reader refuses a law that lacks a required field.
pub(super) fn front(basics: &[Node]) -> FrontMatter {
    let peek = |names: &[&str]| {
        basics.iter().find_map(|node| node.peek(names)).map(one_line).unwrap_or_default()
    };
    let mut front = FrontMatter::default();
    for (ours, theirs) in FIELDS {
        front.add(ours, peek(theirs));
    }
    front.add(
        "법령ID",
        identity(&peek(&["법령ID"]), &peek(&["행정규칙ID"]), &peek(&["자치법규ID"])),
    );
    front.add(
        "법령구분",
        kind(
            &peek(&["법종구분", "행정규칙종류"]),
            &peek(&["지자체기관명"]),
            &peek(&["자치법규종류"]),
        ),
    );
    front.add("상태", state(&peek(&["제개정구분", "제개정구분명"]), &peek(&["현행여부"])));
    for (name, text) in basics.iter().flat_map(Node::leaves) {
        if !RESERVED.contains(&name) {
            front.add(name, text);
        }
    }
    front
}

/// Returns the id. 법령ID has six digits, whose leading zeros a JSON number loses; the other families have
/// their own numbering.
fn identity(law: &str, rule: &str, local: &str) -> String {
    match (law, rule, local) {
        ("", "", "") => String::new(),
        ("", "", local) => format!("자치법규 {local}"),
        ("", rule, _) => format!("행정규칙 {rule}"),
        (law, ..) if law.bytes().all(|byte| byte.is_ascii_digit()) => format!("{law:0>6}"),
        (law, ..) => law.to_owned(),
    }
}

/// Returns the kind: `법률`, `고시`, `서울특별시 조례`.
fn kind(national: &str, office: &str, local: &str) -> String {
    if !national.is_empty() {
        return national.to_owned();
    }
    let named = LOCAL_KINDS.iter().find(|(code, _)| *code == local).map_or(local, |(_, name)| name);
    format!("{office} {named}").trim().to_owned()
}

/// Returns the state of a law. 폐지제정 replaces a law, and the new one is in force.
fn state(amendment: &str, current: &str) -> &'static str {
    match (amendment, current) {
        ("폐지" | "타법폐지", _) => "폐지",
        (_, "N") => "연혁",
        (_, "Y") => "현행",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_do_not_collide() {
        assert_eq!(identity("1788", "", ""), "001788");
        assert_eq!(identity("001788", "", ""), "001788");
        assert_eq!(identity("", "1788", ""), "행정규칙 1788");
        assert_eq!(identity("", "", "1788"), "자치법규 1788");
        assert_eq!(identity("", "", ""), "");
    }

    #[test]
    fn kinds_and_states() {
        assert_eq!(kind("", "서울특별시", "C0001"), "서울특별시 조례");
        assert_eq!(kind("고시", "", ""), "고시");
        assert_eq!(kind("", "", ""), "");
        assert_eq!(state("일부개정", ""), "");
        assert_eq!(state("타법폐지", "Y"), "폐지");
        assert_eq!(state("폐지제정", "Y"), "현행");
        assert_eq!(state("", "N"), "연혁");
    }
}
