//! What a question wants to know of a drug that the person takes already or is allergic to, beside another.

use super::question::{Drug, Question};
use super::subject::Subject;
use crate::dur::CHILD_MONTHS;
use crate::knowledge::Knowledge;
use crate::person::FactKind;
use crate::text::wording::Wording;

/// The complaint that the word for an allergy to a drug is read as.
const ALLERGY: &str = "알레르기";

/// The intent of a question about use together.
const TOGETHER: &str = "interaction";

/// The intent of a question about a child.
const CHILDREN: &str = "children";

impl Question {
    /// Leaves out the drugs to which the person is allergic, or is said not to be, and which are not taken,
    /// if the question asks about something else: of 아스피린 알레르기 있는데 생리통약 뭐 먹어요 only 생리통약 is wanted. The
    /// allergy is no complaint then.
    pub fn leave_out_allergens(&mut self, knowledge: &Knowledge) {
        let is = |drug: &Drug, allergy: bool| {
            self.facts.iter().any(|it| match &it.kind {
                FactKind::Allergy { ingredient, .. } | FactKind::Tolerated(ingredient) => {
                    allergy && *ingredient == drug.ingredient
                }
                FactKind::Drug { ingredient, .. } => !allergy && *ingredient == drug.ingredient,
                _ => false,
            })
        };
        let wanted: Vec<Drug> =
            self.drugs.iter().filter(|it| !is(it, true) || is(it, false)).cloned().collect();
        // 카르바마제핀 먹고 발진이 났어요 asks about the allergen itself.
        let wants_another = || {
            let names_medicine = || Subject::of(self, knowledge).iter().any(Subject::is_medicine);
            !wanted.is_empty() || self.asks("efficacy") || names_medicine()
        };
        let complaints: Vec<String> =
            self.symptoms.iter().filter(|it| *it != ALLERGY).cloned().collect();
        let names_nothing = wanted.is_empty() && complaints.is_empty();
        if wanted.len() == self.drugs.len() || names_nothing || !wants_another() {
            return;
        }
        (self.drugs, self.symptoms) = (wanted, complaints);
    }

    /// Takes the age of the person into account: words for a son or a daughter (아들이 서른인데) ask about a child
    /// only where the person is not known to be an adult, by the age, a stage of life, a pregnancy or
    /// nursing.
    pub fn heed_age(&mut self, knowledge: &Knowledge) {
        let adult_age = self.facts.iter().find_map(|it| match it.kind {
            FactKind::Age(months) if months >= CHILD_MONTHS => Some(months),
            _ => None,
        });
        if self.person.age_months.is_none() {
            self.person.age_months = adult_age;
        }
        let is_adult = self.person.pregnant || self.person.nursing || adult_age.is_some();
        let is_small = self.person.age_months.is_some_and(|it| it < CHILD_MONTHS);
        let Some(intent) = knowledge.intent(CHILDREN).filter(|_| is_adult && !is_small) else {
            return;
        };
        let wording = Wording::new(&self.text);
        let by_others = |it: &&String| !intent.of_any_age.contains(it) && wording.has(it);
        if !intent.words.iter().any(|it| by_others(&it)) {
            self.intents.retain(|it| it != CHILDREN);
        }
    }

    /// Reads a question as one about use together if the person takes a drug that it names, and it asks
    /// about a class that the drug does not belong to (와파린 먹는 사람인데 진통제 뭐 먹어요), however it is worded. A
    /// missed dose is none.
    pub fn heed_taken(&mut self, knowledge: &Knowledge) {
        if self.asks(TOGETHER) || self.asks("missed") {
            return;
        }
        let named = self.ingredients();
        let taken = self.facts.iter().filter_map(|it| match &it.kind {
            FactKind::Drug { ingredient, korean } => {
                named.contains(ingredient.as_str()).then_some(korean)
            }
            _ => None,
        });
        let taken: Vec<&String> = taken.collect();
        let is_another = |subject: &Subject| {
            subject.is_class()
                && subject.is_medicine()
                && !taken.iter().any(|drug| subject.members().contains(drug))
        };
        if taken.is_empty() || !Subject::of(self, knowledge).iter().any(is_another) {
            return;
        }
        let order = |id: &str| knowledge.intents.iter().position(|it| it.id == id);
        let place = self.intents.iter().position(|it| order(it) > order(TOGETHER));
        self.intents.insert(place.unwrap_or(self.intents.len()), TOGETHER.to_owned());
    }
}
