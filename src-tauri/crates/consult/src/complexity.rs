//! Active retrieval: decides in three stages whether a turn needs documents, and how many.
//!
//! Stage 1 recognises turns of nothing but a greeting, thanks or a yes by their words. Stage 2 decides by the
//! number of clinical concepts and the length. Stage 3, for turns without a concept, decides by whether they
//! ask anything, and by the length.
//!
//! A turn is a greeting only if it has nothing else ("처음 먹는 약인데 …" is none). Facts that are stated without a
//! question are remembered and need no document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use simui_search::fusion::Profile;
use simui_search::routes::Route;

/// How much a turn asks.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Complexity {
    /// A greeting and nothing else.
    Greeting,
    /// Thanks or a yes and nothing else.
    Acknowledgement,
    /// Facts without a question.
    Statement,
    /// Neither facts nor a question.
    NonFactual,
    /// Not a question for this desk.
    Outside,
    /// A question for one fact.
    Simple,
    /// A consultation of usual extent.
    #[default]
    Moderate,
    /// Several conditions, drugs or values at once.
    Complex,
}

impl Complexity {
    const ALL: [Self; 8] = [
        Self::Greeting,
        Self::Acknowledgement,
        Self::Statement,
        Self::NonFactual,
        Self::Outside,
        Self::Simple,
        Self::Moderate,
        Self::Complex,
    ];

    /// Name in JSON and in the table of routes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Greeting => "greeting",
            Self::Acknowledgement => "acknowledgement",
            Self::Statement => "statement",
            Self::NonFactual => "non_factual",
            Self::Outside => "outside",
            Self::Simple => "simple",
            Self::Moderate => "moderate",
            Self::Complex => "complex",
        }
    }
}

/// Number of documents that a turn is answered from, by how much it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentCounts {
    counts: BTreeMap<Complexity, u32>,
    /// Most documents after all searches of a turn.
    pub most: u32,
}

impl DocumentCounts {
    /// Reads the numbers from the route of consultations and its profile.
    pub fn of(route: &Route, profile: &Profile) -> Self {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let documents = |it: Complexity| (it, count(route.documents(it.name(), profile)));
        Self { counts: Complexity::ALL.map(documents).into(), most: count(profile.most()) }
    }

    /// The number for one complexity.
    pub fn for_complexity(&self, complexity: Complexity) -> u32 {
        self.counts.get(&complexity).copied().unwrap_or_default()
    }

    /// The intent of a turn, with its number of documents.
    pub fn intent(&self, complexity: Complexity, stage: u8) -> Intent {
        Intent { complexity, k: self.for_complexity(complexity), stage }
    }
}

/// Features of a turn beside its words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Features {
    /// Number of clinical concepts: conditions, complaints, drugs, values.
    pub concepts: usize,
    /// Whether the patient has a present complaint.
    pub complains: bool,
    /// Whether the patient asks about a drug or plans to take one.
    pub wants_drug: bool,
}

/// How much a turn asks, and the documents that it needs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Intent {
    /// How much the turn asks.
    pub complexity: Complexity,
    /// Number of documents that the turn is answered from: 0, 3, 8 or 15 as shipped.
    pub k: u32,
    /// The stage that decided: 1, 2 or 3.
    pub stage: u8,
}

/// Words and limits by which turns are classified: `intent.toml`, whose head documents the fields.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Intents {
    greetings: Vec<String>,
    thanks: Vec<String>,
    acknowledgements: Vec<String>,
    fillers: Vec<String>,
    asking: Vec<String>,
    back: Vec<String>,
    fragments: Vec<String>,
    which: Vec<String>,
    doctor: Vec<String>,
    own: Vec<String>,
    steps: Vec<Step>,
    asked: Vec<Step>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    #[serde(default)]
    concepts: usize,
    letters: usize,
    complexity: Complexity,
}

