//! The detector: applies the rules to one advertisement. It reads no files and no clock.

use jiff::civil::Date;
use simui_domain::{
    Ad, AppliedPack, Claim, ClaimId, ScalarIndex, Severity, Span, Technology, ViolationKind,
};
use simui_korean::particles::with_particle;
use simui_search::analysis::Analyser;

use super::exception::{Memo, occurs};
use super::exempt::is_exempt;
use super::merge::merge;
use super::pack::{LexiconFile, RulePack, builtin_lexicons, sha256};
use super::procedure::Procedure;
use super::ruleset::{self, Rule};
use super::wording::{self, Features, Weights};
use crate::claims::{Budget, Grammar, Reading, Triggered, extract};
use crate::finding::{Cleared, ExceptionTrial, Finding, Rewording};
use crate::lexicon::figures::{self, FigureClasses};
use crate::lexicon::{ClassSet, Lexicon, LexiconBuilder};
use crate::normalise::Characters;
use crate::pattern::{Match, Phrase};
use crate::rule_error::RuleError;

/// The parts of a case that the rules look at.
#[derive(Debug, Clone, Copy)]
pub struct AdContext<'a> {
    /// The advertisement.
    pub ad: &'a Ad,
    /// 게재일 or the day of review: rules and approvals of this day apply.
    pub as_of: Date,
    /// The imported register of evaluated technologies.
    pub technologies: &'a [Technology],
}

/// The result of the rules for one advertisement.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Examination {
    /// 주장, in order, not overlapping.
    pub claims: Vec<Claim>,
    /// 위반 후보, at most one for each kind and claim.
    pub findings: Vec<Finding>,
    /// Triggers that an exception cleared.
    pub cleared: Vec<Cleared>,
    /// Notices for the reviewer that are no violations.
    pub notices: Vec<String>,
    /// True when the rules did not read the advertisement to its end, so that it may hold more than was
    /// found.
    pub unread: bool,
}

/// Compiled rule packs and lexicons, for any number of advertisements.
#[derive(Debug)]
pub struct Detector {
    characters: Characters,
    lexicon: Lexicon,
    figures: FigureClasses,
    grammar: Grammar,
    phrases: Vec<Phrase>,
    rules: Vec<Rule>,
    wording: Weights,
    analyser: Analyser,
    /// The packs and the lexicons, each with its first and last day.
    packs: Vec<(AppliedPack, Days)>,
}

/// Id of the lexicons among the packs that a case records.
const LEXICON: &str = "lexicon";

/// The first and the last day of a pack.
type Days = (Option<Date>, Option<Date>);

/// Returns id, version and hash of packs and lexicons, as a case records them.
fn identities(
    packs: &[RulePack],
    lexicons: &[LexiconFile],
) -> Result<Vec<(AppliedPack, Days)>, RuleError> {
    let mut all = Vec::new();
    for pack in packs {
        let (id, version) = (pack.id().to_owned(), pack.version().to_owned());
        let days = (pack.effective_from()?, pack.effective_to()?);
        all.push((AppliedPack { id, version, sha256: pack.sha256() }, days));
    }
    let words: Vec<&str> = lexicons.iter().map(|file| file.text.as_str()).collect();
    let (id, version) = (LEXICON.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    all.push((AppliedPack { id, version, sha256: sha256(&words) }, (None, None)));
    Ok(all)
}

/// A trigger with the exceptions that were tried on it.
pub(super) struct Trial<'r> {
    pub rule: &'r Rule,
    pub found: Match,
    pub exceptions: Vec<ExceptionTrial>,
    pub cleared: bool,
    /// Upper bound of the severity, if there is one.
    severity_limit: Option<Severity>,
}

impl Detector {
    /// Compiles packs and lexicons.
    ///
    /// # Errors
    /// [`RuleError`] with the file and line of the first mistake.
    pub fn new(
        packs: &[RulePack],
        lexicons: &[LexiconFile],
        characters: Characters,
        analyser: Analyser,
    ) -> Result<Self, RuleError> {
        let mut builder = LexiconBuilder::new(characters.clone());
        let figures = figures::intern(&mut builder.names);
        let grammar = Grammar::intern(&mut builder.names);
        for file in lexicons {
            builder.read(&file.file, &file.text)?;
        }
        let (phrases, rules) = ruleset::compile(packs, &mut builder)?;
        let lexicon = builder.build()?;
        Ok(Self {
            characters,
            lexicon,
            figures,
            grammar,
            phrases,
            rules,
            wording: Weights::builtin()?,
            analyser,
            packs: identities(packs, lexicons)?,
        })
    }

