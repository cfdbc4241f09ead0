//! The cache of answers, and the key that keeps one patient's answer from being served to another.
//!
//! Likeness alone is not sameness: "하루 2알" and "하루 8알" are nearly one vector. So an answer is served only where its whole
//! [`Key`] is that of the new question: the same patient, the same clinical context, the same drugs, figures, wishes and denials,
//! the same documents and rules. Likeness then decides among the wordings of one question.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::complexity::Intent;
use super::quality::Quality;

/// Least cosine between the embeddings of two wordings of one question.
pub const SIMILAR: f32 = 0.85;

/// Answers kept; the one that was not used for longest goes first.
pub const MOST: usize = 1_000;

/// Everything that must be the same. Compared as it stands: a digest could collide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Key {
    /// Whose answer it is. None only where nothing is known of the patient and the turn says nothing of anybody: an answer out of
    /// documents alone. An answer made for a patient of whom something is known is never served to another one, also where all
    /// that is known is the same: it may name what it was made from.
    pub patient: Option<String>,
    /// What is known of them: [`super::Facts::context`].
    pub context: String,
    /// Drugs in their order, complaints, intents, figures, denials.
    pub question: String,
    /// The state of the corpora: laws, drug documents, DUR tables.
    pub corpus: u64,
    /// Rules, engine, mode and parts.
    pub made_by: String,
}

/// What is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Kept {
    /// The answer, as it was first made.
    pub answer: Answer,
    /// What it was scored.
    pub quality: Option<Quality>,
    /// What its turn needed.
    pub intent: Intent,
    /// What of the record it heeds.
    pub used: Vec<String>,
    /// How long it took to make, in milliseconds.
    pub took_ms: f64,
    /// Who wrote it: [`super::ConsultState::engine`].
    pub engine: String,
}

/// An answer that fits.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Cosine of the questions.
    pub similarity: f32,
    /// It.
    pub kept: Kept,
    /// How often it was served before: chooses its style.
    pub served: u64,
    /// Where it is stored.
    pub row: Option<u32>,
}

/// One entry, as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Where it is served.
    pub key: Key,
    /// Of the question, of length one.
    pub vector: Vec<f32>,
    /// What is served.
    pub kept: Kept,
    /// How often it was.
    pub served: u64,
    /// Where it is stored; nowhere yet, or only here.
    #[serde(skip)]
    pub row: Option<u32>,
}

/// How much the cache has done since it was made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct CacheCounts {
    /// Questions that were looked up.
    pub asked: u64,
    /// Of these, answered from here.
    pub hits: u64,
    /// Milliseconds that the answers took when they were made, and did not take again.
    pub saved_ms: f64,
    /// Entries that made room for newer ones.
    pub evicted: u64,
    /// Entries that were dropped because law, drug data or a profile changed.
    pub outdated: u64,
}

/// Kept answers, least recently used first out.
#[derive(Debug, Default)]
pub struct ResponseCache {
    entries: BTreeMap<u64, Entry>,
    by_key: BTreeMap<Key, Vec<u64>>,
    /// By last use: entries in the order in which they go.
    uses: BTreeMap<u64, u64>,
    last_use: BTreeMap<u64, u64>,
    next: u64,
    counts: CacheCounts,
    most: Option<usize>,
}

impl ResponseCache {
    /// With room for `most`.
    pub fn with_room_for(most: usize) -> Self {
        Self { most: Some(most), ..Self::default() }
    }

