use std::collections::HashMap;

use simui_domain::{Article, ArticlePart, Provision, ProvisionPath};

use super::reference::{Target, squeezed};
use crate::text::{CharIndex, clean};

/// One document in memory.
#[derive(Debug)]
pub(super) struct Law {
    body: CharIndex,
    pub articles: Vec<Article>,
    /// Articles of the main text by their 조.
    main: HashMap<ProvisionPath, usize>,
}

/// A place in a document: the whole of it, an article, or a provision of an article.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Document,
    Article(&'a Article),
    Provision(&'a Article, &'a Provision),
}

impl Law {
    pub(super) fn new(body: String, articles: Vec<Article>) -> Self {
        let mut main = HashMap::new();
        for (at, article) in articles.iter().enumerate() {
            if let (ArticlePart::Main, Some(first)) = (article.part, article.provisions.first()) {
                // Where a number is repeated (quarantined at import), the first one counts.
                main.entry(first.path.clone()).or_insert(at);
            }
        }
        Self { body: CharIndex::new(body), articles, main }
    }

    /// The place a reference points at.
    pub(super) fn place(&self, target: &Target) -> Option<Place<'_>> {
        match target {
            Target::Provision { path, .. } => {
                let article = self.articles.get(*self.main.get(&path.whole_article())?)?;
                provision(article, path)
            }
            Target::Supplementary(rest) => self.supplementary(rest),
            Target::Section(key) => {
                let named = |article: &&Article| squeezed(&article.key) == *key;
                self.articles.iter().find(named).map(Place::Article)
            }
            Target::Whole => Some(Place::Document),
        }
    }

    /// `부칙(2018.3.27.제15540호)제1조제2항` without white space: the longest article key it starts with, then 항 and 호.
    fn supplementary(&self, rest: &str) -> Option<Place<'_>> {
        let parts =
            self.articles.iter().filter(|article| article.part == ArticlePart::Supplementary);
        let (article, below) = parts
            .filter_map(|article| Some((article, rest.strip_prefix(&squeezed(&article.key))?)))
            .min_by_key(|(_, below)| below.len())?;
        if below.is_empty() {
            return Some(match article.provisions.first() {
                Some(first) => Place::Provision(article, first),
                None => Place::Article(article),
            });
        }
        let whole = &article.provisions.first()?.path;
        provision(article, &format!("{whole}{below}").parse().ok()?)
    }

    /// The smallest place of the main text or a section whose words are such.
    pub(super) fn place_where(&self, says: impl Fn(&str) -> bool) -> Option<Place<'_>> {
        if !says(&self.words(Place::Document).1) {
            return None;
        }
        let article = self.articles.iter().find(|it| says(&self.words(Place::Article(it)).1))?;
        let inside = article.provisions.iter().map(|it| Place::Provision(article, it));
        let said = inside.map(|place| (place, self.words(place).1)).filter(|(_, it)| says(it));
        let smallest = said.min_by_key(|(_, words)| words.len()).map(|(place, _)| place);
        smallest.or(Some(Place::Article(article)))
    }

    /// The words of a place: its own, and with everything below it.
    pub(super) fn words(&self, place: Place<'_>) -> (String, String) {
        match place {
            Place::Document => (String::new(), clean(self.body.slice(0..usize::MAX))),
            Place::Article(article) => {
                let whole = clean(self.body.slice(article.start..article.end));
                (whole.clone(), whole)
            }
            Place::Provision(_, provision) => {
                let whole = clean(self.body.slice(provision.start..provision.end));
                (provision.text.clone(), whole)
            }
        }
    }
}

fn provision<'a>(article: &'a Article, path: &ProvisionPath) -> Option<Place<'a>> {
    let found = article.provisions.iter().find(|provision| provision.path == *path)?;
    Some(Place::Provision(article, found))
}
