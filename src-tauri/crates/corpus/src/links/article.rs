//! Reads the links of a stored document.

use simui_domain::{Article, ArticlePart, Document, DocumentKind, Link, ProvisionPath};
use simui_store::ArticleLinks;

use super::masked::Masked;
use super::names::Names;
use super::scan::{Ground, scan};
use crate::text::CharIndex;

/// Reads the references of a document's articles. `document` includes its body. 부칙 that amend other laws are
/// skipped, because their numbers belong to those laws.
pub(crate) fn links_of(document: &Document, articles: &[Article]) -> Vec<ArticleLinks> {
    let names = Names::new(&document.title, &document.body);
    let body = CharIndex::new(document.body.clone());
    let kept = articles.iter().filter(|article| !article.deleted && !amends_others(article));
    let found = kept.map(|article| {
        let piece = body.slice(article.start..article.end);
        let links = links(document.kind, &names, article, piece);
        ArticleLinks { article: article.id.clone(), links }
    });
    found.filter(|found| !found.links.is_empty()).collect()
}

fn amends_others(article: &Article) -> bool {
    let title = article.title.replace(' ', "");
    article.part == ArticlePart::Supplementary && title.contains("다른법") && title.contains("개정")
}

fn links(kind: DocumentKind, names: &Names, article: &Article, piece: &str) -> Vec<Link> {
    let masked = Masked::new(piece);
    let within = |byte: usize| innermost(article, article.start + masked.char_at(byte));
    let ground = match (kind, article.part) {
        (DocumentKind::Statute, ArticlePart::Main) => Ground::Provision(&within),
        (DocumentKind::Statute, _) => Ground::Law,
        _ => Ground::None,
    };
    let own_number = (kind == DocumentKind::Precedent).then_some(names.own.as_str());
    let mut links = Vec::new();
    for found in scan(&masked.text, names, &ground) {
        // The own case number of a decision is no citation.
        if found.target.path.is_none()
            && own_number.is_some_and(|own| own.contains(&found.target.title))
        {
            continue;
        }
        let (start, end) = (masked.char_at(found.range.start), masked.char_at(found.range.end));
        links.push(Link {
            start: article.start + start,
            end: article.start + end,
            words: piece.chars().skip(start).take(end - start).collect(),
            within: innermost(article, article.start + start),
            relation: found.relation,
            target: found.target,
        });
    }
    links
}

/// Returns the smallest provision that contains a character of the body.
fn innermost(article: &Article, at: usize) -> Option<ProvisionPath> {
    let holding = article.provisions.iter().filter(|it| it.start <= at && at < it.end);
    holding.min_by_key(|it| it.end - it.start).map(|provision| provision.path.clone())
}
