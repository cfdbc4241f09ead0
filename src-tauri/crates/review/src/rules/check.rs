//! 규칙 묶음 점검: checks a pack before it is imported. A pack that fails is refused.

use std::sync::Arc;

use jiff::civil::Date;
use simui_domain::{Ad, ProvisionPath};

use super::book::RuleBook;
use super::detector::{AdContext, Detector};
use super::limits::{LONGEST_PACK, MAX_COST, costliest_texts, exceeded_limits};
use super::pack::{Example, ExamplesFile, RuleFile, RulePack};
use super::trace::Trace;
use crate::kinds::basis;
use crate::rule_error::RuleError;

/// A reason why a pack is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Line of the pack, from 1.
    pub line: usize,
    /// What is wrong and what to do.
    pub message: String,
}

/// An example of a pack and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct ExampleCheck {
    /// The example, as the pack has it.
    pub example: Example,
    /// True when the rule fires, or does not fire, as the example says.
    pub holds: bool,
    /// The triggers of the rule; empty when no pattern matched.
    pub traces: Vec<Trace>,
}

/// The result of checking a pack.
#[derive(Debug, Default)]
pub struct PackCheck {
    /// The pack; `None` when it cannot be read.
    pub pack: Option<RulePack>,
    /// Why the pack is refused, by line. Examples that do not hold are among the problems.
    pub problems: Vec<Problem>,
    /// The examples of the pack and their results; empty when it does not compile.
    pub examples: Vec<ExampleCheck>,
    /// The detector with the pack, and the day of its examples; `None` when it does not compile.
    pub detector: Option<(Arc<Detector>, Date)>,
}

/// Checks the text of a pack together with the packs of `book`. The examples are tried on `today`, or on the
/// nearest day on which the pack applies.
pub fn check(book: &RuleBook, file: &str, text: &str, today: Date) -> PackCheck {
    let mut found = PackCheck::default();
    if text.len() > LONGEST_PACK {
        let message = format!(
            "the file has {} bytes, a pack has at most {LONGEST_PACK}; divide it",
            text.len()
        );
        found.problems.push(Problem { line: 1, message });
        return found;
    }
    let pack = match RulePack::parse(file, text) {
        Ok(pack) => pack,
        Err(error) => {
            found.problems.push(problem_of(file, &error));
            return found;
        }
    };
    found.problems.extend(exceeded_limits(&pack));
    if found.problems.is_empty() {
        let last_day = pack.effective_to().ok().flatten();
        let first = pack.effective_from().ok().flatten().map_or(today, |from| from.max(today));
        let first = last_day.map_or(first, |to| first.min(to));
        compile(&book.with(pack.clone()), &pack, first, &mut found);
    }
    found.problems.extend(head(&pack));
    found.problems.extend(pack.content.rule.iter().flat_map(|rule| foundation(&pack, rule)));
    found.problems.sort_by_key(|problem| problem.line);
    found.pack = Some(pack);
    found
}

/// Compiles every set of packs that the pack will be part of, and tries its examples in the first one.
fn compile(book: &RuleBook, pack: &RulePack, first: Date, found: &mut PackCheck) {
    for day in book.change_days(first) {
        match book.on(day) {
            Ok(detector) if day == first => {
                if is_too_costly(&detector, pack, day) {
                    let message = "its patterns try too many words on a text made of them; use fewer or shorter distances";
                    found.problems.push(Problem { line: 1, message: message.to_owned() });
                    return;
                }
                found.examples = try_examples(&detector, pack, day);
                found.detector = Some((detector, day));
            }
            Ok(_) => {}
            Err(error) => {
                let mut problem = problem_of(&pack.file, &error);
                if day > first {
                    problem.message = format!("on {day}: {}", problem.message);
                }
                found.problems.push(problem);
                return;
            }
        }
    }
    let failed = found.examples.iter().filter(|it| !it.holds);
    let failed = failed.map(|it| Problem { line: it.example.line, message: complaint(it) });
    found.problems.extend(failed);
}

/// Whether a pack could slow the desk down. The cost of the examples is counted before they are tried, so
/// that trying them is bounded too.
fn is_too_costly(detector: &Detector, pack: &RulePack, day: Date) -> bool {
    let examples = pack.examples().into_iter().map(|example| example.text);
    let mut left = MAX_COST;
    for text in costliest_texts(pack).into_iter().chain(examples) {
        let ad = Ad { text, ..Ad::default() };
        let context = AdContext { ad: &ad, as_of: day, technologies: &[] };
        left -= detector.cost(&context, left);
        if left == 0 {
            return true;
        }
    }
    false
}

fn try_examples(detector: &Detector, pack: &RulePack, day: Date) -> Vec<ExampleCheck> {
    let examples = pack.examples().into_iter();
    let tried = examples.map(|example| {
        let ad = Ad { text: example.text.clone(), ..Ad::default() };
        let context = AdContext { ad: &ad, as_of: day, technologies: &[] };
        let mut traces = detector.trace(&context);
        traces.retain(|trace| trace.rule == example.rule);
        let fired = traces.iter().any(|trace| trace.fired);
        ExampleCheck { holds: fired == example.fires, traces, example }
    });
    tried.collect()
}

