//! Reads 함량, the amounts of a product's ingredients: from the composition of its permit, else from a section
//! on the composition, else from its 품목명. What is not clear gives no amount.

use simui_domain::{IngredientAmount, ProductPart};
use simui_korean::quantities::{Placed, Token, Unit, tokens};

/// Beginnings of headings of a section on the composition.
const SECTIONS: [&str; 5] = ["원료약품", "유효성분", "성분·함량", "성분 및 함량", "성분"];

/// Endings of the names of salts and hydrates.
const SALTS: [&str; 5] = ["염", "수화물", "나트륨", "칼륨", "칼슘"];

/// Least share of the base in a salt for which 품목명 may count the base: 암로디핀베실산염 6.944 mg is 5 mg.
const LEAST_BASE: f64 = 0.4;

/// 제형 of 품목명 that count pieces, each with its unit, and endings that look alike and are none.
const PIECES: [(&str, Unit); 9] = [
    ("정", Unit::Tablet),
    ("캡슐", Unit::Capsule),
    ("좌제", Unit::Piece),
    ("좌약", Unit::Piece),
    ("패취", Unit::Patch),
    ("패치", Unit::Patch),
    ("플라스타", Unit::Patch),
    ("카타플라스마", Unit::Patch),
    ("첩부제", Unit::Patch),
];

/// 제형 of liquids, whose % is g in 100 mL.
const LIQUIDS: [&str; 5] = ["시럽", "현탁액", "내복액", "점안액", "액"];

/// Returns the amounts of a product with this 품목명 and these ingredients. `composition` is 원료성분 of the permit,
/// and `body` the document.
pub(super) fn amounts(
    composition: &str,
    body: &str,
    name: &str,
    ingredients: &[String],
) -> Vec<IngredientAmount> {
    let by_name = of_name(name, ingredients);
    let mut found = of_permit(composition);
    if found.is_empty() {
        found = of_sentence(composition);
    }
    if found.is_empty() {
        found = section(body).map(of_sentence).unwrap_or_default();
    }
    if found.is_empty() {
        return by_name.into_iter().collect();
    }
    // Labels count the base of a salt where 품목명 has a smaller number than the composition.
    if let ([of_salt], Some(nominal)) = (found.as_slice(), by_name)
        && SALTS.iter().any(|it| of_salt.ingredient.ends_with(it))
        && (of_salt.unit.as_str(), &of_salt.per) == (nominal.unit.as_str(), &nominal.per)
        && nominal.amount < of_salt.amount
        && nominal.amount >= LEAST_BASE * of_salt.amount
    {
        return vec![nominal];
    }
    found
}

/// The amounts of `총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램;성분명 : …`. A 총량 holds until the next one.
/// An ingredient that is there twice, such as in both layers of a tablet, makes all of them unclear.
fn of_permit(composition: &str) -> Vec<IngredientAmount> {
    let mut per: Option<ProductPart> = None;
    let mut found: Vec<IngredientAmount> = Vec::new();
    for group in composition.split(';') {
        let fields: Vec<(&str, &str)> = group
            .split('|')
            .filter_map(|field| field.split_once(':'))
            .map(|(label, value)| (label.trim(), value.trim()))
            .collect();
        let field = |label: &str| fields.iter().find(|(it, _)| *it == label).map(|(_, it)| *it);
        if let Some(total) = field("총량") {
            per = part(total);
        }
        let Some(name) = field("성분명").filter(|it| !it.is_empty()) else { continue };
        let written =
            format!("{} {}", field("분량").unwrap_or_default(), field("단위").unwrap_or_default());
        let base = field("성분정보").and_then(base_of_salt);
        let own = amount(&tokens(&written)).map(|(amount, unit)| (name.to_owned(), amount, unit));
        let (Some((ingredient, amount, unit)), Some(per)) = (base.or(own), per.clone()) else {
            return Vec::new();
        };
        if found.iter().any(|it| it.ingredient == ingredient) {
            return Vec::new();
        }
        found.push(IngredientAmount { ingredient, amount, unit: unit.to_owned(), per });
    }
    found
}

