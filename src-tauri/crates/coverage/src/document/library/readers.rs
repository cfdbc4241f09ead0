//! Determines for which persons a document was written: from its name, and from its first page if
//! the company has several documents of its type.

use std::collections::HashMap;
use std::sync::OnceLock;

use regex::Regex;

use crate::catalog::fold::fold;
use crate::catalog::person::{Person, Sex, is_for, may_be, sex_of};
use crate::catalog::tables::Page;

/// The persons that a document is written for.
#[derive(Debug, Clone, Default)]
struct Reader {
    /// Name of the document, with the ages and the sex of its first page.
    description: String,
    /// Type of the document.
    doc_type: String,
    /// The single age that an offer was made for: 피보험자 60세.
    age: Option<u32>,
    /// Words of its name that no other document of its type has: 청년, 중년.
    marks: Vec<String>,
    /// The one person that its first page names.
    made_for: Person,
}

impl Reader {
    /// Whether the document is for the person of a question. `question` is the folded question.
    fn is_for(&self, person: Person, question: &str, all: &[Self]) -> bool {
        let is_named = |reader: &Self| reader.marks.iter().any(|it| question.contains(it.as_str()));
        let other = !is_named(self) && !self.marks.is_empty() && all.iter().any(is_named);
        // If offers were made for one age each, only the one for the person's age fits.
        let is_of_age = |it: &Self| it.age.is_some_and(|age| may_be(person, age));
        let of_another = self.age.is_some()
            && !is_of_age(self)
            && all.iter().any(|it| it.doc_type == self.doc_type && is_of_age(it));
        !other && !of_another && is_for(&self.description, person)
    }
}

#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn span() -> &'static Regex {
    static SPAN: OnceLock<Regex> = OnceLock::new();
    SPAN.get_or_init(|| {
        Regex::new(r"(?:플랜|전용|대상|형|나이)\(?:?([0-9]{1,3}세?-[0-9]{1,3}세)|([0-9]{1,3}세?-[0-9]{1,3}세)(?:전용|플랜|대상|용)")
            .expect("a valid pattern")
    })
}

/// Captures an age in a document's name that is no bound: (60세), _60세.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn one_age() -> &'static Regex {
    static AGE: OnceLock<Regex> = OnceLock::new();
    AGE.get_or_init(|| {
        Regex::new(r"[(_\s](?:[남여]?([0-9]{1,2})세|[남여]([0-9]{1,2}))[)_.\s]")
            .expect("a valid pattern")
    })
}

/// Captures the age of the insured person on the folded first page of an offer.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn of_insured() -> &'static Regex {
    static AGE: OnceLock<Regex> = OnceLock::new();
    AGE.get_or_init(|| {
        Regex::new(r"(?:피보험자|보험대상자|가입자)[^0-9]{0,16}(?:[0-9]{6}-?[0-9*]*[^0-9]{0,8})?(?:만)?([0-9]{1,2})세")
            .expect("a valid pattern")
    })
}

/// Captures a sex and an age beside it on the folded first page of an offer: (40세,남자), 여자·36세.
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn sex_and_age() -> &'static Regex {
    static PERSON: OnceLock<Regex> = OnceLock::new();
    PERSON.get_or_init(|| {
        Regex::new(r"([남여])[자성]?[^0-9가-힣]{0,3}(?:만)?([0-9]{1,2})세|([0-9]{1,2})세[^0-9가-힣]{0,3}([남여])(?:[자성]|[^가-힣]|$)")
            .expect("a valid pattern")
    })
}

/// Captures the labelled age and sex of the insured person on a folded page of an offer:
/// 고객님(나이:30세,성별:여자).
#[expect(clippy::expect_used, reason = "the pattern is a constant")]
fn labelled() -> &'static Regex {
    static PERSON: OnceLock<Regex> = OnceLock::new();
    PERSON.get_or_init(|| {
        Regex::new(r"나이:?(?:만)?([0-9]{1,2})세[^가-힣]{0,3}성별:?([남여])")
            .expect("a valid pattern")
    })
}

/// Number of first pages of an offer that may name the insured person.
const PAGES_OF_INSURED: usize = 12;

