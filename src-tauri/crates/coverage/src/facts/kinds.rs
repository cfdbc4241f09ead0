//! Reads what one clause states about a cancer subtype: paid, not paid, or paid in part.

use std::ops::Range;

use super::source::Source;
use crate::catalog::cues::Category;
use crate::catalog::fact::Polarity;
use crate::catalog::name::Name;
use crate::catalog::rules::{Rules, Subtype, Subtypes};
use crate::document::book::NamedCoverage;
use crate::document::brackets::{around, replaced};
use crate::document::shares::shares;
use crate::document::values::{explained, rates};

/// What a clause states about a cancer subtype.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Statement {
    Yes,
    No,
    /// 암(유사암 제외)으로 진단확정된 경우: the illness in front of the bracket excludes the subtype, which
    /// another clause may cover.
    Apart,
    Conditional,
}

impl Statement {
    pub(super) fn value(self) -> &'static str {
        match self {
            Self::Yes => "Y",
            Self::No | Self::Apart => "N",
            Self::Conditional => "조건부",
        }
    }

    pub(super) fn polarity(self) -> Polarity {
        match self {
            Self::Yes => Polarity::Affirmed,
            Self::No | Self::Apart => Polarity::Denied,
            Self::Conditional => Polarity::Conditional,
        }
    }

    pub(super) fn denies(self) -> bool {
        matches!(self, Self::No | Self::Apart)
    }
}

/// Whether a clause excludes something.
pub(super) fn is_denied(rules: &Rules, text: &str) -> bool {
    rules.cues.has(Category::Denied, text) || text.contains(rules.subtypes.apart.as_str())
}

/// The places where a clause names a subtype, and what follows them.
#[derive(Default)]
struct Named {
    /// The first place that no bracket excludes.
    at: Option<Range<usize>>,
    /// Whether a bracket excludes the subtype at some place.
    apart: bool,
    included: bool,
    /// Whether it is paid for from some time on: 갑상선암 : 1회 보험료를 받은 때.
    begins: bool,
}

/// Returns what a clause states about a subtype; `None` if nothing. With `own`, the clause is in
/// the coverage's own section, where naming the subtype in the description of the benefit counts as
/// a yes.
pub(super) fn statement_about(
    source: &Source<'_>,
    subtype: usize,
    text: &str,
    own: bool,
) -> Option<Statement> {
    let rules = &source.book().rules;
    let words = &rules.subtypes.all.get(subtype)?.words;
    let mut named = Named::default();
    for found in rules.subtypes.words.find_iter(text) {
        let word = text.get(found.range()).unwrap_or_default();
        if !words.iter().any(|it| it == word)
            || is_in_name_of_other(source, subtype, text, found.end())
        {
            continue;
        }
        let behind = behind_list(source, text, found.end());
        if let Some(rest) = behind_collective(source, subtype, behind) {
            if is_named_after(source, subtype) || is_named_after_collective(source) {
                return Some(Statement::No);
            }
            let is_cancer = |it: &str| rules.cues.has(Category::CountsAsCancer, it);
            let is_paid = rules.cues.has(Category::Paid, rest) && !is_denied(rules, rest);
            if is_cancer(rest) || is_cancer(behind) || own && is_paid {
                return Some(Statement::Yes);
            }
            continue;
        }
        let is_apart =
            || rules.cues.has(Category::NotPart, behind) && !is_named_after(source, subtype);
        if rules.cues.has(Category::Excluded, behind) || is_apart() {
            if around(text, found.start()).is_none() || is_denied_in_words(rules, behind) {
                return Some(Statement::No);
            }
            named.apart = true;
            continue;
        }
        named.at.get_or_insert(found.range());
        if rules.cues.has(Category::CountsAsCancer, behind) {
            let is_other = is_named_after(source, subtype);
            return Some(if is_other { Statement::No } else { Statement::Yes });
        }
        named.included |= rules.cues.has(Category::Included, behind);
        named.begins |= rules.cues.has(Category::Begins, behind);
    }
    let Some(at) = named.at.clone() else { return named.apart.then_some(Statement::Apart) };
    let found = statement_at(source, subtype, text, &at, own, &named);
    found.or_else(|| named.apart.then_some(Statement::Apart))
}

/// Whether a subtype that ends at byte `end` is part of the name of a benefit that is not the coverage's:
/// 소액암 of 소액암진단특약 says nothing of what 암진단특약 pays for.
fn is_in_name_of_other(source: &Source<'_>, subtype: usize, text: &str, end: usize) -> bool {
    let behind = text.get(end..).unwrap_or_default();
    source.book().rules.cues.has(Category::BenefitName, behind) && !is_named_after(source, subtype)
}

