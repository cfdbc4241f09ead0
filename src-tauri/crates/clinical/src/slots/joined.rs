//! Takes apart the facts of texts that were read together.

use super::status::Status;
use super::{Correction, Item, Slots};

impl Slots {
    /// The items, values and reactions that end before `end`. Demographic facts are left as they are.
    pub(crate) fn until(mut self, end: usize) -> Self {
        self.lists_mut().into_iter().for_each(|items| items.retain(|it| it.end <= end));
        [&mut self.vitals, &mut self.labs].into_iter().for_each(|it| it.retain(|it| it.end <= end));
        self.reactions.retain(|it| it.end <= end);
        self
    }

    /// The items, values and reactions from `start` on, with offsets from there. Demographic facts and
    /// corrections are left as they are.
    pub(crate) fn since(mut self, start: usize) -> Self {
        let shift = |from: &mut usize, to: &mut usize| {
            *from -= start;
            *to -= start;
        };
        for items in self.lists_mut() {
            items.retain(|it| it.start >= start);
            items.iter_mut().for_each(|it| shift(&mut it.start, &mut it.end));
        }
        for values in [&mut self.vitals, &mut self.labs] {
            values.retain(|it| it.start >= start);
            values.iter_mut().for_each(|it| shift(&mut it.start, &mut it.end));
        }
        self.reactions.retain(|it| it.start >= start);
        self.reactions.iter_mut().for_each(|it| shift(&mut it.start, &mut it.end));
        self
    }

    /// The items of which another reading of the same words, `known`, says something else: another status,
    /// dose or time, an allergy in place of a drug. What one of them has of another person is left out.
    pub(crate) fn changed_from(mut self, known: &Self) -> Self {
        let is_of_another = |it: &Item| matches!(it.status, Status::Family | Status::OtherPerson);
        let is_of_same_person = |item: &Item| {
            let mut same = known.items().filter(|other| other.has_place_of(item));
            same.all(|other| {
                other.experiencer == item.experiencer && is_of_another(other) == is_of_another(item)
            })
        };
        let others = [
            &known.conditions,
            &known.symptoms,
            &known.medications,
            &known.allergies,
            &known.habits,
        ];
        for (items, known) in self.lists_mut().into_iter().zip(others) {
            items.retain(|item| {
                is_of_same_person(item) && !known.iter().any(|known| item.states_the_same(known))
            });
        }
        self
    }

    /// Adds the items of `others` as facts that the whole of `text` states.
    pub(crate) fn add_as_words_of(&mut self, mut others: Self, text: &str) {
        let end = text.chars().count();
        for (own, others) in self.lists_mut().into_iter().zip(others.lists_mut()) {
            let stated =
                |it| Item { text: text.to_owned(), start: 0, end, named_before: true, ..it };
            own.extend(others.drain(..).map(stated));
        }
    }

    /// Denies `others`, facts of the patient, as a correction by the whole of `text`.
    pub(crate) fn take_back(&mut self, mut others: Self, text: &str) {
        if others.items().next().is_none() {
            return;
        }
        let denied = |it: &mut Item| (it.status, it.negated) = (Status::Negated, true);
        others.lists_mut().into_iter().flatten().for_each(denied);
        self.add_as_words_of(others, text);
        self.corrections.push(Correction { start: 0, end: text.chars().count() });
    }

    /// Number of items and values.
    pub(crate) fn count(&self) -> usize {
        self.items().count() + self.values().count()
    }
}

impl Item {
    /// Whether both are of the same words of one text.
    fn has_place_of(&self, other: &Self) -> bool {
        (self.start, self.end, &self.name) == (other.start, other.end, &other.name)
    }

    /// Whether another reading of the same words says the same of them.
    fn states_the_same(&self, other: &Self) -> bool {
        let attributes = |item: &Self| {
            let (dose, frequency) = (item.dose.clone(), item.frequency.clone());
            let signs = (item.extra_dose, item.sudden, item.severe, item.course, item.troubling);
            (
                item.status,
                item.negated,
                dose,
                frequency,
                item.duration.clone(),
                item.date.clone(),
                signs,
            )
        };
        self.has_place_of(other) && attributes(self) == attributes(other)
    }
}
