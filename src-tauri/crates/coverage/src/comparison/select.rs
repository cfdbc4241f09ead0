//! Chooses among the facts of each company and lays the chosen ones side by side.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::elapsed::{self, Elapsed};
use super::situation;
use super::values::{PartValue, Slot, SlotValue, SourceLevel};
use crate::catalog::fact::{Attribute, Confidence, Evidence, Fact, Polarity};
use crate::catalog::fold::fold;
use crate::catalog::person::{Person, plan_is_for};
use crate::catalog::rules::Axis;
use crate::document::book::Book;
use crate::document::diseases::Disease;
use crate::facts::surgery::limit;

/// Most statements of one value.
const MOST_STATEMENTS: usize = 6;

/// Value without evidence.
const UNKNOWN: &str = "미확인";

/// What a note says of a coverage that another document sells than the offer.
pub(super) const OUTSIDE: &str = "판매되나 이 설계에는 없습니다.";

/// What a question wants to know.
#[derive(Clone)]
pub(crate) struct Wanted<'a> {
    pub book: &'a Book,
    /// Index of the coverage; `None` if only a row of a table is named.
    pub coverage: Option<usize>,
    /// Folded names that the question uses.
    pub names: &'a [String],
    /// Indices of the kinds of cancer.
    pub kinds: &'a [usize],
    /// The diseases, injuries and treatments that it names.
    pub diseases: Vec<Disease>,
    /// Whether what documents state of them led to the coverage, and no name.
    pub is_by_facts: bool,
    pub person: Person,
    /// The folded question.
    pub question: String,
    /// The words of the question beside companies, plans and names of coverages, folded.
    pub rest: Vec<String>,
    /// The time since the contract began that the question names.
    pub elapsed: Option<Elapsed>,
}

impl Wanted<'_> {
    /// Whether the question asks whether something is paid for, and for no value.
    pub(super) fn asks_whether(&self) -> bool {
        let rules = &self.book.rules.query;
        let has = |words: &[String]| words.iter().any(|it| self.question.contains(it.as_str()));
        has(&rules.whether) && !has(&rules.not_whether)
    }

    /// Whether the question has a word that asks for a slot.
    pub(super) fn asks_for(&self, slot: &str) -> bool {
        let mut slots = self.book.rules.slots.iter().filter(|it| it.key == slot);
        slots.any(|it| it.asked.iter().any(|word| self.question.contains(word.as_str())))
    }
}

/// The facts of one company that fit a question.
pub(super) struct Shelf<'a> {
    pub(super) wanted: &'a Wanted<'a>,
    pub(super) insurer: usize,
    facts: Vec<&'a Fact>,
    /// The plan that the question names.
    plan: Option<&'a str>,
}

