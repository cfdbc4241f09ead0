//! What the documents state of the situation that a question tells: a kind of cancer, a disease, an injury,
//! a treatment, or words that stand in a reason not to pay; and the coverages of a company that pay in it.

use std::cmp::Reverse;

use super::answer::PaidElsewhere;
use super::select::{Shelf, Wanted};
use super::sum::payout_then;
use super::values::{PartValue, SlotValue};
use crate::catalog::cues::Category;
use crate::catalog::fact::{Attribute, Fact, Polarity};
use crate::catalog::fold::fold;
use crate::catalog::kcd::Codes;
use crate::document::brackets::replaced;
use crate::document::diseases::Disease;
use crate::query::narrow::is_refused;
use crate::query::reduce::without_particle;
use simui_korean::money::amounts;
use simui_korean::particles::{SUBJECT, with_particle};

/// Key of the slot that says whether the coverage pays.
pub(super) const SLOT: &str = "situation_covered";
/// Key of the slot of the reasons not to pay.
pub(super) const REASONS: &str = "exclusion_reasons";
/// What an answer says behind that for which nothing is paid.
pub(super) const NOT_PAID: &str = "지급하지 않습니다";
/// The amount where nothing is paid.
const NOTHING: &str = "지급하지 않음";

/// Least number of letters that a word of a clause and a question have in common. A word of two letters has
/// to stand in the question as a whole.
const LEAST_COMMON: usize = 3;
/// Number of codes of all cancers together.
const ALL_CANCERS: u32 = 900;
/// Most characters of the reasons that are shown where no document says whether something is paid for.
const MOST_SHOWN: usize = 400;
/// Causes of a claim, as parts of the names of coverages.
const INSURED: [&str; 2] = ["상해", "질병"];
/// Benefits that distinguish coverages, as parts of their names.
const BENEFITS: [&str; 6] = ["수술", "입원", "통원", "치료", "사망", "진단"];

/// What the documents state of a situation for a coverage.
pub(super) struct Stated<'a> {
    /// The disease or kind of cancer as the question has it.
    pub label: String,
    pub polarity: Polarity,
    /// The words that settle it.
    pub part: String,
    /// The class of operations that it belongs to: 2종.
    pub class: Option<&'a str>,
    fact: &'a Fact,
}

/// Returns what is stated of a disease: the statement about the fewest diseases that include it, of equals
/// that with the highest rank.
fn of_disease<'a>(shelf: &Shelf<'a>, asked: &Disease) -> Option<&'a Fact> {
    let facts = shelf.about(Attribute::Illness).into_iter();
    let fits = |fact: &&Fact| {
        let codes = Codes::read(fact.applies_to.as_deref().unwrap_or_default());
        codes.include(&asked.codes) || fold(&fact.value).contains(&asked.name)
    };
    let width = |fact: &Fact| {
        let codes = Codes::read(fact.applies_to.as_deref().unwrap_or_default());
        if codes.include(&asked.codes) { codes.width() } else { asked.codes.width().max(1) }
    };
    // Where a document lists codes of the coverage, its name says no more than they do.
    let all = shelf.about(Attribute::Illness);
    let is_listed = |fact: &&Fact| {
        matches!(fact.rule.as_str(), "illness.own" | "illness.defined")
            && fact.evidence.quote.contains(|c: char| c.is_ascii_uppercase())
            && fact.polarity == Polarity::Affirmed
    };
    let is_listed = all.iter().any(is_listed);
    let counts = facts.filter(|it| shelf.counts(it)).filter(fits);
    let counts = counts.filter(|it| !is_listed || it.rule != "illness.name");
    // 화상진단비 pays for no 대퇴골 골절, whatever stands beside its name.
    let codes = |fact: &Fact| Codes::read(fact.applies_to.as_deref().unwrap_or_default());
    let named: Vec<Codes> =
        all.iter().filter(|it| it.rule == "illness.name").map(|it| codes(it)).collect();
    let is_of_name = named.is_empty() || named.iter().any(|it| it.share_letter(&asked.codes));
    let counts = counts
        .filter(|it| it.polarity == Polarity::Denied || is_of_name || it.rule == "illness.class");
    // 유사암진단비 pays for no cancer as any other.
    let counts = counts.filter(|it| width(it) < ALL_CANCERS || !is_of_collectives(shelf));
    counts.min_by_key(|it| (width(it), Reverse(it.rank)))
}

