//! Finds the standard coverage that a question means.

use std::collections::BTreeSet;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::reduce::{blanked, plans, reduce};
use super::scope::Scope;
use super::subtype::{Target, targets};
use super::typing::readings;
use crate::catalog::cues::Category;
use crate::catalog::fold::{Folded, fold, goes_on_with, past_letter};
use crate::catalog::name::{Name, without_classes};
use crate::document::book::Book;

/// Whether the coverage of a question is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "UPPERCASE")]
#[ts(rename = "ResolutionState")]
pub enum ResolutionState {
    /// The coverage is known.
    Resolved,
    /// There are several candidates; a person must choose.
    Unresolved,
    /// No coverage in the tables is similar.
    Invalid,
}

/// A coverage that a question may mean.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub coverage: usize,
    /// The name that is most similar to the question.
    pub raw_name: String,
    pub similarity: f64,
    /// Similarity times the confidence of the alias.
    pub score: f64,
}

/// The coverage that a question means, with candidates and reason.
#[derive(Debug, Clone)]
pub(crate) struct Resolution {
    pub state: ResolutionState,
    pub coverage: Option<usize>,
    /// Candidates, best first.
    pub candidates: Vec<Candidate>,
    /// Coverages that the question names exactly, in order.
    pub named: Vec<usize>,
    /// The folded names that it uses for the coverage.
    pub names: Vec<String>,
    pub subtypes: Vec<usize>,
    /// The part of the question that was compared with names.
    pub reduced: String,
    /// Reason of the state, as a key for tracing.
    pub reason: &'static str,
}

/// Number of folded characters behind a name that may hold its operation classes: (1종-5종.
const CLASSES_WINDOW: usize = 6;

/// A name of a coverage in the question.
struct Naming {
    span: Range<usize>,
    name: String,
    coverages: Vec<usize>,
    /// Whether the name is that of a company in question or the standard one.
    is_own: bool,
}

