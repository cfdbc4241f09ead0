//! An answer as it is told and kept: paragraphs, each of one kind, and the documents they stand on.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};
use simui_pharmacy::Passage;
use simui_pharmacy::answer::{CLOSING, DIGEST, Draft, INSUFFICIENT};

use super::conflicts::Alert;
pub use super::paragraph::{Kind, Paragraph};
use super::rules::Rules;

/// What paragraphs stand on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// `[문서 N]`.
    pub n: u32,
    /// The passage.
    pub chunk_id: ChunkId,
    /// Its document.
    pub document_id: DocumentId,
    /// The document's title.
    pub title: String,
    /// The section.
    pub section: String,
    /// The part that was used: exactly as stored.
    pub quote: String,
    /// Whether the document is a digest (요지) of ours.
    pub digest: bool,
}

/// An answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// In order: warnings first.
    pub paragraphs: Vec<Paragraph>,
    /// By their numbers.
    pub citations: Vec<Citation>,
}

impl Answer {
    /// As it is read.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.paragraphs.iter().map(|it| it.text.as_str()).collect();
        texts.join("\n\n")
    }

    /// Words of the desk, behind what has to be said first.
    pub fn reply(alerts: &[Alert], says: String) -> Self {
        let mut paragraphs = warnings(alerts);
        paragraphs.push(plain(Kind::Reply, says));
        Self { paragraphs, citations: Vec::new() }
    }

    /// A draft, told. `known` are drugs that only the record names: as the tables call them, and as the record does.
    pub fn of(
        draft: &Draft,
        passages: &[Passage],
        alerts: &[Alert],
        left_out: Vec<String>,
        known: &BTreeMap<String, String>,
        rules: &Rules,
    ) -> Self {
        let (numbers, of_notices) = draft.numbers();
        let mut paragraphs: Vec<Paragraph> =
            draft.urgent.iter().map(|it| plain(Kind::Warning, it.clone())).collect();
        paragraphs.extend(warnings(alerts));
        if !draft.is_empty() {
            paragraphs.push(plain(Kind::Lead, draft.lead.clone()));
        }
        for (notice, n) in draft.notices.iter().zip(&of_notices) {
            let named = notice.drugs.iter().map(|drug| match known.get(drug) {
                Some(recorded) => format!("{recorded}{}", rules.words.taken_by_record),
                None => drug.clone(),
            });
            let drugs = named.collect::<Vec<_>>().join(" + ");
            let text = format!("[{}] {drugs}: {} [문서 {n}]", notice.table.korean(), notice.says);
            paragraphs.push(Paragraph { kind: Kind::Notice, text, n: Some(number(*n)) });
        }
        paragraphs.extend(draft.overlaps.iter().map(|it| plain(Kind::Notice, it.clone())));
        for (paragraph, n) in draft.paragraphs.iter().zip(&numbers) {
            let text = format!("{} [문서 {n}]", paragraph.sentences.join(" "));
            paragraphs.push(Paragraph { kind: Kind::Quote, text, n: Some(number(*n)) });
        }
        let mut gaps = draft.gaps.clone();
        if draft.is_empty() && draft.urgent.is_none() {
            gaps = vec![INSUFFICIENT.to_owned()];
        }
        gaps.extend(left_out);
        if !gaps.is_empty() {
            paragraphs.push(plain(Kind::Gap, gaps.join(" ")));
        }
        let citations = citations(draft, passages);
        if citations.iter().any(|it| it.digest) {
            paragraphs.push(plain(Kind::Closing, DIGEST.to_owned()));
        }
        paragraphs.push(plain(Kind::Closing, CLOSING.to_owned()));
        Self { paragraphs, citations }
    }

    /// Without what these say first: they are of the turn that it was made in, and a later one has its own.
    pub fn without_alerts(&self, alerts: &[Alert]) -> Self {
        let of_turn = |it: &Paragraph| {
            it.kind == Kind::Warning && alerts.iter().any(|alert| alert.text == it.text)
        };
        let paragraphs = self.paragraphs.iter().filter(|it| !of_turn(it)).cloned().collect();
        Self { paragraphs, citations: self.citations.clone() }
    }

    /// With other warnings in front: those of the turn that it is served for.
    pub fn with_alerts(&self, alerts: &[Alert]) -> Self {
        let mut paragraphs = warnings(alerts);
        let said = |it: &Paragraph| paragraphs.iter().any(|known| known.text == it.text);
        let rest: Vec<Paragraph> = self.paragraphs.iter().filter(|it| !said(it)).cloned().collect();
        let (first, rest): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|it| it.kind == Kind::Warning);
        paragraphs.splice(0..0, first);
        paragraphs.extend(rest);
        Self { paragraphs, citations: self.citations.clone() }
    }
}

fn plain(kind: Kind, text: String) -> Paragraph {
    Paragraph { kind, text, n: None }
}

fn warnings(alerts: &[Alert]) -> Vec<Paragraph> {
    alerts.iter().map(|it| plain(Kind::Warning, it.text.clone())).collect()
}

fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A passage that several paragraphs use is quoted from the first to the last of them.
fn citations(draft: &Draft, passages: &[Passage]) -> Vec<Citation> {
    let (numbers, of_notices) = draft.numbers();
    let mut found: BTreeMap<usize, Citation> = BTreeMap::new();
    for (paragraph, n) in draft.paragraphs.iter().zip(numbers) {
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        found.entry(n).or_insert_with(|| Citation {
            n: number(n),
            chunk_id: passage.chunk_id.clone(),
            document_id: passage.document_id.clone(),
            title: passage.title.clone(),
            section: passage.heading.clone(),
            quote: paragraph.quote.slice(&passage.text).unwrap_or_default().to_owned(),
            digest: passage.digest,
        });
    }
    for (notice, n) in draft.notices.iter().zip(of_notices) {
        let citation = Citation {
            n: number(n),
            chunk_id: notice.chunk_id.clone(),
            document_id: notice.document_id.clone(),
            title: format!("DUR {}", notice.table.korean()),
            section: notice.heading.clone(),
            quote: notice.quote.clone(),
            digest: false,
        };
        found.insert(n, citation);
    }
    found.into_values().collect()
}