/// Returns what is stated of each disease and kind of cancer in question.
pub(super) fn stated<'a>(shelf: &Shelf<'a>) -> Vec<Stated<'a>> {
    let rules = &shelf.wanted.book.rules;
    let book = shelf.wanted.book;
    // 다빈치로봇암수술비(갑상선암 제외) asks for no 갑상선암.
    let is_asked = |kind: &&usize| {
        let words = rules.subtypes.all.get(**kind).map(|it| it.words.as_slice());
        let refused = |it: &String| is_refused(book, &shelf.wanted.question, it);
        !words.unwrap_or_default().iter().any(refused)
    };
    let of_kinds = shelf.wanted.kinds.iter().filter(is_asked).filter_map(|kind| {
        let fact = shelf.inclusion(*kind)?;
        let label = rules.subtypes.all.get(*kind)?.label.clone();
        let part = fact.condition.clone().unwrap_or_else(|| fact.evidence.quote.clone());
        Some(Stated { label, polarity: fact.polarity, part, class: None, fact })
    });
    let mut all: Vec<Stated<'a>> = of_kinds.collect();
    for asked in &shelf.wanted.diseases {
        // What is stated of a kind of cancer itself counts before the codes of all cancers.
        let is_kind = |it: &Stated<'_>| it.label == asked.name || asked.name.contains(&it.label);
        if all.iter().any(is_kind) || is_of_collective(shelf, &asked.name) {
            continue;
        }
        all.extend(of_disease(shelf, asked).map(|fact| Stated {
            label: asked.name.clone(),
            polarity: fact.polarity,
            part: fact.evidence.quote.clone(),
            class: fact.condition.as_deref(),
            fact,
        }));
    }
    all
}

/// Whether the coverage is named after a collective: 유사암, 소액암.
fn is_of_collectives(shelf: &Shelf<'_>) -> bool {
    let kinds = shelf.wanted.book.rules.subtypes.all.iter();
    let words = kinds.filter(|it| !it.site && it.within.is_none()).flat_map(|it| &it.words);
    let names = shelf.names();
    let words: Vec<&String> = words.collect();
    let named = |name: &str| words.iter().any(|it| name.starts_with(it.as_str()));
    names.iter().any(|it| named(it))
}

/// Whether a coverage of the company that is named after a collective (소액암, 유사암) pays for a cancer of one
/// organ: it is then no cancer as any other.
fn is_of_collective(shelf: &Shelf<'_>, name: &str) -> bool {
    let book = shelf.wanted.book;
    let kinds = &book.rules.subtypes.all;
    let Some(kind) = kinds.iter().find(|it| it.words.iter().any(|it| it == name)) else {
        return false;
    };
    let words = kinds.iter().filter(|it| !it.site && it.within.is_none()).flat_map(|it| &it.words);
    let words: Vec<&String> = words.collect();
    let named = |core: &str| words.iter().any(|it| core.contains(it.as_str()));
    let own = book.aliases.iter().filter(|it| it.insurer == shelf.insurer && named(&it.name.core));
    let mut facts = own.flat_map(|it| book.facts_about(shelf.insurer, Some(it.coverage)));
    facts.any(|fact| {
        fact.attribute == Attribute::Inclusion
            && fact.applies_to.as_ref() == Some(&kind.key)
            && fact.polarity != Polarity::Denied
            && fact.rule != "inclusion.general"
    })
}

/// Returns what settles that nothing is paid: each disease and kind in question is denied, or a word of the
/// question stands in a reason not to pay that holds in every case. `None` if the question asks how much
/// before it tells the situation.
pub(super) fn denied<'a>(shelf: &Shelf<'a>) -> Option<Stated<'a>> {
    let question = shelf.wanted.question.as_str();
    let amount = question.find("얼마");
    let mut all = stated(shelf);
    let asked = shelf.wanted.kinds.len() + shelf.wanted.diseases.len();
    let is_denied = all.iter().all(|it| it.polarity == Polarity::Denied);
    let is_beside = |it: &Stated<'_>| amount.is_some_and(|at| question.find(&it.label) > Some(at));
    if all.is_empty() && asked == 0 {
        let (word, fact, part) = named(shelf)?;
        let is_beside = amount.is_some_and(|at| question.find(&word) > Some(at))
            || is_refused(shelf.wanted.book, question, &word);
        let cues = &shelf.wanted.book.rules.cues;
        let text = fold(&part);
        let is_settled = (asks_whether(shelf) || word.chars().count() >= LEAST_COMMON)
            && ![Category::Waiting, Category::Early, Category::Elapsed]
                .into_iter()
                .any(|it| cues.has(it, &text));
        let polarity = if is_settled { Polarity::Denied } else { Polarity::Conditional };
        return (is_settled && !is_beside).then_some(Stated {
            label: word,
            polarity,
            part,
            class: None,
            fact,
        });
    }
    let covered = all.len() >= shelf.wanted.kinds.len().max(1);
    let first = all.drain(..).next()?;
    (is_denied && covered && !is_beside(&first)).then_some(first)
}

