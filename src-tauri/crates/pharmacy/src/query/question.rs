//! What a question asks: its drugs, complaints, intents, and whom it is about.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;
use serde::{Deserialize, Serialize};
use simui_domain::Span;
use simui_search::analysis::Analyser;

use super::signs::signs;
use crate::classifier::{Guide, MODELS, SECTIONS, Signs};
use crate::dur::{DurBook, Person};
use crate::knowledge::{Emergency, Knowledge, Outside, Symptom, THINGS};
use crate::names::{Named, Names};
use crate::text::stems::words;
use crate::text::wording::Wording;

/// The id of what is like no question to a pharmacist, though no topic of others is known of it.
const UNLIKE: &str = "unlike";

/// Refusal of a question that is not about drugs or taking them.
pub const OUTSIDE: &str = "의약품과 복약에 관한 질문이 아니어서 답하지 않습니다. 약 이름이나 증상을 넣어 다시 물어보십시오.";

/// Emergencies that ask what too much of a drug does, however they are put.
const POISONINGS: [&str; 2] = ["overdose", "child_poison"];

/// At most so many characters are read of a question.
pub const LONGEST: usize = 2_000;

/// 노인: as the DUR tables count it.
const ELDERLY_MONTHS: u32 = 65 * 12;

/// Words that questions are asked with: documents have them everywhere.
const ASKING: [&str; 30] = [
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
];

/// A question as the rules read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// As asked, cut to [`LONGEST`].
    pub text: String,
    /// The drugs it names.
    pub drugs: Vec<Drug>,
    /// Drugs that it wants to do without: 이부프로펜 말고.
    #[serde(default)]
    pub without: Vec<Drug>,
    /// Its complaints, as documents call them.
    pub symptoms: Vec<String>,
    /// What it wants to know, grave first: ids of `intents.toml`.
    pub intents: Vec<String>,
    /// Whom it is about.
    pub person: Person,
    /// Its content words.
    pub words: Vec<String>,
    /// How probable it is that it is for this desk, whatever the rules say: 0 to 1.
    #[serde(default)]
    pub likeness: f32,
    /// How probable it is that a section answers it, in the order of [`MODELS`] without the first.
    #[serde(default)]
    pub sections: Vec<f32>,
    /// How probable it is that a section of the document of the drug it names answers it, in the order of [`SECTIONS`]: together one.
    #[serde(default)]
    pub expected: Vec<f32>,
    /// The sections of guidance that may answer it, likeliest first.
    #[serde(default)]
    pub guides: Vec<Guide>,
    /// What keeps it from being answered by documents, or goes before the answer.
    pub matter: Matter,
}

/// Intents that a word for the person who takes it raises.
const PERSONS: [&str; 3] = ["children", "elderly", "liver_kidney"];

/// Intents that are answered alike whoever takes it, and so go before those.
const ASKED_OF_ANYBODY: [&str; 5] = ["efficacy", "interaction", "missed", "storage", "disposal"];

/// Words for a drug that the asker has in hand.
const POINTING: [&str; 7] = ["이거", "이 약", "이약", "그거", "그 약", "이것", "요거"];

/// Endings of titles that say in what form something is taken.
const FORMS: [&str; 9] =
    ["보충제", "대체제", "점안액", "추출물", "외용제", "외용", "연고", "패취", "제"];

/// A drug named in a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drug {
    /// In English, as DUR tables call it.
    pub ingredient: String,
    /// In Korean.
    pub korean: String,
    /// As the asker wrote it.
    pub written: String,
    /// Where.
    pub span: Span,
    /// What it was taken for, where it is misspelt.
    pub corrected: Option<String>,
}

/// What sort of a matter it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Matter {
    /// A question.
    Question,
    /// A danger to life: what is said first.
    Emergency {
        /// Its id in `scope.toml`.
        id: String,
        /// What is said first.
        says: String,
    },
    /// Somebody else's trade.
    Outside {
        /// Its id in `scope.toml`.
        id: String,
        /// What the asker is told.
        says: String,
    },
    /// No question at all.
    Nothing,
    /// Words to the program.
    Injection,
}