pub(crate) fn resolve(
    book: &Book,
    question: &str,
    scope: &Scope,
    chosen: Option<usize>,
    anchored: Option<usize>,
) -> Resolution {
    let wording = blanked(question, &scope.spans);
    let wording = blanked(&wording, &plans(book, &wording, &scope.insurers));
    let (wording, namings) = named_or_misspelt(book, wording, &scope.insurers);
    let spans: Vec<Range<usize>> = namings.iter().map(|it| it.span.clone()).collect();
    let targets = targets(book, &wording, &spans);
    let target_spans: Vec<Range<usize>> = targets.iter().map(|it| it.span.clone()).collect();
    let names: Vec<String> = namings.iter().map(|it| it.name.clone()).collect();
    let mut named: Vec<usize> = Vec::new();
    for naming in &namings {
        let best = preferred(book, &naming.coverages, &scope.insurers, &naming.name);
        if let Some(coverage) = best.filter(|it| !named.contains(it)) {
            named.push(coverage);
        }
    }
    let reduced = reduce(book, &blanked(&wording, &target_spans), &[]);
    let mut found = Resolution {
        state: ResolutionState::Resolved,
        coverage: None,
        candidates: Vec::new(),
        named,
        names,
        subtypes: kinds(targets.iter()),
        reduced,
        reason: "",
    };
    if let Some(chosen) = chosen {
        // Names of other coverages in the question are not names of this one.
        let own = namings.iter().filter(|it| it.coverages.contains(&chosen));
        found.names = own.map(|it| it.name.clone()).collect();
        found.coverage = Some(chosen);
        found.reason = "chosen";
        return found;
    }
    if let Some(first) = found.named.first().copied() {
        let name_of = |coverage: usize| {
            namings.iter().find(|it| it.coverages.contains(&coverage)).map(|it| it.name.clone())
        };
        let candidate = |coverage: &usize| Candidate {
            coverage: *coverage,
            raw_name: name_of(*coverage).unwrap_or_default(),
            similarity: 1.0,
            score: 1.0,
        };
        found.candidates = found.named.iter().map(candidate).collect();
        let own = namings.iter().filter(|it| it.coverages.contains(&first));
        found.names = own.map(|it| it.name.clone()).collect();
        found.coverage = Some(first);
        found.reason = "named";
        return found;
    }
    if let Some(candidates) = named_after_kind(book, &wording, &targets, &scope.insurers) {
        found.coverage = candidates.first().map(|it| it.coverage);
        found.candidates = candidates;
        let heads_name = targets.iter().any(|it| it.heads_name);
        found.subtypes = kinds(targets.iter().filter(|it| heads_name && !it.heads_name));
        found.reason = "similar";
        return found;
    }
    let is_generic = book.rules.query.generic.contains(&found.reduced);
    if is_generic && anchored.is_some() && (found.reduced.is_empty() || found.reduced == "보장") {
        found.coverage = anchored;
        found.reason = "anchor";
        return found;
    }
    if is_generic && !found.subtypes.is_empty() {
        found.state = ResolutionState::Unresolved;
        found.candidates = of_companies(book, family(book, &found, &scope.insurers), scope);
        found.reason = "subtype_only";
        return found;
    }
    found.candidates = candidates(book, &found.reduced, &scope.insurers);
    let rules = &book.rules.resolution;
    let spotted = spotted(book, &found.reduced);
    if found.candidates.first().is_none_or(|it| it.similarity < rules.certain) {
        if is_outside(book, &wording) {
            found.state = ResolutionState::Invalid;
            found.candidates.clear();
            found.reason = "outside";
            return found;
        }
        if let Some(coverage) = only_with_classes(book, &found.reduced, &scope.insurers) {
            found.coverage = Some(coverage);
            found.reason = "only_with_classes";
            return found;
        }
        // 1~5종 수술비, if no coverage with operation classes is known.
        let (has_classes, rest) = without_classes(&found.reduced);
        let is_generic = is_generic
            || spotted.is_generic
            || has_classes && self::spotted(book, &rest).is_generic;
        if !found.candidates.is_empty() && is_generic {
            found.state = ResolutionState::Unresolved;
            found.candidates = of_companies(book, found.candidates, scope);
            found.reason = "generic";
            return found;
        }
        // Words around the name are no part of it: 넘어져서 뼈 부러지면 골절로.
        if let Some(name) = spotted.name {
            let by_name = candidates(book, &name, &scope.insurers);
            let top = |all: &[Candidate]| all.first().map_or(0.0, |it| it.similarity);
            if top(&by_name) > top(&found.candidates) {
                found.candidates = by_name;
            }
        }
    }
    let best = found.candidates.first().map(|it| (it.coverage, it.similarity));
    let second = found.candidates.get(1).map_or(0.0, |it| it.similarity);
    match best {
        // 유사암 어디가 커?: the kinds are known, whatever else is said.
        None if !found.subtypes.is_empty() => {
            found.state = ResolutionState::Unresolved;
            found.candidates = of_companies(book, family(book, &found, &scope.insurers), scope);
            found.reason = "subtype_only";
        }
        None => {
            found.state = ResolutionState::Invalid;
            found.reason = "no_candidate";
        }
        Some((coverage, similar)) if similar >= rules.certain => {
            found.coverage = Some(coverage);
            found.reason = "similar";
        }
        Some((coverage, similar))
            if similar >= rules.floor
                && similar - second >= rules.gap
                && is_of_companies(book, coverage, scope) =>
        {
            found.coverage = Some(coverage);
            found.reason = "ahead";
        }
        Some(_) => {
            found.state = ResolutionState::Unresolved;
            found.candidates = of_companies(book, found.candidates, scope);
            found.reason = "not_confident";
        }
    }
    found
}

/// Returns the byte ranges at which a question names coverages.
pub(crate) fn name_spans(book: &Book, question: &str, insurers: &[usize]) -> Vec<Range<usize>> {
    namings(book, question, insurers).into_iter().map(|it| it.span).collect()
}

/// Returns the question and the coverage names in it. If it has none, returns the first reading of
/// a misspelt field term that has some.
fn named_or_misspelt(book: &Book, wording: String, insurers: &[usize]) -> (String, Vec<Naming>) {
    let named = |wording: &str| {
        let mut found = namings(book, wording, insurers);
        found.retain(|it| it.is_own || !has_more_terms(book, wording, &it.span));
        found
    };
    let found = named(&wording);
    if !found.is_empty() {
        return (wording, found);
    }
    let mut readings = readings(book, &wording).into_iter().map(|it| (named(&it), it));
    let read = readings.find(|(found, _)| !found.is_empty());
    read.map_or((wording, found), |(found, wording)| (wording, found))
}

