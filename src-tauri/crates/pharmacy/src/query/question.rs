//! Reads a question: its drugs, complaints and intents, the person, and whether it is an emergency or not for
//! this desk.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};
use simui_domain::{DocumentId, Span};
use simui_search::analysis::Analyser;

use super::complaints::{Complaints, complaints};
use super::features::features;
use super::matter;
use super::phrases::{AMOUNT, LEAVE, NO_DOSE, TAKING, VACCINE};
use super::subject::TAKING_WORDS;
use crate::classifier::{Features, Guide, MODELS, SECTIONS};
use crate::dur::{CHILD_MONTHS, DurBook, ELDERLY_MONTHS, Person};
use crate::foods::Food;
use crate::knowledge::{AskedFor, CO_TAKEN_INTENTS, Intent, Knowledge};
use crate::names::brackets::without_repeated;
use crate::names::{DrugMention, NamedProduct, Names};
use crate::person::PersonFact;
use crate::text::stems::words;
use crate::text::wording::Wording;

/// Refusal of a question that is not about drugs or taking them.
pub const OUTSIDE: &str = "의약품과 복약에 관한 질문이 아니어서 답하지 않습니다. 약 이름이나 증상을 넣어 다시 물어보십시오.";

/// Most characters of a question that are read; the rest is cut off.
pub const LONGEST: usize = 2_000;

/// Lemmas of the wording of questions, and of time as seen from the day of asking, of which no document
/// knows. They are not searched for.
const QUESTION_WORDS: [&str; 41] = [
    "먹",
    "쓰",
    "약",
    "좀",
    "추천",
    "알리",
    "주",
    "가르치",
    "궁금",
    "질문",
    "괜찮",
    "좋",
    "어떻",
    "무엇",
    "뭐",
    "어느",
    "언제",
    "얼마",
    "까",
    "요",
    "가능",
    "이거",
    "그거",
    "저",
    "제",
    "혹시",
    "바르",
    "드시",
    "복용",
    "나요",
    "그제",
    "그저께",
    "어제",
    "어젯밤",
    "오늘",
    "내일",
    "지금",
    "아까",
    "방금",
    "요즘",
    "요새",
];

/// A question as the rules read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The text of the question, trimmed and cut to [`LONGEST`] characters.
    pub text: String,
    /// The drugs that the question names, in reading order.
    pub drugs: Vec<Drug>,
    /// The desk's own products that the question names, in reading order.
    #[serde(default)]
    pub products: Vec<Product>,
    /// Drugs that the question excludes: 이부프로펜 말고.
    #[serde(default)]
    pub without: Vec<Drug>,
    /// The vaccines that it names, as it writes them.
    #[serde(default)]
    pub vaccines: Vec<String>,
    /// Names of its complaints and classes in `symptoms.toml` and `classes.toml`.
    pub symptoms: Vec<String>,
    /// Ids of its intents in `intents.toml`, grave ones first.
    pub intents: Vec<String>,
    /// Whether it asks how much to take, which a calculation answers, too.
    #[serde(default)]
    pub asks_amount: bool,
    /// Those of `symptoms` that somebody has by the clinical reading.
    #[serde(default)]
    pub heard: Vec<String>,
    /// Names of all complaints that somebody has by the clinical reading, in the words of its lexicon.
    #[serde(default)]
    pub present: Vec<String>,
    /// Whether somebody has a complaint, by its words or by its clinical reading.
    #[serde(default)]
    pub complains: bool,
    /// The person who takes the drug.
    pub person: Person,
    /// What else is known of the person, by the words of the question or by a record.
    #[serde(default)]
    pub facts: Vec<PersonFact>,
    /// Lemmas of its content words, with the documents' terms for what it describes.
    pub words: Vec<String>,
    /// Probability by the likeness model that the question is for this desk, 0 to 1.
    #[serde(default)]
    pub likeness: f32,
    /// Probability by the likeness models that a section answers, in the order of [`MODELS`] without the
    /// first.
    #[serde(default)]
    pub sections: Vec<f32>,
    /// Probability that a section of the named drug's document answers, in the order of [`SECTIONS`]; the sum
    /// is 1.
    #[serde(default)]
    pub expected: Vec<f32>,
    /// The sections of guidance that may answer, likeliest first.
    #[serde(default)]
    pub guides: Vec<Guide>,
    /// Whether it is answered from documents, is an emergency, or is refused.
    pub matter: Matter,
}

