//! Measures the comparison on labelled folders, and what each reading contributes to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Serialize;
use simui_corpus::file_pages;
use simui_coverage::{Book, CoverageAnswer, LabelledQuestion, Question, Rules};

use super::parts;
use super::read::{self, Reader};
use crate::ApiError;
use crate::faults::ErrorCode;
use crate::incoming_text::from_json;

/// What was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CoverageMeasure {
    /// Number of questions.
    pub questions: u32,
    /// Number of answers that have all that is expected.
    pub right: u32,
    /// The folders.
    pub folders: Vec<FolderMeasure>,
    /// The readings, if each was left out in turn.
    pub readings: Vec<ReadingMeasure>,
}

/// The answers to the questions of a folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FolderMeasure {
    /// The folder.
    pub path: String,
    /// Number of questions.
    pub questions: u32,
    /// Number of right answers.
    pub right: u32,
    /// Ids of the questions whose answers are not right, with what is missing.
    pub wrong: Vec<(String, Vec<String>)>,
}

/// What one reading contributes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadingMeasure {
    /// Id of the reading.
    pub id: String,
    /// Number of facts that it finds in all folders.
    pub facts: u32,
    /// Number of documents with a value of this reading in an answer.
    pub documents: u32,
    /// Number of answers that are right only with it.
    pub gains: u32,
    /// Number of answers that are right only without it.
    pub costs: u32,
}

/// A folder that was read, with its questions.
struct Labelled {
    path: String,
    book: Book,
    questions: Vec<LabelledQuestion>,
}

/// Measures the answers to the questions of folders. Each is one as for an import, with a
/// `questions.jsonl` of labelled questions; nothing is stored. With `ablate` each reading is left out in
/// turn. `step` gets the number of folders done.
///
/// # Errors
/// A folder that cannot be read as for an import; a `questions.jsonl` that is missing or has another
/// shape, with the line.
pub fn measure_coverage(
    folders: &[PathBuf],
    ablate: bool,
    step: impl Fn(usize),
) -> Result<CoverageMeasure, ApiError> {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let mut measure =
        CoverageMeasure { questions: 0, right: 0, folders: Vec::new(), readings: Vec::new() };
    let mut readings: BTreeMap<String, (ReadingMeasure, BTreeSet<String>)> = BTreeMap::new();
    for (at, folder) in folders.iter().enumerate() {
        let mut labelled = labelled(folder)?;
        let answers = answers(&labelled);
        let is_right: Vec<bool> = labelled
            .questions
            .iter()
            .zip(&answers)
            .map(|(question, answer)| question.is_met_by(answer))
            .collect();
        let right = is_right.iter().filter(|it| **it).count();
        measure.questions += count(answers.len());
        measure.right += count(right);
        let wrong = labelled.questions.iter().zip(&answers).zip(&is_right);
        let wrong = wrong.filter(|(_, right)| !**right).map(|((question, answer), _)| {
            let missing = question.checks(answer).into_iter().filter(|it| !it.1);
            (question.id.clone(), missing.map(|it| it.0).collect())
        });
        measure.folders.push(FolderMeasure {
            path: labelled.path.clone(),
            questions: count(answers.len()),
            right: count(right),
            wrong: wrong.collect(),
        });
        if ablate {
            leave_each_out(&mut labelled, &answers, &is_right, &mut readings)?;
        }
        step(at + 1);
    }
    measure.readings = readings
        .into_values()
        .map(|(reading, documents)| ReadingMeasure { documents: count(documents.len()), ..reading })
        .collect();
    Ok(measure)
}

/// Answers the questions of a folder without each reading in turn, and adds what changes.
fn leave_each_out(
    labelled: &mut Labelled,
    answers: &[CoverageAnswer],
    is_right: &[bool],
    readings: &mut BTreeMap<String, (ReadingMeasure, BTreeSet<String>)>,
) -> Result<(), ApiError> {
    let ids: Vec<String> = rules()?.readings().map(|it| it.id.clone()).collect();
    for id in ids {
        let (measure, documents) = readings.entry(id.clone()).or_insert_with(|| {
            let measure =
                ReadingMeasure { id: id.clone(), facts: 0, documents: 0, gains: 0, costs: 0 };
            (measure, BTreeSet::new())
        });
        let facts = labelled.book.fact_lists().flat_map(|it| it.2).filter(|it| it.rule == id);
        measure.facts += u32::try_from(facts.count()).unwrap_or(u32::MAX);
        let slots = answers.iter().flat_map(|it| &it.slots).flat_map(|it| &it.insurers);
        for value in slots.filter(|it| it.rule.as_ref() == Some(&id)) {
            let document = value.evidence.first().map(|it| it.document.as_str());
            documents.extend(document.map(|it| format!("{} {it}", labelled.path)));
        }
        labelled.book.leave_out(Some(&id));
        for (at, question) in labelled.questions.iter().enumerate() {
            let answer = labelled.book.compare(&asked(question));
            match (is_right.get(at).copied().unwrap_or_default(), question.is_met_by(&answer)) {
                (true, false) => measure.gains += 1,
                (false, true) => measure.costs += 1,
                _ => {}
            }
        }
        labelled.book.leave_out(None);
    }
    Ok(())
}

fn answers(labelled: &Labelled) -> Vec<CoverageAnswer> {
    labelled.questions.iter().map(|it| labelled.book.compare(&asked(it))).collect()
}

fn asked(question: &LabelledQuestion) -> Question {
    Question { query: question.query.clone(), ..Question::default() }
}

fn rules() -> Result<Rules, ApiError> {
    Rules::shipped()
        .map_err(|error| ApiError::rules(ErrorCode::RulesUnusable, &[], error.to_string()))
}

fn labelled(folder: &Path) -> Result<Labelled, ApiError> {
    let rules = rules()?;
    let reader = Reader { pages: &file_pages, stop: &|| false, step: &|_, _| {} };
    let found = read::folder(&rules, folder, &reader)?;
    let (tables, pages) = parts(found.set);
    let file = folder.join("questions.jsonl");
    let path = file.display().to_string();
    let text = std::fs::read_to_string(&file).map_err(|error| {
        ApiError::invalid(
            ErrorCode::PathNotFound,
            &[("path", &path)],
            format!("{path}: {error}; put the labelled questions there, one JSON object a line"),
        )
    })?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let question = |(at, line): (usize, &str)| {
        from_json::<LabelledQuestion>(line).map_err(|error| {
            ApiError::invalid(
                ErrorCode::FileNotText,
                &[("path", &path)],
                format!("{path}:{}: {error}; write {{\"id\",\"query\",…}}", at + 1),
            )
        })
    };
    let questions = lines.map(question).collect::<Result<Vec<LabelledQuestion>, ApiError>>()?;
    Ok(Labelled {
        path: folder.display().to_string(),
        book: Book::new(rules, tables, pages),
        questions,
    })
}
