//! Units of measured values and their conversion.

use crate::text::letters::normal;

/// The units in which values of one measure may be written, the longest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Units(Vec<(String, Conversion)>);

/// How a written value is converted to the measure's own unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Conversion {
    /// value × factor
    Factor(f64),
    /// (°F − 32) × 5/9
    Fahrenheit,
    /// From mmol/mol to %: the NGSP's master equation, % = 0.09148 × mmol/mol + 2.152.
    Ifcc,
}

impl Conversion {
    /// Converts a value; anything but factor 1 is rounded to two decimals.
    pub fn apply(self, value: f64) -> f64 {
        let converted = match self {
            Self::Factor(factor) => value * factor,
            Self::Fahrenheit => (value - 32.0) * 5.0 / 9.0,
            Self::Ifcc => 0.09148 * value + 2.152,
        };
        if self == Self::Factor(1.0) { converted } else { (converted * 100.0).round() / 100.0 }
    }
}

impl Units {
    /// Reads a cell such as `mg/dl=1|mmol/l=18.0156`. The error says what is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut units = Vec::new();
        for unit in text.split('|').filter(|it| !it.is_empty()) {
            let (name, conversion) =
                unit.rsplit_once('=').ok_or_else(|| format!("unit {unit:?} lacks `=factor`"))?;
            let conversion = match conversion {
                "F" => Conversion::Fahrenheit,
                "IFCC" => Conversion::Ifcc,
                factor => Conversion::Factor(
                    factor.parse().map_err(|_| format!("{factor:?} is no factor of {name:?}"))?,
                ),
            };
            units.push((normal(name), conversion));
        }
        units.sort_by_key(|it| std::cmp::Reverse(it.0.len()));
        Ok(Self(units))
    }

    /// The longest unit that the text begins with: its length in bytes and its conversion.
    pub fn at_start(&self, text: &str) -> Option<(usize, Conversion)> {
        let (name, conversion) = self.0.iter().find(|(name, _)| {
            text.strip_prefix(name.as_str()).is_some_and(|rest| {
                !name.ends_with(|c: char| c.is_ascii_alphanumeric())
                    || !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '/')
            })
        })?;
        Some((name.len(), *conversion))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::*;

    #[test]
    fn values_are_converted_by_the_documented_formulas() {
        let units = Units::read("mg/dl=1|mmol/l=18.0156|°F=F|mmol/mol=IFCC").unwrap();
        for (unit, value, expected) in [
            ("mg/dl", 180.0, 180.0),
            ("mmol/l", 10.0, 180.16),
            ("°f", 101.5, 38.61),
            ("mmol/mol", 53.0, 7.0),
        ] {
            let (length, conversion) = units.at_start(unit).unwrap();
            assert_eq!(length, unit.len());
            assert_eq!(conversion.apply(value), expected, "{unit}");
        }
        assert_eq!(units.at_start("mmol/lb"), None);
        assert!(Units::read("mg").is_err() && Units::read("mg=viel").is_err());
    }
}
