//! The pattern language of rules: classes of words with the distance between them.
//!
//! ```text
//! {harm} ~2 {absence}            a word of harm, at most two words further a word of absence
//! {effect} <>3 {guarantee}       either order, at most three words between
//! #percent>=90 ~1 "만족"          a figure, then a literal
//! #percent:outcome                a figure of this role
//! @{provider} ~4 {praise|rank}?  @: needed, but not part of the words complained of; ?: may be missing
//! {no}+{pain}                    in one word, nothing between
//! ```

use crate::lexicon::{ClassId, ClassNames, LexiconBuilder};

/// A pattern: words no further apart than their gaps allow.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    /// The words of the pattern, in order; at least one.
    pub elements: Vec<Element>,
}

/// One word of a pattern.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// The classes, any of which matches.
    pub classes: Vec<ClassId>,
    /// A condition on the value of a figure.
    pub value: Option<(Comparison, f64)>,
    /// True when the word may be missing.
    pub optional: bool,
    /// True when the word must be there but is not part of the trigger.
    pub context: bool,
    /// The allowed distance to the element before it.
    pub gap: Distance,
}

/// How far an element may be from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distance {
    /// After it, with at most this many words between.
    After(u32),
    /// Before or after it, with at most this many words between.
    Around(u32),
    /// In the same word, directly after it.
    Attached,
}

/// A condition on a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The figure equals the bound (`=`).
    Equal,
    /// The figure is at least the bound (`>=`).
    AtLeast,
    /// The figure is at most the bound (`<=`).
    AtMost,
}

impl Comparison {
    /// Whether `value` meets the condition with `bound`.
    pub fn holds(self, value: f64, bound: f64) -> bool {
        match self {
            Comparison::Equal => (value - bound).abs() < 1e-9,
            Comparison::AtLeast => value >= bound,
            Comparison::AtMost => value <= bound,
        }
    }
}

/// Reads one pattern. Literals become classes of `lexicon`.
///
/// # Errors
/// A message with the part that cannot be read and what was expected.
pub fn parse(text: &str, lexicon: &mut LexiconBuilder) -> Result<Pattern, String> {
    let mut elements = Vec::new();
    let mut gap = Distance::After(0);
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if let Some((distance, after)) = distance(rest)? {
            if elements.is_empty() {
                return Err(format!("a pattern begins with a word, not with {rest:?}"));
            }
            (gap, rest) = (distance, after.trim_start());
            continue;
        }
        let (element, after) = element(rest, gap, lexicon)?;
        elements.push(element);
        gap = Distance::After(0);
        rest = after.trim_start();
    }
    match elements.first() {
        None => Err("an empty pattern".to_owned()),
        Some(first) if first.optional => {
            Err("the first word of a pattern may not be optional".to_owned())
        }
        Some(_) if gap != Distance::After(0) => Err("a distance with nothing after it".to_owned()),
        Some(_) => Ok(Pattern { elements }),
    }
}

