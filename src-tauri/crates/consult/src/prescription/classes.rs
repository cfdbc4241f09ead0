//! Gathers what is found of the members of a class that a turn names, any of which may be meant, into one
//! finding: 협심증약(니트로글리세린, 이소소르비드) + 발기부전약(실데나필).

use std::collections::{BTreeMap, BTreeSet};

use simui_pharmacy::names::Names;

use super::added::AddedFinding;
use super::drug::PrescribedDrug;
use super::findings::PrescriptionSeverity;

/// Most members of a class that a finding names.
const MAX_NAMED: usize = 6;

/// The drugs of a turn that it mentions by their class alone.
pub(super) struct Classes<'a> {
    /// The class by the name of each member.
    of_member: BTreeMap<&'a str, &'a str>,
    /// The classes about which the turn asks.
    asked: &'a BTreeSet<String>,
}

/// A drug of a finding, or a class with those members for which the finding holds.
struct Named {
    name: String,
    is_class: bool,
    members: Vec<String>,
}

/// Findings of one kind and severity on the same drugs and classes.
struct Group {
    kind: String,
    first: AddedFinding,
    named: Vec<Named>,
}

impl<'a> Classes<'a> {
    /// The classes of `drugs`. A drug that the turn names besides counts as itself.
    pub(super) fn of(
        drugs: &'a [PrescribedDrug],
        asked: &'a BTreeSet<String>,
        names: &'a Names,
    ) -> Self {
        let spellings = |drug: &'a PrescribedDrug| {
            let standard = drug.ingredients.iter().map(|it| names.korean(it));
            std::iter::once(drug.written.as_str()).chain(drug.korean(names)).chain(standard)
        };
        let mut of_member = BTreeMap::new();
        for drug in drugs {
            let class = drug.class.as_deref();
            of_member.extend(spellings(drug).filter_map(|it| Some((it, class?))));
        }
        for named in drugs.iter().filter(|it| it.class.is_none()).flat_map(spellings) {
            of_member.remove(named);
        }
        Self { of_member, asked }
    }

    /// Whether a finding on `drugs` is shown. A caution on a drug alone that the turn asks about is not,
    /// because the answer quotes the same documents. A caution on the members of a class, which the
    /// answer does not look up, is shown only if the turn asks about one of the drugs or classes. Between
    /// the members of two classes that nobody asks about only a contraindication is shown.
    pub(super) fn keeps(&self, severity: PrescriptionSeverity, drugs: &[String]) -> bool {
        let named: Vec<Named> = drugs.iter().map(|it| self.named(it)).collect();
        let members = named.iter().filter(|it| !it.members.is_empty()).count();
        let is_asked = named.iter().any(|it| self.asked.contains(&it.name));
        match severity {
            PrescriptionSeverity::Contraindicated => true,
            PrescriptionSeverity::Serious => is_asked || members < 2,
            PrescriptionSeverity::Caution => {
                is_asked == (members > 0) || members == 0 && drugs.len() > 1
            }
        }
    }

    /// Findings with their kinds, the gravest first, with one for each kind, severity and class in place of
    /// those on its members. A less grave one is left out where a graver one holds for the same members.
    pub(super) fn gather(&self, found: Vec<(&str, AddedFinding)>) -> Vec<AddedFinding> {
        let mut groups: Vec<Group> = Vec::new();
        for (kind, finding) in found {
            let named: Vec<Named> = finding.drugs.iter().map(|it| self.named(it)).collect();
            let mut known = groups.iter_mut().filter(|it| it.is_about(kind, &named));
            if let Some(group) = known.find(|it| it.first.severity == finding.severity) {
                group.add(named);
            } else if !groups.iter().any(|it| it.is_about(kind, &named) && it.holds_for(&named)) {
                groups.push(Group { kind: kind.to_owned(), first: finding, named });
            }
        }
        groups.into_iter().map(Group::into_finding).collect()
    }

    fn named(&self, drug: &str) -> Named {
        match self.of_member.get(drug) {
            Some(class) if *class != drug => {
                let members = vec![drug.to_owned()];
                Named { name: (*class).to_owned(), is_class: true, members }
            }
            class => {
                Named { name: drug.to_owned(), is_class: class.is_some(), members: Vec::new() }
            }
        }
    }
}

impl Group {
    /// Whether findings of `kind` on `named` belong to the group, which only those on a class do.
    fn is_about(&self, kind: &str, named: &[Named]) -> bool {
        let names = |it: &[Named]| it.iter().map(|it| it.name.clone()).collect::<BTreeSet<_>>();
        let of_class = self.named.iter().any(|it| it.is_class);
        of_class && self.kind == kind && names(&self.named) == names(named)
    }

    /// Whether the group holds for the members of `named`.
    fn holds_for(&self, named: &[Named]) -> bool {
        named.iter().all(|other| {
            let known = self.named.iter().find(|it| it.name == other.name);
            known.is_some_and(|own| {
                own.members.is_empty()
                    || other.members.iter().all(|member| own.members.contains(member))
            })
        })
    }

