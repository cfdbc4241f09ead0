//! Sex and age of the person a question is about, and of the persons a document was written for.

use std::sync::OnceLock;

use regex::Regex;

/// What a question states about a person.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Person {
    pub sex: Option<Sex>,
    pub age: Option<u32>,
    /// The question states a decade of age (40대); `age` is then its middle (45).
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
// Matches 40대 남성, but not 10대 고액암, where 10대 counts diseases.
pattern!(
    decade,
    r"([1-9]0)대(?:\s*(?:초|중|후)반)?(?:에|의|가|는|인|이|면|로)*(?:\s*(?:남|여|부부|부모|자녀|직장|주부|가입|기준|보험|고객)|[\s,.?!]*$)|([2-9]0)대(?:\s*(?:초|중|후)반)?(?:에|의|가|는|인|이|면|로)*\s"
);
pattern!(span, r"([0-9]{1,3})\s*(?:세)?\s*[-~]\s*([0-9]{1,3})\s*세");
pattern!(up_to, r"([0-9]{1,3})\s*세?\s*(?:이하|미만)");
pattern!(from, r"([0-9]{1,3})\s*세?\s*이상");
pattern!(man, r"남자|남성|\(남[0-9]*\)|_남[_.]");
pattern!(woman, r"여자|여성|\(여[0-9]*\)|_여[_.]");

/// Reads the person from a question.
pub(crate) fn person(question: &str) -> Person {
    let exact = number(age(), question);
    let decade = decade().captures(question).and_then(|it| it.get(1).or(it.get(2)));
    let middle = || Some(decade?.as_str().parse::<u32>().ok()? + 5);
    Person { sex: sex(question), age: exact.or_else(middle), is_decade: exact.is_none() }
}

/// Whether the name of a document fits a person. A sex or age that either leaves open fits.
pub(crate) fn is_for(document: &str, person: Person) -> bool {
    let sex_fits = match (sex(document), person.sex) {
        (Some(of), Some(requested)) => of == requested,
        _ => true,
    };
    let age_fits = person.age.is_none_or(|age| {
        let within = span().captures(document).is_none_or(|captures| {
            let bound = |at| captures.get(at).and_then(|it| it.as_str().parse::<u32>().ok());
            bound(1).is_none_or(|low| low <= age) && bound(2).is_none_or(|high| age <= high)
        });
        within
            && number(up_to(), document).is_none_or(|it| age <= it)
            && number(from(), document).is_none_or(|it| age >= it)
    });
    sex_fits && age_fits
}

/// Whether a person may have this age.
pub(crate) fn may_be(person: Person, age: u32) -> bool {
    person.age.is_none_or(|own| own == age || person.is_decade && own / 10 == age / 10)
}

/// Whether a plan of a table (여자, 50세, A안(남자50세)) fits a person. `None` if plan and person have no
/// attribute in common to compare.
pub(crate) fn plan_is_for(plan: &str, person: Person) -> Option<bool> {
    if let Some((sex, own)) = sex_and_age(plan) {
        let fits = |it: Sex| person.sex.is_none_or(|requested| requested == it);
        let is_known = person.sex.is_some() || person.age.is_some();
        return is_known.then(|| fits(sex) && may_be(person, own));
    }
    let plan_text =
        plan.split_once('(').map(|it| it.1).filter(|it| sex(it).is_some()).unwrap_or(plan);
    let of = match plan_text.chars().next() {
        Some('남') => Some(Sex::Man),
        Some('여') => Some(Sex::Woman),
        _ => None,
    };
    match (of, person.sex) {
        (Some(of), Some(requested)) => Some(of == requested),
        (None, _) if number(age(), plan).is_some() => Some(is_for(plan, person)),
        _ => None,
    }
}

/// Reads a plan of sex and age, 남자30세, as two words of a head form it.
fn sex_and_age(plan: &str) -> Option<(Sex, u32)> {
    let sex = match plan.chars().next()? {
        '남' => Sex::Man,
        '여' => Sex::Woman,
        _ => return None,
    };
    let rest = plan.trim_start_matches(|c: char| !c.is_ascii_digit());
    let own = rest.strip_suffix('세')?.parse().ok()?;
    Some((sex, own))
}

/// Combines words of a head into plans: 남자 30세 남자 50세, as well as 남자 여자 over 30세 50세 30세 50세,
/// become 남자30세, 남자50세, …
pub(crate) fn plans_of(words: Vec<String>) -> Vec<String> {
    let is_sex =
        |it: &String| matches!(it.as_str(), "남" | "여" | "남자" | "여자" | "남성" | "여성");
    let is_age = |word: &String| {
        word.strip_suffix('세').is_some_and(|it| it.chars().all(|c| c.is_ascii_digit()))
    };
    let sexes = words.iter().filter(|it| is_sex(it)).count();
    let ages = words.iter().filter(|it| is_age(it)).count();
    if sexes == 0 || ages == 0 || sexes + ages != words.len() || !ages.is_multiple_of(sexes) {
        return words;
    }
    let (of_sex, of_age): (Vec<String>, Vec<String>) = words.iter().cloned().partition(is_sex);
    let taking_turns = words.iter().enumerate().all(|(at, it)| is_sex(it) == at.is_multiple_of(2));
    let above = words.iter().take(sexes).all(is_sex);
    if !taking_turns && !above {
        return words;
    }
    let each = ages / sexes;
    of_age
        .iter()
        .enumerate()
        .map(|(at, age)| format!("{}{age}", of_sex.get(at / each).map_or("", String::as_str)))
        .collect()
}

/// Returns the sex that a text names, as the word in brackets that document names use.
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
    fn words_of_a_head_make_plans() {
        let check = |words: &[&str], expected: &[&str]| {
            let words = words.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(plans_of(words), expected);
        };
        check(&["남자", "30세", "여자", "50세"], &["남자30세", "여자50세"]);
        check(
            &["남자", "여자", "30세", "50세", "30세", "50세"],
            &["남자30세", "남자50세", "여자30세", "여자50세"],
        );
        check(&["남자", "여자"], &["남자", "여자"]);
        check(&["기본형", "30세"], &["기본형", "30세"]);
        check(&["30세", "남자"], &["30세", "남자"]);
        for (plan, question, expected) in [
            ("남자30세", "30세 남자", Some(true)),
            ("남자30세", "50세 남자", Some(false)),
            ("남자30세", "여자", Some(false)),
            ("남자30세", "30대 남성", Some(true)),
            ("남자30세", "암진단비", None),
        ] {
            assert_eq!(plan_is_for(plan, person(question)), expected, "{plan} {question}");
        }
    }

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
