//! 금기·주의 for the person: DUR tables, safety rules, allergies, and sentences of the documents on age,
//! pregnancy, nursing, kidneys and illnesses.

use std::collections::BTreeSet;

use simui_clinical::{Item, Severity, Slots, Status, symptom_spellings};
use simui_pharmacy::calculate::age_limits;
use simui_pharmacy::dur::{CHILD_MONTHS, DurNotice, DurTable};
use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::person::kidney_limits;

use super::documents::{
    SectionSentence, allows, forbids, is_of_interactions, section_sentences, severity,
};
use super::drug::{PrescribedDrug, dur_notices};
use super::findings::{DrugWarning, Finding, PrescriptionSeverity};
use super::interactions::of_notice;
use super::renal;
use super::{Checks, Prescription};
use crate::Facts;
use crate::facts::KnownReaction;

/// Rule of the safety rules that forbids a drug in pregnancy.
const PREGNANCY_RULES: [&str; 2] = ["pregnancy_contraindicated", "pregnancy_contraindicated_taken"];
/// Headings of sections that name who must not take a drug, or must be careful.
const CAREFUL: [&str; 9] =
    ["경고", "주의", "금기", "임부", "간·신장", "고령자", "투여하지 말", "신중", "상의"];
/// Age in months from which on a pregnancy is ruled out.
const PAST_CHILDBEARING: u32 = 60 * 12;
/// Age in months below which a pregnancy is ruled out.
const CHILD: u32 = 10 * 12;
/// Words of a sentence that asks for care.
const CAREFUL_WORDS: [&str; 12] = [
    "주의",
    "신중",
    "상담",
    "상의",
    "악화",
    "피합",
    "피하십시오",
    "위험",
    "줄이",
    "줄입",
    "조절",
    "심해",
];
/// Words of a sentence on a complaint that a physician has to see.
const NEEDS_DOCTOR: [&str; 5] = ["곧바로", "중지하고", "진료를 받", "119", "응급"];
/// Filtration rate in mL/min below which kidneys are impaired (KDIGO 2012, G3a to G5), and impaired
/// severely (G4, G5).
const IMPAIRED: f64 = 60.0;
const SEVERE: f64 = 30.0;
/// Most sentences of one kind about one drug.
const MOST: usize = 2;

/// Finds the warnings, gravest first. What is unknown of the person is reported in `not_checked`.
pub(super) fn warnings(
    of: &Prescription<'_>,
    checks: &Checks<'_>,
    not_checked: &mut Vec<String>,
) -> Vec<DrugWarning> {
    let mut found = of_rules(of, checks);
    found.extend(of_intolerances(of, checks));
    for drug in of.drugs {
        found.extend(of_tables(drug, of, checks));
        found.extend(of_documents(drug, of, checks));
        if drug.own_sections.is_empty() && drug.sections.is_empty() {
            not_checked.push(format!(
                "{}: 등록된 허가·표시·요지 문서가 없어 상호작용, 금기, 신장 용량 문장을 살피지 못했습니다.",
                drug.written
            ));
        }
    }
    not_checked.extend(unknown_of_person(of));
    not_checked.extend(of.patient.unknown.iter().cloned());
    found.sort_by_key(|it| it.severity);
    let mut seen = BTreeSet::new();
    found.retain(|it| seen.insert((it.kind.clone(), it.drugs.clone(), it.finding.text.clone())));
    found
}

