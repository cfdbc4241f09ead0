//! What a model says, put together from the pieces of its stream, or from one whole answer.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sse::Events;

/// Why a model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Finish {
    /// It was done.
    Done,
    /// Its answer is longer than it was allowed.
    Length,
    /// It, or a filter, refuses.
    Refused,
}

/// Tokens of one call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Of what was asked.
    pub prompt_tokens: u64,
    /// Of what was said.
    pub completion_tokens: u64,
    /// The server did not count: these are estimates.
    pub estimated: bool,
}

/// An answer as it grows.
#[derive(Debug, Default)]
pub(super) struct Reading {
    events: Events,
    /// A whole answer, from a server that does not stream.
    whole: Option<Vec<u8>>,
    /// What the model said.
    pub text: String,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
    done: bool,
}

impl Reading {
    /// For an answer of this content type.
    pub fn of(content_type: &str) -> Self {
        let json = content_type.to_ascii_lowercase().starts_with("application/json");
        Self { whole: json.then(Vec::new), ..Self::default() }
    }

    /// Takes bytes; whether more are wanted. `said` is told what is new of the text.
    pub fn take(&mut self, bytes: &[u8], said: &mut dyn FnMut(&str)) -> Result<bool, String> {
        if let Some(whole) = &mut self.whole {
            whole.extend_from_slice(bytes);
            return Ok(true);
        }
        let events = self.events.take(bytes)?;
        self.hear(events, said)?;
        Ok(!self.done)
    }

    /// The body is over.
    pub fn end(&mut self, said: &mut dyn FnMut(&str)) -> Result<(), String> {
        if let Some(whole) = self.whole.take() {
            let value = serde_json::from_slice(&whole)
                .map_err(|_| "its answer is no JSON object".to_owned())?;
            return self.hear_one(&value, said);
        }
        let broken = |_| "the stream broke off".to_owned();
        let events = self.events.end()?;
        self.hear(events, said).map_err(broken)?;
        match self.done || self.finish.is_some() {
            true => Ok(()),
            false => Err("the stream broke off".to_owned()),
        }
    }

    fn hear(&mut self, events: Vec<String>, said: &mut dyn FnMut(&str)) -> Result<(), String> {
        for data in events {
            if data.trim() == "[DONE]" {
                self.done = true;
                break;
            }
            let value = serde_json::from_str(&data)
                .map_err(|_| "its stream has something that is no JSON".to_owned())?;
            self.hear_one(&value, said)?;
        }
        Ok(())
    }

    /// A piece (`delta`) or a whole message.
    fn hear_one(&mut self, value: &Value, said: &mut dyn FnMut(&str)) -> Result<(), String> {
        if let Some(error) = value.get("error").filter(|error| !error.is_null()) {
            let words = error.get("message").and_then(Value::as_str).unwrap_or("an error");
            let words: String = words.chars().take(120).collect();
            return Err(format!("the server says: {words:?}"));
        }
        if let Some(usage) = value.get("usage").filter(|usage| usage.is_object()) {
            let count = |name: &str| usage.get(name).and_then(Value::as_u64).unwrap_or(0);
            self.usage = Some(Usage {
                prompt_tokens: count("prompt_tokens"),
                completion_tokens: count("completion_tokens"),
                estimated: false,
            });
        }
        let Some(choice) = value.get("choices").and_then(|choices| choices.get(0)) else {
            return Ok(());
        };
        let message = choice.get("delta").or_else(|| choice.get("message"));
        let words = |name| message.and_then(|it: &Value| it.get(name)).and_then(Value::as_str);
        if let Some(text) = words("content").filter(|text| !text.is_empty()) {
            self.text.push_str(text);
            said(text);
        }
        if words("refusal").is_some_and(|text| !text.is_empty()) {
            self.finish = Some(Finish::Refused);
        }
        let finish = choice.get("finish_reason").and_then(Value::as_str);
        if let (Some(reason), None) = (finish, self.finish) {
            self.finish = Some(match reason {
                "length" => Finish::Length,
                "content_filter" => Finish::Refused,
                _ => Finish::Done,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content_type: &str, body: &str) -> (Result<(), String>, Reading, String) {
        let mut reading = Reading::of(content_type);
        let mut told = String::new();
        let mut said = |text: &str| told.push_str(text);
        let mut outcome = Ok(());
        for piece in body.as_bytes().chunks(5) {
            match reading.take(piece, &mut said) {
                Ok(true) => {}
                Ok(false) => break,
                Err(problem) => outcome = outcome.and(Err(problem)),
            }
        }
        let outcome = outcome.and_then(|()| reading.end(&mut said));
        (outcome, reading, told)
    }

    fn stream(pieces: &[&str]) -> String {
        pieces.iter().map(|piece| format!("data: {piece}\n\n")).collect()
    }

    #[test]
    fn pieces_become_a_text() {
        let body = stream(&[
            r#"{"choices":[{"delta":{"role":"assistant"}}]}"#,
            r#"{"choices":[{"delta":{"content":"과장"}}]}"#,
            r#"{"choices":[{"delta":{"content":" 광고"},"finish_reason":"stop"}]}"#,
            r#"{"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}}"#,
            "[DONE]",
        ]);
        let (outcome, reading, told) = read("text/event-stream; charset=utf-8", &body);
        assert_eq!(
            (outcome, reading.text.as_str(), told.as_str()),
            (Ok(()), "과장 광고", "과장 광고")
        );
        assert_eq!(reading.finish, Some(Finish::Done));
        let usage = Usage { prompt_tokens: 7, completion_tokens: 2, estimated: false };
        assert_eq!(reading.usage, Some(usage));
    }

    #[test]
    fn a_whole_answer_will_do() {
        let body = r#"{"choices":[{"message":{"content":"예"},"finish_reason":"length"}]}"#;
        let (outcome, reading, told) = read("application/json", body);
        assert_eq!((outcome, reading.text.as_str(), told.as_str()), (Ok(()), "예", "예"));
        assert_eq!(reading.finish, Some(Finish::Length));
    }

    #[test]
    fn what_is_not_whole_is_said() {
        let half = stream(&[r#"{"choices":[{"delta":{"content":"반"}}]}"#]);
        for (content_type, body, why) in [
            ("text/event-stream", half.as_str(), "broke off"),
            ("text/event-stream", "data: nonsense\n\n", "no JSON"),
            ("text/event-stream", "", "broke off"),
            ("application/json", "{", "no JSON"),
            ("text/event-stream", "data: {\"error\":{\"message\":\"too long\"}}\n\n", "too long"),
        ] {
            let (outcome, ..) = read(content_type, body);
            assert!(outcome.as_ref().is_err_and(|it| it.contains(why)), "{body}: {outcome:?}");
        }
        let refused = stream(&[
            r#"{"choices":[{"delta":{"refusal":"no"}}]}"#,
            r#"{"choices":[{"delta":{},"finish_reason":"stop"}]}"#,
        ]);
        let (_, reading, _) = read("text/event-stream", &refused);
        assert_eq!(reading.finish, Some(Finish::Refused));
    }
}
