//! Lexical classes as small numbers, and sets of them.

use std::collections::HashMap;

/// Number of a lexical class.
pub type ClassId = u16;

/// Names of the classes of one set of lexicons and packs.
#[derive(Debug, Clone, Default)]
pub struct ClassNames {
    ids: HashMap<String, ClassId>,
    names: Vec<String>,
}

impl ClassNames {
    /// Returns the number of `name`, and assigns one if it has none.
    pub fn intern(&mut self, name: &str) -> ClassId {
        if let Some(&id) = self.ids.get(name) {
            return id;
        }
        let id = ClassId::try_from(self.names.len()).unwrap_or(ClassId::MAX);
        self.names.push(name.to_owned());
        self.ids.insert(name.to_owned(), id);
        id
    }

    /// Returns the number of `name`, if a lexicon or pack defines it.
    pub fn get(&self, name: &str) -> Option<ClassId> {
        self.ids.get(name).copied()
    }

    /// Returns the name of a class; empty for an unknown number.
    pub fn name(&self, id: ClassId) -> &str {
        self.names.get(usize::from(id)).map_or("", String::as_str)
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is no class.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// A set of lexical classes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassSet(Vec<u64>);

impl ClassSet {
    /// Adds `class` to the set.
    pub fn insert(&mut self, class: ClassId) {
        let at = usize::from(class) / 64;
        if self.0.len() <= at {
            self.0.resize(at + 1, 0);
        }
        self.0[at] |= 1 << (class % 64);
    }

    /// Whether `class` is in the set.
    pub fn contains(&self, class: ClassId) -> bool {
        self.0.get(usize::from(class) / 64).is_some_and(|bits| bits >> (class % 64) & 1 == 1)
    }

    /// Whether any of `classes` is in the set.
    pub fn contains_any(&self, classes: &[ClassId]) -> bool {
        classes.iter().any(|&class| self.contains(class))
    }
}
