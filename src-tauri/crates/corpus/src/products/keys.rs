//! The keys of a product: the ways in which people write its name.

use std::sync::LazyLock;

use regex::Regex;
use unicode_normalization::UnicodeNormalization;

use crate::text::pattern;

/// Fewest characters of a key.
const SHORTEST: usize = 2;
/// Fewest characters of a name without its form.
const SHORTEST_WITHOUT_FORM: usize = 3;

/// 제형: forms that end names of products and that people leave out, longest first where one ends with
/// another.
const FORMS: [&str; 47] = [
    "구강붕해정",
    "필름코팅정",
    "카타플라스마",
    "서방캡슐",
    "장용캡슐",
    "연질캡슐",
    "경질캡슐",
    "건조시럽",
    "내복현탁액",
    "점안현탁액",
    "비강분무액",
    "츄어블정",
    "이알서방정",
    "서방정",
    "장용정",
    "발포정",
    "설하정",
    "질정",
    "현탁액",
    "점안액",
    "점이액",
    "내복액",
    "외용액",
    "주사액",
    "흡입액",
    "분무액",
    "플라스타",
    "에어로솔",
    "트로키",
    "첩부제",
    "캡슐",
    "시럽",
    "과립",
    "세립",
    "주사",
    "연고",
    "크림",
    "로션",
    "패취",
    "패치",
    "좌제",
    "산",
    "정",
    "주",
    "액",
    "겔",
    "환",
];

/// Strengths: `500밀리그램`, `10/20mg`, `0.5%`.
static STRENGTH: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"\d[\d.,]*(/\d[\d.,]*)*(밀리그램|밀리그람|마이크로그램|마이크로그람|그램|그람|밀리리터|리터|국제단위|아이유|단위|퍼센트|mg|mcg|㎍|ug|µg|g|ml|㎖|iu|%)(/(밀리리터|ml|㎖|정|포|회))?",
    )
});

/// Brackets with what they enclose.
static BRACKETS: LazyLock<Regex> = LazyLock::new(|| pattern(r"\([^()]*\)|\[[^\[\]]*\]"));

/// The keys of a name, each once: the whole name, without brackets, without strength, and without its form.
/// The last is true where the form was left out, so that the key may be a common word. `어린이` is never left
/// out: it is another product.
pub(super) fn keys(name: &str) -> Vec<(String, bool)> {
    let full_name = folded(name);
    let plain = folded(&BRACKETS.replace_all(name, ""));
    let weak = STRENGTH.replace_all(&plain, "").into_owned();
    let mut keys: Vec<(String, bool)> = Vec::new();
    let mut push = |key: &str, short: bool, least: usize| {
        if key.chars().count() >= least && !keys.iter().any(|(it, _)| it == key) {
            keys.push((key.to_owned(), short));
        }
    };
    push(&full_name, false, SHORTEST);
    push(&plain, false, SHORTEST);
    push(&weak, false, SHORTEST);
    let bare = weak.trim_end_matches(|it: char| it.is_ascii_digit());
    if let Some(bare) = FORMS.iter().find_map(|it| bare.strip_suffix(it)) {
        push(bare, true, SHORTEST_WITHOUT_FORM);
    }
    keys
}

/// A name as keys have it: NFKC, lower case, without spaces and signs.
pub(super) fn folded(name: &str) -> String {
    let letters = name.nfkc().flat_map(char::to_lowercase);
    letters.filter(|it| is_of_key(*it)).collect()
}

/// Whether keys have this character.
pub(super) fn is_of_key(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '%' | '/' | '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: &[(&str, bool)]) {
        let keys = keys(name);
        let found: Vec<(&str, bool)> =
            keys.iter().map(|(key, short)| (key.as_str(), *short)).collect();
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn a_product_has_the_names_that_people_write() {
        check(
            "나무펜정500밀리그램(아세트아미노펜)",
            &[
                ("나무펜정500밀리그램아세트아미노펜", false),
                ("나무펜정500밀리그램", false),
                ("나무펜정", false),
                ("나무펜", true),
            ],
        );
        check("어린이나무펜 현탁액", &[("어린이나무펜현탁액", false), ("어린이나무펜", true)]);
        check("파하정100밀리그램", &[("파하정100밀리그램", false), ("파하정", false)]);
        check("엑스 Q10/20mg", &[("엑스q10/20mg", false), ("엑스q", false)]);
        check("가", &[]);
    }
}
