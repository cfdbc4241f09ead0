//! The law in force on a day: articles that begin later, repeal, two laws of one title, 목 beyond 하, and paths
//! that no law has. Every command gives the same result.

use crate::common::Desk;
use serde_json::{Value, json};

/// A law as Markdown: its title, 법령ID, rank, number, first day, more lines of its head, and its text.
struct Law<'a> {
    title: &'a str,
    id: &'a str,
    rank: &'a str,
    number: &'a str,
    from: &'a str,
    more: &'a str,
    text: &'a str,
}

impl Law<'_> {
    fn text(&self) -> String {
        let Self { title, id, rank, number, from, more, text } = self;
        format!(
            "---\n제목: {title}\n법령ID: '{id}'\n법령구분: {rank}\n공포일자: {from}\n공포번호: '{number}'\n시행일자: {from}\n{more}---\n\n# {title}\n\n{text}"
        )
    }
}

/// Returns an act with `text`, in force from a day.
fn act<'a>(title: &'a str, id: &'a str, number: &'a str, from: &'a str, text: &'a str) -> Law<'a> {
    Law { title, id, rank: "법률", number, from, more: "상태: 시행\n", text }
}

fn import(desk: &Desk, files: &[(&str, String)]) -> Value {
    let folder = desk.dir().join("in");
    std::fs::create_dir_all(&folder).unwrap();
    let mut arguments = vec!["corpus".to_owned(), "import".to_owned()];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        arguments.push(path.display().to_string());
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    desk.run(&arguments).succeeded().json()
}

/// Returns status and note of `corpus verify` for a quote on a day.
fn verify(desk: &Desk, quote: &str, article: &str, day: &str) -> (String, String) {
    let result = desk.run(&["corpus", "verify", quote, "--article", article, "--as-of", day]);
    let result = result.succeeded().json();
    (result["status"].as_str().unwrap().to_owned(), result["note"].as_str().unwrap().to_owned())
}

fn check(desk: &Desk, quote: &str, article: &str, day: &str, status: &str) {
    let (found, note) = verify(desk, quote, article, day);
    assert_eq!(found, status, "{quote} at {article} on {day}: {note}");
}

/// Returns the text that `corpus show` prints of an article on a day.
fn show_text(desk: &Desk, law: &str, article: &str, day: &str) -> String {
    let view = desk.run(&["corpus", "show", law, "--article", article, "--as-of", day]);
    let text = view.succeeded().json()["articles"][0]["text"].as_str().unwrap().to_owned();
    // A whole article has its heading in front.
    match text.split_once('\n') {
        Some((heading, rest)) if heading.starts_with('제') => rest.to_owned(),
        _ => text,
    }
}

/// Returns the versions of a title in `corpus list`; the starter corpus is listed too.
fn list_versions(desk: &Desk, title: &str) -> Vec<Value> {
    let list = desk.run(&["corpus", "list"]).succeeded().json();
    let all = list.as_array().unwrap().iter();
    all.filter(|it| it["title"].as_str().unwrap().starts_with(title)).cloned().collect()
}

fn versions(desk: &Desk, law: &str) -> Vec<Value> {
    let history = desk.run(&["corpus", "history", law]).succeeded().json();
    history["versions"].as_array().unwrap().clone()
}

const SMALL_FINE: &str = "##### 제1조 (목적)\n\n이 법은 광고를 정한다.\n\n##### 제7조 (과징금)\n\n과징금은 2천만원 이하로 한다.\n";
const LARGE_FINE_LATER: &str = "##### 제1조 (목적)\n\n이 법은 광고를 정한다.\n\n##### 제7조 (과징금)\n\n과징금은 9천만원 이하로 한다.\n\n[시행일: 2027. 1. 1.]\n";

