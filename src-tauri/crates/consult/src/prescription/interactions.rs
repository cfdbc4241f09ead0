//! 상호작용 of every pair of lines: rows of 병용금기, and sentences of the documents of either drug that name the
//! other one or its class.

use std::collections::BTreeSet;

use simui_pharmacy::dur::{DurNotice, DurTable, Person};

use super::documents::{
    SectionSentence, allows, is_of_both, is_of_interactions, is_of_takers, section_sentences,
    severity,
};
use super::drug::{PrescribedDrug, dur_notices};
use super::findings::{Finding, Interaction, PrescriptionSeverity};
use super::{Checks, Prescription};

/// Most sentences of the documents of one drug about another.
const MOST_SENTENCES: usize = 2;
/// Most pairs that are named one by one as not found.
const MOST_PAIRS: usize = 20;

/// Finds the interactions, gravest first. Pairs about which nothing is known are reported in `not_checked`.
pub(super) fn interactions(
    of: &Prescription<'_>,
    checks: &Checks<'_>,
    not_checked: &mut Vec<String>,
) -> Vec<Interaction> {
    let names = &checks.knowledge.names;
    let sentences: Vec<Vec<Named<'_>>> = of.drugs.iter().map(|it| named(it, checks)).collect();
    let alone: Vec<Vec<DurNotice>> = of
        .drugs
        .iter()
        .map(|it| dur_notices(&[it], &Person::default(), checks.dur, names))
        .collect();
    let mut found: Vec<Interaction> = Vec::new();
    let mut silent: Vec<String> = Vec::new();
    for (at, one) in of.drugs.iter().enumerate() {
        for (to, other) in of.drugs.iter().enumerate().skip(at + 1) {
            let of_one_class = one.class.is_some() && one.class == other.class;
            // The same ingredients twice are a duplication.
            let is_duplicate = one.ingredients == other.ingredients;
            if is_duplicate || of_one_class || one.line == 0 && other.line == 0 {
                continue;
            }
            let before = found.len();
            let known = [alone[at].as_slice(), alone[to].as_slice()].concat();
            found.extend(of_tables(one, other, &known, checks));
            found.extend(of_documents(one, other, &sentences[at], checks));
            found.extend(of_documents(other, one, &sentences[to], checks));
            if found.len() == before {
                silent.push(format!("{} + {}", one.written, other.written));
            }
        }
    }
    if checks.dur.is_empty() {
        not_checked.push(
            "DUR 자료가 등록되어 있지 않아 병용금기, 임부·연령 금기, 효능군중복, 용량·투여기간 표를 살피지 못했습니다."
                .to_owned(),
        );
    }
    if !silent.is_empty() {
        let more = match silent.len().saturating_sub(MOST_PAIRS) {
            0 => String::new(),
            more => format!(" 외 {more}쌍"),
        };
        silent.truncate(MOST_PAIRS);
        not_checked.push(format!(
            "등록된 DUR 자료와 문서에서 상호작용을 찾지 못한 쌍: {}{more}. 기록이 없다는 것이 안전하다는 뜻은 아닙니다.",
            silent.join(", ")
        ));
    }
    found.sort_by_key(|it| (it.severity, it.lines));
    found.dedup_by(|one, other| one.pair == other.pair && one.finding == other.finding);
    found
}

/// A sentence with the ingredients that it names.
struct Named<'a> {
    sentence: SectionSentence<'a>,
    ingredients: BTreeSet<String>,
}

/// The sentences of a drug's documents that are about use together with something.
fn named<'a>(drug: &'a PrescribedDrug, checks: &Checks<'_>) -> Vec<Named<'a>> {
    let of = section_sentences(drug.all_sections(), checks.knowledge);
    let together = of.into_iter().filter(|it| is_of_both(it) && !allows(it.quote));
    together
        .map(|sentence| {
            let found = checks.knowledge.names.find(sentence.quote);
            let ingredients = found.into_iter().map(|it| it.ingredient).collect();
            Named { sentence, ingredients }
        })
        .collect()
}

