//! A drug that is named by its class alone may be one that its person must not take: 임신 8주인데 혈압약 먹고 있어요.
//! Each member of the class is tried against the rules of safety.

use simui_clinical::{Item, Slots, Status, Warning};
use simui_pharmacy::knowledge::Knowledge;

use super::conflicts::Alert;
use super::wording::{Words, fill};

/// Most members of a class that an alert names.
const MAX_NAMED: usize = 6;

/// The alerts for drugs that the facts of a turn, or the record by the names `recorded`, name by their class
/// alone: one for each class that has a member of which `warn` warns by a rule that is not among `known`, the
/// warnings of the facts as they are.
pub(super) fn class_risks(
    slots: &Slots,
    recorded: &[String],
    known: &[Warning],
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
    let mut alerts = Vec::new();
    for class in &taken {
        let risk = |member: &str| {
            let mut slots = slots.clone();
            let name = member.to_owned();
            slots.medications.retain(|it| it.name != class.name);
            slots.medications.push(Item { name, code: None, cui: None, ..class.clone() });
            let is_new = |it: &Warning| known.iter().all(|known| known.rule != it.rule);
            warn(&slots).into_iter().find(is_new)
        };
        let members = knowledge.members_of_class(&class.name).into_iter();
        let risks: Vec<(&str, Warning)> =
            members.filter_map(|member| Some((member, risk(member)?))).collect();
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