#[test]
fn an_article_that_begins_later_leaves_the_old_one_in_force() {
    let small = act("시험분리법", "910001", "10", "2020-01-01", SMALL_FINE).text();
    let large = act("시험분리법", "910001", "20", "2024-01-01", LARGE_FINE_LATER).text();
    for order in [["a", "b"], ["b", "a"]] {
        let desk = Desk::new();
        for name in order {
            let text = if name == "a" { &small } else { &large };
            import(&desk, &[(&format!("{name}.md"), text.clone())]);
        }
        let article = "시험분리법 제7조";
        let (old, new) = ("과징금은 2천만원 이하로 한다.", "과징금은 9천만원 이하로 한다.");
        check(&desk, old, article, "2026-06-01", "VERIFIED");
        check(&desk, new, article, "2026-06-01", "UNCHECKED");
        check(&desk, new, article, "2027-06-01", "VERIFIED");
        check(&desk, old, article, "2027-06-01", "NOT_FOUND");
        // The other articles of the version are in force from their own day.
        check(&desk, "이 법은 광고를 정한다.", "시험분리법 제1조", "2026-06-01", "VERIFIED");
        assert_eq!(show_text(&desk, "시험분리법", "제7조", "2026-12-31"), old);
        assert_eq!(show_text(&desk, "시험분리법", "제7조", "2027-01-01"), new);
        // An article that began between two days, though no version did.
        let changed = |from: &str, to: &str| {
            let days = ["corpus", "diff", "시험분리법", "--from", from, "--to", to];
            let diff = desk.run(&days).succeeded().json();
            diff["parts"][0]["counts"]["changed"].as_u64().unwrap()
        };
        assert_eq!(changed("2023-06-01", "2026-06-01"), 0);
        assert_eq!(changed("2026-06-01", "2027-06-01"), 1);
        // Future text is found in no article in force.
        check(&desk, new, "시험분리법 제1조", "2026-06-01", "NOT_FOUND");
    }
}

#[test]
fn an_article_that_has_not_begun_is_not_in_force() {
    let desk = Desk::new();
    let text = act("시험예정법", "910002", "1", "2024-01-01", LARGE_FINE_LATER).text();
    import(&desk, &[("law.md", text)]);
    let quote = "과징금은 9천만원 이하로 한다.";
    check(&desk, quote, "시험예정법 제7조", "2026-06-01", "UNCHECKED");
    check(&desk, quote, "시험예정법 제7조", "2027-01-01", "VERIFIED");
    let show = ["corpus", "show", "시험예정법", "--article", "제7조", "--as-of", "2026-06-01"];
    desk.run(&show).failed_with("from 2027-01-01");
    let law_view = desk.run(&["corpus", "show", "시험예정법", "--as-of", "2026-06-01"]);
    let law_view = law_view.succeeded().json();
    let in_force = |at: usize| law_view["articles"][at]["in_force"].as_bool().unwrap();
    assert_eq!((in_force(0), in_force(1)), (true, false));
    // A search of that day finds only the article in force.
    let hits = ["search", "과징금 광고", "--mode", "bm25", "--k", "60", "--as-of", "2026-06-01"];
    let hits = desk.run(&hits).succeeded().json();
    let of_law = hits["hits"].as_array().unwrap().iter().filter(|it| it["title"] == "시험예정법");
    let articles: Vec<&str> = of_law.filter_map(|it| it["article"].as_str()).collect();
    assert_eq!(articles, ["제1조"], "{hits}");
}

#[test]
fn a_paragraph_that_begins_later_is_no_part_of_its_article_yet() {
    let desk = Desk::new();
    let old = "##### 제4조 (신고)\n\n**①** 누구든지 신고한다.\n\n**②** 신고는 서면으로 한다.\n";
    let new = "##### 제4조 (신고)\n\n**①** 누구든지 신고한다.\n\n**②** 신고는 전자문서로 한다.\n\n[시행일: 2027. 1. 1.] 제4조제2항\n";
    import(
        &desk,
        &[
            ("old.md", act("시험신고법", "910003", "1", "2020-01-01", old).text()),
            ("new.md", act("시험신고법", "910003", "2", "2024-01-01", new).text()),
        ],
    );
    let (on_paper, online) = ("신고는 서면으로 한다.", "신고는 전자문서로 한다.");
    check(&desk, on_paper, "시험신고법 제4조제2항", "2026-06-01", "VERIFIED");
    check(&desk, online, "시험신고법 제4조제2항", "2026-06-01", "UNCHECKED");
    check(&desk, online, "시험신고법 제4조", "2026-06-01", "UNCHECKED");
    check(&desk, "누구든지 신고한다.", "시험신고법 제4조제1항", "2026-06-01", "VERIFIED");
    check(&desk, online, "시험신고법 제4조제2항", "2027-06-01", "VERIFIED");
    assert_eq!(show_text(&desk, "시험신고법", "제4조제2항", "2026-06-01"), format!("② {on_paper}"));
}

