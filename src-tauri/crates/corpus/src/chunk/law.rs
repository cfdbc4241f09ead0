use simui_domain::{Article, ArticlePart, Chunk, Clock, Document, Provision, ProvisionPath};

use super::LIMIT;
use super::prose;
use crate::text::{CharIndex, paragraph_mark};

/// Returns the chunks of a law. Preambles, deleted and empty articles have none.
pub(crate) fn of_law(document: &Document, articles: &[Article], clock: &Clock) -> Vec<Chunk> {
    let body = CharIndex::new(document.body.clone());
    let mut chunks = Vec::new();
    for article in articles {
        if article.provisions.is_empty() {
            let preamble = article.part == ArticlePart::Main;
            if !preamble && !article.deleted {
                prose::of_article(&body, article, &article.key, clock, &mut chunks);
            }
        } else {
            let mut pieces = Vec::new();
            cut(&article.provisions, 0, &mut pieces);
            chunks.extend(pieces.into_iter().flat_map(|piece| piece.chunks(article, clock)));
        }
    }
    chunks
}

/// Consecutive provisions that make one chunk; the path is the smallest unit that contains them all.
struct Piece<'a> {
    path: ProvisionPath,
    provisions: Vec<&'a Provision>,
    /// Whether the first is the lead sentence of a unit whose lower levels are in other pieces.
    lead: bool,
}

impl<'a> Piece<'a> {
    fn after(unit: &Provision) -> Self {
        Self { path: unit.path.clone(), provisions: Vec::new(), lead: false }
    }
}

/// Splits the provision at `at` with its descendants into pieces within the limit where the structure allows.
/// Returns the index after its last descendant.
fn cut<'a>(provisions: &'a [Provision], at: usize, pieces: &mut Vec<Piece<'a>>) -> usize {
    let Some(unit) = provisions.get(at) else { return at };
    let end = at + provisions.iter().skip(at).take_while(|below| below.start < unit.end).count();
    let subtree: Vec<&Provision> = provisions.iter().take(end).skip(at).collect();
    if length(&subtree) <= LIMIT {
        pieces.push(Piece { path: unit.path.clone(), provisions: subtree, lead: false });
        return end;
    }
    // The lead sentence takes as many children as fit; the next ones follow. A 항 is a piece of its own.
    let mut open = Piece { path: unit.path.clone(), provisions: vec![unit], lead: true };
    let mut next = at + 1;
    while let Some(child) = provisions.get(next).filter(|_| next < end) {
        let below = provisions.iter().skip(next).take_while(|b| b.start < child.end).count();
        let group: Vec<&Provision> = provisions.iter().skip(next).take(below).collect();
        let is_paragraph = child.path.item == 0 && child.path.subitem == 0;
        if is_paragraph || length(&group) > LIMIT {
            pieces.push(std::mem::replace(&mut open, Piece::after(unit)));
            next = cut(provisions, next, pieces);
            continue;
        }
        if length(&open.provisions) + length(&group) > LIMIT {
            pieces.push(std::mem::replace(&mut open, Piece::after(unit)));
        }
        open.provisions.extend(group);
        next += below;
    }
    pieces.push(open);
    end
}

fn length(provisions: &[&Provision]) -> usize {
    provisions.iter().map(|provision| words(provision).chars().count() + 1).sum()
}

/// Returns the searchable text of a provision: its number and own words; empty when deleted or omitted.
fn words(provision: &Provision) -> String {
    if provision.deleted || provision.text.is_empty() || provision.text == "생략" {
        return String::new();
    }
    let path = &provision.path;
    let mark = if path.subitem > 0 {
        let letters = path.to_string();
        letters.chars().rev().nth(1).map_or_else(String::new, |letter| format!("{letter}. "))
    } else if path.item_branch > 0 {
        format!("{}의{}. ", path.item, path.item_branch)
    } else if path.item > 0 {
        format!("{}. ", path.item)
    } else if path.paragraph > 0 {
        format!("{} ", paragraph_mark(path.paragraph))
    } else {
        String::new()
    };
    format!("{mark}{}", provision.text)
}

impl Piece<'_> {
    /// Returns the piece's chunk; several where a single provision is too long.
    fn chunks(self, article: &Article, clock: &Clock) -> Vec<Chunk> {
        let lines: Vec<String> = self
            .provisions
            .iter()
            .map(|unit| words(unit))
            .filter(|words| !words.is_empty())
            .collect();
        let Some(first) = self.provisions.first() else { return Vec::new() };
        let children = self.provisions.iter().skip(usize::from(self.lead));
        let end = children.map(|unit| unit.end).max().unwrap_or_else(|| lead_end(article, first));
        let start = first.start;
        prose::split_words(&lines.join("\n"))
            .into_iter()
            .map(|text| Chunk {
                id: clock.new_id(),
                article_id: article.id.clone(),
                label: label(article, &self.path),
                text,
                start,
                end,
            })
            .collect()
    }
}

/// Returns the end of a unit's lead sentence, the start of its first child.
fn lead_end(article: &Article, unit: &Provision) -> usize {
    let inside = |below: &&Provision| below.start > unit.start && below.start < unit.end;
    article.provisions.iter().find(inside).map_or(unit.end, |child| child.start)
}

/// Returns the label `제56조제2항`; in 부칙 with its block: `부칙(2018. 3. 27. 제15540호) 제1조제2항`.
fn label(article: &Article, path: &ProvisionPath) -> String {
    if article.part == ArticlePart::Main {
        return path.to_string();
    }
    let article_path = path.whole_article().to_string();
    let below = path.to_string();
    format!("{}{}", article.key, below.strip_prefix(&article_path).unwrap_or_default())
}
