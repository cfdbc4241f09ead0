use reqwest::Url;

/// Longest title in characters.
const MAX_TITLE: usize = 160;
/// Longest accepted address in bytes.
const MAX_ADDRESS: usize = 2000;

/// A web page that a search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundLink {
    /// Title on one line without markup; the domain if the page has none.
    pub title: String,
    /// Address, beginning with `https://`.
    pub url: String,
    /// Host in ASCII form (Punycode), which reveals look-alike letters.
    pub domain: String,
}

/// Makes a link; `None` unless the address is HTTPS with a domain and without credentials.
pub(super) fn link(title: &str, address: &str) -> Option<FoundLink> {
    if address.len() > MAX_ADDRESS {
        return None;
    }
    let url = Url::parse(address.trim()).ok()?;
    let plain = url.scheme() == "https" && url.username().is_empty() && url.password().is_none();
    let domain = url.host_str().filter(|host| plain && host.contains('.'))?.to_owned();
    let title = Some(plain_line(title)).filter(|it| !it.is_empty()).unwrap_or(domain.clone());
    Some(FoundLink { title, url: url.into(), domain })
}

/// Returns visible text on one line, with entities decoded and tags removed.
fn plain_line(text: &str) -> String {
    let text = entities(text);
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let tag = &rest[at + 1..];
        let is_tag = tag.starts_with(|it: char| it.is_ascii_alphabetic() || "/!?".contains(it));
        rest = match tag.find('>') {
            Some(end) if is_tag => {
                plain.push(' ');
                &tag[end + 1..]
            }
            // An unclosed tag extends to the end.
            None if is_tag => "",
            _ => {
                plain.push('<');
                tag
            }
        };
    }
    plain.push_str(rest);
    let without_controls = |c: char| if c.is_control() { ' ' } else { c };
    let visible = plain.chars().filter(|c| c.is_control() || !simui_domain::is_hidden(*c));
    let line = visible.map(without_controls).collect::<String>();
    let words: Vec<&str> = line.split_whitespace().collect();
    words.join(" ").chars().take(MAX_TITLE).collect()
}

fn entities(text: &str) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        .into_iter()
        .fold(text.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(title: &str, address: &str, expected: Option<(&str, &str)>) {
        let found = link(title, address);
        let parts = found.as_ref().map(|it| (it.title.as_str(), it.domain.as_str()));
        assert_eq!(parts, expected, "{title:?} {address:?}");
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        check("약", "https://drug.example/a?b=1", Some(("약", "drug.example")));
        for address in [
            "http://drug.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://name:word@drug.example/",
            "https://name@drug.example/",
            "https://localhost/",
            "//drug.example/",
            "drug.example",
            "",
        ] {
            check("약", address, None);
        }
        check("약", &format!("https://drug.example/{}", "a".repeat(3000)), None);
        // A letter that only looks like another one.
        check("약", "https://drυg.example/", Some(("약", "xn--drg-zzc.example")));
    }

    #[test]
    fn titles_are_one_line_of_plain_text() {
        let of = |title: &str, expected| {
            check(title, "https://a.example/", Some((expected, "a.example")));
        };
        of("<b>타이레놀</b> 정보", "타이레놀 정보");
        of("&lt;img src=x onerror=alert(1)&gt;약", "약");
        of("혈압 < 140 이고\n맥박 > 60", "혈압 < 140 이고 맥박 > 60");
        of("끝나지 않는 <script", "끝나지 않는");
        of("\u{202E}거꾸로\u{200B}", "거꾸로");
        of(" <i></i> ", "a.example");
        let long = "가".repeat(1000);
        of(&long, &"가".repeat(MAX_TITLE));
    }
}