/// Returns the slots of the coverage for the companies.
pub(crate) fn slots(wanted: &Wanted<'_>, insurers: &[usize]) -> Vec<Slot> {
    let book = wanted.book;
    let shelves: Vec<Shelf<'_>> = insurers.iter().map(|it| Shelf::new(wanted, *it)).collect();
    let kind = wanted.coverage.and_then(|it| book.kind(it));
    let keys: Vec<&str> = match kind {
        Some(kind) => kind.slots.iter().map(|it| it.get_ref().as_str()).collect(),
        // A row of a table that belongs to no standard coverage.
        None => vec!["payout_amount", "existence_status"],
    };
    let all = book.rules.slots.iter().map(|it| it.key.as_str());
    let is_named = |key: &str| key == situation::REASONS && situation::is_named(&shelves);
    let is_then = |key: &str| key == elapsed::SLOT && wanted.elapsed.is_some();
    let is_asked = |it: &&str| wanted.asks_for(it) || is_named(it) || is_then(it);
    let asked = all.filter(|it| is_asked(it) && !keys.contains(it));
    let keys: Vec<&str> = keys.iter().copied().chain(asked).collect();
    let mut slots = Vec::new();
    for key in keys {
        let values = shelves.iter().map(|shelf| value(shelf, key)).collect();
        slots.extend(slot(book, key, kind.map(|it| it.amount.as_str()), values));
    }
    let kinds = &book.rules.subtypes;
    let is_kind = |it: &&Disease| !kinds.words.is_match(it.name.as_str());
    if let Some(first) = wanted.diseases.iter().find(is_kind) {
        slots.push(finished(Slot {
            slot_key: situation::SLOT.to_owned(),
            label: format!("{} 보장 여부", first.name),
            comparable: true,
            differs: false,
            insurers: shelves.iter().map(situation::covered).collect(),
        }));
    }
    if !wanted.kinds.is_empty() {
        let all = book.rules.subtypes.all.iter().enumerate();
        for (at, subtype) in all.filter(|(at, it)| it.always || wanted.kinds.contains(at)) {
            slots.push(finished(Slot {
                slot_key: format!("subtype_{}_covered", subtype.key),
                label: format!("{} 보장 여부", subtype.label),
                comparable: true,
                differs: false,
                insurers: shelves.iter().map(|it| it.included(at)).collect(),
            }));
        }
        for key in ["subtype_definition_excerpt", "partial_payment_rule"] {
            if !slots.iter().any(|it| it.slot_key == key) {
                slots.extend(slot(
                    book,
                    key,
                    None,
                    shelves.iter().map(|it| value(it, key)).collect(),
                ));
            }
        }
    }
    slots
}

fn value(shelf: &Shelf<'_>, key: &str) -> SlotValue {
    match key {
        "payout_amount" => super::sum::payout(shelf),
        elapsed::SLOT => super::sum::payout_then(shelf),
        "existence_status" => shelf.sold(),
        "payout_condition_summary" => shelf.best(Attribute::Condition),
        "diagnosis_scope_definition" => shelf.best(Attribute::Definition),
        "waiting_period" => {
            shelf.with_others(Attribute::WaitingPeriod, shelf.best(Attribute::WaitingPeriod))
        }
        "partial_payment_rule" => {
            shelf.with_others(Attribute::Reduction, shelf.of_kinds(Attribute::Reduction))
        }
        "surgery_amount_by_class" => shelf.classes(),
        "surgery_count_limit" => shelf.best(Attribute::CountLimit),
        "subtype_definition_excerpt" => shelf.of_kinds(Attribute::KindClause),
        situation::REASONS => situation::reasons(shelf),
        _ => shelf.nothing(),
    }
}

fn slot(book: &Book, key: &str, amount: Option<&str>, insurers: Vec<SlotValue>) -> Option<Slot> {
    let rule = book.rules.slots.iter().find(|it| it.key == key)?;
    let label = amount.filter(|_| key == "payout_amount").unwrap_or(&rule.label);
    let (slot_key, label) = (key.to_owned(), label.to_owned());
    Some(finished(Slot { slot_key, label, comparable: rule.comparable, differs: false, insurers }))
}

fn finished(mut slot: Slot) -> Slot {
    let meant = |value: &String| {
        let folded = fold(value);
        let is_limit = slot.slot_key == "surgery_count_limit";
        if is_limit { folded.split(',').map(limit).collect() } else { vec![folded] }
    };
    let values: Vec<Vec<String>> =
        slot.insurers.iter().filter_map(|it| it.value.as_ref()).map(meant).collect();
    let differs = values.windows(2).any(|pair| matches!(pair, [a, b] if a != b));
    slot.differs = slot.comparable && differs;
    slot
}

