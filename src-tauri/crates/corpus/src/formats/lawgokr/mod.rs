//! Reads answers of law.go.kr (`lawgokr-xml/1`, `lawgokr-json/1`): laws, rules, ordinances and decisions.
//!
//! XML and JSON become the same [`tree`]. A walker takes known nodes out of the tree and writes them in our
//! Markdown; remaining nodes are reported. Numbers in the law's text take precedence over those in elements,
//! and every difference is reported.

mod articles;
mod back;
mod basics;
mod body;
mod decision;
mod flat;
mod json;
mod label;
mod law;
mod list;
mod notes;
mod rule;
mod structured;
mod tree;
mod unit;
mod words;
mod xml;

use self::tree::Node;
use crate::manuscript::Manuscript;
use crate::reading::Finding;

/// Name of the XML reader in `Document::reader`.
pub(crate) const XML: &str = "lawgokr-xml/1";
/// Name of the JSON reader in `Document::reader`.
pub(crate) const JSON: &str = "lawgokr-json/1";

/// Root elements that only law.go.kr uses, in lower case.
const OWN_ROOTS: [&str; 16] = [
    "법령",
    "행정규칙",
    "자치법규",
    "판례",
    "헌재결정례",
    "lawservice",
    "admrulservice",
    "ordinservice",
    "precservice",
    "detcservice",
    "expcservice",
    "lawsearch",
    "admrulsearch",
    "ordinsearch",
    "precsearch",
    "detcsearch",
];

/// First fields of a JSON answer whose root was removed.
const FIRST_FIELDS: [&str; 7] = [
    "기본정보",
    "행정규칙기본정보",
    "자치법규기본정보",
    "법령키",
    "조문",
    "판례정보일련번호",
    "헌재결정례일련번호",
];

/// Root elements that other sources use too: an answer of law.go.kr only by its content.
const COMMON_ROOTS: [&str; 8] =
    ["law", "prec", "admrul", "ordin", "detc", "response", "result", "msg"];

/// Longest error answer in bytes under a common root; a longer text is of another source.
const LONGEST_ERROR: usize = 64 * 1024;

/// Reads an answer of law.go.kr in XML; `None` when its root element is unknown.
pub(crate) fn xml(text: &str) -> Option<Result<Vec<Manuscript>, Finding>> {
    if let Some(page) = list::web_page(text) {
        return Some(Err(page));
    }
    let text = text.trim_start();
    if text.starts_with('{') { of_json(text) } else { of_xml(text) }
}

/// Reads an answer of law.go.kr in JSON; an error may still be XML or HTML.
pub(crate) fn json(text: &str) -> Option<Result<Vec<Manuscript>, Finding>> {
    xml(text)
}

fn of_xml(text: &str) -> Option<Result<Vec<Manuscript>, Finding>> {
    let root = xml::root_name(text)?;
    answer(&root, text, XML, xml::tree)
}

fn of_json(text: &str) -> Option<Result<Vec<Manuscript>, Finding>> {
    let first = json::first_field(text)?;
    answer(&first, text, JSON, |text| json::tree(text).map(inside))
}

/// Returns the known field of a JSON answer; other fields are added to it, so that they are reported.
fn inside(mut root: Node) -> Node {
    let is_root = |node: &Node| {
        OWN_ROOTS.contains(&node.name.to_lowercase().as_str()) && !node.children.is_empty()
    };
    if root.name.is_empty()
        && !root.has(&basics::BASICS)
        && let Some(at) = root.children.iter().position(is_root)
    {
        let mut inner = root.children.remove(at);
        inner.children.append(&mut root.children);
        return inner;
    }
    root
}

fn answer(
    name: &str,
    text: &str,
    reader: &'static str,
    tree: impl Fn(&str) -> Result<Node, Finding>,
) -> Option<Result<Vec<Manuscript>, Finding>> {
    let name = name.to_lowercase();
    let own = OWN_ROOTS.contains(&name.as_str()) || FIRST_FIELDS.contains(&name.as_str());
    if !own && !COMMON_ROOTS.contains(&name.as_str()) {
        return None;
    }
    let root = match tree(text) {
        Ok(root) => root,
        Err(finding) => return own.then_some(Err(finding)),
    };
    if root.has(&basics::BASICS) || root.has(&["조문"]) {
        return Some(Ok(vec![law::read(root, reader)]));
    }
    if root.has(&[
        "판시사항",
        "판결요지",
        "결정요지",
        "판례내용",
        "판례정보일련번호",
        "헌재결정례일련번호",
    ]) {
        return Some(Ok(vec![decision::read(root, reader)]));
    }
    if own && (name.ends_with("search") || root.has(&["totalCnt"])) {
        return Some(Err(list::list(&root)));
    }
    let error = list::error(&root).filter(|_| own || text.len() < LONGEST_ERROR);
    match (error, own) {
        (Some(error), _) => Some(Err(error)),
        (None, true) => Some(Err(list::unknown(&root))),
        (None, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_of_law_go_kr_are_taken() {
        let taken = |text: &str| xml(text).is_some();
        for text in [
            "<법령></법령>",
            "<?xml version=\"1.0\"?>\n<!-- 답 --><LawSearch/>",
            "<law><result>실패</result></law>",
            "<Law>일치하는 법령이 없습니다.</Law>",
            " {\"\\ubc95\\ub839\": {}}",
            "{\"Law\": \"일치하는 법령이 없습니다.\"}",
            "<!DOCTYPE html><html></html>",
        ] {
            assert!(taken(text), "{text}");
        }
        for text in [
            "",
            "법령",
            "<response><header><resultCode>00</resultCode></header><body/></response>",
            "<items><item/></items>",
            "<law><article/></law>",
            "[{\"법령\": {}}]",
            "{}",
            "{\"items\": []}",
            "{\"response\": {\"header\": {\"resultCode\": \"00\"}}}",
        ] {
            assert!(!taken(text), "{text}");
        }
    }
}
