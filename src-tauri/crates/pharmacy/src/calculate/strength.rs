//! 함량 of a product, as calculations use it.

use simui_domain::IngredientAmount;
use simui_korean::quantities::Unit;

use super::calculation::number;

/// The milligrams of one ingredient in a part of a product.
#[derive(Debug, Clone, PartialEq)]
pub struct Strength {
    /// Milligrams of the ingredient.
    pub milligrams: f64,
    /// The number of `unit` that has them, above 0.
    pub per: f64,
    /// mL, or a piece of the product.
    pub unit: Unit,
    /// Where it comes from, in Korean.
    pub origin: String,
}

impl Strength {
    /// The strength of a stored product; `None` if it is no mass in a volume or in pieces.
    pub fn of_product(amount: &IngredientAmount, origin: &str) -> Option<Self> {
        let unit = Unit::of_written(&amount.per.unit)?;
        let usable = amount.unit == "mg"
            && (unit.is_piece() || unit == Unit::Millilitre)
            && amount.amount > 0.0
            && amount.per.amount > 0.0;
        usable.then(|| Self {
            milligrams: amount.amount,
            per: amount.per.amount,
            unit,
            origin: origin.to_owned(),
        })
    }

    /// Milligrams in one unit.
    pub fn of_one(&self) -> f64 {
        self.milligrams / self.per
    }

    /// The strength for people: `160 mg/5 mL`.
    pub fn written(&self) -> String {
        let per = if self.per == 1.0 { String::new() } else { format!("{} ", number(self.per)) };
        format!("{} mg/{per}{}", number(self.milligrams), self.unit.written())
    }
}
