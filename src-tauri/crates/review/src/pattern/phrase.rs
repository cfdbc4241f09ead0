//! Phrases: classes whose words are found by patterns, and their places in an advertisement.

use super::language::Pattern;
use crate::claims::Reading;
use crate::lexicon::{ClassId, Hit, Words, by_class};

/// A class whose words are found by patterns.
#[derive(Debug, Clone)]
pub struct Phrase {
    /// The class of the phrase.
    pub class: ClassId,
    /// The patterns, any of which matches.
    pub patterns: Vec<Pattern>,
}

impl Reading<'_> {
    /// Adds the phrases that occur, in the order of their definition: later phrases may contain earlier ones.
    #[must_use]
    pub fn with_phrases(mut self, phrases: &[Phrase]) -> Self {
        let mut all = Vec::with_capacity(self.hits.len() * 2);
        let mut sentences = std::mem::take(&mut self.sentences);
        for sentence in &mut sentences {
            let mut hits = self.hits[sentence.hits.clone()].to_vec();
            let mut index = std::mem::take(&mut sentence.by_class);
            for phrase in phrases {
                let mut found = Vec::new();
                for pattern in &phrase.patterns {
                    if pattern.is_possible(&sentence.classes) {
                        found.extend(pattern.find(&self, Words::new(&hits, &index)));
                    }
                }
                if found.is_empty() {
                    continue;
                }
                let class = phrase.class;
                hits.extend(found.iter().map(|it| Hit {
                    class,
                    start: it.start,
                    end: it.end,
                    value: 0.0,
                }));
                hits.sort_by_key(|hit| (hit.start, hit.end, hit.class));
                hits.dedup();
                index = by_class(&hits);
                sentence.classes.insert(class);
            }
            sentence.by_class = index;
            let from = all.len();
            all.extend(hits);
            sentence.hits = from..all.len();
        }
        self.by_class = by_class(&all);
        self.hits = all;
        self.sentences = sentences;
        self
    }
}