fn distance(text: &str) -> Result<Option<(Distance, &str)>, String> {
    let (make, digits): (fn(u32) -> Distance, &str) = if let Some(rest) = text.strip_prefix("<>") {
        (Distance::Around, rest)
    } else if let Some(rest) = text.strip_prefix('~') {
        (Distance::After, rest)
    } else if let Some(rest) = text.strip_prefix('+') {
        return Ok(Some((Distance::Attached, rest)));
    } else {
        return Ok(None);
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let words: u32 = digits[..end].parse().map_err(|_| format!("a number of words in {text:?}"))?;
    if words > 30 {
        return Err(format!("{words} words are more than a sentence; at most 30"));
    }
    Ok(Some((make(words), &digits[end..])))
}

fn element<'t>(
    text: &'t str,
    gap: Distance,
    lexicon: &mut LexiconBuilder,
) -> Result<(Element, &'t str), String> {
    let (context, text) = match text.strip_prefix('@') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut value = None;
    let (classes, mut rest) = if let Some(inner) = text.strip_prefix('{') {
        let end = inner.find('}').ok_or_else(|| format!("a closing }} in {text:?}"))?;
        let classes = inner[..end]
            .split('|')
            .map(|name| class_named(name.trim(), &lexicon.names))
            .collect::<Result<Vec<_>, _>>()?;
        (classes, &inner[end + 1..])
    } else if let Some(inner) = text.strip_prefix('"') {
        let end = inner.find('"').ok_or_else(|| format!("a closing quotation mark in {text:?}"))?;
        let classes = inner[..end]
            .split('|')
            .map(|word| lexicon.literal(word).map_err(|found| format!("a word, not {found:?}")))
            .collect::<Result<Vec<_>, _>>()?;
        (classes, &inner[end + 1..])
    } else if let Some(name) = text.strip_prefix('#') {
        let is_name = |c: char| c.is_ascii_lowercase() || matches!(c, ':' | '_');
        let end = name.find(|c: char| !is_name(c)).map_or(text.len(), |at| at + 1);
        let class = class_named(&text[..end], &lexicon.names)?;
        let (condition, rest) = comparison(&text[end..])?;
        value = condition;
        (vec![class], rest)
    } else {
        return Err(format!("{{class}}, \"literal\" or #figure, not {text:?}"));
    };
    let optional = rest.starts_with('?');
    if optional {
        rest = &rest[1..];
    }
    Ok((Element { classes, value, optional, context, gap }, rest))
}

fn class_named(name: &str, names: &ClassNames) -> Result<ClassId, String> {
    names.get(name).ok_or_else(|| format!("a class of the lexicon, not {name:?}"))
}

/// A comparison with its bound.
type Condition = (Comparison, f64);

fn comparison(text: &str) -> Result<(Option<Condition>, &str), String> {
    let (comparison, rest) = if let Some(rest) = text.strip_prefix(">=") {
        (Comparison::AtLeast, rest)
    } else if let Some(rest) = text.strip_prefix("<=") {
        (Comparison::AtMost, rest)
    } else if let Some(rest) = text.strip_prefix('=') {
        (Comparison::Equal, rest)
    } else {
        return Ok((None, text));
    };
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let bound = rest[..end].parse().map_err(|_| format!("a number in {text:?}"))?;
    Ok((Some((comparison, bound)), &rest[end..]))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is the report of a failed test")]

    use super::*;
    use crate::lexicon::figures;

    fn lexicon() -> LexiconBuilder {
        let mut lexicon = LexiconBuilder::default();
        figures::intern(&mut lexicon.names);
        lexicon.read("t.toml", "[a]\nabout=''\nwords=['가']\n[b]\nabout=''\nwords=['나']").unwrap();
        lexicon
    }

    #[test]
    fn patterns_are_read() {
        let mut lexicon = lexicon();
        let pattern = parse(r##"@{a|b} ~2 "말"? <>3 #percent>=90 +{a}"##, &mut lexicon).unwrap();
        let shapes: Vec<_> = pattern
            .elements
            .iter()
            .map(|e| (e.classes.len(), e.optional, e.context, e.gap, e.value))
            .collect();
        assert_eq!(
            shapes,
            [
                (2, false, true, Distance::After(0), None),
                (1, true, false, Distance::After(2), None),
                (1, false, false, Distance::Around(3), Some((Comparison::AtLeast, 90.0))),
                (1, false, false, Distance::Attached, None),
            ]
        );
    }

    #[test]
    fn mistakes_are_named() {
        let mut lexicon = lexicon();
        for (text, part) in [
            ("", "empty"),
            ("{c}", "\"c\""),
            ("{a", "}"),
            ("~2 {a}", "begins with"),
            ("{a} ~2", "nothing after"),
            ("{a} ~x {b}", "number of words"),
            ("{a} ~99 {b}", "at most 30"),
            ("{a}? {b}", "optional"),
            ("a", "literal"),
            ("#percent>=x", "number"),
            ("#nothing", "#nothing"),
        ] {
            let error = parse(text, &mut lexicon).unwrap_err();
            assert!(error.contains(part), "{text:?}: {error}");
        }
    }
}
