//! Finds the references of a text in order.

use std::ops::Range;
use std::sync::LazyLock;

use jiff::civil::Date;
use regex::Regex;
use simui_domain::ProvisionPath;

use super::article_title::article_title;
use super::quotes::{indirect, owners, quotations};
use super::spelling::Spelling;
use super::{Named, Reference, Words};
use crate::links::{Decision, Found, decisions, in_text};
use crate::text::pattern;
use crate::titles::Titles;

/// A branch number after a path: 제2항의2.
static BRANCH: LazyLock<Regex> = LazyLock::new(|| pattern(r"^의\s?\d{1,3}"));

/// An unknown 목 directly after its 호: 제1호갸목.
static UNKNOWN_SUBITEM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^([가-힣]목)(?:[^가-힣]|[의에을를과와은는이가부까및또로중]|$)"));

/// Numbers below 목, which paths cannot express: 가목의2, 가목1), 가목가).
static BELOW_SUBITEM: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^(?:의\d{1,3}|\d{1,2}\)|[가나다라마바사아자차카타파하]\))"));

/// The day of the change in `(2007. 4. 11. 법률 제8366호로 전부 개정되기 전의 것)`.
static CHANGED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(\d{4})\.\s?(\d{1,2})\.\s?(\d{1,2})\.?\s?(?:법률|대통령령|\S{2,6}령)\s?제\d+호[^()]*전의 것",
    )
});

static MAIN_SENTENCE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s?(?:본문|전단)"));

/// Returns every reference of a text to law and decisions, in order of their first characters. A reference
/// with several quotes is repeated for each. References inside a quotation belong to the quoted source and
/// are not listed.
pub fn references(text: &str, titles: &Titles) -> Vec<Reference> {
    let spelling = Spelling::new(text);
    let chars: Vec<char> = text.chars().collect();
    let mut found: Vec<(Range<usize>, Named)> = Vec::new();
    for decision in decisions(&spelling.text) {
        found.push((spelling.original(&decision.range), decided(decision)));
    }
    for law in in_text(&spelling.text, titles) {
        let (range, named) = provision(law, &spelling.text, titles);
        found.push((spelling.original(&range), named));
    }
    for (range, _) in &mut found {
        *range = trimmed(&chars, range.clone());
    }
    found.retain(|(range, _)| !range.is_empty());
    found.sort_by_key(|(range, _)| (range.start, range.end));
    with_quotes(text, &chars, found)
}

fn decided(decision: Decision) -> Named {
    Named::Decision {
        case_number: decision.case,
        court: decision.court,
        day: decision.day,
        impossible_day: decision.impossible_day,
    }
}

fn provision(law: Found, text: &str, titles: &Titles) -> (Range<usize>, Named) {
    let mut range = law.range;
    let title = titles.official(&law.target.title).map_or(law.target.title, str::to_owned);
    let Some(path) = law.target.path else { return (range, Named::Law { title }) };
    let after = |end: usize| text.get(end..).unwrap_or_default();
    let words = text.get(range.clone()).unwrap_or_default();
    let before = changed_on(words);
    let article_title = article_title(words, after(range.end)).map(|(title, behind)| {
        range.end += behind;
        title
    });
    let unreadable = unreadable_end(law.target.until.as_ref().unwrap_or(&path), after(range.end));
    range.end += unreadable.unwrap_or(0);
    let named = Named::Provision {
        title,
        path,
        until: law.target.until,
        article_title,
        main_sentence: MAIN_SENTENCE.is_match(after(range.end)),
        former: law.target.former,
        before,
        unreadable_end: unreadable.is_some(),
    };
    (range, named)
}

/// Returns the bytes after a path that belong to it and cannot be read, which means that another provision is
/// meant.
fn unreadable_end(path: &ProvisionPath, after: &str) -> Option<usize> {
    let found = if path.subitem > 0 {
        BELOW_SUBITEM.find(after)?
    } else if path.item > 0 {
        let letter = UNKNOWN_SUBITEM.captures(after)?.get(1)?;
        // 제1호각목 means each 목.
        return (letter.as_str() != "각목").then_some(letter.end());
    } else if path.paragraph > 0 {
        BRANCH.find(after)?
    } else {
        return None;
    };
    Some(found.end())
}

fn changed_on(words: &str) -> Option<Date> {
    let found = CHANGED.captures(words)?;
    Date::new(found[1].parse().ok()?, found[2].parse().ok()?, found[3].parse().ok()?).ok()
}

fn trimmed(chars: &[char], range: Range<usize>) -> Range<usize> {
    let words = chars.get(range.clone()).unwrap_or_default();
    let loose = |c: &&char| c.is_whitespace() || matches!(c, ',' | '·' | 'ㆍ' | '~');
    let head = words.iter().take_while(loose).count();
    let tail = words.iter().rev().take_while(loose).count();
    let start = range.start + head;
    start..range.end.saturating_sub(tail).max(start)
}

fn with_quotes(
    text: &str,
    chars: &[char],
    mut found: Vec<(Range<usize>, Named)>,
) -> Vec<Reference> {
    let words = |range: &Range<usize>| Words {
        start: range.start,
        end: range.end,
        words: chars.get(range.clone()).unwrap_or_default().iter().collect(),
    };
    let quotations = quotations(chars);
    // A reference inside a quotation owns none. If the quotation has an owner, the reference is part of the
    // source.
    let inside = |place: &Range<usize>| {
        quotations.iter().position(|it| it.start <= place.start && place.end <= it.end)
    };
    let outside: Vec<Range<usize>> =
        found.iter().map(|it| it.0.clone()).filter(|it| inside(it).is_none()).collect();
    let owners = owners(chars, &outside, &quotations);
    found.retain(|(place, _)| inside(place).is_none_or(|at| owners[at].is_none()));

    let bytes: Vec<usize> = text.char_indices().map(|(byte, _)| byte).collect();
    let mut references = Vec::with_capacity(found.len());
    let mut reported = 0;
    for (place, names) in found {
        if place.start < reported {
            continue;
        }
        let owner = outside.iter().position(|it| *it == place);
        let mut quotes: Vec<Words> = quotations
            .iter()
            .zip(&owners)
            .filter(|(_, of)| owner.is_some() && **of == owner)
            .map(|(quote, _)| words(quote))
            .collect();
        if quotes.is_empty() && owner.is_some() {
            let after = bytes.get(place.end).and_then(|byte| text.get(*byte..)).unwrap_or_default();
            if let Some(indirect_range) = indirect(after) {
                let indirect_range =
                    place.end + indirect_range.start..place.end + indirect_range.end;
                reported = indirect_range.end;
                quotes.push(words(&indirect_range));
            }
        }
        let place = words(&place);
        if quotes.is_empty() {
            references.push(Reference { place, names, quote: None });
            continue;
        }
        for quote in quotes {
            let (place, names) = (place.clone(), names.clone());
            references.push(Reference { place, names, quote: Some(quote) });
        }
    }
    references
}
