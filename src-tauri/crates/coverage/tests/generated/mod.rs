//! Tests with generated offers: coverages and amounts are drawn, printed in a drawn layout, and
//! must be read as they were drawn. A seed determines the case. Kinds with odd numbers were only
//! measured while the reader was first written, and used for development since.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; measurements are printed"
)]

mod descriptions;
mod layouts;
mod others;

use crate::company;
use layouts::{Offer, Written};
use simui_coverage::{Book, Question, Rules};

/// Number of cases of each layout.
const CASES: u64 = 16;

/// Code, standard name, and the names that a company may use.
const COVERAGES: [(&str, &str, [&str; 3]); 14] = [
    ("A1100", "질병사망", ["질병사망(감액없음)", "(무)질병사망특약", "질병사망담보"]),
    ("A1300", "상해사망", ["일반상해사망(기본)", "(무)재해사망특약", "상해사망담보"]),
    (
        "A3300_1",
        "상해후유장해(3-100%)",
        ["일반상해후유장해(3~100%)", "(무)재해장해특약(3~100%)", "상해후유장해(3-100%)담보"],
    ),
    (
        "A4200_1",
        "암진단비(유사암제외)",
        ["암진단비(유사암제외)", "(무)일반암진단특약Ⅱ", "암진단담보(4대유사암제외)"],
    ),
    ("A4210", "유사암진단비", ["유사암진단비(1년감액)", "(무)소액암진단특약", "4대유사암진단담보"]),
    ("A4102", "뇌출혈진단비", ["뇌출혈진단비", "(무)뇌출혈진단특약R", "뇌출혈진단담보"]),
    ("A4103", "뇌졸중진단비", ["뇌졸중진단비", "(무)뇌졸중진단특약R", "뇌졸중진단담보"]),
    (
        "A4105",
        "허혈성심장질환진단비",
        ["허혈성심장질환진단비", "(무)허혈심장질환진단특약", "허혈성심질환진단담보"],
    ),
    (
        "A5200",
        "암수술비(유사암제외)",
        ["암수술비(유사암제외)", "(무)암수술특약", "암수술담보(유사암제외)"],
    ),
    (
        "A5300",
        "상해수술비",
        ["상해수술비(동일사고당1회지급)", "(무)재해수술특약", "상해수술담보(1회당)"],
    ),
    (
        "A6200",
        "암직접치료입원일당(1-180,요양병원제외)",
        [
            "암직접치료입원일당(1일이상180일한도,요양병원제외)",
            "(무)암직접치료입원특약(요양병원제외)",
            "암입원일당담보(1일-180일)",
        ],
    ),
    (
        "A6100_1",
        "질병입원일당(1-180)",
        [
            "질병입원일당(1일이상180일한도)",
            "(무)질병입원특약(1일이상)",
            "질병입원일당담보(1-180일)",
        ],
    ),
    (
        "A9619_1",
        "표적항암약물허가치료비(최초1회한)",
        [
            "[갱신형]표적항암약물허가치료비Ⅱ(최초1회한)(10년갱신)",
            "(무)표적항암약물허가치료특약(갱신형)",
            "표적항암약물허가치료담보(10년갱신)",
        ],
    ),
    (
        "A4301_1",
        "골절진단비(치아파절제외)",
        ["골절진단비(치아파절제외)", "(무)재해골절특약", "골절진단담보"],
    ),
];

/// Returns the names of all layouts, and whether each has plans.
fn kinds() -> Vec<(&'static str, bool)> {
    layouts::KINDS.iter().chain(&others::KINDS).chain(&descriptions::KINDS).copied().collect()
}

fn page(kind: usize, offer: &Offer, plans: &[&str], draw: &mut Draw) -> Vec<String> {
    let first = layouts::KINDS.len();
    let second = first + others::KINDS.len();
    match kind {
        kind if kind < first => layouts::page(kind, offer, plans, draw),
        kind if kind < second => others::page(kind - first, offer, plans, draw),
        kind => descriptions::page(kind - second, offer, draw),
    }
}

/// A generator of pseudo-random numbers, which are the same for a seed.
pub(crate) struct Draw(u64);

impl Draw {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    pub(crate) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    pub(crate) fn likely(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            all.swap(at, self.below(at + 1));
        }
    }
}

/// Draws the coverages of one offer with an amount for each plan.
fn offer(draw: &mut Draw, plans: usize) -> Offer {
    let style = draw.below(3);
    let mut all: Vec<usize> = (0..COVERAGES.len()).collect();
    draw.shuffle(&mut all);
    all.truncate(5 + draw.below(6));
    let rows = all.into_iter().map(|at| {
        let daily = COVERAGES[at].1.contains("일당");
        let mut amounts: Vec<u64> = Vec::new();
        while amounts.len() < plans.max(1) {
            let man = if daily {
                draw.one(&[1, 2, 3, 5, 7, 10, 15])
            } else {
                draw.one(&[
                    10, 20, 50, 100, 200, 300, 500, 600, 1000, 1500, 2000, 2500, 3000, 5000, 10000,
                ])
            };
            if !amounts.contains(&(man * 10_000)) {
                amounts.push(man * 10_000);
            }
        }
        let premium = 40 + u64::try_from(draw.below(if daily { 9_000 } else { 60_000 })).unwrap();
        (at, COVERAGES[at].2[style].to_owned(), amounts, premium)
    });
    Offer { rows: rows.collect(), written: Written::drawn(draw) }
}

