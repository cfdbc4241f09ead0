//! The detector: applies the rules to one advertisement. It reads no files and no clock.

use jiff::civil::Date;
use simui_domain::{
    Ad, AppliedPack, Claim, ClaimId, ScalarIndex, Span, Technology, WordingSuspicion,
};
use simui_search::analysis::Analyser;

use super::elements::Filled;
use super::exception::{Memo, NOT_OF_STANCE, OTHER_STANCE, occurs};
use super::exempt::is_exempt;
use super::merge::{merge, merge_repeated};
use super::pack::{LexiconFile, Raises, RestsOn, RulePack, builtin_lexicons, sha256};
use super::rationale::{fill, met_elements, quoted_words};
use super::ruleset::{self, Rule, Slot};
use super::suspicions::LikelyKind;
use super::tables::Tables;
use super::triggers::{Trigger, triggers};
use super::wording::{self, Thresholds, Weights, Window};
use crate::claims::{Budget, Grammar, Means, Reading, Triggered, extract, sentence};
use crate::entities::EntityTable;
use crate::finding::{Cleared, ExceptionTrial, Finding, Rewording};
use crate::lexicon::figures::{self, FigureClasses};
use crate::lexicon::{ClassSet, Lexicon, LexiconBuilder};
use crate::normalise::{Characters, normalise};
use crate::pattern::{Match, Phrase, Roles};
use crate::rule_error::RuleError;
use crate::stance::{Cues, Stances, Stretch};
use crate::titles::TitleTable;

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
    /// 살펴볼 곳: wording that the model suspects where no rule fired.
    pub suspicions: Vec<WordingSuspicion>,
    /// By how much the logit of the likeliest kind without a finding exceeds its threshold, negative where no
    /// kind is suspected; `None` where no words are compared.
    pub excess: Option<f64>,
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
    pub(super) lexicon: Lexicon,
    figures: FigureClasses,
    pub(super) grammar: Grammar,
    pub(super) entities: EntityTable,
    titles: TitleTable,
    pub(super) roles: Roles,
    phrases: Vec<Phrase>,
    pub(super) rules: Vec<Rule>,
    pub(super) cues: Cues,
    pub(super) wording: Weights,
    pub(super) thresholds: Thresholds,
    analyser: Analyser,
    /// The packs and the lexicons, each with its first and last day.
    pub(super) packs: Vec<(AppliedPack, Days)>,
}

/// Id of the lexicons among the packs that a case records.
const LEXICON: &str = "lexicon";

/// The first and the last day of a pack.
pub(super) type Days = (Option<Date>, Option<Date>);

/// Returns id, version and hash of packs, and of lexicons with the tables, as a case records them.
fn identities(
    packs: &[RulePack],
    lexicons: &[LexiconFile],
    tables: &Tables<'_>,
) -> Result<Vec<(AppliedPack, Days)>, RuleError> {
    let mut all = Vec::new();
    for pack in packs {
        let (id, version) = (pack.id().to_owned(), pack.version().to_owned());
        let days = (pack.effective_from()?, pack.effective_to()?);
        all.push((AppliedPack { id, version, sha256: pack.sha256() }, days));
    }
    let words = lexicons.iter().map(|file| file.text.as_str()).chain([
        tables.stances,
        tables.figures,
        tables.entities,
        tables.titles,
    ]);
    let words: Vec<&str> = words.collect();
    let (id, version) = (LEXICON.to_owned(), env!("CARGO_PKG_VERSION").to_owned());
    all.push((AppliedPack { id, version, sha256: sha256(&words) }, (None, None)));
    Ok(all)
}

