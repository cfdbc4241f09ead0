//! Adverse reactions: what happened under a drug, with the words that link them (리시노프릴 먹고 기침이 나요). The words
//! are in `rules/reactions.toml`.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use crate::ClinicalError;
use crate::data::{self, DataFault};
use crate::slots::reaction::{AdverseReaction, Link};
use crate::slots::status::Status;
use crate::slots::{Item, Slots};
use crate::text::cue::ends;
use crate::text::words::STANDING;

/// The table that comes with the program.
static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let file = include_str!("../../rules/reactions.toml");
    #[expect(clippy::expect_used, reason = "a file of this crate, which the tests read")]
    Table::read("reactions.toml", file).expect("a valid file")
});

/// Letters behind a complaint in which its predicate is searched.
const PREDICATE: usize = 14;

/// Whether the drug or the reaction is written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    #[default]
    DrugFirst,
    ReactionFirst,
}

/// The relation that the words of a row state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Relation {
    After,
    Attributed,
    Recurring,
    None,
}

/// A row of the table; the fields are those of the file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    #[serde(default)]
    order: Order,
    words: String,
    link: Relation,
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests read it"))]
    example: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    reach: usize,
    stays: Vec<String>,
    general: Vec<String>,
    kept: Vec<String>,
    link: Vec<Spanned<Row>>,
}

/// The rows, and the words that show that a complaint was there before the drug.
#[derive(Debug)]
struct Table {
    reach: usize,
    stays: Vec<String>,
    general: Vec<String>,
    kept: Vec<String>,
    rows: Vec<Row>,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// Names the line of the first row that does not have the required form or repeats an id.
    fn read(file: &str, text: &str) -> Result<Self, ClinicalError> {
        let mut read: File = data::parse(file, text)?;
        let (mut rows, mut ids) = (Vec::new(), HashSet::new());
        for row in std::mem::take(&mut read.link) {
            let line = 1 + text.get(..row.span().start).map_or(0, |it| it.matches('\n').count());
            let row = row.into_inner();
            if !ids.insert(row.id.clone()) || row.words.split('|').any(|it| it.trim().is_empty()) {
                let problem = format!("{:?} is there already or has an empty word", row.id);
                let file = file.to_owned();
                return Err(ClinicalError::Data(DataFault { file, line, problem }));
            }
            rows.push(row);
        }
        let kept = read.kept.iter().map(|it| squeezed(it)).collect();
        let File { reach, stays, general, .. } = read;
        Ok(Self { reach, stays, general, kept, rows })
    }

    /// The row with the longest word among the words between a drug and a reaction.
    fn row(&self, order: Order, between: &str) -> Option<&Row> {
        let squeezed_between = squeezed(between);
        let words = self
            .rows
            .iter()
            .filter(|it| it.order == order)
            .flat_map(|row| row.words.split('|').map(move |word| (row, word)));
        let stands = |word: &str| match order {
            Order::DrugFirst => squeezed_between.contains(&squeezed(word)),
            // English words stand alone, so that on is not found in contents.
            Order::ReactionFirst => between.trim().eq_ignore_ascii_case(word),
        };
        let found = words.filter(|(_, word)| stands(word));
        found.max_by_key(|(_, word)| word.len()).map(|(row, _)| row)
    }

    /// Whether the words of a complaint and of its predicate say that it stayed or went away.
    fn was_there(&self, words: &str) -> bool {
        let words = squeezed(words);
        self.kept.iter().any(|it| words.contains(it.as_str()))
    }
}

/// `text` without its spaces.
fn squeezed(text: &str) -> String {
    text.chars().filter(|it| *it != ' ').collect()
}

