//! Tells which of the drugs that a text names belong to one product.

use std::collections::BTreeSet;

use crate::names::DrugMention;

/// 제품: the English names of the ingredients that a text names as one product.
pub(super) type Product<'a> = BTreeSet<&'a str>;

/// Characters that join the ingredients of one product, as labels and tables write them: `펜터민+토피라메이트`.
const JOINERS: [char; 5] = ['+', '/', '∙', '·', '&'];

/// The distinct products that `text` names. Ingredients of a brand share a span; those of a written
/// combination are joined by one of `JOINERS`. `drugs` are in reading order. A product that is named twice
/// counts once.
pub(super) fn products<'a>(text: &str, drugs: &'a [DrugMention]) -> BTreeSet<Product<'a>> {
    let letters: Vec<char> = text.chars().collect();
    let mut products = BTreeSet::new();
    let mut open = Product::new();
    for (at, drug) in drugs.iter().enumerate() {
        let before = at.checked_sub(1).map(|it| drugs[it].span);
        let is_joined = before.is_some_and(|span| {
            span == drug.span || letters.get(span.end..drug.span.start).is_some_and(joins)
        });
        if !is_joined {
            products.insert(std::mem::take(&mut open));
        }
        open.insert(drug.ingredient.as_str());
    }
    products.insert(open);
    products.remove(&Product::new());
    products
}

/// Whether the text between two names is a single joiner.
fn joins(between: &[char]) -> bool {
    let mut written = between.iter().filter(|it| !it.is_whitespace());
    matches!((written.next(), written.next()), (Some(one), None) if JOINERS.contains(one))
}

#[cfg(test)]
mod tests {
    use simui_domain::Span;

    use super::*;

    /// Compares the products of `text`; `큐시미아` is a brand with both ingredients.
    fn check(text: &str, expected: &[&[&str]]) {
        let known = [("펜터민", &["p"][..]), ("토피라메이트", &["t"]), ("큐시미아", &["p", "t"])];
        let mut drugs = Vec::new();
        for (spelling, ingredients) in known {
            for (byte, written) in text.match_indices(spelling) {
                let start = text[..byte].chars().count();
                let span = Span { start, end: start + written.chars().count() };
                drugs.extend(ingredients.iter().map(|it| DrugMention {
                    ingredient: (*it).to_owned(),
                    span,
                    written: written.to_owned(),
                    corrected: None,
                }));
            }
        }
        drugs.sort_by_key(|it| it.span);
        let found: Vec<Vec<&str>> =
            products(text, &drugs).into_iter().map(|it| it.into_iter().collect()).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn products_are_brands_and_what_is_joined() {
        check("", &[]);
        check("펜터민하고 토피라메이트", &[&["p"], &["t"]]);
        check("펜터민, 토피라메이트", &[&["p"], &["t"]]);
        check("펜터민+토피라메이트 복합제랑 펜터민", &[&["p"], &["p", "t"]]);
        check("펜터민 / 토피라메이트", &[&["p", "t"]]);
        check("펜터민++토피라메이트", &[&["p"], &["t"]]);
        check("큐시미아 먹는데 큐시미아가", &[&["p", "t"]]);
        check("큐시미아랑 펜터민", &[&["p"], &["p", "t"]]);
        check("펜터민이요, 펜터민", &[&["p"]]);
    }
}
