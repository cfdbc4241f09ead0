use std::collections::HashMap;
use std::ops::Range;

use jiff::civil::Date;
use simui_domain::{Article, ArticlePart, Document, DocumentKind, Provision, ProvisionPath};

use super::reference::Target;
use crate::text::{CharIndex, clean, squeezed};

/// A document in memory with an index of its articles.
#[derive(Debug)]
pub(super) struct Law {
    body: CharIndex,
    pub articles: Vec<Article>,
    /// Indices of the main text's articles by 조.
    main: HashMap<ProvisionPath, usize>,
}

/// A place in a document: all of it, an article, or a provision.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'a> {
    Document,
    Article(&'a Article),
    Provision(&'a Article, &'a Provision),
}

/// Validity of a place of a stored version on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Validity {
    InForce,
    /// The article begins later; an older version may apply.
    ArticleBeginsLater,
    /// The provision begins later than its article, which is in force; an older version may apply.
    ProvisionBeginsLater,
    /// The place is no longer in force.
    Over,
}

impl Place<'_> {
    /// Returns the validity on a day. Articles of statutes have their own days; other places follow their
    /// document.
    pub(super) fn force(self, document: &Document, day: Date) -> Validity {
        let (article, provision) = match self {
            Place::Document => (None, None),
            Place::Article(article) => (Some(article), None),
            Place::Provision(article, provision) => (Some(article), Some(provision)),
        };
        let Some(article) = article.filter(|_| document.kind == DocumentKind::Statute) else {
            return if document.is_in_force(day) { Validity::InForce } else { Validity::Over };
        };
        if article.effective_from.is_some_and(|from| from > day) {
            Validity::ArticleBeginsLater
        } else if provision.is_some_and(|provision| !provision.has_begun(day)) {
            Validity::ProvisionBeginsLater
        } else if article.is_in_force(day) {
            Validity::InForce
        } else {
            Validity::Over
        }
    }

    /// Returns the first and the last day in force.
    pub(super) fn days(self, document: &Document) -> (Option<Date>, Option<Date>) {
        let (article, provision) = match self {
            Place::Document => (None, None),
            Place::Article(article) => (Some(article), None),
            Place::Provision(article, provision) => (Some(article), Some(provision)),
        };
        let Some(article) = article.filter(|_| document.kind == DocumentKind::Statute) else {
            return (document.effective_from, document.effective_to);
        };
        let own = provision.and_then(|provision| provision.effective_from);
        (article.effective_from.or(document.effective_from).max(own), article.effective_to)
    }
}

impl Law {
    pub(super) fn new(body: String, articles: Vec<Article>) -> Self {
        let mut main = HashMap::new();
        for (at, article) in articles.iter().enumerate() {
            if let (ArticlePart::Main, Some(first)) = (article.part, article.provisions.first()) {
                // Of a repeated number (quarantined at import) the first article counts.
                main.entry(first.path.clone()).or_insert(at);
            }
        }
        Self { body: CharIndex::new(body), articles, main }
    }

    /// Returns the place of a target.
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
            Target::Document => Some(Place::Document),
        }
    }

    /// Finds `부칙(2018.3.27.제15540호)제1조제2항` without white space: the longest matching article key, then 항 and
    /// 호.
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
        let article_path = &article.provisions.first()?.path;
        provision(article, &format!("{article_path}{below}").parse().ok()?)
    }

    /// Returns the smallest article or provision that is in force on a day and whose wording satisfies
    /// `is_wanted`.
    pub(super) fn place_where(
        &self,
        document: &Document,
        day: Date,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Option<Place<'_>> {
        if !is_wanted(&self.words(Place::Document, day).1) {
            return None;
        }
        let stands = |place: &Place<'_>| {
            place.force(document, day) == Validity::InForce && is_wanted(&self.words(*place, day).1)
        };
        let article = self.articles.iter().find(|it| stands(&Place::Article(it)))?;
        let inside = article.provisions.iter().map(|it| Place::Provision(article, it));
        let satisfying = inside.filter(stands).map(|place| (place, self.words(place, day).1));
        let smallest = satisfying.min_by_key(|(_, words)| words.len()).map(|(place, _)| place);
        smallest.or(Some(Place::Article(article)))
    }

    /// Returns the own wording of a place, and its wording with all lower levels that have begun by a day.
    pub(super) fn words(&self, place: Place<'_>, day: Date) -> (String, String) {
        match place {
            Place::Document => (String::new(), clean(self.body.slice(0..usize::MAX))),
            Place::Article(article) => {
                let with_lower_levels = self.begun(article, article.start..article.end, day);
                (with_lower_levels.clone(), with_lower_levels)
            }
            Place::Provision(article, provision) => {
                let range = provision.start..provision.end;
                let with_lower_levels = match provision.has_begun(day) {
                    true => self.begun(article, range, day),
                    // Requested by its number, it is returned in full although it has not begun.
                    false => clean(self.body.slice(range)),
                };
                (provision.text.clone(), with_lower_levels)
            }
        }
    }

    /// Returns a range of an article without provisions that begin after a day.
    fn begun(&self, article: &Article, range: Range<usize>, day: Date) -> String {
        let mut pieces = String::new();
        let mut from = range.start;
        for later in article.provisions.iter().filter(|it| !it.has_begun(day)) {
            if later.start >= from && later.end <= range.end {
                pieces.push_str(self.body.slice(from..later.start));
                from = later.end;
            }
        }
        pieces.push_str(self.body.slice(from..range.end));
        clean(&pieces)
    }
}

fn provision<'a>(article: &'a Article, path: &ProvisionPath) -> Option<Place<'a>> {
    let found = article.provisions.iter().find(|provision| provision.path == *path)?;
    Some(Place::Provision(article, found))
}
