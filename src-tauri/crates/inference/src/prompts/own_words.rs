//! Validates an office's own text for a prompt before it is used.
//!
//! Printed values are quoted as in the built-in prompts (`template.rs`). In addition, the text must take the
//! same inputs, must still say that quoted text is material, and must not print other values in labels than
//! the built-in prompt, because labels are outside the quotation.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::{Map, Value};

use super::book::Prompts;
use super::template::{Prompt, Rendered};
use crate::InferenceError;

/// Example inputs of each prompt.
static EXAMPLES: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    let read: Result<Map<String, Value>, _> = serde_json::from_str(include_str!("examples.json"));
    read.unwrap_or_default()
});

impl Prompts {
    /// Returns example inputs of a prompt; `None` where there are none.
    pub fn example(name: &str) -> Option<&'static Map<String, Value>> {
        EXAMPLES.get(name)?.as_object()
    }

    /// Parses and validates `text` as a replacement of the prompt `name`.
    ///
    /// # Errors
    /// [`InferenceError::Prompt`] with the line, when the text is not acceptable.
    pub fn own_words(&self, name: &str, text: &str) -> Result<Prompt, InferenceError> {
        let shipped = self.find(name)?;
        let path = format!("{name}.md");
        let own = Prompt::parse(&path, text)?;
        let wrong =
            |problem: String| InferenceError::Prompt { path: path.clone(), line: 1, problem };
        if own.used().name != name {
            return Err(wrong(format!(
                "its `name` is {:?}; it must stay {name:?}",
                own.used().name
            )));
        }
        let named = |prompt: &Prompt| prompt.inputs().iter().cloned().collect::<BTreeSet<_>>();
        if named(&own) != named(shipped) {
            let inputs = shipped.inputs().join(", ");
            return Err(wrong(format!("its `inputs` must stay [{inputs}]")));
        }
        let example = Self::example(name).ok_or_else(|| {
            wrong("there is no example to try it with, so it cannot be replaced".to_owned())
        })?;
        let (before, after) = (shipped.render(example)?, own.render(example)?);
        let mentions_marks =
            |rendered: &Rendered| rendered.system.contains("<<") && rendered.system.contains(">>");
        if mentions_marks(&before) && !mentions_marks(&after) {
            return Err(wrong(
                "`## 지시` no longer says that what stands between `<<` and `>>` is material and no instruction; \
                 say it as the program's own does"
                    .to_owned(),
            ));
        }
        let (traced, places) = traced(example);
        let known = outside(&shipped.render(&traced)?, &places);
        let unquoted = outside(&own.render(&traced)?, &places);
        if let Some(place) = unquoted.difference(&known).next() {
            return Err(wrong(format!(
                "{place} is printed outside of a quotation, in a label; print it as `{{{{ value | of(\"말\") }}}}` with a label \
                 of your own words"
            )));
        }
        Ok(own)
    }

    /// Returns the prompts with an office's own texts. Texts that are no longer acceptable, for example after
    /// an update of the program, are left out and returned with the reason.
    pub fn with_own_words(
        &self,
        own: &BTreeMap<String, String>,
    ) -> (Self, BTreeMap<String, String>) {
        let (mut prompts, mut left_out) = (self.clone(), BTreeMap::new());
        for (name, text) in own {
            match self.own_words(name, text) {
                Ok(prompt) => prompts.put(prompt),
                Err(error) => {
                    left_out.insert(name.clone(), error.to_string());
                }
            }
        }
        (prompts, left_out)
    }
}

/// First of the private-use characters that replace texts; templates do not contain them.
const TRACES: u32 = 0xE000;

/// Replaces each text of the inputs by a repeated unique character; also returns the field of each character.
fn traced(inputs: &Map<String, Value>) -> (Map<String, Value>, Vec<(char, String)>) {
    let mut places = Vec::new();
    let mut traced = inputs.clone();
    for (name, value) in &mut traced {
        trace(value, name, &mut places);
    }
    (traced, places)
}

fn trace(value: &mut Value, place: &str, places: &mut Vec<(char, String)>) {
    match value {
        Value::String(text) => {
            let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
            let trace = TRACES.checked_add(number).and_then(char::from_u32).unwrap_or(char::MAX);
            places.push((trace, place.to_owned()));
            *text = trace.to_string().repeat(12);
        }
        // All entries of a list count as one field.
        Value::Array(values) => values.iter_mut().for_each(|it| trace(it, place, places)),
        Value::Object(fields) => {
            fields.iter_mut().for_each(|(name, it)| trace(it, &format!("{place}.{name}"), places));
        }
        _ => {}
    }
}

