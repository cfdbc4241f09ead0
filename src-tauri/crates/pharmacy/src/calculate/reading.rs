//! Reads sentences about doses into statements, over tokens: numbers, units, 체중 1kg, 1일, 1회 and a few words.
//! A sentence whose numbers hold for a certain body weight only, or that the tokens do not make clear, gives
//! no dose.

use simui_domain::Span;
use simui_korean::quantities::{Placed, Token, Unit, tokens};

use super::statement::{Ages, Amount, DoseStatement, Period};
use crate::dur::CHILD_MONTHS;
use crate::text::sentence::sentences;

/// Words for adults.
const ADULTS: [&str; 3] = ["성인", "어른", "성년"];
/// Words for children.
const CHILDREN: [&str; 8] = ["소아", "어린이", "유아", "영아", "유소아", "영유아", "아기", "아이"];
/// Words of a treatment that begins or changes.
const CHANGES: [&str; 12] = [
    "시작", "초회", "초기", "증량", "감량", "늘리", "늘려", "늘립", "줄이", "줄여", "줄입", "유지",
];
/// Words behind an amount that make it a limit.
const LIMITS: [&str; 6] = ["넘", "초과", "이하", "이내", "까지", "한도"];
/// Words behind a number of times by which a day's amount is divided.
const DIVIDED: [&str; 5] = ["나누", "나눠", "나눈", "분할", "분복"];
/// Words for a route.
const ROUTES: [(&str, &str); 10] = [
    ("경구", "경구"),
    ("먹", "경구"),
    ("복용", "경구"),
    ("정맥", "정맥"),
    ("근육", "근육"),
    ("피하", "피하"),
    ("직장", "직장"),
    ("좌약", "직장"),
    ("바르", "외용"),
    ("흡입", "흡입"),
];
/// Endings of the names of illnesses.
const ILLNESSES: [&str; 9] =
    ["염", "감염", "감염증", "증후군", "질환", "결핵", "말라리아", "폐렴", "관절염"];
/// Particles behind the name of an illness that a dose is for.
const FOR: [&str; 5] = ["에는", "에서는", "환자에게는", "의", "에"];
/// Latin words for times a day.
const LATIN_TIMES: [(&str, f64); 8] = [
    ("qd", 1.0),
    ("od", 1.0),
    ("hs", 1.0),
    ("bid", 2.0),
    ("tid", 3.0),
    ("qid", 4.0),
    ("once", 1.0),
    ("twice", 2.0),
];
/// Most tokens behind an amount among which a word of a limit is looked for.
const LIMIT_TOKENS: usize = 4;

/// Returns the statements of all sentences of `text`, in order.
pub fn dose_statements(text: &str) -> Vec<DoseStatement> {
    sentences(text).into_iter().flat_map(|span| of_sentence(text, span)).collect()
}

fn of_sentence(text: &str, span: Span) -> Vec<DoseStatement> {
    let Some(quote) = span.slice(text) else { return Vec::new() };
    let mut reading = Reading { tokens: outside_brackets(tokens(quote)), ..Reading::default() };
    reading.read();
    if reading.is_for_some_weights {
        return Vec::new();
    }
    reading.statements(quote, span)
}

/// The tokens that stand in no bracket: brackets repeat a dose in another unit, or name an exception.
fn outside_brackets(tokens: Vec<Placed>) -> Vec<Placed> {
    let mut depth = 0_usize;
    let mut kept = Vec::new();
    for it in tokens {
        match it.token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(it),
            _ => {}
        }
    }
    kept
}

/// A dose that was found, before the end of its sentence is known.
#[derive(Debug, Clone)]
struct Found {
    amount: Amount,
    per: Option<Period>,
    ages: Ages,
    times: Option<(f64, f64)>,
    interval: Option<(f64, f64)>,
}

/// A limit that was found.
#[derive(Debug, Clone)]
struct Limit {
    amount: Amount,
    per: Period,
    ages: Ages,
}

