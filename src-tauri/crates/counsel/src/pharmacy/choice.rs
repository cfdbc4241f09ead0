//! Which sentences answer: measured by what the question asks, over all passages at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use regex::Regex;
use simui_domain::Span;
use simui_search::analysis::Analyser;

use super::answer::Paragraph;
use super::figures::figures;
use super::gaps;
use super::knowledge::{Intent, Knowledge};
use super::passage::Passage;
use super::question::Question;
use super::sentence::sentences;
use super::subject::Subject;
use super::support::words;
use super::wording::Wording;

/// Sentences taken of one passage at most.
const OF_A_PASSAGE: usize = 4;

/// Passages an answer stands on at most (seed 001, step 3).
const MOST_PASSAGES: usize = 5;

/// Sentences taken in all.
const MOST_SENTENCES: usize = 9;

/// A sentence worth less than this share of the best one is left out.
const NEAR_THE_BEST: f32 = 0.6;

/// The same where two drugs were asked about: what is said of both is the answer, what is said of one is beside it.
const NEAR_THE_BEST_OF_TWO: f32 = 0.75;

/// The same of what goes for every drug: a list of rules, all of which count.
const NEAR_THE_BEST_FOR_ALL: f32 = 0.4;

/// What is shorter is a heading or a word of a table.
const SHORTEST: usize = 6;

/// Intents that figures answer.
const FIGURES: [&str; 4] = ["dose", "maximum", "children", "overdose"];

/// What it is worth that the likeness model expects the answer in this section, beside the intents' sections and words.
const LIKELY_SECTION: f32 = 4.5;

/// What a word of the question is worth for how much it tells.
const TELLING: f32 = 1.5;

/// Share of a drug's document where the question names neither drug nor complaint.
const OF_ONE_DRUG: f32 = 0.6;

/// The same where the question points at a drug that it does not name.
const OF_SOME_DRUG: f32 = 0.3;

/// Share of a sentence without the thing that was asked about, where another sentence of the drug's documents has it.
const BESIDE: f32 = 0.4;

/// Share of a sentence that leaves out one of two things whose use together was asked about, where another sentence has both.
const OF_ONE_SIDE: f32 = 0.35;

/// Intents whose answers say one of their telling words.
const NARROW: [&str; 7] =
    ["pregnancy", "nursing", "elderly", "liver_kidney", "driving", "missed", "disposal"];

/// Share of a sentence that says none of them.
const NOT_TOLD: f32 = 0.5;

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
const FOR_ALL: [&str; 6] = ["pregnancy", "nursing", "elderly", "disposal", "storage", "missed"];

/// Those of them whose answer is the same for every drug.
const FOR_EVERY_DRUG: [&str; 3] = ["disposal", "storage", "missed"];

/// Share of a sentence about something to eat or drink that nobody asked about.
const UNASKED_THING: f32 = 0.4;

/// Share of a sentence that every document has.
const OF_EVERY_DOCUMENT: f32 = 0.3;

/// What it is worth to say that an ingredient comes twice, where it does.
const OVERLAP: f32 = 5.0;

/// Share of guidance for all drugs that does not speak of the complaint or class.
const OF_SOMETHING_ELSE: f32 = 0.35;

/// What guidance is worth whose title has the class that was asked about.
const OF_THE_CLASS: f32 = 1.3;

/// Share of what a drug is for, where use together was asked about.
const USED_FOR: f32 = 0.5;

/// Share of a sentence about other drugs than the two that were asked about.
const OF_OTHERS: f32 = 0.4;

/// Share of a drug that is not used for the complaint and only mentions it, as something that it causes.
const ONLY_MENTIONED: f32 = 0.5;

/// Share of other documents where one has the title that the question names.
const OF_ANOTHER_SUBJECT: f32 = 0.6;

/// Least share of a section on storage where that was not asked.
const UNASKED_STORAGE: f32 = 0.4;

/// The section that says how a drug is kept.
const STORAGE: &str = "보관";

/// The section that says what a drug is.
const OVERVIEW: &str = "개요";

