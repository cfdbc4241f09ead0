//! Answers questions.

use std::collections::BTreeMap;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::answer::{
    Anchor, CoverageAnswer, Debug, ResolutionDebug, ScopeDebug, SuggestedCoverage,
};
use super::elapsed::elapsed;
use super::readers::reader_notes;
use super::retrieve::{compare_axis, policy_axis, policy_keywords};
use super::select::{Wanted, slots};
use super::situation::{coverages, paid_elsewhere};
use super::summary::summary;
use super::trace::meanings;
use crate::catalog::fold::{fold, goes_on_with};
use crate::catalog::kcd::Codes;
use crate::catalog::person::person;
use crate::document::book::Book;
use crate::document::diseases::{Disease, MOST_CODES, of_question};
use crate::query::intent::{Intent, intent};
use crate::query::list::{Member, listed};
use crate::query::narrow::{is_refused, narrowed};
use crate::query::reduce::{blanked, plans, words};
use crate::query::resolve::{Candidate, Resolution, ResolutionState, name_spans, resolve};
use crate::query::scope::{Scope, scope};
use crate::query::typing::spelt;

/// Reason of a coverage that no name led to, but what documents state of the situation in question.
const BY_FACTS: &str = "by_facts";

/// Most coverages of one question that are answered; the summary names the others.
const MOST_COVERAGES: usize = 8;

/// A question about coverage.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "CoverageQuestion")]
pub struct Question {
    /// The question in Korean.
    pub query: String,
    /// Codes of companies it is about, in addition to those that it names.
    #[serde(default)]
    pub insurers: Vec<String>,
    /// Code of the coverage that a person chose.
    #[serde(default)]
    pub coverage_code: Option<String>,
    /// The anchor of the previous answer in the conversation.
    #[serde(default)]
    pub anchor: Option<Anchor>,
}

/// A stopwatch for the steps of an answer, in milliseconds.
struct Watch {
    last: Instant,
    begun: Instant,
    steps: BTreeMap<String, f64>,
}

impl Watch {
    fn new() -> Self {
        let now = Instant::now();
        Self { last: now, begun: now, steps: BTreeMap::new() }
    }

    /// Adds the time since the last step to the time of this one.
    fn step(&mut self, name: &str) {
        let now = Instant::now();
        *self.steps.entry(name.to_owned()).or_default() +=
            (now - self.last).as_secs_f64() * 1_000.0;
        self.last = now;
    }

    fn finish(mut self) -> BTreeMap<String, f64> {
        self.steps.insert("total".to_owned(), self.begun.elapsed().as_secs_f64() * 1_000.0);
        self.steps
    }
}

impl Book {
    /// Answers a question. The same question on the same book has the same answer, except for its
    /// timings.
    pub fn compare(&self, question: &Question) -> CoverageAnswer {
        // The pages of a company are read only once, so that is not counted as part of the
        // question.
        let anchor = question.anchor.clone().unwrap_or_default();
        let scope = scope(self, &question.query, &question.insurers, &anchor.insurers);
        self.read_pages(&scope.insurers);
        let mut watch = Watch::new();
        let chosen = question.coverage_code.as_deref().and_then(|code| self.coverage(code));
        let anchored = anchor.coverage_code.as_deref().and_then(|code| self.coverage(code));
        let query = spelt(self, &question.query);
        let mut found = resolve(self, &query, &scope, chosen, anchored);
        self.look_for_rows(&query, &scope, &mut found);
        let mut several = self.several(&query, &scope, &found);
        if several.is_empty() {
            several = self.by_facts(question, &query, &scope, &found);
        }
        let rest = several.split_off(several.len().min(MOST_COVERAGES));
        watch.step("coverage_recommendation");
        let is_by_facts = several.first().is_some_and(|it| it.reason == BY_FACTS);
        let listed = if is_by_facts { 0 } else { several.len() + rest.len() };
        let intent = intent(self, &question.query, &scope, listed);
        let mut several = several.into_iter();
        let found = several.next().unwrap_or(found);
        let mut answer = self.answered(question, &query, &scope, found, intent, &mut watch);
        let answered = |it| self.answered(question, &query, &scope, it, intent, &mut watch);
        answer.others = several.map(answered).collect();
        answer.reader_notes = reader_notes(self, person(&question.query), &scope.insurers);
        let rest: Vec<&str> =
            rest.iter().filter_map(|it| self.standard_name(it.coverage?)).collect();
        answer.user_summary = summary(self, &answer, &rest);
        answer.timings_ms = watch.finish();
        answer
    }