/// The state of reading one sentence.
#[derive(Debug, Default)]
struct Reading {
    tokens: Vec<Placed>,
    doses: Vec<Found>,
    limits: Vec<Limit>,
    /// The ages that the sentence named last, and whether an amount followed them.
    ages: Ages,
    ages_are_used: bool,
    /// Whether both adults and children were named.
    names_adults: bool,
    names_children: bool,
    /// Whether 체중 1kg stands before the next amount.
    per_kg: bool,
    /// 1회 or 1일 before the next amount.
    marker: Option<Period>,
    /// Whether 최대 stands before the next amount.
    at_most: bool,
    /// Frequency and interval that stand before the first dose.
    times: Option<(f64, f64)>,
    interval: Option<(f64, f64)>,
    most_times: Option<f64>,
    route: Option<String>,
    indication: Option<String>,
    changes: bool,
    is_for_some_weights: bool,
}

impl Reading {
    fn token(&self, at: usize) -> Option<&Token> {
        self.tokens.get(at).map(|it| &it.token)
    }

    fn number(&self, at: usize) -> Option<f64> {
        match self.token(at) {
            Some(Token::Number(number)) => Some(*number),
            _ => None,
        }
    }

    fn unit(&self, at: usize) -> Option<Unit> {
        match self.token(at) {
            Some(Token::Unit(unit)) => Some(*unit),
            _ => None,
        }
    }

    fn word(&self, at: usize) -> &str {
        match self.token(at) {
            Some(Token::Word(word)) => word,
            _ => "",
        }
    }

    /// Whether one of the words begins at `at`.
    fn is_one_of(&self, at: usize, words: &[&str]) -> bool {
        words.iter().any(|it| self.word(at).starts_with(it))
    }

    fn read(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() && !self.is_for_some_weights {
            at = match self.token(at) {
                Some(Token::Number(_)) => self.read_number(at),
                Some(Token::Unit(Unit::Kilogram)) => {
                    // Without a number only in kg당.
                    self.per_kg = true;
                    at + 1
                }
                Some(Token::Word(_)) => self.read_word(at),
                _ => at + 1,
            };
        }
    }

    fn read_word(&mut self, at: usize) -> usize {
        let word = self.word(at).to_owned();
        let starts = |words: &[&str]| words.iter().any(|it| word.starts_with(it));
        if starts(&["최대", "최고"]) {
            self.at_most = true;
        } else if starts(&["하루", "매일", "일일"]) {
            self.marker = Some(Period::Day);
        } else if starts(&ADULTS) {
            self.begin_ages();
            self.names_adults = true;
        } else if starts(&CHILDREN) {
            self.begin_ages();
            self.names_children = true;
        } else if starts(&DIVIDED) {
            if let Some(last) = self.doses.last_mut() {
                last.per = Some(Period::Day);
            }
        } else if let Some((_, times)) = LATIN_TIMES.iter().find(|(it, _)| word == *it) {
            self.set_times((*times, *times));
        } else if starts(&["씩"]) && self.follows_amount(at) {
            // 하루 3번 10mg씩: an amount each time.
            if let Some(last) = self.doses.last_mut() {
                last.per.get_or_insert(Period::Time);
            }
        }
        let bare = FOR.iter().find_map(|it| word.strip_suffix(it));
        if self.doses.is_empty()
            && let Some(name) = bare.filter(|it| it.chars().count() > 1)
            && ILLNESSES.iter().any(|it| name.ends_with(it))
        {
            self.indication.get_or_insert_with(|| name.to_owned());
        }
        if CHANGES.iter().any(|it| word.contains(it)) {
            self.changes = true;
        }
        if let Some((_, route)) = ROUTES.iter().find(|(it, _)| word.starts_with(it)) {
            self.route.get_or_insert_with(|| (*route).to_owned());
        }
        at + 1
    }