/// What nobody stated of the person and some check needs.
fn unknown_of_person(of: &Prescription<'_>) -> Vec<String> {
    let (patient, who) = (of.patient, &of.slots.demographics);
    let mut unknown = Vec::new();
    if patient.person.age_months.is_none() {
        unknown.push("나이를 몰라 연령 금기와 노인 주의를 살피지 못했습니다.".to_owned());
    }
    // Neither men nor women past childbearing are asked for a pregnancy.
    let rules_pregnancy_out = who.gender.as_deref() == Some("남성")
        || patient.person.age_months.is_some_and(|it| !(CHILD..PAST_CHILDBEARING).contains(&it));
    if !rules_pregnancy_out && who.is_pregnant.is_none() && !patient.person.pregnant {
        unknown.push("임신 여부를 몰라 임부 금기를 살피지 못했습니다.".to_owned());
    }
    if !rules_pregnancy_out && who.is_lactating.is_none() {
        unknown.push("수유 여부를 몰라 수유부 주의를 살피지 못했습니다.".to_owned());
    }
    if patient.kidneys().is_none() {
        unknown.push(
            "신장 기능(eGFR, 또는 나이·성별·체중·크레아티닌)을 몰라 신장 기능에 따른 용량을 살피지 못했습니다."
                .to_owned(),
        );
    }
    if patient.weight.is_none() {
        unknown.push("체중을 몰라 체중에 따른 용량을 살피지 못했습니다.".to_owned());
    }
    if of.slots.allergies.is_empty() && !patient.denies_allergies {
        unknown.push("알레르기를 몰라 과민반응 금기를 살피지 못했습니다.".to_owned());
    }
    unknown
}

/// The warnings of the safety rules for the person's facts with the drugs of the prescription.
fn of_rules(of: &Prescription<'_>, checks: &Checks<'_>) -> Vec<DrugWarning> {
    let names = &checks.knowledge.names;
    let mut slots: Slots = of.slots.clone();
    slots.medications.retain(|it| it.negated || it.status != Status::Active);
    for name in of.drugs.iter().flat_map(|it| it.all_korean(names)) {
        if !slots.medications.iter().any(|it| it.name == name) {
            slots.medications.push(Item::stated(name, Status::Active));
        }
    }
    // The rules of a person apply to whom the lines describe, whatever word they have for that person.
    let who = &mut slots.demographics;
    if who.age.is_none() && who.age_months.is_none() {
        who.age_months = of.patient.person.age_months;
    }
    who.is_pregnant = who.is_pregnant.or(of.patient.person.pregnant.then_some(true));
    let warning = |warning: crate::safety::Warning| {
        let pregnancy = warning.rule.starts_with("pregnancy");
        let severity = match warning.severity {
            _ if PREGNANCY_RULES.contains(&warning.rule.as_str()) => {
                PrescriptionSeverity::Contraindicated
            }
            Severity::Emergency | Severity::Urgent => PrescriptionSeverity::Serious,
            Severity::Caution => PrescriptionSeverity::Caution,
        };
        let drugs = of.drugs.iter().flat_map(|drug| drug.all_korean(names));
        let drugs: Vec<String> = drugs
            .filter(|name| pregnancy && warning.text.contains(*name))
            .map(str::to_owned)
            .collect();
        DrugWarning {
            severity,
            kind: if pregnancy { "pregnancy" } else { "rule" }.to_owned(),
            drugs,
            finding: Finding {
                text: warning.text,
                source: warning.source,
                quote: String::new(),
                doc_id: None,
            },
        }
    };
    checks.safety.warnings(&slots).into_iter().map(warning).collect()
}

/// The conflicts with the person's allergies and adverse reactions.
fn of_intolerances(of: &Prescription<'_>, checks: &Checks<'_>) -> Vec<DrugWarning> {
    let names = &checks.knowledge.names;
    let reactions = of.slots.reactions.iter().map(|it| KnownReaction {
        drug: it.drug.clone(),
        shown: format!("{} {} {}", it.drug, it.link.korean(), it.reaction),
    });
    let facts = Facts {
        allergies: of.patient.allergies.clone(),
        reactions: reactions.collect(),
        ..Facts::default()
    };
    let words = &checks.rules.words;
    let mut alerts = Vec::new();
    for drug in of.drugs {
        for ingredient in &drug.ingredients {
            // The classes know a substance by one of its names.
            let known = names.korean_names(ingredient).iter().map(String::as_str);
            let mut spellings = std::iter::once(drug.name_of(ingredient, names)).chain(known);
            let first = spellings.find_map(|spelling| {
                let (drugs, allergies) = (BTreeSet::from([spelling]), &checks.rules.allergies);
                let mut found = allergies.alerts(&drugs, &facts, names, words);
                let reactions =
                    allergies.reactions(&drugs, &facts, &found, checks.knowledge, words);
                found.extend(reactions);
                (!found.is_empty()).then_some(found)
            });
            alerts.extend(first.unwrap_or_default());
        }
    }
    let warning = |it: crate::conflicts::Alert| DrugWarning {
        severity: match it.severity {
            Severity::Caution => PrescriptionSeverity::Caution,
            _ => PrescriptionSeverity::Contraindicated,
        },
        kind: if it.rule == "recorded_reaction" { "reaction" } else { "allergy" }.to_owned(),
        drugs: it.drug.into_iter().collect(),
        finding: Finding { text: it.text, source: it.source, quote: String::new(), doc_id: None },
    };
    alerts.into_iter().map(warning).collect()
}

