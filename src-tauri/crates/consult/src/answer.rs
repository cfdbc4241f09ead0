//! An answer as it is shown and stored: paragraphs, each of one kind, with the documents that they cite.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_domain::{ChunkId, DocumentId};
use simui_pharmacy::Passage;
use simui_pharmacy::answer::{CLOSING, DIGEST, Draft, INSUFFICIENT, TRIAGE};

use super::conflicts::Alert;
pub use super::paragraph::{Kind, Paragraph};
use super::rules::Rules;

/// A source that paragraphs of an answer cite.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Citation {
    /// The number in `[문서 N]`, from 1.
    pub n: u32,
    /// The stored chunk.
    pub chunk_id: ChunkId,
    /// The document of the chunk.
    pub document_id: DocumentId,
    /// The title of the document.
    pub title: String,
    /// The heading of the section.
    pub section: String,
    /// The part of the passage that is used, exactly as stored.
    pub quote: String,
    /// Whether the document is a digest (요지) written for this desk.
    pub digest: bool,
}

/// An answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The paragraphs in order, warnings first.
    pub paragraphs: Vec<Paragraph>,
    /// The citations by number.
    pub citations: Vec<Citation>,
}

impl Answer {
    /// The answer as one text, paragraphs separated by empty lines.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.paragraphs.iter().map(|it| it.text.as_str()).collect();
        texts.join("\n\n")
    }

    /// An answer of one fixed text, after the alerts.
    pub fn reply(alerts: &[Alert], text: String) -> Self {
        let mut paragraphs = warnings(alerts);
        paragraphs.push(without_source(Kind::Reply, text));
        Self { paragraphs, citations: Vec::new() }
    }

    /// The answer of a draft.
    ///
    /// `known` maps drugs that only the record names from their name in the DUR tables to that in the record.
    /// `left_out` are the reasons why documents were left out.
    pub fn from_draft(
        draft: &Draft,
        passages: &[Passage],
        alerts: &[Alert],
        left_out: Vec<String>,
        known: &BTreeMap<String, String>,
        rules: &Rules,
    ) -> Self {
        let (numbers, notice_numbers) = draft.numbers();
        let mut paragraphs: Vec<Paragraph> =
            draft.urgent.iter().map(|it| without_source(Kind::Warning, it.clone())).collect();
        // The alert of an emergency is the fixed text of the draft.
        let is_new = |it: &Paragraph| draft.urgent.as_ref() != Some(&it.text);
        paragraphs.extend(warnings(alerts).into_iter().filter(is_new));
        paragraphs.extend(draft.unknown_names().map(|it| without_source(Kind::Gap, it)));
        if !draft.is_empty() {
            paragraphs.push(without_source(Kind::Lead, draft.lead.clone()));
        }
        for (notice, n) in draft.notices.iter().zip(&notice_numbers) {
            let named = notice.drugs.iter().map(|drug| match known.get(drug) {
                Some(recorded) => format!("{recorded}{}", rules.words.taken_by_record),
                None => drug.clone(),
            });
            let drugs = named.collect::<Vec<_>>().join(" + ");
            let text =
                format!("[{}] {drugs}: {} [문서 {n}]", notice.table.korean(), notice.warning);
            paragraphs.push(Paragraph { kind: Kind::Notice, text, n: Some(number(*n)) });
        }
        paragraphs.extend(draft.overlaps.iter().map(|it| without_source(Kind::Notice, it.clone())));
        let mut before = None;
        for (paragraph, n) in draft.paragraphs.iter().zip(&numbers) {
            let head = paragraph.head(before);
            paragraphs.extend(head.map(|it| without_source(Kind::Lead, it)));
            let text = format!("{} [문서 {n}]", paragraph.sentences.join(" "));
            paragraphs.push(Paragraph { kind: Kind::Quote, text, n: Some(number(*n)) });
            before = Some(paragraph);
        }
        let mut gaps = draft.gaps.clone();
        if draft.is_empty() && draft.urgent.is_none() {
            gaps.retain(|it| it == TRIAGE);
            gaps.insert(0, INSUFFICIENT.to_owned());
        }
        gaps.extend(left_out);
        if !gaps.is_empty() {
            paragraphs.push(without_source(Kind::Gap, gaps.join(" ")));
        }
        let citations = citations(draft, passages);
        if citations.iter().any(|it| it.digest) {
            paragraphs.push(without_source(Kind::Closing, DIGEST.to_owned()));
        }
        paragraphs.push(without_source(Kind::Closing, CLOSING.to_owned()));
        Self { paragraphs, citations }
    }

    /// The answer with a note behind its warnings.
    pub fn with_note(mut self, note: String) -> Self {
        let warnings = self.paragraphs.iter().take_while(|it| it.kind == Kind::Warning).count();
        self.paragraphs.insert(warnings, without_source(Kind::Gap, note));
        self
    }

    /// The answer without the warnings of these alerts, for the cache: a later turn has its own alerts.
    pub fn without_alerts(&self, alerts: &[Alert]) -> Self {
        let is_alert = |paragraph: &Paragraph| {
            paragraph.kind == Kind::Warning
                && alerts.iter().any(|alert| alert.text == paragraph.text)
        };
        let paragraphs = self.paragraphs.iter().filter(|it| !is_alert(it)).cloned().collect();
        Self { paragraphs, citations: self.citations.clone() }
    }

    /// The answer with the warnings of these alerts in front, after warnings of its own; none is repeated.
    pub fn with_alerts(&self, alerts: &[Alert]) -> Self {
        let mut paragraphs = warnings(alerts);
        let is_repeated = |it: &Paragraph| paragraphs.iter().any(|known| known.text == it.text);
        let rest: Vec<Paragraph> =
            self.paragraphs.iter().filter(|it| !is_repeated(it)).cloned().collect();
        let (first, rest): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|it| it.kind == Kind::Warning);
        paragraphs.splice(0..0, first);
        paragraphs.extend(rest);
        Self { paragraphs, citations: self.citations.clone() }
    }
}

/// A paragraph without a source.
fn without_source(kind: Kind, text: String) -> Paragraph {
    Paragraph { kind, text, n: None }
}

/// A paragraph for each alert.
fn warnings(alerts: &[Alert]) -> Vec<Paragraph> {
    alerts.iter().map(|it| without_source(Kind::Warning, it.text.clone())).collect()
}

/// A document number as the answer stores it.
fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The citations of a draft by number. A passage that several paragraphs use is quoted from the first to the
/// last of their sentences.
fn citations(draft: &Draft, passages: &[Passage]) -> Vec<Citation> {
    let (numbers, notice_numbers) = draft.numbers();
    let mut found: BTreeMap<usize, Citation> = BTreeMap::new();
    for (paragraph, n) in draft.paragraphs.iter().zip(numbers) {
        let Some(passage) = passages.get(paragraph.passage) else { continue };
        found.entry(n).or_insert_with(|| Citation {
            n: number(n),
            chunk_id: passage.chunk_id.clone(),
            document_id: passage.document_id.clone(),
            title: passage.title.clone(),
            section: passage.heading.clone(),
            quote: draft
                .quote_of(paragraph.passage)
                .slice(&passage.text)
                .unwrap_or_default()
                .to_owned(),
            digest: passage.digest,
        });
    }
    for (notice, n) in draft.notices.iter().zip(notice_numbers) {
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
