//! A fact of a person, with the words by which documents name it.

use serde::{Deserialize, Serialize};

use simui_clinical::Comparator;

use crate::calculate::{Filtration, Measured, Renal, ckd_epi, cockcroft_gault, number};
use crate::dur::CHILD_MONTHS;
use crate::knowledge::Knowledge;
use crate::names::Names;

/// Filtration rate in mL/min below which kidneys count as impaired whatever a document's limits are (KDIGO
/// 2012, chronic kidney disease, categories G3a to G5).
const IMPAIRED: f64 = 60.0;

/// Filtration rate in mL/min below which kidneys have failed (KDIGO 2012, category G5).
const FAILED: f64 = 15.0;

/// Illnesses of the clinical lexicon under which they have.
const END_STAGE: [&str; 2] = ["투석", "말기신부전"];

/// A fact of the person who takes a drug.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PersonFact {
    /// The fact as an answer names it: `와파린`, `사구체여과율 35 mL/min/1.73m²`.
    pub label: String,
    /// What kind of fact it is, and how documents name it.
    pub kind: FactKind,
}

/// The kinds of facts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// A drug that the person takes.
    Drug {
        /// English name of the ingredient.
        ingredient: String,
        /// Standard Korean name of the ingredient.
        korean: String,
    },
    /// An illness or a state, by its words in documents.
    State(Vec<String>),
    /// A habit, by the words of documents for what is taken: documents list it among interactions.
    Habit(Vec<String>),
    /// 사구체여과율: the filtration rate of the kidneys in mL/min.
    Kidney(f64),
    /// The age in months.
    Age(u32),
    /// A drug to which the person is allergic.
    Allergy {
        /// English name of the ingredient.
        ingredient: String,
        /// Standard Korean name of the ingredient.
        korean: String,
    },
    /// A drug to which the person is said not to be allergic, by the English name of its ingredient.
    Tolerated(String),
}

impl PersonFact {
    /// The drugs that a name of the record or of a text stands for: a product may have several ingredients.
    pub fn drugs(name: &str, names: &Names) -> Vec<Self> {
        let drug = |ingredient: &String| {
            let korean = names.korean(ingredient).to_owned();
            // 와파린, 설파메톡사졸/트리메토프림: the name says what is in it.
            let names_it =
                names.korean_names(ingredient).iter().any(|it| name.contains(it.as_str()));
            let label = if names_it { name.to_owned() } else { format!("{name}({korean})") };
            Self { label, kind: FactKind::Drug { ingredient: ingredient.clone(), korean } }
        };
        let mut found: Vec<String> = Vec::new();
        for it in names.find(name) {
            if !found.contains(&it.ingredient) {
                found.push(it.ingredient);
            }
        }
        found.iter().map(drug).collect()
    }

    /// The allergies to the drugs that a name stands for.
    pub fn allergies(name: &str, names: &Names) -> Vec<Self> {
        let allergy = |it: Self| match it.kind {
            FactKind::Drug { ingredient, korean } => {
                let kind = FactKind::Allergy { ingredient, korean };
                Some(Self { label: format!("{} 알레르기", it.label), kind })
            }
            _ => None,
        };
        Self::drugs(name, names).into_iter().filter_map(allergy).collect()
    }

    /// The drugs that a name stands for, where the person is not allergic to them.
    pub fn tolerated(name: &str, names: &Names) -> Vec<Self> {
        let tolerated = |it: Self| match it.kind {
            FactKind::Drug { ingredient, .. } => {
                let label = format!("{} 알레르기 없음", it.label);
                Some(Self { label, kind: FactKind::Tolerated(ingredient) })
            }
            _ => None,
        };
        Self::drugs(name, names).into_iter().filter_map(tolerated).collect()
    }

    /// An illness, or a state of `states.toml`, with the words of documents for it.
    pub fn state(name: &str, label: &str, knowledge: &Knowledge) -> Self {
        let words = knowledge.states.words(name);
        Self { label: label.to_owned(), kind: FactKind::State(words) }
    }

