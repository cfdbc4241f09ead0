//! By what a law is known that comes without its 법령ID: a file of law.go.kr as people save it has none.

/// Begins a key that was made from a law's name.
const BY_NAME: &str = "이름:";

/// Kinds of which there is one law of a name at a time, whoever issues it.
const NATIONAL: [&str; 4] = ["법률", "대통령령", "총리령", "부령"];

/// The key of a law by its title, its kind (법률, 보건복지부령, 고시) and, below the laws of the state, the office that issued
/// it. It stays the same from version to version, also where a ministry's name changes in front of 부령.
pub(crate) fn key_by_name(title: &str, kind: &str, office: Option<&str>) -> String {
    let title: String = title.split_whitespace().collect();
    let kind = group(kind);
    match office.map(str::trim).filter(|office| !is_national(kind) && !office.is_empty()) {
        Some(office) => format!("{BY_NAME}{title}/{kind}/{office}"),
        None => format!("{BY_NAME}{title}/{kind}"),
    }
}

/// Whether a key was made from a name.
pub(crate) fn is_by_name(key: &str) -> bool {
    key.starts_with(BY_NAME)
}

/// Whether two versions (`법률 제20445호`) may be of one law although they differ: of one kind of which each title is one law.
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
