//! Reads a product from its stored document: the section 제품 정보, one line `항목: 값` for each field.

use simui_domain::DrugProduct;

use super::strengths::amounts;

/// The section with the fields.
const SECTION: &str = "## 제품 정보";

/// Returns the product of a document of `drug-table/1`.
pub(super) fn product(title: &str, body: &str) -> DrugProduct {
    let fields = fields(body);
    let field = |label: &str| {
        let found = fields.iter().find(|(it, _)| *it == label);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
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
    let amounts = amounts(&field("원료성분"), body, &name, &ingredients);
    DrugProduct { name, ingredients, amounts }
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
fn composition(text: &str) -> Vec<String> {
    let parts = text.split(['|', ';']).filter_map(|part| part.split_once(':'));
    let named = parts.filter(|(label, _)| label.trim() == "성분명").map(|(_, name)| name.trim());
    named.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The ingredients of `[M040702]포도당|[M040420]염화나트륨`, or of names separated by a bar, a comma or a slash.
fn listed(text: &str) -> Vec<String> {
    let plain = text.split(['|', ',', '/', ';']).map(|part| {
        let part = part.trim();
        part.strip_prefix('[')
            .and_then(|it| it.split_once(']'))
            .map_or(part, |(_, name)| name.trim())
    });
    plain.filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

/// The ingredients in the brackets that end a name: `나무펜정500밀리그램(아세트아미노펜)`.
fn in_brackets(name: &str) -> Vec<String> {
    let inner = name.strip_suffix(')').and_then(|it| it.rsplit_once('('));
    // (수출용) and (1회용) say something else.
    let inner = inner.map(|(_, inner)| inner).filter(|it| !it.contains('용'));
    inner.map(listed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, fields: &str, expected: &[&str]) {
        let body = format!(
            "# {name}\n\n## 제품 정보\n\n품목명: {name}\n{fields}\n\n## 효능·효과\n\n두통\n"
        );
        let DrugProduct { name: found, ingredients, .. } = product("제목", &body);
        assert_eq!(found, name);
        assert_eq!(ingredients, expected, "{name}");
    }

    #[test]
    fn ingredients_are_read_from_where_a_document_has_them() {
        check(
            "가정",
            "원료성분: 총량 : 1정|성분명 : 록소프로펜나트륨|분량 : 60|단위 : 밀리그램;총량 : 1정|성분명 : 레바미피드",
            &["록소프로펜나트륨", "레바미피드"],
        );
        check("나주", "주성분: [M040702]포도당|[M040420]염화나트륨", &["포도당", "염화나트륨"]);
        check("다정500밀리그램(아세트아미노펜)", "업체명: 가나", &["아세트아미노펜"]);
        check("라정(수출용)", "", &[]);
        check("마시럽", "", &[]);
    }
}
