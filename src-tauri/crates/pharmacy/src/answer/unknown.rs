//! Finds names in a question that no list and no passage has (탁센이랑 이지엔6, 콜라겐 효과). The answer reports them as
//! unknown, so that an answer about something else is not taken for one about them.

use simui_korean::particles::{self, Place};
use std::sync::LazyLock;

use regex::Regex;
use simui_search::analysis::Analyser;

use crate::knowledge::{CO_TAKEN_INTENTS, Knowledge};
use crate::query::question::Question;
use crate::retrieval::passage::Passage;

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
) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if question.drugs.is_empty() || !question.asks("interaction") {
        return found;
    }
    for pair in JOINED.captures_iter(&question.text) {
        for at in [1, 2] {
            let Some(word) = pair.get(at) else { continue };
            let name = without_particle(word.as_str());
            let is_new = !found.iter().any(|it| it == name);
            if is_new && is_unknown(name, question, passages, knowledge) {
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
        && !name.chars().all(|it| it.is_ascii_digit())
        && !question.drugs.iter().any(of_drug)
        && !complaints.any(|it| it.contains(name) || name.contains(it.as_str()))
        && !of_intents.any(|(intent, word)| {
            word.contains(name)
                || CO_TAKEN_INTENTS.contains(&intent.id.as_str()) && name.contains(word.as_str())
        })
        && !passages.iter().any(has_name)
}
