//! Names the lawful specialties nearest to a field that is none: 성형외과 for 코성형.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::table::TitleTable;

/// Most names that may share a pair of letters with the field before the pair says nothing: 의학, 외과.
const MAX_NAMES_OF_A_PAIR: usize = 3;
/// Largest number of names proposed.
const MAX_PROPOSED: usize = 3;

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
static TABLE: LazyLock<TitleTable> = LazyLock::new(|| {
    TitleTable::parse(include_str!("../../rules/titles.toml")).expect("titles.toml is in its form")
});

/// Returns a sentence that names the lawful specialties nearest to the quoted words of a finding; empty where
/// none is near.
pub(crate) fn remark(words: &str) -> String {
    let nearest = nearest(&TABLE.specialties, words);
    match nearest.as_slice() {
        [] => String::new(),
        names => format!("가까운 법정 전문과목은 {}입니다.", names.join("·")),
    }
}

/// Returns the specialties that share most pairs of letters with `words`, in the order of the law.
fn nearest<'t>(specialties: &'t [String], words: &str) -> Vec<&'t str> {
    let pairs = |text: &str| -> HashSet<(char, char)> {
        let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        letters.windows(2).map(|pair| (pair[0], pair[1])).collect()
    };
    let words = pairs(words);
    let of_names: Vec<HashSet<(char, char)>> = specialties.iter().map(|it| pairs(it)).collect();
    let tells = |pair: &&(char, char)| {
        of_names.iter().filter(|name| name.contains(*pair)).count() <= MAX_NAMES_OF_A_PAIR
    };
    let shared = of_names.iter().map(|name| name.intersection(&words).filter(tells).count());
    let shared: Vec<usize> = shared.collect();
    let most = shared.iter().copied().max().unwrap_or(0);
    let named = specialties.iter().zip(&shared).filter(|(_, shared)| most > 0 && **shared == most);
    named.map(|(name, _)| name.as_str()).take(MAX_PROPOSED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_answered_with_the_specialty_that_shares_its_letters() {
        let names = |words: &str| nearest(&TABLE.specialties, words).join(" ");
        assert_eq!(names("‘코성형 전문의’"), "성형외과");
        assert_eq!(names("‘치아교정 전문의’"), "치과교정과");
        assert_eq!(names("‘통증 전문의’"), "마취통증의학과");
        assert_eq!(names("‘비만 전문의’"), "");
        assert_eq!(remark("‘기능의학 전문의’"), "");
    }
}
