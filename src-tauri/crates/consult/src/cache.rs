//! The cache of answers, and the key that keeps one patient's answer from being served to another.
//!
//! Similar questions may differ in what matters: "하루 2알" and "하루 8알" have nearly the same vector. An answer
//! is served only if its whole [`Key`] equals that of the new question: patient, clinical context, drugs,
//! figures, intents and denials, documents and rules. Similarity then chooses among the wordings of one
//! question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::complexity::Intent;
use super::quality::Quality;

/// Least cosine between the embeddings of two wordings of one question.
pub const MIN_SIMILARITY: f32 = 0.85;

/// Most answers in the cache; the least recently used one is evicted first.
pub const MAX_ENTRIES: usize = 1_000;

/// Everything that must be equal for an answer to be served. It is compared in full, because digests could
/// collide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
    /// The patient for whom the answer was made. `None` only if nothing is known of the patient and the turn
    /// states nothing of anybody, so that the answer rests on documents alone. An answer made with a record
    /// is never served to another patient, even one with an equal record, because it may quote the record.
    pub patient: Option<String>,
    /// What is known of the patient: [`super::Facts::context`].
    pub context: String,
    /// Drugs in their order, complaints, intents, person, figures, denials, and the facts that the turn
    /// states.
    pub question: String,
    /// Version of the corpora: laws, drug documents, DUR tables.
    pub corpus: u64,
    /// Version of the rules, engine, mode and parts.
    pub made_by: String,
}

/// A cached answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The answer, without the alerts of the turn that it was made in.
    pub answer: Answer,
    /// The scores of the answer.
    pub quality: Option<Quality>,
    /// What the turn needed.
    pub intent: Intent,
    /// The parts of the record that the answer takes into account, in Korean.
    pub used: Vec<String>,
    /// Time that it took to make the answer, in milliseconds.
    pub took_ms: f64,
    /// Who wrote the answer: [`super::ConsultState::engine`].
    pub engine: String,
}

/// A cached answer that fits a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Cosine of both questions.
    pub similarity: f32,
    /// The cached answer.
    pub kept: Kept,
    /// Number of times that it was served before; it chooses the wording.
    pub served: u64,
    /// Row of the entry in the database; `None` if it is not stored.
    pub row: Option<u32>,
}

/// An entry of the cache, as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// What a question must equal.
    pub key: Key,
    /// Embedding of the question, of Euclidean length 1.
    pub vector: Vec<f32>,
    /// The cached answer.
    pub kept: Kept,
    /// Number of times that the answer was served.
    pub served: u64,
    /// Row of the entry in the database; `None` if it is not stored, or not yet.
    #[serde(skip)]
    pub row: Option<u32>,
}

/// Counts since the cache was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct CacheCounts {
    /// Number of questions looked up.
    pub asked: u64,
    /// Number of questions answered from the cache.
    pub hits: u64,
    /// Time saved in milliseconds: what the served answers took to make.
    pub saved_ms: f64,
    /// Number of entries evicted for newer ones.
    pub evicted: u64,
    /// Number of entries dropped because law, drug data or a record changed.
    pub outdated: u64,
}

/// The cache; the least recently used entry is evicted first.
#[derive(Debug, Default)]
pub struct ResponseCache {
    entries: BTreeMap<u64, Entry>,
    by_key: BTreeMap<Key, Vec<u64>>,
    /// Ids of entries by time of last use: the first one is evicted next.
    uses: BTreeMap<u64, u64>,
    last_use: BTreeMap<u64, u64>,
    next: u64,
    counts: CacheCounts,
    capacity: Option<usize>,
}

