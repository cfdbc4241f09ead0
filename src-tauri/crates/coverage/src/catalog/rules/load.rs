//! Turns rule files into [`Rules`]: checks shapes, compiles patterns, and resolves the names that
//! files refer to each other by.

use aho_corasick::{AhoCorasick, MatchKind};
use regex::Regex;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::files::{
    DiseaseFile, DocumentFile, InsurerFile, PolicyFile, ReadingFile, Resolution, SlotFile,
    SubtypeFile, SubtypeRule,
};
use super::{
    CoverageFile, Coverages, Diseases, Insurers, Intent, IntentFile, NameFile, Names, Query,
    QueryFile, Rules, SlotRule, Subtype, Subtypes,
};
use crate::CoverageError;
use crate::catalog::cues::Cues;
use crate::catalog::fold::fold;
use crate::catalog::kcd::Codes;

/// The name and the text of a rule file.
pub(crate) struct RuleFile<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

pub(super) fn rules(files: &[(&str, &str)]) -> Result<Rules, CoverageError> {
    let source = |file: &'static str| {
        let found = files.iter().find(|(name, _)| *name == file);
        found.map(|(_, text)| RuleFile { file, text }).ok_or(CoverageError::MissingRules { file })
    };
    let slots = source("slots.toml")?.read::<SlotFile>()?.slot;
    let coverages = coverages(&source("coverages.toml")?, &slots)?;
    Ok(Rules {
        digest: digest(files),
        insurers: insurers(&source("insurers.toml")?)?,
        intent: intent(&source("intent.toml")?)?,
        query: query(&source("query.toml")?)?,
        names: names(&source("names.toml")?)?,
        subtypes: subtypes(&source("subtypes.toml")?)?,
        diseases: diseases(&source("diseases.toml")?)?,
        rows: super::rows::rows(&source("rows.toml")?)?,
        documents: source("documents.toml")?.read::<DocumentFile>()?.document,
        coverages,
        slots,
        cues: Cues::read(&source("cues.toml")?)?,
        policy: source("policy.toml")?
            .read::<PolicyFile>()?
            .keyword
            .into_iter()
            .map(|rule| (folded(&rule.words), fold(&rule.find)))
            .collect(),
        resolution: source("resolution.toml")?.read::<Resolution>()?,
        readings: source("readings.toml")?
            .read::<ReadingFile>()?
            .reading
            .into_iter()
            .map(|it| (it.id.clone(), it))
            .collect(),
    })
}

/// Returns a digest of the names and texts of files (FNV-1a, 64 bits).
fn digest(files: &[(&str, &str)]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let bytes = files.iter().flat_map(|(name, text)| name.bytes().chain([0]).chain(text.bytes()));
    bytes.fold(OFFSET, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

impl RuleFile<'_> {
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, CoverageError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            self.error(at, error.message().trim())
        })
    }

    pub(super) fn pattern(&self, pattern: &Spanned<String>) -> Result<Regex, CoverageError> {
        self.regex(pattern.get_ref(), pattern.span().start)
    }

    /// Compiles a pattern that stands at byte `at` of the file.
    pub(crate) fn regex(&self, pattern: &str, at: usize) -> Result<Regex, CoverageError> {
        Regex::new(pattern).map_err(|error| {
            let reason = error.to_string().replace('\n', " ");
            self.error(at, format!("this is no regular expression: {reason}"))
        })
    }

    /// Returns the error for byte `at` of the file.
    pub(crate) fn error(&self, at: usize, reason: impl Into<String>) -> CoverageError {
        CoverageError::rules(self.file, self.text, at, reason)
    }

    fn patterns(&self, patterns: &[Spanned<String>]) -> Result<Vec<Regex>, CoverageError> {
        patterns.iter().map(|it| self.pattern(it)).collect()
    }

    /// Builds a matcher of which the longest of the words at a place wins.
    fn words(&self, words: &[String]) -> Result<AhoCorasick, CoverageError> {
        let longest = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(words);
        longest.map_err(|error| self.error(0, error.to_string()))
    }
}

fn folded(words: &[String]) -> Vec<String> {
    words.iter().map(|word| fold(word)).collect()
}

fn longest(mut words: Vec<String>) -> Vec<String> {
    words.sort_by_key(|it| std::cmp::Reverse(it.chars().count()));
    words
}

/// Pairs each word, folded, with `meaning`.
fn pairs(words: &[String], meaning: &str) -> Vec<(String, String)> {
    words.iter().map(|word| (fold(word), meaning.to_owned())).collect()
}

fn longest_first(mut pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    pairs.sort_by_key(|(word, _)| std::cmp::Reverse(word.len()));
    pairs
}

/// Returns pairs of a folded text and its folded replacement, longest text first.
fn replacements(rules: Vec<super::files::Replacement>) -> Vec<(String, String)> {
    let mut pairs: Vec<(String, String)> = rules
        .into_iter()
        .flat_map(|rule| {
            let to = fold(&rule.to);
            rule.from.into_iter().map(move |from| (fold(&from), to.clone()))
        })
        .collect();
    pairs.sort_by_key(|(from, _)| std::cmp::Reverse(from.len()));
    pairs
}

