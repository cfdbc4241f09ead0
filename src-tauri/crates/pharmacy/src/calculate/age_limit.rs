//! 연령 제한: ages at which a document says not to use a drug.

use simui_domain::Span;
use simui_korean::quantities::{Token, Unit, tokens};

use crate::text::sentence::sentences;

/// Words that forbid, as they begin or end: 투여하지 마십시오, 쓰지 않습니다, 금기.
const FORBIDS: [&str; 6] = ["마십시오", "말 것", "마세요", "않습니다", "않는다", "금기"];
/// Verbs of use before a word that forbids.
const USES: [&str; 7] = ["투여하지", "복용하지", "사용하지", "쓰지", "먹이지", "먹지", "금기"];

/// Word of a sentence that puts something else in the place of a use.
const INSTEAD: &str = "말고";

/// Ages at which a drug is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgeLimit {
    /// Age in months below which it is not used.
    pub below: u32,
    /// The sentence, exactly as the text has it.
    pub quote: String,
    /// Its place in the text, in Unicode scalars.
    pub span: Span,
}

/// Returns the ages below which a text forbids the use: `만 2세 미만에게 투여하지 마십시오`.
pub fn age_limits(text: &str) -> Vec<AgeLimit> {
    let one = |span: Span| {
        let quote = span.slice(text)?;
        let forbids =
            FORBIDS.iter().any(|it| quote.contains(it)) && USES.iter().any(|it| quote.contains(it));
        // Of several clauses the one with the age counts: 5~10mg을 먹이며 6개월 미만에게는 쓰지 않습니다.
        let below = below(quote).filter(|_| forbids)?;
        Some(AgeLimit { below, quote: quote.to_owned(), span })
    };
    sentences(text).into_iter().filter_map(one).collect()
}

/// Whether a text sends a person of this age in months to a physician instead of the drug: 3개월 미만 아기에게는
/// 임의로 먹이지 말고 진료를 받습니다.
pub(super) fn leaves_to_physician(text: &str, months: u32) -> bool {
    let spans = sentences(text);
    let mut all = spans.into_iter().filter_map(|it| it.slice(text));
    all.any(|sentence| {
        let uses = USES.iter().any(|it| sentence.contains(it));
        let leaves = uses && sentence.contains(INSTEAD);
        leaves && below(sentence).is_some_and(|bound| months < bound)
    })
}

/// The greatest age in months that stands before 미만 or 이하.
fn below(sentence: &str) -> Option<u32> {
    let all = tokens(sentence);
    let bound = |at: usize| {
        let (Token::Number(number), Token::Unit(unit), Token::Word(word)) =
            (&all.get(at)?.token, &all.get(at + 1)?.token, &all.get(at + 2)?.token)
        else {
            return None;
        };
        let each = match unit {
            Unit::Year => 12.0,
            Unit::Month => 1.0,
            _ => return None,
        };
        let number = if word.starts_with("이하") { number + 1.0 } else { *number };
        let months = (number * each).round();
        let names_bound = word.starts_with("미만") || word.starts_with("이하");
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "bounded just before"
        )]
        (names_bound && (1.0..=2400.0).contains(&months)).then_some(months as u32)
    };
    (0..all.len()).filter_map(bound).max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[u32]) {
        let found: Vec<u32> = age_limits(text).iter().map(|it| it.below).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn ages_below_which_a_drug_is_not_used() {
        check("만 2세 미만에게 투여하지 마십시오.", &[24]);
        check("이부프로펜은 5~10mg을 먹이며 6개월 미만에게는 쓰지 않습니다.", &[6]);
        check("3개월 미만 아기에게 열이 나면 임의로 먹이지 말고 진료를 받습니다.", &[]);
        assert!(leaves_to_physician("3개월 미만에게는 먹이지 말고 진료를 받습니다.", 2));
        assert!(!leaves_to_physician("3개월 미만에게는 먹이지 말고 진료를 받습니다.", 3));
        check("12세 미만에게는 코데인을 쓰지 않습니다. 12세 이하 금기", &[144, 156]);
        check("만 7세 이상 15세 미만은 1회 10 mL 복용합니다.", &[]);
        check("30℃ 이하에서 보관하고 얼리지 마십시오.", &[]);
    }
}