impl Question {
    /// Reads a question.
    pub fn read(text: &str, knowledge: &Knowledge, dur: &DurBook, analyser: &Analyser) -> Self {
        let text: String = text.trim().chars().take(LONGEST).collect();
        let heard = knowledge.heard(&text);
        let said = wording(&text, &heard);
        let mut symptoms = complaints(&said, knowledge);
        let (without, named) = without(&text, dur.named(&text, &knowledge.names));
        if named.is_empty() && symptoms.is_empty() {
            // 아스피린 말고: another one of its class.
            symptoms.extend(without.iter().find_map(|it| knowledge.class_of(&it.ingredient)));
        }
        let person = person(&text, &said, knowledge);
        // 설사가 나요 asks what helps; 약 먹고 설사가 나요, what the drug does.
        let takes = !named.is_empty() || TAKING.is_match(&text) || text.contains("부작용");
        let another = is_of_another(&named, &symptoms, &said, knowledge);
        let means = |it: &&crate::knowledge::Intent| {
            (said.has_any(&it.words) && (takes || it.id != "side_effect"))
                || (another && said.has_any(&it.with_another))
                || concerns(&person, &it.id)
        };
        let mut intents: Vec<String> =
            knowledge.intents.iter().filter(means).map(|it| it.id.clone()).collect();
        // 일주일에 한 번 먹는데 까먹었어요: it is taken with nothing else.
        let together = knowledge.intents.iter().find(|it| it.id == "interaction");
        if intents.iter().any(|it| it == "missed")
            && !together.is_some_and(|it| said.has_any(&it.words))
        {
            intents.retain(|it| it != "interaction");
        }
        // 할머니가 드시는데 무슨 약이에요: who takes it is told, what it is for is asked.
        if intents.iter().any(|it| ASKED_OF_ANYBODY.contains(&it.as_str())) {
            intents.sort_by_key(|it| PERSONS.contains(&it.as_str()));
        }
        let content = |it: &String| !ASKING.contains(&it.as_str());
        let termed = knowledge.termed(&heard);
        let words: Vec<String> = words(&termed, analyser).into_iter().filter(content).collect();
        let mut question = Self {
            matter: Matter::Question,
            likeness: 0.0,
            sections: Vec::new(),
            expected: Vec::new(),
            guides: Vec::new(),
            drugs: named.iter().map(|it| drug(it, knowledge)).collect(),
            without: without.iter().map(|it| drug(it, knowledge)).collect(),
            symptoms,
            intents,
            person,
            words,
            text,
        };
        let signs = question.own_signs(&said, knowledge);
        let weights = &knowledge.weights;
        question.likeness = weights.probability(0, &signs);
        let sections = (1..MODELS.len()).map(|it| weights.probability(it, &signs));
        question.sections = sections.collect();
        question.expected = knowledge.sections.of(&signs);
        question.guides = knowledge.guides.of(&signs);
        question.matter = matter(&question, &said, knowledge);
        if let Matter::Emergency { id, .. } = &question.matter
            && POISONINGS.contains(&id.as_str())
            && !question.asks("overdose")
        {
            question.intents.insert(0, "overdose".to_owned());
        }
        question
    }

    /// What the likeness model looks at, for fitting it.
    pub fn signs(text: &str, knowledge: &Knowledge, dur: &DurBook, analyser: &Analyser) -> Signs {
        let question = Self::read(text, knowledge, dur, analyser);
        question.own_signs(&Wording::new(&knowledge.heard(&question.text)), knowledge)
    }

    fn own_signs(&self, said: &Wording, knowledge: &Knowledge) -> Signs {
        let topics = knowledge.outside.iter().filter(|it| it.fits(said));
        let topics: Vec<&str> = topics.map(|it| it.id.as_str()).collect();
        signs(self, &topics)
    }

    /// How probable it is that a section of this heading answers it, by the likeness model.
    pub fn section(&self, heading: &str) -> f32 {
        let of_heading = MODELS[1..].iter().zip(&self.sections);
        of_heading.filter(|(it, _)| heading.contains(**it)).map(|(_, it)| *it).fold(0.0, f32::max)
    }

    /// How probable it is that of a drug's document the section of this heading answers it.
    pub fn expects(&self, heading: &str) -> f32 {
        let at = SECTIONS.iter().position(|it| heading.contains(it));
        at.and_then(|it| self.expected.get(it)).copied().unwrap_or_default()
    }

    /// How probable it is that this section of guidance answers it.
    pub fn guided(&self, title: &str, section: &str) -> f32 {
        let guide = self.guides.iter().find(|it| it.title == title && it.section == section);
        guide.map_or(0.0, |it| it.share)
    }

    /// How probable it is that guidance answers it: some section of it.
    pub fn is_guided(&self) -> f32 {
        self.guides.iter().map(|it| it.share).sum()
    }

    /// Whether it is about some drug that it does not name: `이거 먹어도 돼요?`
    pub fn points(&self) -> bool {
        let pointing = POINTING.iter().any(|it| self.text.contains(it));
        !self.is_of_drugs() && (pointing || self.words.is_empty())
    }

    /// Whether it names a drug or a complaint that drugs are for.
    pub fn is_of_drugs(&self) -> bool {
        !self.drugs.is_empty() || !self.symptoms.is_empty()
    }

