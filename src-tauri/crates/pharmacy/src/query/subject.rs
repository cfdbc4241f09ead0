//! Subjects of a question beside the drugs that it names: complaints and classes, grouped by the wording that
//! names them.

use super::question::{Question, without_degrees};
use crate::knowledge::{Knowledge, Symptom};

/// The complaint that only collects words about taking drugs; it is no subject.
pub(crate) const TAKING_WORDS: &str = "복약";

/// What one wording of the question stands for: `혈압약` for hypertension and for every class that lowers blood
/// pressure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subject {
    /// The wording of the asker, without spaces.
    pub(crate) written: String,
    /// The name for people: of a complaint the standard one (두통 for 머리가 아), of a class the asker's.
    pub(crate) title: String,
    /// Names of the subject in documents, and drugs used for it, sorted.
    names: Vec<String>,
    /// The drugs of the classes that the wording names.
    members: Vec<String>,
    /// What documents call these classes: 소염진통제 for 소염제.
    document_names: Vec<String>,
}

impl Subject {
    /// The subjects of a question in reading order; at the end those complaints of its clinical reading that
    /// have no listed word in the text (열이 38.5도). What only a paraphrase found is left out.
    pub(crate) fn of(question: &Question, knowledge: &Knowledge) -> Vec<Self> {
        let text: String = without_degrees(&question.text).split_whitespace().collect();
        let mut placed: Vec<(usize, usize, &Symptom)> = Vec::new();
        let symptoms = question.symptoms.iter().filter_map(|it| knowledge.symptom(it));
        for symptom in symptoms.filter(|it| it.name != TAKING_WORDS) {
            let spellings = symptom.words.iter().chain([&symptom.name]);
            let found = spellings.filter_map(|spelling| {
                let word: String = spelling.chars().filter(|it| !it.is_whitespace()).collect();
                text.find(&word).map(|start| (start, start + word.len()))
            });
            // The longest word is the one meant: 혈압약 rather than 혈압.
            if let Some((start, end)) = found.max_by_key(|(start, end)| end - start) {
                placed.push((start, end, symptom));
            }
        }
        let is_placed = |name: &String| placed.iter().any(|(_, _, it)| it.name == *name);
        let unwritten: Vec<&String> = question
            .heard
            .iter()
            .filter(|it| question.symptoms.contains(it) && !is_placed(it))
            .collect();
        let unwritten = unwritten.into_iter().filter_map(|it| knowledge.symptom(it));
        let unwritten = unwritten.filter(|it| !it.class).map(Self::of_complaint);
        placed.sort_by_key(|(start, end, _)| (*start, *end));
        let mut subjects: Vec<(usize, usize, Self)> = Vec::new();
        for (start, end, symptom) in placed {
            let names = symptom.expand.iter().chain([&symptom.name]).cloned();
            let members = symptom.expand.iter().filter(|_| symptom.class).cloned();
            let document_names = symptom.document_names.iter().filter(|_| symptom.class).cloned();
            match subjects.last_mut().filter(|(_, until, _)| start < *until) {
                Some((from, until, subject)) => {
                    *until = end.max(*until);
                    subject.members.extend(members);
                    subject.document_names.extend(document_names);
                    subject.written = text[*from..*until].to_owned();
                    subject.names.extend(names);
                }
                None => {
                    let written = text[start..end].to_owned();
                    let title = if symptom.class { &written } else { &symptom.name }.clone();
                    subjects.push((
                        start,
                        end,
                        Self {
                            written,
                            title,
                            names: names.collect(),
                            members: members.collect(),
                            document_names: document_names.collect(),
                        },
                    ));
                }
            }
        }
        let own = |(_, _, mut subject): (usize, usize, Self)| {
            subject.names.push(subject.written.clone());
            subject.names.sort();
            subject.names.dedup();
            subject
        };
        subjects.into_iter().map(own).chain(unwritten).collect()
    }

    /// A complaint that the question does not call by any listed word.
    fn of_complaint(complaint: &Symptom) -> Self {
        let mut names: Vec<String> =
            complaint.expand.iter().chain([&complaint.name]).cloned().collect();
        names.sort();
        names.dedup();
        let name = complaint.name.clone();
        Self {
            written: name.clone(),
            title: name,
            names,
            members: Vec::new(),
            document_names: Vec::new(),
        }
    }

    /// Whether `text` has one of its names.
    pub(crate) fn is_mentioned_in(&self, text: &str) -> bool {
        self.names.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether `text` has one of its names, or one of those that documents give its classes.
    pub(crate) fn is_mentioned_in_document(&self, text: &str) -> bool {
        self.is_mentioned_in(text)
            || self.document_names.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether the wording names a class of drugs.
    pub(crate) fn is_class(&self) -> bool {
        !self.members.is_empty()
    }

    /// The drugs of the classes that the wording names.
    pub(crate) fn members(&self) -> &[String] {
        &self.members
    }

    /// Whether a document with this title is about a drug of the class.
    pub(crate) fn has_member(&self, title: &str) -> bool {
        self.members.iter().any(|it| it == title)
    }

    /// Whether a title or heading is about the subject: 멀미 for 멀미약.
    pub(crate) fn is_subject_of(&self, heading: &str) -> bool {
        let core = self.written.trim_end_matches(['약', '제']);
        (core.chars().count() > 1 && heading.contains(core)) || self.is_mentioned_in(heading)
    }

    /// Whether the wording names a medicine: 혈압약, 소염제.
    pub(crate) fn is_medicine(&self) -> bool {
        self.written.ends_with(['약', '제'])
    }
}
