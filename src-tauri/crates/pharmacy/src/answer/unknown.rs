//! Finds names in a question that no list and no passage has (탁센이랑 이지엔6, 콜라겐 효과). The answer reports them as
//! unknown, so that an answer about something else is not taken for one about them.

use simui_korean::particles::{self, Place};
use std::sync::LazyLock;

use regex::Regex;
use simui_search::analysis::{Analyser, Morpheme};

use crate::knowledge::{CO_TAKEN_INTENTS, Knowledge};
use crate::passage::Passage;
use crate::query::question::Question;

/// Most words of a question that consists of a name and an intent only.
const MAX_WORDS: usize = 4;

/// Least probability of guidance at which it answers, whatever the question names.
const GUIDED: f32 = 0.4;

/// Tags of adverbs, interjections and predicates, which are no names.
const NOT_A_NAME: [&str; 5] = ["MAG", "MAJ", "IC", "VV", "VA"];

/// Fewest characters of a name.
const SHORTEST: usize = 2;

/// Dosage forms that may follow a name.
const FORMS: [&str; 4] = ["정", "캡슐", "시럽", "약"];

/// Dosage forms that only drugs have at the end of their names.
const DOSED: [&str; 3] = ["정", "캡슐", "시럽"];

/// Fewest characters of a name that only its place tells.
const SHORTEST_IN_PLACE: usize = 3;

/// Least likeness to names of drugs at which a word in the place of a drug is one: 90 of 100 names that were
/// not fitted have more, and 5 of 100 other words (`examples/train_names.rs`).
const LIKE_A_DRUG: f64 = 0.5;

/// Fewest characters of a name that only its likeness tells: 파르르 and 아프진 look like names, too.
const SHORTEST_BY_ITSELF: usize = 4;

/// Least likeness of a word that stands anywhere else.
const JUST_LIKE_A_DRUG: f64 = 1.0;

/// The word before the name of a drug: 드시는, 복용하던, 처방받은.
static TAKEN: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"^(드시|드셨|먹|맞|복용|투여|바르|쓰시|처방|타).*(는|던|은|한|된|받은|먹은)$")
        .expect("a valid pattern")
});

/// A word behind the name of a drug: 먹는데, 복용 중, 맞고.
static TAKES: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(concat!(
        r"^(먹|드시|드셔|복용|투여|맞고|맞는|맞아도|맞았|처방|부작용|효능|용량|복용법|바르|발라|발랐|넣고|넣는|넣으|넣었",
        r"|붙이|붙여|붙였|뿌리|뿌려|뿌렸|주사|알레르기|알러지)"
    ))
        .expect("a valid pattern")
});

/// A name of which a turn asks what was asked before: 폰스텔은요?
static ASKED_AGAIN: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"^[가-힣A-Za-z0-9]{2,14}?(?:은요|는요|도요)$").expect("a valid pattern")
});

/// Whether a question names nothing but the name of a drug that no list has: 폰스텔은요?
pub fn is_unknown_name(question: &Question, knowledge: &Knowledge, analyser: &Analyser) -> bool {
    !question.names_drug_or_complaint()
        && !names_in_drug_place(question, &[], knowledge, analyser).is_empty()
}

/// Two names joined by a particle (탁센이랑 이지엔6).
static JOINED: LazyLock<Regex> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "a constant pattern that the tests compile")]
    Regex::new(r"([가-힣A-Za-z0-9]{2,14}?)(?:이랑|랑|하고|과|와)\s+([가-힣A-Za-z0-9]{2,14})")
        .expect("a valid pattern")
});

/// An unknown name joined to another name in a question about the use of a known drug with something else: at
/// most one.
pub(crate) fn name_beside_drug(
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if question.drugs.is_empty() || !question.asks("interaction") {
        return found;
    }
    for pair in JOINED.captures_iter(&question.text) {
        for at in [1, 2] {
            let Some(word) = pair.get(at) else { continue };
            let name = without_particle(word.as_str());
            // 먹는 약이랑: of 이랑 the expression leaves the first syllable to a short word.
            let name = match pair.get(0) {
                Some(whole) if at == 1 && whole.as_str()[word.len()..].starts_with('랑') => {
                    name.strip_suffix('이').unwrap_or(name)
                }
                _ => name,
            };
            if name.chars().count() < SHORTEST {
                continue;
            }
            let is_new = !found.iter().any(|it| it == name);
            // 침침하고 아파요 joins predicates.
            if is_new
                && !is_other_word(word.as_str(), analyser)
                && is_unknown(name, question, passages, knowledge)
            {
                found.push(name.to_owned());
            }
        }
    }
    // If both names of a pair are unknown, it is not a pair with the known drug.
    found.truncate(1);
    found
}

