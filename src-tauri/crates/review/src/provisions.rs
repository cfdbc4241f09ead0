//! 조문의 요건: what the text of a provision must say for a violation to rest on it, and which item (호) of the
//! law an item of the decree implements (`rules/provisions.toml`).

use std::sync::LazyLock;

use serde::Deserialize;
use simui_domain::Citation;
use toml::Spanned;

use crate::rule_error::RuleError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvisionsFile {
    provision: Vec<ProvisionRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvisionRow {
    article: Spanned<String>,
    required_words: Vec<Vec<String>>,
    #[serde(default)]
    implements: Option<Spanned<String>>,
}

/// The table of provisions.
#[derive(Debug)]
pub(crate) struct Provisions(Vec<Provision>);

/// A provision and what its text must say.
#[derive(Debug)]
struct Provision {
    article: String,
    /// Of each list, one of the words must stand in the text.
    required_words: Vec<Vec<String>>,
    /// The item of the law that this item of the decree implements.
    implements: Option<String>,
}

#[expect(clippy::expect_used, reason = "the file is built in, and a test of this module reads it")]
static PROVISIONS: LazyLock<Provisions> = LazyLock::new(|| {
    Provisions::parse("provisions.toml", include_str!("../rules/provisions.toml"))
        .expect("provisions.toml is in its form")
});

impl Provisions {
    /// Returns the table that the program carries.
    pub fn builtin() -> &'static Self {
        &PROVISIONS
    }

    fn parse(file: &str, text: &str) -> Result<Self, RuleError> {
        let parsed: ProvisionsFile =
            toml::from_str(text).map_err(|error| RuleError::syntax(file, text, &error))?;
        let mut provisions: Vec<Provision> = Vec::with_capacity(parsed.provision.len());
        let articles: Vec<String> =
            parsed.provision.iter().map(|row| row.article.get_ref().clone()).collect();
        for ProvisionRow { article, required_words, implements } in parsed.provision {
            let at = article.span().start;
            let wrong = |at, expected: &str, found: &str| {
                Err(RuleError::value(file, text, at, expected, found))
            };
            let article = article.into_inner();
            if provisions.iter().any(|it| it.article == article) {
                return wrong(at, "a provision once", &article);
            }
            if required_words.is_empty()
                || required_words.iter().any(|words| words.iter().all(String::is_empty))
            {
                return wrong(at, "words that the provision says", &article);
            }
            if let Some(law) = implements.as_ref().filter(|it| !articles.contains(it.get_ref())) {
                return wrong(law.span().start, "a provision of this table", law.get_ref());
            }
            let implements = implements.map(Spanned::into_inner);
            provisions.push(Provision { article, required_words, implements });
        }
        Ok(Self(provisions))
    }

    /// Returns the words of which one is missing in `text`, the quoted text of `article`; `None` when the
    /// text says everything, or the table does not have the article.
    pub fn missing_in(&self, article: &str, text: &str) -> Option<&[String]> {
        let text = squeezed(text);
        let provision = self.of(article)?;
        let missing = provision
            .required_words
            .iter()
            .find(|words| !words.iter().any(|word| text.contains(&squeezed(word))));
        missing.map(Vec::as_slice)
    }

    /// Returns the item of the law that an item of the decree implements.
    pub fn implemented_by(&self, article: &str) -> Option<&str> {
        self.of(article)?.implements.as_deref()
    }

    fn of(&self, article: &str) -> Option<&Provision> {
        self.0.iter().find(|it| it.article == article)
    }
}

/// Returns why a citation does not carry its violation though the quote stands in its source; `cited` are all
/// citations of the violation.
pub(crate) fn unfit(citation: &Citation, cited: &[&Citation]) -> Option<String> {
    let provisions = Provisions::builtin();
    if let Some(missing) = provisions.missing_in(&citation.article, &citation.quote) {
        return Some(format!(
            "{}에는 그날 ‘{}’이라는 말이 없어 이 유형의 근거가 되지 않습니다.",
            citation.article,
            missing.join("·")
        ));
    }
    let law = provisions.implemented_by(&citation.article)?;
    let of_law = |it: &&&Citation| it.article.starts_with("의료법 제56조제2항");
    let mut laws = cited.iter().filter(of_law).peekable();
    laws.peek()?;
    let implements = laws.any(|it| it.article == law);
    (!implements).then(|| {
        format!("{}은 함께 든 호가 아니라 {law}를 자세히 정한 것입니다.", citation.article)
    })
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && !matches!(c, 'ㆍ' | '·')).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]
    use super::*;

    #[test]
    fn a_text_says_what_its_provision_is_about() {
        let table = Provisions::builtin();
        let check = |article: &str, text: &str, missing: Option<&str>| {
            let found = table.missing_in(article, text).map(|words| words[0].as_str());
            assert_eq!(found, missing, "{article}: {text}");
        };
        check("의료법 제56조제2항제8호", "객관적인 사실을 과장하는 내용의 광고", None);
        check("의료법 제56조제2항제8호", "객관적인 근거가 없는 내용의 광고", Some("과장"));
        check("의료법 제56조제2항제6호", "수술 장면처럼 시술 행위를 드러내는 광고", None);
        check("의료법 제56조제2항제2호", "환자의 치료경험담", Some("오인"));
        check("의료법 제99조", "무엇이든", None);
    }

    #[test]
    fn an_item_of_the_decree_implements_an_item_of_the_law() {
        let table = Provisions::builtin();
        let law = |article: &str| table.implemented_by(article);
        assert_eq!(law("의료법 시행령 제23조제1항제2호"), Some("의료법 제56조제2항제2호"));
        assert_eq!(law("의료법 제56조제2항제2호"), None);
        let decree = table.0.iter().filter(|it| it.article.starts_with("의료법 시행령"));
        assert!(decree.clone().count() == 14 && decree.clone().all(|it| it.implements.is_some()));
    }

    #[test]
    fn a_mistake_is_reported_with_its_line() {
        let error = |text: &str| Provisions::parse("x.toml", text).err().unwrap().to_string();
        assert!(
            error("[[provision]]\narticle = \"가 제1조\"\nrequired_words = []")
                .starts_with("x.toml:2")
        );
        let twice = "[[provision]]\narticle = \"가 제1조\"\nrequired_words = [[\"나\"]]\n";
        assert!(error(&twice.repeat(2)).starts_with("x.toml:5: a provision once"));
        let unknown = format!("{twice}implements = \"다 제2조\"");
        assert!(error(&unknown).starts_with("x.toml:4: a provision of this table"));
    }
}