    /// Creates the detector with the packs that the program carries.
    ///
    /// # Errors
    /// The errors of [`Detector::new`]; a test ensures that none occurs.
    pub fn builtin(analyser: Analyser) -> Result<Self, RuleError> {
        Self::new(&RulePack::builtin()?, &builtin_lexicons(), Characters::builtin()?, analyser)
    }

    /// Replaces the weights of the wording model.
    pub fn with_wording(self, wording: Weights) -> Self {
        Self { wording, ..self }
    }

    /// Returns the claims of the advertisement, with those that rules fire on among them, and the notices for
    /// the reviewer.
    pub fn claims(&self, context: &AdContext<'_>) -> (Vec<Claim>, Vec<String>) {
        let reading = self.read(context.ad);
        let trials = self.trials(context, &reading);
        (self.extract(&reading, &trials), notices(context, &reading))
    }

    /// Applies the rules to `claims`. A trigger outside all claims is attributed to the nearest one.
    pub fn classify(&self, context: &AdContext<'_>, claims: &[Claim]) -> Examination {
        let reading = self.read(context.ad);
        let trials = self.trials(context, &reading);
        self.conclude(context, &reading, trials, claims.to_vec())
    }

    /// Extracts the claims and applies the rules to them.
    pub fn examine(&self, context: &AdContext<'_>) -> Examination {
        let reading = self.read(context.ad);
        let trials = self.trials(context, &reading);
        let claims = self.extract(&reading, &trials);
        self.conclude(context, &reading, trials, claims)
    }

