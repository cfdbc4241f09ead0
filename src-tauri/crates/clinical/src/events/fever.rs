//! A fever that a normal temperature ends: 열이 났는데 오늘은 36.7도예요.

use crate::slots::status::Status;
use crate::slots::{Item, Slots};
use crate::text::cue::contains;
use crate::text::words::STANDING;

/// The concept's name.
pub(crate) const FEVER: &str = "발열";
/// Temperature in °C below which a fever that was reported before has gone.
pub(crate) const NO_FEVER: f64 = 37.3;

/// Whether something is said of the fever before the temperature: 열은 없고 37.0도예요, 열이 났는데 오늘은 36.7도예요. Else the
/// word only names the value: 열은 36.9도예요.
pub(crate) fn is_told(between: &str) -> bool {
    between.contains('없') || contains(between, &STANDING.fever_was)
}

/// Temperature in °C from which on a denied fever (열 없어요) is not believed.
const HIGH: f64 = 38.0;

/// What was there and has gone, by the temperature that is told after it.
pub(crate) fn end_fever(slots: &mut Slots, original: &[char]) {
    let temperatures: Vec<(f64, usize, String)> = slots
        .vitals
        .iter()
        .filter(|it| it.kind == "temperature")
        .filter_map(|it| Some((it.value?, it.end, it.experiencer.clone())))
        .collect();
    // 열 없다고 했는데 방금 재 보니 38.3이에요: what was denied is found.
    let denied = |it: &Item| it.name == FEVER && it.status == Status::Negated;
    let found = |it: &Item| {
        let after = |end: usize, whose: &str| end > it.end && whose == it.experiencer;
        temperatures.iter().any(|(value, end, whose)| *value >= HIGH && after(*end, whose))
    };
    slots.symptoms.retain(|it| !denied(it) || !found(it));
    let fevers = slots.symptoms.iter_mut();
    for fever in fevers.filter(|it| it.name == FEVER && it.status == Status::Active) {
        // The word may name the value as well: from it to the end of the number.
        let gone = temperatures.iter().any(|(value, end, whose)| {
            let between: String = original.get(fever.start..*end).into_iter().flatten().collect();
            *value < NO_FEVER
                && *whose == fever.experiencer
                && contains(&between, &STANDING.fever_was)
                && contains(&between, &STANDING.fever_now)
        });
        if gone {
            fever.status = Status::Past;
        }
    }
}