/// Returns the rest of the text behind a subtype that takes it out of its collective, and not out of the
/// cover: 은 유사암에 해당하지 않으며.
fn behind_collective<'a>(source: &Source<'_>, subtype: usize, behind: &'a str) -> Option<&'a str> {
    let rules = &source.book().rules;
    let rule = rules.subtypes.all.get(subtype)?;
    // A cancer of one organ may belong to any collective.
    let is_together = |it: &&Subtype| match &rule.within {
        Some(within) => it.key == *within,
        None => rule.site && !it.site && it.within.is_none(),
    };
    let ends = [Category::Excluded, Category::NotPart].into_iter();
    let end = ends.filter_map(|it| Some(rules.cues.find(it, behind)?.end)).min()?;
    // 은 암진단비(유사암제외)에서 보장하지 않고 takes it out of a coverage.
    let is_left = |(at, word): (usize, &str)| {
        let (front, rest) = (behind.get(..at), behind.get(at + word.len()..));
        !front.is_some_and(|it| it.ends_with('('))
            && rest.is_some_and(|it| it.starts_with(['에', '의', '으', '로', '이', '가']))
    };
    let named =
        |it: &str| behind.get(..end).is_some_and(|text| text.match_indices(it).any(is_left));
    let mut all = rules.subtypes.all.iter().filter(is_together);
    let is_named = all.any(|it| it.words.iter().any(|it| named(it)));
    is_named.then(|| behind.get(end..)).flatten()
}

/// Returns the kinds of cancer that the share at byte `rate` of a folded clause is paid for: those of the
/// last list in front of it. None if the share is paid for the illness itself, alone or beside a kind.
pub(super) fn kinds_of_rate(source: &Source<'_>, text: &str, rate: usize) -> Vec<usize> {
    let rules = &source.book().rules;
    let before = text.get(..rate).unwrap_or_default();
    let is_named = |(_, rest): &(aho_corasick::Match, usize)| {
        let rest = text.get(text.len() - rest..).unwrap_or_default();
        !rules.cues.has(Category::Excluded, rest)
    };
    let found = rules.subtypes.words.find_iter(before);
    let all: Vec<(aho_corasick::Match, usize)> =
        found.map(|it| (it, behind_list(source, text, it.end()).len())).filter(is_named).collect();
    let Some((last, rest)) = all.last() else { return Vec::new() };
    let list = || all.iter().filter(|it| it.1 == *rest);
    let first = list().next().map_or(last.start(), |it| it.0.start());
    // 암(유사암 포함)으로 진단확정된 경우 50%, 암·유사암 모두 50%.
    let explains = around(text, first).is_some_and(|(open, inside)| open + 1 + inside.len() < rate);
    let end = (text.len() - rest).min(rate);
    if explains || is_beside_disease(rules, text, first) || names_illness(source, text, end..rate) {
        return Vec::new();
    }
    let of_word = |it: &aho_corasick::Match| rules.subtypes.of_word.get(it.pattern().as_usize());
    // 소액암(유방암, 자궁암, | 가입금액의 20% | 전립선암)으로: a cell interrupts the list that explains a kind.
    let is_interrupted = text.get(text.len() - rest..).is_some_and(|it| it.starts_with(','));
    let open = around(text, first).map(|it| it.0).filter(|_| is_interrupted);
    let explained = all.iter().filter(|it| Some(it.0.end()) == open);
    list().chain(explained).filter_map(|it| of_word(&it.0).copied()).collect()
}

/// Whether a part of a clause names the illness of the coverage, about which it then goes on: 유사암 진단시 가입금액, 암
/// 진단시. Behind 그 and 해당 it is the one that was named before.
fn names_illness(source: &Source<'_>, text: &str, part: Range<usize>) -> bool {
    let rules = &source.book().rules;
    let within = rules.names.diseases.find_iter(text).filter(|it| part.contains(&it.start()));
    let mut words =
        within.filter(|it| text.get(it.range()).is_some_and(|it| it == "암" || it == "일반암"));
    words.any(|word| {
        let before = text.get(..word.start()).unwrap_or_default();
        let behind = text.get(word.end()..).unwrap_or_default();
        !before.ends_with(['그', '당']) && rules.cues.has(Category::OpensScope, behind)
    })
}