impl Intents {
    /// Classifies a turn by its text and its features; also returns the stage that decided.
    pub fn classify(&self, text: &str, features: &Features) -> (Complexity, u8) {
        let text = text.trim().to_lowercase();
        if features.concepts == 0
            && let Some(complexity) = self.courtesy(&text)
        {
            return (complexity, 1);
        }
        let letters = text.chars().count();
        let asks = self.asks(&text) || self.is_fragment(&text);
        if features.concepts > 0 {
            if !asks && !features.complains && !features.wants_drug {
                return (Complexity::Statement, 2);
            }
            let fits = |it: &&Step| features.concepts <= it.concepts && letters <= it.letters;
            let step = self.steps.iter().find(fits);
            return (step.map_or(Complexity::Complex, |it| it.complexity), 2);
        }
        if !asks {
            return (Complexity::NonFactual, 3);
        }
        let step = self.asked.iter().find(|it| letters < it.letters);
        (step.map_or(Complexity::Complex, |it| it.complexity), 3)
    }

    /// Whether a text is a question or a request.
    pub fn asks(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        let latin = |word: &str| word.is_ascii() && word != "?";
        self.asking.iter().any(|word| match latin(word) {
            // Latin words must be whole: "show" does not contain "how".
            true => format!(" {text} ").contains(&format!(" {word} ")),
            false => text.contains(word.as_str()),
        })
    }