/// Returns whether the coverage pays for a cancer of one organ by its codes, where no document speaks of it.
pub(super) fn of_organ(shelf: &Shelf<'_>, kind: usize) -> Option<SlotValue> {
    let words = &shelf.wanted.book.rules.subtypes.all.get(kind)?.words;
    let all = stated(shelf);
    all.iter().find(|it| words.contains(&it.label)).map(|it| slot_value(shelf, it))
}

/// Returns whether the coverage pays in the situation.
pub(super) fn covered(shelf: &Shelf<'_>) -> SlotValue {
    let all = stated(shelf);
    let Some(first) = all.iter().min_by_key(|it| it.polarity == Polarity::Denied) else {
        return denied(shelf).map_or_else(|| shelf.nothing(), |it| slot_value(shelf, &it));
    };
    slot_value(shelf, first)
}

fn slot_value(shelf: &Shelf<'_>, stated: &Stated<'_>) -> SlotValue {
    let value = match stated.polarity {
        Polarity::Affirmed => "Y",
        Polarity::Denied => "N",
        Polarity::Conditional => "조건부",
    };
    let note = match stated.polarity {
        Polarity::Denied => unpaid(stated),
        _ => format!("{}: {}", stated.label, stated.part),
    };
    SlotValue { value: Some(value.to_owned()), note: Some(note), ..shelf.value(stated.fact) }
}

/// Returns a sentence that nothing is paid, with the words that settle it; an amount among them is that of
/// another case.
fn unpaid(stated: &Stated<'_>) -> String {
    let sentence = format!("{}에는 {NOT_PAID}", stated.label);
    match amounts(&stated.part).is_empty() {
        true => {
            format!("{sentence}: {}", stated.part.split_whitespace().collect::<Vec<_>>().join(" "))
        }
        false => format!("{sentence}."),
    }
}

/// Returns the amount where nothing is paid: the sum that is paid otherwise becomes a part.
pub(super) fn not_paid(shelf: &Shelf<'_>, stated: &Stated<'_>, paid: SlotValue) -> SlotValue {
    let otherwise = paid.value.clone().map(|value| PartValue {
        name: "그 밖의 경우".to_owned(),
        value,
        amount_won: paid.amount_won,
        evidence: paid.evidence.clone(),
    });
    let denied = shelf.value(stated.fact);
    SlotValue {
        value: Some(format!("{NOTHING}({})", stated.label)),
        parts: otherwise.into_iter().collect(),
        note: Some(unpaid(stated)),
        evidence: [denied.evidence.clone(), paid.evidence].concat(),
        ..denied
    }
}

/// Returns what the company does not pay for, with a note where the question names one of the reasons, or
/// something of which no document says whether it is paid for.
pub(super) fn reasons(shelf: &Shelf<'_>) -> SlotValue {
    let value = shelf.all(Attribute::Exclusion);
    let named = named(shelf).map(|(word, _, part)| {
        let word = with_particle(&format!("‘{word}’"), SUBJECT);
        format!("질문에 나온 {word} 지급하지 않는 사유에 있습니다: {part}")
    });
    let note = named.filter(|_| denied(shelf).is_none());
    let note = note.or_else(|| unsettled(shelf).map(|it| unknown(&it, &value)));
    SlotValue { note, ..value }
}