    /// Entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What it has done.
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The most similar answer under exactly this key, and how similar its question is, also where that is not enough.
    pub fn find(&mut self, key: &Key, vector: &[f32]) -> (Option<Hit>, Option<f32>) {
        self.counts.asked += 1;
        let among = self.by_key.get(key).into_iter().flatten();
        let near = among
            .filter_map(|id| Some((*id, cosine(&self.entries.get(id)?.vector, vector))))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        let Some((id, similarity)) = near else { return (None, None) };
        let Some(entry) = self.entries.get_mut(&id).filter(|_| similarity >= SIMILAR) else {
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

    /// Keeps an answer; the same question again takes the place of the one before.
    pub fn keep(&mut self, entry: Entry) {
        let same = self
            .by_key
            .get(&entry.key)
            .into_iter()
            .flatten()
            .copied()
            .find(|id| self.entries.get(id).is_some_and(|it| it.vector == entry.vector));
        if let Some(id) = same {
            self.remove(id);
        }
        let id = self.next;
        self.next += 1;
        self.by_key.entry(entry.key.clone()).or_default().push(id);
        self.entries.insert(id, entry);
        self.touch(id);
        while self.entries.len() > self.most.unwrap_or(MOST) {
            let Some(oldest) = self.uses.values().next().copied() else { break };
            self.remove(oldest);
            self.counts.evicted += 1;
        }
    }

    /// Drops what was made from corpora of another state; returns how many.
    pub fn keep_corpus(&mut self, corpus: u64) -> usize {
        self.drop_where(|it| it.key.corpus != corpus)
    }

    /// Drops what was made for a patient: forgotten, or of another state now.
    pub fn drop_patient(&mut self, patient: &str) -> usize {
        self.drop_where(|it| it.key.patient.as_deref() == Some(patient))
    }

    /// Drops what was made for a patient of whom something else is known now; returns where it is stored.
    pub fn drop_overtaken(&mut self, patient: &str, context: &str) -> Vec<u32> {
        let goes =
            |it: &Entry| it.key.patient.as_deref() == Some(patient) && it.key.context != context;
        let rows = self.entries.values().filter(|it| goes(it)).filter_map(|it| it.row).collect();
        self.drop_where(goes);
        rows
    }

    /// All entries, the least recently used first.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.uses.values().filter_map(|id| self.entries.get(id))
    }

    fn drop_where(&mut self, goes: impl Fn(&Entry) -> bool) -> usize {
        let ids: Vec<u64> =
            self.entries.iter().filter(|(_, it)| goes(it)).map(|(id, _)| *id).collect();
        ids.iter().for_each(|id| self.remove(*id));
        self.counts.outdated += ids.len() as u64;
        ids.len()
    }

    fn touch(&mut self, id: u64) {
        let now = self.uses.last_key_value().map_or(0, |(at, _)| at + 1);
        if let Some(before) = self.last_use.insert(id, now) {
            self.uses.remove(&before);
        }
        self.uses.insert(now, id);
    }

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

/// Of two vectors of length one.
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
        let mut cache = ResponseCache::with_room_for(2);
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
        assert_eq!((cache.drop_overtaken("a", "").len(), cache.len()), (0, 3));
        cache.keep(Entry { row: Some(7), ..entry(key(Some("a"), "r"), [1.0, 0.0], 1.0) });
        assert_eq!((cache.drop_overtaken("a", "임신"), cache.len()), (vec![7], 2));
        cache.keep(entry(key(Some("a"), "q"), [1.0, 0.0], 1.0));
        assert_eq!((cache.drop_patient("a"), cache.len()), (1, 2));
        assert_eq!((cache.keep_corpus(1), cache.keep_corpus(2), cache.len()), (0, 2, 0));
        assert_eq!(cache.counts().outdated, 5);
    }

    proptest! {
        #[test]
        fn nobody_is_served_what_was_made_for_another(
            asked in prop::collection::vec((0_usize..4, 0_usize..3, 0_u8..3), 1..80),
        ) {
            let patients = [None, Some("a"), Some("b"), Some("c")];
            let mut cache = ResponseCache::with_room_for(12);
            for (who, what, like) in asked {
                let key = key(patients[who], &what.to_string());
                let vector = [[1.0, 0.0], [0.9, 0.435_9], [0.0, 1.0]][usize::from(like)];
                // Whose an answer is is written into it.
                let mine = format!("{:?} {what}", patients[who]);
                match cache.find(&key, &vector).0 {
                    Some(hit) => prop_assert_eq!(&hit.kept.answer.paragraphs[0].text, &mine),
                    None => {
                        let mut entry = entry(key, vector, 1.0);
                        entry.kept.answer = Answer::reply(&[], mine);
                        cache.keep(entry);
                    }
                }
                prop_assert!(cache.len() <= 12);
                prop_assert_eq!(cache.entries().count(), cache.len());
            }
        }
    }
}
