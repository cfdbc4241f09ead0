//! Further layouts: borders, cards, numbered lists, and amounts shared by several names.

use super::Draw;
use super::layouts::{Offer, grouped};

/// The layouts of this file; they follow those of `layouts`.
pub(crate) const KINDS: [(&str, bool); 24] = [
    ("cells between lines of a box", false),
    ("cards with a label for the name too", false),
    ("names and amounts in two lists with the same numbers", false),
    ("a plan above each table", true),
    ("dots between a name and its amount", false),
    ("several names of one amount", false),
    ("the premium in a bracket below the amount", false),
    ("a mark for what was chosen", false),
    ("a list that runs on", false),
    ("two names, then their two amounts", false),
    ("Markdown with a line of dashes", false),
    ("codes in front of names", false),
    ("plans, each with its premium", true),
    ("plans over amounts and premiums", true),
    ("plans, amounts and premiums, one cell a line", true),
    ("plans as rows, coverages as columns", true),
    ("amounts of plans with their plan in brackets", true),
    ("plans by names that nobody lists", true),
    ("amounts, then premiums, each for the plans", true),
    ("a card with a line for each plan", true),
    ("names with marks behind them", false),
    ("names with blanks within them", false),
    ("names without their last bracket", false),
    ("names with an edition in front", false),
];

fn premium(won: u64) -> String {
    format!("{}원", grouped(won))
}

/// Returns name, formatted amount and premium of each row.
fn rows(offer: &Offer, plan: usize) -> Vec<(String, String, u64)> {
    let row = |(_, name, amounts, premium): &(usize, String, Vec<u64>, u64)| {
        (name.clone(), offer.written.amount_with_unit(amounts[plan]), *premium)
    };
    offer.rows.iter().map(row).collect()
}

