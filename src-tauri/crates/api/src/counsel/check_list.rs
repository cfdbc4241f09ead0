//! 처방 검토: resolves the lines of a prescription, reads the documents of its drugs, and has them checked.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use simui_clinical::{Item, Slots, Status};
use simui_consult::prescription::{
    CheckedPatient, Checks, LineDose, LineRole, PrescribedDrug, Prescription, Resolved, check,
    line_dose, patient_of, resolve, role, states_person,
};
use simui_consult::rules::Rules;
use simui_domain::{DocumentId, DocumentKind};
use simui_patient::{ProfileSlot, Standing};
use simui_pharmacy::Passage;
use simui_pharmacy::calculate::{Strength, number};
use simui_pharmacy::dur::DurBook;
use simui_pharmacy::knowledge::Knowledge;

use super::ask::section;
use super::recorded::{CHECKED, complete};
use crate::faults::ErrorCode;
use crate::text_reader::TextReader;
use crate::types::{CheckListRequest, CheckListResponse, ListedDrug, UnknownLine};
use crate::{ApiError, Desk};

/// Most lines of a prescription.
const MOST_LINES: usize = 80;
/// Longest line in characters.
const LONGEST_LINE: usize = 400;
/// Longest prescription in characters.
const LONGEST: usize = 20_000;
/// Most documents that are read for one ingredient.
const MOST_DOCUMENTS: usize = 3;
/// The lines of a prescription, read.
#[derive(Default)]
struct Read {
    drugs: Vec<(PrescribedDrug, String)>,
    unknown: Vec<UnknownLine>,
    about: Vec<String>,
}

