//! Tests of the conversion from markup to lines.

use proptest::prelude::*;

use super::markup::*;

fn text(words: &str) -> Line {
    Line::Text(words.to_owned())
}

#[test]
fn markup_becomes_lines() {
    let check = |text: &str, expected: &[Line], notes: usize| {
        let found = words(text);
        assert_eq!(found.lines, expected, "{text}");
        assert_eq!(found.notes.len(), notes, "{text}");
    };
    check(
        "<p>이 약은 해열에 씁니다.</p>\n<p>B<sub>12</sub>&nbsp;10<sup>6</sup></p>",
        &[text("이 약은 해열에 씁니다."), text("B12 10⁶")],
        0,
    );
    check("신기능 <30 mL & AST>3배 <ABC>", &[text("신기능 <30 mL & AST>3배 <ABC>")], 0);
    check("a&lt;5 &alpha; &#44032; &unknown; &#0;", &[text("a<5 α 가 &unknown; &#0;")], 0);
    check(
        "<table><tr><td>갑<br/>을</td><th>병</th></tr><tr><td rowspan=\"2\">정</td><td></td></tr></table>끝",
        &[
            Line::Row(vec!["갑 을".into(), "병".into()]),
            Line::Row(vec!["정".into(), String::new()]),
            text("끝"),
        ],
        1,
    );
    check(
        "<DOC title=\"효능효과\"><SECTION title=\"\"><ARTICLE title=\"1. 경고 > 주의\"><PARAGRAPH tagName=\"p\"><![CDATA[가<br>나 &lt;다]]></PARAGRAPH></ARTICLE></SECTION></DOC>",
        &[
            Line::Heading(0, "효능효과".into()),
            Line::Heading(1, "1. 경고 > 주의".into()),
            text("가"),
            text("나 <다"),
        ],
        0,
    );
    check(
        "<SECTION title='가'><ARTICLE title='나'/>다",
        &[Line::Heading(1, "가".into()), Line::Heading(2, "나".into()), text("다")],
        0,
    );
    check("앞<!-- 숨은 말 --><img src='a.png'>뒤", &[text("앞(그림)뒤")], 2);
    check("<p <p <p", &[text("<p <p <p")], 0);
}

proptest! {
    #[test]
    fn words_without_markup_stay(input in "[가-하 <>&;/a0-9\\]]{0,60}") {
        let all: String = words(&input).lines.into_iter().map(|line| match line {
            Line::Text(words) | Line::Heading(_, words) => words,
            Line::Row(cells) => cells.concat(),
        }).collect();
        let letters = |text: &str| text.chars().filter(|c| ('가'..='하').contains(c)).collect::<String>();
        prop_assert!(letters(&all).len() + 12 * input.matches('<').count() >= letters(&input).len());
        if !input.contains(['<', '&']) {
            prop_assert_eq!(all.trim(), input.trim());
        }
    }

    #[test]
    fn any_markup(input in prop::collection::vec(prop::sample::select(vec![
        "<p>", "</p>", "<table", ">", "<tr>", "<td>", "</td>", "</table>", "<sup>", "</sup>", "<![CDATA[", "]]>", "&lt;",
        "<DOC title=\"", "\"", "<ARTICLE title='", "'", "가", "\n", "<script>", "<!--", "-->", "&#x", ";", "<",
    ]), 0..40)) {
        let input = input.concat();
        let kept = words(&input);
        let count: usize = kept.lines.iter().map(|line| match line {
            Line::Text(words) | Line::Heading(_, words) => words.len(),
            Line::Row(cells) => cells.iter().map(String::len).sum(),
        }).sum();
        prop_assert!(count <= 2 * input.len());
    }
}
