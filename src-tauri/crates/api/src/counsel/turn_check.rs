//! Checks what a turn states of a patient's drugs and state against the record: a statement is checked like a
//! prescription, also where nobody asks.

use std::collections::BTreeSet;

use simui_clinical::{Item, Slots, Status};
use simui_consult::prescription::{
    AddedFinding, Checked, Checks, LineDose, PrescribedDrug, Prescription, PrescriptionSeverity,
    Resolved, added, check_turn, patient_of, resolve,
};
use simui_consult::rules::Rules;
use simui_patient::{ProfileSlot, Standing};
use simui_pharmacy::Shelf;

use super::consult_record::TurnPatient;
use super::recorded::{CHECKED, complete};
use crate::types::{ConsultParagraph, ConsultResponse, ConsultWarning};
use crate::{ApiError, Desk};

/// Kind of the paragraphs with warnings.
const WARNING: &str = "warning";
/// Rule of the warnings that come from this check.
const RULE: &str = "checked_with_record";

impl Desk {
    /// The findings that the facts of a turn add to those of the record; none for a turn about somebody else,
    /// and none where it states neither drug nor state.
    pub(super) async fn check_turn(
        &self,
        slots: &Slots,
        patient: &TurnPatient,
        shelf: &Shelf,
        corpus: u64,
    ) -> Result<Vec<AddedFinding>, ApiError> {
        let own = |it: &&Item| it.experiencer == "patient" && !it.negated;
        let of_turn = |wanted: &[Status]| -> BTreeSet<String> {
            let items = slots.medications.iter().filter(own);
            items.filter(|it| wanted.contains(&it.status)).map(|it| it.name.clone()).collect()
        };
        let stated = of_turn(&[Status::Active, Status::Planned]);
        let asked = of_turn(&[Status::Asked]);
        let ended: BTreeSet<String> = slots
            .medications
            .iter()
            .filter(|it| it.experiencer == "patient")
            .filter(|it| {
                let is_over = matches!(it.status, Status::Stopped | Status::Past | Status::Negated);
                it.negated || is_over
            })
            .map(|it| it.name.clone())
            .collect();
        let who = &slots.demographics;
        let states = slots.conditions.iter().any(|it| own(&it) && it.status == Status::Active)
            || slots.habits.iter().any(|it| own(&it) && it.status == Status::Active)
            || !slots.labs.is_empty()
            || !slots.vitals.is_empty()
            || who.is_pregnant == Some(true)
            || who.is_lactating == Some(true);
        if slots.subject.is_some() || stated.is_empty() && asked.is_empty() && !states {
            return Ok(Vec::new());
        }
        let recorded = patient.profile.of(ProfileSlot::Medications).into_iter();
        let taken = recorded.filter(|it| it.fact.standing == Standing::Active);
        let taken: BTreeSet<String> =
            taken.map(|it| it.fact.concept.name.clone()).filter(|it| !ended.contains(it)).collect();
        let mut drugs = Vec::new();
        for name in &taken {
            drugs.extend(self.drugs_of(0, name, shelf, corpus).await?);
        }
        let (mut before, mut with) = (Slots::default(), slots.clone());
        complete(&mut before, patient, &CHECKED);
        complete(&mut with, patient, &CHECKED);
        // Without news of the person, what the drugs of the record mean for it is known.
        let known = match states {
            true => self.check_drugs(&drugs, &before, shelf, true)?,
            false => Checked::default(),
        };
        for name in stated.union(&asked).filter(|it| !taken.contains(*it)) {
            drugs.extend(self.drugs_of(1, name, shelf, corpus).await?);
        }
        // Drugs of one turn are as new to each other as to those of the record.
        for (line, drug) in (1_u32..).zip(drugs.iter_mut().filter(|it| it.line > 0)) {
            drug.line = line;
        }
        let checked = self.check_drugs(&drugs, &with, shelf, states)?;
        Ok(added(&known, &checked, &asked))
    }

    /// The drugs of a name with their documents.
    async fn drugs_of(
        &self,
        line: u32,
        name: &str,
        shelf: &Shelf,
        corpus: u64,
    ) -> Result<Vec<PrescribedDrug>, ApiError> {
        if let Some(mut kept) = self.counsel.drugs.get(corpus, name) {
            kept.iter_mut().for_each(|it| it.line = line);
            return Ok(kept);
        }
        let mut found = resolve(name, &shelf.dur, &shelf.knowledge);
        if found.is_empty() {
            // A class (조영제, 혈압약) has no ingredient; documents name it as people do.
            let (text, ingredients) = (name.to_owned(), vec![name.to_owned()]);
            found.push(Resolved { text, written: String::new(), ingredients });
        }
        let mut drugs = Vec::new();
        for mut resolved in found {
            resolved.written = name.to_owned();
            let dose = LineDose::default();
            drugs.push(self.prescribed(line, resolved, dose, &shelf.knowledge).await?);
        }
        self.counsel.drugs.keep(corpus, name, &drugs);
        Ok(drugs)
    }

    fn check_drugs(
        &self,
        drugs: &[PrescribedDrug],
        slots: &Slots,
        shelf: &Shelf,
        of_record: bool,
    ) -> Result<Checked, ApiError> {
        let reader = self.text_reader()?;
        let patient = patient_of("", slots, "환자 기록");
        let checks = Checks {
            dur: &shelf.dur,
            knowledge: &shelf.knowledge,
            safety: reader.safety(),
            rules: Rules::shipped()?,
        };
        Ok(check_turn(&Prescription { drugs, slots, patient: &patient }, &checks, of_record))
    }
}

/// Adds findings as warnings behind those that the turn has. A sentence that the answer quotes stands only
/// there in the text.
pub(super) fn add_findings(found: Vec<AddedFinding>, response: &mut ConsultResponse) {
    let warning = |it: AddedFinding| ConsultWarning {
        rule: RULE.to_owned(),
        severity: match it.severity {
            PrescriptionSeverity::Contraindicated => "urgent",
            PrescriptionSeverity::Serious | PrescriptionSeverity::Caution => "caution",
        }
        .to_owned(),
        text: format!("{}: {}", it.drugs.join(" + "), it.finding.text),
        source: it.finding.source,
        drug: it.drugs.first().cloned(),
        said_at: None,
    };
    let is_quoted = |quote: &str| response.paragraphs.iter().any(|it| it.text.contains(quote));
    let (quoted, new): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|it| is_quoted(&it.finding.quote));
    let new: Vec<ConsultWarning> = new.into_iter().map(warning).collect();
    let paragraphs = new.iter().map(|it| ConsultParagraph {
        kind: WARNING.to_owned(),
        text: it.text.clone(),
        n: None,
    });
    let at = response.paragraphs.iter().take_while(|it| it.kind == WARNING).count();
    let paragraphs: Vec<ConsultParagraph> = paragraphs.collect();
    response.paragraphs.splice(at..at, paragraphs);
    let texts: Vec<&str> = response.paragraphs.iter().map(|it| it.text.as_str()).collect();
    response.answer = texts.join("\n\n");
    response.warnings.extend(new);
    response.warnings.extend(quoted.into_iter().map(warning));
}
