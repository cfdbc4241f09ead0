//! Folds the versions of an article among the hits of a search: the one in force stands first, and the others
//! go below it.

use std::collections::HashMap;

use jiff::civil::Date;
use simui_domain::DocumentKind;
use simui_store::ChunkRow;

/// A hit with the hits folded below it, as indices of the list that was folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded {
    /// The hit that is shown.
    pub displayed: usize,
    /// Hits of other versions of its article, best first.
    pub others: Vec<usize>,
}

/// Relation of a version of an article to a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Force {
    Current,
    /// It begins later.
    Coming,
    /// It has ended, or its days are unknown.
    Ended,
}

/// Returns whether a chunk is in force on a day. Court decisions always count; a law without a first day
/// never does.
pub fn is_in_force(row: &ChunkRow, day: Date) -> bool {
    force(row, day) == Force::Current
}

/// Returns the day from which a chunk was no longer in force; `None` where it has not ended by `day`, or was
/// never in force.
pub fn ended_since(row: &ChunkRow, day: Date) -> Option<Date> {
    let last = row.effective_to.filter(|last| *last < day)?;
    let begun = match row.effective_from {
        Some(from) => from <= last,
        None => row.kind != DocumentKind::Statute,
    };
    last.tomorrow().ok().filter(|_| begun)
}

/// Folds hits, given best first. Those of one article are joined where versions of it differ in force on
/// `day`: shown are the chunks of the version in force, else of the coming one, else of the one that ended
/// last. Each stands where the best of those that it stands for stood. No hit is lost.
///
/// Versions share kind, key of the source and whether they are digests. Of a shown version with several
/// chunks, another version goes below the chunk with its label, else below the best.
pub fn fold(rows: &[&ChunkRow], day: Date) -> Vec<Folded> {
    let mut articles: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<Article<'_>, usize> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        match Article::of(row) {
            Some(article) => {
                let place = *known.entry(article).or_insert(articles.len());
                match articles.get_mut(place) {
                    Some(hits) => hits.push(at),
                    None => articles.push(vec![at]),
                }
            }
            None => articles.push(vec![at]),
        }
    }
    let mut folded: Vec<Folded> =
        articles.iter().flat_map(|hits| fold_article(hits, rows, day)).collect();
    folded.sort_by_key(|it| it.others.iter().copied().fold(it.displayed, usize::min));
    folded
}

/// The article that a chunk belongs to, whatever its version.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Article<'a> {
    kind: DocumentKind,
    source_key: &'a str,
    digest: bool,
    key: &'a str,
}

impl<'a> Article<'a> {
    /// Returns `None` for a document without a key, of which nobody knows the versions.
    fn of(row: &'a ChunkRow) -> Option<Self> {
        let ChunkRow { kind, source_key, digest, article_key: key, .. } = row;
        (!source_key.is_empty()).then_some(Self { kind: *kind, source_key, digest: *digest, key })
    }
}

fn fold_article(hits: &[usize], rows: &[&ChunkRow], day: Date) -> Vec<Folded> {
    // Of versions of equal force the one that begins last; of those the better hit.
    let rank = |at: usize| {
        let row = rows[at];
        (force(row, day), std::cmp::Reverse(row.effective_from))
    };
    let best = hits.iter().map(|&at| rank(at)).min();
    let chosen = |at: usize| {
        let in_force = force(rows[at], day) == Force::Current;
        in_force || Some(rank(at)) == best
    };
    let (displayed, others): (Vec<usize>, Vec<usize>) = hits.iter().partition(|&&at| chosen(at));
    let mut folded: Vec<Folded> =
        displayed.into_iter().map(|displayed| Folded { displayed, others: Vec::new() }).collect();
    for other in others {
        let label = &rows[other].chunk.label;
        let place =
            folded.iter().position(|it| rows[it.displayed].chunk.label == *label).unwrap_or(0);
        folded[place].others.push(other);
    }
    folded
}