/// Intents with the same answer for every person; they are put before those that ask for somebody
/// of an age or with a failing organ.
const PERSON_INDEPENDENT_INTENTS: [&str; 5] =
    ["efficacy", "interaction", "missed", "storage", "disposal"];

/// Words that point at a drug without naming it.
const POINTING: [&str; 7] = ["이거", "이 약", "이약", "그거", "그 약", "이것", "요거"];

/// Endings of titles that name a form, longest first where one ends with another.
const FORMS: [&str; 9] =
    ["보충제", "대체제", "점안액", "추출물", "외용제", "외용", "연고", "패취", "제"];

/// A drug named in a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drug {
    /// English name of the ingredient, as in the DUR tables.
    pub ingredient: String,
    /// Standard Korean name of the ingredient.
    pub korean: String,
    /// The name as the asker wrote it.
    pub written: String,
    /// Place of the name in the question, in Unicode scalars.
    pub span: Span,
    /// The correct spelling, if the name is misspelt.
    pub corrected: Option<String>,
}

/// A product of the desk's documents that a question names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// 품목명 without brackets.
    pub name: String,
    /// The name as the asker wrote it.
    pub written: String,
    /// Its labels and permits.
    pub documents: Vec<DocumentId>,
}

/// Whether one of these names of `symptoms.toml` and `classes.toml` is a complaint.
pub(crate) fn names_complaint(names: &[String], knowledge: &Knowledge) -> bool {
    let named = names.iter().filter_map(|it| knowledge.symptom(it));
    named.into_iter().any(|it| !it.class && it.name != TAKING_WORDS)
}

/// How a question is treated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Matter {
    /// A question that documents answer.
    Question,
    /// A danger to life; the answer begins with a fixed text.
    Emergency {
        /// Id of the emergency in `scope.toml`.
        id: String,
        /// The fixed text.
        #[serde(alias = "says")]
        advice: String,
    },
    /// A matter for another profession; it is refused.
    Outside {
        /// Id of the matter in `scope.toml`, or `unlike`.
        id: String,
        /// The refusal that the asker reads.
        #[serde(alias = "says")]
        refusal: String,
    },
    /// Filler only; it is refused.
    Nothing,
    /// An instruction to the program; it is refused.
    Injection,
}

impl Question {
    /// Reads the text of a question by rules and models. Drugs are those of the dictionary and of the DUR
    /// tables.
    pub fn read(text: &str, knowledge: &Knowledge, dur: &DurBook, analyser: &Analyser) -> Self {
        Self::read_as_heard(text, &Complaints::default(), knowledge, dur, analyser)
    }

