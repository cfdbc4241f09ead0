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

    /// Makes a key from either form in which data.go.kr shows it, percent-encoded or not. No such key
    /// contains `%` itself, so that a request encodes it exactly once.
    pub fn percent_decoded(&self) -> Self {
        decoded(&self.0).map_or_else(|| self.clone(), Self)
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

/// Decodes `%2B` and the like; `None` when there is nothing to decode, or a `%` begins no such code.
fn decoded(text: &str) -> Option<String> {
    let (first, rest) = text.split_once('%')?;
    let mut bytes = first.as_bytes().to_vec();
    for part in rest.split('%') {
        let (code, plain) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(code, 16).ok().filter(|_| !code.starts_with('+'))?);
        bytes.extend_from_slice(plain.as_bytes());
    }
    String::from_utf8(bytes).ok()
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

    #[test]
    fn a_key_is_decoded_once_from_either_form() {
        for (stored, sent) in [
            ("a%2Fb%2bc%3D%3D", "a/b+c=="),
            ("a/b+c==", "a/b+c=="),
            ("0123abcd", "0123abcd"),
            ("50%", "50%"),
            ("50%zz", "50%zz"),
            ("%+1", "%+1"),
            ("%FF", "%FF"),
            ("a%가", "a%가"),
            ("", ""),
        ] {
            assert_eq!(Secret::new(stored).percent_decoded().reveal(), sent, "{stored}");
        }
    }
}
