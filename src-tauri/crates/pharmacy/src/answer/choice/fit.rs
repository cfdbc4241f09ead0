//! What a sentence loses for what was not asked.

use std::sync::LazyLock;

use regex::Regex;

use super::reading::Reading;
use super::thing::says;
use crate::knowledge::THINGS;
use crate::retrieval::passage::Passage;

/// Intents whose answers say one of their telling words.
const NARROW: [&str; 10] = [
    "pregnancy",
    "nursing",
    "elderly",
    "liver_kidney",
    "driving",
    "missed",
    "disposal",
    "procedure",
    "alternation",
    "storage",
];

/// Share of a sentence that says none of them.
const NOT_TOLD: f32 = 0.5;

/// Intents that every drug's document has a sentence on, wherever it stands, so that nothing else answers, and what another sentence keeps.
const PLAIN: [&str; 3] = ["missed", "pregnancy", "nursing"];
const NOT_PLAIN: f32 = 0.15;

/// Share of a sentence about those who are younger than the one it is about.
const OF_ANOTHER_AGE: f32 = 0.4;

/// Share of a document about another form of the drug than the one that is usual.
const OF_ANOTHER_FORM: f32 = 0.6;

/// Forms that a title names, and what people say of them.
const LOCAL_FORMS: [(&str, &[&str]); 3] = [
    ("점안", &["안약", "점안", "눈", "방울"]),
    ("외용", &["바르", "발라", "연고", "크림", "겔", "샴푸", "로션", "외용"]),
    ("연고", &["바르", "발라", "연고", "크림", "피부"]),
];

/// Share of one drug's document where what was asked goes for every drug, and none was named.
const OF_ALL_DRUGS: f32 = 0.55;

/// Intents that guidance for all drugs answers first where no drug is named.
const FOR_ALL: [&str; 8] =
    ["pregnancy", "nursing", "elderly", "disposal", "storage", "missed", "procedure", "children"];

/// Share of a sentence about something to eat or drink that nobody asked about.
const UNASKED_THING: f32 = 0.4;

/// Share of a sentence that every document has.
const OF_EVERY_DOCUMENT: f32 = 0.3;

/// Share of guidance for all drugs that does not speak of the complaint or class.
const OF_SOMETHING_ELSE: f32 = 0.35;

/// Share of the care for a complaint where more is asked than what helps.
const BESIDE_CARE: f32 = 0.5;

/// Share of the care for another complaint.
const OF_ANOTHER_COMPLAINT: f32 = 0.1;

/// Share of one drug of a class for which there is guidance: 항생제 언제까지 asks about no antibiotic in particular.
const BESIDE_GUIDANCE: f32 = 0.5;

/// What guidance is worth whose title has the class that was asked about.
const OF_THE_CLASS: f32 = 1.3;

/// Share of what a drug is for, where use together was asked about.
const USED_FOR: f32 = 0.5;

/// Share of a drug that is not used for the complaint and only mentions it, as something that it causes.
const ONLY_MENTIONED: f32 = 0.5;

/// Parts of sentences that every digest of ours has.
const FORMULAS: [&str; 2] = ["제품 설명서에서 용량과 주의사항을 확인", "궁금한 점이 있거나"];

/// Every digest warns of this, too; it answers only who asks about allergies.
const HYPERSENSITIVITY: &str = "과민반응이 있었던 사람은";

