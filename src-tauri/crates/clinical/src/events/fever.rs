//! Ends a fever by a normal temperature: 열이 났는데 오늘은 36.7도예요.

use crate::slots::status::Status;
use crate::slots::{Item, Slots};
use crate::text::cue::contains;
use crate::text::words::STANDING;

/// Name of the concept.
pub(crate) const FEVER: &str = "발열";
/// Temperature in °C below which a fever that was reported before has gone.
pub(crate) const NO_FEVER: f64 = 37.3;

/// Whether the words between the word for fever and the temperature report on the fever: 열은 없고 37.0도예요,
/// 열이 났는데 오늘은 36.7도예요. Otherwise the word only names the value: 열은 36.9도예요.
pub(crate) fn is_reported(between: &str) -> bool {
    between.contains('없') || contains(between, &STANDING.fever_was)
}

/// Temperature in °C from which on a denied fever (열 없어요) is not believed.
const HIGH: f64 = 38.0;

/// Makes a fever past if a later temperature is normal, and drops a denied fever if a later temperature
/// is high.
pub(crate) fn end_fever(slots: &mut Slots, original: &[char]) {
    let temperatures: Vec<_> = slots
        .vitals
        .iter()
        .filter(|it| it.kind == "temperature")
        .map(|it| (it.extremes("temperature"), it.end, it.experiencer.clone()))
        .collect();
    // 열 없다고 했는데 방금 재 보니 38.3이에요: the denied fever is found.
    let denied = |it: &Item| it.name == FEVER && it.status == Status::Negated;
    let found = |fever: &Item| {
        let after = |end: usize, owner: &str| end > fever.end && owner == fever.experiencer;
        temperatures.iter().any(|((_, greatest), end, owner)| {
            greatest.is_some_and(|it| it >= HIGH) && after(*end, owner)
        })
    };
    slots.symptoms.retain(|it| !denied(it) || !found(it));
    let fevers = slots.symptoms.iter_mut();
    for fever in fevers.filter(|it| it.name == FEVER && it.status == Status::Active) {
        // The words from the fever to the end of the number, since the word may also name the value.
        let gone = temperatures.iter().any(|((least, _), end, owner)| {
            let between: String = original.get(fever.start..*end).into_iter().flatten().collect();
            least.is_some_and(|it| it < NO_FEVER)
                && *owner == fever.experiencer
                && contains(&between, &STANDING.fever_was)
                && contains(&between, &STANDING.fever_now)
        });
        if gone {
            fever.status = Status::Past;
        }
    }
}
