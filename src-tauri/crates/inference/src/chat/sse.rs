//! Parses server-sent events as far as the protocol uses them: `data:` lines, and a blank line after each
//! event.

/// Longest event in bytes.
const MAX_EVENT: usize = 1 << 20;

/// Parser that takes bytes and returns the data of complete events.
#[derive(Debug, Default)]
pub(super) struct Events {
    /// Bytes of an incomplete line.
    rest: Vec<u8>,
    /// Data lines of an incomplete event.
    data: String,
}

impl Events {
    /// Returns the data of the events that `bytes` completes.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, String> {
        self.rest.extend_from_slice(bytes);
        let mut events = Vec::new();
        let mut begin = 0;
        while let Some(length) = self.rest[begin..].iter().position(|&byte| byte == b'\n') {
            let line = &self.rest[begin..begin + length];
            begin += length + 1;
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let line =
                std::str::from_utf8(line).map_err(|_| "its stream is no UTF-8".to_owned())?;
            if line.is_empty() && !self.data.is_empty() {
                events.push(std::mem::take(&mut self.data));
            }
            // Comments, ids and names of events are ignored.
            if let Some(data) = line.strip_prefix("data:") {
                if !self.data.is_empty() {
                    self.data.push('\n');
                }
                self.data.push_str(data.strip_prefix(' ').unwrap_or(data));
            }
        }
        self.rest.drain(..begin);
        match self.rest.len() + self.data.len() > MAX_EVENT {
            true => Err("its stream has an event without end".to_owned()),
            false => Ok(events),
        }
    }

    /// Returns the data of a last event without a blank line.
    pub fn end(&mut self) -> Result<Vec<String>, String> {
        self.take(b"\n\n")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]
    use super::*;

    fn check(stream: &str, expected: &[&str]) {
        for size in [1, 2, 3, 7, stream.len().max(1)] {
            let mut events = Events::default();
            let mut found = Vec::new();
            for piece in stream.as_bytes().chunks(size) {
                found.extend(events.take(piece).unwrap());
            }
            found.extend(events.end().unwrap());
            assert_eq!(found, expected, "{stream:?} by {size}");
        }
    }

    #[test]
    fn events_are_the_same_wherever_they_are_cut() {
        check("", &[]);
        check("data: {}\n\ndata: [DONE]\n\n", &["{}", "[DONE]"]);
        check("data:가\r\n\r\n: ping\n\nevent: x\ndata: 나\n\n", &["가", "나"]);
        check("data: a\ndata: b\n\n", &["a\nb"]);
        check("data: last", &["last"]);
        check(": only a comment\n\n", &[]);
    }

    #[test]
    fn an_endless_event_is_refused() {
        let mut events = Events::default();
        let piece = [b'x'; 65_536];
        let refused = (0..32).any(|_| events.take(&piece).is_err());
        assert!(refused && events.rest.len() <= MAX_EVENT + piece.len());
        assert!(Events::default().take(b"data: \xff\n").is_err());
    }
}
