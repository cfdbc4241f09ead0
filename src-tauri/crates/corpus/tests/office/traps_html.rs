//! Tests of text that web pages hide, draw or keep elsewhere, and of pages that are not documents.

use simui_domain::DocumentKind;

use super::traps::{check, refused};
use super::{html, reading};

#[test]
fn html_traps() {
    let page = |body: &str, expected: &str, findings: &[(&str, &str)]| {
        check("a.html", html::with(body).into_bytes(), expected, findings)
    };
    page("<script>alert(1)</script><style>p{color:red}</style><p>글</p>", "글", &[]);
    for hidden in [
        "<p style='display:none'>숨은 말</p>",
        "<p hidden>숨은 말</p>",
        "<span aria-hidden='true'>숨은 말</span>",
        "<p style='font-size:0'>숨은 말</p>",
        "<div style='width:0;height:0'>숨은 말</div>",
        "<p style='color:#fff'>숨은 말</p>",
        "<style>.x, #y { visibility: hidden }</style><p class=x>숨은 말</p>",
        "<noscript>숨은 말</noscript>",
    ] {
        page(&format!("{hidden}<p>글</p>"), "글", &[("문단 1", "숨은 말")]);
    }
    page("<div style='background:#000'><p style='color:#fff'>흰 글</p></div>", "흰 글", &[]);
    page(
        "<nav><a>처음</a> <a>끝</a></nav><p>글</p><footer>저작권</footer>",
        "글",
        &[("문단 2", "머리말·꼬리말은"), ("문단 1", "처음 끝")],
    );
    page(
        "<ol start=3><li>셋<li>넷<ol type=a><li>가</ol></ol><ul><li>점</ul>",
        "3. 셋\n4. 넷\na. 가\n점",
        &[],
    );
    page("<p>첫 줄<br>둘째\n줄</p><pre>가\n나</pre>", "첫 줄\n둘째 줄\n가\n나", &[]);
    page(
        "<table><caption>표 1</caption><tr><th rowspan=2>가<th>나<tr><td>다</table>",
        "표 1\n| 가 | 나 |\n| 가 | 다 |",
        &[],
    );
    page(
        "<table><tr><th>가<th colspan=2>나<tr><td>다<td>라<td>마<tr><td colspan=3>바</table>",
        "| 가 | 나 | 나 |\n| 다 | 라 | 마 |\n| 바 | | |",
        &[],
    );
    page("<table><tr><td><h2>제목</h2><p>글</td></tr></table>", "제목\n글", &[]);
    page(
        "<p>글</p><img src=a><iframe src=b></iframe>",
        "글",
        &[("", "끼워 넣은 페이지"), ("", "그림이 1개")],
    );
    let read = reading(
        "a.html",
        html::with("<h1>지침</h1><h2>목적</h2><p>글<h3>뜻</h3><p>글").into_bytes(),
        Some(DocumentKind::Guideline),
    )
    .unwrap();
    let keys: Vec<(&str, usize)> =
        read.imported.articles.iter().map(|it| (it.key.as_str(), it.breadcrumb.len())).collect();
    assert_eq!(
        (read.imported.document.title.as_str(), keys),
        ("지침", vec![("목적", 0), ("뜻", 1)])
    );
}

#[test]
fn html_error_pages_are_refused() {
    for message in [
        "404 Not Found",
        "오류가 발생하였습니다. 관리자에게 문의하십시오.",
        "미신청된 목록/본문에 대한 접근입니다.",
        "일치하는 법령이 없습니다.",
        "Service Unavailable",
    ] {
        refused("a.html", html::with(&format!("<h1>{message}</h1>")).into_bytes(), "오류 화면");
    }
    refused(
        "a.html",
        html::with("<script>location='/'</script>").into_bytes(),
        "글이 하나도 없습니다",
    );
    // Text of a document about errors.
    let long =
        format!("<p>오류가 발생한 경우</p>{}", "<p>광고의 심의는 위원회가 한다.</p>".repeat(120));
    assert!(
        reading("a.html", html::with(&long).into_bytes(), Some(DocumentKind::Guideline)).is_ok()
    );
}
