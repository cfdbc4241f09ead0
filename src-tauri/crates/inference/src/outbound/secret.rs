use std::fmt;

/// A key. It is never shown: not by `{}`, not by `{:?}`, not in an error or a log.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

const MASK: &str = "****";

impl Secret {
    /// A key; white space around it, as it comes along with copying, is left out.
    pub fn new(text: &str) -> Self {
        Self(text.trim().to_owned())
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The key itself: for the wire and the keyring alone.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// `text` with the key, plain or as it stands in an address, masked.
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

/// As the query of an address has it (application/x-www-form-urlencoded).
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
