//! Finds identifiers that are not only digits: mail addresses, passports, assigned numbers, dates of birth,
//! addresses.

use std::sync::LazyLock;

use regex::Regex;

use super::find::{Identifier, Place};
use super::numbers::is_birthday;
use super::skeleton::Skeleton;
use super::words::Words;

/// Regular expression for what may separate an announcing word and its value.
const LINK: &str =
    r"(?:\s|번호|넘버|코드|[Nn][Oo]\.?|은|는|이|가|을|를|로|도|:|=|-|\.|#|\(|\[|>|→)*";
/// Regular expression for a date with or without separators.
const DAY: &str =
    r"(?:\d{8}|\d{6}|\d{2,4}\s?[년.\-/~,:]\s?\d{1,2}\s?[월.\-/~,:]\s?\d{1,2}(?:\s?일)?)";

/// A pattern whose first group is an identifier.
struct Pattern {
    kind: Identifier,
    regex: Regex,
    /// Additional test of the group.
    also: fn(&str) -> bool,
}

static PATTERNS: LazyLock<Vec<Pattern>> = LazyLock::new(patterns);

/// Pattern for one half of a 주민등록번호 after the word for it; complete numbers are found before.
static HALVES: LazyLock<Vec<Pattern>> = LazyLock::new(|| {
    let halves = Words::shipped().halves.join("|");
    let half = format!(r"(?:{halves}){LINK}(\d{{6,7}})(?:$|[^\d])");
    vec![Pattern { kind: Identifier::Resident, regex: compiled(&half), also: |_| true }]
});

/// Returns the matches of all patterns, more certain patterns first.
pub(super) fn matches(skeleton: &Skeleton) -> Vec<Place> {
    matches_of(&PATTERNS, skeleton)
}

/// Returns halves of a 주민등록번호.
pub(super) fn halves(skeleton: &Skeleton) -> Vec<Place> {
    matches_of(&HALVES, skeleton)
}

fn compiled(pattern: &str) -> Regex {
    #[expect(clippy::expect_used, reason = "made of constants and files that tests compile")]
    Regex::new(pattern).expect("a valid pattern")
}

fn matches_of(patterns: &[Pattern], skeleton: &Skeleton) -> Vec<Place> {
    let text: String = skeleton.chars.iter().collect();
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let index = |byte: usize| starts.partition_point(|&it| it < byte);
    let mut found = Vec::new();
    for Pattern { kind, regex, also } in patterns {
        let groups = regex.captures_iter(&text).filter_map(|it| it.get(1));
        let groups = groups.filter(|it| also(it.as_str()));
        found.extend(groups.map(|it| (*kind, index(it.start()), index(it.end()))));
    }
    found
}

fn patterns() -> Vec<Pattern> {
    let words = Words::shipped();
    let one_of = |words: &[String]| {
        let escaped = words.iter().map(|word| regex::escape(word));
        format!("(?:{})", escaped.collect::<Vec<_>>().join("|"))
    };
    // A word may be written in two: 환자 번호.
    let loosely = |words: &[String]| {
        let loose = words.iter().map(|word| {
            let letters = word.chars().map(|c| regex::escape(&c.to_string()));
            letters.collect::<Vec<_>>().join(" ?")
        });
        format!("(?:{})", loose.collect::<Vec<_>>().join("|"))
    };
    let always = |_: &str| true;
    let mut all = Vec::new();
    let mut add = |kind, pattern: String, also: fn(&str) -> bool| {
        all.push(Pattern { kind, regex: compiled(&pattern), also });
    };

    // The user part may have letters of any script; a space beside the sign is tolerated.
    let mail = r"([\p{L}\p{N}._%+\-]+ ?@ ?[\p{L}\p{N}\-]+(?: ?[.,] ?[\p{L}\p{N}\-]+)+)";
    add(Identifier::Email, mail.to_owned(), always);
    let at = r" ?(?:골뱅이|골벵이|앳|엣|\((?:at|AT|골뱅이)\)|\[(?:at|AT)\]| at | AT |@) ?";
    let services = one_of(&words.mail_services);
    let dot = r" ?(?:\.|,|닷|점|쩜|도트|\((?:dot|점)\)|\[dot\]| dot | DOT ) ?";
    let top =
        r"(?i:com|net|org|kr|co|ac|go|or|re|io|edu|gov|info|biz|me|컴|넷|코|케이알|씨오|오알)";
    let user = r"(?:[A-Za-z0-9][A-Za-z0-9._%+\-]*|[가-힣]{2,8})";
    add(Identifier::Email, format!("({user}{at}{services}(?:{dot}{top}){{0,3}})"), always);
    add(
        Identifier::Email,
        format!(r"([A-Za-z0-9][A-Za-z0-9._%+\-]*{at}[A-Za-z0-9\-]{{2,}}(?:{dot}{top}){{1,3}})"),
        always,
    );

    // 900101-1****** still identifies a person.
    add(Identifier::Resident, r"(\d{6} ?[-~,:/. ] ?\d[*xX●○#]{6})".to_owned(), always);

    let passport = r"[MSRGDO][ -]?(?:\d{4}[ -]?\d{4}|\d{3}[ -]?[A-Za-z][ -]?\d{4})";
    add(Identifier::Passport, format!("(?:^|[^A-Za-z0-9])({passport})(?:$|[^A-Za-z0-9])"), always);
    let announced = one_of(&words.passport);
    add(
        Identifier::Passport,
        format!(
            "(?i:{announced}){LINK}([A-Za-z]{{1,2}}(?:[ -]?[0-9]){{3}}(?:[ -]?[0-9A-Za-z]){{4,6}})"
        ),
        always,
    );

    let value = r"((?:[A-Za-z]{1,4}-?)?\d+(?:[-./~:]\d+)*)";
    let record = loosely(&words.record);
    let edge = "(?:^|[^가-힣A-Za-z])";
    add(Identifier::Record, format!("{edge}(?i:{record}){LINK}{value}"), has_three_digits);
    let licence = one_of(&words.licence);
    add(
        Identifier::Licence,
        format!(r"(?i:{licence}){LINK}((?:[가-힣]{{2}} ?)?\d+(?:[-./~: ]\d+)*)"),
        has_five_digits,
    );
    let account_name = one_of(&words.account_name);
    add(
        Identifier::Record,
        format!(r"{edge}(?i:{account_name}){LINK}([A-Za-z][A-Za-z0-9._\-]{{3,}})"),
        always,
    );

    let birth = loosely(&words.birth);
    add(Identifier::Birth, format!("(?i:{birth}){LINK}({DAY})"), is_day);
    let born = r"\.?(?:\s?출생|년?\s?생(?:$|[^가-힣]|[이인입의은는으여남]|일(?:$|[^가-힣]|[이입인은]))|에? ?태어)";
    add(Identifier::Birth, format!(r"(?:^|[^\d\-./])({DAY}){born}"), is_day);

    add_addresses(words, &mut add);
    all
}