/// Returns the candidates that the companies in question have a name for; all candidates if there
/// are none.
fn of_companies(book: &Book, candidates: Vec<Candidate>, scope: &Scope) -> Vec<Candidate> {
    let has = |it: &&Candidate| is_of_companies(book, it.coverage, scope);
    let own: Vec<Candidate> = candidates.iter().filter(has).cloned().collect();
    if own.is_empty() { candidates } else { own }
}

/// Whether a company in question has a name for a coverage.
fn is_of_companies(book: &Book, coverage: usize, scope: &Scope) -> bool {
    let mut named = book.aliases.iter().filter(|alias| alias.coverage == coverage);
    named.any(|alias| scope.insurers.contains(&alias.insurer))
}

/// Whether a field term stands right in front of a name in the question: 카티 of 카티 항암약물 치료비.
fn has_more_terms(book: &Book, question: &str, span: &Range<usize>) -> bool {
    let before = question.get(..span.start).unwrap_or_default();
    let word = before.split_whitespace().next_back().map(fold).unwrap_or_default();
    let terms = &book.rules.names.terms;
    terms.find(&word).is_some_and(|it| it.range() == (0..word.len()))
}

/// Returns the subtypes of targets without repeats.
fn kinds<'a>(targets: impl Iterator<Item = &'a Target>) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for target in targets {
        if !all.contains(&target.subtype) {
            all.push(target.subtype);
        }
    }
    all
}

/// Returns coverages similar to a name that includes a cancer subtype: 4대유사암 진단비, 갑상선암·유사암 진단비,
/// 유사암진단특약에 경계성종양.
fn named_after_kind(
    book: &Book,
    wording: &str,
    targets: &[Target],
    insurers: &[usize],
) -> Option<Vec<Candidate>> {
    targets.first()?;
    let asked_of = targets.iter().filter(|it| !it.heads_name).map(|it| it.span.clone());
    let asked_of: Vec<Range<usize>> = asked_of.collect();
    let texts = [wording.to_owned(), blanked(wording, &asked_of)];
    let is_named = |found: &Vec<Candidate>| {
        let best = found.first().filter(|it| it.similarity >= book.rules.resolution.named);
        best.is_some_and(|candidate| {
            book.rules.subtypes.words.is_match(&fold(&candidate.raw_name))
                && !Name::new(&book.rules, &candidate.raw_name).brackets_name_a_kind(&book.rules)
        })
    };
    texts.iter().map(|it| candidates(book, &reduce(book, it, &[]), insurers)).find(is_named)
}

/// Whether a question is about insurance that is not compared: 강아지, but not 강아지한테 물려서.
fn is_outside(book: &Book, wording: &str) -> bool {
    let rules = &book.rules.query;
    let folded = fold(wording);
    let names = || {
        let standards = book.standards.iter().map(|it| &it.name);
        standards.chain(book.aliases.iter().map(|it| &it.name))
    };
    rules.outside.iter().any(|word| {
        let behind = folded.find(word.as_str()).and_then(|at| folded.get(at + word.len()..));
        behind.is_some_and(|it| !rules.outside_by.iter().any(|by| it.starts_with(by.as_str())))
            && !names().any(|it| it.full.contains(word.as_str()))
    })
}

/// Returns the coverage for a question about operation classes, if the companies have exactly one
/// with classes.
fn only_with_classes(book: &Book, reduced: &str, insurers: &[usize]) -> Option<usize> {
    let (has_classes, rest) = without_classes(reduced);
    // 3종 수술비 names one class.
    let class = book.rules.cues.find(Category::SurgeryClass, reduced).filter(|_| !has_classes);
    let rest = match &class {
        Some(at) => format!("{}{}", reduced.get(..at.start)?, reduced.get(at.end..)?),
        None => rest,
    };
    let is_generic = spotted(book, &rest).is_generic || class.is_some() && rest.is_empty();
    if !has_classes && class.is_none() || !is_generic {
        return None;
    }
    let own = book.aliases.iter().filter(|it| insurers.contains(&it.insurer));
    let mut of_classes: Vec<usize> =
        own.filter(|it| it.name.has_classes).map(|it| it.coverage).collect();
    of_classes.sort_unstable();
    of_classes.dedup();
    match of_classes.as_slice() {
        [only] => Some(*only),
        _ => None,
    }
}

