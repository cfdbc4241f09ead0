//! The summary of a profile for a person or a model.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use simui_clinical::Comparator;
use ts_rs::TS;

use super::person::{age_now, pregnancy_now};
use super::{ItemId, MemoryRules, Pregnancy, Profile, ProfileItem, ProfileSlot, Standing, Value};

/// The known facts of a patient, for a person to read or for the prompt of a model: allergies first, then
/// a section for each slot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The sections in order; none is empty.
    pub sections: Vec<Section>,
}

/// A section: the allergies, a slot, the family's illnesses, or the open conflicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[ts(rename = "SummarySection")]
pub struct Section {
    /// Key of the section: `allergies`, the name of a slot, `family` or `conflicts`.
    pub key: String,
    /// Heading in Korean.
    pub title: String,
    /// The lines of the section.
    pub lines: Vec<SummaryLine>,
}

/// A line about an item or a conflict.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SummaryLine {
    /// The item; for a conflict its newer side.
    pub item: ItemId,
    /// Text of the line, in Korean.
    pub text: String,
    /// Weight exp(-λ·Δt), 0 to 1; 1 for facts that do not fade.
    pub weight: f64,
}

impl Profile {
    /// The summary at a moment. Equal profiles and moments give equal summaries.
    pub fn summary(&self, now: Timestamp, rules: &MemoryRules) -> Summary {
        let line = |item: &ProfileItem| {
            let open = if self.in_conflict(item.id) { " (확인 필요)" } else { "" };
            SummaryLine {
                item: item.id,
                text: format!("{}{open}", describe_item(item, now, rules)),
                weight: rules.weight(item, now),
            }
        };
        let mut sections = Vec::new();
        let mut section = |key: &str, title: &str, lines: Vec<SummaryLine>| {
            if !lines.is_empty() {
                sections.push(Section { key: key.to_owned(), title: title.to_owned(), lines });
            }
        };
        let allergies = self.newest_first(|it| it.fact.is_of_allergy());
        section("allergies", "알레르기", allergies.into_iter().map(line).collect());
        for slot in ProfileSlot::ALL {
            let items = self.present(slot, now, rules).into_iter();
            let own = items.filter(|it| it.fact.standing != Standing::Family);
            section(slot.as_str(), slot.korean(), own.map(line).collect());
        }
        let family = self.newest_first(|it| it.fact.standing == Standing::Family);
        section("family", "가족력", family.into_iter().map(line).collect());
        let open = self.conflicts.iter().filter_map(|conflict| {
            let (newer, older) = (self.item(conflict.newer)?, self.item(conflict.older)?);
            let text = format!(
                "{} ↔ {}",
                describe_item(newer, now, rules),
                describe_item(older, now, rules)
            );
            Some(SummaryLine { item: newer.id, text, weight: 1.0 })
        });
        section("conflicts", "확인 필요", open.collect());
        Summary { sections }
    }

    /// The items of a slot that count at a moment, the newest first: the last value of each measure, and
    /// complaints of the last months. Both sides of a conflict count.
    pub(super) fn present(
        &self,
        slot: ProfileSlot,
        now: Timestamp,
        rules: &MemoryRules,
    ) -> Vec<&ProfileItem> {
        let mut measured: Vec<&str> = Vec::new();
        let mut items = self.of(slot);
        items.retain(|it| match slot {
            ProfileSlot::Symptoms => {
                let days = now.duration_since(it.last.at).as_hours() / 24;
                days <= i64::from(rules.symptom_days)
            }
            ProfileSlot::Vitals | ProfileSlot::Labs => {
                let first = !measured.contains(&it.fact.concept.name.as_str());
                measured.push(&it.fact.concept.name);
                first
            }
            _ => true,
        });
        if slot == ProfileSlot::Demographics {
            let field = |it: &&ProfileItem| match it.fact.value {
                Value::Age { .. } | Value::AgeGroup { .. } => 0,
                Value::Sex { .. } => 1,
                Value::Pregnancy { .. } => 2,
                _ => 3,
            };
            items.sort_by_key(field);
        }
        items
    }
}