/// A trigger with the exceptions that were tried on it.
pub(super) struct Trial<'r> {
    pub rule: &'r Rule,
    pub found: Match,
    /// The elements that the words fill.
    pub filled: Vec<Filled>,
    pub exceptions: Vec<ExceptionTrial>,
    pub cleared: bool,
    /// What the advertisement does not tell although the rule demands it.
    pub missing: Vec<String>,
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
        Self::with_tables(packs, lexicons, &Tables::builtin(), characters, analyser)
    }

    /// Compiles packs and lexicons with other tables than the program's.
    ///
    /// # Errors
    /// [`RuleError`] with the file and line of the first mistake.
    pub fn with_tables(
        packs: &[RulePack],
        lexicons: &[LexiconFile],
        tables: &Tables<'_>,
        characters: Characters,
        analyser: Analyser,
    ) -> Result<Self, RuleError> {
        let mut builder = LexiconBuilder::new(characters.clone());
        let figures = figures::intern(&mut builder.names);
        let grammar = Grammar::intern(&mut builder.names);
        for file in lexicons {
            builder.read(&file.file, &file.text)?;
        }
        let roles = Roles::parse(tables.figures, &figures, &mut builder)?;
        let cues = Cues::parse(tables.stances, &mut builder)?;
        let (phrases, rules) = ruleset::compile(packs, &mut builder)?;
        let lexicon = builder.build()?;
        Ok(Self {
            characters,
            lexicon,
            figures,
            grammar,
            entities: EntityTable::parse(tables.entities)?,
            titles: TitleTable::parse(tables.titles)?,
            roles,
            phrases,
            rules,
            cues,
            wording: Weights::builtin()?,
            thresholds: Thresholds::builtin()?,
            analyser,
            packs: identities(packs, lexicons, tables)?,
        })
    }

    /// Creates the detector with the packs that the program carries.
    ///
    /// # Errors
    /// The errors of [`Detector::new`]; a test ensures that none occurs.
    pub fn builtin(analyser: Analyser) -> Result<Self, RuleError> {
        Self::new(&RulePack::builtin()?, &builtin_lexicons(), Characters::builtin()?, analyser)
    }

    /// Returns the claims of the advertisement, with those that rules fire on among them, and the notices for
    /// the reviewer.
    pub fn claims(&self, context: &AdContext<'_>) -> (Vec<Claim>, Vec<String>) {
        let reading = self.read(context.ad);
        let stances = self.cues.decide(&reading, &self.grammar);
        let trials = self.trials(context, &reading, &stances);
        (self.extract(&reading, &trials), notices(context, &reading))
    }

    /// Applies the rules to `claims`. A trigger outside all claims is attributed to the nearest one.
    pub fn classify(&self, context: &AdContext<'_>, claims: &[Claim]) -> Examination {
        self.classify_again(context, claims, &[]).0
    }

    /// Applies the rules like [`Self::classify`], and returns the [`Self::likeness`] of known `findings`.
    pub fn classify_again(
        &self,
        context: &AdContext<'_>,
        claims: &[Claim],
        findings: &[Finding],
    ) -> (Examination, Vec<f64>) {
        let reading = self.read(context.ad);
        let stances = self.cues.decide(&reading, &self.grammar);
        let trials = self.trials(context, &reading, &stances);
        let windows = wording::windows(&reading, &self.lexicon.names);
        let likeness = self.likeness_in(&reading, &windows, findings);
        let claims = claims.to_vec();
        (self.conclude(context, (&reading, &windows), &stances, trials, claims), likeness)
    }

    /// Extracts the claims and applies the rules to them.
    pub fn examine(&self, context: &AdContext<'_>) -> Examination {
        let reading = self.read(context.ad);
        let stances = self.cues.decide(&reading, &self.grammar);
        let trials = self.trials(context, &reading, &stances);
        let claims = self.extract(&reading, &trials);
        let windows = wording::windows(&reading, &self.lexicon.names);
        self.conclude(context, (&reading, &windows), &stances, trials, claims)
    }

    fn means(&self) -> Means<'_> {
        let Self { characters, lexicon, figures, grammar, entities, titles, analyser, .. } = self;
        Means { characters, lexicon, figures, grammar, entities, titles, analyser }
    }

    pub(super) fn read<'a>(&self, ad: &'a Ad) -> Reading<'a> {
        let reading = Reading::new(ad, &self.means());
        reading.with_roles(&self.roles).with_heads(&self.grammar).with_phrases(&self.phrases)
    }

    /// Returns the Korean analyser of the rules.
    pub fn analyser(&self) -> &Analyser {
        &self.analyser
    }

    /// Whether a text ends with a word of a class of the lexicon.
    pub fn ends_with_class(&self, text: &str, class: &str) -> bool {
        let Some(class) = self.lexicon.names.get(class) else { return false };
        let ad = Ad { text: text.to_owned(), ..Ad::default() };
        let reading = self.read(&ad);
        let end = reading.normal.letters.len();
        reading.hits.iter().any(|hit| hit.class == class && hit.end == end)
    }

    /// Returns the sentences of an advertisement, in order and not overlapping.
    pub fn sentences(&self, ad: &Ad) -> Vec<Span> {
        let normal = normalise(&ad.text, &self.characters);
        sentence::split(&normal).iter().map(|it| normal.span(it.from, it.to)).collect()
    }

    /// Returns how many words the rules examine in `context`, at most `most`.
    pub fn cost(&self, context: &AdContext<'_>, most: usize) -> usize {
        let mut reading = Reading::new(context.ad, &self.means());
        reading.budget = Budget::of(most);
        let reading = reading.with_roles(&self.roles).with_heads(&self.grammar);
        let reading = reading.with_phrases(&self.phrases);
        let stances = self.cues.decide(&reading, &self.grammar);
        let trials = self.trials(context, &reading, &stances);
        let claims = self.extract(&reading, &trials);
        let windows = wording::windows(&reading, &self.lexicon.names);
        self.conclude(context, (&reading, &windows), &stances, trials, claims);
        reading.budget.spent()
    }

    pub(super) fn trials(
        &self,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        stances: &Stances,
    ) -> Vec<Trial<'_>> {
        let mut all = ClassSet::default();
        reading.hits.iter().for_each(|hit| all.insert(hit.class));
        let mut trials = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.applies_on(context.as_of)) {
            let memo = Memo::default();
            let (found, is_complete) = triggers(rule, context, reading, &all, &memo);
            let first_trial = trials.len();
            trials.extend(
                found
                    .into_iter()
                    .map(|found| self.try_rule(rule, context, reading, stances, (found, &memo))),
            );
            if !is_complete && trials[first_trial..].iter().all(|trial| trial.cleared) {
                // Exceptions cleared all examined triggers; the others are unknown.
                reading.budget.cut();
            }
        }
        trials
    }

    fn try_rule<'r>(
        &self,
        rule: &'r Rule,
        context: &AdContext<'_>,
        reading: &Reading<'_>,
        stances: &Stances,
        (trigger, memo): (Trigger, &Memo),
    ) -> Trial<'r> {
        let Trigger { found, filled } = trigger;
        let mut trial =
            Trial { rule, found, filled, exceptions: vec![], cleared: false, missing: Vec::new() };
        if let Some(tried) = try_stance(rule, stances, &trial.found) {
            trial.cleared |= tried.applied;
            trial.exceptions.push(tried);
        }
        for exception in &rule.exceptions {
            let of = (&trial.found, memo);
            let tried = exception.try_on(context, reading, &self.grammar, stances, of);
            trial.cleared |= tried.applied;
            trial.exceptions.push(tried);
        }
        if !rule.slots.is_empty() {
            let is_missing =
                |it: &&Slot| !occurs(&it.patterns, it.within, reading, &trial.found, memo);
            let missing = rule.slots.iter().filter(is_missing).map(|it| it.label.clone());
            trial.missing = missing.collect();
            let tried = try_slots(rule, &trial.missing);
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
        (reading, windows): (&Reading<'_>, &[Window]),
        stances: &Stances,
        trials: Vec<Trial<'_>>,
        claims: Vec<Claim>,
    ) -> Examination {
        let likely = self.likely_kinds((reading, windows), stances, &trials);
        let suspicions = self.suspicions(reading, &likely, &trials);
        let excess = likely.iter().map(LikelyKind::excess).max_by(f64::total_cmp);
        let (mut findings, mut cleared) = (Vec::new(), Vec::new());
        let text = ScalarIndex::new(&reading.ad.text);
        let memo = Memo::default();
        for trial in trials {
            let span = reading.normal.span(trial.found.start, trial.found.end);
            if trial.rule.raises == Raises::Suspicion {
                continue;
            }
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
        let mut findings = merge_repeated(merge(findings), &claims);
        findings.sort_by_key(|finding| (finding.span.start, finding.kind));
        // A trigger that one rule cleared and another of its kind caught does not count as cleared.
        cleared.retain(|trigger: &Cleared| {
            !findings.iter().take(500).any(|finding| {
                finding.kind == trigger.kind
                    && finding.span.start < trigger.span.end
                    && trigger.span.start < finding.span.end
            })
        });
        cleared.sort_by_key(|it| (it.span.start, it.kind));
        cleared.dedup_by(|a, b| a.kind == b.kind && a.span == b.span);
        let notices = notices(context, reading);
        let unread = reading.is_cut();
        Examination { claims, findings, cleared, suspicions, excess, notices, unread }
    }
}

/// Name of the trial whether the slots of a rule are filled.
const SLOTS_FILLED: &str = "slots_filled";

/// Returns the trial whether the slots of a rule are filled; `missing` has the labels of those that are not.
fn try_slots(rule: &Rule, missing: &[String]) -> ExceptionTrial {
    if !missing.is_empty() {
        let why = format!("적지 않은 것: {}", missing.join(", "));
        return ExceptionTrial::new(SLOTS_FILLED, false, &why);
    }
    let labels = rule.slots.iter().map(|it| it.label.as_str()).collect::<Vec<_>>().join(", ");
    match rule.slots_rest_on {
        RestsOn::Wording => ExceptionTrial::new(SLOTS_FILLED, true, "알려야 할 것을 모두 적음"),
        RestsOn::Permit => ExceptionTrial {
            unconfirmed: true,
            ..ExceptionTrial::new(SLOTS_FILLED, true, &format!("{labels}을(를) 적음: 확인할 것"))
        },
        RestsOn::Assertion => ExceptionTrial::asserted(
            SLOTS_FILLED,
            &format!("{labels}을(를) 적음: 원자료로 확인할 것"),
        ),
    }
}

/// Tries whether the words stand in a stretch for which the rule does not hold; `None` where it holds for
/// all.
fn try_stance(rule: &Rule, stances: &Stances, found: &Match) -> Option<ExceptionTrial> {
    if rule.stances.is_none() && rule.speakers.is_none() {
        return None;
    }
    let holds = |it: &Stretch| rule.holds_for(it.stance) && rule.holds_for_speaker(it.speaker);
    let over: Vec<&Stretch> = stances.over(found.start, found.end).collect();
    let decisive = over.last().filter(|_| !over.iter().any(|it| holds(it)));
    Some(match decisive {
        Some(it) => {
            let by = if rule.holds_for(it.stance) { &it.speaker_by } else { &it.stance_by };
            let by = by.as_ref().map(|by| (by.cue.as_str(), by.why.as_str()));
            let (name, why) = by.unwrap_or(("stance", OTHER_STANCE));
            ExceptionTrial::new(name, true, why)
        }
        None => ExceptionTrial::new("stance", false, NOT_OF_STANCE),
    })
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
    let Trial { rule, found, filled, exceptions, missing, .. } = trial;
    let (mut severity, mut level) = (rule.severity, rule.level);
    let mut reasons = Vec::new();
    for modifier in &rule.modifiers {
        if occurs(&modifier.patterns, modifier.within, reading, &found, memo) {
            severity = modifier.severity.unwrap_or(severity);
            level = modifier.level.unwrap_or(level);
            reasons.push(modifier.why.as_str());
        }
    }
    let words = quoted_words(reading, text, &found);
    let mut rationale = fill(&rule.rationale, &words);
    rationale += &met_elements(reading, text, rule, &filled);
    if !missing.is_empty() && !rule.slots.is_empty() {
        rationale += &format!(" 적지 않은 것: {}.", missing.join(", "));
    }
    for exception in exceptions.iter().filter(|it| it.in_rationale && !it.applied) {
        let why = exception.why.trim_end_matches('.');
        rationale.push_str(&format!(" {why}."));
    }
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
        missing,
        strength: rule.strength,
        suggestion: rule
            .suggestion
            .as_ref()
            .map(|it| Rewording { after: it.after.clone(), why: it.why.clone() }),
        query: format!("{} {}", rule.query, rule.title),
    }
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
