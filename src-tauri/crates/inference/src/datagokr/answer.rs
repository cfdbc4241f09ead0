use super::node::Node;
use super::reason::Reason;
use super::service::Service;
use crate::DataFault;
use crate::element::Element;

/// A page of a service's rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Page {
    /// Number of rows of all pages.
    pub total: u64,
    /// Number of this page; `None` when the answer does not say.
    pub number: Option<u64>,
    /// The rows.
    pub items: Vec<Node>,
}

/// Why an answer is no page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NoPage {
    pub fault: DataFault,
    /// What is wrong, and what to do.
    pub problem: String,
    /// Whether the same request may work at once.
    pub temporary: bool,
}

/// Code of a service that has no rows for the request.
const NO_DATA: &str = "3";
/// Longest part of an answer that is quoted in a message, in characters.
const QUOTED: usize = 120;

impl Page {
    /// Reads an answer of `service`: JSON with header and body, or what data.go.kr sends in its place,
    /// which is XML or HTML or plain text, mostly with the status of success.
    pub(super) fn parse(service: &Service, body: &[u8]) -> Result<Self, NoPage> {
        let text = std::str::from_utf8(body)
            .map_err(|error| unreadable(format!("it is not UTF-8 ({error})")))?;
        let text = text.trim_start_matches('\u{feff}').trim();
        match text.chars().next() {
            None => Err(unreadable("it is empty".to_owned())),
            Some('<') => Err(markup(text)),
            Some('{') => {
                let root: Node = serde_json::from_str(text).map_err(|error| {
                    let how = if error.is_eof() { "it breaks off" } else { "it is no JSON" };
                    unreadable(format!("{how} ({error})"))
                })?;
                page(service, &root)
            }
            Some(_) => Err(unreadable(format!("it is no JSON: {:?}", quoted(text)))),
        }
    }

    /// Returns the rows as a file for the importer. It has no paging, with which the importer would take
    /// it for a part of something that is missing.
    pub(super) fn file(&self) -> Result<Vec<u8>, NoPage> {
        let mut file = serde_json::to_vec_pretty(&self.items)
            .map_err(|error| unreadable(format!("it cannot be written ({error})")))?;
        file.push(b'\n');
        Ok(file)
    }
}

/// Explains XML or HTML that came instead of JSON.
fn markup(text: &str) -> NoPage {
    let start: String = text.chars().take(512).collect::<String>().to_ascii_lowercase();
    if start.contains("<html") || start.starts_with("<!doctype") {
        return unreadable("an HTML page came; the service may be under maintenance".to_owned());
    }
    let root = match Element::parse(text.as_bytes()) {
        Ok(root) => root,
        Err(error) => return unreadable(format!("XML came instead of JSON, and broken ({error})")),
    };
    let header = root.children.iter().find(|it| it.name.to_lowercase().ends_with("header"));
    let field = |names: &[&str]| {
        let found = header.into_iter().flat_map(|it| names.iter().map(|name| it.field(name)));
        found.into_iter().find(|it| !it.is_empty()).unwrap_or_default().to_owned()
    };
    let code = field(&["returnReasonCode", "resultCode"]);
    if code.is_empty() {
        return unreadable("XML came instead of JSON".to_owned());
    }
    refused(&code, &field(&["returnAuthMsg", "resultMsg", "errMsg"]))
}

fn page(service: &Service, root: &Node) -> Result<Page, NoPage> {
    let answer = root.field("response").or(root.field("OpenAPI_ServiceResponse")).unwrap_or(root);
    let header = answer.field("header").or(answer.field("cmmMsgHeader"));
    let field = |names: &[&str]| {
        let found = header.and_then(|it| names.iter().find_map(|name| it.field(name)));
        found.map(Node::text).unwrap_or_default()
    };
    let code = field(&["resultCode", "returnReasonCode"]);
    match code.trim_start_matches('0') {
        "" => {}
        NO_DATA => return Ok(Page { total: 0, number: None, items: Vec::new() }),
        _ => return Err(refused(&code, &field(&["resultMsg", "returnAuthMsg", "errMsg"]))),
    }
    let Some(body) = answer.field("body") else {
        return Err(unreadable("it has no body".to_owned()));
    };
    let items = items(body.field("items"))?;
    let number = |name: &str| body.field(name).map(Node::text).filter(|it| !it.is_empty());
    let total = match number("totalCount") {
        None if items.is_empty() => 0,
        None => return Err(unreadable("it has no totalCount".to_owned())),
        Some(text) => text
            .parse()
            .map_err(|_| unreadable(format!("its totalCount is {text:?} instead of a number")))?,
    };
    for field in &service.fields {
        if items.iter().any(|item| item.field(field).is_none()) {
            return Err(unreadable(format!(
                "a row has no {field}; the service may have changed, then a newer version of this program is needed"
            )));
        }
    }
    Ok(Page { total, number: number("pageNo").and_then(|it| it.parse().ok()), items })
}

