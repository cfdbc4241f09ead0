//! 조건: what an advertiser has to do so that a 조건부허용 holds, as sentences for the letter.
//! `rules/conditions.toml` has their wording.

use std::sync::LazyLock;

use serde::Deserialize;
use simui_domain::{ClaimId, ReviewResult, Suggestion, ViolationKind};
use simui_korean::particles::with_particle;
use toml::Spanned;

use crate::rewrite::BLANK;
use crate::rule_error::RuleError;

/// Longest wording that a condition quotes, in characters.
const LONGEST_QUOTE: usize = 120;
/// What a sentence may ask for in braces.
const FIELDS: [&str; 5] = ["words", "before", "after", "article", "what"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionsFile {
    condition: Vec<ConditionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConditionRow {
    id: Spanned<String>,
    when: Spanned<When>,
    kinds: Option<Vec<Spanned<String>>>,
    text: Spanned<String>,
}

/// What may become of a wording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum When {
    Rewritten,
    Filled,
    Removed,
    Asserted,
}

/// A sentence and what it is for.
#[derive(Debug, Clone)]
struct Condition {
    when: When,
    kinds: Option<Vec<ViolationKind>>,
    text: String,
}

/// The sentences, in the order in which they are tried.
#[derive(Debug)]
struct Conditions(Vec<Condition>);

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
static CONDITIONS: LazyLock<Conditions> = LazyLock::new(|| {
    Conditions::parse("conditions.toml", include_str!("../rules/conditions.toml"))
        .expect("conditions.toml is in its form")
});

/// What a sentence is filled with.
#[derive(Debug, Default)]
struct Fields {
    words: String,
    before: String,
    after: String,
    article: String,
    what: String,
}

impl Conditions {
    fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let parsed: ConditionsFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        let wrong = |at: usize, expected: &str, found: &str| {
            RuleError::value(file, text, at, expected, found)
        };
        let mut conditions: Vec<Condition> = Vec::new();
        for row in parsed.condition {
            let kind = |kind: &Spanned<String>| {
                kind.get_ref()
                    .parse()
                    .map_err(|_| wrong(kind.span().start, "a kind, V1 to V14", kind.get_ref()))
            };
            let kinds = row.kinds.iter().flatten().map(kind).collect::<Result<Vec<_>, _>>()?;
            if let Some(field) = fields(row.text.get_ref()).find(|it| !FIELDS.contains(it)) {
                return Err(wrong(row.text.span().start, "a field of the head", field));
            }
            let when = *row.when.get_ref();
            if conditions.iter().any(|it| it.when == when && it.kinds.is_none()) {
                let expected = "the row for every kind as the last of its `when`";
                return Err(wrong(row.id.span().start, expected, row.id.get_ref()));
            }
            let kinds = row.kinds.map(|_| kinds);
            conditions.push(Condition { when, kinds, text: row.text.into_inner() });
        }
        for when in [When::Rewritten, When::Filled, When::Removed, When::Asserted] {
            if !conditions.iter().any(|it| it.when == when && it.kinds.is_none()) {
                return Err(wrong(0, "a row for every kind", &format!("{when:?}")));
            }
        }
        Ok(Self(conditions))
    }

    fn sentence(&self, when: When, kind: ViolationKind, fields: &Fields) -> Option<String> {
        let fits = |row: &&Condition| {
            row.when == when && row.kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind))
        };
        Some(filled(&self.0.iter().find(fits)?.text, fields))
    }
}

/// Returns the names in braces in a sentence.
fn fields(text: &str) -> impl Iterator<Item = &str> {
    let inner = text.split('{').skip(1).map(|it| it.split('}').next().unwrap_or_default());
    inner.map(|it| it.split(':').next().unwrap_or_default())
}

/// Puts the fields into a sentence, each with the particle that fits it.
fn filled(text: &str, of: &Fields) -> String {
    let mut parts = text.split('{');
    let mut sentence = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((inner, rest)) = part.split_once('}') else { continue };
        let (name, pair) = inner.split_once(':').unwrap_or((inner, ""));
        let value = match name {
            "words" => &of.words,
            "before" => &of.before,
            "after" => &of.after,
            "article" => &of.article,
            _ => &of.what,
        };
        match pair.split_once('/') {
            Some(pair) => sentence.push_str(&with_particle(value, pair)),
            None => sentence.push_str(value),
        }
        sentence.push_str(rest);
    }
    sentence
}

/// Returns a wording between quotation marks, on one line and cut where it is long.
fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut short: String = line.chars().take(LONGEST_QUOTE).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    format!("‘{short}’")
}