    pub(super) fn read<'a>(&self, ad: &'a Ad) -> Reading<'a> {
        let Self { characters, lexicon, figures, grammar, analyser, .. } = self;
        let reading = Reading::new(ad, characters, lexicon, figures, grammar, analyser);
        reading.with_phrases(&self.phrases)
    }

    /// Returns how many words the rules examine in `context`, at most `most`.
    pub fn cost(&self, context: &AdContext<'_>, most: usize) -> usize {
        let Self { characters, lexicon, figures, grammar, analyser, .. } = self;
        let mut reading = Reading::new(context.ad, characters, lexicon, figures, grammar, analyser);
        reading.budget = Budget::of(most);
        let reading = reading.with_phrases(&self.phrases);
        let trials = self.trials(context, &reading);
        let claims = self.extract(&reading, &trials);
        self.conclude(context, &reading, trials, claims);
        reading.budget.spent()
    }

    pub(super) fn trials(&self, context: &AdContext<'_>, reading: &Reading<'_>) -> Vec<Trial<'_>> {
        let mut all = ClassSet::default();
        reading.hits.iter().for_each(|hit| all.insert(hit.class));
        let mut trials = Vec::new();
        let (by_likeness, by_pattern): (Vec<_>, Vec<_>) = self
            .rules
            .iter()
            .filter(|rule| rule.applies_on(context.as_of))
            .partition(|rule| rule.procedure == Some(Procedure::Resembles));
        for rule in by_pattern {
            let memo = Memo::default();
            let (found, is_complete) = triggers(rule, context, reading, &all, &memo);
            let first_trial = trials.len();
            trials.extend(
                found.into_iter().map(|found| self.try_rule(rule, context, reading, found, &memo)),
            );
            if !is_complete && trials[first_trial..].iter().all(|trial| trial.cleared) {
                // Exceptions cleared all examined triggers; the others are unknown.
                reading.budget.cut();
            }
        }
        if !by_likeness.is_empty() {
            self.apply_wording_model(&by_likeness, context, reading, &mut trials);
        }
        trials
    }

    /// Applies the wording model to kinds that no other rule found, outside triggers that an exception
    /// cleared.
    fn apply_wording_model<'r>(
        &'r self,
        rules: &[&'r Rule],
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        trials: &mut Vec<Trial<'r>>,
    ) {
        let names = &self.lexicon.names;
        let windows = wording::windows(reading, names);
        for rule in rules {
            let of_kind = |trial: &&Trial<'_>| trial.rule.kind == rule.kind;
            if trials.iter().filter(of_kind).any(|trial| !trial.cleared) {
                continue;
            }
            let silenced =
                merged_ranges(trials.iter().filter(of_kind).map(|it| (it.found.from, it.found.to)));
            let wanted = |from: usize, to: usize| {
                let next = silenced.partition_point(|it| it.1 <= from);
                silenced.get(next).is_none_or(|it| it.0 >= to)
            };
            let likeliest = self.wording.likeliest(rule.kind, reading, &windows, names, &wanted);
            let (threshold, sure) = rule.resembles;
            let Some(found) = likeliest.filter(|it| it.probability >= threshold) else { continue };
            let words = Match::of(found.from, found.to);
            let mut trial = self.try_rule(rule, context, reading, words, &Memo::default());
            if found.probability < sure {
                trial.severity_limit = Some(Severity::Medium);
            }
            trials.push(trial);
        }
    }

    fn try_rule<'r>(
        &self,
        rule: &'r Rule,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        found: Match,
        memo: &Memo,
    ) -> Trial<'r> {
        let mut trial =
            Trial { rule, found, exceptions: vec![], cleared: false, severity_limit: None };
        for exception in &rule.exceptions {
            let tried = exception.try_on(context, reading, &self.grammar, &trial.found, memo);
            trial.cleared |= tried.applied;
            trial.exceptions.push(tried);
        }
        trial
    }

    fn extract(&self, reading: &Reading<'_>, trials: &[Trial<'_>]) -> Vec<Claim> {
        let triggered: Vec<Triggered> = trials
            .iter()
            .map(|trial| Triggered { from: trial.found.start, to: trial.found.end })
            .collect();
        extract(reading, &self.grammar, &triggered)
    }

    fn conclude(
        &self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        trials: Vec<Trial<'_>>,
        claims: Vec<Claim>,
    ) -> Examination {
        let (mut findings, mut cleared) = (Vec::new(), Vec::new());
        let text = ScalarIndex::new(&reading.ad.text);
        let memo = Memo::default();
        for trial in trials {
            let span = reading.normal.span(trial.found.start, trial.found.end);
            if trial.cleared {
                let Trial { rule, mut exceptions, .. } = trial;
                exceptions.retain(|it| it.applied);
                cleared.push(Cleared {
                    kind: rule.kind,
                    span,
                    rule: rule.name.clone(),
                    exceptions,
                });
            } else if let Some(claim_id) = claim_of(&claims, span) {
                findings.push(finding(reading, &text, trial, span, claim_id, &memo));
            }
        }
        let mut findings = merge(findings);
        findings.sort_by_key(|finding| (finding.span.start, finding.kind));
        // A trigger that one rule cleared and another of its kind caught does not count as cleared.
        cleared.retain(|it: &Cleared| {
            !findings.iter().take(500).any(|finding| {
                finding.kind == it.kind
                    && finding.span.start < it.span.end
                    && it.span.start < finding.span.end
            })
        });
        cleared.sort_by_key(|it| (it.span.start, it.kind));
        cleared.dedup_by(|a, b| a.kind == b.kind && a.span == b.span);
        let notices = notices(context, reading);
        Examination { claims, findings, cleared, notices, unread: reading.is_cut() }
    }
}

/// Largest number of triggers of one rule in one advertisement: enough for any reader, and a bound for
/// hostile text.
const MAX_TRIGGERS: usize = 200;

/// Merges ranges of letters to ranges in order that do not overlap.
fn merged_ranges(ranges: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize)> {
    let mut ranges: Vec<(usize, usize)> = ranges.collect();
    ranges.sort_unstable();
    ranges.dedup_by(|next, kept| {
        let overlaps = next.0 < kept.1;
        if overlaps {
            kept.1 = kept.1.max(next.1);
        }
        overlaps
    });
    ranges
}

