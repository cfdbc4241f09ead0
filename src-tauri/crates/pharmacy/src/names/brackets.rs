//! Leaves out the ingredients that stand in brackets behind their product: 챔프시럽(아세트아미노펜 32mg/mL) is one drug.

use super::DrugMention;

/// The mentions without those in brackets that repeat an ingredient of the mention before the brackets.
pub(crate) fn without_repeated(text: &str, mentions: Vec<DrugMention>) -> Vec<DrugMention> {
    let letters: Vec<char> = text.chars().collect();
    let repeats = |mention: &DrugMention| {
        mentions.iter().any(|product| {
            let between = letters.get(product.span.end..mention.span.start).unwrap_or_default();
            let opened = between.iter().position(|it| matches!(it, '(' | '['));
            product.ingredient == mention.ingredient
                && opened.is_some_and(|at| between[..at].iter().all(|it| !it.is_whitespace()))
                && !between.iter().any(|it| matches!(it, ')' | ']'))
        })
    };
    let kept = mentions.iter().filter(|it| !repeats(it));
    kept.cloned().collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use super::without_repeated;
    use crate::knowledge::Knowledge;

    #[test]
    fn an_ingredient_in_brackets_is_that_of_the_product_before() {
        let names = &Knowledge::shipped().unwrap().names;
        for (text, written) in [
            ("챔프시럽(아세트아미노펜 32mg/mL) 몇 mL 먹여요?", &["챔프시럽"][..]),
            ("타이레놀 (아세트아미노펜)도 먹어요", &["타이레놀", "아세트아미노펜"]),
            ("탁센(나프록센)이랑 아세트아미노펜 먹어요", &["탁센", "아세트아미노펜"]),
            ("타이레놀이랑 게보린(아세트아미노펜)", &["타이레놀", "게보린"]),
        ] {
            let found = without_repeated(text, names.find(text));
            let mut found: Vec<&str> = found.iter().map(|it| it.written.as_str()).collect();
            found.dedup();
            assert_eq!(found, written, "{text}");
        }
    }
}