    /// Returns the coverages of a question that lists several, and none of one that `found` answers alone:
    /// a person chose its coverage, or a row has a name that goes on across the members of the list.
    fn several(&self, query: &str, scope: &Scope, found: &Resolution) -> Vec<Resolution> {
        if found.reason == "chosen" {
            return Vec::new();
        }
        let listed = listed(self, query, scope, found);
        let row = found.names.first().filter(|_| found.reason.ends_with("in_table"));
        if row.is_some_and(|row| !listed.iter().any(|it| fold(&it.wording).contains(row.as_str())))
        {
            return Vec::new();
        }
        let nameless = Scope { spans: Vec::new(), ..scope.clone() };
        let mut several: Vec<Resolution> = Vec::new();
        for Member { wording, mut resolution } in listed {
            self.look_for_rows(&wording, &nameless, &mut resolution);
            let same = |other: &Resolution| {
                (other.coverage, &other.names) == (resolution.coverage, &resolution.names)
            };
            if !several.iter().any(same) {
                several.push(resolution);
            }
        }
        several
    }

    /// Answers a question about one coverage, without a summary.
    fn answered(
        &self,
        question: &Question,
        query: &str,
        scope: &Scope,
        mut found: Resolution,
        intent: Intent,
        watch: &mut Watch,
    ) -> CoverageAnswer {
        let mut answer = self.outline(question, scope, &found, intent);
        let folded = fold(query);
        if let Some(coverage) = found.coverage {
            let narrower = narrowed(self, &scope.insurers, coverage, &found.names, &folded);
            found.names.extend(narrower);
            let keywords = policy_keywords(self, &found.subtypes, coverage);
            answer.compare_axis = compare_axis(self, &scope.insurers, coverage, &found.names);
            watch.step("compare_axis");
            answer.policy_axis = policy_axis(self, &scope.insurers, coverage, &keywords);
            answer.debug.resolved_policy_keywords = keywords;
            watch.step("policy_axis");
        }
        let is_only_row = found.reason == "only_in_table";
        let wanted = self.wanted(question, query, scope, &found);
        if found.coverage.is_some() || is_only_row {
            answer.slots = slots(&wanted, &scope.insurers);
            watch.step("slots");
        }
        let is_told = !wanted.kinds.is_empty() || !wanted.diseases.is_empty();
        if is_told && !wanted.is_by_facts && !is_only_row {
            answer.paid_elsewhere = paid_elsewhere(&wanted, &scope.insurers);
            watch.step("paid_elsewhere");
        }
        answer.debug.slots_count = u32::try_from(answer.slots.len()).unwrap_or(u32::MAX);
        answer.debug.readings = meanings(self, &answer);
        answer
    }

    /// Returns the coverages of which documents state whether they pay in the situation that a question
    /// tells, those that pay first; none if a name leads to another one.
    fn by_facts(
        &self,
        question: &Question,
        query: &str,
        scope: &Scope,
        found: &Resolution,
    ) -> Vec<Resolution> {
        let folded = fold(query);
        let rules = &self.rules.query;
        let tells = |words: &[String]| words.iter().any(|it| folded.contains(it.as_str()));
        let is_event = rules.benefit_words.iter().any(|it| folded.contains(it.0.as_str()));
        let is_open = match found.reason {
            "similar" | "ahead" => is_event,
            "outside" => false,
            _ => found.coverage.is_none() && found.reason != "only_in_table",
        };
        let open = Resolution { coverage: None, names: Vec::new(), ..found.clone() };
        let wanted = self.wanted(question, query, scope, &open);
        let is_told = is_event || tells(&rules.benefits) || tells(&rules.situation);
        let is_asked = match (wanted.diseases.is_empty(), wanted.kinds.is_empty()) {
            (false, _) => true,
            (true, false) => is_told,
            (true, true) => wanted.asks_whether(),
        };
        if !is_open || !is_asked {
            return Vec::new();
        }
        let mut all = coverages(&wanted, &scope.insurers);
        if let Some(known) = found.coverage {
            if !all.contains(&known) {
                return Vec::new();
            }
            all.sort_by_key(|it| *it != known);
        }
        let resolution = |coverage: usize| Resolution {
            state: ResolutionState::Resolved,
            coverage: Some(coverage),
            candidates: Vec::new(),
            named: vec![coverage],
            reason: BY_FACTS,
            ..open.clone()
        };
        all.into_iter().map(resolution).collect()
    }

