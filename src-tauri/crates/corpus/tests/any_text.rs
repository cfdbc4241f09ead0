//! Tests on arbitrary text: no panic, every line is accounted for, spans are in range and nested.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use proptest::prelude::*;
use simui_corpus::{Reading, SourceFile, quotable, read};
use simui_domain::DocumentKind;

use crate::common;

/// Lines that occur in statutes and decisions, in any order.
fn line() -> impl Strategy<Value = String> {
    let fixed = [
        "",
        " ",
        "# 시험법",
        "## 제1장 총칙",
        "### 제2절 갑 <개정 2010.1.1>",
        "#### 제1관 을",
        "## 부칙",
        "## [별표 1]",
        "부칙 <제100호,2010.1.1>",
        "부칙(정부조직법) <제200호,2011.2.3>",
        "①(시행일) 이 법은 시행한다.",
        "제1조(시행일) ① 이 법은 시행한다.",
        "제2조부터 제4조까지 생략",
        "②부터 ⑤까지 생략",
        "<21> 아동복지법 일부를 다음과 같이 개정한다.",
        "제3조를 다음과 같이 한다.",
        "【주    문】 상고를 기각한다.",
        "[1] 의료광고의 뜻",
        "## 판시사항",
        "## 판결요지",
        "## 전문",
        "\t\t[시행일] 다음 각 호의 날",
        "<img id=\"1\"></img>",
        "┌──┐",
        "| 갑 | 을 |",
        " 1) 하나",
        "제9조 삭제 <2014.5.20>",
    ];
    prop_oneof![
        3 => prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        2 => (0u32..12, 0u32..4).prop_map(|(n, b)| format!("##### 제{n}조의{b} (제목)")),
        3 => (1u32..12).prop_map(|n| format!("##### 제{n}조 (제목)")),
        3 => (0u32..22, "[가-힣 ]{0,12}").prop_map(|(n, words)| {
            let mark = char::from_u32('①' as u32 + n).unwrap();
            format!("**{mark}** {words} 다음 각 호와 같다. <개정 2018.3.27>")
        }),
        3 => (0u32..6, 0u32..3, any::<bool>()).prop_map(|(n, b, escaped)| {
            let branch = if b > 0 { format!("의{b}") } else { String::new() };
            format!("  {n}{branch}{}. 글", if escaped { "\\" } else { "" })
        }),
        2 => "    [가-사]\\\\. 글",
        1 => "\\PC{0,40}",
        1 => "[*#\\\\<>\\[\\]()①제조0-9 .]{0,20}",
    ]
}

fn check(reading: &Reading) -> Result<(), TestCaseError> {
    let body = &reading.imported.document.body;
    let chars: Vec<char> = body.chars().collect();
    let mut spans: Vec<(usize, usize)> =
        reading.imported.articles.iter().map(|a| (a.start, a.end)).collect();
    spans.extend(reading.headings.iter().map(|span| (span.start, span.end)));
    spans.sort_unstable();
    let mut at = 0;
    for (start, end) in spans {
        prop_assert!(at <= start && start < end && end <= chars.len(), "{}..{}", start, end);
        prop_assert!(chars[at..start].iter().all(|c| c.is_whitespace()), "lost at {}", at);
        at = end;
    }
    prop_assert!(chars[at..].iter().all(|c| c.is_whitespace()), "lost at {}", at);
    let mut keys = std::collections::HashSet::new();
    for article in &reading.imported.articles {
        prop_assert!(keys.insert(&article.key), "{} twice", &article.key);
        let words = quotable(body, article.start, article.end);
        let mut open: Vec<usize> = Vec::new();
        for provision in &article.provisions {
            while open.last().is_some_and(|end| *end <= provision.start) {
                open.pop();
            }
            prop_assert!(provision.start < provision.end);
            prop_assert!(provision.end <= open.last().copied().unwrap_or(article.end));
            prop_assert!(words.contains(&provision.text), "{:?} in {:?}", &provision.text, &words);
            open.push(provision.end);
        }
    }
    for chunk in &reading.imported.chunks {
        prop_assert!(chunk.start < chunk.end && chunk.end <= chars.len());
        prop_assert!(!chunk.text.is_empty() && chunk.text.chars().count() <= 1_200);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn statutes(lines in prop::collection::vec(line(), 0..40)) {
        let text = common::law(&format!("\n{}\n", lines.join("\n")));
        if let Ok(reading) = common::read_text(&text, Some(DocumentKind::Statute)) {
            check(&reading)?;
        }
    }

    #[test]
    fn decisions_and_guidelines(lines in prop::collection::vec(line(), 0..40), precedent: bool) {
        let front = "---\n사건번호: 2010도1\n법원명: 대법원\n선고일자: 2010-01-01\n---\n";
        let kind = if precedent { DocumentKind::Precedent } else { DocumentKind::Guideline };
        let text = format!("{front}{}\n", lines.join("\n"));
        if let Ok(reading) = common::read_text(&text, Some(kind)) {
            check(&reading)?;
        }
    }

    #[test]
    fn any_front_matter(block in "\\PC{0,80}(\n[-a-z가-힣'\":\\[\\]{}&*!|> ]{0,40}){0,4}") {
        let _ = common::read_text(&format!("---\n{block}\n---\n글\n"), Some(DocumentKind::Guideline));
    }

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), which in 0usize..4) {
        let path = ["a.md", "a.csv", "a.jsonl", "a.hwp"][which].to_owned();
        let _ = read(&SourceFile { path, bytes }, None, &common::clock());
    }
}