    /// Whether the token before `at` ends an amount of a drug.
    fn follows_amount(&self, at: usize) -> bool {
        at.checked_sub(1).and_then(|it| self.unit(it)).is_some_and(is_of_drug)
    }

    /// Begins to read other ages, if an amount for the last ones was read.
    fn begin_ages(&mut self) {
        if self.ages_are_used {
            self.ages = Ages::default();
            (self.names_adults, self.names_children) = (false, false);
            self.ages_are_used = false;
        }
    }

    /// The ages as named so far: 성인 and 소아 without a number count as above and below 18 years.
    fn current_ages(&self) -> Ages {
        let Ages { at_least, below } = self.ages;
        match (self.names_adults, self.names_children) {
            (true, true) => Ages { at_least, below: None },
            (true, false) if below.is_none() => Ages {
                at_least: Some(at_least.map_or(CHILD_MONTHS, |it| it.min(CHILD_MONTHS))),
                below: None,
            },
            (false, true) if below.is_none() => Ages { at_least, below: Some(CHILD_MONTHS) },
            _ => self.ages,
        }
    }

    /// Reads what begins with a number; returns where to go on.
    fn read_number(&mut self, at: usize) -> usize {
        let low = self.number(at).unwrap_or_default();
        let (high, unit_at) = match (self.token(at + 1), self.number(at + 2)) {
            (Some(Token::Range), Some(high)) => (high, at + 3),
            _ => (low, at + 1),
        };
        let Some(unit) = self.unit(unit_at) else { return at + 1 };
        let behind = unit_at + 1;
        match unit {
            Unit::Kilogram => {
                if (low, high) == (1.0, 1.0) {
                    self.per_kg = true;
                } else {
                    self.is_for_some_weights = true;
                }
                behind
            }
            Unit::Year | Unit::Month => self.read_age(low, high, unit, behind),
            Unit::Day if low == 1.0 && high == 1.0 => {
                self.marker = Some(Period::Day);
                behind
            }
            Unit::Time => self.read_times(low, high, behind),
            Unit::Hour => {
                let repeats = |it: usize| self.is_one_of(it, &["간격", "마다"]);
                if repeats(behind) || repeats(behind + 1) {
                    self.set_interval((low, high));
                }
                behind
            }
            _ if is_of_drug(unit) => self.read_amount(low, high, unit, behind),
            _ => behind,
        }
    }

