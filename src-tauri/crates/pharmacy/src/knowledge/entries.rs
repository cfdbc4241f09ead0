//! The entries of the files under `rules/`, as they are written there.

use std::collections::BTreeSet;

use serde::Deserialize;
use simui_clinical::drugs::DrugTable;

use crate::foods::Food;
use crate::text::wording::Wording;

/// What a question wants to know: an entry of `intents.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Stable identifier, also a feature of the fitted models.
    pub id: String,
    /// Korean name, shown to people.
    pub korean: String,
    /// Words of a question any of which raises the intent.
    pub words: Vec<String>,
    /// Words that raise the intent only if the question also names something else that is taken.
    #[serde(default)]
    pub with_another: Vec<String>,
    /// Parts of headings of the sections that answer, best first.
    pub headings: Vec<String>,
    /// Cue words: sentences that answer contain one of them.
    pub telling: Vec<String>,
    /// Words of sentences that answer the opposite question.
    #[serde(default)]
    pub contrary: Vec<String>,
    /// Words of a question for how much to take, which a calculation answers, too.
    #[serde(default)]
    pub amounts: Vec<String>,
    /// Those of `words` that also mean somebody of another age (아들).
    #[serde(default)]
    pub of_any_age: Vec<String>,
    /// Whom it asks for, where it does not ask for anybody.
    pub person: Option<AskedFor>,
    /// The drugs for which guidance for every drug answers where their own documents do not.
    pub general: Option<General>,
}

/// Whom an intent asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AskedFor {
    /// A woman who is pregnant or nurses.
    Mother,
    /// A child, or somebody old.
    Age,
    /// Somebody with a failing organ.
    Organ,
}

/// The drugs for which guidance for every drug answers an intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum General {
    /// All drugs.
    All,
    /// Drugs of the long-term classes of `classes.toml`. A missed dose of what is taken when needed is
    /// none.
    LongTerm,
}

/// A complaint with what is used for it, an entry of `symptoms.toml`, or a class of drugs, an entry of
/// `classes.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symptom {
    /// The name that documents use.
    pub name: String,
    /// The words that people use.
    pub words: Vec<String>,
    /// Further words to search for: other names in documents, and the drugs used for it.
    pub expand: Vec<String>,
    /// Words of titles of documents that only look related; such documents are left out.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Whether it is a class of drugs, whose members are among `expand`.
    #[serde(skip)]
    pub class: bool,
    /// Names of the class in the interaction sections of documents.
    #[serde(skip)]
    pub document_names: Vec<String>,
}

/// A danger to life: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emergency {
    /// Stable identifier.
    pub id: String,
    /// Groups of words; a text describes the danger if it contains a word of every group.
    pub words: Vec<Vec<String>>,
    /// Words that rule the danger out.
    #[serde(default)]
    pub unless: Vec<String>,
    /// The fixed text that the answer begins with.
    pub advice: String,
    /// Example questions that describe the danger; tests try them.
    pub fires: Vec<String>,
    /// Example questions that only sound like it; tests try them.
    pub silent: Vec<String>,
}

/// Which sentences may stand behind the fixed text of emergencies: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// Ids of the emergencies, and of safety rules.
    pub of: Vec<String>,
    /// Whether they are overdoses.
    #[serde(default)]
    pub overdose: bool,
    /// Words, one of which a sentence has.
    pub words: Vec<String>,
}

/// A matter for another profession: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    /// Stable identifier, also a feature of the fitted models.
    pub id: String,
    /// Whether a question that names a drug or a complaint is refused, too.
    pub although_drug: bool,
    /// Whether a question is refused however probable the likeness model finds it to be one for a
    /// pharmacist.
    #[serde(default)]
    pub always: bool,
    /// Words any of which means this matter.
    pub words: Vec<String>,
    /// Words that make it a question for this desk after all.
    #[serde(default)]
    pub unless: Vec<String>,
    /// The refusal that the asker reads.
    pub refusal: String,
    /// Example questions on this matter.
    pub examples: Vec<String>,
    /// Example questions that sound alike and are for this desk; tests try them.
    pub near: Vec<String>,
}

impl Outside {
    /// Whether a question is about this matter.
    pub(crate) fn fits(&self, wording: &Wording) -> bool {
        wording.has_any(&self.words) && !wording.has_any(&self.unless)
    }
}

/// Whether a sentence has a word at the start of one of its words.
pub(super) fn occurs(sentence: &str, word: &str) -> bool {
    sentence.match_indices(word).any(|(at, _)| {
        let before = sentence.get(..at).and_then(|it| it.chars().next_back());
        !before.is_some_and(|it| ('가'..='힣').contains(&it))
    })
}

impl Symptom {
    /// Whether a sentence of a document has a name of the class, at the start of a word.
    pub(super) fn is_named_in(&self, sentence: &str) -> bool {
        self.document_names.iter().any(|it| occurs(sentence, it))
    }
}

/// A class of drugs: an entry of `classes.toml`. It is read as a complaint that its members are used for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Class {
    pub(super) korean: String,
    pub(super) words: Vec<String>,
    #[serde(default)]
    document_names: Vec<String>,
    members: Vec<String>,
}

/// Adds to the words of each class what else the table of drugs calls it, where no other class has the
/// word. One that begins with a complaint (생리통약) asks for what helps and stays one of the complaint.
pub(super) fn add_names_of_classes(
    classes: &mut [Class],
    complaints: &[Symptom],
    table: &DrugTable,
) {
    let known: BTreeSet<String> =
        classes.iter().flat_map(|it| it.words.iter().chain([&it.korean])).cloned().collect();
    for (name, spellings) in table.classes() {
        let of_complaint = |spelling: &str| {
            complaints
                .iter()
                .flat_map(|it| it.words.iter().chain([&it.name]))
                .any(|word| spelling.starts_with(word.as_str()))
        };
        let new: Vec<String> = spellings
            .filter(|it| !known.contains(*it) && !of_complaint(it))
            .map(str::to_owned)
            .collect();
        let is_named = |it: &&mut Class| it.korean == name || it.words.iter().any(|it| it == name);
        for class in classes.iter_mut().filter(is_named) {
            class.words.extend(new.clone());
        }
    }
}

/// Adds the words for foods to those that raise their intents.
pub(super) fn add_names_of_foods(intents: &mut [Intent], foods: &[Food]) {
    for food in foods {
        let raised = intents.iter_mut().filter(|it| it.id == food.intent);
        raised.for_each(|it| it.words.extend(food.words.iter().cloned()));
    }
}

impl From<Class> for Symptom {
    fn from(class: Class) -> Self {
        let Class { korean, mut words, document_names, members } = class;
        let mut expand = members;
        expand.push(korean.clone());
        words.push(korean.clone());
        Self { name: korean, words, expand, avoid: Vec::new(), class: true, document_names }
    }
}

/// A dialect or colloquial form with its meaning: an entry of `dialect.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The forms; each is looked for at the beginning of a word.
    pub forms: Vec<String>,
    /// The meaning, in the words of documents.
    pub means: String,
}

/// Instructions to the program (prompt injection): an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injection {
    /// Stable identifier.
    pub id: String,
    /// Groups of words; a text is an instruction if it contains a word of every group.
    pub words: Vec<Vec<String>>,
}
