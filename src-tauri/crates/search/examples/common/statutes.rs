//! The articles of the statutes, from their Markdown.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::Outcome;

pub struct Article {
    /// Name of the law without spaces.
    pub law: String,
    /// 제56조, 제23조의2.
    pub number: String,
    /// Law, chapter, number and title, as a heading.
    pub heading: String,
    pub text: String,
}

/// Reads the articles of all laws, in the order of their paths.
pub fn read(dir: &Path) -> Outcome<Vec<Article>> {
    let mut files = Vec::new();
    walk(dir, &mut files)?;
    files.sort();
    let mut articles = Vec::new();
    for file in files {
        law(&fs::read_to_string(&file)?, &mut articles);
    }
    Ok(articles)
}

/// Indexes the articles by law and number.
pub fn places(articles: &[Article]) -> HashMap<(&str, &str), usize> {
    // Supplements may repeat a number; the first article is the law's own.
    articles
        .iter()
        .enumerate()
        .rev()
        .map(|(at, article)| ((article.law.as_str(), article.number.as_str()), at))
        .collect()
}

fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> Outcome<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|it| it == "md") {
            files.push(path);
        }
    }
    Ok(())
}

fn law(text: &str, articles: &mut Vec<Article>) {
    let title = text.lines().find_map(|line| line.strip_prefix("제목: ")).unwrap_or_default();
    let title = title.trim_matches(['\'', '"']);
    let name: String = title.split_whitespace().collect();
    let mut chapter = "";
    let mut current: Option<Article> = None;
    for line in text.lines() {
        let heading = line.trim_start_matches('#');
        if heading.len() == line.len() {
            if let Some(article) = &mut current {
                let line = line.replace("**", "").replace('\\', "");
                article.text.push_str(unamended(line.trim()).trim());
                article.text.push('\n');
            }
            continue;
        }
        articles.extend(current.take().filter(|it| it.text.trim().chars().count() > 15));
        let heading = heading.trim();
        let number: String =
            heading.chars().take_while(|c| !c.is_whitespace() && *c != '(').collect();
        if number.starts_with('제') && number.contains('조') {
            let heading = format!("{title} {chapter} {heading}");
            current = Some(Article { law: name.clone(), number, heading, text: String::new() });
        } else {
            chapter = heading;
        }
    }
    articles.extend(current.filter(|it| it.text.trim().chars().count() > 15));
}

/// Removes a trailing note such as <개정 2010.1.18>.
fn unamended(line: &str) -> &str {
    match line.rfind('<') {
        Some(at) if line.ends_with('>') => &line[..at],
        _ => line,
    }
}