/// Whether a share that is paid for these kinds is the coverage's own: it is of no kind, or of one that the
/// coverage is named after, or of all members of its collective that its sections name.
pub(super) fn is_of_coverage(source: &Source<'_>, kinds: &[usize]) -> bool {
    let all = &source.book().rules.subtypes.all;
    let is_named = |at: usize| {
        let words = all.get(at).map(|it| it.words.as_slice()).unwrap_or_default();
        let mut own = source.clauses.iter().filter(|it| it.own);
        own.any(|it| place(words, &it.text).is_some())
    };
    let named_so =
        |it: &usize| all.get(*it).is_some_and(|it| by_name(source, it) == Some(Statement::Yes));
    let members = || (0..all.len()).filter(|it| all.get(*it).is_some_and(|it| it.within.is_some()));
    kinds.is_empty()
        || kinds.iter().any(named_so)
        || kinds.iter().any(|it| is_named_after(source, *it))
            && members().all(|it| kinds.contains(&it) || !is_named(it))
}

/// Whether a share of a list of kinds is paid for a kind: the list is empty, or has it or its collective.
pub(super) fn is_paid_for(source: &Source<'_>, kind: usize, kinds: &[usize]) -> bool {
    let all = &source.book().rules.subtypes.all;
    let within = all.get(kind).and_then(|it| it.within.as_ref());
    let together = all.iter().position(|it| Some(&it.key) == within);
    kinds.is_empty() || kinds.iter().any(|it| *it == kind || Some(*it) == together)
}

/// Whether a subtype stands in an enumeration with the illness itself: 암/갑상선암/기타피부암 모두, 일반암, 갑상선암의
/// 경우.
pub(super) fn is_beside_disease(rules: &Rules, text: &str, kind: usize) -> bool {
    let words = || rules.subtypes.all.iter().flat_map(|it| &it.words);
    let mut before = text.get(..kind).unwrap_or_default();
    loop {
        let joiners = [",", "/", "·", "및", "또는", "과", "와"];
        let Some(front) = joiners.iter().find_map(|it| before.strip_suffix(it)) else {
            return false;
        };
        let shorter = words().filter_map(|it| front.strip_suffix(it.as_str()));
        match shorter.min_by_key(|it| it.len()) {
            Some(shorter) => before = shorter,
            None => return front.ends_with('암'),
        }
    }
}

/// Whether a text names a subtype at some place without excluding it.
pub(super) fn is_granted(source: &Source<'_>, subtype: usize, text: &str) -> bool {
    let rules = &source.book().rules;
    let of_kind = |word: &aho_corasick::Match| {
        rules.subtypes.of_word.get(word.pattern().as_usize()) == Some(&subtype)
    };
    let mut named = rules.subtypes.words.find_iter(text).filter(of_kind);
    named.any(|it| !rules.cues.has(Category::Excluded, behind_list(source, text, it.end())))
}

/// Returns what a clause states about a subtype that it names at `at` without excluding it there.
fn statement_at(
    source: &Source<'_>,
    subtype: usize,
    text: &str,
    at: &Range<usize>,
    own: bool,
    named: &Named,
) -> Option<Statement> {
    let rules = &source.book().rules;
    let from = group(source, subtype, text).map_or(at.start, |it| it.min(at.start));
    // 소액암으로 지급한 경우에는 소멸하지 않습니다: what becomes of the contract is no payment.
    let paid = !rules.cues.has(Category::EndsContract, text)
        && (rules.cues.has(Category::Paid, text) || rules.cues.has(Category::Trigger, text));
    // A share paid only up to some time applies to the coverage as a whole: 1년 미만 50%. A share
    // behind it without a time of its own is the subtype's: 1년 이내 50% 지급, 제자리암은 20% 지급.
    let reduced = || {
        let shares = shares(text, &rules.cues);
        let early: Vec<usize> =
            shares.iter().filter(|it| it.goes_on.is_none()).map(|it| it.at).collect();
        rates(text, &rules.cues).iter().any(|rate| {
            let is_part = rate.as_str() != "100" && rate.start() > from;
            is_part
                && is_paid_for(source, subtype, &kinds_of_rate(source, text, rate.start()))
                && !early.contains(&rate.start())
                && explained(text, &rules.cues, rate.range()).is_none()
        })
    };
    // 제자리암으로 진단확정되고 수술을 받은 경우에 한하여: a diagnosis alone is not paid for. The clause may say so where
    // it repeats the subtype: 제자리암, 경계성종양 진단 시 지급(단, 경계성종양은 1년이 지난 경우에 한하여).
    let treated = || {
        let of_kind = |word: &aho_corasick::Match| {
            rules.subtypes.of_word.get(word.pattern().as_usize()) == Some(&subtype)
        };
        let again = rules.subtypes.words.find_iter(text).filter(of_kind).map(|it| it.end());
        source.benefit() == "진단"
            && again.filter(|it| *it >= at.end).any(|end| {
                let behind = text.get(end..).unwrap_or_default();
                rules.cues.has(Category::OnlyTreated, sentence(behind))
            })
    };
    if paid && (reduced() || treated()) {
        return Some(Statement::Conditional);
    }
    // 암보장개시일은 …, 유사암의 보장개시일은 계약일: of no coverage in particular.
    let begins = own && named.begins && !rules.cues.has(Category::OfAllCoverages, text);
    if named.included || begins {
        return Some(Statement::Yes);
    }
    (paid
        && !is_denied(rules, &without_apart(&rules.subtypes, text))
        && (own || rules.cues.has(Category::Paid, text)))
    .then_some(Statement::Yes)
}

