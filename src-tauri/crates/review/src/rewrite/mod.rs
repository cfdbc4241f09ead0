//! 고침 제안: rewrites the sentence of a violation so that what may be said stays. `rules/rewrites.toml` says
//! what is tried for which kind; a wording that the rules still object to, or that is no Korean sentence
//! any more, is not proposed. A sentence that nothing can mend is to be removed.

mod grammar;
mod operations;
mod words;

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use simui_domain::ViolationKind;
use simui_search::analysis::Analyser;
use toml::Spanned;

use self::operations::Modifiers;
use self::words::Sentence;
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
    #[serde(default)]
    nouns: bool,
    #[serde(default)]
    about: Option<String>,
    why: String,
}

/// What is done to a sentence.
#[derive(Debug, Clone, PartialEq)]
enum Operation {
    /// Takes the words out where they modify what follows.
    Drop(Modifiers),
    /// Adds a text after the words.
    Qualify(String),
    /// Adds a text at the end of the sentence.
    Append(String),
    /// Replaces the predicate by a text with `{subject}`, where the subject holds a word of a class.
    Possible { text: String, about: String },
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

/// What a finding objects to in a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Wrong<'a> {
    /// The kind of violation.
    pub kind: ViolationKind,
    /// The rule with pack and version.
    pub rule: &'a str,
    /// The words, as characters of the sentence.
    pub words: Range<usize>,
    /// What the sentence must tell beside the words, and does not.
    pub missing: &'a [String],
}

