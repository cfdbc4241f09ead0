//! Measures a comparison of three companies over 2,000 pages that are read beforehand: `cargo bench
//! -p simui-coverage`.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark stops at the first surprise")]

use std::fmt::Write;

use criterion::{Criterion, criterion_group, criterion_main};
use simui_coverage::{Alias, Book, Insurer, Page, Question, Rules, Standard, Tables};

const COVERAGES: [(&str, &str); 8] = [
    ("A4200_1", "암진단비(유사암제외)"),
    ("A4210", "유사암진단비"),
    ("A4102", "뇌출혈진단비"),
    ("A4103", "뇌졸중진단비"),
    ("A4105", "허혈성심장질환진단비"),
    ("A5200", "암수술비(유사암제외)"),
    ("A5100", "질병수술비"),
    ("A6100_1", "질병입원비"),
];

fn page(number: usize, doc_type: &str) -> String {
    let mut text = String::new();
    for (at, (_, name)) in COVERAGES.iter().enumerate() {
        if doc_type == "가입설계서" {
            writeln!(text, "{at} {name} {},000만원 {number},210 20년/100세", at + 1).unwrap();
        } else if number % 9 == at {
            writeln!(text, "{name}\n피보험자가 보장개시일(계약일로부터 90일이 지난 날의 다음날) 이후에 진단확정된 경우\n가입금액을 지급합니다. 다만, 1년 미만은 50%를 지급합니다. 경계성종양은 보장하지 않습니다.").unwrap();
            if name.contains("수술비") {
                writeln!(
                    text,
                    "수술분류 가입금액 (단위 : 만원)\n1종 10\n2종 30\n3종 50\n4종 100\n5종 300"
                )
                .unwrap();
            }
        }
    }
    for line in 0..24 {
        writeln!(text, "제{line}조(계약의 성립) 회사는 계약의 청약을 받고 제1회 보험료를 받은 경우 청약일부터 30일 이내에 승낙하여야 합니다.").unwrap();
    }
    text
}

fn book() -> Book {
    let names = ["가온손해보험", "누리생명", "다솜화재"];
    let insurers: Vec<Insurer> = names
        .iter()
        .enumerate()
        .map(|(at, name)| Insurer {
            code: format!("N{at}"),
            name: (*name).to_owned(),
            aliases: vec![],
        })
        .collect();
    let standards = COVERAGES.iter().map(|(code, name)| Standard {
        code: (*code).to_owned(),
        name: (*name).to_owned(),
        domain: String::new(),
        role: String::new(),
        coverage_type: String::new(),
    });
    let aliases = insurers.iter().flat_map(|insurer| {
        COVERAGES.iter().map(|(code, name)| Alias {
            insurer_code: insurer.code.clone(),
            coverage_code: (*code).to_owned(),
            raw_name: (*name).to_owned(),
            confidence: Some(0.9),
        })
    });
    let mut pages = Vec::new();
    for insurer in &insurers {
        for (doc_type, count) in
            [("가입설계서", 12u32), ("상품요약서", 130), ("사업방법서", 125), ("약관", 400)]
        {
            for number in 1..=count {
                pages.push(Page {
                    insurer_code: insurer.code.clone(),
                    doc_type: doc_type.to_owned(),
                    document: format!("{doc_type}.pdf"),
                    page: number,
                    text: page(number as usize, doc_type),
                });
            }
        }
    }
    assert_eq!(pages.len(), 2_001);
    let tables = Tables { standards: standards.collect(), aliases: aliases.collect(), insurers };
    Book::new(Rules::shipped().unwrap(), tables, pages)
}

fn compare(criterion: &mut Criterion) {
    let book = book();
    book.read_facts(|_, _| true);
    let ask = |query: &str| {
        let answer = book.compare(&Question { query: query.to_owned(), ..Question::default() });
        assert_eq!(answer.insurers.len(), 3, "{query}");
    };
    for query in [
        "3사 암진단비 비교",
        "3사 경계성종양 암진단비 비교",
        "가온손보와 누리생명, 다솜화재의 질병수술비 비교",
    ] {
        criterion.bench_function(query, |bencher| bencher.iter(|| ask(query)));
    }
}

criterion_group!(benches, compare);
criterion_main!(benches);