/// Whether a question names a reason for which some company does not pay, or something of which no document
/// says whether it is paid for.
pub(super) fn is_named(shelves: &[Shelf<'_>]) -> bool {
    shelves.iter().any(|it| named(it).is_some() || unsettled(it).is_some())
}

/// Returns the words of a fact that say what is not paid for.
fn taken_out(fact: &Fact) -> Option<String> {
    let bracket =
        || (fact.rule == "exclusion.bracket").then(|| format!("{}제외", fold(&fact.value)));
    fact.condition.as_ref().map(|it| fold(it)).or_else(bracket)
}

/// Returns the texts that say what is paid for and how the coverage is called, without what they take out:
/// 뇌출혈이란 지주막하출혈을 말하며, 뇌경색증은 포함하지 않습니다.
fn paid_for(shelf: &Shelf<'_>) -> Vec<String> {
    let out = shelf.about(Attribute::Exclusion).into_iter().filter_map(taken_out);
    let out: Vec<String> = out.collect();
    let kept = |text: &str| out.iter().fold(fold(text), |text, it| text.replace(it, ""));
    let paid = [Attribute::Condition, Attribute::Definition].map(|it| shelf.about(it)).concat();
    paid.iter().map(|it| kept(&it.value)).chain(shelf.names().iter().map(|it| kept(it))).collect()
}

/// Returns the first word of the question that stands in an exclusion, and in nothing that says what is paid
/// for or how the coverage is called, with the part of the exclusion around it.
fn named<'a>(shelf: &Shelf<'a>) -> Option<(String, &'a Fact, String)> {
    if !stated(shelf).is_empty() {
        return None;
    }
    let question = shelf.wanted.rest.concat();
    let paid_for = paid_for(shelf);
    let beside = &shelf.wanted.book.rules.query.beside;
    let common = |word: &str| {
        if beside.iter().any(|it| it == word) {
            return None;
        }
        let letters: Vec<char> = word.chars().collect();
        let least = if letters.len() == 2 { 2 } else { LEAST_COMMON };
        let fronts = (least..=letters.len()).rev().filter_map(|it| letters.get(..it));
        fronts
            .map(|it| it.iter().collect::<String>())
            .find(|it| question.contains(it.as_str()))
            .filter(|it| !paid_for.iter().any(|text| text.contains(it.as_str())))
    };
    let particles = &shelf.wanted.book.rules.query.particles;
    let bare = |word: &str| without_particle(&fold(word), particles).to_owned();
    shelf.about(Attribute::Exclusion).into_iter().find_map(|fact| {
        let text = fact.condition.as_deref().unwrap_or(&fact.value);
        // 성형수술(유방재건술은 제외) excludes no 유방재건술.
        let text = replaced(text, |it| match it.trim_end().ends_with("제외") {
            true => String::new(),
            false => format!("({it})"),
        });
        let parts = text.split_inclusive(['.', ';', '①', '②', '③', '④', '⑤', '\n']);
        parts.map(str::trim).find_map(|part| {
            let words = part.split(|c: char| !c.is_alphanumeric()).map(bare);
            let word = words.filter(|it| it.chars().count() > 1).find_map(|it| common(&it))?;
            let shown = if fact.condition.is_some() { fact.value.as_str() } else { part };
            Some((word, fact, shown.to_owned()))
        })
    })
}

/// Whether the question asks whether something is paid for, and for no value.
fn asks_whether(shelf: &Shelf<'_>) -> bool {
    shelf.wanted.asks_whether()
}

/// Returns the first word of a question whether something is paid for that stands in no text of the coverage:
/// neither in one that says what is paid for nor in one that excludes something.
fn unsettled(shelf: &Shelf<'_>) -> Option<String> {
    let rules = &shelf.wanted.book.rules;
    if !asks_whether(shelf) || !stated(shelf).is_empty() || named(shelf).is_some() {
        return None;
    }
    if let Some(asked) = shelf.wanted.diseases.first() {
        return Some(asked.name.clone());
    }
    let paid_for = paid_for(shelf);
    let is_beside = |word: &str| rules.query.beside.iter().any(|it| word.starts_with(it.as_str()));
    let is_settled = |word: &&String| {
        let front: String = word.chars().take(2).collect();
        is_beside(word)
            || rules.subtypes.words.is_match(word.as_str())
            || paid_for.iter().any(|it| it.contains(&front))
    };
    shelf.wanted.rest.iter().find(|it| !is_settled(it)).cloned()
}

fn unknown(word: &str, reasons: &SlotValue) -> String {
    let reasons: String = reasons.value.iter().flat_map(|it| it.chars()).take(MOST_SHOWN).collect();
    let shown = if reasons.is_empty() {
        String::new()
    } else {
        format!(" 지급하지 않는 사유: {reasons}")
    };
    format!("질문에 나온 ‘{word}’에 지급하는지는 문서의 문구로 정할 수 없습니다.{shown}")
}

