//! Checks the drugs and classes that an answer recommends like those that are asked about: a text on fever
//! that names ibuprofen is not for somebody on warfarin.

use std::collections::BTreeSet;

use simui_clinical::{Item, Slots, Status, Warning};
use simui_consult::prescription::{AddedFinding, PrescriptionSeverity};
use simui_consult::rules::Rules;
use simui_pharmacy::Shelf;
use simui_pharmacy::answer::recommendations;
use simui_pharmacy::query::question::{Matter, Question};

use super::consult_record::TurnPatient;
use super::recorded::{CHECKED, complete};
use super::turn_check::{add_warnings, as_warning};
use crate::types::{AnswerCitation, AskResponse, ConsultResponse};
use crate::{ApiError, Desk};

/// A sentence of an answer, with the drugs and the classes that it recommends.
struct Recommendation {
    sentence: String,
    names: Vec<String>,
}

/// What stands against the recommendations of an answer.
pub(super) struct Objections {
    /// The findings of the check, gravest first.
    pub(super) found: Vec<AddedFinding>,
    /// Warnings of allergies and of the safety rules.
    pub(super) warnings: Vec<Warning>,
    /// The sentences all of whose drugs are contraindicated.
    forbidden: Vec<String>,
}

impl Desk {
    /// What the facts of a turn, and of the record, have against the drugs that the paragraphs of its answer
    /// recommend; nothing where nothing is known of the person.
    pub(super) async fn check_recommended(
        &self,
        paragraphs: &[String],
        citations: &[AnswerCitation],
        question: &Question,
        (slots, patient): (&Slots, Option<&TurnPatient>),
        shelf: &Shelf,
        corpus: u64,
    ) -> Result<Option<Objections>, ApiError> {
        let knowledge = &shelf.knowledge;
        let complains = !question.present.is_empty()
            || question.symptoms.iter().any(|it| knowledge.has_complaint(it));
        if slots.subject.is_some()
            || !complains
            || matches!(question.matter, Matter::Emergency { .. })
        {
            return Ok(None);
        }
        let recommended = recommended(paragraphs, citations, question, shelf);
        let names: BTreeSet<String> =
            recommended.iter().flat_map(|it| it.names.iter().cloned()).collect();
        let mut known = slots.clone();
        if let Some(patient) = patient {
            complete(&mut known, patient, &CHECKED);
        }
        if names.is_empty() {
            return Ok(None);
        }
        // The complaint is what the drugs are recommended for.
        let without_complaint = Slots { symptoms: Vec::new(), ..slots.clone() };
        // A class that is asked for (두통약) was checked with its members.
        let asked: Vec<&str> = slots.medications.iter().map(|it| it.name.as_str()).collect();
        let is_asked_for = |name: &String| {
            let members = knowledge.members_of_class(name);
            let is_of = |class: &&str| {
                knowledge.is_of_class(name, class)
                    || members.iter().any(|it| knowledge.is_of_class(it, class))
            };
            asked.iter().any(is_of)
        };
        let checked: BTreeSet<String> =
            names.iter().filter(|it| !is_asked_for(it)).cloned().collect();
        let found = self.check_turn(&without_complaint, &checked, patient, shelf, corpus).await?;
        let is_of = |drug: &String, name: &String| {
            let brand = drug.strip_prefix(name.as_str());
            drug == name || brand.is_some_and(|it| it.starts_with('('))
        };
        let is_recommended = |drug: &String| checked.iter().any(|name| is_of(drug, name));
        // With a class that is taken (혈압약) only what no member may be taken with is said, and of a class that
        // is asked for (두통약) the drug is one.
        let is_sure = |finding: &AddedFinding| {
            let others = || finding.drugs.iter().filter(|drug| !is_recommended(drug));
            let is_meant = |other: &String| {
                names.iter().any(|name| knowledge.is_of_class(name, class_of(other)))
            };
            let is_single = |it: &String| knowledge.members_of_class(class_of(it)).is_empty();
            let is_contraindicated = finding.severity == PrescriptionSeverity::Contraindicated;
            let is_pair = finding.drugs.len() > 1;
            !others().any(is_meant)
                && (!is_pair || others().next().is_some())
                && (is_contraindicated || others().all(is_single))
        };
        let concerns = |finding: &AddedFinding| {
            finding.severity <= PrescriptionSeverity::Serious
                && finding.drugs.iter().any(is_recommended)
                && is_sure(finding)
        };
        let found: Vec<AddedFinding> =
            found.into_iter().filter(|it| concerns(it) && !it.is_duplication).collect();
        let (rules, reader) = (Rules::shipped()?, self.text_reader()?);
        let before = reader.warnings(&known);
        // Planned: a complaint that comes after a drug (인슐린 맞고 식은땀이 나요) does not come after one that is
        // only recommended for it.
        known.medications.extend(names.iter().map(|it| Item::stated(it, Status::Planned)));
        let is_new = |it: &Warning| names.iter().any(|name| it.text.contains(name.as_str()));
        let allergies: Vec<&str> = known.allergies.iter().map(|it| it.name.as_str()).collect();
        let allergic = rules.allergies.of_recommended(&names, &allergies, knowledge);
        let mut warnings: Vec<Warning> = allergic
            .iter()
            .map(|(allergy, drugs)| rules.words.recommended_allergen(allergy, drugs))
            .collect();
        let by_rules = reader.warnings(&known).into_iter();
        warnings.extend(by_rules.filter(|it| is_new(it) && !before.contains(it)));
        let is_contraindicated = |name: &String| {
            let by_check = found.iter().any(|finding| {
                finding.severity == PrescriptionSeverity::Contraindicated
                    && finding.drugs.contains(name)
            });
            by_check
                || warnings.iter().any(|it| it.rule == "allergy" && it.text.contains(name.as_str()))
        };
        let forbidden = recommended.iter().filter(|it| it.names.iter().all(is_contraindicated));
        let forbidden = forbidden.map(|it| it.sentence.clone()).collect();
        Ok(Some(Objections { found, warnings, forbidden }))
    }
}

