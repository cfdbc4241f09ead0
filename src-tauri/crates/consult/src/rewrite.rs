//! Writes the queries of another search for what the answer lacks, with the patient's state and conditions.

use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;

use super::facts::Facts;
use super::quality::Missing;

/// Most queries of another search.
const MAX_QUERIES: usize = 6;

/// Most cue words of an intent, or expansions of a complaint, that are used.
const MAX_WORDS: usize = 4;

/// The queries for what is missing, in the words of documents, followed by the words of the question: at most
/// `MAX_QUERIES`.
pub fn rewrite(
    question: &Question,
    missing: &[Missing],
    facts: &Facts,
    knowledge: &Knowledge,
) -> Vec<String> {
    let names = &knowledge.names;
    let drugs: Vec<&str> = question.drugs.iter().map(|it| it.korean.as_str()).collect();
    let person = person(facts);
    let mut queries: Vec<String> = Vec::new();
    let mut push = |words: Vec<&str>| {
        let query = words.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
        if !query.is_empty() && !queries.contains(&query) {
            queries.push(query);
        }
    };
    for it in missing {
        match it {
            Missing::Drug(ingredient) => push(vec![names.korean(ingredient), ingredient, &person]),
            Missing::Intent(id) => {
                let Some(intent) = knowledge.intent(id) else { continue };
                for heading in &intent.headings {
                    let cues = intent.telling.iter().take(MAX_WORDS).map(String::as_str);
                    let subject =
                        drugs.first().copied().or(question.symptoms.first().map(String::as_str));
                    push(subject.into_iter().chain([heading.as_str()]).chain(cues).collect());
                }
            }
            Missing::Symptom(name) => {
                let Some(symptom) = knowledge.symptom(name) else { continue };
                push(vec![name, "효능·효과"]);
                symptom.expand.iter().take(MAX_WORDS).for_each(|it| push(vec![it, "효능·효과"]));
            }
        }
    }
    push(question.words.iter().map(String::as_str).chain([person.as_str()]).collect());
    queries.truncate(MAX_QUERIES);
    queries
}

/// The patient's state and conditions in the words of documents: `임부`, `고령자 고혈압`.
fn person(facts: &Facts) -> String {
    let mut words: Vec<&str> = Vec::new();
    if facts.person.pregnant {
        words.push("임부");
    }
    if facts.person.nursing {
        words.push("수유부");
    }
    if facts.person.elderly {
        words.push("고령자");
    }
    words.extend(facts.conditions.iter().take(2).map(String::as_str));
    words.join(" ")
}