const FUND: &str = "##### 제6조 (기금)\n\n기금을 시험으로 둔다.\n";

#[test]
fn a_repealed_law_is_not_in_force_from_the_day_of_its_repeal() {
    let quote = "기금을 시험으로 둔다.";
    let article = "시험기금법 제6조";
    let cases = [
        ("상태: 폐지\n폐지일자: 2015-01-01\n", "VERIFIED", "2015-01-01에 폐지된"),
        ("상태: 타법폐지\n폐지일자: 2015.1.1\n", "VERIFIED", "2015-01-01에 폐지된"),
        ("상태: 실효\n실효일자: 20150101\n", "VERIFIED", "2015-01-01에 실효된"),
        // The days in force are unknown.
        ("상태: 폐지\n", "REPEALED", "폐지된"),
        ("상태: 실효\n", "REPEALED", "실효된"),
    ];
    for (head, before, note) in cases {
        let desk = Desk::new();
        let law = Law { more: head, ..act("시험기금법", "910004", "1", "2010-01-01", FUND) };
        import(&desk, &[("law.md", law.text())]);
        let (status, printed_note) = verify(&desk, quote, article, "2026-06-01");
        assert_eq!(status, "REPEALED", "{head}");
        assert!(printed_note.contains(note), "{head}: {printed_note}");
        check(&desk, quote, article, "2014-12-31", before);
        assert_eq!(verify(&desk, quote, article, "2015-01-01").0, "REPEALED", "{head}");
        assert_eq!(list_versions(&desk, "시험기금법")[0]["in_force"], false, "{head}");
        let history = versions(&desk, "시험기금법");
        assert_eq!(history[0]["in_force"], false, "{head}");
        assert_ne!(history[0]["state"], "enacted", "{head}");
        let text = format!("{article}는 “{quote}”라고 한다.");
        let citations =
            desk.run_with(&["corpus", "citations", "-"], text.as_bytes()).succeeded().json();
        assert_eq!(citations["citations"][0]["status"], "REPEALED", "{head}");
        desk.run(&["corpus", "show", "시험기금법", "--as-of", "2026-06-01"])
            .failed_with("no version");
    }
}

#[test]
fn an_act_that_repeals_ends_the_law() {
    let repealing = |title: &'static str, id: &'static str, text: &'static str| {
        act(title, id, "77", "2015-01-01", text).text()
    };
    let cases = [
        // The last version of the same law only repeals it.
        repealing("시험기금법", "910004", "##### 제1조 (폐지)\n\n시험기금법은 이를 폐지한다.\n"),
        // Another act, of the same title or of its own title.
        repealing("시험기금법", "910099", "시험기금법은 이를 폐지한다.\n"),
        repealing("시험기금법 폐지법률", "910098", "옛정원법 및 시험기금법은 이를 폐지한다.\n"),
    ];
    for gone in cases {
        for order in [[0, 1], [1, 0]] {
            let desk = Desk::new();
            let law = act("시험기금법", "910004", "1", "2010-01-01", FUND).text();
            let files = [("law.md", law), ("gone.md", gone.clone())];
            for at in order {
                import(&desk, &[files[at].clone()]);
            }
            let (quote, article) = ("기금을 시험으로 둔다.", "시험기금법 제6조");
            check(&desk, quote, article, "2014-12-31", "VERIFIED");
            check(&desk, quote, article, "2015-01-01", "REPEALED");
            check(&desk, quote, article, "2026-01-01", "REPEALED");
            let list = list_versions(&desk, "시험기금법");
            assert_eq!(list.len(), 2, "{list:?}");
            assert!(list.iter().all(|it| it["in_force"] == false), "{list:?}");
        }
    }
}