/// The base that a remark counts: `암로디핀으로서 5밀리그램`.
fn base_of_salt(remark: &str) -> Option<(String, f64, &'static str)> {
    let (name, rest) = remark.split_once("으로서").or_else(|| remark.split_once("로서"))?;
    let name = name.trim().trim_start_matches('(').to_owned();
    let (amount, unit) = amount(&tokens(rest))?;
    (!name.is_empty()).then_some((name, amount, unit))
}

/// The first amount of an ingredient among `tokens`; `None` if a range or something else follows its number.
fn amount(tokens: &[Placed]) -> Option<(f64, &'static str)> {
    let at = tokens.iter().position(|it| matches!(it.token, Token::Number(_)))?;
    let (Token::Number(number), Token::Unit(unit)) =
        (&tokens[at].token, &tokens.get(at + 1)?.token)
    else {
        return None;
    };
    measure(*number, *unit)
}

/// An amount of an ingredient in milligrams, millilitres or international units; `None` if it is none.
fn measure(number: f64, unit: Unit) -> Option<(f64, &'static str)> {
    let measured = match (unit, unit.milligrams(), unit.millilitres()) {
        (_, Some(each), _) => (number * each, "mg"),
        (_, _, Some(each)) => (number * each, "mL"),
        (Unit::International, ..) => (number, "IU"),
        _ => return None,
    };
    (number > 0.0).then_some(measured)
}

/// The part of a product that a composition is given for: `1정(200밀리그램)`, `100mL 중`.
fn part(total: &str) -> Option<ProductPart> {
    let tokens = tokens(total);
    let at = tokens.iter().position(|it| matches!(it.token, Token::Number(_)))?;
    let (Token::Number(number), Token::Unit(unit)) =
        (&tokens[at].token, &tokens.get(at + 1)?.token)
    else {
        return None;
    };
    part_of(*number, *unit)
}

/// A part of a product; `None` for a unit that does not measure products, such as the mass of a tablet in mg.
fn part_of(number: f64, unit: Unit) -> Option<ProductPart> {
    let (amount, unit) = match (unit, unit.millilitres()) {
        (_, Some(each)) => (number * each, Unit::Millilitre.written()),
        (Unit::Gram, _) => (number, unit.written()),
        _ if unit.is_piece() => (number, unit.written()),
        _ => return None,
    };
    (number > 0.0).then(|| ProductPart { amount, unit: unit.to_owned() })
}

/// The text of the first section on the composition.
fn section(body: &str) -> Option<&str> {
    let heading = |line: &&str| {
        line.starts_with('#')
            && SECTIONS.iter().any(|it| line.trim_start_matches(['#', ' ']).starts_with(it))
    };
    let line = body.lines().find(heading)?;
    let start = body.find(line)? + line.len();
    let rest = body.get(start..)?;
    Some(rest.split("\n#").next().unwrap_or(rest))
}

/// The amounts of `1정 중 아세트아미노펜(KP) 500밀리그램, 카페인 65밀리그램`: after 중, each part that ends with one amount.
fn of_sentence(text: &str) -> Vec<IngredientAmount> {
    let all = tokens(text);
    let is_part = |at: usize| {
        let next = |ahead: usize| all.get(at + ahead).map(|it| &it.token);
        match (next(0), next(1), next(2)) {
            (Some(Token::Number(number)), Some(Token::Unit(unit)), Some(Token::Word(word)))
                if word.starts_with('중') =>
            {
                part_of(*number, *unit)
            }
            _ => None,
        }
    };
    let mut parts = (0..all.len()).filter_map(|at| Some((at, is_part(at)?)));
    let Some((at, per)) = parts.next() else { return Vec::new() };
    // Two compositions in one text are those of two products or of two layers.
    if parts.next().is_some() {
        return Vec::new();
    }
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut rest = all.get(at + 3..).unwrap_or_default();
    while !rest.is_empty() {
        let ends = rest.iter().position(|it| matches!(it.token, Token::Sign(',' | ';' | '、')));
        let (piece, after) = rest.split_at(ends.unwrap_or(rest.len()));
        rest = after.get(1..).unwrap_or_default();
        let numbers = piece.iter().filter(|it| matches!(it.token, Token::Number(_))).count();
        let Some(number) = piece.iter().position(|it| matches!(it.token, Token::Number(_))) else {
            continue;
        };
        let (Some(first), Some((amount, unit))) = (piece.first(), amount(piece)) else { break };
        let name: String = letters[first.start..piece[number].start].iter().collect();
        let name = name.split(['(', '[', ':']).next().unwrap_or_default().trim().to_owned();
        if numbers != 1 || name.is_empty() {
            return Vec::new();
        }
        let unit = unit.to_owned();
        found.push(IngredientAmount { ingredient: name, amount, unit, per: per.clone() });
    }
    found
}