/// The paragraphs of an answer: the passage with the best sentence first, and in each its sentences in their own order.
pub(super) fn paragraphs(
    question: &Question,
    asked: &[&Intent],
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<Paragraph> {
    let sentences: Vec<Candidate> = passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| candidates(at, passage, analyser))
        .collect();
    let titled = question.titled(passages.iter().map(|it| it.title.as_str()));
    let reading = Reading::new(question, asked, knowledge, passages, &sentences, titled);
    let mut ranked: Vec<Candidate> = sentences
        .into_iter()
        .map(|it| Candidate { worth: reading.worth(&it, &passages[it.passage]), ..it })
        .collect();
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth).then(a.passage.cmp(&b.passage)));
    let near = match question.ingredients().len() {
        2.. => NEAR_THE_BEST_OF_TWO,
        0 if reading.is_for_every_drug() => NEAR_THE_BEST_FOR_ALL,
        _ => NEAR_THE_BEST,
    };
    let least = ranked.first().map_or(0.0, |best| best.worth * near);
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut chosen: Vec<Candidate> = Vec::new();
    let mut order: Vec<usize> = Vec::new();
    for candidate in ranked.into_iter().take_while(|it| it.worth > 0.0 && it.worth >= least) {
        let known = order.contains(&candidate.passage);
        let of_same = chosen.iter().filter(|it| it.passage == candidate.passage).count();
        if of_same == OF_A_PASSAGE || (!known && order.len() == MOST_PASSAGES) {
            continue;
        }
        // Of several drugs of a class, what is said of each in the same words is said once.
        let title = passages[candidate.passage].title.split('(').next().unwrap_or_default().trim();
        let nameless = match reading.of_classes() {
            true => candidate.sentence.replace(title, ""),
            false => candidate.sentence.clone(),
        };
        if said.insert(nameless) {
            if !known {
                order.push(candidate.passage);
            }
            chosen.push(candidate);
        }
        if chosen.len() == MOST_SENTENCES {
            break;
        }
    }
    let place = |passage: usize| order.iter().position(|it| *it == passage);
    chosen.sort_by_key(|it| (place(it.passage), it.span));
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    for Candidate { passage, span, sentence, .. } in chosen {
        match paragraphs.last_mut().filter(|it| it.passage == passage) {
            Some(paragraph) => {
                paragraph.sentences.push(ended(&sentence));
                paragraph.quote.end = span.end;
            }
            None => {
                let sentences = vec![ended(&sentence)];
                paragraphs.push(Paragraph { sentences, passage, quote: span });
            }
        }
    }
    paragraphs
}

/// A fragment of a list gets a full stop, so that it can stand in a paragraph.
fn ended(sentence: &str) -> String {
    match sentence.ends_with(['.', '!', '?']) {
        true => sentence.to_owned(),
        false => format!("{sentence}."),
    }
}

/// A sentence that may be said.
struct Candidate {
    passage: usize,
    span: Span,
    sentence: String,
    words: BTreeSet<String>,
    worth: f32,
}

fn candidates(at: usize, passage: &Passage, analyser: &Analyser) -> Vec<Candidate> {
    let worded = |span: Span| Some((span, span.slice(&passage.text)?));
    sentences(&passage.text)
        .into_iter()
        .filter_map(worded)
        .filter(|(_, it)| !is_of_the_document(it) && it.chars().count() >= SHORTEST)
        .map(|(span, it)| {
            let (sentence, words) = (it.to_owned(), words(it, analyser));
            Candidate { passage: at, span, sentence, words, worth: 0.0 }
        })
        .collect()
}

/// What sentences are measured by.
struct Reading<'a> {
    question: &'a Question,
    asked: &'a [&'a Intent],
    knowledge: &'a Knowledge,
    /// How much a word of the question tells: the fewer sentences have it, the more.
    telling: BTreeMap<&'a str, f32>,
    /// Whether the question names the subject of each passage's document.
    titled: Vec<bool>,
    /// The thing asked about with the drug (자몽, 술), as the sentences of the drug's own documents call it.
    told: Option<String>,
    /// Complaints and classes of the question.
    subjects: Vec<Subject>,
    /// How many sides of a question about use together one sentence speaks of, at best.
    sides: usize,
    /// Ingredients that several of the products named have.
    overlaps: Vec<String>,
}

