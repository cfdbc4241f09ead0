//! The sections of a stored decision, with white space normalised.

use simui_domain::Article;

use crate::text::{CharIndex, clean};

/// Maximum number of characters read from a section.
const LONGEST: usize = 60_000;

/// Sections by heading: `주문`, `상고인`, `원고,상고인`.
pub(super) struct Sections(Vec<(String, String)>);

impl Sections {
    pub fn new(body: &str, articles: &[Article]) -> Self {
        let index = CharIndex::new(body.to_owned());
        let read = |article: &Article| {
            let end = article.end.min(article.start + LONGEST);
            let words = clean(index.slice(article.start..end));
            (article.title.clone(), one_line(without_heading(&words, &article.title)))
        };
        Self(articles.iter().map(read).collect())
    }

    /// The text of the first section with a given heading.
    pub fn named(&self, heading: &str) -> Option<String> {
        self.0.iter().find(|(title, _)| title == heading).map(|(_, words)| words.clone())
    }

    /// All headings with their text.
    pub fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(title, words)| (title.as_str(), words.as_str()))
    }

    /// The text of each 판시사항.
    pub fn holdings(&self) -> Vec<&str> {
        self.all().filter(|(title, _)| *title == "판시사항").map(|(_, words)| words).collect()
    }

    /// 판시사항, 판결요지 and 결정요지 together: the court's own summary of the decision.
    pub fn gist(&self) -> String {
        let gist = ["판시사항", "판결요지", "결정요지"];
        let parts = self.all().filter(|(title, _)| gist.contains(title)).map(|(_, words)| words);
        parts.collect::<Vec<_>>().join("\n")
    }

    /// All reasoning: 이유, 범죄사실, 무죄부분 and similar. Headings of parties and orders are left out.
    pub fn reasons(&self) -> String {
        let argues = |title: &str| {
            ["이유", "범죄사실", "무죄부분", "판단", "본문", "전문", "판례내용"]
                .iter()
                .any(|word| title.contains(word))
        };
        let parts = self.all().filter(|(title, _)| argues(title)).map(|(_, words)| words);
        parts.collect::<Vec<_>>().join("\n")
    }
}

/// The text without the heading or 【주    문】 at its start.
fn without_heading<'a>(words: &'a str, title: &str) -> &'a str {
    let words = words.trim_start();
    if let Some((label, rest)) = words.strip_prefix('【').and_then(|rest| rest.split_once('】'))
        && squeezed(label) == title
    {
        return rest;
    }
    let (first, rest) = words.split_once('\n').unwrap_or((words, ""));
    let bare = first.trim().trim_start_matches('[').trim_end_matches(']');
    if squeezed(bare) == squeezed(title) { rest } else { words }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
