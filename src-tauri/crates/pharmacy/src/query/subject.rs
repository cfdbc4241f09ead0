//! What a question is about beside the drugs it names: its complaints and classes, those of one wording together.

use super::question::{Question, plainly};
use crate::knowledge::{Knowledge, Symptom};

/// The complaint that only collects words about taking drugs: no subject of its own.
pub(crate) const OF_TAKING: &str = "복약";

/// What one wording of the question stands for: `혈압약` for hypertension and for every class that lowers blood pressure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Subject {
    /// As the asker wrote it.
    pub(crate) written: String,
    /// What documents call it, and what is used for it.
    names: Vec<String>,
    /// The drugs of the classes that it names.
    members: Vec<String>,
}

impl Subject {
    /// The subjects of a question in its order. What it says in words that no list has as they stand is left out.
    pub(crate) fn of(question: &Question, knowledge: &Knowledge) -> Vec<Self> {
        let text: String = plainly(&question.text).split_whitespace().collect();
        let mut placed: Vec<(usize, usize, &Symptom)> = Vec::new();
        let symptoms = question.symptoms.iter().filter_map(|it| knowledge.symptom(it));
        for symptom in symptoms.filter(|it| it.name != OF_TAKING) {
            let spellings = symptom.words.iter().chain([&symptom.name]);
            let found = spellings.filter_map(|it| {
                let word: String = it.chars().filter(|it| !it.is_whitespace()).collect();
                text.find(&word).map(|start| (start, start + word.len()))
            });
            // The longest is what was meant: 혈압약 rather than 혈압.
            if let Some((start, end)) = found.max_by_key(|(start, end)| end - start) {
                placed.push((start, end, symptom));
            }
        }
        placed.sort_by_key(|(start, end, _)| (*start, *end));
        let mut subjects: Vec<(usize, usize, Self)> = Vec::new();
        for (start, end, symptom) in placed {
            let names = symptom.expand.iter().chain([&symptom.name]).cloned();
            let members = symptom.expand.iter().filter(|_| symptom.class).cloned();
            match subjects.last_mut().filter(|(_, until, _)| start < *until) {
                Some((from, until, subject)) => {
                    *until = end.max(*until);
                    subject.members.extend(members);
                    subject.written = text[*from..*until].to_owned();
                    subject.names.extend(names);
                }
                None => {
                    let written = text[start..end].to_owned();
                    subjects.push((
                        start,
                        end,
                        Self { written, names: names.collect(), members: members.collect() },
                    ));
                }
            }
        }
        let own = |(_, _, mut it): (usize, usize, Self)| {
            it.names.push(it.written.clone());
            it.names.sort();
            it.names.dedup();
            it
        };
        subjects.into_iter().map(own).collect()
    }

    /// Whether `text` speaks of it.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.names.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether it is a class of drugs.
    pub(crate) fn is_class(&self) -> bool {
        !self.members.is_empty()
    }

    /// The drugs of the classes that it names.
    pub(crate) fn members(&self) -> &[String] {
        &self.members
    }

    /// Whether the document of this title is of one of the class's drugs.
    pub(crate) fn has_member(&self, title: &str) -> bool {
        self.members.iter().any(|it| it == title)
    }

    /// Whether a title or heading is about it: 멀미 for 멀미약.
    pub(crate) fn heads(&self, heading: &str) -> bool {
        let core = self.written.trim_end_matches(['약', '제']);
        (core.chars().count() > 1 && heading.contains(core)) || self.is_in(heading)
    }

    /// Whether it is something that is taken, by its wording: 혈압약, 소염제.
    pub(crate) fn is_taken(&self) -> bool {
        self.written.ends_with(['약', '제'])
    }
}
