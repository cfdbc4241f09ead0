use std::fmt;

/// A key, which is masked in `{}`, `{:?}`, errors and logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

const MASK: &str = "****";

impl Secret {
    /// Makes a key without surrounding white space, which copying often adds.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Returns whether the key is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the key itself, for requests and the keyring only.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns `text` with the key masked, plain or percent-encoded.
    pub(crate) fn mask(&self, text: &str) -> String {
        if self.0.is_empty() {
            return text.to_owned();
        }
        let mut masked = text.replace(&self.0, MASK);
        for encoded in [percent_encoded(&self.0), percent_encoded(&self.0).to_lowercase()] {
            masked = masked.replace(&encoded, MASK);
        }
        masked
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(MASK)
    }
}

/// Encodes text for a query (application/x-www-form-urlencoded).
fn percent_encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'*' | b'-' | b'.' | b'_' => encoded.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_not_shown() {
        let key = Secret::new(" a/b+c\n");
        assert_eq!(format!("{key} {key:?}"), "**** ****");
        assert_eq!(key.mask("x=a/b+c y=a%2Fb%2Bc z=a%2fb%2bc"), "x=**** y=**** z=****");
        assert_eq!(Secret::new("").mask("plain"), "plain");
    }
}
