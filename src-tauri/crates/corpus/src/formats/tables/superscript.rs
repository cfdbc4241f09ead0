//! Characters that markup writes in another form: superscripts and named character references.

/// Superscript characters available in Unicode.
const RAISED: [(char, char); 16] = [
    ('0', '⁰'),
    ('1', '¹'),
    ('2', '²'),
    ('3', '³'),
    ('4', '⁴'),
    ('5', '⁵'),
    ('6', '⁶'),
    ('7', '⁷'),
    ('8', '⁸'),
    ('9', '⁹'),
    ('+', '⁺'),
    ('-', '⁻'),
    ('−', '⁻'),
    ('(', '⁽'),
    (')', '⁾'),
    ('n', 'ⁿ'),
];

/// Converts `<sup>6</sup>` to `⁶`, because 10⁶ must not become 106. Text without superscript characters is
/// written after `^`.
pub(super) fn raised(words: &str) -> String {
    let words = words.trim();
    if words.is_empty() {
        return String::new();
    }
    let each =
        words.chars().map(|c| RAISED.iter().find(|(plain, _)| *plain == c).map(|(_, up)| *up));
    each.collect::<Option<String>>().unwrap_or_else(|| format!("^{words}"))
}

/// Named character references, sorted by name for binary search.
const NAMED: [(&str, char); 77] = [
    ("Alpha", 'Α'),
    ("Beta", 'Β'),
    ("Delta", 'Δ'),
    ("Gamma", 'Γ'),
    ("Omega", 'Ω'),
    ("Sigma", 'Σ'),
    ("alpha", 'α'),
    ("amp", '&'),
    ("apos", '\''),
    ("asymp", '≈'),
    ("beta", 'β'),
    ("bull", '•'),
    ("cent", '¢'),
    ("chi", 'χ'),
    ("copy", '©'),
    ("dagger", '†'),
    ("deg", '°'),
    ("delta", 'δ'),
    ("divide", '÷'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("epsilon", 'ε'),
    ("eta", 'η'),
    ("frac12", '½'),
    ("frac14", '¼'),
    ("frac34", '¾'),
    ("gamma", 'γ'),
    ("ge", '≥'),
    ("gt", '>'),
    ("harr", '↔'),
    ("hellip", '…'),
    ("infin", '∞'),
    ("iota", 'ι'),
    ("kappa", 'κ'),
    ("lambda", 'λ'),
    ("laquo", '«'),
    ("larr", '←'),
    ("ldquo", '“'),
    ("le", '≤'),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("mdash", '—'),
    ("micro", 'µ'),
    ("middot", '·'),
    ("minus", '−'),
    ("mu", 'μ'),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("ne", '≠'),
    ("nu", 'ν'),
    ("omega", 'ω'),
    ("para", '¶'),
    ("permil", '‰'),
    ("phi", 'φ'),
    ("pi", 'π'),
    ("plusmn", '±'),
    ("prime", '′'),
    ("psi", 'ψ'),
    ("quot", '"'),
    ("raquo", '»'),
    ("rarr", '→'),
    ("rdquo", '”'),
    ("reg", '®'),
    ("rho", 'ρ'),
    ("rsquo", '’'),
    ("sdot", '⋅'),
    ("sect", '§'),
    ("sigma", 'σ'),
    ("sim", '∼'),
    ("sup2", '²'),
    ("sup3", '³'),
    ("tau", 'τ'),
    ("theta", 'θ'),
    ("thinsp", '\u{2009}'),
    ("times", '×'),
    ("trade", '™'),
    ("zeta", 'ζ'),
];

/// The character of a named character reference.
pub(super) fn named(name: &str) -> Option<char> {
    NAMED
        .binary_search_by_key(&name, |(known, _)| *known)
        .ok()
        .and_then(|at| NAMED.get(at))
        .map(|(_, c)| *c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raised_words_keep_their_meaning() {
        assert_eq!(raised("6"), "⁶");
        assert_eq!(raised("2+"), "²⁺");
        assert_eq!(raised("주1"), "^주1");
        assert_eq!(raised(" "), "");
    }

    #[test]
    fn every_name_is_found() {
        for (name, sign) in NAMED {
            assert_eq!(named(name), Some(sign), "{name}");
        }
        assert_eq!(named("nbs"), None);
    }
}