/// The text of an item in Korean: `고혈압(10년)`, `두통(3일, 심해짐)`, `메트포르민 500mg 하루 2회`,
/// `혈압 140/90 mmHg`, `65세`, `임신 20주(추정)`.
pub fn describe_item(item: &ProfileItem, now: Timestamp, rules: &MemoryRules) -> String {
    let fact = &item.fact;
    let text = match &fact.value {
        Value::Plain { since, course } => {
            let course = course.map(|it| it.korean().to_owned());
            let details: Vec<String> = since.iter().cloned().chain(course).collect();
            match details.is_empty() {
                true => fact.concept.name.clone(),
                false => format!("{}({})", fact.concept.name, details.join(", ")),
            }
        }
        Value::Age { years, months, approximate } => match age_now(item, now) {
            (_, Some(now)) if months.is_some_and(|it| it != now) => format!("약 {now}개월"),
            (_, Some(now)) => format!("{now}개월"),
            (Some(now), None) if *approximate || now != *years => format!("약 {now}세"),
            _ => format!("{years}세"),
        },
        Value::AgeGroup { group } => group.clone(),
        Value::Sex { sex } => sex.korean().to_owned(),
        Value::Pregnancy { .. } => pregnancy(item, now, rules),
        Value::Lactation { nursing: true } => "수유 중".to_owned(),
        Value::Lactation { nursing: false } => "수유하지 않음".to_owned(),
        Value::Drug { dose, per_day, since } => {
            let dose = dose.as_ref().map(|it| format!(" {it}")).unwrap_or_default();
            let often = per_day.map(how_often).unwrap_or_default();
            let since = since.as_ref().map(|it| format!("({it})")).unwrap_or_default();
            format!("{}{dose}{often}{since}", fact.concept.name)
        }
        Value::Reaction { drug, reaction, link } => {
            format!("{drug} {} {reaction}", link.korean())
        }
        Value::Measured { name, value, upper, comparator, systolic, diastolic, unit } => {
            let number = |it: &Option<f64>| it.map_or("-".to_owned(), |it| it.to_string());
            let value = match (value, upper) {
                (Some(value), Some(upper)) => format!("{value}~{upper}"),
                (Some(value), None) => value.to_string(),
                _ => format!("{}/{}", number(systolic), number(diastolic)),
            };
            let sign = comparator.map(Comparator::sign).unwrap_or_default();
            format!("{name} {sign}{value} {unit}").trim_end().to_owned()
        }
    };
    match fact.standing {
        Standing::Active | Standing::Allergy => text,
        Standing::Family => format!("{}: {text}", fact.experiencer),
        standing => format!("{text} {}", standing.korean()),
    }
}

fn pregnancy(item: &ProfileItem, now: Timestamp, rules: &MemoryRules) -> String {
    let Some(it) = pregnancy_now(item, now, rules) else { return String::new() };
    match (it.state, it.perhaps_over, it.weeks) {
        (Pregnancy::No, ..) => "임신 아님".to_owned(),
        (Pregnancy::Over, ..) => "임신 끝남".to_owned(),
        (Pregnancy::Possible, ..) => "임신 가능성".to_owned(),
        (Pregnancy::Planned, ..) => "임신 계획".to_owned(),
        (Pregnancy::Yes, true, _) => "임신(출산 예정일이 지났을 수 있음, 확인 필요)".to_owned(),
        (Pregnancy::Yes, false, Some(weeks)) => {
            let grown = !matches!(item.fact.value, Value::Pregnancy { weeks: Some(stated), .. } if stated == weeks);
            format!("임신 {weeks}주{}", if grown { "(추정)" } else { "" })
        }
        (Pregnancy::Yes, false, None) => "임신 중".to_owned(),
    }
}

impl fmt::Display for Summary {
    /// Writes a line for each section, with the weight behind each fact that fades.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, section) in self.sections.iter().enumerate() {
            if at > 0 {
                writeln!(f)?;
            }
            write!(f, "{}: ", section.title)?;
            for (at, line) in section.lines.iter().enumerate() {
                let comma = if at > 0 { ", " } else { "" };
                write!(f, "{comma}{}", line.text)?;
                if line.weight < 1.0 {
                    write!(f, " [{:.2}]", line.weight)?;
                }
            }
        }
        Ok(())
    }
}

/// How often a drug is taken: ` 하루 3회`, ` 일주일에 1회`, ` 28일에 1회`.
fn how_often(per_day: f64) -> String {
    let whole = |it: f64| (it - it.round()).abs() < 0.01;
    if per_day >= 1.0 || per_day <= 0.0 {
        format!(" 하루 {per_day}회")
    } else if whole(per_day * 7.0) {
        format!(" 일주일에 {}회", (per_day * 7.0).round())
    } else {
        format!(" {}일에 1회", (1.0 / per_day).round())
    }
}