impl<'a> Shelf<'a> {
    pub(super) fn new(wanted: &'a Wanted<'a>, insurer: usize) -> Self {
        let book = wanted.book;
        let readers = &book.library(insurer).readers;
        // Documents for other persons than the question's are left out.
        let fitting: BTreeSet<(&str, &str)> = (0..readers.documents())
            .filter(|it| readers.is_for(*it, wanted.person, &wanted.question))
            .filter_map(|it| book.pages(insurer).get(readers.first_page(it)?))
            .map(|it| (it.doc_type.as_str(), it.document.as_str()))
            .collect();
        let of_document =
            |it: &&Fact| fitting.contains(&(&*it.evidence.doc_type, &*it.evidence.document));
        let all = book.facts_about(insurer, wanted.coverage);
        let is_used = |it: &&Fact| book.uses(&it.rule);
        let mut facts: Vec<&Fact> = all.iter().filter(is_used).filter(of_document).collect();
        // The facts of the name that the question uses, if a section begins with it.
        let is_of_name =
            |it: &&Fact| it.of_name.as_ref().is_some_and(|it| wanted.names.contains(it));
        let has_own_section = facts.iter().any(|it| is_of_name(it) && it.rule != "place.mention");
        if has_own_section {
            facts.retain(|it| is_of_name(it) || it.is_general(&book.rules));
        } else {
            facts.retain(|it| it.of_name.is_none());
        }
        let named = |plan: &&str| {
            let name = plan.split('(').next().unwrap_or(plan);
            name.chars().count() > 1 && wanted.question.contains(name)
        };
        let plans = facts.iter().filter_map(|it| it.plan.as_deref());
        let plan = plans.filter(named).max_by_key(|it| it.len());
        Self { wanted, insurer, facts, plan }
    }

    /// Returns the folded names of the company and of the coverage.
    pub(super) fn names(&self) -> Vec<String> {
        let book = self.wanted.book;
        let standard = self.wanted.coverage.and_then(|it| book.standards.get(it));
        let company = book.insurers.get(self.insurer).map(|it| fold(&it.name));
        let named = self.facts.iter().filter_map(|it| it.name.as_deref()).map(fold);
        let standard = standard.map(|it| it.name.full.clone());
        standard.into_iter().chain(company).chain(named).collect()
    }

