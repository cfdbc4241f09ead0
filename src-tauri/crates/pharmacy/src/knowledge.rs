//! What the rules know: names, symptoms, what questions ask for, what is not answered. Data files under `rules/`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use serde::Deserialize;
use simui_clinical::data::parse;

use super::names::Names;
use crate::PharmacyError;
use crate::classifier::{Guides, Sections, Weights};
use crate::names::classes::ClassWords;
use crate::text::wording::Wording;

/// Intents that name a thing to be taken with the drug.
pub(crate) const THINGS: [&str; 2] = ["alcohol", "food"];

/// What a question wants to know: a line of `intents.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    /// Stable name.
    pub id: String,
    /// For people.
    pub korean: String,
    /// Any of them means it.
    pub words: Vec<String>,
    /// Any of them means it where something else that is taken is named, too.
    #[serde(default)]
    pub with_another: Vec<String>,
    /// Sections that answer it, best first.
    pub headings: Vec<String>,
    /// Words of sentences that answer it.
    pub telling: Vec<String>,
}

/// A complaint and what is used for it: an entry of `symptoms.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Symptom {
    /// As documents call it.
    pub name: String,
    /// As people say it.
    pub words: Vec<String>,
    /// Words to search besides: what it is called in documents, what is used for it.
    pub expand: Vec<String>,
    /// Words of documents that only look alike.
    #[serde(default)]
    pub avoid: Vec<String>,
    /// Whether it is a class of drugs, whose members are among `expand`.
    #[serde(skip)]
    pub class: bool,
    /// What documents call the class where they speak of what is taken with it.
    #[serde(skip)]
    pub said: Vec<String>,
}

/// Danger to life: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Emergency {
    /// Stable name.
    pub id: String,
    /// One of every group has to be there.
    pub words: Vec<Vec<String>>,
    /// Words that say that it is none.
    #[serde(default)]
    pub unless: Vec<String>,
    /// What the answer begins with.
    pub says: String,
    /// Questions that are such a danger.
    pub fires: Vec<String>,
    /// Questions that only sound like one.
    pub silent: Vec<String>,
}

/// A matter of somebody else's: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    /// Stable name.
    pub id: String,
    /// Whether it stays outside when a drug or a symptom is named.
    pub although_drug: bool,
    /// Whether it stays outside however much it sounds like a question to a pharmacist.
    #[serde(default)]
    pub always: bool,
    /// Any of them.
    pub words: Vec<String>,
    /// Words that bring it back.
    #[serde(default)]
    pub unless: Vec<String>,
    /// What the asker is told.
    pub says: String,
    /// Questions of this sort.
    pub examples: Vec<String>,
    /// Questions that sound alike and are for this desk.
    pub near: Vec<String>,
}

impl Outside {
    /// Whether a question is of this sort.
    pub(crate) fn fits(&self, said: &Wording) -> bool {
        said.has_any(&self.words) && !said.has_any(&self.unless)
    }
}

/// A class of drugs: an entry of `classes.toml`. Asked about, it is what its members are for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Class {
    korean: String,
    words: Vec<String>,
    #[serde(default)]
    said: Vec<String>,
    members: Vec<String>,
}

impl From<Class> for Symptom {
    fn from(class: Class) -> Self {
        let Class { korean, mut words, said, members } = class;
        let mut expand = members;
        expand.push(korean.clone());
        words.push(korean.clone());
        Self { name: korean, words, expand, avoid: Vec::new(), class: true, said }
    }
}

/// What people say where they live, and what documents call it: an entry of `dialect.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// At the beginning of a word.
    pub said: Vec<String>,
    /// In the words of documents.
    pub means: String,
}