/// The unknown name that a short question is about; `None` if the question names anything known or guidance
/// answers it.
pub(crate) fn single_name(
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Option<String> {
    let words: Vec<&str> = question.text.split_whitespace().collect();
    let asks = !question.intents.is_empty();
    if question.names_drug_or_complaint()
        || !asks
        || words.len() > MAX_WORDS
        || question.guidance_probability() >= GUIDED
    {
        return None;
    }
    let first = words.first()?;
    let latin: String = first.chars().take_while(char::is_ascii_alphanumeric).collect();
    let noun = analyser.morphemes(first).into_iter().next();
    let noun = noun.filter(|it| !NOT_A_NAME.contains(&it.tag.as_str()));
    let name = if latin.chars().count() > SHORTEST {
        latin
    } else {
        noun?;
        without_particle(first).to_owned()
    };
    is_unknown(&name, question, passages, knowledge).then_some(name)
}

/// The unknown names where the question has a drug (드시는 레켐비는, 레켐비를 맞는데), and words that look just like the
/// name of one (입덧약 디클렉틴 졸린데), each once. A known word of the language is no name.
pub(crate) fn names_in_drug_place(
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
    analyser: &Analyser,
) -> Vec<String> {
    if !analyser.has_dictionary() {
        return Vec::new();
    }
    let words: Vec<&str> = question.text.split_whitespace().collect();
    let placed = (0..words.len()).filter_map(|at| {
        let word = words[at].trim_matches(|it: char| !it.is_alphanumeric());
        let is_asked = ASKED_AGAIN.is_match(word);
        let word = if is_asked { word.trim_end_matches('요') } else { word };
        let name = without_particle(word);
        // 디오텐정 has the form of a drug.
        let is_formed = DOSED.iter().any(|it| word.ends_with(it)) && name != word;
        let is_placed = is_asked
            || is_formed
            || at.checked_sub(1).is_some_and(|before| TAKEN.is_match(words[before]))
            || words.iter().skip(at + 1).take(2).any(|after| TAKES.is_match(after));
        // 몇 밀리씩 counts; 이제라도 is an adverb.
        let counts = at.checked_sub(1).is_some_and(|before| words[before] == "몇");
        let likeness = knowledge.name_likeness.of(name);
        let is_adjacent = is_asked || words.get(at + 1).is_some_and(|after| TAKES.is_match(after));
        let is_long = name.chars().count() >= SHORTEST_IN_PLACE;
        let by_analysis =
            is_placed && !is_other_word(word, analyser) && is_name_like(name, analyser);
        let by_likeness = likeness > LIKE_A_DRUG && is_placed && !is_inflected(word, analyser);
        let is_distinct = is_adjacent || name.chars().count() >= SHORTEST_BY_ITSELF;
        let by_itself = likeness > JUST_LIKE_A_DRUG && is_distinct && !is_inflected(word, analyser);
        let looks = match is_long {
            true => by_analysis || by_likeness || by_itself,
            false => is_adjacent && by_itself,
        };
        let is_candidate = looks
            && !counts
            && knowledge.names.find(name).is_empty()
            && !knowledge.has_name(name)
            && !is_common_noun(name, analyser)
            // A misspelt class and a dialect word have a meaning.
            && knowledge.with_meanings(name) == name
            && is_unknown(name, question, passages, knowledge);
        is_candidate.then(|| name.to_owned())
    });
    let mut names: Vec<String> = placed.collect();
    names.dedup();
    names
}

/// Whether a word begins with an adverb, an interjection or a predicate.
fn is_other_word(word: &str, analyser: &Analyser) -> bool {
    let first = analyser.morphemes(word).into_iter().next();
    first.is_some_and(|it| NOT_A_NAME.contains(&it.tag.as_str()))
}

/// Whether a word is a noun of the dictionary, or is made of nouns of at least two syllables: 허리디스크.
fn is_common_noun(word: &str, analyser: &Analyser) -> bool {
    let morphemes = analyser.morphemes(word);
    let is_noun = |it: &Morpheme| it.tag.as_str() == "NNG" && it.surface.chars().count() > 1;
    !morphemes.is_empty() && morphemes.iter().all(is_noun)
}

/// Whether a word ends in an ending of a predicate: 늙어서, 아프니.
fn is_inflected(word: &str, analyser: &Analyser) -> bool {
    let last = analyser.morphemes(word).into_iter().next_back();
    last.is_some_and(|it| it.tag.as_str().starts_with('E'))
}

/// Whether the analysis takes a word for a proper name, or does not know a part of it, and sees neither a
/// particle nor an ending in it.
fn is_name_like(word: &str, analyser: &Analyser) -> bool {
    let morphemes = analyser.morphemes(word);
    let tags = || morphemes.iter().map(|it| it.tag.as_str());
    let is_grammar = |tag: &str| {
        tag.starts_with(['E', 'J', 'V'])
            || matches!(tag, "XSV" | "XSA" | "NP" | "NR" | "NNB" | "NNBC")
    };
    tags().any(|tag| matches!(tag, "NNP" | "UNKNOWN")) && !tags().any(is_grammar)
}

/// `word` without a particle or dosage form at its end, if at least `SHORTEST` characters are left.
fn without_particle(word: &str) -> &str {
    let mut endings = particles::of(Place::UnknownName).iter().chain(&FORMS);
    let short = endings.find_map(|it| word.strip_suffix(it));
    short.filter(|it| it.chars().count() >= SHORTEST).unwrap_or(word)
}

/// Whether `name` is in no list of the rules, not a drug of the question, and in no passage.
fn is_unknown(
    name: &str,
    question: &Question,
    passages: &[Passage],
    knowledge: &Knowledge,
) -> bool {
    let of_drug =
        |it: &crate::query::question::Drug| it.written.contains(name) || name.contains(&it.written);
    let symptoms = question.symptoms.iter().filter_map(|it| knowledge.symptom(it));
    let mut complaints = symptoms.flat_map(|it| it.words.iter().chain([&it.name]));
    let mut of_intents =
        knowledge.intents.iter().flat_map(|it| it.words.iter().map(move |word| (it, word)));
    let has_name = |it: &Passage| it.text.contains(name) || it.title.contains(name);
    name.chars().count() >= SHORTEST
        && !FORMS.contains(&name)
        && !name.chars().all(|it| it.is_ascii_digit())
        && !question.drugs.iter().any(of_drug)
        && !complaints.any(|it| it.contains(name) || name.contains(it.as_str()))
        && !of_intents.any(|(intent, word)| {
            word.contains(name)
                || CO_TAKEN_INTENTS.contains(&intent.id.as_str()) && name.contains(word.as_str())
        })
        && !passages.iter().any(has_name)
}