/// Returns the rows of `items`: a list, an object with `item`, or nothing; each row bare or within `item`.
fn items(items: Option<&Node>) -> Result<Vec<Node>, NoPage> {
    let listed = match items {
        None => return Ok(Vec::new()),
        Some(node) if node.is_empty() => return Ok(Vec::new()),
        Some(node) => node.field("item").unwrap_or(node),
    };
    let rows: Vec<&Node> = match listed {
        Node::List(rows) => rows.iter().collect(),
        Node::Fields(fields) if fields.is_empty() => Vec::new(),
        node if node.is_empty() => Vec::new(),
        one => vec![one],
    };
    let bare = |row: &Node| {
        let row = match row {
            Node::Fields(fields) if fields.len() == 1 => row.field("item").unwrap_or(row),
            _ => row,
        };
        match row {
            Node::Fields(_) => Ok(row.clone()),
            other => Err(unreadable(format!("a row is no object: {:?}", quoted(&other.text())))),
        }
    };
    rows.into_iter().map(bare).collect()
}

fn refused(code: &str, message: &str) -> NoPage {
    let reply = quoted([code, message].join(" ").trim());
    match Reason::of(code) {
        Some(reason) => NoPage {
            fault: reason.fault(),
            problem: format!("refused: {reply}; {}", reason.advice),
            temporary: reason.temporary,
        },
        None => NoPage {
            fault: DataFault::Refused,
            problem: format!("refused: {reply}; look the code up at data.go.kr"),
            temporary: false,
        },
    }
}

/// Makes the error of an answer that says nothing; another try may bring a whole one.
fn unreadable(problem: String) -> NoPage {
    let problem = format!("its answer cannot be used: {problem}; try again later");
    NoPage { fault: DataFault::Answer, problem, temporary: true }
}