/// Adds the patterns of addresses with a number on a road or in a village, or a flat in a block.
fn add_addresses(words: &Words, add: &mut impl FnMut(Identifier, String, fn(&str) -> bool)) {
    let one_of = |words: &[String]| format!("(?:{})", words.join("|"));
    let (province, district) = (one_of(&words.provinces), one_of(&words.districts));
    let building = one_of(&words.buildings);
    let town = r"(?:[가-힣]{1,5}\d{0,2}(?:읍|면|동|리)|[가-힣]{1,4}\d가)";
    let road = r"[가-힣A-Za-z0-9·.]{1,12}(?:대로|로|길)(?: ?\d{1,4}번?[가나다라]?길)?";
    let number = r"(?:지하 ?)?\d{1,5}(?:-\d{1,4})?(?:번지)?";
    let flat = r"(?:\d{1,4}|[가-힣A-Za-z])동 ?\d{1,5}호";
    let detail = format!(
        r"(?:[ ,(]*(?:{flat}|[가-힣A-Za-z0-9]{{1,12}}{building}|\d{{1,4}}동|\d{{1,5}}호|지?하? ?\d{{1,3}}층|[가-힣]{{1,5}}\d?동\)))*"
    );
    let always: fn(&str) -> bool = |_| true;
    let above = format!("(?:{province} ?)?(?:{district} ?){{1,2}}(?:{town} ?){{0,2}}");
    let street = format!("{road} ?{number}");
    let plot = format!("{town} ?{number}");
    add(Identifier::Address, format!("({above}(?:{plot}|{street}){detail})"), always);
    add(Identifier::Address, format!("({province} ?(?:{town} ?){{0,2}}{street}{detail})"), always);
    let announced = one_of(&words.address);
    add(
        Identifier::Address,
        format!(
            r"(?:^|[^가-힣])(?:{announced}){LINK}((?:[가-힣A-Za-z0-9]+ ){{0,4}}(?:{plot}|{street}|{flat}){detail})"
        ),
        always,
    );
    add(Identifier::Address, format!(r"(?:^|[^\d])({flat})"), always);
}

fn digits(text: &str) -> Vec<u8> {
    text.chars().filter_map(|c| c.to_digit(10)).filter_map(|it| u8::try_from(it).ok()).collect()
}

fn has_three_digits(text: &str) -> bool {
    digits(text).len() >= 3
}

fn has_five_digits(text: &str) -> bool {
    digits(text).len() >= 5
}

/// Returns whether the text is a date: `900305`, `1990. 3. 5`.
fn is_day(text: &str) -> bool {
    let parts: Vec<Vec<u8>> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter(|part| !part.is_empty())
        .map(digits)
        .collect();
    let two = |digits: &[u8]| digits.iter().fold(0_u32, |sum, &digit| sum * 10 + u32::from(digit));
    match parts.as_slice() {
        [all] if all.len() == 8 => is_birthday(&all[2..]),
        [all] => is_birthday(all),
        [year, month, day] => {
            matches!(year.len(), 2 | 4)
                && (1..=12).contains(&two(month))
                && (1..=31).contains(&two(day))
        }
        _ => false,
    }
}