    /// Reads an age with its bound: 12세 이상, 6개월~2세, 7~15세.
    fn read_age(&mut self, low: f64, high: f64, unit: Unit, behind: usize) -> usize {
        let months = |number: f64, unit: Unit| -> Option<u32> {
            let each = if unit == Unit::Year { 12.0 } else { 1.0 };
            let months = (number * each).round();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "bounded just before"
            )]
            (0.0..=2400.0).contains(&months).then_some(months as u32)
        };
        // The last year or month of a range counts whole.
        let past = |number: f64, unit: Unit| months(number + 1.0, unit);
        let second = match (self.token(behind), self.number(behind + 1), self.unit(behind + 2)) {
            (Some(Token::Range), Some(number), Some(unit @ (Unit::Year | Unit::Month))) => {
                Some((number, unit))
            }
            _ => None,
        };
        let mut read = Ages::default();
        let mut next = behind;
        if let Some((number, other)) = second {
            read = Ages { at_least: months(low, unit), below: past(number, other) };
            next = behind + 3;
            if self.is_one_of(next, &["미만"]) {
                read.below = months(number, other);
            }
        } else if low < high {
            read = Ages { at_least: months(low, unit), below: past(high, unit) };
            if self.is_one_of(next, &["미만"]) {
                read.below = months(high, unit);
            }
        } else if self.is_one_of(behind, &["이상", "부터"]) {
            read.at_least = months(low, unit);
        } else if self.is_one_of(behind, &["초과"]) {
            read.at_least = past(low, unit);
        } else if self.is_one_of(behind, &["미만"]) {
            read.below = months(low, unit);
        } else if self.is_one_of(behind, &["이하", "까지"]) {
            read.below = past(low, unit);
        }
        if read != Ages::default() {
            self.begin_ages();
            self.ages.at_least = read.at_least.or(self.ages.at_least);
            self.ages.below = read.below.or(self.ages.below);
        }
        next
    }

    /// Reads a number of times: 1회 before an amount, 3회 behind 1일, a limit, or a division.
    fn read_times(&mut self, low: f64, high: f64, behind: usize) -> usize {
        let of_day = self.marker == Some(Period::Day)
            || self.token(behind) == Some(&Token::Slash)
                && self.unit(behind + 1) == Some(Unit::Day);
        let limited = self.at_most || self.is_limited(behind);
        let divides = (behind..behind + 2).any(|it| self.is_one_of(it, &DIVIDED))
            || self.is_one_of(behind, &["로", "에"]) && self.is_one_of(behind + 1, &DIVIDED);
        if of_day && limited {
            self.most_times = Some(high);
            (self.at_most, self.marker) = (false, None);
        } else if of_day {
            self.set_times((low, high));
            self.marker = None;
        } else if divides {
            self.set_times((low, high));
        } else if (low, high) == (1.0, 1.0) {
            self.marker = Some(Period::Time);
        }
        behind
    }

    /// Gives a frequency to all doses without one; before the first dose it waits for it.
    fn set_times(&mut self, times: (f64, f64)) {
        if self.doses.is_empty() {
            self.times = Some(times);
        }
        for dose in self.doses.iter_mut().filter(|it| it.times.is_none()) {
            dose.times = Some(times);
            dose.per.get_or_insert(Period::Time);
        }
    }

    /// Gives an interval to all doses without one; before the first dose it waits for it.
    fn set_interval(&mut self, interval: (f64, f64)) {
        if self.doses.is_empty() {
            self.interval = Some(interval);
        }
        for dose in self.doses.iter_mut().filter(|it| it.interval.is_none()) {
            dose.interval = Some(interval);
            dose.per.get_or_insert(Period::Time);
        }
    }

    /// Whether a word of a limit stands behind an amount or a number of times that ends before `at`.
    fn is_limited(&self, at: usize) -> bool {
        let stops = |index: &usize| {
            matches!(
                self.token(*index),
                None | Some(Token::Number(_) | Token::Sign(',' | ';' | ':'))
            )
        };
        let end = (at..at + LIMIT_TOKENS).find(stops).unwrap_or(at + LIMIT_TOKENS);
        (at..end).any(|it| self.is_one_of(it, &LIMITS))
    }

    /// Reads an amount of a drug with its divisions: 10mg/kg/일.
    fn read_amount(&mut self, low: f64, high: f64, unit: Unit, behind: usize) -> usize {
        let (mut high, mut next) = (high, behind);
        // 10mg~15mg: the unit twice.
        if let (Some(Token::Range), Some(number), Some(second)) =
            (self.token(next), self.number(next + 1), self.unit(next + 2))
            && second == unit
        {
            (high, next) = (number, next + 3);
        }
        let (mut per_kg, mut per) = (std::mem::take(&mut self.per_kg), None);
        while self.token(next) == Some(&Token::Slash) {
            match self.unit(next + 1) {
                Some(Unit::Kilogram) => per_kg = true,
                Some(Unit::Day) => per = Some(Period::Day),
                Some(Unit::Time) => per = Some(Period::Time),
                // A concentration, or a rate by the hour: no dose.
                _ => return next + 2,
            }
            next += 2;
        }
        let (factor, unit) = match (unit.milligrams(), unit.millilitres()) {
            (Some(each), _) => (each, Unit::Milligram),
            (_, Some(each)) => (each, Unit::Millilitre),
            _ => (1.0, unit),
        };
        if !(low > 0.0 && high >= low) {
            return next;
        }
        let amount = Amount { low: low * factor, high: high * factor, unit, per_kg };
        let marker = self.marker.take();
        let per = per.or(marker);
        let ages = self.current_ages();
        self.ages_are_used = true;
        let at_most = std::mem::take(&mut self.at_most);
        if at_most || self.is_limited(next) {
            let per = per.unwrap_or(Period::Day);
            self.limits.push(Limit { amount, per, ages });
            return next;
        }
        let (times, interval) = (self.times.take(), self.interval.take());
        let per = per.or(interval.map(|_| Period::Time));
        self.doses.push(Found { amount, per, ages, times, interval });
        next
    }

    /// The statements of the sentence. A limit holds for each dose of its ages.
    fn statements(&self, quote: &str, span: Span) -> Vec<DoseStatement> {
        let limit = |ages: Option<Ages>, per: Period| {
            let of = |it: &&Limit| it.per == per && ages.is_none_or(|ages| it.ages == ages);
            self.limits.iter().find(of).map(|it| it.amount)
        };
        let empty = |ages: Ages| DoseStatement {
            dose: None,
            per: None,
            times: None,
            interval: None,
            most_times: self.most_times,
            max_time: limit(Some(ages), Period::Time).or(limit(None, Period::Time)),
            max_day: limit(Some(ages), Period::Day).or(limit(None, Period::Day)),
            ages,
            route: self.route.clone(),
            indication: self.indication.clone(),
            changes: self.changes,
            quote: quote.to_owned(),
            span,
        };
        if self.doses.is_empty() {
            let first = self.limits.first().map(|it| it.ages);
            return first.map(empty).into_iter().collect();
        }
        let with_dose = |it: &Found| DoseStatement {
            dose: Some(it.amount),
            per: it.per,
            times: it.times,
            interval: it.interval,
            ..empty(it.ages)
        };
        self.doses.iter().map(with_dose).collect()
    }
}