/// Field terms in the rest of a question.
struct Spotted {
    /// Whether the terms name a benefit without its subject: 수술비.
    is_generic: bool,
    /// Subject and benefit, without the words around them.
    name: Option<String>,
}

fn spotted(book: &Book, reduced: &str) -> Spotted {
    let benefits = &book.rules.query.benefits;
    let (mut words, mut rest) = (Vec::new(), String::new());
    let mut from = 0;
    for found in book.rules.names.terms.find_iter(reduced) {
        let word = reduced.get(found.range()).unwrap_or_default();
        rest.push_str(reduced.get(from..found.start()).unwrap_or_default());
        from = found.end();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    rest.push_str(reduced.get(from..).unwrap_or_default());
    let (paid, insured): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|it| benefits.iter().any(|benefit| benefit == *it));
    let is_ending = ["", "비", "금", "담보", "특약"].contains(&rest.as_str());
    let is_complete = !paid.is_empty() && !insured.is_empty() && !rest.is_empty();
    Spotted {
        is_generic: !paid.is_empty() && insured.is_empty() && is_ending,
        name: is_complete.then(|| format!("{}{}", insured.concat(), paid.concat())),
    }
}

/// Returns the coverages similar to the reduced question, each once, best first.
pub(crate) fn candidates(book: &Book, reduced: &str, insurers: &[usize]) -> Vec<Candidate> {
    if reduced.is_empty() {
        return Vec::new();
    }
    let rules = &book.rules.resolution;
    let name = Name::new(&book.rules, reduced);
    let own =
        book.aliases.iter().filter(|it| insurers.is_empty() || insurers.contains(&it.insurer));
    let own = own.map(|it| (it.coverage, &it.name, it.raw.as_str(), it.confidence));
    let standard = book.standards.iter().enumerate();
    let standard =
        standard.map(|(at, it)| (at, &it.name, it.standard.name.as_str(), rules.confidence));
    let mut best: Vec<Option<Candidate>> = vec![None; book.standards.len()];
    for (coverage, alias, raw, confidence) in own.chain(standard) {
        let mut similarity = name.similarity(alias, rules);
        if is_part(book, &name.core, &alias.core) {
            similarity = similarity.max(rules.part);
        }
        if similarity < rules.candidate {
            continue;
        }
        let score = similarity * confidence;
        if let Some(slot) = best.get_mut(coverage)
            && slot.as_ref().is_none_or(|it| it.score < score)
        {
            *slot = Some(Candidate { coverage, raw_name: raw.to_owned(), similarity, score });
        }
    }
    let mut found: Vec<Candidate> = best.into_iter().flatten().collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.coverage.cmp(&b.coverage)));
    let top = found.first().map_or(0.0, |it| it.score);
    let tied = found.iter().take_while(|it| top - it.score <= rules.tie).count();
    if let Some(tied) = found.get_mut(..tied) {
        tied.sort_by_key(|it| std::cmp::Reverse(tie_order(book, it, &name)));
    }
    found
}

/// Whether a question names a part of a coverage's subject, and its benefit: 심장 진단비 of 허혈성심장질환진단비.
fn is_part(book: &Book, question_core: &str, core: &str) -> bool {
    let benefits = book.rules.query.benefits.iter();
    let of_benefit = benefits.filter_map(|it| Some((question_core.strip_suffix(it.as_str())?, it)));
    let longest = of_benefit.max_by_key(|(_, benefit)| benefit.len());
    longest.is_some_and(|(subject, benefit)| {
        subject.chars().count() > 1 && core.ends_with(benefit.as_str()) && core.contains(subject)
    })
}