/// The rows of the DUR tables that concern the person.
fn of_tables(
    drug: &PrescribedDrug,
    of: &Prescription<'_>,
    checks: &Checks<'_>,
) -> Vec<DrugWarning> {
    let names = &checks.knowledge.names;
    let person = &of.patient.person;
    let notices = dur_notices(&[drug], person, checks.dur, names);
    // A row of an age that names no dosage form, beside a child's dose in the documents of each ingredient.
    let has_child_dose = |months: u32| {
        let mut ingredients = drug.ingredients.iter();
        ingredients.all(|it| drug.dose_documents(it, names).has_child_dose(months))
    };
    let is_doubtful = |notice: &DurNotice| {
        notice.is_of_age_without_form() && person.age_months.is_some_and(has_child_dose)
    };
    let warning = |notice: DurNotice| {
        let doubtful = is_doubtful(&notice);
        let notice = if doubtful { notice.in_doubt() } else { notice };
        let (severity, kind) = match notice.table {
            DurTable::Age if doubtful => (PrescriptionSeverity::Caution, "age"),
            DurTable::Pregnancy => (PrescriptionSeverity::Contraindicated, "pregnancy"),
            DurTable::Age => (PrescriptionSeverity::Contraindicated, "age"),
            DurTable::Nursing => (PrescriptionSeverity::Caution, "nursing"),
            DurTable::Elderly => (PrescriptionSeverity::Caution, "elderly"),
            DurTable::Combination => (PrescriptionSeverity::Contraindicated, "rule"),
            DurTable::Duration => {
                let most = longest_use(&notice.quote)?;
                drug.dose.days.filter(|days| *days > most)?;
                (PrescriptionSeverity::Serious, "duration")
            }
            DurTable::Duplicate | DurTable::Dose => return None,
        };
        let drugs = notice.drugs.clone();
        Some(DrugWarning { severity, kind: kind.to_owned(), drugs, finding: of_notice(&notice) })
    };
    notices.into_iter().filter_map(warning).collect()
}

/// The number of days of a row of 투여기간주의.
fn longest_use(row: &str) -> Option<f64> {
    let cell = row.lines().find_map(|it| it.strip_prefix("최대투여기간(일): "))?;
    cell.trim().parse().ok()
}