    /// Reads a question with the complaints that its clinical reading found.
    pub fn read_as_heard(
        text: &str,
        heard: &Complaints,
        knowledge: &Knowledge,
        dur: &DurBook,
        analyser: &Analyser,
    ) -> Self {
        let text: String = text.trim().chars().take(LONGEST).collect();
        let with_meanings = knowledge.with_meanings(&text);
        let wording = wording(&text, &with_meanings);
        let (without, named) = split_excluded(&text, dur.drug_mentions(&text, &knowledge.names));
        let named = without_repeated(&text, named);
        // 대상포진 예방접종 is no 대상포진.
        let vaccines: Vec<String> =
            VACCINE.find_iter(&text).map(|it| it.as_str().to_owned()).collect();
        let of_complaints = match vaccines.is_empty() {
            true => wording.clone(),
            false => Wording::new(&VACCINE.replace_all(&text, " ")),
        };
        let mut symptoms = complaints(&of_complaints, heard, !named.is_empty(), knowledge);
        if named.is_empty() && symptoms.is_empty() {
            // 아스피린 말고 asks for another drug of its class.
            symptoms.extend(without.iter().find_map(|it| knowledge.class_of(&it.ingredient)));
        }
        let mut person = person(&text, heard, &wording, knowledge);
        person.pregnant &= !heard.not_pregnant;
        // 설사가 나요 asks what helps, 약 먹고 설사가 나요 asks about a side effect.
        let takes = !named.is_empty() || TAKING.is_match(&text) || text.contains("부작용");
        let several = names_several_taken(&named, &symptoms, &wording, knowledge);
        // 밥을 안 먹었는데 tells of a meal, 깜빡하고 말씀 안 드렸는데 of words, and neither of a dose.
        let without_others = NO_DOSE.replace_all(&text, "");
        let of_doses = match without_others.len() == text.len() {
            true => None,
            false => Some(Wording::new(&without_others)),
        };
        let means = |intent: &&Intent| {
            let of_intent = of_doses.as_ref().filter(|_| intent.id == "missed").unwrap_or(&wording);
            let words = of_intent.has_any(&intent.words)
                && (takes || intent.id != "side_effect")
                && !(heard.not_pregnant && intent.id == "pregnancy");
            words
                || (several && wording.has_any(&intent.with_another))
                || concerns(&person, &intent.id)
                || (intent.id == "maximum" && AMOUNT.is_match(&text))
                || (intent.id == "contraindication" && LEAVE.is_match(&text))
        };
        let mut intents: Vec<String> =
            knowledge.intents.iter().filter(means).map(|it| it.id.clone()).collect();
        // A missed dose (일주일에 한 번 먹는데 까먹었어요) is no question about use together, unless it says so.
        let together = knowledge.intents.iter().find(|it| it.id == "interaction");
        if intents.iter().any(|it| it == "missed")
            && !together.is_some_and(|it| wording.has_any(&it.words))
        {
            intents.retain(|it| it != "interaction");
        }
        // 할머니가 드시는데 무슨 약이에요 mentions the person and asks about the efficacy.
        if intents.iter().any(|it| PERSON_INDEPENDENT_INTENTS.contains(&it.as_str())) {
            let yields = |intent: &String| {
                matches!(knowledge.asked_for(intent), Some(AskedFor::Age | AskedFor::Organ))
            };
            intents.sort_by_key(yields);
        }
        let content = |it: &String| !QUESTION_WORDS.contains(&it.as_str());
        let with_terms = knowledge.with_document_terms(&with_meanings);
        let words: Vec<String> = words(&with_terms, analyser).into_iter().filter(content).collect();
        let mut question = Self {
            matter: Matter::Question,
            likeness: 0.0,
            sections: Vec::new(),
            expected: Vec::new(),
            guides: Vec::new(),
            products: products(&named, knowledge),
            drugs: named.iter().map(|it| drug(it, knowledge)).collect(),
            without: without.iter().map(|it| drug(it, knowledge)).collect(),
            complains: !heard.present.is_empty() || names_complaint(&symptoms, knowledge),
            heard: symptoms.iter().filter(|it| heard.present.contains(it)).cloned().collect(),
            present: heard.present.clone(),
            vaccines,
            symptoms,
            asks_amount: knowledge.intents.iter().any(|it| wording.has_any(&it.amounts)),
            intents,
            person,
            facts: Vec::new(),
            words,
            text,
        };
        let features = question.own_features(&wording, knowledge);
        let weights = &knowledge.weights;
        question.likeness = weights.probability(0, &features);
        let sections = (1..MODELS.len()).map(|it| weights.probability(it, &features));
        question.sections = sections.collect();
        question.expected = knowledge.sections.of(&features);
        question.guides = knowledge.guides.of(&features);
        question.matter = matter::matter(&question, &wording, knowledge);
        question.read_overdose(knowledge);
        question
    }