/// Returns the fields that are printed outside of every quotation.
fn outside(rendered: &Rendered, places: &[(char, String)]) -> BTreeSet<String> {
    let mut bare = String::new();
    for part in [&rendered.system, &rendered.user] {
        let mut closing: Option<String> = None;
        for line in part.lines() {
            match &closing {
                Some(end) if line == end => closing = None,
                Some(_) => {}
                None => {
                    bare.push_str(line);
                    bare.push('\n');
                    closing = opens(line).map(|mark| format!("{mark}>>"));
                }
            }
        }
    }
    let stands = places.iter().filter(|(trace, _)| bare.contains(*trace));
    stands.map(|(_, place)| place.clone()).collect()
}

/// Returns the mark of the quotation that a line opens: `[광고] <<MARK`.
fn opens(line: &str) -> Option<&str> {
    let (before, mark) = line.rsplit_once("<<")?;
    let marks = !mark.is_empty() && mark.chars().all(|c| c.is_ascii_uppercase());
    (before.ends_with("] ") && marks).then_some(mark)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
    use super::*;

    fn shipped() -> Prompts {
        Prompts::built_in().unwrap()
    }

    fn check(name: &str, change: impl Fn(&str) -> String, refused: &str) {
        let prompts = shipped();
        let text = change(prompts.find(name).unwrap().text());
        let outcome = prompts.own_words(name, &text).map(|_| String::new());
        let outcome = outcome.unwrap_or_else(|error| error.to_string());
        assert!(
            outcome.contains(refused) && outcome.is_empty() == refused.is_empty(),
            "{outcome}\n{text}"
        );
    }

    #[test]
    fn examples_fit_their_prompts_and_the_programs_own_words_may_stand() {
        let prompts = shipped();
        assert!(EXAMPLES.len() >= 8);
        for (name, example) in EXAMPLES.iter() {
            let prompt = prompts.find(name).unwrap();
            prompt.render(example.as_object().unwrap()).unwrap();
            check(name, str::to_owned, "");
        }
    }

    #[test]
    fn own_words_are_tried_before_they_are_taken() {
        let replaced = |from: &'static str, to: &'static str| {
            move |text: &str| {
                assert!(text.contains(from), "{from}");
                text.replace(from, to)
            }
        };
        let name = "classification";
        check(name, replaced("당신은 의료광고 심의를 돕습니다.", "의료광고를 꼼꼼히 봅니다."), "");
        check(name, replaced("version: 1", "version: 2"), "");
        check(name, replaced("name: classification", "name: drafting"), "it must stay");
        check(name, replaced("[ad, claims]", "[ad]"), "must stay [ad, claims]");
        check(name, replaced("[ad, claims]", "[ad, claims, law]"), "must stay [ad, claims]");
        check(name, replaced("{{ ad |", "{{ advertisement |"), "classification.md:");
        check(name, replaced("claim.text", "claim.words"), "classification.md:");
        check(name, replaced("{% endfor %}", ""), "classification.md:");
        check(name, replaced("`<<`와 `>>` 사이의", "아래"), "no longer says");
        // Ways around the quotation.
        for way in ["{{ ad | safe }}", "{{ ad | escape }}", "{{ ad | e }}"] {
            check(name, replaced("{{ ad | of(\"광고 원문\") }}", way), "classification.md:");
        }
        check(name, replaced("of(\"광고 원문\")", "of(ad)"), "ad is printed outside");
        check(
            name,
            replaced("of(\"광고 원문\")", "of(\"광고 \" ~ ad[:4])"),
            "ad is printed outside",
        );
        check(
            name,
            replaced("\"주장 \" ~ claim.id", "claim.text"),
            "claims.text is printed outside",
        );
        // Printed without a label it is quoted all the same, and so is what is made of it.
        for way in [
            "{{ ad }}",
            "{{ ad | upper }}",
            "{{ ad ~ '' }}",
            "{{ \"%s\" | format(ad) }}",
            "{% set x %}{{ ad }}{% endset %}{{ x }}",
        ] {
            check(name, replaced("{{ ad | of(\"광고 원문\") }}", way), "");
        }
    }

    #[test]
    fn words_that_may_no_longer_stand_are_left_out() {
        let prompts = shipped();
        let good = prompts.find("drafting").unwrap().text().replace("돕습니다", "거듭니다");
        let own = [("drafting", good.as_str()), ("classification", "옛 판"), ("nothing", "없음")];
        let own = own.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let (used, left_out) = prompts.with_own_words(&own);
        assert!(used.find("drafting").unwrap().text().contains("거듭니다"));
        let digest = |prompts: &Prompts| prompts.find("drafting").unwrap().used().sha256.clone();
        assert_ne!(digest(&used), digest(&prompts), "what is recorded tells them apart");
        assert_eq!(left_out.keys().collect::<Vec<_>>(), ["classification", "nothing"]);
        assert_eq!(used.all().len(), prompts.all().len());
    }
}