/// The rows of 병용금기 for two drugs, without those that one of them matches alone.
fn of_tables(
    one: &PrescribedDrug,
    other: &PrescribedDrug,
    alone: &[DurNotice],
    checks: &Checks<'_>,
) -> Vec<Interaction> {
    let names = &checks.knowledge.names;
    let notices = dur_notices(&[one, other], &Person::default(), checks.dur, names);
    let of_both =
        notices.into_iter().filter(|it| it.table == DurTable::Combination && !alone.contains(it));
    let named = |drug: &PrescribedDrug, notice: &DurNotice| {
        let of_row = |it: &&String| notice.drugs.iter().any(|drug| drug == names.korean(it));
        let found = drug.ingredients.iter().find(of_row);
        found.map_or(drug.written.as_str(), |it| drug.name_of(it, names)).to_owned()
    };
    of_both
        .map(|notice| Interaction {
            severity: PrescriptionSeverity::Contraindicated,
            pair: [named(one, &notice), named(other, &notice)],
            lines: [one.line, other.line],
            finding: of_notice(&notice),
        })
        .collect()
}

/// The grounds that a row of a table gives.
pub(super) fn of_notice(notice: &DurNotice) -> Finding {
    Finding {
        text: format!("{}: {}", notice.table.korean(), notice.warning),
        source: format!("DUR {}", notice.table.korean()),
        quote: notice.quote.clone(),
        doc_id: Some(notice.document_id.to_string()),
    }
}

/// The sentences of the documents of `one` that name an ingredient of `other`, or its class.
fn of_documents(
    one: &PrescribedDrug,
    other: &PrescribedDrug,
    sentences: &[Named<'_>],
    checks: &Checks<'_>,
) -> Vec<Interaction> {
    let names = &checks.knowledge.names;
    let foreign: Vec<&String> =
        other.ingredients.iter().filter(|it| !one.ingredients.contains(it)).collect();
    let mut found: Vec<Interaction> = Vec::new();
    for Named { sentence, ingredients } in sentences {
        let by_name = foreign.iter().find(|ingredient| {
            let spelt = |name: &str| has_name(name) && sentence.quote.contains(name);
            ingredients.contains(**ingredient) || spelt(names.korean(ingredient))
        });
        let by_class = || {
            let class = |ingredient: &&&String| {
                let mut known = names.korean_names(ingredient).iter();
                known.any(|it| checks.knowledge.mentions_class_of(sentence.quote, it))
            };
            foreign
                .iter()
                .find(class)
                .filter(|_| is_of_interactions(sentence) || is_of_takers(sentence))
        };
        let Some(ingredient) = by_name.or_else(by_class) else { continue };
        let titled = names.find(&sentence.passage.title);
        let of_title = |it: &&String| titled.iter().any(|named| named.ingredient == **it);
        let of_quote = |it: &&String| ingredients.contains(*it);
        let own_ingredient = one.ingredients.iter().find(of_title);
        let own_ingredient = own_ingredient.or_else(|| one.ingredients.iter().find(of_quote));
        let own_ingredient = own_ingredient.or_else(|| one.ingredients.first());
        let own =
            own_ingredient.map_or(one.written.as_str(), |it| one.name_of(it, names)).to_owned();
        found.push(Interaction {
            severity: severity(sentence.quote),
            pair: [own, other.name_of(ingredient, names).to_owned()],
            lines: [one.line, other.line],
            finding: sentence.finding(sentence.quote.to_owned()),
        });
    }
    found.sort_by_key(|it| it.severity);
    found.dedup_by(|one, other| one.finding.quote == other.finding.quote);
    found.truncate(MOST_SENTENCES);
    found
}

/// Whether a name is long enough to be looked for in a sentence as it stands.
fn has_name(name: &str) -> bool {
    name.chars().count() > 2
}