/// Returns the places where the patterns of a rule occur, the longest of those that overlap, and whether
/// these are all.
fn triggers(
    rule: &Rule,
    context: &AdContext<'_>,
    reading: &Reading<'_>,
    all: &ClassSet,
    memo: &Memo,
) -> (Vec<Match>, bool) {
    let mut found: Vec<Match> = Vec::new();
    if let Some(procedure) = rule.procedure {
        found.extend(procedure.find(context, reading));
    }
    let possible: Vec<_> = rule.patterns.iter().filter(|it| it.is_possible(all)).collect();
    if rule.whole_ad {
        for pattern in &possible {
            found.extend(pattern.find(reading, reading.words()));
        }
    } else if !possible.is_empty() {
        for sentence in &reading.sentences {
            for pattern in &possible {
                if pattern.is_possible(&sentence.classes) {
                    found.extend(pattern.find(reading, reading.words_in(sentence)));
                }
            }
        }
    }
    found.retain(|it| {
        rule.requirements
            .iter()
            .all(|(patterns, within)| occurs(patterns, *within, reading, it, memo))
    });
    found.sort_by_key(|it| (it.start, usize::MAX - it.end));
    let mut kept: Vec<Match> = Vec::with_capacity(found.len());
    for it in found {
        match kept.last_mut() {
            Some(last) if it.start < last.end => {
                if it.end - it.start > last.end - last.start {
                    *last = it;
                }
            }
            _ => kept.push(it),
        }
    }
    let is_complete = kept.len() <= MAX_TRIGGERS;
    kept.truncate(MAX_TRIGGERS);
    (kept, is_complete)
}

/// Returns the claim that shares most of `span`, otherwise the nearest; of two equally good ones the first.
fn claim_of(claims: &[Claim], span: Span) -> Option<ClaimId> {
    let at = claims.partition_point(|claim| claim.end <= span.start);
    let around = claims[at.saturating_sub(1)..(at + 3).min(claims.len())].iter();
    let shared = |claim: &&Claim| {
        let overlap = claim.end.min(span.end) as i64 - claim.start.max(span.start) as i64;
        (overlap, std::cmp::Reverse(claim.start))
    };
    around.max_by_key(shared).map(|claim| claim.id.clone())
}

fn finding(
    reading: &Reading<'_>,
    text: &ScalarIndex<'_>,
    trial: Trial<'_>,
    span: Span,
    claim_id: ClaimId,
    memo: &Memo,
) -> Finding {
    let Trial { rule, found, exceptions, severity_limit, .. } = trial;
    let (mut severity, mut level) = (rule.severity, rule.level);
    let mut reasons = Vec::new();
    for modifier in &rule.modifiers {
        if occurs(&modifier.patterns, modifier.within, reading, &found, memo) {
            severity = modifier.severity.unwrap_or(severity);
            level = modifier.level.unwrap_or(level);
            reasons.push(modifier.why.as_str());
        }
    }
    severity = severity_limit.map_or(severity, |limit| severity.min(limit));
    let words = quoted_words(reading, text, &found);
    let mut rationale = fill(&rule.rationale, &words);
    for reason in reasons {
        rationale.push(' ');
        rationale.push_str(reason);
    }
    Finding {
        kind: rule.kind,
        level,
        severity,
        claim_id,
        span,
        rule: rule.name.clone(),
        articles: rule.articles.clone(),
        rationale,
        unsettled: exceptions.iter().any(|trial| trial.unconfirmed && !trial.applied),
        exceptions,
        strength: rule.strength,
        suggestion: rule
            .suggestion
            .as_ref()
            .map(|it| Rewording { after: it.after.clone(), why: it.why.clone() }),
        query: format!("{} {}", rule.query, rule.title),
    }
}

/// Returns the trigger words as they stand in the advertisement, at most 40 characters of each.
fn quoted_words(reading: &Reading<'_>, text: &ScalarIndex<'_>, found: &Match) -> String {
    let mut words: Vec<String> = Vec::new();
    for &(start, end) in &found.words {
        let span = reading.normal.span(start, end);
        let original = text.slice(span).unwrap_or_default().trim();
        let mut short: String = original.chars().take(40).collect();
        if short.len() < original.len() {
            short.push('…');
        }
        let quoted = format!("‘{short}’");
        if !words.contains(&quoted) {
            words.push(quoted);
        }
    }
    words.join(" ")
}

