use serde::Deserialize;
use simui_domain::Ad;

use crate::EvaluateError;

/// An advertisement with other wordings of it: one line of a file of families. A line without `rewritten` has
/// the form that `simui review run` reads.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Family {
    /// The first text, with medium, evidence and other fields.
    #[serde(flatten)]
    pub ad: Ad,
    /// The same advertisement, reworded by a person.
    #[serde(default)]
    pub rewritten: Vec<String>,
}

const FILE: &str = "families.jsonl";

/// Returns the families that the program carries.
pub fn shipped_families() -> Result<Vec<Family>, EvaluateError> {
    families_from(FILE, include_str!("../../data/families.jsonl"))
}

/// Reads families from the text of `file`, one JSON object a line; blank lines are skipped. A family without
/// an id gets the number of its line.
///
/// # Errors
/// [`EvaluateError::Data`] with the line that cannot be read, [`EvaluateError::Empty`] when there is no
/// family.
pub fn families_from(file: &str, text: &str) -> Result<Vec<Family>, EvaluateError> {
    let mut families = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let wrong = |problem: String| EvaluateError::Data {
            file: file.to_owned(),
            line: index + 1,
            problem,
        };
        let mut family: Family =
            serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
        let texts = std::iter::once(&family.ad.text).chain(&family.rewritten);
        if texts.into_iter().any(|text| text.trim().is_empty()) {
            return Err(wrong("an empty text".to_owned()));
        }
        family.ad.id.get_or_insert_with(|| (index + 1).to_string());
        families.push(family);
    }
    if families.is_empty() {
        return Err(EvaluateError::Empty { file: file.to_owned() });
    }
    Ok(families)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops where it fails")]
    use super::*;

    #[test]
    fn the_shipped_families_are_read() {
        let families = shipped_families().unwrap();
        assert!(families.len() >= 30);
        assert!(families.iter().all(|family| !family.rewritten.is_empty()));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let check = |text: &str, expected: &str| {
            let found = families_from("f.jsonl", text).unwrap_err().to_string();
            assert!(found.starts_with(expected), "{found}");
        };
        check("{\"text\":\"가\"}\n{\"txt\":\"나\"}", "f.jsonl:2: missing field `text`");
        check("{\"text\":\"가\"}\n\n{\"text\":\" \"}", "f.jsonl:3: an empty text");
        check("\n", "f.jsonl: no advertisement");
    }

    #[test]
    fn a_family_without_an_id_gets_its_line_number() {
        let families =
            families_from("f", "\n{\"text\":\"가\"}\n{\"id\":\"x\",\"text\":\"나\"}").unwrap();
        let ids: Vec<_> = families.iter().map(|it| it.ad.id.as_deref()).collect();
        assert_eq!(ids, [Some("2"), Some("x")]);
    }
}