/// Returns the one person whom the labels of the first pages of an offer name.
fn insured<'a>(pages: impl Iterator<Item = &'a Page>) -> Option<Person> {
    let texts: Vec<String> = pages.take(PAGES_OF_INSURED).map(|it| fold(&it.text)).collect();
    let persons = texts.iter().flat_map(|it| labelled().captures_iter(it)).filter_map(|captures| {
        let sex = if captures.get(2)?.as_str() == "남" { Sex::Man } else { Sex::Woman };
        Some((sex, captures.get(1)?.as_str().parse().ok()?))
    });
    let persons: Vec<(Sex, u32)> = persons.collect();
    let (sex, age) = *persons.first().filter(|first| persons.iter().all(|it| it == *first))?;
    Some(Person { sex: Some(sex), age: Some(age), is_decade: false })
}

/// Returns the one person that a folded first page names; empty if it names none or several.
fn made_for(text: &str) -> Person {
    let persons = sex_and_age().captures_iter(text).filter_map(|captures| {
        let sex = captures.get(1).or(captures.get(4))?.as_str();
        let age = captures.get(2).or(captures.get(3))?.as_str().parse().ok()?;
        Some((if sex == "남" { Sex::Man } else { Sex::Woman }, age))
    });
    let persons: Vec<(Sex, u32)> = persons.collect();
    let one = persons.first().filter(|first| persons.iter().all(|it| it == *first));
    let insured = || of_insured().captures(text)?.get(1)?.as_str().parse().ok();
    match one {
        Some((sex, age)) => Person { sex: Some(*sex), age: Some(*age), is_decade: false },
        None if persons.is_empty() => Person { sex: None, age: insured(), is_decade: false },
        None => Person::default(),
    }
}

/// The persons of all documents of a company, and for each page the index of its document.
#[derive(Debug, Default)]
pub(crate) struct Readers {
    all: Vec<Reader>,
    of_page: Vec<usize>,
}

impl Readers {
    pub(super) fn new(pages: &[Page]) -> Self {
        let mut documents: Vec<&Page> = Vec::new();
        let mut of_document: HashMap<(&str, &str), usize> = HashMap::new();
        let of_page = pages.iter().map(|page| {
            *of_document.entry((&page.doc_type, &page.document)).or_insert_with(|| {
                documents.push(page);
                documents.len() - 1
            })
        });
        let of_page = of_page.collect();
        let all = documents.iter().map(|it| reader(it, &documents, pages)).collect();
        Self { all, of_page }
    }

    /// Returns the number of documents.
    pub(crate) fn documents(&self) -> usize {
        self.all.len()
    }

    /// Returns the index of a page's document.
    pub(crate) fn document(&self, page: usize) -> Option<usize> {
        self.of_page.get(page).copied()
    }

    /// Returns the first page of a document.
    pub(crate) fn first_page(&self, document: usize) -> Option<usize> {
        self.of_page.iter().position(|it| *it == document)
    }

    /// Returns the one person that a document was made for; empty where it names none.
    pub(crate) fn made_for(&self, document: usize) -> Person {
        self.all.get(document).map(|it| it.made_for).unwrap_or_default()
    }

    /// Whether a document is for the person of a question. `question` is the folded question.
    pub(crate) fn is_for(&self, document: usize, person: Person, question: &str) -> bool {
        let own = self.all.get(document);
        own.is_none_or(|it| it.is_for(person, question, &self.all))
    }
}

