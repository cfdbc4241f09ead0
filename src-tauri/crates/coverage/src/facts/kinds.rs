//! What one clause says of a kind of cancer: that it is paid for, that it is not, or how much of the amount.

use std::ops::Range;

use super::Source;
use crate::catalog::rules::{Subtype, Subtypes};

/// What a clause says of a kind of cancer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    Yes,
    No,
    /// 암(유사암 제외)으로 진단확정된 경우: the disease in front of the bracket is meant without the kind, of which another clause may speak.
    Apart,
    Conditional,
}

impl Says {
    pub(super) fn value(self) -> &'static str {
        match self {
            Self::Yes => "Y",
            Self::No | Self::Apart => "N",
            Self::Conditional => "조건부",
        }
    }

    pub(super) fn denies(self) -> bool {
        matches!(self, Self::No | Self::Apart)
    }
}

/// Whether a clause takes something out.
pub(super) fn is_denied(rules: &Subtypes, text: &str) -> bool {
    rules.denied.is_match(text) || text.contains(rules.apart.as_str())
}

/// Where a clause names a kind of cancer, and what it says right behind that.
#[derive(Default)]
struct Named {
    /// The first place that is not taken out in a bracket.
    at: Option<Range<usize>>,
    /// A place that is.
    apart: bool,
    included: bool,
    /// From then on it is paid for: 갑상선암 : 1회 보험료를 받은 때.
    begins: bool,
}

/// What a clause says of a kind of cancer, if it names it. `own`: the clause is in the coverage's own section, so that naming
/// the kind where the benefit is described is a yes.
pub(super) fn says(source: &Source<'_>, subtype: usize, text: &str, own: bool) -> Option<Says> {
    let rules = &source.book().rules;
    let words = &rules.subtypes.all.get(subtype)?.words;
    let mut named = Named::default();
    for found in rules.subtypes.words.find_iter(text) {
        let word = text.get(found.range()).unwrap_or_default();
        if !words.iter().any(|it| it == word) {
            continue;
        }
        let behind = behind_list(source, text, found.end());
        let is_apart =
            || rules.subtypes.not_part.is_match(behind) && !is_named_after(source, subtype);
        if rules.subtypes.exclude.is_match(behind) || is_apart() {
            if !is_in_bracket(text, found.start()) || is_denied_in_words(&rules.subtypes, behind) {
                return Some(Says::No);
            }
            named.apart = true;
            continue;
        }
        named.at.get_or_insert(found.range());
        named.included |= rules.subtypes.include.is_match(behind);
        named.begins |= rules.subtypes.begins.is_match(behind);
    }
    let Some(at) = named.at.clone() else { return named.apart.then_some(Says::Apart) };
    let said = told(source, subtype, text, &at, own, &named);
    said.or_else(|| named.apart.then_some(Says::Apart))
}

/// Whether a text names a kind of cancer where it does not take it out.
pub(super) fn is_granted(source: &Source<'_>, subtype: usize, text: &str) -> bool {
    let rules = &source.book().rules.subtypes;
    let of_kind =
        |it: &aho_corasick::Match| rules.of_word.get(it.pattern().as_usize()) == Some(&subtype);
    let mut named = rules.words.find_iter(text).filter(of_kind);
    named.any(|it| !rules.exclude.is_match(behind_list(source, text, it.end())))
}

/// What a clause says of a kind that it names at a place and does not take out there.
fn told(
    source: &Source<'_>,
    subtype: usize,
    text: &str,
    at: &Range<usize>,
    own: bool,
    named: &Named,
) -> Option<Says> {
    let rules = &source.book().rules;
    let partial = &rules.slots.partial;
    let from = group(source, subtype, text).map_or(at.start, |it| it.min(at.start));
    let paid =
        rules.slots.condition_paid.is_match(text) || rules.slots.condition_trigger.is_match(text);
    // A share that is paid until some time only goes for the coverage as a whole: 1년 미만 50%. What is told behind it without a time
    // of its own is the kind's: 1년 이내 50% 지급, 제자리암은 20% 지급.
    let reduced = || {
        let shares = crate::document::shares::shares(text, partial);
        let early: Vec<usize> =
            shares.iter().filter(|it| it.goes_on.is_none()).map(|it| it.at).collect();
        crate::document::shares::rates(text, partial).iter().any(|rate| {
            rate.as_str() != "100" && rate.start() > from && !early.contains(&rate.start())
        })
    };
    // 제자리암으로 진단확정되고 수술을 받은 경우에 한하여: a diagnosis alone is not paid for.
    // It may say so where it names the kind again: 제자리암, 경계성종양 진단 시 지급(단, 경계성종양은 1년이 지난 경우에 한하여).
    let treated = || {
        let of_kind = |it: &aho_corasick::Match| {
            rules.subtypes.of_word.get(it.pattern().as_usize()) == Some(&subtype)
        };
        let again = rules.subtypes.words.find_iter(text).filter(of_kind).map(|it| it.end());
        source.benefit() == "진단"
            && again.filter(|it| *it >= at.end).any(|end| {
                let behind = text.get(end..).unwrap_or_default();
                rules.subtypes.only_treated.is_match(sentence(behind))
            })
    };
    if paid && (reduced() || treated()) {
        return Some(Says::Conditional);
    }
    if named.included || own && named.begins {
        return Some(Says::Yes);
    }
    (paid
        && !is_denied(&rules.subtypes, &without_apart(&rules.subtypes, text))
        && (own || rules.slots.condition_paid.is_match(text)))
    .then_some(Says::Yes)
}

