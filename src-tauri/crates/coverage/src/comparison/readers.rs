//! Says for whom the offers were made where that is not the person of the question.

use crate::catalog::person::{Person, Sex, may_be};
use crate::document::book::Book;

/// Returns a remark for each company whose offers were all made for other persons than the
/// question's: what they say is shown all the same.
pub(crate) fn reader_notes(book: &Book, person: Person, insurers: &[usize]) -> Vec<String> {
    insurers.iter().filter_map(|it| note(book, person, *it)).collect()
}

fn note(book: &Book, person: Person, insurer: usize) -> Option<String> {
    let readers = &book.library(insurer).readers;
    let most = book.rules.documents.iter().map(|it| it.amount).max();
    let is_offer = |document: &usize| {
        let page = readers.first_page(*document).and_then(|it| book.pages(insurer).get(it));
        page.and_then(|it| book.rules.document(&it.doc_type)).map(|it| it.amount) == most
    };
    let offers = (0..readers.documents()).filter(is_offer).map(|it| readers.made_for(it));
    let offers: Vec<Person> = offers.collect();
    let differs = |offer: &Person| {
        let of_age = offer.age.is_none_or(|age| may_be(person, age));
        let of_sex = offer.sex.is_none_or(|sex| person.sex.is_none_or(|it| it == sex));
        !of_age || !of_sex
    };
    if offers.is_empty() || !offers.iter().all(differs) {
        return None;
    }
    let mut made_for: Vec<String> = offers.iter().map(|it| describe(*it)).collect();
    made_for.dedup();
    let name = book.insurers.get(insurer).map_or("", |it| it.name.as_str());
    Some(format!(
        "{name}의 가입설계서는 {}의 것입니다. 물으신 {}의 값은 다를 수 있습니다.",
        made_for.join(", "),
        describe(person)
    ))
}

/// Returns a person in words: 40세 남자, 30대 여자.
fn describe(person: Person) -> String {
    let age = person.age.map(|age| match person.is_decade {
        true => format!("{}대", age / 10 * 10),
        false => format!("{age}세"),
    });
    let sex = person.sex.map(|it| if it == Sex::Man { "남자" } else { "여자" }.to_owned());
    age.into_iter().chain(sex).collect::<Vec<String>>().join(" ")
}