    /// Which of its drugs `text` names, by any of their names.
    pub fn drugs_in(&self, text: &str, names: &Names) -> BTreeSet<&str> {
        let named = names.found(text);
        let spoken = |it: &&Drug| named.iter().any(|other| other.ingredient == it.ingredient);
        // What only the DUR tables know goes by its own name.
        let by_itself = |it: &&Drug| it.korean == it.ingredient && text.contains(&it.korean);
        let drugs = self.drugs.iter().filter(|it| spoken(it) || by_itself(it));
        drugs.map(|it| it.ingredient.as_str()).collect()
    }

    /// Whether it asks what people ask of something that they take: `adhd약 …`, `… 바르는데`.
    pub fn is_of_taking(&self) -> bool {
        !self.intents.is_empty() && TAKING.is_match(&self.text)
    }

    /// Whether it names the subject of each document of these titles: 칼슘 of 칼슘제.
    pub fn titled<'t>(&self, titles: impl Iterator<Item = &'t str>) -> Vec<bool> {
        let said = Wording::new(&self.text);
        let names = |title: &str| {
            let core = title.split('(').next().unwrap_or(title).trim();
            let core = FORMS.iter().find_map(|it| core.strip_suffix(it)).unwrap_or(core).trim();
            core.chars().count() > 1 && said.has(core)
        };
        titles.map(names).collect()
    }

    /// Its drugs as the dictionary found them.
    pub fn named(&self) -> Vec<Named> {
        let named = |it: &Drug| Named {
            ingredient: it.ingredient.clone(),
            span: it.span,
            written: it.written.clone(),
            corrected: it.corrected.clone(),
        };
        self.drugs.iter().map(named).collect()
    }

    /// Whether it names this only by a product that has another ingredient first: 카페인 of 게보린.
    pub fn is_later(&self, ingredient: &str) -> bool {
        let of_it = self.drugs.iter().filter(|it| it.ingredient == ingredient);
        let first = |drug: &Drug| {
            let same = self.drugs.iter().find(|it| it.span == drug.span);
            same.is_some_and(|it| it.ingredient == drug.ingredient)
        };
        let mut of_it = of_it.peekable();
        of_it.peek().is_some() && !of_it.any(first)
    }

    /// Its drugs, each once.
    pub fn ingredients(&self) -> BTreeSet<&str> {
        self.drugs.iter().map(|it| it.ingredient.as_str()).collect()
    }

    /// Whether it wants to know this.
    pub fn asks(&self, intent: &str) -> bool {
        self.intents.iter().any(|it| it == intent)
    }
}

/// The complaints and classes of a question. 사후피임약 is no 피임약: a class is passed over where another's longer word has its own.
fn complaints(said: &Wording, knowledge: &Knowledge) -> Vec<String> {
    let mut named: Vec<(&Symptom, Vec<&str>)> = Vec::new();
    for symptom in &knowledge.symptoms {
        let words = symptom.words.iter().chain([&symptom.name]).map(String::as_str);
        let words: Vec<&str> = words.filter(|it| said.has(it)).collect();
        if !words.is_empty() {
            named.push((symptom, words));
        }
    }
    let classes = || named.iter().filter(|(it, _)| it.class).flat_map(|(_, words)| words);
    let within = |word: &str| classes().any(|it| it.len() > word.len() && it.contains(word));
    let own =
        |(it, words): &&(&Symptom, Vec<&str>)| !it.class || words.iter().any(|it| !within(it));
    named.iter().filter(own).map(|(it, _)| it.name.clone()).collect()
}

/// The drugs that a question wants to do without, and the others.
fn without(text: &str, named: Vec<Named>) -> (Vec<Named>, Vec<Named>) {
    let behind = |it: &Named| text.chars().skip(it.span.end).collect::<String>();
    named.into_iter().partition(|it| WITHOUT.is_match(&behind(it)))
}

static WITHOUT: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"^(?:이|가|은|는|을|를)?\s*(?:말고|빼고|빼놓고|제외하고|제외한|없는|안\s?든|안\s?들어간|들어있지 않은|들어 있지 않은)(?:\s|$)")
        .expect("a valid pattern")
});

/// Whether something that is taken is named beside what is taken already: a second drug, a drug and a class, food.
fn is_of_another(
    named: &[Named],
    symptoms: &[String],
    said: &Wording,
    knowledge: &Knowledge,
) -> bool {
    let drugs: BTreeSet<&str> = named.iter().map(|it| it.ingredient.as_str()).collect();
    let mut things = THINGS.iter().filter_map(|it| knowledge.intent(it));
    let eaten = things.any(|it| said.has_any(&it.words));
    drugs.len() + symptoms.len() > 1 || eaten
}

fn drug(named: &Named, knowledge: &Knowledge) -> Drug {
    Drug {
        ingredient: named.ingredient.clone(),
        korean: knowledge.names.korean(&named.ingredient).to_owned(),
        written: named.written.clone(),
        span: named.span,
        corrected: named.corrected.clone(),
    }
}

