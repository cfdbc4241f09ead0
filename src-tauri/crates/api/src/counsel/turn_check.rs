//! Checks what a turn states of a patient's drugs and state against the record: a statement is checked like a
//! prescription, also where nobody asks.

use std::collections::BTreeSet;

use simui_clinical::{Item, Severity, Slots, Status, Warning};
use simui_consult::conflicts::Alert;
use simui_consult::prescription::{
    AddedFinding, Checked, Checks, LineDose, PrescribedDrug, Prescription, PrescriptionSeverity,
    Resolved, added, check_turn, patient_of, resolve,
};
use simui_consult::rules::Rules;
use simui_patient::{ProfileSlot, Standing};
use simui_pharmacy::Shelf;
use simui_pharmacy::answer::is_suicide;
use simui_pharmacy::query::question::Matter;

use super::consult_record::TurnPatient;
use super::consult_view::warning;
use super::recorded::{CHECKED, complete};
use crate::types::{ConsultParagraph, ConsultResponse};
use crate::{ApiError, Desk};

/// Kind of the paragraphs with warnings.
const WARNING: &str = "warning";
/// Rule of the warnings that come from this check.
const RULE: &str = "checked_with_record";

impl Desk {
    /// The findings that the facts of a turn add to those of the record, if there is one; none where it
    /// states neither drug nor state. The drugs `besides` count as asked about.
    pub(super) async fn check_turn(
        &self,
        slots: &Slots,
        besides: &BTreeSet<String>,
        patient: Option<&TurnPatient>,
        shelf: &Shelf,
        corpus: u64,
    ) -> Result<Vec<AddedFinding>, ApiError> {
        let own = |it: &&Item| it.experiencer == "patient" && !it.negated;
        let of_turn = |wanted: &[Status]| -> BTreeSet<String> {
            let items = slots.medications.iter().filter(own);
            items.filter(|it| wanted.contains(&it.status)).map(|it| it.name.clone()).collect()
        };
        let stated = of_turn(&[Status::Active, Status::Planned]);
        let mut asked = of_turn(&[Status::Asked]);
        asked.extend(besides.iter().filter(|it| !stated.contains(*it)).cloned());
        let ended: BTreeSet<String> = slots
            .medications
            .iter()
            .filter(|it| it.experiencer == "patient")
            .filter(|item| {
                let is_over =
                    matches!(item.status, Status::Stopped | Status::Past | Status::Negated);
                item.negated || is_over
            })
            .map(|it| it.name.clone())
            .collect();
        let who = &slots.demographics;
        let states = slots.conditions.iter().any(|it| own(&it) && it.status == Status::Active)
            || slots.symptoms.iter().any(|it| own(&it) && it.status == Status::Active)
            || slots.habits.iter().any(|it| own(&it) && it.status == Status::Active)
            || !slots.labs.is_empty()
            || !slots.vitals.is_empty()
            || who.is_pregnant == Some(true)
            || who.is_lactating == Some(true);
        if slots.subject.is_some() || stated.is_empty() && asked.is_empty() && !states {
            return Ok(Vec::new());
        }
        let recorded = patient.map(|it| it.profile.of(ProfileSlot::Medications));
        let recorded = recorded.into_iter().flatten();
        let taken = recorded.filter(|it| it.fact.standing == Standing::Active);
        let taken: BTreeSet<String> =
            taken.map(|it| it.fact.concept.name.clone()).filter(|it| !ended.contains(it)).collect();
        let mut drugs = Vec::new();
        for name in &taken {
            drugs.extend(self.drugs_of(0, name, shelf, corpus).await?);
        }
        let (mut before, mut with) = (Slots::default(), slots.clone());
        if let Some(patient) = patient {
            complete(&mut before, patient, &CHECKED);
            complete(&mut with, patient, &CHECKED);
        }
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
        let mut checked = self.check_drugs(&drugs, &with, shelf, states)?;
        // Of several drugs that a text recommends one is taken.
        let is_besides = |line: &u32| {
            let of_line = drugs.iter().find(|it| *line > 0 && it.line == *line);
            of_line.is_some_and(|drug| {
                besides.contains(&drug.written)
                    || drug.class.as_ref().is_some_and(|it| besides.contains(it))
            })
        };
        checked.interactions.retain(|it| !it.lines.iter().all(is_besides));
        checked.duplications.retain(|it| !it.lines.iter().all(is_besides));
        Ok(added(&known, &checked, &drugs, &asked, &shelf.knowledge.names))
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
        let mut drugs = self.prescribed_as(line, name, shelf).await?;
        if drugs.is_empty() {
            // A class (조영제, 혈압약) has no ingredient; documents name it as people do, or one of its members.
            let (text, ingredients) = (name.to_owned(), vec![name.to_owned()]);
            let resolved = Resolved { text, written: name.to_owned(), ingredients };
            let dose = LineDose::default();
            drugs.push(self.prescribed(line, resolved, dose, &shelf.knowledge).await?);
            for member in shelf.knowledge.members_of_class(name) {
                drugs.extend(self.prescribed_as(line, member, shelf).await?);
            }
            if drugs.len() > 1 {
                drugs.iter_mut().for_each(|it| it.class = Some(name.to_owned()));
            }
        }
        self.counsel.drugs.keep(corpus, name, &drugs);
        Ok(drugs)
    }

