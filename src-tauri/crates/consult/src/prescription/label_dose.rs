//! Compares the dose of a line with the doses that the product's own label gives for the person's age.

use simui_pharmacy::calculate::{DoseStatement, Period, number};

use super::documents::{SectionSentence, section_sentences};
use super::drug::PrescribedDrug;
use super::findings::{DoseCheck, PrescriptionSeverity};
use super::{Checks, Prescription};

/// Slack of a comparison of amounts.
const SLACK: f64 = 1e-6;

/// Checks a line against its own label: an age for which the label gives no dose, or more at a time than it
/// gives.
pub(super) fn by_label(
    drug: &PrescribedDrug,
    of: &Prescription<'_>,
    checks: &Checks<'_>,
) -> Option<DoseCheck> {
    let months = of.patient.person.age_months?;
    let own = section_sentences(drug.own_sections.iter(), checks.knowledge);
    let of_use = own.iter().filter(|it| it.passage.heading.contains("용법"));
    let stated: Vec<(&SectionSentence<'_>, DoseStatement)> = of_use
        .flat_map(|sentence| {
            let all = simui_pharmacy::calculate::dose_statements(sentence.quote);
            all.into_iter().filter(|it| it.dose.is_some()).map(move |dose| (sentence, dose))
        })
        .collect();
    let check =
        |severity: PrescriptionSeverity, sentence: &SectionSentence<'_>, text: String| DoseCheck {
            severity: Some(severity),
            kind: "label".to_owned(),
            ingredient: drug.written.clone(),
            lines: vec![drug.line],
            finding: sentence.finding(text),
            calculation: None,
            limits: Vec::new(),
        };
    let fitting: Vec<_> = stated.iter().filter(|(_, it)| it.ages.has(months)).collect();
    let (first, _) = stated.first()?;
    if fitting.is_empty() {
        let text = format!("{}의 표시에는 이 나이의 용량이 없습니다.", drug.written);
        return Some(check(PrescriptionSeverity::Serious, first, text));
    }
    let (amount, unit) = drug.dose.per_time?;
    let most = |(_, statement): &&&(&SectionSentence<'_>, DoseStatement)| {
        let dose = statement.dose.filter(|dose| dose.unit == unit && !dose.per_kg);
        dose.filter(|_| statement.per == Some(Period::Time)).map(|it| it.high)
    };
    let greatest = fitting
        .iter()
        .filter(|it| most(it).is_some())
        .max_by(|one, other| most(one).unwrap_or(0.0).total_cmp(&most(other).unwrap_or(0.0)))?;
    let limit = most(&greatest).filter(|it| amount > it + SLACK)?;
    let text = format!(
        "{}의 1회 {} {}: 표시의 이 나이 용량 {} {}보다 많습니다.",
        drug.written,
        number(amount),
        unit.written(),
        number(limit),
        unit.written()
    );
    Some(check(PrescriptionSeverity::Serious, greatest.0, text))
}
