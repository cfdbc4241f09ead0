//! Finds personal numbers in runs of digits.

use super::digits::Run;
use super::find::Identifier;
use super::skeleton::Skeleton;
use super::words::Words;

/// Kind and span `from..to` of a number in the digits of a run.
pub(super) type Number = (Identifier, usize, usize);

/// Test of whether digits `from..to` are a number of a kind.
type Test<'a> = dyn Fn(usize, usize) -> bool + 'a;

/// Returns the numbers in a run without overlaps. Announced numbers come first, then longer and more certain
/// kinds.
pub(super) fn in_run(run: &Run, skeleton: &Skeleton) -> Vec<Number> {
    let mut found: Vec<Number> = Vec::new();
    let mut taken = vec![false; run.len()];
    if let Some((kind, from, to)) = announced(run, skeleton) {
        taken[from..to].fill(true);
        found.push((kind, from, to));
    }
    let kinds: [(Identifier, &Test); 5] = [
        (Identifier::Resident, &|from, to| is_resident(run, from, to)),
        (Identifier::Card, &|from, to| is_card(run, from, to)),
        (Identifier::Phone, &|from, to| is_phone(run, from, to)),
        (Identifier::Licence, &|from, to| run.groups(from, to) == [2, 2, 6, 2]),
        (Identifier::Account, &|from, to| is_account(run, from, to, skeleton)),
    ];
    for (kind, is) in kinds {
        for from in (0..run.len()).filter(|&it| run.breaks_before(it)) {
            let ends = (from + 8..=run.len().min(from + LONGEST)).rev();
            let mut ends = ends.filter(|&to| run.may_end_at(to));
            let free = |to: usize| !taken[from..to].contains(&true);
            if let Some(to) = ends.find(|&to| is(from, to) && free(to)) {
                taken[from..to].fill(true);
                found.push((kind, from, to));
            }
        }
    }
    found
}

/// Most digits of a number.
const LONGEST: usize = 40;

/// Tests for a 주민등록번호 or 외국인등록번호: a birthday and seven digits. Numbers issued since October 2020 have no
/// check digit; a number without a valid one must be written in a few groups or digit by digit.
fn is_resident(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to).filter(|digits| digits.len() == 13) else {
        return false;
    };
    if !is_birthday(&digits[..6]) {
        return false;
    }
    let groups = run.groups(from, to);
    if run.is_unusual(from, to) {
        return groups == [6, 7] || groups == [13] || groups == [6, 1, 6] || groups == [2, 2, 2, 7];
    }
    let cut_at_six = groups
        .iter()
        .scan(0, |sum, &length| {
            *sum += length;
            Some(*sum)
        })
        .any(|sum| sum == 6);
    let few = groups.len() <= 2;
    let single = groups.iter().all(|&length| length == 1);
    few || cut_at_six || single || has_check_digit(digits)
}

/// Returns whether six digits are year, month and day.
pub(super) fn is_birthday(digits: &[u8]) -> bool {
    let &[_, _, m1, m2, d1, d2] = digits else { return false };
    (1..=12).contains(&(m1 * 10 + m2)) && (1..=31).contains(&(d1 * 10 + d2))
}

fn has_check_digit(digits: &[u8]) -> bool {
    let weights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5];
    let sum: u32 =
        digits.iter().zip(weights).map(|(&digit, weight)| u32::from(digit) * weight).sum();
    let check = (11 - sum % 11) % 10;
    // Numbers of foreigners are shifted by two.
    digits
        .last()
        .is_some_and(|&last| u32::from(last) == check || u32::from(last) == (check + 2) % 10)
}

/// Tests for a payment card: 13 to 19 digits with a valid Luhn sum, in groups as on the card, without
/// separators, or digit by digit.
fn is_card(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to).filter(|it| (13..=19).contains(&it.len())) else {
        return false;
    };
    let groups = run.groups(from, to);
    let fours = groups.len() > 1 && groups[..groups.len() - 1].iter().all(|&length| length == 4);
    let amex = groups == [4, 6, 5] || groups == [4, 6, 4];
    let single = groups.iter().all(|&length| length == 1) && !run.is_unusual(from, to);
    (groups.len() == 1 || fours || amex || single) && luhn(digits)
}

fn luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| match (at % 2, u32::from(digit)) {
            (0, digit) => digit,
            (_, digit) if digit > 4 => digit * 2 - 9,
            (_, digit) => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|&digit| digit != 0)
}