/// The sentences of a drug's documents that concern the person.
fn of_documents(
    drug: &PrescribedDrug,
    of: &Prescription<'_>,
    checks: &Checks<'_>,
) -> Vec<DrugWarning> {
    let patient = of.patient;
    let named: Vec<String> = vec![drug.written.clone()];
    let mut found: Vec<DrugWarning> = Vec::new();
    let mut push = |severity: PrescriptionSeverity, kind: &str, sentence: &SectionSentence<'_>| {
        let same = found.iter().filter(|it| it.kind == kind).count();
        if same < MOST {
            let finding = sentence.finding(sentence.quote.to_owned());
            found.push(DrugWarning {
                severity,
                kind: kind.to_owned(),
                drugs: named.clone(),
                finding,
            });
        }
    };
    let illness = |it: &String| Illness::new(it, drug, checks.knowledge);
    let by_values = checks.safety.states_of_values(of.slots).map(str::to_owned);
    let habits = of.slots.habits.iter().filter(|it| it.status == Status::Active && !it.negated);
    let habits: Vec<Illness> = habits.filter_map(|it| illness(&it.name)).collect();
    let conditions: Vec<String> = patient.conditions.iter().cloned().chain(by_values).collect();
    let illnesses: Vec<Illness> = conditions.iter().filter_map(illness).collect();
    let all = section_sentences(drug.all_sections(), checks.knowledge);
    let grade = |sentence: &str| match forbids(sentence) {
        true => PrescriptionSeverity::Contraindicated,
        false => PrescriptionSeverity::Caution,
    };
    let complaints = present_complaints(of.slots, drug);
    for sentence in &all {
        let (quote, heading) = (sentence.quote, sentence.passage.heading.as_str());
        let is_grave = NEEDS_DOCTOR.iter().any(|it| quote.contains(it));
        if is_grave && complaints.iter().any(|it| quote.contains(it)) {
            push(PrescriptionSeverity::Serious, "effect", sentence);
        }
        let limits = age_limits(quote);
        if let Some(months) = patient.person.age_months
            && limits.iter().any(|it| months < it.below)
        {
            push(PrescriptionSeverity::Contraindicated, "age", sentence);
        }
        if is_of_interactions(sentence)
            && !allows(quote)
            && habits.iter().any(|it| concerns(quote, it))
        {
            push(severity(quote), "habit", sentence);
        }
        if !CAREFUL.iter().any(|it| heading.contains(it)) {
            continue;
        }
        let forbidden_by_heading = heading.contains("투여하지 말") || heading.contains("금기");
        let severity = match forbidden_by_heading {
            true => PrescriptionSeverity::Contraindicated,
            false => grade(quote),
        };
        let names_any = |words: &[&str]| words.iter().any(|it| quote.contains(it));
        let is_of_stage = is_of_stage(quote, of.slots.demographics.pregnancy_weeks);
        if patient.person.pregnant
            && is_of_stage
            && names_any(&["임부", "임신", "임산부"])
            && !allows(quote)
        {
            push(severity, "pregnancy", sentence);
        }
        if patient.person.nursing && names_any(&["수유"]) && !allows(quote) {
            push(severity, "nursing", sentence);
        }
        if is_of_another_age(quote, of) {
            continue;
        }
        if patient.person.elderly && is_of_old(quote) && !allows(quote) {
            push(severity, "elderly", sentence);
        }
        let names_pregnancy = names_any(&["임신", "태아", "임부"]);
        let of_others = names_pregnancy && !patient.person.pregnant;
        let careful = forbidden_by_heading || CAREFUL_WORDS.iter().any(|it| quote.contains(it));
        let careful = careful || forbids(quote);
        let mut named = illnesses.iter().chain(&habits);
        let ill = careful && !of_others && named.any(|it| concerns(quote, it));
        if ill {
            push(severity, "condition", sentence);
        }
        let impaired =
            if names_any(&["심하게", "심한", "중증"]) { SEVERE } else { IMPAIRED };
        let low = !names_pregnancy && patient.kidneys().is_some_and(|(value, _)| value < impaired);
        if low && renal::is_renal(quote) && kidney_limits(quote, 0.0).is_none() && !ill {
            push(PrescriptionSeverity::Caution, "kidney", sentence);
        }
    }
    found
}

/// The words for the present complaints of the patient and for acute illnesses, without those that the drug
/// is used for.
fn present_complaints<'s>(slots: &'s Slots, drug: &PrescribedDrug) -> Vec<&'s str> {
    let uses = || drug.all_sections().filter(|it| it.heading.contains(INDICATIONS));
    let items = slots.symptoms.iter().chain(slots.conditions.iter().filter(|it| it.troubling));
    let present = items.filter(|item| {
        let is_own =
            item.experiencer == "patient" && !item.negated && item.status == Status::Active;
        is_own && !uses().any(|section| section.text.contains(&item.name))
    });
    let words = present.flat_map(|it| symptom_spellings(&it.name));
    words.filter(|it| it.chars().count() > 1).collect()
}