fn force(row: &ChunkRow, day: Date) -> Force {
    let begun = match (row.kind, row.effective_from) {
        (DocumentKind::Statute, None) => return Force::Ended,
        (DocumentKind::Precedent, _) | (_, None) => true,
        (_, Some(from)) => from <= day,
    };
    match row.effective_to {
        Some(last) if last < day || row.effective_from.is_some_and(|from| last < from) => {
            Force::Ended
        }
        _ if begun => Force::Current,
        _ => Force::Coming,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]
mod tests {
    use jiff::civil::date;
    use simui_domain::{ArticleId, Chunk, ChunkId, DocumentId};

    use super::*;

    const TODAY: Date = date(2026, 3, 1);

    /// Makes a chunk from `law version article label`, its first and its last year.
    fn row(text: &str, from: Option<i16>, to: Option<i16>) -> ChunkRow {
        let mut words = text.split(' ');
        let mut next = || words.next().unwrap().to_owned();
        let (source_key, version, article_key, label) = (next(), next(), next(), next());
        ChunkRow {
            chunk: Chunk {
                id: ChunkId(text.to_owned()),
                article_id: ArticleId(format!("{source_key}{version}{article_key}")),
                label,
                text: String::new(),
                start: 0,
                end: 0,
            },
            document_id: DocumentId(format!("{source_key}{version}")),
            title: source_key.clone(),
            kind: DocumentKind::Statute,
            source_key: source_key.replace('-', ""),
            article_key,
            article_title: String::new(),
            effective_from: from.map(|year| date(year, 1, 1)),
            effective_to: to.map(|year| date(year, 12, 31)),
            digest: false,
        }
    }

    /// Checks the fold, written as shown hits with those below them in brackets.
    fn check(rows: &[ChunkRow], expected: &str) {
        let rows: Vec<&ChunkRow> = rows.iter().collect();
        let folded = fold(&rows, TODAY);
        let text = folded.iter().map(|group| match group.others.as_slice() {
            [] => group.displayed.to_string(),
            others => format!("{}{others:?}", group.displayed),
        });
        assert_eq!(text.collect::<Vec<_>>().join(" "), expected);
        let mut all: Vec<usize> =
            folded.iter().flat_map(|it| it.others.iter().copied().chain([it.displayed])).collect();
        all.sort_unstable();
        assert_eq!(all, (0..rows.len()).collect::<Vec<_>>(), "no hit is lost");
    }

    #[test]
    fn the_version_in_force_stands_where_the_best_one_stood() {
        let old = row("A 1 제1조 제1조", Some(2010), Some(2014));
        let older = row("A 0 제1조 제1조", Some(2000), Some(2009));
        let now = row("A 2 제1조 제1조", Some(2015), None);
        let coming = row("A 3 제1조 제1조", Some(2027), None);
        let other = row("B 1 제1조 제1조", Some(2010), None);
        let all = |rows: &[&ChunkRow]| rows.iter().map(|&it| it.clone()).collect::<Vec<_>>();
        check(&all(&[&old, &other, &now, &older]), "2[0, 3] 1");
        check(&all(&[&coming, &now, &other]), "1[0] 2");
        check(&all(&[&older, &other, &old]), "2[0] 1");
        check(&all(&[&older, &coming]), "1[0]");
        check(&all(&[&other, &old]), "0 1");
        check(&[], "");
    }

    #[test]
    fn only_versions_of_one_article_are_folded() {
        let old = |text| row(text, Some(2010), Some(2014));
        let now = |text| row(text, Some(2015), None);
        check(&[old("A 1 제1조 제1조"), now("A 2 제2조 제2조")], "0 1");
        check(&[old("A 1 제1조 제1조"), now("B 2 제1조 제1조")], "0 1");
        check(&[old("- 1 제1조 제1조"), now("- 2 제1조 제1조")], "0 1");
        let digest = ChunkRow { digest: true, ..old("A 1 제1조 제1조") };
        check(&[digest, now("A 2 제1조 제1조")], "0 1");
        let precedent = |text| ChunkRow { kind: DocumentKind::Precedent, ..now(text) };
        check(&[precedent("A 1 요지 요지"), precedent("A 2 요지 요지")], "0 1");
    }

    #[test]
    fn chunks_of_the_shown_version_stay_apart() {
        let old = |text| row(text, Some(2010), Some(2014));
        let now = |text| row(text, Some(2015), None);
        check(
            &[
                now("A 2 제1조 제1조제1항"),
                now("A 2 제1조 제1조제2항"),
                old("A 1 제1조 제1조제2항"),
                old("A 1 제1조 제1조제9항"),
            ],
            "0[3] 1[2]",
        );
        check(
            &[
                now("A 2 제1조 제1조제1항"),
                now("B 1 제1조 제1조"),
                now("A 2 제1조 제1조제2항"),
                old("A 1 제2조 제2조제1항"),
                old("A 1 제2조 제2조제2항"),
            ],
            "0 1 2 3 4",
        );
    }

    #[test]
    fn an_ended_version_says_since_when() {
        let check = |from, to, expected: Option<&str>| {
            let row = row("A 1 제1조 제1조", from, to);
            let since = ended_since(&row, TODAY).map(|day| day.to_string());
            assert_eq!(since.as_deref(), expected, "{from:?} {to:?}");
        };
        check(Some(2010), Some(2014), Some("2015-01-01"));
        check(Some(2010), Some(2026), None);
        check(Some(2010), None, None);
        check(Some(2010), Some(2009), None);
        check(None, Some(2009), None);
    }
}