/// Returns the coverages with the benefit in question of which documents of the companies state whether
/// they pay in the situation, those that pay first; none if no document states that one does or does not.
pub(crate) fn coverages(wanted: &Wanted<'_>, insurers: &[usize]) -> Vec<usize> {
    let book = wanted.book;
    let is_asked = !wanted.kinds.is_empty() || !wanted.diseases.is_empty();
    // Words of a reason not to pay are about what is insured: 스쿠버다이빙하다 다치면.
    let subject = INSURED.into_iter().find(|it| wanted.rest.iter().any(|word| word == it));
    let part = if is_asked { benefit(wanted) } else { subject.unwrap_or_default() };
    let all = (0..book.standards.len()).filter(|coverage| {
        let core = book.standards.get(*coverage).map(|it| it.name.core.as_str());
        core.is_some_and(|core| core.contains(part))
    });
    let order = |coverage: usize| {
        let of = Wanted { coverage: Some(coverage), names: &[], ..wanted.clone() };
        let of_insurer = |insurer: &usize| {
            let shelf = Shelf::new(&of, *insurer);
            let all = stated(&shelf);
            if !is_asked {
                return denied(&shelf).map(|_| true);
            }
            let pays = |stated: &Stated<'_>| {
                stated.polarity != Polarity::Denied && stated.fact.rule != "inclusion.general"
            };
            let settled = all.iter().any(|it| it.fact.rule != "inclusion.general");
            settled.then(|| !all.iter().any(pays))
        };
        insurers.iter().filter_map(of_insurer).min().map(|it| (it, coverage))
    };
    let mut found: Vec<(bool, usize)> = all.filter_map(order).collect();
    found.sort_unstable();
    found.into_iter().map(|it| it.1).collect()
}

/// Returns what the other coverages of each company pay in the situation, in the order of the companies.
/// `wanted` has the coverage that is asked for, if it is known; where it pays itself, others are not shown.
pub(crate) fn paid_elsewhere(wanted: &Wanted<'_>, insurers: &[usize]) -> Vec<PaidElsewhere> {
    let others = || coverages(wanted, insurers).into_iter();
    let mut found = Vec::new();
    for insurer in insurers {
        let own = wanted.coverage.map(|_| stated(&Shelf::new(wanted, *insurer)));
        let pays = |it: &Stated<'_>| it.polarity != Polarity::Denied;
        if own.is_some_and(|it| it.iter().any(pays)) {
            continue;
        }
        let others = others().filter(|it| Some(*it) != wanted.coverage);
        found.extend(others.flat_map(|it| pays_for(wanted, *insurer, it)));
    }
    found
}

/// Returns what a coverage of a company pays for each disease and kind of cancer in question of which a
/// document says that it pays, and not only a general statement.
fn pays_for(wanted: &Wanted<'_>, insurer: usize, coverage: usize) -> Vec<PaidElsewhere> {
    let of = Wanted { coverage: Some(coverage), names: &[], ..wanted.clone() };
    let shelf = Shelf::new(&of, insurer);
    let pays =
        |it: &Stated<'_>| it.polarity != Polarity::Denied && it.fact.rule != "inclusion.general";
    let Some(standard) = wanted.book.standards.get(coverage).map(|it| &it.standard) else {
        return Vec::new();
    };
    let paid = stated(&shelf).into_iter().filter(pays).map(|stated| PaidElsewhere {
        subtype: stated.fact.applies_to.clone().unwrap_or_default(),
        inclusion: SlotValue { note: None, ..slot_value(&shelf, &stated) },
        label: stated.label,
        coverage_code: standard.code.clone(),
        coverage_name: standard.name.clone(),
        name: shelf.printed_name().unwrap_or_else(|| standard.name.clone()),
        payout: payout_then(&shelf),
    });
    paid.collect()
}

/// Returns the benefit that is asked for: that of the coverage, otherwise that of the question, which
/// is a diagnosis where it names none.
fn benefit(wanted: &Wanted<'_>) -> &'static str {
    let core = wanted.coverage.and_then(|it| wanted.book.standards.get(it));
    let text = core.map_or(wanted.question.as_str(), |it| it.name.core.as_str());
    BENEFITS.into_iter().find(|it| text.contains(it)).unwrap_or("진단")
}
