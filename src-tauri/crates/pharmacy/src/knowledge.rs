//! The rules of this crate, read from `rules/`: names, complaints and classes, intents, emergencies,
//! matters that are not answered, and the fitted models.

mod entries;

use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;
use simui_clinical::data::parse;
use simui_clinical::drugs::DrugTable;

pub use self::entries::{
    AskedFor, Emergency, Follow, Form, General, Injection, Intent, Outside, Symptom,
};
use self::entries::{Class, add_names_of_classes, add_names_of_foods, occurs};
use super::names::{NameLikeness, NamedProduct, Names};
use crate::PharmacyError;
use crate::classifier::{Guides, RelevancyWeights, Sections, Weights};
use crate::foods::Food;
use crate::names::classes::ClassWords;
use crate::states::States;
use crate::text::wording::Wording;

/// Title of the guidance that has a section for each complaint.
pub(crate) const CARE_TITLE: &str = "증상별 약과 돌보기";

/// Intents about food or drink that is taken with the drug.
pub const CO_TAKEN_INTENTS: [&str; 2] = ["alcohol", "food"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IntentsFile {
    joiners: Vec<String>,
    care: Vec<String>,
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
    long_term: Vec<String>,
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
    help: Vec<String>,
    follow: Vec<Follow>,
    outside: Vec<Outside>,
    injection: Vec<Injection>,
}

/// Thresholds of the likeness model: `[likeness]` of `scope.toml`. Between `outside` and `inside` the rules
/// decide.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Likeness {
    /// Least probability at which a question is for this desk, whatever else it sounds like.
    pub inside: f32,
    /// Least probability at which a question without drug or complaint is answered from passages that lack
    /// its words.
    pub unnamed: f32,
    /// Probability below which a question is refused, whatever it names.
    pub outside: f32,
}

/// All rules and models of this crate, with the names of drugs: those of the rules, and those of the desk's
/// own products that a question names.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// Names of drugs.
    pub names: Names,
    rules: Arc<Rules>,
}

impl Deref for Knowledge {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.rules
    }
}

/// The rules and models beside the names.
#[derive(Debug)]
pub struct Rules {
    /// The intents, grave ones first.
    pub intents: Vec<Intent>,
    /// Words that begin another question within a sentence.
    pub(crate) joiners: Vec<String>,
    /// Words of a sentence that asks for care without forbidding anything.
    care: Vec<String>,
    /// The complaints and the classes of drugs.
    pub symptoms: Vec<Symptom>,
    /// Words for classes, to find them misspelt.
    classes: ClassWords,
    /// The names of the classes of the table of drugs, also of those without members here, and its general
    /// words.
    class_names: BTreeSet<String>,
    /// Dialect and colloquial forms; their meaning counts for what is asked.
    pub dialect: Vec<Form>,
    /// Terms of documents for what people describe; they count only for finding sentences.
    pub terms: Vec<Form>,
    /// Words that make no question on their own.
    pub filler: Vec<String>,
    /// Words of classes whose drugs are taken day by day.
    long_term: Vec<String>,
    /// Foods and drinks that are taken with drugs.
    pub(crate) foods: Vec<Food>,
    /// Dangers to life.
    pub emergencies: Vec<Emergency>,
    /// Words of sentences on where help is found.
    pub(crate) help: Vec<String>,
    /// What may stand behind the fixed text of emergencies.
    pub(crate) follow: Vec<Follow>,
    /// Matters for other professions.
    pub outside: Vec<Outside>,
    /// Instructions to the program.
    pub injections: Vec<Injection>,
    /// States of a person, with the words of documents for them.
    pub(crate) states: States,
    /// Whether a word looks like the name of a drug.
    pub(crate) name_likeness: NameLikeness,
    /// Weights of the relevancy of an answer.
    pub(crate) relevancy: RelevancyWeights,
    /// Thresholds of the likeness model.
    pub likeness: Likeness,
    /// The likeness model.
    pub weights: Weights,
    /// The model of the sections of drugs' documents.
    pub sections: Sections,
    /// The model of the sections of guidance.
    pub guides: Guides,
}