/// The reactions that a text links to its drugs, in the order of the reactions. `original` are the letters
/// of the text; `joints` are the ranges of letters between sentences that are read as one.
pub(crate) fn reactions(
    slots: &Slots,
    original: &[char],
    joints: &[Range<usize>],
) -> Vec<AdverseReaction> {
    let taken = |drug: &&Item| {
        matches!(
            drug.status,
            Status::Active
                | Status::Stopped
                | Status::Past
                | Status::Allergy
                | Status::Family
                | Status::OtherPerson
        ) && !drug.negated
    };
    let drugs: Vec<&Item> = slots.medications.iter().chain(&slots.allergies).collect();
    let words = |from: usize, to: usize| -> String {
        original.get(from..to.min(original.len())).into_iter().flatten().collect()
    };
    let link = |drug: &Item, reaction: &Item| -> Option<Link> {
        let (order, from, to) = between(drug, reaction);
        // 세파클러 먹고 있어요. 먹고 두드러기가 났어요: the second sentence is read as if it followed the drug.
        let joint = joints.iter().rev().find(|it| from <= it.start && it.end <= to);
        let between = words(joint.map_or(from, |it| it.end), to);
        let is_parted = between.contains(['.', '?', '!', '\n', ';'])
            || TABLE.stays.iter().any(|it| between.contains(it.as_str()))
            || drugs.iter().any(|it| from <= it.start && it.end <= to);
        if is_parted {
            return None;
        }
        match TABLE.row(order, &between)?.link {
            Relation::After => Some(Link::After),
            Relation::Attributed => Some(Link::Attributed),
            Relation::Recurring => Some(Link::Recurring),
            Relation::None => None,
        }
    };
    let happened = |reaction: &&Item| {
        let felt = [Status::Active, Status::Past, Status::Family, Status::OtherPerson];
        felt.contains(&reaction.status)
            && !reaction.negated
            && !TABLE.general.contains(&reaction.name)
            && !ends(&reaction.name, &STANDING.operations)
            && !TABLE.was_there(&words(reaction.start, reaction.end + PREDICATE))
    };
    let mut items: Vec<&Item> =
        slots.symptoms.iter().chain(&slots.conditions).filter(happened).collect();
    items.sort_by_key(|it| it.start);
    let mut found: Vec<AdverseReaction> = Vec::new();
    for reaction in items {
        // Most drugs of a long text are far away, which is decided first.
        let is_near = |drug: &&&Item| {
            let (_, from, to) = between(drug, reaction);
            let last = joints.iter().rfind(|it| from <= it.start && it.end <= to);
            from <= to && to - last.map_or(from, |it| it.end) <= TABLE.reach
        };
        let of_person = |it: &&&Item| it.experiencer == reaction.experiencer && taken(it);
        let mut near = drugs.iter().filter(is_near).filter(of_person);
        let linked = near.find_map(|it| Some((it, link(it, reaction)?)));
        let Some((drug, link)) = linked else { continue };
        found.push(AdverseReaction {
            drug: drug.name.clone(),
            reaction: reaction.name.clone(),
            link,
            is_past: reaction.status == Status::Past,
            experiencer: reaction.experiencer.clone(),
            text: words(drug.start.min(reaction.start), drug.end.max(reaction.end)),
            start: drug.start.min(reaction.start),
            end: drug.end.max(reaction.end),
        });
    }
    found
}

/// Which of both stands first, and where the words between them begin and end.
fn between(drug: &Item, reaction: &Item) -> (Order, usize, usize) {
    match drug.end <= reaction.start {
        true => (Order::DrugFirst, drug.end, reaction.start),
        false => (Order::ReactionFirst, reaction.end, drug.start),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;
    use crate::Extractor;

    /// The reactions of a text: `리시노프릴 -> 기침 (after)`.
    fn read(text: &str) -> Vec<String> {
        let slots = Extractor::shipped().unwrap().extract(text).unwrap();
        let written =
            |it: &AdverseReaction| format!("{} -> {} ({:?})", it.drug, it.reaction, it.link);
        slots.reactions.iter().map(written).collect()
    }

    #[test]
    fn every_row_decides_its_example() {
        for row in &TABLE.rows {
            let found = read(&row.example);
            let link = format!("({:?})", row.link);
            match row.link {
                Relation::None => assert!(found.is_empty(), "{}: {found:?}", row.example),
                _ => assert!(
                    found.len() == 1 && found[0].ends_with(&link),
                    "{}: {found:?}",
                    row.example
                ),
            }
        }
    }

    #[test]
    fn what_happened_under_a_drug_is_told_from_what_it_is_taken_for() {
        let check = |text: &str, expected: &[&str]| assert_eq!(read(text), expected, "{text}");
        check("스타틴 먹고 근육통이 와서 끊었어요", &["스타틴 -> 근육통 (After)"]);
        check("암로디핀 복용 후 다리가 부었어요", &["암로디핀 -> 하지부종 (After)"]);
        check("트라마돌 먹고 토한 적 있어요", &["트라마돌 -> 구토 (After)"]);
        check("어머니가 아스피린 드시고 위출혈이 있었어요", &["아스피린 -> 위장관 출혈 (After)"]);
        check("타이레놀 먹고 두드러기가 났어요", &["아세트아미노펜 -> 두드러기 (After)"]);
        check(
            "무좀 때문에 테르비나핀 먹었는데 간수치가 올라서 중단했어요",
            &["테르비나핀 -> 간수치 상승 (After)"],
        );
        check("HTN on amlodipine. DM on metformin", &[]);
        check("플루코나졸 한 알 먹었는데 아직 가려워요", &[]);
        check("타이레놀 먹고 두통이 나았어요", &[]);
        check("타이레놀 먹고 열이 안 내려요", &[]);
        check("두통 때문에 타이레놀 먹었어요", &[]);
        check("설사해서 정로환 먹고 푹 쉬었어요", &[]);
        check("메트포르민 먹고 있어요. 어제 두통이 있었어요", &[]);
        check("메트포르민 먹고 설사는 없었어요", &[]);
        check("심장약 먹었는데 스텐트 넣고 나서는 플라빅스 먹어요", &[]);
        check("암로디핀 먹으면 다리가 붓나요?", &[]);
    }

    #[test]
    fn a_wrong_row_is_named_by_its_line() {
        let row = r#"{ id = "a", words = "먹고", link = "after", example = "x" }"#;
        let head = "reach = 3\nstays = []\ngeneral = []\nkept = []";
        let text = format!("{head}\nlink = [\n{row},\n{row}]");
        let error = Table::read("reactions.toml", &text).err().unwrap().to_string();
        assert!(error.starts_with("reactions.toml:7: \"a\" is there already"), "{error}");
    }
}