/// Returns the conditions of a result, one sentence for each wording that breaks a norm and one for each
/// assertion about a wording that breaks none, in the order of the violations.
pub fn draft(result: &ReviewResult) -> Vec<String> {
    let mut done: Vec<(&ClaimId, Option<&Suggestion>)> = Vec::new();
    let mut sentences = Vec::new();
    for violation in &result.violations {
        let claim = &violation.claim_id;
        let suggestion = suggestion_for(result, claim);
        let same = |(of, with): &(&ClaimId, Option<&Suggestion>)| {
            *of == claim || with.is_some() && suggestion == *with
        };
        if done.iter().any(same) {
            continue;
        }
        done.push((claim, suggestion));
        let words = words_of(result, claim);
        let before = suggestion.map_or(words.as_str(), |it| it.before.as_str());
        let after = suggestion.map_or("", |it| it.after.as_str());
        let when = match after {
            "" => When::Removed,
            after if after.contains(BLANK) => When::Filled,
            _ => When::Rewritten,
        };
        let fields = Fields {
            words: quoted(&words),
            before: quoted(before),
            after: quoted(after),
            article: articles(result, claim, suggestion),
            what: String::new(),
        };
        sentences.extend(CONDITIONS.sentence(when, violation.kind, &fields));
    }
    for assertion in result.assertions.iter().filter(|it| !it.violation_stands) {
        let words = assertion.claim_id.as_ref().map(|claim| words_of(result, claim));
        let fields = Fields {
            words: quoted(words.as_deref().unwrap_or("이 광고")),
            what: assertion.what.clone(),
            ..Fields::default()
        };
        sentences.extend(CONDITIONS.sentence(When::Asserted, assertion.kind, &fields));
    }
    sentences
}

fn words_of(result: &ReviewResult, claim: &ClaimId) -> String {
    let found = result.claims.iter().find(|it| it.id == *claim);
    found.map_or_else(String::new, |it| it.text.clone())
}

/// Returns the suggestion for the sentence that a claim stands in.
fn suggestion_for<'r>(result: &'r ReviewResult, claim: &ClaimId) -> Option<&'r Suggestion> {
    let of_claim = result.suggestions.iter().find(|it| it.claim_id == *claim);
    of_claim.or_else(|| {
        let words = words_of(result, claim);
        result.suggestions.iter().find(|it| !words.is_empty() && it.before.contains(&words))
    })
}

/// Returns the articles that the wordings of one sentence break, each once.
fn articles(result: &ReviewResult, claim: &ClaimId, suggestion: Option<&Suggestion>) -> String {
    let mut articles: Vec<&str> = Vec::new();
    for it in &result.violations {
        let same_sentence =
            || suggestion.is_some() && suggestion_for(result, &it.claim_id) == suggestion;
        let is_new = !articles.contains(&it.article.as_str());
        if is_new && (it.claim_id == *claim || same_sentence()) {
            articles.push(&it.article);
        }
    }
    articles.join(", ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;

    #[test]
    fn mistakes_are_named_with_their_line() {
        let row = |when: &str, kinds: &str, text: &str| {
            format!("[[condition]]\nid = \"a\"\nwhen = \"{when}\"\n{kinds}text = \"{text}\"\n")
        };
        let every = ["rewritten", "filled", "removed", "asserted"].map(|when| row(when, "", "가"));
        Conditions::parse("t.toml", &every.concat()).unwrap();
        for (text, line, part) in [
            (row("removed", "kinds = [\"V15\"]\n", "가"), 4, "V1 to V14"),
            (row("removed", "", "{who} 가"), 4, "who"),
            (row("gone", "", "가"), 3, "gone"),
            (every[..3].concat(), 1, "Asserted"),
            (every.concat() + &every[0], 18, "last of its"),
        ] {
            let error = Conditions::parse("t.toml", &text).unwrap_err();
            let message = error.to_string();
            assert_eq!(error.place(), ("t.toml", line), "{message}");
            assert!(message.contains(part), "{message}");
        }
    }

    #[test]
    fn a_sentence_names_the_wording_and_the_article() {
        let fields = Fields {
            words: quoted("필러 30% 할인"),
            before: quoted("필러 30% 할인"),
            after: quoted("필러 시술"),
            article: "의료법 제56조제2항제13호".to_owned(),
            what: String::new(),
        };
        let sentence_for = |when, kind| CONDITIONS.sentence(when, kind, &fields).unwrap();
        use ViolationKind::{V1, V6, V10, V12};
        for (when, kind, sentence) in [
            (
                When::Rewritten,
                V6,
                "‘필러 30% 할인’을 ‘필러 시술’로 고쳐야 합니다(의료법 제56조제2항제13호).",
            ),
            (When::Removed, V1, "‘필러 30% 할인’을 삭제해야 합니다(의료법 제56조제2항제13호)."),
        ] {
            assert_eq!(sentence_for(when, kind), sentence);
        }
        assert!(sentence_for(When::Filled, V12).contains("대상, 기간, 범위"));
        assert!(sentence_for(When::Removed, V10).contains("심의번호"));
    }
}