/// The danger to life that a text speaks of.
pub fn danger<'k>(text: &str, knowledge: &'k Knowledge) -> Option<&'k Emergency> {
    danger_of(text, &wording(text, &knowledge.heard(text)), knowledge)
}

fn danger_of<'k>(text: &str, said: &Wording, knowledge: &'k Knowledge) -> Option<&'k Emergency> {
    let swallowed = || {
        let overdose = knowledge.emergencies.iter().find(|it| it.id == "overdose");
        overdose.filter(|_| SWALLOWED.is_match(text))
    };
    knowledge.emergency(said).or_else(swallowed)
}

/// What is looked for words in: as it was heard, and without words of degree.
fn wording(text: &str, heard: &str) -> Wording {
    Wording::new(&format!("{heard} {}", plainly(text)))
}

fn matter(question: &Question, said: &Wording, knowledge: &Knowledge) -> Matter {
    let (text, likeness) = (question.text.as_str(), question.likeness);
    if knowledge.injections.iter().any(|it| said.has_all(&it.words)) {
        return Matter::Injection;
    }
    if let Some(found) = danger_of(text, said, knowledge) {
        return Matter::Emergency { id: found.id.clone(), says: found.says.clone() };
    }
    let named = question.is_of_drugs();
    let of_others = |it: &&Outside| {
        let surely = likeness >= knowledge.likeness.inside && !it.always;
        !surely && (it.although_drug || !named) && it.fits(said)
    };
    if let Some(outside) = knowledge.outside.iter().find(of_others) {
        return Matter::Outside { id: outside.id.clone(), says: outside.says.clone() };
    }
    let is_filler = |eojeol: &str| {
        let plain: String = eojeol.chars().filter(|it| it.is_alphanumeric()).collect();
        let plain = plain.to_lowercase();
        knowledge.filler.contains(&plain)
            || plain.chars().all(|it| knowledge.filler.iter().any(|filler| filler.chars().eq([it])))
            || plain.chars().all(|it| it.is_numeric() || ('ㄱ'..='ㅣ').contains(&it))
    };
    if text.split_whitespace().all(is_filler) {
        return Matter::Nothing;
    }
    // Two drugs are looked up in the DUR tables, whatever else is said of them; a drug or a complaint alone says too little.
    let alone = named && text.split_whitespace().count() < 3;
    let spared = alone || question.ingredients().len() > 1;
    if likeness < knowledge.likeness.outside && !spared {
        return Matter::Outside { id: UNLIKE.to_owned(), says: OUTSIDE.to_owned() };
    }
    Matter::Question
}

/// Without words of degree: 목이 너무 아파요 is 목이 아파요.
pub(crate) fn plainly(text: &str) -> String {
    let plain = |it: &&str| !DEGREES.contains(it);
    text.split_whitespace().filter(plain).collect::<Vec<_>>().join(" ")
}

/// Words that stand between a noun and what is said of it.
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

/// What somebody's age and state ask for, also where the words do not.
fn concerns(person: &Person, intent: &str) -> bool {
    match intent {
        "pregnancy" => person.pregnant,
        "nursing" => person.nursing,
        "elderly" => person.elderly,
        "children" => person.age_months.is_some_and(|it| it < CHILD_MONTHS),
        _ => false,
    }
}

/// 소아: as the labels count it.
const CHILD_MONTHS: u32 = 18 * 12;

/// Taking something: a word that ends in 약, or a verb of taking.
static TAKING: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(
        r"[가-힣A-Za-z]약(?:[은이을도만 ,?]|$|먹|인데|에)|먹|복용|바르|발라|붙이|주사|투약|약 ",
    )
    .expect("a valid pattern")
});

/// Ten or more of anything at once.
static SWALLOWED: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"\d{2,}\s*(?:알|정|캡슐|포|개)[^.?!]{0,12}(?:먹었|삼켰|먹어\s?버|털어)")
        .expect("a valid pattern")
});

static AGE: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"(\d{1,3})\s*(세|살|개월|주)").expect("a valid pattern")
});

fn person(text: &str, said: &Wording, knowledge: &Knowledge) -> Person {
    let means = |id: &str| knowledge.intent(id).is_some_and(|it| said.has_any(&it.words));
    let denied = ["임신은 아니", "임신 아니", "임신이 아니", "임신 안 했", "임신하지 않"];
    let age_months = AGE.captures(text).and_then(|found| {
        let number: u32 = found[1].parse().ok()?;
        match &found[2] {
            "개월" => Some(number),
            // 임신 12주 is no age.
            "주" => None,
            _ => Some(number * 12),
        }
    });
    Person {
        pregnant: means("pregnancy") && !denied.iter().any(|it| said.has(it)),
        nursing: means("nursing"),
        elderly: age_months.map_or_else(|| means("elderly"), |it| it >= ELDERLY_MONTHS),
        age_months,
    }
}
