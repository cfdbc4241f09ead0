//! 제품: products of the desk's own documents, which no list of the program has.

use simui_domain::{DocumentId, DrugProduct, IngredientAmount, Span};

use super::{Names, folded};

/// Most documents of one product; a name without strength may have many.
const MOST_DOCUMENTS: usize = 6;

/// A product that a text names, with the documents that are about it.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedProduct {
    /// 품목명 without brackets: `나무펜정500밀리그램`.
    pub name: String,
    /// The name as the text writes it.
    pub written: String,
    /// The place of the name in the text, in Unicode scalars.
    pub span: Span,
    /// The English names of the ingredients of all products of that name, each once, so that none escapes a
    /// check; its own name where no ingredient is known.
    pub ingredients: Vec<String>,
    /// Its labels and permits.
    pub documents: Vec<DocumentId>,
    /// 함량 of each ingredient by its English name, where all products of that name have the same.
    pub amounts: Vec<(String, IngredientAmount)>,
    /// Folded spellings, longest first: of the text, and of the titles of its documents.
    pub(super) spellings: Vec<String>,
}

impl NamedProduct {
    /// Makes the product of a mention: `products` are those of one name with their documents, at least one,
    /// such as the strengths of one brand. `others` gives the ingredient of a name that `names` lacks: the
    /// DUR tables know some, also by products.
    pub fn new(
        written: &str,
        span: Span,
        products: &[(DocumentId, DrugProduct)],
        names: &Names,
        others: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let (_, first) = products.first()?;
        let name = without_brackets(&first.name);
        let mut ingredients: Vec<String> = Vec::new();
        let listed = products.iter().flat_map(|(_, product)| &product.ingredients);
        for known in listed.flat_map(|it| known(it, names, others)) {
            if !ingredients.contains(&known) {
                ingredients.push(known);
            }
        }
        if ingredients.is_empty() {
            ingredients = known(&name, names, others);
        }
        if ingredients.is_empty() {
            ingredients.push(name.clone());
        }
        let mut spellings = vec![folded(written)];
        for (_, product) in products {
            spellings.push(folded(&without_brackets(&product.name)));
        }
        spellings.sort_by_key(|it| (std::cmp::Reverse(it.chars().count()), it.clone()));
        spellings.dedup();
        let documents = products.iter().take(MOST_DOCUMENTS).map(|(id, _)| id.clone()).collect();
        let amounts = shared_amounts(products, &ingredients, names, others);
        let written = written.to_owned();
        Some(Self { name, written, span, ingredients, documents, amounts, spellings })
    }

    /// The places where `text`, folded, has one of the spellings, in bytes.
    pub(super) fn places<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = (usize, usize)> + use<'t> {
        let of = |spelling: &'t String| {
            text.match_indices(spelling.as_str()).map(|(at, found)| (at, at + found.len()))
        };
        self.spellings.iter().flat_map(of)
    }
}

/// The amount of each ingredient on which all products agree: those of one 품목명, such as a label and a permit,
/// may leave it to each other, and those of different names, such as the strengths of a brand, must not.
fn shared_amounts(
    products: &[(DocumentId, DrugProduct)],
    ingredients: &[String],
    names: &Names,
    others: &dyn Fn(&str) -> Option<String>,
) -> Vec<(String, IngredientAmount)> {
    let of = |product: &DrugProduct, ingredient: &String| {
        let is = |it: &&IngredientAmount| known(&it.ingredient, names, others).contains(ingredient);
        let found: Vec<IngredientAmount> = product.amounts.iter().filter(is).cloned().collect();
        found
    };
    let shared = |ingredient: &String| {
        let mut all: Vec<IngredientAmount> = Vec::new();
        for (_, product) in products {
            let name = without_brackets(&product.name);
            let same = products.iter().filter(|(_, it)| without_brackets(&it.name) == name);
            let of_name: Vec<_> = same.flat_map(|(_, it)| of(it, ingredient)).collect();
            if of_name.is_empty() {
                return None;
            }
            all.extend(of_name);
        }
        let first = all.first()?.clone();
        let agree = all
            .iter()
            .all(|it| (it.amount, &it.unit, &it.per) == (first.amount, &first.unit, &first.per));
        agree.then(|| (ingredient.clone(), first))
    };
    ingredients.iter().filter_map(shared).collect()
}

/// The English names of an ingredient, by the dictionary or else by `others`.
fn known(name: &str, names: &Names, others: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let listed = names.ingredients(name);
    if listed.is_empty() { others(name).into_iter().collect() } else { listed.to_vec() }
}

/// The name before its first bracket.
fn without_brackets(name: &str) -> String {
    name.split(['(', '[']).next().unwrap_or(name).trim().to_owned()
}