    /// The illness that a drug without a name of its own is taken for, if the drug shows one: 파킨슨약.
    pub fn treated(drug: &str, knowledge: &Knowledge) -> Option<Self> {
        let kind = FactKind::State(knowledge.states.words_of_drug(drug)?);
        Some(Self { label: drug.to_owned(), kind })
    }

    /// A habit of `states.toml`: 음주, 흡연.
    pub fn habit(name: &str, knowledge: &Knowledge) -> Self {
        let words = knowledge.states.words(name);
        Self { label: name.to_owned(), kind: FactKind::Habit(words) }
    }

    /// The filtration rate that an illness says by itself: below 15 mL/min under dialysis.
    pub fn end_stage_kidneys(illness: &str) -> Option<Self> {
        let is_end_stage = END_STAGE.contains(&illness);
        is_end_stage.then(|| Self::kidney(FAILED.next_down(), illness))
    }

    /// A filtration rate in mL/min.
    pub fn kidney(rate: f64, label: &str) -> Self {
        Self { label: label.to_owned(), kind: FactKind::Kidney(rate) }
    }

    /// A filtration rate as a text or record states it; of a bound the nearest possible rate counts.
    pub fn filtration(name: &str, comparator: Option<Comparator>, rate: f64, unit: &str) -> Self {
        let sign = comparator.map(Comparator::sign).unwrap_or_default();
        let nearest = comparator.map_or(rate, |it| it.nearest(rate));
        Self::kidney(nearest, &format!("{name} {sign}{rate} {unit}"))
    }

    /// The clearance of creatinine of an adult, calculated by Cockcroft and Gault; `None` for a child and for
    /// numbers outside the formula.
    fn clearance(of: &Renal) -> Option<Self> {
        let clearance = cockcroft_gault(of).ok()?.low;
        let label = format!("크레아티닌 청소율 {} mL/min(계산)", number(clearance));
        Some(Self::kidney(clearance, &label))
    }

    /// The filtration rate of an adult, estimated by CKD-EPI; `None` for a child and for numbers outside the
    /// formula.
    fn estimated_filtration(of: &Filtration) -> Option<Self> {
        let rate = ckd_epi(of).ok()?.low;
        Some(Self::kidney(rate, &format!("사구체여과율 {} mL/min/1.73m²(계산)", number(rate))))
    }

    /// The kidneys of an adult by their creatinine: the clearance where the weight is known, else the
    /// estimated filtration rate.
    pub fn kidneys_by_creatinine(of: Filtration, weight: Option<Measured<f64>>) -> Option<Self> {
        let Some(weight) = weight else { return Self::estimated_filtration(&of) };
        let Filtration { age, sex, creatinine } = of;
        Self::clearance(&Renal { age, sex, weight, creatinine })
    }

    /// An age in months.
    pub fn age(months: u32) -> Self {
        let label = match months {
            0..24 => format!("{months}개월"),
            _ => format!("{}세", months / 12),
        };
        Self { label, kind: FactKind::Age(months) }
    }

    /// An adult of whom only the group of ages is known (30대, 성인): the least age of the group.
    pub fn adult(group: &str) -> Self {
        let decade = group.strip_suffix('대').and_then(|it| it.parse::<u32>().ok());
        let kind = FactKind::Age(decade.map_or(CHILD_MONTHS, |it| 12 * it).max(CHILD_MONTHS));
        Self { label: group.to_owned(), kind }
    }

    /// Whether a heading has a word of the fact: 간·신장, 임부·수유부.
    pub(crate) fn is_named_in_heading(&self, heading: &str) -> bool {
        let named = |words: &[String]| {
            words.iter().any(|it| heading.split(['·', ' ', ',']).any(|part| it.starts_with(part)))
        };
        match &self.kind {
            FactKind::State(words) | FactKind::Habit(words) => named(words),
            FactKind::Kidney(_) => heading.contains("신장"),
            FactKind::Drug { .. } => heading.contains("상호작용"),
            FactKind::Age(_) | FactKind::Allergy { .. } | FactKind::Tolerated(_) => false,
        }
    }

    /// Whether the fact says by itself that the kidneys are impaired.
    pub(crate) fn has_impaired_kidneys(&self) -> bool {
        matches!(self.kind, FactKind::Kidney(rate) if rate < IMPAIRED)
    }
}