impl ResponseCache {
    /// An empty cache of `capacity` entries; the default has [`MAX_ENTRIES`].
    pub fn with_capacity(capacity: usize) -> Self {
        Self { capacity: Some(capacity), ..Self::default() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the cache has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The counts since the cache was made.
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The answer with this key whose question is most similar, if the cosine is at least [`MIN_SIMILARITY`],
    /// and the cosine of the most similar question, also below that. A hit is counted.
    pub fn find(&mut self, key: &Key, vector: &[f32]) -> (Option<Hit>, Option<f32>) {
        self.counts.asked += 1;
        let candidates = self.by_key.get(key).into_iter().flatten();
        let nearest = candidates
            .filter_map(|id| Some((*id, cosine(&self.entries.get(id)?.vector, vector))))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((id, similarity)) = nearest else { return (None, None) };
        let Some(entry) = self.entries.get_mut(&id).filter(|_| similarity >= MIN_SIMILARITY) else {
            return (None, Some(similarity));
        };
        let (kept, served, row) = (entry.kept.clone(), entry.served, entry.row);
        let hit = Hit { similarity, kept, served, row };
        entry.served += 1;
        self.counts.hits += 1;
        self.counts.saved_ms += entry.kept.took_ms;
        self.touch(id);
        (Some(hit), Some(similarity))
    }

    /// Adds an entry. It replaces an entry with an equal key and vector; beyond capacity the least recently
    /// used is evicted.
    pub fn keep(&mut self, entry: Entry) {
        let replaced = self
            .by_key
            .get(&entry.key)
            .into_iter()
            .flatten()
            .copied()
            .find(|id| self.entries.get(id).is_some_and(|it| it.vector == entry.vector));
        if let Some(id) = replaced {
            self.remove(id);
        }
        let id = self.next;
        self.next += 1;
        self.by_key.entry(entry.key.clone()).or_default().push(id);
        self.entries.insert(id, entry);
        self.touch(id);
        while self.entries.len() > self.capacity.unwrap_or(MAX_ENTRIES) {
            let Some(oldest) = self.uses.values().next().copied() else { break };
            self.remove(oldest);
            self.counts.evicted += 1;
        }
    }

    /// Drops entries made from other versions of the corpora than `corpus`; returns their number.
    pub fn drop_other_corpora(&mut self, corpus: u64) -> usize {
        self.drop_where(|it| it.key.corpus != corpus)
    }

    /// Drops all entries of a patient; returns their number.
    pub fn drop_patient(&mut self, patient: &str) -> usize {
        self.drop_where(|it| it.key.patient.as_deref() == Some(patient))
    }

    /// Drops the entries of a patient made with another record than `context`; returns their rows in the
    /// database.
    pub fn drop_outdated(&mut self, patient: &str, context: &str) -> Vec<u32> {
        let is_outdated =
            |it: &Entry| it.key.patient.as_deref() == Some(patient) && it.key.context != context;
        let rows =
            self.entries.values().filter(|it| is_outdated(it)).filter_map(|it| it.row).collect();
        self.drop_where(is_outdated);
        rows
    }

    /// All entries, least recently used first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.uses.values().filter_map(|id| self.entries.get(id))
    }

    /// Drops the entries that match, counts them as outdated, and returns their number.
    fn drop_where(&mut self, is_dropped: impl Fn(&Entry) -> bool) -> usize {
        let ids: Vec<u64> =
            self.entries.iter().filter(|(_, it)| is_dropped(it)).map(|(id, _)| *id).collect();
        ids.iter().for_each(|id| self.remove(*id));
        self.counts.outdated += ids.len() as u64;
        ids.len()
    }

    /// Marks an entry as the most recently used one.
    fn touch(&mut self, id: u64) {
        let now = self.uses.last_key_value().map_or(0, |(at, _)| at + 1);
        if let Some(before) = self.last_use.insert(id, now) {
            self.uses.remove(&before);
        }
        self.uses.insert(now, id);
    }

    /// Removes an entry from all indices.
    fn remove(&mut self, id: u64) {
        if let Some(entry) = self.entries.remove(&id) {
            if let Some(ids) = self.by_key.get_mut(&entry.key) {
                ids.retain(|it| *it != id);
                if ids.is_empty() {
                    self.by_key.remove(&entry.key);
                }
            }
            if let Some(at) = self.last_use.remove(&id) {
                self.uses.remove(&at);
            }
        }
    }
}

/// The cosine of two vectors of length 1; 0 if their dimensions differ.
fn cosine(one: &[f32], other: &[f32]) -> f32 {
    match one.len() == other.len() {
        true => one.iter().zip(other).map(|(a, b)| a * b).sum(),
        false => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn key(patient: Option<&str>, question: &str) -> Key {
        Key {
            patient: patient.map(str::to_owned),
            context: String::new(),
            question: question.to_owned(),
            corpus: 1,
            made_by: "rules".to_owned(),
        }
    }

    fn entry(key: Key, vector: [f32; 2], took_ms: f64) -> Entry {
        let kept = Kept {
            answer: Answer::default(),
            quality: None,
            intent: Intent::default(),
            used: Vec::new(),
            took_ms,
            engine: "rules".to_owned(),
        };
        Entry { key, vector: vector.to_vec(), kept, served: 0, row: None }
    }

    #[test]
    fn only_the_same_key_and_a_like_question_hit() {
        let mut cache = ResponseCache::default();
        cache.keep(entry(key(Some("a"), "q"), [1.0, 0.0], 40.0));
        for (asked, vector, hits) in [
            (key(Some("a"), "q"), [1.0, 0.0], true),
            (key(Some("a"), "q"), [0.86, 0.510_3], true),
            (key(Some("a"), "q"), [0.84, 0.542_6], false),
            (key(Some("b"), "q"), [1.0, 0.0], false),
            (key(None, "q"), [1.0, 0.0], false),
            (key(Some("a"), "other"), [1.0, 0.0], false),
            (Key { corpus: 2, ..key(Some("a"), "q") }, [1.0, 0.0], false),
            (Key { context: "임신".into(), ..key(Some("a"), "q") }, [1.0, 0.0], false),
        ] {
            assert_eq!(cache.find(&asked, &vector).0.is_some(), hits, "{asked:?} {vector:?}");
        }
        let counts = cache.counts();
        assert_eq!((counts.asked, counts.hits, counts.saved_ms), (8, 2, 80.0));
    }

    #[test]
    fn the_least_recently_used_goes_first() {
        let mut cache = ResponseCache::with_capacity(2);
        for question in ["one", "two"] {
            cache.keep(entry(key(None, question), [1.0, 0.0], 1.0));
        }
        assert!(cache.find(&key(None, "one"), &[1.0, 0.0]).0.is_some());
        cache.keep(entry(key(None, "three"), [1.0, 0.0], 1.0));
        let mut has = |question| cache.find(&key(None, question), &[1.0, 0.0]).0.is_some();
        assert_eq!((has("one"), has("two"), has("three")), (true, false, true));
        assert_eq!((cache.len(), cache.counts().evicted), (2, 1));
    }

    #[test]
    fn what_changed_is_dropped() {
        let mut cache = ResponseCache::default();
        for patient in [Some("a"), Some("b"), None] {
            cache.keep(entry(key(patient, "q"), [1.0, 0.0], 1.0));
        }
        assert_eq!((cache.drop_outdated("a", "").len(), cache.len()), (0, 3));
        cache.keep(Entry { row: Some(7), ..entry(key(Some("a"), "r"), [1.0, 0.0], 1.0) });
        assert_eq!((cache.drop_outdated("a", "임신"), cache.len()), (vec![7], 2));
        cache.keep(entry(key(Some("a"), "q"), [1.0, 0.0], 1.0));
        assert_eq!((cache.drop_patient("a"), cache.len()), (1, 2));
        assert_eq!(
            (cache.drop_other_corpora(1), cache.drop_other_corpora(2), cache.len()),
            (0, 2, 0)
        );
        assert_eq!(cache.counts().outdated, 5);
    }

    proptest! {
        #[test]
        fn no_patient_is_served_an_answer_made_for_another(
            asked in prop::collection::vec((0_usize..4, 0_usize..3, 0_u8..3), 1..80),
        ) {
            let patients = [None, Some("a"), Some("b"), Some("c")];
            let mut cache = ResponseCache::with_capacity(12);
            for (who, what, like) in asked {
                let key = key(patients[who], &what.to_string());
                let vector = [[1.0, 0.0], [0.9, 0.435_9], [0.0, 1.0]][usize::from(like)];
                // The text of each answer names its patient.
                let own = format!("{:?} {what}", patients[who]);
                match cache.find(&key, &vector).0 {
                    Some(hit) => prop_assert_eq!(&hit.kept.answer.paragraphs[0].text, &own),
                    None => {
                        let mut entry = entry(key, vector, 1.0);
                        entry.kept.answer = Answer::reply(&[], own);
                        cache.keep(entry);
                    }
                }
                prop_assert!(cache.len() <= 12);
                prop_assert_eq!(cache.entries().count(), cache.len());
            }
        }
    }
}