    /// The features of a text, as the programs that fit the models need them.
    pub fn features(
        text: &str,
        knowledge: &Knowledge,
        dur: &DurBook,
        analyser: &Analyser,
    ) -> Features {
        let question = Self::read(text, knowledge, dur, analyser);
        question.own_features(&Wording::new(&knowledge.with_meanings(&question.text)), knowledge)
    }

    /// The features of this question, whose wording has been read.
    fn own_features(&self, wording: &Wording, knowledge: &Knowledge) -> Features {
        let topics = knowledge.outside.iter().filter(|it| it.fits(wording));
        let topics: Vec<&str> = topics.map(|it| it.id.as_str()).collect();
        features(self, &topics)
    }

    /// Probability by the likeness models that a section with this heading answers, 0 to 1.
    pub fn section_likeness(&self, heading: &str) -> f32 {
        let of_heading = MODELS[1..].iter().zip(&self.sections);
        of_heading.filter(|(it, _)| heading.contains(**it)).map(|(_, it)| *it).fold(0.0, f32::max)
    }

    /// Probability that the section of a drug's document with this heading answers, 0 to 1.
    pub fn expected_share(&self, heading: &str) -> f32 {
        let at = SECTIONS.iter().position(|it| heading.contains(it));
        at.and_then(|it| self.expected.get(it)).copied().unwrap_or_default()
    }

    /// Probability that this section of guidance answers, 0 to 1.
    pub fn guidance_section_probability(&self, title: &str, section: &str) -> f32 {
        let guide = self.guides.iter().find(|it| it.title == title && it.section == section);
        guide.map_or(0.0, |it| it.share)
    }

    /// Probability that any of the likely sections of guidance answers.
    pub fn guidance_probability(&self) -> f32 {
        self.guides.iter().map(|it| it.share).sum()
    }

    /// Whether the question is about a drug that it does not name: `이거 먹어도 돼요?`
    pub fn points_at_unnamed_drug(&self) -> bool {
        let pointing = POINTING.iter().any(|it| self.text.contains(it));
        !self.names_drug_or_complaint()
            && (pointing || self.words.is_empty() || self.asks_amount_of_unnamed_drug())
    }

    /// Whether the question asks how much of a drug may be taken and does not say of which: 하루에 몇 알까지 돼요?
    pub fn asks_amount_of_unnamed_drug(&self) -> bool {
        !self.names_drug_or_complaint() && self.intents.first().is_some_and(|it| it == "maximum")
    }

    /// Whether the question names a drug, a class or a complaint.
    pub fn names_drug_or_complaint(&self) -> bool {
        !self.drugs.is_empty() || !self.symptoms.is_empty()
    }

    /// The ingredients of the question that `text` names by any of their names.
    pub fn drugs_in(&self, text: &str, names: &Names) -> BTreeSet<&str> {
        let named = names.find(text);
        let is_named = |it: &&Drug| named.iter().any(|other| other.ingredient == it.ingredient);
        // An ingredient that only the DUR tables have has just this name.
        let by_own_name = |it: &&Drug| it.korean == it.ingredient && text.contains(&it.korean);
        let drugs = self.drugs.iter().filter(|it| is_named(it) || by_own_name(it));
        drugs.map(|it| it.ingredient.as_str()).collect()
    }

