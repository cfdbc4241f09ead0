//! For whom a question asks, and for whom a document was written: sex and age.

use std::sync::OnceLock;

use regex::Regex;

/// What is said of a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Person {
    pub sex: Option<Sex>,
    pub age: Option<u32>,
    /// Of 40대 the age is a number in its middle.
    pub is_decade: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sex {
    Man,
    Woman,
}

macro_rules! pattern {
    ($name:ident, $pattern:expr) => {
        fn $name() -> &'static Regex {
            static PATTERN: OnceLock<Regex> = OnceLock::new();
            PATTERN.get_or_init(|| Regex::new($pattern).expect("a valid pattern"))
        }
    };
}

pattern!(age, r"([0-9]{1,3})\s*(?:세|살)");
// 40대 남성, and not 10대 고액암.
pattern!(
    decade,
    r"([1-9]0)대(?:\s*(?:초|중|후)반)?(?:에|의|가|는|인|이|면|로)*(?:\s*(?:남|여|부부|부모|자녀|직장|주부|가입|기준|보험|고객)|[\s,.?!]*$)|([2-9]0)대(?:\s*(?:초|중|후)반)?(?:에|의|가|는|인|이|면|로)*\s"
);
pattern!(span, r"([0-9]{1,3})\s*(?:세)?\s*[-~]\s*([0-9]{1,3})\s*세");
pattern!(up_to, r"([0-9]{1,3})\s*세?\s*(?:이하|미만)");
pattern!(from, r"([0-9]{1,3})\s*세?\s*이상");
pattern!(man, r"남자|남성|\(남\)|_남[_.]");
pattern!(woman, r"여자|여성|\(여\)|_여[_.]");

/// The person of a question.
pub(crate) fn person(question: &str) -> Person {
    let exact = number(age(), question);
    let decade = decade().captures(question).and_then(|it| it.get(1).or(it.get(2)));
    let middle = || Some(decade?.as_str().parse::<u32>().ok()? + 5);
    Person { sex: sex(question), age: exact.or_else(middle), is_decade: exact.is_none() }
}

/// Whether a document with this name is for a person; where either says nothing, it is.
pub(crate) fn is_for(document: &str, person: Person) -> bool {
    let sex_fits = match (sex(document), person.sex) {
        (Some(of), Some(asked)) => of == asked,
        _ => true,
    };
    let age_fits = person.age.is_none_or(|age| {
        let within = span().captures(document).is_none_or(|it| {
            let bound = |at| it.get(at).and_then(|it| it.as_str().parse::<u32>().ok());
            bound(1).is_none_or(|low| low <= age) && bound(2).is_none_or(|high| age <= high)
        });
        within
            && number(up_to(), document).is_none_or(|it| age <= it)
            && number(from(), document).is_none_or(|it| age >= it)
    });
    sex_fits && age_fits
}

/// Whether a person may be this old.
pub(crate) fn may_be(person: Person, age: u32) -> bool {
    person.age.is_none_or(|own| own == age || person.is_decade && own / 10 == age / 10)
}

/// Whether a plan of a table is for a person; `None` where it says nothing of one. 여자, 50세, A안(남자50세).
pub(crate) fn plan_is_for(plan: &str, person: Person) -> Option<bool> {
    let said = plan.split_once('(').map(|it| it.1).filter(|it| sex(it).is_some()).unwrap_or(plan);
    let of = match said.chars().next() {
        Some('남') => Some(Sex::Man),
        Some('여') => Some(Sex::Woman),
        _ => None,
    };
    match (of, person.sex) {
        (Some(of), Some(asked)) => Some(of == asked),
        (None, _) if number(age(), plan).is_some() => Some(is_for(plan, person)),
        _ => None,
    }
}

/// The sex that a text speaks of, as a word of it.
pub(crate) fn sex_of(text: &str) -> Option<&'static str> {
    sex(text).map(|it| if it == Sex::Man { "(남)" } else { "(여)" })
}

fn sex(text: &str) -> Option<Sex> {
    match (man().is_match(text), woman().is_match(text)) {
        (true, false) => Some(Sex::Man),
        (false, true) => Some(Sex::Woman),
        _ => None,
    }
}

fn number(pattern: &Regex, text: &str) -> Option<u32> {
    pattern.captures(text)?.get(1)?.as_str().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_fit_persons() {
        let check = |document: &str, question: &str, fits: bool| {
            assert_eq!(is_for(document, person(question)), fits, "{document} {question}");
        };
        check("가입설계서(남)_2511.pdf", "40세 남성 암진단비", true);
        check("가입설계서(여)_2511.pdf", "40세 남성 암진단비", false);
        check("가입설계서(40세이하).pdf", "40세 남성", true);
        check("가입설계서(40세이하).pdf", "엄마가 52살인데", false);
        check("가입설계서(41세이상).pdf", "저 예순 아니고 61 살이에요", true);
        check("가입설계서(41세이상).pdf", "40세", false);
        check("가입설계서_20~39세.txt", "45세", false);
        check("가입설계서.pdf", "45세 여자", true);
        check("가입설계서(남).pdf", "암진단비", true);
        check("가입설계서(40세이하).pdf", "50대 남성 암진단비", false);
        check("가입설계서(41세이상).pdf", "50대가 가입하면", true);
        check("가입설계서(41세이상).pdf", "10대 고액암진단비", true);
        check("가입설계서(41세이상).pdf", "30대 암진단비", false);
    }
}
