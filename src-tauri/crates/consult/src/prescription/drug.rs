//! A drug of a prescription, resolved to its ingredients.

use simui_domain::{IngredientAmount, Span};
use simui_pharmacy::Passage;
use simui_pharmacy::calculate::DoseDocuments;
use simui_pharmacy::dur::{DurBook, DurNotice, Person};
use simui_pharmacy::names::{DrugMention, Names};

use super::line::LineDose;

/// A drug of a prescription with its documents.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PrescribedDrug {
    /// The line, from 1; 0 for a drug of the record.
    pub line: u32,
    /// The name, as the line writes it.
    pub written: String,
    /// The part of the line that is about it; empty for a drug of the record.
    pub text: String,
    /// English names of the ingredients.
    pub ingredients: Vec<String>,
    /// The class by whose name alone a turn mentions it (혈압약), of which only one drug may be meant.
    pub class: Option<String>,
    /// 함량 of the desk's product, by English name.
    pub amounts: Vec<(String, IngredientAmount)>,
    /// The dose that the line states.
    pub dose: LineDose,
    /// Sections of its own labels and permits.
    pub own_sections: Vec<Passage>,
    /// Sections of the documents of its ingredients.
    pub sections: Vec<Passage>,
}

impl PrescribedDrug {
    /// All sections, those of its own labels first.
    pub fn all_sections(&self) -> impl Iterator<Item = &Passage> {
        self.own_sections.iter().chain(&self.sections)
    }

    /// Korean names of the ingredients, one each: as the line writes it where it does (와파린), else the
    /// standard one (와르파린).
    pub fn korean<'a>(&'a self, names: &'a Names) -> impl Iterator<Item = &'a str> {
        self.ingredients.iter().map(|it| self.name_of(it, names))
    }

    /// The Korean name of one of its ingredients, as the line writes it or else the standard one.
    pub fn name_of<'a>(&'a self, ingredient: &'a str, names: &'a Names) -> &'a str {
        let written = names.korean_names(ingredient).iter().find(|it| self.written.contains(*it));
        written.map_or_else(|| names.korean(ingredient), String::as_str)
    }

    /// Every Korean name of every ingredient.
    pub fn all_korean<'a>(&'a self, names: &'a Names) -> impl Iterator<Item = &'a str> {
        let of = |ingredient: &'a String| {
            let known = names.korean_names(ingredient);
            let known = if known.is_empty() { std::slice::from_ref(ingredient) } else { known };
            known.iter().map(String::as_str)
        };
        self.ingredients.iter().flat_map(of)
    }

    /// The documents that state the doses of one of its ingredients.
    pub fn dose_documents<'a>(
        &'a self,
        ingredient: &'a str,
        names: &'a Names,
    ) -> DoseDocuments<'a> {
        DoseDocuments { ingredient, own: &self.own_sections, others: &self.sections, names }
    }

    /// Whether it is applied outside the body, so that amounts of a day by mouth say nothing.
    pub fn is_topical(&self) -> bool {
        const FORMS: [&str; 15] = [
            "연고",
            "크림",
            "로션",
            "점안",
            "점이",
            "도포",
            "바르",
            "바름",
            "외용",
            "패취",
            "패치",
            "플라스타",
            "첩부",
            "스프레이",
            "비강",
        ];
        // 겔 within a name may be swallowed: 알마겔현탁액.
        let gel = self.text.split_whitespace().any(|it| it == "겔");
        gel || FORMS.iter().any(|it| self.text.contains(it) || self.written.contains(it))
    }

    /// Whether its pieces may not be divided.
    pub fn is_indivisible(&self) -> bool {
        ["서방", "장용", "캡슐", "이알", "ER", "SR", "XR"]
            .iter()
            .any(|it| self.written.contains(it))
    }
}

/// The rows of the DUR tables for one drug, or for a pair. The ingredients of each drug count as one product.
pub(super) fn dur_notices(
    drugs: &[&PrescribedDrug],
    person: &Person,
    dur: &DurBook,
    names: &Names,
) -> Vec<DurNotice> {
    let mut text = String::new();
    let mut mentions = Vec::new();
    for drug in drugs {
        for (at, ingredient) in drug.ingredients.iter().enumerate() {
            if at > 0 {
                text.push('+');
            }
            let start = text.chars().count();
            text.push_str(ingredient);
            mentions.push(DrugMention {
                ingredient: ingredient.clone(),
                span: Span { start, end: text.chars().count() },
                written: ingredient.clone(),
                corrected: None,
            });
        }
        text.push('\n');
    }
    dur.check(&text, &mentions, person, names)
}

/// The rows of the DUR tables for one drug and the person who takes it.
pub fn dur_rows(
    drug: &PrescribedDrug,
    person: &Person,
    dur: &DurBook,
    names: &Names,
) -> Vec<DurNotice> {
    dur_notices(&[drug], person, dur, names)
}
