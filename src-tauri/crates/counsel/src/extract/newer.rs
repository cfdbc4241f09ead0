//! Values that a later one takes the place of: 작년엔 6.1이었는데 이번엔 6.9래요.

use std::sync::LazyLock;

use regex::Regex;

use super::lexicon::Lexicon;
use super::measures::{Value, byte, read};
use super::numbers::{NUMBER, pattern};
use super::text::Text;

static NEWER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?(?:%|퍼센트|프로|kg|키로|킬로|도|mg/dl)?(?:(?:이었|였|이던|던|이고|이|나왔|나오)[가-힣]{{0,4}}|에서)?[\s,.]{{0,2}}(?:[가-힣]{{1,5}}\s){{0,3}}?(?:(?:아\s?)?아니(?:다|지|야|요|,)?|이번엔|이번에는|이번에|이번|지금은|지금|현재는|현재|요즘은|이젠|이제는|오늘은|오늘)[\s,]{{1,2}}(?:[가-힣]{{1,5}}\s){{0,2}}({NUMBER})"
    ))
});
/// 구십에서 팔십이로
static FELL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?(?:%|kg|키로|킬로|도)?에서\s?({NUMBER})\s?(?:%|kg|키로|킬로|도)?(?:으?로|까지)"
    ))
});
const ONCE: [&str; 12] = [
    "예전",
    "작년",
    "재작년",
    "지난",
    "저번",
    "원래",
    "처음",
    "전에",
    "전엔",
    "그전",
    "달 전",
    "년 전",
];

/// 작년엔 6.1이었는데 이번엔 6.9래요, 38.5, 아니 39.5: the later number is what it is now.
pub(crate) fn newer(text: &Text, lexicon: &Lexicon, values: &mut Vec<Value>) {
    for it in 0..values.len() {
        let (end, measure) = (values[it].end, values[it].measure);
        let after = text.slice(end, text.len().min(end + 40));
        let found = NEWER.captures(after).or_else(|| FELL.captures(after));
        let Some(number) = found.and_then(|it| it.get(1)) else { continue };
        let at = text.at_byte(byte(text, end) + number.start());
        let named = values.iter().any(|it| it.number == at && it.named);
        if let (Some(value), false) = (read(text, &lexicon.measures[measure], at), named)
            && (lexicon.measures[measure].low..=lexicon.measures[measure].high)
                .contains(&value.value)
        {
            let start = values[it].start;
            values.retain(|it| it.number != at);
            if let Some(old) = values.iter_mut().find(|it| it.start == start) {
                *old = Value { measure, start, ..value };
            }
            return newer(text, lexicon, values);
        }
    }
    // 예전엔 60키로였는데 … 74키로가 됐어요
    let old: Vec<usize> = values
        .iter()
        .enumerate()
        .filter(|(index, it)| {
            let before = text.slice(it.start.saturating_sub(12), it.number);
            let after = text.slice(it.end, text.len().min(it.end + 4));
            ONCE.iter().any(|once| before.contains(once))
                && ["였", "이었", "던", "이던", "에서"].iter().any(|it| after.starts_with(it))
                && values[index + 1..].iter().any(|next| next.measure == it.measure)
        })
        .map(|it| it.0)
        .collect();
    for index in old.into_iter().rev() {
        values.remove(index);
    }
}
