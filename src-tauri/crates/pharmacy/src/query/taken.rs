//! What a question wants to know of a drug that the person takes already, beside another.

use super::question::Question;
use super::subject::Subject;
use crate::knowledge::Knowledge;
use crate::person::FactKind;

/// The intent of a question about use together.
const TOGETHER: &str = "interaction";

impl Question {
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
