//! Passages of a decision that may be quoted: sentences of its 요지, its 판단, its reasons on advertising.

use simui_corpus::quotable;
use simui_domain::Article;

/// Longest sentence quoted, in characters; longer ones are lists of facts that nobody reads in a quotation.
const LONGEST_SENTENCE: usize = 420;

/// Largest number of sentences kept of a decision.
const MAX_PASSAGES: usize = 60;

/// A sentence of a decision, and the section it stands in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// Key of the section, like `판결요지[2]`.
    pub key: String,
    /// The sentence, in the words of the source.
    pub text: String,
}

impl Passage {
    /// Whether the section states facts, so that its clauses are words of the advertisement: 사안 of a digest,
    /// 판시사항 and 요지 of an official text.
    pub(super) fn states_facts(&self) -> bool {
        ["사안", "판시사항", "판결요지", "결정요지"].iter().any(|it| self.key.starts_with(it))
    }

    /// Whether the court draws a conclusion in this sentence.
    pub(crate) fn concludes(&self) -> bool {
        let contains_any = |words: &[&str]| words.iter().any(|word| self.text.contains(word));
        !self.key.starts_with("사안")
            && contains_any(&[
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

/// Returns the lines in the reasons of an official text that quote advertisements.
pub(crate) fn quotations(body: &str, articles: &[Article]) -> Vec<Passage> {
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
    found.truncate(MAX_PASSAGES);
    found
}

/// Sections in the order in which they are quoted.
const QUOTED_SECTIONS: [&str; 6] = ["판결요지", "결정요지", "판단", "판시사항", "사안", "결과"];

/// Returns the sentences of a decision, those of the sections quoted first at the front.
pub(crate) fn passages(body: &str, articles: &[Article]) -> Vec<Passage> {
    let mut found = Vec::new();
    for heading in QUOTED_SECTIONS {
        for article in articles.iter().filter(|article| article.title == heading) {
            let words = quotable(body, article.start, article.end);
            found.extend(sentences(&words, &article.title).map(|text| passage(article, text)));
        }
    }
    // Without 요지 the reasons are quoted, as far as they are about advertising.
    if !articles.iter().any(|article| article.title.ends_with("요지") || article.title == "판단")
    {
        for article in articles.iter().filter(|article| article.title == "이유") {
            let words = quotable(body, article.start, article.end);
            let about = sentences(&words, &article.title)
                .filter(|text| text.contains("광고") && !is_statute(text));
            found.extend(about.map(|text| passage(article, text)));
        }
    }
    found.truncate(MAX_PASSAGES);
    found
}

fn passage(article: &Article, text: &str) -> Passage {
    Passage { key: article.key.clone(), text: text.to_owned() }
}

/// Returns the sentences of a section, without its heading and the number of a holding.
fn sentences<'a>(words: &'a str, heading: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = words.lines().map(str::trim).filter(move |line| *line != heading);
    // Separate opinions of judges are not what the court decided.
    let lines = lines.take_while(|line| !is_separate_opinion(line));
    let parts = lines.flat_map(split);
    parts.map(without_number).filter(|sentence| {
        let length = sentence.chars().count();
        (12..=LONGEST_SENTENCE).contains(&length) && !is_argument(sentence)
    })
}

/// Splits a line after each `다.` that stands outside quotation marks and brackets.
fn split(line: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in line.char_indices() {
        match c {
            '‘' | '“' | '「' | '(' | '[' => depth += 1,
            '’' | '”' | '」' | ')' | ']' => depth = depth.saturating_sub(1),
            ' ' if depth == 0 && line[..at].ends_with("다.") => {
                parts.push(line[from..at].trim());
                from = at;
            }
            _ => {}
        }
    }
    parts.push(line[from..].trim());
    parts
}

/// Whether a sentence reports what a party argues, which is not what the court holds.
fn is_argument(sentence: &str) -> bool {
    const ENDINGS: [&str; 7] = [
        "주장한다.",
        "주장하였다.",
        "주장하고 있다.",
        "주장이다.",
        "취지이다.",
        "다툰다.",
        "다투고 있다.",
    ];
    ENDINGS.iter().any(|ending| sentence.ends_with(ending))
}

/// Whether a sentence quotes a statute: a prohibition or a penalty, which holds nothing about a case.
fn is_statute(sentence: &str) -> bool {
    const ENDINGS: [&str; 5] = ["하지 못한다.", "아니 된다.", "아니된다.", "처한다.", "정한다."];
    sentence.contains("다음 각 호") || ENDINGS.iter().any(|ending| sentence.ends_with(ending))
}

/// Whether a line is the heading of a separate opinion, like `재판관 조대현의 별개의견` or `[반대의견]`.
fn is_separate_opinion(line: &str) -> bool {
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

    #[test]
    fn a_quotation_is_not_cut_and_an_argument_is_not_quoted() {
        let check = |words: &str, expected: &[&str]| {
            let found: Vec<&str> = sentences(words, "이유").collect();
            assert_eq!(found, expected, "{words}");
        };
        let quoting = "피고인이 ‘부작용이 없다. 안심하라.’라고 적은 것은 과대광고이다.";
        check(quoting, &[quoting]);
        check(
            "청구인은 이 광고가 사실이라고 주장한다. 그러나 이를 인정할 자료가 없다.",
            &["그러나 이를 인정할 자료가 없다."],
        );
        assert!(is_statute("누구든지 제1항의 광고를 하지 못한다."));
        assert!(!is_statute("이 광고는 과대광고에 해당하지 아니한다."));
    }
}
