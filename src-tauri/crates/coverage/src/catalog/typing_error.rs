//! Names that differ in one jamo are taken for one name with a typing error.

use simui_korean::hangul::jamo;

/// Whether two words differ in at most one jamo, as typing errors do: 온세미 and 온새미.
pub(crate) fn is_typed_for(typed: &str, meant: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) =
        (jamo(typed).chars().collect(), jamo(meant).chars().collect());
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let rest = |it: &[char]| it.len() - front;
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let back = back.min(rest(&a)).min(rest(&b));
    rest(&a) - back <= 1 && rest(&b) - back <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_letter_is_a_typing_error() {
        for (typed, meant, is) in [
            ("온세미", "온새미", true),
            ("비너리", "비나리", true),
            ("손헤보험", "손해보험", true),
            ("뇌졸증", "뇌졸중", true),
            ("온미", "온새미", false),
            ("가람", "나림", false),
        ] {
            assert_eq!(is_typed_for(typed, meant), is, "{typed}");
        }
    }

    #[test]
    fn syllables_come_apart() {
        assert_eq!(jamo("각a"), "\u{1100}\u{1161}\u{11A8}a");
        assert_eq!(jamo("뇌").chars().count(), 2);
        assert_eq!(jamo("힣").chars().count(), 3);
    }
}