fn insurers(source: &RuleFile<'_>) -> Result<Insurers, CoverageError> {
    let file: InsurerFile = source.read()?;
    let of_kinds = |words: fn(&super::files::KindRule) -> &[String]| {
        longest_first(file.kind.iter().flat_map(|kind| pairs(words(kind), &kind.name)).collect())
    };
    let endings = of_kinds(|kind| &kind.endings);
    let groups = of_kinds(|kind| &kind.all);
    let any: Vec<String> = endings.iter().map(|(ending, _)| regex::escape(ending)).collect();
    let company = Regex::new(&format!("(?i)[가-힣a-z]{{1,8}}?(?:{})", any.join("|")))
        .map_err(|error| source.error(0, error.to_string()))?;
    Ok(Insurers {
        known: file.insurer,
        endings,
        groups,
        not_before: folded(&file.not_before),
        common: folded(&file.common),
        not_company: folded(&file.not_company),
        company,
    })
}

fn intent(source: &RuleFile<'_>) -> Result<Intent, CoverageError> {
    let file: IntentFile = source.read()?;
    Ok(Intent {
        compare: folded(&file.compare),
        each: folded(&file.each),
        everyone: folded(&file.everyone),
        everyone_pattern: source.pattern(&file.everyone_pattern)?,
        joiners: folded(&file.joiners),
        not_compare: folded(&file.not_compare),
        without: folded(&file.without),
        rank: folded(&file.rank),
    })
}

fn query(source: &RuleFile<'_>) -> Result<Query, CoverageError> {
    let file: QueryFile = source.read()?;
    let mut particles = folded(&file.particles);
    particles.sort_by_key(|it| std::cmp::Reverse(it.len()));
    Ok(Query {
        phrases: source.words(&folded(&file.phrases))?,
        patterns: source.patterns(&file.patterns)?,
        fillers: folded(&file.fillers),
        particles,
        tails: folded(&file.tails),
        unread: file.unread.into_iter().map(|it| (it.label, folded(&it.words))).collect(),
        whether: folded(&file.whether.words),
        not_whether: folded(&file.whether.not),
        beside: folded(&file.whether.beside),
        generic: folded(&file.generic),
        benefits: folded(&file.benefits),
        situation: folded(&file.situation),
        outside: folded(&file.outside.words),
        outside_by: folded(&file.outside.by),
        subjects: {
            let each = file.subject.iter().flat_map(|rule| {
                let to = fold(&rule.to);
                rule.words.iter().map(move |word| (fold(word), to.clone(), rule.weak))
            });
            let mut all: Vec<(String, String, bool)> = each.collect();
            all.sort_by_key(|(word, ..)| std::cmp::Reverse(word.len()));
            all
        },
        benefit_words: longest_first(
            file.spoken.into_iter().flat_map(|it| pairs(&it.words, &fold(&it.to))).collect(),
        ),
    })
}

fn names(source: &RuleFile<'_>) -> Result<Names, CoverageError> {
    let file: NameFile = source.read()?;
    Ok(Names {
        endings: replacements(file.ending),
        same: replacements(file.same),
        drop: folded(&file.drop),
        heading: source.pattern(&file.heading)?,
        rider_front: source.pattern(&file.rider_front)?,
        rider_back: source.pattern(&file.rider_back)?,
        benefit: source.pattern(&file.benefit)?,
        front: source.pattern(&file.front)?,
        not_front: source.pattern(&file.not_front)?,
        back: folded(&file.back),
        label: source.pattern(&file.label)?,
        noise: source.patterns(&file.noise)?,
        generic: folded(&file.generic),
        diseases: source.words(&folded(&file.diseases.words))?,
        long_terms: longest(folded(&file.terms.words)),
        terms: source.words(&folded(&file.terms.words))?,
    })
}

fn subtypes(source: &RuleFile<'_>) -> Result<Subtypes, CoverageError> {
    let file: SubtypeFile = source.read()?;
    let known: Vec<String> = file.subtype.iter().map(|it| it.key.clone()).collect();
    for SubtypeRule { within, .. } in &file.subtype {
        let unknown = within.as_ref().filter(|it| !known.contains(it.get_ref()));
        if let Some(within) = unknown {
            let reason = format!("no subtype has the key {:?}", within.get_ref());
            return Err(source.error(within.span().start, reason));
        }
    }
    let all: Vec<Subtype> = file
        .subtype
        .into_iter()
        .map(|rule| Subtype {
            key: rule.key,
            label: rule.label,
            words: folded(&rule.words),
            always: rule.always,
            site: rule.site,
            within: rule.within.map(Spanned::into_inner),
        })
        .collect();
    let words: Vec<String> = all.iter().flat_map(|it| it.words.clone()).collect();
    let of_word =
        all.iter().enumerate().flat_map(|(at, it)| vec![at; it.words.len()]).collect::<Vec<_>>();
    Ok(Subtypes {
        words: source.words(&words)?,
        of_word,
        joiners: folded(&file.joiners),
        lists: folded(&file.lists),
        defines: folded(&file.defines),
        others: folded(&file.others),
        counts: source.pattern(&file.counts)?,
        apart: fold(&file.apart),
        all,
    })
}