/// Replaces `{words:은/는}` in a template by the words with the particle that fits.
fn fill(template: &str, words: &str) -> String {
    let mut filled = String::with_capacity(template.len() + words.len());
    let mut rest = template;
    while let Some(at) = rest.find("{words") {
        filled.push_str(&rest[..at]);
        let Some(close) = rest[at..].find('}') else { break };
        let inner = &rest[at + "{words".len()..at + close];
        match inner.strip_prefix(':').and_then(|pair| pair.split_once('/')) {
            Some(pair) => filled.push_str(&with_particle(words, pair)),
            None => filled.push_str(words),
        }
        rest = &rest[at + close + 1..];
    }
    filled.push_str(rest);
    filled
}

fn notices(context: &AdContext<'_>, reading: &Reading<'_>) -> Vec<String> {
    let mut notices = Vec::new();
    let hidden = &reading.normal.hidden;
    if reading.is_cut() {
        notices.push(
            "문구가 지나치게 길거나 띄어쓰기 없이 얽혀 있어 규칙이 끝까지 읽지 못했습니다. 사람이 모두 읽어야 합니다.".to_owned(),
        );
    }
    if let Some(first) = hidden.first() {
        let count: usize = hidden.iter().map(|span| span.end - span.start).sum();
        notices.push(format!(
            "눈에 보이지 않는 글자 {count}개가 숨어 있습니다 (처음: {}번째 글자). 감춘 문구까지 읽고 심의했습니다.",
            first.start + 1
        ));
    }
    let reviewed = context.ad.medium.as_ref().is_some_and(|medium| {
        use simui_domain::Medium::*;
        matches!(
            medium,
            App | SocialMedia
                | Newspaper
                | Magazine
                | Banner
                | Poster
                | Leaflet
                | Transport
                | Billboard
        )
    });
    if reviewed && context.ad.approval.is_none() && is_exempt(&context.ad.text) {
        notices.push(
            "명칭·소재지·전화번호 등 심의 없이 알릴 수 있는 사항만으로 된 광고입니다(의료법 제57조제3항).".to_owned(),
        );
    } else if reviewed && context.ad.approval.is_none() {
        notices.push(
            "이 매체의 의료광고는 사전심의 대상일 수 있으나(의료법 제57조제1항) 심의 승인 정보가 없습니다.".to_owned(),
        );
    }
    notices
}

impl Detector {
    /// Returns every rule with its name, its kind and the articles it rests on.
    pub fn foundations(&self) -> impl Iterator<Item = (&str, ViolationKind, &[String])> {
        self.rules.iter().map(|rule| (rule.name.as_str(), rule.kind, rule.articles.as_slice()))
    }

    /// Returns the rules in force on `day` that find something by patterns or procedures, each as its kind
    /// and the articles it rests on. Rules of the wording model are left out: likeness to known violations is
    /// no ground for a judgement.
    pub fn rules_on(&self, day: Date) -> impl Iterator<Item = (ViolationKind, &[String])> {
        self.rules
            .iter()
            .filter(move |rule| rule.applies_on(day))
            .filter(|rule| rule.procedure != Some(Procedure::Resembles))
            .map(|rule| (rule.kind, rule.articles.as_slice()))
    }

    /// Returns the kinds that the rules of [`Detector::rules_on`] can find on `day`, in order.
    pub fn kinds_on(&self, day: Date) -> Vec<ViolationKind> {
        let mut kinds: Vec<_> = self.rules_on(day).map(|(kind, _)| kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }

    /// Returns the packs that apply to advertisements of `day`, and the lexicons: a case records them.
    pub fn applied(&self, day: Date) -> Vec<AppliedPack> {
        let in_force = self.packs.iter().filter(|(_, (from, to))| {
            from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
        });
        in_force.map(|(pack, _)| pack.clone()).collect()
    }

    /// Returns the kinds that some rule can find on any day, in order.
    pub fn kinds(&self) -> Vec<ViolationKind> {
        let mut kinds: Vec<_> = self.rules.iter().map(|rule| rule.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

impl Detector {
    /// Returns the features of an advertisement as a whole, and of each window, for the training of the
    /// wording model.
    pub fn features(&self, ad: &Ad) -> (Features, Vec<Features>) {
        let reading = self.read(ad);
        let names = &self.lexicon.names;
        let end = reading.normal.letters.len();
        let whole = wording::features(&reading, 0, end, &reading.hits, names);
        let windows = wording::windows(&reading, names);
        (whole, windows.into_iter().map(|window| window.features).collect())
    }
}
