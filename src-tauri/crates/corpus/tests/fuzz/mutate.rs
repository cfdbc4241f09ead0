//! Mutations of bytes, of the units of a format, and of the parts of a container.

use super::grammar::Grammar;
use super::input::{Input, Part};
use super::random::Random;

/// Values that often cause errors, in any format.
const WORDS: [&str; 50] = [
    "0",
    "-1",
    "1e308",
    "NaN",
    "255",
    "65535",
    "65536",
    "2147483647",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999",
    "0000-00-00",
    "9999-12-31",
    "20240230",
    "\0",
    "\u{200b}",
    "\u{feff}",
    "\u{202e}",
    "\u{2028}",
    "\u{85}",
    "\u{3000}",
    "\u{a0}",
    "\u{1100}\u{1161}",
    "\u{1f469}\u{200d}\u{1f52c}",
    "\u{10ffff}",
    "①",
    "㊿",
    "Ⅻ",
    "³",
    "\r",
    "\r\n",
    "\t",
    "\"",
    "'",
    "\\",
    "|",
    "**",
    "#",
    "##### ",
    "<",
    "&#x0;",
    "&#1114112;",
    "]]>",
    "<!--",
    "제4294967296조의4294967296",
    "제0조의0",
    "다음 각 호와 같다.",
];

/// How many of these values are numbers.
const NUMBERS: usize = 17;

/// Maximum size of a part, except in one case in a hundred.
const LARGEST_PART: usize = 24 << 10;
const LARGEST_PART_AT_TIMES: usize = 192 << 10;

/// The source material of the mutations.
pub struct Material<'a> {
    pub inputs: &'a [Input],
    pub words: &'a [Vec<u8>],
}

/// A damaged copy.
pub fn mutate(input: &Input, material: &Material<'_>, random: &mut Random) -> Input {
    let mut input = input.clone();
    let times = if random.once_in(8) { 1 + random.below(24) } else { 1 + random.below(4) };
    let largest = if random.once_in(100) { LARGEST_PART_AT_TIMES } else { LARGEST_PART };
    for _ in 0..times {
        if input.0.len() > 1 && random.once_in(10) {
            parts(&mut input, material, random);
        }
        if input.0.is_empty() {
            return input;
        }
        let at = random.below(input.0.len());
        let part = &mut input.0[at];
        damage(part, material, random, largest);
        part.bytes.truncate(largest);
    }
    input
}

/// Mutates the entry list of a container.
fn parts(input: &mut Input, material: &Material<'_>, random: &mut Random) {
    let at = random.below(input.0.len());
    let other = random.pick(material.inputs).0.clone();
    match random.below(5) {
        0 => {
            input.0.remove(at);
        }
        1 if !other.is_empty() => input.0[at].bytes = random.pick(&other).bytes.clone(),
        2 if !other.is_empty() => input.0.push(random.pick(&other).clone()),
        3 => {
            let names =
                ["../a.md", "/etc/passwd", "a.exe", "", "a/b/../c.txt", "\\a.csv", "갑.hwp"];
            input.0[at].name = (*random.pick(&names)).to_owned();
        }
        _ => {
            let to = random.below(input.0.len());
            let bytes = input.0[to].bytes.clone();
            input.0[at].bytes = bytes;
        }
    }
}

fn damage(part: &mut Part, material: &Material<'_>, random: &mut Random, largest: usize) {
    match random.below(3) {
        0 => bytes(&mut part.bytes, material, random),
        1 => numbers(&mut part.bytes, random),
        _ => units(part, material, random, largest),
    }
}