/// A text up to the end of its first sentence: 가입금액 지급(각각 최초 1회한). What follows is said of something else.
fn sentence(text: &str) -> &str {
    let ends = |at: usize| {
        let before = text.get(..at).and_then(|it| it.chars().next_back());
        before.is_some_and(|c| c == ')' || ('가'..='힣').contains(&c))
    };
    let end = text.match_indices('.').map(|it| it.0).find(|it| ends(*it));
    end.and_then(|it| text.get(..it)).unwrap_or(text)
}

/// Where a clause names the kinds together that a kind belongs to and tells in a list behind that which they are: what is said of
/// them is said of it. 유사암의 경우 가입금액의 20% 지급(유사암 : 갑상선암, 제자리암).
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

/// Letters between the kinds together and the first of them that a list names.
const LIST: usize = 24;

/// Whether a text tells which kinds the kinds together are, and this among them: 유사암 : 갑상선암, 제자리암.
pub(super) fn is_list_of(rules: &Subtypes, together: &Subtype, kind: &Subtype, text: &str) -> bool {
    let Some(kind) = place(&kind.words, text) else { return false };
    let heads = together.words.iter().flat_map(|word| text.match_indices(word.as_str()));
    let mut behind = heads.filter_map(|(at, word)| text.get(at + word.len()..kind));
    behind.any(|it| {
        let it = it.trim_start_matches(')');
        rules.lists.iter().any(|begins| it.starts_with(begins.as_str())) && is_near(it)
    })
}

/// Whether between the kinds together and one of them stands little but others of them.
fn is_near(between: &str) -> bool {
    let words = between.split([',', '·', '및', '와', '과']);
    words.map(|it| it.chars().count()).max().is_none_or(|it| it <= LIST)
}

/// Whether a place is within a bracket that closes behind it.
fn is_in_bracket(text: &str, at: usize) -> bool {
    let (before, behind) = (text.get(..at).unwrap_or_default(), text.get(at..).unwrap_or_default());
    let open = before.rfind('(').is_some_and(|it| before.rfind(')').is_none_or(|end| end < it));
    open && behind.contains(')')
}

/// 보장하지 않음, 지급하지 않음, and not 제외 alone.
fn is_denied_in_words(rules: &Subtypes, behind: &str) -> bool {
    let end = behind.find(')').unwrap_or(behind.len());
    let said = behind.get(..end).unwrap_or_default();
    rules.denied.is_match(said)
}

/// A text without brackets that take something out: 암(갑상선암 제외), 병원(요양병원 제외).
fn without_apart(rules: &Subtypes, text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('(') {
        kept.push_str(before);
        match behind.split_once(')') {
            Some((inside, behind)) if inside.ends_with(rules.apart.as_str()) => rest = behind,
            _ => {
                kept.push('(');
                rest = behind;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// 유사암: 갑상선암, 기타피부암, 제자리암, 경계성종양. Where a coverage is named after the kinds together, it covers each of them; where its
/// name excludes them together, it covers none.
pub(super) fn defines(source: &Source<'_>, subtype: usize, text: &str) -> Option<Says> {
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

/// Whether the coverage is named after a kind, or after the kinds together that it belongs to.
fn is_named_after(source: &Source<'_>, subtype: usize) -> bool {
    let all = &source.book().rules.subtypes.all;
    let Some(rule) = all.get(subtype) else { return false };
    let together = all.iter().filter(|it| Some(&it.key) == rule.within.as_ref());
    std::iter::once(rule).chain(together).any(|it| by_name(source, it) == Some(Says::Yes))
}

/// What the coverage's name says of the kinds together.
pub(super) fn by_name(source: &Source<'_>, together: &Subtype) -> Option<Says> {
    let name = &source.book().standards.get(source.asked.coverage)?.name;
    let is_named = together.words.iter().any(|it| name.core.contains(it.as_str()));
    let excluded = together.words.iter().any(|it| name.brackets.contains(&format!("{it}제외")));
    match (is_named, excluded) {
        (true, _) => Some(Says::Yes),
        (false, true) => Some(Says::No),
        _ => None,
    }
}

/// What stands behind a list of kinds of cancer: `경계성종양 및 제자리암은 보장하지 않음` from `은` on. A bracket behind one of them
/// belongs to it.
fn behind_list<'a>(source: &Source<'_>, text: &'a str, from: usize) -> &'a str {
    let rules = &source.book().rules.subtypes;
    let mut at = from;
    loop {
        let rest = text.get(at..).unwrap_or_default();
        if let Some(bracket) = rest.strip_prefix('(') {
            // 유사암(제외): it says it of the word in front of it.
            if rules.exclude.is_match(bracket) || rules.include.is_match(bracket) {
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
            // 전립선암, 대장암: other diseases in the list.
            let letters: usize = behind
                .chars()
                .take_while(|c| ('가'..='힣').contains(c))
                .take(8)
                .map(char::len_utf8)
                .sum();
            let name = behind.get(..letters)?;
            let end = name.find('암').map(|it| it + '암'.len_utf8());
            end.filter(|_| joiner > 0)
        };
        match word.or_else(other) {
            Some(length) => at += joiner + length,
            None if rest.starts_with("등") => at += "등".len(),
            None => return rest,
        }
    }
}