/// The amount in 품목명 of a product with one ingredient: `나무펜정500밀리그램`, `현탁액 160mg/5mL`, `3.2%시럽`.
fn of_name(name: &str, ingredients: &[String]) -> Option<IngredientAmount> {
    let [ingredient] = ingredients else { return None };
    let name = name.split(['(', '[']).next().unwrap_or(name);
    let all = tokens(name);
    let mut strengths: Vec<(usize, f64, &'static str, Option<ProductPart>)> = Vec::new();
    for at in 0..all.len() {
        let token = |ahead: usize| all.get(at + ahead).map(|it| &it.token);
        let (Some(Token::Number(number)), Some(Token::Unit(unit))) = (token(0), token(1)) else {
            // A number without a unit may be the strength of a second ingredient: 5/160밀리그램.
            if matches!((token(0), token(1)), (Some(Token::Number(_)), Some(Token::Slash))) {
                return None;
            }
            continue;
        };
        let behind_slash = at.checked_sub(1).is_some_and(|it| all[it].token == Token::Slash);
        if *unit == Unit::Percent {
            let liquid = LIQUIDS.iter().any(|it| name.contains(it)) && !name.contains("건조");
            let per = ProductPart { amount: 100.0, unit: Unit::Millilitre.written().to_owned() };
            let part = Some(per).filter(|_| liquid)?;
            strengths.push((at, number * 1000.0, "mg", Some(part)));
            continue;
        }
        let Some((amount, measured)) = measure(*number, *unit).filter(|(_, it)| *it != "mL") else {
            continue;
        };
        if behind_slash {
            return None;
        }
        let per = match (token(2), token(3), token(4)) {
            (Some(Token::Slash), Some(Token::Number(of)), Some(Token::Unit(unit))) => {
                Some(part_of(*of, *unit)?)
            }
            (Some(Token::Slash), Some(Token::Unit(unit)), _) => Some(part_of(1.0, *unit)?),
            (Some(Token::Slash), ..) => return None,
            _ => None,
        };
        strengths.push((at, amount, measured, per));
    }
    let [(at, amount, unit, per)] = strengths.as_slice() else { return None };
    let letters: Vec<char> = name.chars().collect();
    let before: String = letters[..all[*at].start].iter().collect();
    let after: String = letters[all[at + 1].end..].iter().collect();
    let per = per.clone().or_else(|| piece(before.trim(), after.trim()))?;
    Some(IngredientAmount {
        ingredient: ingredient.clone(),
        amount: *amount,
        unit: (*unit).to_owned(),
        per,
    })
}

/// One piece of the 제형 directly before a strength, or directly behind it.
fn piece(before: &str, after: &str) -> Option<ProductPart> {
    let of = |unit: Unit| ProductPart { amount: 1.0, unit: unit.written().to_owned() };
    let found = PIECES.iter().find(|(form, _)| {
        before.ends_with(form) || after == *form || before.is_empty() && after.starts_with(form)
    });
    found.map(|(_, unit)| of(*unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The amounts as `ingredient amount unit/part unit`, joined by semicolons.
    fn check(composition: &str, body: &str, name: &str, ingredients: &[&str], expected: &str) {
        let ingredients: Vec<String> = ingredients.iter().map(|it| (*it).to_owned()).collect();
        let found = amounts(composition, body, name, &ingredients);
        let written = found.iter().map(|strength| {
            let per = &strength.per;
            format!(
                "{} {} {}/{} {}",
                strength.ingredient, strength.amount, strength.unit, per.amount, per.unit
            )
        });
        assert_eq!(written.collect::<Vec<_>>().join("; "), expected, "{name}");
    }

    #[test]
    fn a_permit_lists_its_amounts() {
        let loxoprofen = "총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램";
        check(loxoprofen, "", "파하정100밀리그램", &[], "록소프로펜나트륨 60 mg/1 정");
        let two = "총량 : 1정(200밀리그램)|성분명 : 가|분량 : 0.5|단위 : 그램|성분정보 : ;성분명 : 나|분량 : 30|단위 : 마이크로그램";
        check(two, "", "가나정", &[], "가 500 mg/1 정; 나 0.03 mg/1 정");
        let syrup = "총량 : 100밀리리터 중|성분명 : 아세트아미노펜|분량 : 3.2|단위 : 그램";
        check(syrup, "", "다시럽", &[], "아세트아미노펜 3200 mg/100 mL");
        let salt = "총량 : 1정|성분명 : 암로디핀베실산염|분량 : 6.944|단위 : 밀리그램";
        check(salt, "", "라정", &["암로디핀베실산염"], "암로디핀베실산염 6.944 mg/1 정");
        check(salt, "", "라정5밀리그램", &["암로디핀베실산염"], "암로디핀베실산염 5 mg/1 정");
        let base = format!("{salt}|규격 : EP|성분정보 : 암로디핀으로서 5밀리그램|비고 :");
        check(&base, "", "라정", &[], "암로디핀 5 mg/1 정");
    }

    #[test]
    fn what_is_not_clear_gives_no_amount() {
        let layers = "총량 : 1정|성분명 : 가|분량 : 300|단위 : 밀리그램;성분명 : 가|분량 : 350|단위 : 밀리그램";
        check(layers, "", "가서방정", &[], "");
        check("총량 : 200밀리그램|성분명 : 가|분량 : 5|단위 : 밀리그램", "", "가", &[], "");
        check("총량 : 1정|성분명 : 가|분량 : 적량|단위 : ", "", "가정", &[], "");
        check("", "", "엑스정5/160밀리그램", &["암로디핀"], "");
        check("", "", "엑스정5밀리그램", &["가", "나"], "");
        check("", "", "엑스주500밀리그램", &["가"], "");
        check("", "", "엑스건조시럽3.2%", &["가"], "");
        check("", "", "엑스시럽", &["가"], "");
        check("", "", "엑스크림1%", &["가"], "");
    }

    #[test]
    fn sections_and_names_have_amounts_too() {
        let body = "# 가\n\n## 원료약품 및 그 분량\n\n1정 중 아세트아미노펜(KP) 500밀리그램, 카페인 65mg\n\n## 효능·효과\n\n두통";
        check("", body, "가정", &[], "아세트아미노펜 500 mg/1 정; 카페인 65 mg/1 정");
        let name = "나무펜정500밀리그램(아세트아미노펜)";
        check("", "", name, &["아세트아미노펜"], "아세트아미노펜 500 mg/1 정");
        check("", "", "나현탁액32mg/mL", &["아세트아미노펜"], "아세트아미노펜 32 mg/1 mL");
        check("", "", "나현탁액 160mg/5mL", &["가"], "가 160 mg/5 mL");
        check("", "", "나3.2%시럽", &["가"], "가 3200 mg/100 mL");
        check("", "", "나캡슐0.25마이크로그램", &["가"], "가 0.00025 mg/1 캡슐");
        check("", "", "나 20mg 정", &["가"], "가 20 mg/1 정");
    }
}