#[test]
fn a_historical_version_counts_until_its_successor() {
    let desk = Desk::new();
    let old = Law {
        more: "상태: 연혁\n", ..act("시험기금법", "910004", "1", "2010-01-01", FUND)
    };
    import(&desk, &[("old.md", old.text())]);
    let (quote, article) = ("기금을 시험으로 둔다.", "시험기금법 제6조");
    check(&desk, quote, article, "2012-01-01", "UNCHECKED");
    let new = act(
        "시험기금법",
        "910004",
        "2",
        "2016-01-01",
        "##### 제6조 (기금)\n\n기금은 없다고 한다.\n",
    );
    import(&desk, &[("new.md", new.text())]);
    check(&desk, quote, article, "2012-01-01", "VERIFIED");
    check(&desk, quote, article, "2016-01-01", "NOT_FOUND");
}

/// 가 to 부: 48 letters.
const LETTERS: &str = "가나다라마바사아자차카타파하거너더러머버서어저처커터퍼허고노도로모보소오조초코토포호구누두루무부";

fn trades_in_markdown() -> String {
    let lines: String = LETTERS
        .chars()
        .enumerate()
        .map(|(at, letter)| format!("    {letter}\\. 시험업종{:02}번\n", at + 1))
        .collect();
    let text = format!(
        "##### 제7조 (업종)\n\n**①** 업종은 다음 각 호와 같다.\n\n  1\\. 다음 각 목의 업종\n{lines}  2\\. 제1호무목에 딸린 업종\n"
    );
    act("시험업종법", "910005", "1", "2020-01-01", &text).text()
}

fn trades_in_xml() -> String {
    let subitems: String = LETTERS
        .chars()
        .enumerate()
        .map(|(at, letter)| {
            format!(
                "<목><목번호>{letter}.</목번호><목내용>{letter}. 시험업종{:02}번</목내용></목>",
                at + 1
            )
        })
        .collect();
    format!(
        "<법령><기본정보><법령ID>910006</법령ID><공포일자>20200101</공포일자><공포번호>2</공포번호><법종구분>법률</법종구분><법령명_한글>시험업종특례법</법령명_한글><시행일자>20200101</시행일자></기본정보><조문><조문단위><조문번호>7</조문번호><조문여부>조문</조문여부><조문제목>업종</조문제목><조문내용>제7조(업종)</조문내용><항><항번호>①</항번호><항내용>①업종은 다음 각 호와 같다.</항내용><호><호번호>1.</호번호><호내용>1. 다음 각 목의 업종</호내용>{subitems}</호></항></조문단위></조문></법령>"
    )
}

fn trades_in_text() -> String {
    let lines: String = LETTERS
        .chars()
        .enumerate()
        .map(|(at, letter)| format!("{letter}. 시험업종{:02}번\n", at + 1))
        .collect();
    format!(
        "제목: 시험업종규정\n법령ID: 910007\n법령구분: 대통령령\n공포일자: 2020-01-01\n공포번호: 3\n시행일자: 2020-01-01\n\n제7조(업종) ① 업종은 다음 각 호와 같다.\n\n1. 다음 각 목의 업종\n\n{}",
        lines.replace('\n', "\n\n")
    )
}

#[test]
fn subitems_go_on_after_ha_in_every_format() {
    let desk = Desk::new();
    let report = import(
        &desk,
        &[
            ("law.md", trades_in_markdown()),
            ("law.xml", trades_in_xml()),
            ("law.txt", trades_in_text()),
        ],
    );
    assert_eq!(report["documents"], 3, "{report}");
    for law in ["시험업종법", "시험업종특례법", "시험업종규정"] {
        for (letter, number) in
            [("가", 1), ("하", 14), ("거", 15), ("허", 28), ("호", 42), ("무", 47), ("부", 48)]
        {
            let path = format!("제7조제1항제1호{letter}목");
            let words = format!("시험업종{number:02}번");
            assert!(show_text(&desk, law, &path, "2026-01-01").ends_with(&words), "{law} {path}");
            check(&desk, &words, &format!("{law} {path}"), "2026-01-01", "VERIFIED");
        }
        check(
            &desk,
            "시험업종01번",
            &format!("{law} 제7조제1항제1호무목"),
            "2026-01-01",
            "MISATTRIBUTED",
        );
        check(
            &desk,
            "아무도 하지 않은 말",
            &format!("{law} 제7조제1항제1호수목"),
            "2026-01-01",
            "NOT_FOUND",
        );
    }
    let links = desk.run(&["corpus", "links", "시험업종법", "--broken"]).succeeded().json();
    assert_eq!(links["total"], 0, "{links}");
}