/// Reads the persons of a document from its name and first page.
fn reader(first: &Page, documents: &[&Page], pages: &[Page]) -> Reader {
    let of_type = documents.iter().filter(|it| it.doc_type == first.doc_type);
    let others: Vec<&&Page> = of_type.filter(|it| it.document != first.document).collect();
    let (description, doc_type) = (first.document.clone(), first.doc_type.clone());
    let text = fold(&first.text);
    let own =
        pages.iter().filter(|it| it.doc_type == first.doc_type && it.document == first.document);
    let insured = insured(own);
    let made_for = insured.unwrap_or_else(|| made_for(&text));
    let mut reader = Reader { description, doc_type, age: None, marks: Vec::new(), made_for };
    if others.is_empty() {
        return reader;
    }
    let other_words: Vec<String> = others.iter().flat_map(|it| words(&it.document)).collect();
    reader.marks =
        words(&first.document).into_iter().filter(|it| !other_words.contains(it)).collect();
    let of_name = one_age().captures(&first.document);
    let age = of_name.or_else(|| of_insured().captures(&text));
    let age = age.and_then(|it| it.get(1).or(it.get(2)));
    let age = age.and_then(|it| it.as_str().parse().ok());
    reader.age = insured.and_then(|it| it.age).or(age);
    let spans = span().captures_iter(&text).filter_map(|it| it.get(1).or(it.get(2)));
    let spans: Vec<&str> = spans.map(|it| it.as_str()).collect();
    if let Some(span) = spans.first().filter(|first| spans.iter().all(|it| it == *first)) {
        reader.description = format!("{} {span}", reader.description);
    }
    if sex_of(&first.document).is_none() {
        let of_insured = insured.and_then(|it| it.sex).map(|it| match it {
            Sex::Man => "(남)",
            Sex::Woman => "(여)",
        });
        reader.description.push_str(of_insured.or(sex_of(&first.text)).unwrap_or_default());
    }
    reader
}

/// Returns the Hangul words of a document's name, without the file extension.
fn words(document: &str) -> Vec<String> {
    let name = document.rsplit_once('.').map_or(document, |it| it.0);
    let parts = name.split(|c: char| !c.is_alphanumeric());
    let is_word =
        |it: &&str| it.chars().count() > 1 && it.chars().all(|c| ('가'..='힣').contains(&c));
    parts.filter(is_word).map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::person::person;

    fn page(document: &str, text: &str) -> Page {
        Page {
            insurer_code: "A".into(),
            doc_type: "가입설계서".into(),
            document: document.into(),
            page: 1,
            text: text.into(),
        }
    }

    #[test]
    fn a_document_is_for_whom_its_first_page_says() {
        let pages = [
            page("제안서(청년).txt", "상품 (청년플랜 15~39세) 65세 이상 전화가입자"),
            page("제안서(중년).txt", "상품 (중년플랜 40~69세)"),
        ];
        let all = Readers::new(&pages);
        for (question, expected) in [
            ("35세 암진단비", [true, false]),
            ("55세 암진단비", [false, true]),
            ("중년플랜 암진단비", [false, true]),
            ("암진단비", [true, true]),
        ] {
            let fits: Vec<bool> =
                (0..2).map(|it| all.is_for(it, person(question), &fold(question))).collect();
            assert_eq!(fits, expected, "{question}");
        }
    }

    #[test]
    fn of_offers_for_one_age_each_that_of_the_question_counts() {
        let pages = [
            page("설계서(30세).txt", "만기 100세"),
            page("설계서_2.txt", "피보험자 : 고객님(660115-1******) 60세 남자 만기 100세"),
        ];
        let all = Readers::new(&pages);
        for (question, expected) in [
            ("30세 암진단비", [true, false]),
            ("60세로 가입하면", [false, true]),
            ("60대 암진단비", [false, true]),
            ("45세 암진단비", [true, true]),
            ("암진단비", [true, true]),
        ] {
            let fits: Vec<bool> =
                (0..2).map(|it| all.is_for(it, person(question), &fold(question))).collect();
            assert_eq!(fits, expected, "{question}");
        }
    }

    #[test]
    fn an_offer_is_made_for_the_one_person_that_it_names() {
        let check = |text: &str, expected: (Option<Sex>, Option<u32>)| {
            let found = made_for(&fold(text));
            assert_eq!((found.sex, found.age), expected, "{text}");
        };
        check("피보험자 : 김OO (40세, 남자)", (Some(Sex::Man), Some(40)));
        check("가입설계서 (여자 35세)", (Some(Sex::Woman), Some(35)));
        check("고객님 (여자 · 36세)", (Some(Sex::Woman), Some(36)));
        check("피보험자 60세 만기 100세", (None, Some(60)));
        check("남자 30세 50세 여자 30세 50세", (None, None));
        check("15세~70세 가입", (None, None));
    }
}
