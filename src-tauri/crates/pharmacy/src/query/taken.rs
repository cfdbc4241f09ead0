//! What a question wants to know of a drug that the person takes already or is allergic to, beside another.

use super::question::{Drug, Question};
use super::subject::Subject;
use crate::knowledge::Knowledge;
use crate::person::FactKind;

/// The complaint that the word for an allergy to a drug is read as.
const ALLERGY: &str = "알레르기";

/// The intent of a question about use together.
const TOGETHER: &str = "interaction";

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

    /// Reads a question as one about use together if the person takes a drug that it names, and it asks about
    /// a class that the drug does not belong to (와파린 먹는 사람인데 진통제 뭐 먹어요), however it is worded. A
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
        let is_another = |it: &Subject| {
            it.is_class()
                && it.is_medicine()
                && !taken.iter().any(|drug| it.members().contains(drug))
        };
        if taken.is_empty() || !Subject::of(self, knowledge).iter().any(is_another) {
            return;
        }
        let order = |id: &str| knowledge.intents.iter().position(|it| it.id == id);
        let place = self.intents.iter().position(|it| order(it) > order(TOGETHER));
        self.intents.insert(place.unwrap_or(self.intents.len()), TOGETHER.to_owned());
    }
}