/// Whether a sentence is about the present stage of a pregnancy of `weeks`, or names no stage: 임신 말기에는.
fn is_of_stage(sentence: &str, weeks: Option<u32>) -> bool {
    let Some(weeks) = weeks else { return true };
    let stages = [(["초기", "1기"], 0..14), (["중기", "2기"], 14..28), (["말기", "3기"], 28..50)];
    let named: Vec<_> = stages
        .into_iter()
        .filter(|(words, _)| words.iter().any(|it| sentence.contains(it)))
        .collect();
    named.is_empty() || named.iter().any(|(_, of)| of.contains(&weeks))
}

/// Whether a sentence is about old people. 이소트레티노인 is not.
fn is_of_old(sentence: &str) -> bool {
    let mut words = sentence.split([' ', '·', ',', '(']);
    words.any(|it| it.starts_with("고령") || it.starts_with("노인"))
}

/// Whether a sentence is about old people or children, and the person is known to be neither.
fn is_of_another_age(sentence: &str, of: &Prescription<'_>) -> bool {
    let names_any = |words: &[&str]| words.iter().any(|it| sentence.contains(it));
    let person = &of.patient.person;
    let old = is_of_old(sentence) && !person.elderly;
    let young = names_any(&["소아", "어린이", "아기", "영아"])
        && person.age_months.is_some_and(|it| it >= CHILD_MONTHS);
    person.age_months.is_some() && (old || young)
}

/// Whether a sentence names an illness, by its name or by the words of documents for it.
fn concerns(sentence: &str, illness: &Illness) -> bool {
    let (sentence, name) = (sentence.replace(' ', ""), illness.name.replace(' ', ""));
    // 제1형 당뇨병 and 당뇨병성 케톤산증 are other illnesses than 당뇨병.
    let is_whole = |(at, found): (usize, &str)| {
        let before = sentence.get(..at).unwrap_or_default();
        let rest = sentence.get(at + found.len()..).unwrap_or_default();
        let narrower = before.ends_with('형') || before.ends_with("임신성");
        let continues = rest.starts_with('성') || rest.starts_with("병성");
        !narrower && !continues
    };
    let has = |word: &str| sentence.match_indices(word).any(is_whole);
    let by_name = name.chars().count() > 1 && has(&name);
    by_name || illness.words.iter().any(|it| has(it))
}

/// An illness or a habit of the patient, as documents name it.
struct Illness {
    name: String,
    /// Words of documents for it, without spaces; none where the drug is used for it.
    words: Vec<String>,
}

impl Illness {
    /// `None` where the drug is used for the illness, which its sentences then name without being cautions.
    fn new(name: &str, drug: &PrescribedDrug, knowledge: &Knowledge) -> Option<Self> {
        let words = knowledge.state_words(name);
        let uses = || drug.all_sections().filter(|it| it.heading.contains(INDICATIONS));
        let is_named = |text: &str| words.iter().any(|it| text.contains(it.as_str()));
        let words: Vec<String> = match uses().any(|it| is_named(&it.text)) {
            true => Vec::new(),
            false => words.iter().map(|it| it.replace(' ', "")).collect(),
        };
        let is_use = words.is_empty() && uses().any(|it| it.text.contains(name));
        (!is_use).then(|| Self { name: name.to_owned(), words })
    }
}

/// Part of the heading of the section on what a drug is used for.
const INDICATIONS: &str = "효능";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_may_be_about_another_stage_of_the_pregnancy() {
        for (sentence, weeks, expected) in [
            ("임신 말기에는 쓰지 않습니다.", Some(20), false),
            ("임신 말기에는 쓰지 않습니다.", Some(30), true),
            ("임신 초기에 쓰면 기형의 위험이 있습니다.", Some(30), false),
            ("임신 중기와 말기에는 쓰지 않습니다.", Some(20), true),
            ("임신 말기에는 쓰지 않습니다.", None, true),
            ("임부는 쓰지 않습니다.", Some(20), true),
        ] {
            assert_eq!(is_of_stage(sentence, weeks), expected, "{sentence} {weeks:?}");
        }
    }
}