    /// Returns the facts about an attribute that hold for the plan of the question: the plan that it
    /// names, otherwise the one for its person, otherwise every plan.
    pub(super) fn about(&self, attribute: Attribute) -> Vec<&'a Fact> {
        let all: Vec<&Fact> =
            self.facts.iter().copied().filter(|it| it.attribute == attribute).collect();
        if attribute == Attribute::Amount {
            // A row without a plan says nothing beside rows of plans.
            let in_plans = |of: &Fact| {
                let same =
                    |it: &&&Fact| it.plan.is_some() && it.evidence.document == of.evidence.document;
                all.iter().any(|it| same(&it) && it.name.is_some())
            };
            let is_relevant = |it: &&Fact| it.plan.is_some() || it.name.is_none() || !in_plans(it);
            return all
                .iter()
                .copied()
                .filter(is_relevant)
                .filter(|it| self.is_of_plan(it))
                .collect();
        }
        let of_person = |fact: &&&Fact| {
            fact.plan.as_ref().is_some_and(|it| plan_is_for(it, self.wanted.person) == Some(true))
        };
        let plan = self.plan.filter(|plan| all.iter().any(|it| it.plan.as_deref() == Some(plan)));
        let plan = plan.or_else(|| all.iter().find(of_person).and_then(|it| it.plan.as_deref()));
        all.into_iter().filter(|it| it.plan.as_deref() == plan).collect()
    }

    /// Whether an amount is one of the plan that the question names, otherwise of its person's plan,
    /// otherwise of the chosen one.
    fn is_of_plan(&self, fact: &Fact) -> bool {
        let Some(plan) = fact.plan.as_deref() else { return true };
        if self.plan.is_some() {
            let name = plan.split('(').next().unwrap_or(plan);
            return name.chars().count() > 1 && self.wanted.question.contains(name);
        }
        plan_is_for(plan, self.wanted.person).or(fact.plan_is_chosen).unwrap_or(true)
    }

    /// Whether a document of the company names the coverage. General statements count only then.
    fn is_named(&self) -> bool {
        self.facts.iter().any(|it| it.rule != "existence.denied_by_core")
    }

    /// Whether a fact counts: a general one does where a document of the company names the coverage.
    pub(super) fn counts(&self, fact: &Fact) -> bool {
        self.is_named() || !fact.is_general(&self.wanted.book.rules)
    }

    /// Returns the fact with the highest rank, the first of equals.
    fn highest(&self, facts: impl Iterator<Item = &'a Fact>) -> Option<&'a Fact> {
        let counts = facts.filter(|it| self.counts(it));
        counts.reduce(|best, it| if it.rank > best.rank { it } else { best })
    }

    pub(super) fn best(&self, attribute: Attribute) -> SlotValue {
        let facts = self.about(attribute).into_iter().filter(|it| it.applies_to.is_none());
        self.highest(facts).map_or_else(|| self.nothing(), |it| self.value(it))
    }

    /// Returns all facts about an attribute as one value, those with the highest rank first, each statement
    /// once, at most [`MOST_STATEMENTS`].
    pub(super) fn all(&self, attribute: Attribute) -> SlotValue {
        let mut seen = BTreeSet::new();
        let mut facts = self.about(attribute);
        facts.sort_by_key(|it| Reverse(it.rank));
        facts.retain(|it| seen.insert(fold(&it.value)));
        let mut facts = facts.into_iter().take(MOST_STATEMENTS);
        let Some(first) = facts.next() else { return self.nothing() };
        facts.fold(self.value(first), |mut all, fact| {
            let values = [all.value.as_deref().unwrap_or_default(), fact.value.as_str()];
            all.value = Some(values.join(" / "));
            all.evidence.extend(self.value(fact).evidence);
            all
        })
    }

    /// Returns the best fact about the kinds of cancer in question, otherwise the best in general.
    pub(super) fn of_kinds(&self, attribute: Attribute) -> SlotValue {
        let facts = self.about(attribute);
        let of_kind = |kind: &String| {
            let own = facts.iter().copied().filter(|it| it.applies_to.as_ref() == Some(kind));
            self.highest(own)
        };
        let own = self.keys().iter().find_map(of_kind);
        own.map_or_else(|| self.best(attribute), |it| self.value(it))
    }

    /// Adds what the same reading finds in documents of other types, where it differs.
    fn with_others(&self, attribute: Attribute, mut value: SlotValue) -> SlotValue {
        let Some(own) = value.evidence.first().map(|it| it.doc_type.clone()) else { return value };
        let shown = value.value.as_deref().map(fold).unwrap_or_default();
        let others = self.about(attribute).into_iter().filter(|fact| {
            Some(&fact.rule) == value.rule.as_ref()
                && fact.applies_to.is_none()
                && fact.evidence.doc_type != own
                && fold(&fact.value) != shown
        });
        let mut conflicts: Vec<PartValue> = Vec::new();
        for other in others {
            let is_known = |it: &PartValue| it.value == other.value;
            if !conflicts.iter().any(is_known) {
                conflicts.push(PartValue {
                    name: other.evidence.doc_type.clone(),
                    value: other.value.clone(),
                    amount_won: None,
                    evidence: vec![other.evidence.clone()],
                });
            }
        }
        if !conflicts.is_empty() {
            value.confidence = value.confidence.min(Confidence::Medium);
            value.conflicts = conflicts;
        }
        value
    }

    /// Returns the keys of the kinds of cancer in question.
    pub(super) fn keys(&self) -> Vec<String> {
        let all = &self.wanted.book.rules.subtypes.all;
        self.wanted.kinds.iter().filter_map(|it| Some(all.get(*it)?.key.clone())).collect()
    }

    fn sold(&self) -> SlotValue {
        let facts = self.about(Attribute::Existence).into_iter();
        self.highest(facts).map_or_else(
            || SlotValue {
                value: Some(UNKNOWN.to_owned()),
                note: Some(
                    "이 회사의 문서에서 담보를 찾지 못했습니다. 없다는 뜻은 아닙니다.".to_owned(),
                ),
                ..self.nothing()
            },
            |it| SlotValue { note: self.outside_offer(), ..self.value(it) },
        )
    }

    /// Returns the facts of the classes of operations of one document.
    pub(super) fn of_classes(&self) -> Vec<&'a Fact> {
        let mut facts = self.about(Attribute::ClassAmount);
        if !facts.iter().any(|it| it.plan.is_some() || self.is_in_offer(it)) {
            // Of plans of an offer of which the question names none, each has its own.
            let of_plans = self.facts.iter().copied().filter(|it| it.plan.is_some());
            let of_plans = of_plans.filter(|it| it.attribute == Attribute::ClassAmount);
            let is_first = facts.is_empty();
            facts.extend(of_plans.filter(|it| is_first || self.is_in_offer(it)));
        }
        let Some(best) = self.highest(facts.iter().copied()) else { return Vec::new() };
        facts.retain(|fact| {
            fact.rank == best.rank
                && fact.evidence.document == best.evidence.document
                && fact.evidence.doc_type == best.evidence.doc_type
        });
        facts
    }

    /// Returns the amounts of the classes of operations of one document.
    fn classes(&self) -> SlotValue {
        let rows = self.of_classes();
        let Some(best) = rows.first().copied() else { return self.nothing() };
        let written = rows.chunk_by(|a, b| a.plan == b.plan).map(|of_plan| {
            let class = |fact: &&Fact| {
                format!("{} {}", fact.applies_to.as_deref().unwrap_or_default(), fact.value)
            };
            let all = of_plan.iter().map(class).collect::<Vec<String>>().join(", ");
            let plan = of_plan.first().and_then(|it| it.plan.as_ref());
            plan.filter(|_| self.plan.is_none()).map_or(all.clone(), |it| format!("{it} {all}"))
        });
        let mut evidence: Vec<Evidence> = Vec::new();
        for row in &rows {
            if !evidence.contains(&row.evidence) {
                evidence.push(row.evidence.clone());
            }
        }
        let value = Some(written.collect::<Vec<String>>().join(" / "));
        SlotValue { value, evidence, ..self.value(best) }
    }

    /// Returns whether a kind of cancer is paid for, with the opposite statements of other documents.
    fn included(&self, kind: usize) -> SlotValue {
        let Some(best) = self.inclusion(kind) else {
            let unknown = SlotValue { value: Some(UNKNOWN.to_owned()), ..self.nothing() };
            return situation::of_organ(self, kind).unwrap_or(unknown);
        };
        let mut value = self.value(best);
        value.note = best.condition.clone();
        if best.rule == "inclusion.general" {
            let clause = value.note.take().unwrap_or_default();
            value.note = Some(format!("이 담보의 항목이 아닌 곳의 문구입니다: {clause}"));
        }
        let denies = |it: &Fact| it.polarity == Polarity::Denied;
        let opposed = self.inclusions(kind).into_iter().filter(|fact| {
            fact.rank == best.rank
                && denies(fact) != denies(best)
                && !fact.rule.ends_with("bracket")
        });
        for other in opposed {
            if !value.conflicts.iter().any(|it| it.value == other.value) {
                value.confidence = Confidence::Low;
                value.conflicts.push(PartValue {
                    name: other.evidence.doc_type.clone(),
                    value: other.value.clone(),
                    amount_won: None,
                    evidence: vec![other.evidence.clone()],
                });
            }
        }
        value
    }

    /// Returns what is stated about a kind of cancer.
    fn inclusions(&self, kind: usize) -> Vec<&'a Fact> {
        let key = self.wanted.book.rules.subtypes.all.get(kind).map(|it| it.key.as_str());
        let mut facts = self.about(Attribute::Inclusion);
        facts.retain(|it| it.applies_to.as_deref() == key);
        facts
    }

    /// Returns the statement about a kind of cancer with the highest rank.
    pub(super) fn inclusion(&self, kind: usize) -> Option<&'a Fact> {
        self.highest(self.inclusions(kind).into_iter())
    }

    /// Returns the name that a row of the company's documents prints.
    pub(super) fn printed_name(&self) -> Option<String> {
        // The name beside an amount of kinds is theirs.
        let named = self.facts.iter().filter(|it| it.rule != "amount.kind_row");
        named.into_iter().find_map(|it| it.name.clone())
    }

    /// Whether a fact is one of an offer: of the documents whose amounts count first.
    pub(super) fn is_in_offer(&self, fact: &Fact) -> bool {
        let book = self.wanted.book;
        let most = book.rules.documents.iter().map(|it| it.amount).max();
        book.rules.document(&fact.evidence.doc_type).map(|it| it.amount) == most
    }

    /// Returns a remark if the company's offer does not name the coverage, which another document
    /// describes: 판매되나 이 설계에는 없음.
    pub(super) fn outside_offer(&self) -> Option<String> {
        let book = self.wanted.book;
        let is_offer = |doc_type: &str| {
            let most = book.rules.documents.iter().map(|it| it.amount).max();
            book.rules.document(doc_type).map(|it| it.amount) == most
        };
        let pages = book.pages(self.insurer);
        let has_offer = book
            .library(self.insurer)
            .rows
            .iter()
            .any(|row| pages.get(row.page).is_some_and(|it| is_offer(&it.doc_type)));
        let sold = self.highest(self.about(Attribute::Existence).into_iter());
        let sold = sold.filter(|it| it.polarity == Polarity::Affirmed)?;
        let in_offer = self.facts.iter().any(|it| is_offer(&it.evidence.doc_type));
        // The contract itself (주계약 보험가입금액) may be the main coverage under another name.
        let main = self.wanted.coverage.and_then(|it| book.standards.get(it));
        let library = book.library(self.insurer);
        let states_contract = |text: &str| {
            let generic = book.rules.names.generic.iter().filter(|it| !it.is_empty());
            let behind = generic.flat_map(|it| text.match_indices(it.as_str()));
            let mut behind = behind.filter_map(|(at, word)| text.get(at + word.len()..));
            behind.any(|it| it.starts_with("보험가입금액") || it.starts_with("가입금액"))
        };
        let is_in_contract =
            main.is_some_and(|it| it.is_main)
                && library.folded.iter().zip(pages).any(|(folded, page)| {
                    is_offer(&page.doc_type) && states_contract(folded.text())
                });
        let other = &sold.evidence.doc_type;
        (has_offer && !in_offer && !is_in_contract)
            .then(|| format!("{OUTSIDE} {other}에 적힌 값입니다."))
    }

    /// Returns an empty value of this company.
    pub(super) fn nothing(&self) -> SlotValue {
        SlotValue {
            insurer_code: self.wanted.book.insurer_code(self.insurer).to_owned(),
            ..SlotValue::default()
        }
    }

    /// Returns a fact as a value.
    pub(super) fn value(&self, fact: &Fact) -> SlotValue {
        let rule = self.wanted.book.rules.document(&fact.evidence.doc_type);
        let is_policy = rule.is_some_and(|it| it.axis == Axis::Policy);
        SlotValue {
            value: Some(fact.value.clone()),
            confidence: fact.confidence,
            source_level: Some(if is_policy {
                SourceLevel::Policy
            } else {
                SourceLevel::ComparableDoc
            }),
            evidence: std::iter::once(&fact.evidence).chain(&fact.further).cloned().collect(),
            rule: Some(fact.rule.clone()),
            ..self.nothing()
        }
    }
}
