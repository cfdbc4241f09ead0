//! 고침 제안: rewrites the sentence of a violation so that what may be said stays. `rules/rewrites.toml` says what
//! is tried for which kind; a wording that the rules still object to, or that is no Korean sentence any more,
//! is not proposed. A sentence that nothing can mend is to be removed.

mod grammar;
mod operations;
mod words;

use std::sync::LazyLock;

use serde::Deserialize;
use simui_domain::ViolationKind;
use simui_search::analysis::Analyser;
use toml::Spanned;

use self::words::Sentence;
use crate::finding::Finding;
use crate::rule_error::RuleError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RewritesFile {
    rewrite: Vec<RewriteRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RewriteRow {
    id: Spanned<String>,
    kinds: Vec<Spanned<String>>,
    operation: Spanned<String>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    rules: Vec<String>,
    why: String,
}

/// What is done to a sentence.
#[derive(Debug, Clone, PartialEq)]
enum Operation {
    /// Takes the words out where they modify what follows.
    Drop,
    /// Adds a text after the words.
    Qualify(String),
    /// Replaces the predicate by a text with `{subject}`.
    Possible(String),
}

/// A way to rewrite a sentence.
#[derive(Debug, Clone)]
struct Rewrite {
    kinds: Vec<ViolationKind>,
    rules: Vec<String>,
    operation: Operation,
    why: String,
}

/// The ways to rewrite sentences, in the order in which they are tried.
#[derive(Debug)]
pub(crate) struct Rewrites(Vec<Rewrite>);

/// A proposed wording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Proposal {
    /// The whole sentence, rewritten.
    pub after: String,
    /// The reason, in Korean.
    pub why: String,
}

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
static REWRITES: LazyLock<Rewrites> = LazyLock::new(|| {
    Rewrites::parse("rewrites.toml", include_str!("../../rules/rewrites.toml"))
        .expect("rewrites.toml is in its form")
});

impl Rewrites {
    /// Returns the ways that the program carries.
    pub fn builtin() -> &'static Self {
        &REWRITES
    }

    fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let parsed: RewritesFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        let rewrite = |row: RewriteRow| {
            let wrong = |at: &Spanned<String>, expected: &str| {
                RuleError::value(file, text, at.span().start, expected, at.get_ref())
            };
            let has_subject = row.text.contains("{subject}");
            let operation = match row.operation.get_ref().as_str() {
                "drop" if row.text.is_empty() => Operation::Drop,
                "drop" => return Err(wrong(&row.operation, "an operation with `text`")),
                "qualify" if !row.text.is_empty() && !has_subject => Operation::Qualify(row.text),
                "possible" if has_subject => Operation::Possible(row.text),
                "qualify" | "possible" => {
                    return Err(wrong(&row.id, "the `text` of its operation"));
                }
                _ => return Err(wrong(&row.operation, "drop, qualify or possible")),
            };
            let kind = |it: &Spanned<String>| {
                it.get_ref().parse().map_err(|_| wrong(it, "a kind, V1 to V14"))
            };
            let kinds = row.kinds.iter().map(kind).collect::<Result<_, _>>()?;
            Ok(Rewrite { kinds, rules: row.rules, operation, why: row.why })
        };
        Ok(Self(parsed.rewrite.into_iter().map(rewrite).collect::<Result<_, _>>()?))
    }

    /// Returns the first rewriting of `sentence` for a finding that `is_acceptable`. `words` are the
    /// characters `from..to` of the sentence that the finding objects to.
    pub fn rewrite(
        &self,
        finding: &Finding,
        sentence: &str,
        words: std::ops::Range<usize>,
        analyser: &Analyser,
        is_acceptable: impl Fn(&str) -> bool,
    ) -> Option<Proposal> {
        let read = Sentence::read(sentence, words, analyser)?;
        let rule = rule_id(&finding.rule);
        let fits = |it: &&Rewrite| {
            it.kinds.contains(&finding.kind)
                && (it.rules.is_empty() || it.rules.iter().any(|id| id == rule))
        };
        self.0.iter().filter(fits).find_map(|rewrite| {
            let after = match &rewrite.operation {
                Operation::Drop => operations::drop_words(&read),
                Operation::Qualify(text) => operations::qualify(&read, text),
                Operation::Possible(text) => operations::possible(&read, text),
            }?;
            let fine = grammar::is_sound(&after, analyser) && is_acceptable(&after);
            fine.then(|| Proposal { after, why: rewrite.why.clone() })
        })
    }
}

/// Returns the id of a rule without its pack and version: `price_cut` of `discount.price_cut@2026.5`.
fn rule_id(rule: &str) -> &str {
    let name = rule.split_once('@').map_or(rule, |(name, _)| name);
    name.split_once('.').map_or(name, |(_, id)| id)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        let good = "[[rewrite]]\nid = \"a\"\nkinds = [\"V6\"]\noperation = \"drop\"\nwhy = \"\"\n";
        assert!(Rewrites::parse("x.toml", good).is_ok());
        for (from, to, line) in [
            ("\"V6\"", "\"V99\"", 3),
            ("\"drop\"", "\"lift\"", 4),
            ("\"drop\"", "\"qualify\"", 2),
            ("kinds", "kind", 3),
        ] {
            let error = Rewrites::parse("x.toml", &good.replace(from, to)).err().unwrap();
            assert_eq!(error.place(), ("x.toml", line), "{error}");
        }
    }

    #[test]
    fn a_rule_has_an_id_within_its_pack() {
        for (rule, id) in
            [("discount.price_cut@2026.5", "price_cut"), ("a.b.c@1", "b.c"), ("a", "a")]
        {
            assert_eq!(rule_id(rule), id);
        }
    }
}