    /// The foods and drinks that the question wants to take with its drugs.
    pub(crate) fn foods<'k>(&self, knowledge: &'k Knowledge) -> Vec<&'k Food> {
        if !CO_TAKEN_INTENTS.iter().any(|it| self.asks(it)) {
            return Vec::new();
        }
        let wording = Wording::new(&self.text);
        let unwanted = |it: &Food| self.without.iter().any(|drug| it.words.contains(&drug.written));
        let foods = knowledge.foods.iter();
        foods.filter(|it| it.is_named_in(&wording) && !unwanted(it)).collect()
    }

    /// Whether the question is about something that is taken or applied: `adhd약 …`, `… 바르는데`.
    pub fn speaks_of_taking(&self) -> bool {
        TAKING.is_match(&self.text)
    }

    /// Whether the question has an intent and is about something that is taken or applied.
    pub fn asks_about_taking(&self) -> bool {
        !self.intents.is_empty() && self.speaks_of_taking()
    }

    /// For each title, whether the question names the subject of that document: 칼슘 for 칼슘제.
    pub fn named_titles<'t>(&self, titles: impl Iterator<Item = &'t str>) -> Vec<bool> {
        let wording = Wording::new(&self.text);
        let names = |title: &str| {
            let core = title.split('(').next().unwrap_or(title).trim();
            let core = FORMS.iter().find_map(|it| core.strip_suffix(it)).unwrap_or(core).trim();
            core.chars().count() > 1 && wording.has(core)
        };
        titles.map(names).collect()
    }

    /// Whether every drug of the question is named by a product of the desk's documents.
    pub fn names_only_products(&self) -> bool {
        let by_product = |drug: &Drug| {
            let written = drug.written.to_lowercase();
            self.products.iter().any(|it| it.written.to_lowercase() == written)
        };
        !self.products.is_empty() && self.drugs.iter().all(by_product)
    }

    /// Whether a document is a label or permit of a product that the question names.
    pub fn is_own_label(&self, document: &DocumentId) -> bool {
        self.products.iter().any(|it| it.documents.contains(document))
    }

    /// The places where the question names its drugs.
    pub fn drug_mentions(&self) -> Vec<DrugMention> {
        let mention = |it: &Drug| DrugMention {
            ingredient: it.ingredient.clone(),
            span: it.span,
            written: it.written.clone(),
            corrected: it.corrected.clone(),
        };
        self.drugs.iter().map(mention).collect()
    }

    /// Whether the question names an ingredient only by products that list another one first: 카페인 by 게보린.
    pub fn is_secondary_ingredient(&self, ingredient: &str) -> bool {
        let of_it = self.drugs.iter().filter(|it| it.ingredient == ingredient);
        let first = |drug: &Drug| {
            let same = self.drugs.iter().find(|it| it.span == drug.span);
            same.is_some_and(|it| it.ingredient == drug.ingredient)
        };
        let mut of_it = of_it.peekable();
        of_it.peek().is_some() && !of_it.any(first)
    }

    /// English names of the drugs that the question names, each once.
    pub fn ingredients(&self) -> BTreeSet<&str> {
        self.drugs.iter().map(|it| it.ingredient.as_str()).collect()
    }

    /// Whether the question has the intent with this id.
    pub fn asks(&self, intent: &str) -> bool {
        self.intents.iter().any(|it| it == intent)
    }
}

/// The products of the desk's documents that are named at one of the mentions.
fn products(named: &[DrugMention], knowledge: &Knowledge) -> Vec<Product> {
    let is_named = |product: &&NamedProduct| {
        named.iter().any(|mention| mention.written.to_lowercase() == product.written.to_lowercase())
    };
    let product = |it: &NamedProduct| Product {
        name: it.name.clone(),
        written: it.written.clone(),
        documents: it.documents.clone(),
    };
    knowledge.names.products().filter(is_named).map(product).collect()
}

/// Splits the drugs of a question into those that it excludes and the others.
fn split_excluded(text: &str, named: Vec<DrugMention>) -> (Vec<DrugMention>, Vec<DrugMention>) {
    let text_behind = |it: &DrugMention| text.chars().skip(it.span.end).collect::<String>();
    named.into_iter().partition(|it| EXCLUDED.is_match(&text_behind(it)))
}

/// Words behind the name of an excluded drug.
static EXCLUDED: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"^(?:이|가|은|는|을|를)?\s*(?:말고|빼고|빼놓고|제외하고|제외한|없는|안\s?든|안\s?들어간|들어있지 않은|들어 있지 않은)(?:\s|$)")
        .expect("a valid pattern")
});

