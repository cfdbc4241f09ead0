use super::request::Request;
use crate::InferenceError;

/// Expected form of an answer. Some services send error pages as HTML with status 200.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expect {
    /// Any form.
    Anything,
    /// XML, and not HTML.
    Xml,
    /// A JSON object or array.
    Json,
    /// Any form except HTML.
    NoHtml,
}

/// A complete answer with a status of success.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// HTTP status, 200 to 299.
    pub status: u16,
    /// The header `Content-Type`; may be empty.
    pub content_type: String,
    /// Body of the answer.
    pub body: Vec<u8>,
}

impl Expect {
    /// Fails for an answer of another form.
    pub(super) fn check(
        self,
        request: &Request,
        content_type: &str,
        body: &[u8],
    ) -> Result<(), InferenceError> {
        let start = beginning(body);
        let html = content_type.to_ascii_lowercase().starts_with("text/html") || is_html(&start);
        let wanted = match self {
            Self::Anything => return Ok(()),
            Self::Xml => (!html && start.starts_with('<'), "XML"),
            Self::Json => (!html && start.starts_with(['{', '[']), "JSON"),
            Self::NoHtml => (!html, "a file"),
        };
        match wanted {
            (true, _) => Ok(()),
            (false, name) => {
                let found = if html { "an HTML page" } else { "something else" };
                let quoted = excerpt(body);
                Err(request.answer(format!(
                    "{found} came where {name} was expected: {quoted:?}; the service may be down or refuse the key"
                )))
            }
        }
    }
}

/// Returns the first characters without byte order mark and leading white space.
fn beginning(body: &[u8]) -> String {
    let start = String::from_utf8_lossy(&body[..body.len().min(512)]);
    start.trim_start_matches('\u{feff}').trim_start().to_owned()
}

fn is_html(start: &str) -> bool {
    let start = start.to_ascii_lowercase();
    // A page may begin with an XML declaration or a comment.
    start.starts_with("<!doctype html") || start.starts_with("<html") || start.contains("<html")
}

/// Returns the beginning of a body without tags, for a message.
pub(super) fn excerpt(body: &[u8]) -> String {
    let mut text = String::new();
    let mut inside = false;
    for c in String::from_utf8_lossy(&body[..body.len().min(4096)]).chars() {
        match c {
            '<' => inside = true,
            '>' => {
                inside = false;
                text.push(' ');
            }
            _ if !inside => text.push(if c.is_control() { ' ' } else { c }),
            _ => {}
        }
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(120).collect()
}