    /// The drugs that a name stands for, with their documents.
    async fn prescribed_as(
        &self,
        line: u32,
        name: &str,
        shelf: &Shelf,
    ) -> Result<Vec<PrescribedDrug>, ApiError> {
        let mut drugs = Vec::new();
        for mut resolved in resolve(name, &shelf.dur, &shelf.knowledge) {
            resolved.written = name.to_owned();
            let dose = LineDose::default();
            drugs.push(self.prescribed(line, resolved, dose, &shelf.knowledge).await?);
        }
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

/// Those of `found` that are shown where a question is treated so: beside an emergency pairs that must not be
/// taken together, and nothing beside the fixed text for somebody who may want to die.
pub(super) fn beside(matter: &Matter, mut found: Vec<AddedFinding>) -> Vec<AddedFinding> {
    if let Matter::Emergency { id, .. } = matter {
        found.retain(|it| it.severity == PrescriptionSeverity::Contraindicated);
        found.retain(|it| it.drugs.len() > 1 && !is_suicide(id));
    }
    found
}

/// A finding as a warning, with the drugs and the words of its source.
pub(super) fn as_warning(finding: AddedFinding) -> Warning {
    let AddedFinding { severity, drugs, finding, .. } = finding;
    Warning {
        rule: RULE.to_owned(),
        severity: match severity {
            PrescriptionSeverity::Contraindicated => Severity::Urgent,
            PrescriptionSeverity::Serious | PrescriptionSeverity::Caution => Severity::Caution,
        },
        text: format!("{}: {}", drugs.join(" + "), finding.text),
        experiencer: "patient".to_owned(),
        source: finding.source,
        quote: finding.quote,
        start: 0,
        end: 0,
    }
}

/// Adds warnings, each with its drug, behind those that the turn has. In the text one stands where the answer
/// does not quote its source.
pub(super) fn add_warnings(
    found: impl IntoIterator<Item = (Option<String>, Warning)>,
    response: &mut ConsultResponse,
) {
    let mut at = response.paragraphs.iter().take_while(|it| it.kind == WARNING).count();
    for (drug, found) in found {
        if response.warnings.iter().any(|known| known.text == found.text) {
            continue;
        }
        let is_quoted = !found.quote.is_empty()
            && response.paragraphs[at..].iter().any(|it| it.text.contains(&found.quote));
        if !is_quoted {
            let (kind, text) = (WARNING.to_owned(), found.text.clone());
            response.paragraphs.insert(at, ConsultParagraph { kind, text, n: None });
            at += 1;
        }
        response.warnings.push(warning(&Alert { drug, ..Alert::from(&found) }));
    }
    let texts: Vec<&str> = response.paragraphs.iter().map(|it| it.text.as_str()).collect();
    response.answer = texts.join("\n\n");
}
