//! A drug that is named by its class alone may be one that its person must not take: 임신 8주인데 혈압약 먹고 있어요.
//! Each member of the class is tried against the rules of safety.

use simui_clinical::{Item, Slots, Status, Warning};
use simui_pharmacy::knowledge::Knowledge;

use super::conflicts::Alert;
use super::wording::{Words, fill};

/// Most members of a class that an alert names.
const MAX_NAMED: usize = 6;

/// The alerts for drugs that the facts of a turn, or the record by the names `recorded`, name by their class
/// alone: one for each class that has a member of which `warn` warns, and not without it.
pub(super) fn class_risks(
    slots: &Slots,
    recorded: &[String],
    knowledge: &Knowledge,
    warn: &dyn Fn(&Slots) -> Vec<Warning>,
    words: &Words,
) -> Vec<Alert> {
    let stated = slots.medications.iter().filter(|it| it.status == Status::Active);
    let mut taken: Vec<Item> = stated.cloned().collect();
    if slots.subject.is_none() {
        let unsaid = recorded.iter().filter(|it| taken.iter().all(|known| known.name != **it));
        let unsaid: Vec<Item> = unsaid.map(|it| Item::stated(it, Status::Active)).collect();
        taken.extend(unsaid);
    }
    let members = |class: &Item| -> Vec<Item> {
        let members = knowledge.members_of_class(&class.name).into_iter();
        let item = |it: &str| Item { name: it.to_owned(), code: None, cui: None, ..class.clone() };
        members.map(item).collect()
    };
    let classes: Vec<(&Item, Vec<Item>)> =
        taken.iter().map(|it| (it, members(it))).filter(|(_, it)| !it.is_empty()).collect();
    if classes.is_empty() {
        return Vec::new();
    }
    let told = warn(slots);
    let mut alerts = Vec::new();
    for (class, members) in &classes {
        // Of another class any member may be taken: 협심증약과 발기부전약.
        let mut others = slots.clone();
        others.medications.retain(|it| classes.iter().all(|(class, _)| class.name != it.name));
        let of_others = classes.iter().filter(|(it, _)| it.name != class.name);
        others.medications.extend(of_others.flat_map(|(_, it)| it).cloned());
        let without = warn(&others);
        let is_new = |it: &Warning| told.iter().chain(&without).all(|told| told.rule != it.rule);
        let risk = |member: &Item| {
            let mut slots = others.clone();
            slots.medications.push(member.clone());
            warn(&slots).into_iter().find(is_new)
        };
        let risks: Vec<(&str, Warning)> = members
            .iter()
            .filter_map(|member| Some((member.name.as_str(), risk(member)?)))
            .collect();
        let Some((_, gravest)) = risks.iter().min_by_key(|(_, it)| it.severity) else { continue };
        let of_rule = risks.iter().filter(|(_, it)| it.rule == gravest.rule).map(|it| it.0);
        let named = of_rule.take(MAX_NAMED).collect::<Vec<_>>().join(", ");
        let values =
            [("class", class.name.as_str()), ("drugs", &named), ("warning", &gravest.text)];
        let text = fill(&words.class_member, &values);
        alerts.push(Alert { text, ..Alert::from(gravest) });
    }
    alerts
}