/// The rules that are compiled into the program, or the first mistake in them.
static SHIPPED: LazyLock<Result<Knowledge, PharmacyError>> = LazyLock::new(|| {
    let intents_file: IntentsFile =
        parse("pharmacy/intents.toml", include_str!("../rules/intents.toml"))?;
    let symptoms: SymptomsFile =
        parse("pharmacy/symptoms.toml", include_str!("../rules/symptoms.toml"))?;
    let classes_file: ClassesFile =
        parse("pharmacy/classes.toml", include_str!("../rules/classes.toml"))?;
    let dialect: DialectFile =
        parse("pharmacy/dialect.toml", include_str!("../rules/dialect.toml"))?;
    let scope: ScopeFile = parse("pharmacy/scope.toml", include_str!("../rules/scope.toml"))?;
    let states = States::read("pharmacy/states.toml", include_str!("../rules/states.toml"))?;
    let name_likeness = NameLikeness::read(
        "pharmacy/name_likeness.toml",
        include_str!("../rules/name_likeness.toml"),
    )?;
    let relevancy =
        RelevancyWeights::read("pharmacy/relevancy.toml", include_str!("../rules/relevancy.toml"))?;
    let table = DrugTable::shipped()?;
    let names = Names::new(&table)?;
    let foods = Food::read("pharmacy/foods.toml", include_str!("../rules/foods.toml"))?;
    let mut intents = intents_file.intent;
    add_names_of_foods(&mut intents, &foods);
    let mut symptoms = symptoms.symptom;
    let mut classes = classes_file.class;
    add_names_of_classes(&mut classes, &symptoms, &table);
    for class in classes {
        if !symptoms.iter().any(|it| it.name == class.korean) {
            symptoms.push(class.into());
        }
    }
    let words = symptoms.iter().flat_map(|it| &it.words);
    let classes = ClassWords::of(words);
    let general = table.general_words();
    let class_names = table.classes().flat_map(|it| it.1).chain(general);
    let class_names = class_names.map(str::to_owned).collect();
    let rules = Rules {
        classes,
        class_names,
        joiners: intents_file.joiners,
        care: intents_file.care,
        intents,
        foods,
        symptoms,
        dialect: dialect.form,
        terms: dialect.term,
        filler: scope.filler,
        long_term: classes_file.long_term,
        emergencies: scope.emergency,
        help: scope.help,
        follow: scope.follow,
        outside: scope.outside,
        injections: scope.injection,
        states,
        name_likeness,
        relevancy,
        likeness: scope.likeness,
        weights: Weights::read("pharmacy/likeness.bin", include_bytes!("../rules/likeness.bin"))?,
        sections: Sections::read("pharmacy/sections.bin", include_bytes!("../rules/sections.bin"))?,
        guides: Guides::read("pharmacy/guidance.bin", include_bytes!("../rules/guidance.bin"))?,
    };
    Ok(Knowledge { names, rules: Arc::new(rules) })
});

impl Knowledge {
    /// The rules that are compiled into the program, parsed once. Fails if a file is malformed.
    pub fn shipped() -> Result<&'static Self, &'static PharmacyError> {
        SHIPPED.as_ref()
    }

    /// The rules with products of the desk's documents among the names.
    #[must_use]
    pub fn with_products(&self, products: Vec<NamedProduct>) -> Self {
        Self { names: self.names.with_products(products), rules: self.rules.clone() }
    }

    /// Whether a complaint of the table of complaints, no class of drugs, has this name.
    pub fn has_complaint(&self, name: &str) -> bool {
        self.symptoms.iter().any(|it| !it.class && it.name == name)
    }

    /// The intent with this id.
    pub fn intent(&self, id: &str) -> Option<&Intent> {
        self.intents.iter().find(|it| it.id == id)
    }

    /// Whom the intent with this id asks for; `None` where it asks for anybody.
    pub fn asked_for(&self, id: &str) -> Option<AskedFor> {
        self.intent(id).and_then(|it| it.person)
    }

