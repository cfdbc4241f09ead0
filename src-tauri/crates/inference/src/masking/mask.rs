use std::collections::BTreeMap;
use std::sync::Arc;

use super::find::{Identifier, find_with};
use super::known::KnownNames;

/// 재현 표: the placeholders and their originals. Never leaves this machine.
#[derive(Debug, Clone)]
pub struct Mask {
    /// Beginning of every placeholder, which occurs in none of the texts.
    opening: String,
    entries: Vec<Entry>,
    known: Arc<KnownNames>,
}

#[derive(Debug, Clone)]
struct Entry {
    kind: Identifier,
    placeholder: String,
    original: String,
}

const CLOSING: char = '⟧';

/// Least length in characters of a found name that is then masked wherever it occurs.
const MIN_NAME: usize = 3;
/// Least length in characters of another identifier that is masked wherever it occurs; a shorter number may
/// be a quantity elsewhere.
const MIN_IDENTIFIER: usize = 7;

impl Mask {
    /// Makes a mask for texts that are sent together: equal identifiers get equal placeholders.
    pub fn over<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        let texts: Vec<&str> = texts.into_iter().collect();
        let openings = (0_u32..).map(|number| match number {
            0 => "⟦".to_owned(),
            number => format!("⟦{number}·"),
        });
        // Some opening is free, because the texts are finite.
        let mut free = openings.filter(|it| !texts.iter().any(|text| text.contains(it.as_str())));
        let opening = free.next().unwrap_or_default();
        Self { opening, entries: Vec::new(), known: Arc::default() }
    }

    /// Returns the mask with names that are masked wherever they occur, such as those of the desk's patients.
    pub fn with_known_names(self, known: Arc<KnownNames>) -> Self {
        Self { known, ..self }
    }

    /// Returns the text with identifiers replaced by placeholders. Nothing is found in the result: a name
    /// that ended in another word is found once that word is a placeholder.
    pub fn hide(&mut self, text: &str) -> String {
        /// Rounds after which the text is returned as it is; two are usual.
        const ROUNDS: usize = 10;
        let mut text = text.to_owned();
        for _ in 0..ROUNDS {
            let hidden = self.hide_found(&text);
            let hidden = self.hide_known(hidden);
            if hidden == text {
                break;
            }
            text = hidden;
        }
        text
    }

    /// Replaces what was found in any text everywhere; longer ones first, because one may contain another.
    fn hide_known(&self, mut hidden: String) -> String {
        let mut known: Vec<&Entry> = self.entries.iter().collect();
        known.sort_by_key(|entry| std::cmp::Reverse(entry.original.len()));
        for entry in known {
            let sure = if entry.kind == Identifier::Name { MIN_NAME } else { MIN_IDENTIFIER };
            if entry.original.chars().count() >= sure {
                hidden = hidden.replace(&entry.original, &entry.placeholder);
            }
        }
        hidden
    }

    fn hide_found(&mut self, text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut hidden = String::with_capacity(text.len());
        let mut done = 0;
        for found in find_with(text, &self.known) {
            hidden.extend(&chars[done..found.start]);
            let original: String = chars[found.start..found.end].iter().collect();
            hidden.push_str(&self.placeholder(found.kind, original));
            done = found.end;
        }
        hidden.extend(&chars[done..]);
        hidden
    }

    /// Returns the text with placeholders replaced by their identifiers.
    pub fn restore(&self, text: &str) -> String {
        let mut restored = text.to_owned();
        // The last first: its original may hold an earlier placeholder.
        for entry in self.entries.iter().rev() {
            restored = restored.replace(&entry.placeholder, &entry.original);
        }
        restored
    }

    /// Returns the number of distinct replaced identifiers of each kind.
    pub fn counts(&self) -> BTreeMap<Identifier, usize> {
        let mut counts = BTreeMap::new();
        for entry in &self.entries {
            *counts.entry(entry.kind).or_default() += 1;
        }
        counts
    }

    fn placeholder(&mut self, kind: Identifier, original: String) -> String {
        if let Some(entry) = self.entries.iter().find(|entry| entry.original == original) {
            return entry.placeholder.clone();
        }
        let number = 1 + self.entries.iter().filter(|entry| entry.kind == kind).count();
        let placeholder = format!("{}{}{number}{CLOSING}", self.opening, kind.label());
        self.entries.push(Entry { kind, placeholder: placeholder.clone(), original });
        placeholder
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_hidden_comes_back() {
        let text = "홍길동님(010-1234-5678)은 홍길동 이름으로 예약. 김철수님도.";
        let mut mask = Mask::over([text]);
        let hidden = mask.hide(text);
        assert_eq!(hidden, "⟦이름1⟧님(⟦전화1⟧)은 ⟦이름1⟧ 이름으로 예약. ⟦이름2⟧님도.");
        assert_eq!(mask.restore(&hidden), text);
        assert_eq!(mask.hide("김철수님"), "⟦이름2⟧님", "the same in another text");
        let counts: Vec<(Identifier, usize)> = mask.counts().into_iter().collect();
        assert_eq!(counts, [(Identifier::Phone, 1), (Identifier::Name, 2)]);
    }

    #[test]
    fn a_text_with_placeholders_of_its_own_is_not_confused() {
        let text = "⟦이름1⟧님과 ⟦1·전화1⟧ 그리고 홍길동님";
        let mut mask = Mask::over([text]);
        let hidden = mask.hide(text);
        assert_eq!(hidden, "⟦이름1⟧님과 ⟦1·전화1⟧ 그리고 ⟦2·이름1⟧님");
        assert_eq!(mask.restore(&hidden), text);
    }
}
