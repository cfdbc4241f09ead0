//! Reads a value that is named only after the organ (신장 수치 1.8): a small one is a creatinine, any other a
//! filtration rate.

use super::measures::Value;
use crate::lexicon::Lexicon;
use crate::text::letters::Text;

/// Value without a unit below which 신장 수치 means creatinine (mg/dL), and from which on eGFR (mL/min/1.73 m²).
const BETWEEN: f64 = 12.0;

/// Turns small filtration rates that were named only after the organ into creatinines.
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