    /// Whether a text refers to a drug of an earlier turn without naming it (그 약).
    pub fn refers_back(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.back.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether a text only names another drug, person or amount, of which it asks what was asked before:
    /// 이부프로펜은요?
    pub fn is_fragment(&self, text: &str) -> bool {
        let text = text.trim_end_matches(|it: char| !it.is_alphanumeric());
        self.fragments.iter().any(|it| text.ends_with(it.as_str()))
    }

    /// Whether a text asks which drug to take: 뭐 먹여요?
    pub fn asks_which(&self, text: &str) -> bool {
        self.which.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether a text asks when to see a doctor: 언제 병원 가야 해요?
    pub fn asks_for_doctor(&self, text: &str) -> bool {
        self.asks(text) && self.doctor.iter().any(|it| text.contains(it.as_str()))
    }

    /// Whether a text refers to what the patient takes without naming it (먹는 약).
    pub fn refers_to_own(&self, text: &str) -> bool {
        let text = text.to_lowercase();
        self.own.iter().any(|it| text.contains(it.as_str()))
    }

    /// Greeting or acknowledgement, if a text has nothing else.
    fn courtesy(&self, text: &str) -> Option<Complexity> {
        let plain: String =
            text.chars().map(|it| if it.is_alphanumeric() { it } else { ' ' }).collect();
        let words: Vec<&str> = plain.split_whitespace().collect();
        let matches_at =
            |list: &[String], at: usize| list.iter().any(|it| begins(&words[at..], it));
        let lists = [&self.greetings, &self.thanks, &self.acknowledgements, &self.fillers];
        // An entry of two words ("잘 부탁") also covers the second word.
        let covered = |at: usize| {
            let before = at > 0
                && lists.iter().any(|list| {
                    list.iter().any(|it| it.contains(' ') && begins(&words[at - 1..], it))
                });
            before || lists.iter().any(|list| matches_at(list, at))
        };
        if words.is_empty() || !(0..words.len()).all(covered) {
            return None;
        }
        let any = |list: &[String]| (0..words.len()).any(|at| matches_at(list, at));
        if any(&self.greetings) && !any(&self.thanks) {
            return Some(Complexity::Greeting);
        }
        (any(&self.thanks) || any(&self.acknowledgements)).then_some(Complexity::Acknowledgement)
    }
}

/// Whether `words` begin with `word`, which may be two words.
fn begins(words: &[&str], word: &str) -> bool {
    let Some(first) = words.first() else { return false };
    if let Some((one, other)) = word.split_once(' ') {
        return *first == one && words.get(1).is_some_and(|it| it.starts_with(other));
    }
    let must_be_equal = word.chars().count() == 1 || word.is_ascii();
    if must_be_equal { *first == word } else { first.starts_with(word) }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_search::fusion::Profiles;
    use simui_search::routes::{Job, Routes};

    use super::*;
    use crate::rules::Rules;

    #[test]
    fn the_table_of_routes_has_every_complexity_under_its_name() {
        let profiles = Profiles::shipped().unwrap();
        let routes = Routes::shipped(&profiles).unwrap();
        for complexity in Complexity::ALL {
            let name = serde_json::to_value(complexity).unwrap();
            assert_eq!(name, complexity.name());
            assert!(routes.of(Job::Consult, true).knows(complexity.name()), "{complexity:?}");
        }
        // Without routing, a turn that asks nothing still needs no document.
        let route = routes.of(Job::Consult, false);
        let counts = DocumentCounts::of(&route, profiles.get(&route.profile).unwrap());
        assert_eq!(counts.for_complexity(Complexity::Greeting), 0);
        assert_eq!(counts.for_complexity(Complexity::Simple), 10);
    }

    #[test]
    fn turns_need_as_much_as_they_ask() {
        use Complexity::*;
        let intents = &Rules::shipped().unwrap().intents;
        let profiles = Profiles::shipped().unwrap();
        let route = Routes::shipped(&profiles).unwrap().of(Job::Consult, true);
        let counts = DocumentCounts::of(&route, profiles.get(&route.profile).unwrap());
        assert_eq!(counts.most, 15);
        let facts = |concepts| Features { concepts, ..Features::default() };
        let wanting = |concepts| Features { concepts, wants_drug: true, ..Features::default() };
        let hurting = |concepts| Features { concepts, complains: true, ..Features::default() };
        for (text, features, complexity, k, stage) in [
            ("안녕하세요", facts(0), Greeting, 0, 1),
            ("안녕하세요 선생님, 잘 부탁드립니다!", facts(0), Greeting, 0, 1),
            ("hi", facts(0), Greeting, 0, 1),
            ("네 알겠습니다. 감사합니다", facts(0), Acknowledgement, 0, 1),
            ("고마워요~", facts(0), Acknowledgement, 0, 1),
            ("OK", facts(0), Acknowledgement, 0, 1),
            // A word of a greeting does not make one.
            ("처음 먹는 약인데 부작용이 있나요?", facts(0), Simple, 3, 3),
            ("안녕하세요, 이 약 언제 먹어요?", facts(0), Simple, 3, 3),
            ("네, 페니실린 알레르기 있어요", facts(1), Statement, 0, 2),
            ("당뇨병 관리 방법은?", facts(1), Simple, 3, 2),
            ("타이레놀 먹어도 되나요", wanting(1), Simple, 3, 2),
            ("타이레놀 주세요", wanting(1), Simple, 3, 2),
            ("머리가 아파요", hurting(1), Simple, 3, 2),
            ("와파린 먹는데 이부프로펜이랑 아스피린 먹어도 돼요?", wanting(3), Moderate, 8, 2),
            (
                "65세 남성으로 당뇨병과 고혈압이 있고 메트포르민을 복용 중인데 최근 두통이 심합니다. 어떻게 해야 하나요?",
                hurting(4),
                Complex,
                15,
                2,
            ),
            ("65세 남성이고 당뇨가 있어요", facts(1), Statement, 0, 2),
            ("오늘은 날씨가 맑네", facts(0), NonFactual, 0, 3),
            ("그 약은 밥을 먹고 나서 바로 먹는 것이 좋은지 궁금합니다", facts(0), Moderate, 8, 3),
            ("show me", facts(0), NonFactual, 0, 3),
        ] {
            let (found, decided) = intents.classify(text, &features);
            let found = counts.intent(found, decided);
            assert_eq!((found.complexity, found.k, found.stage), (complexity, k, stage), "{text}");
        }
    }
}