/// Whether a question names several things that are taken: two drugs, a drug and a class to which it does not
/// belong, what is taken for a complaint, or food or drink.
fn names_several_taken(
    named: &[DrugMention],
    symptoms: &[String],
    wording: &Wording,
    knowledge: &Knowledge,
) -> bool {
    let drugs: BTreeSet<&str> = named.iter().map(|it| it.ingredient.as_str()).collect();
    let asks = |id: &str| knowledge.intent(id).is_some_and(|it| wording.has_any(&it.words));
    let food = CO_TAKEN_INTENTS.iter().any(|it| asks(it));
    // 파킨슨약 먹는데 구역질에 뭐 먹어요 asks for another drug, 이뇨제 먹는데 갈증나요 for none.
    let wants_drug = asks("efficacy");
    let is_another = |it: &&String| match knowledge.symptom(it).filter(|it| it.class) {
        Some(class) => {
            let has =
                |drug: &&str| class.expand.iter().any(|it| it == knowledge.names.korean(drug));
            !drugs.iter().any(has)
        }
        None => wants_drug,
    };
    drugs.len() + symptoms.iter().filter(is_another).count() > 1 || food
}

/// A drug of a question, with its standard Korean name.
fn drug(named: &DrugMention, knowledge: &Knowledge) -> Drug {
    Drug {
        ingredient: named.ingredient.clone(),
        korean: knowledge.names.korean(&named.ingredient).to_owned(),
        written: named.written.clone(),
        span: named.span,
        corrected: named.corrected.clone(),
    }
}

/// The wording in which words are looked up: the text with the meanings of its dialect, and the text without
/// degrees.
pub(super) fn wording(text: &str, with_meanings: &str) -> Wording {
    Wording::new(&format!("{with_meanings} {}", without_degrees(text)))
}

/// `text` without words of degree: 목이 너무 아파요 becomes 목이 아파요.
pub(crate) fn without_degrees(text: &str) -> String {
    let is_kept = |it: &&str| !DEGREES.contains(it);
    text.split_whitespace().filter(is_kept).collect::<Vec<_>>().join(" ")
}

/// Words of degree and frequency, which stand between a noun and its predicate.
const DEGREES: [&str; 16] = [
    "너무",
    "많이",
    "좀",
    "자꾸",
    "계속",
    "엄청",
    "정말",
    "진짜",
    "조금",
    "매우",
    "아주",
    "살짝",
    "되게",
    "심하게",
    "갑자기",
    "자주",
];

/// Whether a text asks for leave: 먹어도 되나요?
pub(crate) fn asks_leave(text: &str) -> bool {
    LEAVE.is_match(text)
}

/// Whether the age or state of the person raises an intent, whatever the words of the question.
fn concerns(person: &Person, intent: &str) -> bool {
    match intent {
        "pregnancy" => person.pregnant,
        "nursing" => person.nursing,
        "elderly" => person.elderly,
        "children" => person.age_months.is_some_and(|it| it < CHILD_MONTHS),
        _ => false,
    }
}

/// An age in years or months, or a number of weeks.
static AGE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"(\d{1,3})\s*(세|살|개월|주)").expect("a valid pattern")
});

/// The person whom a question describes.
fn person(text: &str, heard: &Complaints, wording: &Wording, knowledge: &Knowledge) -> Person {
    let means = |id: &str| knowledge.intent(id).is_some_and(|it| wording.has_any(&it.words));
    let denied = ["임신은 아니", "임신 아니", "임신이 아니", "임신 안 했", "임신하지 않"];
    let by_words = || {
        let found = AGE.captures(text)?;
        let number: u32 = found[1].parse().ok()?;
        match &found[2] {
            // 졸피뎀 8개월 먹었어요: whether months are an age is for the reading.
            "개월" => Some(number).filter(|_| !heard.is_read),
            // Weeks are those of a pregnancy (임신 12주), not an age.
            "주" => None,
            _ => Some(number * 12),
        }
    };
    let age_months = heard.age_months.or_else(by_words);
    Person {
        pregnant: means("pregnancy") && !denied.iter().any(|it| wording.has(it)),
        nursing: means("nursing"),
        elderly: age_months.map_or_else(|| means("elderly"), |it| it >= ELDERLY_MONTHS),
        age_months,
    }
}