/// Returns a text up to the end of its first sentence: 가입금액 지급(각각 최초 1회한). What follows is about
/// something else.
fn sentence(text: &str) -> &str {
    let ends = |at: usize| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        before.is_some_and(|c| c == ')' || ('가'..='힣').contains(&c))
    };
    let end = text.match_indices('.').map(|it| it.0).find(|it| ends(*it));
    end.and_then(|it| text.get(..it)).unwrap_or(text)
}

/// Returns the first place of the collective subtype, if the clause defines it by a list that
/// contains the subtype. Statements about the collective then apply to it: 유사암의 경우 가입금액의 20% 지급(유사암
/// : 갑상선암, 제자리암).
fn group(source: &Source<'_>, subtype: usize, text: &str) -> Option<usize> {
    let all = &source.book().rules.subtypes.all;
    let rule = all.get(subtype)?;
    let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref())?;
    is_list_of(&source.book().rules.subtypes, together, rule, text)
        .then(|| place(&together.words, text))
        .flatten()
}

fn place(words: &[String], text: &str) -> Option<usize> {
    words.iter().filter_map(|it| text.find(it.as_str())).min()
}

/// Largest length, in characters, of a word between the collective subtype and the first one of its
/// list.
const MAX_LISTED_WORD: usize = 24;

/// Whether a text defines the collective subtype by a list that contains this subtype: 유사암 : 갑상선암,
/// 제자리암.
pub(super) fn is_list_of(rules: &Subtypes, together: &Subtype, kind: &Subtype, text: &str) -> bool {
    let Some(kind) = place(&kind.words, text) else { return false };
    // 대장점막내암은 제자리암에 포함하여 유사암으로 봅니다.
    let behind = text.get(kind..).unwrap_or_default();
    let mut counts = together.words.iter().filter_map(|it| behind.split_once(it.as_str()));
    if counts.any(|(between, rest)| rules.counts.is_match(rest) && !between.contains('.')) {
        return true;
    }
    let heads = together.words.iter().flat_map(|word| text.match_indices(word.as_str()));
    let mut behind = heads.filter_map(|(at, word)| text.get(at + word.len()..kind));
    behind.any(|between| {
        let between = between.trim_start_matches(')');
        rules.lists.iter().any(|begins| between.starts_with(begins.as_str())) && is_near(between)
    })
}

/// Whether little but other subtypes stands between the collective subtype and one of its list.
fn is_near(between: &str) -> bool {
    let words = between.split([',', '·', '및', '와', '과']);
    words.map(|it| it.chars().count()).max().is_none_or(|it| it <= MAX_LISTED_WORD)
}

/// Whether the text behind a subtype denies the payment in words: 보장하지 않음, 지급하지 않음, but not 제외
/// alone.
fn is_denied_in_words(rules: &Rules, behind: &str) -> bool {
    let end = behind.find(')').unwrap_or(behind.len());
    let bracket = behind.get(..end).unwrap_or_default();
    rules.cues.has(Category::Denied, bracket)
}

/// Returns a text without brackets that exclude something: 암(갑상선암 제외), 병원(요양병원 제외).
fn without_apart(rules: &Subtypes, text: &str) -> String {
    replaced(text, |it| match it.ends_with(rules.apart.as_str()) {
        true => String::new(),
        false => format!("({it})"),
    })
}