/// Tests for a phone number: mobile, area, Internet and virtual numbers, also with +82. Short numbers of
/// companies (1588-1234) are not personal.
fn is_phone(run: &Run, from: usize, to: usize) -> bool {
    let Some(digits) = run.digits.get(from..to) else { return false };
    let text: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let national = match text.strip_prefix("82") {
        Some(rest) if rest.starts_with('0') => rest.to_owned(),
        Some(rest) => format!("0{rest}"),
        None => text.clone(),
    };
    let length = national.len();
    let fits = match national.get(..3) {
        Some("010" | "011" | "016" | "017" | "018" | "019") => (10..=11).contains(&length),
        Some("050") => (11..=12).contains(&length),
        Some("030" | "060" | "070" | "080") => (10..=12).contains(&length),
        Some(area) if area.starts_with("02") => (9..=10).contains(&length),
        Some("031" | "032" | "033" | "041" | "042" | "043" | "044") => (10..=11).contains(&length),
        Some("051" | "052" | "053" | "054" | "055") => (10..=11).contains(&length),
        Some("061" | "062" | "063" | "064") => (10..=11).contains(&length),
        _ => false,
    };
    let groups = run.groups(from, to);
    let written = match run.is_unusual(from, to) {
        true => is_phone_form(&groups, text.starts_with("82")),
        false => groups.len() <= 4 || groups.iter().all(|&length| length == 1),
    };
    fits && written
}

/// Returns whether the groups are those of a phone number: 3-4-4 and similar, also with two groups joined.
fn is_phone_form(groups: &[usize], is_international: bool) -> bool {
    let groups = match groups {
        [2, rest @ ..] if is_international => rest,
        groups => groups,
    };
    match groups {
        [1..=4, 3 | 4, 4] => true,
        [2..=4, 7 | 8] | [6..=8, 4] => true,
        [length] => *length >= 9,
        _ => false,
    }
}

/// Tests for the number of an account, a licence or an insurance card: ten or more digits in one group, or in
/// groups with hyphens.
fn is_account(run: &Run, from: usize, to: usize, skeleton: &Skeleton) -> bool {
    let length = to - from;
    let groups = run.groups(from, to);
    if run.is_unusual(from, to) {
        return false;
    }
    if groups.len() == 1 {
        // After a decimal point or a comma it is a quantity.
        let before = run.at[from].checked_sub(1).and_then(|it| skeleton.get(it));
        return length >= 10 && before != Some('.') && before != Some(',');
    }
    let groups_fit = (3..=5).contains(&groups.len())
        && groups.iter().all(|length| (2..=8).contains(length))
        && (10..=16).contains(&length);
    groups_fit && run.hyphenated(from, to, skeleton) && !is_time(run, from, &groups)
}

/// Tests for a point in time such as 2024-01-01 10:30.
fn is_time(run: &Run, from: usize, groups: &[usize]) -> bool {
    let year = run.digits.get(from..from + 2);
    groups.starts_with(&[4, 2, 2]) && matches!(year, Some([1, 9] | [2, 0]))
}

/// Number of characters before a number in which a word may announce it.
const WINDOW: usize = 14;

/// Returns the number at the beginning of a run after an announcing word, with weaker conditions on its
/// groups.
fn announced(run: &Run, skeleton: &Skeleton) -> Option<Number> {
    let words = Words::shipped();
    let first = *run.at.first()?;
    let before = skeleton.before(first, WINDOW);
    let announces =
        |words: &[String]| words.iter().any(|word| before.contains(&word.to_lowercase()));
    let ends = || (1..=run.len()).rev().filter(|&to| run.may_end_at(to));
    let plain = |to: usize| !run.is_unusual(0, to);
    // 123-4567 and 1588-1234 are recognised as phone numbers only after such a word.
    let short = |to: usize| matches!(to, 7 | 8) && run.groups(0, to).len() <= 2 && plain(to);
    if announces(&words.phone)
        && let Some(to) = ends().next().filter(|&to| short(to))
    {
        return Some((Identifier::Phone, 0, to));
    }
    if announces(&words.card)
        && let Some(to) = ends().find(|&to| run.groups(0, to) == [4, 4, 4, 4])
    {
        return Some((Identifier::Card, 0, to));
    }
    if announces(&words.licence)
        && let Some(to) = ends().find(|&to| (10..=12).contains(&to))
    {
        return Some((Identifier::Licence, 0, to));
    }
    let of_account = |to: usize| {
        let groups = run.groups(0, to);
        let grouped = (3..=5).contains(&groups.len()) && groups.iter().all(|&length| length > 1);
        let long = groups.iter().any(|&length| length >= 4);
        match plain(to) {
            true => (8..=16).contains(&to),
            false => (8..=16).contains(&to) && (groups.len() == 1 || grouped && long),
        }
    };
    if announces(&words.account)
        && let Some(to) = ends().find(|&to| of_account(to))
    {
        return Some((Identifier::Account, 0, to));
    }
    // 국민 110 234 567890: the name of a bank suffices.
    let named = before.trim_end_matches(|c: char| " :-(은는이가".contains(c));
    let of_bank = |word: &String| named.ends_with(&word.to_lowercase());
    let sure = |to: usize| {
        let groups = run.groups(0, to);
        let years = groups.iter().all(|&length| length == 4) && groups.len() > 2;
        (10..=16).contains(&to)
            && groups.len() <= 5
            && groups.iter().all(|&length| length > 1)
            && groups.first().is_some_and(|&length| length > 2)
            && !is_time(run, 0, &groups)
            && (!years || !matches!(run.digits.get(..2), Some([1, 9] | [2, 0])))
    };
    let to = words.banks.iter().any(of_bank).then(|| ends().find(|&to| sure(to))).flatten()?;
    Some((Identifier::Account, 0, to))
}