    /// The complaint or class of this name.
    pub fn symptom(&self, name: &str) -> Option<&Symptom> {
        self.symptoms.iter().find(|it| it.name == name)
    }

    /// The first class that an ingredient belongs to.
    pub(crate) fn class_of(&self, ingredient: &str) -> Option<String> {
        let korean = self.names.korean(ingredient);
        let of_drug = |it: &&Symptom| it.class && it.expand.iter().any(|it| it == korean);
        self.symptoms.iter().find(of_drug).map(|it| it.name.clone())
    }

    /// Whether a name is that of a drug or of a class of drugs, also of one without members here.
    pub fn has_name(&self, name: &str) -> bool {
        let of_class = |it: &Symptom| it.class && it.words.iter().any(|it| it == name);
        self.class_names.contains(name)
            || !self.names.ingredients(name).is_empty()
            || self.symptoms.iter().any(of_class)
    }

    /// The words of the classes of drugs.
    pub fn class_words(&self) -> impl Iterator<Item = &str> {
        let classes = self.symptoms.iter().filter(|it| it.class);
        classes.flat_map(|it| it.words.iter().map(String::as_str))
    }

    /// Whether a word names a class whose drugs are taken day by day, so that the drugs of a record are
    /// meant: 혈압약, not 진통제.
    pub fn is_long_term(&self, word: &str) -> bool {
        self.long_term.iter().any(|it| it == word)
    }

    /// Whether a drug (in Korean) belongs to the class that a word names: 아토르바스타틴 and 스타틴.
    pub fn is_of_class(&self, drug: &str, word: &str) -> bool {
        let is_named = |it: &&Symptom| it.class && it.words.iter().any(|it| it == word);
        self.symptoms.iter().filter(is_named).any(|it| it.expand.iter().any(|it| it == drug))
    }

    /// Whether `drug` (in Korean) is of a class that people take day by day.
    pub(crate) fn is_taken_daily(&self, drug: &str) -> bool {
        self.long_term.iter().any(|it| self.is_of_class(drug, it))
    }

    /// The drugs (in Korean) of the classes that a word names; none for the name of a drug.
    pub fn members_of_class(&self, word: &str) -> Vec<&str> {
        let is_named = |it: &&Symptom| it.class && it.words.iter().any(|it| it == word);
        let named = self.symptoms.iter().filter(is_named);
        let mut members: Vec<&str> = Vec::new();
        for drug in named.flat_map(|it| &it.expand) {
            if !members.contains(&drug.as_str()) && !self.names.find(drug).is_empty() {
                members.push(drug);
            }
        }
        members
    }

    /// The first class that has all of the ingredients, by its name in documents: 타이레놀 and 부루펜 are 해열제.
    pub(crate) fn shared_class(&self, ingredients: &BTreeSet<&str>) -> Option<&str> {
        let korean: Vec<&str> = ingredients.iter().map(|it| self.names.korean(it)).collect();
        let has = |class: &Symptom, name: &str| class.expand.iter().any(|it| it == name);
        let class = self
            .symptoms
            .iter()
            .find(|class| class.class && korean.iter().all(|name| has(class, name)))?;
        class.document_names.first().map(String::as_str)
    }

    /// Whether a sentence of a document mentions a drug by the name of its class: 소염진통제 includes 세레콕시브.
    pub fn mentions_class_of(&self, sentence: &str, korean: &str) -> bool {
        let of_drug = |it: &&Symptom| it.class && it.expand.iter().any(|it| it == korean);
        self.symptoms.iter().filter(of_drug).any(|it| it.is_named_in(sentence))
    }

    /// Words of the classes of drugs that a sentence of a document names, but not after its examples
    /// (이부프로펜 같은 소염진통제).
    pub(crate) fn classes_named_in(&self, sentence: &str) -> impl Iterator<Item = &str> {
        let has_examples = |symptom: &Symptom| {
            symptom.document_names.iter().any(|name| sentence.contains(&format!("같은 {name}")))
        };
        let named = self
            .symptoms
            .iter()
            .filter(move |it| it.class && it.is_named_in(sentence) && !has_examples(it));
        named.filter_map(|it| it.words.first()).map(String::as_str)
    }

