//! Checks the quotes: each must be in a source of the pack, at the place it names.

use serde_json::Value;

use crate::Outcome;
use crate::archive::Files;

/// Checks every citation of a case that the desk calls confirmed. Others are shown there as unconfirmed
/// and are not checked.
pub fn check(files: &Files, path: &str, case: &Value, outcome: &mut Outcome) {
    for citation in case["citations"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let exact = match citation["status"].as_str() {
            Some("VERIFIED") => true,
            Some("REPAIRED") => false,
            _ => continue,
        };
        match fault(files, citation, exact) {
            None => outcome.counts.quotes += 1,
            Some(fault) => outcome.fail(format!(
                "{path}: version {}, citation {} ({}): {fault}",
                citation["version"],
                citation["number"],
                citation["article"].as_str().unwrap_or_default()
            )),
        }
    }
}

fn fault(files: &Files, citation: &Value, exact: bool) -> Option<String> {
    let quote = citation["quote"].as_str().unwrap_or_default();
    let source = &citation["source"];
    if source.is_null() {
        return Some("it is called confirmed, and its source is not in the pack".to_owned());
    }
    let number = |name: &str| source[name].as_u64().and_then(|it| usize::try_from(it).ok());
    let text = |name: &str| files.text(source[name].as_str().unwrap_or_default());
    let (provision, body) = match (text("provision"), text("body")) {
        (Ok(provision), Ok(body)) => (provision, body),
        (Err(problem), _) | (_, Err(problem)) => return Some(problem),
    };
    let found = slice(provision, number("start"), number("end"));
    let same = |found: &str| match exact {
        true => found == quote,
        false => letters(found).eq(letters(quote)),
    };
    if quote.is_empty() || !found.as_deref().is_some_and(same) {
        let words = if exact { "word for word" } else { "letter for letter" };
        return Some(format!("the quote does not stand there {words}"));
    }
    // The quote's provision consists of the source's own text: its letters must occur in the body in
    // their order.
    let part = slice(body, number("body_start"), number("body_end"));
    let mut rest = part.as_deref().map(letters)?;
    let is_contained = letters(provision).all(|letter| rest.any(|other| other == letter));
    (!is_contained).then(|| "the provision is not of the document it names".to_owned())
}

/// The scalar values `start..end` of a text; `None` if the text is shorter.
fn slice(text: &str, start: Option<usize>, end: Option<usize>) -> Option<String> {
    let (start, end) = (start?, end?);
    let part: String = text.chars().skip(start).take(end.checked_sub(start)?).collect();
    (part.chars().count() == end - start).then_some(part)
}

fn letters(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric())
}