/// Reads a definition of the collective subtype: 유사암: 갑상선암, 기타피부암, 제자리암, 경계성종양. A coverage named
/// after the collective covers each of them; one whose name excludes the collective covers none.
pub(super) fn defines(source: &Source<'_>, subtype: usize, text: &str) -> Option<Statement> {
    let book = source.book();
    let all = &book.rules.subtypes.all;
    let rule = all.get(subtype)?;
    let together = all.iter().find(|it| Some(&it.key) == rule.within.as_ref())?;
    let named = by_name(source, together)?;
    let (head, kind) = (place(&together.words, text)?, place(&rule.words, text)?);
    let between = text.get(head..kind)?;
    let rules = &book.rules.subtypes;
    let is_list = rules.defines.iter().any(|it| between.contains(it.as_str()));
    (is_list && !text.contains("제외한")).then_some(named)
}

/// Whether the coverage is named after some collective: 유사암, 소액암.
fn is_named_after_collective(source: &Source<'_>) -> bool {
    let all = source.book().rules.subtypes.all.iter();
    let mut collectives = all.filter(|it| !it.site && it.within.is_none());
    collectives.any(|it| by_name(source, it) == Some(Statement::Yes))
}

/// Whether the coverage is named after a subtype or after its collective.
fn is_named_after(source: &Source<'_>, subtype: usize) -> bool {
    let all = &source.book().rules.subtypes.all;
    let Some(rule) = all.get(subtype) else { return false };
    let together = all.iter().filter(|it| Some(&it.key) == rule.within.as_ref());
    std::iter::once(rule).chain(together).any(|it| by_name(source, it) == Some(Statement::Yes))
}

/// Returns whether the coverage's name includes or excludes the collective subtype; `None` if it
/// does neither. The company's own names count, and the standard's where it has none: 암수술담보 of a company is
/// not 암수술비(유사암제외).
pub(super) fn by_name(source: &Source<'_>, together: &Subtype) -> Option<Statement> {
    let book = source.book();
    let is_own =
        |it: &&NamedCoverage| it.insurer == source.insurer() && it.coverage == source.coverage();
    let own: Vec<&Name> = book.aliases.iter().filter(is_own).map(|it| &it.name).collect();
    let standard = book.standards.get(source.coverage()).map(|it| &it.name);
    let names: Vec<&Name> = if own.is_empty() { standard.into_iter().collect() } else { own };
    let of_any = |has: &dyn Fn(&Name, &str) -> bool| {
        names.iter().any(|name| together.words.iter().any(|it| has(name, it)))
    };
    let is_named = of_any(&|name, word| name.core.contains(word));
    let excluded = of_any(&|name, word| name.brackets.contains(&format!("{word}제외")));
    match (is_named, excluded) {
        (true, _) => Some(Statement::Yes),
        (false, true) => Some(Statement::No),
        _ => None,
    }
}

/// Returns the text behind an enumeration of subtypes: `경계성종양 및 제자리암은 보장하지 않음` from `은` on. A
/// bracket behind one of them belongs to it.
fn behind_list<'a>(source: &Source<'_>, text: &'a str, from: usize) -> &'a str {
    let (rules, cues) = (&source.book().rules.subtypes, &source.book().rules.cues);
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if let Some(bracket) = rest.strip_prefix('(') {
            // 유사암(제외): the bracket refers to the word in front of it.
            if cues.has(Category::Excluded, bracket) || cues.has(Category::Included, bracket) {
                return bracket;
            }
            let Some(end) = bracket.find(')') else { return rest };
            at += end + 2;
            continue;
        }
        if rest.starts_with(')') {
            at += 1;
            continue;
        }
        let joiner =
            rules.joiners.iter().find(|it| rest.starts_with(it.as_str())).map_or(0, String::len);
        let behind = rest.get(joiner..).unwrap_or_default();
        let word = rules.words.find(behind).filter(|it| it.start() == 0).map(|it| it.end());
        let other = || {
            // 전립선암, 전암상태: other diseases in the list.
            let letters: usize = behind
                .chars()
                .take_while(|c| ('가'..='힣').contains(c))
                .take(8)
                .map(char::len_utf8)
                .sum();
            let name = behind.get(..letters)?;
            let ends =
                rules.others.iter().filter_map(|it| Some(name.find(it.as_str())? + it.len()));
            ends.max().filter(|_| joiner > 0)
        };
        match word.or_else(other) {
            Some(length) => at += joiner + length,
            None if rest.starts_with("등") => at += "등".len(),
            None => return rest,
        }
    }
}