/// Mutates bytes without knowledge of the format.
pub fn bytes(it: &mut Vec<u8>, material: &Material<'_>, random: &mut Random) {
    let at = random.below(it.len() + 1);
    let end = (at + 1 + random.below(40)).min(it.len());
    match random.below(9) {
        0 if at < it.len() => it[at] = random.byte(),
        1 if at < it.len() => it[at] ^= 1 << random.below(8),
        2 => it.insert(at, random.byte()),
        3 => it.truncate(at),
        4 => drop(it.drain(at..end)),
        5 => {
            let copied = it[at..end].to_vec();
            let to = random.below(it.len() + 1);
            it.splice(to..to, copied);
        }
        6 => {
            let value = *random.pick(&[0u64, 1, 0x7F, 0xFF, 0x7FFF_FFFF, 0xFFFF_FFFF, u64::MAX]);
            let width = *random.pick(&[1, 2, 4, 8]);
            let end = (at + width).min(it.len());
            it.splice(at..end, value.to_le_bytes()[..end - at].iter().copied());
        }
        _ => {
            let word: &[u8] = if material.words.is_empty() || random.once_in(2) {
                random.pick(&WORDS).as_bytes()
            } else {
                random.pick(material.words).as_slice()
            };
            let end = if random.once_in(2) { at } else { end };
            it.splice(at..end, word.iter().copied());
        }
    }
}

/// Replaces a digit by another one.
fn numbers(it: &mut Vec<u8>, random: &mut Random) {
    let digit = |at: &usize| it[*at].is_ascii_digit();
    let starts: Vec<usize> =
        (0..it.len()).filter(|at| digit(at) && (*at == 0 || !digit(&(at - 1)))).collect();
    if starts.is_empty() {
        return;
    }
    let start = *random.pick(&starts);
    let length = it[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = if random.once_in(2) {
        random.below(40).to_string()
    } else {
        (*random.pick(&WORDS[..NUMBERS])).to_owned()
    };
    it.splice(start..start + length, number.into_bytes());
}

/// Mutates a part without breaking up the units of the format.
fn units(part: &mut Part, material: &Material<'_>, random: &mut Random, largest: usize) {
    let grammar = Grammar::of(&part.name);
    let ends = grammar.ends(&part.bytes);
    if ends.is_empty() {
        return bytes(&mut part.bytes, material, random);
    }
    let (start, end) = some_units(&ends, random);
    let unit = part.bytes[start..end].to_vec();
    let place = if random.once_in(8) { 0 } else { *random.pick(&ends) };
    let it = &mut part.bytes;
    match random.below(8) {
        0 => drop(it.drain(start..end)),
        1 => drop(it.splice(place..place, unit)),
        2 => {
            it.drain(start..end);
            let place = grammar.ends(it);
            let place = if place.is_empty() { 0 } else { *random.pick(&place) };
            it.splice(place..place, unit);
        }
        3 => {
            let most = (largest / unit.len().max(1)).clamp(1, 4_000);
            let often = if random.once_in(4) { 4_000 } else { 30 };
            let times = 1 + random.below(most.min(often));
            it.splice(place..place, unit.repeat(times));
        }
        4 => {
            let mut unit = unit;
            bytes(&mut unit, material, random);
            it.splice(start..end, grammar.mend(unit));
        }
        5 => {
            // The same unit repeated without being closed.
            let times = 1 + random.below(400);
            let opening = &unit[..ends
                .iter()
                .find(|it| **it > start)
                .map_or(unit.len(), |it| (it - start).min(unit.len()))];
            let opening = opening.repeat(times.min(largest / opening.len().max(1)));
            it.splice(start..start, opening);
        }
        _ => {
            let other = random.pick(material.inputs);
            let same: Vec<&Part> =
                other.0.iter().filter(|it| Grammar::of(&it.name) == grammar).collect();
            if same.is_empty() {
                return;
            }
            let other = *random.pick(&same);
            let ends = grammar.ends(&other.bytes);
            if ends.is_empty() {
                return;
            }
            let (from, to) = some_units(&ends, random);
            let end = if random.once_in(2) { start } else { end };
            it.splice(start..end, other.bytes[from..to].iter().copied());
        }
    }
}

/// One unit or several consecutive units.
fn some_units(ends: &[usize], random: &mut Random) -> (usize, usize) {
    let first = random.below(ends.len());
    let more = if random.once_in(2) { 0 } else { random.below(12) };
    let start = first.checked_sub(1).map_or(0, |before| ends[before]);
    (start, ends[(first + more).min(ends.len() - 1)])
}