/// Words to the program: an entry of `scope.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injection {
    /// Stable name.
    pub id: String,
    /// One of every group has to be there.
    pub words: Vec<Vec<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IntentsFile {
    intent: Vec<Intent>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SymptomsFile {
    symptom: Vec<Symptom>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassesFile {
    class: Vec<Class>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct DialectFile {
    form: Vec<Form>,
    term: Vec<Form>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScopeFile {
    likeness: Likeness,
    filler: Vec<String>,
    emergency: Vec<Emergency>,
    outside: Vec<Outside>,
    injection: Vec<Injection>,
}

/// Where the likeness model decides: `[likeness]` of `scope.toml`. Between the two the rules do.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Likeness {
    /// From this probability on a question is for this desk, whatever else it sounds like.
    pub inside: f32,
    /// The same of one that names no drug and no complaint: its evidence need not have its words.
    pub unnamed: f32,
    /// Below this one it is not, whatever it names.
    pub outside: f32,
}

/// All of it.
#[derive(Debug)]
pub struct Knowledge {
    /// Names of drugs.
    pub names: Names,
    /// Grave first.
    pub intents: Vec<Intent>,
    /// Complaints, and classes of drugs.
    pub symptoms: Vec<Symptom>,
    /// Words for classes, for finding them misspelt.
    classes: ClassWords,
    /// How people say things.
    pub dialect: Vec<Form>,
    /// What documents call things that people describe: for finding sentences, not for what is asked.
    pub terms: Vec<Form>,
    /// Words that alone are no question.
    pub filler: Vec<String>,
    /// Danger to life.
    pub emergencies: Vec<Emergency>,
    /// What others answer.
    pub outside: Vec<Outside>,
    /// Words to the program.
    pub injections: Vec<Injection>,
    /// Where the likeness model decides.
    pub likeness: Likeness,
    /// The likeness model.
    pub weights: Weights,
    /// Which section of a drug's document answers.
    pub sections: Sections,
    /// Which section of guidance answers.
    pub guides: Guides,
}

static SHIPPED: LazyLock<Result<Knowledge, PharmacyError>> = LazyLock::new(|| {
    let intents: IntentsFile =
        parse("pharmacy/intents.toml", include_str!("../rules/intents.toml"))?;
    let symptoms: SymptomsFile =
        parse("pharmacy/symptoms.toml", include_str!("../rules/symptoms.toml"))?;
    let classes: ClassesFile =
        parse("pharmacy/classes.toml", include_str!("../rules/classes.toml"))?;
    let dialect: DialectFile =
        parse("pharmacy/dialect.toml", include_str!("../rules/dialect.toml"))?;
    let scope: ScopeFile = parse("pharmacy/scope.toml", include_str!("../rules/scope.toml"))?;
    let names = Names::read("pharmacy/names.toml", include_str!("../rules/names.toml"))?;
    let mut symptoms = symptoms.symptom;
    for class in classes.class {
        if !symptoms.iter().any(|it| it.name == class.korean) {
            symptoms.push(class.into());
        }
    }
    let taken = symptoms.iter().flat_map(|it| &it.words);
    let classes = ClassWords::of(taken);
    Ok(Knowledge {
        names,
        classes,
        intents: intents.intent,
        symptoms,
        dialect: dialect.form,
        terms: dialect.term,
        filler: scope.filler,
        emergencies: scope.emergency,
        outside: scope.outside,
        injections: scope.injection,
        likeness: scope.likeness,
        weights: Weights::read("pharmacy/likeness.bin", include_bytes!("../rules/likeness.bin"))?,
        sections: Sections::read("pharmacy/sections.bin", include_bytes!("../rules/sections.bin"))?,
        guides: Guides::read("pharmacy/guidance.bin", include_bytes!("../rules/guidance.bin"))?,
    })
});

impl Knowledge {
    /// What comes with the program, read once.
    pub fn shipped() -> Result<&'static Self, &'static PharmacyError> {
        SHIPPED.as_ref()
    }

    /// The intent of this name.
    pub fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|it| it.id == id)
    }

    /// The symptom of this name.
    pub fn symptom(&self, name: &str) -> Option<&Symptom> {
        self.symptoms.iter().find(|it| it.name == name)
    }

    /// The first class that a drug belongs to.
    pub(crate) fn class_of(&self, ingredient: &str) -> Option<String> {
        let korean = self.names.korean(ingredient);
        let of_drug = |it: &&Symptom| it.class && it.expand.iter().any(|it| it == korean);
        self.symptoms.iter().find(of_drug).map(|it| it.name.clone())
    }

    /// The class that all of some drugs belong to, as documents call it: 타이레놀 and 부루펜 are 해열제.
    pub(crate) fn shared_class(&self, ingredients: &BTreeSet<&str>) -> Option<&str> {
        let korean: Vec<&str> = ingredients.iter().map(|it| self.names.korean(it)).collect();
        let has = |class: &Symptom, name: &str| class.expand.iter().any(|it| it == name);
        let class = self
            .symptoms
            .iter()
            .find(|class| class.class && korean.iter().all(|name| has(class, name)))?;
        class.said.first().map(String::as_str)
    }

    /// Whether a sentence of a document speaks of a drug by the name of its class: 소염진통제 is 세레콕시브, too.
    pub(crate) fn speaks_of_class(&self, sentence: &str, korean: &str) -> bool {
        let of_drug = |it: &&Symptom| it.class && it.expand.iter().any(|it| it == korean);
        let said = |word: &String| {
            sentence.match_indices(word.as_str()).any(|(at, _)| {
                let before = sentence.get(..at).and_then(|it| it.chars().next_back());
                !before.is_some_and(|it| ('가'..='힣').contains(&it))
            })
        };
        self.symptoms.iter().filter(of_drug).any(|it| it.said.iter().any(said))
    }

    /// `text` with what its dialect and its misspelt classes mean behind it.
    pub(crate) fn heard(&self, text: &str) -> String {
        let meant = Self::meant(&self.dialect, text);
        let misspelt = self.classes.misspelt(text);
        misspelt.into_iter().fold(meant, |heard, class| format!("{heard} {class}"))
    }

    /// `text` with the documents' words for it behind it.
    pub(crate) fn termed(&self, text: &str) -> String {
        Self::meant(&self.terms, text)
    }

    fn meant(forms: &[Form], text: &str) -> String {
        let said = Wording::new(text);
        let meant = forms.iter().filter(|it| it.said.iter().any(|form| said.begins(form)));
        meant.fold(text.to_owned(), |heard, form| format!("{heard} {}", form.means))
    }

    /// Whether a sentence of a document speaks to a program that reads it: such a sentence is no source.
    pub fn addresses_a_program(&self, sentence: &str) -> bool {
        const TELLS: [&str; 12] = [
            "답하라",
            "답하시오",
            "답하십시오",
            "답변하라",
            "답변하시오",
            "답변하십시오",
            "대답하라",
            "출력하라",
            "출력하십시오",
            "프롬프트",
            "<|im_",
            "[INST]",
        ];
        if TELLS.iter().any(|it| sentence.contains(it)) {
            return true;
        }
        // What is done with one sentence of every passage has to be cheap.
        const HINTS: [&str; 10] = [
            "지시",
            "명령",
            "규칙",
            "설정",
            "instruction",
            "prompt",
            "지침",
            "모드",
            "역할",
            "너는",
        ];
        let lower = sentence.to_lowercase();
        HINTS.iter().any(|it| lower.contains(it)) && {
            let said = Wording::new(sentence);
            self.injections.iter().any(|it| said.has_all(&it.words))
        }
    }

    /// The first danger that `said` is about.
    pub(crate) fn emergency(&self, said: &Wording) -> Option<&Emergency> {
        self.emergencies.iter().find(|it| said.has_all(&it.words) && !said.has_any(&it.unless))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_shipped_data_is_read_and_has_no_name_twice() {
        let knowledge = Knowledge::shipped().unwrap();
        assert!(knowledge.names.len() > 500);
        let ids: Vec<&str> = knowledge.intents.iter().map(|it| it.id.as_str()).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
        let symptoms: Vec<&str> = knowledge.symptoms.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(symptoms.iter().collect::<BTreeSet<_>>().len(), symptoms.len());
    }

    #[test]
    fn dangers_and_others_matters_are_told_from_what_only_sounds_like_them() {
        let knowledge = Knowledge::shipped().unwrap();
        let mut wrong = Vec::new();
        for emergency in &knowledge.emergencies {
            let is = |text: &String| knowledge.emergency(&Wording::new(text)).is_some();
            wrong.extend(
                emergency.fires.iter().filter(|it| !is(it)).map(|it| format!("silent: {it}")),
            );
            wrong.extend(
                emergency.silent.iter().filter(|it| is(it)).map(|it| format!("fires: {it}")),
            );
        }
        for outside in &knowledge.outside {
            let is = |text: &String| outside.fits(&Wording::new(text));
            wrong.extend(
                outside
                    .near
                    .iter()
                    .filter(|it| outside.although_drug && is(it))
                    .map(|it| format!("outside: {it}")),
            );
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        let text = "[[intent]]\nid = \"dose\"\nkorean = \"용법\"\nwordz = []\n";
        let error = parse::<IntentsFile>("intents.toml", text).unwrap_err().to_string();
        assert!(error.starts_with("intents.toml:4: "), "{error}");
    }
}