fn quoted(text: &str) -> String {
    let plain = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

    use super::*;

    fn service() -> &'static Service {
        Service::named("label").unwrap()
    }

    /// Checks the length of the list and the rows, or the case and part of the message.
    fn check(body: &str, expected: Result<(u64, &[&str]), (DataFault, &str)>) {
        match (Page::parse(service(), body.as_bytes()), expected) {
            (Ok(page), Ok((total, rows))) => {
                let codes: Vec<String> =
                    page.items.iter().map(|it| it.field("itemSeq").unwrap().text()).collect();
                assert_eq!(
                    (page.total, codes),
                    (total, rows.iter().map(|it| (*it).into()).collect()),
                    "{body}"
                );
            }
            (Err(no_page), Err((fault, part))) => {
                assert_eq!(no_page.fault, fault, "{body}: {no_page:?}");
                assert!(no_page.problem.contains(part), "{body}: {no_page:?}");
            }
            (found, _) => assert_eq!(format!("{found:?}"), "", "{body}"),
        }
    }

    /// An answer with this `items` and a list of two.
    fn with(items: &str) -> String {
        format!(
            "{{\"header\":{{\"resultCode\":\"00\",\"resultMsg\":\"NORMAL SERVICE.\"}},\
             \"body\":{{\"pageNo\":1,\"totalCount\":2,\"numOfRows\":100,\"items\":{items}}}}}"
        )
    }

    const TWO: &str = r#"[{"itemSeq":"1","itemName":"가"},{"itemSeq":2,"itemName":"나"}]"#;

    #[test]
    fn rows_come_in_several_shapes() {
        let wrapped = format!("{{\"item\":{TWO}}}");
        let each = r#"[{"item":{"itemSeq":"1","itemName":"가"}},{"item":{"itemSeq":"2","itemName":"나"}}]"#;
        for items in [TWO, &wrapped, each] {
            check(&with(items), Ok((2, &["1", "2"])));
            check(&format!("\u{feff}\n{{\"response\":{}}}\n", with(items)), Ok((2, &["1", "2"])));
        }
        check(&with(r#"{"item":{"itemSeq":"1","itemName":null}}"#), Ok((2, &["1"])));
        check(&with(r#"{"itemSeq":"1","itemName":null}"#), Ok((2, &["1"])));
        for none in ["[]", "null", "\"\"", "{}", "{\"item\":[]}", "{\"item\":\"\"}"] {
            check(&with(none), Ok((2, &[])));
        }
        check(&with(TWO).replace("\"totalCount\":2", "\"totalCount\":\"2\""), Ok((2, &["1", "2"])));
        check(&with(TWO).replace("\"00\"", "0"), Ok((2, &["1", "2"])));
        check(
            r#"{"header":{"resultCode":"00"},"body":{"pageNo":1,"totalCount":0,"numOfRows":10}}"#,
            Ok((0, &[])),
        );
        check(r#"{"header":{"resultCode":"03","resultMsg":"NODATA_ERROR"}}"#, Ok((0, &[])));
    }

    #[test]
    fn refusals_are_told_apart() {
        let gateway = |code: &str, message: &str| {
            format!(
                "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>{message}\
                 </returnAuthMsg><returnReasonCode>{code}</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>"
            )
        };
        let unknown_key = gateway("30", "SERVICE_KEY_IS_NOT_REGISTERED_ERROR");
        check(
            &unknown_key,
            Err((DataFault::Key, "30 SERVICE_KEY_IS_NOT_REGISTERED_ERROR; check the key")),
        );
        let expired = gateway("31", "DEADLINE_HAS_EXPIRED_ERROR");
        check(&expired, Err((DataFault::Key, "expired")));
        let used_up = gateway("22", "LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR");
        check(&used_up, Err((DataFault::Calls, "tomorrow")));
        check(
            r#"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"returnAuthMsg":"X","returnReasonCode":"22"}}}"#,
            Err((DataFault::Calls, "22 X")),
        );
        check(
            "<response><header><resultCode>12</resultCode><resultMsg>NO</resultMsg></header></response>",
            Err((DataFault::Refused, "12 NO; the service has a new address")),
        );
        check(
            r#"{"header":{"resultCode":"01","resultMsg":"APPLICATION ERROR"}}"#,
            Err((DataFault::Refused, "01 APPLICATION ERROR")),
        );
        check(
            r#"{"header":{"resultCode":"77"}}"#,
            Err((DataFault::Refused, "77; look the code up")),
        );
    }

    #[test]
    fn what_is_no_page_says_why() {
        let complete = with(TWO);
        let cut = complete.chars().take(120).collect::<String>();
        let total = complete.replace("\"totalCount\":2,", "");
        let word = complete.replace("\"totalCount\":2", "\"totalCount\":\"둘\"");
        let renamed = complete.replace("itemName", "itemTitle");
        for (body, part) in [
            ("", "it is empty"),
            (" \n", "it is empty"),
            (cut.as_str(), "breaks off"),
            ("{\"header\":x}", "no JSON"),
            ("Unauthorized", "no JSON: \"Unauthorized\""),
            ("<!DOCTYPE html><html><body>점검 중</body></html>", "HTML"),
            ("<?xml version=\"1.0\"?><html>", "HTML"),
            ("<a><b>", "XML came instead of JSON, and broken"),
            ("<a><b/></a>", "XML came instead of JSON"),
            ("{}", "no body"),
            (total.as_str(), "no totalCount"),
            (word.as_str(), "\"둘\" instead of a number"),
            (renamed.as_str(), "a row has no itemName"),
        ] {
            check(body, Err((DataFault::Answer, part)));
        }
        check(&with("[1]"), Err((DataFault::Answer, "a row is no object: \"1\"")));
        assert!(Page::parse(service(), b"{\xff}").is_err());
    }

    #[test]
    fn a_file_has_the_rows_in_their_order_of_fields() {
        let page = Page::parse(
            service(),
            with(r#"[{"itemSeq":"1","itemName":"가","a":null,"B":1.5}]"#).as_bytes(),
        );
        let file = String::from_utf8(page.unwrap().file().unwrap()).unwrap();
        let compact: String = file.chars().filter(|c| !c.is_whitespace()).collect();
        assert_eq!(compact, r#"[{"itemSeq":"1","itemName":"가","a":null,"B":1.5}]"#);
    }

    proptest::proptest! {
        #[test]
        fn nothing_panics(body in proptest::collection::vec(proptest::num::u8::ANY, 0..300)) {
            let _ = Page::parse(service(), &body);
        }

        #[test]
        fn broken_answers_do_not_panic(cut in 0_usize..400, with_text in "[\\[\\]{}\":,<>/a0 가]{0,8}") {
            let complete = with(TWO);
            let cut = complete.floor_char_boundary(cut);
            let body = format!("{}{with_text}{}", &complete[..cut], &complete[cut..]);
            let _ = Page::parse(service(), body.as_bytes()).map(|page| page.file());
        }
    }
}
