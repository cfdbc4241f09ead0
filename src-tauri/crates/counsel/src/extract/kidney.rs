//! 신장 수치 1.8: what is said to be the kidneys' value is a creatinine or a filtration rate, and the number tells which.

use super::lexicon::Lexicon;
use super::measures::Value;
use super::text::Text;

/// No filtration rate that somebody tells at a counter is below it, and no creatinine above.
const BETWEEN: f64 = 12.0;

/// Takes small values that were said by the name of the organ for creatinines.
pub(crate) fn kidney_values(text: &Text, lexicon: &Lexicon, values: &mut [Value]) {
    let kind = |name: &str| lexicon.measures.iter().position(|it| it.kind == name);
    let (Some(rate), Some(creatinine)) = (kind("egfr"), kind("creatinine")) else { return };
    for it in values.iter_mut().filter(|it| it.measure == rate && it.value < BETWEEN && !it.unit) {
        let name = text.slice(it.start, it.number);
        if ["신장", "콩팥", "신기능"].iter().any(|organ| name.starts_with(organ)) {
            it.measure = creatinine;
        }
    }
}
