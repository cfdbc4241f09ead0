//! The envelope that public data services put around their items: `response/header`,
//! `response/body/items/item`.

use super::notes::Notes;
use super::table::Table;
use super::value::{Value, flatten};
use crate::reading::Finding;

/// Names of wrapper elements. Their contents are not fields of an item.
const WRAPPERS: [&str; 13] = [
    "response",
    "header",
    "body",
    "items",
    "item",
    "data",
    "result",
    "results",
    "rows",
    "row",
    "records",
    "list",
    "cmmmsgheader",
];
/// Wrapper fields that give the number of items and the page.
const PAGING: [&str; 8] =
    ["numofrows", "pageno", "totalcount", "currentcount", "matchcount", "perpage", "page", "type"];
const CODE: [&str; 2] = ["resultcode", "returnreasoncode"];
const MESSAGE: [&str; 3] = ["resultmsg", "returnauthmsg", "errmsg"];
/// Values outside the items are quoted in the finding up to this many characters; for longer ones only the
/// length is given.
const LONGEST_QUOTED_VALUE: usize = 60;

/// Whether a name is that of a wrapper element.
pub(super) fn is_wrapper(name: &str) -> bool {
    WRAPPERS.contains(&name.to_lowercase().as_str())
}

/// Whether a record is a wrapper without items, that is, all its fields describe the response.
pub(super) fn is_about_answer(fields: &[(String, Value)]) -> bool {
    fields.iter().all(|(name, value)| {
        let name = name.to_lowercase();
        let empty = matches!(value, Value::Empty)
            || matches!(value, Value::Text(text) if text.trim().is_empty());
        is_about(&name) || (is_wrapper(&name) && empty)
    })
}

fn is_about(name: &str) -> bool {
    PAGING.contains(&name) || CODE.contains(&name) || MESSAGE.contains(&name)
}

/// Checks the values found outside the items.
///
/// # Errors
/// Returns a finding when the service returned an error instead of data.
pub(super) fn judge(outside: Vec<(String, Value)>, table: &mut Table) -> Result<(), Finding> {
    let mut fields = Vec::new();
    flatten(Value::Record(outside), &mut |name, text| fields.push((name, text)));
    let field = |names: &[&str]| {
        let of =
            |(name, _): &&(String, String)| names.contains(&last(name).to_lowercase().as_str());
        fields.iter().find(of).map_or("", |(_, text)| text.trim())
    };
    let (code, message) = (field(&CODE), field(&MESSAGE));
    if code.chars().any(|c| c != '0') || (code.is_empty() && !field(&["errmsg"]).is_empty()) {
        return Err(Finding::whole_file(format!(
            "자료가 아니라 오류 응답입니다({}). 인증키와 요청을 확인하고 다시 받으십시오.",
            [code, message].join(" ").trim()
        )));
    }
    let total = field(&["totalcount"]).parse::<usize>().ok();
    if let Some(total) = total.filter(|total| *total > table.rows.len()) {
        let read = table.rows.len();
        table.notes.add("", format!(
            "전체 {total}건 가운데 {read}건만 이 파일에 있습니다. 나머지 쪽도 받아 가져오십시오."
        ));
    }
    leftover(&fields, &mut table.notes);
    Ok(())
}

fn leftover(fields: &[(String, String)], notes: &mut Notes) {
    let unknown = fields
        .iter()
        .filter(|(name, text)| !is_about(&last(name).to_lowercase()) && !text.trim().is_empty());
    let described: Vec<String> = unknown
        .take(20)
        .map(|(name, text)| match text.chars().count() {
            0..=LONGEST_QUOTED_VALUE => format!("{name}={}", text.trim()),
            many => format!("{name}({many}자)"),
        })
        .collect();
    if !described.is_empty() {
        notes.add(
            "",
            format!(
                "표 밖의 값은 가져오지 않았습니다: {}. 필요하면 표의 열로 옮기십시오.",
                described.join(", ")
            ),
        );
    }
}

fn last(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or(path)
}