/// Returns the pages of an offer in a layout.
pub(crate) fn page(kind: usize, offer: &Offer, plans: &[&str], draw: &mut Draw) -> Vec<String> {
    let all = rows(offer, 0);
    let mut lines = vec!["무배당 가온 건강보험 가입설계서".to_owned()];
    lines.push(draw.one(&["■ 가입담보 내역", "1. 보장 내용", "가입하신 담보"]).to_owned());
    match kind {
        0 => {
            let (bar, cross) = draw.one(&[("│", "┼"), ("┃", "╋"), ("¦", "+")]);
            let edge = format!("─────────{cross}────────{cross}───────");
            lines.push(edge.clone());
            lines.push(format!("{bar} 담보명 {bar} 가입금액 {bar} 보험료 {bar}"));
            for (name, amount, won) in all {
                lines.push(edge.clone());
                lines.push(format!("{bar} {name} {bar} {amount} {bar} {} {bar}", premium(won)));
            }
            lines.push(edge);
        }
        1 => {
            let (name_label, label) = draw.one(&[
                ("담보명", "가입금액"),
                ("특약명칭", "보험가입금액"),
                ("보장명", "보장금액"),
            ]);
            let colon = draw.one(&[" : ", ": ", " "]);
            let rule = draw.one(&["----------", "", "=========="]);
            for (name, amount, won) in all {
                lines.push(format!("{name_label}{colon}{name}"));
                lines.push(format!("{label}{colon}{amount}"));
                lines.push(format!("보험료{colon}{}", premium(won)));
                lines.push(rule.to_owned());
            }
        }
        2 => {
            let style = draw.below(4);
            let mark = |at: usize| match style {
                3 => format!("{}", at + 1),
                0 => format!("{}", char::from_u32(u32::from('①') + at as u32).unwrap()),
                1 => format!("{}.", at + 1),
                _ => format!("({})", at + 1),
            };
            lines.push("번호 담보명".to_owned());
            let names = all.iter().enumerate();
            lines.extend(names.map(|(at, row)| format!("{} {}", mark(at), row.0)));
            lines.push("번호 가입금액 보험료".to_owned());
            for (at, row) in all.iter().enumerate() {
                lines.push(format!("{} {} {}", mark(at), row.1, premium(row.2)));
            }
        }
        3 => {
            for (place, plan) in plans.iter().enumerate() {
                lines.push(
                    draw.one(&["■ {}", "[{}]", "{} (권해 드리는 안)", "{}"]).replace("{}", plan),
                );
                lines.push("담보명 가입금액 보험료".to_owned());
                for (name, amount, won) in rows(offer, place) {
                    lines.push(format!("{name} {amount} {}", premium(won)));
                }
            }
        }
        4 => {
            let dots = draw.one(&[" ........ ", "······", " ……… ", " --- ", " → "]);
            lines.extend(all.into_iter().map(|it| format!("{}{dots}{}", it.0, it.1)));
        }
        5 => {
            let colon = draw.one(&[" : ", " - ", " → "]);
            let mut amounts: Vec<&String> = all.iter().map(|it| &it.1).collect();
            amounts.sort_unstable();
            amounts.dedup();
            for amount in amounts {
                let names: Vec<&str> =
                    all.iter().filter(|it| it.1 == *amount).map(|it| it.0.as_str()).collect();
                lines.push(format!("{amount}{colon}{}", names.join(", ")));
            }
        }
        6 => {
            lines.push("담보명 가입금액 (월보험료)".to_owned());
            for (name, amount, won) in all {
                lines.push(format!("{name} {amount}"));
                lines.push(format!("({})", premium(won)));
            }
        }
        7 => {
            let mark = draw.one(&["☑ ", "[v] ", "√ ", "● "]);
            for (name, amount, won) in all {
                lines.push(format!("{mark}{name} {amount} {}", premium(won)));
            }
        }
        8 => {
            let between = draw.one(&[", ", " / ", "; "]);
            let items: Vec<String> =
                all.into_iter().map(|it| format!("{} {}", it.0, it.1)).collect();
            lines.push(items.join(between));
        }
        9 => {
            lines.push("담보명 가입금액 보험료".to_owned());
            for pair in all.chunks(2) {
                lines.extend(pair.iter().map(|it| it.0.clone()));
                lines.extend(pair.iter().map(|it| format!("{} {}", it.1, premium(it.2))));
            }
        }
        10 => {
            lines.push("| 담보명 | 가입금액 | 보험료 |".to_owned());
            lines.push("| --- | ---: | ---: |".to_owned());
            for (name, amount, won) in all {
                lines.push(format!("| {name} | {amount} | {} |", premium(won)));
            }
        }
        11 => {
            lines.push("담보코드 담보명 가입금액 보험료".to_owned());
            for (at, (name, amount, won)) in all.into_iter().enumerate() {
                let code = format!("{}{:03}", draw.one(&["A", "K", "CC"]), 101 + at * 7);
                lines.push(format!("{code} {name} {amount} {}", premium(won)));
            }
        }
        12..=19 => of_plans(kind, offer, plans, draw, &mut lines),
        _ => {
            let on_line = draw.likely(50);
            let begun = ["담보명", "가입금액", "보험료"].map(str::to_owned);
            let put = |lines: &mut Vec<String>, cells: [String; 3]| {
                if on_line { lines.push(cells.join(" ")) } else { lines.extend(cells) }
            };
            put(&mut lines, begun);
            for (name, amount, won) in all {
                put(&mut lines, [printed(kind, &name, draw), amount, premium(won)]);
            }
        }
    }
    vec![lines.join("\n")]
}