    /// Adds the members of an equally grave finding.
    fn add(&mut self, named: Vec<Named>) {
        for other in named {
            let Some(known) = self.named.iter_mut().find(|it| it.name == other.name) else {
                continue;
            };
            // A finding on the class itself holds for all members.
            if known.is_class && known.members.is_empty() {
                continue;
            }
            let new = other.members.into_iter().filter(|it| !known.members.contains(it));
            known.members.extend(new.collect::<Vec<_>>());
        }
    }

    fn into_finding(self) -> AddedFinding {
        let label = |it: Named| match it.members.len() {
            0 => it.name,
            1..=MAX_NAMED => format!("{}({})", it.name, it.members.join(", ")),
            _ => format!("{}({} 등)", it.name, it.members[..MAX_NAMED].join(", ")),
        };
        let is_of_class = self.named.iter().any(|it| it.is_class);
        let drugs = self.named.into_iter().map(label).collect();
        AddedFinding { drugs, is_of_class, ..self.first }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use simui_pharmacy::knowledge::Knowledge;

    use super::super::findings::Finding;
    use super::*;
    use PrescriptionSeverity::{Caution, Contraindicated, Serious};

    fn prescribed(class: Option<&str>, name: &str) -> PrescribedDrug {
        let (class, written) = (class.map(str::to_owned), name.to_owned());
        PrescribedDrug { class, written, ..PrescribedDrug::default() }
    }

    fn finding(severity: PrescriptionSeverity, drugs: &[&str]) -> (&'static str, AddedFinding) {
        let (text, source, quote) = (drugs.join("와 "), "문서".to_owned(), String::new());
        let finding = Finding { text, source, quote, doc_id: None };
        let drugs = drugs.iter().map(|it| (*it).to_owned()).collect();
        (
            "interaction",
            AddedFinding { severity, drugs, finding, is_of_class: false, is_duplication: false },
        )
    }

    #[test]
    fn the_members_of_a_class_have_one_finding() {
        let (angina, clots) = (Some("협심증약"), Some("혈전약"));
        let drugs = [
            prescribed(angina, "협심증약"),
            prescribed(angina, "니트로글리세린"),
            prescribed(angina, "이소소르비드"),
            prescribed(clots, "와파린"),
            prescribed(clots, "아스피린"),
            prescribed(None, "아스피린"),
            prescribed(None, "실데나필"),
        ];
        let (asked, names) = (BTreeSet::new(), &Knowledge::shipped().unwrap().names);
        let check = |found: &[(PrescriptionSeverity, &[&str])], expected: &[&str]| {
            let found = found.iter().map(|(severity, drugs)| finding(*severity, drugs)).collect();
            let gathered = Classes::of(&drugs, &asked, names).gather(found);
            let shown: Vec<String> = gathered.iter().map(|it| it.drugs.join(" + ")).collect();
            assert_eq!(shown, expected);
        };
        let nitrates: [&[&str]; 2] =
            [&["실데나필", "니트로글리세린"], &["이소소르비드", "실데나필"]];
        check(
            &[(Contraindicated, nitrates[0]), (Contraindicated, nitrates[1])],
            &["실데나필 + 협심증약(니트로글리세린, 이소소르비드)"],
        );
        // What holds for the class itself holds for its members.
        check(
            &[(Contraindicated, &["실데나필", "협심증약"]), (Serious, nitrates[0])],
            &["실데나필 + 협심증약"],
        );
        check(
            &[(Contraindicated, nitrates[0]), (Serious, nitrates[0]), (Caution, nitrates[1])],
            &["실데나필 + 협심증약(니트로글리세린)", "협심증약(이소소르비드) + 실데나필"],
        );
        // A drug that is named itself is no member.
        check(
            &[(Serious, &["와파린", "실데나필"]), (Serious, &["아스피린", "실데나필"])],
            &["혈전약(와파린) + 실데나필", "아스피린 + 실데나필"],
        );
    }

    #[test]
    fn what_is_asked_about_is_told_more_of() {
        let names = &Knowledge::shipped().unwrap().names;
        let drugs = [
            prescribed(Some("진통제"), "나프록센"),
            prescribed(Some("혈압약"), "로사르탄"),
            prescribed(None, "와파린"),
        ];
        let check = |severity, asked: &str, of: &[&str], kept: bool| {
            let asked = BTreeSet::from([asked.to_owned()]);
            let of: Vec<String> = of.iter().map(|it| (*it).to_owned()).collect();
            let classes = Classes::of(&drugs, &asked, names);
            assert_eq!(classes.keeps(severity, &of), kept, "{severity:?} {asked:?} {of:?}");
        };
        check(Caution, "", &["와파린"], true);
        check(Caution, "와파린", &["와파린"], false);
        check(Caution, "", &["나프록센", "와파린"], false);
        check(Caution, "진통제", &["나프록센", "와파린"], true);
        check(Caution, "와파린", &["나프록센", "와파린"], true);
        check(Serious, "", &["나프록센", "와파린"], true);
        check(Serious, "", &["나프록센", "로사르탄"], false);
        check(Serious, "진통제", &["나프록센", "로사르탄"], true);
        check(Contraindicated, "", &["나프록센", "로사르탄"], true);
    }
}