impl Desk {
    /// Checks a whole prescription. Nothing of it is stored.
    pub async fn check_list(
        &self,
        request: CheckListRequest,
    ) -> Result<CheckListResponse, ApiError> {
        if request.text.trim().is_empty() {
            let message = "the prescription is empty; write one drug a line".to_owned();
            return Err(ApiError::invalid(ErrorCode::PrescriptionEmpty, &[], message));
        }
        let lines = request.text.lines().filter(|it| !it.trim().is_empty()).count();
        if lines > MOST_LINES || request.text.chars().count() > LONGEST {
            let message = format!("the prescription has more than {MOST_LINES} lines; split it");
            let limit: &[(&'static str, &dyn Display)] = &[("limit", &MOST_LINES)];
            return Err(ApiError::invalid(ErrorCode::PrescriptionTooLong, limit, message));
        }
        self.digests().await?;
        let shipped = self.knowledge_of("").await?;
        let dur = self.dur_book(&shipped).await?;
        let reader = self.text_reader()?;
        let mut read = self.read_lines(&request, &dur, &reader).await?;
        let about = read.about.join("\n");
        let mut slots = match about.trim().is_empty() {
            true => Slots::default(),
            false => reader.extract(&about)?.slots,
        };
        let mut notes = Vec::new();
        // What the lines about the patient name as taken is a drug like those of the record.
        let active = |it: &&Item| it.status == Status::Active && !it.negated;
        let mut taken: Vec<String> =
            slots.medications.iter().filter(active).map(|it| it.name.clone()).collect();
        if let Some(patient) = request.patient.as_deref().filter(|it| !it.trim().is_empty()) {
            let record = self.record_of(patient, request.reviewer.as_deref()).await?;
            let recorded = complete(&mut slots, &record.patient, &CHECKED);
            notes.extend(recorded.into_iter().map(|it| it.note));
            let medications = record.patient.profile.of(ProfileSlot::Medications).into_iter();
            let own = medications.filter(|it| it.fact.standing == Standing::Active);
            taken.extend(own.map(|it| it.fact.concept.name.clone()));
        }
        self.add_taken(&taken, &shipped, &dur, &mut read).await?;
        let patient = patient_of(&about, &slots, "환자 정보");
        let drugs: Vec<PrescribedDrug> = read.drugs.iter().map(|(it, _)| it.clone()).collect();
        let rules = Rules::shipped()?;
        let checks = Checks { dur: &dur, knowledge: &shipped, safety: reader.safety(), rules };
        let of = Prescription { drugs: &drugs, slots: &slots, patient: &patient };
        let mut checked = check(&of, &checks);
        checked.not_checked.extend(notes);
        for it in &read.unknown {
            checked.not_checked.push(format!("{}번째 줄 ‘{}’: {}", it.line, it.text, it.reason));
        }
        Ok(CheckListResponse {
            person: describe_person(&slots, &patient),
            drugs: read.drugs.iter().map(|(drug, text)| listed(drug, text, &shipped)).collect(),
            warnings: checked.warnings,
            interactions: checked.interactions,
            duplications: checked.duplications,
            doses: checked.doses,
            calculations: patient.clearance.into_iter().chain(patient.estimate).collect(),
            unknown: read.unknown,
            not_checked: checked.not_checked,
        })
    }

    /// Reads every line: about the patient, drugs with their documents, or unknown.
    async fn read_lines(
        &self,
        request: &CheckListRequest,
        dur: &Arc<DurBook>,
        reader: &TextReader,
    ) -> Result<Read, ApiError> {
        let mut read = Read { about: request.about.iter().cloned().collect(), ..Read::default() };
        for (at, written) in request.text.lines().enumerate() {
            let line = u32::try_from(at + 1).unwrap_or(u32::MAX);
            let text = without_mark(written);
            if !text.chars().any(char::is_alphanumeric) {
                continue;
            }
            if text.chars().count() > LONGEST_LINE {
                let reason = format!("{LONGEST_LINE}자보다 긴 줄이어서 읽지 않았습니다.");
                read.unknown.push(UnknownLine { line, text: cut(text), reason, perhaps: None });
                continue;
            }
            let knowledge = self.knowledge_of(text).await?;
            let slots = reader.extract(text)?.slots;
            match role(text, &slots, dur, &knowledge) {
                LineRole::Nothing => {}
                LineRole::Patient => read.about.push(text.to_owned()),
                LineRole::Drugs(found) => {
                    // A line about a drug may state an allergy or an illness, too.
                    if states_person(&slots) {
                        read.about.push(text.to_owned());
                    }
                    for resolved in found {
                        let dose = line_dose(&resolved.text);
                        let drug = self.prescribed(line, resolved, dose, &knowledge).await?;
                        read.drugs.push((drug, text.to_owned()));
                    }
                }
                LineRole::Unknown(perhaps) => {
                    let reason = "등록된 의약품 이름에서 찾지 못해 이 줄은 살피지 못했습니다. 성분 이름을 확인하십시오."
                        .to_owned();
                    let text = text.to_owned();
                    read.unknown.push(UnknownLine { line, text, reason, perhaps });
                }
            }
        }
        Ok(read)
    }

    /// A drug with the sections of its own labels and of the documents of its ingredients.
    pub(super) async fn prescribed(
        &self,
        line: u32,
        resolved: Resolved,
        dose: LineDose,
        knowledge: &Knowledge,
    ) -> Result<PrescribedDrug, ApiError> {
        let named = resolved.written.to_lowercase();
        let product = knowledge.names.products().find(|product| {
            named.contains(&product.written.to_lowercase())
                && product.ingredients.iter().all(|it| resolved.ingredients.contains(it))
        });
        let own = product.map(|it| it.documents.clone()).unwrap_or_default();
        let mut others: Vec<DocumentId> = Vec::new();
        for ingredient in &resolved.ingredients {
            let names = knowledge.names.korean_names(ingredient);
            let names = if names.is_empty() { std::slice::from_ref(ingredient) } else { names };
            let mut of_ingredient = Vec::new();
            for title in names {
                let found = self.database.documents_titled(DocumentKind::Drug, title).await?;
                of_ingredient.extend(found.into_iter().rev().take(1).map(|it| it.id));
            }
            others.extend(of_ingredient.into_iter().take(MOST_DOCUMENTS));
        }
        others.retain(|it| !own.contains(it));
        let mut seen = BTreeSet::new();
        others.retain(|it| seen.insert(it.clone()));
        Ok(PrescribedDrug {
            line,
            text: resolved.text,
            written: resolved.written,
            amounts: product.map(|it| it.amounts.clone()).unwrap_or_default(),
            ingredients: resolved.ingredients,
            dose,
            class: None,
            own_sections: self.sections_of(&own).await?,
            sections: self.sections_of(&others).await?,
        })
    }

    /// All sections of documents.
    async fn sections_of(&self, documents: &[DocumentId]) -> Result<Vec<Passage>, ApiError> {
        let mut sections = Vec::new();
        for document in documents {
            let rows = self.database.chunks_of_document(document).await?;
            sections.extend(rows.into_iter().map(section));
        }
        Ok(sections)
    }

    /// Adds the drugs that the patient takes besides and that no line repeats.
    async fn add_taken(
        &self,
        taken: &[String],
        shipped: &Knowledge,
        dur: &DurBook,
        read: &mut Read,
    ) -> Result<(), ApiError> {
        for name in taken {
            for mut resolved in resolve(name, dur, shipped) {
                let new = &resolved.ingredients;
                let known = read.drugs.iter().any(|(listed, _)| {
                    listed.ingredients.iter().all(|it| new.contains(it))
                        || new.iter().all(|new| listed.ingredients.contains(new))
                });
                if !known {
                    resolved.written.clone_from(name);
                    let drug = self.prescribed(0, resolved, LineDose::default(), shipped).await?;
                    read.drugs.push((drug, String::new()));
                }
            }
        }
        Ok(())
    }
}

/// The person in words, from what the checks used.
fn describe_person(slots: &Slots, patient: &CheckedPatient) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(patient.person.age_months.map(|age| match age {
        months if months < 36 => format!("{months}개월"),
        months => format!("{}세", months / 12),
    }));
    parts.extend(slots.demographics.gender.clone());
    parts.extend(patient.person.pregnant.then(|| "임신 중".to_owned()));
    parts.extend(patient.person.nursing.then(|| "수유 중".to_owned()));
    parts.extend(patient.weight.map(|it| format!("체중 {} kg", number(it))));
    parts.extend(patient.egfr.as_ref().map(|it| format!("eGFR {}", it.written)));
    parts.extend(patient.clearance.as_ref().map(|it| it.result.clone()));
    parts.extend(patient.conditions.iter().cloned());
    parts.extend(patient.allergies.iter().map(|it| format!("{it} 알레르기")));
    parts.join(", ")
}

/// A drug for people.
fn listed(drug: &PrescribedDrug, text: &str, knowledge: &Knowledge) -> ListedDrug {
    let names = &knowledge.names;
    let strength = |(ingredient, amount): &(String, _)| {
        let strength = Strength::of_product(amount, "제품 문서")?;
        Some(format!("{} {} ({})", names.korean(ingredient), strength.written(), strength.origin))
    };
    let mut strengths: Vec<String> = drug.amounts.iter().filter_map(strength).collect();
    if let Some(mg) = drug.dose.strength.filter(|_| drug.ingredients.len() == 1) {
        strengths = vec![format!("{} mg (이 줄)", number(mg))];
    }
    let mut documents: Vec<String> = drug.all_sections().map(|it| it.title.clone()).collect();
    documents.dedup();
    ListedDrug {
        line: drug.line,
        text: text.to_owned(),
        written: drug.written.clone(),
        ingredients: drug.korean(names).map(str::to_owned).collect(),
        strengths,
        dose: describe_dose(&drug.dose),
        documents,
    }
}

/// A dose for people: `1회 2 정, 1일 3회, 5일`.
fn describe_dose(dose: &LineDose) -> String {
    let mut parts = Vec::new();
    let stated = dose.per_time.map(|(it, unit)| format!("1회 {} {}", number(it), unit.written()));
    let alone = || dose.strength.map(|it| format!("1회 {} mg", number(it)));
    parts.extend(stated.or_else(|| alone().filter(|_| dose.per_day.is_none())));
    parts.extend(dose.per_day.map(|(it, unit)| format!("1일 {} {}", number(it), unit.written())));
    parts.extend(dose.times.map(|times| match times {
        times if times < 1.0 => format!("{}일에 1회", number(1.0 / times)),
        times => format!("1일 {}회", number(times)),
    }));
    parts.extend(dose.days.map(|it| format!("{}일", number(it))));
    parts.extend(dose.as_needed.then(|| "필요할 때".to_owned()));
    parts.join(", ")
}

/// A line without the mark of a list: `1.`, `2)`, `-`.
fn without_mark(line: &str) -> &str {
    let line = line.trim().trim_start_matches(['-', '•', '·', '*', '□', '○']).trim_start();
    let rest = line.trim_start_matches(|it: char| it.is_ascii_digit());
    match rest.strip_prefix(['.', ')']) {
        // 0.5mg begins with a number, no mark.
        Some(rest) if line.len() - rest.len() <= 3 && rest.starts_with(char::is_whitespace) => {
            rest.trim()
        }
        _ => line,
    }
}

fn cut(text: &str) -> String {
    text.chars().take(60).chain("…".chars()).collect()
}
