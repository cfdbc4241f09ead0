//! Compares articles of two versions, and inside changed ones their provisions.

use simui_domain::{
    Article, ArticleChange, ArticlePart, ChangeCounts, ChangeKind, PartChanges, Provision,
    ProvisionChange, ProvisionPath, WordSide,
};

use super::pairs::{Entry, Pair, pair};
use super::{LawText, words};
use crate::quotable;

/// Least letters of a text that is recognised under another number; "삭제" and "그 밖의 사항" occur everywhere.
const SHORTEST_MOVE: usize = 12;

/// A 조·항·호·목, or a whole article without these (별표).
struct Piece {
    path: Option<ProvisionPath>,
    /// Number below the article.
    below: String,
    text: String,
}

/// An article prepared for comparison.
struct Side<'a> {
    article: &'a Article,
    pieces: Vec<Piece>,
}

pub(super) fn compare(part: ArticlePart, old: LawText<'_>, new: LawText<'_>) -> PartChanges {
    let (old, new) = (sides(part, old), sides(part, new));
    let entries = |sides: &[Side<'_>]| sides.iter().map(Side::entry).collect::<Vec<_>>();
    let mut counts = ChangeCounts::default();
    let mut articles = Vec::new();
    for pair in pair(&entries(&old), &entries(&new)) {
        let (kind, count, before, after) = match pair {
            Pair::Same => {
                counts.unchanged += 1;
                continue;
            }
            Pair::Renumbered { old, new } => {
                (ChangeKind::Renumbered, &mut counts.renumbered, Some(old), Some(new))
            }
            Pair::Changed { old, new } => {
                (ChangeKind::Changed, &mut counts.changed, Some(old), Some(new))
            }
            Pair::Added { new } => (ChangeKind::Added, &mut counts.added, None, Some(new)),
            Pair::Removed { old } => (ChangeKind::Removed, &mut counts.removed, Some(old), None),
        };
        *count += 1;
        let before = before.and_then(|at| old.get(at));
        let after = after.and_then(|at| new.get(at));
        articles.extend(change(kind, before, after));
    }
    PartChanges { part, counts, articles }
}

/// Returns the articles of a part that are not deleted (삭제).
fn sides<'a>(part: ArticlePart, text: LawText<'a>) -> Vec<Side<'a>> {
    let of = text.articles.iter().filter(|article| article.part == part && !article.deleted);
    of.map(|article| Side { article, pieces: pieces(text.body, article) }).collect()
}

fn pieces(body: &str, article: &Article) -> Vec<Piece> {
    let remaining = article.provisions.iter().filter(|provision| !provision.deleted);
    let pieces: Vec<Piece> = remaining.map(|provision| piece(article, provision)).collect();
    if pieces.is_empty() {
        let text = quotable(body, article.start, article.end);
        return vec![Piece { path: None, below: String::new(), text }];
    }
    pieces
}

fn piece(article: &Article, provision: &Provision) -> Piece {
    let article_path = provision.path.whole_article().to_string();
    let number = provision.path.to_string();
    let below = number.strip_prefix(&article_path).unwrap_or(&number).to_owned();
    // The 조 of a 부칙 is no 조 of the law; the article's key identifies it.
    let path = (article.part == ArticlePart::Main).then(|| provision.path.clone());
    Piece { path, below, text: one_line(&provision.text) }
}

/// Joins words by single blanks, because white space never changes the law.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Side<'_> {
    fn entry(&self) -> Entry {
        let mut words = String::new();
        for piece in &self.pieces {
            words.push_str(&piece.below);
            words.push('\t');
            words.push_str(&one_line(&piece.text));
            words.push('\n');
        }
        let text = format!("{}\n{words}", self.article.title);
        let tells = words.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_MOVE;
        Entry { number: self.article.key.clone(), words: tells.then_some(words), text }
    }
}

fn change(
    kind: ChangeKind,
    old: Option<&Side<'_>>,
    new: Option<&Side<'_>>,
) -> Option<ArticleChange> {
    let article = new.or(old)?.article;
    let before = old.filter(|_| new.is_some()).map(|old| old.article);
    let provisions = match (old, new) {
        (None, Some(new)) => {
            new.pieces.iter().map(|piece| alone(ChangeKind::Added, piece)).collect()
        }
        (Some(old), None) => {
            old.pieces.iter().map(|piece| alone(ChangeKind::Removed, piece)).collect()
        }
        (Some(old), Some(new)) if kind == ChangeKind::Changed => provisions(old, new),
        _ => Vec::new(),
    };
    Some(ArticleChange {
        kind,
        key: article.key.clone(),
        title: article.title.clone(),
        old_key: before.map(|it| it.key.clone()).filter(|key| *key != article.key),
        old_title: before.map(|it| it.title.clone()).filter(|title| *title != article.title),
        provisions,
    })
}

fn alone(kind: ChangeKind, piece: &Piece) -> ProvisionChange {
    let (path, old_path, side) = match kind {
        ChangeKind::Added => (piece.path.clone(), None, WordSide::New),
        _ => (None, piece.path.clone(), WordSide::Old),
    };
    ProvisionChange { kind, path, old_path, words: words::only(side, &piece.text) }
}

fn provisions(old: &Side<'_>, new: &Side<'_>) -> Vec<ProvisionChange> {
    let entries = |pieces: &[Piece]| {
        let entry = |piece: &Piece| {
            let text = one_line(&piece.text);
            let tells = text.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST_MOVE;
            Entry { number: piece.below.clone(), words: tells.then(|| text.clone()), text }
        };
        pieces.iter().map(entry).collect::<Vec<_>>()
    };
    let pairs = pair(&entries(&old.pieces), &entries(&new.pieces));
    pairs.into_iter().filter_map(|pair| provision(pair, old, new)).collect()
}

fn provision(pair: Pair, old: &Side<'_>, new: &Side<'_>) -> Option<ProvisionChange> {
    let (kind, before, after) = match pair {
        Pair::Same => return None,
        Pair::Added { new: at } => return Some(alone(ChangeKind::Added, new.pieces.get(at)?)),
        Pair::Removed { old: at } => return Some(alone(ChangeKind::Removed, old.pieces.get(at)?)),
        Pair::Renumbered { old: before, new: after } => (ChangeKind::Renumbered, before, after),
        Pair::Changed { old: before, new: after } => (ChangeKind::Changed, before, after),
    };
    let (before, after) = (old.pieces.get(before)?, new.pieces.get(after)?);
    Some(ProvisionChange {
        kind,
        path: after.path.clone(),
        old_path: before.path.clone(),
        words: words::compare(&before.text, &after.text),
    })
}
