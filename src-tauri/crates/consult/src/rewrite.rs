//! Writes the queries of the second search: what the first answer lacked, in terms of this patient.

use simui_pharmacy::knowledge::Knowledge;
use simui_pharmacy::query::question::Question;

use super::facts::Facts;
use super::quality::Missing;

/// Queries of a second search at most.
const MOST: usize = 6;

/// Words of a document that one query takes of an intent.
const WORDS: usize = 4;

/// What to search for: each missing thing of each drug, in the words of documents. Without `missing` the expanded question.
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
                    let told = intent.telling.iter().take(WORDS).map(String::as_str);
                    let subject =
                        drugs.first().copied().or(question.symptoms.first().map(String::as_str));
                    push(subject.into_iter().chain([heading.as_str()]).chain(told).collect());
                }
            }
            Missing::Symptom(name) => {
                let Some(symptom) = knowledge.symptom(name) else { continue };
                push(vec![name, "효능·효과"]);
                symptom.expand.iter().take(WORDS).for_each(|it| push(vec![it, "효능·효과"]));
            }
        }
    }
    push(question.words.iter().map(String::as_str).chain([person.as_str()]).collect());
    queries.truncate(MOST);
    queries
}

/// `임부`, `고령자 고혈압`: what of the record documents speak of.
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