/// Marks the places of a proposed wording that the advertiser has to fill in.
pub(crate) const BLANK: &str = "○○";

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
            let has_text = !row.text.is_empty();
            let operation = match (row.operation.get_ref().as_str(), row.about) {
                ("drop", None) if !has_text && row.nouns => Operation::Drop(Modifiers::AndNouns),
                ("drop", None) if !has_text => Operation::Drop(Modifiers::Inflected),
                ("qualify", None) if has_text => Operation::Qualify(row.text),
                ("append", None) if has_text => Operation::Append(row.text),
                ("possible", Some(about)) if row.text.contains("{subject}") => {
                    Operation::Possible { text: row.text, about }
                }
                ("drop" | "qualify" | "append" | "possible", _) => {
                    return Err(wrong(&row.id, "the fields of its operation"));
                }
                _ => return Err(wrong(&row.operation, "drop, qualify, append or possible")),
            };
            let kind = |kind: &Spanned<String>| {
                kind.get_ref().parse().map_err(|_| wrong(kind, "a kind, V1 to V14"))
            };
            let kinds = row.kinds.iter().map(kind).collect::<Result<_, _>>()?;
            Ok(Rewrite { kinds, rules: row.rules, operation, why: row.why })
        };
        Ok(Self(parsed.rewrite.into_iter().map(rewrite).collect::<Result<_, _>>()?))
    }

    /// Returns the first rewriting of `sentence` without what is `wrong` with it that `is_acceptable`.
    /// `is_about` says whether a text ends with a word of a class of the lexicon.
    pub fn rewrite(
        &self,
        sentence: &str,
        wrong: Wrong<'_>,
        analyser: &Analyser,
        is_about: impl Fn(&str, &str) -> bool,
        is_acceptable: impl Fn(&str) -> bool,
    ) -> Option<Proposal> {
        let Wrong { kind, rule, words, missing } = wrong;
        let read = Sentence::read(sentence, words, analyser)?;
        let rule = rule_id(rule);
        let fits = |row: &&Rewrite| {
            row.kinds.contains(&kind)
                && (row.rules.is_empty() || row.rules.iter().any(|id| id == rule))
        };
        self.0.iter().filter(fits).find_map(|rewrite| {
            let after = match &rewrite.operation {
                Operation::Drop(modifiers) => operations::drop_words(&read, *modifiers),
                Operation::Qualify(text) => operations::qualify(&read, text),
                Operation::Append(text) => {
                    let blanks: Vec<String> =
                        missing.iter().map(|label| format!("{label} {BLANK}")).collect();
                    Some(operations::append(&read, &text.replace("{missing}", &blanks.join(", "))))
                }
                Operation::Possible { text, about } => {
                    let subject = operations::subject(&read)?;
                    is_about(about, subject).then(|| text.replace("{subject}", subject))
                }
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
    #![allow(
        clippy::unwrap_used,
        clippy::print_stderr,
        reason = "a failed unwrap is a failed test, and a skipped one says so"
    )]

    use simui_domain::Span;
    use simui_search::analysis::Dictionary;

    use super::*;

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        let good = "[[rewrite]]\nid = \"a\"\nkinds = [\"V6\"]\noperation = \"drop\"\nwhy = \"\"\n";
        assert!(Rewrites::parse("x.toml", good).is_ok());
        for (from, to, line) in [
            ("\"V6\"", "\"V99\"", 3),
            ("\"drop\"", "\"lift\"", 4),
            ("\"drop\"", "\"qualify\"", 2),
            ("\"drop\"", "\"possible\"", 2),
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

    /// What a discount must tell and the sentences of the test do not.
    const MISSING: [&str; 2] = ["할인 전 금액", "기간"];

    #[test]
    fn sentences_keep_what_may_be_said() {
        let Ok(analyser) = Dictionary::locate(None).and_then(|found| Analyser::open(&found)) else {
            eprintln!("skipped: there is no dictionary");
            return;
        };
        let check = |kind: &str, sentence: &str, words: &str, expected: Option<&str>| {
            let at = sentence.find(words).map_or(0, |at| sentence[..at].chars().count());
            let span = Span { start: at, end: at + words.chars().count() };
            let words = span.start..span.end;
            let missing = &MISSING.map(str::to_owned);
            let (kind, rule) = (kind.parse().unwrap(), "pack.price_cut@1");
            let wrong = Wrong { kind, rule, words, missing };
            let is_about = |class: &str, text: &str| {
                (class == "disease")
                    == ["이명", "고혈압", "치매"].iter().any(|it| text.contains(it))
            };
            let found = Rewrites::builtin().rewrite(sentence, wrong, &analyser, is_about, |_| true);
            assert_eq!(found.map(|it| it.after).as_deref(), expected, "{sentence}");
        };
        check("V6", "국내 최고의 의료진이 진료합니다", "최고", Some("의료진이 진료합니다"));
        check("V6", "국내 최초로 들여온 레이저", "국내 최초", Some("들여온 레이저"));
        check("V6", "아시아 최초 무절개 리프팅 도입", "최초", Some("무절개 리프팅 도입"));
        check("V6", "저희가 최고입니다", "최고", None);
        check("V3", "부작용 없는 지방흡입 안내", "부작용 없", Some("지방흡입 안내"));
        check("V8", "모발이식 전문의 집도", "모발이식 전문의", None);
        for (subject, sentence, words) in [
            ("고혈압", "고혈압 완치 가능", "완치 가능"),
            ("치매", "치매도 되돌릴 수 있습니다", "되돌릴"),
            ("이명", "이명, 이제 완전히 사라집니다", "완전히 사라"),
        ] {
            let relief = "증상을 줄이는 데 도움이 될 수 있으며, 결과는 사람마다 다를 수 있습니다.";
            check("V3", sentence, words, Some(&format!("{subject} {relief}")));
        }
        check("V3", "완치 가능", "완치 가능", None);
        check(
            "V3",
            "임플란트는 한번 심으면 평생 갑니다",
            "평생",
            Some(
                "임플란트의 결과와 유지 기간은 사람마다 다를 수 있으며, 부작용이 있을 수 있습니다.",
            ),
        );
        check(
            "V5",
            "수술 성공률 98%를 자랑합니다",
            "98%",
            Some("수술 성공률 98%(출처 ○○, 조사 기간 ○○~○○, 대상 ○○명)를 자랑합니다"),
        );
        check(
            "V12",
            "보톡스 50% 할인!",
            "50% 할인",
            Some("보톡스 50% 할인(할인 전 금액 ○○, 기간 ○○)!"),
        );
        check("V2", "저는 나았어요", "나았어요", None);
    }
}