/// Prints an offer of several plans: each row has its name, and an amount and a premium for each
/// plan.
fn of_plans(kind: usize, offer: &Offer, plans: &[&str], draw: &mut Draw, lines: &mut Vec<String>) {
    let all: Vec<Vec<(String, String, u64)>> = (0..plans.len()).map(|it| rows(offer, it)).collect();
    let each = |of: &dyn Fn(usize) -> String, between: &str| {
        (0..plans.len()).map(of).collect::<Vec<_>>().join(between)
    };
    let name = |row: usize| all[0][row].0.clone();
    let amount = |row: usize, plan: usize| all[plan][row].1.clone();
    let paid = |row: usize, plan: usize| premium(all[plan][row].2 + 13 * plan as u64);
    let count = all[0].len();
    match kind {
        12 => {
            lines.push(format!("담보명 {}", each(&|it| format!("{} 보험료", plans[it]), " ")));
            for row in 0..count {
                let cells = each(&|it| format!("{} {}", amount(row, it), paid(row, it)), " ");
                lines.push(format!("{} {cells}", name(row)));
            }
        }
        13 => {
            lines.push(format!("담보명 {}", plans.join(" ")));
            lines.push(each(&|_| "가입금액 보험료".to_owned(), " "));
            for row in 0..count {
                let cells = each(&|it| format!("{} {}", amount(row, it), paid(row, it)), " ");
                lines.push(format!("{} {cells}", name(row)));
            }
        }
        14 => {
            lines.push("담보명".to_owned());
            lines.extend(plans.iter().map(|it| (*it).to_owned()));
            lines.extend(plans.iter().flat_map(|_| ["가입금액".to_owned(), "보험료".to_owned()]));
            for row in 0..count {
                lines.push(name(row));
                lines.extend((0..plans.len()).flat_map(|it| [amount(row, it), paid(row, it)]));
            }
        }
        15 => {
            for from in (0..count).step_by(3) {
                let to = (from + 3).min(count);
                let names: Vec<String> = (from..to).map(name).collect();
                lines.push(format!("구분 | {}", names.join(" | ")));
                for (place, plan) in plans.iter().enumerate() {
                    let cells: Vec<String> = (from..to).map(|row| amount(row, place)).collect();
                    lines.push(format!("{plan} | {}", cells.join(" | ")));
                }
            }
        }
        16 => {
            let colon = draw.one(&[" : ", " ", " - "]);
            for row in 0..count {
                let cells = each(&|it| format!("{}({})", amount(row, it), plans[it]), " / ");
                lines.push(format!("{}{colon}{cells}", name(row)));
            }
        }
        17 => {
            lines.push(format!("담보명 {}", plans.join(" ")));
            for row in 0..count {
                lines.push(format!("{} {}", name(row), each(&|it| amount(row, it), " ")));
            }
        }
        18 => {
            lines.push("담보명 가입금액 보험료".to_owned());
            lines.push(format!("{} {}", plans.join(" "), plans.join(" ")));
            for row in 0..count {
                let (amounts, premiums) =
                    (each(&|it| amount(row, it), " "), each(&|it| paid(row, it), " "));
                lines.push(format!("{} {amounts} {premiums}", name(row)));
            }
        }
        _ => {
            let colon = draw.one(&[" : ", " ", ": 가입금액 "]);
            for row in 0..count {
                lines.push(name(row));
                for (place, plan) in plans.iter().enumerate() {
                    lines.push(format!("- {plan}{colon}{}", amount(row, place)));
                }
            }
        }
    }
}

/// Returns a name in a form that differs from the company's list.
fn printed(kind: usize, name: &str, draw: &mut Draw) -> String {
    match kind {
        20 => format!("{name}{}", draw.one(&[" 주1)", "1)", "*", " *2)", "주2)", " †"])),
        21 => {
            let spaced = name.replace("진단", " 진단").replace("수술", " 수술").replace('(', " (");
            spaced.trim().to_owned()
        }
        22 => match name.rfind('(').filter(|it| *it > 6) {
            Some(at) => name[..at].to_owned(),
            None => name.to_owned(),
        },
        _ => format!("{}{name}", draw.one(&["(무)", "무배당 ", "[갱신형]", "(2610)", "[기본]"])),
    }
}