/// Returns the order among equally similar candidates: right domain, operation classes if the
/// question has them, main coverage, similarity of the standard name.
fn tie_order(book: &Book, candidate: &Candidate, name: &Name) -> (bool, bool, bool, u32) {
    let Some(coverage) = book.standards.get(candidate.coverage) else {
        return (false, false, false, 0);
    };
    // 질병 1~5종 수술비 means the coverage with classes, though another is the main one.
    let of_classes = name.has_classes && without_classes(&fold(&candidate.raw_name)).0;
    let domain = domain(book, &name.core);
    let right = domain.is_none_or(|domain| domain == coverage.standard.domain);
    let like = name.similarity(&coverage.name, &book.rules.resolution);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a similarity is 0 to 1"
    )]
    let like = (like * 1000.0) as u32;
    (right, of_classes, coverage.is_main, like)
}

/// Returns the domain that the words of a core indicate.
fn domain<'a>(book: &'a Book, core: &str) -> Option<&'a str> {
    let domains = book.rules.coverages.domains.iter();
    let mut pointed = domains.filter(|it| it.words.iter().any(|word| core.contains(word.as_str())));
    pointed.next().map(|it| it.key.as_str())
}

/// Returns coverages for a question that names only cancer subtypes. If it names 수술비 or 치료비, the
/// coverage of the collective subtype comes first (유사암수술비); then the diagnosis of cancer, main
/// coverages first.
fn family(book: &Book, found: &Resolution, insurers: &[usize]) -> Vec<Candidate> {
    let of_cancer = |at: &usize| book.kind(*at).is_some_and(|it| it.key == "cancer_diagnosis");
    let mut all: Vec<usize> = (0..book.standards.len()).filter(of_cancer).collect();
    let subtypes =
        |at: &usize| book.standards.get(*at).is_some_and(|it| it.name.core.starts_with("유사암"));
    all.sort_by_key(|at| {
        let coverage = book.standards.get(*at);
        (
            !coverage.is_some_and(|it| it.is_main),
            !subtypes(at),
            coverage.map(|it| it.standard.code.clone()),
        )
    });
    let candidate = |coverage: usize| Candidate {
        coverage,
        raw_name: book
            .standards
            .get(coverage)
            .map(|it| it.standard.name.clone())
            .unwrap_or_default(),
        similarity: 0.0,
        score: 0.0,
    };
    let together = found.subtypes.iter().find_map(|at| {
        let within = book.rules.subtypes.all.get(*at)?.within.as_ref()?;
        book.rules.subtypes.all.iter().find(|it| it.key == *within)
    });
    let mut family = Vec::new();
    if let Some(kind) = together.filter(|_| !found.reduced.is_empty() && found.reduced != "암") {
        let certain = |it: &Candidate| it.similarity >= book.rules.resolution.certain;
        let collective_name = format!("{}{}", kind.label, found.reduced);
        family = candidates(book, &collective_name, insurers)
            .into_iter()
            .filter(certain)
            .take(1)
            .collect();
    }
    let known: Vec<usize> = family.iter().map(|it| it.coverage).collect();
    family.extend(all.into_iter().filter(|it| !known.contains(it)).map(candidate));
    family
}

/// Finds coverage names that the question contains exactly (folded), longest first. A name that a
/// company in question uses has that company's meaning; a name that only others use counts too.
fn namings(book: &Book, question: &str, insurers: &[usize]) -> Vec<Naming> {
    let index = book.names();
    let folded = Folded::new(question);
    let text = folded.text();
    let mut found: Vec<Naming> = Vec::new();
    let mut from = 0;
    while let Some((range, uses)) = index.next(text, from) {
        let span = folded.original(question, range.clone());
        let before = question.get(..span.start).and_then(|it| it.chars().next_back());
        let behind = text.get(range.end..).unwrap_or_default();
        let name = text.get(range.clone()).unwrap_or_default().to_owned();
        let dot = '·'.len_utf8();
        let goes_on = behind.starts_with(['(', 'i', 'v']) && !name.ends_with(')')
            || behind.starts_with('·')
                && index
                    .next(text, range.end + dot)
                    .is_none_or(|(next, _)| next.start > range.end + dot);
        let is_generic = book.rules.query.generic.contains(&name);
        if before.is_some_and(goes_on_with) || goes_on || is_generic {
            from = past_letter(text, range.start);
            continue;
        }
        let is_used_in_scope = |use_of: &&(usize, Option<usize>)| {
            use_of.1.is_some_and(|it| insurers.is_empty() || insurers.contains(&it))
        };
        let in_scope = uses.iter().any(|it| is_used_in_scope(&it));
        let meant = uses.iter().filter(|it| !in_scope || is_used_in_scope(it));
        let is_own = in_scope || uses.iter().any(|it| it.1.is_none());
        if !is_own && is_of_several(book, &name, insurers) {
            from = past_letter(text, range.start);
            continue;
        }
        let mut coverages: Vec<usize> = meant.map(|it| it.0).collect();
        let own_coverage = in_bracket(book, &name, &coverages, insurers).filter(|_| !in_scope);
        if let Some(own_coverage) = of_classes(book, &name, behind, insurers).or(own_coverage) {
            coverages = vec![own_coverage];
        }
        found.push(Naming { span, name, coverages, is_own });
        from = range.end;
    }
    found
}

