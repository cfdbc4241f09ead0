//! Replaces values that a later one supersedes: 작년엔 6.1이었는데 이번엔 6.9래요.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::{Value, byte, read};
use crate::lexicon::Lexicon;
use crate::text::cue::begins;
use crate::text::letters::Text;
use crate::text::numbers::{NUMBER, pattern};
use crate::text::words::STANDING;

/// A later number after a word of time or correction.
static LATER_NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?(?:%|퍼센트|프로|kg|키로|킬로|도|mg/dl)?(?:(?:이었|였|이던|던|이고|이|나왔|나오|래|라|네|예)[가-힣]{{0,4}}|에서|까지)?[\s,.…]{{0,5}}(?:\d{{0,2}}[가-힣]{{1,5}}\s){{0,3}}?(?:만에|새에|사이에|뒤에|후에|다시\s?(?:보|재|쟀|측정|검사|확인)[가-힣]{{0,6}}|(?:아\s?)?아니(?:다|지|야|요|고|구|라|,)?|(?:아\s?)?(?:죄송해요|죄송합니다|미안해요|잘못 ?봤어요|잘못 ?말했어요)|말고|아,?|올랐다가|올라갔다가|떨어졌다가|내려갔다가|갔다가|나왔다가|올해는|올해|올핸|이달엔|이달은|최근엔|최근에는|최근에|요새는|요새|이번엔|이번에는|이번에|이번|지금은|지금|현재는|현재|요즘은|이젠|이제는|오늘은|오늘)[\s,]{{1,2}}(?:[가-힣]{{1,5}}\s){{0,2}}({NUMBER})"
    ))
});
/// A later number after 에서: 구십에서 팔십이로
static FELL: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?(?:%|kg|키로|킬로|도)?에서\s?({NUMBER})\s?(?:%|kg|키로|킬로|도)?(?:\s?[1-9일이삼사오육칠팔구]\s?부)?(?:으?로|까지)"
    ))
});
/// A later number after 던 것이: 248이던 게 181이 됐고, 158이었던 것이 지금은 128
static USED_TO_BE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"^\s?(?:%|퍼센트|프로|kg|키로|킬로|도|mg/dl)?(?:이|였|이었|까지 갔|까지 올랐)?던\s?(?:게|것이|거가|것은|건)\s(?:[가-힣]{{1,5}}\s){{0,2}}({NUMBER})"
    ))
});

/// Keeps of two values of one measure the later one: 작년엔 6.1이었는데 이번엔 6.9래요; 38.5, 아니 39.5.
pub(crate) fn replace_superseded(text: &Text, lexicon: &Lexicon, values: &mut Vec<Value>) {
    for it in 0..values.len() {
        let (end, measure) = (values[it].end, values[it].measure);
        let after = text.slice(end, text.len().min(end + 40));
        let found = LATER_NUMBER
            .captures(after)
            .or_else(|| FELL.captures(after))
            .or_else(|| USED_TO_BE.captures(after));
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
            return replace_superseded(text, lexicon, values);
        }
    }
    // 예전엔 60키로였는데 … 74키로가 됐어요: the first value is dropped.
    let old: Vec<usize> = values
        .iter()
        .enumerate()
        .filter(|(index, value)| {
            let before = text.slice(value.start.saturating_sub(12), value.number);
            let after = text.slice(value.end, text.len().min(value.end + 4));
            let was = |cues: &[&str]| begins(after, cues);
            // 38.7도였는데 해열제 먹고 37.1도로 내렸어요: replaced. 아침엔 130이었는데 저녁엔 200: two glucose values.
            let kind = lexicon.measures[value.measure].kind.as_str();
            let changes = !kind.contains("glucose")
                && was(&["였는데", "이었는데", "였다가", "이었다가", "였지만", "이었지만"]);
            let once = STANDING.older.iter().any(|once| before.contains(once));
            ((once && was(&["였", "이었", "던", "이던", "에서"])) || changes)
                && values[index + 1..].iter().any(|next| next.measure == value.measure)
        })
        .map(|it| it.0)
        .collect();
    for index in old.into_iter().rev() {
        values.remove(index);
    }
}