    /// Looks for a row of a company's table with a name that the question contains exactly,
    /// although no list has the name, and resolves the question to that row.
    fn look_for_rows(&self, question: &str, scope: &Scope, found: &mut Resolution) {
        let folded_question = fold(&blanked(question, &scope.spans));
        let longest_named = found.names.iter().map(|it| it.chars().count()).max().unwrap_or(0);
        let rows = scope.insurers.iter().flat_map(|it| &self.library(*it).rows);
        let rows = rows.filter(|it| !it.row.is_of_class);
        let printed = rows.flat_map(|row| row.printed_names().map(|name| (name, row.coverage)));
        let named = printed.filter_map(|(name, coverage)| {
            let at = folded_question.find(name)?;
            let before = folded_question.get(..at).and_then(|it| it.chars().next_back());
            let starts = !before.is_some_and(goes_on_with);
            let length = name.chars().count();
            (starts && length >= 4 && length > longest_named).then_some((length, name, coverage))
        });
        let Some((_, name, coverage)) = named.max_by_key(|(length, ..)| *length) else { return };
        found.names = vec![name.to_owned()];
        if let Some((coverage, _)) = coverage {
            found.state = ResolutionState::Resolved;
            found.coverage = Some(coverage);
            found.named = vec![coverage];
            found.reason = "named_in_table";
        } else {
            // The most similar coverage is another one; the user chooses from the candidates.
            if found.state == ResolutionState::Resolved {
                found.state = ResolutionState::Unresolved;
            }
            found.coverage = None;
            found.reason = "only_in_table";
        }
    }