fn book(rules: &Rules, names: &[(usize, String)], pages: &[String]) -> Book {
    let pages = company::pages("가입설계서", "설계.txt", pages.iter().map(String::as_str));
    let standards = COVERAGES.map(|(code, name, _)| (code, name));
    let names = names.iter().map(|(at, name)| (COVERAGES[*at].0, name.as_str()));
    company::book(rules.clone(), standards, names, pages)
}

/// Returns the amount that the answer gives for a coverage, if any.
fn answered_amount(book: &Book, code: &str, query: &str) -> Option<u64> {
    let question =
        Question { query: query.into(), coverage_code: Some(code.into()), ..Question::default() };
    let answer = book.compare(&question);
    let slot = answer.slots.into_iter().find(|it| it.slot_key == "payout_amount").unwrap();
    let value = slot.insurers.into_iter().next().unwrap();
    assert!(value.amount_won.is_none() || value.evidence.iter().any(|it| !it.quote.is_empty()));
    if value.conflicts.is_empty() { value.amount_won } else { None }
}

/// Returns the values of a case that are read differently from how they were drawn.
fn wrong(rules: &Rules, kind: usize, seed: u64) -> Vec<String> {
    let mut draw = Draw(seed.wrapping_mul(7_919).wrapping_add(kind as u64 * 104_729 + 17));
    draw.below(2);
    let (name, plans) = kinds()[kind];
    let mut plan_names: Vec<&str> = Vec::new();
    if plans {
        let sets: [&[&str]; 4] = [
            &["남자", "여자"],
            &["실속형", "표준형", "고급형"],
            &["알뜰플랜", "든든플랜"],
            &["1안", "2안"],
        ];
        plan_names = draw.one(&sets).to_vec();
        if name.contains("nobody lists") {
            let sets: [&[&str]; 4] = [
                &["골드", "실버"],
                &["베이직", "프리미엄"],
                &["추천1", "추천2"],
                &["플러스", "라이트"],
            ];
            plan_names = draw.one(&sets).to_vec();
        }
    }
    let offer = offer(&mut draw, plan_names.len());
    let pages = page(kind, &offer, &plan_names, &mut draw);
    let names: Vec<(usize, String)> = offer.rows.iter().map(|it| (it.0, it.1.clone())).collect();
    let book = book(rules, &names, &pages);
    let mut wrong = Vec::new();
    for (at, printed, amounts, _) in &offer.rows {
        let code = COVERAGES[*at].0;
        for (place, won) in amounts.iter().enumerate() {
            let plan = plan_names.get(place).copied().unwrap_or_default();
            let found = answered_amount(&book, code, &format!("가온 {plan} 얼마"));
            if found != Some(*won) {
                wrong.push(format!("{printed} {plan}: {found:?} instead of {won}"));
            }
        }
    }
    if !wrong.is_empty() {
        let text = pages.join("\n----\n");
        wrong.push(format!("{name} {seed}\n{text}"));
    }
    wrong
}

/// Returns the number of cases of a layout that are read as they were drawn.
fn right(rules: &Rules, kind: usize, printed_cases: usize) -> u64 {
    let mut right = 0;
    let mut left = printed_cases;
    for seed in 0..CASES {
        let wrong = wrong(rules, kind, seed);
        right += u64::from(wrong.is_empty());
        if !wrong.is_empty() && left > 0 {
            left -= 1;
            eprintln!("{}", wrong.join("\n"));
        }
    }
    right
}

#[test]
fn offers_are_read_as_they_were_drawn() {
    // SHOWN=4:2 prints the first two wrong cases of the fourth layout.
    let printed_cases = std::env::var("SHOWN").unwrap_or_default();
    let printed_cases: Vec<usize> =
        printed_cases.split(':').filter_map(|it| it.parse().ok()).collect();
    let rules = Rules::shipped().unwrap();
    let mut total = [0, 0];
    for (kind, (name, _)) in kinds().iter().enumerate() {
        let wanted = printed_cases.first() == Some(&kind);
        let right = right(
            &rules,
            kind,
            if wanted { printed_cases.get(1).copied().unwrap_or(1) } else { 0 },
        );
        eprintln!("{kind:2} {right:3} of {CASES} {name}");
        total[kind % 2] += right;
    }
    let all = CASES * kinds().len() as u64 / 2;
    eprintln!("looked at {} of {all}, held out {} of {all}", total[0], total[1]);
    assert!(total[0] * 100 >= all * 98 && total[1] * 100 >= all * 98);
}
