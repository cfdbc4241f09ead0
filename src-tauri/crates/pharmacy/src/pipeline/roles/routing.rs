//! 쿼리 라우팅: widens the query of the rules by terms of a model.

use serde::Deserialize;
use serde_json::json;
use simui_domain::{ModelCall, ThinkingRole};
use simui_flow::{Context, NodeError};

use super::ask::{AskModel, ask_role};
use super::read::{line, read};
use crate::query::optimise::OptimisedQuery;
use crate::query::question::Question;

/// Most new terms of each kind.
const MAX_TERMS: usize = 8;
/// Most characters of a term; anything longer is a sentence.
const LONGEST: usize = 20;

/// The terms that a model would search for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
pub struct Terms {
    /// 핵심어: the words that matter most.
    pub core: Vec<String>,
    /// 확장어: other words to search for.
    pub expand: Vec<String>,
    /// 제외어: words of documents to leave out.
    pub avoid: Vec<String>,
}

/// The query of the rules with the terms that a model adds, and the call of the model. `wider` tells the
/// model that a first search did not find enough.
pub(crate) async fn route_query(
    model: &AskModel,
    context: &Context,
    question: &Question,
    by_rules: OptimisedQuery,
    wider: bool,
) -> Result<(OptimisedQuery, Option<ModelCall>), NodeError> {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let schema = json!({
        "type": "object", "required": ["core", "expand", "avoid"], "additionalProperties": false,
        "properties": { "core": list, "expand": list, "avoid": list },
    });
    let inputs = json!({
        "question": question.text, "core": by_rules.core, "expand": by_rules.expand, "wider": wider,
    });
    let call = ask_role(model, context, ThinkingRole::QueryRouting, inputs, Some(schema)).await?;
    let terms: Terms = read(call.as_ref());
    Ok((merge(&by_rules, terms, &question.text), call))
}

/// The query of the rules with the terms of a model.
///
/// A core term must occur in the question `asked`; otherwise it becomes an expansion. A term to avoid is
/// dropped if it overlaps with the question or the other terms.
pub fn merge(by_rules: &OptimisedQuery, terms: Terms, asked: &str) -> OptimisedQuery {
    let mut query = by_rules.clone();
    let Terms { core, expand, avoid } = terms;
    let (core, wide): (Vec<_>, Vec<_>) = usable(core).partition(|it| asked.contains(it.as_str()));
    let known = |query: &OptimisedQuery, term: &str| {
        query.core.iter().chain(&query.expand).any(|it| it == term)
    };
    for term in core.into_iter().take(MAX_TERMS) {
        if !known(&query, &term) {
            query.core.push(term);
        }
    }
    for term in wide.into_iter().chain(usable(expand)).take(MAX_TERMS) {
        if !known(&query, &term) {
            query.expand.push(term);
        }
    }
    for term in usable(avoid).take(MAX_TERMS) {
        let wanted = |it: &String| it.contains(term.as_str()) || term.contains(it.as_str());
        let named = asked.contains(&term) || query.core.iter().chain(&query.expand).any(wanted);
        if !named && !query.avoid.contains(&term) {
            query.avoid.push(term);
        }
    }
    query.rerank = query.core.join(" ");
    query
}

/// The terms on one line each, without those that are too short or too long.
fn usable(terms: Vec<String>) -> impl Iterator<Item = String> {
    let fits = |term: &String| {
        // A term with a placeholder of masked text cannot be searched for.
        (2..=LONGEST).contains(&term.chars().count()) && !term.contains('⟦')
    };
    terms.into_iter().map(|it| line(&it)).filter(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn a_model_widens_a_query_and_narrows_nothing() {
        let rules = OptimisedQuery {
            core: words(&["두통"]),
            expand: words(&["아세트아미노펜"]),
            avoid: words(&["두통약 광고"]),
            rerank: "두통".to_owned(),
        };
        let asked = "머리가 아픈데 뭐 먹어요?";
        let check = |terms: Terms, core: &[&str], expand: &[&str], avoid: &[&str]| {
            let query = merge(&rules, terms, asked);
            assert_eq!((query.core, query.expand), (words(core), words(expand)));
            assert_eq!(query.avoid, words(avoid));
        };
        let nothing = Terms::default();
        check(nothing, &["두통"], &["아세트아미노펜"], &["두통약 광고"]);
        let terms = Terms {
            core: words(&[
                "머리",
                "와파린",
                "두통",
                "가",
                "아주 긴 말은 검색어가 아니라 문장이므로 쓰지 않음",
            ]),
            expand: words(&["진통제", "진통제", " \u{200B}편두통 ", "⟦이름1⟧"]),
            avoid: words(&["머리", "아세트아미노펜 정", "진통제", "동물용", "두통"]),
        };
        check(
            terms,
            &["두통", "머리"],
            &["아세트아미노펜", "와파린", "진통제", "편두통"],
            &["두통약 광고", "동물용"],
        );
        let many: Vec<String> = (0..100).map(|n| format!("낱말{n}")).collect();
        let terms = Terms { core: many.clone(), expand: many.clone(), avoid: many };
        let query = merge(&rules, terms, asked);
        assert!(
            query.core.len() + query.expand.len() <= 2 + 2 * MAX_TERMS
                && query.avoid.len() <= 1 + MAX_TERMS
        );
    }
}