#[test]
fn a_path_that_no_law_has_is_refused_everywhere() {
    let desk = Desk::new();
    import(&desk, &[("law.md", trades_in_markdown())]);
    // The parent has these words, but another path is cited.
    let words = "시험업종02번";
    for path in
        ["제7조제1항제1호수목", "제7조제1항제3호", "제7조제2항", "제7조의2", "제7조제1항제1호의2"]
    {
        let status = verify(&desk, words, &format!("시험업종법 {path}"), "2026-01-01").0;
        assert_ne!(status, "VERIFIED", "{path}");
        desk.run(&["corpus", "show", "시험업종법", "--article", path]).failed_with(path);
        desk.run(&["corpus", "links", "시험업종법", "--article", path]).failed_with(path);
    }
    for (written, status) in [
        ("시험업종법 제7조제1항제1호나목", "VERIFIED"),
        ("시험업종법 제7조 제1항 제1호 나목", "VERIFIED"),
        ("시험업종법 제7조제1항제1호수목", "MISATTRIBUTED"),
        ("시험업종법 제7조제1항제1호갸목", "UNCHECKED"),
        ("시험업종법 제7조제1항제1호나목의2", "UNCHECKED"),
        ("시험업종법 제7조제1항제1호나목3)", "UNCHECKED"),
    ] {
        let text = format!("{written}은 “{words}”이라고 한다.");
        let citations =
            desk.run_with(&["corpus", "citations", "-"], text.as_bytes()).succeeded().json();
        assert_eq!(citations["citations"][0]["status"], status, "{written}: {citations}");
    }
}

fn two_ministries(desk: &Desk) {
    let radio = Law {
        title: "시험전파법 시행규칙",
        id: "910031",
        rank: "과학기술정보통신부령",
        number: "11",
        from: "2025-01-01",
        more: "소관부처:\n- 과학기술정보통신부\n상태: 시행\n",
        text: "##### 제1조 (목적)\n\n이 규칙은 요금을 정한다.\n\n##### 제2조 (요금)\n\n요금은 3만원으로 한다.\n\n##### 제3조 (준용)\n\n제2조를 준용한다.\n",
    };
    let health = Law {
        title: "시험전파법 시행규칙",
        id: "910032",
        rank: "보건복지부령",
        number: "12",
        from: "2024-01-01",
        more: "소관부처:\n- 보건복지부\n상태: 시행\n",
        text: "##### 제1조 (목적)\n\n이 규칙은 점검을 정한다.\n\n##### 제2조 (점검)\n\n점검은 매월 한다.\n\n##### 제9조 (기록)\n\n제2조의 기록을 둔다.\n",
    };
    import(desk, &[("radio.md", radio.text()), ("health.md", health.text())]);
}