impl<'a> Reading<'a> {
    fn new(
        question: &'a Question,
        asked: &'a [&'a Intent],
        knowledge: &'a Knowledge,
        passages: &[Passage],
        sentences: &[Candidate],
        titled: Vec<bool>,
    ) -> Self {
        let all = sentences.len() as f32;
        let weight = |word: &'a String| {
            let having = sentences.iter().filter(|it| it.words.contains(word)).count() as f32;
            // The inverse document frequency of Spärck Jones (1972), smoothed, over the sentences at hand; 2 at most.
            (word.as_str(), (1.0 + all / (1.0 + having)).ln().min(4.0) / 2.0)
        };
        let named = |word: &&String| {
            !question
                .drugs
                .iter()
                .any(|it| it.written.contains(word.as_str()) || it.korean == **word)
        };
        let telling = question.words.iter().filter(named).map(weight).collect();
        let told = thing(question, asked, knowledge, passages, sentences);
        let overlaps = gaps::twice(question).into_keys().map(str::to_owned).collect();
        let subjects = Subject::of(question, knowledge);
        let mut reading = Self {
            question,
            asked,
            knowledge,
            telling,
            titled,
            told,
            subjects,
            sides: 0,
            overlaps,
        };
        if reading.is_of_use_together() {
            let sides = |it: &Candidate| reading.sides_of(it, &passages[it.passage]);
            reading.sides = sentences.iter().map(sides).max().unwrap_or_default();
        }
        reading
    }

    /// Whether what is asked is the same for every drug.
    fn is_for_every_drug(&self) -> bool {
        self.asked.iter().any(|it| FOR_EVERY_DRUG.contains(&it.id.as_str()))
    }

    /// Whether it is about no drug in particular, but about a class or a complaint.
    fn of_classes(&self) -> bool {
        self.question.drugs.is_empty()
    }

    /// Whether it asks about taking one thing with another, one of which is a class or a complaint.
    fn is_of_use_together(&self) -> bool {
        let taken = self.subjects.iter().filter(|it| it.is_taken()).count();
        let together = ["interaction", "contraindication"].iter().any(|it| self.question.asks(it));
        match self.question.ingredients().len() {
            0 => !self.question.asks("efficacy") && self.subjects.len() > 1 && taken > 0,
            1 => together && taken > 0,
            _ => false,
        }
    }

    /// How many of the things whose use together was asked about a sentence speaks of, with its document's title.
    fn sides_of(&self, candidate: &Candidate, passage: &Passage) -> usize {
        let (title, sentence) = (passage.title.as_str(), candidate.sentence.as_str());
        let drug = !self.question.drugs_in(title, &self.knowledge.names).is_empty();
        let spoken = |it: &&Subject| it.is_in(sentence) || (!drug && it.is_in(title));
        usize::from(drug) + self.subjects.iter().filter(spoken).count()
    }

    /// How well a sentence answers. What was asked first counts most; of two drugs, a sentence in one's document that names
    /// the other is the answer.
    fn worth(&self, candidate: &Candidate, passage: &Passage) -> f32 {
        let (question, sentence) = (self.question, candidate.sentence.as_str());
        let names = &self.knowledge.names;
        let titled = question.drugs_in(&passage.title, names);
        let of_drug = !titled.is_empty();
        let mut named = question.drugs_in(sentence, names);
        // A sentence of a drug's own document may leave its name unsaid.
        named.extend(titled);
        let drugs = question.ingredients().len();
        let sides = if self.sides > 1 { self.sides_of(candidate, passage) } else { 0 };
        let subject = of_drug || self.titled[candidate.passage];
        if drugs > 0 && named.is_empty() && !subject {
            return 0.0;
        }
        let mut worth = 0.0;
        for (at, intent) in self.asked.iter().enumerate() {
            if intent.telling.iter().any(|it| sentence.contains(it.as_str())) {
                worth += if at == 0 { 1.0 } else { 0.5 };
            }
            let place = intent.headings.iter().position(|it| passage.heading.contains(it.as_str()));
            let nearness = place.map_or(0.0, |it| 1.0 / (1.0 + it as f32));
            worth += nearness * if at == 0 { 1.5 } else { 0.5 };
        }
        worth += LIKELY_SECTION * question.section(&passage.heading);
        worth += TELLING
            * candidate.words.iter().filter_map(|it| self.telling.get(it.as_str())).sum::<f32>();
        if drugs > 1 && named.len() > 1 {
            worth += 4.0;
        }
        let others =
            || names.found(sentence).iter().any(|it| !named.contains(it.ingredient.as_str()));
        if drugs > 1 && named.len() < 2 && others() {
            worth *= OF_OTHERS;
        }
        let twice = self.overlaps.iter().any(|it| sentence.contains(it.as_str()));
        if twice && ["겹쳐", "겹치", "합쳐", "최대 용량"].iter().any(|it| sentence.contains(it))
        {
            worth += OVERLAP;
        } else if !self.overlaps.is_empty() && named.len() < 2 {
            worth *= OF_OTHERS;
        }
        // 혈압약 먹는데 감기약: what is said of both complaints or classes.
        let about = question.symptoms.iter().filter_map(|it| self.knowledge.symptom(it));
        let of_it = |it: &str| sentence.contains(it) || passage.title.contains(it);
        let about = about.filter(|it| of_it(&it.name) || it.expand.iter().any(|it| of_it(it)));
        if drugs == 0 && about.count() > 1 {
            worth += 2.0;
        }
        let figures_wanted = self.asked.iter().any(|it| FIGURES.contains(&it.id.as_str()));
        if figures_wanted && !figures(sentence).is_empty() {
            worth += 1.0;
        }
        if question.symptoms.iter().any(|it| sentence.contains(it.as_str())) {
            worth += 1.0;
        }
        // Nearness in meaning, where no word gives it away.
        worth += passage.score.clamp(0.0, 1.0);
        // What a drug is, is seldom what is asked.
        let share = if passage.heading.contains(OVERVIEW) { 0.5 } else { 1.0 };
        // What another drug's document says in passing comes after what its own says.
        // 약과 음식(자몽·카페인) is of no drug.
        let of_one = names.found(&passage.title).iter().any(|it| it.span.start == 0);
        let own = match (drugs, subject) {
            (_, true) => 1.0,
            (0, false) if of_one && question.points() => OF_SOME_DRUG,
            // Of no drug in particular, what is said of drugs at large.
            (0, false) if of_one && self.subjects.is_empty() => OF_ONE_DRUG,
            (0, false) if self.titled.contains(&true) => OF_ANOTHER_SUBJECT,
            (0, false) => 1.0,
            (1, false) => 0.5,
            (_, false) => 0.7,
        };
        // Of a drug and of a combination that has it, the drug was asked about.
        let titled = names.found(&passage.title);
        let others =
            titled.iter().any(|it| !question.ingredients().contains(it.ingredient.as_str()));
        // Every document says that children must not reach it.
        let kept = passage.heading.contains(STORAGE) && !question.asks("storage");
        let kept = if kept { UNASKED_STORAGE.max(question.section(STORAGE)) } else { 1.0 };
        let beside = self.told.iter().any(|it| !says(sentence, it));
        let beside = if beside { BESIDE } else { 1.0 };
        let one_side = if sides < self.sides { OF_ONE_SIDE } else { 1.0 };
        worth
            * self.fit(sentence, passage, of_one)
            * one_side
            * share
            * own
            * kept
            * beside
            * if others && !self.titled[candidate.passage] { 0.8 } else { 1.0 }
    }
}

