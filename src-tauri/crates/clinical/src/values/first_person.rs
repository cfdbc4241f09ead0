//! Finds the speaker's own value beside that of somebody else, without a name: 아빠 혈당은 210인데 제 건 95예요.

use std::sync::LazyLock;

use regex::Regex;

use super::measures::{Value, read};
use crate::lexicon::Lexicon;
use crate::text::letters::Text;
use crate::text::numbers::{NUMBER, pattern};

/// A number that a first-person word introduces.
static FIRST_PERSON_VALUE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(&format!(
        r"(?:제\s?건|제\s?거는|제\s?꺼는|제\s?껀|제\s?것은|내\s?건|내\s?거는|내\s?껀|저는|나는)\s({NUMBER})\s?(?:이에요|예요|에요|이고|입니다|이래요|래요|밖에|나왔|나와|이었|였|정도)"
    ))
});

/// The values of the speaker; the measure is that of the last named value before each.
pub(crate) fn first_person_values(text: &Text, lexicon: &Lexicon, values: &[Value]) -> Vec<Value> {
    let read_value = |found: regex::Captures| {
        let number = found.get(1)?;
        let at = text.at_byte(number.start());
        let before = values.iter().rev().find(|it| it.end <= at && it.named)?;
        let measure = &lexicon.measures[before.measure];
        let mut value = read(text, measure, at)?;
        let free = !values.iter().any(|it| it.start < value.end && at < it.end);
        let likely = (measure.low..=measure.high).contains(&value.value);
        (value.measure, value.named) = (before.measure, true);
        (free && likely).then_some(value)
    };
    FIRST_PERSON_VALUE.captures_iter(&text.string).filter_map(read_value).collect()
}