/// The class of a finding on members of a class: 혈압약 of 혈압약(로사르탄).
fn class_of(drug: &str) -> &str {
    drug.split_once('(').map_or(drug, |it| it.0)
}

/// The recommendations of paragraphs that cite a document. The document of a drug that the question names
/// recommends nothing else.
fn recommended(
    paragraphs: &[String],
    citations: &[AnswerCitation],
    question: &Question,
    shelf: &Shelf,
) -> Vec<Recommendation> {
    let names = &shelf.knowledge.names;
    let asked: BTreeSet<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let is_of_one_drug = |text: &str| {
        let number =
            text.rsplit_once("[문서 ").and_then(|it| it.1.trim_end_matches(']').parse().ok());
        let cited = citations.iter().find(|it| Some(it.n) == number);
        cited.is_none_or(|it| names.find(&it.title).iter().any(|it| it.span.start == 0))
    };
    let counts =
        |it: &&String| it.contains("[문서 ") && (question.drugs.is_empty() || !is_of_one_drug(it));
    let found =
        paragraphs.iter().filter(counts).flat_map(|it| recommendations(it, &shelf.knowledge));
    let found: Vec<(String, Vec<String>)> = found.collect();
    let all: Vec<String> = found.iter().flat_map(|(_, names)| names.iter().cloned()).collect();
    // 아이 해열제로는 아세트아미노펜이나 이부프로펜: the drugs say which of the class are meant.
    let is_explained = |class: &String, sentence: &str| {
        ["로", "으로"].iter().any(|it| sentence.contains(&format!("{class}{it}")))
            && !shelf.knowledge.members_of_class(class).is_empty()
            && all.iter().any(|it| it != class && shelf.knowledge.is_of_class(it, class))
    };
    let new = found.into_iter().map(|(sentence, mut names)| {
        names.retain(|it| !asked.contains(it.as_str()) && !is_explained(it, &sentence));
        Recommendation { sentence, names }
    });
    new.filter(|it| !it.names.is_empty()).collect()
}

impl Objections {
    /// Puts the warnings in front of an answer, and leaves out the sentences that recommend what is
    /// contraindicated.
    pub(super) fn add_to(self, response: &mut AskResponse) {
        let mut parts: Vec<String> = response.answer.split("\n\n").map(str::to_owned).collect();
        leave_out(&self.forbidden, &mut parts, &mut response.citations);
        let at = usize::from(response.emergency.is_some());
        let mut front: Vec<String> = Vec::new();
        for warning in self.warnings.into_iter().chain(self.found.into_iter().map(as_warning)) {
            let quote = &warning.quote;
            let is_quoted = !quote.is_empty() && parts.iter().any(|it| it.contains(quote));
            if response.warnings.iter().any(|it| it.text == warning.text) {
                continue;
            }
            front.extend((!is_quoted).then(|| warning.with_source()));
            response.warnings.push(warning);
        }
        let at = at.min(parts.len());
        parts.splice(at..at, front);
        response.answer = parts.join("\n\n");
    }

    /// The same for the answer of a turn; the findings are added by the caller. Returns them.
    pub(super) fn leave_out_of(self, response: &mut ConsultResponse) -> Vec<AddedFinding> {
        let mut texts: Vec<String> = response.paragraphs.iter().map(|it| it.text.clone()).collect();
        leave_out_of_texts(&self.forbidden, &mut texts);
        for (paragraph, text) in response.paragraphs.iter_mut().zip(texts) {
            paragraph.text = text;
        }
        response.paragraphs.retain(|it| !it.text.is_empty());
        add_warnings(self.warnings.into_iter().map(|it| (None, it)), response);
        self.found
    }
}

/// Leaves sentences out of the paragraphs of an answer, and the documents that nothing cites any more.
fn leave_out(sentences: &[String], parts: &mut Vec<String>, citations: &mut Vec<AnswerCitation>) {
    leave_out_of_texts(sentences, parts);
    parts.retain(|it| !it.is_empty());
    if !sentences.is_empty() {
        let is_cited = |n: u32| parts.iter().any(|it| it.ends_with(&format!("[문서 {n}]")));
        citations.retain(|it| is_cited(it.n));
    }
}

/// Leaves sentences out of paragraphs; one of which nothing but its source is left becomes empty.
fn leave_out_of_texts(sentences: &[String], texts: &mut [String]) {
    for text in texts.iter_mut() {
        for sentence in sentences {
            *text = text.replace(sentence.as_str(), "").replace("  ", " ").trim().to_owned();
        }
        if text.starts_with("[문서 ") {
            text.clear();
        }
    }
}