    /// Returns what a question wants to know of the coverage that was found: beside companies, plans and
    /// names of coverages, its words, its diseases and the time since the contract began.
    fn wanted<'a>(
        &'a self,
        question: &Question,
        query: &str,
        scope: &Scope,
        found: &'a Resolution,
    ) -> Wanted<'a> {
        let named = name_spans(self, query, &scope.insurers);
        let plans = plans(self, query, &scope.insurers);
        let spans = [scope.spans.clone(), named, plans].concat();
        let left = blanked(query, &spans);
        let time = elapsed(&left, &self.rules.cues);
        let place = time.clone().map(|it| it.1).into_iter().collect();
        let subtypes = &self.rules.subtypes;
        // What documents state of a kind of cancer counts for it, unless it is one of an organ.
        let is_kind = |name: &str| {
            let kind = subtypes.all.iter().find(|it| it.words.iter().any(|word| word == name));
            kind.is_some_and(|it| !it.site)
        };
        let is_generic = |name: &String| self.rules.query.generic.contains(name);
        let mut diseases = of_question(&left, &self.rules);
        diseases.retain(|disease| {
            let name = &disease.name;
            disease.codes.width() < MOST_CODES
                && !is_kind(name)
                && !is_generic(name)
                && !is_refused(self, &fold(query), name)
        });
        let rest = words(self, query, &[spans, place].concat());
        // 뇌졸중 특약 is the coverage, and no situation.
        let names = |name: &str| {
            let coverage = found.coverage.and_then(|it| self.standards.get(it));
            coverage.is_some_and(|it| it.name.core.contains(name)) && found.reason != BY_FACTS
        };
        diseases.retain(|it| !names(&it.name));
        if diseases.is_empty() && (found.coverage.is_none() || found.reason == BY_FACTS) {
            diseases.extend(self.operations(&scope.insurers, &rest));
        }
        Wanted {
            book: self,
            coverage: found.coverage,
            names: &found.names,
            kinds: if found.reason == "only_in_table" { &[] } else { &found.subtypes },
            diseases,
            is_by_facts: found.reason == BY_FACTS,
            person: person(&question.query),
            rest,
            elapsed: time.map(|it| it.0),
            question: fold(query),
        }
    }

    /// Returns the words of a question that name an operation of a company's table of operations: 쓸개 of
    /// 담낭절제술(쓸개 제거).
    fn operations(&self, insurers: &[usize], words: &[String]) -> Vec<Disease> {
        let coverages = || (0..self.standards.len()).map(Some);
        let all =
            insurers.iter().flat_map(|it| coverages().flat_map(|at| self.facts_about(*it, at)));
        let all: Vec<String> =
            all.filter(|it| it.rule == "illness.class").map(|it| fold(&it.value)).collect();
        let query = &self.rules.query;
        let is_benefit = |word: &String| query.benefits.iter().any(|it| word.contains(it.as_str()));
        let named = words
            .iter()
            .filter(|word| !is_benefit(word) && all.iter().any(|it| it.contains(word.as_str())));
        named.map(|it| Disease { at: 0..0, name: it.clone(), codes: Codes::default() }).collect()
    }

    fn outline(
        &self,
        question: &Question,
        scope: &Scope,
        found: &Resolution,
        intent: Intent,
    ) -> CoverageAnswer {
        let standard = found.coverage.and_then(|at| self.standards.get(at)).map(|it| &it.standard);
        let code = standard.map(|it| it.code.clone());
        let name = standard.map(|it| it.name.clone());
        let insurers: Vec<String> =
            scope.insurers.iter().map(|at| self.insurer_code(*at).to_owned()).collect();
        let names =
            scope.insurers.iter().filter_map(|at| Some(self.insurers.get(*at)?.name.clone()));
        let suggestions = self.rules.resolution.suggestions;
        let suggested =
            found.candidates.iter().filter(|_| found.reason != "named").take(suggestions);
        let targets = found
            .subtypes
            .iter()
            .filter_map(|at| Some(self.rules.subtypes.all.get(*at)?.key.clone()));
        let targets: Vec<String> = targets.collect();
        CoverageAnswer {
            query: question.query.clone(),
            insurer_names: names.collect(),
            unknown_insurers: scope.unknown.clone(),
            intent,
            resolution_state: found.state,
            suggested_coverages: suggested.map(|it| self.suggested(it)).collect(),
            others: Vec::new(),
            comparison_mode: if targets.is_empty() { "COVERAGE" } else { "SUBTYPE" }.to_owned(),
            subtype_targets: targets,
            slots: Vec::new(),
            paid_elsewhere: Vec::new(),
            reader_notes: Vec::new(),
            compare_axis: Vec::new(),
            policy_axis: Vec::new(),
            primary_coverage_code: code.clone(),
            primary_coverage_name: name.clone(),
            user_summary: String::new(),
            anchor: Anchor { insurers: insurers.clone(), coverage_code: code.clone() },
            timings_ms: BTreeMap::new(),
            debug: self.debug(question, scope, found),
            resolved_coverage_code: code,
            resolved_coverage_name: name,
            insurers,
        }
    }

    /// Returns what is known for tracing before the documents are searched.
    fn debug(&self, question: &Question, scope: &Scope, found: &Resolution) -> Debug {
        let codes = |insurers: &[usize]| -> Vec<String> {
            insurers.iter().map(|at| self.insurer_code(*at).to_owned()).collect()
        };
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let best = found.candidates.first();
        let best_coverage = found.coverage.or(best.map(|it| it.coverage));
        Debug {
            query: question.query.clone(),
            normalized_query: found.reduced.clone(),
            insurers: codes(&scope.insurers),
            insurer_scope: ScopeDebug {
                insurer_scope_method: scope.method.to_owned(),
                query_extracted_insurers: codes(&self.named_in(&question.query, scope)),
            },
            coverage_resolution: ResolutionDebug {
                status: found.state,
                best_similarity: best.map_or(0.0, |it| it.similarity),
                best_code: best_coverage
                    .and_then(|at| self.standards.get(at))
                    .map(|it| it.standard.code.clone()),
                reason: found.reason.to_owned(),
            },
            resolved_policy_keywords: Vec::new(),
            slot_type: found.coverage.and_then(|at| self.kind(at)).map(|it| it.key.clone()),
            slots_count: 0,
            pages: count(scope.insurers.iter().map(|at| self.pages(*at).len()).sum()),
            readings: BTreeMap::new(),
        }
    }

    fn standard_name(&self, coverage: usize) -> Option<&str> {
        self.standards.get(coverage).map(|it| it.standard.name.as_str())
    }

    /// Returns the companies that a question names itself, without those that were requested.
    fn named_in(&self, query: &str, of: &Scope) -> Vec<usize> {
        if of.spans.is_empty() {
            return Vec::new();
        }
        let alone = scope(self, query, &[], &[]);
        if alone.method.starts_with("query_") { alone.insurers } else { Vec::new() }
    }

    fn suggested(&self, candidate: &Candidate) -> SuggestedCoverage {
        let standard = self.standards.get(candidate.coverage).map(|it| &it.standard);
        SuggestedCoverage {
            coverage_code: standard.map(|it| it.code.clone()).unwrap_or_default(),
            coverage_name: standard.map(|it| it.name.clone()).unwrap_or_default(),
            raw_name: candidate.raw_name.clone(),
            similarity: candidate.similarity,
            score: candidate.score,
        }
    }
}