#[test]
fn two_laws_of_one_title_are_kept_and_distinguished() {
    let desk = Desk::new();
    two_ministries(&desk);
    let all = list_versions(&desk, "시험전파법 시행규칙");
    assert!(all.len() == 2 && all.iter().all(|it| it["in_force"] == true), "{all:?}");
    let ministries: Vec<&Value> = all.iter().map(|it| &it["ministry"]).collect();
    assert!(ministries.contains(&&json!("보건복지부")), "{all:?}");

    // A true quote of either law is verified under the title alone; an invented one is not.
    let day = "2026-01-01";
    check(&desk, "요금은 3만원으로 한다.", "시험전파법 시행규칙 제2조", day, "VERIFIED");
    check(&desk, "점검은 매월 한다.", "시험전파법 시행규칙 제2조", day, "VERIFIED");
    check(&desk, "점검은 매년 한다.", "시험전파법 시행규칙 제2조", day, "NOT_FOUND");
    for called in
        ["(보건복지부령)", "(보건복지부)", "(보건복지부령 제12호)", "(제12호)", "(910032)"]
    {
        let article = format!("시험전파법 시행규칙{called} 제2조");
        check(&desk, "점검은 매월 한다.", &article, day, "VERIFIED");
        check(&desk, "요금은 3만원으로 한다.", &article, day, "MISATTRIBUTED");
    }
    check(&desk, "점검은 매월 한다.", "910032 제2조", day, "VERIFIED");

    // The title alone is ambiguous; with ministry or id it is not.
    for command in ["show", "history"] {
        let refused = desk.run(&["corpus", command, "시험전파법 시행규칙"]);
        let refused = refused.failed_with("시험전파법 시행규칙(보건복지부령)");
        assert!(
            refused.err.contains("시험전파법 시행규칙(과학기술정보통신부령)"),
            "{}",
            refused.err
        );
    }
    assert_eq!(
        show_text(&desk, "시험전파법 시행규칙(보건복지부령)", "제2조", day),
        "점검은 매월 한다."
    );
    assert_eq!(show_text(&desk, "910031", "제2조", day), "요금은 3만원으로 한다.");
    assert_eq!(versions(&desk, "시험전파법 시행규칙(보건복지부령)").len(), 1);
    let id = all[0]["id"].as_str().unwrap();
    assert_eq!(versions(&desk, id).len(), 1);

    let text = "시험전파법 시행규칙(보건복지부령) 제2조는 “점검은 매월 한다.”고 하고, 「시험전파법 시행규칙」(보건복지부령) 제2조는 “요금은 3만원으로 한다.”고 한다.";
    let citations =
        desk.run_with(&["corpus", "citations", "-"], text.as_bytes()).succeeded().json();
    let statuses: Vec<&Value> =
        citations["citations"].as_array().unwrap().iter().map(|it| &it["status"]).collect();
    assert_eq!(statuses, ["VERIFIED", "MISATTRIBUTED"], "{citations}");
    assert_eq!(citations["citations"][0]["article"], "시험전파법 시행규칙(보건복지부령) 제2조");

    // 제2조 in 제9조 is that of its own law.
    let links = ["corpus", "links", "시험전파법 시행규칙(보건복지부령)"];
    let links = desk.run(&links).succeeded().json();
    assert_eq!(links["links"][0]["target_document"], links["links"][0]["document_id"], "{links}");
}

#[test]
fn a_day_before_the_first_version_is_reported() {
    let desk = Desk::new();
    import(&desk, &[("law.md", act("시험날짜법", "910041", "1", "2010-01-01", FUND).text())]);
    let show = |day: &str| {
        desk.run(&["corpus", "show", "시험날짜법", "--article", "제6조", "--as-of", day])
    };
    show("2009-12-31").failed_with("2010-01-01");
    show("2010-01-01").succeeded();
    desk.run(&["corpus", "show", "시험날짜법", "--as-of", "2009-12-31"]).failed_with("2010-01-01");
}

#[test]
fn a_rule_that_rests_on_a_missing_provision_is_reported() {
    let desk = Desk::new();
    let items: String = (1..=8).map(|item| format!("  {item}\\. 시험 광고 {item}\n")).collect();
    let text = format!(
        "##### 제56조 (의료광고의 금지 등)\n\n**①** 의료인이 아닌 자는 하지 못한다.\n\n**②** 다음 각 호의 의료광고를 하지 못한다.\n\n{items}"
    );
    import(&desk, &[("law.md", act("의료법", "001788", "1", "2020-01-01", &text).text())]);
    let problems = |article: &str| {
        let pack = format!(
            "id = 'trial'\nversion = '1'\ntitle = '시험'\neffective_from = '2026-01-01'\n\n[[rule]]\nid = 'lamp'\ntitle = '호롱불'\nkind = 'V6'\nlevel = 'standard'\nseverity = 'medium'\narticles = ['{article}']\nrationale = '{{words:은/는}} 등잔 표현입니다.'\nquery = '과장 광고'\npatterns = ['\"호롱불\"']\nexceptions = ['objective_evidence', 'negated']\n[rule.examples]\nfires = ['호롱불 같은 치료']\nsilent = ['호롱불을 쓰지 않습니다']\n"
        );
        let path = desk.dir().join("pack.toml");
        std::fs::write(&path, pack).unwrap();
        let printed = desk.run(&["rules", "check", path.to_str().unwrap()]);
        format!("{}{}", printed.out, printed.err)
    };
    let printed = problems("의료법 제56조제2항제8호가목");
    assert!(printed.contains("제56조제2항제8호가목 is not in the stored law"), "{printed}");
    let printed = problems("의료법 제56조제2항제8호");
    assert!(!printed.contains("is not in the stored law"), "{printed}");
}
