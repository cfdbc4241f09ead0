//! Writes every statute of the shared corpora in the format of law.go.kr and checks that it is read back
//! provision by provision.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a failed unwrap is a failed test; counts are told"
)]

use crate::common;
use crate::common::lawgokr::read_as;
use simui_corpus::{Reading, SourceFile, read};
use simui_domain::{Article, ArticlePart, Provision};

fn cdata(text: &str) -> String {
    format!("<![CDATA[{}]]>", text.replace("]]>", "]] >"))
}

fn element(level: &str, number: &str, branch: u32, text: &str) -> String {
    let branch = if branch > 0 {
        format!("<{level}가지번호>{branch}</{level}가지번호>")
    } else {
        String::new()
    };
    format!("<{level}번호>{number}</{level}번호>{branch}<{level}내용>{}</{level}내용>", cdata(text))
}

/// One 조문단위. `beside` places the 목 next to their 호, as law.go.kr sometimes does.
fn row(article: &Article, beside: bool) -> String {
    let mut units = article.provisions.iter();
    let own = units.next().unwrap();
    let (path, title) = (&own.path, &article.title);
    let label = path.whole_article();
    let heading = if title.is_empty() {
        format!("{label} {}", own.text)
    } else {
        format!("{label}({title}) {}", own.text)
    };
    let mut xml = format!(
        "<조문단위><조문번호>{}</조문번호><조문가지번호>{}</조문가지번호><조문여부>조문</조문여부><조문제목>{}</조문제목><조문내용>{}</조문내용>",
        path.article,
        path.article_branch,
        cdata(title),
        cdata(&heading)
    );
    let (mut paragraph, mut item) = (false, false);
    for Provision { path, text, .. } in units {
        let last = path.to_string();
        if path.subitem > 0 {
            let letter = last.trim_end_matches('목').chars().next_back().unwrap();
            if beside && item {
                xml += "</호>";
                item = false;
            }
            if !paragraph {
                xml += "<항>";
                paragraph = true;
            }
            xml += &format!(
                "<목>{}</목>",
                element("목", &format!("{letter}."), 0, &format!("{letter}. {text}"))
            );
            continue;
        }
        if item {
            xml += "</호>";
            item = false;
        }
        if path.item > 0 {
            if !paragraph {
                xml += "<항>";
                paragraph = true;
            }
            let branch = if path.item_branch > 0 {
                format!("의{}", path.item_branch)
            } else {
                String::new()
            };
            let number = path.item;
            xml += &format!(
                "<호>{}",
                element(
                    "호",
                    &format!("{number}."),
                    path.item_branch,
                    &format!("{number}{branch}. {text}")
                )
            );
            item = true;
        } else {
            if paragraph {
                xml += "</항>";
            }
            let number = path.paragraph;
            xml += &format!("<항>{}", element("항", &number.to_string(), 0, text));
            paragraph = true;
        }
    }
    xml += if item { "</호>" } else { "" };
    xml += if paragraph { "</항>" } else { "" };
    xml + "</조문단위>"
}

fn provisions(reading: &Reading) -> Vec<(String, String)> {
    let main = reading.imported.articles.iter().filter(|it| it.part == ArticlePart::Main);
    main.flat_map(|article| {
        article.provisions.iter().map(|p| (format!("{}: {}", article.key, p.path), p.text.clone()))
    })
    .collect()
}

#[test]
fn every_statute_comes_back_from_both_layouts() {
    let Some(corpora) = common::corpora() else { return };
    let index = std::fs::read_to_string(corpora.join("statutes/INDEX.tsv")).unwrap();
    let (mut laws, mut count) = (0, 0);
    for path in index.lines().skip(1).filter_map(|line| line.split('\t').next()) {
        let bytes = std::fs::read(corpora.join("statutes").join(path)).unwrap();
        let source = SourceFile { path: path.to_owned(), bytes };
        let law = read(&source, None, &common::clock()).into_only().unwrap();
        for beside in [false, true] {
            let articles = law.imported.articles.iter();
            let rows: String = articles
                .filter(|it| it.part == ArticlePart::Main && !it.provisions.is_empty())
                .map(|article| row(article, beside))
                .collect();
            let answer = read_as("xml", &common::lawgokr::law(&rows, "")).unwrap();
            let (found, expected) = (provisions(&answer), provisions(&law));
            for (found, expected) in found.iter().zip(&expected) {
                assert_eq!(found, expected, "{path}, 목 beside 호: {beside}");
            }
            assert_eq!(found.len(), expected.len(), "{path}");
            assert!(
                answer.findings.iter().all(|finding| !finding.reason.contains("개를 읽었습니다"))
            );
            count += found.len();
        }
        laws += 1;
    }
    assert_eq!(laws, 171);
    eprintln!("{laws} laws, {count} provisions read back");
}
