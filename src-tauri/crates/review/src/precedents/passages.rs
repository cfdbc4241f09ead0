//! What of a decision is worth quoting: sentences of its 요지, its 판단, its reasons on advertising.

use simui_corpus::quotable;
use simui_domain::Article;

/// Longer sentences are lists of facts that nobody reads in a quotation.
const LONGEST: usize = 420;

/// Sentences kept of reasons, and of a decision as a whole.
const MOST: usize = 60;

/// A sentence and the section it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// `판결요지[2]`
    pub key: String,
    /// As it can be quoted.
    pub text: String,
}

impl Passage {
    /// Facts, where clauses are what the advertisement said: 사안 of a digest, 판시사항 and 요지 of an official text.
    pub(super) fn tells_facts(&self) -> bool {
        ["사안", "판시사항", "판결요지", "결정요지"].iter().any(|it| self.key.starts_with(it))
    }

    /// Whether the court concludes something here.
    pub(super) fn concludes(&self) -> bool {
        let says = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        !self.key.starts_with("사안")
            && says(&[
                "해당하지",
                "해당한다",
                "볼 수 없",
                "보기 어렵",
                "할 수 없",
                "않다",
                "아니다",
                "않는다",
                "과대광고이다",
                "거짓",
                "금지",
                "인정",
                "허용",
                "아니라",
                "의료광고이다",
            ])
    }
}

/// The words that the reasons of an official text quote from advertisements.
pub(crate) fn quoting(body: &str, articles: &[Article]) -> Vec<Passage> {
    let mut found = Vec::new();
    for article in articles.iter().filter(|it| ["이유", "범죄사실"].contains(&it.title.as_str()))
    {
        let words = quotable(body, article.start, article.end);
        let lines = words.lines().map(str::trim).filter(|line| {
            let about = ["광고", "문구", "게재", "홈페이지"].iter().any(|word| line.contains(word));
            about && line.contains(['‘', '“', '"', '\''])
        });
        found.extend(lines.map(|text| passage(article, text)));
    }
    found.truncate(MOST);
    found
}

/// Sections by how much they are worth quoting.
const WORTH: [&str; 6] = ["판결요지", "결정요지", "판단", "판시사항", "사안", "결과"];

/// The sentences of a decision, those most worth quoting first.
pub(crate) fn passages(body: &str, articles: &[Article]) -> Vec<Passage> {
    let mut found = Vec::new();
    for heading in WORTH {
        for article in articles.iter().filter(|article| article.title == heading) {
            let words = quotable(body, article.start, article.end);
            found.extend(sentences(&words, &article.title).map(|text| passage(article, text)));
        }
    }
    // Without 요지 the reasons speak, as far as they speak of advertising.
    if !articles.iter().any(|article| article.title.ends_with("요지") || article.title == "판단")
    {
        for article in articles.iter().filter(|article| article.title == "이유") {
            let words = quotable(body, article.start, article.end);
            let about = sentences(&words, &article.title).filter(|text| text.contains("광고"));
            found.extend(about.map(|text| passage(article, text)));
        }
    }
    found.truncate(MOST);
    found
}

fn passage(article: &Article, text: &str) -> Passage {
    Passage { key: article.key.clone(), text: text.to_owned() }
}

/// The sentences of a section; its heading and the number of a holding left out.
fn sentences<'a>(words: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = words.lines().map(str::trim).filter(move |line| *line != heading);
    // What judges think by themselves is not what the court decided.
    let lines = lines.take_while(|line| !is_own_opinion(line));
    let parts = lines.flat_map(|line| {
        let mut rest = line;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let end = rest.find("다. ").map_or(rest.len(), |at| at + "다.".len());
            let (sentence, after) = rest.split_at(end);
            rest = after.trim_start();
            Some(sentence.trim())
        })
    });
    parts.map(without_number).filter(|sentence| {
        let length = sentence.chars().count();
        (12..=LONGEST).contains(&length)
    })
}

/// `재판관 조대현의 별개의견`, `[반대의견]`.
fn is_own_opinion(line: &str) -> bool {
    let heading = line.chars().count() <= 60;
    heading && ["별개의견", "반대의견", "보충의견"].iter().any(|words| line.contains(words))
}

fn without_number(sentence: &str) -> &str {
    let rest = sentence.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match rest {
        Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => rest.trim_start(),
        _ => sentence,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_without_headings_and_numbers() {
        let words = "판결요지\n[1] 의료광고는 원칙으로 허용된다. 다만 거짓은 금지된다.\n짧다.";
        let found: Vec<&str> = sentences(words, "판결요지").collect();
        assert_eq!(found, ["의료광고는 원칙으로 허용된다.", "다만 거짓은 금지된다."]);
    }
}
