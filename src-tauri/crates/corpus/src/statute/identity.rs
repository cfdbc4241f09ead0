//! Identifies laws without a 법령ID, such as files that users saved from law.go.kr.

/// Prefix of a key derived from the name of a law.
const BY_NAME: &str = "이름:";

/// Kinds for which only one law of a given name exists at a time, whoever issues it.
const NATIONAL: [&str; 4] = ["법률", "대통령령", "총리령", "부령"];

/// The key of a law derived from its title, its kind (법률, 보건복지부령, 고시) and, for kinds below national law, the
/// issuing office. It stays the same from version to version, even if the name of the ministry before 부령
/// changes.
pub(crate) fn key_by_name(title: &str, kind: &str, office: Option<&str>) -> String {
    let title: String = title.split_whitespace().collect();
    let kind = group(kind);
    match office.map(str::trim).filter(|office| !is_national(kind) && !office.is_empty()) {
        Some(office) => format!("{BY_NAME}{title}/{kind}/{office}"),
        None => format!("{BY_NAME}{title}/{kind}"),
    }
}

/// Whether a key was derived from a name.
pub(crate) fn is_by_name(key: &str) -> bool {
    key.starts_with(BY_NAME)
}

/// Whether two different versions (`법률 제20445호`) may belong to the same law, because they are of the same
/// kind and titles are unique in that kind.
pub(crate) fn are_of_one_kind(one: &str, other: &str) -> bool {
    let kind = |version: &str| group(version.split(" 제").next().unwrap_or_default()).to_owned();
    let (one, other) = (kind(one), kind(other));
    one == other && is_national(&one)
}

fn group(kind: &str) -> &str {
    if kind.ends_with("부령") { "부령" } else { kind }
}

fn is_national(kind: &str) -> bool {
    NATIONAL.contains(&kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_law_is_known_by_its_name_kind_and_office() {
        let check = |title, kind, office, expected: &str| {
            assert_eq!(key_by_name(title, kind, office), expected);
            assert!(is_by_name(expected));
        };
        check("의료법 시행령", "대통령령", Some("보건복지부"), "이름:의료법시행령/대통령령");
        check("의료법시행규칙", "보건복지부령", None, "이름:의료법시행규칙/부령");
        check("의료법 시행규칙", "보건복지가족부령", None, "이름:의료법시행규칙/부령");
        check("심의 기준", "고시", Some("보건복지부"), "이름:심의기준/고시/보건복지부");
        check("심의 기준", "고시", Some("식품의약품안전처"), "이름:심의기준/고시/식품의약품안전처");
        assert!(!is_by_name("001788"));
    }

    #[test]
    fn versions_of_one_kind() {
        for (one, other, expected) in [
            ("법률 제1호", "법률 제2호", true),
            ("보건복지부령 제1호", "보건복지가족부령 제2호", true),
            ("법률 제1호", "대통령령 제1호", false),
            ("고시 제2024-1호", "고시 제2023-1호", false),
        ] {
            assert_eq!(are_of_one_kind(one, other), expected, "{one} {other}");
        }
    }
}
