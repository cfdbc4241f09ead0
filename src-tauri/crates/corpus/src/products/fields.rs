//! Reads a product from its stored document: the section 제품 정보, one line `항목: 값` for each field.

use simui_domain::{DrugProduct, PillLooks, ProductIngredient};

/// The section with the fields.
const SECTION: &str = "## 제품 정보";

/// Returns the product of a document of `drug-table/1`.
pub(super) fn product(title: &str, body: &str) -> DrugProduct {
    let fields = fields(body);
    let field = |label: &str| {
        let found = fields.iter().find(|(it, _)| *it == label);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    let list = |label: &str| {
        let text = field(label);
        let parts = text.split([',', '/', ' ']).map(str::trim);
        let mut all: Vec<String> = Vec::new();
        for part in parts.filter(|it| it.chars().any(|c| c.is_ascii_digit())) {
            if !all.iter().any(|it| it == part) {
                all.push(part.to_owned());
            }
        }
        all
    };
    let name =
        Some(field("품목명")).filter(|it| !it.is_empty()).unwrap_or_else(|| title.to_owned());
    let mut ingredients = composition(&field("원료성분"));
    if ingredients.is_empty() {
        ingredients = listed(&field("주성분"));
    }
    if ingredients.is_empty() {
        ingredients = in_brackets(&name);
    }
    DrugProduct {
        item_code: field("품목기준코드"),
        company: field("업체명"),
        english_name: field("영문명"),
        class: field("분류"),
        prescription: field("전문·일반 구분"),
        atc: field("ATC 코드"),
        edi: list("보험코드"),
        barcodes: list("표준코드"),
        looks: looks(&field),
        ingredients,
        name,
    }
}

/// The lines of the section 제품 정보 as label and value; an indented line continues the value before it.
fn fields(body: &str) -> Vec<(&str, String)> {
    let section = body.split(SECTION).nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('#'));
    let mut fields: Vec<(&str, String)> = Vec::new();
    for line in lines {
        match (line.starts_with(' '), line.split_once(": "), fields.last_mut()) {
            (true, _, Some((_, value))) => {
                value.push(' ');
                value.push_str(line.trim());
            }
            (false, Some((label, value)), _) => {
                fields.push((label.trim(), value.trim().to_owned()))
            }
            _ => {}
        }
    }
    fields
}

/// The ingredients of `총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램`, the form of the permits.
fn composition(text: &str) -> Vec<ProductIngredient> {
    let mut found: Vec<ProductIngredient> = Vec::new();
    for part in text.split(['|', ';']) {
        let Some((label, value)) = part.split_once(':') else { continue };
        let value = value.trim().to_owned();
        match (label.trim(), found.last_mut()) {
            ("성분명", _) if !value.is_empty() => {
                found.push(ProductIngredient { name: value, ..ProductIngredient::default() });
            }
            ("분량", Some(last)) => last.amount = value,
            ("단위", Some(last)) => last.unit = value,
            _ => {}
        }
    }
    found
}

/// The ingredients of `[M040702]포도당|[M040420]염화나트륨`, or of names separated by a bar, a comma or a slash.
fn listed(text: &str) -> Vec<ProductIngredient> {
    let plain = text.split(['|', ',', '/', ';']).map(|part| {
        let part = part.trim();
        part.strip_prefix('[')
            .and_then(|it| it.split_once(']'))
            .map_or(part, |(_, name)| name.trim())
    });
    let named = plain.filter(|it| !it.is_empty());
    named
        .map(|it| ProductIngredient { name: it.to_owned(), ..ProductIngredient::default() })
        .collect()
}

/// The ingredients in the brackets that end a name: `나무펜정500밀리그램(아세트아미노펜)`.
fn in_brackets(name: &str) -> Vec<ProductIngredient> {
    let inner = name.strip_suffix(')').and_then(|it| it.rsplit_once('('));
    // (수출용) and (1회용) say something else.
    let inner = inner.map(|(_, inner)| inner).filter(|it| !it.contains('용'));
    inner.map(listed).unwrap_or_default()
}

fn looks(field: &impl Fn(&str) -> String) -> Option<PillLooks> {
    let colours: Vec<String> =
        ["색상(앞)", "색상(뒤)"].map(field).into_iter().filter(|it| !it.is_empty()).collect();
    let looks = PillLooks {
        front: field("표시(앞)"),
        back: field("표시(뒤)"),
        shape: field("모양"),
        colour: colours.join(", "),
        length_mm: field("장축(mm)"),
        description: field("성상"),
    };
    let told = [&looks.front, &looks.back, &looks.shape, &looks.colour];
    told.iter().any(|it| !it.is_empty()).then_some(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, fields: &str, expected: &[(&str, &str, &str)]) {
        let body = format!(
            "# {name}\n\n## 제품 정보\n\n품목명: {name}\n{fields}\n\n## 효능·효과\n\n두통\n"
        );
        let product = product("제목", &body);
        let found: Vec<_> = product
            .ingredients
            .iter()
            .map(|it| (it.name.as_str(), it.amount.as_str(), it.unit.as_str()))
            .collect();
        assert_eq!((product.name.as_str(), found.as_slice()), (name, expected));
    }

    #[test]
    fn ingredients_are_read_from_where_a_document_has_them() {
        check(
            "가정",
            "원료성분: 총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램;총량 : 1정|성분명 : 레바미피드|분량 : 100|단위 : 밀리그램",
            &[("록소프로펜나트륨", "60", "밀리그램"), ("레바미피드", "100", "밀리그램")],
        );
        check(
            "나주",
            "주성분: [M040702]포도당|[M040420]염화나트륨",
            &[("포도당", "", ""), ("염화나트륨", "", "")],
        );
        check("다정500밀리그램(아세트아미노펜)", "업체명: 가나", &[("아세트아미노펜", "", "")]);
        check("라정(수출용)", "", &[]);
        check("마시럽", "", &[]);
    }

    #[test]
    fn codes_and_looks_are_read() {
        let body = "## 제품 정보\n\n품목명: 가정\n품목기준코드: 200301111\n보험코드: 645100260,645100261\n표준코드: 8806451002602\n표시(앞): YH\n모양: 원형\n색상(앞): 하양\n색상(뒤): 하양\n";
        let product = product("", body);
        assert_eq!(product.item_code, "200301111");
        assert_eq!(product.edi, ["645100260", "645100261"]);
        assert_eq!(product.barcodes, ["8806451002602"]);
        let looks = product.looks.unwrap_or_default();
        assert_eq!((looks.front.as_str(), looks.shape.as_str()), ("YH", "원형"));
        assert_eq!(looks.colour, "하양, 하양");
    }
}
