//! Characters that a reader cannot see and that can hide words from a reviewer or from a rule.

/// Whether `c` has no shape of its own, or changes how others are displayed. Line feed, carriage return
/// and tab count as ordinary text. Variation selectors and joiners of emoji count as hidden; code that
/// displays text makes an exception for them by their neighbours.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}'
        | '\u{FFF0}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
        || (c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

#[cfg(test)]
mod tests {
    use super::is_hidden;

    #[test]
    fn hidden_characters_are_told_from_text() {
        let hidden = "\u{200B}\u{FEFF}\u{202E}\u{3164}\u{0}\u{7F}\u{E0041}\u{AD}\u{FE0F}";
        assert!(hidden.chars().all(is_hidden));
        assert!(!"가A1 \n\t\r·―％ㄱ醫😀\u{3000}\u{A0}".chars().any(is_hidden));
    }
}