    /// The names that documents use for the classes of a drug (in Korean).
    pub(crate) fn document_names_of_classes(&self, korean: &str) -> impl Iterator<Item = &str> {
        let of_drug = move |it: &&Symptom| it.class && it.expand.iter().any(|it| it == korean);
        let classes = self.symptoms.iter().filter(of_drug);
        classes.flat_map(|it| it.document_names.iter().map(String::as_str))
    }

    /// Whether a sentence of a document mentions any class of drugs: by its name, or as what is taken for a
    /// complaint (항생제).
    pub(crate) fn mentions_a_class(&self, sentence: &str) -> bool {
        let is_medicine = |it: &&String| it.chars().count() > 2 && it.ends_with(['약', '제']);
        let is_named = |symptom: &Symptom| {
            symptom.class && symptom.is_named_in(sentence)
                || symptom.words.iter().filter(is_medicine).any(|it| occurs(sentence, it))
        };
        self.symptoms.iter().any(is_named)
    }

    /// The words of documents for an illness or a state of a person, its own name among them.
    pub fn state_words(&self, name: &str) -> Vec<String> {
        self.states.words(name)
    }

    /// `text`, followed by the meaning of its dialect forms and misspelt classes.
    pub(crate) fn with_meanings(&self, text: &str) -> String {
        let meant = Self::with_forms(&self.dialect, text);
        let misspelt = self.classes.misspelt(text);
        misspelt.into_iter().fold(meant, |text, class| format!("{text} {class}"))
    }

    /// `text`, followed by the documents' terms for what it describes.
    pub(crate) fn with_document_terms(&self, text: &str) -> String {
        Self::with_forms(&self.terms, text)
    }

    /// `text`, followed by the meaning of each form that it uses.
    fn with_forms(forms: &[Form], text: &str) -> String {
        let wording = Wording::new(text);
        let used = forms.iter().filter(|it| it.forms.iter().any(|form| wording.begins(form)));
        used.fold(text.to_owned(), |text, form| format!("{text} {}", form.means))
    }

    /// Whether a sentence of a document addresses a program that reads it (prompt injection). It is never a
    /// source.
    pub fn addresses_a_program(&self, sentence: &str) -> bool {
        const COMMANDS: [&str; 12] = [
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
        if COMMANDS.iter().any(|it| sentence.contains(it)) {
            return true;
        }
        // Every sentence of every passage is checked: the rules below run only if a hint occurs.
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
            let wording = Wording::new(sentence);
            self.injections.iter().any(|it| wording.has_all(&it.words))
        }
    }

    /// Whether a sentence asks for care, or says that something is left out.
    pub(crate) fn asks_for_care(&self, sentence: &str) -> bool {
        self.care.iter().any(|it| sentence.contains(it.as_str()))
    }

    /// What may stand behind the fixed text of an emergency or safety rule.
    pub(crate) fn follow(&self, emergency: &str) -> Option<&Follow> {
        self.follow.iter().find(|it| it.of.iter().any(|of| of == emergency))
    }

    /// The first emergency that a text with this wording describes.
    pub(crate) fn emergency(&self, wording: &Wording) -> Option<&Emergency> {
        let is = |it: &&Emergency| wording.has_all(&it.words) && !wording.has_any(&it.unless);
        self.emergencies.iter().find(is)
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
        let of_class = |word: &&String| knowledge.symptoms.iter().any(|it| it.words.contains(word));
        assert!(knowledge.long_term.iter().all(|it| of_class(&it)));
    }

    #[test]
    fn emergencies_and_matters_of_others_are_told_apart_from_what_sounds_like_them() {
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
    fn a_mistake_is_reported_with_its_line() {
        let text = "[[intent]]\nid = \"dose\"\nkorean = \"용법\"\nwordz = []\n";
        let error = parse::<IntentsFile>("intents.toml", text).unwrap_err().to_string();
        assert!(error.starts_with("intents.toml:4: "), "{error}");
    }
}