impl Reading<'_> {
    /// Whether a title names a form that the question does not.
    fn is_of_another_form(&self, title: &str) -> bool {
        LOCAL_FORMS.iter().any(|(form, said)| {
            title.contains(form) && !said.iter().any(|it| self.question.text.contains(it))
        })
    }

    /// The share of its worth that is left to a sentence for what it says itself.
    pub(super) fn suits(&self, sentence: &str, passage: &Passage) -> f32 {
        if self.is_care(passage) {
            return 1.0;
        }
        let question = self.question;
        let mut share = 1.0;
        let narrow = self.asked.first().filter(|it| NARROW.contains(&it.id.as_str()));
        let untold = narrow.filter(|it| !it.telling.iter().any(|word| says(sentence, word)));
        if let Some(intent) = untold {
            share *= if PLAIN.contains(&intent.id.as_str()) { NOT_PLAIN } else { NOT_TOLD };
        }
        if question.person.age_months.is_some_and(|it| is_for_younger(sentence, it)) {
            share *= OF_ANOTHER_AGE;
        }
        let drinks = ["술", "음주", "자몽", "커피", "우유"];
        let things = THINGS.iter().any(|it| question.asks(it));
        let of_pair = self.paired && self.named_in(sentence, passage).len() > 1;
        if !of_pair
            && !things
            && drinks.iter().any(|it| says(sentence, it) && !question.text.contains(it))
        {
            share *= UNASKED_THING;
        }
        let allergic = ["알레르기", "알러지", "과민"].iter().any(|it| question.text.contains(it));
        let formula = FORMULAS.iter().any(|it| sentence.contains(it));
        if formula || (!allergic && sentence.contains(HYPERSENSITIVITY)) {
            share *= OF_EVERY_DOCUMENT;
        }
        share
    }

    /// The share that is left for the document and section it is from.
    pub(super) fn fit(&self, sentence: &str, passage: &Passage, of_one: bool) -> f32 {
        if self.is_care(passage) {
            return 1.0;
        }
        let question = self.question;
        let mut share = 1.0;
        if self.is_of_care(passage) {
            let of_it = self.subjects.iter().any(|it| it.is_in(&passage.heading));
            share *= if of_it { BESIDE_CARE } else { OF_ANOTHER_COMPLAINT };
        }
        if of_one && self.guided {
            share *= BESIDE_GUIDANCE;
        }
        let for_all = self.asked.iter().any(|it| FOR_ALL.contains(&it.id.as_str()));
        // 임산부 변비약: what is said of a drug of the class and of her.
        let of_member = self.subjects.iter().any(|it| it.has_member(&passage.title));
        let told =
            of_member && self.asked.first().is_some_and(|it| PLAIN.contains(&it.id.as_str()));
        if self.of_classes() && of_one && for_all && self.class.is_none() && !told {
            share *= OF_ALL_DRUGS;
        }
        let for_complaint = self.sides < 2 && self.of_classes() && !self.subjects.is_empty();
        let used = passage.heading.contains("효능")
            || self.subjects.iter().any(|it| it.is_in(&passage.title));
        if for_complaint && of_one && !used && !question.asks("side_effect") {
            share *= ONLY_MENTIONED;
        }
        let spoken =
            || self.subjects.iter().any(|it| it.is_in(sentence) || it.is_in(&passage.title));
        let of_all = self.is_for_every_drug() && self.class.is_none();
        if for_complaint && !of_one && !of_all && !spoken() {
            share *= OF_SOMETHING_ELSE;
        }
        if self.of_classes()
            && !of_one
            && !for_all
            && self.subjects.iter().any(|it| it.is_in(&passage.title))
        {
            share *= OF_THE_CLASS;
        }
        if passage.title.contains("과량") && !question.asks("overdose") {
            share *= OF_SOMETHING_ELSE;
        }
        if self.sides > 1 && passage.heading.contains("효능") {
            share *= USED_FOR;
        }
        if of_one && self.is_of_another_form(&passage.title) {
            share *= OF_ANOTHER_FORM;
        }
        share
    }
}

/// Whether a sentence is about children below an age that is over at `months`: `3개월 미만 아기에게`.
fn is_for_younger(sentence: &str, months: u32) -> bool {
    let over = |found: regex::Captures<'_>| {
        let limit = found[1].parse::<u32>().unwrap_or(u32::MAX);
        let limit = if &found[2] == "세" { limit.saturating_mul(12) } else { limit };
        months >= limit.saturating_add(12)
    };
    BELOW.captures(sentence).is_some_and(over)
}

static BELOW: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"(\d{1,2})\s*(개월|세) (?:미만|이하)").expect("a valid pattern")
});
