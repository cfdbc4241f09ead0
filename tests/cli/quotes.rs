//! Quotes of the imported law through the program: the text of an article is accepted, any other text is not.

use crate::common::{Desk, shared};
use serde_json::Value;

/// Number of articles quoted.
const ARTICLES: usize = 24;

/// Number of laws and decrees that the articles are drawn from.
const LAWS: [&str; 4] = ["의료법", "약사법", "의료기기법", "화장품법"];

/// A generator with the same numbers in every run (Knuth's 64-bit linear congruential generator).
struct Draw(u64);

impl Draw {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }
}

/// Returns the articles of the imported law in force, each with its quotable lines.
fn quotable(desk: &Desk) -> Vec<(String, Vec<String>)> {
    let documents = desk.run(&["corpus", "list"]).succeeded().json();
    let mut found = Vec::new();
    for document in documents.as_array().unwrap() {
        let official = document["kind"] == "statute" && document["digest"] != true;
        if !official || document["in_force"] != true {
            continue;
        }
        let (id, title) = (text_of(document, "id"), text_of(document, "title"));
        let view = desk.run(&["corpus", "show", id]).succeeded().json();
        for article in view["articles"].as_array().unwrap() {
            let key = text_of(article, "key");
            let lines = text_of(article, "text").lines().skip(1).map(without_mark);
            let lines: Vec<String> =
                lines.filter(|it| (25..300).contains(&it.chars().count())).collect();
            if article["part"] == "main" && key.starts_with('제') && !lines.is_empty() {
                found.push((format!("{title} {key}"), lines));
            }
        }
    }
    found
}

/// Returns a line without its number: `① 누구든지 …`, `1. 누구든지 …`.
fn without_mark(line: &str) -> String {
    let rest = line.trim_start_matches(|c: char| {
        ('①'..='⑳').contains(&c) || c.is_ascii_digit() || c == '.' || c.is_whitespace()
    });
    rest.to_owned()
}

fn text_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap()
}

/// Returns changes of a quote into something that the law does not say.
fn mutations(quote: &str) -> Vec<String> {
    let mut changed = Vec::new();
    let digit = quote.char_indices().find(|(_, c)| c.is_ascii_digit());
    if let Some((at, digit)) = digit {
        let other = char::from_digit((digit.to_digit(10).unwrap() + 1) % 10, 10).unwrap();
        changed.push(format!("{}{other}{}", &quote[..at], &quote[at + 1..]));
    }
    for (from, to) in
        [("하여야 한다", "하지 아니한다"), ("할 수 있다", "하여야 한다"), ("아니한", "하는")]
    {
        if quote.contains(from) {
            changed.push(quote.replacen(from, to, 1));
        }
    }
    let middle = quote.char_indices().nth(quote.chars().count() / 2).unwrap().0;
    changed.push(format!("{}결코 {}", &quote[..middle], &quote[middle..]));
    changed
}

#[test]
fn true_quotes_are_accepted_and_changed_ones_never_verified() {
    let Some(statutes) = shared("corpora/statutes/kr") else { return };
    let desk = Desk::new();
    for law in LAWS {
        let path = statutes.join(law);
        desk.run(&["corpus", "import", path.to_str().unwrap(), "--kind", "statute"]).succeeded();
    }
    let all = quotable(&desk);
    assert!(all.len() > 300, "{}", all.len());
    let status = |quote: &str, article: &str| -> Value {
        let checked = ["corpus", "verify", quote, "--article", article, "--as-of", "2026-11-21"];
        desk.run(&checked).succeeded().json()
    };
    let mut draw = Draw(20_261_122);
    let (mut articles, mut mutated) = (Vec::new(), 0);
    while articles.len() < ARTICLES {
        let (article, lines) = &all[draw.below(all.len())];
        if articles.contains(&article) {
            continue;
        }
        let quote = &lines[draw.below(lines.len())];
        articles.push(article);
        let checked = status(quote, article);
        let accepted = checked["status"] == "VERIFIED" || checked["status"] == "REPAIRED";
        assert!(accepted, "{article}: {quote}: {checked}");
        let changed = mutations(quote);
        let one = &changed[draw.below(changed.len())];
        let checked = status(one, article);
        assert_ne!(checked["status"], "VERIFIED", "{article}: {one}");
        mutated += 1;
    }
    eprintln!("{} true quotes accepted, {mutated} changed ones refused", articles.len());
}