fn complaint(check: &ExampleCheck) -> String {
    let Example { rule, text, fires, .. } = &check.example;
    let short: String = text.chars().take(60).collect();
    if !fires {
        return format!(
            "rule {rule} fires on {short:?} and must not; narrow its patterns or add an exception"
        );
    }
    let cleared: Vec<&str> = check
        .traces
        .iter()
        .flat_map(|trace| trace.exceptions.iter().filter(|it| it.applied))
        .map(|trial| trial.name.as_str())
        .collect();
    match cleared.as_slice() {
        [] => format!("rule {rule} does not fire on {short:?}: no pattern matches; widen one"),
        names => format!(
            "rule {rule} does not fire on {short:?}: let through by {}; narrow the exception or leave it out",
            names.join(", ")
        ),
    }
}

/// Turns an error into a problem. A mistake in the pack itself keeps its line; a mistake in another pack of
/// the set names that pack.
fn problem_of(file: &str, error: &RuleError) -> Problem {
    match error.place() {
        (of, line) if of == file => Problem { line, message: error.complaint() },
        _ => Problem {
            line: 1,
            message: format!(
                "another pack does not work with this one: {error}; keep what it needs"
            ),
        },
    }
}

/// Checks id, version, title and days of a pack.
fn head(pack: &RulePack) -> Vec<Problem> {
    let line = |key: &str| {
        let at = pack.text().lines().position(|line| line.trim_start().starts_with(key));
        at.map_or(1, |at| at + 1)
    };
    let is_word = |text: &str, longest: usize, more: &[char]| {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || more.contains(&c);
        !text.is_empty() && text.len() <= longest && text.chars().all(fits)
    };
    let mut problems = Vec::new();
    let mut wrong = |key: &str, message: &str| {
        problems.push(Problem { line: line(key), message: message.to_owned() });
    };
    if !is_word(pack.id(), 40, &['_']) {
        wrong("id", "an id has 1 to 40 lower-case letters, digits and _; choose one");
    }
    if !is_word(pack.version(), 20, &['.', '-']) {
        wrong(
            "version",
            "a version has 1 to 20 lower-case letters, digits, dots and hyphens, like 2026.3",
        );
    }
    if !(1..=100).contains(&pack.title().trim().chars().count()) {
        wrong("title", "a title has 1 to 100 characters");
    }
    if pack.content.rule.is_empty()
        && pack.content.exception.is_empty()
        && pack.content.phrase.is_empty()
    {
        wrong("id", "a pack holds at least one rule, exception or phrase");
    }
    if let (Ok(Some(from)), Ok(Some(to))) = (pack.effective_from(), pack.effective_to())
        && to < from
    {
        wrong("effective_to", "the last day is before the first; exchange them");
    }
    problems
}

/// Checks the articles that a rule rests on, the exceptions that its kind must try, and its examples.
fn foundation(pack: &RulePack, rule: &RuleFile) -> Vec<Problem> {
    let (id, line) = (rule.id.get_ref(), pack.line(rule.id.span().start));
    let mut problems = Vec::new();
    let mut wrong = |message: String| problems.push(Problem { line, message });
    // `RulePack::parse` has checked the kind.
    let Ok(kind) = rule.kind.get_ref().parse() else { return Vec::new() };
    let basis = basis(kind);
    if rule.articles.is_empty() {
        wrong(format!(
            "rule {id} names no article; name what it rests on, like {}",
            basis.provisions[0]
        ));
    }
    for article in &rule.articles {
        match form(article) {
            Some(Form::Statute) if !basis.provisions.iter().any(|it| article.starts_with(it)) => {
                wrong(format!(
                    "rule {id}: {kind} does not rest on {article}; use one of {}",
                    basis.provisions.join(", ")
                ));
            }
            Some(_) => {}
            None => wrong(format!(
                "rule {id}: {article:?} is no article of a law or standard; write it like {} or 의료광고 심의기준(요지) 비교 광고",
                basis.provisions[0]
            )),
        }
    }
    for name in basis.exceptions {
        if !rule.exceptions.iter().any(|it| it.get_ref() == name) {
            wrong(format!("rule {id}: rules of kind {kind} must try the exception {name}; add it"));
        }
    }
    let ExamplesFile { fires, silent } = &rule.examples;
    let finds_words = !rule.patterns.is_empty() || !rule.elements.is_empty();
    if finds_words && (fires.is_empty() || silent.is_empty()) {
        wrong(format!(
            "rule {id} needs at least one example that it fires on and one on which it is silent"
        ));
    }
    problems
}

enum Form {
    /// An article of a law, like `의료법 시행령 제23조제1항제1호`.
    Statute,
    /// An article of the standards of review, like `의료광고 심의기준(요지) 비교 광고`.
    Standard,
}

/// Returns whether an article is one of a law or of the standards; `None` when it is neither.
fn form(article: &str) -> Option<Form> {
    const STANDARD: &str = "의료광고 심의기준";
    if article.starts_with(STANDARD) {
        return Some(Form::Standard);
    }
    let (law, path) = article.rsplit_once(' ')?;
    let is_law = ["법", "법률", "령", "규칙", "규정", "고시"].iter().any(|end| law.ends_with(end));
    (is_law && path.parse::<ProvisionPath>().is_ok()).then_some(Form::Statute)
}