/// Whether a unit measures a drug.
fn is_of_drug(unit: Unit) -> bool {
    unit.milligrams().is_some()
        || unit.millilitres().is_some()
        || unit.is_piece()
        || unit == Unit::International
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::calculate::calculation::range;

    /// The statements of a text, each as a line of its parts.
    fn written(text: &str) -> Vec<String> {
        let amount = |amount: Amount| {
            let kg = if amount.per_kg { "/kg" } else { "" };
            format!("{}{}{kg}", range(amount.low, amount.high), amount.unit.written())
        };
        let one = |statement: DoseStatement| {
            let mut parts = Vec::new();
            parts.extend(statement.dose.map(|dose| match statement.per {
                Some(Period::Time) => format!("1회 {}", amount(dose)),
                Some(Period::Day) => format!("1일 {}", amount(dose)),
                None => format!("? {}", amount(dose)),
            }));
            parts.extend(statement.times.map(|(low, high)| format!("×{}", range(low, high))));
            parts.extend(statement.interval.map(|(low, high)| format!("{}h", range(low, high))));
            parts.extend(statement.most_times.map(|most| format!("≤×{most}")));
            parts.extend(statement.max_time.map(|max| format!("1회≤{}", amount(max))));
            parts.extend(statement.max_day.map(|max| format!("1일≤{}", amount(max))));
            let bounds = (statement.ages.at_least, statement.ages.below);
            if bounds != (None, None) {
                let bound = |it: Option<u32>| it.map_or(String::new(), |it| it.to_string());
                parts.push(format!("[{}-{})", bound(bounds.0), bound(bounds.1)));
            }
            parts.extend(statement.route.filter(|it| it != "경구"));
            parts.extend(statement.indication);
            parts.extend(statement.changes.then(|| "변경".to_owned()));
            parts.join(" ")
        };
        dose_statements(text).into_iter().map(one).collect()
    }

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(written(text), expected, "{text}");
    }

    #[test]
    fn doses_by_weight() {
        check(
            "소아는 체중 1kg에 아세트아미노펜 10~15mg을 4~6시간 간격으로 먹이고 하루 5번을 넘지 않습니다.",
            &["1회 10~15mg/kg 4~6h ≤×5 [-216)"],
        );
        check(
            "이부프로펜은 체중 1kg에 5~10mg을 6~8시간 간격으로 하루 3~4번 먹이고 체중 1kg당 하루 40mg을 넘지 않습니다.",
            &["1회 5~10mg/kg ×3~4 6~8h 1일≤40mg/kg"],
        );
        check("소아 1일 30 mg/kg을 3회로 나누어 투여한다.", &["1일 30mg/kg ×3 [-216)"]);
        check("소아: 1회 10mg/kg 1일 3회, 1일 최대 500mg", &["1회 10mg/kg ×3 1일≤500mg [-216)"]);
        check("20~40 mg/kg/day를 분할 투여", &["1일 20~40mg/kg"]);
        check("체중 kg당 10mg씩 하루 2번", &["1회 10mg/kg ×2"]);
        check("체중 1kg에 하루 0.5mg으로 시작하며", &["1일 0.5mg/kg 변경"]);
        check("중이염에는 1일 80mg/kg을 2회로 나누어 투여한다.", &["1일 80mg/kg ×2 중이염"]);
        check("소아 정맥 주사 1회 15mg/kg", &["1회 15mg/kg [-216) 정맥"]);
    }

    #[test]
    fn what_the_sentence_leaves_open_stays_open() {
        check("어린이·청소년은 체중 1kg에 2.5mg입니다.", &["? 2.5mg/kg [-216)"]);
        check("1일 3회 30mg/kg을 투여한다.", &["? 30mg/kg ×3"]);
        check("체중 30kg 이상은 0.3mg, 15~30kg은 0.15mg을 씁니다.", &[]);
        check("실온에서 보관하십시오.", &[]);
        check("100mg/5mL 시럽", &[]);
    }

    #[test]
    fn doses_by_age_share_what_the_sentence_ends_with() {
        check(
            "만 7세 이상 15세 미만은 1회 10 mL, 만 2세 이상 7세 미만은 1회 5 mL, 1일 3회 복용합니다.",
            &["1회 10mL ×3 [84-180)", "1회 5mL ×3 [24-84)"],
        );
        check(
            "만 12세 이상 및 성인은 1회 1~2정씩 1일 3~4회 필요시 복용합니다.",
            &["1회 1~2정 ×3~4 [144-)"],
        );
        check("1일 최대 8정(4000mg)을 넘지 마십시오.", &["1일≤8정"]);
        check("성인 1회 60mg 1일 3회 식후 경구투여", &["1회 60mg ×3 [216-)"]);
        check(
            "성인의 아세트아미노펜 1일 최대 용량은 다른 약에 든 것을 모두 합쳐 4,000mg(4g)입니다.",
            &["1일≤4,000mg [216-)"],
        );
        check("2~6세: 1회 2.5mL 1일 2회", &["1회 2.5mL ×2 [24-84)"]);
        check("6개월~2세 미만은 1회 3mL", &["1회 3mL [6-24)"]);
    }

    proptest! {
        #[test]
        fn a_quote_is_a_part_of_the_text(
            text in "(체중|1kg|하루|1일|1회|최대|[0-9]{1,4}|mg|mL|/kg|~|을|넘지|세|이상|미만|소아|성인|번|시간|간격|, |[.]| |\n|[가-힣(){}]){0,30}"
        ) {
            for it in dose_statements(&text) {
                prop_assert!(text.contains(&it.quote));
                prop_assert_eq!(it.span.slice(&text), Some(it.quote.as_str()));
                prop_assert!(it.dose.is_none_or(|it| it.low > 0.0 && it.low <= it.high));
            }
        }

        #[test]
        fn no_text_is_too_strange(text in "\\PC{0,200}") {
            let _ = dose_statements(&text);
        }
    }
}