/// Whether a sentence has a word; one of one syllable only at the beginning of a word: 술 is not in 수술.
fn says(sentence: &str, word: &str) -> bool {
    match word.chars().count() {
        1 => sentence.split([' ', '·', ',', '(']).any(|it| it.starts_with(word)),
        _ => sentence.contains(word),
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

/// What a sentence loses for what was not asked.
impl Reading<'_> {
    /// Whether a title names a form that the question does not.
    fn is_of_another_form(&self, title: &str) -> bool {
        LOCAL_FORMS.iter().any(|(form, said)| {
            title.contains(form) && !said.iter().any(|it| self.question.text.contains(it))
        })
    }

    fn fit(&self, sentence: &str, passage: &Passage, of_one: bool) -> f32 {
        let question = self.question;
        let mut share = 1.0;
        let narrow = self.asked.first().filter(|it| NARROW.contains(&it.id.as_str()));
        if narrow.is_some_and(|it| !it.telling.iter().any(|word| says(sentence, word))) {
            share *= NOT_TOLD;
        }
        if question.person.age_months.is_some_and(|it| is_for_younger(sentence, it)) {
            share *= OF_ANOTHER_AGE;
        }
        let for_all = self.asked.iter().any(|it| FOR_ALL.contains(&it.id.as_str()));
        if self.of_classes() && of_one && for_all {
            share *= OF_ALL_DRUGS;
        }
        let drinks = ["술", "음주", "자몽", "커피", "우유"];
        let things = gaps::THINGS.iter().any(|it| question.asks(it));
        if !things && drinks.iter().any(|it| says(sentence, it) && !question.text.contains(it)) {
            share *= UNASKED_THING;
        }
        let allergic = ["알레르기", "알러지", "과민"].iter().any(|it| question.text.contains(it));
        let formula = FORMULAS.iter().any(|it| sentence.contains(it));
        if formula || (!allergic && sentence.contains(HYPERSENSITIVITY)) {
            share *= OF_EVERY_DOCUMENT;
        }
        let for_complaint = self.sides < 2 && self.of_classes() && !self.subjects.is_empty();
        let used = passage.heading.contains("효능")
            || self.subjects.iter().any(|it| it.is_in(&passage.title));
        if for_complaint && of_one && !used && !question.asks("side_effect") {
            share *= ONLY_MENTIONED;
        }
        let spoken =
            || self.subjects.iter().any(|it| it.is_in(sentence) || it.is_in(&passage.title));
        if for_complaint && !of_one && !self.is_for_every_drug() && !spoken() {
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

/// What was asked about beside the drug, where its documents have it: 맥주 is 술 there.
fn thing(
    question: &Question,
    asked: &[&Intent],
    knowledge: &Knowledge,
    passages: &[Passage],
    sentences: &[Candidate],
) -> Option<String> {
    let of_thing = asked.iter().find(|it| gaps::THINGS.contains(&it.id.as_str()))?;
    let said = Wording::new(&question.text);
    let words = match of_thing.id.as_str() {
        "alcohol" => of_thing.telling.iter().collect::<Vec<_>>(),
        _ => of_thing.words.iter().filter(|it| said.has(it)).collect(),
    };
    let own = |it: &&Candidate| {
        let titled = question.drugs_in(&passages[it.passage].title, &knowledge.names);
        question.drugs.is_empty() || !titled.is_empty()
    };
    let own: Vec<&Candidate> = sentences.iter().filter(own).collect();
    let told = |word: &&&String| own.iter().any(|it| says(&it.sentence, word));
    words.iter().find(told).map(|it| (*it).clone())
}

/// Parts of sentences that every digest of ours has.
const FORMULAS: [&str; 2] = ["제품 설명서에서 용량과 주의사항을 확인", "궁금한 점이 있거나"];

/// Every digest warns of this, too; it answers only who asks about allergies.
const HYPERSENSITIVITY: &str = "과민반응이 있었던 사람은";

/// What a digest says of itself is no answer.
fn is_of_the_document(sentence: &str) -> bool {
    sentence.contains("요지이며") || sentence.contains("심의 데스크")
}