fn diseases(source: &RuleFile<'_>) -> Result<Diseases, CoverageError> {
    let file: DiseaseFile = source.read()?;
    let (mut names, mut of_word, mut all) = (Vec::new(), Vec::new(), Vec::new());
    for rule in file.disease {
        let codes = Codes::read(&fold(&rule.codes.get_ref().join(",")));
        if codes.is_empty() {
            return Err(source.error(rule.codes.span().start, "these are no codes such as I63"));
        }
        of_word.extend(vec![all.len(); rule.names.len()]);
        names.extend(folded(&rule.names));
        all.push(codes);
    }
    Ok(Diseases { words: source.words(&names)?, of_word, all })
}

fn coverages(source: &RuleFile<'_>, slots: &[SlotRule]) -> Result<Coverages, CoverageError> {
    let file: CoverageFile = source.read()?;
    let mut types = Vec::new();
    for rule in file.types {
        for slot in &rule.slots {
            if !slots.iter().any(|it| it.key == *slot.get_ref()) {
                let reason = format!("slots.toml has no slot {:?}", slot.get_ref());
                return Err(source.error(slot.span().start, reason));
            }
        }
        let patterns = source.patterns(&rule.names)?;
        types.push((rule, patterns));
    }
    let (mut main, mut derived) = (Vec::new(), Vec::new());
    for rule in file.role {
        match rule.role.get_ref().as_str() {
            "MAIN" => main.extend(rule.codes),
            "DERIVED" => derived.extend(rule.codes),
            other => {
                let reason = format!("MAIN or DERIVED expected, found {other:?}");
                return Err(source.error(rule.role.span().start, reason));
            }
        }
    }
    Ok(Coverages { types, derived, main, domains: file.domain })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use crate::{CoverageError, Rules};

    /// Replaces words of one file and expects an error with the file's name, the line and the
    /// reason.
    fn refused(file: &str, from: &str, to: &str, reason: &str) {
        let text = Rules::files().iter().find(|it| it.name == file).unwrap().text;
        let line = 1 + text[..text.find(from).unwrap()].matches('\n').count();
        let broken = (file.to_owned(), text.replacen(from, to, 1));
        match Rules::shipped_but(&[broken]).unwrap_err() {
            CoverageError::Rules { file: named, line: at, reason: message } => {
                assert_eq!((named.as_str(), at), (file, line), "{message}");
                assert!(message.contains(reason), "{message}");
            }
            other => unreachable!("{other}"),
        }
    }

    #[test]
    fn the_shipped_rules_load() {
        let rules = Rules::shipped().unwrap();
        assert_eq!(rules.document_type("가입 설계서"), Some("가입설계서"));
        assert_eq!(rules.document_types(), ["가입설계서", "상품요약서", "사업방법서", "약관"]);
        assert_eq!(rules.document_type("사진"), None);
    }

    /// Replaces all occurrences of words of `cues.toml` and expects an error with the reason.
    fn refused_cues(from: &str, to: &str, reason: &str) {
        let text = Rules::files().iter().find(|it| it.name == "cues.toml").unwrap().text;
        let broken = ("cues.toml".to_owned(), text.replace(from, to));
        let error = Rules::shipped_but(&[broken]).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn a_table_of_cues_has_every_category_and_the_groups_that_are_read() {
        refused_cues("category = \"denied\"", "category = \"excludes\"", "category Denied");
        refused_cues("(?<unit>", "(?:", "(?<unit>");
    }

    #[test]
    fn a_broken_rule_file_is_named_with_its_line() {
        refused("documents.toml", "retrieval = 2", "retrieval = \"two\"", "invalid type");
        refused("documents.toml", "axis = \"policy\"", "axle = \"policy\"", "unknown field");
        refused("cues.toml", "category = \"trigger\"", "category = \"hint\"", "unknown variant");
        refused("cues.toml", "pattern = '(?:환급금", "pattern = '((?:환급금", "regular expression");
        refused(
            "cues.toml",
            "example = \"보험료 산출 예시\"",
            "example = \"보험료\"",
            "in its example",
        );
        refused("cues.toml", "not = \"보험료 안내\"", "not = \"보험료 예시\"", "should not be");
        refused("diseases.toml", "[\"I63\"]", "[\"뇌\"]", "no codes");
        refused("coverages.toml", "role = \"DERIVED\"", "role = \"MINOR\"", "MAIN or DERIVED");
        refused(
            "subtypes.toml",
            "within = \"similar_cancer\"",
            "within = \"similar\"",
            "no subtype",
        );
        refused("coverages.toml", "slots = [\"payout_amount\"", "slots = [\"payout\"", "no slot");
        assert!(matches!(
            Rules::read(&[]),
            Err(CoverageError::MissingRules { file: "slots.toml" })
        ));
    }
}
