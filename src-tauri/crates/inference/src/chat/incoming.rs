//! Assembles an answer from the pieces of a stream, or from one complete response.

use serde_json::Value;

use super::sse::Events;
use crate::conversation::{Finish, Usage};

/// An answer that is being received.
#[derive(Debug, Default)]
pub(super) struct IncomingAnswer {
    events: Events,
    /// Body of a complete response, from a server that does not stream.
    complete_body: Option<Vec<u8>>,
    /// Text received so far.
    pub text: String,
    pub finish: Option<Finish>,
    pub usage: Option<Usage>,
    done: bool,
}

impl IncomingAnswer {
    /// Starts an answer with this content type.
    pub fn of(content_type: &str) -> Self {
        let json = content_type.to_ascii_lowercase().starts_with("application/json");
        Self { complete_body: json.then(Vec::new), ..Self::default() }
    }

    /// Adds received bytes; `on_piece` gets new text. Returns whether more bytes are expected.
    pub fn take(&mut self, bytes: &[u8], on_piece: &mut dyn FnMut(&str)) -> Result<bool, String> {
        if let Some(complete_body) = &mut self.complete_body {
            complete_body.extend_from_slice(bytes);
            return Ok(true);
        }
        let events = self.events.take(bytes)?;
        self.add_events(events, on_piece)?;
        Ok(!self.done)
    }

    /// Finishes the answer at the end of the body. Fails for an incomplete one.
    pub fn end(&mut self, on_piece: &mut dyn FnMut(&str)) -> Result<(), String> {
        if let Some(complete_body) = self.complete_body.take() {
            let value = serde_json::from_slice(&complete_body)
                .map_err(|_| "its answer is no JSON object".to_owned())?;
            return self.add_message(&value, on_piece);
        }
        let broken = |_| "the stream broke off".to_owned();
        let events = self.events.end()?;
        self.add_events(events, on_piece).map_err(broken)?;
        match self.done || self.finish.is_some() {
            true => Ok(()),
            false => Err("the stream broke off".to_owned()),
        }
    }

    fn add_events(
        &mut self,
        events: Vec<String>,
        on_piece: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        for data in events {
            if data.trim() == "[DONE]" {
                self.done = true;
                break;
            }
            let value = serde_json::from_str(&data)
                .map_err(|_| "its stream has something that is no JSON".to_owned())?;
            self.add_message(&value, on_piece)?;
        }
        Ok(())
    }

    /// Adds a piece (`delta`) or a complete message.
    fn add_message(&mut self, value: &Value, on_piece: &mut dyn FnMut(&str)) -> Result<(), String> {
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
            on_piece(text);
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

    fn read(content_type: &str, body: &str) -> (Result<(), String>, IncomingAnswer, String) {
        let mut reading = IncomingAnswer::of(content_type);
        let mut streamed = String::new();
        let mut on_piece = |text: &str| streamed.push_str(text);
        let mut outcome = Ok(());
        for piece in body.as_bytes().chunks(5) {
            match reading.take(piece, &mut on_piece) {
                Ok(true) => {}
                Ok(false) => break,
                Err(problem) => outcome = outcome.and(Err(problem)),
            }
        }
        let outcome = outcome.and_then(|()| reading.end(&mut on_piece));
        (outcome, reading, streamed)
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
        let (outcome, reading, streamed) = read("text/event-stream; charset=utf-8", &body);
        assert_eq!(
            (outcome, reading.text.as_str(), streamed.as_str()),
            (Ok(()), "과장 광고", "과장 광고")
        );
        assert_eq!(reading.finish, Some(Finish::Done));
        let usage = Usage { prompt_tokens: 7, completion_tokens: 2, estimated: false };
        assert_eq!(reading.usage, Some(usage));
    }

    #[test]
    fn a_whole_answer_will_do() {
        let body = r#"{"choices":[{"message":{"content":"예"},"finish_reason":"length"}]}"#;
        let (outcome, reading, streamed) = read("application/json", body);
        assert_eq!((outcome, reading.text.as_str(), streamed.as_str()), (Ok(()), "예", "예"));
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
