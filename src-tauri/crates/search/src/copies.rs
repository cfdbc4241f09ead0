//! Joins hits whose passages are copies of one another, such as the same notice in the tables of many drugs.

use std::cell::OnceCell;

use simui_domain::DocumentKind;
use simui_store::ChunkRow;

use crate::near_duplicate::Shingles;

/// Similarity from which a passage is a copy: one word in fifty may differ.
const COPY: f32 = 0.9;
/// Least letters of a passage that can be a copy. Short ones, such as 삭제, are equal without being copies.
const LEAST: usize = 30;

/// A passage with its shingles, read on first use.
struct Passage<'a> {
    row: &'a ChunkRow,
    letters: usize,
    shingles: OnceCell<Shingles>,
}

/// Returns the indices of the chunks, given best first, in groups: the first of a group and its copies in
/// other documents, in order. Stops when `most` groups are complete; later chunks are in no group.
///
/// A provision of law is never a copy: the same words in two laws, or in two articles, are two norms.
pub fn groups(rows: &[&ChunkRow], most: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<(Passage<'_>, Vec<usize>)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let passage = Passage::of(row);
        match groups.iter().position(|(first, _)| first.is_copied_by(&passage)) {
            Some(group) => groups[group].1.push(at),
            None if groups.len() == most => break,
            None => groups.push((passage, vec![at])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

impl<'a> Passage<'a> {
    fn of(row: &'a ChunkRow) -> Self {
        let letters = row.chunk.text.chars().filter(|c| c.is_alphanumeric()).count();
        Self { row, letters, shingles: OnceCell::new() }
    }

    fn is_copied_by(&self, other: &Self) -> bool {
        let (one, two) = (self.row, other.row);
        if one.kind == DocumentKind::Statute
            || one.kind != two.kind
            || one.document_id == two.document_id
        {
            return false;
        }
        // Texts of different length cannot be that similar; this excludes most pairs.
        let (less, more) = (self.letters.min(other.letters), self.letters.max(other.letters));
        let may_be = less >= LEAST && less as f32 >= more as f32 * COPY * COPY;
        may_be
            && (one.chunk.text == two.chunk.text
                || self.shingles().similarity(other.shingles()) >= COPY)
    }

    fn shingles(&self) -> &Shingles {
        self.shingles.get_or_init(|| Shingles::of(&self.row.chunk.text))
    }
}

#[cfg(test)]
mod tests {
    use simui_domain::{ArticleId, Chunk, ChunkId, DocumentId};

    use super::*;

    const NOTICE: &str = "임부에게 투여하지 않는다. 동물실험에서 기형이 보고되었고 사람에 대한 안전성이 확립되지 않았으므로 임신 중에는 쓰지 않는다.";

    fn row(kind: DocumentKind, document: &str, text: &str) -> ChunkRow {
        ChunkRow {
            chunk: Chunk {
                id: ChunkId(document.into()),
                article_id: ArticleId(document.into()),
                label: String::new(),
                text: text.into(),
                start: 0,
                end: text.chars().count(),
            },
            document_id: DocumentId(document.into()),
            title: document.into(),
            kind,
            source_key: String::new(),
            article_key: String::new(),
            article_title: String::new(),
            effective_from: None,
            effective_to: None,
            digest: false,
        }
    }

    fn check(rows: &[(DocumentKind, &str, &str)], most: usize, expected: &[&[usize]]) {
        let rows: Vec<ChunkRow> = rows.iter().map(|it| row(it.0, it.1, it.2)).collect();
        assert_eq!(groups(&rows.iter().collect::<Vec<_>>(), most), expected);
    }

    #[test]
    fn copies_in_other_documents_stand_with_the_first() {
        use DocumentKind::{Drug, Guideline, Statute};
        let spaced = NOTICE.replace(' ', "\n");
        let other = NOTICE.replace("동물실험", "임상시험").replace("기형", "발열");
        let texts = [(Drug, "a", NOTICE), (Drug, "b", "삭제"), (Drug, "c", &spaced)];
        check(&[&texts[..], &[(Drug, "d", "삭제")]].concat(), 10, &[&[0, 2], &[1], &[3]]);
        check(&[(Drug, "a", NOTICE), (Drug, "b", &other)], 10, &[&[0], &[1]]);
        check(&[(Drug, "a", NOTICE), (Drug, "a", NOTICE)], 10, &[&[0], &[1]]);
        check(&[(Drug, "a", NOTICE), (Guideline, "b", NOTICE)], 10, &[&[0], &[1]]);
        check(&[(Statute, "a", NOTICE), (Statute, "b", NOTICE)], 10, &[&[0], &[1]]);
        let more = [(Drug, "d", NOTICE), (Drug, "e", "부칙"), (Drug, "f", NOTICE)];
        check(&[&texts[..], &more].concat(), 2, &[&[0, 2, 3], &[1]]);
        check(&[], 2, &[]);
    }
}