/// Returns the single coverage with operation classes that the companies in question give this
/// name, or that their documents name so, if classes follow the name: 질병수술비 1~5종, 질병수술비 3종.
fn of_classes(book: &Book, name: &str, behind: &str, insurers: &[usize]) -> Option<usize> {
    let next: String = behind.chars().take(CLASSES_WINDOW).collect();
    let class = book.rules.cues.find(Category::SurgeryClass, &next);
    if !without_classes(&next).0 && class.is_none_or(|it| it.start > 0) {
        return None;
    }
    let parsed = Name::new(&book.rules, name);
    let is_of_name = |it: &Name| it.has_classes && it.core == parsed.core;
    let own = book.aliases.iter().filter(|it| insurers.contains(&it.insurer));
    let of_name = own.filter(|it| is_of_name(&it.name));
    let is_in_documents = |coverage: &usize| {
        let mut all = insurers.iter().flat_map(|it| &book.library(*it).mentions);
        all.any(|it| it.coverages.contains(coverage))
    };
    let standard = book.standards.iter().enumerate().filter(|it| is_of_name(&it.1.name));
    let standard = standard.map(|it| it.0).filter(is_in_documents);
    let mut found = of_name.map(|it| it.coverage).chain(standard);
    let first = found.next()?;
    found.all(|it| it == first).then_some(first)
}

/// Returns the single coverage that the companies in question call by this name with a bracket
/// behind it, if they sell none of those the bare name means elsewhere: 재진단암진단비 of a company that
/// has 재진단암진단비(1년대기형).
fn in_bracket(book: &Book, name: &str, meant: &[usize], insurers: &[usize]) -> Option<usize> {
    let own = || book.aliases.iter().filter(|it| insurers.contains(&it.insurer));
    if name.contains('(') || own().any(|it| meant.contains(&it.coverage)) {
        return None;
    }
    let parsed = Name::new(&book.rules, name);
    let mut called = own().filter(|it| it.name.core == parsed.core).map(|it| it.coverage);
    let first = called.next()?;
    called.all(|it| it == first).then_some(first)
}

/// Whether the companies in question have names for several coverages, each narrower than a name that
/// only others use: 질병사망 and 상해사망 of a company, and 사망보험금 of another.
fn is_of_several(book: &Book, name: &str, insurers: &[usize]) -> bool {
    let parsed = Name::new(&book.rules, name);
    let own = book.aliases.iter().filter(|it| insurers.contains(&it.insurer));
    let narrower = own.filter(|it| it.name.core.len() > parsed.core.len());
    let narrower = narrower.filter(|it| it.name.core.ends_with(&parsed.core));
    let all: BTreeSet<usize> = narrower.map(|it| it.coverage).collect();
    !parsed.core.is_empty() && all.len() > 1
}

/// Chooses among coverages of one name: the one of most companies in question, then the one whose
/// standard name it is.
fn preferred(book: &Book, coverages: &[usize], insurers: &[usize], name: &str) -> Option<usize> {
    coverages.iter().copied().max_by_key(|coverage| {
        let uses = book.aliases.iter().filter(|alias| {
            alias.coverage == *coverage
                && alias.name.full == name
                && insurers.contains(&alias.insurer)
        });
        let standard = book.standards.get(*coverage);
        let own = standard.is_some_and(|it| fold(&it.standard.name) == name);
        (uses.count(), own, standard.is_some_and(|it| it.is_main), std::cmp::Reverse(*coverage))
    })
}
